"""What a seat may know as a fixed number of whole numbers, for programs that learn; docs/env.md specifies it.

The size follows from the game's declarations and the number of seats. Cards come through the gate of ``view.py`` alone.
"""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter
from mypy_extensions import i64, u8

from .actions import Actions
from .errors import KolodaError
from .game import Game
from .pile import Pile
from .table import CounterKind, Note, Zone, ZoneKind
from .text import Text
from .view import known_cards

ENDS: Final = 4  # cards at either end of an ordered zone that are told one by one
NOTE_CARDS: Final = 6
NOTE_SIZE: Final = 5 + NOTE_CARDS
NOTES_BESIDE_SEATS: Final = 16  # of announcements; two more for each seat
LEAST: Final = -32768
MOST: Final = 32767
BYTES: Final = 2  # of a number
WORD_NUMBERS: Final = 32749  # prime; a word is a number below it


class Block:
    """Where the zones (or counters) of one kind stand: those of the table first, then those of each seat."""

    def __init__(self, name: str, base: int, table: bool, owned: bool, slots: list[int], one: int) -> None:
        self.name = name
        self.base: i64 = base
        self.table = table
        self.owned = owned
        self.slots = slots
        self.slot_count: i64 = len(slots)
        self.first_slot: i64 = slots[0]
        self.one: i64 = one
        self.ordered = False
        self.rotates = False

    def size(self, seats: int) -> int:
        """How many numbers the block takes."""
        places = (1 if self.table else 0) + (seats if self.owned else 0)
        return places * len(self.slots) * self.one

    def at(self, owner: i64, slot: i64, viewer: i64, seats: i64) -> i64:
        """Where a zone begins."""
        place: i64 = 0
        index: i64 = 0
        if slot != self.first_slot:
            index = self.slots.index(slot) if slot in self.slots else -1
        if index < 0 or not (self.table if owner < 0 else self.owned):
            raise self.error(owner, slot)
        if owner >= 0:
            step: i64 = owner - viewer
            place = (step if step >= 0 else step + seats) + (1 if self.table else 0)
        return self.base + (place * self.slot_count + index) * self.one

    def error(self, owner: i64, slot: i64) -> KolodaError:
        """The error of a zone that is not where its game first had it."""
        where = f"{self.name}, owner {owner}, slot {slot}"
        return KolodaError("no-place", Text(f"Нет места в наблюдении: {where}.", f"No place to observe: {where}."))


class Layout:
    """The encoding of a game with so many seats: where everything stands, and ``observe``, which fills it in."""

    def __init__(self, start: Game, actions: Actions) -> None:
        info = start.info
        self.info = info
        self.seats: i64 = start.seats
        self.codes: i64 = info.deck.codes
        self.phases = {name: index for index, name in enumerate([*info.phases, "over"])}
        self.kinds = {name: index for index, name in enumerate(info.words)}
        self.first_step: i64 = actions.first_step
        self.turn_at: i64 = self.seats
        self.phase_at: i64 = self.turn_at + 3 + self.seats
        self.step_at: i64 = self.phase_at + len(self.phases)
        base: i64 = self.step_at + len(actions.step_names)
        self.counters: dict[str, Block] = {}
        seen = [(counter.kind.name, counter.owner) for counter in start.counters()]
        for kind in info.counters:
            owned = [owner for name, owner in seen if name == kind.name]
            block = Block(kind.name, base, not owned or min(owned) < 0, not owned or max(owned) >= 0, [-1], 2)
            block.rotates = kind.show == "seat"
            self.counters[kind.name] = block
            base += block.size(start.seats)
        self.zones: dict[str, Block] = {}
        seen = [(zone.kind.name, zone.owner) for zone in start.zones()]
        for zone_kind in info.zones:
            owned = [owner for name, owner in seen if name == zone_kind.name]
            one = 1 + info.deck.codes + (2 * ENDS if zone_kind.ordered else 0)
            slots = [*zone_kind.slots, -1] if zone_kind.slots else [-1]
            block = Block(zone_kind.name, base, not owned or min(owned) < 0, not owned or max(owned) >= 0, slots, one)
            block.ordered = zone_kind.ordered
            self.zones[zone_kind.name] = block
            base += block.size(start.seats)
        self.notes_at: i64 = base
        self.notes: i64 = NOTES_BESIDE_SEATS + 2 * start.seats if may_announce(type(start)) else 0
        self.size: int = base + self.notes * NOTE_SIZE
        self.empty = bytes(BYTES * self.size)

    def observe(self, game: Game, seat: i64, entered: list[int]) -> bytes:
        """What ``seat`` may know, each number in two bytes, the lower first."""
        out = BytesWriter()
        out.write(self.empty)
        self.fill(game, seat, entered, out, 0)
        return out.getvalue()

    def fill(self, game: Game, seat: i64, entered: list[int], out: BytesWriter, base: i64) -> None:
        """Write it into bytes that are 0, from ``base`` on."""
        game.looked_at()  # so that a game that can keep its zones does
        out[base + BYTES * seat] = u8(1)
        turn_at = base + BYTES * self.turn_at
        if not game.over:
            out[turn_at + BYTES * game.turn_kind] = u8(1)
        other: i64 = 0
        while other < self.seats:
            if game.owes((seat + other) % self.seats):
                out[turn_at + BYTES * (3 + other)] = u8(1)
            other += 1
        phase = "over" if game.over else game.phase()
        out[base + BYTES * (self.phase_at + i64(self.phases[phase]))] = u8(1)
        for number in entered:
            at = base + BYTES * (self.step_at + i64(number) - self.first_step)
            out[at] = u8(i64(out[at]) + 1)
        self._counters(game, seat, out, base)
        kind: ZoneKind | None = None
        for zone in game.zones():
            if zone.kind is not kind:  # those of one kind come together
                kind = zone.kind
                block = self.zones[kind.name]
            at = base + BYTES * block.at(zone.owner, zone.slot, seat, self.seats)
            if zone.open_to(seat):
                self._open(zone.pile, block, out, at)
            elif not zone.knows_any(seat):
                self._closed(zone.pile.size(), block, out, at)
            else:
                self._partly_open(zone, seat, block, out, at)
        if self.notes:
            self._notes(game.announcements(), seat, out, base + BYTES * self.notes_at)

    def _counters(self, game: Game, seat: i64, out: BytesWriter, base: i64) -> None:
        kind: CounterKind | None = None
        for counter in game.counters():
            if counter.kind is not kind:
                kind = counter.kind
                block = self.counters[kind.name]
            at = base + BYTES * block.at(counter.owner, -1, seat, self.seats)
            value: i64 = counter.value
            if block.rotates and value >= 0:
                value = (value - seat + self.seats) % self.seats
            put(out, at, value)
            if counter.goal is not None:
                put(out, at + BYTES, counter.goal)

    def _closed(self, size: i64, block: Block, out: BytesWriter, at: i64) -> None:
        put(out, at, size)
        if block.ordered:
            ends = at + BYTES * (1 + self.codes)
            i: i64 = 0
            while i < size and i < ENDS:
                put(out, ends + BYTES * i, -1)
                put(out, ends + BYTES * (ENDS + i), -1)
                i += 1

    def _open(self, pile: Pile, block: Block, out: BytesWriter, at: i64) -> None:
        size = pile.size()
        i: i64 = 0
        while i < size:
            cell = at + BYTES * (1 + pile.at(i))
            out[cell] = u8(i64(out[cell]) + 1)
            i += 1
        if block.ordered:
            ends = at + BYTES * (1 + self.codes)
            i = 0
            while i < size and i < ENDS:
                out[ends + BYTES * i] = u8(pile.at(i) + 1)
                out[ends + BYTES * (ENDS + i)] = u8(pile.at(size - 1 - i) + 1)
                i += 1

    def _partly_open(self, zone: Zone, seat: i64, block: Block, out: BytesWriter, at: i64) -> None:
        cards = known_cards(zone, seat)
        hidden: i64 = 0
        for code in cards:
            card: i64 = code
            if card < 0:
                hidden += 1
            else:
                cell = at + BYTES * (1 + card)
                out[cell] = u8(i64(out[cell]) + 1)
        put(out, at, hidden)
        if block.ordered:
            ends = at + BYTES * (1 + self.codes)
            size: i64 = len(cards)
            i: i64 = 0
            while i < size and i < ENDS:
                first: i64 = cards[i]
                last: i64 = cards[size - 1 - i]
                put(out, ends + BYTES * i, first + 1 if first >= 0 else -1)
                put(out, ends + BYTES * (ENDS + i), last + 1 if last >= 0 else -1)
                i += 1

    def _notes(self, notes: list[Note], seat: i64, out: BytesWriter, at: i64) -> None:
        for note in notes[: self.notes]:
            put(out, at, i64(self.kinds.get(note.kind, 0)) + 1)
            put(out, at + BYTES, self._step(note.seat, seat))
            put(out, at + 2 * BYTES, self._step(note.other, seat))
            put(out, at + 3 * BYTES, note.n)
            put(out, at + 4 * BYTES, word_number(note.word))
            shown = note.cards[:NOTE_CARDS] if note.open_to(seat) else ()
            for index, card in enumerate(shown):
                put(out, at + BYTES * (5 + i64(index)), i64(card) + 1)
            at += BYTES * NOTE_SIZE

    def _step(self, other: i64, seat: i64) -> i64:
        """1 for oneself, 2 for the seat to the left …, 0 for nobody."""
        return 0 if other < 0 else (other - seat + self.seats) % self.seats + 1

    def names(self) -> list[str]:
        """What each number is."""
        names = [f"seat {seat}" for seat in range(self.seats)] + ["one", "together", "free"]
        names += [f"owes +{step}" for step in range(self.seats)] + [f"phase {name}" for name in self.phases]
        names += [f"entered {number}" for number in range(self.first_step, self.first_step + self._entered())]
        for block in self.counters.values():
            names += self._block_names("counter", block, ["value", "goal"])
        deck = self.info.deck
        cards = ["closed", *[f"card {deck.face(card)}" for card in range(deck.codes)]]
        ends = [f"first {i}" for i in range(ENDS)] + [f"last {i}" for i in range(ENDS)]
        for block in self.zones.values():
            names += self._block_names("zone", block, cards + ends if block.ordered else cards)
        parts = ["kind", "seat", "other", "n", "word", *[f"card {i}" for i in range(NOTE_CARDS)]]
        return names + [f"note {number} {part}" for number in range(self.notes) for part in parts]

    def _entered(self) -> int:
        first = min([block.base for block in [*self.counters.values(), *self.zones.values()]])
        return first - self.step_at

    def _block_names(self, what: str, block: Block, parts: list[str]) -> list[str]:
        owners = (["table"] if block.table else []) + ([f"+{i}" for i in range(self.seats)] if block.owned else [])
        slots = [f" slot {slot}" if slot >= 0 else "" for slot in block.slots]
        return [f"{what} {block.name} {o}{slot} {part}" for o in owners for slot in slots for part in parts]


def put(out: BytesWriter, at: i64, value: i64) -> None:
    """Write a number in two bytes; one that does not fit becomes the nearest that does."""
    if value > MOST:
        value = MOST
    elif value < LEAST:
        value = LEAST
    out[at] = u8(value & 255)
    out[at + 1] = u8((value >> 8) & 255)


def word_number(word: str) -> int:
    """A number that tells words apart: 0 for none, a number for itself, else 1 to 32749 by its letters.

    >>> word_number(""), word_number("12"), word_number("hearts") == word_number("spades")
    (0, 12, False)
    """
    if word == "":
        return 0
    if len(word) < 5 and word.isdecimal():
        return int(word)
    number = 0
    for letter in word:
        number = (number * 131 + ord(letter)) % WORD_NUMBERS
    return number + 1


def may_announce(game_class: type[Game]) -> bool:
    """Whether a game ever announces anything: whether it has an ``announcements`` of its own."""
    return getattr(game_class, "announcements", None) is not getattr(Game, "announcements", None)
