"""What routes have done in the background process: whatever takes long goes there as text and comes back as bytes."""

from __future__ import annotations

import io
import json
from functools import lru_cache, partial

import segno

from koloda.core.errors import KolodaError
from koloda.core.record_types import Record
from koloda.core.view import BeatView
from koloda.match import Match, moves_of, start_of
from koloda.records import loads, open_beats, open_view
from koloda.server.protocol.codec import encode
from koloda.server.protocol.messages import FullView
from koloda.server.protocol.refusals import REFUSALS
from koloda.server.protocol.views import Comparison, wire_view
from koloda.server.storage.archive import stored_match
from koloda.untrusted import checked_record


def replayed_record(text: bytes) -> Record:
    """The record of a match played again, so that it holds nothing but what the rules say."""
    return Match.replay(checked_record(loads(text.decode("utf-8", "replace")))).record()


def record_of(stored: str) -> Record:
    """The record of a stored match."""
    return checked_record(stored_match(json.loads(stored)).record)


def views_of(stored: str, viewer: str) -> bytes:
    """Every step of a stored match as one seat or a watcher saw it, or with all cards open."""
    record = record_of(stored)
    if viewer not in ("watch", "all") and viewer not in [str(seat) for seat in range(record["seats"])]:
        raise KolodaError("bad-eyes", REFUSALS["bad-eyes"])
    return encode(_step_views(record, viewer))


def _step_views(record: Record, viewer: str) -> list[FullView]:
    step = start_of(record)
    step.keep_beats()
    seat = int(viewer) if viewer.isdecimal() else None
    look = open_view if viewer == "all" else partial(Match.view, seat=seat)
    tell = open_beats if viewer == "all" else partial(_beats_to, seat=seat)
    before = look(step)
    views = [wire_view(before)]
    for mover, move in moves_of(record):
        step.play(mover, move)
        view = look(step)
        views.append(wire_view(view))
        views[-1].beats = Comparison().story(before, tell(step))
        before = view
    return views


def _beats_to(match: Match, seat: int | None) -> list[BeatView]:
    return match.beats([seat])[0]


@lru_cache(100)
def qr_picture(text: str) -> bytes:
    """A QR code as SVG; it takes a tenth of a second."""
    out = io.BytesIO()
    segno.make(text, error="m").save(out, kind="svg", scale=6, border=2, xmldecl=False, dark="#111", light="#fff")
    return out.getvalue()
