"""One seat with a simple habit among strong bots: ``python -m koloda.lab.habit_table GAME… --matches N``.

A habit that surely wins more than its fair share shows what the strong bot overlooks.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from koloda.bots.habits import FORESEEING_WISHES, numbered_verbs
from koloda.games.registry import find_game

from .arena import Score, play_bout
from .bout import Bout
from .run import Where
from .statistics import wilson
from .strength_table import GOALS

HEAD: Final = "| game | seats | habit | matches | wins, 95% interval | fair share | |\n|---|---|---|---|---|---|---|"
# Whoever may use one of these verbs may use another one instead, so "always" and "never" are habits.
REFUSABLE_VERBS: Final = [
    "attack",
    "blind",
    "buy",
    "eight",
    "fold",
    "gift",
    "look",
    "pass",
    "sacrifice",
    "stand",
    "steal",
]
VOTES: Final = ("white", "blue", "black")


def habits_of(game: str) -> list[str]:
    """The habits that are possible in a game, by its verbs."""
    info = find_game(game).info
    habits: list[str] = []
    for verb in info.verbs:
        if verb.name == "vote":
            habits += [f"always:vote {vote}" for vote in VOTES]
        elif verb.name in REFUSABLE_VERBS and (verb.name != "pass" or not verb.args):  # Kitty's pass hands a card on
            habits += [f"always:{verb.name}", f"never:{verb.name}"]
    if numbered_verbs(info):
        habits += ["lowest", "highest"]
    return [*habits, "foresee"] if game in FORESEEING_WISHES else habits


def seats_of(game: str) -> int:
    """As many seats as in the strength table, or the fewest that the game allows."""
    return next((goal.seats for goal in GOALS if goal.game == game), find_game(game).info.seats[0])


def rows(games: list[str], matches: int, seed: str, run: Callable[[Bout], Score]) -> Iterator[str]:
    """A row for each habit of each game."""
    for game in games:
        seats = seats_of(game)
        for habit in habits_of(game):
            yield row(game, seats, habit, run(Bout(game, seats, (habit, "strong"), matches, seed)))


def row(game: str, seats: int, habit: str, score: Score) -> str:
    """One row; it is marked if the habit surely wins more than its fair share."""
    share = score.win.value
    _, low, high = wilson(round(share * score.matches), score.matches)  # sound for shares near 0
    mark = "pays" if low > 1 / seats else ""
    won = f"{share:.3f} ({low:.3f}–{high:.3f})"
    cells = [game, seats, habit, score.matches, won, f"{1 / seats:.3f}", mark]
    return f"| {' | '.join(map(str, cells))} |"


def main(argv: list[str]) -> int:
    """Print the table as Markdown, a row as soon as it is known."""
    parser = argparse.ArgumentParser(prog="python -m koloda.lab.habit_table", description=__doc__)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--seed", default="habits")
    parser.add_argument("--processes", type=int, default=0, help="0: one for each core")
    parser.add_argument("--folder", type=Path, help="keep all that was played there, and go on from it")
    asked = parser.parse_args(argv)
    print(HEAD, flush=True)

    def run(bout: Bout) -> Score:
        return play_bout(bout, None, Where(asked.processes), asked.folder)

    for line in rows(asked.games, asked.matches, asked.seed, run):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
