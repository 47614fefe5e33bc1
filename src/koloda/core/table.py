"""What lies on a table: zones of cards, counters, and notes about what happened.

A game declares them once; views, the conservation of cards, resampling, the terminal and the web table follow.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from .pile import Pile
from .text import Text

ALL: Final = "all"
OWNER: Final = "owner"
NOBODY: Final = "none"
EVERYONE: Final = -1


class ZoneKind(NamedTuple):
    """A kind of place for cards: how it looks, who knows faces there, whether the order of hidden cards means anything.

    ``slots`` names the places where a seat or the table has several of one kind; ``tint`` is the colour of its tab (one
    of ``TINTS``), ``tints`` that of single slots. In a ``face_down`` zone whoever knows a card knows it from memory:
    people are shown its back. ``look`` is one of ``LOOKS``:

    - ``row``, ``fan``, ``pile``: cards side by side, a hand, cards on top of each other.
    - ``trick``: one card of each seat, in the middle of the table, before its owner.
    - ``reveal``: what each seat has chosen in secret, face down before it until all is turned over together.
    - ``grid``: columns by slot, aligned across the seats and the centre; an empty one keeps its place.
    - ``tile``: large cards with a text of their own.
    """

    name: str
    names: Text
    look: str = "row"
    face: str = ALL
    ordered: bool = True
    slots: Mapping[int, Text] = {}
    tint: str = ""
    tints: Mapping[int, str] = {}
    face_down: bool = False


LOOKS: Final = ("row", "fan", "pile", "trick", "reveal", "grid", "tile")
TINTS: Final = ("red", "yellow", "green", "blue", "black", "white")


class Zone(NamedTuple):
    """A zone with its present cards. ``seen[i]`` is the set (as bits) of seats that know card i for another reason."""

    kind: ZoneKind
    pile: Pile
    owner: int = -1
    slot: int = -1
    face: str = ""
    seen: list[int] | None = None

    def open_to(self, seat: int) -> bool:
        """Whether all cards here lie open to ``seat`` (-1: a watcher)."""
        face = self.face or self.kind.face
        return face == ALL or (face == OWNER and seat >= 0 and self.owner == seat)

    def same_to_all(self) -> bool:
        """Whether everybody sees the same here."""
        face = self.face or self.kind.face
        if face != NOBODY or self.seen is None:
            return face != OWNER
        return all(mask == 0 or mask == EVERYONE for mask in self.seen)

    def known(self, index: int, seat: int) -> bool:
        """Whether ``seat`` (-1: a watcher) knows the card at ``index``: the one rule about faces."""
        if self.open_to(seat):
            return True
        if self.seen is None:
            return False
        mask = self.seen[index]
        return mask == EVERYONE or (seat >= 0 and bool(mask & (1 << seat)))


SHOWS: Final = ("number", "score", "track", "seat", "flag", "ready", "cards", "own", "chip", "chip-round")


class CounterKind(NamedTuple):
    """A kind of number on the table: points, chips, the round. ``show`` says how an interface shows it.

    - ``number``: as a number, unless all seats have 0.
    - ``score``: as a number, always. What a seat gains in a round is told by the first such counter of the game.
    - ``track``: a score that is pegged along a path up to its goal.
    - ``seat``: the value is a seat, and a badge stands there (the dealer).
    - ``flag``: a mark where it is 1; nothing where it is 0.
    - ``ready``: a flag by which a seat says in a free turn that it is content.
    - ``cards``: how many cards the owner has; not shown where their cards lie in sight.
    - ``own``: shown to its owner alone. (It is no secret.)
    - ``chip``: a chip of this ``colour`` with the value on it; 0 is none.
    - ``chip-round``: the value k says that the k-th kind of chip is in play.
    """

    name: str
    names: Text
    show: str = "number"
    colour: str = ""


class Counter(NamedTuple):
    """A number on the table; ``goal`` is the value that ends or decides something, or None."""

    kind: CounterKind
    value: int
    owner: int = -1
    goal: int | None = None


class Note(NamedTuple):
    """Something to be said: the id of a sentence in the game's words, and its arguments.

    Only the seats in the bit set ``seen`` learn the ``cards``; the others read the sentence with the cards closed.
    """

    kind: str
    seat: int = -1
    other: int = -1
    cards: tuple[int, ...] = ()
    n: int = 0
    word: str = ""
    seen: int = EVERYONE

    def open_to(self, seat: int) -> bool:
        """Whether ``seat`` (-1: a watcher) learns the cards."""
        return self.seen == EVERYONE or (seat >= 0 and bool(self.seen & (1 << seat)))


class Label(NamedTuple):
    """A number or a word beside a zone: a total, "a pair!". Only those who know all cards of the zone see it."""

    zone: str
    note: Note
    owner: int = -1
    slot: int = -1


# What an interface does with the picture of a beat, and for how long it stands there when somebody watches.
LAND: Final = "land"  # a card lies where it fell
FLIP: Final = "flip"  # cards are turned over together
GATHER: Final = "gather"  # cards go to whoever won them
TALLY: Final = "tally"  # the cards of the sentence light up, the score counts
CURTAIN: Final = "curtain"  # the end of a round: who gained what
HOLD_MS: Final = {LAND: 700, FLIP: 1000, GATHER: 500, TALLY: 800, CURTAIN: 1200}


class Hint(NamedTuple):
    """Something worth knowing that follows from a seat's own view: a sentence id, its numbers, and the move that it is
    about ("" for none).
    """

    kind: str
    move: str
    args: Mapping[str, object]
