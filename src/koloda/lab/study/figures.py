"""Sums and counts under names. Those of two chunks add up to those of both, exactly and in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from koloda.lab.tally import Sums


class Figures:
    """``sums`` of numbers, for means with intervals; ``counts`` of whole numbers, for pictures of how they spread."""

    def __init__(self) -> None:
        self.sums: dict[str, Sums] = {}
        self.counts: dict[str, Counter[int]] = {}

    def add(self, name: str, number: int) -> None:
        """One more number."""
        self.sums.setdefault(name, Sums()).add(number)

    def count(self, name: str, number: int) -> None:
        """One more number, kept by its value."""
        self.counts.setdefault(name, Counter())[number] += 1

    def of(self, name: str) -> Sums:
        """The sum under a name; empty if there is none."""
        return self.sums.get(name, Sums())

    def spread(self, name: str) -> Counter[int]:
        """The counts under a name; empty if there are none."""
        return self.counts.get(name, Counter())

    def merge(self, other: Figures) -> None:
        """Add another one's."""
        for name, sums in other.sums.items():
            self.sums.setdefault(name, Sums()).merge(sums)
        for name, counts in other.counts.items():
            self.counts.setdefault(name, Counter()).update(counts)

    def to_json(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "sums": {name: sums.to_json() for name, sums in sorted(self.sums.items())},
            "counts": {name: sorted(counts.items()) for name, counts in sorted(self.counts.items())},
        }

    @staticmethod
    def from_json(saved: Mapping[str, Any]) -> Figures:
        """What was written as JSON."""
        figures = Figures()
        figures.sums = {name: Sums(*sums) for name, sums in saved["sums"].items()}
        figures.counts = {name: Counter(dict(counts)) for name, counts in saved["counts"].items()}
        return figures
