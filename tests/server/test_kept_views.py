"""Replays outlive the rules that their matches were played by."""

from __future__ import annotations

import json
import os
import sqlite3
import statistics
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from weakref import ref

import pytest

from koloda.bots import simple_policy
from koloda.core.chance import Fast
from koloda.core.errors import KolodaError
from koloda.games.registry import all_games, find_game
from koloda.lab.simulate import play_out
from koloda.match import Match
from koloda.server.http import errands
from koloda.server.http.errands import packed_views, views_of
from koloda.server.storage import kept_views
from koloda.server.storage.kept_views import TOO_LONG, changed, difference, pack, unpack

from .running import Client, Server, wait_for

FEW = ("pairs", "old-maid", "cribbage", "podfilim")
GAMES = [game.info.id for game in all_games() if os.environ.get("KOLODA_ALL") or game.info.id in FEW]
MAX_AVERAGE_BYTES = 12_000
OLDER = "DELETE FROM views; DELETE FROM past_games; INSERT INTO views_wanted SELECT id, 0, 0 FROM matches;"
NEW_RULES = """
from koloda.games.registry import find_game
for name in ("pairs", "old-maid"):
    game = find_game(name)
    game.info = game.info._replace(version=game.info.version + 1, words={})
"""


def a_match(game: str, seed: int = 0) -> Match:
    seats = find_game(game).info.seats_to_begin_with()
    match = Match.new(game, seats, seed=f"kept {seed}")
    play_out(match, [simple_policy(game)] * seats, Fast(seed))
    return match


def stored(match: Match) -> str:
    players = [{"name": "", "bot": None}] * match.game.seats
    return json.dumps({"id": "x", "record": match.record(), "players": players, "when": 0.0})


@pytest.mark.parametrize("game", GAMES)
def test_what_is_kept_is_what_the_replay_shows_to_each_pair_of_eyes(game: str) -> None:
    match = stored(a_match(game))
    packed = packed_views(match)
    for eyes in ("all", "watch", *map(str, range(find_game(game).info.seats_to_begin_with()))):
        assert json.loads(views_of(match, eyes, packed)) == json.loads(views_of(match, eyes)), eyes


def test_views_that_were_kept_with_beats_of_another_form_are_shown_like_new_ones() -> None:
    match = stored(a_match("pairs"))
    today = json.loads(views_of(match, "watch"))
    before = json.loads(views_of(match, "watch"))
    for view in before:
        view["beats"] = [{"effect": effect, "told": told, **change} for effect, told, change in view.get("beats", [])]
        if not view["beats"]:
            del view["beats"]
    assert sum("beats" in view for view in before) > 2
    assert json.loads(views_of(match, "watch", pack(["watch"], ([view] for view in before)))) == today


class Shown(dict[str, Any]):
    """A view of which it is known whether it is still in memory."""


def test_of_a_long_match_no_more_than_some_steps_are_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """All views of a match for fifteen that somebody has uploaded would be ten gigabytes."""
    made: list[ref[Shown]] = []
    most = asked = 0

    def steps() -> Iterator[list[Shown]]:
        nonlocal most, asked
        for number in range(400):
            views = [Shown(n=number, eyes=eyes) for eyes in range(3)]
            made.extend(map(ref, views))
            most, asked = max(most, sum(one() is not None for one in made)), number
            yield views

    packed = pack(["0", "1", "2"], steps())
    assert most <= 9 and list(unpack(packed, "2") or ())[-1] == {"n": 399, "eyes": 2}
    for name in ("MAX_PLAIN_BYTES", "MAX_KEPT_BYTES"):
        with monkeypatch.context() as patched:
            patched.setattr(kept_views, name, 50)
            assert pack(["0", "1", "2"], steps()) == TOO_LONG
    monkeypatch.setattr(kept_views, "MAX_PLAIN_BYTES", 500)
    assert pack(["0", "1", "2"], steps()) == TOO_LONG and asked < 100, "nothing is worked out in vain"


def test_views_that_no_server_could_hold_for_everybody_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    match = stored(a_match("pairs"))
    packed = packed_views(match)
    monkeypatch.setattr(errands, "MAX_VIEWS_BYTES", 5_000)
    for kept in (None, packed):
        with pytest.raises(KolodaError) as refused:
            views_of(match, "watch", kept)
        assert refused.value.reason == "too-many-views"


def test_an_average_match_takes_little_room() -> None:
    sizes = [len(packed_views(stored(a_match(game)))) for game in GAMES]
    assert statistics.mean(sizes) <= MAX_AVERAGE_BYTES, sizes


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({}, {"a": 1}),
        ({"a": [1, 2], "b": 0}, {"a": [1, 3]}),
        ({"a": [1, 2]}, {"a": [1, 2, 3]}),
        ({"a": None}, {"a": []}),
        ({"a": [[1], {"x": 1}]}, {"a": [[], {"y": None}]}),
        ({"a": {"-": 1}}, {"a": 2}),
        ({"a": {"-": 1, "~": 1}}, {"a": {"-": 2, "~": 2}}),
    ],
)
def test_a_difference_leads_from_one_to_the_other(old: Any, new: Any) -> None:
    assert changed(old, difference(old, new)) == new
    between = difference({"z": 1}, old), difference(old, new)
    assert changed(between[0], difference(*between, "~"), "~") == between[1]


def kept(server: Server) -> int:
    with closing(sqlite3.connect(f"file:{server.data / 'koloda.sqlite'}?mode=ro", uri=True)) as database:
        return int(database.execute("SELECT count(*) FROM views WHERE length(body) > 0").fetchone()[0])


def test_replays_open_after_an_upgrade_of_the_rules(tmp_path: Path) -> None:
    server = Server(tmp_path / "data").start()
    client = Client(server)
    names = ("pairs", "old-maid")
    ids = [client.http.post("/api/matches", json=a_match(game).record()).json()["id"] for game in names]
    eyes = ("all", "watch", "0", "1")
    addresses = [f"/api/matches/{match}/views?eyes={one}" for match in ids for one in eyes]
    before = [client.http.get(address).json() for address in addresses]
    game = client.http.get("/api/games/pairs").json()
    wait_for(lambda: kept(server) == len(ids))
    client.close()
    server.stop()

    with closing(sqlite3.connect(tmp_path / "data" / "koloda.sqlite")) as database:  # as an older version left it
        database.executescript(OLDER)
    server.start()
    wait_for(lambda: kept(server) == len(ids))
    server.stop()

    server.begin_with(NEW_RULES).start()
    client = Client(server)
    assert client.http.get("/api/games/pairs").json()["version"] == game["version"] + 1
    assert client.http.get(f"/api/games/pairs?version={game['version']}").json() == game
    assert [client.http.get(address).json() for address in addresses] == before
    assert client.http.get(f"/api/matches/{ids[0]}").json()["record"]["version"] == game["version"]
    refused = client.http.post(f"/api/matches/{ids[0]}/review?seat=0").json()
    assert refused["reason"] == "other-rules" and f"version {game['version']}" in refused["en"]
    client.close()
    server.stop()
