"""A cable between a client and a server that can be pulled: nothing gets through any more, and nobody is told."""

from __future__ import annotations

import contextlib
import socket
from threading import Event, Thread

LOOK_SECONDS = 0.05


class Cable:
    """Takes connections on a port of its own and passes everything on, until it is pulled."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._pulled = Event()
        self._over = Event()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._ends: list[socket.socket] = []
        Thread(target=self._accept, daemon=True).start()

    def pull(self) -> None:
        """From now on everything is lost; new connections find no answer either."""
        self._pulled.set()

    def plug_in(self) -> None:
        """New connections get through again; the old ones stay lost."""
        self._pulled = Event()

    def __enter__(self) -> Cable:
        return self

    def __exit__(self, *problem: object) -> None:
        self._over.set()
        for end in (self._listener, *self._ends):
            end.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            self._ends.append(near)
            pulled = self._pulled
            if pulled.is_set():
                continue
            far = socket.create_connection(("127.0.0.1", self._to))
            self._ends.append(far)
            for one, other in ((near, far), (far, near)):
                Thread(target=self._carry, args=(one, other, pulled), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket, pulled: Event) -> None:
        with contextlib.suppress(OSError):
            source.settimeout(LOOK_SECONDS)
            while not self._over.is_set() and not pulled.is_set():
                try:
                    data = source.recv(65_536)
                except TimeoutError:
                    continue
                if pulled.is_set():
                    return  # lost, and the other end is not told
                if not data:
                    target.shutdown(socket.SHUT_WR)
                    return
                target.sendall(data)
