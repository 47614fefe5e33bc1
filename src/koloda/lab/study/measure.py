"""Plays some matches of a study and measures them: figures, and rows for whoever wants them.

What is counted (the units are whole numbers, so that sums are exact):

- ``moves`` of a match; ``choices`` are those where there was more than one legal move.
- ``won 0`` …: a seat's share of the win, of ``WHOLE``; ``lost 0`` … of the loss.
- ``score``: every seat's final score, by its value.
- ``lead changes``: how often another seat took the lead, by the scores (where only one loses: fell to the last place);
  ``taken over`` is when the last of them did so, in thousandths of the match.
- ``sure 0`` …: after so many tenths of a match, how often those who won it in the end (where nobody wins: lost it) also
  win it if it is played on from there, with all cards drawn anew that a watcher does not see.
- ``cost``: what a random legal move costs in the place of the best one, in millionths of a win; ``matters`` says
  whether that is surely more than nothing.
- ``better won``: the better player's share of the win among the usual ones; ``better lost`` of the loss.
- ``together``: whether anybody has won, where all win or lose together; ``better together`` among better players.
"""

from __future__ import annotations

from math import inf
from typing import Final, NamedTuple

from koloda.bots import Policy, level_policy
from koloda.bots.evaluator import Evaluator
from koloda.bots.find_player import our_policy
from koloda.bots.registry import find_bot
from koloda.bots.seat_view import SeatView
from koloda.core.chance import Chance, Fast, seed_number
from koloda.core.errors import NoWorld
from koloda.core.game import Result
from koloda.games.registry import find_game
from koloda.lab.bout import Bout, Lineup, Played
from koloda.lab.rows import Row, match_row
from koloda.lab.simulate import play_out
from koloda.lab.statistics import Z95
from koloda.lab.tally import WHOLE, lost_share, won_share
from koloda.match import Match, resample
from koloda.review.weigh import Weighed, weigh, weigh_outcomes

from .figures import Figures
from .plan import SKILL, Chunk, Plan

TENTHS: Final = 10
LOOK_INTO_ONE_IN: Final = 4  # matches are looked into: played on from every tenth, and some choices weighed
PLAYED_ON: Final = 3  # times, from every tenth
WEIGHED_CHOICES: Final = 3  # of a match
MILLION: Final = 1_000_000
THOUSAND: Final = 1000


class Measured(NamedTuple):
    """What came of a chunk."""

    figures: Figures
    matches: list[Row]
    choices: list[Row]


def measure_chunk(plan: Plan, chunk: Chunk) -> Measured:
    """Play and measure some matches."""
    cell = plan.cells[chunk.cell]
    bout = plan.bout(cell, chunk.part)
    measured = Measured(Figures(), [], [])
    lineup = Lineup(bout)
    try:
        for number in chunk.numbers:
            row: Row = {"cell": cell.label(), "part": chunk.part}
            if chunk.part == SKILL:
                played = lineup.play(number)
                _count_skill(measured.figures, bout, played)
            else:
                watched = Watched(lineup, number)
                played = watched.played
                watched.count(measured.figures)
                row |= {"lead_changes": watched.lead_changes, "choices": len(watched.choices)}
                if number % LOOK_INTO_ONE_IN == 0:
                    Inside(watched).look(measured)
            measured.matches.append({**row, **match_row(bout, played)})
    finally:
        lineup.close()
    return measured


def _count_skill(figures: Figures, bout: Bout, played: Played) -> None:
    seat = bout.first_seat(played.number)
    figures.add("better won", won_share(played.result, seat))
    figures.add("better lost", lost_share(played.result, seat))
    figures.add("better together", WHOLE if played.result.winners else 0)


class Watched:
    """A match of the usual players, with its scores and choices after every move."""

    def __init__(self, lineup: Lineup, number: int) -> None:
        self.lineup = lineup
        self.number = number
        self.scores: list[list[int]] = []
        self.choices: list[int] = []  # after how many moves there was one
        lineup.watch = self._note
        self.played = lineup.play(number)
        lineup.watch = None
        self.lead_changes: int | None = None
        self.taken_over = 0
        if self.scores and self.scores[0]:
            self._count_lead_changes([*self.scores, list(self.played.result.scores)])

    def _note(self, match: Match, seat: int) -> None:
        self.scores.append(match.game.seat_scores())
        if len(match.legal(seat)) > 1:
            self.choices.append(match.move_number)

    def _count_lead_changes(self, scores: list[list[int]]) -> None:
        info = find_game(self.lineup.bout.game).info
        better = _direction(self.played.result) * (-1 if info.lone_loser else 1)
        leader, self.lead_changes, self.taken_over = -1, 0, 0
        for number, moment in enumerate(scores):
            best = max(better * score for score in moment)
            ahead = [seat for seat, score in enumerate(moment) if better * score == best]
            if len(ahead) == 1 and ahead[0] != leader:
                if leader >= 0:
                    self.lead_changes += 1
                leader = ahead[0]
                self.taken_over = number

    def count(self, figures: Figures) -> None:
        """Add this match."""
        result = self.played.result
        figures.add("moves", self.played.moves)
        figures.count("moves", self.played.moves)
        figures.add("choices", len(self.choices))
        figures.add("together", WHOLE if result.winners else 0)
        for seat in range(self.lineup.bout.seats):
            figures.add(f"won {seat}", won_share(result, seat))
            figures.add(f"lost {seat}", lost_share(result, seat))
            figures.count("score", result.scores[seat])
        if self.lead_changes is not None:
            figures.add("lead changes", self.lead_changes)
            figures.add("taken over", THOUSAND * self.taken_over // max(1, self.played.moves))


def _direction(result: Result) -> int:
    """1 if a higher score has the better place, -1 if a lower one has (as where points are bad)."""
    pairs = [(a, b) for a in range(len(result.places)) for b in range(a)]
    agreed = sum((result.scores[a] - result.scores[b]) * (result.places[b] - result.places[a]) for a, b in pairs)
    return -1 if agreed < 0 else 1


class Inside:
    """The same match once more: it is played on from every tenth, and some of its choices are weighed."""

    def __init__(self, watched: Watched) -> None:
        self.watched = watched
        self.bout = watched.lineup.bout
        self.chance: Chance = Fast(seed_number(f"{self.bout.seed} inside {watched.number}"))
        moves = watched.played.moves
        self.tenths = {tenth: moves * tenth // TENTHS for tenth in range(TENTHS)}
        self.weighed = self._some_choices()
        self.measured = Measured(Figures(), [], [])

    def _some_choices(self) -> list[int]:
        choices = list(self.watched.choices)
        while len(choices) > WEIGHED_CHOICES:
            del choices[self.chance.below(len(choices))]
        return choices

    def look(self, measured: Measured) -> None:
        """Play it again and look."""
        self.measured = measured
        lineup = self.watched.lineup
        lineup.watch = self._look
        again = lineup.play(self.watched.number)
        lineup.watch = None
        assert again.result == self.watched.played.result, "a match follows from its number"
        measured.figures.add(f"sure {TENTHS}", WHOLE)

    def _look(self, match: Match, seat: int) -> None:
        while not match.game.secret_moves and self.tenths:
            tenth, moves = next(iter(self.tenths.items()))
            if moves > match.move_number:
                break
            del self.tenths[tenth]
            self._play_on(match, tenth)
        if match.move_number in self.weighed:
            self._weigh(match, seat)

    def _play_on(self, match: Match, tenth: int) -> None:
        policy = _usual_policy(self.bout)
        agreed = 0
        for _ in range(PLAYED_ON):
            try:
                world = resample(match, None, self.chance)
            except NoWorld:
                return
            play_out(world, [policy] * self.bout.seats, self.chance)
            assert world.result is not None
            agreed += agreement(self.watched.played.result, world.result)
        self.measured.figures.add(f"sure {tenth}", agreed // PLAYED_ON)

    def _weigh(self, match: Match, seat: int) -> None:
        """What a random legal move costs, from what the seat knows."""
        legal = match.legal(seat)
        move = legal[self.chance.below(len(legal))]
        weighed = _weighed(match, seat, move, self.chance)
        if weighed is None:
            return
        sure = weighed.cost > Z95 * weighed.error
        self.measured.figures.add("matters", WHOLE if sure and weighed.cost > 0 else 0)
        if find_bot(self.bout.game).brain is not None:  # what else measures a choice has a unit of its own
            self.measured.figures.add("cost", round(weighed.cost * MILLION))
        self.measured.choices.append(
            {
                "match": self.watched.number,
                "move_number": match.move_number,
                "seat": seat,
                "phase": match.game.phase(),
                "legal": len(legal),
                "move": move,
                "cost": weighed.cost,
                "error": weighed.error,
            }
        )


def _weighed(match: Match, seat: int, move: str, chance: Chance) -> Weighed | None:
    """What a move costs against the best one; None where nothing measures it."""
    bot = find_bot(match.game.info.id)
    if bot.brain is not None:
        return weigh(SeatView(match, seat), bot.brain, move, chance, bot.brain.worlds, inf)
    evaluator = bot.evaluator
    if evaluator is None or type(evaluator) is Evaluator:
        return None
    outcomes = evaluator.outcomes(match.view(seat), evaluator.worlds, move)
    return weigh_outcomes(outcomes, move) if move in outcomes else None


def _usual_policy(bout: Bout) -> Policy:
    """Who plays on: the usual player if it is one of ours, else a normal bot."""
    usual = bout.bots[0]
    own = our_policy(bout.game, usual) if isinstance(usual, str) else None
    return own or level_policy(bout.game, "normal")


def agreement(result: Result, other: Result) -> int:
    """How far those who won (or, where nobody wins, lost) one match did so in another one too, of ``WHOLE``."""
    if result.winners:
        return WHOLE * sum(seat in other.winners for seat in result.winners) // len(result.winners)
    if result.losers:
        return WHOLE * sum(seat in other.losers for seat in result.losers) // len(result.losers)
    return WHOLE * (not other.winners and not other.losers)
