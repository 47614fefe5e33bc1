"""What those at a table may do about each other, and its host about all: who comes in, who has a seat, when play rests.

``who`` is a number that a table gives to everybody who comes; it holds while the server has the table open.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from .base import Message, Seat

Door = Literal["open", "ask", "closed"]
Who = Annotated[int, msgspec.Meta(ge=1)]
Complaint = Annotated[str, msgspec.Meta(max_length=300)]


class Mute(Message, tag="mute"):
    """Hear somebody no more at this table, or (``on`` false) again; they are not told."""

    who: Who
    on: bool = True


class Nudge(Message, tag="nudge"):
    """Remind whoever sits there that the table waits for them."""

    seat: Seat


class Report(Message, tag="report"):
    """Tell the host of the house of somebody; the last lines of the chat go with it."""

    who: Who
    text: Complaint = ""


class FreeSeat(Message, tag="free"):
    """Host: take the seat from whoever has it; in a match a bot plays on. Others only where their person is idle."""

    seat: Seat


class Ban(Message, tag="ban"):
    """Host: send somebody away from this table for good, or (``yes`` false) take that back."""

    who: Who
    yes: bool = True


class SetDoor(Message, tag="door"):
    """Host: newcomers come in (``open``), ask first (``ask``), or stay outside (``closed``)."""

    door: Door


class LetIn(Message, tag="let-in"):
    """Host: let in somebody who asks at the door, or (``yes`` false) not."""

    who: Who
    yes: bool = True


class HandOver(Message, tag="hand-over"):
    """Host: make whoever sits there the host."""

    seat: Seat


class Pause(Message, tag="pause"):
    """Host: nobody moves, no clock runs and no bot plays, until (``on`` false) play goes on."""

    on: bool = True


class Arrange(Message, tag="arrange"):
    """Host, before the deal: another game, options, number of seats, manners; what is null stays as it is.

    Another game has its usual options, where none are named.
    """

    game: str | None = None
    seats: Annotated[int, msgspec.Meta(ge=1, le=16)] | None = None
    options: dict[str, Any] | None = None
    open: bool | None = None
    watch: bool | None = None
    hints: bool | None = None
    join: Literal["now", "between"] | None = None
    clock: Annotated[int, msgspec.Meta(ge=0, le=3600)] | None = None
    full: bool | None = None
    patience: Annotated[int, msgspec.Meta(ge=1, le=60)] | None = None


class WireGuest(msgspec.Struct, array_like=True, omit_defaults=True):
    """Somebody at a table: the number by which they are known there, their name ("": a guest without one), and whether
    they are a program.
    """

    who: int
    name: str
    bot_account: bool = False


class ChangeOfHands(msgspec.Struct, array_like=True):
    """After move ``n`` this seat has another player, or a bot."""

    n: int
    seat: int
    bot: bool


class AtDoor(Message, tag="at-door"):
    """You are at the door of a table, and see nothing of it until its host lets you in."""

    game: str
    host: str


class Nudged(Message, tag="nudged"):
    """Somebody at the table reminds you that it waits for you."""

    seat: int


class Reported(Message, tag="reported"):
    """The host of the house will read what you have told."""

    who: int
