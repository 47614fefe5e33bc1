"""What each node knows for the host's desk, and does for it; ``host.py`` asks all of them."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Awaitable, Callable

import msgspec

import koloda
from koloda.core.text import Text
from koloda.server.house_state import HouseState, Notice
from koloda.server.networks import Networks
from koloda.server.protocol.codec import encode
from koloda.server.protocol.house import (
    HostChair,
    HostLoad,
    HostOverview,
    HostPerson,
    HostTable,
    HostUsedUp,
)
from koloda.server.services import Services
from koloda.server.table.owner import moves_made
from koloda.server.table.table import Table

from .house import told

PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


class NodeGlance(msgspec.Struct):
    """A node at a glance, and who is there."""

    house: HostOverview
    people: list[str]


def glance(services: Services) -> NodeGlance:
    """This node."""
    tables, here = services.hub.tables.values(), services.hub.connections()
    people = {connection.person.id for connection in here}
    house = HostOverview(
        version=koloda.__version__,
        started=services.started,
        now=time.time(),
        tables=len(tables),
        playing=sum(table.status() == "playing" for table in tables),
        sockets=len(here),
        people=len(people),
        draining=services.house.draining,
        invite_only=services.guests.invite_only,
        notice=told(services.house.notice),
        problem=services.store.problem,
        load=_load(services),
    )
    return NodeGlance(house, sorted(people))


def _load(services: Services) -> HostLoad:
    folder = services.settings.data
    with open("/proc/self/statm", encoding="ascii") as file:
        resident_pages = int(file.read().split()[1])
    return HostLoad(
        move_seconds=services.move_seconds.quantile(0.99),
        commit_seconds=services.store.commit_seconds.quantile(0.99),
        lag_seconds=services.metrics.loop_lag.quantile(0.99),
        moves=services.move_seconds.count,
        thoughts_waiting=services.pool.questions,
        memory_bytes=resident_pages * PAGE_BYTES,
        data_bytes=sum(path.stat().st_size for path in folder.iterdir() if path.is_file()),
        free_bytes=shutil.disk_usage(folder).free,
    )


def host_table(table: Table) -> HostTable:
    """A table by who is there; how many moves were made is all that is told of its match."""
    here = {connection.person.id for connection in table.audience.connections}
    chairs = [
        HostChair(
            kind="person" if state.person is not None else "empty" if state.level is None else "bot",
            person=state.person or "",
            name=state.name,
            level=state.level,
            here=state.person in here,
            bot_account=state.bot_account,
        )
        for state in table.seats
    ]
    return HostTable(
        id=table.id,
        code=table.code,
        game=table.setup.game,
        status=table.status(),
        made=table.row.made,
        touched=table.touched,
        host=table.host,
        chairs=chairs,
        watchers=sum(table.seat_of(person) is None for person in here),
        sockets=len(table.audience.connections),
        moves=moves_made(table),
        open=table.setup.open,
    )


def add_person(found: dict[str, HostPerson], more: HostPerson) -> None:
    known = found.setdefault(more.id, HostPerson(more.id, more.name, [], 0, [], more.bot_account))
    known.sockets += more.sockets
    known.addresses += [address for address in more.addresses if address not in known.addresses]
    known.tables += [table for table in more.tables if table not in known.tables]


def people_here(services: Services) -> list[HostPerson]:
    """All who are at tables of this node."""
    found: dict[str, HostPerson] = {}
    for table in services.hub.tables.values():
        for connection in table.audience.connections:
            person = connection.person
            told = HostPerson(person.id, person.name, [connection.address], 1, [table.id], person.bot)
            add_person(found, told)
    return list(found.values())


async def used_up_here(services: Services) -> list[HostUsedUp]:
    """Who was refused by this node."""
    return [
        HostUsedUp(
            quota=one.quota,
            whose="person" if one.whose == "person" else "network",
            person=one.person,
            name=await services.store.name(one.person),
            address=one.address,
            times=one.times,
            last=one.last,
        )
        for one in services.quotas.used_up.latest()
    ]


class SendAway(msgspec.Struct):
    """Whose connections are to be closed, and why."""

    kind: str
    who: str
    reason: str
    ru: str = ""
    en: str = ""


async def send_away_here(services: Services, asked: SendAway) -> int:
    """From this node."""
    words = Text(asked.ru, asked.en) if asked.en else None
    if asked.kind == "person":
        return await services.hub.send_away(asked.who, asked.reason, words)
    return services.hub.send_network_away(Networks((asked.who,)), asked.reason, words)


class HouseSwitches(msgspec.Struct):
    """What the host has switched on, and when."""

    changed: float
    draining: bool
    notice: tuple[str, str, float] | None
    say: bool  # to all who are here

    @classmethod
    def of(cls, house: HouseState, say: bool = False) -> HouseSwitches:
        """As it is."""
        notice = house.notice
        return cls(house.changed, house.draining, notice and (notice.ru, notice.en, notice.until), say)


def switch_here(services: Services, asked: HouseSwitches) -> int:
    """At this node; how many connections have heard of it."""
    notice = None if asked.notice is None else Notice(*asked.notice)
    services.house.adopt(asked.changed, asked.draining, notice)
    return services.say_word() if asked.say else 0


def host_for_nodes(services: Services) -> None:
    """What other nodes ask, for the host who is at one of them."""

    async def close_here(body: bytes) -> bytes:
        return encode(await services.hub.close_table(msgspec.json.decode(body, type=str)))

    async def send_away(body: bytes) -> bytes:
        return encode(await send_away_here(services, msgspec.json.decode(body, type=SendAway)))

    async def give_up(body: bytes) -> bytes:
        return encode(await services.hub.give_up(msgspec.json.decode(body, type=list[str])))

    async def switch(body: bytes) -> bytes:
        return encode(switch_here(services, msgspec.json.decode(body, type=HouseSwitches)))

    async def used_up(body: bytes) -> bytes:
        return encode(await used_up_here(services))

    def told_here(tell: Callable[[Services], object]) -> Callable[[bytes], Awaitable[bytes]]:
        async def here(body: bytes) -> bytes:
            return encode(tell(services))

        return here

    services.cluster.handlers |= {
        "close-table": close_here,
        "send-away": send_away,
        "give-up": give_up,
        "house": switch,
        "used-up": used_up,
        "glance": told_here(glance),
        "people": told_here(people_here),
        "tables": told_here(lambda services: [host_table(table) for table in services.hub.tables.values()]),
    }
