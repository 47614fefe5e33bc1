"""One real server for all tests of a module that need one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from local_cluster import PrivateNats, PrivatePostgres, private_nats, private_postgres

from .running import Server

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of modules that start servers are known by their mark: scripts/test --quick leaves them out."""
    for item in items:
        if isinstance(item, pytest.Function) and item.path.is_relative_to(HERE) and hasattr(item.module, "Server"):
            item.add_marker("process")


@pytest.fixture(scope="session")
def postgres() -> Iterator[PrivatePostgres]:
    """A PostgreSQL server for all tests of a worker; each makes a database of its own."""
    with private_postgres(fsync="off") as running:
        yield running


@pytest.fixture(scope="session")
def nats() -> Iterator[PrivateNats]:
    """A NATS server for all tests of a worker; clusters on different databases do not hear each other."""
    with private_nats() as running:
        yield running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """``koloda serve`` with bots that wait for nothing, not for the end of a story either."""
    running = Server(tmp_path_factory.mktemp("served"), bot_pause=0, grace=60).start()
    yield running
    assert running.stop() == 0, "the server did not end cleanly"
