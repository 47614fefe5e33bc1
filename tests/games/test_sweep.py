"""Sweep: the worked examples and rulings of docs/rules/sweep.md."""

from __future__ import annotations

from koloda import Match
from koloda.bots.sweep.brain import BRAIN
from koloda.core.chance import Fast
from koloda.core.record_types import ChanceRecord
from koloda.games.shared.majority import majorities
from koloda.games.sweep import Sweep, captures
from koloda.testing import deck_dealing, outline, play, play_on, refusal, scripted, shuffled, state, story
from koloda.testing.option_sets import Options

X1 = ("7 4 8 9 10", "5 6 7 8 9", "3 1 9 8 7"), "10 10 2 6 5"
X3 = ("3 4 8 9 10", "3 6 7 8 9", "3 1 9 8 7"), "9 9 4 6 2"
X4 = ("7 4 8 9 10", "1 6 7 8 9", "7 3 9 8 10"), "2 5 6 6 8"
X5 = ("9 4 8 1 6", "10 7 7 8 8", "10 9 8 7 6"), "2 5 5 3 3"


def sweep(deal: tuple[tuple[str, ...], str], pick: int = 0, target: int = 0) -> Match:
    hands, table = deal
    then: list[ChanceRecord] = [{"pick": pick}, shuffled("sweep", ""), {"pick": 1}]
    return scripted("sweep", len(hands), f"{deck_dealing(hands)} | {table}", Options(target=target), then=then)


def test_x1_the_round_of_the_book() -> None:
    match = sweep(X1)
    play(match, "0 play 7", "1 play 5")
    assert match.facts()["played"] == {"0": 7, "1": 5}
    assert match.facts()["table"] == [2, 5, 6, 10, 10]
    match.play(2, "play 3")
    facts = match.facts()
    assert facts["hands"] == [[4, 5, 5, 6, 8, 9, 10], [2, 3, 6, 7, 8, 9], [1, 7, 8, 9, 10, 10]]
    assert {name: facts[name] for name in ("phase", "first", "to_move", "round", "deal", "deck_count", "played")} == {
        "phase": "play",
        "first": 0,
        "to_move": 0,
        "round": 2,
        "deal": 1,
        "deck_count": 30,
        "played": {},
    }
    assert facts["scores"] == [0, 0, 0] and facts["over"] is False and "winners" not in facts
    assert state(match, Sweep).discard.cards() == [7]


def test_x2_the_scoring_of_the_book() -> None:
    counts = [[0] * 11 for _ in range(3)]
    for seat, ranks in enumerate(("5 6 9", "3 4 10", "1 2 7 8 10")):
        for rank in ranks.split():
            counts[seat][int(rank)] = 2
    counts[1][5] = counts[0][10] = 1
    match = sweep(X1)
    state(match, Sweep).score_deal(majorities(counts))
    assert match.facts()["scores"] == [20, 17, 28]
    assert match.facts()["winners"] == [2]
    assert match.result is not None and match.result.places == (2, 3, 1)


def test_x3_r1_a_tie_for_lowest_gets_one_rank_only() -> None:
    match = sweep(X3)
    play(match, "0 play 3", "1 play 3", "2 play 3")
    assert match.facts()["hands"] == [[4, 8, 9, 9, 10], [6, 7, 8, 9, 9], [1, 7, 8, 9]]
    assert match.facts()["first"] == match.facts()["to_move"] == 1


def test_x4_r2_a_tie_above_the_lowest_takes_in_turn() -> None:
    match = sweep(X4)
    play(match, "0 play 7", "1 play 1", "2 play 7")
    facts = match.facts()
    assert (facts["phase"], facts["to_move"], facts["table"]) == ("take", 0, [1, 2, 5, 6, 6])
    assert facts["played"] == {"0": 7, "2": 7}
    assert match.legal(0) == ["take 1", "take 2", "take 5", "take 6"]
    assert refusal(match, 0, "take 7") == refusal(match, 0, "take 8") == "not-loot"
    assert refusal(match, 0, "play 8") == "take-now"
    play(match, "0 take 6", "2 take 6", "0 take 5", "2 take 1")
    assert match.facts()["hands"] == [[2, 4, 5, 6, 8, 9, 10], [6, 7, 8, 8, 9], [1, 3, 6, 8, 9, 10]]
    assert match.facts()["first"] == 0 and match.facts()["phase"] == "play"


def test_x5_r5_the_lowest_takes_the_highest_rank_though_lower_than_itself() -> None:
    match = sweep(X5, pick=1)
    play(match, "1 play 10", "2 play 10", "0 play 9")
    assert match.facts()["to_move"] == 1
    assert match.legal(1) == ["take 2", "take 3", "take 9"]
    assert match.facts()["hands"] == [[1, 4, 5, 5, 6, 8], [7, 7, 8, 8], [6, 7, 8, 9]]


def test_r3_r4_a_seat_without_cards_is_skipped() -> None:
    match = sweep(X1)
    state(match, Sweep).hands[1].all_to(state(match, Sweep).discard)
    state(match, Sweep).hands_seen[1] = []
    play(match, "0 play 7", "2 play 3")
    assert match.facts()["round"] == 2
    match.play(0, "play 4")
    assert match.facts()["to_move"] == 2
    assert match.view(0).events[-1].kind == "skip"
    play_on(match)
    facts = match.facts()
    assert isinstance(facts["hands"], list) and facts["hands"][1] == []
    assert match.result is not None and match.result.scores[1] == 0


def test_r6_a_captured_card_waits_for_the_next_round() -> None:
    match = sweep(X1)
    assert refusal(match, 0, "play 2") == "not-in-hand"
    assert refusal(match, 0, "take 2") == "play-now"
    assert refusal(match, 0, "sweep") == "not-now"


def test_r7_every_card_of_the_hand_counts() -> None:
    match = sweep(X1)
    play_on(match)
    assert match.result is not None
    won = majorities(state(match, Sweep).hand_counts())
    assert match.result.scores == tuple(sum(ranks) for ranks in won)
    assert all(card is not None for seat in range(3) for card in match.view(None).cards("hand", seat))


def test_r8_a_long_game_is_decided_after_whole_deals() -> None:
    match = sweep(X1, target=1000)
    play_on(match, until=lambda: match.facts()["deal"] == 2)
    facts = match.facts()
    assert (facts["deal"], facts["round"], facts["to_move"], facts["deck_count"]) == (2, 1, 1, 35)
    before = facts["scores"]
    assert isinstance(before, list) and max(before) > 0
    state(match, Sweep).scores = [990, 1000, 0]
    play_on(match)
    assert match.facts()["deal"] == 2


def test_views_know_captured_cards_and_no_others() -> None:
    match = sweep(X1)
    play(match, "0 play 7", "1 play 5", "2 play 3")
    known: list[list[int | None]] = [[5, 5, 6, *[None] * 4], [2, 3, *[None] * 4], [10, 10, *[None] * 4]]
    own: list[list[int]] = [[4, 5, 5, 6, 8, 9, 10], [2, 3, 6, 7, 8, 9], [1, 7, 8, 9, 10, 10]]
    for viewer in (0, 1, 2, None):
        view = match.view(viewer)
        assert view.cards("deck") == [None] * 30
        assert view.cards("discard") == [7]
        for seat in range(3):
            assert view.cards("hand", seat) == (own[seat] if seat == viewer else known[seat])
    play(match, "0 play 5")
    assert match.view(2).cards("hand", 0) == [5, 6, None, None, None, None]
    match.play(1, "play 9")
    assert match.view(2).cards("hand", 1) == [2, 3, None, None, None]


def test_hints_preview_captures() -> None:
    match = sweep(X1)
    match.play(0, "play 7")
    view = match.view(1)
    plays = {hint.move: hint.args["loot"] for hint in view.hints if hint.kind == "hint-play"}
    assert plays == {"play 5": "10 10", "play 6": "10 10", "play 7": "10", "play 8": "2 5 6 7", "play 9": "2 5 6 7"}
    assert view.hints[-1].args == {"n": 1, "all": 8}
    assert captures(view, 7) == [10]
    assert match.view(None).hints == []
    tied = sweep(X4)
    play(tied, "0 play 7", "1 play 1", "2 play 7")
    hints = tied.view(0).hints
    assert [(hint.kind, hint.move) for hint in hints[:2]] == [("hint-take", "take 1"), ("hint-take", "take 2")]
    assert hints[-2].args == {"ranks": "8×1"}


def test_the_policy_takes_the_tens() -> None:
    match = sweep(X1)
    play(match, "0 play 7", "1 play 5")
    assert captures(match.view(2), int(BRAIN.choose(match.game, 2, Fast(1))[5:])) == [10, 10]
    tied = sweep(X4)
    play(tied, "0 play 7", "1 play 1", "2 play 7")
    assert BRAIN.choose(tied.game, 0, Fast(1)) == "take 5"  # of 1 2 5 6 6: the rank that one card may win


# Its story


def test_each_group_takes_its_loot_in_sight() -> None:
    match = sweep(X1)
    play(match, "0 play 7", "1 play 5")
    for seat in (1, None):
        beats = story(match.copy(), "2 play 3", seat)
        assert outline(beats) == ["land: play", "gather: takes", "gather: takes", "gather: takes", "gather: swept"]
        played, low, middle, high, swept = beats
        assert [played.cards("played", other) for other in range(3)] == [[7], [5], [3]]
        assert played.cards("table") == [2, 5, 6, 10, 10]
        assert low.cards("table") == [2, 5, 6] and low.cards("hand", 2).count(10) == 2 and low.cards("played", 2) == [3]
        assert middle.cards("table") == [5, 6] and middle.cards("played", 2) == [] and 3 in middle.cards("hand", 1)
        assert high.cards("table") == [] and high.cards("played", 0) == [7] and high.cards("played", 1) == []
        assert swept.cards("table") == [] and swept.cards("discard") == [7]


def test_a_deal_is_counted_seat_by_seat() -> None:
    match = sweep(X1, target=1000)
    game = state(match, Sweep)
    play_on(match, until=lambda: game.deck.size() == 0 and len(game.order) == 2)
    last = match.turn.seats[0]
    beats = story(match, f"{last} {match.game.default_move(last)}")
    shown = next(beat for beat in beats if beat.effect == "flip")
    assert all(None not in shown.cards("hand", seat) for seat in range(3))
    assert (beats[-1].effect, list(beats[-1].gains)) == ("curtain", match.facts()["scores"])
    assert [beat.counter("points", 0) for beat in beats if beat.effect == "tally"][-1] == beats[-1].gains[0]
    assert match.facts()["deal"] == 2 and None in match.view(None).cards("hand", 0)
