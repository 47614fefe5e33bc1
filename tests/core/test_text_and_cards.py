"""Words with their plurals, and the names of cards."""

from __future__ import annotations

import pytest

from koloda import BadRecord, KolodaError
from koloda.core.cards import FRENCH, SUITLESS_JACK, TRIANGULAR, TRIANGULAR_JOKER, TRIANGULAR_JOKERS
from koloda.core.text import Text, plural

POINTS = Text("{seat}: {n} {n:очко|очка|очков}", "{seat}: {n} {n:point|points}")


def test_texts_are_filled_in_both_languages() -> None:
    assert POINTS.fill("ru", {"seat": "Аня", "n": 1}) == "Аня: 1 очко"
    assert POINTS.fill("ru", {"seat": "Аня", "n": 22}) == "Аня: 22 очка"
    assert POINTS.fill("en", {"seat": "Ann", "n": 0}) == "Ann: 0 points"
    assert Text("а", "b").fill("en", {}) == "b"
    assert (POINTS.get("ru"), POINTS.get("en")) == (POINTS.ru, POINTS.en)


@pytest.mark.parametrize(
    ("n", "ru", "en"),
    [(0, 2, 1), (1, 0, 0), (2, 1, 1), (4, 1, 1), (5, 2, 1), (11, 2, 1), (12, 2, 1), (14, 2, 1), (21, 0, 1), (-1, 0, 0)],
)
def test_plural_forms(n: int, ru: int, en: int) -> None:
    assert (plural("ru", n), plural("en", n)) == (ru, en)


def test_packs() -> None:
    assert len(TRIANGULAR.pack) == 55
    assert all(TRIANGULAR.pack.count(rank) == rank for rank in range(1, 11))
    assert (len(TRIANGULAR_JOKERS.pack), TRIANGULAR_JOKERS.pack.count(TRIANGULAR_JOKER)) == (70, 15)
    assert len(set(FRENCH.pack)) == 52


def test_every_card_is_read_back() -> None:
    for deck in (TRIANGULAR, TRIANGULAR_JOKERS, FRENCH):
        for card in set(deck.pack):
            assert deck.card(deck.value(card)) == card
            assert deck.face(card) == str(deck.value(card))
    assert FRENCH.values([0, 51, SUITLESS_JACK]) == ["2c", "As", "Jx"]
    assert TRIANGULAR_JOKERS.value(TRIANGULAR_JOKER) == "*"


@pytest.mark.parametrize("value", [0, 11, "1", True, None, 1.5, [], "Ah "])
def test_cards_that_do_not_exist(value: object) -> None:
    for deck in (TRIANGULAR, FRENCH):
        with pytest.raises(BadRecord) as error:
            deck.card(value)
        assert error.value.reason == "unknown-card"


def test_errors_speak_both_languages() -> None:
    error = KolodaError("why", Text("почему", "why so"))
    assert (str(error), error.reason, error.text.ru) == ("why so", "why", "почему")
