"""What the discards of cribbage gain from reckoning with the play."""

from __future__ import annotations

import pytest

from koloda.core.pile import Pile
from koloda.lab.cribbage_discards import Discard, discard, gain, main, points


def cards(*ranks: int) -> list[int]:
    """Cards of these ranks (ace 1), one suit after the other."""
    return [4 * (rank - 1) + number % 4 for number, rank in enumerate(ranks)]


def test_points_are_the_difference_to_the_other_player() -> None:
    mine = Discard(Pile.of(cards(5, 5, 5, 10)), cards(2, 12))
    theirs = Discard(Pile.of(cards(2, 4, 6, 8)), [0, 4 * 11 + 3])
    own, other = (points(mine, theirs, cards(13)[0], role) for role in (True, False))
    assert own.shown > other.shown >= 14  # three fives with ten and king, and the crib for or against
    assert own.pegged != 0 or other.pegged != 0


def test_without_weight_nothing_differs() -> None:
    found = gain(40, 0.0)
    assert found.differs == 0 and found.all.value == 0


def test_hands_are_given_up_for_the_play() -> None:
    found = gain(600, 2.0)
    assert found.differs > 0.1 and found.shown.value < 0 < found.pegged.value
    assert found.all.value == pytest.approx(found.shown.value + found.pegged.value)


def test_a_discard_leaves_four() -> None:
    hand = Pile.of(sorted(cards(1, 4, 5, 6, 10, 13)))
    found = discard(hand, True, 0.7)
    assert sorted(found.kept.cards() + found.laid) == hand.cards() and len(found.laid) == 2


def test_the_command_tells_the_gain(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["20", "1"]) == 0
    assert "20 deals, weight 1.0" in capsys.readouterr().out
