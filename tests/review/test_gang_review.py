"""The review of The Gang: the last chip of every round, how likely it was right, heist by heist."""

from __future__ import annotations

import json
from typing import Any

import pytest

from koloda import Match
from koloda.bots.the_gang.evaluator import imagined
from koloda.core.chance import Fast
from koloda.core.options import OptionValue
from koloda.core.search import Estimate
from koloda.core.text import LANGUAGES
from koloda.lab.gang_heists import finished_heists, play_one_move
from koloda.match import resample
from koloda.review import Leg, Review, Walk, choices, judge, review, review_lines
from koloda.review.decisions import Decision

WORLDS = 60


def played(seats: int = 3, max_moves: int = 10_000, **options: OptionValue) -> Match:
    match = Match.new("the-gang", seats, options, seed="a gang to review")
    chance = Fast(4)
    while match.result is None and match.move_number < max_moves:
        play_one_move(match, chance, "easy")
    return match


@pytest.fixture(scope="module")
def match() -> Match:
    return played()


@pytest.fixture(scope="module")
def record(match: Match) -> dict[str, Any]:
    return dict(match.record())


@pytest.fixture(scope="module")
def reviewed(record: dict[str, Any]) -> Review:
    return review(record, 0, worlds=WORLDS)


def adds_up(reviewed: Review) -> None:
    """Every leg from the fair share to its end, and all of them on the average."""
    legs = reviewed.judged_legs()
    assert reviewed.start + reviewed.luck - reviewed.cost == pytest.approx(reviewed.end)
    assert sum(reviewed.lucks()) == pytest.approx(reviewed.luck * len(legs))
    assert reviewed.end == pytest.approx(sum(end for _, end in legs) / len(legs))


def test_the_last_chip_of_every_round_is_judged(reviewed: Review, match: Match, record: dict[str, Any]) -> None:
    assert len(reviewed.legs) == len(finished_heists(match)) and reviewed.total == len(reviewed.decisions)
    assert [leg.total for leg in reviewed.legs] == [4] * len(reviewed.legs)
    moves = record["moves"]
    for one in reviewed.decisions:
        assert moves[one.n] == [0, one.move] and one.move.startswith("take ")
        assert one.move in [estimate.move for estimate in one.estimates]
        round_of = Walk(record).to(one.n).view(0).counter("round")
        later = [n for n, (seat, move) in enumerate(moves) if n > one.n and seat == 0 and move.startswith("take ")]
        assert not later or Walk(record).to(later[0]).view(0).counter("round") != round_of


def test_it_adds_up_heist_by_heist(reviewed: Review, match: Match) -> None:
    adds_up(reviewed)
    assert reviewed.start == pytest.approx(1 / 3) and reviewed.result == reviewed.end
    for leg, heist in zip(reviewed.legs, finished_heists(match), strict=True):
        assert leg.result in (0.0, 1.0) and (leg.result == 1.0 or not heist["success"])


def test_a_cost_is_best_minus_taken(reviewed: Review, record: dict[str, Any]) -> None:
    for one in reviewed.decisions:
        taken = next(estimate for estimate in one.estimates if estimate.move == one.move)
        assert one.cost <= one.best.value - taken.value + 0.25
        assert all(0 <= estimate.value <= 1 and estimate.worlds == WORLDS for estimate in one.estimates)
        assert one.counts == (Walk(record).to(one.n).view(0).counter("round") == 4)


def blind() -> Match:
    """Every seat takes the chip of its own number, whatever it holds."""
    match = Match.new("the-gang", 3, {"round_end": "instant"}, seed="blind")
    while match.result is None:
        for seat in range(3):
            match.play(seat, f"take {seat + 1}")
    return match


def test_only_red_chips_lose() -> None:
    reviews = [review(blind().record(), seat, worlds=WORLDS) for seat in range(2)]
    for reviewed in reviews:
        adds_up(reviewed)
        costs = [one.cost for one in reviewed.decisions if one.counts]
        assert reviewed.cost == pytest.approx(sum(costs) / len(reviewed.legs))
        assert all(reviewed.decisions[index].counts for index in reviewed.mistakes())
    assert any(reviewed.mistakes() for reviewed in reviews), "who is blind makes no mistakes"


def test_an_unfinished_heist_ends_after_its_last_chip(record: dict[str, Any], reviewed: Review) -> None:
    n = reviewed.decisions[5].n
    part = review({**record, "moves": record["moves"][: n + 1], "result": None}, 0, worlds=WORLDS)
    assert part.legs[-1].result is None and part.result is None and part.decisions[:5] == reviewed.decisions[:5]
    adds_up(part)


def test_what_is_hidden_changes_no_judgement(record: dict[str, Any], reviewed: Review) -> None:
    for one in reviewed.decisions[:3]:
        walk = Walk(record)
        world = resample(walk.to(one.n), 0, Fast(1))
        imagined.cache_clear()
        walk.match = world
        assert judge(walk, one.n, "review", WORLDS) == one


def test_the_same_in_words_and_as_json(reviewed: Review) -> None:
    value = json.loads(json.dumps(reviewed.to_json()))
    assert [leg["total"] for leg in value["legs"]] == [leg.total for leg in reviewed.legs]
    for lang, words in zip(
        LANGUAGES, ("Красная фишка верна: наугад 33,3%", "The red chip is right: at random 33.3%"), strict=True
    ):
        text = "\n".join(review_lines(reviewed, lang))
        assert words in text and "{" not in text


@pytest.mark.parametrize(
    "options",
    [
        {"round_end": "instant", "chip_limit": 4},
        {"mode": "custom", "challenges": [1, 5]},
        {"mode": "custom", "challenges": [4, 8, 9], "specialist": 10},
    ],
    ids=str,
)
def test_the_modes_are_reviewed_too(options: dict[str, OptionValue]) -> None:
    other = played(3, 150, **options)
    for seat in range(3):
        reviewed = review(other.record(), seat, worlds=10)
        assert reviewed.decisions
        adds_up(reviewed)


SUMMED = ("give", "discard")
ASIDE = ("show", "guess")


@pytest.mark.parametrize(
    ("specialist", "verbs"),
    [
        (1, {"propose", "agree", "show"}),
        (5, {"propose", "agree", "discard"}),
        (6, {"give", "guess"}),
        (7, {"propose", "agree", "discard"}),
    ],
)
def test_what_challenges_and_specialists_ask_for_is_judged_too(specialist: int, verbs: set[str]) -> None:
    other = played(3, 120, mode="custom", specialist=specialist, challenges=[4])
    verbs_seen: set[str] = set()
    for seat in range(3):
        reviewed = review(other.record(), seat, worlds=20)
        adds_up(reviewed)
        value: Any = reviewed.to_json()
        for one, luck, entry in zip(reviewed.decisions, reviewed.lucks(), value["decisions"], strict=False):
            verb = one.move.partition(" ")[0]
            verbs_seen.add(verb)
            assert len(one.estimates) > 1 and one.move in [estimate.move for estimate in one.estimates]
            assert one.aside == (verb in ASIDE)
            assert verb == "take" or one.counts == (verb in SUMMED)
            assert not one.aside or luck == 0.0 == entry["value"] - entry["after"]
        for lang in LANGUAGES:
            assert "{" not in "\n".join(review_lines(reviewed, lang))
    assert verbs <= verbs_seen


def test_what_stands_aside_has_no_part_in_luck_and_skill() -> None:
    def choice(n: int, value: float, cost: float, aside: bool = False) -> Decision:
        options = (Estimate("take 1", value, 0.01, 9), Estimate("take 2", value - cost, 0.01, 9))
        return Decision(n, "", "take 2", options, cost, 0.0, (), False, not aside, aside)

    chips = choice(0, 0.5, 0.1), choice(4, 0.8, 0.2)
    guesses = choice(2, 0.9, 0.7, aside=True), choice(6, 0.3, 0.3, aside=True)
    plain = Review("the-gang", 4, 0, "", chips, (Leg(2, 1.0),))
    mixed = Review("the-gang", 4, 0, "", (chips[0], guesses[0], chips[1], guesses[1]), (Leg(4, 1.0),))
    assert (mixed.cost, mixed.luck, mixed.end) == (plain.cost, plain.luck, plain.end)
    assert mixed.lucks() == [plain.lucks()[0], 0.0, plain.lucks()[1], 0.0, plain.lucks()[2]]
    levels = [(round(before, 9), round(after, 9)) for before, after in mixed.levels()]
    assert levels == [(0.5, 0.4), (0.4, 0.4), (0.8, 0.6), (0.6, 0.6)]
    assert mixed.mistakes() == [2, 0]
    started = Review("the-gang", 4, 0, "", guesses[:1], (Leg(2, None),))
    assert (started.end, started.luck, started.levels()) == (0.25, 0.0, [(0.25, 0.25)])
    lines = review_lines(mixed, "en")
    assert "   3.                          Take a chip: 2   cost 70.0" in lines


def test_legs_that_nobody_has_looked_at_do_not_count() -> None:
    one = Decision(0, "", "take 1", (), 0.0, 0.0)
    assert Review("the-gang", 4, 0, "", (), (Leg(2, 1.0), Leg(1, 0.0))).end == 0.25
    assert Review("the-gang", 4, 0, "", (one,), (Leg(0, 1.0), Leg(0, 0.0), Leg(2, None))).total == 2


@pytest.mark.parametrize("game", ["old-maid", "drunkard"])
def test_games_without_decisions_are_all_luck(game: str) -> None:
    match = Match.new(game, 2, seed="luck")
    while match.result is None:
        seat = match.turn.seats[0]
        match.play(seat, match.legal(seat)[0])
    reviewed = review(match.record(), 0)
    assert choices(match.record(), 0).moments == [] and reviewed.cost == 0 and reviewed.luck == reviewed.end - 0.5
    assert review_lines(reviewed, "ru")[-1] == "Выбирать этому месту не пришлось."
