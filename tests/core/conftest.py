"""The toy is known during each test of the core, and forgotten after it: other tests list the real games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from toy_game import Toy

from koloda import add_game
from koloda.games import registry as find


@pytest.fixture(autouse=True)
def _the_toy_is_known() -> Iterator[None]:
    add_game(Toy)
    yield
    find._found.pop("toy", None)
