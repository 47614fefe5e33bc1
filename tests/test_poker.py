"""The hand evaluator against the known counts, the rules' own examples and a second opinion."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest

from koloda.core.cards import FRENCH, SUITLESS_JACK
from koloda.core.chance import Fast
from koloda.core.pile import Pile
from koloda.games.shared.poker import (
    CATEGORIES,
    CATEGORY_NAMES,
    best_five,
    category,
    category_name,
    count_categories,
    evaluate,
    evaluate_many,
    hand_of_pile,
    strength,
)


def cards(text: str) -> list[int]:
    return [FRENCH.card(face) for face in text.split()]


def score(text: str) -> int:
    return evaluate(cards(text))


def name(text: str) -> str:
    return category_name(score(text))


@pytest.mark.compiled
def test_all_2598960_five_card_hands_by_category() -> None:
    assert count_categories() == [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4]


def test_all_15504_five_card_hands_of_twos_to_sixes() -> None:
    assert count_categories(20) == [0, 7680, 4320, 1920, 1020, 0, 480, 80, 4, 0]


def test_every_category_has_a_name_in_both_languages() -> None:
    assert list(CATEGORY_NAMES) == list(CATEGORIES)
    assert all(text.ru and text.en for text in CATEGORY_NAMES.values())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ac Kd 9h 7s 5c 3d 2h", "high"),
        ("Ac Ad 9h 7s 5c 3d 2h", "pair"),
        ("Ac Ad 9h 9s 5c 5d 2h", "two-pair"),
        ("Ac Ad Ah 9s 5c 3d 2h", "three"),
        ("Ac 2d 3h 4s 5c Kd Kh", "straight"),
        ("Tc Jd Qh Ks Ac 2d 3h", "straight"),
        ("Qc Kd Ah 2s 3c 4d 9h", "high"),
        ("Ac 9c 7c 5c 3c 2d 2h", "flush"),
        ("Ac Ad Ah 9s 9c 3d 3h", "full-house"),
        ("Ac Ad Ah 9s 9c 9d 3h", "full-house"),
        ("Ac Ad Ah As 9c 9d 9h", "four"),
        ("2h 3h 4h 5h Ah Kc Kd", "straight-flush"),
        ("Th Jh Qh Kh Ah 9h 8h", "royal-flush"),
        ("Ah Kh Qh Jh 9h As Ac Ks", "full-house"),  # only with eight cards can both be there
        ("Ah Kh Qh Jh 9h As Ac Ad", "four"),
    ],
)
def test_categories(text: str, expected: str) -> None:
    assert name(text) == expected
    assert category(score(text)) == CATEGORIES.index(expected)


def test_the_wheel_is_the_lowest_straight() -> None:
    assert score("Ac 2d 3h 4s 5c") < score("2c 3d 4h 5s 6c") < score("Tc Jd Qh Ks Ac")
    assert score("Ac 2d 3h 4s 5c 6c") == score("2c 3d 4h 5s 6c")
    assert score("Ac 2c 3c 4c 5c") < score("2d 3d 4d 5d 6d")


def test_kickers_decide_and_only_five_cards_count() -> None:
    assert score("Ac Ad Kh 9s 7c") > score("Ah As Qh 9c 7d")
    assert score("Ac Ad Kh 9s 7c 2d 3h") == score("Ah As Kc 9c 7d 4h 5s")
    assert score("Ac Ad Kh Ks 7c 6d 6h") == score("Ac Ad Kh Ks 7c 3d 2h")
    assert score("Ac Ad Kh Ks 7c 7d 6h 6c") == score("Ac Ad Kh Ks 7c 3d 2h")
    assert score("Ac Kc 9c 7c 5c") > score("Ad Kd 9d 7d 4d")
    assert score("3c 3d 3h Ks Qc") > score("3c 3d 3h Ks Jc")
    assert score("3c 3d 3h 4s 4c") > score("3c 3d 3h 2s 2c")


def test_suits_are_equal() -> None:
    assert score("Ac Kc 9c 7c 5c") == score("As Ks 9s 7s 5s")


def test_suitless_jack_counts_in_ranks_and_straights() -> None:
    assert name("Jx Jc 2d") == "pair"
    assert name("Jx Jc Jd 2d 2h") == "full-house"
    assert score("Jx Jc Jd Jh 2h") == score("Js Jc Jd Jh 2h")
    assert score("Jx Tc Qd Kh As 2c 3d") == score("Js Tc Qd Kh As 2c 3d")
    assert score("Jx 8c 7d 5h 3s") == score("Jc 8c 7d 5h 3s")


def test_suitless_jack_is_in_no_flush() -> None:
    assert name("Jx Ac 9c 7c 5c 2d 3h") == "high"
    assert name("Jx Tc Qc Kc Ac") == "straight"
    assert name("Jx Jc Tc Qc Kc Ac") == "royal-flush"
    assert name("Jx Ac 9c 7c 5c 2c") == "flush"


def test_a_fifth_jack_is_a_kicker() -> None:
    five = score("Jx Jc Jd Jh Js 8d 5c")
    assert category_name(five) == "four"
    assert score("Jc Jd Jh Js Td") < five < score("Jc Jd Jh Js Qd")
    assert score("Jx Jc Jd Jh Js Qd 5c") == score("Jc Jd Jh Js Qd")


def test_fewer_than_five_cards_only_match_ranks() -> None:
    assert [name(text) for text in ("2c 3c", "Ac Ad", "Kc Kd Kh", "Jx Jd", "Qc Kc Ac")] == [
        "high", "pair", "three", "pair", "high",
    ]  # fmt: skip
    assert score("Ac 2d") > score("Kc Qd")
    assert category_name(evaluate([])) == "high"


def test_a_pile_is_evaluated_like_its_cards() -> None:
    pile = Pile.of(cards("2c Ac Kd 9h 7s Ad Jx 2h"))
    pile.draw()
    assert strength(hand_of_pile(pile)) == evaluate(pile.cards())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("As 2c 2d 7h 5s Th 6c", "2d 2c As Th 7h"),
        ("Ac 3d 4h 5s Qd 2h 9c", "5s 4h 3d 2h Ac"),
        ("2h 3h 4h 5h Ah Kc Kd", "5h 4h 3h 2h Ah"),
        ("8s 5c Jc Jd Jh Jx 2c", "Jx Jh Jd Jc 8s"),
        ("Ac 9c 7c 5c 3c 2d 2h", "Ac 9c 7c 5c 3c"),
        ("Tc Jd Qh Ks Ac 2d 3h", "Ac Ks Qh Jd Tc"),
        ("Kc Ah Kd", "Kd Kc Ah"),
    ],
)
def test_best_five(text: str, expected: str) -> None:
    assert best_five(cards(text)) == cards(expected)


def second_opinion(five: tuple[int, ...]) -> tuple[int, list[int]]:
    """Category and ranks of five cards, in the plainest words there are."""
    ranks = sorted((9 if card == SUITLESS_JACK else card // 4 for card in five), reverse=True)
    suits = {card % 4 for card in five} if SUITLESS_JACK not in five else {0, 1}
    groups = sorted(((n, rank) for rank, n in Counter(ranks).items()), reverse=True)
    order = [rank for n, rank in groups for _ in range(n)]
    if [n for n, _ in groups] == [5]:
        return 7, order  # five jacks: four and a jack beside them
    shape = [n for n, _ in groups]
    straight = len(shape) == 5 and (ranks[0] - ranks[4] == 4 or ranks == [12, 3, 2, 1, 0])
    if ranks == [12, 3, 2, 1, 0]:
        order = [3, 2, 1, 0, -1]
    if straight and len(suits) == 1:
        return (9 if order[0] == 12 else 8), order
    if shape[0] == 4:
        return 7, order
    if shape == [3, 2]:
        return 6, order
    if len(suits) == 1:
        return 5, order
    if straight:
        return 4, order
    return {(3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(tuple(shape), 0), order


def random_hand(chance: Fast, size: int) -> list[int]:
    """Some cards; half of the hands hold the suitless jack, and all are drawn from few ranks so that much happens."""
    low = chance.below(8) * 4
    pool = list(range(low, min(52, low + 4 * (4 + chance.below(6)))))
    pool += [card for card in (*range(36, 40), SUITLESS_JACK) if card not in pool]
    hand = [SUITLESS_JACK] if chance.below(2) else []
    while len(hand) < size:
        card = pool[chance.below(len(pool))]
        if card not in hand:
            hand.append(card)
    return hand


@pytest.mark.parametrize("size", [5, 6, 7, 8])
def test_all_five_card_subsets_agree(size: int) -> None:
    chance = Fast(size)
    hands = [random_hand(chance, size) for _ in range(400)]
    plain = [max(second_opinion(five) for five in combinations(hand, 5)) for hand in hands]
    ours = [evaluate(hand) for hand in hands]
    assert [key[0] for key in plain] == [category(key) for key in ours]
    order = sorted(range(len(hands)), key=lambda i: plain[i])
    for one, other in pairwise(order):
        assert (plain[one] == plain[other]) == (ours[one] == ours[other])
        assert ours[one] <= ours[other]
    assert len({key[0] for key in plain}) >= 6
    for hand, key in zip(hands, ours, strict=True):
        five = best_five(hand)
        assert len(five) == 5 and set(five) <= set(hand) and evaluate(five) == key


def test_the_benchmark_loop_evaluates_what_it_says() -> None:
    assert evaluate_many(0, 1) == 0
    assert evaluate_many(200, 1) == evaluate_many(200, 1) != evaluate_many(200, 2)
    assert 0 < evaluate_many(1, 3) < 10 << 26
