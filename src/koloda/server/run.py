"""Start a server and stay: structured logs, a clean stop on SIGTERM."""

from __future__ import annotations

import asyncio
import signal

import structlog
import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .app import WebApp, make_app
from .limits import FRAME
from .parts import check_data
from .settings import Settings

FAREWELL = 0.1


class SocketProtocol(WebSocketsSansIOProtocol):
    """Lets a route cut off a client that does not even read the goodbye: closing would wait for it for ever."""

    async def run_asgi(self) -> None:
        """Run the route with a way to cut the line."""
        self.scope["abort"] = self.transport.abort  # type: ignore[typeddict-unknown-key]
        await super().run_asgi()


def run(settings: Settings, welcome: str) -> int:
    """Serve until a signal comes; the exit code."""
    structlog.configure(processors=[structlog.processors.TimeStamper(fmt="iso"), structlog.processors.JSONRenderer()])
    check_data(settings)
    app = make_app(settings)
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        ws=SocketProtocol,
        ws_max_size=4 * FRAME,
        ws_per_message_deflate=False,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    server = Announced(config, app, welcome)
    for wanted in (signal.SIGTERM, signal.SIGINT):  # uvicorn raises it again when all is done: that was no crash
        signal.signal(wanted, lambda number, frame: None)
    server.run()
    return 0 if server.started else 2


class Announced(uvicorn.Server):
    """Tells its address once it really listens, and its clients when it goes."""

    def __init__(self, config: uvicorn.Config, app: WebApp, welcome: str) -> None:
        super().__init__(config)
        self._app = app
        self._welcome = welcome

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        """Listen, then say so."""
        await super().startup(sockets)  # type: ignore[arg-type]
        if self.started:
            print(self._welcome, flush=True)

    async def shutdown(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        """Say goodbye, then close."""
        self._app.say_goodbye()
        await asyncio.sleep(FAREWELL)
        await super().shutdown(sockets)  # type: ignore[arg-type]
