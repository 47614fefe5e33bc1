"""How the deal of a match is sealed: what pages add to it, and what everybody is shown."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from .base import Message

SealStage = Literal["open", "sealing", "revealing", "dealt"]
MatchId = Annotated[str, msgspec.Meta(max_length=40)]
Commitment = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Nonce = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]


class Commit(Message, tag="commit"):
    """The commitment to one's seat's own number for the deal of this match; once, before the host deals."""

    match: MatchId
    commitment: Commitment


class Reveal(Message, tag="reveal"):
    """The number itself, when all commitments are final: the seal's stage is ``revealing``."""

    match: MatchId
    nonce: Nonce


class Seal(msgspec.Struct, omit_defaults=True):
    """How the coming or present deal is sealed: the server's commitment, and what each seat's page has added.

    ``commits`` are the pages' commitments ("": none), ``nonces`` the numbers that count once the cards are dealt,
    ``late`` the seats whose number was not shown in time. ``words``: a deal of an older version, sealed in the old way.
    """

    commitment: str
    stage: SealStage
    commits: list[str] = []
    nonces: list[str] = []
    late: list[int] = []
    secret: str = ""
    words: list[str | None] = []
