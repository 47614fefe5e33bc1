"""What the last commit wrote, in a small file beside the database, so that one that has lost its end is noticed.

SQLite takes a write-ahead log whose end is missing or damaged for one that was never longer, and opens an older state
without a word. This file is mapped into memory and written after a commit has been synced: it costs nothing, survives
whatever the process does not, and is never ahead of the database.
"""

from __future__ import annotations

import mmap
import os
import struct
from pathlib import Path
from zlib import crc32

import msgspec

SLOT_BYTES = 512  # two, written in turn: one is whole whenever the process ends
HEAD = struct.Struct("<QIH")  # a number that rises, a checksum, the length of what follows
Witness = tuple[str, str, int, int]  # a table of the database, its key, the number of a journal line or 0, a checksum


class LastCommit:
    """The file; only the thread that commits writes it. ``witness``: what must be in the database; None: nothing."""

    witness: Witness | None

    def __init__(self, path: Path) -> None:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            os.fchmod(descriptor, 0o600)
            os.ftruncate(descriptor, 2 * SLOT_BYTES)
            self._map = mmap.mmap(descriptor, 2 * SLOT_BYTES)
        finally:
            os.close(descriptor)
        slots = [slot for slot in (self._slot(0), self._slot(1)) if slot is not None]
        self._number, self.witness = (0, None) if not slots else max(slots)

    def _slot(self, index: int) -> tuple[int, Witness] | None:
        start = index * SLOT_BYTES
        number, checksum, length = HEAD.unpack_from(self._map, start)
        payload = self._map[start + HEAD.size : start + HEAD.size + length]
        if not number or length > SLOT_BYTES - HEAD.size or _checksum(number, payload) != checksum:
            return None
        return number, msgspec.json.decode(payload, type=Witness)

    def note(self, witness: Witness) -> None:
        """A commit has been synced, and this is in it."""
        self._number += 1
        payload = msgspec.json.encode(witness)
        start = self._number % 2 * SLOT_BYTES
        written = HEAD.pack(self._number, _checksum(self._number, payload), len(payload)) + payload
        self._map[start : start + SLOT_BYTES] = written.ljust(SLOT_BYTES, b"\0")  # nothing is left of an older one

    def close(self) -> None:
        """Let the file go."""
        self._map.flush()
        self._map.close()


def _checksum(number: int, payload: bytes) -> int:
    return crc32(payload, number & 0xFFFFFFFF)
