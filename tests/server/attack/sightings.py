"""What somebody was shown of matches, compared with what the rules show to their eyes once the record is open."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

import msgspec

from koloda import Match
from koloda.match import moves_of, start_of
from koloda.server.protocol.views import wire_view
from koloda.untrusted import checked_record

Json = dict[str, Any]
COMPARED = ("zones", "counters", "legal", "chosen", "notes", "labels", "ask", "phase", "turn")
MAX_KEPT_LEAKS = 20


class Sightings:
    """The views of one visitor, by match and move."""

    def __init__(self) -> None:
        self.leaks: list[str] = []
        self.compared = 0
        self._seen: defaultdict[str, list[tuple[int, int | None, str]]] = defaultdict(list)

    def secret(self, table: Json) -> None:
        """A table is told: the secret of its deal only when the match is over."""
        if table["status"] != "over" and table["seal"].get("secret"):
            self.leaks.append(f"the secret of {table['match']} while it is {table['status']}")

    def view(self, table: Json, view: Json) -> None:
        """A view was shown; it is kept as text, since it goes on changing."""
        self._seen[table["match"]].append((view["n"], table["you"], _told(view)))

    def compare(self, record: Json, match_id: str) -> None:
        """Compare all that was seen of a match with its record."""
        seen = self._seen.pop(match_id, [])
        wanted = {(n, viewer) for n, viewer, _ in seen}
        rules = _views(record, wanted)
        for n, viewer, told in seen:
            self.compared += 1
            if told not in rules.get((n, viewer), []) and len(self.leaks) < MAX_KEPT_LEAKS:
                self.leaks.append(f"{match_id} after move {n} to {viewer}: {told}, not {rules.get((n, viewer))}")


def _told(view: Json) -> str:
    """What can be seen in a view; fields that have their usual value are left out of a frame."""
    return json.dumps([view.get(name) or None for name in COMPARED], sort_keys=True)


def _views(record: Json, wanted: set[tuple[int, int | None]]) -> dict[tuple[int, int | None], list[str]]:
    """What the rules show after these moves to these viewers.

    The record has the moves of a turn together in the order of the seats, whichever came first: both are right.
    """
    plain = checked_record({name: value for name, value in record.items() if name not in ("picks", "seal")})
    match, moves = start_of(plain), moves_of(plain)
    views: dict[tuple[int, int | None], list[str]] = {}
    for number in range(len(moves) + 1):
        _look(match, number, wanted, views)
        if number < len(moves):
            _look_at_other_orders(match, number, moves[number:], wanted, views)
            match.play(*moves[number])
    return views


def _look(match: Match, number: int, wanted: set[tuple[int, int | None]], views: dict[Any, list[str]]) -> None:
    for viewer in [viewer for n, viewer in wanted if n == number]:
        shown = msgspec.to_builtins(wire_view(match.sight(viewer)))
        views.setdefault((number, viewer), []).append(_told(shown))


def _look_at_other_orders(
    match: Match,
    number: int,
    rest: list[tuple[int, str]],
    wanted: set[tuple[int, int | None]],
    views: dict[Any, list[str]],
) -> None:
    """In a turn together somebody else may have chosen first."""
    if match.turn.kind != "together":
        return
    for seat, move in rest[1 : len(match.turn.seats)]:
        if seat in match.turn.seats:
            other = match.copy()
            other.play(seat, move)
            _look(other, number + 1, wanted, views)
