"""What a house tells everybody of itself, and the invitation by which one becomes a member of it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from koloda.server.house_state import Notice
from koloda.server.protocol.house import HouseInfo, HouseNotice, UseInvitation

from .described import get, post, route
from .requests import answer, asker_of, body_of, charge_for_keeping, person_of, refusal, services_of

HOUSE_PATH = "/api/house"


async def house(request: Request) -> Response:
    """Whose house this is, and what it has to say."""
    return answer(await house_info(request))


async def house_info(request: Request) -> HouseInfo:
    """The same, as it is told."""
    services = services_of(request)
    settings, person = services.settings, asker_of(request).person
    return HouseInfo(
        name=settings.house_name,
        imprint=settings.imprint,
        contact=settings.contact,
        invite_only=settings.invite_only,
        invited=await services.guests.is_invited(person),
        draining=services.house.draining,
        notice=told(services.house.notice),
    )


def told(notice: Notice | None) -> HouseNotice | None:
    """The host's word, if there is one."""
    return None if notice is None else HouseNotice(*notice)


async def invitation(request: Request) -> Response:
    """Somebody follows an invitation."""
    asked = await body_of(request, UseInvitation)
    person = await person_of(request)
    charge_for_keeping(request)
    if not await services_of(request).store.house.accept(asked.code, person.id):
        raise refusal("no-invitation")
    return answer(await house_info(request))


HOUSE_ROUTES = [
    route(HOUSE_PATH, house, get("Whose house this is, and what it has to say", HouseInfo)),
    route("/api/invitation", invitation, post("Follow an invitation", HouseInfo, UseInvitation, whose="person")),
]
