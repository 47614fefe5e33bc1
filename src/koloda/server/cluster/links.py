"""Numbered messages from each node to each other one. The bus may lose some: then both sides begin anew."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from hashlib import sha256

import msgspec
import structlog

from .bus import Bus
from .wire import Envelope, Items, Reset, decode_envelope, encode

log = structlog.get_logger()
SILENCE_SECONDS = 2.0  # after which a node that beats in the database is not heard over the bus


class Links:
    """What this node sends to others, and hears from them."""

    def __init__(self, bus: Bus, me: str, cluster: str) -> None:
        self.bus = bus
        self.me = me
        self._cluster = cluster
        self.take: Callable[[str, Items], None] = lambda node, item: None
        self.broken: Callable[[str], None] = lambda node: None  # something to or from this node was lost
        self._sent: Counter[str] = Counter()
        self._heard: dict[str, int] = {}
        self._heard_at: dict[str, float] = {}

    def subject(self, node: str) -> str:
        """Below it is everything for a node."""
        return f"koloda.{self._cluster}.{sha256(node.encode()).hexdigest()[:16]}"

    def ask_subject(self, node: str) -> str:
        """Where a node is asked."""
        return f"koloda.{self._cluster}.ask.{sha256(node.encode()).hexdigest()[:16]}"

    def tell(self, node: str, item: Items, about: str = "node") -> None:
        """Send; ``about`` is the last part of the subject: ``table.ID`` for what is sent to a table."""
        self._sent[node] += 1
        self.bus.tell(f"{self.subject(node)}.{about}", encode(Envelope(self.me, self._sent[node], item)))

    def on_message(self, subject: str, message: bytes) -> None:
        """Something has come."""
        try:
            envelope = decode_envelope(message)
        except msgspec.MsgspecError:
            log.error("a message of another version", subject=subject)
            return
        sender, number = envelope.sender, envelope.number
        expected = self._heard.get(sender, 0) + 1
        self._heard[sender] = number
        self._heard_at[sender] = time.monotonic()
        if number != expected:
            self.begin_anew(sender)
        if isinstance(envelope.item, Reset):
            self.broken(sender)
        else:
            self.take(sender, envelope.item)

    def begin_anew(self, node: str) -> None:
        """Something was lost: whoever depends on it starts again, here and there."""
        log.warning("messages were lost", node=node)
        self.broken(node)
        self.tell(node, Reset())

    def forget(self, node: str) -> None:
        """It is no more."""
        for kept in (self._sent, self._heard, self._heard_at):
            kept.pop(node, None)

    def is_silent(self, node: str) -> bool:
        """Whether nothing has come from a node for too long."""
        now = time.monotonic()
        return now - self._heard_at.setdefault(node, now) > SILENCE_SECONDS
