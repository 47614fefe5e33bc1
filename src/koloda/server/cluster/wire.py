"""What nodes tell each other, declared once."""

from __future__ import annotations

import msgspec


class Item(msgspec.Struct, array_like=True):
    """The base of all; ``conn`` is the number of a socket at the node that has it."""


# From the node of a socket to the owner of its table


class Join(Item, tag="join"):
    """Somebody has opened a table."""

    table: str
    conn: int
    person: str
    name: str
    address: str
    log: bool
    seals: bool
    changes: bool = False
    device: str = ""
    bot: bool = False


class Leave(Item, tag="leave"):
    """They have hung up."""

    conn: int


class Behind(Item, tag="behind"):
    """Views were dropped for them, and there is room for a whole one now."""

    conn: int


class Words(Item, tag="words"):
    """They have sent a message."""

    conn: int
    message: bytes


# From the owner of a table to the node of its sockets


class Shown(Item, tag="shown"):
    """Frames, their kinds, and to whom they go: what several are shown travels once."""

    frames: list[tuple[int, bytes, list[int]]]


class HangUp(Item, tag="hang-up"):
    """Close somebody's socket, with this sentence where there is one."""

    conn: int
    reason: str
    words: tuple[str, str] | None


# Between any two


class House(msgspec.Struct, array_like=True):
    """What the host of the house has switched on, and when: the latest counts."""

    when: float = 0.0
    draining: bool = False
    notice: tuple[str, str, float] | None = None


class Beat(Item, tag="beat"):
    """A sign of life, and what has happened since the last one: what people have used up, and who is called anew."""

    house: House
    spent: list[tuple[str, str, str, float]]  # of which quota, person, address, how much
    renamed: list[str]


class Reset(Item, tag="reset"):
    """Something of yours was lost: begin anew with me."""


class Bans(Item, tag="bans"):
    """The list of those who may not come in has changed."""


Items = Join | Leave | Behind | Words | Shown | HangUp | Beat | Reset | Bans


class Envelope(msgspec.Struct, array_like=True):
    """The messages of one node to another are numbered: a gap is noticed."""

    sender: str
    number: int
    item: Items


class Question(msgspec.Struct, array_like=True):
    """What one node asks another one."""

    about: str
    body: bytes


class Answer(msgspec.Struct, array_like=True):
    """The answer, or why there is none: a refusal with its sentence."""

    body: bytes = b""
    reason: str = ""
    ru: str = ""
    en: str = ""


encode = msgspec.msgpack.Encoder().encode
decode_envelope = msgspec.msgpack.Decoder(Envelope).decode
decode_question = msgspec.msgpack.Decoder(Question).decode
decode_answer = msgspec.msgpack.Decoder(Answer).decode
