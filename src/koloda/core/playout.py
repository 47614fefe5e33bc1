"""Loops over whole matches, compiled with the rules: an interpreted driver would halve their speed."""

from __future__ import annotations

from mypy_extensions import i64

from .chance import Chance, Fast
from .game import Game
from .options import MatchOptions
from .turn import ONE


def start(game_class: type[Game], seats: int, options: MatchOptions, chance: Chance) -> Game:
    """A dealt game, without a Match around it."""
    game = game_class(seats)
    game.chance = chance
    game.setup(options)
    return game


def random_seat(game: Game, chance: Chance) -> int:
    """One of the seats that may move, all equally likely."""
    if game.turn_kind == ONE:
        return game.mover
    mask = game.owing
    n: i64 = 0
    while mask:
        mask &= mask - 1
        n += 1
    skip = chance.below(n)
    seat: i64 = 0
    while True:
        if (game.owing >> seat) & 1:
            if skip == 0:
                return seat
            skip -= 1
        seat += 1


def playout(game: Game, chance: Chance) -> int:
    """Play random legal moves to the end; returns their number."""
    count = 0
    while not game.over:
        seat = random_seat(game, chance)
        moves = game.moves(seat)
        game.act(seat, moves[chance.below(len(moves))])
        count += 1
    return count


def random_matches(game_class: type[Game], seats: int, options: MatchOptions, matches: int, seed: int) -> int:
    """Play many random matches; returns how many moves they had in all (the lab measures speed by it)."""
    chance = Fast(seed)
    total = 0
    for _ in range(matches):
        total += playout(start(game_class, seats, options, chance), chance)
    return total
