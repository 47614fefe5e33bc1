"""Watching a match as the page tells it: every picture that stood on the table, beside the beats that the server sent.

``Theatre`` reads the frames of the socket and looks at the page in every animation frame. What should have been seen
follows from the frames alone, by docs/protocol.md. The page's clock goes by its frames, so that a busy machine makes a
match slower and no picture shorter, and a free one need not wait.
"""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any, NamedTuple

from playwright.sync_api import WebSocket

from koloda.core.game import Info
from koloda.core.table import ALL, HOLD_MS
from server.running import apply

from .browsing import Person

Zones = dict[str, tuple[str, list[Any]]]
"""The look and the cards of every zone, by its key."""

MOST_MOVED_PX = 1
FRAME_MS = 100
"""So much time passes for the page with every animation frame."""
FEWEST_FRAMES = 3
LONGEST_STORY_MS = 6000
SHORTEST_HOLD_MS = 400
"""A longer story is told faster, but no picture stands shorter than this."""

WATCH = """([most, frameMs]) => {
  let time = Date.now();
  let made = 0;
  const timers = new Map();
  Date.now = () => time;
  window.setTimeout = (act, ms = 0, ...rest) => timers.set(++made, { at: time + ms, act, rest }) && made;
  window.clearTimeout = (id) => timers.delete(id);
  window.stopped = false;
  window.passTime = (ms) => {
    time += ms;
    for (const [id, { at, act, rest }] of [...timers].sort((a, b) => a[1].at - b[1].at))
      if (at <= time && timers.delete(id)) act(...rest);
  };
  const seen = (window.pictures = {});
  const facesIn = (zone) => [...zone.querySelectorAll('[data-face]')].map((card) => card.dataset.face);
  const boxOf = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x, y, width, height];
  };
  const nameOf = ({ dataset }) =>
    'zone' in dataset ? `zone ${dataset.zone}` : 'seat' in dataset ? `seat ${dataset.seat}` : 'caption';
  const far = (a, b) => a.some((value, at) => Math.abs(value - b[at]) > most);
  let standing = null;
  const change = () => {
    window.arrivedAt ??= document.querySelector('[data-board]')?.dataset.n;
    const board = document.querySelector('[data-picture]');
    const picture = board?.dataset.picture ?? null;
    if (picture === standing) return;
    if (standing) seen[standing].last = time;
    standing = picture;
    const said = board?.querySelector('[data-caption] .told')?.textContent ?? '';
    if (picture && board.dataset.telling === window.stopAt?.effect && said.includes(window.stopAt.words))
      window.stopped = true;
    if (picture) seen[picture] = { first: time, frames: 0, boxes: {}, moved: {}, cards: {} };
  };
  new MutationObserver(change).observe(document, { subtree: true, childList: true, attributeFilter: ['data-picture'] });
  const look = () => {
    const [board, one] = [document.querySelector('[data-picture]'), seen[standing]];
    if (!board || !one) return;
    one.frames += 1;
    one.caption = board.querySelector('[data-caption] .told')?.textContent.trim() ?? '';
    one.named = board.querySelectorAll('[data-named]').length;
    one.cards = {};
    for (const zone of board.querySelectorAll('[data-zone]')) one.cards[zone.dataset.zone] = facesIn(zone);
    if (one.frames < 2) return;
    for (const part of board.querySelectorAll('[data-zone], [data-seat], [data-caption]')) {
      const [name, box] = [nameOf(part), boxOf(part)];
      if (far((one.boxes[name] ??= box), box)) one.moved[name] = [one.boxes[name], box];
    }
  };
  const frame = () => {
    requestAnimationFrame(frame);
    look();
    if (!window.stopped) window.passTime(frameMs);
  };
  requestAnimationFrame(frame);
}"""
"""The first frame of a picture is not measured: sizes that depend on what was drawn are known only after it."""


class Beat(NamedTuple):
    """A beat as the server sent it: for how long it stands, the zones in its picture, and those that it has changed."""

    key: str
    effect: str
    hold: float
    zones: Zones
    changed: set[str]


def zones_of(wire: list[list[Any]]) -> Zones:
    """Zones by their keys; closed cards are None."""
    zones: Zones = {}
    for name, owner, slot, look, cards in wire:
        key = f"{name}/{'' if owner is None else owner}/{'' if slot is None else slot}"
        zones[key] = (look, [None] * cards if isinstance(cards, int) else list(cards))
    return zones


class Theatre:
    """Somebody's table, watched."""

    def __init__(self, person: Person, info: Info) -> None:
        self.person = person
        self._faces = {kind.name: kind.face for kind in info.zones}
        self.beats: list[Beat] = []
        self.told: set[str] = set()
        self.wrong: list[str] = []
        self._view: dict[str, Any] | None = None
        person.page.on("websocket", self._connected)
        person.context.add_init_script(f"({WATCH})([{MOST_MOVED_PX}, {FRAME_MS}])")

    def _connected(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._heard(json.loads(frame)))

    def replay(self, before: dict[str, Any], after: dict[str, Any]) -> None:
        """A move of a finished match will be told again."""
        self._view = before
        self._told(after)

    def _heard(self, frame: dict[str, Any]) -> None:
        if frame["t"] not in ("view", "change"):
            return
        if self._view is not None:
            self._told(frame)
        if frame["t"] == "view":
            self._view = frame
        elif self._view is not None:
            apply(self._view, frame)

    def leave(self) -> None:
        """Another table comes. Playwright may hear of a socket only after its first frame: nothing is watched then."""
        self._view = None

    def _told(self, frame: dict[str, Any]) -> None:
        assert self._view is not None
        total = sum(HOLD_MS[effect] for effect, *_ in frame.get("beats", []))
        picture = {"zones": deepcopy(self._view["zones"]), "counters": deepcopy(self._view["counters"])}
        for number, (effect, _, change) in enumerate(frame.get("beats", [])):
            before = zones_of(picture["zones"])
            if "table" in change:
                picture["zones"], picture["counters"] = deepcopy(change["table"])
            else:
                apply(picture, {name: change[name] for name in ("zones", "more", "counters") if name in change})
            zones = zones_of(picture["zones"])
            changed = {key for key in zones.keys() | before.keys() if zones.get(key) != before.get(key)}
            hold = max(HOLD_MS[effect] * min(1, LONGEST_STORY_MS / total), SHORTEST_HOLD_MS)
            self.beats.append(Beat(f"{frame['n']}.{number}", effect, hold, zones, changed))

    def stop_at(self, effect: str, words: str = "") -> None:
        """Time stops for the page when a picture with this effect comes whose sentence has these words."""
        self.person.context.add_init_script(f"window.stopAt = {json.dumps({'effect': effect, 'words': words})}")

    def go_on(self, ms: int) -> None:
        """So much time passes for the page."""
        self.person.page.evaluate("(ms) => (window.passTime(ms), new Promise(requestAnimationFrame))", ms)

    def check(self) -> None:
        """Look at all that has been told on this page, before it is left."""
        self.person.wait("() => !document.querySelector('[data-picture]')")
        beats, self.beats = self.beats, []
        self.told |= {beat.effect for beat in beats}
        self.wrong += self.problems(beats)
        self._view = None

    def seen(self) -> dict[str, dict[str, Any]]:
        """The pictures that stood on the table, by the number of their move and their own."""
        pictures: dict[str, dict[str, Any]] = self.person.page.evaluate("() => window.pictures")
        return pictures

    def problems(self, beats: list[Beat]) -> list[str]:
        """What was wrong with the pictures of these beats."""
        seen = self.seen()
        arrived = int(self.person.page.evaluate("() => window.arrivedAt ?? 0"))
        found: list[str] = []
        last: dict[str, Any] | None = None
        for beat in beats:
            where = f"{beat.effect} {beat.key}"
            picture = seen.get(beat.key)
            if int(beat.key.split(".")[0]) <= arrived:  # it happened before the page had drawn the table
                continue
            if picture is None or "last" not in picture:
                found.append(f"{where} was never seen" if picture is None else f"{where} still stands")
                continue
            found += [f"{where}: {one}" for one in self._wrong(beat, picture)]
            if last is not None and not beat.key.endswith(".0"):
                found += [f"{where}: {one}" for one in jumps(last["boxes"], picture["boxes"], beat.changed)]
            last = picture
        return found

    def _wrong(self, beat: Beat, picture: dict[str, Any]) -> list[str]:
        found = [f"{part} moved while it stood: {boxes}" for part, boxes in picture["moved"].items()]
        stood, hold = picture["last"] - picture["first"], beat.hold
        if stood < hold or picture["frames"] < FEWEST_FRAMES:
            found.append(f"it stood for {stood:.0f} ms of {hold:.0f}, and was drawn {picture['frames']} times")
        for key in beat.changed & beat.zones.keys():
            look, cards = beat.zones[key]
            wanted = sorted(str(card) for card in cards if card is not None)
            there = sorted(face for face in picture["cards"].get(key, []))
            if look == "pile":  # only its top is in sight: open ones are laid on, closed ones are drawn from
                top = cards[-1:] if self._faces[key.split("/")[0]] == ALL else cards[:1]
                wanted = [] if None in cards else [str(card) for card in top]
            if wanted != there:
                found.append(f"{key} should have shown {wanted}, but showed {there}")
        return found


def jumps(before: dict[str, list[float]], after: dict[str, list[float]], changed: set[str]) -> list[str]:
    """What has moved from one picture to the next although the beat has not changed it."""
    moved = []
    for part, box in before.items():
        now = after.get(part)
        if part.removeprefix("zone ") in changed or (
            now and all(abs(a - b) <= MOST_MOVED_PX for a, b in zip(box, now, strict=True))
        ):
            continue
        moved.append(f"{part} went from {box} to {now}")
    return moved
