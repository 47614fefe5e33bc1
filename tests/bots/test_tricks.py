"""The brains of the games of tricks: exact last tricks against a search through all of them, and known decisions."""

from __future__ import annotations

import pytest

from koloda import Match
from koloda.bots import abracadabra, ninety_nine
from koloda.bots.seat_view import SeatView
from koloda.bots.shared.tricks import bit_of, card_of, count_bits, low_bit, mask_of, share_of
from koloda.bots.think import think
from koloda.core.chance import Fast
from koloda.core.game import Game
from koloda.core.options import OptionValue
from koloda.games.abracadabra.game import Abracadabra
from koloda.games.ninety_nine.game import NinetyNine
from koloda.games.shared.tricks import CARD_BY_NAME, JOKER
from koloda.lab.simulate import bots_move


def played_to(game_id: str, seats: int, seed: int, left: int, **options: OptionValue) -> Match:
    """A match of normal bots, brought to where everybody has ``left`` cards of the first deal."""
    brain = ninety_nine.BRAIN if seats == 3 else abracadabra.BRAIN
    match = Match.new(game_id, seats, options, chance=Fast(seed))

    def normal(seat_view: SeatView, chance: object) -> str:
        return brain.choose(seat_view.world(Fast(1)), seat_view.seat, Fast(1))

    while match.game.phase() != "play" or sum(len(hand) for hand in hands(match.game)) > left * seats:
        bots_move(match, match.turn.seats, [normal] * seats, Fast(1))
    return match


def hands(game: Game) -> list[list[int]]:
    assert isinstance(game, NinetyNine | Abracadabra)
    piles = [*game.hands, *game.aside] if isinstance(game, NinetyNine) and not game.parlett else game.hands
    return [pile.cards() for pile in piles]


def best_scores(game: Game) -> list[int]:
    """The points of the deal when everybody plays their best and sees all: a search through the rules themselves."""
    assert isinstance(game, NinetyNine | Abracadabra)
    if game.over or game.round > 1:
        return list(game.scores)
    seat = int(game.mover)
    found: list[tuple[float, list[int]]] = []
    for move in sorted(game.moves(seat), key=lambda move: int(bit_of(CARD_BY_NAME[move[5:]]))):
        after = game.copy()
        after.act(seat, move)
        scores = best_scores(after)
        grudge = ninety_nine.RIVAL_POINT_WEIGHT if isinstance(game, NinetyNine) else abracadabra.RIVAL_POINT_WEIGHT
        found.append(((1 + grudge) * scores[seat] - grudge * sum(scores), scores))
    return max(found, key=lambda pair: pair[0])[1]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("rules", ["book", "parlett"])
def test_last_tricks_of_ninety_nine_are_exact(seed: int, rules: str) -> None:
    game = played_to("ninety-nine", 3, seed, 3, rules=rules).game
    assert isinstance(game, NinetyNine)
    deal = ninety_nine.NinetyDeal(game)
    deal.load_game(game)
    assert deal.points(deal.finish(3)) == best_scores(game)


@pytest.mark.parametrize("seed", range(3))
def test_last_tricks_of_abracadabra_are_exact(seed: int) -> None:
    game = played_to("abracadabra", 4, seed, 2).game
    assert isinstance(game, Abracadabra)
    deal = abracadabra.AbraDeal(game)
    deal.load_game(game)
    assert deal.points(deal.finish(2)) == best_scores(game)


def test_cards_and_bits() -> None:
    assert [int(card_of(bit_of(card))) for card in range(52)] == list(range(52))
    hand = [0, 7, 30, JOKER]
    assert count_bits(mask_of(hand, 51)) == 4 and low_bit(mask_of(hand, 51)) == bit_of(0)
    assert mask_of([JOKER], 51) == mask_of([51], 0)


def test_the_share_of_a_race() -> None:
    assert share_of([99, 99, 3], 0, 99, 18.0, 13.0) == 0.5 and share_of([100, 99, 3], 1, 99, 18.0, 13.0) == 0
    shares = [share_of([60, 40, 20], seat, 99, 18.0, 13.0) for seat in range(3)]
    assert sum(shares) == pytest.approx(1) and shares == sorted(shares, reverse=True)
    late = share_of([95, 75, 55], 0, 99, 18.0, 13.0)
    assert late > shares[0]


def test_bids_are_read() -> None:
    """A player who bid nine does not hold a hand of sixes."""
    match = Match.new("ninety-nine", 3, chance=Fast(1))
    for seat in range(3):
        match.play(seat, ninety_nine.BRAIN.choose(match.game, seat, Fast(1)))
    game = match.game
    assert isinstance(game, NinetyNine)
    other = match.turn.seats[0]
    seat = (other + 1) % 3
    world = SeatView(match, seat).world(Fast(2))
    assert isinstance(world, NinetyNine) and ninety_nine.BRAIN.likely(world, seat)
    held = sum(len(world.hands[s]) + len(world.aside[s]) for s in range(3))
    assert held == 36 and all(len(world.aside[s]) == 3 for s in range(3))
    worth = ninety_nine.NinetyDeal(world)
    worth.load_game(world)
    honest = round(worth.expected(other))
    world.bids[other] = honest
    assert ninety_nine.BRAIN.likely(world, seat)
    world.bids[other] = honest + 4
    assert not ninety_nine.BRAIN.likely(world, seat)


def test_huge_choices_are_pruned() -> None:
    match = Match.new("ninety-nine", 3, chance=Fast(1))
    assert len(match.legal(0)) == 220
    assert len(ninety_nine.BRAIN.candidates(match.game, 0)) == ninety_nine.MAX_ASIDES_SEARCHED
    match = Match.new("abracadabra", 4, chance=Fast(1))
    while match.game.phase() == "bid":
        seat = match.turn.seats[0]
        options = abracadabra.BRAIN.candidates(match.game, seat)
        assert set(options) <= set(match.legal(seat)) and len(options) <= 8
        match.play(seat, abracadabra.BRAIN.choose(match.game, seat, Fast(1)))
    seat = match.turn.seats[0]
    assert abracadabra.BRAIN.candidates(match.game, seat) == ["show"]
    assert think(SeatView(match, seat), abracadabra.BRAIN, Fast(1))[0].move == "show"
    assert CARD_BY_NAME["Jk"] == JOKER
