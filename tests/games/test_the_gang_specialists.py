"""The Gang: the ten specialists, what each seat learns by them, and worlds that fit it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from gang_table import BOARD, POCKETS, agree, gang, last, met, notes_of, play_heist, play_round, pocket, ready, take

from koloda import Match, resample
from koloda.core.cards import FRENCH, RANKS
from koloda.core.chance import Fast
from koloda.core.options import OptionValue
from koloda.core.record_types import ChanceRecord
from koloda.games.shared.poker import category_name, evaluate, rank_of
from koloda.testing import play, refusal


def worlds(match: Match, seat: int | None, fits: Callable[[Match], bool], count: int = 30) -> None:
    """Other worlds look the same to the seat, fit what it knows, and are not all one world."""
    seen = match.view(seat)
    found = set()
    for number in range(count):
        world = resample(match, seat, Fast(number))
        assert world.view(seat) == seen
        assert fits(world)
        found.add(str(world.facts()["pocket"]))
    assert len(found) > 1


# Proposals and agreement


def test_r11_a_proposal_names_the_user_and_all_others_must_agree() -> None:
    match = met(10)
    play(match, "0 propose 2")
    assert match.facts()["proposal"] == {"by": 0, "user": 2, "arg": None, "agreed": []}
    assert match.facts()["used"] is False
    assert "propose 1" not in match.legal(1) and refusal(match, 1, "propose 1") == "pending"
    play(match, "2 agree")
    assert match.facts()["proposal"] == {"by": 0, "user": 2, "arg": None, "agreed": [2]}
    assert refusal(match, 2, "agree") == "answered" and refusal(match, 0, "agree") == "own-proposal"
    play(match, "1 agree")
    facts = match.facts()
    assert (facts["proposal"], facts["used"], facts["muscle"]) == (None, True, 2)
    assert refusal(match, 0, "propose 0") == "used-already" and refusal(match, 1, "agree") == "no-proposal"
    assert notes_of(match, None, "specialist-used") == [(None, None, (), 10, "specialist-10")]


def test_first_decline_cancels_and_the_proposer_may_withdraw() -> None:
    match = met(10)
    play(match, "0 propose 1", "1 agree", "2 decline")
    assert match.facts()["proposal"] is None and match.facts()["muscle"] is None
    play(match, "0 propose 0", "0 decline", "0 propose 0", "1 decline")
    assert refusal(match, 0, "propose 0") == "no-more-proposals"
    assert not [move for move in match.legal(0) if move.startswith("propose")]
    play(match, "1 propose 1")
    assert refusal(match, 0, "show Tc") == "owes-nothing"


def test_chips_move_while_a_proposal_is_pending_but_nobody_is_ready() -> None:
    match = met(10)
    take(match, 1, 2, 3)
    play(match, "0 ready", "1 ready", "1 propose 1")
    assert match.facts()["ready"] == [False] * 3
    assert refusal(match, 0, "ready") == "pending" and "ready" not in match.legal(2)
    play(match, "2 put", "2 take 3", "0 agree", "2 agree")
    ready(match)
    assert match.facts()["round"] == 2


def test_a_pending_proposal_or_an_owed_card_holds_the_round_back() -> None:
    options: dict[str, OptionValue] = {"mode": "custom", "specialist": 5, "round_end": "instant"}
    match = gang(POCKETS, BOARD, options)
    play(match, "0 propose 0")
    take(match, 1, 2, 3)
    assert match.facts()["round"] == 1
    play(match, "1 agree", "2 agree")
    assert (match.facts()["round"], match.facts()["owed"]) == (1, {"seat": 0, "verb": "discard"})
    play(match, "0 discard Tc")
    assert match.facts()["round"] == 2


def test_frozen_chips_wait_for_the_proposal() -> None:
    options: dict[str, OptionValue] = {"mode": "custom", "specialist": 10, "chip_limit": 3}
    match = gang(POCKETS, BOARD, options)
    play(match, "0 propose 0")
    take(match, 1, 2, 3)
    assert match.facts()["round"] == 1 and refusal(match, 1, "put") == refusal(match, 1, "take 1") == "frozen"
    assert match.legal(0) == ["decline"] and match.game.default_move(1) == "decline"
    play(match, "1 agree", "2 decline")
    assert match.facts()["round"] == 2


def test_specialists_without_a_proposal_cannot_be_proposed() -> None:
    match = met(8)
    assert refusal(match, 0, "propose 0") == "no-use"
    assert refusal(met(1), 0, "propose 0") == "bad-proposal"
    assert refusal(gang(POCKETS, BOARD), 0, "propose 0") == "no-use"


# One by one


def test_view_specialist_1_informant() -> None:
    match = met(1)
    assert "propose 0 0" not in match.legal(1)
    agree(match, "1 2")
    assert match.facts()["owed"] == {"seat": 1, "verb": "show"}
    assert [move for move in match.legal(1) if move.startswith("show")] == ["show 3d", "show Qc"]
    assert refusal(match, 1, "show Ac") == "no-such-card" and refusal(match, 0, "show Tc") == "owes-nothing"
    assert match.game.default_move(1) == "show Qc"
    play(match, "1 show Qc")
    assert match.view(2).cards("pocket", 1) == ["Qc", None]
    assert match.view(0).cards("pocket", 1) == match.view(None).cards("pocket", 1) == [None, None]
    assert notes_of(match, 2, "known-1") == [(1, 2, ("Qc",), 0, "")]
    assert notes_of(match, 0, "known-1") == notes_of(match, None, "known-1") == [(1, 2, None, 0, "")]
    worlds(match, 2, lambda world: "Qc" in pocket(world, 1))
    seen = {card for n in range(40) for card in pocket(resample(match, 0, Fast(n)), 1)}
    assert len(seen) > 20


def test_a_shown_card_stays_known_after_its_pocket_was_redrawn() -> None:
    match = met(1, 7)
    agree(match, "1 2")
    play(match, "1 show Qc")
    play_round(match, 1, 3, 2)
    assert pocket(match, 1) == ["2h", "9h"]
    assert match.view(2).cards("discard", 1) == ["Qc", None]
    assert notes_of(match, 2, "known-1") == [(1, 2, ("Qc",), 0, "")]
    worlds(match, 2, lambda world: "Qc" in world.view(1).cards("discard", 1))


def test_view_specialist_2_getaway_driver() -> None:
    match = met(2)
    agree(match, "2")
    assert match.facts()["announced"] == [[2, "category", "high"]]
    again = met(2, pockets=["Tc 7d", "Qc 3d", "Ac 4d"])
    play_round(again, 1, 2, 3)
    agree(again, "2")
    assert again.facts()["announced"] == [[2, "category", "pair"]]
    assert notes_of(again, None, "said-category") == [(2, None, ("4c", "8d", "5s"), 1, "pair")]
    board = [FRENCH.card(face) for face in ("4c", "8d", "5s")]
    play_round(again, 1, 2, 3)
    worlds(
        again,
        0,
        lambda world: category_name(evaluate([FRENCH.card(face) for face in pocket(world, 2)] + board)) == "pair",
    )


@pytest.mark.parametrize(
    ("number", "kind", "pockets", "values"),
    [
        (8, "sum", ["Tc 7d", "Qc 3d", "Ac Td"], [17, 13, 21]),
        (3, "faces", ["Ks Jd", "Qc 3d", "Ac Td"], [2, 1, 0]),
    ],
)
def test_e3_announcements(number: int, kind: str, pockets: list[str], values: list[int]) -> None:
    match = met(number, pockets=pockets)
    assert match.facts()["announced"] == [[seat, kind, value] for seat, value in enumerate(values)]
    assert match.facts()["used"] is True
    assert notes_of(match, None, f"said-{kind}")[0] == (0, None, (), values[0], "")


def test_e3_mastermind() -> None:
    match = met(4, pockets=["9c 3d", "Qc 2d", "Ac Td"])
    play(match, "2 propose 0 9")
    assert match.facts()["proposal"] == {"by": 2, "user": 0, "arg": "9", "agreed": []}
    play(match, "0 agree", "1 agree")
    assert match.facts()["announced"] == [[0, "count", "9", 1]]
    assert notes_of(match, 1, "said-count") == [(0, None, (), 1, "9")]


def test_informant_argument_is_a_seat_in_the_facts() -> None:
    match = met(1)
    play(match, "2 propose 0 1")
    assert match.facts()["proposal"] == {"by": 2, "user": 0, "arg": 1, "agreed": []}
    assert notes_of(match, None, "proposal-1") == [(2, 0, (), 1, "1")]


def total(cards: list[str]) -> int:
    return sum(11 if card[0] == "A" else min(10, RANKS.index(card[0]) + 2) for card in cards)


def test_r12_a_ten_counts_ten_and_worlds_fit_the_sums() -> None:
    match = met(8)
    for seat in (0, 1, None):
        worlds(match, seat, lambda world: [total(pocket(world, other)) for other in range(3)] == [17, 13, 21])


def test_a_world_that_leads_nowhere_is_thrown_away() -> None:
    match = met(8, pockets=["Ac Ad", "9c 6d", "Ah As"])  # with an ace in seat 1's 15, seat 2 cannot have 22
    worlds(match, 0, lambda world: pocket(world, 2) == ["Ah", "As"])


def test_announcements_bind_the_pocket_of_their_moment_only() -> None:
    match = met(8, 7)
    play_round(match, 1, 2, 3)
    assert pocket(match, 2) == ["2h", "9h"] and match.facts()["announced"] == [
        [0, "sum", 17],
        [1, "sum", 13],
        [2, "sum", 21],
    ]
    worlds(match, 0, lambda world: total([str(card) for card in world.view(2).cards("discard", 2)]) == 21)
    free = {total(pocket(resample(match, 0, Fast(number)), 2)) for number in range(40)}
    assert len(free) > 5


def test_view_specialist_3_worlds_fit_the_face_cards() -> None:
    match = met(3)
    worlds(match, 0, lambda world: sum(card[0] in "JQK" for card in pocket(world, 1)) == 1)


def test_view_specialist_4_worlds_fit_the_count() -> None:
    match = met(4)
    agree(match, "1 Q")
    worlds(match, 2, lambda world: sum(card[0] == "Q" for card in pocket(world, 1)) == 1)


def test_view_specialist_5_hacker() -> None:
    match = met(5)
    agree(match, "1")
    assert pocket(match, 1) == ["3d", "4c", "Qc"]
    assert match.view(0).cards("pocket", 1) == [None] * 3
    assert [move for move in match.legal(1) if "discard" in move] == ["discard 3d", "discard 4c", "discard Qc"]
    play(match, "1 discard 4c")
    assert pocket(match, 1) == ["3d", "Qc"]
    assert match.view(1).cards("discard", 1) == ["4c"]
    assert match.view(0).cards("discard", 1) == match.view(None).cards("discard", 1) == [None]
    assert [note.cards for note in match.view(1).events if note.kind == "discards"] == [("4c",)]
    assert [note.cards for note in match.view(0).events if note.kind == "discards"] == [None]
    worlds(match, 0, lambda world: len(pocket(world, 1)) == 2)
    world = resample(match, 0, Fast(1))
    assert [note.cards for note in world.view(1).events if note.kind == "discards"] == [()]


def test_view_specialist_6_coordinator() -> None:
    match = met(6)
    assert (match.facts()["phase"], match.facts()["to_move"], match.turn.kind) == ("give", [0, 1, 2], "together")
    assert match.view(0).hints == [] and not match.view(0).chat
    assert refusal(match, 0, "give Ac") == "no-such-card" and refusal(match, 0, "take 1") == "not-now"
    assert match.game.default_move(0) == "give Tc"
    play(match, "2 give Ac", "0 give Tc")
    assert refusal(match, 0, "give 7d") == "already-moved"
    assert pocket(match, 0) == ["7d", "Tc"] and match.facts()["to_move"] == [1]
    assert match.facts()["used"] is False
    worlds(match, 1, lambda world: world.game.secret_moves[0] in ("give " + card for card in pocket(world, 0)))
    play(match, "1 give 3d")
    assert [pocket(match, seat) for seat in range(3)] == [["7d", "Ac"], ["Tc", "Qc"], ["3d", "Td"]]
    assert (match.facts()["phase"], match.facts()["round"], match.facts()["used"]) == ("chips", 1, True)
    assert match.view(0).cards("pocket", 1) == ["Tc", None] and match.view(2).cards("pocket", 1) == [None, None]
    assert notes_of(match, 0, "known-6") == [(2, 0, ("Ac",), 0, ""), (0, 1, ("Tc",), 0, ""), (1, 2, None, 0, "")]
    assert notes_of(match, None, "known-6")[0] == (2, 0, None, 0, "")
    worlds(match, 0, lambda world: "Tc" in pocket(world, 1))


def test_view_specialist_7_jack() -> None:
    match = met(7)
    assert match.view(None).cards("box") == ["Jx"]
    agree(match, "1")
    assert [move for move in match.legal(1) if "discard" in move] == ["discard 3d", "discard Qc"]
    assert refusal(match, 1, "discard Jx") == "no-such-card"  # R9
    assert match.view(0).cards("pocket", 1) == match.view(None).cards("pocket", 1) == ["Jx", None, None]
    play(match, "1 discard 3d")
    assert pocket(match, 1) == ["Qc", "Jx"] and match.view(None).cards("box") == []
    assert match.view(0).cards("discard", 1) == [None] and match.view(1).cards("discard", 1) == ["3d"]
    worlds(match, 0, lambda world: "Jx" in pocket(world, 1))


def test_r7_jx_is_lost_with_its_pocket_and_muscle_is_not() -> None:
    match = met(7, 7)
    agree(match, "1")
    play(match, "1 discard 3d")
    play_round(match, 1, 3, 2)
    assert pocket(match, 1) == ["2h", "9h"]
    assert match.view(None).cards("discard", 1) == ["Jx", None, None]
    strong = met(10, 7)
    agree(strong, "1")
    play_round(strong, 1, 3, 2)
    assert pocket(strong, 1) == ["2h", "9h"] and strong.facts()["muscle"] == 1


@pytest.mark.parametrize(("order", "success"), [((2, 3, 1), True), ((3, 2, 1), False), ((1, 2, 3), False)])
def test_e6_jx(order: tuple[int, ...], success: bool) -> None:
    match = met(7, pockets=["3d 2c", "Js 9d", "8d 8c"], rest="Jc Jd Jh 8s 5c")
    agree(match, "0")
    play(match, "0 discard 3d")
    play_heist(match, *order)
    assert last(match)["category"] == ["four", "four", "full-house"] and last(match)["success"] is success
    assert match.view(None).cards("box") == ["Jx"]


def test_view_specialist_9_con_artist() -> None:
    again: ChanceRecord = {"shuffle": ["Td", "Tc", "Qc", "3d", "Ac", "7d"]}
    options: dict[str, OptionValue] = {"mode": "custom", "specialist": 9}
    base = gang(POCKETS, BOARD)
    match = Match.new("the-gang", 3, options, chance=[base.game.chance.asked[0].to_json(), again])
    assert [pocket(match, seat) for seat in range(3)] == [["3d", "Td"], ["Tc", "Ac"], ["7d", "Qc"]]
    assert match.facts()["used"] is True
    assert notes_of(match, 0, "first") == [
        (0, None, ("7d", "Tc"), 0, ""), (1, None, None, 0, ""), (2, None, None, 0, ""),
    ]  # fmt: skip
    assert [note[2] for note in notes_of(match, None, "first")] == [None] * 3  # type: ignore[index]
    worlds(match, 0, lambda world: {"7d", "Tc"} <= {card for seat in range(3) for card in pocket(world, seat)})
    for number in range(20):
        world = resample(match, 0, Fast(number))
        pockets = sorted(card for seat in range(3) for card in pocket(world, seat))
        firsts = [world.view(seat).announcements[seat + 1].cards or () for seat in range(3)]
        assert sorted(str(card) for first in firsts for card in first) == pockets
    worlds(match, None, lambda world: True)


def test_con_artist_first_cards_stay_in_play_through_a_redraw() -> None:
    again: ChanceRecord = {"shuffle": ["Td", "Tc", "Qc", "3d", "Ac", "7d"]}
    options: dict[str, OptionValue] = {"mode": "custom", "specialist": 9, "challenges": [7]}
    first = gang(POCKETS, BOARD).game.chance.asked[0].to_json()
    match = Match.new("the-gang", 3, options, chance=[first, again])
    play_round(match, 1, 3, 2)
    assert match.view(1).cards("discard", 1) == ["Tc", "Ac"]

    def fits(world: Match) -> bool:
        dealt = pocket(world, 0) + pocket(world, 2) + [str(card) for card in world.view(1).cards("discard", 1)]
        return {"7d", "Tc"} <= set(dealt)

    worlds(match, 0, fits)


@pytest.mark.parametrize(("order", "success"), [((3, 1, 2, 4), True), ((1, 2, 3, 4), False)])
def test_e2_muscle(order: tuple[int, ...], success: bool) -> None:
    match = met(10, pockets=["4d Qs", "4h Ad", "Td Kc", "9c 9d"], rest="4c 5d 6h 9s Tc")
    agree(match, "0")
    assert notes_of(match, None, "muscle") == [(0, None, (), 0, "")]
    play_heist(match, *order)
    assert last(match)["success"] is success


@pytest.mark.parametrize(("order", "success"), [((2, 1), True), ((1, 2), False)])
def test_r15_muscle_breaks_a_tie_on_the_board(order: tuple[int, int], success: bool) -> None:
    match = met(10, pockets=["2c 3d", "2d 3c"], rest="Th Jh Qh Kh Ah")
    agree(match, "0")
    play_heist(match, *order)
    assert last(match)["success"] is success


def test_the_secret_phase_of_a_later_heist_starts_with_a_clean_table() -> None:
    match = met(6, 2)
    for heist in (1, 2):
        facts = match.facts()
        assert (facts["heist"], facts["phase"], facts["round"]) == (heist, "give", 1)
        assert facts["ready"] == [False] * 3 and facts["community"] == []
        assert notes_of(match, None, "dark") == [] and match.view(None).counter("moves-left") == 60
        for seat in range(3):
            match.play(seat, match.legal(seat)[0])
        play_heist(match, 1, 2, 3)


def test_a_specialist_lasts_one_heist_and_nothing_is_kept() -> None:
    match = met(10)
    agree(match, "0")
    play_heist(match, 3, 1, 2)
    facts = match.facts()
    assert (facts["heist"], facts["muscle"], facts["used"], facts["announced"]) == (2, None, False, [])


def test_ranks_of_cards_are_those_of_the_deck() -> None:
    assert [rank_of(FRENCH.card(face)) for face in ("2c", "Jd", "Jx", "As")] == [0, 9, 9, 12]


def test_what_is_asked_of_those_who_propose_answer_and_owe() -> None:
    def asked(match: Match, seat: int) -> tuple[str, int | None]:
        ask = match.view(seat).ask
        assert ask is not None
        return ask.kind, ask.other

    match = met(1)
    play(match, "0 propose 1 2")
    assert asked(match, 0) == ("ask-withdraw", None) and asked(match, 1) == asked(match, 2) == ("ask-agree", None)
    play(match, "1 agree", "2 agree")
    assert asked(match, 1) == ("ask-show", 2)
    match = met(5)
    agree(match, "2")
    assert asked(match, 2) == ("ask-discard", None)
    assert asked(met(6), 2) == ("ask-give", 0)
