"""pandas, polars and DuckDB read our rows as they are. They are not installed for the other tests: KOLODA_ALL=1."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from koloda.lab import Bout, Keep, run_bout

ROOT = Path(__file__).parents[2]
INSTALLED = ROOT / "build" / "data-tools"
STORY = """
import duckdb
import pandas
import polars

columns = ["match", "moves", "score_0", "place_1", "win_1", "bot_0"]
frames = [
    pandas.read_parquet("matches.parquet")[columns],
    pandas.read_csv("matches.csv")[columns],
    pandas.read_json("matches.jsonl", lines=True)[columns],
    polars.read_parquet("matches.parquet").select(columns).to_pandas(),
    polars.read_csv("matches.csv").select(columns).to_pandas(),
    polars.read_ndjson("matches.jsonl").select(columns).to_pandas(),
    *(duckdb.sql(f"select {', '.join(columns)} from 'matches.{end}'").df() for end in ("parquet", "csv", "jsonl")),
]
for frame in frames:
    assert frame.values.tolist() == frames[0].values.tolist(), frame
    assert frame.moves.dtype.kind == "i" and frame.win_1.dtype.kind in "if", frame.dtypes
assert len(frames[0]) == 30
folds = duckdb.sql("select count(*) from 'choices.parquet' where move like 'fold%'").fetchall()[0][0]
assert folds == polars.read_parquet("choices.parquet")["move"].str.starts_with("fold").sum() > 0
print("all alike")
"""


@pytest.mark.skipif(os.environ.get("KOLODA_ALL") != "1", reason="three large packages: KOLODA_ALL=1 installs them")
def test_other_tools_read_the_rows_as_they_are(tmp_path: Path) -> None:
    if not (INSTALLED / "pandas").exists():
        names = "pandas polars duckdb pyarrow"
        install = f". scripts/env.sh; pip_install --target {INSTALLED} --upgrade -- {names}"
        subprocess.run(["bash", "-euc", install], cwd=ROOT, check=True)
    bout = Bout("hawthorn", 3, ("normal", "easy"), 30, "tools")
    for ending in ("parquet", "csv", "jsonl"):
        run_bout(bout, keep=Keep(tmp_path / f"matches.{ending}", tmp_path / f"choices.{ending}"))
    environment = {**os.environ, "PYTHONPATH": str(INSTALLED)}
    told = subprocess.run([sys.executable, "-c", STORY], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert told.stdout == "all alike\n", told.stderr[-2000:]
