"""What the routes and sockets share: the store, the tables, and who is who."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from hashlib import sha256
from socket import gethostname

from starlette.requests import HTTPConnection

from koloda.core.text import Text
from koloda.server.access.charged import ChargedConnection
from koloda.server.access.guest_list import GuestList
from koloda.server.access.host_key import HOST_KEY_FILE, HostKey, keep_key
from koloda.server.access.identity import COOKIE_KEY_FILE, Identity, load_key, new_key
from koloda.server.access.limits import Account, Quotas, same_origin
from koloda.server.access.recovery_words import WordKeeper
from koloda.server.cluster.bus import Bus
from koloda.server.cluster.cluster import Cluster, NodeCluster
from koloda.server.cluster.gossip import Gossip
from koloda.server.cluster.links import Links
from koloda.server.cluster.membership import Membership
from koloda.server.protocol.messages import HouseWord
from koloda.server.storage.copies import DATABASE
from koloda.server.storage.nodes import NodeBook
from koloda.server.storage.retention import KeptDays, LastHere
from koloda.server.storage.rows import unwatched
from koloda.server.storage.scrubber import Scrubber
from koloda.server.storage.sqlite_store import SqliteStore
from koloda.server.storage.store import Store, StoreError
from koloda.server.table.connection import Connection, Person
from koloda.server.table.table_settings import TableSettings
from koloda.server.thinking.background import Background
from koloda.server.thinking.fair_turns import FairTurns
from koloda.server.thinking.pool import ThinkingPool
from koloda.server.thinking.reviews import Reviews

from .answers import Answers, FreshAnswer, Sending
from .durations import Durations
from .house_state import HouseState
from .hub import Hub
from .metering import LoopShare, LoopShares
from .metrics import Metrics
from .networks import Asker
from .settings import Settings, named_bots

KEEPER_SECONDS = 600.0  # for all views of one match: a long one has thousands
CLUSTER = "cluster.id"
IN_USE = (
    "С этой базой работает узел {}: нескольким нужна шина, --bus.",
    "The node {} uses this database: several need --bus.",
)
LOBBY_SECONDS = 0.5  # that the list of tables may be old


class Services:
    """Made once per server, before it listens."""

    def __init__(self, settings: Settings, store: Store, key: str = "") -> None:
        self.settings = settings
        self.store = store
        self.pool = ThinkingPool()
        self.background = Background()
        self.keeper = Background(KEEPER_SECONDS)  # apart: nobody waits for what nobody has asked for
        self.house = HouseState()
        self.move_seconds = Durations()
        self.hub = Hub(
            self.store,
            TableSettings(
                settings.grace_seconds,
                settings.max_bot_pause_seconds,
                self.pool,
                self.background,
                self.move_seconds,
                self._absent_patron,
                named_bots(settings.bots),
                self.house,
                take_report=lambda asker: self.quotas.reports.account(asker).take(),
            ),
        )
        self.kept_days = KeptDays(settings.keep_matches_days, settings.keep_chat_days, settings.keep_names_days)
        self.last_here = LastHere(store.write)
        self.guests = GuestList(self.store.house, settings.invite_only)
        self.host_key = HostKey(settings.data)
        self.started = time.time()
        self.reviews = Reviews(self.pool)
        self.identity = Identity(self.store, key or load_key(settings.data), settings.secure)
        self.scrubber = Scrubber(self.store)
        self.forgetting = FairTurns(1)
        self.words = WordKeeper(self.store.people)
        self.quotas = Quotas(settings)
        self.answers = Answers()
        self.sending = Sending()
        self.lobby = FreshAnswer(LOBBY_SECONDS)
        self.loop_shares = LoopShares(settings.person_cpu, settings.address_cpu, self.quotas.trusted)
        self.to_write: deque[Connection] = deque()  # clients for whom frames wait
        self.cluster = Cluster(self.hub)
        self.metrics = Metrics(self.hub, self.pool, self.move_seconds, lambda: self.cluster)

    def _absent_patron(self, patron: Asker) -> ChargedConnection:
        """The host of a table who is gone: its bots are charged to them."""
        share = self.loop_shares.of(patron.address, patron.person)
        lines = self.quotas.lines.account(patron)
        gone = ChargedConnection(Person(patron.person, ""), share, lines, address=patron.address)
        gone.close("gone")
        return gone

    async def stop(self) -> None:
        """End all work; what is waiting to be written is written."""
        await self.reviews.stop()
        await self.hub.stop()
        await self.cluster.stop()
        await self.pool.stop()
        await self.background.stop()
        await self.keeper.stop()
        self.words.stop()
        await self.store.close()

    def _accounts(self, asker: Asker) -> tuple[LoopShare, Account]:
        """To whom is charged what is done for a socket of another node."""
        return self.loop_shares.of(asker.address, asker.person), self.quotas.lines.account(asker)

    def say_word(self) -> int:
        """Tell all who are at a table of this node what the host has to say; how many connections that is."""
        notice = self.house.notice
        return self.hub.say_to_all(HouseWord("", "") if notice is None else HouseWord(notice.ru, notice.en))

    def _note_renamed(self, person: str) -> None:
        """Somebody was called anew at another node."""
        unwatched(asyncio.ensure_future(self.hub.tell_name(person)))

    def be_node(self, bus: Bus, book: NodeBook, cluster_id: str) -> None:
        """Be one of several nodes."""
        settings, me = self.settings, self.store.node
        gossip = Gossip(self.house, self.quotas, self.store, self.say_word, self._note_renamed)
        members = Membership(book, me, f"{settings.host}:{settings.port}")
        links = Links(bus, me, cluster_id)
        self.cluster = NodeCluster(self.hub, bus, links, members, gossip, self._accounts, self.guests.news.set)

    def from_our_page(self, connection: HTTPConnection) -> bool:
        """Whether a browser's request comes from our own page."""
        return same_origin(connection, self.settings)


async def open_services(settings: Settings) -> Services:
    """Open what is kept; data that cannot be used is refused here."""
    if settings.store:
        return await _open_shared(settings)
    store = SqliteStore(settings.data / DATABASE)
    try:
        return Services(settings, store)
    except BaseException:
        await store.close()
        raise


async def _open_shared(settings: Settings) -> Services:
    """A database that several nodes may share; without a bus this is the only one."""
    from koloda.server.cluster.nats_bus import NatsBus  # of the extra server-cluster
    from koloda.server.storage.postgres_nodes import PostgresNodes, others_there
    from koloda.server.storage.postgres_store import PostgresStore

    store = await PostgresStore.open(settings.store, settings.node or gethostname())
    try:
        keep_key(settings.data, await store.shared_key(HOST_KEY_FILE, new_key()))
        services = Services(settings, store, await store.shared_key(COOKIE_KEY_FILE, new_key()))
        if settings.bus:
            cluster_id = sha256((await store.shared_key(CLUSTER, new_key())).encode()).hexdigest()[:12]
            services.be_node(NatsBus(settings.bus, store.node), PostgresNodes(settings.store, store.node), cluster_id)
        elif another := await others_there(settings.store):
            raise StoreError("in-use", Text(*(text.format(another) for text in IN_USE)))
        return services
    except BaseException:
        await store.close()
        raise
