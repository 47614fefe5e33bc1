"""The bench: both loops of a game play whole matches, and the row beside OpenSpiel compares what it says."""

from __future__ import annotations

import inspect
import sys
import warnings
from importlib.util import find_spec
from pathlib import Path

import pytest

from koloda.core.errors import MissingExtra
from koloda.core.options import OptionValue
from koloda.env import TableEnv
from koloda.lab import bench, env_bench, other_engines

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


def test_environments_and_views_are_measured_beside_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every loop plays; how fast is for the bench to say."""
    monkeypatch.setattr(env_bench, "MATCHES_AT_ONCE", 4)
    monkeypatch.setattr(env_bench, "in_turn", lambda works, seconds: {name: work(1) for name, work in works.items()})
    monkeypatch.setattr(
        other_engines, "pettingzoo_card_games", lambda: {"PettingZoo, ours": TableEnv("pairs", 2, seed=1)}
    )
    assert bench.main(["env"]) == 0
    out = capsys.readouterr().out
    assert "koloda, batch, pairs for two" in out and "OpenSpiel, hearts, information_state_tensor" in out
    assert "a batch to the quickest of PettingZoo's (to reach: 20x): pairs for two" in out
    assert "the README's loop (to reach: 10,000): 1" in out
    assert bench.main(["env", "regent", "old-maid"]) == 0
    out = capsys.readouterr().out
    assert "(to reach: 20x): regent (4) " in out and ", old-maid (4) " in out and "pairs for two" not in out
    monkeypatch.setitem(sys.modules, "koloda.lab.env_bench", None)
    with pytest.raises(MissingExtra, match=r"koloda\[rl\]"):
        bench.main(["env"])
    monkeypatch.setattr(other_engines, "pettingzoo_card_games", dict)
    env_bench.print_environments(0.1)
    assert "they are not installed here" in capsys.readouterr().out


def test_the_readmes_loop_is_that_of_the_readme() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    for line in inspect.getsource(env_bench.readme_matches).splitlines()[4:9]:
        told = line.strip().replace("seed=number", 'seed="any text"')
        assert told in readme, f"the README has no {told!r}"


@pytest.mark.skipif(find_spec("rlcard") is None or find_spec("pygame") is None, reason="scripts/bench installs RLCard")
def test_the_card_games_of_pettingzoo_are_played() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for env in other_engines.pettingzoo_card_games().values():
            assert env_bench.agents_loop(env)(1) > 0
