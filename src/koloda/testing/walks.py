"""Cases (a game, seats, options, a seed) and random walks through them: what every check looks at."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple

from koloda.core.chance import Chance, Seeded
from koloda.core.game import Game
from koloda.core.view import View
from koloda.games.registry import find_game
from koloda.match import Match

from .option_sets import MOST_SETS, Options, is_number, option_sets, set_name

# Positions of a walk that a check looks at: few, if it takes many views or worlds of each.
FEW_POSITIONS = 3
SOME_POSITIONS = 12
MANY_POSITIONS = 40


class Case(NamedTuple):
    """One way to play a game; ``number`` tells several matches of it apart."""

    game_id: str
    seats: int
    options: Options
    number: int = 0

    @property
    def name(self) -> str:
        """The case as a test names it: ``pairs-5-sevens=true``, ``pairs-5-default#1`` for the second match."""
        tail = f"#{self.number}" if self.number else ""
        return f"{self.game_id}-{self.seats}-{set_name(self.options)}{tail}"

    @property
    def game(self) -> type[Game]:
        """The class of the game."""
        return find_game(self.game_id)

    def match(self) -> Match:
        """The match of this case before its first move."""
        return Match.new(self.game_id, self.seats, self.options, seed=self.name)


class Walk(NamedTuple):
    """A random match: ``positions[i]`` is the match before ``moves[i]``, the last position is its end."""

    case: Case
    positions: list[Match]
    moves: list[tuple[int, str]]

    @property
    def end(self) -> Match:
        """The finished match."""
        return self.positions[-1]


def cases(game: type[Game], matches: int = 1, most_sets: int = MOST_SETS) -> list[Case]:
    """Every number of seats with every option set, each played ``matches`` times."""
    low, high = game.info.seats
    return [
        Case(game.info.id, seats, options, number)
        for seats in range(low, high + 1)
        for options in option_sets(game, seats, most_sets)
        for number in range(matches)
    ]


def spread_cases(game: type[Game]) -> list[Case]:
    """Every number of seats with the default options, and every other option set with one number of seats."""
    groups: dict[str, list[Case]] = {}
    for case in cases(game):
        groups.setdefault(set_name(case.options), []).append(case)
    default = groups.pop(set_name({}))
    return default + [group[number % len(group)] for number, group in enumerate(groups.values())]


def walk(case: Case) -> Walk:
    """Play random moves to the end; a match longer than the game's ``move_cap`` fails."""
    match = case.match()
    match.keep_beats()
    chooser = Seeded(f"walk {case.name}")
    positions = [match.copy()]
    moves: list[tuple[int, str]] = []
    for seat, move in play_on(match, chooser):
        moves.append((seat, move))
        positions.append(match.copy())
    return Walk(case, positions, moves)


def play_on(match: Match, chooser: Chance, most: int | None = None) -> Iterator[tuple[int, str]]:
    """Play random legal moves until the match is over (or ``most`` moves), and yield each one after it was made."""
    cap = match.game.info.move_cap
    stop = None if most is None else match.move_number + most
    while not match.game.over and match.move_number != stop:
        assert match.move_number < cap, f"the match goes on after {cap} moves, the game's move_cap"
        seat, move = random_move(match, chooser)
        match.play(seat, move)
        yield seat, move


def play_out(match: Match, chooser: Chance, most: int | None = None) -> Match:
    """Play random legal moves until ``match`` is over (or ``most`` moves)."""
    for _ in play_on(match, chooser, most):
        pass
    return match


def random_move(match: Match, chooser: Chance) -> tuple[int, str]:
    """Any move of any seat that may move."""
    seats = match.turn.seats
    assert seats, "the match is not over, yet no seat may move"
    seat = seats[chooser.below(len(seats))]
    legal = match.legal(seat)
    assert legal, f"seat {seat} owes a move and has none"
    return seat, legal[chooser.below(len(legal))]


def some(positions: list[Match], n: int, name: str) -> list[Match]:
    """About ``n`` of the positions, the first and the last too, and one of every phase and kind of turn."""
    chance = Seeded(name)
    last = len(positions) - 1
    kinds: dict[object, int] = {}
    for _ in range(4 * n):
        index = chance.below(len(positions))
        game = positions[index].game
        kinds.setdefault((game.over, game.phase(), game.turn_kind, len(game.secret_moves) > 0), index)
    spread = [last * i // (n - 1) for i in range(n)]
    return [positions[index] for index in sorted({*kinds.values(), *spread})]


def viewers(match: Match) -> list[int | None]:
    """All who look on: every seat, and None for a watcher."""
    return [*range(match.game.seats), None]


def views(match: Match) -> list[View]:
    """The views of all who look on."""
    return [match.view(seat) for seat in viewers(match)]


def snapshot(match: Match) -> str:
    """Everything there is in a match as one text: facts, all that views are made of with nothing hidden, the record."""
    game = match.game
    zones = [(z.kind.name, z.owner, z.slot, z.face or z.kind.face, z.pile.cards(), z.seen) for z in game.zones()]
    counters = [counter.parts() for counter in game.counters()]
    legal = [match.legal(seat) for seat in range(game.seats)]
    chat = [game.may_chat(seat) for seat in range(-1, game.seats)]
    notes = [[note.parts() for note in notes] for notes in (game.announcements(), game.events)]
    told = [game.turn(), game.phase(), *notes, chat, sorted(game.secret_moves.items())]
    record = None if match.imagined else match.record()
    return dumps([match.move_number, match.facts(), zones, counters, legal, told, record])


def dumps(value: object) -> str:
    """JSON as short as can be."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def cards_of(game: Game) -> Counter[int]:
    """The cards of all zones together."""
    return Counter(card for zone in game.zones() for card in zone.pile.cards())


def digest(match: Match, chooser: Chance) -> str:
    """SHA-256 over a random match: all views first and last, those of mover and watcher between, the record."""
    total = sha256(dumps([view.to_json() for view in views(match)]).encode())
    for seat, move in play_on(match, chooser):
        seen = [match.view(seat).to_json(), match.view(None).to_json()]
        total.update(dumps([seat, move, seen]).encode())
    total.update(dumps([view.to_json() for view in views(match)]).encode())
    total.update(dumps(match.record()).encode())
    return total.hexdigest()


def samples(game: type[Game]) -> list[tuple[int, Options]]:
    """Two or three tables that stand for a game in goldens and perft: few seats, many, and changed choices."""
    low, high = game.info.seats
    middle = (low + high) // 2
    sets = option_sets(game, middle)
    numbers = {option.name for option in game.info.options if is_number(option)}
    richest = max((given for given in sets if not numbers & given.keys()), key=len)
    tables: list[tuple[int, Options]] = [(low, {}), (high, {}), (middle, richest)]
    different = [table for i, table in enumerate(tables) if table not in tables[:i]]
    return different if len(different) > 1 else different + [(low, given) for given in sets[1:2]]
