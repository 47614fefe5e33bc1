"""This node among the others: whom to ask, what to tell all, and when to have no tables."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from hashlib import sha256

import structlog

from koloda.core.errors import KolodaError
from koloda.core.text import Text
from koloda.server.hub import Hub
from koloda.server.logs import error_fields
from koloda.server.open_tables import Moved
from koloda.server.protocol.refusals import MOVED, REFUSALS
from koloda.server.storage.store import TableLost

from .bus import Bus, NoAnswer
from .forwarding import Accounts, FarTable, Forwarding
from .gossip import Gossip
from .links import Links
from .membership import Membership
from .wire import Answer, Bans, Beat, Items, Question, decode_answer, decode_question, encode

ASK_SECONDS = 2.0
ALL_SECONDS = 2.0  # for what all nodes are asked: the host's desk shows those that have answered
BEAT_SECONDS = 0.5
OFF_BUS_SECONDS = 1.0  # after which a node gives its tables to those that are on the bus
log = structlog.get_logger()
Handler = Callable[[bytes], Awaitable[bytes]]


class Cluster:
    """What one process knows of others: nothing. Every question is for itself."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.handlers: dict[str, Handler] = {}

    @property
    def well(self) -> bool:
        """Whether guests may be sent to this node."""
        return not self.hub.left

    def others(self) -> list[str]:
        """The other nodes that are there."""
        return []

    def table(self, node: str, table_id: str) -> FarTable:
        """A table of another node."""
        raise Moved(MOVED, REFUSALS[MOVED])

    def home_of(self, key: str) -> str:
        """The node that keeps what belongs to this key and is only in memory; the same one wherever it is asked."""
        nodes = [self.hub.store.node, *self.others()]
        return max(nodes, key=lambda node: sha256(f"{node} {key}".encode()).digest())

    def is_me(self, node: str) -> bool:
        """Whether a question is for this node itself."""
        return node == self.hub.store.node

    async def ask(self, node: str, about: str, body: bytes, seconds: float = ASK_SECONDS) -> bytes:
        """Ask one node, which may refuse."""
        if self.is_me(node):
            return await self.handlers[about](body)
        raise Moved(MOVED, REFUSALS[MOVED])

    async def ask_all(self, about: str, body: bytes = b"") -> list[bytes]:
        """Ask all nodes, this one first; the answers of those that have answered."""
        return [await self.handlers[about](body)]

    def tell_bans(self) -> None:
        """The list of those who may not come in has changed."""

    def sockets_elsewhere(self) -> int:
        """How many sockets of this node are at tables of others."""
        return 0

    def forwarded(self) -> int:
        """How many messages went to other nodes."""
        return 0

    @property
    def on_bus(self) -> bool:
        """Whether the others can be heard."""
        return True

    async def start(self) -> None:
        """Begin."""

    async def leave(self, retry_ms: int) -> None:
        """The server is going down; its people may come again after so many milliseconds."""
        self.hub.say_goodbye(retry_ms)

    async def stop(self) -> None:
        """End."""


class NodeCluster(Cluster):
    """One of several nodes."""

    def __init__(
        self,
        hub: Hub,
        bus: Bus,
        links: Links,
        membership: Membership,
        gossip: Gossip,
        who: Accounts,
        on_bans: Callable[[], None],
    ) -> None:
        super().__init__(hub)
        self._bus = bus
        self._links = links
        self._gossip = gossip
        self._members = membership
        self._forwarding = Forwarding(hub, links, who)
        self._task: asyncio.Task[None] | None = None
        self._off_bus_since: float | None = None
        self._leaving = False
        self._on_bans = on_bans
        hub.alone = False
        hub.others = self.others
        links.take, links.broken = self._take, self._begin_anew
        membership.on_bus = lambda: bus.connected
        membership.may_return = self._may_return
        membership.on_gone = self._on_gone
        membership.on_lost = self._on_lost
        membership.on_joined = self._on_joined

    @property
    def well(self) -> bool:
        """Whether guests may be sent to this node."""
        return self._members.in_order and not self.hub.left

    @property
    def on_bus(self) -> bool:
        """Whether the others can be heard."""
        return self._bus.connected

    def others(self) -> list[str]:
        """The other nodes that are there."""
        return sorted(self._members.nodes)

    def table(self, node: str, table_id: str) -> FarTable:
        """A table of another node."""
        return self._forwarding.table(node, table_id)

    async def ask(self, node: str, about: str, body: bytes, seconds: float = ASK_SECONDS) -> bytes:
        """Ask one node, which may refuse."""
        if self.is_me(node):
            return await self.handlers[about](body)
        return await self._ask(node, about, body, seconds)

    async def _ask(self, node: str, about: str, body: bytes, seconds: float) -> bytes:
        try:
            if self._links.is_silent(node):
                raise NoAnswer
            told = await self._bus.ask(self._links.ask_subject(node), encode(Question(about, body)), seconds)
        except NoAnswer:
            raise Moved(MOVED, REFUSALS[MOVED]) from None
        answer = decode_answer(told)
        if answer.reason:
            raise KolodaError(answer.reason, Text(answer.ru, answer.en))
        return answer.body

    async def ask_all(self, about: str, body: bytes = b"") -> list[bytes]:
        """Ask all nodes, this one first; the answers of those that have answered."""
        own = await self.handlers[about](body)
        asked = [self._ask(node, about, body, ALL_SECONDS) for node in self.others()]
        told = await asyncio.gather(*asked, return_exceptions=True)
        return [own, *(answer for answer in told if isinstance(answer, bytes))]

    async def _reply(self, message: bytes) -> bytes:
        try:
            question = decode_question(message)
            return encode(Answer(await self.handlers[question.about](question.body)))
        except KolodaError as error:
            return encode(Answer(reason=error.reason, ru=error.text.ru, en=error.text.en))
        except (Exception, TableLost) as error:
            log.error("the server stumbled", **error_fields(error))
            return encode(Answer(reason=MOVED, ru=REFUSALS[MOVED].ru, en=REFUSALS[MOVED].en))

    def tell_bans(self) -> None:
        """The list of those who may not come in has changed."""
        self._tell_all(Bans())

    def _tell_all(self, item: Items) -> None:
        for node in self._members.nodes:
            self._links.tell(node, item)

    def sockets_elsewhere(self) -> int:
        """How many sockets of this node are at tables of others."""
        return self._forwarding.sockets()

    def forwarded(self) -> int:
        """How many messages went to other nodes."""
        return self._forwarding.forwarded

    # What comes over the bus, and what is noticed

    def _take(self, node: str, item: Items) -> None:
        if isinstance(item, Beat):
            self._gossip.take(item)
        elif isinstance(item, Bans):
            self._on_bans()
        else:
            self._forwarding.take(node, item)

    def _begin_anew(self, node: str) -> None:
        self._forwarding.begin_anew(node)
        self._gossip.forget_names()

    def _on_gone(self, node: str) -> None:
        self._forwarding.begin_anew(node)
        self._links.forget(node)

    def _on_joined(self) -> None:
        self.hub.left = self._leaving

    async def _on_lost(self) -> None:
        """Nobody is served from what this node remembers."""
        await self.hub.leave(in_order=False)
        self._forwarding.send_on()

    def _may_return(self) -> bool:
        return not self._leaving and not self._is_cut_off()

    def _is_cut_off(self) -> bool:
        """Whether this node is off the bus, and another one is on it."""
        return not self._bus.connected and any(node.on_bus for node in self._members.nodes.values())

    # Going on

    async def start(self) -> None:
        """Be there for the others before anything is served."""
        await self._bus.start(
            self._links.subject(self._links.me),
            self._links.on_message,
            self._links.ask_subject(self._links.me),
            self._reply,
        )
        await self._members.start()
        self._task = asyncio.create_task(self._run(), name="cluster")

    async def _run(self) -> None:
        while True:
            try:
                await self._look_around()
            except Exception as error:
                log.error("the server stumbled", **error_fields(error))
            await asyncio.sleep(BEAT_SECONDS)

    async def _look_around(self) -> None:
        await self._members.check()
        self._tell_all(self._gossip.beat())
        for node in self.others():
            if self._links.is_silent(node):
                self._forwarding.begin_anew(node)
        now = time.monotonic()
        if not self._is_cut_off():
            self._off_bus_since = None
            return
        self._off_bus_since = self._off_bus_since or now
        if self._members.in_order and now - self._off_bus_since > OFF_BUS_SECONDS:
            log.error("this node cannot reach the bus, others can", node=self._links.me)
            self._members.in_order = False
            await self.hub.leave()
            self._forwarding.send_on()

    async def leave(self, retry_ms: int = 0) -> None:
        """Its tables move, its people come again elsewhere."""
        self._leaving = self.hub.closing = True
        await self.hub.leave()
        self._forwarding.send_on()
        if self._task is not None:
            self._task.cancel()
        await self._members.stop()

    async def stop(self) -> None:
        """Hang up."""
        if not self._leaving:
            await self.leave()
        await self._bus.stop()
