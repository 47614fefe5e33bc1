"""Thinking: exact values are taken where a brain has them, mixtures are drawn, unlikely worlds are drawn again."""

from __future__ import annotations

from collections import Counter

from koloda import Match
from koloda.bots import level_policy, yardstick_policy
from koloda.bots.seat_view import SeatView
from koloda.bots.think import MAX_WORLD_REDRAWS, decide, likely_world, think
from koloda.core.chance import Chance, Fast
from koloda.core.game import Game
from koloda.core.search import Brain, Estimate


class Fixed(Brain):
    """A brain whose hooks can be set."""

    def __init__(self) -> None:
        self.known: list[Estimate] = []
        self.mix: dict[str, float] = {}
        self.doubts = 0

    def choose(self, game: Game, seat: int, chance: Chance) -> str:
        return sorted(game.moves(seat))[0]

    def solve(self, game: Game, seat: int) -> list[Estimate]:
        return self.known

    def mixture(self, game: Game, seat: int) -> dict[str, float]:
        return self.mix

    def likely(self, world: Game, seat: int) -> bool:
        self.doubts -= 1
        return self.doubts < 0


def a_seat() -> SeatView:
    match = Match.new("pairs", 3, chance=Fast(1))
    return SeatView(match, match.turn.seats[0])


def test_what_can_be_worked_out_is_not_searched() -> None:
    brain = Fixed()
    brain.known = [Estimate("fold", 0.2, 0.0, 0), Estimate("hit", 0.9, 0.0, 0)]
    assert [estimate.move for estimate in think(a_seat(), brain, Fast(1))] == ["hit", "fold"]
    assert decide(a_seat(), brain, Fast(1)) == "hit"


def test_a_mixture_is_drawn_as_often_as_it_says() -> None:
    brain = Fixed()
    brain.mix = {"fold": 1.0, "hit": 3.0}
    chance = Fast(5)
    drawn = Counter(decide(a_seat(), brain, chance) for _ in range(4000))
    assert abs(drawn["hit"] / 4000 - 0.75) < 0.03 and drawn["fold"] + drawn["hit"] == 4000


def test_a_brain_that_mixes_draws_among_equals() -> None:
    brain = Fixed()
    brain.known = [Estimate("fold", 0.50, 0.02, 100), Estimate("hit", 0.49, 0.02, 100)]
    assert {decide(a_seat(), brain, Fast(seed)) for seed in range(40)} == {"fold"}
    brain.mixing_margin = 1.0
    assert {decide(a_seat(), brain, Fast(seed)) for seed in range(40)} == {"fold", "hit"}
    brain.mixing_margin = 0.25
    assert {decide(a_seat(), brain, Fast(seed)) for seed in range(40)} == {"fold"}
    brain.mixing_margin = 1.0
    brain.known = [Estimate("fold", 0.50, 0.02, 100), Estimate("hit", 0.40, 0.02, 100)]
    assert {decide(a_seat(), brain, Fast(seed)) for seed in range(40)} == {"fold"}


def test_unlikely_worlds_are_drawn_again_but_not_for_ever() -> None:
    brain = Fixed()
    brain.doubts = 5
    likely_world(a_seat(), brain, Fast(1))
    assert brain.doubts == -1
    brain.doubts = 10_000
    likely_world(a_seat(), brain, Fast(1))
    assert brain.doubts == 10_000 - MAX_WORLD_REDRAWS


def test_thinking_stops_when_patience_ends() -> None:
    found = think(a_seat(), Fixed(), Fast(1), worlds=10**9, patience=0.05)
    assert 0 < found[0].worlds < 10**9


def test_one_move_needs_no_thought_unless_its_value_is_asked_for() -> None:
    brain = Fixed()
    match = Match.new("pairs", 3, options={"continuous": True}, chance=Fast(1))
    seat = match.turn.seats[0]
    brain.candidates = lambda game, seat: ["hit"]  # type: ignore[method-assign]
    assert think(SeatView(match, seat), brain, Fast(1)) == [Estimate("hit", 0.0, 0.0, 0)]
    assert think(SeatView(match, seat), brain, Fast(1), worlds=4, drop=False)[0].worlds == 4


def test_the_eyes_show_no_state() -> None:
    shown = a_seat()
    assert sorted(name for name in dir(shown) if not name.startswith("_")) == [
        "game_id",
        "legal",
        "seat",
        "turn",
        "view",
        "world",
    ]


def test_the_yardstick_takes_the_time_of_the_others() -> None:
    policy = yardstick_policy([0.001, 0.003])
    assert policy(a_seat(), Fast(1)) in ("fold", "hit")


def test_an_easy_bot_slips_and_a_normal_one_does_not() -> None:
    normal = {level_policy("hawthorn", "normal")(look, Fast(seed)) for seed in range(30) for look in [opening()]}
    easy = {level_policy("hawthorn", "easy")(look, Fast(seed)) for seed in range(30) for look in [opening()]}
    assert len(normal) < len(easy)


def opening() -> SeatView:
    return SeatView(Match.new("hawthorn", 3, chance=Fast(1)), 0)
