"""The tycoon brain: exact games of two against a search through the rules, what passes tell, and known finishes."""

from __future__ import annotations

import pytest

from koloda import Match
from koloda.bots.seat_view import SeatView
from koloda.bots.think import think
from koloda.bots.tycoon.brain import BRAIN, good_gifts, place_share, promising
from koloda.bots.tycoon.deal import Deal, LastTwo, beatable, hand_size, of_rank, pack, weak_sets
from koloda.core.chance import Fast
from koloda.core.game import Game
from koloda.core.options import OptionValue
from koloda.core.pile import Pile
from koloda.games.tycoon.card_sets import PACK_BY_JOKERS, RANKS, TYCOON_DECK, count_ranks, rank_of
from koloda.games.tycoon.game import Tycoon
from koloda.testing import play


def table(hands: list[str], **options: OptionValue) -> Match:
    """A first deal brought to these hands, seat 0 about to lead; the other cards lie in the heap."""
    match = Match.new("tycoon", len(hands), {"lead": "free", **options}, chance=Fast(1))
    game = match.game
    assert isinstance(game, Tycoon)
    left = sorted(PACK_BY_JOKERS[game.jokers] * game.decks)
    for seat, text in enumerate(hands):
        first = rank_of(text.split()[0])
        held = [next(card for card in left if rank_of(TYCOON_DECK.face(card)) == first)]
        left.remove(held[0])
        for word in text.split()[1:]:
            held.append(next(card for card in left if rank_of(TYCOON_DECK.face(card)) == rank_of(word)))
            left.remove(held[-1])
        game.hands[seat].fill(Pile.of(held))
    game.heap.fill(Pile.of(left))
    game.one(0)
    return match


def counts(text: str) -> list[int]:
    found = [0] * 14
    for word in text.split():
        found[RANKS.index(word)] += 1
    return found


def first_out(game: Game, seat: int) -> bool:
    """Whether ``seat`` can go out first, by the rules themselves."""
    assert isinstance(game, Tycoon)
    if game.over:
        return game.ranking[0] == seat
    mover = int(game.mover)
    for move in game.moves(mover):
        after = game.copy()
        after.act(mover, move)
        if first_out(after, seat) == (mover == seat):
            return mover == seat
    return mover != seat


@pytest.mark.parametrize(
    "hands",
    [["3 7 2", "5 5 9"], ["3 3 9 K", "4 4 A 6"], ["3 4 5 2", "6 6 K"], ["8 8 J", "3 3 9 9"], ["4 4 6 Q", "5 5 7 K"]],
)
@pytest.mark.parametrize("must_beat", [False, True])
def test_the_game_of_the_last_two_is_exact(hands: list[str], must_beat: bool) -> None:
    match = table(hands, deals=1, must_beat=must_beat)
    exact = LastTwo(12, False, must_beat)
    assert exact.wins(pack(counts(hands[0])), pack(counts(hands[1])), -1, 0) == first_out(match.game, 0)
    known = BRAIN.solve(match.game, 0)
    assert {e.move for e in known} == set(match.legal(0))
    for estimate in known:
        after = match.copy()
        after.play(0, estimate.move)
        assert estimate.value == first_out(after.game, 0)


def test_it_is_worked_out_only_where_it_can_be() -> None:
    assert BRAIN.solve(table(["3 7 2", "5 5 9", "4"]).game, 0) == []
    assert BRAIN.solve(table(["3 7 Jk", "5 5 9"], jokers=1, joker_wild=True).game, 0) == []
    match = table(["3", "5 5 9", "4 6 7"])
    play(match, "0 play 3")
    assert BRAIN.solve(match.game, 1) == []  # the three of a seat that is out may be left to both


def test_counts_in_one_number() -> None:
    hand = pack(counts("3 3 3 K 2 Jk"))
    assert [int(of_rank(hand, rank)) for rank in (0, 10, 12, 13)] == [3, 1, 1, 1] and hand_size(hand) == 6
    others = pack(counts("4 4 A"))
    assert beatable(0, 2, others, 3) and not beatable(0, 3, others, 3) and not beatable(0, 2, others, 1)
    assert weak_sets(pack(counts("3 3 K 2")), others, 3) == 2


def test_an_imagined_deal_goes_by_the_rules() -> None:
    """The quick player's moves lead the rules and the imagined deal to the same ranking."""
    for seed in range(6):
        match = Match.new("tycoon", 5, {"deals": 1}, chance=Fast(seed))
        game = match.game
        assert isinstance(game, Tycoon)
        deal = Deal(5)
        deal.load(game)
        deal.finish()
        while not game.over:
            seat = int(game.mover)
            game.act(seat, BRAIN.choose(game, seat, Fast(1)))
        assert deal.out == game.ranking


def test_a_pass_tells() -> None:
    match = table(["3 9 9 9", "5 6 2", "4 7 J"])
    play(match, "0 play 3", "1 pass")
    world = match.game.copy()
    assert isinstance(world, Tycoon)
    assert not BRAIN.likely(world, 2)  # the five would have been played
    world.hands[1].fill(Pile.of([12 * 4, 8 * 4, 8 * 4 + 1]))
    assert BRAIN.likely(world, 2) and BRAIN.likely(match.game, 1)


def test_leads_and_gifts_are_pruned() -> None:
    held = count_ranks(table(["3 3 A A 7", "4", "5"]).game.hands[0])  # type: ignore[attr-defined]
    wanted = {"play 3": False, "play 3 3": True, "play A": True, "play 7": True}
    assert {move: promising(held, move) for move in wanted} == wanted
    assert not promising(counts("7 7 Jk"), "play 7 7 Jk")
    match = Match.new("tycoon", 4, {"exchange": "two"}, chance=Fast(1))
    game = match.game
    assert isinstance(game, Tycoon)
    game.ranking = [0, 1, 2, 3]
    game.leader = 0
    game.deal()
    assert len(BRAIN.candidates(game, 0)) == 4
    assert think(SeatView(match, 0), BRAIN, Fast(1), worlds=2)[0].move in good_gifts(game, 0)


def test_a_master_finishes() -> None:
    sure = table(["3 2", "4 5", "6 6 6"], deals=1)
    found = think(SeatView(sure, 0), BRAIN, Fast(1), worlds=12)
    assert found[0].move == "play 2" and found[0].value == 1.0


def test_shares_of_places() -> None:
    game = table(["3", "4", "5"], deals=2).game
    assert isinstance(game, Tycoon)
    assert [place_share(game, [4, 2, 0], [2, 0, 0], seat, 0) for seat in range(3)] == [1.0, 0.5, 0.0]
    assert place_share(game, [2, 2, 2], [1, 0, 1], 0, 0) == 0.75
    assert place_share(game, [2, 2, 2], [1, 0, 1], 0, 1) == 0.5
