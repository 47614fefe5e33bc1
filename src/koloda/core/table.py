"""What lies on a table: zones of cards, counters, and notes about what happened.

A game declares them once; views, the conservation of cards, resampling, the terminal and the web table follow.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from mypy_extensions import i64, mypyc_attr

from .pile import Pile
from .text import Text

ALL: Final = "all"
OWNER: Final = "owner"
NOBODY: Final = "none"
EVERYONE: Final = -1


@dataclass(frozen=True)
class ZoneKind:
    """A kind of place for cards: how it looks, who knows faces there, whether the order of hidden cards means anything.

    ``slots`` names the places where a seat or the table has several of one kind; ``tint`` is the colour of its tab (one
    of ``TINTS``), ``tints`` that of single slots. In a ``face_down`` zone whoever knows a card knows it from memory:
    people are shown its back. ``look`` is one of ``LOOKS``:

    - ``row``, ``fan``, ``pile``: cards side by side, a hand, cards on top of each other.
    - ``trick``: one card of each seat, in the middle of the table, before its owner.
    - ``reveal``: what each seat has chosen in secret, face down before it until all is turned over together.
    - ``grid``: columns by slot, aligned across the seats and the centre; an empty one keeps its place.
    """

    name: str
    names: Text
    look: str = "row"
    face: str = ALL
    ordered: bool = True
    slots: Mapping[int, Text] = field(default_factory=dict)
    tint: str = ""
    tints: Mapping[int, str] = field(default_factory=dict)
    face_down: bool = False


LOOKS: Final = ("row", "fan", "pile", "trick", "reveal", "grid")
SIGNS: Final = ("danger", "helper", "spent")
TINTS: Final = ("red", "yellow", "green", "blue", "black", "white")


def knows(seats: i64, seat: i64) -> bool:
    """Whether ``seat`` (-1: a watcher) is in a set of seats (as bits) that know something."""
    return seats == EVERYONE or (seat >= 0 and (seats >> seat) & 1 == 1)


@mypyc_attr(acyclic=True)  # a view asks for all zones at every move
class Zone:
    """A zone with its present cards. ``seen[i]`` is the set (as bits) of seats that know card i for another reason."""

    def __init__(
        self,
        kind: ZoneKind,
        pile: Pile,
        owner: i64 = -1,
        slot: i64 = -1,
        face: str = "",
        seen: list[int] | None = None,
    ) -> None:
        self.kind = kind
        self.pile = pile
        self.owner = owner
        self.slot = slot
        self.face = face
        self.seen = seen

    def open_to(self, seat: i64) -> bool:
        """Whether all cards here lie open to ``seat`` (-1: a watcher)."""
        face = self.face or self.kind.face
        return face == ALL or (face == OWNER and seat >= 0 and self.owner == seat)

    def knows_any(self, seat: i64) -> bool:
        """Whether ``seat`` (-1: a watcher) knows any single card here for another reason."""
        if self.seen is not None:
            for mask in self.seen:
                if knows(mask, seat):
                    return True
        return False

    def same_to_all(self) -> bool:
        """Whether everybody sees the same here."""
        face = self.face or self.kind.face
        if face != NOBODY or self.seen is None:
            return face != OWNER
        return all(mask == 0 or mask == EVERYONE for mask in self.seen)

    def known(self, index: i64, seat: i64) -> bool:
        """Whether ``seat`` (-1: a watcher) knows the card at ``index``: the one rule about faces."""
        if self.open_to(seat):
            return True
        if self.seen is None:
            return False
        return knows(self.seen[index], seat)


SHOWS: Final = ("number", "score", "track", "seat", "flag", "ready", "cards", "own", "chip", "chip-round")


@dataclass(frozen=True)
class CounterKind:
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


@mypyc_attr(acyclic=True)
class Counter:
    """A number on the table; ``goal`` is the value that ends or decides something, or None."""

    def __init__(self, kind: CounterKind, value: int, owner: i64 = -1, goal: int | None = None) -> None:
        self.kind = kind
        self.value = value
        self.owner = owner
        self.goal = goal

    def parts(self) -> tuple[object, ...]:
        """All that it holds."""
        return self.kind.name, self.value, self.owner, self.goal

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Counter) and self.parts() == other.parts()

    def __hash__(self) -> int:
        return hash(self.parts())

    def __repr__(self) -> str:
        return f"Counter{self.parts()!r}"


@mypyc_attr(acyclic=True)
class Note:
    """Something to be said: the id of a sentence in the game's words, and its arguments.

    Only the seats in the bit set ``seen`` learn the ``cards``; the others read the sentence with the cards closed.
    """

    def __init__(
        self,
        kind: str,
        seat: i64 = -1,
        other: i64 = -1,
        cards: tuple[int, ...] = (),
        n: int = 0,
        word: str = "",
        seen: i64 = EVERYONE,
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.other = other
        self.cards = cards
        self.n = n
        self.word = word
        self.seen = seen

    def open_to(self, seat: i64) -> bool:
        """Whether ``seat`` (-1: a watcher) learns the cards."""
        return knows(self.seen, seat)

    def without_cards(self) -> Note:
        """The same with no cards in it."""
        return Note(self.kind, self.seat, self.other, (), self.n, self.word, self.seen)

    def turned_up(self) -> Note:
        """The same for everybody to read."""
        return Note(self.kind, self.seat, self.other, self.cards, self.n, self.word)

    def parts(self) -> tuple[object, ...]:
        """All that it holds."""
        return self.kind, self.seat, self.other, self.cards, self.n, self.word, self.seen

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Note) and self.parts() == other.parts()

    def __hash__(self) -> int:
        return hash(self.parts())

    def __repr__(self) -> str:
        return f"Note{self.parts()!r}"


@mypyc_attr(acyclic=True)
class Label:
    """A number or a word beside a zone: a total, "a pair!". Only those who know all cards of the zone see it."""

    def __init__(self, zone: str, note: Note, owner: i64 = -1, slot: i64 = -1) -> None:
        self.zone = zone
        self.note = note
        self.owner = owner
        self.slot = slot

    def parts(self) -> tuple[object, ...]:
        """All that it holds."""
        return self.zone, self.note, self.owner, self.slot

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Label) and self.parts() == other.parts()

    def __hash__(self) -> int:
        return hash(self.parts())

    def __repr__(self) -> str:
        return f"Label{self.parts()!r}"


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
