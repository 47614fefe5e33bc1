"""Figures that others have published too, measured with our bots; docs/bots.md has them.

``python -m koloda.lab.published_figures [NAME…] [--matches N] [--seed TEXT]`` prints them as a Markdown table with 95%
intervals. There is one function for each name.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from math import sqrt
from typing import Final, TypeAlias

from koloda.bots import simple_policy
from koloda.bots.cribbage.build_tables import PEGGING_EVENTS
from koloda.core.chance import Fast, seed_number
from koloda.core.options import MatchOptions
from koloda.core.playout import playout, start
from koloda.games.cribbage.counting import count_all_shows
from koloda.games.registry import find_game

from .cribbage_dealer import first_dealers_share
from .gang_heists import heists_won
from .simulate import match_events
from .statistics import Interval, mean, quantile, wilson
from .venture_limit import highest_win_share

Row: TypeAlias = tuple[str, str]
Figures: TypeAlias = Callable[[int, str], Iterable[Row]]

VENTURE_WORLDS: Final = 2000  # for each bid at the limit of Venture
SHOWS_LISTED: Final = (0, 19, 25, 26, 27, 28, 29)


def cribbage(matches: int, seed: str) -> list[Row]:
    """Standard cribbage between two equal heuristics, and the count of every hand with every starter."""
    policy, dealers_wins = simple_policy("cribbage"), 0
    sums = {"show": Sample(), "crib": Sample(), "pegged": Sample()}
    for number in range(matches):
        progress(f"cribbage {number}")
        dealer, winner, deal = -1, -1, dict.fromkeys(sums, 0)
        for note in match_events("cribbage", 2, {"rules": "standard"}, f"{seed} {number}", policy):
            if note.kind == "round":
                dealer, deal = note.seat if note.n == 1 else dealer, dict.fromkeys(sums, 0)
            elif note.kind == "wins":
                winner = note.seat
            elif note.kind in PEGGING_EVENTS:
                deal["pegged"] += note.n
            elif note.kind == "show":
                deal["show"] += note.n
            elif note.kind == "show-crib":  # only deals that were played to their end are counted
                deal["crib"] = note.n
                for name, points in deal.items():
                    sums[name].add(points)
        dealers_wins += dealer == winner
    averages = {name: sums[name].average() for name in sums}
    hands = Interval(*(bound / 2 for bound in averages["show"]))
    return [
        (f"cribbage, standard, {matches:,} matches: first dealer's share", share(wilson(dealers_wins, matches))),
        ("average show of a hand", number_text(hands)),
        ("average crib", number_text(averages["crib"])),
        ("pegged in a deal, both seats", number_text(averages["pegged"])),
        all_shows(),
    ]


def dealer(deals: int, seed: str) -> Iterator[Row]:
    """The same share between strong bots, from deals."""
    progress("cribbage, strong bots")
    dealers_share, played = first_dealers_share(deals, seed)
    yield f"cribbage, standard, strong bots, from {played:,} deals: first dealer's share", share(dealers_share)


def all_shows() -> Row:
    """All 12,994,800 hands and starters under the standard rules."""
    progress("cribbage, all shows")
    counts = count_all_shows()
    listed = ", ".join(f"{counts[points]:,} of {points}" for points in SHOWS_LISTED)
    average = sum(points * count for points, count in enumerate(counts)) / sum(counts)
    return f"all {sum(counts):,} shows", f"{listed}; {average:.4f} on average"


def drunkard(matches: int, seed: str) -> Iterator[Row]:
    """How long two seats battle. There are no decisions, so the core plays by itself."""
    game_class = find_game("drunkard")
    for deck in (36, 52):
        chance, options = Fast(seed_number(f"{seed} {deck}")), MatchOptions(game_class.info.options, 2, {"deck": deck})
        progress(f"drunkard {deck}")
        lengths = Counter(playout(start(game_class, 2, options, chance), chance) for _ in range(matches))
        yield f"Drunkard, {deck} cards, {matches:,} matches: median of battles", number_text(median(lengths), 0)


def ninety_nine(matches: int, seed: str) -> Iterator[Row]:
    """How often equal heuristics make their bid."""
    policy = simple_policy("ninety-nine")
    for rules in ("book", "parlett"):
        made = Sample()
        for number in range(matches):
            progress(f"ninety-nine {rules} {number}")
            made_in_deal = scores = 0
            for note in match_events("ninety-nine", 3, {"rules": rules}, f"{seed} {number}", policy):
                made_in_deal += note.kind == "made"
                scores += note.kind == "scores"
                if scores == 3:
                    made.add(made_in_deal)
                    made_in_deal = scores = 0
        per_seat = Interval(*(bound / 3 for bound in made.average()))
        yield f"Ninety-Nine, {rules}, {made.count:,} deals: bids made", share(per_seat)


def gang(heists: int, seed: str) -> Iterator[Row]:
    """How often bots win a heist of base mode; each seat moves at most three chips in a round."""
    for seats in (3, 4, 5, 6):
        wins = heists_won(seats, heists, f"{seed} {seats}", progress=lambda done: progress(f"the gang {done}"))
        yield f"The Gang, {seats} seats, {heists:,} heists: won", share(wilson(wins, heists))


def venture(matches: int, seed: str) -> Iterator[Row]:
    """How much can be won at all at five seats against players who bid at random."""
    for sees_all_cards, who in (
        (False, "a player who knows that the others bid at random"),
        (True, "one who also sees all cards"),
    ):
        progress(f"venture, {who}")
        won = highest_win_share(matches, VENTURE_WORLDS, seed, sees_all_cards)
        yield f"Venture, 5 seats, {matches:,} matches: won by {who}", share(won)


ALL: Final[dict[str, tuple[Figures, int]]] = {
    "cribbage": (cribbage, 1000),
    "dealer": (dealer, 3000),
    "drunkard": (drunkard, 8000),
    "ninety-nine": (ninety_nine, 150),
    "gang": (gang, 2000),
    "venture": (venture, 400),
}


class Sample:
    """Numbers to be averaged."""

    def __init__(self) -> None:
        self.count = self.total = self.squares = 0

    def add(self, number: int) -> None:
        """One more."""
        self.count += 1
        self.total += number
        self.squares += number * number

    def average(self) -> Interval:
        """Their mean."""
        return mean(self.total, self.squares, self.count)


def median(counts: Counter[int]) -> Interval:
    """The median with an interval from order statistics, which holds for any distribution."""
    off = 0.98 / sqrt(counts.total())
    return Interval(*(quantile(counts, point) for point in (0.5, 0.5 - off, 0.5 + off)))


def share(interval: Interval) -> str:
    """A share as the documents print it."""
    return number_text(interval, 3)


def number_text(interval: Interval, digits: int = 2) -> str:
    """An estimate and its interval."""
    return f"{interval.value:.{digits}f} ({interval.low:.{digits}f}–{interval.high:.{digits}f})"


def progress(text: str) -> None:
    """Show at a terminal what is being measured."""
    if sys.stderr.isatty():
        print(f"\r{text:<40}", end="", file=sys.stderr, flush=True)


def main(argv: list[str]) -> int:
    """Print the rows of the names asked for."""
    parser = argparse.ArgumentParser(prog="python -m koloda.lab.published_figures", description=__doc__)
    parser.add_argument("names", nargs="*", help=f"of {', '.join(ALL)}; all if none is named", metavar="NAME")
    parser.add_argument("--matches", type=int, help="matches (heists of The Gang) instead of the usual number")
    parser.add_argument("--seed", default="koloda")
    asked = parser.parse_args(argv)
    for name in asked.names:
        if name not in ALL:
            parser.error(f"no figures for {name}")
    print("| what | found, 95% interval |\n|---|---|", flush=True)
    for name in asked.names or ALL:
        figures, usual = ALL[name]
        for what, figure in figures(asked.matches or usual, asked.seed):
            progress("")
            print(f"| {what} | {figure} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
