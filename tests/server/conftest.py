"""One real server for all tests of a module that need one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .running import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """``koloda serve`` with quick bots."""
    running = Server(tmp_path_factory.mktemp("served"), bot_pause=0.02, grace=60).start()
    yield running
    assert running.stop() == 0, "the server did not end cleanly"
