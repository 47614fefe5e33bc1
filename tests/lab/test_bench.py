"""The bench: both loops of a game play whole matches, and the row beside OpenSpiel compares what it says."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from koloda.core.options import OptionValue
from koloda.lab import bench, other_engines

STANDARD: dict[str, OptionValue] = {"rules": "standard"}


def ten_moves(matches: int) -> int:
    return 10 * matches


def test_both_loops_play_the_options_asked_for() -> None:
    standard, book = bench.GameBench("cribbage", 2, STANDARD), bench.GameBench("cribbage", 2)
    assert standard.lab(3) > book.lab(3) > 3 * 10
    assert standard.user(1) > 60


def test_a_rate_is_work_by_time_of_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(100))
    monkeypatch.setattr(bench, "process_time", lambda: next(clock))
    assert bench.rate(ten_moves, 0.5) == 10


def test_matches_are_compared_and_so_are_moves(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    peer = other_engines.Loop(ten_moves, 10.0)
    counts = {"actions": 10.0, "passes": 3.0, "chance": 13.0}
    monkeypatch.setattr(other_engines, "open_spiel_cribbage", lambda: other_engines.Cribbage(peer, peer, peer, counts))
    monkeypatch.setattr(bench.GameBench, "lab", lambda self, matches: 5 * matches)
    monkeypatch.setattr(bench.GameBench, "user", lambda self, matches: 5 * matches)
    monkeypatch.setattr(bench, "rate", lambda work, seconds: float(work(100)))
    bench.print_cribbage(0.1)
    out = capsys.readouterr().out
    assert "1.00x in matches" in out and "0.50x in moves" in out
    assert "of 10 actions a match 3 are passes" in " ".join(out.split())


@pytest.mark.skipif(find_spec("pyspiel") is None, reason="OpenSpiel comes with the extra bench")
def test_open_spiel_is_what_the_paragraph_says() -> None:
    peer = other_engines.open_spiel_cribbage()
    assert peer is not None
    cards = peer.counts["actions"] - peer.counts["passes"]
    assert 0 < peer.counts["passes"] < peer.counts["actions"]
    assert 0.9 < cards / 10 / (peer.counts["chance"] / 13) < 1.0  # ten choices a deal, the last deal is broken off
    assert peer.native.work(2) == round(2 * peer.native.length)
    assert 60 < peer.python.work(1) < 400 and 60 < peer.example.work(1) < 400
