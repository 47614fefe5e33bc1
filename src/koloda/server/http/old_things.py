"""Removes, beside the tables, what the host of the house does not want to keep any longer."""

from __future__ import annotations

import asyncio
import time

import structlog

from koloda.server.logs import error_fields
from koloda.server.services import Services
from koloda.server.storage.retention import sweep

FIRST_SECONDS = 60.0  # after the start
SWEEP_SECONDS = 6 * 3600.0
log = structlog.get_logger()


async def keep_no_longer_than_wanted(services: Services) -> None:
    """A task of the server: whatever goes wrong, it is tried again in its turn."""
    if not any(services.kept_days):
        return
    await asyncio.sleep(FIRST_SECONDS)
    while True:
        try:
            done = await sweep(services.store, services.kept_days, time.time())
            if done:
                services.scrubber.want()
                log.info("old things were removed", **{name.replace(" ", "_"): count for name, count in done.items()})
        except Exception as error:
            log.error("old things are not removed", **error_fields(error))
        await asyncio.sleep(SWEEP_SECONDS)
