"""What scripts/test --repeat says of the tests that have failed."""

from __future__ import annotations

from pathlib import Path

import pytest

from failures import main

CASE = '<testcase classname="tests.test_x" name="{}">{}</testcase>'
FAILED, BROKEN, SKIPPED, PASSED = "<failure>no</failure>", "<error>no</error>", "<skipped/>", ""


def keep(folder: Path, run: int, stage: str, **tests: str) -> None:
    cases = "".join(CASE.format(name, what) for name, what in tests.items())
    (folder / str(run)).mkdir(parents=True, exist_ok=True)
    (folder / str(run) / f"{stage}.xml").write_text(f"<testsuites><testsuite>{cases}</testsuite></testsuites>")


def test_each_test_that_failed_is_told_with_its_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep(tmp_path, 1, "rules", test_a=PASSED, test_b=SKIPPED, test_c=BROKEN)
    keep(tmp_path, 2, "rules", test_a=FAILED, test_b=PASSED, test_c=PASSED)
    keep(tmp_path, 10, "others", test_a=FAILED)
    assert main(tmp_path) == 1
    assert capsys.readouterr().out.splitlines() == [
        "tests.test_x::test_a: failed in 2 of 3 runs (2, 10)",
        "tests.test_x::test_c: failed in 1 of 3 runs (1)",
        "tests that have failed in 3 runs: 2",
    ]


def test_runs_without_a_failure_are_told_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep(tmp_path, 1, "rules", test_a=PASSED, test_b=SKIPPED)
    assert main(tmp_path) == 0
    assert capsys.readouterr().out == "tests that have failed in 1 runs: 0\n"
