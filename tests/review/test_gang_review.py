"""The review of The Gang: the last chip of every round, how likely it was right, heist by heist."""

from __future__ import annotations

import json
from typing import Any

import pytest

from koloda import Match
from koloda.bots.the_gang.evaluator import imagined
from koloda.core.chance import Fast
from koloda.core.search import Estimate
from koloda.core.text import LANGUAGES
from koloda.lab.gang_heists import finished_heists, play_one_move
from koloda.match import resample
from koloda.review import Leg, Review, Walk, choices, judge, review, review_lines
from koloda.review.decisions import Decision

WORLDS = 60


def played(seats: int = 3, most: int = 10_000, **options: object) -> Match:
    match = Match.new("the-gang", seats, options, seed="a gang to review")
    chance = Fast(4)
    while match.result is None and match.move_number < most:
        play_one_move(match, chance, "easy")
    return match


@pytest.fixture(scope="module")
def match() -> Match:
    return played()


@pytest.fixture(scope="module")
def record(match: Match) -> dict[str, Any]:
    return dict(match.record())


@pytest.fixture(scope="module")
def found(record: dict[str, Any]) -> Review:
    return review(record, 0, worlds=WORLDS)


def adds_up(told: Review) -> None:
    """Every leg from the fair share to its end, and all of them on the average."""
    legs = told.judged_legs()
    assert told.start + told.luck - told.cost == pytest.approx(told.end)
    assert sum(told.lucks()) == pytest.approx(told.luck * len(legs))
    assert told.end == pytest.approx(sum(end for _, end in legs) / len(legs))


def test_the_last_chip_of_every_round_is_judged(found: Review, match: Match, record: dict[str, Any]) -> None:
    assert len(found.legs) == len(finished_heists(match)) and found.total == len(found.decisions)
    assert [leg.total for leg in found.legs] == [4] * len(found.legs)
    moves = record["moves"]
    for one in found.decisions:
        assert moves[one.n] == [0, one.move] and one.move.startswith("take ")
        assert one.move in [option.move for option in one.options]
        round_of = Walk(record).to(one.n).view(0).counter("round")
        later = [n for n, (seat, move) in enumerate(moves) if n > one.n and seat == 0 and move.startswith("take ")]
        assert not later or Walk(record).to(later[0]).view(0).counter("round") != round_of


def test_it_adds_up_heist_by_heist(found: Review, match: Match) -> None:
    adds_up(found)
    assert found.start == pytest.approx(1 / 3) and found.result == found.end
    for leg, heist in zip(found.legs, finished_heists(match), strict=True):
        assert leg.result in (0.0, 1.0) and (leg.result == 1.0 or not heist["success"])


def test_a_cost_is_best_minus_taken(found: Review, record: dict[str, Any]) -> None:
    for one in found.decisions:
        taken = next(option for option in one.options if option.move == one.move)
        assert one.cost <= one.best.value - taken.value + 0.25
        assert all(0 <= option.value <= 1 and option.worlds == WORLDS for option in one.options)
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
    for told in reviews:
        adds_up(told)
        costs = [one.cost for one in told.decisions if one.counts]
        assert told.cost == pytest.approx(sum(costs) / len(told.legs))
        assert all(told.decisions[index].counts for index in told.mistakes())
    assert any(told.mistakes() for told in reviews), "who is blind makes no mistakes"


def test_an_unfinished_heist_ends_after_its_last_chip(record: dict[str, Any], found: Review) -> None:
    n = found.decisions[5].n
    part = review({**record, "moves": record["moves"][: n + 1], "result": None}, 0, worlds=WORLDS)
    assert part.legs[-1].result is None and part.result is None and part.decisions[:5] == found.decisions[:5]
    adds_up(part)


def test_what_is_hidden_changes_no_judgement(record: dict[str, Any], found: Review) -> None:
    for one in found.decisions[:3]:
        walk = Walk(record)
        world = resample(walk.to(one.n), 0, Fast(1))
        imagined.cache_clear()
        walk.match = world
        assert judge(walk, one.n, "review", WORLDS) == one


def test_the_same_in_words_and_as_json(found: Review) -> None:
    value = json.loads(json.dumps(found.to_json()))
    assert [leg["total"] for leg in value["legs"]] == [leg.total for leg in found.legs]
    for lang, words in zip(
        LANGUAGES, ("Красная фишка верна: наугад 33,3%", "The red chip is right: at random 33.3%"), strict=True
    ):
        text = "\n".join(review_lines(found, lang))
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
def test_the_modes_are_reviewed_too(options: dict[str, object]) -> None:
    other = played(3, 150, **options)
    for seat in range(3):
        told = review(other.record(), seat, worlds=10)
        assert told.decisions
        adds_up(told)


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
    found: set[str] = set()
    for seat in range(3):
        told = review(other.record(), seat, worlds=20)
        adds_up(told)
        value: Any = told.to_json()
        for one, luck, entry in zip(told.decisions, told.lucks(), value["decisions"], strict=False):
            verb = one.move.partition(" ")[0]
            found.add(verb)
            assert len(one.options) > 1 and one.move in [option.move for option in one.options]
            assert one.aside == (verb in ASIDE)
            assert verb == "take" or one.counts == (verb in SUMMED)
            assert not one.aside or luck == 0.0 == entry["value"] - entry["after"]
        for lang in LANGUAGES:
            assert "{" not in "\n".join(review_lines(told, lang))
    assert verbs <= found


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
    told = review(match.record(), 0)
    assert choices(match.record(), 0).moments == [] and told.cost == 0 and told.luck == told.end - 0.5
    assert review_lines(told, "ru")[-1] == "Выбирать этому месту не пришлось."
