"""A match whose rules are no longer here: it is shown as far as it is known, and never goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from koloda.match import Match
from koloda.server.protocol.codec import encode
from koloda.server.protocol.views import wire_view
from koloda.server.storage.kept_views import unpack_all
from koloda.server.storage.positions import Position
from koloda.server.storage.store import Store

from .connection import LOG, VIEW, Connection

WATCH = "watch"
Json = dict[str, Any]
NOTHING_SEEN: Json = {
    "t": "view", "kind": "one", "turn": [], "phase": "over", "zones": [], "counters": [], "legal": [],
    "chosen": None, "notes": [], "log": [], "chat": True,
}  # fmt: skip
NOBODY_TO_MOVE: Json = {"turn": [], "legal": [], "chosen": None, "deadline": 0, "beats": [], "ask": None, "chat": True}


class Seen(NamedTuple):
    """What somebody saw last, and what they were told of each move: all views of a long match would be too much."""

    last: Json
    lines: list[list[Any]]


NOTHING = Seen({}, [])


class OldMatch:
    """What is left of it: its result if it was over, and what each pair of eyes saw last.

    Nobody sees a hand here that they have not held: ``people`` had the seats when the match ended or stopped.
    """

    def __init__(
        self,
        version: int,
        moves: int,
        people: Sequence[str | None],
        result: Json | None,
        seen: Mapping[str, Seen],
    ) -> None:
        self.version = version
        self.moves = moves
        self.result = result
        self._people = list(people)
        self._seen = seen

    def show(self, connection: Connection, may_look: bool) -> None:
        """The last position, to somebody who has not got it."""
        last = self._seen_by(connection, may_look).last or {**NOTHING_SEEN, "n": self.moves}
        connection.synced, connection.behind = 0, False
        phase = last["phase"] if self.result is not None else ""  # nobody has anything to do any more
        connection.send(encode({**last, **NOBODY_TO_MOVE, "phase": phase, "result": self.result}), VIEW)

    def send_log(self, connection: Connection, may_look: bool) -> None:
        """What was told of each move, as far as it is known."""
        lines = self._seen_by(connection, may_look).lines
        if lines:
            connection.send(encode({"t": "log", "lines": lines}), LOG)

    def _seen_by(self, connection: Connection, may_look: bool) -> Seen:
        seat = connection.viewer
        held = seat is not None and self._people[seat] == connection.person.id
        eyes = str(seat) if held else WATCH
        return self._seen.get(eyes, NOTHING) if held or may_look else NOTHING


async def old_match(
    store: Store, table_id: str, match_id: str, version: int, moves: int, people: Sequence[str | None]
) -> OldMatch:
    """What is kept of a match: its replay if it was over, else its last known position."""
    archived = await store.match(match_id)
    if archived is not None:
        packed = await store.views.of(match_id)
        seen = {} if packed is None else await asyncio.to_thread(_seen_by_all, packed)
        return OldMatch(version, moves, people, archived.record["result"], seen)
    position = await store.positions.of(table_id)
    if position is None or position.match != match_id:
        return OldMatch(version, moves, people, None, {})
    return OldMatch(version, moves, people, None, {eyes: _seen([view]) for eyes, view in position.views.items()})


def _seen_by_all(packed: bytes) -> dict[str, Seen]:
    return {eyes: _seen(views) for eyes, views in unpack_all(packed).items()}


def _seen(views: Iterable[Json]) -> Seen:
    last: Json = {}
    lines: list[list[Any]] = []
    for last in views:
        if last.get("log"):
            lines.append([last["n"], last["log"]])
    return Seen(last, lines)


def position_of(match_id: str, match: Match) -> Position:
    """What everybody sees of a match now: those on its seats, and those who look on."""
    eyes: list[int | None] = [*range(match.game.seats), None]
    views = zip(eyes, match.sights(eyes), strict=True)
    told = {WATCH if seat is None else str(seat): msgspec.to_builtins(wire_view(view)) for seat, view in views}
    return Position(match_id, match.move_number, told)
