"""Many matches side by side: each row is what its match alone would tell; and what a result is worth."""

from __future__ import annotations

import struct

import pytest

from koloda.core.actions import Actions
from koloda.core.batch import Batch, rewards_of
from koloda.core.chance import Fast
from koloda.core.game import Result
from koloda.core.observation import Layout
from koloda.core.options import MatchOptions
from koloda.core.playout import start
from koloda.games.registry import find_game

COUNT = 3


def batch_of(game_id: str, seats: int, seed: int = 7) -> Batch:
    game = find_game(game_id)
    options = MatchOptions(game.info.options, seats, {})
    actions = Actions(game.info, seats)
    layout = Layout(start(game, seats, options, Fast(0)), actions)
    return Batch(game, seats, options, layout, actions, COUNT, seed, "places")


# The toy has all three kinds of turn; Cribbage has moves that are entered in steps.
@pytest.mark.parametrize(("game", "seats"), [("toy", 3), ("cribbage", 2)])
def test_a_batch_plays_as_single_matches_do(game: str, seats: int) -> None:
    batch, chooser = batch_of(game, seats), Fast(1)
    ended = 0
    for _ in range(120):
        batch.look(True)
        chosen = []
        for row, asker in enumerate(batch.askers):
            mask = batch.masks[row * batch.actions.size : (row + 1) * batch.actions.size]
            legal = [number for number, bit in enumerate(mask) if bit]
            assert legal == asker.legal() != []
            assert int.from_bytes(batch.seats[4 * row : 4 * row + 4], "little") == asker.seat
            size = 2 * batch.layout.size
            alone = batch.layout.observe(asker.game, asker.seat, asker.entered)
            assert batch.observations[row * size : (row + 1) * size] == alone
            chosen.append(legal[chooser.below(len(legal))])
        batch.step(struct.pack(f"<{COUNT}q", *chosen))
        for row, over in enumerate(batch.ended):
            rewards = batch.rewards[row * 4 * seats : (row + 1) * 4 * seats]
            assert over or rewards == bytes(4 * seats), "rewards come at the end alone"
        ended += sum(batch.ended)
    assert 0 < batch.moves < 120 * COUNT and (ended > 10 or game != "toy")


def test_a_batch_without_observations_makes_none() -> None:
    batch = batch_of("toy", 3)
    batch.look(False)
    assert batch.observations == b"" and len(batch.masks) == COUNT * batch.actions.size


def test_the_same_seed_gives_the_same_matches() -> None:
    one, two, other = batch_of("toy", 3), batch_of("toy", 3), batch_of("toy", 3, 8)
    for batch in (one, two, other):
        batch.look(True)
    assert one.observations == two.observations != other.observations


def test_rewards_follow_from_the_result() -> None:
    pairs, regent, gang = (find_game(game).info for game in ("pairs", "regent", "the-gang"))
    assert rewards_of(regent, Result((9, 2, 2), (0,), (), (1, 2, 2)), "places") == [1.0, -0.5, -0.5]
    assert rewards_of(regent, Result((3, 3), (0, 1), (), (1, 1)), "places") == [0.0, 0.0], "nobody gains by a draw"
    assert rewards_of(regent, Result((9, 2, 1), (0,), (), (1, 2, 3)), "scores") == [9.0, 2.0, 1.0]
    assert rewards_of(regent, Result((9, 2, 1), (0,), (), (1, 2, 3)), "margins") == [7.5, -3.0, -4.5]
    lost = Result((1, 2, 9), (), (2,), (1, 1, 3))
    assert rewards_of(pairs, lost, "places") == [0.5, 0.5, -1.0]
    assert rewards_of(pairs, lost, "scores") == [-1.0, -2.0, -9.0], "points are bad"
    assert rewards_of(pairs, lost, "margins") == [4.5, 3.0, -7.5]
    assert rewards_of(gang, Result((3, 3), (0, 1), (), (1, 1)), "places") == [1.0, 1.0]
    assert rewards_of(gang, Result((0, 0), (), (0, 1), (1, 1)), "places") == [-1.0, -1.0]


@pytest.mark.parametrize(("game", "seats"), [("toy", 3), ("cribbage", 2)])
def test_random_actions_are_legal_and_every_move_comes_up(game: str, seats: int) -> None:
    batch, players = batch_of(game, seats), Fast(2)
    batch.look(False)
    first = batch.askers[0]
    drawn: set[int] = set()
    for _ in range(200):
        numbers = struct.unpack(f"<{COUNT}q", batch.random_numbers(players))
        for asker, number in zip(batch.askers, numbers, strict=True):
            assert number in asker.legal()
        drawn.add(numbers[0])
    assert drawn == set(first.legal())
    for _ in range(5):  # some moves are entered in steps
        batch.step(batch.random_numbers(players))
        batch.look(False)
    assert batch.moves > 0
