"""What `scripts/test --repeat` found: every test that has failed, and in which of the runs.

``python tests/failures.py FOLDER`` reads the reports that each run left in a folder of its own, named after its number.
The exit code is 1 if any test has failed.
"""

from __future__ import annotations

import sys
import xml.etree.ElementTree as Xml
from collections import defaultdict
from pathlib import Path


def failed_tests(report: Path) -> list[str]:
    """The tests of a JUnit report that failed or could not be run."""
    cases = Xml.parse(report).getroot().iter("testcase")
    return [
        f"{case.get('classname')}::{case.get('name')}"
        for case in cases
        if case.find("failure") is not None or case.find("error") is not None
    ]


def failures(folder: Path) -> dict[str, list[int]]:
    """The numbers of the runs in which each test failed, the test that failed most often first."""
    runs: dict[str, set[int]] = defaultdict(set)
    for report in folder.glob("*/*.xml"):
        for test in failed_tests(report):
            runs[test].add(int(report.parent.name))
    return {test: sorted(runs[test]) for test in sorted(runs, key=lambda test: (-len(runs[test]), test))}


def main(folder: Path) -> int:
    """Print them."""
    found = failures(folder)
    count = sum(run.is_dir() for run in folder.iterdir())
    for test, runs in found.items():
        print(f"{test}: failed in {len(runs)} of {count} runs ({', '.join(map(str, runs))})")
    print(f"tests that have failed in {count} runs: {len(found)}")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
