"""What a finished match showed, step by step and to all eyes, and how its game spoke: a replay then needs no rules.

Rules change, and a record replays only by the rules that it was played by. So everything that a replay shows is worked
out while those rules are here, and kept beside the record: each view as what differs from the one before, compressed.
Nothing in this file knows what is in a view.
"""

from __future__ import annotations

import asyncio
import json
import lzma
import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from .old_rows import with_beats_in_order
from .rows import Rows, Statement, Write, upsert

MAX_KEPT_BYTES = 1_000_000  # of one match; longer ones are replayed by today's rules or not at all
MAX_PLAIN_BYTES = 16_000_000  # and before they are compressed: whoever looks at it reads all of it
TOO_LONG = b""  # is kept instead
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 6, "dict_size": 1 << 22, "pb": 0}]
GONE = "-"  # under this key a difference has the names that are no longer there
GONE_TOO = "~"  # and a difference between two differences


class KeptViews:
    """Views of matches, games as they described themselves under an earlier version, and which views are missing."""

    def __init__(self, rows: Rows, write: Write) -> None:
        self._rows = rows
        self._write = write
        self.news = asyncio.Event()  # another match has ended

    async def of(self, match_id: str) -> bytes | None:
        """All views of a match, packed; None if they are not kept."""
        rows = await self._rows("SELECT * FROM views WHERE id = ?", (match_id,))
        return rows[0][1] or None if rows else None

    async def wanted(self, tried_before: float, most: int) -> list[str]:
        """Matches whose views are missing and that nobody has tried since then, the latest first."""
        query = "SELECT id FROM views_wanted WHERE tried < ? ORDER BY since DESC LIMIT ?"
        return [row[0] for row in await self._rows(query, (tried_before, most))]

    async def count_wanted(self, tried_before: float) -> int:
        """How many there are of them."""
        rows = await self._rows("SELECT count(*) FROM views_wanted WHERE tried < ?", (tried_before,))
        return int(rows[0][0])

    def keep(self, match_id: str, packed: bytes) -> asyncio.Future[None]:
        """Keep the views of a match."""
        return self._write(upsert("views", match_id, packed), ("DELETE FROM views_wanted WHERE id = ?", (match_id,)))

    def note_tried(self, match_id: str, moment: float) -> asyncio.Future[None]:
        """The views of a match could not be made: another server may have its rules."""
        return self._write(("UPDATE views_wanted SET tried = ? WHERE id = ?", (moment, match_id)))

    async def game(self, game: str, version: int) -> bytes | None:
        """What the catalogue said of a game when its rules had this version, as JSON; None if that is not known."""
        rows = await self._rows("SELECT * FROM past_games WHERE id = ?", (_key(game, version),))
        return zlib.decompress(rows[0][1]) if rows else None

    def keep_game(self, game: str, version: int, told: bytes) -> asyncio.Future[None]:
        """Keep what the catalogue says of a game."""
        return self._write(upsert("past_games", _key(game, version), zlib.compress(told, 9)))


def want_views(match_id: str, since: float) -> Statement:
    """A match has ended: its views are missing."""
    return "INSERT INTO views_wanted VALUES (?, ?, 0) ON CONFLICT (id) DO NOTHING", (match_id, since)


def _key(game: str, version: int) -> str:
    return f"{game} {version}"


def pack(eyes: Sequence[str], steps: Iterable[Sequence[Any]]) -> bytes:
    """The views of each pair of eyes, step by step. Most see nearly the same, so each is told by another one.

    Two steps are in memory at once: all views of a long match would be gigabytes.
    """
    compressor = lzma.LZMACompressor(check=lzma.CHECK_CRC32, filters=FILTERS)
    packed, plain_bytes = bytearray(), 0
    for piece in chain([f'{{"eyes":{_json(list(eyes))},"steps":['], _told(len(eyes), steps), ["]}"]):
        plain = piece.encode("utf-8")
        plain_bytes += len(plain)
        packed += compressor.compress(plain)
        if plain_bytes > MAX_PLAIN_BYTES or len(packed) > MAX_KEPT_BYTES:
            return TOO_LONG
    packed += compressor.flush()
    return bytes(packed) if len(packed) <= MAX_KEPT_BYTES else TOO_LONG


def _told(eyes: int, steps: Iterable[Sequence[Any]]) -> Iterator[str]:
    before: list[Any] = [{}] * eyes
    for number, views in enumerate(steps):
        changes = [difference(old, new) for old, new in zip(before, views, strict=True)]
        told = [changes[0], *(difference(changes[_like(n)], changes[n], GONE_TOO) for n in range(1, eyes))]
        yield f"{',' if number else ''}{_json(told)}"
        before = list(views)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def unpack(packed: bytes, eyes: str) -> Iterator[Any] | None:
    """The views of one pair of eyes, one after the other; None where there are no such eyes."""
    whole = json.loads(lzma.decompress(packed))
    return _views_of(whole["steps"], whole["eyes"].index(eyes)) if eyes in whole["eyes"] else None


def _views_of(steps: list[list[Any]], column: int) -> Iterator[Any]:
    view: Any = {}
    for step in steps:
        view = changed(view, _change(step, column))
        yield with_beats_in_order(view)


def unpack_all(packed: bytes) -> dict[str, Iterator[Any]]:
    """The same of every pair of eyes."""
    whole = json.loads(lzma.decompress(packed))
    return {eyes: _views_of(whole["steps"], column) for column, eyes in enumerate(whole["eyes"])}


def _like(column: int) -> int:
    """By which column another one is told: the second by the first, all that follow by the second."""
    return min(column - 1, 1)


def _change(step: list[Any], column: int) -> Any:
    return step[0] if not column else changed(_change(step, _like(column)), step[column], GONE_TOO)


def difference(old: Any, new: Any, gone_key: str = GONE) -> Any:
    """What makes ``new`` of ``old``: a list with the new value in it, or an object of what differs inside."""
    if isinstance(old, dict) and isinstance(new, dict) and gone_key not in old and gone_key not in new:
        differs = {
            key: difference(old.get(key), value, gone_key)
            for key, value in new.items()
            if key not in old or old[key] != value
        }
        gone = [key for key in old if key not in new]
        return {**differs, gone_key: gone} if gone else differs
    if isinstance(old, list) and isinstance(new, list) and old and len(old) == len(new):
        pairs = enumerate(zip(old, new, strict=True))
        return {str(index): difference(was, now, gone_key) for index, (was, now) in pairs if was != now}
    return [new]


def changed(old: Any, differs: Any, gone_key: str = GONE) -> Any:
    """``old`` with what differs."""
    if isinstance(differs, list):
        return differs[0]
    if isinstance(old, list):
        parts = [(item, differs.get(str(index))) for index, item in enumerate(old)]
        return [item if part is None else changed(item, part, gone_key) for item, part in parts]
    gone = differs.get(gone_key, ())
    kept = {key: value for key, value in old.items() if key not in gone}
    return {
        **kept,
        **{key: changed(old.get(key), part, gone_key) for key, part in differs.items() if key != gone_key},
    }
