"""scripts/release, in a throw-away repository with the files that it touches.

What it builds there is a note of the sources it was built from; test_packaging.py tries the real build_wheels.py.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FILES = ("scripts/release", "scripts/env.sh", ".gitignore")
CHANGELOG = "# Changelog\n\n## Unreleased\n\n### Added\n- A game.\n\n## 0.1.0 (2026-01-01)\n\n### Added\n- The table.\n"
BUILDER = """import pathlib, sys
here, out = pathlib.Path(__file__).parent, pathlib.Path(sys.argv[1])
if (here / "broken").exists():
    sys.exit("the wheel does not work")
out.mkdir()
files = sorted(path.relative_to(here).as_posix() for path in here.rglob("*") if path.is_file())
(out / "built").write_text("\\n".join([(here / "src/koloda/__init__.py").read_text().strip(), *files]))
"""
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")} | {
    "TZ": "UTC",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_AUTHOR_NAME": "Tester",
    "GIT_AUTHOR_EMAIL": "tester@example.org",
    "GIT_COMMITTER_NAME": "Tester",
    "GIT_COMMITTER_EMAIL": "tester@example.org",
}


class Repository:
    """A small clone of the project, at version 0.1.0 and with one entry for the next one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in FILES:
            (folder / name).parent.mkdir(exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
        self.package = folder / "src" / "koloda" / "__init__.py"
        self.package.parent.mkdir(parents=True)
        self.package.write_text('"""Koloda."""\n\n__version__ = "0.1.0"\n', encoding="utf-8")
        (folder / "build_wheels.py").write_text(BUILDER, encoding="utf-8")
        self.changelog = folder / "CHANGELOG.md"
        self.changelog.write_text(CHANGELOG, encoding="utf-8")
        self.run("git", "init", "--quiet")
        self.commit("All")

    def run(self, *command: str) -> str:
        done = subprocess.run(command, cwd=self.folder, env=ENVIRONMENT, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def commit(self, subject: str) -> None:
        self.run("git", "add", "--all")
        self.run("git", "commit", "--quiet", "--message", subject)

    def pass_checks(self) -> None:
        """As scripts/check and scripts/test do at their end."""
        self.run("bash", "-c", "set -eu; . scripts/env.sh; note_passed check; note_passed test")

    def state(self) -> tuple[str, str, str]:
        return self.run("git", "rev-parse", "HEAD"), self.run("git", "tag"), self.run("git", "status", "--porcelain")

    def refusal(self, version: str) -> str:
        """Why there is no release; nothing is changed."""
        before = self.state()
        done = subprocess.run(
            ["scripts/release", version], cwd=self.folder, env=ENVIRONMENT, capture_output=True, text=True
        )
        assert done.returncode == 1 and done.stdout == "", (done.returncode, done.stdout, done.stderr)
        assert self.state() == before
        return done.stderr


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


def test_a_release_is_dated_committed_and_tagged(repository: Repository) -> None:
    repository.pass_checks()
    assert "git push" in repository.run("scripts/release", "0.2.0")
    assert '__version__ = "0.2.0"' in repository.package.read_text(encoding="utf-8")
    day = repository.run("git", "log", "-1", "--date=format-local:%Y-%m-%d", "--format=%cd")
    before, after = CHANGELOG.split("## Unreleased\n")
    assert repository.changelog.read_text(encoding="utf-8") == f"{before}## Unreleased\n\n## 0.2.0 ({day})\n{after}"
    head, tags, changes = repository.state()
    assert (tags, changes) == ("v0.2.0", "")
    assert repository.run("git", "rev-parse", "v0.2.0^{commit}") == head
    assert repository.run("git", "log", "-1", "--format=%s") == "Release 0.2.0"


def test_what_is_built_is_the_commit_with_its_new_version(repository: Repository) -> None:
    (repository.folder / "dist").mkdir()
    (repository.folder / "dist" / "koloda-0.1.0.whl").touch()
    repository.pass_checks()
    repository.run("scripts/release", "0.2.0")
    (built,) = (repository.folder / "dist").iterdir()
    version, *files = built.read_text(encoding="utf-8").splitlines()[2:]
    assert version == '__version__ = "0.2.0"'
    assert files == sorted(repository.run("git", "ls-files").splitlines()), "something was built that is no source"


def test_nothing_is_released_that_does_not_work(repository: Repository) -> None:
    (repository.folder / "broken").touch()
    repository.commit("Broken")
    repository.pass_checks()
    why = repository.refusal("0.2.0")
    assert "the wheel does not work" in why and "nothing was changed" in why
    assert not (repository.folder / "dist").exists()
    assert '__version__ = "0.1.0"' in repository.package.read_text(encoding="utf-8")


def test_the_present_version_may_be_the_first_release(repository: Repository) -> None:
    repository.pass_checks()
    repository.run("scripts/release", "0.1.0")
    assert repository.state()[1] == "v0.1.0"


def test_no_release_without_entries(repository: Repository) -> None:
    repository.pass_checks()
    repository.run("scripts/release", "0.2.0")
    repository.pass_checks()
    assert "no entries" in repository.refusal("0.3.0")


def test_no_release_of_changes_that_are_not_committed(repository: Repository) -> None:
    repository.pass_checks()
    (repository.folder / "new").write_text("new", encoding="utf-8")
    assert "not committed" in repository.refusal("0.2.0")


def test_no_release_of_what_was_not_checked(repository: Repository) -> None:
    assert "scripts/check has not passed" in repository.refusal("0.2.0")
    repository.pass_checks()
    (repository.folder / "new").write_text("new", encoding="utf-8")
    repository.commit("Something else")
    assert "scripts/check has not passed" in repository.refusal("0.2.0")
    repository.run("bash", "-c", "set -eu; . scripts/env.sh; note_passed check")
    assert "scripts/test has not passed" in repository.refusal("0.2.0")


def test_checks_of_changes_that_are_not_committed_do_not_count(repository: Repository) -> None:
    (repository.folder / "new").write_text("new", encoding="utf-8")
    repository.pass_checks()
    (repository.folder / "new").unlink()
    assert "scripts/check has not passed" in repository.refusal("0.2.0")


@pytest.mark.parametrize(
    ("version", "why"),
    [("0.0.9", "older"), ("v0.2.0", "three numbers"), ("0.2", "three numbers"), ("0.02.0", "three numbers")],
)
def test_no_release_with_another_kind_of_version(repository: Repository, version: str, why: str) -> None:
    repository.pass_checks()
    assert why in repository.refusal(version)


def test_no_version_is_released_twice(repository: Repository) -> None:
    repository.pass_checks()
    repository.run("git", "tag", "v0.2.0")
    assert "released already" in repository.refusal("0.2.0")
