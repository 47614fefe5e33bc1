"""What somebody saw earlier in a match that is still played: worked out in the background process."""

from __future__ import annotations

from koloda.core.record_types import Record
from koloda.match import moves_of, start_of
from koloda.server.protocol.codec import encode
from koloda.server.protocol.messages import Past
from koloda.server.protocol.views import wire_view


def past_frame(record: Record, n: int, viewer: int | None) -> bytes:
    """The view of one seat after the first ``n`` moves."""
    match = start_of(record)
    for seat, move in moves_of(record)[:n]:
        match.play(seat, move)
    return encode(Past(wire_view(match.sight(viewer))))
