"""Five Cards: the worked examples and rulings of docs/rules/five-card.md."""

from __future__ import annotations

from koloda import Match
from koloda.bots.five_card import BRAIN
from koloda.core.chance import Fast
from koloda.core.record_types import ChanceRecord
from koloda.games.five_card import FiveCard, round_points, spread
from koloda.testing import labels_of, outline, play, refusal, scripted, shuffled, state, story
from koloda.testing.option_sets import Options

X1 = "3 9 6 7 5 | 7 4 7 2 7 3 7 10 | 7"
X1_MOVES = ["0 place 3", "1 place 7", "0 place 5", "1 place 5", "0 place 6", "1 place 9", "0 place 9", "1 place 7"]
X3 = "3 9 6 7 5 | 7 7 10 7 8 7 | 7"
X3_MOVES = ["0 place 3", "1 place 5", "0 place 9", "1 place 6", "0 place 5", "1 place 9"]


def five(deck: str, pick: int = 0, target: int = 100, next_deck: str = "1 2 3 4 5 | 10") -> Match:
    then: list[ChanceRecord] = [{"pick": pick}, shuffled("five-card", next_deck)]
    return scripted("five-card", 2, deck, Options(target=target), then=then)


def test_x1_the_round_of_the_picture() -> None:
    match = five(X1)
    play(match, *X1_MOVES[:-1])
    assert match.facts() == {
        "scores": [0, 0],
        "round": 1,
        "common": [3, 5, 6, 7, 9],
        "sides": [[[7], [7], [7], [], [7]], [[], [2], [], [4], [3]]],
        "drawn": 10,
        "starter": 0,
        "deck_count": 42,
        "to_move": 1,
        "over": False,
    }
    match.play(1, "place 7")
    assert match.facts()["scores"] == [23, 7]
    assert (match.facts()["round"], match.facts()["starter"], match.facts()["to_move"]) == (2, 1, 1)
    assert match.facts()["sides"] == [[[]] * 5, [[]] * 5]


def test_x2_a_rank_lies_in_a_column_once() -> None:
    match = five("3 9 6 7 5 | 7 7")
    assert refusal(match, 0, "place 7") == "rank-there"
    match.play(0, "place 3")
    assert refusal(match, 1, "place 3") == "rank-there"
    assert match.legal(1) == ["place 5", "place 6", "place 9"]
    match.play(1, "place 5")
    assert "place 3" in five("3 9 6 7 5 | 8").legal(0)


def test_a_card_on_the_own_side_blocks_too() -> None:
    match = five("3 9 6 7 5 | 8 4 8")
    play(match, "0 place 3", "1 place 3")
    assert refusal(match, 0, "place 3") == "rank-there"


def test_refusals_say_why() -> None:
    match = five(X1)
    assert refusal(match, 0, "place 8") == "no-column"
    assert refusal(match, 0, "place") == "not-now"
    assert refusal(match, 0, "pass") == "not-now"
    assert refusal(match, 1, "place 3") == "not-your-turn"


def test_x3_r3_ties_give_half_rounded_down() -> None:
    match = five(X3)
    play(match, *X3_MOVES)
    assert match.facts()["scores"] == [20, 9]
    assert match.facts()["to_move"] == 1
    assert round_points([1, 2, 3, 4, 5], [0] * 10) == [6, 6]


def test_x4_r1_duplicates_are_shuffled_back() -> None:
    deck = shuffled("five-card", "9 9 4 9 10 4 2 7")
    assert isinstance(deck["shuffle"], list)
    rest = [*deck["shuffle"][8:], 9, 9, 4]
    match = Match.new("five-card", 2, chance=[deck, {"shuffle": rest[::-1]}, {"pick": 1}])
    assert match.facts()["common"] == [2, 4, 7, 9, 10]
    assert (match.facts()["drawn"], match.facts()["deck_count"], match.facts()["to_move"]) == (4, 49, 1)
    assert sorted([card for zone in match.game.zones() for card in zone.pile.cards()]) == match.game.info.deck.pack


def test_without_duplicates_the_deck_keeps_its_order() -> None:
    match = five("3 9 6 7 5 | 10 4")
    assert match.facts()["drawn"] == 10
    match.play(0, "place 3")
    assert match.facts()["drawn"] == 4


def test_x5_r5_the_higher_total_wins() -> None:
    match = five("1 2 3 7 10 | 10 10 4 9 5 10 6 10 | 10")
    state(match, FiveCard).scores = [96, 91]
    play(match, "0 place 7", "1 place 1", "0 place 7", "1 place 10", "0 place 7", "1 place 2", "0 place 7", "1 place 3")
    assert match.facts()["scores"] == [103, 107]
    assert match.facts()["winners"] == [1]
    assert match.result is not None
    assert (match.result.winners, match.result.places, match.result.losers) == ((1,), (2, 1), ())
    assert match.facts()["to_move"] is None
    assert match.facts()["drawn"] == 10


def test_x5_r5_equal_totals_play_another_round() -> None:
    match = five("1 2 3 9 10 | 4 10 5 10 6 10 7 10 | 10")
    state(match, FiveCard).scores = [95, 90]
    for column in (1, 2, 3, 9):
        play(match, "0 place 10", f"1 place {column}")
    assert match.facts()["scores"] == [105, 105]
    assert match.result is None
    assert match.facts()["round"] == 2


def test_r2_whoever_turns_the_last_card_scores_nothing_for_it() -> None:
    match = five(X3, pick=1)
    play(match, *[f"{1 - int(move[0])}{move[1:]}" for move in X3_MOVES])
    assert match.facts()["scores"] == [9, 20]
    assert match.facts()["starter"] == 0


def test_r4_equal_points_change_the_starter() -> None:
    match = five("2 4 6 8 10 | 10 10 10 10 | 10")
    play(match, "0 place 2", "1 place 4", "0 place 8", "1 place 6")
    assert match.facts()["scores"] == [15, 15]
    assert (match.facts()["round"], match.facts()["starter"]) == (2, 1)


def test_r6_sums_count_not_cards() -> None:
    assert round_points([2, 4, 6, 8, 10], [9, 9, 9, 9, 9, 8, 10, 9, 0, 10]) == [2 + 3 + 8, 4 + 3 + 10]


def test_r7_a_useless_place_is_allowed_and_a_refusal_is_not() -> None:
    match = five(X1)
    assert match.legal(0) == ["place 3", "place 5", "place 6", "place 9"]
    assert match.game.default_move(0) == "place 3"


def test_target_one_is_a_single_round() -> None:
    match = five(X1, target=1)
    play(match, *X1_MOVES)
    assert match.result is not None
    assert match.result.winners == (0,)


def test_everything_but_the_deck_is_open_to_all() -> None:
    match = five(X1)
    play(match, *X1_MOVES[:3])
    for seat in (0, 1, None):
        view = match.view(seat)
        assert view.cards("deck") == [None] * 46
        assert [view.cards("common", None, column) for column in range(5)] == [[3], [5], [6], [7], [9]]
        assert view.cards("drawn") == [2]
        assert view.cards("side", 0, 0) == [7] and view.cards("side", 1, 3) == [4]


def test_hints_tell_the_standing_the_columns_and_the_ranks_that_may_end_it() -> None:
    match = five(X1)
    play(match, *X1_MOVES[:4])
    hints = match.view(0).hints
    assert hints[0].args == {"mine": 3 + 5 + 3 + 4, "theirs": 3 + 7 + 4}
    assert [hint.move for hint in hints[1:3]] == ["place 6", "place 9"]
    assert hints[1].args == {"column": 6, "mine": 7, "theirs": 0}
    assert hints[-1].args == {"ranks": "7: 3/3"}
    assert spread(match.view(1))[6] == (7, 3, 3)
    assert [hint.kind for hint in five(X1).view(1).hints] == ["hint-score"]
    assert match.view(None).hints == []


def test_the_policy_wins_close_columns() -> None:
    match = five(X1)
    assert BRAIN.choose(match.game, 0, Fast(1)) == "place 9"
    play(match, *X1_MOVES[:6])
    assert BRAIN.choose(match.game, 0, Fast(1)) == "place 9"


# Its story


def test_a_round_is_counted_column_by_column() -> None:
    match = five(X1)
    play(match, *X1_MOVES[:-1])
    for seat in (0, None):
        beats = story(match.copy(), X1_MOVES[-1], seat)
        assert outline(beats) == ["land: place no-room", *["tally: column"] * 5, "curtain: scores scores"]
        land, *columns, curtain = beats
        assert land.cards("drawn") == [7] and land.cards("side", 1, 3) == [4, 10]
        assert ("side", 1, "label-sum", 14) in labels_of(land)
        told = [(beat.events[0].seat, beat.events[0].cards, beat.events[0].n) for beat in columns]
        assert told == [(0, (3,), 3), (0, (5,), 5), (0, (6,), 6), (1, (7,), 7), (0, (9,), 9)]
        points = [[beat.counter("points", other) for other in (0, 1)] for beat in columns]
        assert points == [[3, 0], [8, 0], [14, 0], [14, 7], [23, 7]]
        assert curtain.gains == (23, 7) and curtain.cards("side", 0, 0) == [7] and curtain.counter("round") == 1


def test_a_tied_column_is_shared() -> None:
    match = five(X3)
    play(match, *X3_MOVES[:-1])
    kinds = [beat.events[-1] for beat in story(match, X3_MOVES[-1])[1:-1]]
    assert [(note.kind, note.cards, note.n) for note in kinds if note.kind == "column-tied"] == [
        ("column-tied", (7,), 3),
    ]


def test_the_last_round_is_counted_too() -> None:
    match = five(X1, target=20)
    play(match, *X1_MOVES[:-1])
    beats = story(match, X1_MOVES[-1])
    assert beats[-1].effect == "curtain" and beats[-1].gains == (23, 7) and match.result is not None
