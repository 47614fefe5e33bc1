"""The examples in the docstrings of the core, of the games, of the kit and of the command line are run."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module

import pytest

from koloda.core import game as core_game

MODULES = [
    module.name
    for package in ("koloda.core", "koloda.games", "koloda.testing", "koloda.cli")
    for module in pkgutil.walk_packages(import_module(package).__path__, f"{package}.")
] + ["koloda.words", "koloda.records", "koloda.match", "koloda.untrusted"]


LONG = "koloda.testing.conformance"  # it plays a game with the whole kit


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.compiled] if name == LONG else []) for name in MODULES]
)
def test_docstrings(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


@pytest.mark.skipif(not str(core_game.__file__).endswith(".py"), reason="doctest finds no examples in compiled modules")
def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder()
    examples = [test for name in MODULES for test in finder.find(import_module(name)) if test.examples]
    assert len(examples) > 4
