"""A Ray cluster of two nodes, one of which is killed in the middle: the same bytes as in one process.

Ray is large and not installed for the other tests, so this is for the night (KOLODA_ALL=1): it is put into
build/cluster, as it is pinned.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
INSTALLED = ROOT / "build" / "cluster"
STORY = """
import sys
from pathlib import Path

from ray.cluster_utils import Cluster

from koloda.core.errors import BadOption
from koloda.lab.bout import Bout
from koloda.lab.run import Keep, Where, run_bout

bout = Bout("hawthorn", 3, ("normal", "easy"), 400, "cluster")
files = {name: Keep(Path(f"{name}.jsonl"), Path(f"{name}-choices.parquet")) for name in ("processes", "cluster")}
run_bout(bout, Where(jobs=1), files["processes"])
cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
second = cluster.add_node(num_cpus=1)
cluster.wait_for_nodes()
progress = []


def kill_one(done):
    progress.append(done)
    if len(progress) == 3:
        cluster.remove_node(second, allow_graceful=False)


run_bout(bout, Where(cluster=cluster.address), files["cluster"], kill_one)
assert len(progress) == 20 and progress[-1] == 400, progress
assert len([node for node in cluster.list_all_nodes()]) == 1, "the second node lives"
for one, other in zip(files["processes"][:2], files["cluster"][:2]):
    assert one.read_bytes() == other.read_bytes(), one
cluster.shutdown()
print("the same bytes")
"""
NOBODY = """
from koloda.cli import main
sys_exit = main(["simulate", "pairs", "--matches", "1", "--ray", "127.0.0.1:1", "--lang", "en"])
raise SystemExit(sys_exit)
"""


@pytest.fixture(scope="module")
def with_ray() -> dict[str, str]:
    """The environment in which Ray can be imported."""
    if not (INSTALLED / "ray").exists():
        install = f". scripts/env.sh; pip_install --target {INSTALLED} --upgrade -- 'koloda[cluster]'"
        subprocess.run(["bash", "-euc", install], cwd=ROOT, check=True)
    paths = [str(INSTALLED), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "RAY_DEDUP_LOGS": "0"}


@pytest.mark.skipif(os.environ.get("KOLODA_ALL") != "1", reason="Ray is a large package: KOLODA_ALL=1 installs it")
def test_a_cluster_that_loses_a_node_gives_the_same_bytes(tmp_path: Path, with_ray: dict[str, str]) -> None:
    told = subprocess.run(
        [sys.executable, "-c", STORY], cwd=tmp_path, env=with_ray, capture_output=True, text=True, timeout=300
    )
    assert told.returncode == 0 and told.stdout.endswith("the same bytes\n"), told.stderr[-2000:]


@pytest.mark.skipif(os.environ.get("KOLODA_ALL") != "1", reason="Ray is a large package: KOLODA_ALL=1 installs it")
def test_a_cluster_that_is_not_there_is_one_line(with_ray: dict[str, str]) -> None:
    told = subprocess.run([sys.executable, "-c", NOBODY], env=with_ray, capture_output=True, text=True, timeout=300)
    assert told.returncode == 2 and told.stderr.startswith("koloda: The cluster '127.0.0.1:1' does not answer")
