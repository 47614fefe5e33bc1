"""What was deleted is overwritten in the files: in free pages, in gaps between rows, in the write-ahead log.

SQLite overwrites what it deletes (``secure_delete``), but rows that it has moved leave copies behind, and the log keeps
every version until it is begun anew. Only a file that is written anew holds nothing of it. That takes a second for
every 50 MB, and no table can save a move meanwhile: a big file is written anew before the next start.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

MAX_AT_ONCE_BYTES = 25_000_000
LATER_FILE = ".scrub"  # beside the database: it is to be written anew before the next start


def overwrite(writer: sqlite3.Connection, path: Path) -> None:
    """Leave nothing of what was deleted, now or at the next start."""
    if path.stat().st_size > MAX_AT_ONCE_BYTES:
        path.with_suffix(LATER_FILE).touch(mode=0o600)
        _empty_log(writer)
    else:
        _write_anew(writer)


def overwrite_before_start(connection: sqlite3.Connection, path: Path) -> None:
    """What was left for this moment."""
    later = path.with_suffix(LATER_FILE)
    if later.exists():
        _write_anew(connection)
        later.unlink()


def _write_anew(connection: sqlite3.Connection) -> None:
    connection.execute("VACUUM")
    _empty_log(connection)


def _empty_log(connection: sqlite3.Connection) -> None:
    """The log begins anew, with nothing in it; whoever reads meanwhile is waited for."""
    busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    if busy:
        raise sqlite3.OperationalError("the write-ahead log is in use")
