"""What is long with interpreted rules is left to the compiled ones, where the caller says that they follow."""

from __future__ import annotations

import os

import pytest

from koloda.core import game as core_game

INTERPRETED = str(core_game.__file__).endswith(".py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if INTERPRETED and os.environ.get("KOLODA_CASES") == "few":
        reason = "long with interpreted rules, and the same with compiled ones"
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(pytest.mark.skip(reason=reason))
