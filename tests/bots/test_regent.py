"""Regent: exact odds, and positions whose answer is known."""

from __future__ import annotations

import json
from itertools import combinations

import pytest

from koloda import Match
from koloda.bots.regent.brain import (
    BRAIN,
    believed,
    cards_to_come,
    gain_share,
    keeps_pair,
    move_number,
    own_pair,
    pair_cost,
    pair_odds,
    position,
)
from koloda.bots.regent.build_tables import FILE, SAMPLE_DEALS, SEED, digest, exploited, trained_part
from koloda.bots.regent.two_seats import (
    CLASS_COUNT,
    HAND_SIZES,
    LOOK_LEVELS,
    ODDS_SUM,
    TABLE,
    WAY_COUNT,
    Position,
    Spot,
    Table,
    first_thought,
    packed,
    pair_permille,
)
from koloda.bots.seat_view import SeatView
from koloda.bots.think import think
from koloda.core.cards import TRIANGULAR
from koloda.core.chance import Fast
from koloda.core.pile import Pile
from koloda.games.regent import Regent
from koloda.games.shared.triangle import highest_pair


def table(rows: list[list[int]], hands: list[list[int]]) -> tuple[Match, Regent]:
    """These cards, seat 0 to move; the first five others are burnt."""
    match = Match.new("regent", len(rows), chance=Fast(1))
    game = match.game
    assert isinstance(game, Regent)
    rest = list(TRIANGULAR.pack)
    for seat, row in enumerate(rows):
        game.rows[seat].fill(Pile.of(row))
        game.hands[seat].fill(Pile.of(hands[seat]))
        for card in row + hands[seat]:
            rest.remove(card)
    game.deck.fill(Pile.of(rest[::2] + rest[1::2]))
    game.burnt.clear()
    game.burnt_seen.clear()
    game.discard.clear()
    for _ in range(5):
        game.lay_away(game.deck.draw(), 0)
    game.one(0)
    return match, game


def counts(cards: list[int]) -> list[int]:
    return [cards.count(rank) for rank in range(11)]


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_the_odds_of_a_pair_are_those_of_all_hands(size: int) -> None:
    unseen = [1, 2, 3, 3, 5, 7, 7, 7, 9, 9, 10, 10]
    row = [9, 4]
    hands = list(combinations(unseen, size))
    paired = sum(1 for hand in hands if highest_pair([*hand, *row]))
    assert pair_odds(Pile.of(row), size, counts(unseen)) == pytest.approx(paired / len(hands))


def test_an_attack_costs_what_the_unseen_cards_say() -> None:
    assert pair_cost(Pile.of([9, 4]), counts([1, 4, 9, 9, 10])) == pytest.approx((4 + 9 + 9) / 5)


def test_only_a_pair_that_a_look_finds_is_a_danger() -> None:
    assert own_pair(Pile.of([9, 4]), Pile.of([4, 2])) == 4
    assert own_pair(Pile.of([7, 7]), Pile.of([10])) == 7
    assert own_pair(Pile.of([]), Pile.of([10, 2])) == 0


def test_a_certain_pair_is_looked_at() -> None:
    match, _ = table([[2], [10, 9, 8, 7, 6]], [[5], [10, 9, 8, 5, 4, 3]])
    told = think(SeatView(match, 0), BRAIN, Fast(2), worlds=16, patience=60.0)
    assert (told[0].move, told[0].odds) == ("look 1", 1.0)
    assert BRAIN.choose(match.game, 0, Fast(1)) == "look 1"


def test_a_card_that_pairs_is_given_away_and_a_pair_that_cannot_be_is_left() -> None:
    _, game = table([[9, 3], [5]], [[9, 6], [7]])
    assert BRAIN.choose(game, 0, Fast(1)) == "gift 9 1"
    _, game = table([[9, 1], [9, 6]], [[9, 6], [7]])
    assert BRAIN.choose(game, 0, Fast(1)) == "fold"


def test_a_pair_is_believed_the_less_the_longer_it_was_kept() -> None:
    assert keeps_pair(2) == 1
    assert keeps_pair(5) < keeps_pair(3) < 1
    _, game = table([[2], [3], [6]], [[5], [9, 9, 8, 7, 6, 4], [1]])
    game.chance = Fast(3)
    believed = sum(BRAIN.likely(game, 0) for _ in range(2000))
    assert believed / 2000 == pytest.approx(keeps_pair(6), abs=0.04)
    assert all(BRAIN.likely(game, 1) for _ in range(20))


def test_strong_looks_at_nobody_who_hardly_can_have_a_pair() -> None:
    match, _ = table([[4], [1]], [[10, 9], [3]])
    told = think(SeatView(match, 0), BRAIN, Fast(2), worlds=24, patience=60.0)
    assert next(estimate.odds for estimate in told if estimate.move == "look 1") == 0


# Two seats: a round in small numbers, and the computed odds


def facts(at: Position) -> list[int]:
    return [at.mine, at.theirs, at.my_row, at.their_row, at.public]


def test_a_round_in_small_numbers_is_that_of_the_rules() -> None:
    chance = Fast(11)
    spot = Spot()
    rounds = 0
    for number in range(12):
        match = Match.new("regent", 2, {"chips": 200, "max_rounds": 60}, chance=Fast(number))
        game = match.game
        assert isinstance(game, Regent)
        while not game.over:
            seat = int(game.mover)
            at, deck, before = position(game, seat), game.deck.copy(), game.round
            while game.round == before and not game.over and at.next_card < deck.size():
                seat = int(game.mover)
                assert facts(at) == facts(position(game, seat))
                moves = game.moves(seat)
                spot.read(at, True)
                assert 0 <= spot.key < CLASS_COUNT
                weighed = {int(spot.move(way)) for way in range(WAY_COUNT)} - {-1}
                assert weighed <= {move_number(move) for move in moves}
                assert int(first_thought(at, spot)) == move_number(BRAIN.choose(game, seat, chance)) or seen_more(game)
                move = moves[chance.below(len(moves))]
                chips = game.chips[seat]
                game.act(seat, move)
                gain = at.play(move_number(move), deck)
                assert gain == game.chips[seat] - chips or min(game.chips) == 0
                assert (gain != 0) == (game.round != before or game.over)
                rounds += gain != 0
            while game.round == before and not game.over:  # the deck has run out
                game.act(int(game.mover), "fold")
    assert rounds > 100


def seen_more(game: Regent) -> bool:
    """Whether a seat knows closed cards that lie away: the small numbers do not."""
    return any(game.burnt_seen.cards())


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_the_odds_in_small_numbers_are_those_of_all_hands(size: int) -> None:
    unseen, row = [1, 2, 3, 3, 5, 7, 7, 7, 9, 9, 10, 10], [9, 4]
    exact = pair_odds(Pile.of(row), size, counts(unseen))
    assert pair_permille(packed(Pile.of(row)), size, packed(Pile.of(unseen))) == pytest.approx(1000 * exact, abs=1)
    assert pair_permille(packed(Pile.of(row)), 7, packed(Pile.of(unseen))) == 1000


def test_the_file_of_odds_is_whole() -> None:
    made = json.loads(FILE.read_text(encoding="utf-8"))
    assert made["digest"] == digest(made)
    assert len(made["kept"]) == LOOK_LEVELS * HAND_SIZES
    assert 1000 < len(made["sets"]) < 50_000
    for key, odds in made["sets"].items():
        assert 0 <= int(key) < CLASS_COUNT
        assert len(bytes.fromhex(odds)) == WAY_COUNT and sum(bytes.fromhex(odds)) == ODDS_SUM


def test_a_part_of_the_odds_made_again() -> None:
    made = json.loads(FILE.read_text(encoding="utf-8"))
    assert made["part"] == digest(trained_part(SEED, SAMPLE_DEALS))
    assert made["part"] != digest(trained_part(SEED + 1, SAMPLE_DEALS))


def test_an_answer_is_learned_to_odds_that_can_be_read() -> None:
    drawing = {str(key): "00ff0000000000" for key in range(CLASS_COUNT)}
    assert exploited(drawing, 300, 300, 5, least=5) > 0.5


def test_a_class_that_is_not_known_is_played_by_the_first_thought() -> None:
    empty = Table()
    empty.fill({}, [])
    _, game = table([[9, 3], [5]], [[9, 6], [7]])
    at, spot = position(game, 0), Spot()
    spot.read(at, True)
    assert empty.draw(at, spot, Fast(1)) == move_number("gift 9 1") == first_thought(at, spot)
    drawn = {int(TABLE.draw(at, spot, Fast(seed))) for seed in range(20)}
    assert drawn <= {move_number(move) for move in game.moves(0)}


def test_nobody_pays_more_than_he_has() -> None:
    _, game = table([[9, 3], [5]], [[9, 6], [7]])
    game.chips = [4, 46]
    assert gain_share(game, 0, -10) == gain_share(game, 0, -4) == 0
    assert 0 < gain_share(game, 0, -3) < gain_share(game, 0, 3) < 0.5
    game.round = game.max_rounds
    assert gain_share(game, 1, -3) == 1


def test_a_short_deck_is_followed_by_the_discards() -> None:
    _, game = table([[9, 3], [5]], [[9, 6], [7]])
    whole = cards_to_come(game)
    assert whole.cards() == game.deck.cards()
    while game.deck.size() > 4:
        game.discard.put(game.deck.draw())
    later = cards_to_come(game)
    assert later.cards()[:4] == game.deck.cards()
    assert len(later) == 4 + len(game.discard) + len(game.burnt) - 5
    game.discard.clear()
    assert len(cards_to_come(game)) == 4 + 5


def test_pairs_are_believed_as_often_as_the_odds_keep_them() -> None:
    _, game = table([[2], [3]], [[5], [9, 9, 8, 7]])
    game.chance = Fast(3)
    often = sum(believed(game, 0) for _ in range(300))
    game.hands[1].fill(Pile.of([9, 8, 7, 6]))
    assert often < sum(believed(game, 0) for _ in range(300))
