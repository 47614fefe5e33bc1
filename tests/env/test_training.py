"""The example that learns: after a few lessons it loses by far less than its share; its curve is drawn."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "train_pairs.py"


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = spec_from_file_location("train_pairs", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "train_pairs", module)
    spec.loader.exec_module(module)
    return module


def test_the_agent_beats_random_players(
    example: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(example, "TRIALS", 600)
    monkeypatch.setattr(sys, "argv", ["train_pairs.py", "--lessons", "6", "--picture", str(tmp_path / "curve.svg")])
    example.main()
    lines = capsys.readouterr().out.splitlines()
    shares = [float(line.split("loses ")[1].split()[0]) for line in lines]
    assert len(shares) == 7 and shares[0] > 0.2
    assert shares[-1] < 0.18, "by far less than the fair share of 0.25"
    assert "three random players" in (tmp_path / "curve.svg").read_text(encoding="utf-8")
