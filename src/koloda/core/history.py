"""A history that only grows: copies share what they have in common, so that copying a long match stays cheap."""

from __future__ import annotations

from typing import Any


class History:
    """An append-only list whose copies cost nothing until both go on.

    >>> history = History()
    >>> history.append("a")
    >>> other = history.copy()
    >>> history.append("b"), other.append("c")
    (None, None)
    >>> history.items(), other.items()
    (['a', 'b'], ['a', 'c'])
    """

    def __init__(self) -> None:
        self._items: list[Any] = []
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def append(self, item: Any) -> None:
        """Add an item; a shared list that another history has gone on with is left to it."""
        if self._count != len(self._items):
            self._items = self._items[: self._count]
        self._items.append(item)
        self._count += 1

    def cut(self, count: int) -> None:
        """Forget all but the first ``count`` items."""
        self._count = count

    def items(self, since: int = 0) -> list[Any]:
        """The items from ``since`` on, as a new list."""
        return self._items[since : self._count]

    def copy(self) -> History:
        """Another history with the same items."""
        other = History()
        other._items = self._items
        other._count = self._count
        return other
