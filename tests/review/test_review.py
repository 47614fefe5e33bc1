"""The review: luck and costs add up, chance is not blamed on the player, only imaginable worlds are looked at."""

from __future__ import annotations

import json
from typing import Any

import pytest

from koloda import Match, all_games, find_game
from koloda.bots import Bot, find_bot, level_policy
from koloda.bots.seat_view import SeatView
from koloda.core.chance import Chance, Fast
from koloda.core.errors import UnknownSeat
from koloda.core.game import Game
from koloda.core.options import OptionValue
from koloda.core.search import Brain, Estimate, Search
from koloda.core.table import Hint
from koloda.core.text import LANGUAGES
from koloda.lab.simulate import bots_move
from koloda.match import resample
from koloda.review import Leg, NoBrain, Review, Walk, choices, decisions, judge, review, review_lines
from koloda.review.decisions import Decision
from koloda.review.report import signed
from koloda.review.weigh import weigh

WITH_BRAIN = [game.info.id for game in all_games() if find_bot(game.info.id).brain]


def played(
    game: str,
    seats: int = 0,
    max_moves: int = 10_000,
    seed: str = "review",
    options: dict[str, OptionValue] | None = None,
) -> dict[str, Any]:
    """The record of a match between normal bots."""
    count = seats or find_game(game).info.seats[0]
    match = Match.new(game, count, options, seed=seed)
    chance = Fast(4)
    while match.result is None and match.move_number < max_moves:
        bots_move(match, match.turn.seats[:1], [level_policy(game, "normal")] * count, chance)
    return dict(match.record())


def adds_up(reviewed: Review) -> None:
    assert reviewed.start + reviewed.luck - reviewed.cost == pytest.approx(reviewed.end)
    assert sum(reviewed.lucks()) == pytest.approx(reviewed.luck)
    level = reviewed.start
    for decision, luck in zip(reviewed.decisions, reviewed.lucks()[:-1], strict=True):
        assert level + luck == pytest.approx(decision.value)
        level = decision.after


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    return played("hawthorn", 3)


@pytest.fixture(scope="module")
def reviewed(record: dict[str, Any]) -> Review:
    return review(record, 0, worlds=2, seconds=1000.0)


def test_every_choice_is_judged_and_all_adds_up(record: dict[str, Any], reviewed: Review) -> None:
    moments, legs = choices(record, 0)
    assert len(legs) == 1 and legs[0].total == len(moments)
    share = legs[0].result
    assert [decision.n for decision in reviewed.decisions] == moments and len(moments) > 3
    assert reviewed.result == share and reviewed.end == share and share in (0.0, 0.5, 1 / 3, 1.0)
    assert reviewed.start == pytest.approx(1 / 3)
    adds_up(reviewed)
    for decision in reviewed.decisions:
        assert record["moves"][decision.n] == [0, decision.move]
        assert decision.move in [estimate.move for estimate in decision.estimates]
        assert all(0 <= estimate.value <= 1 for estimate in decision.estimates)
        assert decision.estimates[0].value == decision.value


def test_a_record_without_an_end_ends_after_the_last_choice(record: dict[str, Any]) -> None:
    cut = {**record, "moves": record["moves"][:12], "result": None}
    part = review(cut, 0, worlds=2, seconds=1000.0)
    assert part.result is None and part.end == part.decisions[-1].after
    adds_up(part)


def test_the_same_seed_gives_the_same_review(record: dict[str, Any], reviewed: Review) -> None:
    assert review(record, 0, worlds=2, seconds=1000.0) == reviewed
    assert review(record, 0, "another seed", worlds=2, seconds=1000.0) != reviewed


def test_a_choice_is_judged_the_same_alone_or_in_a_row(record: dict[str, Any], reviewed: Review) -> None:
    last = reviewed.decisions[-1]
    assert judge(Walk(record), last.n, "review", 2, 60.0) == last
    walk = Walk(record)
    walk.to(len(record["moves"]))
    assert judge(walk, last.n, "review", 2, 60.0) == last, "a walk cannot go back"


def test_only_what_the_seat_could_know_counts(record: dict[str, Any], reviewed: Review) -> None:
    """Worlds that look the same to the seat give the same review, whatever the others really held."""
    brain = find_bot("hawthorn").brain
    assert brain is not None
    for decision in reviewed.decisions[:4]:
        match = Walk(record).to(decision.n)
        truth = weigh(SeatView(match, 0), brain, decision.move, Fast(9), 3, 60.0)
        for world in range(3):
            other = resample(match, 0, Fast(world))
            assert weigh(SeatView(other, 0), brain, decision.move, Fast(9), 3, 60.0) == truth


def test_time_that_runs_out_makes_estimates_rougher_and_says_so(record: dict[str, Any]) -> None:
    hurried = review(record, 0, seconds=0.0)
    assert all(decision.hurried for decision in hurried.decisions)
    assert all(decision.best.worlds == 2 for decision in hurried.decisions)
    adds_up(hurried)
    assert "Short of time" in "\n".join(review_lines(hurried, "en"))


def test_an_interrupted_review_keeps_what_is_done(record: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> None:
        seen.append((done, total))
        if done == 2:
            raise KeyboardInterrupt

    part = review(record, 0, worlds=2, seconds=1000.0, progress=progress)
    assert len(part.decisions) == 2 and part.total == seen[0][1] > 2
    assert part.end == part.decisions[-1].after
    adds_up(part)
    assert "2 of" in "\n".join(review_lines(part, "en"))


class Exact(Brain):
    """Knows what everything is worth: folding 0.5, anything else 0.1."""

    def solve(self, game: Game, seat: int) -> list[Estimate]:
        moves = game.moves(seat)
        return [Estimate(move, 0.5 if move.startswith("fold") else 0.1, 0.0, 0) for move in moves]


def test_exact_values_give_exact_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisions, "find_bot", lambda game: Bot(brain=Exact()))
    match = Match.new("pairs", 2, seed="exact")
    while match.result is None:
        seat = match.turn.seats[0]
        match.play(seat, "hit" if "hit" in match.legal(seat) else match.legal(seat)[0])
    reviewed = review(match.record(), 0)
    hits = [decision for decision in reviewed.decisions if decision.move == "hit"]
    assert hits and all(decision.cost == pytest.approx(0.4) and decision.error == 0 for decision in hits)
    assert len(reviewed.mistakes()) == 3 and reviewed.cost == pytest.approx(0.4 * len(hits))
    adds_up(reviewed)


class Noise(Search):
    """Options that are all worth one half, with much chance in it."""

    def add(self, world: Game) -> None:
        for index in self.alive:
            value = int(world.chance.below(1000)) / 999
            self.values[index].append(value)
            self.sums[index] += value
        self.worlds += 1

    def drop(self) -> bool:
        return False


class Noisy(Brain):
    def search(self, game: Game, seat: int, moves: list[str]) -> Search:
        return Noise(self, seat, moves)


def test_chance_is_not_blamed_on_the_player() -> None:
    """The best of noisy values is too good on the average; a cost must not be."""
    match = Match.new("hawthorn", 2, seed="noise")
    moves = match.legal(0)
    assert len(moves) > 2
    weighed = [weigh(SeatView(match, 0), Noisy(), moves[0], Fast(seed), 20, 60.0) for seed in range(150)]
    costs = [one.cost for one in weighed]
    naive = [one.estimates[0].value - next(o.value for o in one.estimates if o.move == moves[0]) for one in weighed]
    spread = (sum(cost**2 for cost in costs) / len(costs)) ** 0.5 / len(costs) ** 0.5
    assert abs(sum(costs) / len(costs)) < 3.5 * spread
    assert sum(naive) / len(naive) > 5 * spread, "this test would not notice"


def test_a_move_that_no_bot_would_consider_is_weighed_too() -> None:
    class Narrow(Noisy):
        def candidates(self, game: Game, seat: int) -> list[str]:
            return game.moves(seat)[1:2]

        def choose(self, game: Game, seat: int, chance: Chance) -> str:
            return game.moves(seat)[0]

    match = Match.new("hawthorn", 2, seed="noise")
    taken = match.legal(0)[-1]
    weighed = weigh(SeatView(match, 0), Narrow(), taken, Fast(1), 4, 60.0)
    assert taken in [estimate.move for estimate in weighed.estimates] and len(weighed.estimates) == 2


def test_a_game_that_nothing_estimates_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisions, "find_bot", lambda game: Bot())
    with pytest.raises(NoBrain) as refusal:
        review(played("pairs", 2, 4), 0)
    assert refusal.value.reason == "no-brain" and "Pairs" in refusal.value.text.en


def test_an_unknown_seat_is_refused(record: dict[str, Any]) -> None:
    with pytest.raises(UnknownSeat):
        review(record, 3)


def test_the_review_as_json_and_as_lines(reviewed: Review) -> None:
    value = json.loads(json.dumps(reviewed.to_json()))
    assert value["start"] + value["luck"] - value["cost"] == pytest.approx(value["end"])
    assert len(value["decisions"]) == reviewed.total
    assert value["last_luck"] == pytest.approx(reviewed.lucks()[-1])
    for lang in LANGUAGES:
        lines = review_lines(reviewed, lang)
        assert len(lines) >= 2 * reviewed.total
        assert not [line for line in lines if "{" in line]
    assert "Доля победы: поровну 33,3%" in "\n".join(review_lines(reviewed, "ru"))


def test_an_exact_cost_is_told_without_an_error_and_what_was_known_by_move() -> None:
    options = (Estimate("play 2", 0.5, 0.0, 0), Estimate("play 2 2", 0.3, 0.0, 0))
    hints = tuple(Hint("hint-sure", move, {"cards": move[5:]}) for move in ("play 2", "play 2 2", "play A"))
    all_hints = (*hints, Hint("hint-out", "", {"ranks": "3×1"}))
    decision = Decision(7, "lead", "play 2 2", options, 0.2, 0.0, all_hints)
    text = "\n".join(review_lines(Review("tycoon", 4, 0, "review", (decision,), (Leg(1, 0.3),)), "ru"))
    assert "потеряно 20,0%" in text and "цена 20,0\n" in text and "±" not in text
    assert "было известно: Сыграть: 2 2 (перебить нечем). Сыграть: 2 (перебить нечем). У других: 3×1." in text
    assert "Сыграть: 2 — 50,0%; Сыграть: 2 2 — 30,0%" in text


def test_no_luck_has_no_minus() -> None:
    assert [signed(part, "en") for part in (-0.0004, 0.0, -0.012)] == ["+0.0", "+0.0", "−1.2"]


def test_a_seat_that_never_chose_has_nothing_to_review() -> None:
    empty = Review("pairs", 2, 0, "review", (), (Leg(0, 1.0),))
    assert empty.luck == pytest.approx(0.5) and empty.cost == 0
    assert review_lines(empty, "en")[-1] == "This seat had nothing to choose."


@pytest.mark.parametrize(
    ("game", "options"), [*[(game, None) for game in WITH_BRAIN], ("abracadabra", {"call": "manual"})]
)
def test_every_phase_of_a_game_with_a_brain_is_reviewed(game: str, options: dict[str, OptionValue] | None) -> None:
    cut = played(game, max_moves=25, options=options)
    phases: set[str] = set()
    for seat in range(find_game(game).info.seats[0]):
        moments, _ = choices(cut, seat)
        walk = Walk(cut)
        for n in moments:
            phase = walk.to(n).view(seat).phase
            if phase in phases:
                continue
            phases.add(phase)
            decision = judge(walk, n, "all", 2, 60.0)
            assert all(0 <= estimate.value <= 1 for estimate in decision.estimates)
            assert decision.after == pytest.approx(decision.value - decision.cost)
            json.dumps([estimate._asdict() for estimate in decision.estimates])
