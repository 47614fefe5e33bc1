"""Many matches of one game side by side, stepped inside the compiled core; ``koloda.env.batch`` has it as arrays."""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter, read_i64_le, write_f32_le, write_i32_le, write_i64_le
from mypy_extensions import i32, i64, u8

from .actions import WAIT, Actions, Asker
from .chance import Chance, Fast
from .game import Game, Info, Result
from .observation import BYTES, Layout
from .options import MatchOptions
from .playout import start

PLACES: Final = "places"
SCORES: Final = "scores"
MARGINS: Final = "margins"
REWARDS: Final = (PLACES, SCORES, MARGINS)
NUMBER_BYTES: Final = 8  # of the number of an action


def rewards_of(info: Info, result: Result, kind: str) -> list[float]:
    """What a result is worth to each seat.

    By places it is the share of the others that are behind less the share that are ahead; 1 or -1 to all in a
    cooperative game. By scores it is the score, by margins what it is above the mean of the others; both are turned
    round where points are bad.
    """
    if kind == PLACES:
        return _by_places(info, result)
    sign = -1.0 if info.lone_loser else 1.0
    scores = [sign * score for score in result.scores]
    if kind == SCORES:
        return scores
    total, others = sum(scores), len(scores) - 1
    return [score - (total - score) / others for score in scores]


def _by_places(info: Info, result: Result) -> list[float]:
    places = result.places
    if info.cooperative:
        return [1.0 if result.winners else -1.0] * len(places)
    others = len(places) - 1
    rewards: list[float] = []
    for mine in places:
        ahead_of = 0
        for place in places:
            if place > mine:
                ahead_of += 1
            elif place < mine:
                ahead_of -= 1
        rewards.append(ahead_of / others)
    return rewards


class Batch:
    """``count`` matches at once. A match that ends is followed by a new one at once.

    After ``step`` the attributes tell, match after match: ``masks`` (a byte for each action), ``observations`` (of the
    seat that is asked), ``seats``, ``rewards`` (of every seat; all 0 unless a match has just ended) and ``ended``.
    """

    def __init__(
        self,
        game_class: type[Game],
        seats: int,
        options: MatchOptions,
        layout: Layout,
        actions: Actions,
        count: int,
        seed: int,
        rewards: str,
    ) -> None:
        self.game_class = game_class
        self.options = options
        self.layout = layout
        self.actions = actions
        self.reward = rewards
        self.seats_of_a_match = seats
        self.chance = Fast(seed)
        self.moves = 0
        self.askers = [self._new() for _ in range(count)]
        self.ended_now = [False] * count
        self.no_masks = bytes(actions.size * count)
        self.no_observations = layout.empty * count
        self.no_rewards = bytes(4 * seats)
        self.masks = b""
        self.observations = b""
        self.seats = b""
        self.rewards = b""
        self.ended = b""

    def _new(self) -> Asker:
        return Asker(start(self.game_class, self.seats_of_a_match, self.options, self.chance), self.actions)

    def look(self, observes: bool) -> None:
        """Fill in what the seats that are asked see and may do."""
        masks, out, seats = BytesWriter(), BytesWriter(), BytesWriter()
        masks.write(self.no_masks)
        if observes:
            out.write(self.no_observations)
        mask_at: i64 = 0
        at: i64 = 0
        for asker in self.askers:
            write_mask(asker, masks, mask_at)
            mask_at += self.actions.size
            write_i32_le(seats, i32(asker.seat))
            if observes:
                self.layout.fill(asker.game, asker.seat, asker.entered, out, at)
                at += BYTES * self.layout.size
        self.masks = masks.getvalue()
        self.observations = out.getvalue()
        self.seats = seats.getvalue()

    def random_numbers(self, chance: Chance) -> bytes:
        """An action for each match: a step towards any of the legal moves, each of them equally likely."""
        numbers = BytesWriter()
        for asker in self.askers:
            steps = asker.steps[chance.below(len(asker.steps))]
            write_i64_le(numbers, i64(steps[len(asker.entered)]))
        return numbers.getvalue()

    def step(self, numbers: bytes) -> None:
        """Take one action in each match; their numbers are one after the other, in eight bytes each."""
        rewards, ended = BytesWriter(), BytesWriter()
        for index, asker in enumerate(self.askers):
            move = asker.enter(read_i64_le(numbers, NUMBER_BYTES * index))
            over = False
            if move is not None and move != WAIT:
                asker.game.act(asker.seat, move)
                self.moves += 1
                over = asker.game.over
                if over:
                    for reward in rewards_of(self.game_class.info, asker.game.result(), self.reward):
                        write_f32_le(rewards, reward)
                    self.askers[index] = self._new()
                else:
                    asker.ask()
            if not over:
                rewards.write(self.no_rewards)
            ended.append(u8(1) if over else u8(0))
        self.rewards = rewards.getvalue()
        self.ended = ended.getvalue()


def write_mask(asker: Asker, out: BytesWriter, at: i64) -> None:
    """Set the byte of every action that is legal."""
    depth = len(asker.entered)
    for steps in asker.steps:
        out[at + i64(steps[depth])] = u8(1)
    if asker.may_wait():
        out[at] = u8(1)
