"""``koloda migrate``: brings the data up to date, and keeps what today's and, if they are there, older rules show."""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from koloda.core.text import Text

from .data import data_folder, store_address
from .progress_bar import ProgressBar

if TYPE_CHECKING:
    from koloda.server.http.older_archive import KeptNow, Rules
    from koloda.server.storage.store import Store

WITH_HELP = Text(
    "Python, в котором стоит прежняя Колода: её правила покажут то, что по ним сыграно",
    "the Python of an older Koloda: its rules show what was played by them",
)
MIGRATED = Text(
    "Сохранено повторов: {replays}. Для скольких нужны другие правила: {left}.",
    "Replays kept: {replays}. Left, because they need other rules: {left}.",
)
LEFT = Text("  {game}, правила версии {version}: {count}", "  {game}, version {version} of the rules: {count}")
STUMBLED = Text(
    "  {game}: {count}, хотя правила те же; напишите нам", "  {game}: {count}, though the rules are the same: tell us"
)
WHAT_TO_DO = Text(
    "Сами записи целы. Чтобы сохранить и повторы, поставьте рядом прежнюю версию Колоды, в которой эти правила ещё "
    "есть: «python3 -m venv ПАПКА», «ПАПКА/bin/pip install …», — и скажите: koloda migrate --with ПАПКА/bin/python",
    "Their records are whole. To keep their replays, too, install the older Koloda that still has these rules beside "
    "this one (python3 -m venv FOLDER, FOLDER/bin/pip install …) and run: koloda migrate --with FOLDER/bin/python",
)
POSITIONS = Text(
    "Прерванных партий, у которых сохранена последняя позиция: {positions}.",
    "Last positions of interrupted matches kept: {positions}.",
)


def migrate(args: argparse.Namespace) -> int:
    """Bring the data up to date, and keep the replays of all matches whose rules are here, or in an older release."""
    data, url = data_folder(args), store_address(args)
    done = asyncio.run(_migrate(data, url, args.older_python))
    print(MIGRATED.fill(args.lang, {"replays": done.replays, "left": done.left.total()}))
    _tell_of_left(done.left, args.lang)
    if done.positions:
        print(POSITIONS.fill(args.lang, {"positions": done.positions}))
    return 0


def _tell_of_left(left: Counter[Rules], lang: str) -> None:
    """By which rules those were played that cannot be shown, and what to do about it."""
    from koloda.server.http.catalogue import is_current

    for (game, version), count in sorted(left.items()):
        words = STUMBLED if is_current(game, version) else LEFT
        print(words.fill(lang, {"game": game, "version": version, "count": count}))
    if not all(is_current(*rules) for rules in left):
        print(WHAT_TO_DO.get(lang))


async def _opened(data: Path, url: str) -> Store:
    """The store, brought up to date; nothing is made where there is nothing."""
    from koloda.server.storage.copies import DATABASE, check_database
    from koloda.server.storage.sqlite_store import SqliteStore

    if not url:
        check_database(data / DATABASE)
        return SqliteStore(data / DATABASE)
    from koloda.server.storage.migrations import migrate_postgres
    from koloda.server.storage.postgres_store import PostgresStore

    await migrate_postgres(url)
    return await PostgresStore.open(url)


async def _migrate(data: Path, url: str, older_python: str | None) -> KeptNow:
    from koloda.server.http.older_archive import keep_archive
    from koloda.server.http.older_release import OlderRelease

    bar = ProgressBar(0)

    def show(done: int, in_all: int) -> None:
        bar.total = in_all
        bar.show(done)

    with ExitStack() as stack:
        older = stack.enter_context(OlderRelease(older_python)) if older_python else None
        store = await _opened(data, url)
        try:
            return await keep_archive(store, older, show)
        finally:
            bar.clear()
            await store.close()
