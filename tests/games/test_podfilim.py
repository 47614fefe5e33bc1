"""Podfilim: the worked examples and rulings of docs/rules/podfilim.md, each named after itself."""

from __future__ import annotations

from koloda import Match, find_game
from koloda.core.cards import TRIANGULAR_JOKERS
from koloda.core.view import BeatView
from koloda.games.podfilim.game import Podfilim
from koloda.games.shared.majority import best_joker, gain
from koloda.testing import labels_of, outline, play, play_on, refusal, state, story

Card = int | str


def deal(seats: int, first: list[Card], dealer: int = 0) -> Match:
    """A match whose deck begins with these cards."""
    rest: list[Card] = TRIANGULAR_JOKERS.values(TRIANGULAR_JOKERS.pack)
    for card in first:
        rest.remove(card)
    return Match.new("podfilim", seats, chance=[{"shuffle": first + rest}, {"pick": dealer}])


E1: list[Card] = [5, 9, 10, 7, 7, "*", 8, 2, 10]
E3: list[Card] = ["*", 4, 6, 6, 9, 9, 2, 3, 9, "*", 1, 5, 5, 8]


def test_setup_rounds_are_fixed_by_the_deck() -> None:
    for seats, wide, deck in ((2, 7, 63), (3, 7, 63), (4, 9, 61)):
        match = Match.new("podfilim", seats, seed="x")
        facts = match.facts()
        assert (facts["deck_count"], facts["round"], facts["phase"]) == (deck, 1, "split")
        assert len(match.view(None).cards("row")) == wide
        assert match.facts()["to_move"] == facts["dealer"]


def test_the_last_round_of_four_has_seven_cards() -> None:
    match = Match.new("podfilim", 4, seed="y")
    play_on(match, until=lambda: match.facts()["round"] == 8)
    assert len(match.view(None).cards("row")) == 7
    assert match.facts()["deck_count"] == 0


def test_split_offers_every_cut_with_three_parts() -> None:
    match = deal(3, [1, 2, 3, 4, 5, 6, 7])
    assert len(match.legal(0)) == 15
    assert refusal(match, 0, "split 3 4 0") == "bad-split"


def test_e1_the_books_round() -> None:
    match = deal(4, E1, dealer=3)
    play(match, "3 split 3 2 4")
    assert match.facts()["parts"] == [[5, 9, 10], [7, 7], ["*", 8, 2, 10]]
    play(match, "0 vote blue", "1 vote black", "2 vote white", "3 vote black")
    assert match.facts()["to_move"] == 3
    play(match, "3 split 2 1 1")
    assert match.facts()["parts"] == [["*", 8], [2], [10]]
    assert match.facts()["to_move"] == [1, 3]
    play(match, "1 vote black", "3 vote white")
    facts = match.facts()
    assert facts["piles"] == [{"7": 2}, {"10": 1}, {"5": 1, "9": 1, "10": 1}, {"8": 2}]
    assert facts["jokers"] == [{}, {}, {}, {"8": 1}]
    assert (facts["discard_count"], facts["dealer"], facts["phase"]) == (1, 0, "split")


def test_e2_two_majorities_alone() -> None:
    match = ended([{5: 1, 10: 4}, {8: 2}, {5: 2, 8: 3, 10: 2}, {9: 1}])
    facts = match.facts()
    assert (facts["won"], facts["scores"]) == ([[10], [], [5, 8], [9]], [10, 0, 13, 9])
    assert facts["winners"] == [2]


def test_e3_waiting_joker() -> None:
    match = deal(2, E3)
    play(match, "0 split 1 3 3", "1 drop black", "0 vote white", "1 vote blue")
    assert match.facts()["waiting"] == [1, 0]
    assert match.view(1).cards("waiting", 0) == ["*"]
    play(match, "1 split 3 2 2", "0 drop black", "0 vote white", "1 vote blue")
    assert match.facts()["jokers"] == [{"3": 1}, {}]
    assert match.facts()["phase"] == "sort"
    assert match.legal(0) == ["joker 3", "joker 9"]
    play(match, "0 joker 9")
    assert match.facts()["piles"] == [{"3": 2, "9": 2}, {"1": 1, "4": 1, "5": 1, "6": 2}]


def test_e4_clash_of_two() -> None:
    match = deal(2, [7, 7, 1, "*", 10, 2, 2])
    play(match, "0 split 3 2 2", "1 drop black", "0 vote white", "1 vote white")
    assert match.facts()["discard_count"] == 4
    assert match.facts()["parts"] == [[7], [7], [1]]
    play(match, "0 vote blue", "1 vote blue")
    assert match.facts()["piles"] == [{}, {}]
    assert match.facts()["round"] == 2


def test_e5_two_contests_left_to_right() -> None:
    match = deal(4, [2, 2, 3, 4, 5, 6, 9, 9, 9])
    play(match, "0 split 2 4 3", "0 vote white", "1 vote black", "2 vote black", "3 vote white")
    assert match.facts()["discard_count"] == 4
    assert match.facts()["parts"] == [[2], [2]]
    assert match.facts()["to_move"] == [0, 3]
    assert match.view(1).cards("contest", None, 0) == [9, 9, 9]
    play(match, "0 vote white", "3 vote blue")
    assert match.facts()["parts"] == [[9], [9], [9]]
    assert match.facts()["to_move"] == [1, 2]


def test_e6_a_joker_ties() -> None:
    match = ended([{6: 2}, {6: 1}, {6: 1}])
    state(match, Podfilim).place_joker(1, 6)
    assert match.facts()["scores"] == [6, 6, 0]
    assert match.facts()["piles"] == [{"6": 2}, {"6": 2}, {"6": 1}]


def test_r1_two_cards_are_white_and_blue() -> None:
    match = deal(3, [2, 2, 3, 4, 5, 6, 9])
    play(match, "0 split 2 4 1", "0 vote white", "1 vote white", "2 vote blue")
    assert match.legal(0) == ["vote blue", "vote white"]
    assert match.legal(2) == []


def test_r2_nested_contests_are_settled_depth_first() -> None:
    match = deal(4, [1, 2, 2, 3, 4, 5, 6, 7, 8])
    play(match, "0 split 4 1 4", "0 vote white", "1 vote white", "2 vote black", "3 vote black")
    play(match, "0 split 2 1 1", "0 vote white", "1 vote white")
    assert match.facts()["parts"] == [[1], [2]]
    play(match, "0 vote white", "1 vote blue")
    assert match.facts()["to_move"] == 0, "black is cut only now"


def test_r3_the_dealer_cuts_a_contest_of_others() -> None:
    match = deal(3, [1, 2, 2, 3, 4, 5, 6])
    play(match, "0 split 5 1 1", "0 vote black", "1 vote white", "2 vote white")
    assert match.facts()["to_move"] == 0
    assert "split 1 1 3" in match.legal(0)
    play(match, "0 split 1 1 3")
    assert match.facts()["to_move"] == [1, 2]


def test_r4_nothing_is_dropped_in_a_contest() -> None:
    match = deal(2, [1, 2, 2, 3, 4, 5, 6])
    play(match, "0 split 5 1 1", "1 drop black", "0 vote white", "1 vote white", "0 split 3 1 1")
    assert match.facts()["phase"] == "vote"
    assert match.facts()["discard_count"] == 2


def test_r5_a_dropped_part_cannot_be_voted_for() -> None:
    match = deal(2, [1, 2, 2, 3, 4, 5, 6])
    play(match, "0 split 5 1 1", "1 drop white")
    assert match.facts()["parts"] == [None, [5], [6]]
    assert match.legal(0) == ["vote black", "vote blue"]
    assert refusal(match, 0, "vote white") == "no-such-part"


def test_r5_two_parts_of_one_card_beside_the_dropped_one_are_no_contest() -> None:
    match = deal(2, [1, 2, 2, 3, 4, 5, 6])
    play(match, "0 split 1 1 5", "1 drop black")
    assert match.facts()["parts"] == [[1], [2], None]
    assert match.copy().facts()["parts"] == [[1], [2], None]
    play(match, "0 vote white", "1 vote blue", "1 split 2 2 3", "0 drop black", "0 vote white", "1 vote white")
    assert match.facts()["parts"] == [[3], [3]], "a contest of two has two parts"


def test_r6_jokers_are_placed_after_all_contests() -> None:
    match = deal(3, ["*", 8, 3, 5, 5, 6, 6])
    play(match, "0 split 3 2 2", "0 vote white", "1 vote blue", "2 vote blue")
    assert match.facts()["phase"] == "vote"
    play(match, "1 vote white", "2 vote blue")
    assert match.facts()["to_move"] == 0


def test_r7_numbers_before_jokers() -> None:
    match = deal(3, ["*", 8, 3, 5, 5, 6, 6])
    play(match, "0 split 3 2 2", "0 vote white", "1 vote blue", "2 vote black")
    assert match.legal(0) == ["joker 3", "joker 8"]
    assert refusal(match, 0, "joker 5") == "no-such-pile"


def test_r8_r9_several_waiting_jokers_join_the_leftmost_number() -> None:
    match = deal(2, ["*", "*", 4, 6, 6, 9, 9, "*", 7, 3, 1, 5, 5, 8])
    play(match, "0 split 2 3 2", "1 drop black", "0 vote white", "1 vote blue")
    assert match.facts()["waiting"] == [2, 0], "R9: a first part of jokers only waits"
    play(match, "1 split 3 2 2", "0 drop black", "0 vote white", "1 vote blue")
    assert match.facts()["jokers"] == [{"7": 2}, {}]
    assert match.legal(0) == ["joker 3", "joker 7"]


def test_r10_a_forced_joker_is_no_move() -> None:
    match = deal(3, ["*", "*", 3, 5, 5, 6, 6])
    play(match, "0 split 3 2 2", "0 vote white", "1 vote blue", "2 vote black")
    assert match.facts()["piles"][0] == {"3": 3}  # type: ignore[index]
    assert match.facts()["phase"] == "split"


def test_r11_a_round_ends_although_a_player_got_nothing() -> None:
    match = deal(3, [1, 2, 2, 3, 4, 5, 6])
    play(match, "0 split 1 1 5", "0 vote white", "1 vote white", "2 vote black")
    assert match.facts()["piles"] == [{}, {}, {"2": 1, "3": 1, "4": 1, "5": 1, "6": 1}]
    assert match.facts()["round"] == 2


def test_sorting_goes_round_from_the_dealers_left() -> None:
    match = deal(3, ["*", 1, 2, "*", 3, 4, 6])
    play(match, "0 split 3 3 1", "0 vote white", "1 vote blue", "2 vote black")
    assert match.turn.seats == (1,)
    play(match, "1 joker 3")
    assert match.turn.seats == (0,)


def ended(counts: list[dict[int, int]]) -> Match:
    match = Match.new("podfilim", len(counts), seed="end")
    game = state(match, Podfilim)
    for seat, row in enumerate(counts):
        for rank, n in row.items():
            for _ in range(n):
                game.numbers[seat].put(rank)
    game.finish()
    return match


def test_end_equal_scores_more_ranks_won_is_ahead() -> None:
    result = ended([{10: 3}, {9: 2, 1: 1}, {}]).result
    assert result is not None
    assert (result.scores, result.winners, result.places) == ((10, 10, 0), (1,), (2, 1, 3))


def test_r12_still_tied_is_shared() -> None:
    match = ended([{10: 3}, {10: 3}])
    result = match.result
    assert result is not None
    assert (result.winners, result.places) == ((0, 1), (1, 1))
    assert match.facts()["won"] == [[10], [10]]


def test_waiting_jokers_count_nothing() -> None:
    match = ended([{1: 1}, {}])
    state(match, Podfilim).waiting[1] = 3
    assert match.facts()["scores"] == [1, 0]


def test_views_in_the_middle_of_a_vote() -> None:
    match = deal(4, E1, dealer=3)
    play(match, "3 split 3 2 4", "0 vote blue", "2 vote white")
    mine, other, watcher = match.view(0), match.view(1), match.view(None)
    assert (mine.chosen, other.chosen, watcher.chosen) == ("vote blue", None, None)
    assert mine.legal == ()
    assert other.legal == ("vote black", "vote blue", "vote white")
    assert watcher.turn.seats == (1, 3)
    assert watcher.cards("part", None, 2) == ["*", 8, 2, 10]
    assert watcher.cards("deck") == [None] * 61
    assert "blue" not in str(other.to_json()["log"])


def test_refusals_name_the_phase() -> None:
    match = deal(2, E3)
    for text, reason in (("vote white", "wrong-phase"), ("dance", "not-now"), ("joker 3", "wrong-phase")):
        assert refusal(match, 0, text) == reason


def test_default_moves() -> None:
    match = deal(2, E3)
    assert match.game.default_move(0) == "split 2 3 2"
    play(match, "0 split 1 3 3")
    assert match.game.default_move(1) == "drop white"
    play(
        match,
        "1 drop black",
        "0 vote white",
        "1 vote blue",
        "1 split 3 2 2",
        "0 drop black",
        "0 vote white",
        "1 vote blue",
    )
    assert match.game.default_move(0) == "joker 9"


def test_hints_count_what_a_part_would_swing() -> None:
    match = deal(4, E1, dealer=3)
    play(match, "3 split 3 2 4")
    hints = {hint.move: hint.args for hint in match.view(1).hints}
    assert hints["vote white"] == {"points": "+24"}
    assert hints["vote black"] == {"points": "+20"}
    assert str(hints[""]["strip"]).startswith("10: 0/0/8, 9: 0/0/8")
    assert match.view(None).hints == []


def test_hints_count_the_jokers_that_wait() -> None:
    match = deal(2, E3)
    play(match, "0 split 1 3 3", "1 drop black", "0 vote white", "1 vote blue", "1 split 3 2 2", "0 drop black")
    hints = {hint.move: hint.args for hint in match.view(0).hints}
    assert hints["vote white"] == {"points": "+12"}
    assert hints[""]["jokers"] == 13
    tie = deal(2, ["*", 4, 4, 6, 9, 9, 2, 4, 9, 7, 1, 5, 5, 8])
    play(tie, "0 split 1 3 3", "1 drop black", "0 vote white", "1 vote blue", "1 split 1 1 5", "0 drop black")
    assert {hint.move: hint.args for hint in tie.view(0).hints}["vote white"] == {"points": "+4"}, "4 and a joker"


def test_hints_for_a_joker() -> None:
    match = deal(3, ["*", 8, 3, 5, 5, 6, 6])
    play(match, "0 split 3 2 2", "0 vote white", "1 vote blue", "2 vote black")
    assert [hint.move for hint in match.view(0).hints] == ["joker 3", "joker 8", ""]


def test_gain_puts_jokers_where_they_do_most() -> None:
    counts = [[0] * 11, [0] * 11]
    counts[0][3] = counts[0][8] = 1
    counts[1][3], counts[1][8] = 2, 2
    assert gain(counts, 0, ["*"]) == 8
    counts[1][8] = 5
    assert gain(counts, 0, ["*"]) == 3
    assert best_joker([[0] * 11], 0) == 0


def test_hints_of_a_split_show_the_strip_only() -> None:
    assert [hint.kind for hint in deal(2, E3).view(0).hints] == ["hint-strip"]


def test_a_match_ends_with_the_deck() -> None:
    match = deal(2, E3)
    while match.result is None:
        seat = match.turn.seats[-1]
        match.play(seat, match.game.default_move(seat))
    assert match.facts()["round"] == 10
    assert [note.kind for note in match.view(0).events][-2:] == ["scores", "scores"]


def test_identity() -> None:
    info = find_game("podfilim").info
    assert info.seats == (2, 4)
    assert len(info.deck.pack) == 70


# Its story


def voters(beat: BeatView) -> list[tuple[int | None, str, int | None]]:
    """Beside which part which seat stands, and how."""
    return [(label.slot, label.note.kind, label.note.seat) for label in beat.labels if label.zone == "part"]


def test_votes_are_turned_over_together_and_a_clash_is_seen() -> None:
    match = deal(4, E1, dealer=3)
    play(match, "3 split 3 2 4", "0 vote blue", "1 vote black", "2 vote white")
    assert labels_of(match.view(0)) == []
    for seat in (0, None):
        votes, taken = beats = story(match.copy(), "3 vote black", seat)
        assert outline(beats) == ["flip: vote vote vote vote", "gather: takes takes"]
        assert voters(votes) == [
            (0, "label-vote", 2),
            (1, "label-vote", 0),
            (2, "label-clash", 1),
            (2, "label-clash", 3),
        ]
        assert [votes.cards("part", None, slot) for slot in range(3)] == [[5, 9, 10], [7, 7], ["*", 8, 2, 10]]
        assert taken.cards("taken", 2) == [5, 9, 10] and taken.cards("taken", 0) == [7, 7]
        assert taken.cards("part", None, 2) == ["*", 8, 2, 10] and len(voters(taken)) == 2


def test_a_round_ends_with_sorted_piles_and_what_they_brought() -> None:
    match = deal(4, E1, dealer=3)
    play(match, "3 split 3 2 4", "0 vote blue", "1 vote black", "2 vote white", "3 vote black", "3 split 2 1 1")
    play(match, "1 vote black")
    *_, curtain = beats = story(match, "3 vote white")
    assert outline(beats) == ["flip: vote vote", "gather: takes unclaimed takes", "curtain: joker"]
    assert curtain.cards("pile", 0, 7) == [7, 7] and curtain.cards("pile", 3, 8) == [8, "*"]
    assert list(curtain.gains) == [7, 10, 24, 8] and curtain.cards("row") == []
    assert ("pile", 3, "label-majority", 8) in labels_of(curtain) and len(match.view(0).cards("row")) == 9


def test_a_card_that_cannot_be_shared_is_seen_before_it_goes() -> None:
    match = deal(3, [1, 2, 3, 4, 5, 6, 7])
    play(match, "0 split 1 1 5", "0 vote white", "1 vote white")
    _, given, lost, curtain = beats = story(match, "2 vote black")
    assert outline(beats) == ["flip: vote vote vote", "gather: unclaimed takes", "land: clash destroyed", "curtain"]
    assert lost.cards("row") == [1] and voters(given) == [(0, "label-clash", 0), (0, "label-clash", 1)]
    assert curtain.gains == (0, 0, 25)


def test_the_last_round_tells_the_scores() -> None:
    match = Match.new("podfilim", 2, seed="end")
    match.keep_beats()
    play_on(match)
    curtain = match.beats([0])[0][-1]
    assert (curtain.effect, [note.kind for note in curtain.events][-2:]) == ("curtain", ["scores", "scores"])
