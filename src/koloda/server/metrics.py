"""Figures for Prometheus. What is counted on the way of a move is plain Python; it is put into words only here."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from koloda.server.thinking.pool import ThinkingPool

from .cluster.cluster import Cluster
from .durations import Durations
from .hub import Hub


class Metrics:
    """What /metrics tells."""

    def __init__(self, hub: Hub, pool: ThinkingPool, move_seconds: Durations, cluster: Callable[[], Cluster]) -> None:
        self.registry = CollectorRegistry()
        self._messages: dict[type, int] = {}  # from clients; Prometheus' own counter takes a lock each time
        self.refused = Counter(
            "koloda_refused_total", "Connections and frames turned away", ["why"], registry=self.registry
        )
        self.requests = Histogram("koloda_request_seconds", "HTTP requests", registry=self.registry)
        self.loop_lag = Durations()
        sockets = Gauge("koloda_connections", "Open connections", registry=self.registry)
        sockets.set_function(lambda: sum(len(table.audience.connections) for table in hub.tables.values()))
        nodes = Gauge("koloda_nodes", "Nodes that are there, as this one sees it", registry=self.registry)
        nodes.set_function(lambda: 1 + len(cluster().others()))
        on_bus = Gauge("koloda_on_bus", "Whether this node can hear the others", registry=self.registry)
        on_bus.set_function(lambda: int(cluster().on_bus))
        elsewhere = Gauge("koloda_connections_forwarded", "Those here whose table is elsewhere", registry=self.registry)
        elsewhere.set_function(lambda: cluster().sockets_elsewhere())
        forwarded = Gauge("koloda_messages_forwarded", "From those, since the start", registry=self.registry)
        forwarded.set_function(lambda: cluster().forwarded())
        self.registry.register(HubFigures(hub, pool, move_seconds, self.loop_lag, self._messages))

    def count_message(self, kind: type) -> None:
        """A message of this type has come."""
        self._messages[kind] = self._messages.get(kind, 0) + 1

    def text(self) -> bytes:
        """The page /metrics."""
        return generate_latest(self.registry)


class HubFigures(Collector):
    """Of all tables, of the disk and of the processes that think; counted when they are asked for."""

    def __init__(
        self, hub: Hub, pool: ThinkingPool, move_seconds: Durations, loop_lag: Durations, messages: dict[type, int]
    ) -> None:
        self._hub = hub
        self._pool = pool
        self._move_seconds = move_seconds
        self._loop_lag = loop_lag
        self._messages = messages

    def collect(self) -> Iterator[Metric]:
        """One family after the other."""
        hub, moves = self._hub, self._move_seconds
        frames = CounterMetricFamily("koloda_frames", "Frames from clients", labels=["kind"])
        for kind, count in self._messages.items():
            frames.add_metric([kind.__name__], count)
        yield frames
        yield CounterMetricFamily("koloda_moves", "Moves that people and bots have made", value=moves.count)
        yield _histogram("koloda_move_seconds", "From a move's turn at its table until it is on disk", moves)
        yield _histogram("koloda_commit_seconds", "Commits of the journal", hub.store.commit_seconds)
        yield _histogram("koloda_loop_lag_seconds", "How late the event loop wakes up", self._loop_lag)
        tables = GaugeMetricFamily("koloda_tables", "Tables by game and state", labels=["game", "state"])
        states = Tally((table.setup.game, table.status()) for table in hub.tables.values())
        for (game, state), number in sorted(states.items()):
            tables.add_metric([game, state], number)
        yield tables
        yield GaugeMetricFamily("koloda_can_save", "Whether moves can be saved", value=not hub.store.problem)
        yield GaugeMetricFamily(
            "koloda_thoughts_waiting",
            "Bots' moves, advice and choices of reviews that are being thought about or wait for it",
            value=self._pool.questions,
        )


def _histogram(name: str, about: str, durations: Durations) -> HistogramMetricFamily:
    return HistogramMetricFamily(name, about, buckets=durations.buckets(), sum_value=durations.seconds)
