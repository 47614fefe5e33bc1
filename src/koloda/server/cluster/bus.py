"""How nodes talk to each other: what is sent may be lost, and is never sent again here."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable

Take = Callable[[str, bytes], None]
Reply = Callable[[bytes], Awaitable[bytes]]


class NoAnswer(Exception):
    """Nobody has answered in time."""


class Bus(ABC):
    """Subjects, to which one sends, and from which one hears."""

    connected = False

    @abstractmethod
    async def start(self, subject: str, take: Take, ask_subject: str, reply: Reply) -> None:
        """Hear what is sent to ``subject`` and below, in the order of each sender, and answer questions."""

    @abstractmethod
    def tell(self, subject: str, message: bytes) -> None:
        """Send, without waiting for anything."""

    @abstractmethod
    async def ask(self, subject: str, question: bytes, seconds: float) -> bytes:
        """Send, and wait for the answer."""

    @abstractmethod
    async def stop(self) -> None:
        """Hear and send no more."""
