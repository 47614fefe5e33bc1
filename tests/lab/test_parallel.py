"""Work in parts: all of it is done, an error is told, and Ctrl-C ends everything at once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from multiprocessing import active_children
from pathlib import Path
from time import monotonic, sleep

import pytest

from koloda.parallel import WorkerDied, in_parallel


def square(number: int) -> int:
    if number < 0:
        raise ValueError(number)
    return number * number


def test_every_part_is_done_once() -> None:
    assert sorted(in_parallel(square, range(20), processes=2)) == [number * number for number in range(20)]


def test_an_error_is_told_and_the_rest_is_left() -> None:
    before = active_children()
    with pytest.raises(ValueError, match="-3") as raised:
        list(in_parallel(square, [-3, *range(1000)], processes=1))
    assert "in square" in "".join(raised.value.__notes__), "where it happened"
    assert active_children() == before


def test_whoever_has_had_enough_waits_for_nothing() -> None:
    before = active_children()
    parts = in_parallel(sleep, [0.0, 60.0, 60.0], processes=1)
    assert next(parts) is None
    began = monotonic()
    parts.close()  # type: ignore[attr-defined]
    assert monotonic() - began < 30 and active_children() == before


def die(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_a_process_that_is_killed_is_told() -> None:
    with pytest.raises(WorkerDied):
        list(in_parallel(die, range(3), processes=2))


def test_no_parts_are_no_work() -> None:
    assert list(in_parallel(square, [])) == []


def accept_ctrl_c() -> None:
    """Background jobs of a shell ignore it, and so would every process that they start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def interrupted(*words: str) -> tuple[int, bytes, bytes]:
    """Send Ctrl-C to a command and its workers once they are busy: its exit code, stdout and stderr."""
    command = subprocess.Popen(
        [sys.executable, "-m", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=accept_ctrl_c,
    )
    try:
        children = Path(f"/proc/{command.pid}/task/{command.pid}/children")
        end = monotonic() + 60
        while len(children.read_text().split()) < (os.cpu_count() or 1) and monotonic() < end:
            sleep(0.05)
        sleep(1.0)  # they have started
        os.killpg(command.pid, signal.SIGINT)
        output, complaints = command.communicate(timeout=30)
    finally:
        with suppress(ProcessLookupError):  # nothing is left of it, as it should be
            os.killpg(command.pid, signal.SIGKILL)
    return command.returncode, output, complaints


def test_ctrl_c_ends_the_arena_at_once() -> None:
    """Matches that have not begun, or that are under way in other processes, are not waited for."""
    words = ("arena", "pairs", "--seats", "8", "--bots", "strong", "--matches", "100000")
    assert interrupted("koloda", *words) == (130, b"", b"")


def test_ctrl_c_ends_a_soak_at_once() -> None:
    code, _, complaints = interrupted("koloda.testing.soak", "the-gang", "--kit", "--matches", "100000")
    assert code == -signal.SIGINT and complaints.count(b"Traceback") == 1
