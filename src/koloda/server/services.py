"""What the routes and sockets share: the store, the tables, and who is who."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from koloda.server.access.identity import Identity
from koloda.server.access.limits import DAY_SECONDS, Allowance, OpenSockets, same_origin
from koloda.server.storage.store import Store
from koloda.server.table.table import TableSettings
from koloda.server.thinking.background import Background
from koloda.server.thinking.pool import ThinkingPool
from koloda.server.thinking.reviews import Reviews

from .answers import Answers, FreshAnswer
from .buckets import Rate, buckets
from .hub import Hub
from .metering import LoopShares
from .metrics import Metrics
from .settings import Settings

LOBBY_SECONDS = 0.5  # that the list of tables may be old


class Services:
    """Made once per server, before it listens: data that cannot be used is refused here."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.data / "koloda.sqlite")
        self.pool = ThinkingPool()
        self.background = Background()
        self.hub = Hub(
            self.store,
            TableSettings(settings.grace_seconds, settings.max_bot_pause_seconds, self.pool, self.background),
        )
        self.reviews = Reviews(self.pool)
        self.identity = Identity(self.store, settings)
        self.open_sockets = OpenSockets(settings)
        self.person_frames = buckets(Rate(settings.frames_per_second, settings.frames_burst))
        self.address_lines = buckets(Rate(settings.address_lines / DAY_SECONDS, settings.address_lines))
        self.answers = Answers()
        self.lobby = FreshAnswer(LOBBY_SECONDS)
        self.loop_shares = LoopShares(settings.address_cpu)
        self.request_allowance = Allowance(settings.requests_per_second, settings.requests_burst)
        self.keep_allowance = Allowance(settings.address_keeps / DAY_SECONDS, settings.address_keeps)
        self.metrics = Metrics(self.hub)
        self.hub.restore()

    def from_our_page(self, connection: HTTPConnection) -> bool:
        """Whether a browser's request comes from our own page."""
        return same_origin(connection, self.settings)
