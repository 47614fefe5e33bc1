"""The claims of a record: what ``koloda check`` proves, and each difference that it finds."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from koloda import Match, find_game
from koloda.core.cards import TRIANGULAR
from koloda.records import check_record, replay
from records_page import CLAIMS, EXAMPLE


@pytest.mark.parametrize(
    ("claim", "difference"),
    [
        ({"expect": {"scores": [8, 0], "round": 1}}, "round: expected 1, found 2"),
        ({"expect": {"over": 0}}, "over: expected 0, found false"),
        ({"expect": {"colour": 1}}, "no fact 'colour'; there are: "),
        ({"expect": []}, "'expect' must be an object."),
        ({"legal": ["fold"]}, 'legal: expected ["fold"], found ["fold", "hit"]'),
        ({"legal": {"0": ["hit", "fold"], "1": ["hit"]}}, 'legal 1: expected ["hit"], found []'),
        ({"legal": {"0": 5}}, 'legal 0: expected 5, found ["fold", "hit"]'),
        ({"legal": {"x": []}}, "Seats are 0 to 1, not 'x'."),
        ({"legal": 3}, "'legal' must be a list or an object."),
        ({"illegal": ["hit"]}, "illegal: 0 'hit' is accepted"),
        ({"illegal": [[0, "fold"]]}, "illegal: 0 'fold' is accepted"),
        ({"illegal": [[0]]}, "'illegal' holds texts or [seat, text]."),
        ({"illegal": [5]}, "'illegal' holds texts or [seat, text]."),
        ({"illegal": [[0, 5]]}, "'illegal' holds texts or [seat, text]."),
        ({"illegal": {}}, "'illegal' must be a list."),
        ({"steps": [{"after": 0, "expect": {"stacks": [[8], [8]]}}]}, "After move 0: stacks: expected"),
        ({"steps": [{"after": 2}]}, "'steps' holds objects with 'after' from 0 to 1."),
        ({"steps": [3]}, "'steps' holds objects with 'after' from 0 to 1."),
        ({"steps": {}}, "'steps' must be a list."),
        ({"moves": [[0, "dance"]]}, "Move 1 (0 'dance'): "),
        ({"result": {"losers": [0]}}, 'result: expected {"losers": [0]}, found null'),
    ],
)
def test_a_false_claim_is_one_difference(claim: dict[str, object], difference: str) -> None:
    record = {**CLAIMS, "expect": {}, "legal": {}, "illegal": [], "steps": [], **claim}
    found = check_record(record)
    assert len(found) == 1
    assert found[0].startswith(difference)
    assert re.search("[а-я]", check_record(record, "ru")[0])


def test_true_claims_of_many_kinds() -> None:
    claims = {
        "expect": {"to_move": 0, "over": False},
        "legal": {"0": ["hit", "fold"], "1": []},
        "illegal": ["", "hit ", "fold 8 0", [1, "hit"], [9, "hit"]],
        "steps": [{"after": 0, "expect": {"round": 1}}, {"after": 0, "illegal": [[1, "fold"]]}],
    }
    assert check_record({**CLAIMS, **claims}) == []


def test_the_order_of_keys_means_nothing() -> None:
    match = Match.new("podfilim", 3, seed="keys")
    while not any(len(pile) > 1 for pile in facts_of(match)["piles"]):
        seat = match.turn.seats[0]
        moves = match.legal(seat)
        match.play(seat, moves[seat % len(moves)])  # different votes, so that cards are won
    piles = [dict(reversed(pile.items())) for pile in facts_of(match)["piles"]]
    assert json.dumps(piles) != json.dumps(facts_of(match)["piles"])
    assert check_record({**match.record(), "expect": {"piles": piles}}) == []


def facts_of(match: Match) -> Any:
    return json.loads(json.dumps(match.facts()))


def test_claims_after_the_end() -> None:
    assert check_record({**EXAMPLE, "legal": [], "illegal": ["hit", [1, "fold"]], "expect": {"to_move": None}}) == []
    wrong = check_record({**EXAMPLE, "legal": ["hit"], "result": {"losers": [1], "winners": []}})
    assert wrong == ['legal: expected ["hit"], found []', "result losers: expected [1], found [0]"]


def test_a_result_has_no_other_keys() -> None:
    wrong = check_record({**EXAMPLE, "result": {"losers": [0], "colour": None}})
    assert wrong == ["result: no 'colour'; it has scores, winners, losers, places"]


def test_a_part_of_the_result_may_be_told() -> None:
    assert replay({**EXAMPLE, "result": {"losers": [0]}}).result is not None


def test_every_difference_is_found_not_only_the_first() -> None:
    claims = {"expect": {"scores": [0, 0], "round": 3}, "legal": [], "illegal": ["hit", "fold"]}
    assert len(check_record({**CLAIMS, **claims})) == 5


def test_a_hand_is_compared_without_order(monkeypatch: pytest.MonkeyPatch) -> None:
    record = {"game": "pairs", "seats": 2, "chance": [{"shuffle": tied()}], "moves": []}
    turned = {**record, "expect": {"stacks": [[10, 8], [4, 8]]}}
    other = {**record, "expect": {"stacks": [[8, 8], [4, 8]]}}
    assert len(check_record(turned)) == 1
    game = find_game("pairs")
    hands = tuple(replace(zone, name="stack", ordered=False) for zone in game.info.zones)
    monkeypatch.setattr(game, "info", game.info._replace(zones=hands))
    assert check_record(turned) == []
    assert len(check_record(other)) == 1


def test_claims_about_several_seats() -> None:
    match = Match.new("podfilim", 3, seed="several")
    dealer = match.turn.seats[0]
    match.play(dealer, "split 3 2 2")
    record = match.record()
    votes = ["vote black", "vote blue", "vote white"]
    claims = {"legal": dict.fromkeys("012", votes), "illegal": ["split 3 2 2"], "expect": {"to_move": [0, 1, 2]}}
    assert check_record({**record, **claims}) == []
    assert check_record({**record, "legal": votes}) == [
        "legal: seats [0, 1, 2] may move, give an object of seat: moves"
    ]
    assert len(check_record({**record, "illegal": ["vote black"]})) == 3


def test_a_legal_move_is_no_illegal_one_even_if_chance_ends_there() -> None:
    match = Match.new("pairs", 2, seed="long")
    while len(match.game.chance.asked) == 1:
        before = match.record()
        seat = match.turn.seats[0]
        match.play(seat, "hit")
    assert check_record(before) == []
    assert check_record({**before, "illegal": ["hit"]}) == [f"illegal: {seat} 'hit' is accepted"]


def tied() -> list[int]:
    """A deal in which both seats get an 8, then seat 0 a 10 and seat 1 a 4."""
    rest = list(TRIANGULAR.pack)
    first = [1, 2, 2, 3, 3, 8, 8, 10, 4]
    for card in first:
        rest.remove(card)
    return first + rest
