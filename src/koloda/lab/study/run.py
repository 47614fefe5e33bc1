"""Runs a study: all chunks of all tables on all cores or on a cluster. It can be stopped and gone on with."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Final

import koloda
from koloda.lab.files import check_format, row_writer
from koloda.lab.journal import Journal
from koloda.lab.rows import CHOICE_COLUMNS, CHOICES, MATCHES, Columns, match_columns
from koloda.lab.run import ALL_CORES, NOTHING, Keep, Progress, Where
from koloda.parallel import LostChunk, map_chunks

from .figures import Figures
from .measure import measure_chunk
from .plan import Chunk, Plan
from .report import Study

STUDY_COLUMNS: Final[Columns] = {"cell": str, "part": str, "lead_changes": int, "choices": int}
WEIGHED_COLUMNS: Final[Columns] = {
    "cell": str,
    **{name: kind for name, kind in CHOICE_COLUMNS.items() if name != "bot"},
    "cost": float,
    "error": float,
}


def run_study(
    plan: Plan,
    page: Path | None = None,
    where: Where = ALL_CORES,
    keep: Keep = NOTHING,
    progress: Progress | None = None,
) -> Study:
    """Play and measure everything. With a ``page`` (or a file to keep) beside it, the same call goes on after a stop.

    The page itself is not written here. ``progress`` is told how many chunks are done.
    """
    plan.check()
    _check_files(keep)
    paths = [path for path in (page, keep.matches, keep.choices) if path is not None]
    journal = Journal.beside(paths[0], {"koloda": koloda.__version__, "study": plan.to_json()}) if paths else None
    study = Study(plan, [Figures() for _ in plan.cells])
    chunks = list(plan.chunks())
    try:
        if journal is not None:
            journal.open()
            for saved in journal.results():
                _take(study, saved)
        done = 0 if journal is None else journal.done
        results = map_chunks(partial(_line, plan), chunks[done:], where.jobs, where.cluster)
        for number, line in enumerate(results, done):
            text = _lost(chunks[number]) if isinstance(line, LostChunk) else line
            _take(study, json.loads(text))
            if journal is not None:
                journal.add(text)
            if progress is not None:
                progress(number + 1)
        if journal is not None:
            _write(study, keep, journal)
            journal.delete()
    finally:
        if journal is not None:
            journal.close()
    return study


def _check_files(keep: Keep) -> None:
    for path in (keep.matches, keep.choices):
        if path is not None:
            check_format(path)


def _line(plan: Plan, chunk: Chunk) -> str:
    """A chunk, measured, as a line of the journal."""
    measured = measure_chunk(plan, chunk)
    found = {"cell": chunk.cell, "figures": measured.figures.to_json()}
    return json.dumps({**found, MATCHES: measured.matches, CHOICES: measured.choices}, ensure_ascii=False)


def _lost(chunk: Chunk) -> str:
    return json.dumps({"cell": chunk.cell, "figures": Figures().to_json(), "left_out": len(chunk.numbers)})


def _take(study: Study, saved: dict[str, object]) -> None:
    figures = saved["figures"]
    assert isinstance(figures, dict)
    study.figures[int(str(saved["cell"]))].merge(Figures.from_json(figures))
    study.left_out += int(str(saved.get("left_out", 0)))


def _write(study: Study, keep: Keep, journal: Journal) -> None:
    seats = max(cell.seats for cell in study.plan.cells)
    for path, kind, columns in (
        (keep.matches, MATCHES, {**STUDY_COLUMNS, **match_columns(seats)}),
        (keep.choices, CHOICES, WEIGHED_COLUMNS),
    ):
        if path is not None:
            with row_writer(path, kind, columns) as writer:
                for saved in journal.results():
                    label = study.plan.cells[saved["cell"]].label()
                    writer.write([{"cell": label, **row} for row in saved.get(kind, [])])
