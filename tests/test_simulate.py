"""The lab's statistics against known values, and simulations that repeat and add up."""

from __future__ import annotations

import statistics as standard
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koloda import BadOption, BadSeats, Match, UnknownGame
from koloda.bots import random_policy
from koloda.core.chance import Fast, seed_number
from koloda.lab.bout import Bout
from koloda.lab.run import run_bout
from koloda.lab.simulate import bots_move, play_out
from koloda.lab.statistics import mean, quantile, wilson
from koloda.lab.tally import Tally


def test_wilson_gives_the_published_values() -> None:
    # Newcombe 1998, Statistics in Medicine 17, table I, method 3: Wilson's score interval
    for successes, trials, low, high in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ]:
        interval = wilson(successes, trials)
        assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)
        assert interval.value == successes / trials


def test_wilson_of_nothing_knows_nothing_and_of_all_stays_below_one() -> None:
    assert wilson(0, 0) == (0.0, 0.0, 1.0)
    assert wilson(5, 5).high == 1.0


def test_wilson_covers_about_95_percent() -> None:
    rng = Random(1)
    inside = 0
    for _ in range(2000):
        interval = wilson(sum(rng.random() < 0.2 for _ in range(50)), 50)
        inside += interval.low <= 0.2 <= interval.high
    assert 0.93 < inside / 2000 < 0.975


@given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=40))
def test_mean_agrees_with_the_standard_library(numbers: list[int]) -> None:
    interval = mean(sum(numbers), sum(n * n for n in numbers), len(numbers))
    half = 1.959963984540054 * standard.stdev(numbers) / len(numbers) ** 0.5
    assert interval.value == pytest.approx(standard.mean(numbers))
    assert interval.high - interval.value == pytest.approx(half, abs=1e-6)
    assert interval.value - interval.low == pytest.approx(half, abs=1e-6)


def test_mean_of_one_and_of_none() -> None:
    assert mean(7, 49, 1) == (7.0, 7.0, 7.0)
    assert mean(0, 0, 0) == (0.0, 0.0, 0.0)


@given(st.lists(st.integers(0, 20), min_size=1, max_size=40), st.sampled_from([0.05, 0.5, 0.95, 1.0]))
def test_a_quantile_splits_as_it_says(numbers: list[int], share: float) -> None:
    counts = {n: numbers.count(n) for n in numbers}
    number = quantile(counts, share)
    assert sum(n <= number for n in numbers) >= share * len(numbers)
    assert sum(n < number for n in numbers) < share * len(numbers)


def bout(
    bots: tuple[str, ...], matches: int, seed: str = "a", game: str = "pairs", seats: int = 3, **options: object
) -> Bout:
    return Bout(game, seats, bots, matches, seed, tuple(options.items()), rotates=False)  # type: ignore[arg-type]


def counts(tally: Tally) -> object:
    """All that a tally has counted; the times are never the same."""
    return {**tally.to_json(), "times": None, "nanoseconds": None}


def test_random_matches_repeat_by_seed_and_have_one_loser_each() -> None:
    first = run_bout(bout(("random",), 60, sevens=True))
    again = run_bout(bout(("random",), 60, sevens=True))
    other = run_bout(bout(("random",), 60, "b", sevens=True))
    assert counts(first) == counts(again) != counts(other)
    assert sum(first.loss_share(seat).value for seat in range(3)) == pytest.approx(1)
    assert sum(first.win_share(seat).value for seat in range(3)) == pytest.approx(1)


def test_options_reach_the_matches() -> None:
    short, long = (run_bout(bout(("random",), 60, seats=2, target=target)) for target in (5, 31))
    assert short.length().high < long.length().low


def test_progress_is_told() -> None:
    progress: list[int] = []
    run_bout(bout(("random",), 2001), progress=progress.append)
    assert progress == [1000, 2000, 2001]


def test_bots_play_and_the_simple_one_loses_less_often_than_chance() -> None:
    tally = run_bout(bout(("simple", "random"), 120))
    assert tally.matches == 120
    assert tally.loss_share(0).high < tally.loss_share(1).low
    assert counts(tally) == counts(run_bout(bout(("simple", "random"), 120)))


@pytest.mark.parametrize(("game", "kind"), [("podfilim", "together"), ("the-gang", "free")])
def test_turns_of_every_kind_are_played_out(game: str, kind: str) -> None:
    match = Match.new(game, 3, seed="kinds")
    kinds: set[str] = set()
    chance = Fast(7)
    while match.result is None:
        kinds.add(match.turn.kind)
        bots_move(match, match.turn.seats, [random_policy] * 3, chance)
    assert kind in kinds


def test_play_out_ends_a_match() -> None:
    match = Match.new("pairs", 2, seed="out")
    play_out(match, [random_policy] * 2, Fast(1))
    assert match.result is not None


def test_bad_input_is_refused() -> None:
    with pytest.raises(UnknownGame):
        run_bout(bout(("random",), 1, game="x"))
    with pytest.raises(BadSeats):
        run_bout(bout(("random",), 1, seats=99))
    with pytest.raises(BadOption):
        run_bout(bout(("random",), 1, x=1))


def test_any_text_is_a_seed() -> None:
    assert len({seed_number(text) for text in ("", "1", "2", "Дайте две!", "\ud800")}) == 5
    assert all(0 <= seed_number(text) < 2**63 for text in ("", "x"))
