"""A client that does not read is cut off after a while, for good: no frames, no descriptor, no seat in the audience."""

from __future__ import annotations

from pathlib import Path

import pytest

from koloda.server.protocol.messages import Said
from koloda.server.sockets import session

from .running import Client, LocalServer, cut_off, deaf, wait_for


def test_a_deaf_client_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "DRAIN_SECONDS", 0.5)
    monkeypatch.setattr(session, "FAREWELL_SECONDS", 0.2)
    with LocalServer(tmp_path) as server:
        reader, stranger = Client(server), Client(server)
        table_id = reader.make_table(game="pairs", seats=2)
        reader.join(table_id).until("table")
        table = server.hub.tables[table_id]
        with deaf(server, table_id, stranger.me["token"]) as sock:
            wait_for(lambda: len(table.audience.connections) == 2)
            assert server.loop is not None
            for number in range(100):  # more than the kernel's buffers hold
                big = Said(None, str(number), "x" * 100_000)
                server.loop.call_soon_threadsafe(table.audience.broadcast, big)
                assert reader.until("said")["name"] == str(number), "the other one must not wait"
            wait_for(lambda: len(table.audience.connections) == 1)
            wait_for(lambda: server.open_sockets() == 1)
            assert cut_off(sock), "the socket is still open"
        reader.close()
        stranger.close()
