"""The page tells the story of every move: each picture stands for its time, and nothing else moves meanwhile.

Every game is played until each kind of beat that it has was seen; what is rare is told from a record. With
KOLODA_ALL=1 whole matches are played.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any

import pytest

from koloda import Match, all_games, find_game
from koloda.core.game import Info
from koloda.core.record_types import Record
from server.running import Server

from .browsing import PAGE, PHONE, TRIES, Person
from .clicker import Clicker
from .conftest import Come
from .film import Extra
from .theatre import MOST_MOVED_PX, Theatre

INFOS = [game.info for game in all_games()]
WHOLE = bool(os.environ.get("KOLODA_ALL"))
CROWDED = os.environ.get("KOLODA_ALL") == "crowded"
SHORT: dict[str, Any] = {"chips": 5, "deals": 1, "max_rounds": 4, "max_battles": 12}
"""Options that make a match short, where a game has them."""
WATCHING = {"lang": "en", "tips": True, "speed": "normal"}
MOVES = 1000 if WHOLE else 3
FEWEST_STORIES = 3
SEEDS = 12
SOME_MOVES = 300


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Bots here wait until a story is told."""
    server = Server(tmp_path_factory.mktemp("stage"), bot_pause=0.02, page=PAGE).start()
    yield server
    server.stop()


def setup_of(info: Info) -> tuple[int, dict[str, Any]]:
    low, high = info.seats
    if CROWDED:
        low = high
    options = {option.name: SHORT[option.name] for option in info.options if option.name in SHORT}
    return min(high, max(low, 3)), options


def told_moves(info: Info) -> dict[str, tuple[Record, int]]:
    """Every effect of a game's beats, with a match and the number of the move that tells of it."""
    seats, options = setup_of(info)
    found: dict[str, tuple[Record, int]] = {}
    for seed in range(SEEDS):
        match = Match.new(info.id, seats=seats, options=options, seed=str(seed))
        match.keep_beats()
        chance = random.Random(seed)
        new: dict[str, int] = {}
        while match.result is None and match.move_number < SOME_MOVES:
            seat = chance.choice(match.turn.seats)
            match.play(seat, chance.choice(match.view(seat).legal))
            for beat in match.game.beats:
                if beat.effect not in found:
                    new.setdefault(beat.effect, match.move_number)
        record = match.record()
        found |= {effect: (record, number) for effect, number in new.items()}
    return found


def play_until_told(person: Person, info: Info, theatre: Theatre, wanted: set[str], most: int = MOVES) -> None:
    """Make moves until every effect was told, or so many."""
    clicker = Clicker(person, info.id)
    seats, options = setup_of(info)
    while clicker.moves < most:
        theatre.leave()
        person.lay(info.id, seats, options=options)
        while person.wait_for_turn() and clicker.moves < most:
            told = theatre.told.union(beat.effect for beat in theatre.beats)
            if not WHOLE and told >= wanted and len(theatre.beats) >= FEWEST_STORIES:
                return
            clicker.move()
        theatre.check()
        if WHOLE:
            return


def tell_again(person: Person, theatre: Theatre, record: Record, number: int) -> None:
    """The story of one move on the page Replay."""
    answer = person.context.request.post("/api/matches", data=record)
    assert answer.status == 201, answer.text()
    path = f"/match/{answer.json()['id']}"
    views = person.context.request.get(f"/api{path.replace('match', 'matches')}/views?eyes=0").json()
    person.go(f"{path}?eyes=0&step={number - 1}")
    person.page.get_by_role("heading", name="What happened").wait_for()
    theatre.replay(views[number - 1], views[number])
    person.page.keyboard.press("ArrowRight")
    person.wait("n => document.querySelector('[data-board]')?.dataset.n === n", str(number))
    theatre.check()


@pytest.mark.parametrize("info", INFOS, ids=[info.id for info in INFOS])
def test_every_picture_stands_on_the_table(info: Info, come: Come, stage: Server) -> None:
    person = come(to=stage, prefs=WATCHING)
    theatre = Theatre(person, info)
    moves = told_moves(info)
    play_until_told(person, info, theatre, set(moves))
    theatre.check()
    for effect, (record, number) in moves.items():
        if effect not in theatre.told:
            tell_again(person, theatre, record, number)
    assert theatre.told >= set(moves)
    assert not theatre.wrong, "\n".join(theatre.wrong)


COUNT_FLIGHTS = """
  window.flights = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) { window.flights += 1; return animate.apply(this, how); };
"""


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_reduced_motion_keeps_the_pauses_and_drops_the_flights(motion: str, come: Come, stage: Server) -> None:
    person = come(to=stage, prefs=WATCHING, reduced_motion=motion)
    person.context.add_init_script(COUNT_FLIGHTS)
    theatre = Theatre(person, find_game("pairs").info)
    play_until_told(person, find_game("pairs").info, theatre, {"land"}, most=50)
    flights = person.page.evaluate("() => window.flights")
    theatre.check()
    assert "land" in theatre.told and not theatre.wrong, "\n".join(theatre.wrong)
    assert (flights == 0) == (motion == "reduce")


def test_a_big_table_has_a_button_for_the_hurried_and_it_is_remembered(come: Come) -> None:
    person = come(prefs=WATCHING)
    faster = person.page.get_by_role("button", name="Faster")
    person.lay("tycoon", 15)
    faster.click()
    person.page.reload()
    person.page.locator("[data-board]").wait_for()
    assert faster.get_attribute("aria-pressed") == "true"
    person.lay("tycoon", 3)
    speed = person.page.get_by_role("combobox", name="Speed of the story")
    speed.wait_for()
    assert (speed.input_value(), faster.count()) == ("fast", 0)


COLUMNS = """() => {
  const columns = {};
  for (const zone of document.querySelectorAll('[data-zone^="side/"], [data-zone^="common//"]'))
    (columns[zone.dataset.zone.split('/')[2]] ??= []).push(zone.getBoundingClientRect().x);
  return columns;
}"""


def test_columns_stand_below_each_other(come: Come, stage: Server) -> None:
    person = come(to=stage, prefs=WATCHING)
    person.lay_for_me("five-card", 2)
    columns: dict[str, list[float]] = person.page.evaluate(COLUMNS)
    assert len(columns) == 5
    for places in columns.values():
        assert len(places) == 3 and max(places) - min(places) <= MOST_MOVED_PX


@pytest.mark.parametrize("way", ["click", "tap", "Space"])
def test_a_story_ends_when_the_reader_wants(way: str, come: Come, stage: Server) -> None:
    """Time has stopped for the page: only the reader can end the story. Another one may follow at once."""
    person = come(to=stage, prefs=WATCHING, **(PHONE if way == "tap" else {}))
    Theatre(person, find_game("pairs").info).stop_at("land")
    extra = Extra(person, "skip", touch=way == "tap")
    assert any(extra.play_to_the_film("pairs", 4) for _ in range(TRIES))
    picture = person.page.locator("[data-picture]")
    middle = person.page.locator("[data-middle]")
    stood = picture.get_attribute("data-picture")
    if way == "Space":
        person.page.keyboard.press(" ")
    else:
        (middle.tap if way == "tap" else middle.click)()
    move = str(stood).partition(".")[0]
    person.wait("move => !document.querySelector(`[data-picture^='${move}.']`)", move)
