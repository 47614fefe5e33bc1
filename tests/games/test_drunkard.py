"""Drunkard: the worked examples and rulings of docs/rules/drunkard.md."""

from __future__ import annotations

import pytest

from koloda import Match, resample
from koloda.bots import random_policy, simple_policy
from koloda.bots.seat_view import SeatView
from koloda.core.cards import FRENCH
from koloda.core.chance import Fast
from koloda.core.errors import BadSeats
from koloda.core.options import MatchOptions
from koloda.core.pile import Pile
from koloda.core.playout import playout, start
from koloda.games.drunkard import Drunkard
from koloda.testing import outline, refusal, state, story
from koloda.testing.option_sets import Options


def brought_to(piles: list[str], leader: int, options: Options | None = None) -> Match:
    """A match in which these piles (top first) are all that is in play; no deal reaches so few cards at once."""
    match = Match.new("drunkard", len(piles), options, seed="any")
    game = state(match, Drunkard)
    held: list[int] = []
    for pile, text in zip(game.piles, piles, strict=True):
        cards = [FRENCH.card(word) for word in text.split()]
        pile.fill(Pile.of(cards))
        held += cards
    game.aside.fill(Pile.of([card for card in range(16, 52) if card not in held]))
    game.one(leader)
    return match


def flip(match: Match) -> None:
    match.play(match.turn.seats[0], "flip")


def piles(match: Match) -> list[str]:
    return [" ".join(FRENCH.face(card) for card in pile.cards()) for pile in state(match, Drunkard).piles]


def test_e1_r3_two_battles_and_the_order_under_the_pile() -> None:
    match = brought_to(["9c Kd", "7h 8s"], 0)
    flip(match)
    assert piles(match) == ["Kd 9c 7h", "8s"]
    assert match.facts()["last"] == [0, ["9c", "7h"]] and match.facts()["to_move"] == 1
    flip(match)
    assert piles(match) == ["9c 7h 8s Kd", ""]
    facts = match.facts()
    assert facts["over"] and facts["winners"] == [0] and facts["places"] == [1, 2] and facts["battles"] == 2
    assert match.result is not None and match.result.scores == (4, 0)


def test_e2_tie() -> None:
    match = brought_to(["Qc 6d", "Qd Ah 7c", "9s 8s"], 1)
    flip(match)
    assert piles(match) == ["", "7c Qd 9s Qc Ah 6d", "8s"]
    facts = match.facts()
    assert facts["places"] == [3, None, None] and facts["to_move"] == 2 and facts["winners"] == []
    assert [(note.kind, note.seat, note.n) for note in match.view(None).events] == [
        ("lays", 1, 0),
        ("lays", 2, 0),
        ("lays", 0, 0),
        ("tie", None, 2),
        ("lays", 1, 0),
        ("lays", 0, 0),
        ("takes", 1, 5),
        ("out", 0, 3),
    ]


def test_e3_r5_last_cards_equal() -> None:
    match = brought_to(["Ac", "As"], 1)
    flip(match)
    assert piles(match) == ["", "As Ac"] and match.facts()["winners"] == [1]


def test_e4_r4_one_has_no_more() -> None:
    match = brought_to(["Kc", "Kd 6c"], 0)
    flip(match)
    assert piles(match) == ["", "6c Kc Kd"] and match.facts()["winners"] == [1]
    assert ("no-card", 0) in [(note.kind, note.seat) for note in match.view(None).events]


def test_e5_r4_r5_three_tied() -> None:
    match = brought_to(["Jc", "Jd 8c", "Jh 8d"], 0)
    flip(match)
    assert piles(match) == ["", "Jc Jd Jh 8c 8d", ""]
    assert match.facts()["places"] == [2, 1, 2]  # out in the same battle: the same place


@pytest.mark.parametrize("seats", range(2, 13))
@pytest.mark.parametrize("deck", [36, 52])
def test_r1_r2_deals_are_equal(seats: int, deck: int) -> None:
    match = Match.new("drunkard", seats, {"deck": deck}, seed="deal")
    facts = match.facts()
    assert facts["pile_sizes"] == [deck // seats] * seats and facts["aside_count"] == deck % seats
    assert facts["to_move"] == facts["dealer"] and facts["last"] is None


def test_r2_twelve_may_play_and_no_more() -> None:
    match = Match.new("drunkard", 12, seed="crowd")
    while match.result is None:
        flip(match)
    assert sorted(match.result.scores) == [0] * 11 + [36] and len(match.result.winners) == 1
    with pytest.raises(BadSeats):
        Match.new("drunkard", 13, seed="crowd")


def test_the_first_card_received_is_the_top() -> None:
    cards = FRENCH.values(list(range(16, 52)))
    match = Match.new("drunkard", 2, chance=[{"pick": 1}, {"shuffle": cards}])
    assert [text.split()[:2] for text in piles(match)] == [["6c", "6h"], ["6d", "6s"]]


def test_r6_a_last_card_that_wins_keeps_its_owner_in() -> None:
    match = brought_to(["Ac", "Kd 6c"], 0)
    flip(match)
    assert piles(match) == ["Ac Kd", "6c"] and not match.facts()["over"]


def test_r7_a_new_tie_is_between_the_newly_tied() -> None:
    match = brought_to(["Jc 8c Ac", "Jd 8d 9c", "Jh 7c Ad"], 0)
    flip(match)
    assert piles(match) == ["Jc Jd Jh 8c 8d 7c Ac 9c", "", "Ad"]


def test_the_leader_moves_on_from_the_leader_and_skips_who_is_out() -> None:
    match = brought_to(["Ac 6c", "Kd", "Qd 7c"], 0)
    flip(match)
    assert match.facts()["to_move"] == 2


def test_low_beats_ace() -> None:
    for options, winner in (({"low_beats_ace": True}, 1), ({}, 0)):
        match = brought_to(["Ac 9c", "6d 9d", "Kd 9h"], 0, options)
        flip(match)
        assert state(match, Drunkard).winner == winner
    match = brought_to(["Kc 9c", "6d 9d"], 0, {"low_beats_ace": True})
    flip(match)
    assert state(match, Drunkard).winner == 0  # no ace lies there
    tied = brought_to(["6c 9c", "Ad 9d", "6h Tc"], 0, {"low_beats_ace": True})
    flip(tied)
    assert piles(tied) == ["", "9d", "6c Ad 6h 9c Tc"]


def test_r9_some_deals_go_round_for_ever() -> None:
    match = Match.new("drunkard", 10, chance=Fast(1_002_942))
    game = state(match, Drunkard)
    for _ in range(73):
        flip(match)
    before = (game.mover, piles(match))
    for _ in range(60):
        flip(match)
    assert (game.mover, piles(match)) == before and not game.over
    while match.result is None:
        flip(match)
    assert game.battles == 5000 and match.result.winners == (9,)


def test_r9_the_limit_counts_piles() -> None:
    match = brought_to(["Ac 9c 7c", "6d 9d 7d", "Kd 9h 7h", "6h"], 0, {"max_battles": 1})
    flip(match)
    facts = match.facts()
    assert facts["over"] and facts["places"] == [1, 2, 2, 4] and facts["winners"] == [0]
    assert match.view(None).events[-1].kind == "limit"


def test_r8_one_move_and_its_refusal() -> None:
    match = brought_to(["9c Kd", "7h 8s"], 0)
    assert match.legal(0) == ["flip"] and match.legal(1) == [] and match.game.default_move(0) == "flip"
    assert match.game.info.verbs[0].auto and match.view(0).hints == []
    assert refusal(match, 0, "fold") == "not-now"
    assert (
        simple_policy("drunkard")(SeatView(match, 0), Fast(1)) == "flip" == random_policy(SeatView(match, 0), Fast(1))
    )


def test_nobody_sees_a_pile_but_the_last_battle_is_in_sight() -> None:
    match = brought_to(["9c Kd", "7h 8s", "6c 6d"], 0)
    for seat in (0, 1, 2, None):
        view = match.view(seat)
        assert [view.cards("pile", owner) for owner in range(3)] == [[None, None]] * 3
        assert view.announcements == () and set(view.cards("aside")) == {None}
    flip(match)
    for seat in (0, 1, 2, None):
        view = match.view(seat)
        assert view.cards("pile", 0) == [None, "9c", "7h", "6c"] and view.cards("pile", 1) == [None]
        assert [(note.kind, note.seat, note.cards) for note in view.announcements] == [("last", 0, ("9c", "7h", "6c"))]
        assert view.counter("cards", 0) == 4 and view.counter("battles") == 1
    world = state(resample(match, 0, Fast(3)), Drunkard)
    assert world.piles[0].cards()[1:] == state(match, Drunkard).piles[0].cards()[1:]


@pytest.mark.parametrize(("deck", "low", "high"), [(36, 130, 270), (52, 300, 600)])
def test_matches_are_as_long_as_they_should_be(deck: int, low: int, high: int) -> None:
    """The median is about 190 battles with 36 cards and 430 with 52; nobody listens here."""
    settings = MatchOptions(Drunkard.info.options, 2, {"deck": deck})
    lengths = sorted(playout(start(Drunkard, 2, settings, Fast(seed)), Fast(seed)) for seed in range(41))
    assert low < lengths[20] < high


# Its story


def test_the_cards_of_a_battle_lie_in_the_middle_until_they_are_taken() -> None:
    match = brought_to(["Qc 6d", "Qd Ah 7c", "9s 8s"], 1)
    for seat in (0, None):
        tie, decided, taken = beats = story(match.copy(), "1 flip", seat)
        assert outline(beats) == ["land: lays lays lays tie", "land: lays lays", "gather: takes out"]
        assert [tie.cards("laid", other) for other in range(3)] == [["Qc"], ["Qd"], ["9s"]]
        assert [decided.cards("laid", other) for other in range(3)] == [["Qc", "6d"], ["Qd", "Ah"], ["9s"]]
        assert decided.cards("pile", 1) == [None] and tie.announcements == ()
        assert taken.cards("laid", 1) == [] and taken.cards("pile", 1) == [None, "Qd", "9s", "Qc", "Ah", "6d"]
        assert [note.kind for note in taken.announcements] == ["last", "is-out"]


def test_the_next_battle_begins_with_closed_piles() -> None:
    match = brought_to(["9c Kd 6c", "7h 8s 6d"], 0)
    flip(match)
    assert match.view(1).cards("pile", 0) == [None, None, "9c", "7h"]
    laid, _ = story(match, "1 flip")
    assert laid.cards("laid", 0) == ["Kd"] and laid.cards("pile", 0) == [None] * 3
