"""A part of a frame, which no client knows as such. It is not compiled, as no struct is."""

from __future__ import annotations

import msgspec

from .messages import WireLabel, WireNote


class OwnChange(msgspec.Struct, omit_defaults=True):
    """The fields of a ViewChange that are each seat's own: the others are encoded once for all."""

    legal: list[str] | None = None
    chosen: str | msgspec.UnsetType | None = msgspec.UNSET
    chat: bool | None = None
    labels: list[WireLabel] | None = None
    ask: WireNote | msgspec.UnsetType | None = msgspec.UNSET
