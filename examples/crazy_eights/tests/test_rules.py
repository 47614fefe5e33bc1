"""Crazy Eights: the worked examples and rulings of crazy-eights.md."""

from __future__ import annotations

import pytest
from koloda import Match
from koloda.core.cards import FRENCH
from koloda.core.pile import Pile
from koloda.core.text import LANGUAGES
from koloda.testing import (
    check_game,
    check_rules_page,
    deck_dealing,
    facts,
    play,
    refusal,
    scripted,
    shuffled,
    state,
    told,
)

from crazy_eights import CrazyEights
from crazy_eights.game import card_points


def dealt(mine: str, dealers: str, rest: str, *later: str, **options: int) -> Match:
    """Two seats with three cards each; seat 0 deals, so that seat 1 gets ``mine`` and begins."""
    deck = f"{deck_dealing([dealers, mine], first=1)} | {rest}"
    then = [shuffled("crazy-eights", cards) for cards in later]
    return scripted("crazy-eights", 2, deck, {"cards": 3, **options}, before=[{"pick": 0}], then=then)


def hand_of(*faces: str) -> Pile:
    return Pile.of(FRENCH.card(face) for face in faces)


def x2(*later: str, **options: int) -> Match:
    match = dealt("5h 8s Kc", "9h 2c Qd", "7h", *later, **options)
    play(match, "1 play 5h", "0 play 9h", "1 play 8s clubs", "0 play 2c")
    return match


def test_the_kit() -> None:
    check_game(CrazyEights)
    for lang in LANGUAGES:
        check_rules_page(CrazyEights, lang)


@pytest.mark.parametrize(
    ("hand", "points"), [pytest.param("8c Kd Ah 7s", 68, id="x1"), pytest.param("8c 8d Tc 2c", 112, id="x1 eights")]
)
def test_x1_penalty_points(hand: str, points: int) -> None:
    assert sum(card_points(FRENCH.card(face)) for face in hand.split()) == points


def test_x2_a_whole_deal() -> None:
    match = dealt("5h 8s Kc", "9h 2c Qd", "7h", target=10)
    assert match.legal(1) == ["play 5h", "play 8s clubs", "play 8s diamonds", "play 8s hearts", "play 8s spades"]
    assert facts(match, "top", "wanted", "stock_count") == ["7h", "hearts", 45]
    play(match, "1 play 5h", "0 play 9h")
    assert refusal(match, 1, "play Kc") == "does-not-fit"
    play(match, "1 play 8s clubs")
    assert facts(match, "top", "wanted") == ["8s", "clubs"]
    assert [(note.kind, note.word) for note in match.view(0).announcements] == [("wanted", "clubs")]
    play(match, "0 play 2c", "1 play Kc")
    assert told(match) == ["plays", "out", "counts"]
    assert match.result is not None
    assert (match.result.scores, match.result.winners, match.result.places) == ((10, 0), (1,), (2, 1))
    assert match.view(None).cards("hand", 0) == ["Qd"]


def test_x3_r3_drawing_stops_at_the_first_card_that_fits() -> None:
    match = dealt("2s 3s 4s", "5h 6h 7h", "9d | Kc 5c 6d")
    assert match.turn.seats == (1,) and match.legal(1) == ["play 6d"]
    (own,) = [note for note in match.view(1).events if note.kind == "draws"]
    (hidden,) = [note for note in match.view(0).events if note.kind == "draws"]
    assert (own.cards, hidden.cards, hidden.n) == (("Kc", "5c", "6d"), None, 3)
    short = dealt("2s 3s 4s", "5h 6h 7h", "9d | Kc 5c 6d", draws=2)
    assert short.turn.seats == (0,) and short.legal(0) == ["play 6d"]
    assert [(note.kind, note.seat) for note in short.view(None).events][2:] == [
        ("draws", 1),
        ("passes", 1),
        ("draws", 0),
    ]


def test_x4_r1_an_eight_is_no_starter() -> None:
    match = dealt("2s 3s 4s", "5h 6h 7h", "8d 8h 9s")
    assert facts(match, "top", "wanted", "stock_count") == ["9s", "spades", 45]
    assert FRENCH.values(state(match, CrazyEights).stock.cards())[-2:] == ["8d", "8h"]


def test_x5_the_deal_goes_round() -> None:
    match = x2("2c 2d 2h 3c 3d 3h 4c")
    play(match, "1 play Kc")
    assert facts(match, "deal", "dealer", "points", "to_move") == [2, 1, [10, 0], 0]
    assert [match.view(None).counter("points", seat) for seat in (0, 1)] == [10, 0]


def test_r2_who_can_play_must_play() -> None:
    match = dealt("5h 8s Kc", "9h 2c Qd", "7h")
    assert all(move.startswith("play ") for move in match.legal(1))
    assert refusal(match, 1, "draw") == "not-now"


def test_r4_an_empty_stock_is_not_renewed() -> None:
    match = dealt("5h 8s Kc", "9c 2d Qd", "7h")
    game = state(match, CrazyEights)
    game.stock.clear()
    game.hands[0] = hand_of("9c", "2d")
    play(match, "1 play 5h")
    assert told(match) == ["plays", "passes"]
    assert facts(match, "to_move", "stock_count") == [1, 0]


def test_r5_a_blocked_deal_costs_everybody_what_they_hold() -> None:
    match = dealt("5h 8s Kc", "9c 2d Qd", "7h", target=10)
    game = state(match, CrazyEights)
    game.stock.clear()
    game.hands[0] = hand_of("9c", "2d")
    game.hands[1] = hand_of("5h", "Kc")
    play(match, "1 play 5h")
    assert told(match) == ["plays", "passes", "blocked", "counts", "counts"]
    assert match.result is not None and match.result.scores == (11, 10)


def test_r6_a_last_eight_names_a_suit_as_always() -> None:
    match = dealt("5h 8s Kc", "9h 2c Qd", "7h", target=10)
    state(match, CrazyEights).hands[1] = hand_of("8s")
    assert refusal(match, 1, "play 8s") == "name-a-suit"
    play(match, "1 play 8s hearts")
    assert match.result is not None and match.result.scores == (21, 0)


def test_r7_equal_fewest_points_share_the_win() -> None:
    match = dealt("5h 8s Kc", "9h 2c Qd", "7h", target=10)
    game = state(match, CrazyEights)
    game.points = [0, 21]
    game.hands[1] = hand_of("5h")
    play(match, "1 play 5h")
    assert match.result is not None
    assert (match.result.scores, match.result.winners, match.result.losers) == ((21, 21), (0, 1), ())


def test_r8_only_the_eight_has_a_power() -> None:
    for face in ("Ah", "2h", "Jh", "Qh", "Kh"):
        match = dealt(f"{face} 9s 9c", "9h 2c Qd", "7h")
        play(match, f"1 play {face}")
        assert facts(match, "wanted", "to_move") == ["hearts", 0]


def test_refusals() -> None:
    match = dealt("5h 8s Kc", "9h 2c Qd", "7h")
    assert refusal(match, 1, "play 9h") == "no-such-card"
    assert refusal(match, 1, "play Kc") == "does-not-fit"
    assert refusal(match, 1, "play 8s") == refusal(match, 1, "play 8s green") == "name-a-suit"
    assert refusal(match, 1, "play 5h hearts") == "not-now"
    assert refusal(match, 1, "play") == "not-now"


def test_the_hint_tells_what_the_hand_costs() -> None:
    match = dealt("5h 8s Kc", "9h 2c Qd", "7h")
    assert [hint.args for hint in match.view(1).hints] == [{"n": 65}]
    assert match.view(None).hints == []
