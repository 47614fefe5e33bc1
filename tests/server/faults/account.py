"""What people were told, beside what the database has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from .people import Person

OWNERS = "SELECT place, epoch, count(DISTINCT node) owners FROM written GROUP BY 1, 2 HAVING count(DISTINCT node) > 1"
BACKWARDS = """SELECT later.place, later.seq FROM written earlier JOIN written later
    ON later.place = earlier.place AND later.seq = earlier.seq + 1 AND later.epoch < earlier.epoch"""


class Account:
    """What does not agree."""

    def __init__(self) -> None:
        self.lost: list[str] = []
        self.twice: list[str] = []
        self.disordered: list[str] = []
        self.two_owners: list[str] = []

    def compare(self, person: Person, kept: list[str]) -> None:
        """The moves that somebody was told of, with those that are kept of them."""
        where = f"{person.table} seat {person.seat}"
        missing = set(person.ledger) - set(kept)
        self.lost += [f"{where}: {ident}" for ident in sorted(missing)]
        self.twice += [f"{where}: {ident}" for ident, times in Counter(kept).items() if times > 1]
        self.twice += person.other_answers
        told = [ident for ident in kept if ident in set(person.ledger)]
        if told != [ident for ident in person.ledger if ident not in missing]:
            self.disordered.append(where)

    def note_owners(self, owners: Sequence[Any], backwards: Sequence[Any]) -> None:
        """Of each epoch of a table there may be one owner, and no older epoch may come after a newer one."""
        self.two_owners += [f"{row['place']} epoch {row['epoch']}: {row['owners']} owners" for row in owners]
        self.two_owners += [f"{row['place']} line {row['seq']}: of an older epoch" for row in backwards]
