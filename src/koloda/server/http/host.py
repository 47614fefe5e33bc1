"""The host's desk: who is here, what is going on, and what the host of the house does about it.

Whoever has the host's key may use it. It tells nothing of any card and changes nothing in any deal: it knows tables by
who sits there and how many moves were made.
"""

from __future__ import annotations

import contextlib
import time
from ipaddress import ip_network
from typing import Any

import msgspec
import structlog
from msgspec import structs
from starlette.requests import Request
from starlette.responses import Response

from koloda.server.access.guest_list import ban_text
from koloda.server.access.limits import MAX_BODY_BYTES
from koloda.server.house_state import Notice
from koloda.server.protocol.codec import encode
from koloda.server.protocol.house import (
    Done,
    HostAct,
    HostBan,
    HostInvitation,
    HostLoad,
    HostOverview,
    HostPerson,
    HostReport,
    HostTable,
    HostUsedUp,
    HostWords,
    NewBan,
    NewInvitation,
    Reason,
    SetDraining,
)
from koloda.server.services import Services
from koloda.server.storage.house import Ban, Invitation
from koloda.server.storage.store import StoreError
from koloda.server.table.typed_text import clean_text

from .described import DescribedRoute, Handler, Operation, delete, get, post, route
from .host_here import HouseSwitches, NodeGlance, SendAway, add_person
from .requests import answer, charge, decoded, read_body, refusal, services_of

HOST_PATH = "/api/host"
WRONG_KEY_COST = 10.0
DAY_SECONDS = 24 * 3600.0
YES = b"true"
log = structlog.get_logger()


def for_host(handler: Handler) -> Handler:
    """Only with the host's key."""

    async def guarded(request: Request) -> Response:
        if not services_of(request).host_key.opens(request):
            charge(request, WRONG_KEY_COST)
            log.warning("a wrong host key", address=request.client.host if request.client else "")
            raise refusal("not-the-host")
        return await handler(request)

    guarded.__name__ = f"host_{handler.__name__}"  # operations of the description are called after it
    return guarded


async def note_act(request: Request, act: str, **about: Any) -> None:
    """Every act is in the log and in the book, whether it succeeds or not; a full disk stops no host."""
    about = {**about, "from": request.client.host if request.client else ""}
    log.info("host act", act=act, **about)
    with contextlib.suppress(StoreError):
        await services_of(request).store.house.note_act(act, about)


# What is going on


async def overview(request: Request) -> Response:
    """The house at a glance: all its nodes."""
    told = [msgspec.json.decode(one, type=NodeGlance) for one in await services_of(request).cluster.ask_all("glance")]
    first, glances = told[0].house, [one.house for one in told]
    return answer(
        structs.replace(
            first,
            started=min(one.started for one in glances),
            tables=sum(one.tables for one in glances),
            playing=sum(one.playing for one in glances),
            sockets=sum(one.sockets for one in glances),
            people=len({person for one in told for person in one.people}),
            problem=next((one.problem for one in glances if one.problem), ""),
            load=_together([one.load for one in glances]),
        )
    )


def _together(loads: list[HostLoad]) -> HostLoad:
    """Of several nodes: the slowest, the fullest, and what all do."""
    return HostLoad(
        move_seconds=max(load.move_seconds for load in loads),
        commit_seconds=max(load.commit_seconds for load in loads),
        lag_seconds=max(load.lag_seconds for load in loads),
        moves=sum(load.moves for load in loads),
        thoughts_waiting=sum(load.thoughts_waiting for load in loads),
        memory_bytes=sum(load.memory_bytes for load in loads),
        data_bytes=sum(load.data_bytes for load in loads),
        free_bytes=min(load.free_bytes for load in loads),
    )


async def tables(request: Request) -> Response:
    """All tables, those that were touched last first."""
    told = await services_of(request).cluster.ask_all("tables")
    listed = [table for one in told for table in msgspec.json.decode(one, type=list[HostTable])]
    return answer(sorted(listed, key=lambda table: -table.touched))


async def people(request: Request) -> Response:
    """All who are connected, those with most connections first."""
    found: dict[str, HostPerson] = {}
    for one in await services_of(request).cluster.ask_all("people"):
        for person in msgspec.json.decode(one, type=list[HostPerson]):
            add_person(found, person)
    return answer(sorted(found.values(), key=lambda person: -person.sockets))


async def quotas(request: Request) -> Response:
    """Who has used up which quota, the latest first."""
    told = await services_of(request).cluster.ask_all("used-up")
    found = [used_up for one in told for used_up in msgspec.json.decode(one, type=list[HostUsedUp])]
    return answer(sorted(found, key=lambda used_up: -used_up.last))


async def acts(request: Request) -> Response:
    """What the host has done, the latest first."""
    return answer([HostAct(*act) for act in await services_of(request).store.house.acts()])


# What the host does


async def close_table(request: Request) -> Response:
    """Send everybody away from a table, and forget it."""
    asked = decoded(await read_body(request, MAX_BODY_BYTES), Reason)
    table = request.path_params["table"]
    await note_act(request, "close-table", table=table, why=asked.why)
    told = await services_of(request).cluster.ask_all("close-table", encode(table))
    if YES not in told:
        raise refusal("no-such-table")
    return answer(Done(1))


async def remove_person(request: Request) -> Response:
    """Send somebody away from wherever they are; they may come again."""
    asked = decoded(await read_body(request, MAX_BODY_BYTES), Reason)
    services, person = services_of(request), request.path_params["person"]
    await note_act(request, "remove", person=person, name=await services.store.name(person), why=asked.why)
    done = await _send_away(services, SendAway("person", person, "removed"))
    if not done:
        raise refusal("no-such-person")
    return answer(Done(done))


async def bans(request: Request) -> Response:
    """GET: who may not come in. POST NewBan: one more."""
    services = services_of(request)
    if request.method == "POST":
        await _ban(request, decoded(await read_body(request, MAX_BODY_BYTES), NewBan))
    found = sorted(await services.store.house.bans(), key=lambda ban: -ban.made)
    return answer([HostBan(ban.kind, ban.who, await _name_of(services, ban), *ban[2:]) for ban in found])


async def _name_of(services: Services, ban: Ban) -> str:
    return await services.store.name(ban.who) if ban.kind == "person" else ""


async def _ban(request: Request, asked: NewBan) -> None:
    services, who = services_of(request), asked.who
    if asked.kind == "address":
        try:
            who = str(ip_network(who, strict=False))
        except ValueError:
            raise refusal("bad-network") from None
    made = time.time()
    ban = Ban(asked.kind, who, made + asked.days * DAY_SECONDS, clean_text(asked.why), made)
    await note_act(request, "ban", **ban._asdict())
    await services.store.house.ban(ban)
    await services.guests.refresh()
    services.cluster.tell_bans()
    text = ban_text(ban)
    await _send_away(services, SendAway(ban.kind, who, "banned", text.ru, text.en))


async def _send_away(services: Services, asked: SendAway) -> int:
    """From all nodes; how many connections and seats there were."""
    told = await services.cluster.ask_all("send-away", encode(asked))
    return max(msgspec.json.decode(one, type=int) for one in told)


async def lift_ban(request: Request) -> Response:
    """Somebody, or a network, may come in again."""
    services, (kind, who) = services_of(request), (request.path_params[name] for name in ("kind", "who"))
    await note_act(request, "lift-ban", kind=kind, who=who)
    await services.store.house.lift_ban(kind, who)
    await services.guests.refresh()
    services.cluster.tell_bans()
    return answer(Done(1))


async def invitations(request: Request) -> Response:
    """GET: those that hold. POST NewInvitation: one more; its code is told this once."""
    book = services_of(request).store.house
    if request.method == "GET":
        return answer([_invitation(one, used) for one, used in await book.invitations()])
    asked = decoded(await read_body(request, MAX_BODY_BYTES), NewInvitation)
    label, until = clean_text(asked.label), time.time() + asked.days * DAY_SECONDS
    await note_act(request, "invite", label=label, until=until, uses=asked.uses)
    code = await book.invite(label, until, asked.uses)
    return answer(HostInvitation("", label, until, asked.uses, 0, code), 201)


def _invitation(one: Invitation, used: int) -> HostInvitation:
    return HostInvitation(one.id, one.label, one.until, one.uses, used)


async def withdraw_invitation(request: Request) -> Response:
    """It lets nobody in any more."""
    invitation = request.path_params["invitation"]
    await note_act(request, "withdraw-invitation", invitation=invitation)
    await services_of(request).store.house.withdraw(invitation)
    return answer(Done(1))


async def reports(request: Request) -> Response:
    """What people have told of each other, with the chat around it."""
    found = await services_of(request).store.house.reports()
    return answer([_report(*report) for report in found])


def _report(report: str, made: float, body: dict[str, Any], done: bool) -> HostReport:
    texts = {
        name: str(body.get(name, "")) for name in ("table", "match", "person", "name", "whom", "whom_name", "text")
    }
    lines = [(str(who), str(name), str(text)) for who, name, text in body.get("lines", [])]
    return HostReport(id=report, when=made, lines=lines, done=done, **texts)


async def settle_report(request: Request) -> Response:
    """The host has dealt with a report."""
    report = request.path_params["report"]
    await note_act(request, "settle-report", report=report)
    if not await services_of(request).store.house.settle_report(report):
        raise refusal("no-such-report")
    return answer(Done(1))


async def notice(request: Request) -> Response:
    """POST HostWords: say something to all. DELETE: take it back."""
    services, said = services_of(request), None
    if request.method == "POST":
        asked = decoded(await read_body(request, MAX_BODY_BYTES), HostWords)
        said = Notice(clean_text(asked.ru), clean_text(asked.en), time.time() + asked.minutes * 60)
    if said is None:
        await note_act(request, "unsay")
    else:
        await note_act(request, "say", ru=said.ru, en=said.en)
    services.house.say(said)
    told = await services.cluster.ask_all("house", encode(HouseSwitches.of(services.house, say=True)))
    return answer(Done(sum(msgspec.json.decode(one, type=int) for one in told)))


async def drain(request: Request) -> Response:
    """POST SetDraining: take no new tables and deal no more, or do so again; how many matches are being played."""
    services, asked = services_of(request), decoded(await read_body(request, MAX_BODY_BYTES), SetDraining)
    if asked.on:
        await note_act(request, "drain")
    else:
        await note_act(request, "stop-draining")
    services.house.draining = asked.on
    await services.cluster.ask_all("house", encode(HouseSwitches.of(services.house)))
    told = await services.cluster.ask_all("glance")
    return answer(Done(sum(msgspec.json.decode(one, type=NodeGlance).house.playing for one in told)))


def desk_route(path: str, handler: Handler, *operations: Operation) -> DescribedRoute:
    """A route of the desk."""
    return route(HOST_PATH + path, for_host(handler), *(one._replace(whose="host") for one in operations))


HOST_ROUTES = [
    desk_route("", overview, get("The house at a glance", HostOverview)),
    desk_route("/tables", tables, get("All tables that are open", list[HostTable])),
    desk_route("/tables/{table}/close", close_table, post("Close a table", Done, Reason)),
    desk_route("/people", people, get("All who are connected", list[HostPerson])),
    desk_route("/people/{person}/remove", remove_person, post("Send somebody away", Done, Reason)),
    desk_route("/quotas", quotas, get("Who has used up which quota", list[HostUsedUp])),
    desk_route("/bans", bans, get("Who may not come in", list[HostBan]), post("Ban", list[HostBan], NewBan)),
    desk_route("/bans/{kind}/{who:path}", lift_ban, delete("Lift a ban", Done)),
    desk_route(
        "/invitations",
        invitations,
        get("Invitations that hold", list[HostInvitation]),
        post("Invite; the code is told this once", HostInvitation, NewInvitation, status=201),
    ),
    desk_route("/invitations/{invitation}", withdraw_invitation, delete("Withdraw an invitation", Done)),
    desk_route("/reports", reports, get("What guests have told of each other", list[HostReport])),
    desk_route("/reports/{report}/done", settle_report, post("A report is dealt with", Done)),
    desk_route("/notice", notice, post("Say something to all", Done, HostWords), delete("Take it back", Done)),
    desk_route("/drain", drain, post("Begin no new matches, or do so again", Done, SetDraining)),
    desk_route("/acts", acts, get("What the host has done", list[HostAct])),
]
