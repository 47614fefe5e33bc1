"""A socket at one node, its table at another: what is said goes there, what is shown comes back.

At the node of the socket a :class:`FarTable` stands for the table; at its owner a :class:`FarConnection` for the
socket, and for the table that is a connection like any other. Whatever is lost on the way, or moves, ends the socket
with ``moved``: its client comes again, gets a whole view, and sends again what was not answered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count

import msgspec

from koloda.core.text import Text
from koloda.server.access.charged import ChargedConnection
from koloda.server.access.limits import Account
from koloda.server.hub import Hub
from koloda.server.metering import LoopShare
from koloda.server.networks import Asker
from koloda.server.protocol.codec import decode as decode_message
from koloda.server.protocol.codec import encode as encode_message
from koloda.server.protocol.messages import ClientMessage
from koloda.server.protocol.refusals import MOVED
from koloda.server.table.connection import ANSWER, VIEW, Connection, Person
from koloda.server.table.inbox import BEHIND, JOINED, LEFT, ConnectionNews, Joined, Left
from koloda.server.table.table import Table

from .links import Links
from .wire import Behind, HangUp, Items, Join, Leave, Shown, Words

MAX_BATCH_BYTES = 256 * 1024
CHANGE = b'{"t":"change"'  # a view that says nothing to whoever has not seen the one before
Accounts = Callable[[Asker], tuple[LoopShare, Account]]


class FarTable:
    """A table of another node, for the sockets of this one."""

    __slots__ = ("_forwarding", "id", "node")

    def __init__(self, forwarding: Forwarding, node: str, table_id: str) -> None:
        self._forwarding = forwarding
        self.node = node
        self.id = table_id

    def post(self, connection: Connection, message: ClientMessage | ConnectionNews) -> None:
        """As with a table of ours."""
        self._forwarding.post(self, connection, message)


class FarConnection(ChargedConnection):
    """A socket of another node, for a table of this one. It keeps nothing: what is sent waits where the socket is."""

    __slots__ = ("batch", "conn", "table")

    def __init__(self, join: Join, batch: Batch, table: Table, share: LoopShare, lines: Account) -> None:
        wishes = join.log, join.address, join.seals, join.changes
        super().__init__(Person(join.person, join.name, join.device, join.bot), share, lines, *wishes)
        self.batch = batch
        self.conn = join.conn
        self.table = table

    def send(self, frame: bytes, kind: int = ANSWER) -> None:
        """Pass a frame on."""
        if not self.closed:
            self.batch.add(self.conn, kind, frame)

    def go_to(self, table: Table) -> None:
        """The table was opened anew."""
        self.table = table

    def close(self, reason: str, last_words: Text | None = None) -> None:
        """Have the socket closed."""
        if not self.closed:
            self.closed = True
            self.reason = reason
            self.batch.hang_up(self.conn, reason, last_words)


class Batch:
    """What one step of the event loop shows to the sockets of one node: the same frame goes there once."""

    def __init__(self, tell: Callable[[Items], None]) -> None:
        self._tell = tell
        self._frames: list[tuple[int, bytes, list[int]]] = []
        self._at: dict[int, int] = {}  # where a frame is, by its identity
        self._last: dict[int, int] = {}  # where each socket's last frame is: none may overtake it
        self._bytes = 0

    def add(self, conn: int, kind: int, frame: bytes) -> None:
        """One more frame for a socket."""
        if not self._frames:
            asyncio.get_running_loop().call_soon(self.flush)
        at = self._at.get(id(frame), -1)
        if at > self._last.get(conn, -1) and self._frames[at][0] == kind:
            self._frames[at][2].append(conn)
        else:
            if self._bytes + len(frame) > MAX_BATCH_BYTES:
                self.flush()
            at = self._at[id(frame)] = len(self._frames)
            self._frames.append((kind, frame, [conn]))
            self._bytes += len(frame)
        self._last[conn] = at

    def hang_up(self, conn: int, reason: str, words: Text | None) -> None:
        """After what was shown before."""
        self.flush()
        self._tell(HangUp(conn, reason, None if words is None else (words.ru, words.en)))

    def flush(self) -> None:
        """Send it."""
        if self._frames:
            self._tell(Shown(self._frames))
            self._frames, self._at, self._last, self._bytes = [], {}, {}, 0


class Forwarding:
    """All sockets here whose tables are elsewhere, and all sockets elsewhere whose tables are here."""

    def __init__(self, hub: Hub, links: Links, accounts: Accounts) -> None:
        self._hub = hub
        self._links = links
        self._accounts = accounts
        self._numbers = count(1)
        self._numbered: dict[Connection, int] = {}
        self._here: dict[int, tuple[Connection, FarTable]] = {}  # sockets of this node
        self._there: dict[tuple[str, int], FarConnection] = {}  # those of others
        self._batches: dict[str, Batch] = {}
        self.forwarded = 0  # messages of clients

    def table(self, node: str, table_id: str) -> FarTable:
        """A table that another node has."""
        return FarTable(self, node, table_id)

    # Sockets of this node

    def post(self, table: FarTable, connection: Connection, message: ClientMessage | ConnectionNews) -> None:
        """Pass something on to a table of another node."""
        about = f"table.{table.id}"
        if isinstance(message, Joined):
            conn = self._numbered[connection] = next(self._numbers)
            self._here[conn] = connection, table
            person = connection.person
            asked = connection.wants_log, connection.seals, connection.wants_changes
            who = person.id, person.name, connection.address
            self._links.tell(table.node, Join(table.id, conn, *who, *asked, person.device, person.bot), about)
            if not self._links.bus.connected:
                connection.close(MOVED)
            return
        known = self._numbered.get(connection)
        if known is None:
            return
        if isinstance(message, Left):
            del self._numbered[connection], self._here[known]
            self._links.tell(table.node, Leave(known), about)
        elif isinstance(message, ConnectionNews):
            self._links.tell(table.node, Behind(known), about)
        else:
            self.forwarded += 1
            self._links.tell(table.node, Words(known, encode_message(message)), about)

    def _show(self, node: str, shown: Shown) -> None:
        for kind, frame, conns in shown.frames:
            change = kind == VIEW and frame.startswith(CHANGE)
            for conn in conns:
                connection, table = self._here.get(conn, (None, None))
                if connection is None or table is None or table.node != node or (change and connection.behind):
                    continue
                if kind == VIEW:
                    connection.behind = False
                connection.send(frame, kind)

    def _hang_up(self, node: str, word: HangUp) -> None:
        connection, table = self._here.get(word.conn, (None, None))
        if connection is not None and table is not None and table.node == node:
            connection.close(word.reason, None if word.words is None else Text(*word.words))

    # Sockets of other nodes

    def _join(self, node: str, join: Join) -> None:
        batch = self._batches.get(node)
        if batch is None:
            batch = self._batches[node] = Batch(lambda item: self._links.tell(node, item))
        table = self._hub.tables.get(join.table)
        if table is None:
            return batch.hang_up(join.conn, MOVED, None)
        share, lines = self._accounts(Asker(join.person, join.address))
        far = self._there[node, join.conn] = FarConnection(join, batch, table, share, lines)
        table.post(far, JOINED)

    def _from_afar(self, node: str, item: Leave | Behind | Words) -> None:
        far = self._there.get((node, item.conn))
        if far is None:
            return
        if isinstance(item, Leave):
            self._drop(node, far)
        elif isinstance(item, Behind):
            far.synced, far.behind = -1, True
            far.table.post(far, BEHIND)
        elif not far.closed:
            try:
                message: ClientMessage = decode_message(item.message)
            except (msgspec.DecodeError, UnicodeError):
                return far.close("garbage")
            far.table.post(far, message)

    def _drop(self, node: str, far: FarConnection) -> None:
        del self._there[node, far.conn]
        far.closed = True
        far.table.post(far, LEFT)

    # What has come over the bus, and what has not

    def take(self, node: str, item: Items) -> bool:
        """Something of another node; False if it is not about sockets."""
        if isinstance(item, Shown):
            self._show(node, item)
        elif isinstance(item, HangUp):
            self._hang_up(node, item)
        elif isinstance(item, Join):
            self._join(node, item)
        elif isinstance(item, Leave | Behind | Words):
            self._from_afar(node, item)
        else:
            return False
        return True

    def begin_anew(self, node: str) -> None:
        """Another node is gone, or cannot be heard: whoever is at its tables comes again, its people are gone."""
        for connection, table in list(self._here.values()):
            if table.node == node:
                connection.close(MOVED)
        for (owner, _), far in list(self._there.items()):
            if owner == node:
                self._drop(node, far)
        self._batches.pop(node, None)

    def send_on(self) -> None:
        """This node is going down: its people come again elsewhere."""
        for connection, _ in list(self._here.values()):
            connection.close(MOVED)

    def sockets(self) -> int:
        """How many sockets of this node are at tables of others."""
        return len(self._here)
