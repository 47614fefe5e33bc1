"""The figures of docs/bots.md that the literature has too: ``python -m koloda.lab.figures [NAME…] [--seed TEXT]``.

One function per game; each gives rows of a Markdown table, with 95% intervals.
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
from koloda.core.chance import Fast
from koloda.core.playout import playout, start
from koloda.core.turn import Settings
from koloda.games.cribbage.counting import count_all_shows
from koloda.games.registry import find_game

from .dealer import first_dealers_share
from .gang import successes
from .simulate import listen, seed_number
from .statistics import Interval, mean, quantile, wilson
from .venture_limit import limit

Row: TypeAlias = tuple[str, str]
Figures: TypeAlias = Callable[[int, str], Iterable[Row]]

WORLDS: Final = 2000  # of a choice at the limit of Venture
SUCH_SHOWS: Final = (0, 19, 25, 26, 27, 28, 29)


def cribbage(matches: int, seed: str) -> list[Row]:
    """Standard cribbage between two equal heuristics; and every hand with every starter counted."""
    policy, dealers_wins = simple_policy("cribbage"), 0
    sums = {"show": Sum(), "crib": Sum(), "pegged": Sum()}
    for number in range(matches):
        progress(f"cribbage {number}")
        dealer, winner, deal = -1, -1, dict.fromkeys(sums, 0)
        for note in listen("cribbage", 2, {"rules": "standard"}, f"{seed} {number}", policy):
            if note.kind == "round":
                dealer, deal = note.seat if note.n == 1 else dealer, dict.fromkeys(sums, 0)
            elif note.kind == "wins":
                winner = note.seat
            elif note.kind in PEGGING_EVENTS:
                deal["pegged"] += note.n
            elif note.kind == "show":
                deal["show"] += note.n
            elif note.kind == "show-crib":  # only deals that were played to their end count
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
    found, played = first_dealers_share(deals, seed)
    yield f"cribbage, standard, strong bots, from {played:,} deals: first dealer's share", share(found)


def all_shows() -> Row:
    """All 12,994,800 hands and starters under the standard rules."""
    progress("cribbage, all shows")
    found = count_all_shows()
    told = ", ".join(f"{found[points]:,} of {points}" for points in SUCH_SHOWS)
    average = sum(points * count for points, count in enumerate(found)) / sum(found)
    return f"all {sum(found):,} shows", f"{told}; {average:.4f} on average"


def drunkard(matches: int, seed: str) -> Iterator[Row]:
    """How long two seats battle: nobody decides anything, so the core plays."""
    game_class = find_game("drunkard")
    for deck in (36, 52):
        chance, settings = Fast(seed_number(f"{seed} {deck}")), Settings(game_class.info.options, 2, {"deck": deck})
        progress(f"drunkard {deck}")
        lengths = Counter(playout(start(game_class, 2, settings, chance), chance) for _ in range(matches))
        yield f"Drunkard, {deck} cards, {matches:,} matches: median of battles", number_text(median(lengths), 0)


def ninety_nine(matches: int, seed: str) -> Iterator[Row]:
    """How often equal heuristics make their bid."""
    policy = simple_policy("ninety-nine")
    for rules in ("book", "parlett"):
        made = Sum()
        for number in range(matches):
            progress(f"ninety-nine {rules} {number}")
            now = told = 0
            for note in listen("ninety-nine", 3, {"rules": rules}, f"{seed} {number}", policy):
                now += note.kind == "made"
                told += note.kind == "scores"
                if told == 3:
                    made.add(now)
                    now = told = 0
        per_seat = Interval(*(bound / 3 for bound in made.average()))
        yield f"Ninety-Nine, {rules}, {made.count:,} deals: bids made", share(per_seat)


def gang(heists: int, seed: str) -> Iterator[Row]:
    """How often bots that move at most three chips a seat and round win a heist of base mode."""
    for seats in (3, 4, 5, 6):
        wins = successes(seats, heists, f"{seed} {seats}", progress=lambda done: progress(f"the gang {done}"))
        yield f"The Gang, {seats} seats, {heists:,} heists: won", share(wilson(wins, heists))


def venture(matches: int, seed: str) -> Iterator[Row]:
    """What could be won at five seats against players who bid anything."""
    for sees, who in ((False, "knows that the others bid anything"), (True, "knows it and sees all cards")):
        progress(f"venture, {who}")
        yield f"Venture, 5 seats, {matches:,} matches: won by who {who}", share(limit(matches, WORLDS, seed, sees))


ALL: Final[dict[str, tuple[Figures, int]]] = {
    "cribbage": (cribbage, 1000),
    "dealer": (dealer, 3000),
    "drunkard": (drunkard, 8000),
    "ninety-nine": (ninety_nine, 150),
    "gang": (gang, 2000),
    "venture": (venture, 400),
}


class Sum:
    """Numbers that want to be averaged."""

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
    """The median, with the interval that the order of the numbers gives whatever their distribution."""
    off = 0.98 / sqrt(counts.total())
    return Interval(*(quantile(counts, point) for point in (0.5, 0.5 - off, 0.5 + off)))


def share(interval: Interval) -> str:
    """A share, as the documents have it."""
    return number_text(interval, 3)


def number_text(interval: Interval, digits: int = 2) -> str:
    """An estimate and its interval."""
    return f"{interval.value:.{digits}f} ({interval.low:.{digits}f}–{interval.high:.{digits}f})"


def progress(text: str) -> None:
    """A line that shows that something goes on, only if somebody looks."""
    if sys.stderr.isatty():
        print(f"\r{text:<40}", end="", file=sys.stderr, flush=True)


def main(argv: list[str]) -> int:
    """Print the rows of the games asked for."""
    parser = argparse.ArgumentParser(prog="python -m koloda.lab.figures", description=__doc__)
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
        for what, found in figures(asked.matches or usual, asked.seed):
            progress("")
            print(f"| {what} | {found} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
