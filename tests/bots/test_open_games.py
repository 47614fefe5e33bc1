"""Starboard, Blackstone, Troll Guts, Five Cards and 21: exact odds, and moves in positions whose answer is known."""

from __future__ import annotations

from itertools import combinations

import pytest

from koloda import Match
from koloda.bots import blackstone, find_bot, five_card, starboard, troll_guts, twenty_one
from koloda.bots.seat_view import SeatView
from koloda.bots.think import think
from koloda.core.cards import FRENCH
from koloda.core.chance import Fast
from koloda.core.options import OptionValue
from koloda.core.pile import Pile
from koloda.games import blackstone as blackstone_rules
from koloda.games.blackstone import Blackstone
from koloda.games.five_card import COLUMN_COUNT, FiveCard
from koloda.games.starboard import Starboard
from koloda.games.troll_guts import TrollGuts
from koloda.games.twenty_one.counting import worth
from koloda.games.twenty_one.game import BANKER_STAGE, BET_STAGE, PLAYER_STAGE, TwentyOne


def strong(match: Match, seat: int, worlds: int = 60) -> str:
    brain = find_bot(match.game.info.id).brain
    assert brain is not None
    return think(SeatView(match, seat), brain, Fast(3), worlds, patience=60.0)[0].move


# Starboard


def common(cards: list[int], seats: int = 2) -> tuple[Match, Starboard]:
    """A round with these common cards, seat 0 to move; the other cards are in the deck."""
    match = Match.new("starboard", seats, chance=Fast(1))
    game = match.game
    assert isinstance(game, Starboard)
    rest = game.deck.cards() + game.burnt.cards() + game.discard.cards() + game.common.cards()
    for card in cards:
        rest.remove(card)
    game.common.fill(Pile.of(cards))
    game.deck.fill(Pile.of(rest))
    for pile in (game.burnt, game.burnt_seen, game.discard):
        pile.clear()
    game.first = 0
    game.one(0)
    return match, game


def test_a_card_survives_as_often_as_it_can() -> None:
    _, game = common([9, 10])
    cards = game.deck.cards()
    assert starboard.survival(game) == pytest.approx(sum(1 for card in cards if card < 9) / len(cards))


def test_low_common_cards_are_hit_and_a_full_hand_is_not() -> None:
    match, game = common([1, 2], 4)
    game.folded_at[3] = 2
    assert strong(match, 0) == "hit"
    match, game = common([4, 5, 6, 7, 8, 9, 10], 4)
    assert starboard.BRAIN.choose(game, 0, Fast(1)) == "fold"
    assert strong(match, 0) == "fold"


def test_the_odds_of_later_cards_are_near_those_of_all_ways() -> None:
    """Two cards ahead by enumeration, one by one."""
    _, game = common([4, 10])
    cards = game.deck.cards()
    odds = starboard.survivals(game)
    assert odds[2] == pytest.approx(starboard.survival(game))
    both = sum(1 for i, a in enumerate(cards) for j, b in enumerate(cards) if i != j and len({4, 10, a, b}) == 4)
    assert odds[2] * odds[3] == pytest.approx(both / (len(cards) * (len(cards) - 1)), rel=0.02)


def test_who_has_folded_later_is_not_left_behind() -> None:
    """Seat 1 has folded at three cards: a fold now shares, a hit would have to survive first."""
    match, game = common([8, 9, 10])
    game.folded_at[1] = 3
    game.pot = 2
    assert strong(match, 0) == "fold"


# Blackstone


@pytest.mark.parametrize("own", [0, 1])
@pytest.mark.parametrize(("deck", "tens", "number"), [(12, 3, 1), (12, 3, 4), (9, 2, 8), (7, 5, 6)])
def test_the_risk_of_a_take_is_that_of_all_takes(own: int, deck: int, tens: int, number: int) -> None:
    cards = [1] * tens + [0] * (deck - tens)
    takes = [sum(take) for take in combinations(cards, number)]
    exact = sum(1 for black in takes if black + own >= 2) / len(takes)
    assert blackstone.Risks(deck, tens, number).of(own, number) == pytest.approx(exact)
    assert blackstone_rules.risk(deck, tens, own, number) == pytest.approx(exact)


def test_a_black_stone_folds_and_a_take_that_cannot_lose_is_made() -> None:
    match = Match.new("blackstone", 3, chance=Fast(4))
    game = match.game
    assert isinstance(game, Blackstone)
    seat = int(game.mover)
    game.rows[seat].clear()
    assert blackstone.Risks(len(game.deck), 9, 1).of(0, 1) == pytest.approx(0.0)
    assert blackstone.BRAIN.choose(game, seat, Fast(1)).startswith("take")
    assert strong(match, seat).startswith("take")
    game.rows[seat].fill(Pile.of([10]))
    game.white.fill(Pile.of([9] * 8 + [8] * 7))
    game.min_take = 9
    assert blackstone.BRAIN.choose(game, seat, Fast(1)) == "fold"


# Troll Guts


def test_a_known_safe_card_is_bought_when_all_others_may_pair() -> None:
    match = Match.new("troll-guts", 3, chance=Fast(2))
    for seat in range(3):
        match.play(seat, troll_guts.BRAIN.choose(match.game, seat, Fast(1)))
    game = match.game
    assert isinstance(game, TrollGuts)
    seat = int(game.mover)
    game.rows[seat].fill(Pile.of([10, 9, 8, 7]))
    game.stacks[seat].set(0, 1)
    assert troll_guts.BRAIN.choose(game, seat, Fast(1)) == "buy"


def test_the_orders_of_a_stack_are_pruned_to_those_that_differ_early() -> None:
    match = Match.new("troll-guts", 4, chance=Fast(3))
    found = troll_guts.BRAIN.candidates(match.game, 1)
    assert set(found) <= set(match.legal(1))
    assert len(found) <= 10
    assert troll_guts.BRAIN.choose(match.game, 1, Fast(1)) in found


# Five Cards


def sides(match: Match, drawn: int, mine: list[list[int]], theirs: list[list[int]]) -> FiveCard:
    game = match.game
    assert isinstance(game, FiveCard)
    game.one(0)
    game.drawn.fill(Pile.of([drawn]))
    game.common.fill(Pile.of([2, 3, 4, 9, 10]))
    for column in range(COLUMN_COUNT):
        game.sides[column].fill(Pile.of(mine[column]))
        game.sides[COLUMN_COUNT + column].fill(Pile.of(theirs[column]))
    return game


def test_a_high_card_goes_where_it_turns_the_dearest_column() -> None:
    match = Match.new("five-card", 2, chance=Fast(1))
    game = sides(match, 8, [[], [8, 7], [], [7, 10], []], [[8], [], [], [], [5]])  # the 2 and the 3 have an 8
    assert five_card.BRAIN.choose(game, 0, Fast(1)) == "place 10"
    assert strong(match, 0) == "place 10"


def test_a_lead_is_worth_more_near_the_target() -> None:
    match = Match.new("five-card", 2, chance=Fast(1))
    game = sides(match, 8, [[]] * 5, [[]] * 5)
    game.scores = [30, 20]
    early = five_card.BRAIN.worth(game, 0)
    game.scores = [95, 85]
    assert five_card.BRAIN.worth(game, 0) > early > 0.5
    assert five_card.BRAIN.worth(game, 1) == pytest.approx(1 - five_card.BRAIN.worth(game, 0))


# 21


def duel(player: str, banker: str, stage: int, **options: OptionValue) -> tuple[Match, TwentyOne]:
    """Seat 1 plays the banker, seat 0, with these cards; five coins are bet."""
    match = Match.new("twenty-one", 2, {"bank_by": "table", **options}, chance=Fast(1))
    game = match.game
    assert isinstance(game, TwentyOne)
    game.scores = [-10, 0]
    game.banker, game.player, game.stage, game.bet = 0, 1, stage, 5
    rest = list(range(16, 52))
    for seat, cards in ((1, player), (0, banker)):
        held = [FRENCH.card(face) for face in cards.split()]
        game.hands[seat].fill(Pile.of(held))
        rest = [card for card in rest if card not in held]
    game.exposed.fill(Pile.of(rest[:1]))
    game.deck.fill(Pile.of(rest[1:]))
    game.one(0 if stage == BANKER_STAGE else 1)
    return match, game


def test_the_odds_of_a_bust_are_those_of_all_cards_that_were_not_seen() -> None:
    _, game = duel("9c 6d", "7h", PLAYER_STAGE)
    values = [worth(card, game.ace) for card in game.deck.cards()]
    exact = sum(1 for value in values if value > 6) / len(values)
    assert twenty_one.bust_odds(game, 1, 15) == pytest.approx(exact)


def test_twenty_stands_and_eleven_hits() -> None:
    match, game = duel("Tc Td", "7h", PLAYER_STAGE)
    assert twenty_one.BRAIN.choose(game, 1, Fast(1)) == "stand"
    assert strong(match, 1) == "stand"
    match, game = duel("7c Kd", "7h", PLAYER_STAGE)
    assert twenty_one.BRAIN.choose(game, 1, Fast(1)) == "hit"
    assert strong(match, 1) in ("hit", "blind")


def test_the_banker_stands_on_what_wins_ties() -> None:
    match, _ = duel("9c 6d", "Th 9h", BANKER_STAGE)
    assert strong(match, 0) == "stand"
    match, _ = duel("9c 6d", "7h", BANKER_STAGE)
    assert strong(match, 0) == "hit"


def test_a_bet_is_sought_among_parts_of_the_bank() -> None:
    match, game = duel("Ac", "7h", BET_STAGE)
    found = twenty_one.BRAIN.candidates(game, 1)
    assert {"bet 1", "bet 5", "bet 10"} <= set(found) <= set(match.legal(1))


def test_a_strong_banker_opens_a_bank_by_what_is_to_be_won() -> None:
    match = Match.new("twenty-one", 3, {"banks": 1}, chance=Fast(1))
    game = match.game
    assert isinstance(game, TwentyOne)
    banker = int(game.banker)
    assert twenty_one.BRAIN.candidates(game, banker)[::8] == ["bank 1", "bank 30"]
    assert 3 <= int(strong(match, banker).removeprefix("bank ")) <= 22
    game.banks_left = 1
    game.scores = [-30, -30, -30]
    game.scores[banker] = 60
    assert int(strong(match, banker).removeprefix("bank ")) <= 10
    game.scores = [25, 25, 25]
    game.scores[banker] = -50
    assert int(strong(match, banker).removeprefix("bank ")) >= 22
