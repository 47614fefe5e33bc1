"""Soaks: every way of playing ends, families are kept to, and what is wrong is found."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from koloda.games.pairs import Pairs
from koloda.testing import soak
from koloda.testing.walks import Case, cards_of

CASE = Case("pairs", 3, {})


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("how", soak.WAYS)
def test_a_match_is_played_to_its_end(how: str, number: int) -> None:
    assert soak.WAYS[how](CASE._replace(number=number)) > 3


def test_the_same_case_is_the_same_match() -> None:
    assert soak.soak_match(CASE) == soak.soak_match(CASE)
    assert soak.soak_bots(CASE) == soak.soak_bots(CASE)


def test_a_family_keeps_to_its_option() -> None:
    standard = soak.family(soak.Plan("cribbage", "rules=standard", "random"))
    assert standard and all(case.options.get("rules") == "standard" for case in standard)
    base = soak.family(soak.Plan("the-gang", "mode=base", "random"))
    assert (
        base and all("mode" not in case.options for case in base) and {case.seats for case in base} == {2, 3, 4, 5, 6}
    )
    assert len(soak.family(soak.Plan("cribbage", "", "random"))) > len(standard)
    with pytest.raises(SystemExit):
        soak.family(soak.Plan("cribbage", "rules=chess", "random"))


def test_a_lost_card_is_found() -> None:
    match = CASE.match()
    cards = cards_of(match.game)
    soak.look(match, cards, 0)
    assert isinstance(match.game, Pairs)
    match.game.deck.draw()
    with pytest.raises(AssertionError, match="lost or made"):
        soak.look(match, cards, 0)


def test_bots_keep_numbers_as_they_are() -> None:
    assert any("target" in case.options for case in soak.family(soak.Plan("cribbage", "", "random")))
    assert not any("target" in case.options for case in soak.family(soak.Plan("cribbage", "", "bots")))


@pytest.mark.parametrize("play", [soak.soak_match, soak.soak_bare, soak.soak_bots])
def test_a_match_without_end_is_found(play: Callable[[Case], int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "cap_of", lambda game: 4)
    with pytest.raises(AssertionError, match="does not end"):
        play(CASE)


def test_bare_matches_lose_no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = iter([[1, 2], [1]])
    monkeypatch.setattr(soak, "cards_of", lambda game: next(counts))
    with pytest.raises(AssertionError, match="lost or made"):
        soak.soak_bare(CASE)


def test_the_command_prints_a_row_per_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak.main(["ninety-nine", "--matches", "2", "--where", "rules=parlett", "--processes", "1"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(soak.HEADING) and "| ninety-nine, rules=parlett | 2 |" in out


def test_the_command_tells_that_no_case_is_so() -> None:
    with pytest.raises(SystemExit, match="pairs has no case with rules=chess"):
        soak.main(["pairs", "--matches", "2", "--where", "rules=chess", "--processes", "1"])
