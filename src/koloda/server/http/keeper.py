"""Works out, beside the tables, what the replays of finished matches show, so that they outlive their rules.

Matches that end here come first; then those of the archive that have no views yet: so older archives get them.
"""

from __future__ import annotations

import asyncio
import contextlib
import time

import structlog

from koloda.core.errors import KolodaError, WrongVersion
from koloda.games.registry import all_games
from koloda.server.logs import error_fields
from koloda.server.protocol.codec import encode
from koloda.server.services import Services
from koloda.server.storage.kept_views import KeptViews
from koloda.server.storage.store import StoreError
from koloda.server.thinking.pool import NOBODY

from .catalogue import game_info
from .errands import packed_views

PAUSE_SECONDS = 0.5
REST_TIMES = 2.0  # as long as the work took, the processor is left to others
RETRY_SECONDS = 60.0
log = structlog.get_logger()


async def keep_views_for_ever(services: Services) -> None:
    """A task of the server: whatever goes wrong, it tries again."""
    while True:
        try:
            with contextlib.suppress(StoreError):  # a full disk: later
                await keep_games(services.store.views)
            await _keep_what_comes(services)
        except Exception as error:
            log.error("no replays are kept", **error_fields(error))
            await asyncio.sleep(RETRY_SECONDS)


async def _keep_what_comes(services: Services) -> None:
    views, began_serving = services.store.views, time.time()
    while True:
        views.news.clear()
        wanted = await views.wanted(began_serving, 1)
        if not wanted:
            await views.news.wait()
            continue
        await asyncio.sleep(PAUSE_SECONDS)
        began = time.perf_counter()
        await _keep_views(services, wanted[0])
        await asyncio.sleep(REST_TIMES * (time.perf_counter() - began))


async def keep_games(views: KeptViews) -> None:
    """What today's catalogue says of every game, for the day when its rules are another version."""
    for game in all_games():
        name, version = game.info.id, game.info.version
        if await views.game(name, version) is None:
            await views.keep_game(name, version, encode(game_info(name)))


async def _keep_views(services: Services, match_id: str) -> None:
    """The views of one match; those of other rules are left to a server that has these."""
    store = services.store
    try:
        stored = await store.match_text(match_id)
        assert stored is not None
        packed = await services.keeper.do(NOBODY, packed_views, stored)
        await store.views.keep(match_id, packed)
    except WrongVersion:
        log.info("a replay needs other rules to be kept", match=match_id)
    except Exception as error:  # whatever today's rules make of an old record
        reason = error.reason if isinstance(error, KolodaError) else type(error).__name__
        log.warning("a replay is not kept", match=match_id, reason=reason)
        with contextlib.suppress(KolodaError):
            await store.views.note_tried(match_id, time.time())
