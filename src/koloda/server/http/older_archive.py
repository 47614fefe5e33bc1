"""Keeps what the matches of an older archive show, while there are rules for them: today's, or an older release's."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from koloda.server.storage.archive import stored_match
from koloda.server.storage.positions import Position
from koloda.server.storage.store import Store
from koloda.server.table.restore import older_deal
from koloda.server.table.table_settings import TableSettings

from .catalogue import is_current
from .errands import packed_views
from .keeper import keep_games
from .older_release import NoOlderRelease, OlderRelease

MATCHES_AT_ONCE = 50
Rules = tuple[str, int]  # a game and the version of its rules
Progress = Callable[[int, int], None]  # is told how many of how many are done


class KeptNow(NamedTuple):
    """What came of it: how many replays and last positions are kept now, and how many replays need which rules."""

    replays: int
    left: Counter[Rules]
    positions: int


async def keep_archive(store: Store, older: OlderRelease | None, show: Progress) -> KeptNow:
    """Keep all that today's rules show and, if there is an older release, what its rules do."""
    await keep_games(store.views)
    if older is None:
        return KeptNow(*await _keep_replays(store, None, show), 0)
    for rules, told in older.other_games().items():
        if await store.views.game(*rules) is None:
            await store.views.keep_game(*rules, told)
    return KeptNow(*await _keep_replays(store, older, show), await _keep_positions(store, older))


async def _keep_replays(store: Store, older: OlderRelease | None, show: Progress) -> tuple[int, Counter[Rules]]:
    began, kept, left = time.time(), 0, Counter[Rules]()
    in_all = await store.views.count_wanted(began)
    while wanted := await store.views.wanted(began, MATCHES_AT_ONCE):
        for match_id in wanted:
            show(kept + left.total(), in_all)
            stored = await store.match_text(match_id)
            assert stored is not None
            packed, rules = _packed(stored, older)
            if packed is None:
                left[rules] += 1
                await store.views.note_tried(match_id, time.time())
            else:
                kept += 1
                await store.views.keep(match_id, packed)
    return kept, left


def _packed(stored: str, older: OlderRelease | None) -> tuple[bytes | None, Rules]:
    """What a replay of a match shows, if it can be shown; and by which rules it was played."""
    record = stored_match(json.loads(stored)).record
    rules = record["game"], record["version"]
    try:
        if older is not None and older.has(*rules) and not is_current(*rules):
            return older.packed_views(record), rules
        return packed_views(stored), rules
    except NoOlderRelease:
        raise
    except Exception:  # whatever rules make of an old record
        return None, rules


async def _keep_positions(store: Store, older: OlderRelease) -> int:
    """Where the matches stopped that were being played by its rules; how many are kept now."""
    kept = 0
    for table_id in await store.tables.dealt():
        try:
            kept += await _keep_position(store, table_id, older)
        except NoOlderRelease:
            raise
        except Exception:  # whatever an old journal tells, or old rules make of it: its table is shown without
            continue
    return kept


async def _keep_position(store: Store, table_id: str, older: OlderRelease) -> bool:
    deal = await older_deal(table_id, store, TableSettings())
    known = await store.positions.of(table_id)
    if await store.has_match(deal.match) or (known is not None and known.match == deal.match):
        return False
    if is_current(deal.game, deal.version) or not older.has(deal.game, deal.version):
        return False
    views = older.last_position(deal._asdict())
    await store.positions.keep(table_id, Position(deal.match, len(deal.moves), views))
    return True
