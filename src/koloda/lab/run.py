"""Plays the matches of a bout: in chunks, on all cores or on a cluster. With files it can be stopped and resumed."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import koloda
from koloda.bots import LEVELS
from koloda.bots.find_player import player_name
from koloda.core.errors import KolodaError
from koloda.core.text import Text
from koloda.parallel import LostChunk, map_chunks
from koloda.records import dumps

from .bout import Bout, Lineup, check
from .files import JSONL, appearing, check_format, row_writer
from .journal import Journal
from .rows import CHOICE_COLUMNS, CHOICES, MATCHES, choice_rows, match_columns, match_row
from .tally import Tally

Progress = Callable[[int], object]
RECORDS: Final = "records"
NOT_IN_FILE_NAMES: Final = re.compile(r"[^\w.-]+")
DIGEST_LETTERS: Final = 8  # tell apart bouts whose files would have the same name
RANDOM_PER_CHUNK: Final = 1000
QUICK_PER_CHUNK: Final = 20
SLOW_PER_CHUNK: Final = 4
QUICK_BOTS: Final = ("random", "simple", *(level for level in LEVELS if level != "strong"))


class Keep(NamedTuple):
    """Where to write what: rows of matches, rows of choices, records (JSON lines)."""

    matches: Path | None = None
    choices: Path | None = None
    records: Path | None = None

    def wants(self) -> tuple[str, ...]:
        """What must be kept of a match."""
        return tuple(name for name, path in self._asdict().items() if path is not None)

    def check(self) -> None:
        """Refuse files that cannot be written, before anything is played."""
        for path in (self.matches, self.choices):
            if path is not None:
                check_format(path)
        if self.records is not None:
            check_format(self.records, (JSONL,))


class Where(NamedTuple):
    """Who does the work: so many processes of this machine (0: one for each core), or the Ray cluster of an address."""

    jobs: int = 0
    cluster: str = ""


ALL_CORES: Final = Where()
NOTHING: Final = Keep()


class ChunkDone(NamedTuple):
    """The matches of a chunk: counted and, if somebody wants to keep them, as a line of JSON."""

    tally: Tally
    line: str


def chunks_of(bout: Bout, skipped: int = 0) -> Iterator[range]:
    """The numbers of the matches, chunk by chunk: always the same chunks, whoever plays them."""
    quick = all(bot in QUICK_BOTS for bot in bout.bots)
    size = SLOW_PER_CHUNK if not quick else RANDOM_PER_CHUNK if set(bout.bots) == {"random"} else QUICK_PER_CHUNK
    for first in range(skipped * size, bout.matches, size):
        yield range(first, min(first + size, bout.matches))


def play_chunk(bout: Bout, wants: tuple[str, ...], version: str, numbers: range) -> ChunkDone:
    """Some matches of a bout, in one worker; ``version`` is that of the Koloda that asks for them."""
    if version != koloda.__version__:
        raise KolodaError(
            "other-version",
            Text(
                f"На узле кластера koloda {koloda.__version__}, а здесь {version}.",
                f"A node of the cluster has koloda {koloda.__version__}, here it is {version}.",
            ),
        )
    tally = Tally(bout.seats)
    kept: dict[str, list[object]] = {name: [] for name in wants}
    lineup = Lineup(bout, [name for name in wants if name != MATCHES])
    try:
        for number in numbers:
            played = lineup.play(number)
            tally.add(bout, played)
            if MATCHES in kept:
                kept[MATCHES].append(match_row(bout, played))
            if CHOICES in kept:
                kept[CHOICES] += choice_rows(bout, played)
            if RECORDS in kept:
                kept[RECORDS].append(played.record)
    finally:
        lineup.close()
    line = json.dumps({"tally": tally.to_json(), **kept}, ensure_ascii=False) if wants else ""
    return ChunkDone(tally, line)


def run_bout(bout: Bout, where: Where = ALL_CORES, keep: Keep = NOTHING, progress: Progress | None = None) -> Tally:
    """Play all matches of a bout and count them; the files are written when all is done.

    Until then their rows are in a file that ends in ``.unfinished``: the same call goes on from there.
    """
    check(bout)
    keep.check()
    journal = _journal(bout, keep)
    tally = Tally(bout.seats)
    try:
        if journal is not None:
            journal.open()
            for saved in journal.results():
                tally.merge(Tally.from_json(saved["tally"]))
        done = 0 if journal is None else journal.done
        for chunk in _played(bout, keep, done, where):
            tally.merge(chunk.tally)
            if journal is not None:
                journal.add(chunk.line)
            if progress is not None:
                progress(tally.matches + tally.matches_left_out)
        if journal is not None:
            _write_files(bout, keep, journal)
            journal.delete()
    finally:
        if journal is not None:
            journal.close()
    return tally


def run_once(bout: Bout, folder: Path, where: Where = ALL_CORES, progress: Progress | None = None) -> Tally:
    """The tally of a bout. The folder keeps what was played, a part of it or all: nothing is played twice."""
    digest = hashlib.sha256(json.dumps(_identity(bout), sort_keys=True).encode()).hexdigest()
    names = [bout.game, str(bout.seats), *(player_name(spec) for spec in bout.bots), digest[:DIGEST_LETTERS]]
    name = NOT_IN_FILE_NAMES.sub("_", "-".join(names))
    done = folder / f"{name}-tally.json"
    if not done.exists():
        folder.mkdir(parents=True, exist_ok=True)
        tally = run_bout(bout, where, Keep(folder / f"{name}.jsonl"), progress)
        with appearing(done) as new:
            new.write_text(json.dumps(tally.to_json(), ensure_ascii=False), encoding="utf-8")
    return Tally.from_json(json.loads(done.read_text(encoding="utf-8")))


def _played(bout: Bout, keep: Keep, skipped: int, where: Where) -> Iterator[ChunkDone]:
    work = partial(play_chunk, bout, keep.wants(), koloda.__version__)
    results = map_chunks(work, chunks_of(bout, skipped), where.jobs, where.cluster)
    for numbers, done in zip(chunks_of(bout, skipped), results, strict=True):
        if isinstance(done, LostChunk):
            tally = Tally(bout.seats)
            tally.matches_left_out = len(numbers)
            done = ChunkDone(tally, json.dumps({"tally": tally.to_json()}))
        yield done


def _journal(bout: Bout, keep: Keep) -> Journal | None:
    paths = [path for path in keep if path is not None]
    if not paths:
        return None
    return Journal.beside(paths[0], {**_identity(bout), "wants": list(keep.wants())})


def _identity(bout: Bout) -> dict[str, object]:
    """All that the matches of a bout follow from."""
    bots = [player_name(spec) for spec in bout.bots]
    return {"koloda": koloda.__version__, "bout": {**bout._asdict(), "bots": bots}}


def _write_files(bout: Bout, keep: Keep, journal: Journal) -> None:
    for path, kind, columns in (
        (keep.matches, MATCHES, match_columns(bout.seats)),
        (keep.choices, CHOICES, CHOICE_COLUMNS),
    ):
        if path is not None:
            with row_writer(path, kind, columns) as writer:
                for saved in journal.results():
                    writer.write(saved.get(kind, []))
    if keep.records is not None:
        with appearing(keep.records) as new, new.open("w", encoding="utf-8") as file:
            for saved in journal.results():
                file.writelines(f"{dumps(record)}\n" for record in saved.get(RECORDS, []))
