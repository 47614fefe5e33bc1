"""Start a server and stay: structured logs, a clean stop on SIGTERM."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import resource
import signal
import socket

import uvicorn

from koloda.bots.registry import problems as problems_of_bots
from koloda.core.errors import KolodaError
from koloda.core.text import Text
from koloda.games.registry import problems as problems_of_games
from koloda.server.access.limits import MAX_FRAME_BYTES
from koloda.server.sockets.uvicorn_http import HttpTimeoutProtocol
from koloda.server.sockets.uvicorn_ws import SocketProtocol

from . import logs
from .app import WebApp, make_app
from .services import Services
from .settings import Settings

FAREWELL_SECONDS = 0.1  # for clients to read that the server goes down
SHUTDOWN_SECONDS = 3


class CannotListen(KolodaError):
    """The server cannot listen where it should."""


def run(settings: Settings, welcome: str) -> int:
    """Serve until a signal comes; the exit code."""
    logs.set_up()
    _name_unusable_packages()
    _take_descriptors()
    listener = listening_socket(settings.host, settings.port)
    app = make_app(Services(settings))
    config = uvicorn.Config(
        app,
        http=HttpTimeoutProtocol,
        ws=SocketProtocol,
        ws_max_size=4 * MAX_FRAME_BYTES,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )
    server = AnnouncingServer(config, app, welcome)
    for number in (signal.SIGTERM, signal.SIGINT):  # uvicorn raises it again when all is done: that was no crash
        signal.signal(number, lambda number, frame: None)
    server.run(sockets=[listener])
    return 0 if server.started else 2


def _name_unusable_packages() -> None:
    """Games and bots of other packages that cannot be used; it also loads all games before the first guest comes."""
    for problem in [*problems_of_games(), *problems_of_bots()]:
        reason = problem.reason.en
        logs.log.warning("a package cannot be used", package=problem.package, entry=problem.entry, reason=reason)


def listening_socket(host: str, port: int) -> socket.socket:
    """The socket to listen on."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        where, why = f"{host}:{port}", getattr(error, "strerror", None) or error
        text = Text(f"По адресу {where} слушать нельзя: {why}.", f"Cannot listen at {where}: {why}.")
        raise CannotListen("no-line", text) from error
    return listener


class AnnouncingServer(uvicorn.Server):
    """Tells its address once it really listens, and its clients when it goes."""

    def __init__(self, config: uvicorn.Config, app: WebApp, welcome: str) -> None:
        super().__init__(config)
        self._app = app
        self._welcome = welcome

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        """Listen, then say so."""
        await super().startup(sockets)  # type: ignore[arg-type]
        if self.started:
            _freeze_garbage_collector()
            print(self._welcome, flush=True)

    async def shutdown(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        """Say goodbye, then close."""
        self._app.say_goodbye()
        await asyncio.sleep(FAREWELL_SECONDS)
        await super().shutdown(sockets)  # type: ignore[arg-type]


def _take_descriptors() -> None:
    """Allow as many connections as the system does, not the few that a shell begins with."""
    _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))


def _freeze_garbage_collector() -> None:
    """All that is here now stays: the collector need not look at it, and looks at the rest less often.

    Tables and sockets leave no cycles behind: a collection frees little and holds up everybody.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
