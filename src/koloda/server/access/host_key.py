"""The host's key: whoever has it may use the host's desk. It lies beside the data, for its owner alone."""

from __future__ import annotations

import hmac
import os
from pathlib import Path

from starlette.requests import HTTPConnection

from koloda.server.storage.sqlite_file import no_access
from koloda.server.storage.store import StoreError

from .identity import MIN_KEY_LETTERS, make_key

HOST_KEY_FILE = "host.key"
ADDRESS_FILE = "koloda.address"  # where the running server listens, for the command `koloda admin`
PREFIX = "Bearer "


class HostKey:
    """Made on the first start; a file that is replaced counts at once."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / HOST_KEY_FILE
        if not self._path.exists():
            make_key(self._path)
        self._read()

    def _read(self) -> str:
        try:
            return self._path.read_text(encoding="ascii").strip()
        except (OSError, UnicodeError) as error:
            raise no_access(self._path, error) from error

    def opens(self, connection: HTTPConnection) -> bool:
        """Whether a request comes from the host."""
        shown = connection.headers.get("authorization", "")
        if not shown.startswith(PREFIX):
            return False
        try:
            key = self._read()
        except StoreError:
            return False
        return len(key) >= MIN_KEY_LETTERS and hmac.compare_digest(
            shown.removeprefix(PREFIX).encode("utf-8", "surrogatepass"), key.encode("ascii")
        )


def keep_key(folder: Path, key: str) -> None:
    """The key of all nodes, for the command on this machine."""
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / HOST_KEY_FILE, key)


def note_address(folder: Path, address: str) -> None:
    """Tell the command where the server listens."""
    _write(folder / ADDRESS_FILE, f"{address}\n")


def _write(path: Path, text: str) -> None:
    """Whole or not at all, for its owner alone."""
    unfinished = path.with_suffix(".new")
    with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(unfinished, path)
