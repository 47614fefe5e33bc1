"""The chips of one heist: four colours, one chip of each colour and value 1..n; 0 stands for none."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

COLOURS: Final = ("white", "yellow", "orange", "red")
RED_INDEX: Final = 3  # among the colours


class Chips:
    """Who holds which chip; only those of the current colour can be touched."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.held: list[list[int]] = [[0] * seats for _ in COLOURS]
        self.colour = 0
        self.limit: i64 = 0
        self.moved: i64 = 0
        self.dark: i64 = 0
        self.ready: i64 = 0
        self.touched: list[int] = [0] * seats

    def clear(self) -> None:
        """Take every chip off the table."""
        self.held = [[0] * self.seats for _ in COLOURS]
        self.start(0, 0)

    def start(self, colour: int, dark: i64) -> None:
        """Lay out a colour; ``dark`` is the set (as bits) of the values that lie dark side up."""
        self.colour = colour
        self.dark = dark
        self.moved = 0
        self.ready = 0
        self.touched = [0] * self.seats

    def forget(self, colour: int) -> None:
        """Take the chips of an earlier round off the table."""
        self.held[colour] = [0] * self.seats

    def own(self, seat: i64) -> i64:
        """The chip that a seat holds in this round."""
        return self.held[self.colour][seat]

    def owner(self, chip: i64, colour: int) -> i64:
        """The seat that holds a chip, -1 if nobody does."""
        row = self.held[colour]
        seat: i64 = 0
        while seat < self.seats:
            if row[seat] == chip:
                return seat
            seat += 1
        return -1

    def is_dark(self, chip: i64) -> bool:
        """Whether a chip of this colour stays for good with whoever took it."""
        return (self.dark >> chip) & 1 == 1

    def frozen(self) -> bool:
        """Whether the limit of chip moves is reached."""  # R3
        return self.moved >= self.limit

    def all_held(self) -> bool:
        """Whether every seat has its chip of this colour."""
        return 0 not in self.held[self.colour]

    def can_touch(self, seat: i64) -> bool:
        """Whether a seat may take or put: while it has no chip, one is in the centre."""
        own = self.own(seat)
        return own == 0 or not (self.frozen() or self.is_dark(own))

    def takes(self, seat: i64) -> list[int]:
        """The chips that a seat may take."""
        own = self.own(seat)
        if not self.can_touch(seat):
            return []
        frozen = self.frozen()
        chips: list[int] = []
        chip: i64 = 1
        while chip <= self.seats:
            if chip != own and (self.owner(chip, self.colour) < 0 or not (frozen or self.is_dark(chip))):
                chips.append(chip)
            chip += 1
        return chips

    def take(self, seat: i64, chip: i64) -> i64:
        """The chip comes to the seat from wherever it was (the old owner is returned, -1 for the centre)."""
        row = self.held[self.colour]
        old = self.owner(chip, self.colour)
        if old >= 0:
            row[old] = 0
        row[seat] = chip  # R2: what the seat held before is in the centre again
        self.touch(seat)
        return old

    def put(self, seat: i64) -> None:
        """The seat's chip goes back to the centre."""
        self.held[self.colour][seat] = 0
        self.touch(seat)

    def touch(self, seat: i64) -> None:
        """Count a chip move; nobody is ready any more."""
        self.moved += 1
        self.touched[seat] += 1
        self.ready = 0

    def order(self) -> list[int]:
        """The seats by their red chips, the lowest first."""
        row = self.held[RED_INDEX]
        return [row.index(chip) for chip in range(1, self.seats + 1)]

    def fill(self, other: Chips) -> None:
        """Become equal to ``other``."""
        self.held = [row[:] for row in other.held]
        self.colour = other.colour
        self.limit = other.limit
        self.moved = other.moved
        self.dark = other.dark
        self.ready = other.ready
        self.touched = other.touched[:]
