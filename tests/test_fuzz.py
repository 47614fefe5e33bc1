"""Fuzzing: whatever comes in as a move, a record or an option, only a KolodaError comes out and nothing changes."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from koloda import BadOption, IllegalMove, KolodaError, Match, all_games
from koloda.core.options import MatchOptions, Option
from koloda.testing import snapshot
from koloda.testing.strategies import json_values, matches, moves, texts
from koloda.untrusted import checked_options, checked_record, new_match, play

quick = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
OPTIONS = [option for game in all_games() for option in game.info.options]
JSON = json_values()


def check_error(error: KolodaError) -> None:
    """A reason, and a sentence of bearable length in both languages."""
    assert error.reason
    for sentence in error.text:
        assert 0 < len(sentence) < 1000
    assert any("а" <= letter.lower() <= "я" for letter in error.text.ru)


@quick
@given(st.data())
def test_any_text_as_a_move(data: st.DataObject) -> None:
    match = data.draw(matches(most_moves=12))
    seat = data.draw(st.integers(0, match.game.seats - 1))
    text = data.draw(texts(match))
    before = snapshot(match)
    legal = match.legal(seat)
    try:
        match.play(seat, text)
    except IllegalMove as refusal:
        assert text not in legal
        assert snapshot(match) == before
        check_error(refusal)
    else:
        assert text in legal


@quick
@given(st.data())
def test_every_legal_move_is_taken(data: st.DataObject) -> None:
    match = data.draw(matches(most_moves=12))
    if match.result is None:
        seat, move = data.draw(moves(match))
        number = match.move_number
        match.play(seat, move)
        assert match.move_number == number + 1


@quick
@given(st.data())
def test_records_with_something_changed(data: st.DataObject) -> None:
    match = data.draw(matches(most_moves=12))
    record = json.loads(json.dumps(match.record()))
    mutate(record, data)
    text = json.dumps(record)
    try:
        replayed = Match.replay(checked_record(record))
    except KolodaError as error:
        check_error(error)
    else:
        again = json.loads(json.dumps(replayed.record()))
        assert again["moves"] == [list(move) for move in record["moves"]] or again["seats"] == record["seats"]
    assert json.dumps(record) == text


def mutate(record: dict[str, Any], data: st.DataObject) -> None:
    """Change one place of a record: drop it, put something else there, swap or repeat entries."""
    where: Any = record
    key: Any = data.draw(st.sampled_from(sorted(record)))
    for _ in range(data.draw(st.integers(0, 3))):
        inner = where[key]
        keys = list(inner) if isinstance(inner, dict) else list(range(len(inner))) if isinstance(inner, list) else []
        if not keys:
            break
        where, key = inner, data.draw(st.sampled_from(keys))
    how = data.draw(st.sampled_from(["drop", "change", "nudge"]))
    if how == "drop":
        del where[key]
    elif how == "nudge" and isinstance(where[key], int):
        where[key] += data.draw(st.sampled_from([-1, 1]))
    else:
        where[key] = data.draw(JSON)


@quick
@given(JSON)
def test_anything_as_a_record(record: Any) -> None:
    try:
        Match.replay(checked_record(record))
    except KolodaError as error:
        check_error(error)
    else:
        raise AssertionError(f"{record!r} has been replayed")


@quick
@given(JSON, JSON, JSON, JSON, JSON)
def test_anything_as_a_match(game: Any, seats: Any, options: Any, seed: Any, chance: Any) -> None:
    for change in (
        {"game": game},
        {"seats": seats},
        {"options": options},
        {"seed": seed},
        {"seed": None, "chance": chance},
    ):
        asked = {"game": "pairs", "seats": 2, "options": None, "seed": "s", **change}
        try:
            match = new_match(**asked)
        except KolodaError as error:
            check_error(error)
        else:
            assert (match.game.info.id, match.game.seats) == (asked["game"], asked["seats"])


@quick
@given(JSON, JSON)
def test_anything_as_a_seat_and_a_move(seat: Any, move: Any) -> None:
    match = Match.new("pairs", 2, seed="s")
    before = snapshot(match)
    for pair in ((seat, move), (match.turn.seats[0], move), (seat, "hit")):
        try:
            play(match, *pair)
        except KolodaError as error:
            check_error(error)
            assert snapshot(match) == before
        else:
            assert type(pair[0]) is int and pair[1] in ("hit", "fold")
            match = Match.new("pairs", 2, seed="s")


@quick
@given(st.sampled_from(OPTIONS), st.text(max_size=30) | st.integers().map(str) | JSON.map(json.dumps))
def test_any_text_as_an_option(option: Option, text: str) -> None:
    try:
        value = option.parse(text)
    except BadOption as error:
        assert option.name in error.text.en
    else:
        assert value is not None or option.accepts is not None


@quick
@given(st.sampled_from(all_games()), st.data())
def test_anything_as_options(game: Any, data: st.DataObject) -> None:
    seats = data.draw(st.integers(*game.info.seats))
    names = st.sampled_from([option.name for option in game.info.options] or ["none"]) | st.text(max_size=9)
    given_options = data.draw(st.dictionaries(names, JSON, max_size=3) | JSON)
    try:
        found = MatchOptions(game.info.options, seats, checked_options(given_options))
        game.check(seats, found)
    except BadOption as error:
        check_error(error)
    else:
        assert set(found.given) == set(given_options or {})
