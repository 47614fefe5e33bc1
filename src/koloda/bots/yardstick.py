"""The yardstick: plain information-set Monte Carlo tree search with random roll-outs. Strong bots must beat it.

One tree for the seat's own moves and everybody's answers, keyed by the moves made; a new world in every iteration.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Final

from koloda.core.game import Game
from koloda.core.playout import playout, random_seat
from koloda.core.search import forget_secret_moves, win_share
from koloda.core.turn import TOGETHER

EXPLORATION_WEIGHT: Final = 0.7


class Node:
    """What is known of a move: how often it was made and possible, and how much of the win it brought its mover."""

    def __init__(self) -> None:
        self.children: dict[str, Node] = {}
        self.visits = 0
        self.possible = 0
        self.wins = 0.0

    def pick(self, moves: list[str]) -> str:
        """The move to try next among those that are legal in this world: new ones first, then by UCB."""
        best = ""
        top = -1.0
        for move in moves:
            child = self.children.get(move)
            if child is None:
                return move
            child.possible += 1
            bound = child.wins / child.visits + EXPLORATION_WEIGHT * sqrt(log(child.possible) / child.visits)
            if bound > top:
                best = move
                top = bound
        return best


def iterate(root: Node, world: Game, seat: int) -> None:
    """One iteration in one world: down the tree, one new node, a random roll-out, and back up."""
    if world.turn_kind == TOGETHER:
        forget_secret_moves(world)
    node = root
    path: list[Node] = []
    movers: list[int] = []
    mover = seat
    while not world.over:
        move = node.pick(sorted(world.moves(mover)))
        fresh = move not in node.children
        if fresh:
            node.children[move] = Node()
        node = node.children[move]
        path.append(node)
        movers.append(mover)
        world.act(mover, move)
        if fresh or world.over:
            break
        mover = random_seat(world, world.chance)
    playout(world, world.chance)
    for index, passed in enumerate(path):
        passed.visits += 1
        passed.wins += win_share(world, movers[index])


def most_visited(root: Node) -> str:
    """The move that the search liked best."""
    best = ""
    most = 0
    for move, child in root.children.items():
        if child.visits > most:
            best = move
            most = child.visits
    return best
