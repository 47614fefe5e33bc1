"""The seeded stream of docs/records.md: the page's test vectors, an implementation made from the page, and the code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koloda import Match, all_games, find_game
from koloda.core.cards import FRENCH, TRIANGULAR, Deck
from koloda.core.chance import Seeded
from koloda.core.game import Game
from koloda.core.pile import Pile
from records_page import PAGE, VECTORS

DECKS: dict[str, Deck] = {"triangular": TRIANGULAR, "french": FRENCH}


# The stream, written anew from section 4 of the page and from nothing else


class Stream:
    def __init__(self, seed: str) -> None:
        self.key = sha256(seed.encode()).digest()
        self.words = self.all_words()

    def all_words(self) -> Iterator[int]:
        k = 0
        while True:
            block = sha256(self.key + bytes([(k >> shift) & 255 for shift in range(56, -8, -8)])).digest()
            for a, b, c, d in zip(block[0::4], block[1::4], block[2::4], block[3::4], strict=True):
                yield ((a * 256 + b) * 256 + c) * 256 + d
            k += 1

    def below(self, n: int) -> int:
        limit = 2**32 - 2**32 % n
        return next(word for word in self.words if word < limit) % n

    def shuffle(self, cards: list[Any]) -> list[Any]:
        for i in range(len(cards) - 1, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return cards


def packs() -> dict[str, list[Any]]:
    french = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    return {"triangular": [rank for rank in range(1, 11) for _ in range(rank)], "french": french}


def test_the_page_has_all_kinds_of_vectors() -> None:
    keys = {key for vector in VECTORS for key in vector}
    assert keys == {"seed", "key", "words", "from", "picks", "pack", "shuffle", "after"}
    assert {vector.get("pack") for vector in VECTORS} == {None, "triangular", "french"}


@pytest.mark.parametrize("vector", VECTORS)
def test_a_stream_written_from_the_page_gives_its_vectors(vector: dict[str, Any]) -> None:
    seed = vector["seed"]
    if "key" in vector:
        assert Stream(seed).key.hex() == vector["key"]
        stream = Stream(seed)
        assert [next(stream.words) for _ in vector["words"]] == vector["words"]
    stream = Stream(seed)
    assert [stream.below(n) for n in vector.get("from", [])] == vector.get("picks", [])
    if "pack" in vector:
        stream = Stream(seed)
        assert stream.shuffle(packs()[vector["pack"]]) == vector["shuffle"]
        assert stream.below(1000) == vector["after"]


@pytest.mark.parametrize("vector", VECTORS)
def test_the_code_gives_the_vectors_of_the_page(vector: dict[str, Any]) -> None:
    source = Seeded(vector["seed"])
    if "pack" in vector:
        deck = DECKS[vector["pack"]]
        pile = Pile.of(deck.pack)
        source.shuffle(pile, deck)
        assert deck.values(pile.cards()) == vector["shuffle"]
        assert source.pick(1000) == vector["after"]
        return
    assert [source.pick(n) for n in vector["from"]] == vector["picks"]
    words = Seeded(vector["seed"])
    assert [words.pick(2**32) for _ in vector.get("words", [])] == vector.get("words", [])


def orders() -> dict[str, list[Any]]:
    """The order of every game's deck by the table of the page."""
    rows = re.findall(r"^\| (.+?) \| ([0-9TJQKA ]+?) \| (.*?) ?\|$", PAGE, re.M)
    found: dict[str, list[Any]] = {}
    for games, ranks, then in rows:
        french = [rank + suit for rank in ranks.split() for suit in "cdhs"]
        cards = [int(rank) for rank in ranks.split()] if "10" in ranks.split() else french
        found |= {game: [*cards, *then.split()] for game in re.findall("`(.+?)`", games) or [games]}
    return found


def order_of(game: type[Game]) -> list[Any]:
    """The order of a game's deck: by its own row, by that of a game with the same deck, or by the row of the others."""
    rows = orders()
    others = rows.pop("the others")
    same_deck = [order for game_id, order in rows.items() if find_game(game_id).info.deck is game.info.deck]
    return rows.get(game.info.id) or [*same_deck, others][0]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.info.id)
def test_the_page_is_enough_to_deal_every_game(game: type[Game]) -> None:
    order = order_of(game)
    match = Match.new(game.info.id, game.info.seats[0], seed="Дайте две!")
    for _ in range(60):
        if match.turn.seats:
            match.play(match.turn.seats[0], match.legal(match.turn.seats[0])[-1])
    stream = Stream("Дайте две!")
    for asked in match.game.chance.asked:
        cards = asked.to_json().get("shuffle")
        if isinstance(cards, list):
            assert stream.shuffle(sorted(cards, key=order.index)) == cards
        else:
            assert asked.to_json() == {"pick": stream.below(asked.out_of)}


@given(st.text(), st.lists(st.integers(1, 2**32), min_size=1, max_size=30))
def test_page_and_code_agree_on_any_seed(seed: str, limits: list[int]) -> None:
    stream, source = Stream(seed), Seeded(seed)
    assert [source.pick(n) for n in limits] == [stream.below(n) for n in limits]
    pile = Pile.of(FRENCH.pack)
    source.shuffle(pile, FRENCH)
    assert FRENCH.values(pile.cards()) == stream.shuffle(packs()["french"])


def test_a_shuffle_depends_on_the_cards_and_not_on_how_they_lay() -> None:
    one, other = Pile.of([5, 3, 9, 1]), Pile.of([9, 1, 3, 5])
    Seeded("order").shuffle(one, TRIANGULAR)
    Seeded("order").shuffle(other, TRIANGULAR)
    assert one.cards() == other.cards()
