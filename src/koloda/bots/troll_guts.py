"""Troll Guts: traps on top of the stack, then every turn the card that is likely to cost least."""

from __future__ import annotations

from typing import Final

from koloda.bots.bot import Bot
from koloda.bots.shared.lead import lead_share
from koloda.bots.shared.triangle import TriangleBrain, add_cards, draw_loss, swap_loss, unseen_counts
from koloda.core.chance import Chance
from koloda.core.game import Game
from koloda.core.search import win_share
from koloda.games.troll_guts import STEALS, TrollGuts

TRAP_FACTOR: Final = 1.5  # the top of a stack was chosen to hurt


class TrollGutsBrain(TriangleBrain):
    worlds = 200

    def choose(self, game: Game, seat: int, chance: Chance) -> str:
        """The order of the stack, or the cheapest card."""
        assert isinstance(game, TrollGuts)
        if game.stacking:
            return stack_move(trap_order(game, seat))
        row = game.rows[seat]
        equity = game.pot / len(game.seats_in())
        counts = unseen_counts(game, game.stacks[seat], seat)
        prices = [rank + equity for rank in range(11)]  # of a pair: it is paid for, and the hope of the pot is lost
        theirs = TRAP_FACTOR * draw_loss(row, counts, prices)
        move = ""
        best = 1e9
        if game.can_draw():
            to_come = counts if game.deck.size() > 0 else discards(game)
            move = "draw"
            best = draw_loss(row, to_come, prices)
            if game.eights and row.has(8):
                swap = swap_loss(row, to_come, prices)
                if swap < best:
                    move, best = "eight", swap
        if theirs < best:
            victim = richest(game, seat)
            if victim >= 0:
                move, best = STEALS[victim], theirs
        if game.stacks[seat].size() > 0 and game.chips[seat] > 0:
            top = int(game.stacks[seat].at(0))
            cost = 1.0 + (top + equity if row.has(top) else 0.0)
            if cost < best:
                move = "buy"
        return move

    def candidates(self, game: Game, seat: int) -> list[str]:
        """Orders of a stack that differ on top, each followed by its best or its worst traps."""
        assert isinstance(game, TrollGuts)
        if not game.stacking:
            return game.moves(seat)
        order = trap_order(game, seat)
        moves: list[str] = []
        for top in range(len(order)):
            rest = [*order[:top], *order[top + 1 :]]
            for tail in (rest, rest[::-1]):
                move = stack_move([order[top], *tail])
                if move not in moves:
                    moves.append(move)
        return moves

    def worth(self, game: Game, seat: int) -> float:
        assert isinstance(game, TrollGuts)
        if game.over:
            return win_share(game, seat)
        return lead_share(game.chips, seat, 14.0 + min(game.chips))


def discards(game: TrollGuts) -> list[int]:
    """By rank, what everybody has seen of the next deck."""
    counts = [0] * 12
    add_cards(counts, game.discard)
    return counts


def richest(game: TrollGuts, seat: int) -> int:
    """The seat with the highest stack, where traps are least likely to be used up; -1 if there is none."""
    best = -1
    most = 0
    for other in range(game.seats):
        size = len(game.stacks[other])
        if other != seat and game.active[other] and (size > most):
            best, most = other, size
    return best


def trap_order(game: TrollGuts, seat: int) -> list[int]:
    """Cards that pair most of the others come first; those that pair the seat's own row lie deepest."""
    keys: list[tuple[bool, int, int]] = []
    for card in game.hands[seat].cards():
        pairs = 0
        for other in range(game.seats):
            if other != seat and game.rows[other].has(card):
                pairs += 1
        keys.append((game.rows[seat].has(card), -pairs, card))
    return [card for _, _, card in sorted(keys)]


def stack_move(order: list[int]) -> str:
    """The order as a move."""
    return "stack " + " ".join([str(card) for card in order])


BRAIN: Final = TrollGutsBrain()
BOT: Final = Bot(brain=BRAIN)
