"""Ninety-Nine: the worked examples and rulings of docs/rules/ninety-nine.md, by the book and by Parlett."""

from __future__ import annotations

import pytest

from koloda import BadOption, BadSeats, Match, resample
from koloda.bots.ninety_nine import BRAIN
from koloda.core.chance import Fast
from koloda.core.options import OptionValue
from koloda.core.pile import Pile
from koloda.core.record_types import ChanceRecord, ShuffleRecord
from koloda.games.ninety_nine.game import NinetyNine, asides, bid_of, deal_points
from koloda.games.shared.tricks import CARD_BY_NAME, NO_TRUMP, best_card
from koloda.testing import (
    deck_dealing,
    filled_hands,
    labels_of,
    outline,
    play,
    play_on,
    refusal,
    shuffled,
    state,
    story,
)

DIAMONDS, HEARTS = 1, 2
RANKS = "6789TJQKA"
PACK = [rank + suit for rank in RANKS for suit in "cdhs"]
BY_SUITS = [
    " ".join(f"{rank}c" for rank in RANKS) + " 6s 7s 8s",
    " ".join(f"{rank}d" for rank in RANKS) + " 9s Ts Js",
    " ".join(f"{rank}h" for rank in RANKS) + " Qs Ks As",
]


def shuffle_dealing(hands: list[str]) -> ShuffleRecord:
    """The shuffle that deals these hands (filled up with what is left) when seat 2 deals."""
    return shuffled("ninety-nine", deck_dealing(filled_hands(hands, 12, PACK)), PACK)


def dealt(hands: list[str] | None = None, **options: OptionValue) -> Match:
    """A match in which seat 2 deals; by default the suits are dealt apart."""
    shuffle = shuffle_dealing(hands or BY_SUITS)
    return Match.new("ninety-nine", 3, options, chance=[{"pick": 2}, *[shuffle] * 9])


def wins(cards: str, trump: int = NO_TRUMP, ranked: bool = True) -> str:
    words = cards.split()
    return words[best_card([CARD_BY_NAME[word] for word in words], trump, ranked)]


def lay(match: Match) -> Match:
    """Everybody lays the three spades aside."""
    play(match, "0 aside 6s 7s 8s", "1 aside 9s Ts Js", "2 aside Qs Ks As")
    return match


def ended(bids: list[int], tricks: list[int], **options: OptionValue) -> Match:
    """A deal by the book brought to its end."""
    match = dealt(**options)  # type: ignore[arg-type]
    game = state(match, NinetyNine)
    lay(match)
    game.bids, game.tricks = bids, tricks
    game.end_deal()
    return match


def test_e1_r3_the_six_of_clubs_beats_the_ace_of_hearts() -> None:
    assert wins("Ah 6c Kh") == "6c"


def test_e2_order_of_suits() -> None:
    assert wins("Ad 6s Kd") == "6s" and wins("6c Ah As") == "6c"
    assert wins("6d Ad Kd") == "Ad"


def test_e3_trump_diamonds() -> None:
    assert wins("Ac 6d 9h", DIAMONDS) == "6d" and wins("7s 8s 6h", DIAMONDS) == "6h"


def test_e4_r4_two_fulfilled() -> None:
    match = ended([4, 5, 4], [4, 4, 4])
    assert match.facts()["scores"] == [24, 4, 24] and match.facts()["trump"] == "s" and match.facts()["dealer"] == 0


def test_e5_r4_r5_three_and_none() -> None:
    match = ended([6, 3, 3], [6, 3, 3])
    assert match.facts()["scores"] == [16, 13, 13] and match.facts()["trump"] == "h"
    match = ended([0, 6, 6], [2, 5, 5])
    assert match.facts()["scores"] == [2, 5, 5] and match.facts()["trump"] is None
    assert ended([2, 6, 6], [2, 5, 5]).facts()["trump"] == "d"
    assert ended([2, 6, 6], [2, 5, 5]).facts()["scores"] == [32, 5, 5]


E6_HANDS = [
    "6h 7h 8h Jh Qh Kh 6c 7c 8c 9c Tc Jc",
    "9h Th Ah 6d 7d 8d 9d Td 6s 7s 8s 9s",
    "Qc Kc Ac Jd Qd Kd Ad Ts Js Qs Ks As",
]


def test_e6_r7_r8_cards_aside_do_not_oblige() -> None:
    match = dealt(E6_HANDS)
    play(match, "0 aside 6h 7h 8h", "1 aside 9h Th Ah", "2 aside Qc Kc Ac")
    play(match, "0 bid 4", "1 bid 4", "2 bid 4", "0 play Jh")
    assert len(match.legal(1)) == 9
    play(match, "1 play 6d", "2 play Jd", "0 play Qh", "1 play 7d", "2 play Qd", "0 play Kh", "1 play 8d", "2 play Kd")
    play(match, "0 play 6c", "1 play 9d", "2 play Ts", "0 play 7c", "1 play Td", "2 play Js")
    play(match, "0 play 8c", "1 play 6s", "2 play Qs", "0 play 9c", "1 play 7s", "2 play Ks")
    play(match, "0 play Tc", "1 play 8s", "2 play As", "0 play Jc", "1 play 9s", "2 play Ad")
    assert match.facts()["tricks"] == [9, 0, 0]
    assert match.facts()["hands"] == [["6h", "7h", "8h"], ["9h", "Th", "Ah"], ["Qc", "Kc", "Ac"]]
    assert match.facts()["to_move"] == 0  # R7: across tricks 9 and 10 too
    play(match, "0 play 6h")
    assert match.legal(1) == ["play 9h", "play Ah", "play Th"]
    play(match, "1 play 9h", "2 play Qc", "2 play Kc", "0 play 7h", "1 play Th", "2 play Ac", "0 play 8h", "1 play Ah")
    assert match.facts()["scores"] == [9, 0, 3] and match.facts()["round"] == 2 and match.facts()["dealer"] == 0


def test_e7_parlett_bid_cards_and_the_premium_bidder() -> None:
    assert bid_of(Pile.of([CARD_BY_NAME["7d"], CARD_BY_NAME["6s"], CARD_BY_NAME["Tc"]])) == 4
    chance: list[ChanceRecord] = [{"pick": 0}, *[shuffle_dealing(BY_SUITS)] * 2]
    match = Match.new("ninety-nine", 3, {"rules": "parlett"}, chance=chance)
    for seat in range(3):
        match.play(seat, match.legal(seat)[0])
    play(match, "0 offer reveal", "1 offer declare", "2 offer reveal")
    assert match.facts()["premium"] == [2, "reveal"] and match.facts()["phase"] == "play"
    assert deal_points([3, 4, 2], [True, True, False], 2, 60) == [83, 84, 2]
    assert deal_points([3, 4, 2], [False, False, True], 2, 60) == [3, 4, 92]
    assert deal_points([9, 0, 0], [True, False, False], 0, 60)[0] == 99


def parlett(offers: str = "none none none", **options: OptionValue) -> Match:
    """Parlett's rules up to the first lead, seat 2 being the dealer."""
    match = lay(dealt(rules="parlett", **options))  # type: ignore[arg-type]
    for seat, word in enumerate(offers.split()):
        match.play(seat, f"offer {word}")
    return match


def test_r10_parlett_offers() -> None:
    assert parlett().facts()["premium"] is None and parlett().facts()["bids"] == [None] * 3
    assert parlett("declare none declare").facts()["premium"] == [0, "declare"]
    assert parlett("declare none reveal").facts()["premium"] == [2, "reveal"]
    assert parlett("none declare none").facts()["bids"] == [None, 3, None]
    assert refusal(lay(dealt(rules="parlett")), 0, "offer all") == "no-such-offer"


def test_parlett_premium_opens_cards() -> None:
    declared = parlett("declare none none").view(1)
    assert declared.cards("aside", 0) == ["6s", "7s", "8s"] and declared.cards("hand", 0) == [None] * 9
    revealed = parlett("reveal none none").view(None)
    assert revealed.cards("aside", 0) == ["6s", "7s", "8s"] and None not in revealed.cards("hand", 0)
    assert revealed.cards("aside", 1) == [None] * 3


def test_parlett_deal_of_nine_tricks() -> None:
    match = parlett()
    for rank in RANKS:
        play(match, f"0 play {rank}c", f"1 play {rank}d", f"2 play {rank}h")
    assert match.facts()["scores"] == [9, 0, 0] and match.facts()["trump"] == "d"  # nobody has fulfilled
    assert wins("6d Ac Ah", NO_TRUMP, ranked=False) == "6d" and wins("6d Ac 6h", HEARTS, ranked=False) == "6h"


def parlett_end(game_scores: list[int], tricks: list[int], **options: OptionValue) -> Match:
    """A deal by Parlett ends; all bid cards are spades, so every bid is 3."""
    match = parlett("none none none", **options)
    game = state(match, NinetyNine)
    game.game_scores, game.scores, game.tricks = game_scores[:], game_scores[:], tricks
    game.end_deal()
    return match


def test_parlett_trumps_by_successes() -> None:
    assert parlett_end([0] * 3, [3, 3, 3]).facts()["trump"] == "c"
    assert parlett_end([0] * 3, [3, 3, 2]).facts()["trump"] == "h"
    assert parlett_end([0] * 3, [3, 4, 2]).facts()["trump"] == "s"
    assert parlett_end([0] * 3, [0, 4, 5]).facts()["trump"] == "d"


def test_parlett_game_bonus() -> None:
    match = parlett_end([80, 60, 90], [3, 2, 4])  # 113, 62, 94
    assert match.facts()["over"] and match.facts()["scores"] == [213, 62, 94] and match.facts()["winners"] == [0]
    match = parlett_end([80, 60, 97], [3, 2, 4])
    assert match.facts()["scores"] == [213, 62, 201]
    assert match.view(None).cards("aside", 1) == ["9s", "Ts", "Js"]
    assert parlett_end([60, 60, 61], [3, 2, 4], target=50).facts()["scores"] == [193, 162, 165]


def test_r11_parlett_rubber() -> None:
    match = parlett_end([80, 60, 90], [3, 2, 4], rubber=True)
    facts = match.facts()
    assert facts["over"] is False and facts["games_won"] == [1, 0, 0] and facts["game_scores"] == [0, 0, 0]
    assert facts["scores"] == [213, 62, 94] and facts["trump"] is None and facts["dealer"] == 0 and facts["round"] == 2
    assert match.view(0).counter("games", 0) == 1 and match.view(0).counter("game-points", 0) == 0
    game = state(match, NinetyNine)
    game.games, game.games_won, game.game_scores = 4, [2, 2, 0], [80, 80, 0]
    game.tricks, game.step = [3, 3, 3], "play"
    for seat in range(3):
        game.aside[seat].fill(Pile.of([CARD_BY_NAME["6s"], CARD_BY_NAME["7s"], CARD_BY_NAME["8s"]]))
    game.game_scores = [87, 87, 0]
    game.end_deal()  # 100 each: both win their third game, the fifth of the rubber
    facts = match.facts()
    assert facts["over"] and facts["games_won"] == [3, 3, 0]
    assert facts["scores"] == [213 + 13 + 100 + 300, 62 + 13 + 100 + 300, 94 + 13]


def test_r1_three_seats_and_a_rubber_only_with_parlett() -> None:
    for seats in (2, 4):
        with pytest.raises(BadSeats):
            Match.new("ninety-nine", seats, seed="r1")
    with pytest.raises(BadOption) as error:
        Match.new("ninety-nine", 3, {"rubber": True}, seed="r1")
    assert error.value.reason == "rubber-is-parlett"


def test_r2_r6_deal_and_bids_in_turn() -> None:
    match = dealt()
    assert [len(hand) for hand in state(match, NinetyNine).hands] == [12] * 3 and match.turn.kind == "together"
    assert len(asides(state(match, NinetyNine).hands[0])) == 220
    lay(match)
    assert match.facts()["to_move"] == 0 and match.facts()["phase"] == "bid"
    play(match, "0 bid 12")
    assert match.facts()["bids"] == [12, None, None] and refusal(match, 1, "bid 13") == "bid-range"
    play(match, "1 bid 12", "2 bid 12")
    assert match.facts()["to_move"] == 0 and match.facts()["phase"] == "play"


def test_r9_the_highest_of_several_wins() -> None:
    match = dealt()
    lay(match)
    game = state(match, NinetyNine)
    game.scores, game.game_scores, game.bids, game.tricks = [90, 96, 1], [90, 96, 1], [5, 4, 0], [5, 4, 3]
    game.end_deal()
    assert match.facts()["over"] and match.facts()["scores"] == [115, 120, 4] and match.facts()["winners"] == [1]
    assert match.facts()["games_won"] == [0, 1, 0]


def test_views_in_the_middle_of_a_deal() -> None:
    match = dealt()
    match.play(1, "aside 9s Ts Js")
    assert match.view(1).chosen == "aside 9s Ts Js" and match.view(0).chosen is None
    play(match, "0 aside 6s 7s 8s", "2 aside Qs Ks As", "0 bid 9", "1 bid 0", "2 bid 3", "0 play Ac")
    assert match.view(0).cards("aside", 0) == ["6s", "7s", "8s"]
    for seat in (1, 2, None):
        view = match.view(seat)
        assert view.cards("aside", 0) == [None] * 3 and view.cards("hand", 0) == [None] * 8
        assert view.cards("trick", 0) == ["Ac"]
    assert None not in match.view(1).cards("hand", 1)
    assert [note.n for note in match.view(None).announcements if note.kind == "bid"] == [9, 0, 3]


def test_the_next_trump_as_it_stands() -> None:
    match = lay(dealt())
    play(match, "0 bid 1", "1 bid 0", "2 bid 3")
    assert match.view(None).announcements[-1].word == "diamonds"
    play(match, "0 play Ac", "1 play 6d", "2 play 6h")
    assert match.view(None).announcements[-1].word == "spades"
    play(match, "0 play Kc", "1 play 7d", "2 play 7h")
    state(match, NinetyNine).tricks[1] = 2
    assert match.view(None).announcements[-1].word == "none"


def test_what_stands_on_the_table() -> None:
    match = lay(dealt())
    play(match, "0 bid 1", "1 bid 0", "2 bid 3")
    view = match.view(1)
    assert [note.kind for note in view.announcements][:2] == ["trump", "suit-order"] and view.counter("dealer") == 2
    assert [counter.goal for counter in view.counters if counter.name == "tricks"] == [1, 0, 3]
    secret = parlett("none declare none").view(0)
    assert [counter.goal for counter in secret.counters if counter.name == "tricks"] == [None, 3, None]
    assert "suit-order" not in [note.kind for note in secret.announcements]


def test_other_worlds_respect_what_discards_have_told() -> None:
    match = lay(dealt())
    play(match, "0 bid 1", "1 bid 0", "2 bid 3", "0 play Ac", "1 play 6d", "2 play 6h")
    for number in range(20):
        world = state(resample(match, 2, Fast(number)), NinetyNine)
        assert all(card & 3 != 0 for card in world.hands[1].cards())


def test_refusals_and_default_moves() -> None:
    match = dealt()
    assert refusal(match, 0, "aside 6c 7c") == refusal(match, 0, "aside 7c 6c 8c") == "aside-three"
    assert refusal(match, 0, "aside 6d 7d 8d") == "not-yours" and refusal(match, 0, "bid 3") == "not-now"
    assert match.game.default_move(0) == "aside 6c 6s 7c"
    lay(match)
    assert match.game.default_move(0) == "bid 4"
    play(match, "0 bid 1", "1 bid 0", "2 bid 3")
    assert match.game.default_move(0) == "play 6c" and refusal(match, 0, "play 6s") == "not-yours"
    match = lay(dealt(rules="parlett"))
    assert match.game.default_move(0) == "offer none"


def test_hints() -> None:
    match = dealt()
    assert match.view(0).hints == []
    lay(match)
    play(match, "0 bid 1")
    assert [dict(hint.args) for hint in match.view(1).hints] == [{"n": 1}, {"suits": "♣×9 ♦×0 ♥×9 ♠×6"}]
    play(match, "1 bid 0", "2 bid 3")
    assert [hint.kind for hint in match.view(0).hints] == ["hint-sum", "hint-need", "hint-unseen"]
    assert match.view(1).hints[1].kind == "hint-enough" and match.view(None).hints == []
    state(match, NinetyNine).tricks[1] = 2
    assert match.view(1).hints[1].args == {"n": 2}
    assert parlett().view(0).hints[0].args == {"n": 3}


def test_policy() -> None:
    match = dealt()
    assert BRAIN.choose(match.game, 0, Fast(1)) == "aside 6c 7c 8c"  # all clubs in one hand: sure winners
    assert BRAIN.choose(match.game, 1, Fast(1)) == "aside 6d 7d 8d"  # sure losers
    lay(match)
    assert BRAIN.choose(match.game, 0, Fast(1)) == "bid 9"
    modest = match.copy()
    play(modest, "0 bid 0", "1 bid 0")
    play(match, "0 bid 9", "1 bid 0")
    assert [BRAIN.choose(m.game, 2, Fast(1)) for m in (match, modest)] == [
        "bid 5",
        "bid 8",
    ]  # 12 minus the others' bids
    play(match, "2 bid 3")
    assert BRAIN.choose(match.game, 0, Fast(1)).startswith("play")
    match = lay(dealt(rules="parlett"))
    assert BRAIN.choose(match.game, 0, Fast(1)) == "offer none"
    first = BRAIN.choose(dealt(rules="parlett").game, 1, Fast(1))
    assert first in dealt(rules="parlett").legal(1)


# Its story


@pytest.mark.parametrize("seat", [0, None])
def test_a_trick_is_seen_whole_and_gathered_by_its_winner(seat: int | None) -> None:
    match = dealt(E6_HANDS)
    play(match, "0 aside 6h 7h 8h", "1 aside 9h Th Ah", "2 aside Qc Kc Ac")
    play(match, "0 bid 4", "1 bid 4", "2 bid 4", "0 play Jh", "1 play 6d")
    whole, gathered = beats = story(match, "2 play Jd", seat)
    assert outline(beats) == ["land: plays", "gather: takes"]
    assert [whole.cards("trick", other) for other in range(3)] == [["Jh"], ["6d"], ["Jd"]]
    assert gathered.cards("trick", 0) == [] and gathered.cards("taken", 0) == ["Jh", "6d", "Jd"]
    assert gathered.counter("tricks", 0) == 1 and whole.counter("tricks", 0) == 0


def test_a_deal_ends_with_its_last_trick_and_then_its_points() -> None:
    match = dealt(E6_HANDS)
    lay_moves = ["0 aside 6h 7h 8h", "1 aside 9h Th Ah", "2 aside Qc Kc Ac"]
    play(match, *lay_moves, "0 bid 4", "1 bid 4", "2 bid 4")
    game = state(match, NinetyNine)
    play_on(match, until=lambda: sum(game.tricks) == 11 and len(game.trick) == 2)
    last = match.turn.seats[0]
    beats = story(match, f"{last} {match.legal(last)[0]}")
    assert [beat.effect for beat in beats] == ["land", "gather", "curtain"]
    assert all(beats[0].cards("trick", seat) for seat in range(3)) and match.facts()["round"] == 2
    assert list(beats[2].gains) == match.facts()["scores"] and beats[2].counter("round") == 1


def test_parletts_bids_are_turned_over_before_the_points() -> None:
    match = lay(dealt(rules="parlett"))
    assert labels_of(match.view(0)) == [("aside", 0, "label-bid", 3)] and labels_of(match.view(None)) == []
    play(match, "0 offer none", "1 offer declare")
    (premium,) = story(match, "2 offer none", 0)
    assert outline([premium]) == ["flip: offer premium"] and premium.cards("aside", 1) == ["9s", "Ts", "Js"]
    game = state(match, NinetyNine)
    play_on(match, until=lambda: sum(game.tricks) == 8 and len(game.trick) == 2)
    assert match.view(0).cards("aside", 2) == [None] * 3
    last = match.turn.seats[0]
    beats = story(match, f"{last} {match.legal(last)[0]}", 0)
    assert [beat.effect for beat in beats] == ["land", "gather", "flip", "curtain"]
    assert [note.kind for note in beats[2].events] == ["bid-was"] * 3
    assert beats[2].cards("aside", 2) == ["Qs", "Ks", "As"] and labels_of(beats[2])[2] == ("aside", 2, "label-bid", 3)


def test_the_bonus_of_a_game_is_part_of_its_last_deal() -> None:
    match = dealt(rules="parlett", rubber=True, target=1)
    match.keep_beats()
    play_on(match, until=lambda: state(match, NinetyNine).round == 2)
    curtain = match.beats([None])[0][-1]
    assert {"game-won", "bonus"} <= {note.kind for note in curtain.events}
    assert list(curtain.gains) == match.facts()["scores"] and max(curtain.gains) >= 100


def test_what_is_asked_for() -> None:
    def asked(match: Match, seat: int) -> tuple[str, str]:
        ask = match.view(seat).ask
        return ("", "") if ask is None else (ask.kind, ask.word)

    match = dealt(rules="parlett")
    assert asked(match, 0) == ("ask-aside-bid", "")
    match = dealt(E6_HANDS)
    assert asked(match, 0) == ("", "")
    play(match, "0 aside 6c 7c 8c", "1 aside 6d 9h Th", "2 aside Qc Kc Ac", "0 bid 4", "1 bid 4", "2 bid 4")
    assert asked(match, 0) == ("ask-lead", "")
    play(match, "0 play 6h")
    assert asked(match, 1) == ("ask-follow", "hearts") and asked(match, 0) == ("", "")
    play(match, "1 play Ah")
    assert asked(match, 2) == ("ask-discard", "")
