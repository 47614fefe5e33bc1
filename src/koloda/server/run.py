"""Start a server and stay: structured logs, a clean stop on SIGTERM."""

from __future__ import annotations

import structlog
import uvicorn

from .app import make_app
from .limits import FRAME
from .parts import check_data
from .settings import Settings


def run(settings: Settings, welcome: str) -> int:
    """Serve until a signal comes; the exit code."""
    structlog.configure(processors=[structlog.processors.TimeStamper(fmt="iso"), structlog.processors.JSONRenderer()])
    check_data(settings)
    config = uvicorn.Config(
        make_app(settings),
        host=settings.host,
        port=settings.port,
        ws="websockets-sansio",
        ws_max_size=4 * FRAME,
        ws_per_message_deflate=False,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    server = Announced(config, welcome)
    server.run()
    return 0 if server.started else 2


class Announced(uvicorn.Server):
    """Tells its address once it really listens."""

    def __init__(self, config: uvicorn.Config, welcome: str) -> None:
        super().__init__(config)
        self._welcome = welcome

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        """Listen, then say so."""
        await super().startup(sockets)  # type: ignore[arg-type]
        if self.started:
            print(self._welcome, flush=True)
