"""What long work has done so far, on disk: the same work, begun again, goes on from there.

The first line says which work it is, every other line is the result of one chunk. A line that was being written when
the machine stopped is not whole, and is done again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Final

from koloda.core.errors import BadOption
from koloda.core.text import Text
from koloda.strict_json import no_file

ENDING: Final = ".unfinished"


def is_whole(line: bytes) -> bool:
    """Whether a line was written to its end: a power cut may leave half of it, or zeros."""
    return line.startswith(b"{") and line.endswith(b"}\n")


class Journal:
    """The results of the chunks of one piece of work, in order. ``done`` says of how many chunks there are results."""

    def __init__(self, path: Path, work: Mapping[str, object]) -> None:
        self.path = path
        self.done = 0
        self._first_line = json.dumps({"work": work}, sort_keys=True, ensure_ascii=False)
        self._file: IO[bytes] | None = None

    @staticmethod
    def beside(path: Path, work: Mapping[str, object]) -> Journal:
        """The journal of the work whose result will be in this file."""
        return Journal(path.with_name(path.name + ENDING), work)

    def open(self) -> None:
        """Go on with the journal that is there, or begin one. BadOption if it is of other work."""
        try:
            self._file = open(self.path, "a+b")  # noqa: SIM115 - closed in close()
        except (OSError, ValueError) as error:
            raise no_file(self.path, error) from None
        self._file.seek(0)
        first = self._file.readline()
        if first.endswith(b"\n") and first.decode("utf-8", "replace").rstrip("\n") != self._first_line:
            raise BadOption(
                "other-work",
                Text(
                    f"Файл {str(self.path)!r:.200} — от другой работы. Закончите её, удалите файл или назовите другой.",
                    f"File {str(self.path)!r:.200} is of other work. Finish that, delete it, or name another file.",
                ),
            )
        whole = self._file.tell() if first.endswith(b"\n") else 0
        while whole and is_whole(line := self._file.readline()):
            whole += len(line)
            self.done += 1
        self._file.truncate(whole)
        if not whole:
            self.add(self._first_line)
            self.done = 0

    def add(self, line: str) -> None:
        """Keep the result of the next chunk: one line of JSON."""
        assert self._file is not None
        self._file.write(f"{line}\n".encode())
        self._file.flush()
        self.done += 1

    def results(self) -> Iterator[Any]:
        """All results so far."""
        with self.path.open("rb") as file:
            file.readline()
            for line in file:
                yield json.loads(line)

    def close(self) -> None:
        """Leave it as it is, to be gone on with."""
        if self._file is not None:
            self._file.close()

    def delete(self) -> None:
        """The work is done."""
        self.close()
        self.path.unlink(missing_ok=True)
