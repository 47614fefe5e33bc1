"""The Gang where things meet: seats that grab at once, specialists in a challenge, and what every seat then sees."""

from __future__ import annotations

import pytest
from gang_table import BOARD, POCKETS, agree, deck, gang, last, met, notes_of, play_heist, play_round, pocket, take

from koloda import IllegalMove, Match, resample
from koloda.core.chance import Fast
from koloda.core.options import OptionValue
from koloda.core.record_types import ChanceRecord
from koloda.games.shared.poker import CATEGORIES, category_name, evaluate
from koloda.games.the_gang.challenges import CHALLENGES
from koloda.testing import play, play_on, refusal
from koloda.words import hint_sentence, sentence

THREE_EACH = ["Tc 7d Kh", "Qc 3d Qd", "Ac Td 2c"]


# Seats that grab at once


class Centre:
    """The chips of one round in the plainest words there are: what may be done, and what comes of it."""

    def __init__(self, seats: int, dark: set[int], limit: int) -> None:
        self.held: list[int | None] = [None] * seats
        self.ready = [False] * seats
        self.dark = dark
        self.left = limit

    def owner(self, chip: int) -> int | None:
        return self.held.index(chip) if chip in self.held else None

    def may(self, seat: int, move: str) -> bool:
        own = self.held[seat]
        if move == "ready":
            return None not in self.held and not self.ready[seat]
        if own is not None and (own in self.dark or self.left <= 0):
            return False
        if move == "put":
            return own is not None
        chip = int(move[5:])
        return chip != own and (self.owner(chip) is None or (chip not in self.dark and self.left > 0))

    def do(self, seat: int, move: str) -> None:
        if move == "ready":
            self.ready[seat] = True
            return
        if move != "put":
            self.held = [None if chip == int(move[5:]) else chip for chip in self.held]
        self.held[seat] = None if move == "put" else int(move[5:])
        self.ready = [False] * len(self.held)
        self.left -= 1

    def done(self) -> bool:
        return None not in self.held and (all(self.ready) or self.left <= 0)


def wanted(seats: int, chooser: Fast) -> list[tuple[int, str]]:
    """What the seats want to do, in the order in which it arrives."""
    takes = [f"take {chip}" for chip in range(1, seats + 1)]
    moves = [*takes, *takes, "put", "ready", "ready"]
    return [(chooser.below(seats), moves[chooser.below(len(moves))]) for _ in range(6 * seats)]


@pytest.mark.compiled
@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize(("challenges", "limit"), [([], 60), ([2, 6], 60), ([], 7)])
def test_thousands_of_orders_of_arrival(seats: int, challenges: list[int], limit: int) -> None:
    """One is refused with a reason, the other has the chip: step by step as a second opinion says."""
    options: dict[str, OptionValue] = {"mode": "custom", "challenges": challenges, "chip_limit": limit}
    start = Match.new("the-gang", seats, options, seed="contention")
    chooser = Fast(100 * seats + limit)
    for _ in range(150):
        match = start.copy()
        centre = Centre(seats, {1, seats} if challenges else set(), limit)
        for seat, move in wanted(seats, chooser):
            if centre.may(seat, move):
                match.play(seat, move)
                centre.do(seat, move)
            else:
                assert refusal(match, seat, move) not in ("not-now", "not-your-turn")
            chips = match.facts()["chips"]
            assert isinstance(chips, dict) and chips["white"] == centre.held
            if centre.done():
                assert match.facts()["round"] == 2
                break
            assert match.facts()["ready"] == centre.ready


def test_a_refusal_names_who_has_the_chip() -> None:
    match = met(None, 2)
    play(match, "2 take 1")
    with pytest.raises(IllegalMove) as refused:
        match.play(0, "take 1")
    assert refused.value.reason == "dark-held-2"
    assert refused.value.text.en == "That chip is dark: whoever took it keeps it."
    frozen = gang(POCKETS, BOARD, {"chip_limit": 1})
    play(frozen, "1 take 3")
    assert refusal(frozen, 0, "take 3") == "frozen-held-1"
    assert frozen.game.info.refusals["frozen-held-1"].ru.startswith("Предел ходов фишками исчерпан")


def test_words_too_many_are_not_refused_with_a_false_reason() -> None:
    match = met(10)
    take(match, 1, 2, 3)
    assert refusal(match, 0, "put 1") == refusal(match, 0, "ready now") == "not-now"
    play(match, "0 propose 0")
    assert refusal(match, 1, "agree gladly") == refusal(match, 1, "decline it") == "not-now"


# What every seat sees


@pytest.mark.parametrize(
    ("number", "proposal", "said"),
    [
        (2, "1", {"said-category": [(1, None, (), 0, "high")]}),
        (3, "", {"said-faces": [(0, None, (), 0, ""), (1, None, (), 1, ""), (2, None, (), 0, "")]}),
        (4, "1 Q", {"said-count": [(1, None, (), 1, "Q")]}),
        (8, "", {"said-sum": [(0, None, (), 17, ""), (1, None, (), 13, ""), (2, None, (), 21, "")]}),
        (10, "1", {"muscle": [(1, None, (), 0, "")]}),
    ],
)
def test_view_of_specialists_who_tell_all_and_show_nothing(
    number: int, proposal: str, said: dict[str, list[object]]
) -> None:
    match = met(number)
    if proposal:
        agree(match, proposal)
    for seat in (0, 1, 2, None):
        for kind, notes in said.items():
            assert notes_of(match, seat, kind) == notes
        view = match.view(seat)
        for other in range(3):
            assert other == seat or view.cards("pocket", other) == [None, None]


def test_view_specialist_10_muscle_stays_before_its_owner_to_the_end_of_the_heist() -> None:
    match = met(10)
    agree(match, "1")
    assert [note.kind for note in match.view(None).events] == ["agree", "muscle"]
    for _ in range(3):
        play_round(match, 1, 2, 3)
        assert notes_of(match, 2, "muscle") == [(1, None, (), 0, "")]
    play_round(match, 1, 2, 3)
    assert notes_of(match, 2, "muscle") == []


def test_a_proposal_says_who_shows_and_who_sees() -> None:
    match = met(1)
    play(match, "2 propose 0 1")
    note = match.view(None).events[0]
    told = [sentence(match.game.info, note, lang) for lang in ("ru", "en")]
    assert told[0] == "Место 2 предлагает: карту показывает Место 0, смотрит Место 1."
    assert told[1] == "Seat 2 proposes: Seat 0 shows a card to Seat 1."


def test_r16_discards_stay_closed_at_the_end_of_the_match() -> None:
    same = deck(["2c 3d", "Ac Ad"], "7h 8s 9c Td Kh 5c 6d")
    options: dict[str, OptionValue] = {"mode": "custom", "specialist": 5, "challenges": [7]}
    match = Match.new("the-gang", 2, options, chance=[same] * 3)
    while match.result is None:
        agree(match, "0")
        play(match, "0 discard 3d")
        play_heist(match, 1, 2)
    assert match.view(0).cards("discard", 0) == ["3d"] and match.view(1).cards("discard", 1) == ["Ac", "Ad"]
    for seat in (1, None):
        assert match.view(seat).cards("discard", 0) == [None]
        assert None not in match.view(seat).cards("pocket", 0)
    assert match.view(0).cards("discard", 1) == match.view(None).cards("discard", 1) == [None, None]


# Specialists in a challenge


def test_r8_with_three_pocket_cards() -> None:
    assert met(8, 10, pockets=THREE_EACH).facts()["announced"] == [[0, "sum", 27], [1, "sum", 23], [2, "sum", 23]]
    assert met(3, 10, pockets=THREE_EACH).facts()["announced"] == [
        [0, "faces", 1],
        [1, "faces", 2],
        [2, "faces", 0],
    ]
    for number in (5, 7):
        match = met(number, 10, pockets=THREE_EACH)
        agree(match, "0")
        play(match, "0 discard Tc")
        assert len(pocket(match, 0)) == 3
    give = met(6, 10, pockets=THREE_EACH)
    play(give, "0 give Tc", "1 give Qc", "2 give Ac")
    assert [len(pocket(give, seat)) for seat in range(3)] == [3, 3, 3]


def test_r8_mastermind_counts_three_cards() -> None:
    match = met(4, 10, pockets=THREE_EACH)
    agree(match, "1 Q")
    assert match.facts()["announced"] == [[1, "count", "Q", 2]]


def test_r8_con_artist_shuffles_all_three_cards_of_each() -> None:
    dealt = [pocket.split()[j] for j in range(3) for pocket in THREE_EACH]
    options: dict[str, OptionValue] = {"mode": "custom", "specialist": 9, "challenges": [10]}
    match = Match.new("the-gang", 3, options, chance=[deck(THREE_EACH, BOARD), {"shuffle": dealt[::-1]}])
    assert [set(pocket(match, seat)) for seat in range(3)] == [
        {"2c", "Td", "Ac"},
        {"Qd", "3d", "Qc"},
        {"Kh", "7d", "Tc"},
    ]
    assert notes_of(match, 0, "first")[0] == (0, None, ("7d", "Tc", "Kh"), 0, "")


def test_r9_the_jack_itself_cannot_be_discarded_the_hackers_new_card_can() -> None:
    jack, hacker = met(7), met(5)
    for match in (jack, hacker):
        agree(match, "1")
    assert refusal(jack, 1, "discard Jx") == "no-such-card"
    play(hacker, "1 discard 4c")
    assert pocket(hacker, 1) == ["3d", "Qc"]


def test_r7_a_redraw_after_the_hacker_leaves_both_discards_to_their_owner() -> None:
    match = met(5, 7)
    agree(match, "1")
    play(match, "1 discard Qc")
    play_round(match, 1, 3, 2)
    assert pocket(match, 1) == ["9h", "Kc"]
    assert match.view(1).cards("discard", 1) == ["3d", "4c", "Qc"]
    assert match.view(0).cards("discard", 1) == match.view(None).cards("discard", 1) == [None] * 3


def test_r7_a_given_card_that_was_redrawn_is_still_known_to_its_giver() -> None:
    match = met(6, 7)
    play(match, "0 give Tc", "1 give 3d", "2 give Ac")
    play_round(match, 1, 3, 2)
    assert match.view(1).cards("discard", 1) == ["Tc", "Qc"]
    assert match.view(0).cards("discard", 1) == ["Tc", None] and match.view(2).cards("discard", 1) == [None, None]
    assert notes_of(match, 0, "known-6")[0] == (2, 0, ("Ac",), 0, "")
    for number in range(10):
        world = resample(match, 0, Fast(number))
        assert world.view(0) == match.view(0) and "Tc" in world.view(1).cards("discard", 1)


def test_r7_a_named_combination_is_not_named_again_after_a_redraw() -> None:
    match = met(2, 3, pockets=["Ac Ad", "Qc 3d", "Tc 7d"], rest="4c Kd 8s 2h 9h")
    agree(match, "0")
    play_round(match, 1, 2, 3)
    assert pocket(match, 0) == ["2h", "9h"] and match.facts()["announced"] == [[0, "category", "pair"]]
    firsts = [resample(match, 1, Fast(number)).view(0).cards("discard", 0) for number in range(20)]
    assert all(str(one)[0] == str(other)[0] for one, other in firsts) and len({str(pair) for pair in firsts}) > 5


@pytest.mark.parametrize("specialist", [3, 6, 8])
def test_start_effects_come_before_the_flop_of_quick_access(specialist: int) -> None:
    match = met(specialist, 1)
    if specialist == 6:
        assert (match.facts()["phase"], match.facts()["community"]) == ("give", [])
        play(match, "0 give Tc", "1 give 3d", "2 give Ac")
    facts = match.facts()
    assert (facts["phase"], facts["round"], facts["community"], facts["used"]) == ("chips", 2, ["4c", "8d", "5s"], True)


@pytest.mark.parametrize(("guess", "success"), [("J", True), ("Q", False)])
def test_retina_scan_takes_jx_for_a_jack(guess: str, success: bool) -> None:
    match = met(7, 4, pockets=["2c 7d", "9c 3d", "Ac Qd"], rest="4c 8d 5s 3h Jc")
    agree(match, "2")
    play(match, "2 discard Qd")
    play_heist(match, 1, 2, 3)
    assert match.view(0).cards("pocket", 2) == ["Jx", None], "Jx lies open all the time"
    play(match, f"0 guess {guess}", f"1 guess {guess}")
    assert last(match)["guesses"] == {"4": guess} and last(match)["success"] is success


@pytest.mark.parametrize(("rank", "success"), [("2", True), ("T", True), ("K", False)])
def test_retina_scan_looks_at_all_three_cards(rank: str, success: bool) -> None:
    match = met(None, 4, 10, pockets=["4d 7d 9s", "8c 3d Qs", "Ac Td 2c"], rest="4c 8d 5s Ah Ts")
    play_heist(match, 1, 2, 3)
    play(match, f"0 guess {rank}", f"1 guess {rank}")
    assert last(match)["success"] is success


def test_r13_ten_combinations_in_the_order_of_their_descriptions() -> None:
    hands = [
        "Ac Kd 9h 7s 5c", "2c 2d 5h 4s 3c", "3c 3d 2h 2s 4c", "2c 2d 2h 4s 3c", "Ac 2d 3h 4s 5c",
        "2c 3c 4c 5c 7c", "2c 2d 2h 3s 3c", "2c 2d 2h 2s 3c", "Ac 2c 3c 4c 5c", "Tc Jc Qc Kc Ac",
    ]  # fmt: skip
    cards = gang(POCKETS, BOARD).game.info.deck
    keys = [evaluate([cards.card(face) for face in hand.split()]) for hand in hands]
    assert keys == sorted(keys) and [category_name(key) for key in keys] == list(CATEGORIES)
    assert CHALLENGES[9].guesses() == list(CATEGORIES)


# Decks that nobody knows


def next_challenges(match: Match) -> set[str]:
    """The challenges to come in twenty worlds of seat 0."""
    worlds = [resample(match, 0, Fast(number)).game for number in range(20)]
    return {str(world.challenge_deck.pile.cards()) for world in worlds}  # type: ignore[attr-defined]


@pytest.mark.parametrize("mode", ["master", "professional"])
def test_worlds_do_not_know_the_order_of_a_shuffled_deck(mode: str) -> None:
    match = Match.new("the-gang", 2, {"mode": mode, "chip_limit": 1}, seed="hidden order")
    assert len(next_challenges(match)) > 15
    play_on(match, until=lambda: match.facts()["heist"] == 2)
    assert len(next_challenges(match)) > 15


def test_worlds_know_the_order_of_a_numbered_deck_and_the_cards_at_the_bottom() -> None:
    assert len(next_challenges(Match.new("the-gang", 2, {"mode": "advanced"}, seed="known order"))) == 1
    nine: ChanceRecord = {"shuffle": [8, 5, 2, 3, 4, 6, 7, 9, 10]}
    same = deck(["2c 3d", "Ac Ad"], "7h 8s 9c Kd Kh")
    match = Match.new("the-gang", 2, {"mode": "master"}, chance=[nine, *[same] * 3])
    play_heist(match, 1, 2)
    assert all(order.endswith(", 5]") for order in next_challenges(match))
    play_heist(match, 2, 1)
    play_heist(match, 2, 1)
    assert match.result is not None and len(next_challenges(match)) == 1


# Hints


def test_hint_share_is_exact_with_three_pocket_cards_and_counts_a_tie_half() -> None:
    match = met(None, 10, pockets=["2c 3d 4s", "2d 3c 4h"], rest="Th Jh Qh Kh Ah")
    for _ in range(3):
        play_round(match, 1, 2)
    hint = match.view(0).hints[1]
    assert (hint.kind, hint.args["percent"]) == ("hint-share", 50)
    assert "(a tie counts half)" in hint_sentence(match.game.info, hint, "en")


def test_hint_share_knows_that_muscle_wins_among_equals() -> None:
    match = met(10, pockets=["2c 3d", "2d 3c"], rest="Th Jh Qh Kh Ah")
    agree(match, "0")
    for _ in range(3):
        play_round(match, 1, 2)
    assert match.view(0).hints[1].args == {"percent": 100, "n": 2}
    assert match.view(1).hints[1].args["percent"] == 50


def test_hint_share_of_a_seat_that_owes_a_discard_is_against_two_cards() -> None:
    match = met(5, pockets=["Ac Ad", "2d 3c"], rest="7h 8s 9c Kd Kh 2s")
    for _ in range(3):
        play_round(match, 1, 2)
    agree(match, "0")
    assert match.view(0).cards("pocket", 0) == ["2s", "Ac", "Ad"]
    beaten = match.view(0).hints[1].args["percent"]
    play(match, "0 discard 2s")
    assert match.view(0).hints[1].args["percent"] == beaten
