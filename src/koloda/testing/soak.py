"""Many matches, of random moves or of bots, with the checks that are cheap enough to make all the time.

``python -m koloda.testing.soak pairs podfilim --matches 20000`` goes over all seats and option sets, on all cores, and
prints a row of Markdown per game. One random match in five is checked on its way; the others only have to end properly.
``--where rules=standard`` keeps to one value of an option. With ``--bots`` the heuristics play, and every match is
checked; with ``--kit`` every match goes through all checks of the kit.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from koloda.bots import simple_policy
from koloda.bots.seat_view import SeatView
from koloda.core.chance import Chance, Fast, seed_number
from koloda.core.game import Game
from koloda.core.options import MatchOptions, option_text
from koloda.core.playout import random_seat, start
from koloda.games.registry import all_games, find_game
from koloda.match import Match, resample
from koloda.parallel import in_parallel

from .conformance import check_walk
from .option_sets import is_number
from .walks import Case, cards_of, cases, random_move, walk

MOVES_BETWEEN_LOOKS = 8  # at first; ever more of them later
LOOKED_INTO_1_IN = 5  # matches of a case; the others only have to end properly
MATCHES_OF_A_CHUNK = 50
HEADING = "| game | matches | moves | longest | cap |\n|---|---|---|---|---|"

Chooser = Callable[[Match, Chance], tuple[int, str]]


class Plan(NamedTuple):
    """What is soaked: one game, all of it or one option family, played how."""

    game: str
    where: str
    how: str


class Soaked(NamedTuple):
    """What came of some matches."""

    matches: int
    moves: int
    longest: int


def soak_random(case: Case) -> int:
    """A random match, on the rules alone unless it is its turn to be checked on its way."""
    return soak_match(case) if case.number % LOOKED_INTO_1_IN == 0 else soak_bare(case)


def soak_bare(case: Case) -> int:
    """Play one match on the rules alone: it ends under the cap, with the cards it began with and a proper result."""
    chance = Fast(seed_number(f"soak {case.name}"))
    game = start(case.game, case.seats, MatchOptions(case.game.info.options, case.seats, case.options), chance)
    cards, moves = cards_of(game), 0
    while not game.over:
        assert moves < cap_of(game), f"{case.name} does not end"
        seat = random_seat(game, chance)
        legal = game.moves(seat)
        game.act(seat, legal[chance.below(len(legal))])
        moves += 1
    assert cards_of(game) == cards, f"{case.name}: cards were lost or made"
    result = game.result()
    assert len(result.scores) == len(result.places) == case.seats, f"{case.name}: {result}"
    return moves


def soak_match(case: Case, choose: Chooser = random_move) -> int:
    """Play one match through the public API and check some of its positions; how many moves it had."""
    match, chooser = case.match(), Fast(seed_number(f"soak {case.name}"))
    cards = cards_of(match.game)
    due = 0
    while match.result is None:
        assert match.move_number < cap_of(match.game), f"{case.name} does not end"
        if match.move_number == due:
            look(match, cards, match.move_number)
            due += 1 + int(chooser.below(MOVES_BETWEEN_LOOKS + due))
        match.play(*choose(match, chooser))
    look(match, cards, match.move_number)
    assert Match.replay(match.record()).facts() == match.facts(), f"{case.name} replays differently"
    return match.move_number


def look(match: Match, cards: Counter[int], number: int) -> None:
    """Cards are conserved, moves belong to those who owe one, and another world looks the same to one seat."""
    here = f"{match.game.info.id} at move {number}"
    assert cards_of(match.game) == cards, f"{here}: cards were lost or made"
    for seat in range(match.game.seats):
        assert bool(match.legal(seat)) == (seat in match.turn.seats), f"{here}: seat {seat} and its moves"
    seat = number % match.game.seats
    world = resample(match, seat, Fast(number))
    assert world.view(seat) == match.view(seat), f"{here}: another world looks different to seat {seat}"


def cap_of(game: Game) -> int:
    """More moves than any match of the game has."""
    return game.info.move_cap


def soak_bots(case: Case) -> int:
    """The same with the game's heuristic on every seat; in a free turn any seat may come next."""
    policy = simple_policy(case.game_id)

    def choose(match: Match, chance: Chance) -> tuple[int, str]:
        seats = match.turn.seats
        seat = seats[chance.below(len(seats))]
        return seat, policy(SeatView(match, seat), chance)

    return soak_match(case, choose)


def soak_kit(case: Case) -> int:
    """A random match with every check of the kit, as the test suite does it."""
    walked = walk(case)
    check_walk(walked)
    return len(walked.moves)


WAYS: dict[str, Callable[[Case], int]] = {"random": soak_random, "bots": soak_bots, "kit": soak_kit}


def family(plan: Plan) -> list[Case]:
    """The cases of a game in which the option has the value of ``where``; for bots without the ends of every range."""
    game_class = find_game(plan.game)
    name, _, value = plan.where.partition("=")
    numbers = {option.name for option in game_class.info.options if is_number(option)}
    found = [
        case
        for case in cases(game_class)
        if (
            not name
            or option_text(MatchOptions(game_class.info.options, case.seats, case.options).all().get(name)) == value
        )
        and not (plan.how == "bots" and numbers & case.options.keys())
    ]
    if not found:
        raise SystemExit(f"{plan.game} has no case with {plan.where}")
    return found


def chunk(known: list[Case], how: str, numbers: range) -> Soaked:
    """Some matches of a game, going round its seats and option sets."""
    lengths = [WAYS[how](known[n % len(known)]._replace(number=n // len(known))) for n in numbers]
    return Soaked(len(lengths), sum(lengths), max(lengths))


def soak(plan: Plan, matches: int, processes: int = 0) -> Soaked:
    """All matches of a plan; 0 processes: one for each core."""
    parts = [range(first, min(first + MATCHES_OF_A_CHUNK, matches)) for first in range(0, matches, MATCHES_OF_A_CHUNK)]
    done: list[Soaked] = []
    for part in in_parallel(partial(chunk, family(plan), plan.how), parts, processes):
        done.append(part)
        if sys.stderr.isatty():
            print(f"\r{plan.game} {sum(soaked.matches for soaked in done)}", end="", file=sys.stderr, flush=True)
    matches_done, moves, longest = zip(*done, strict=True)
    return Soaked(sum(matches_done), sum(moves), max(longest))


def main(argv: list[str]) -> int:
    """Soak the games and print a row for each."""
    parser = argparse.ArgumentParser(prog="python -m koloda.testing.soak", description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--where", default="", metavar="OPTION=VALUE", help="only the cases with this setting")
    parser.add_argument("--bots", dest="how", action="store_const", const="bots", help="heuristics instead of chance")
    parser.add_argument("--kit", dest="how", action="store_const", const="kit", help="every check of the kit")
    parser.add_argument("--processes", type=int, default=0, help="0: one for each core")
    asked = parser.parse_args(argv)
    games = [find_game(game).info.id for game in asked.games] or [game.info.id for game in all_games()]
    print(HEADING, flush=True)
    for game in games:
        found = soak(Plan(game, asked.where, asked.how or "random"), asked.matches, asked.processes)
        name = f"{game}, {asked.where}" if asked.where else game
        cap = find_game(game).info.move_cap
        print(f"| {name} | {found.matches:,} | {found.moves:,} | {found.longest:,} | {cap:,} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
