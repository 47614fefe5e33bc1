"""What routes have done in the background process: whatever takes long goes there as text and comes back as bytes."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import Any

import msgspec
import segno

from koloda.core.errors import KolodaError, WrongVersion
from koloda.core.record_types import Record
from koloda.core.text import Text
from koloda.core.view import BeatView, View
from koloda.match import Match, check_versions, moves_of, start_of
from koloda.records import loads, open_beats, open_view
from koloda.server.protocol.codec import encode
from koloda.server.protocol.governing import ChangeOfHands
from koloda.server.protocol.messages import FullView, LogLine, Undone
from koloda.server.protocol.refusals import REFUSALS
from koloda.server.protocol.views import story, wire_notes, wire_view
from koloda.server.storage.archive import stored_match
from koloda.server.storage.kept_views import pack, unpack
from koloda.undone import Tried, hands_of, stand_ins_of, tried_in
from koloda.untrusted import checked_record

MAX_VIEWS_BYTES = 32_000_000
PLAYED_BY = Text(
    "Партия сыграна по правилам версии {version}, а здесь уже другие:",
    "It was played by version {version} of the rules, and ours are others:",
)
JUDGED_BY = Text("разобрать её можно только по тем.", "only those could judge its moves.")
SHOWN_BY = Text(
    "показать её можно только по тем. Запись цела, её можно скачать.",
    "only those could show it. Its record is whole and can be downloaded.",
)


def replayed_record(text: bytes) -> Record:
    """The record of a match played again, so that it holds nothing but what the rules say."""
    return Match.replay(checked_record(loads(text.decode("utf-8", "replace")))).record()


def record_of(stored: str) -> Record:
    """The record of a stored match."""
    return checked_record(stored_match(json.loads(stored)).record)


def reviewable_record(stored: str) -> Record:
    """The same, if the rules that it was played by are here: nobody can weigh moves by other rules."""
    return _record_by_our_rules(stored, JUDGED_BY)


def _record_by_our_rules(stored: str, otherwise: Text) -> Record:
    plain = stored_match(json.loads(stored)).record
    try:
        check_versions(plain)  # type: ignore[arg-type]
    except WrongVersion:
        version = {"version": plain.get("version")}
        words = Text(*(f"{PLAYED_BY.fill(lang, version)} {otherwise.get(lang)}" for lang in ("ru", "en")))
        raise WrongVersion("other-rules", words) from None
    return checked_record(plain)


def views_of(stored: str, viewer: str, kept: bytes | None = None) -> bytes:
    """Every step of a stored match as one seat or a watcher saw it, or all cards open: as kept, or by the rules."""
    views: Iterator[Any] | None
    if kept is not None:
        views = unpack(kept, viewer)
    else:
        record = _record_by_our_rules(stored, SHOWN_BY)
        views = _step_views(record, viewer) if viewer in _all_eyes(record) else None
    if views is None:
        raise KolodaError("bad-eyes", REFUSALS["bad-eyes"])
    return _listed(views)


def _listed(views: Iterator[Any]) -> bytes:
    """All of them, unless that is more than a server can keep in memory for everybody who asks."""
    told: list[bytes] = []
    size = 0
    for view in views:
        told.append(encode(view))
        size += len(told[-1])
        if size > MAX_VIEWS_BYTES:
            raise KolodaError("too-many-views", REFUSALS["too-many-views"])
    return b"[%b]" % b",".join(told)


def packed_views(stored: str) -> bytes:
    """Whatever a replay of a stored match can show, to be kept."""
    record = record_of(stored)
    eyes = _all_eyes(record)
    return pack(eyes, (msgspec.to_builtins(views) for views in _steps(record, eyes)))


def _all_eyes(record: Record) -> list[str]:
    return ["all", "watch", *map(str, range(record["seats"]))]


class _Eyes:
    """A pair of eyes that follows a replay."""

    def __init__(self, viewer: str, match: Match) -> None:
        seat = int(viewer) if viewer.isdecimal() else None
        self.look: Callable[[Match], View] = open_view if viewer == "all" else partial(Match.view, seat=seat)
        self._tell = open_beats if viewer == "all" else partial(_beats_to, seat=seat)
        self._before = self.look(match)

    def first(self) -> FullView:
        """Before the first move."""
        return wire_view(self._before)

    def see(self, match: Match) -> FullView:
        """After one more move, with its story."""
        view = self.look(match)
        told = wire_view(view)
        told.beats = story(self._before, self._tell(match))
        self._before = view
        return told


def _step_views(record: Record, viewer: str) -> Iterator[FullView]:
    """Every step as one pair of eyes saw it; ``in_older_release.py`` of later versions looks for this name."""
    return (view for (view,) in _steps(record, [viewer]))


def _steps(record: Record, viewers: list[str]) -> Iterator[list[FullView]]:
    """Every step as each of these eyes saw it, one after the other: of a long match there are gigabytes of them."""
    step = start_of(record)
    step.keep_beats()
    eyes = [_Eyes(viewer, step) for viewer in viewers]
    tried, hands, stood_in = tried_in(record), hands_of(record), stand_ins_of(record)
    bots: list[int] = []

    def noted(n: int, views: list[FullView]) -> list[FullView]:
        cuts = [(take, cut) for take, cut in enumerate(tried) if cut.shown_at == n]
        changes = [ChangeOfHands(after, seat, bot) for after, seat, bot in hands if after == n]
        for view, one in zip(views, eyes, strict=True):
            view.undone = [_undone(take, cut, one.look) for take, cut in cuts]
            view.hands = changes
        return views

    yield noted(0, [one.first() for one in eyes])
    for number, (mover, move) in enumerate(moves_of(record), 1):
        step.play(mover, move)
        views = [one.see(step) for one in eyes]
        bots += [mover] if number in stood_in else []
        if not step.game.secret_moves:
            for view in views:
                view.bots = bots
            bots = []
        yield noted(number, views)


def _undone(take: int, tried: Tried, look: Callable[[Match], View]) -> Undone:
    """What was tried and taken back, as it was told."""
    match, lines = tried.match.copy(), []
    for mover, move in tried.undone.moves:
        match.play(mover, move)
        lines.append(LogLine(match.move_number, wire_notes(look(match).events)))
    return Undone(take, tried.undone.after, tried.undone.seat, lines)


def _beats_to(match: Match, seat: int | None) -> list[BeatView]:
    return match.beats([seat])[0]


@lru_cache(100)
def qr_picture(text: str) -> bytes:
    """A QR code as SVG; it takes a tenth of a second."""
    out = io.BytesIO()
    segno.make(text, error="m").save(out, kind="svg", scale=6, border=2, xmldecl=False, dark="#111", light="#fff")
    return out.getvalue()
