"""Many matches of bots: how long they last, and how each seat does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from koloda.bots import Policy
from koloda.bots.seat_view import SeatView
from koloda.core.chance import Chance, Fast, seed_number
from koloda.core.game import Result
from koloda.core.options import OptionValue
from koloda.core.playout import playout, start
from koloda.core.table import Note
from koloda.games.registry import find_game
from koloda.match import Match

from .statistics import Interval, mean, wilson

Progress = Callable[[int], None]
MATCHES_PER_PROGRESS = 200


class Tally:
    """Counts over many matches."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.matches = 0
        self.moves = 0
        self.lengths: dict[int, int] = {}
        self.wins = [0] * seats
        self.losses = [0] * seats
        self.sums = [0] * seats
        self.squares = [0] * seats

    def add(self, length: int, result: Result) -> None:
        """Count one match."""
        self.matches += 1
        self.moves += length
        self.lengths[length] = self.lengths.get(length, 0) + 1
        for seat in result.winners:
            self.wins[seat] += 1
        for seat in result.losers:
            self.losses[seat] += 1
        for seat, score in enumerate(result.scores):
            self.sums[seat] += score
            self.squares[seat] += score * score

    def length(self) -> Interval:
        """The mean number of moves."""
        return mean(self.moves, sum(n * n * count for n, count in self.lengths.items()), self.matches)

    def won(self, seat: int) -> Interval:
        """How often a seat won."""
        return wilson(self.wins[seat], self.matches)

    def lost(self, seat: int) -> Interval:
        """How often a seat lost."""
        return wilson(self.losses[seat], self.matches)

    def score(self, seat: int) -> Interval:
        """A seat's mean score."""
        return mean(self.sums[seat], self.squares[seat], self.matches)


def simulate_random(
    game: str,
    seats: int,
    options: Mapping[str, OptionValue] | None,
    matches: int,
    seed: str,
    progress: Progress | None = None,
) -> Tally:
    """Matches of random legal moves, each played inside the compiled core."""
    checked = Match.new(game, seats, options, seed=seed)  # refuses bad seats and options
    game_class = find_game(game)
    chance = Fast(seed_number(seed))
    tally = Tally(seats)
    for done in range(matches):
        state = start(game_class, seats, checked.options, chance)
        tally.add(playout(state, chance), state.result())
        if progress is not None and done % MATCHES_PER_PROGRESS == 0:
            progress(done)
    return tally


def simulate_bots(
    game: str,
    policies: Sequence[Policy],
    options: Mapping[str, OptionValue] | None,
    matches: int,
    seed: str,
    progress: Progress | None = None,
) -> Tally:
    """Matches of bots that see views, one policy per seat."""
    chance = Fast(seed_number(seed))
    tally = Tally(len(policies))
    for done in range(matches):
        match = Match.new(game, len(policies), options, chance=chance)
        play_out(match, policies, chance)
        assert match.result is not None
        tally.add(match.move_number, match.result)
        if progress is not None:
            progress(done)
    return tally


def play_out(match: Match, policies: Sequence[Policy], chance: Chance) -> None:
    """Let bots play a match to its end."""
    while match.result is None:
        bots_move(match, match.turn.seats, policies, chance)


def bots_move(match: Match, seats: Sequence[int], policies: Sequence[Policy], chance: Chance) -> None:
    """One move of each of these seats that still has one to make; in a free turn, in random order."""
    for seat in in_random_order(seats, chance) if match.turn.kind == "free" else seats:
        if match.legal(seat):
            match.play(seat, policies[seat](SeatView(match, seat), chance))


def in_random_order(seats: Sequence[int], chance: Chance) -> list[int]:
    """The same seats, shuffled."""
    order = list(seats)
    for i in range(len(order) - 1, 0, -1):
        j = chance.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def match_events(
    game: str, seats: int, options: Mapping[str, OptionValue], seed: str, policy: Policy
) -> Iterator[Note]:
    """Every event of a match between equal bots."""
    match, chance = Match.new(game, seats, options, seed=seed), Fast(seed_number(seed))
    yield from match.game.events
    while match.result is None:
        for seat in match.turn.seats:
            bots_move(match, [seat], [policy] * seats, chance)
            yield from match.game.events
