"""What those at a table decide together: who has a seat, that a move is taken back, that a match is called off."""

from __future__ import annotations

from typing import Literal

import msgspec

from .base import Message, Seat

Proposal = Literal["seat", "bot", "back", "end"]


class Claim(Message, tag="claim"):
    """Without a seat: ask for the seat of somebody who is gone ("that was me"); those at the table vote."""

    seat: Seat


class Propose(Message, tag="propose"):
    """Propose to the others: a bot for ``seat``, to take my last move back, or to call the match off.

    A move of which nobody has learnt anything is taken back at once.
    """

    what: Literal["bot", "back", "end"]
    seat: Seat | None = None


class Ballot(Message, tag="vote"):
    """Yes or no to an open vote; the last word counts, and once for each person."""

    vote: int
    yes: bool = True


class Again(Message, tag="again"):
    """After the end: I am ready for another match (or not yet). It is dealt when all who are here are ready."""

    yes: bool = True


class WireVote(msgspec.Struct, omit_defaults=True):
    """A vote that is open: ``what`` is proposed, about which ``seat``; ``by`` is the proposer's seat.

    ``name``: who asks for the seat. ``yes`` and ``no`` are seats, ``asked`` those whose word counts; with ``all`` every
    one of them must say yes, else more than half. It ends at ``until`` at the latest.
    """

    vote: int
    what: Proposal
    seat: int
    until: int
    by: int | None = None
    name: str = ""
    yes: list[int] = []
    no: list[int] = []
    asked: list[int] = []
    all: bool = False
