"""Turns, and the verbs of moves."""

from __future__ import annotations

from typing import Final, NamedTuple

from .text import Text

ONE: Final = 0
TOGETHER: Final = 1
FREE: Final = 2
KINDS: Final = ("one", "together", "free")


class Turn(NamedTuple):
    """The seats that may move now: ``one`` seat, several ``together`` in secret, or any of several (``free``)."""

    kind: str
    seats: tuple[int, ...]


class Verb(NamedTuple):
    """The first word of a move and the kinds of its arguments.

    An argument is ``card@zone``, ``cards@zone``, ``order@zone``, ``seat``, ``number``, ``zone``, ``chip`` or ``word``.
    ``auto`` means that there is never a choice: an interface may offer to make the move by itself. ``assent`` means
    that the move only agrees to go on: bots make it at once, and an interface makes it for a person among bots.

    The rest numbers the moves for programs that learn (``core/actions.py``): ``most`` is the largest number that an
    argument can be (0: there is no limit), ``words`` are all words and zones that can stand there (of sets of cards:
    how the move names them, if not by their faces), and the last ``optional`` arguments may be left out.
    """

    name: str
    names: Text
    args: tuple[str, ...] = ()
    auto: bool = False
    assent: bool = False
    most: int = 0
    words: tuple[str, ...] = ()
    optional: int = 0
