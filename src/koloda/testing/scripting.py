"""Matches with a known deck, and what a test asks of them: for the worked examples and rulings of a rules spec."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from koloda.core.errors import IllegalMove
from koloda.core.game import Game
from koloda.core.record_types import ChanceRecord, ShuffleRecord
from koloda.core.view import BeatView, View
from koloda.games.registry import find_game
from koloda.match import Match

from .option_sets import Options

AnyGame = TypeVar("AnyGame", bound=Game)


def scripted(
    game_id: str,
    seats: int,
    deck: str,
    options: Options | None = None,
    *,
    pack: Sequence[int | str] | None = None,
    before: Sequence[ChanceRecord] = (),
    then: Sequence[ChanceRecord] = (),
) -> Match:
    """A match whose first shuffle begins with ``deck``, top first: ``"1 2 2 3 3 | 8 9"`` (bars only group).

    The cards of the pack that are not named follow in order. ``before`` and ``then`` are chance requests
    (``{"pick": 0}``, ``{"shuffle": […]}``) before and after that shuffle; ``then`` may use :func:`shuffled`.
    """
    shuffle = shuffled(game_id, deck, pack)
    return Match.new(game_id, seats, options, chance=[*before, shuffle, *then])


def shuffled(game_id: str, deck: str, pack: Sequence[int | str] | None = None) -> ShuffleRecord:
    """A shuffle of the whole pack that begins with ``deck``."""
    cards = find_game(game_id).info.deck
    rest = list(cards.values(cards.pack) if pack is None else pack)
    top: list[int | str] = []
    for word in deck.replace("|", " ").split():
        value = int(word) if word.isdecimal() and int(word) in rest else word
        assert value in rest, f"the pack has no further {word!r}"
        rest.remove(value)
        top.append(value)
    return {"shuffle": top + rest}


def deck_dealing(hands: Sequence[str], first: int = 0) -> str:
    """The top of a deck from which these hands are dealt, one card at a time, to seat ``first`` first.

    >>> deck_dealing(["2c 3c", "2d 3d", "2h 3h"])
    '2c 2d 2h | 3c 3d 3h'
    >>> deck_dealing(["2c 3c", "2d 3d", "2h 3h"], first=2)
    '2h 2c 2d | 3h 3c 3d'
    """
    order = [*hands[first:], *hands[:first]]
    return " | ".join(" ".join(cards) for cards in zip(*(hand.split() for hand in order), strict=True))


def filled_hands(hands: Sequence[str], size: int, pack: Iterable[str]) -> list[str]:
    """These hands, each filled up to ``size`` with cards of the pack that no hand names, in the pack's order.

    >>> filled_hands(["4c", ""], 2, ["2c", "3c", "4c", "5c"])
    ['4c 2c', '3c 5c']
    """
    named = [hand.split() for hand in hands]
    rest = [card for card in pack if not any(card in hand for hand in named)]
    for hand in named:
        missing = size - len(hand)
        hand += rest[:missing]
        del rest[:missing]
    return [" ".join(hand) for hand in named]


def play(match: Match, *moves: str) -> None:
    """Make several moves, each written as seat and text: ``play(match, "3 hit", "4 fold")``."""
    for move in moves:
        seat, _, text = move.partition(" ")
        match.play(int(seat), text)


def story(match: Match, move: str, seat: int | None = None) -> list[BeatView]:
    """Make a move, written as seat and text, and return its beats as ``seat`` (None: a watcher) sees them.

    >>> match = scripted("pairs", 2, "1 2 2 3 3 | 8 9 | 8 | 7 10")
    >>> pair, curtain = story(match, "0 hit")
    >>> pair.effect, pair.cards("row", 0), curtain.effect, curtain.gains
    ('land', [8, 8], 'curtain', (8, 0))
    """
    match.keep_beats()
    play(match, move)
    return match.beats([seat])[0]


def outline(beats: Sequence[BeatView]) -> list[str]:
    """A story in short: the effect of each beat, and the kinds of what is told by then.

    >>> outline(story(scripted("pairs", 2, "1 2 2 3 3 | 8 9 | 8 | 7 10"), "0 hit"))
    ['land: pair', 'curtain']
    """
    return [": ".join([beat.effect, " ".join(note.kind for note in beat.events)]).removesuffix(": ") for beat in beats]


def labels_of(seen: View | BeatView) -> list[tuple[str, int | None, str, int]]:
    """The labels of a view or a beat: beside which zone, whose, the kind of the sentence, and its number.

    >>> labels_of(story(scripted("pairs", 2, "1 2 2 3 3 | 8 9 | 8 | 7 10"), "0 hit")[0])
    [('row', 0, 'label-pair', 8)]
    """
    return [(label.zone, label.owner, label.note.kind, label.note.n) for label in seen.labels]


def play_on(match: Match, until: Callable[[], bool] = lambda: False) -> None:
    """Let everybody make the default move until the match is over, or until a condition holds.

    >>> match = Match.new("pairs", 2, seed="kit")
    >>> play_on(match, until=lambda: match.facts()["round"] == 3)
    >>> facts(match, "round", "over")
    [3, False]
    """
    while match.result is None and not until():
        seat = match.turn.seats[0]
        match.play(seat, match.game.default_move(seat))


def refusal(match: Match, seat: int, move: str) -> str:
    """The reason for which a move is refused; the refusal must change nothing.

    >>> match = scripted("pairs", 2, "1 2 2 3 3 | 8 9")
    >>> refusal(match, 1, "hit")
    'not-your-turn'
    >>> refusal(match, 0, "hit")
    Traceback (most recent call last):
    AssertionError: 'hit' of seat 0 was not refused
    """
    before = match.facts()
    try:
        match.play(seat, move)
    except IllegalMove as refused:
        assert match.facts() == before, f"the refusal of {move!r} has changed the match"
        return refused.reason
    raise AssertionError(f"{move!r} of seat {seat} was not refused")


def state(match: Match, kind: type[AnyGame]) -> AnyGame:
    """The game inside a match, as its own type: for a test that looks behind the facts or sets up a position.

    >>> from koloda.games.pairs import Pairs
    >>> state(scripted("pairs", 2, "1 2 2 3 3 | 8 9"), Pairs).deck.size()
    48
    """
    assert isinstance(match.game, kind), f"a match of {match.game.info.id}, not of {kind.info.id}"
    return match.game


def facts(match: Match, *names: str) -> list[object]:
    """Some of the facts of a match, in the order asked for.

    >>> facts(scripted("pairs", 2, "1 2 2 3 3 | 8 9"), "stacks", "to_move")
    [[[8], [9]], 0]
    """
    known = match.facts()
    return [known[name] for name in names]


def told(match: Match) -> list[str]:
    """The kinds of everything that the last move has told to all.

    >>> match = scripted("pairs", 2, "1 2 2 3 3 | 8 9 | 7")
    >>> play(match, "0 hit")
    >>> told(match)
    ['hit']
    """
    return [note.kind for note in match.view(None).events]
