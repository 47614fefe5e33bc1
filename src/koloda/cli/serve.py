"""``koloda serve``: the table in the browser."""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from pathlib import Path

from koloda.core.errors import KolodaError
from koloda.core.text import Text

WELCOME = Text(
    "Стол накрыт: http://{host}:{port}/  (Ctrl-C — закрыть)",
    "The table is laid: http://{host}:{port}/  (Ctrl-C to close)",
)
NEEDS_SERVER_EXTRA = Text(
    "Для стола нужны зависимости сервера: pip install 'koloda[server]'.",
    "The table needs the server's dependencies: pip install 'koloda[server]'.",
)


class NoServer(KolodaError):
    """The server's dependencies are not installed."""


def serve(args: argparse.Namespace) -> int:
    """Start the server and wait until it is stopped."""
    if find_spec("starlette") is None or find_spec("uvicorn") is None:
        raise NoServer("no-server", NEEDS_SERVER_EXTRA)
    from koloda.server.settings import Settings, from_environment
    from koloda.server.take_over import listening_socket, supervise

    base = from_environment(Settings())
    asked = {"host": args.host, "port": args.port, "data": None if args.data is None else Path(args.data)}
    settings = base._replace(**{name: value for name, value in asked.items() if value is not None})
    if args.renew is not None:
        words = ["--lang", args.lang, "serve", "--host", settings.host, "--port", str(settings.port)]
        words += ["--data", str(settings.data)]
        return supervise(words, listening_socket(settings.host, settings.port), args.renew)
    from koloda.server.run import run

    return run(settings, WELCOME.fill(args.lang, {"host": settings.host, "port": settings.port}))
