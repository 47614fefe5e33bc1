"""In a notebook: matches, views and records show themselves; a replay is stepped, and keeps a seat's secrets."""

from __future__ import annotations

import copy
import json
import pickle
import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

from koloda import Match, Record
from koloda.core.chance import Seeded
from koloda.core.errors import BadRecord
from koloda.notebook import MAX_STEPS, Replay, set_language
from koloda.testing.walks import play_out


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    set_language("en")


def record_of(game: str = "cribbage", seats: int = 2) -> Record:
    return play_out(Match.new(game, seats, seed="notebook"), Seeded("notebook")).record()


def test_a_record_is_json_like_any_other_and_shows_its_end() -> None:
    record: Any = record_of()
    plain = json.loads(json.dumps(record))
    assert record == plain and pickle.loads(pickle.dumps(record)) == plain
    assert copy.deepcopy(record)._repr_html_() == record._repr_html_()
    assert "the match is over" in record._repr_html_() and "<svg" in record._repr_html_()
    record["moves"][0] = [0, "no such move"]
    assert record._repr_html_().startswith("<div>cribbage, ") and "<svg" not in record._repr_html_()


def test_a_replay_goes_to_and_fro() -> None:
    replay = Replay(record_of())
    assert len(replay) == len(replay.moves) and replay.at == 0 and len(replay.lines()) >= 1
    assert replay.next().next().at == 2 and replay.back().at == 1 and replay.view.move_number == 1
    assert replay.to(10_000).at == len(replay) and replay.view.result is not None
    assert replay.to(-5).at == 0 and replay.back().at == 0
    assert replay.to(3).lines()[0] == f"Move 3 of {len(replay)}"


def test_the_slider_has_a_picture_for_every_step() -> None:
    replay = Replay(record_of()).to(5)
    shown = replay._repr_html_()
    assert re.findall(r'data-step="(\d+)"(?! hidden)', shown) == ["5"]
    assert shown.count("<svg") == len(replay) + 1 and "all cards open" in shown
    assert f'max="{len(replay)}" value="5"' in shown
    ElementTree.fromstring(
        shown.replace("<br>", "<br/>").replace(" hidden>", ' hidden="">').replace('!=this.value">', '!=this.value"/>')
    )
    set_language("ru")
    assert "все карты открыты" in replay._repr_html_() and replay.lines()[0].startswith("Ход 5 из")


def test_a_long_match_shows_the_steps_around() -> None:
    replay = Replay(record_of("tycoon", 4))
    assert len(replay) > MAX_STEPS
    for at in (0, len(replay) // 2, len(replay)):
        steps = [int(step) for step in re.findall(r'data-step="(\d+)"', replay.to(at)._repr_html_())]
        assert len(steps) == MAX_STEPS + 1 and steps[0] <= at <= steps[-1] <= len(replay)


def test_the_replay_of_a_seat_shows_what_it_saw() -> None:
    record = record_of()
    mine = Replay(record, 0)
    other = next(number for number, (seat, _) in enumerate(mine.moves, 1) if seat == 1)
    text = mine.moves[other - 1][1]
    assert text not in " ".join(mine.to(other).lines()) and mine.lines()[1] == "Seat 1"
    assert "as seat 0 sees it" in mine._repr_html_() and "all cards open" not in mine._repr_html_()


def test_what_is_no_record_is_refused() -> None:
    with pytest.raises(BadRecord):
        Replay({"game": "pairs"})
