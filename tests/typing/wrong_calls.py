"""Wrong calls of the public contract, one a line: mypy must find each. Nobody runs this file; see test_typing.py."""

from random import Random

import koloda
from koloda import Match, Record, find_game, resample
from koloda.core.chance import Fast, Scripted, Seeded
from koloda.core.options import MatchOptions
from koloda.games.cribbage import explain_show, show_points
from koloda.untrusted import checked_record, new_match

match = Match.new("pairs", 2, seed="s")
record = match.record()
view = match.view(0)
result = match.game.result()

Match.new(3.5, 2, seed="s")  # wrong: arg-type
Match.new(None, 2, seed="s")  # wrong: arg-type
Match.new("pairs", "two", seed="s")  # wrong: arg-type
Match.new("pairs", 2.0, seed="s")  # wrong: arg-type
Match.new("pairs", None, seed="s")  # wrong: arg-type
Match.new("pairs", seed="s")  # wrong: call-arg
Match.new("pairs", 2, b"?", seed="s")  # wrong: arg-type
Match.new("pairs", 2, [("target", 5)], seed="s")  # wrong: arg-type
Match.new("pairs", 2, {"target": 5.5}, seed="s")  # wrong: dict-item
Match.new("pairs", 2, {1: True}, seed="s")  # wrong: dict-item
Match.new("pairs", 2, {"target": {5}}, seed="s")  # wrong: dict-item
Match.new("pairs", 2, None, "s")  # wrong: call-arg
Match.new("pairs", 2, seed=5.5)  # wrong: arg-type
Match.new("pairs", 2, seed=b"s")  # wrong: arg-type
Match.new("pairs", 2, chance="shuffle")  # wrong: arg-type
Match.new("pairs", 2, chance={"pick": 1})  # wrong: arg-type
Match.new("pairs", 2, chance=[{"pick": "1"}])  # wrong: typeddict-item
Match.new("pairs", 2, chance=[{"shuffel": [1]}])  # wrong: list-item
Match.new("pairs", 2, chance=[None])  # wrong: list-item
Match.new("pairs", 2, chance=Random(1))  # wrong: arg-type
match.play("0", "hit")  # wrong: arg-type
match.play(None, "hit")  # wrong: arg-type
match.play(0, b"hit")  # wrong: arg-type
match.play(0, ["fold", 8, 1])  # wrong: arg-type
match.play(0)  # wrong: call-arg
match.legal(None)  # wrong: arg-type
match.legal("0")  # wrong: arg-type
match.view("watcher")  # wrong: arg-type
match.view()  # wrong: call-arg
match.views(["0"])  # wrong: list-item
resample(match, "0", Fast(1))  # wrong: arg-type
resample(match, 0, 7)  # wrong: arg-type
Match.replay([])  # wrong: arg-type
Match.replay("match.json")  # wrong: arg-type
Match.replay({"game": "pairs", "seats": 2, "moves": []})  # wrong: typeddict-item
Match.replay({"game": "pairs", "seats": 2, "chance": [], "moves": [[0, None]]})  # wrong: list-item
Match.replay({**record, "seats": "2"})  # wrong: typeddict-item
str(record["gmae"])  # wrong: typeddict-item
record["seats"] = "2"  # wrong: typeddict-item
record["moves"].append("0 hit" if view.chat else 5)  # wrong: arg-type
str(view.to_json()["hand"])  # wrong: typeddict-item
str(result.to_json()["winner"])  # wrong: typeddict-item
result.winners.append(0)  # wrong: attr-defined
view.cards(5)  # wrong: arg-type
view.number(5)  # wrong: arg-type
find_game(5)  # wrong: arg-type
find_game(None)  # wrong: arg-type
MatchOptions((), 2, 5)  # wrong: arg-type
Seeded(5)  # wrong: arg-type
Scripted(5)  # wrong: arg-type
show_points("5c 5d 5h Js", "5s")  # wrong: arg-type
show_points(["5c", "5d", "5h", "Js"], "5s", True)  # wrong: call-arg
explain_show(["5c", "5d", "5h", "Js"], 5)  # wrong: arg-type
copy: Record = new_match("pairs", 2, seed="s")  # wrong: assignment
name: str = checked_record({})["seats"]  # wrong: assignment
koloda.Match.new("pairs", seats="2", seed="s")  # wrong: arg-type
