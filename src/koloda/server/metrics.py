"""Figures for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from .hub import Hub


class Metrics:
    """What /metrics tells."""

    def __init__(self, hub: Hub) -> None:
        self.registry = CollectorRegistry()
        self.frames = Counter("koloda_frames_total", "Frames from clients", ["kind"], registry=self.registry)
        self._by_type: dict[type, Counter] = {}  # looking a label up costs more than counting
        self.refused = Counter(
            "koloda_refused_total", "Connections and frames turned away", ["why"], registry=self.registry
        )
        self.requests = Histogram("koloda_request_seconds", "HTTP requests", registry=self.registry)
        tables = Gauge("koloda_tables", "Tables", registry=self.registry)
        tables.set_function(lambda: len(hub.tables))
        sockets = Gauge("koloda_connections", "Open connections", registry=self.registry)
        sockets.set_function(lambda: sum(len(table.audience.connections) for table in hub.tables.values()))
        moves = Gauge("koloda_moves", "Journal entries of the open tables", registry=self.registry)
        moves.set_function(lambda: sum(table.seq for table in hub.tables.values()))

    def count_message(self, kind: type) -> None:
        """A message of this type has come."""
        counter = self._by_type.get(kind)
        if counter is None:
            counter = self._by_type[kind] = self.frames.labels(kind.__name__)
        counter.inc()

    def text(self) -> bytes:
        """The page /metrics."""
        return generate_latest(self.registry)
