"""Another match at the same table: as its host wants it, or when all who stay are ready."""

from __future__ import annotations

from typing import Any

import msgspec

from koloda.core.errors import KolodaError
from koloda.games.registry import find_game
from koloda.server.protocol.bodies import NewTable
from koloda.server.storage.table_index import AGAIN_ENTRY
from koloda.untrusted import new_match

from .company import names_for_rematch
from .seal import DealSeal
from .table import Table


async def begin_again(table: Table, game: str | None = None, options: dict[str, Any] | None = None) -> None:
    """Back to before the deal, with another seal; another game or options where they are named."""
    setup = _setup_for_rematch(table, game, options)
    if table.old is not None and game is None and options is None:
        setup = _fitting_today(setup)
    elif setup != table.setup:
        new_match(setup.game, setup.seats, setup.options, seed="")  # raises where game, seats and options do not fit
    seal = DealSeal(table.id, setup.seats)
    again = {"game": setup.game, "options": setup.options, "secret": seal.secret, "match": seal.match_id}
    await table.append((AGAIN_ENTRY, again))
    table.reset_for_rematch(setup.game, setup.options, seal)
    await names_for_rematch(table)
    table.tell_table()


def _setup_for_rematch(table: Table, game: str | None, options: dict[str, Any] | None) -> NewTable:
    if options is None:
        options = {} if game else options_for_rematch(table)
    return msgspec.structs.replace(table.setup, game=game or table.setup.game, options=options)


def _fitting_today(setup: NewTable) -> NewTable:
    """The same match by today's rules; options that these no longer have are left out."""
    try:
        new_match(setup.game, setup.seats, setup.options, seed="")
    except KolodaError:
        setup = msgspec.structs.replace(setup, options={})
        new_match(setup.game, setup.seats, setup.options, seed="")
    return setup


def options_for_rematch(table: Table) -> dict[str, Any]:
    """The options of another match of the same game: as before, except those that the last result sets by name."""
    names = {option.name for option in find_game(table.setup.game).info.options}
    result = table.result() or {}
    return {**table.setup.options, **{name: value for name, value in result.items() if name in names}}
