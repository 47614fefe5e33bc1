"""What every frame is made of: the base of all messages, and types that several of them share."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Level = Annotated[str, msgspec.Meta(max_length=40)]  # easy, normal, strong, or the name of a bot of the operator's own
Status = Literal["waiting", "playing", "over"]
Seat = Annotated[int, msgspec.Meta(ge=0, le=15)]


class Message(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, tag_field="t"):
    """The base of all frames."""
