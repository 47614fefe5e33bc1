"""Habits: what each of them does, which games they fit, and the table of them."""

from __future__ import annotations

import pytest

from koloda import Match
from koloda.bots import random_policy
from koloda.bots.find_player import find_player
from koloda.bots.habits import FORESEEING_WISHES, habit_policy, is_habit, match_them, numbered_verbs, undercut
from koloda.bots.seat_view import SeatView
from koloda.core.chance import Fast
from koloda.core.errors import BadOption
from koloda.core.pile import Pile
from koloda.games.kitten import Kitten
from koloda.games.registry import all_games, find_game
from koloda.games.venture.game import Venture
from koloda.lab.bout import Bout, Lineup, check
from koloda.lab.habit_table import HEAD, habits_of, main, rows, seats_of

from .results import score_of


def choices(game: str, seats: int, habit: str, moves: int = 120) -> list[tuple[str, list[str]]]:
    """What a habit chose, and from what, while others play at random."""
    match = Match.new(game, seats, chance=Fast(4))
    policy = habit_policy(game, habit)
    chance = Fast(9)
    made: list[tuple[str, list[str]]] = []
    while match.result is None and match.move_number < moves:
        for seat in match.turn.seats:
            if match.result is None and match.legal(seat):
                seat_view = SeatView(match, seat)
                move = policy(seat_view, chance) if seat == 0 else random_policy(seat_view, chance)
                if seat == 0:
                    made.append((move, seat_view.legal))
                match.play(seat, move)
    return made


def test_always_and_never_keep_to_their_verb_while_they_can() -> None:
    for move, legal in choices("hawthorn", 4, "always:fold"):
        assert move == "fold" or "fold" not in legal
    for move, legal in choices("hawthorn", 4, "never:fold"):
        assert move != "fold" or legal == ["fold"]


def test_a_habit_may_name_the_whole_move() -> None:
    votes = [move for move, legal in choices("podfilim", 3, "always:vote white") if "vote white" in legal]
    assert votes and set(votes) == {"vote white"}


def test_the_lowest_and_the_highest_are_those_of_the_usual_verb() -> None:
    for habit, pick in (("lowest", min), ("highest", max)):
        for move, legal in choices("goblin-poker", 4, habit):
            verb, _, number = move.partition(" ")
            if verb != "fold":
                numbers = [int(other.partition(" ")[2]) for other in legal if other.partition(" ")[0] == verb]
                assert int(number) == pick(numbers)


def test_seats_are_no_numbers() -> None:
    for move, legal in choices("regent", 3, "lowest"):
        if move.startswith("gift"):
            gifts = [int(other.split(" ")[1]) for other in legal if other.startswith("gift")]
            assert int(move.split(" ")[1]) == min(gifts)
    assert "steal" not in numbered_verbs(find_game("troll-guts").info)
    assert not numbered_verbs(find_game("tycoon").info)  # its cards are no numbers


def test_the_usual_bids_of_the_others_are_undercut() -> None:
    match = Match.new("kitten", 3, chance=Fast(1))
    game = match.game
    assert isinstance(game, Kitten)
    assert undercut(match.view(0)) == ""  # cards are passed first
    for seat in range(3):
        match.play(seat, match.legal(seat)[0])
    game.hands[0].fill(Pile.of([1, 2, 4, 5, 8]))
    game.hands_seen[0] = [0] * 5
    assert undercut(match.view(0)) == ""  # nobody has bid yet
    game.bids[1].fill(Pile.of([5, 9, 5]))
    game.bids[2].fill(Pile.of([7, 8]))
    assert undercut(match.view(0)) == "bid 4"
    game.bids[2].fill(Pile.of([5]))
    assert undercut(match.view(0)) == ""  # they spoil each other's bids
    game.bids[1].fill(Pile.of([2]))
    assert undercut(match.view(0)) == ""  # only what gives the loot away is lower


def test_what_has_been_bid_most_is_bid_too_where_equal_bids_are_safe() -> None:
    match = Match.new("venture", 5, chance=Fast(1))
    game = match.game
    assert isinstance(game, Venture)
    game.table.fill(Pile.of([7, 7, 9, 2]))
    game.hands[0].fill(Pile.of([2, 7, 9]))
    game.hands_seen[0] = [0] * 3
    assert match_them(match.view(0)) == "bid 7"
    game.table.fill(Pile.of([2, 2, 10]))
    assert match_them(match.view(0)) == ""  # nobody else can bid what has been shown
    drafting = Match.new("venture", 5, {"draft": True}, chance=Fast(1))
    assert match_them(drafting.view(0)) == ""


@pytest.mark.parametrize(
    ("game", "name"), [("hawthorn", "always:jump"), ("hawthorn", "never:"), ("port", "foresee"), ("tycoon", "lowest")]
)
def test_a_habit_that_a_game_leaves_no_room_for_is_refused(game: str, name: str) -> None:
    with pytest.raises(BadOption) as refused:
        check(Bout(game, 4, ("normal", name), 1))
    assert refused.value.reason == "bad-habit" and refused.value.text.ru != refused.value.text.en


def test_the_arena_knows_habits_and_plays_them() -> None:
    assert is_habit("always:fold") and is_habit("lowest") and not is_habit("strong")
    assert Lineup(Bout("hawthorn", 3, ("lowest", "never:fold"), 1)).play(0).result.winners


def test_every_habit_of_the_table_can_be_played() -> None:
    for game in all_games():
        for habit in habits_of(game.info.id):
            find_player(game.info.id, habit)
    assert {"always:hit", "always:pass"}.isdisjoint(habits_of("kitten")) and "foresee" in habits_of("kitten")
    assert set(FORESEEING_WISHES) <= {game.info.id for game in all_games()}


def test_a_row_for_every_habit_and_a_word_where_it_pays() -> None:
    played: list[Bout] = []

    def run(bout: Bout):  # type: ignore[no-untyped-def]
        played.append(bout)
        return score_of(*[bout.bots[0] == "lowest"] * 3)

    lines = list(rows(["kitten", "tycoon"], 3, "s", run))
    assert [bout.bots for bout in played[:3]] == [("lowest", "strong"), ("highest", "strong"), ("foresee", "strong")]
    assert [line.endswith("| pays |") for line in lines] == [True, False, False, False, False]
    assert all(line.count("|") == HEAD.partition("\n")[0].count("|") for line in lines)
    assert seats_of("tycoon") == 5 and seats_of("old-maid") == find_game("old-maid").info.seats[0]


def test_the_command_prints_the_table(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("koloda.lab.habit_table.play_bout", lambda *_: score_of(True, False))
    assert main(["tycoon", "--matches", "1", "--processes", "1"]) == 0
    assert capsys.readouterr().out.count("| tycoon | 5 |") == 2
