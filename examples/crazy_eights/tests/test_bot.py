"""The bot of Crazy Eights: its first thoughts, and that it plays well."""

from __future__ import annotations

from koloda import Match
from koloda.bots import Policy, find_bot, level_policy, random_policy
from koloda.bots.advice import advise
from koloda.bots.seat_view import SeatView
from koloda.core.chance import Fast
from koloda.lab.simulate import bots_move
from koloda.match import resample
from koloda.testing import scripted

from crazy_eights.bot import BOT


def thought(hand: str, top: str) -> str:
    """What the bot would play at once, on seat 1 of two; the other hand is of no account."""
    mine, others = hand.split(), ["2c", "2d", "3c"]
    deck = " ".join(card for pair in zip(mine, others, strict=True) for card in pair)
    match = scripted("crazy-eights", 2, f"{deck} {top}", {"cards": 3}, before=[{"pick": 0}])
    assert BOT.brain is not None
    return BOT.brain.choose(match.game, 1, Fast(1))


def test_dear_cards_go_first_and_eights_last() -> None:
    assert thought("5h Kh 8s", "7h") == "play Kh"
    assert thought("5h 6h 8s", "7h") == "play 6h"
    assert thought("Qh Qs 4s", "Qc") == "play Qs"


def test_an_eight_names_the_longest_suit() -> None:
    assert thought("5d Kd 8s", "7h") == "play 8s diamonds"


def test_the_package_offers_it() -> None:
    assert find_bot("crazy-eights") is BOT


def test_it_beats_random_play() -> None:
    wins = 0
    for deal in range(60):
        match, chance = Match.new("crazy-eights", 3, {"target": 50}, seed=f"bot {deal}"), Fast(deal)
        policies: list[Policy] = [random_policy] * 3
        policies[deal % 3] = level_policy("crazy-eights", "normal")
        while match.result is None:
            bots_move(match, match.turn.seats, policies, chance)
        wins += deal % 3 in match.result.winners
    assert wins >= 25, "a third of 60 would be chance"


def test_advice_knows_no_more_than_the_seat() -> None:
    match = scripted("crazy-eights", 2, "5h 9h 8s 2c Kc Qd 7h", {"cards": 3}, before=[{"pick": 0}])
    advice = advise(SeatView(match, 1), Fast(1), worlds=8, patience=60.0)
    assert advice is not None and advice.move in match.legal(1) and "chance to win" in advice.text.en
    world = resample(match, 1, Fast(9))
    assert advise(SeatView(world, 1), Fast(1), worlds=8, patience=60.0) == advice
