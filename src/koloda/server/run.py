"""Start a server and stay: structured logs, a clean stop on SIGTERM."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import resource
import signal

import uvicorn
from starlette.types import Receive, Scope, Send

from koloda.bots.registry import problems as problems_of_bots
from koloda.games.registry import problems as problems_of_games
from koloda.match import __file__ as file_of_match
from koloda.server.access.host_key import note_address
from koloda.server.access.limits import MAX_FRAME_BYTES
from koloda.server.sockets.uvicorn_http import HttpTimeoutProtocol
from koloda.server.sockets.uvicorn_ws import SocketProtocol

from . import logs
from .app import WebApp, make_app
from .services import open_services
from .settings import Settings
from .take_over import RETRY_MS, Turn, listening_socket

FAREWELL_SECONDS = 0.1  # for clients to read that the server goes down
SHUTDOWN_SECONDS = 3
PING_SECONDS = 4.0  # between the answer to one ping and the next: a client whose cable is pulled sends no farewell
PONG_SECONDS = 6.0  # for the answer; both together are how long somebody may be gone without anybody's noticing
STOPPED_RETRY_MS = 1000
LOOPBACK = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # where one listens everywhere


def run(settings: Settings, welcome: str) -> int:
    """Serve until a signal comes; the exit code."""
    logs.set_up()
    _name_unusable_packages()
    _take_descriptors()
    turn = Turn.of_environment()
    listener = listening_socket(settings.host, settings.port) if turn is None else turn.listener
    if turn is not None and not turn.wait():
        welcome = ""
    config = uvicorn.Config(
        _no_app,  # it is made when the store is open
        http=HttpTimeoutProtocol,
        ws=SocketProtocol,
        ws_max_size=4 * MAX_FRAME_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PONG_SECONDS,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )
    server = AnnouncingServer(config, settings, welcome, turn)
    for number in (signal.SIGTERM, signal.SIGINT):  # uvicorn raises it again when all is done: that was no crash
        signal.signal(number, lambda number, frame: None)
    server.run(sockets=[listener])
    return 0 if server.started else 2


async def _no_app(scope: Scope, receive: Receive, send: Send) -> None:
    raise NotImplementedError


def _name_unusable_packages() -> None:
    """Games and bots of other packages that cannot be used; it also loads all games before the first guest comes."""
    for problem in [*problems_of_games(), *problems_of_bots()]:
        reason = problem.reason.en
        logs.log.warning("a package cannot be used", package=problem.package, entry=problem.entry, reason=reason)


class AnnouncingServer(uvicorn.Server):
    """Tells its address once it really listens, and its clients when it goes."""

    _app: WebApp

    def __init__(self, config: uvicorn.Config, settings: Settings, welcome: str, turn: Turn | None) -> None:
        super().__init__(config)
        self._settings = settings
        self._welcome = welcome
        self._turn = turn
        self._retry_ms = STOPPED_RETRY_MS

    async def serve(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        """Open the store, which may be refused, then serve."""
        self._app = self.config.app = make_app(await open_services(self._settings))
        await super().serve(sockets)  # type: ignore[arg-type]

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        """Listen, then say so."""
        await super().startup(sockets)  # type: ignore[arg-type]
        if self.started:
            _freeze_garbage_collector()
            self._note_address()
            if self._welcome:
                print(self._welcome, flush=True)
            if self._turn is not None:
                self._turn.say_serving("interpreted" if file_of_match.endswith(".py") else "compiled")
                asyncio.get_running_loop().add_reader(self._turn.channel, self._end_turn, self._turn)

    def _note_address(self) -> None:
        """For `koloda admin` on this machine."""
        settings = self._app.settings
        host = LOOPBACK.get(settings.host, settings.host)
        with contextlib.suppress(OSError):  # a full disk: then the command must be told
            note_address(settings.data, f"http://{f'[{host}]' if ':' in host else host}:{settings.port}")

    def _end_turn(self, turn: Turn) -> None:
        asyncio.get_running_loop().remove_reader(turn.channel)
        if turn.is_handed_over():
            self._retry_ms = RETRY_MS
        self.should_exit = True

    async def shutdown(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        """Say goodbye, then close. Who calls from now on waits for the next process, if there is one."""
        for server in self.servers:
            server.close()
        await self._app.say_goodbye(self._retry_ms)
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
