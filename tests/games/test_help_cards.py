"""The help cards tell the truth: their examples are counted by the rules themselves."""

from __future__ import annotations

import pytest

from koloda.core.cards import FRENCH
from koloda.core.game import HelpRow
from koloda.core.pile import Pile
from koloda.core.text import LANGUAGES
from koloda.games.cribbage.counting import ACE_LOW, PAIR_KINDS, explain_show, peg_points, value
from koloda.games.cribbage.info import HELP as CRIBBAGE
from koloda.games.kitten import GAME as KITTY
from koloda.games.podfilim import GAME as PODFILIM
from koloda.games.shared.majority import MAJORITY_HELP, majorities
from koloda.games.shared.poker import CATEGORIES, CATEGORY_NAMES, category_name, evaluate
from koloda.games.sweep import GAME as SWEEP
from koloda.games.the_gang.help_card import COMBINATIONS, EQUALS
from koloda.games.twenty_one.counting import GOAL_POINTS, total_of, worth
from koloda.games.twenty_one.info import HELP as TWENTY_ONE
from koloda.words import help_lines


def cards_of(text: str) -> list[int]:
    return [FRENCH.card(face) for face in text.split()]


def french(row: HelpRow) -> list[int]:
    return [FRENCH.card(face) for face in row.cards]


def test_the_combinations_of_poker_descend_and_are_what_they_are_called() -> None:
    strengths = [evaluate(french(row)) for row in COMBINATIONS.rows]
    assert strengths == sorted(strengths, reverse=True)
    assert [category_name(strength) for strength in strengths] == list(reversed(CATEGORIES))
    assert [row.name for row in COMBINATIONS.rows] == [CATEGORY_NAMES[name] for name in reversed(CATEGORIES)]


def test_the_wheel_is_the_weakest_straight_and_kickers_decide() -> None:
    wheel, kickers = (
        next(row for row in EQUALS.rows if row.name.en == name)
        for name in (
            "The ace in a straight",
            "Kickers",
        )
    )
    assert category_name(evaluate(french(wheel))) == "straight"
    assert evaluate(french(wheel)) < evaluate(cards_of("6c 5c 4s 3h 2d"))
    assert evaluate(french(kickers)) > evaluate(cards_of("9c 9h Ks 7d 4c"))


PEGGED, SHOWN = CRIBBAGE


@pytest.mark.parametrize("row", [row for row in PEGGED.rows if row.cards], ids=lambda row: row.name.en)
def test_points_of_the_play_in_cribbage(row: HelpRow) -> None:
    cards = [ACE_LOW.card(face) for face in row.cards]
    count = sum(value(card) for card in cards) if "count" in row.name.en else 0  # else the sum is not the point
    told = [int(number) for number in row.number.split(" / ")]
    assert [peg_points(Pile.of(cards), count, book) for book in (True, False)] == [told[0], told[-1]]


@pytest.mark.parametrize("row", SHOWN.rows[:5], ids=lambda row: row.name.en)
def test_points_of_the_show_in_cribbage(row: HelpRow) -> None:
    """The row's own cards with others that have nothing to do with them."""
    spare = [face for face in ("Kc", "Qd", "2c", "As") if face[0] not in "".join(map(str, row.cards))]
    cards = [str(face) for face in row.cards]
    hand = [*cards, *spare][:5]
    for told, rules in zip((row.number.split(" / ") * 2)[:2], ("book", "standard"), strict=True):
        parts = explain_show(hand[:4], hand[4], rules=rules)
        mine = [part for part in parts if set(part.cards) <= set(cards)]
        assert sum(part.points for part in mine if part.kind == kind_of(row)) == int(told)


def kind_of(row: HelpRow) -> str:
    if row.name.en == "Every fifteen":
        return "fifteen"
    return "run" if row.name.en == "A run" else PAIR_KINDS[len(row.cards) - 1]


def test_flushes_and_jacks_of_cribbage() -> None:
    flush, crib, jack, _ = SHOWN.rows[5:]
    hand = [str(face) for face in flush.cards]
    for rules in ("book", "standard"):
        assert [part.points for part in explain_show(hand, "6c", rules=rules) if part.kind == "flush"] == [4]
        five = [str(face) for face in crib.cards]
        told = [part.points for part in explain_show(five[:4], five[4], crib=True, rules=rules) if part.kind == "flush"]
        assert told == [int(crib.number)]
        nobs = explain_show([str(jack.cards[0]), "2c", "4d", "8s"], "Kh", rules=rules)
        assert [part.points for part in nobs if part.kind == "nobs"] == [int(jack.number)]


def test_the_values_of_twenty_one() -> None:
    ace, *courts, numbers = TWENTY_ONE[0].rows
    assert [worth(FRENCH.card(ace.cards[0]), points) for points in (11, 1)] == [int(n) for n in ace.number.split(" / ")]
    for row in courts:
        assert worth(FRENCH.card(row.cards[0]), 11) == int(row.number)
    low, high = numbers.number.split("–")
    assert [worth(card, 11) for card in french(numbers)] == list(range(int(high), int(low) - 1, -1))
    for row in TWENTY_ONE[1].rows:
        assert total_of(Pile.of(french(row)), 11, False) == int(row.number)
    assert TWENTY_ONE[1].rows[0].number == str(GOAL_POINTS)


def test_majorities() -> None:
    most, level, fewer, nobody = MAJORITY_HELP.rows
    mine, first, second = ([0] * 11 for _ in range(3))
    mine[8], first[8], second[8] = len(most.cards), 2, 1
    mine[10], first[10] = len(level.cards), len(level.cards)
    mine[9], first[9] = len(fewer.cards), 2
    won = majorities([mine, first, second])
    assert won[0] == [int(most.number), int(level.number)] and won[1] == [9, int(level.number)] and won[2] == []
    assert nobody.number == "0" == fewer.number


def test_games_of_majorities_share_the_card_and_the_terminal_prints_it() -> None:
    assert KITTY.info.help == SWEEP.info.help == (MAJORITY_HELP,)
    assert PODFILIM.info.help[0].rows[:4] == MAJORITY_HELP.rows
    for lang in LANGUAGES:
        lines = help_lines(SWEEP.info, lang)
        assert len(lines) == 5 and "8 8 8 · 8 — " in lines[1]
