"""Imagined worlds that look the same to a seat: bots think in them, and tests prove by them that views do not leak."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from .chance import Chance
from .errors import NoWorld
from .game import NO_BEATS, Game
from .pile import Pile
from .text import Text

MAX_REDEALS: Final = 2000


def imagine_world(game: Game, seat: int, chance: Chance) -> Game:
    """A copy of ``game`` with all that ``seat`` (-1: a watcher) does not know drawn anew from ``chance``."""
    for _ in range(MAX_REDEALS):
        world = game.copy()
        _deal_hidden(world, seat, chance)
        if world.repair_world(seat, game):
            world.events = [note if note.open_to(seat) else note.without_cards() for note in world.events]
            _choose_hidden(world, seat, chance)
            world.chance = chance
            world.keeps_beats = False
            world.beats = NO_BEATS
            return world
    raise NoWorld("no-world", Text("Не нашлось другого расклада.", "No other deal fits what the seat knows."))


def _deal_hidden(world: Game, seat: int, chance: Chance) -> None:
    pool = Pile()
    hidden: list[tuple[Pile, int]] = []
    for zone in world.zones():
        for index, card in enumerate(zone.pile.cards()):
            if not zone.known(index, seat):
                hidden.append((zone.pile, index))
                pool.put(card)
    pool.sort()  # the same chance makes the same world, whatever the true cards are
    i: i64 = pool.size() - 1
    while i > 0:
        pool.swap(i, chance.below(i + 1))
        i -= 1
    for pile, index in hidden:
        pile.set(index, pool.draw())


def _choose_hidden(world: Game, seat: int, chance: Chance) -> None:
    """The others' secret moves are unknown too: they may have chosen any that is legal in this world."""
    for other in world.secret_moves:
        if other != seat:
            legal = sorted(world.moves(other))
            world.secret_moves[other] = legal[chance.below(len(legal))]
