"""Records: strict loading, replaying, one seat's eyes, and claims that are checked."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koloda import BadChance, BadRecord, IllegalMove, KolodaError, Match, WrongVersion
from koloda.core.options import OptionValue
from koloda.core.text import LANGUAGES
from koloda.records import (
    check_record,
    dump,
    dumps,
    load,
    load_many,
    loads,
    open_views_of_record,
    replay,
    transcript,
    views_of_record,
)
from koloda.testing.strategies import json_values
from records_page import CLAIMS, EXAMPLE, PYTHON


def finished(seed: str = "records", **options: OptionValue) -> Match:
    match = Match.new("pairs", 3, options, seed=seed)
    while match.result is None:
        seat = match.turn.seats[0]
        match.play(seat, match.legal(seat)[-1])
    return match


# Loading and dumping


def test_the_examples_of_the_page_hold() -> None:
    assert replay(EXAMPLE).record() == EXAMPLE
    assert check_record(EXAMPLE) == []
    assert check_record(CLAIMS) == []


def test_what_is_dumped_is_loaded_again(tmp_path: Path) -> None:
    record = finished(sevens=True).record()
    path = tmp_path / "match.json"
    dump(record, path)
    assert load(path) == record
    assert replay(load(path)).record() == record
    path.write_text(json.dumps(record, indent=2), "utf-8-sig")
    assert load(path) == record


def test_many_records_are_read_line_by_line(tmp_path: Path) -> None:
    records = [finished(seed).record() for seed in ("a", "b")]
    path = tmp_path / "many.jsonl"
    path.write_text(f"\n{dumps(records[0])}\r\n   \n{dumps(records[1])}", "utf-8")
    assert list(load_many(path)) == [(2, records[0]), (4, records[1])]
    path.write_text(f"{dumps(records[0])}\n{{broken\n", "utf-8")
    lines = load_many(path)
    assert next(lines) == (1, records[0])
    with pytest.raises(BadRecord, match=r"^Line 2: Not JSON \(line and column 1:2\)") as caught:
        next(lines)
    assert caught.value.text.ru.startswith("Строка 2: Это не JSON")


GOOD = dumps(EXAMPLE)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not-json"),
        (GOOD[:-20], "not-json"),
        (GOOD + GOOD, "not-json"),
        ("[1]", "not-an-object"),
        ("null", "not-an-object"),
        ('{"a": 1, "a": 1}', "twice"),
        ('{"seats": 9007199254740992}', "bad-number"),
        ('{"seats": -9007199254740992}', "bad-number"),
        ('{"seats": ' + "9" * 100_000 + "}", "bad-number"),
        ('{"seats": 1e999}', "bad-number"),
        ('{"seats": 2.0}', "bad-number"),
        ('{"seats": NaN}', "bad-number"),
        ('{"seats": -Infinity}', "bad-number"),
        ('{"a": ' + "[" * 32 + "]" * 32 + "}", "too-deep"),
        ('{"a": ' + "[" * 500_000, "too-deep"),
        ('{"a": ' * 100_000, "too-deep"),
        ('{"a": "\\ud800"}', "half-character"),
        ('{"\\udc00": 1}', "half-character"),
    ],
)
def test_bad_json_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadRecord) as caught:
        loads(text)
    assert caught.value.reason == reason
    assert len(caught.value.text.ru) < 200


def test_the_limits_themselves_are_taken() -> None:
    assert loads('{"n": 9007199254740991, "m": -9007199254740991}') == {"n": 2**53 - 1, "m": 1 - 2**53}
    assert loads('{"a": ' + "[" * 31 + "1" + "]" * 31 + ', "b": "\\ud83c\\udca1"}')["b"] == "🂡"


def test_bad_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.json"
    cases: list[tuple[str | Path, str]] = [(tmp_path / "none", "no-file"), (tmp_path, "no-file"), ("a\0b", "no-file")]
    path.write_bytes(b'{"game": "\xff"}')
    cases.append((path, "not-utf-8"))
    long = tmp_path / "long.json"
    long.write_text(GOOD + " " * 2000)
    monkeypatch.setattr("koloda.strict_json.MAX_RECORD_BYTES", 1000)
    cases.append((long, "too-long"))
    for place, reason in cases:
        for read in (load, lambda path: list(load_many(path))):
            with pytest.raises(BadRecord) as caught:
                read(place)
            assert caught.value.reason == reason
    with pytest.raises(BadRecord, match="there is no such file"):
        dump(EXAMPLE, tmp_path / "none" / "x.json")


# Replaying


def changed(**changes: object) -> dict[str, object]:
    return {**EXAMPLE, **changes}


@pytest.mark.parametrize(
    ("record", "kind", "words"),
    [
        ([], BadRecord, "JSON object"),
        ({"game": "pairs"}, BadRecord, "lacks 'seats'"),
        (changed(game="chess"), KolodaError, "No game 'chess'"),
        (changed(seats=1), KolodaError, "2 to 8 seats"),
        (changed(seats=True), KolodaError, "2 to 8 seats"),
        (changed(seats="2"), BadRecord, "'seats' must be a number"),
        (changed(format=2), WrongVersion, "'format' is 2, ours is 1"),
        (changed(version=99), WrongVersion, "'version' is 99"),
        (changed(options={"target": True}), KolodaError, "from 5 to 31"),
        (changed(chance=[]), BadChance, "Chance request 1: chance ran out"),
        (changed(chance=[{"pick": 0}]), BadChance, "Chance request 1: expected a 'shuffle'"),
        (changed(chance=[{"shuffle": [1, 2]}]), BadChance, "other cards than the 55"),
        (changed(chance={}), BadRecord, "'chance' must be a list"),
        (changed(moves=[[0]]), BadRecord, "Move 1 must be"),
        (changed(moves=[[0, "hit"], [0, "hit"]]), IllegalMove, r"^Move 2 \(0 'hit'\): The match is over"),
        (changed(moves=[[1, "hit"]]), IllegalMove, r"^Move 1 \(1 'hit'\): It is not your turn"),
        (changed(moves=[[7, "hit"]]), KolodaError, r"^Move 1 \(7 'hit'\): Seats are 0 to 1"),
        (changed(result={"scores": [0, 8]}), BadRecord, "does not follow"),
        (changed(result="won"), BadRecord, "does not follow"),
        (changed(format=True), WrongVersion, "'format' is True, ours is 1"),
        (changed(chance=[{"shuffle": ["Ah"]}]), BadChance, "Chance request 1: no such card: 'Ah'."),
    ],
)
def test_a_record_that_does_not_replay_says_where(record: object, kind: type[KolodaError], words: str) -> None:
    with pytest.raises(kind, match=words):
        replay(record)


def test_one_seats_eyes_see_what_it_saw() -> None:
    match = Match.new("pairs", 3, seed="eyes")
    for seat in (0, 2, None):
        again = Match.new("pairs", 3, seed="eyes")
        seen = [again.view(seat)]
        while again.result is None:
            mover = again.turn.seats[0]
            again.play(mover, again.legal(mover)[-1])
            seen.append(again.view(seat))
        assert views_of_record(again.record(), seat) == seen
        assert seen[5].move_number == 5
    with pytest.raises(KolodaError):
        views_of_record(match.record(), 3)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_transcript_tells_every_move_and_the_result(lang: str) -> None:
    match = finished(continuous=True)
    lines = transcript(match.record(), lang).split("\n")
    name = {"ru": "Место", "en": "Seat"}[lang]
    told = [line for line in lines if re.match(r"\d+\. ", line)]
    expected = [f"{n}. {name} {seat}: {move} " for n, (seat, move) in enumerate(match.moves(), 1)]
    assert [line[: line.index("(")] for line in told] == expected
    assert lines[-3].strip() == {"ru": "Итог.", "en": "The result."}[lang]
    assert all(str(score) in lines[-2] for score in match.game.result().scores)


def test_a_transcript_in_russian_and_in_english() -> None:
    assert transcript(EXAMPLE, "ru").split("\n") == [
        "Дайте две! · 2 места",
        "Настройки: Дайте много! — нет; Восемь реалов — нет; Семь бед, один ответ — нет; Проигрышный счёт — 8",
        "Начало.",
        "   Сожжено карт: 5.",
        "   Раунд 1.",
        "   Место 0 получает 8.",
        "   Место 1 получает 9.",
        "   Первый ход: Место 0.",
        "1. Место 0: hit (Взять карту)",
        "   Место 0 берёт 8 — пара! 8 очков.",
        "   Место 0 проигрывает: 8 очков.",
        "Итог.",
        "   Очки: Место 0 8, Место 1 0",
        "   Поражение: Место 0",
    ]
    other = transcript({**EXAMPLE, "moves": [], "result": None}, "en", 1).split("\n")
    assert other[0] == "Pairs · 2 seats"
    assert other[2] == "Seen by Seat 1"
    assert other[-1] == "The match is not over."


def test_whoever_reads_a_record_is_told_that_its_result_is_wrong() -> None:
    record = {**EXAMPLE, "result": {"losers": [1]}}
    for read in (
        lambda: transcript(record, "en"),
        lambda: views_of_record(record, 0),
        lambda: open_views_of_record(record),
    ):
        with pytest.raises(BadRecord, match="does not follow"):
            read()


@pytest.mark.parametrize(("value", "words"), [([], "—"), ([3, 7], "3, 7")])
def test_options_that_are_lists_are_read_as_such(value: list[int], words: str) -> None:
    match = Match.new("the-gang", 2, {"mode": "custom", "challenges": value}, seed="x")
    assert f"Chosen challenges — {words}; Chosen specialist — —" in transcript(match.record(), "en")


def test_another_seats_move_is_told_without_its_text() -> None:
    assert "1. Seat 0: hit (Hit)" in transcript(EXAMPLE, "en", 0).split("\n")
    assert "1. Seat 0" in transcript(EXAMPLE, "en", 1).split("\n")


def test_the_python_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    dump(EXAMPLE, "match.json")
    dump(CLAIMS, "many.jsonl")
    for block in PYTHON:
        exec(compile(block, "records.md", "exec"), {"__name__": "records.md"})


# Whatever comes, only KolodaErrors

JSON = json_values(max_leaves=20)
KEYS = st.sampled_from([*CLAIMS, *EXAMPLE, "steps", "legal", "illegal"])


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(KEYS, JSON, max_size=3))
def test_replaying_anything_raises_nothing_else(changes: dict[str, object]) -> None:
    record = {**CLAIMS, **changes}
    assert isinstance(check_record(record), list)
    for read in (replay, lambda record: transcript(record, "ru", 1)):
        try:
            read(record)
        except KolodaError as error:
            assert error.text.ru
            assert error.text.en


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60) | JSON.map(json.dumps))
def test_loading_any_text_raises_nothing_else(text: str) -> None:
    try:
        loaded = loads(text)
    except KolodaError:
        return
    assert loads(dumps(loaded)) == loaded


@settings(max_examples=200, deadline=None)
@given(st.integers(0, len(GOOD) - 1), st.integers(0, 255))
def test_a_file_with_one_wrong_byte(tmp_path_factory: pytest.TempPathFactory, place: int, byte: int) -> None:
    path = tmp_path_factory.getbasetemp() / "byte.json"
    data = bytearray(GOOD.encode())
    data[place] = byte
    path.write_bytes(data)
    for read in (load, lambda path: list(load_many(path))):
        try:
            found = read(path)
        except KolodaError:
            continue
        check_record(found)
