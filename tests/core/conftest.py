"""The toy is known during each test of the core, and forgotten after it: other tests list the real games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from koloda.games.registry import add_game, remove_game

from .toy_game import Toy


@pytest.fixture(autouse=True)
def _the_toy_is_known() -> Iterator[None]:
    add_game(Toy)
    yield
    remove_game("toy")
