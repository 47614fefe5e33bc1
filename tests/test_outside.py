"""What people who pick the project up expect is there, and true: CONTRIBUTING, hooks, workflow, metadata, pins."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import yaml

from koloda.cli.arguments import COMMANDS
from koloda.core.game import Game

ROOT = Path(__file__).parent.parent
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WORKFLOW: dict[str, Any] = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8"))


def glossary() -> list[tuple[str, str]]:
    return re.findall(r"^\| \*\*(.+?)\*\* \| (.+) \|$", CONTRIBUTING, re.M)


def commands_of(job: str) -> list[str]:
    return [step["run"] for step in WORKFLOW["jobs"][job]["steps"] if "run" in step]


def test_methods_of_the_glossary_exist() -> None:
    named = re.findall(r"`Game\.(\w+)\(\)", CONTRIBUTING)
    assert named and all(hasattr(Game, name) for name in named)


def test_scripts_of_contributing_can_be_run() -> None:
    named = set(re.findall(r"scripts/(\w+)", CONTRIBUTING))
    assert {"check", "test", "serve", "release"} <= named
    for name in named:
        assert os.access(ROOT / "scripts" / name, os.X_OK), f"scripts/{name} is not there"


def test_npm_scripts_of_contributing_exist() -> None:
    package = json.loads((ROOT / "src" / "koloda" / "web" / "package.json").read_text(encoding="utf-8"))
    named = set(re.findall(r"npm run (\w+)", CONTRIBUTING))
    assert "dev" in named and named <= package["scripts"].keys()


def test_commands_of_contributing_exist() -> None:
    named = set(re.findall(r"`koloda (\w+)", CONTRIBUTING))
    assert named and named <= {command.name for command in COMMANDS}


def test_files_of_contributing_and_security_exist() -> None:
    text = CONTRIBUTING + (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    named = set(re.findall(r"(?:tests|src|docs)/[\w./-]*\w", text))
    assert named
    for path in named:
        assert (ROOT / path).exists(), f"{path} is not there"


def test_every_word_of_the_glossary_has_one_meaning() -> None:
    words = [word for word, _ in glossary()]
    assert len(words) == len(set(words))
    assert {"seat", "table", "match", "view", "event", "announcement", "deal", "round"} <= set(words)
    rows = [line for line in CONTRIBUTING.splitlines() if line.startswith("| **")]
    assert len(rows) == len(words), "a row of the glossary has another form"


def test_every_hook_is_a_part_of_the_check() -> None:
    refused = subprocess.run([ROOT / "scripts" / "check", "nothing"], capture_output=True, text=True)
    assert refused.returncode == 2
    parts = refused.stderr.rpartition(":")[2].split()
    configuration = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    hooks = [hook for repo in configuration["repos"] for hook in repo["hooks"]]
    assert [hook["id"] for hook in hooks] == parts
    assert [hook["entry"] for hook in hooks] == [f"scripts/check {part}" for part in parts]
    assert {repo["repo"] for repo in configuration["repos"]} == {"local"}
    assert {hook["language"] for hook in hooks} == {"system"}


def test_the_workflow_runs_everything_on_every_python() -> None:
    prefix = "Programming Language :: Python :: 3."
    versions = [text.rpartition(" ")[2] for text in PROJECT["classifiers"] if text.startswith(prefix)]
    assert WORKFLOW["jobs"]["test"]["strategy"]["matrix"]["python-version"] == versions
    assert PROJECT["requires-python"] == f">={versions[0]}"
    assert "scripts/check" in commands_of("check") and "scripts/test" in commands_of("test")
