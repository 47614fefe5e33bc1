"""Moves as numbers: the spaces of actions, and entering a move step by step. The kit tries every game."""

from __future__ import annotations

import pytest

from koloda import BadOption, IllegalMove, Match, find_game
from koloda.core.actions import MOST_REMEMBERED, WAIT, Actions, Asker
from koloda.core.text import Text
from koloda.core.turn import Verb
from koloda.testing import play

from .toy_game import INFO, toy

CALL = Text("Назвать", "Call")


def verbs(*args: str, most: int = 0, words: tuple[str, ...] = (), optional: int = 0) -> Actions:
    """The actions of a game for three whose only verb takes these arguments."""
    verb = Verb("call", CALL, args, most=most, words=words, optional=optional)
    return Actions(INFO._replace(verbs=(verb,)), 3)


def test_an_action_means_the_same_to_every_seat() -> None:
    actions = Actions(find_game("regent").info, 4)
    for seat in range(4):
        number = actions.number(f"attack {(seat + 1) % 4}", seat)
        assert number == actions.number("attack 1", 0) and actions.text(number, seat) == f"attack {(seat + 1) % 4}"
    with pytest.raises(IllegalMove, match=r"castle"):
        actions.number("castle", 0)
    with pytest.raises(IllegalMove, match=r"0 to"):
        actions.text(actions.size, 0)
    with pytest.raises(IllegalMove, match=r"0 to .* not -1"):
        actions.text(-1, 0)


def test_all_moves_of_a_verb_are_actions() -> None:
    actions = verbs("seat", "chip", "word", words=("red", "blue"), optional=1)
    assert actions.size == 1 + 3 * 3 + 3 * 3 * 2 and actions.text(0, 2) == WAIT
    assert actions.texts[1][1:5] == ["call 1 1", "call 1 2", "call 1 3", "call 2 1"]
    assert actions.steps("call 0 3 blue", 1) == [actions.number("call 0 3 blue", 1)]
    assert verbs("number", most=2).texts[0] == [WAIT, "call 0", "call 1", "call 2"]
    assert verbs("card@hand").texts[0] == [WAIT, *[f"call {card}" for card in range(1, 11)]]


def test_what_has_no_limit_is_entered_in_steps() -> None:
    actions = verbs("cards@hand", "number", "seat", "word", words=("5", "x"))
    assert actions.first_step == 1
    steps = actions.steps("call 5 17 1 x", 2)
    assert [actions.text(step, 2) for step in steps] == [
        "call",
        "card 5",
        "digit 1",
        "digit 7",
        "done",
        "seat +2",
        "word x",
        "done",
    ]
    many = verbs("seat", "chip", "number", "number", most=50)
    assert [many.text(step, 0) for step in many.steps("call 0 3 50 9", 0)][:4] == ["call", "seat +0", "digit 3", "done"]


def test_verbs_share_their_steps() -> None:
    verb = Verb("call", CALL, ("cards@hand", "word"), words=("5", "x"))
    both = Actions(INFO._replace(verbs=(verb, verb._replace(name="shout"))), 3)
    assert both.step_names == ["call", "shout", "card 5", "card x", "word 5", "word x", "done"]
    assert both.steps("call 5 x", 0)[1:] == both.steps("shout 5 x", 0)[1:]


def test_words_that_are_not_declared_cannot_be_numbered() -> None:
    with pytest.raises(BadOption, match="verb 'call' takes a zone and declares no words"):
        verbs("zone")


def test_an_asker_takes_whole_moves_and_refuses_others() -> None:
    match = toy()
    actions = Actions(INFO, 3)
    asker = Asker(match.game, actions)
    assert (asker.seat, [actions.text(n, 0) for n in asker.legal()]) == (0, ["pass 1", "pass 3"])
    for wrong in (0, actions.number("pass 5", 0), actions.number("draw", 0)):
        with pytest.raises(IllegalMove, match=f"action {wrong} "):
            asker.enter(wrong)
    assert asker.enter(actions.number("pass 3", 0)) == "pass 3"


def test_seats_of_a_together_turn_are_asked_in_order() -> None:
    match = toy()
    asker = Asker(match.game, Actions(INFO, 3))
    asked = []
    for _ in range(3):
        asked.append(asker.seat)
        match.play(asker.seat, asker.moves[0])
        asker.ask()
    assert asked == [0, 1, 2]
    play(match, "0 knock", "1 knock", "2 knock", "2 draw")
    asker.ask()
    assert asker.seat == 0 and not asker.may_wait()
    play(match, "0 draw")
    asker.ask()
    assert (asker.seat, asker.moves, asker.legal(), asker.may_wait()) == (-1, [], [], False)


def test_in_a_free_turn_any_seat_may_be_first() -> None:
    match = play_passes(toy())
    actions = Actions(INFO, 3)
    asker = Asker(match.game, actions)
    knock = actions.number("knock", 0)
    assert asker.seat == 0 and asker.legal() == [0, knock]
    assert asker.enter(0) == WAIT and asker.seat == 1
    assert asker.enter(knock) == "knock"
    match.play(1, "knock")
    asker.ask()
    assert asker.seat == 2, "after a move all are asked again, from the next seat on"
    assert asker.enter(0) == WAIT and asker.seat == 0
    assert asker.legal() == [knock], "the last one who has not waited must move"
    with pytest.raises(IllegalMove):
        asker.enter(0)


def play_passes(match: Match) -> Match:
    play(match, "0 pass 1", "1 pass 4", "2 pass 5")
    return match


def test_a_set_is_entered_card_by_card_until_one_move_is_left() -> None:
    match = Match.new("cribbage", 2, seed="a set")
    actions = Actions(match.game.info, 2)
    asker = Asker(match.game, actions)
    move = asker.moves[-1]
    verb, *cards = move.split()
    steps = actions.steps(move, asker.seat)
    assert [actions.text(step, 0) for step in steps] == [verb, *[f"card {card}" for card in cards], "done"]
    with pytest.raises(IllegalMove, match="done"):
        asker.enter(actions.done)
    assert asker.enter(steps[0]) is None
    before = asker.legal()
    with pytest.raises(IllegalMove, match="discard"):
        asker.enter(steps[0])
    assert asker.legal() == before, "what is refused changes nothing"
    assert asker.enter(steps[1]) in (None, move)
    asker.turn_to(1)
    assert asker.entered == [] and asker.legal() == [steps[0]]


def test_an_asker_offers_only_what_is_kept_and_its_copy_goes_its_own_way() -> None:
    match = toy()
    actions = Actions(INFO, 3)
    asker = Asker(match.game, actions)
    asker.keep_only(["pass 3", "pass 5"])
    assert (asker.moves, asker.legal()) == (["pass 3"], [actions.number("pass 3", 0)])
    other = asker.copy(match.copy().game)
    assert (other.seat, other.moves, other.legal()) == (asker.seat, asker.moves, asker.legal())
    other.turn_to(1)
    other.ask()
    assert (asker.seat, asker.moves) == (0, ["pass 3"])


def test_steps_are_found_again_after_too_many_were_remembered() -> None:
    actions = verbs("cards@hand", "number")
    actions.remembered = MOST_REMEMBERED
    steps = actions.steps("call 5 17", 0)
    assert actions.remembered == 1 and actions.steps("call 5 17", 0) is steps
