"""Logs: JSON lines, whoever speaks, and no error's own words."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from koloda.server import logs

from .running import Client, Server


@pytest.fixture
def lines(capsys: pytest.CaptureFixture[str]) -> Iterator[pytest.CaptureFixture[str]]:
    """The logs as the server writes them, and afterwards as they were."""
    handlers = logging.getLogger().handlers[:]
    logs.set_up()
    yield capsys
    structlog.reset_defaults()
    logging.getLogger().handlers[:] = handlers


def test_who_is_cut_off_when_the_server_stops_is_no_error(lines: pytest.CaptureFixture[str]) -> None:
    library = logging.getLogger("library")
    library.error("Cancel %s running task(s), timeout graceful shutdown exceeded", 3)
    try:
        raise asyncio.CancelledError
    except asyncio.CancelledError:
        library.exception("Exception in ASGI application")
    assert lines.readouterr().out == ""


def test_a_librarys_error_is_a_line_without_its_words(lines: pytest.CaptureFixture[str]) -> None:
    library = logging.getLogger("library")  # not uvicorn's own logger: other tests run uvicorn here and silence it
    try:
        raise IndexError("the queen of hearts")
    except IndexError:
        library.exception("Exception in ASGI application, %s", "the queen of spades")
    library.warning("Invalid HTTP request received.")
    heard = lines.readouterr()
    (line,) = heard.out.splitlines()
    entry = json.loads(line)
    assert (entry["event"], entry["problem"]) == ("the server stumbled", "IndexError")
    assert entry["where"].startswith("server/test_logs.py:") and "queen" not in line and heard.err == ""


def test_who_sends_nonsense_writes_nothing_into_the_log(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    for nonsense in (b"\x00\x01\r\n\r\n", b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"):
        with socket.create_connection(("127.0.0.1", server.port)) as sock:
            sock.sendall(nonsense)
    Client(server).close()
    assert server.process is not None and server.process.stdout is not None
    server.process.terminate()
    assert [json.loads(line)["event"] for line in server.process.stdout] == ["stopped"]
    server.process.wait(20)
    server.process.stdout.close()
