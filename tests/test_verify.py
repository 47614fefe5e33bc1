"""``koloda verify``: an honest deal is approved; every forgery is refused, and a sentence says what does not fit."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest

import forgeries
from forgeries import BASES, DEAL, FORGERIES, NONCES, SEATS, SECRET, Forgery, Json, forged, honest, played, seal_of
from koloda.cli import main
from koloda.core.errors import BadRecord, KolodaError, WrongVersion
from koloda.seal import line_digest, old_commitment
from koloda.verify import Unfair, verify
from koloda.verify_words import NOTES, PROBLEMS

RECORD, SEEN = honest()
WITH_NOTES = {**RECORD, "seen": SEEN}


def said(record: Json) -> list[str]:
    return [note.get("en") for note in verify(record)]


def problem(record: Json) -> KolodaError:
    with pytest.raises(KolodaError) as caught:
        verify(record)
    return caught.value


def test_the_file_for_the_page_is_up_to_date() -> None:
    assert forgeries.FILE.read_text(encoding="utf-8") == forgeries.text(), "python tests/forgeries.py writes it"


def test_an_honest_deal_is_approved() -> None:
    draws = len(RECORD["chance"])
    assert said(WITH_NOTES) == [
        f"The deal was fair: {draws} requests of chance, exactly what the rules ask for and the seal gives.",
        "Seats that have added numbers of their own: 0, 1.",
        NOTES["seen"].fill("en", {"n": len(SEEN["lines"])}),
    ]
    assert said(RECORD)[-1] == NOTES["unseen"].en
    for game in BASES:
        record, seen = honest(game)
        assert verify({**record, "seen": seen})
    assert verify({"id": DEAL.match, "record": RECORD, "players": [], "when": 0}) == verify(RECORD)


@pytest.mark.parametrize("forgery", FORGERIES, ids=lambda forgery: forgery.name)
def test_a_forgery_is_refused(forgery: Forgery) -> None:
    lie, seen = forged(forgery)
    found = problem({**lie, "seen": seen})
    assert found.reason == forgery.terminal, found.text.en
    assert found.text.ru != found.text.en and re.search("[а-я]", found.text.ru)


def test_there_are_enough_forgeries() -> None:
    assert len(FORGERIES) >= 14 and len({one.name for one in FORGERIES}) == len(FORGERIES)
    named = {one.terminal for one in FORGERIES} | {one.page for one in FORGERIES}
    assert PROBLEMS.keys() - named <= {
        "seen-shape",
        "contradicted",
        "my-nonce",
        "nonce",
        "rule-nonce",
        "rules-move",
        "undone-move",
        "unfinished",
    }


WITHOUT_NOTES = {
    "two cards exchanged": "shuffle",
    "another pick": "pick",
    "another secret": "secret",
    "twos turned into aces": "pack",
    "every pick out of one": "rules-request",
    "a draw before the deal": "rules-request",
    "an idle draw in the middle": "rules-request",
    "the last draw left out": "rules-count",
    "a card missing": "pack",
    "a number that does not fit": "nonce",
    "a bot's number chosen": "rule-nonce",
    "another result": "result",
    "numbers left out": "seal-shape",
}


@pytest.mark.parametrize("forgery", [one for one in FORGERIES if one.name in WITHOUT_NOTES], ids=lambda one: one.name)
def test_what_does_not_follow_from_the_seal_is_refused_without_a_pages_notes_too(forgery: Forgery) -> None:
    assert problem(forged(forgery)[0]).reason == WITHOUT_NOTES[forgery.name]


def test_another_log_another_number_and_a_move_against_the_rules_are_refused() -> None:
    lines = [[number, "0" * 16] for number, _ in SEEN["lines"]]
    assert problem({**RECORD, "seen": {**SEEN, "lines": lines}}).reason == "other-line"
    assert problem({**RECORD, "seen": {**SEEN, "lines": [[9999, "0" * 16]]}}).reason == "other-line"
    absent = {**SEEN, "commits": [], "nonces": []}  # the page was not there while the cards were dealt
    assert problem({**RECORD, "seen": {**absent, "nonce": "00" * 16}}).reason == "my-nonce"
    wrong = problem({**RECORD, "moves": [[0, "fly"], *RECORD["moves"]]})
    assert wrong.reason == "rules-move" and "move 1" in wrong.text.en
    short = copy.deepcopy(RECORD)
    short["moves"], short["result"] = [], None
    short["chance"], short["picks"] = short["chance"][:2], short["picks"][:1]
    assert problem(short).reason == "unfinished"


def test_a_record_behind_another_is_refused() -> None:
    for file in (
        {**WITH_NOTES, "record": WITH_NOTES},
        {"id": DEAL.match, "record": WITH_NOTES},
        {"id": DEAL.match, "record": {**RECORD, "record": RECORD}},
        {"seen": SEEN, "record": RECORD},
        {"record": 5},
    ):
        assert problem(file).reason == "two-records"


def test_what_a_page_saw_with_other_eyes_is_compared_too() -> None:
    def lines(seat: int | None) -> list[list[Any]]:
        return [[number, line_digest(number, notes)] for number, notes in forgeries.lines_of(RECORD, seat) if notes]

    others = [{"you": seat, "nonce": "", "lines": lines(seat)} for seat in (1, None)]
    count = sum(len(eyes["lines"]) for eyes in [SEEN, *others])
    assert said({**RECORD, "seen": {**SEEN, "others": others}})[-1] == NOTES["seen"].fill("en", {"n": count})
    others[1]["lines"] = [[0, "0" * 16]]
    assert problem({**RECORD, "seen": {**SEEN, "others": others}}).reason == "other-line"


def test_a_server_that_contradicted_itself_in_play_is_not_fair_whatever_it_tells_later() -> None:
    assert problem({**RECORD, "seen": {**SEEN, "contradicted": True}}).reason == "contradicted"


def test_a_record_of_another_format_is_refused() -> None:
    assert isinstance(problem({**RECORD, "format": 99}), WrongVersion)
    assert isinstance(problem({**RECORD, "version": RECORD["version"] + 1}), WrongVersion)


def test_a_number_that_came_too_late_is_named_and_no_lie() -> None:
    seal = seal_of(DEAL, SECRET, NONCES)
    seal["nonces"] = DEAL.counted_nonces(seal["commits"], ["", NONCES[1], ""])
    record, match = played(seal)
    found = said({**record, "seen": forgeries.seen_of(record, match)})
    assert found[1:3] == ["Seats that have added numbers of their own: 1.", NOTES["late"].fill("en", {"seats": "0"})]
    assert found[-1] == NOTES["not-mine"].en


def test_a_deal_without_numbers_proves_less_and_the_old_way_too() -> None:
    seal = {**seal_of(DEAL, SECRET, []), "commits": [""] * SEATS}
    seal["nonces"] = DEAL.counted_nonces(seal["commits"], [""] * SEATS)
    record, _ = played(seal)
    assert said(record)[1] == NOTES["no-numbers"].en
    old = {"way": 1, "commitment": old_commitment(SECRET), "secret": SECRET, "words": ["a rainy day", None, None]}
    record, _ = played(old)
    assert said(record)[1] == NOTES["old"].en
    assert problem({**record, "seal": {**old, "words": ["a sunny day", None, None]}}).reason in ("shuffle", "pick")
    assert problem({**record, "seal": {**old, "secret": "00" * 32}}).reason == "secret"


SHAPES: list[tuple[str, Any]] = [
    ("seal", []),
    ("seal", {}),
    ("seal", {**RECORD["seal"], "way": 3}),
    ("seal", {**RECORD["seal"], "way": True}),
    ("seal", {**RECORD["seal"], "secret": 5}),
    ("seal", {**RECORD["seal"], "secret": "5E" * 32}),
    ("seal", {**RECORD["seal"], "commitment": "x"}),
    ("seal", {**RECORD["seal"], "table": None}),
    ("seal", {**RECORD["seal"], "commits": {}}),
    ("seal", {**RECORD["seal"], "commits": RECORD["seal"]["commits"][:2]}),
    ("seal", {**RECORD["seal"], "nonces": [1, 2, 3]}),
    ("seal", {**RECORD["seal"], "nonces": ["", "", ""]}),
    ("seal", {"way": 1, "commitment": "0" * 64, "secret": "0" * 64, "words": [1, 2, 3]}),
    ("seen", []),
    ("seen", {**SEEN, "others": 5}),
    ("seen", {**SEEN, "others": [5]}),
    ("seen", {**SEEN, "others": [{"you": 1}]}),
    ("seen", {}),
    ("seen", {**SEEN, "commits": None}),
    ("seen", {**SEEN, "chance": None}),
    ("seen", {**SEEN, "lines": None}),
    ("seen", {**SEEN, "lines": [5]}),
    ("seen", {**SEEN, "lines": [[-1, ""]]}),
    ("seen", {**SEEN, "you": 3, "nonce": ""}),
]


@pytest.mark.parametrize(("name", "value"), SHAPES)
def test_what_has_another_shape_is_refused(name: str, value: object) -> None:
    found = problem({**WITH_NOTES, name: value})
    assert isinstance(found, Unfair) and found.reason == f"{name}-shape"


@pytest.mark.parametrize("picks", [True, 5, "x", {}])
def test_picks_of_another_shape_are_refused(picks: object) -> None:
    found = problem({**WITH_NOTES, "picks": picks})
    assert found.reason == "seal-shape" and "picks" in found.text.en


def test_without_a_seal_there_is_nothing_to_verify() -> None:
    record = {name: value for name, value in RECORD.items() if name != "seal"}
    assert isinstance(problem(record), BadRecord) and problem(record).reason == "no-seal"
    assert problem({"nonsense": 1}).reason == "incomplete"


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_the_command(lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(WITH_NOTES), encoding="utf-8")
    assert main(["--lang", lang, "verify", str(path)]) == 0
    assert capsys.readouterr().out.startswith({"ru": "✓ Сдача честная", "en": "✓ The deal was fair"}[lang])
    lie = copy.deepcopy(WITH_NOTES)
    forgeries.twos_turned_into_aces(lie)
    path.write_text(json.dumps(lie), encoding="utf-8")
    assert main(["--lang", lang, "verify", str(path)]) == 1
    assert "№ 2: тасуются не те карты" in capsys.readouterr().out if lang == "ru" else True
    path.write_text("{}", encoding="utf-8")
    assert main(["--lang", lang, "verify", str(path)]) == 2
