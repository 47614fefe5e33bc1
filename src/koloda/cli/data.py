"""``koloda backup``, ``restore`` and ``check-data``: what a host does with the data folder."""

from __future__ import annotations

import argparse
import asyncio
from importlib.util import find_spec
from pathlib import Path

from koloda.core.text import Text

from .serve import NEEDS_CLUSTER_EXTRA, NEEDS_SERVER_EXTRA, NoServer

BACKED_UP = Text("Копия в {folder}: {what}.", "The copy is in {folder}: {what}.")
RESTORED = Text("Восстановлено в {folder}: {what}.", "Restored to {folder}: {what}.")
SOUND = Text("{folder} в порядке: {what}.", "{folder} is sound: {what}.")
WHAT = Text(
    "{matches} {matches:партия|партии|партий}, {views} {views:повтор|повтора|повторов}, "
    "{events} {events:строка|строки|строк} журналов",
    "{matches} {matches:match|matches}, {views} {views:replay|replays}, {events} {events:journal line|journal lines}",
)


def backup(args: argparse.Namespace) -> int:
    """Copy the data of a server, which may run."""
    from koloda.server.storage.copies import back_up

    counts = back_up(data_folder(args), Path(args.folder))
    return _say(args, BACKED_UP, args.folder, counts)


def restore(args: argparse.Namespace) -> int:
    """Put a copy where there is no data yet."""
    from koloda.server.storage import copies

    data = data_folder(args)
    return _say(args, RESTORED, data, copies.restore(Path(args.folder), data))


def check_data(args: argparse.Namespace) -> int:
    """Read every row."""
    from koloda.server.storage.copies import DATABASE, check_database

    data, store = data_folder(args), store_address(args)
    if store:
        return _say(args, SOUND, store, asyncio.run(_check_postgres(store)))
    return _say(args, SOUND, data, check_database(data / DATABASE))


async def _check_postgres(url: str) -> dict[str, int]:
    from koloda.server.storage.postgres_store import PostgresStore
    from koloda.server.storage.schema import table_names

    store = await PostgresStore.open(url)
    try:
        return {name: sum([len(rows) async for rows in store.all_rows(name)]) for name in table_names()}
    finally:
        await store.close()


def data_folder(args: argparse.Namespace) -> Path:
    """The folder that a command is about."""
    if find_spec("structlog") is None or find_spec("msgspec") is None:
        raise NoServer("no-server", NEEDS_SERVER_EXTRA)
    from koloda.server.settings import Settings, from_environment

    return from_environment(Settings()).data if args.data is None else Path(args.data)


def store_address(args: argparse.Namespace) -> str:
    """The address of a PostgreSQL database; "" where everything is in the data folder."""
    from koloda.server.settings import Settings, from_environment

    url = str(from_environment(Settings()).store if args.store is None else args.store)
    if url and find_spec("asyncpg") is None:
        raise NoServer("no-server", NEEDS_CLUSTER_EXTRA)
    return url


def _say(args: argparse.Namespace, words: Text, folder: object, counts: dict[str, int]) -> int:
    some: dict[str, object] = {name: counts.get(name, 0) for name in ("matches", "views", "events")}
    print(words.fill(args.lang, {"folder": str(folder), "what": WHAT.fill(args.lang, some)}))
    return 0
