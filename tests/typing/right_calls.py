"""Right calls of the public contract: mypy finds nothing wrong with them, and they run. See test_typing.py."""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from koloda import Game, Info, Match, OptionValue, Record, Result, Turn, View, all_games, find_game, resample
from koloda.core.chance import Fast, Seeded
from koloda.core.record_types import ChanceRecord, ResultRecord
from koloda.games.cribbage import explain_show, show_points
from koloda.untrusted import checked_options, checked_record, checked_seat, new_match, play

games: list[type[Game]] = all_games()
info: Info = find_game("pairs").info
match: Match = Match.new("pairs", 2, {"target": 5, "sevens": True}, seed="s")
turn: Turn = match.turn
seat: int = turn.seats[0]
moves: list[str] = match.legal(seat)
view: View = match.view(seat)
watching: View = match.view(None)
views: list[View] = match.views([None, 0, 1])
target: int = view.number("target")
match.play(seat, moves[0])
world: Match = resample(match, seat, Random(1))
other: Match = resample(match, None, Fast(1))

options: Mapping[str, OptionValue] = MappingProxyType({"target": 5})
Match.new("pairs", 2, options, chance=Seeded("s"))
chosen = [3, 7]
gang = Match.new("the-gang", 2, {"mode": "custom", "challenges": chosen, "specialist": None}, seed="s")
record: Record = gang.record()
answers: list[ChanceRecord] = record["chance"]
Match.new("the-gang", 2, record["options"], chance=answers)
again: Match = Match.replay(record)
by_hand: Record = {"game": "pairs", "seats": 2, "chance": match.record()["chance"], "moves": [(seat, moves[0])]}
assert Match.replay(by_hand).move_number == 1

while match.result is None:
    mover = match.turn.seats[0]
    match.play(mover, match.legal(mover)[0])
result: Result = match.result
written: ResultRecord = result.to_json()
places: list[int] = written["places"]

points: int = show_points(["5c", "5d", "5h", "Js"], "5s", rules="standard")
kinds: list[str] = [part.kind for part in explain_show(["5c", "5d", "5h", "Js"], "5s", crib=True)]

anything: object = {"game": "pairs", "seats": 2, "chance": match.record()["chance"], "moves": []}
checked: Record = checked_record(anything)
outside: object = 0
fresh: Match = new_match("pairs", 2, checked_options({}), seed="s")
known: int = checked_seat(fresh, outside)
play(fresh, fresh.turn.seats[0], moves[0])
