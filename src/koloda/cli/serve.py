"""``koloda serve``: the table in the browser."""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from pathlib import Path

from koloda.bots.find_player import find_player
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


NEEDS_CLUSTER_EXTRA = Text(
    "Для PostgreSQL и NATS нужно ещё: pip install 'koloda[server-cluster]'.",
    "PostgreSQL and NATS need more: pip install 'koloda[server-cluster]'.",
)
NEEDS_STORE = Text(
    "Несколько узлов делят одну базу: к --bus нужно и --store postgresql://…",
    "Several nodes share a database: --bus needs --store postgresql://… too.",
)
SOME_GAME = "pairs"


class NoServer(KolodaError):
    """The server's dependencies are not installed."""


def serve(args: argparse.Namespace) -> int:
    """Start the server and wait until it is stopped."""
    if find_spec("starlette") is None or find_spec("uvicorn") is None:
        raise NoServer("no-server", NEEDS_SERVER_EXTRA)
    from koloda.server.settings import Settings, from_environment, named_bots
    from koloda.server.take_over import listening_socket, supervise

    base = from_environment(Settings())
    asked = {"host": args.host, "port": args.port, "data": None if args.data is None else Path(args.data)}
    asked |= {"store": args.store, "bus": args.bus, "node": args.node, "bots": tuple(args.bot) or None}
    settings = base._replace(**{name: value for name, value in asked.items() if value is not None})
    if settings.bus and not settings.store:
        raise NoServer("no-store", NEEDS_STORE)
    if settings.store and (find_spec("asyncpg") is None or find_spec("nats") is None):
        raise NoServer("no-server", NEEDS_CLUSTER_EXTRA)
    for spec in named_bots(settings.bots).values():
        find_player(SOME_GAME, spec).close()  # so that a wrong name is told now, and not at a table
    if args.renew is not None:
        words = ["--lang", args.lang, "serve", "--host", settings.host, "--port", str(settings.port)]
        words += ["--data", str(settings.data), "--store", settings.store, "--bus", settings.bus]
        words += ["--node", settings.node]
        words += [*(word for bot in settings.bots for word in ("--bot", bot))]
        return supervise(words, listening_socket(settings.host, settings.port), args.renew)
    from koloda.server.run import run

    return run(settings, WELCOME.fill(args.lang, {"host": settings.host, "port": settings.port}))
