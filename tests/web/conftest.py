"""One browser and one server for all; everybody at a table has their own browser context."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from server.running import Server

from .browsing import CHROMIUM, PAGE, Person, launch

Come = Callable[..., Person]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tests that had no browser are no secret."""
    reasons = {
        str(report.longrepr[2]) for report in terminalreporter.stats.get("skipped", []) if "web/" in report.nodeid
    }
    for reason in sorted(reasons):
        terminalreporter.write_line(f"SKIPPED: browser tests: {reason}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.skip(f"no browser: {CHROMIUM} is not there (Debian: apt-get install chromium-headless-shell)")
    if not (PAGE / "index.html").exists():
        pytest.skip(f"no page: {PAGE} is not built (cd src/koloda/web && npm ci && npm run build)")
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("data"), bot_pause=0, page=PAGE).start()
    yield server
    server.stop()


SHORT_MINUTES = "from koloda.server.table import consent\nconsent.SECONDS_PER_MINUTE = 3"


@pytest.fixture(scope="session")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits for those who are gone or asleep for three seconds, where others wait for half a minute."""
    server = Server(tmp_path_factory.mktemp("impatient") / "data", bot_pause=0, grace=3, page=PAGE)
    server.begin_with(SHORT_MINUTES).start()
    yield server
    server.stop()


@pytest.fixture
def come(browser: Browser, server: Server) -> Iterator[Come]:
    """Call it for a person with their own browser; at the end no page may have complained."""
    people: list[Person] = []

    def make(to: Server | None = None, **settings: Any) -> Person:
        people.append(Person(browser, to or server, **settings))
        return people[-1]

    yield make
    problems = [problem for person in people for problem in person.problems]
    for person in people:
        person.close()
    assert problems == []
