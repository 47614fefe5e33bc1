"""Each extra of the lab installs by itself and all of them together, pinned, in a fresh environment, and works there.

It takes minutes and the package index: with KOLODA_ALL=1 only.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PIP = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps")
INSTALL_SECONDS = 900

# What each extra is for, as a program: it fails where something that it needs is not there.
PROGRAMS = {
    "rl": """
from koloda.env import BatchEnv, GymEnv, env
table = env("cribbage", seats=2, seed=1)
table.reset()
for agent in table.agent_iter():
    observation, _, ended, cut, _ = table.last()
    table.step(None if ended or cut else int(observation["action_mask"].argmax()))
GymEnv("pairs", seed=1).reset()
batch = BatchEnv("pairs", 4, seed=1)
batch.reset()
batch.step(batch.random_actions())
""",
    "openspiel": """
import pyspiel
import koloda.env.openspiel
pyspiel.random_sim_test(pyspiel.load_game("koloda_pairs(players=3)"), 1, True, False)
""",
    "data": """
from koloda.cli import main
assert main("simulate pairs --matches 20 --bots random --jobs 1 --out matches.parquet".split()) == 0
import pyarrow.parquet
assert pyarrow.parquet.read_table("matches.parquet").num_rows == 20
""",
    "study": """
from koloda.cli import main
table = "study pairs --seats 2 --vary target=11,13 --bots random,easy".split()
assert main([*table, *"--matches 8 --skill-matches 8 --jobs 1 --page study.html".split()]) == 0
assert "<svg" in open("study.html", encoding="utf-8").read()
""",
    "cluster": """
from ray.cluster_utils import Cluster
from koloda.cli import main
cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
assert main(["simulate", "pairs", "--matches", "20", "--bots", "random", "--ray", cluster.address]) == 0
cluster.shutdown()
""",
}
TOGETHER = ",".join(PROGRAMS)

pytestmark = pytest.mark.skipif(os.environ.get("KOLODA_ALL") != "1", reason="it takes minutes: KOLODA_ALL=1 runs it")


def install(folder: Path, extras: str) -> Path:
    """A fresh environment with Koloda, interpreted, and the pins of these extras; its Python."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = folder / "bin" / "python"
    pins = subprocess.run(
        [sys.executable, str(ROOT / "dependencies.py"), "pins", f"koloda[{extras}]", "hatchling", "editables"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    wanted = folder / "pins.txt"
    wanted.write_text(pins, encoding="utf-8")
    subprocess.run([python, *PIP, "--require-hashes", "-r", wanted], check=True, timeout=INSTALL_SECONDS)
    variables = {**os.environ, "KOLODA_COMPILE": "0"}
    subprocess.run(
        [python, *PIP, "--no-index", "--no-build-isolation", "-e", ROOT],
        check=True,
        env=variables,
        timeout=INSTALL_SECONDS,
    )
    return python


@pytest.mark.parametrize("extras", [*PROGRAMS, TOGETHER])
def test_an_extra_installs_and_works(extras: str, tmp_path: Path) -> None:
    python = install(tmp_path / "environment", extras)
    told = subprocess.run([python, "-m", "pip", "check"], capture_output=True, text=True)
    assert told.returncode == 0, told.stdout
    for extra in extras.split(","):
        done = subprocess.run(
            [python, "-c", PROGRAMS[extra]],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": "", "PYTHONUTF8": "1"},
            capture_output=True,
            text=True,
            timeout=INSTALL_SECONDS,
        )
        assert done.returncode == 0, f"{extra}: {done.stdout}{done.stderr}"


def test_what_is_not_installed_is_named(tmp_path: Path) -> None:
    python = install(tmp_path / "environment", "openspiel")
    done = subprocess.run([python, "-c", "from koloda.env import env"], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 1 and "pip install 'koloda[rl]'" in done.stderr
