"""A small agent learns Pairs for four by playing against itself, and beats random players: PPO in numpy, on one core.

    python examples/train_pairs.py                           (a minute with compiled rules; needs the extra rl)
    python examples/train_pairs.py --picture curve.svg       (the curve as a picture; needs the extra study)

It prints how often the agent loses among three random players as it learns. One of four loses, so 0.25 is fair.
"""

from __future__ import annotations

import argparse
import os
from time import perf_counter
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # for matrices of this size more of them only get in the way

import numpy as np
from numpy.typing import NDArray

from koloda.env import BatchEnv

SEATS = 4
MATCHES = 128  # at once
STEPS = 128  # of every match between two lessons
HIDDEN = 64
EPOCHS = 4
MINIBATCH = 2048
CLIP = 0.2
RATE = 1e-3
SEED = 1
TRIALS = 2000  # matches of a test
CURVE_POINTS = 20
FAIR = 1 / SEATS
Array = NDArray[Any]


class Network:
    """One hidden layer; it tells how good each action looks, and how the match will end. It learns by Adam."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator) -> None:
        self.scale = np.float32(0.1)  # observations are small whole numbers
        shapes = [(inputs, HIDDEN), (HIDDEN,), (HIDDEN, actions + 1), (actions + 1,)]
        self.weights = [rng.normal(0, 0.1, shape).astype(np.float32) for shape in shapes]
        self.means = [np.zeros_like(w) for w in self.weights]
        self.squares = [np.zeros_like(w) for w in self.weights]
        self.steps = 0

    def look(self, observations: Array, masks: Array) -> tuple[Array, Array, Array, Array]:
        """What goes in, the hidden layer, the odds of the legal actions, and the expected result."""
        first, bias, second, offset = self.weights
        inputs = np.clip(observations * self.scale, -2, 2, dtype=np.float32)
        hidden = np.tanh(inputs @ first + bias)
        out = hidden @ second + offset
        scores = np.where(masks == 1, out[:, :-1], -1e9)
        odds = np.exp(scores - scores.max(axis=1, keepdims=True))
        return inputs, hidden, odds / odds.sum(axis=1, keepdims=True), out[:, -1]

    def learn(self, inputs: Array, hidden: Array, slope: Array) -> None:
        """One step against the slope of the loss at the outputs."""
        second = self.weights[2]
        back = (slope @ second.T) * (1 - hidden**2)
        gradients = [inputs.T @ back, back.sum(axis=0), hidden.T @ slope, slope.sum(axis=0)]
        self.steps += 1
        for weight, mean, square, gradient in zip(self.weights, self.means, self.squares, gradients, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            unbiased = square / (1 - 0.999**self.steps)
            weight -= RATE * mean / (1 - 0.9**self.steps) / (np.sqrt(unbiased) + 1e-8)


def drawn(odds: Array, rng: np.random.Generator) -> Array:
    """An action of each row by its odds."""
    chosen: Array = (odds.cumsum(axis=1) > rng.random((len(odds), 1))).argmax(axis=1)
    return chosen


class Lesson:
    """Matches of the agent against itself, played for some steps; what each decision led to in the end."""

    def __init__(self, network: Network, batch: BatchEnv, looks: Any, rng: np.random.Generator) -> None:
        taken: list[tuple[Array, ...]] = []
        for _ in range(STEPS):
            _, _, odds, value = network.look(looks.observations, looks.masks)
            actions = drawn(odds, rng)
            after = batch.step(actions)
            chosen = odds[np.arange(len(odds)), actions]
            seen = looks.observations, looks.masks, actions, chosen, value, looks.seats
            taken.append((*seen, after.rewards, after.ended))
            looks = after
        self.looks = looks
        rows = np.arange(batch.count)
        ends = np.zeros((batch.count, SEATS), np.float32)
        known = np.zeros(batch.count, bool)
        kept: list[tuple[Array, ...]] = []
        for observations, masks, actions, chosen, value, seats, rewards, ended in reversed(taken):
            ends[ended] = rewards[ended]
            known |= ended  # what has not ended by now teaches nothing
            gain = ends[rows, seats]
            kept.append(tuple(part[known] for part in (observations, masks, actions, chosen, value, gain)))
        self.parts = [np.concatenate(part) for part in zip(*kept, strict=True)]

    def teach(self, network: Network, rng: np.random.Generator) -> None:
        """Proximal policy optimisation: several small steps, none of them far from what was played."""
        observations, masks, actions, chosen, value, gains = self.parts
        better = gains - value
        better = (better - better.mean()) / (better.std() + 1e-6)
        for _ in range(EPOCHS):
            order = rng.permutation(len(gains))
            for some in np.array_split(order, max(1, len(order) // MINIBATCH)):
                inputs, hidden, odds, guess = network.look(observations[some], masks[some])
                rows = np.arange(len(some))
                ratio = odds[rows, actions[some]] / chosen[some]
                gain = better[some]
                free = np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
                slope = odds * (gain * ratio * free)[:, None]
                slope[rows, actions[some]] -= gain * ratio * free
                ahead = np.column_stack([slope, 0.5 * (guess - gains[some])]) / len(some)
                network.learn(inputs, hidden, ahead.astype(np.float32))


def lost_share(network: Network, seed: int) -> float:
    """How often the agent loses among three random players."""
    batch = BatchEnv("pairs", 500, SEATS, seed=seed)
    rng = np.random.default_rng(seed)
    looks = batch.reset()
    lost = played = 0
    while played < TRIALS:
        actions = batch.random_actions()
        mine = looks.seats == 0
        _, _, odds, _ = network.look(looks.observations[mine], looks.masks[mine])
        actions[mine] = drawn(odds, rng)
        looks = batch.step(actions)
        lost += int((looks.rewards[looks.ended, 0] == -1).sum())
        played += int(looks.ended.sum())
    return lost / played


def train(lessons: int) -> list[tuple[int, float]]:
    """Train; the curve: moves played so far, and how often the agent then loses."""
    rng = np.random.default_rng(SEED)
    batch = BatchEnv("pairs", MATCHES, SEATS, seed=SEED)
    network = Network(batch.rules.layout.size, batch.rules.actions.size, rng)
    looks, curve, began = batch.reset(), [], perf_counter()
    for lesson in range(lessons + 1):
        if lesson % max(1, lessons // CURVE_POINTS) == 0:
            share = lost_share(network, SEED + 1)
            curve.append((batch.moves, share))
            bar = "#" * round(100 * share)
            print(f"{perf_counter() - began:5.0f} s {batch.moves:>10,} moves, loses {share:.3f} {bar}", flush=True)
        if lesson < lessons:
            taught = Lesson(network, batch, looks, rng)
            taught.teach(network, rng)
            looks = taught.looks
    return curve


def draw_curve(curve: list[tuple[int, float]], path: str) -> None:
    """The curve as a picture."""
    import matplotlib.pyplot as plt

    moves, shares = zip(*curve, strict=True)
    plt.rcParams["svg.hashsalt"] = "koloda"
    figure, axes = plt.subplots(figsize=(6, 3))
    axes.plot([n / 1e6 for n in moves], shares, marker="o", markersize=3)
    axes.axhline(FAIR, color="grey", linewidth=0.8)
    axes.text(moves[-1] / 1e6, FAIR, "fair", ha="right", va="bottom", color="grey")
    axes.set(xlabel="millions of moves played against itself", ylabel="matches lost", ylim=(0, None))
    axes.set_title("Pairs for four: an agent among three random players", fontsize=10)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None} if path.endswith(".svg") else None)


def main() -> None:
    """Train, and show the curve."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--lessons", type=int, default=100)
    parser.add_argument("--picture", help="a file for the curve: .svg, .png …")
    asked = parser.parse_args()
    curve = train(asked.lessons)
    if asked.picture:
        draw_curve(curve, asked.picture)


if __name__ == "__main__":
    main()
