"""What the routes share: the store, the tables, and who is who."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from koloda.server.http.identity import Identity
from koloda.server.http.limits import DAY, Allowance, Sockets, same_origin
from koloda.server.sockets.flush import Flush
from koloda.server.storage.store import Store
from koloda.server.table.table import Rules
from koloda.server.thinking.pool import Thinkers
from koloda.server.thinking.reviews import Reviews

from .hub import Hub
from .metrics import Metrics
from .settings import Settings


class Parts:
    """Made once per server, before it listens: data that cannot be used are refused here."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.data / "koloda.sqlite")
        self.thinkers = Thinkers()
        self.hub = Hub(self.store, Rules(settings.grace, settings.bot_pause, self.thinkers))
        self.reviews = Reviews(self.thinkers)
        self.identity = Identity(self.store, settings)
        self.sockets = Sockets(settings)
        self.requests = Allowance(settings.requests_per_second, settings.requests_burst)
        self.keeps = Allowance(settings.address_keeps / DAY, settings.address_keeps)
        self.flush = Flush()
        self.metrics = Metrics(self.hub)
        self.hub.restore()

    def from_our_page(self, connection: HTTPConnection) -> bool:
        """Whether a browser's request comes from our own page."""
        return same_origin(connection, self.settings)
