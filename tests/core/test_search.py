"""The search kit: roll-outs stop where a brain says, moves meet the same worlds, clear losers are given up."""

from __future__ import annotations

import pytest

from koloda import Match
from koloda.bots.seat_view import SeatView
from koloda.core.chance import Chance, Fast
from koloda.core.game import Game
from koloda.core.search import Brain, Estimate, Search, next_move, play_on, win_share
from koloda.games.hawthorn import Hawthorn
from koloda.games.pairs import Pairs


class Timid(Brain):
    """Folds whenever that is legal, else makes the first legal move."""

    def choose(self, game: Game, seat: int, chance: Chance) -> str:
        moves = sorted(game.moves(seat))
        return "fold" if "fold" in moves else moves[0]


class Rounds(Timid):
    """Stops at the end of a round and counts few points as a win."""

    def stage(self, game: Game) -> int:
        assert isinstance(game, Pairs)
        return game.round

    def worth(self, game: Game, seat: int) -> float:
        assert isinstance(game, Pairs)
        return max(0.0, 1 - game.scores[seat] / 20)


def test_a_finished_match_is_shared_by_its_winners_or_by_all_but_the_loser() -> None:
    pairs = Match.new("pairs", 3, chance=Fast(1))
    while pairs.result is None:
        pairs.play(pairs.turn.seats[0], "hit" if "hit" in pairs.legal(pairs.turn.seats[0]) else "fold")
    (loser,) = pairs.result.losers
    assert [win_share(pairs.game, seat) for seat in range(3)] == [0.0 if seat == loser else 0.5 for seat in range(3)]
    other = Match.new("port", 2, chance=Fast(1))
    while other.result is None:
        other.play(other.turn.seats[0], other.legal(other.turn.seats[0])[0])
    shares = [win_share(other.game, seat) for seat in range(2)]
    assert sum(shares) == 1 and {seat for seat in range(2) if shares[seat]} == set(other.result.winners)


def test_a_roll_out_ends_with_the_match_or_when_the_mark_changes() -> None:
    game = Match.new("pairs", 3, chance=Fast(2)).game
    whole = game.copy()
    play_on(whole, Timid(), 0, 0)
    assert whole.over
    assert isinstance(game, Pairs)
    play_on(game, Rounds(), 1, 0)
    assert not game.over and game.round == 2


def test_a_stray_brain_thinks_that_the_others_do_now_and_then_what_is_not_sensible() -> None:
    ends = set()
    for seed in range(20):
        game = Match.new("pairs", 3, chance=Fast(seed)).game
        seat = int(game.mover)
        stray = Timid()
        stray.random_reply_1_in = 2
        ends.add(next_move(game, stray, seat, (seat + 1) % 3))
        assert next_move(game, Timid(), seat, (seat + 1) % 3) == next_move(game, stray, seat, seat) == "fold"
    assert ends == {"fold", "hit"}


def test_a_brain_that_says_nothing_searches_all_moves_and_mixes_nothing() -> None:
    game = Match.new("pairs", 3, chance=Fast(2)).game
    seat = int(game.mover)
    brain = Brain()
    assert brain.candidates(game, seat) == game.moves(seat)
    assert (brain.stage(game), brain.solve(game, seat), brain.mixture(game, seat)) == (0, [], {})
    assert brain.likely(game, seat)
    with pytest.raises(NotImplementedError):
        brain.choose(game, seat, Fast(1))
    play_on(game, Timid(), 0, 0)
    assert brain.worth(game, seat) == win_share(game, seat)


def test_moves_are_weighed_in_the_same_worlds_and_a_clear_loser_is_given_up() -> None:
    match = Match.new("pairs", 3, chance=Fast(4))
    seat = match.turn.seats[0]
    row = match.game.rows[seat] if isinstance(match.game, Pairs) else None
    assert row is not None
    for card in (10, 9, 8, 7, 6, 5):  # nearly every card pairs now: to hit costs far more than the lowest card
        if not row.has(card):
            row.put(card)
            match.game.deck.take(card)  # type: ignore[attr-defined]
    search = Rounds().search(match.game, seat, ["fold", "hit"])
    seat_view = SeatView(match, seat)
    assert not search.drop(), "nothing is known yet"
    while not search.drop() and search.worlds < 200:
        search.add(seat_view.world(Fast(search.worlds)))
    best, other = search.estimates()
    assert (best.move, other.move) == ("fold", "hit")
    assert best.value > other.value and best.worlds >= other.worlds == search.worlds < 200
    assert [len(values) for values in search.values] == [best.worlds, other.worlds]


def test_the_secret_choices_of_others_are_made_anew_in_every_world() -> None:
    class Watched(Timid):
        def __init__(self) -> None:
            self.asked: list[int] = []

        def choose(self, game: Game, seat: int, chance: Chance) -> str:
            assert isinstance(game, Hawthorn)
            if game.circle == 0:
                self.asked.append(seat)
            return super().choose(game, seat, chance)

        def stage(self, game: Game) -> int:
            assert isinstance(game, Hawthorn)
            return game.circle

        def worth(self, game: Game, seat: int) -> float:
            assert isinstance(game, Hawthorn)
            return 1.0 if game.rows[seat].at(0) == 1 else 0.5

    match = Match.new("hawthorn", 3, chance=Fast(9))
    match.play(2, match.legal(2)[-1])
    brain = Watched()
    search = Search(brain, 0, match.legal(0))
    search.add(SeatView(match, 0).world(Fast(3)))
    assert brain.asked == [1, 2]
    assert sorted(estimate.move for estimate in search.estimates()) == match.legal(0)


def test_an_estimate_of_one_world_has_no_error_yet() -> None:
    match = Match.new("pairs", 2, chance=Fast(4))
    seat = match.turn.seats[0]
    search = Search(Timid(), seat, ["fold"])
    assert search.estimates() == [Estimate("fold", 0.0, 0.0, 0)]
    search.add(SeatView(match, seat).world(Fast(1)))
    assert search.estimates()[0].error == 0.0 and search.drop()
