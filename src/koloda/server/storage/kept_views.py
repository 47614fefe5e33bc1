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
from collections.abc import Mapping
from typing import Any

from .old_rows import with_beats_in_order
from .rows import Rows, Statement, Write, upsert

MAX_KEPT_BYTES = 1_000_000  # of one match; longer ones are replayed by today's rules or not at all
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
        kept = upsert("views", match_id, packed if len(packed) <= MAX_KEPT_BYTES else TOO_LONG)
        return self._write(kept, ("DELETE FROM views_wanted WHERE id = ?", (match_id,)))

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


def pack(series: Mapping[str, list[Any]]) -> bytes:
    """The views of each pair of eyes, step by step. Most see nearly the same, so each is told by another one."""
    before: list[Any] = [{} for _ in series]
    steps: list[list[Any]] = []
    for views in zip(*series.values(), strict=True):
        changes = [difference(old, new) for old, new in zip(before, views, strict=True)]
        steps.append(
            [changes[0], *(difference(changes[_like(n)], changes[n], GONE_TOO) for n in range(1, len(changes)))]
        )
        before = list(views)
    whole = {"eyes": list(series), "steps": steps}
    plain = json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    return lzma.compress(plain, check=lzma.CHECK_CRC32, filters=FILTERS)


def unpack(packed: bytes, eyes: str) -> list[Any] | None:
    """The views of one pair of eyes; None where there are no such eyes."""
    whole = json.loads(lzma.decompress(packed))
    if eyes not in whole["eyes"]:
        return None
    view: Any = {}
    views: list[Any] = []
    for step in whole["steps"]:
        view = changed(view, _change(step, whole["eyes"].index(eyes)))
        views.append(with_beats_in_order(view))
    return views


def unpack_all(packed: bytes) -> dict[str, list[Any]]:
    """The views of every pair of eyes."""
    return {eyes: unpack(packed, eyes) or [] for eyes in json.loads(lzma.decompress(packed))["eyes"]}


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
