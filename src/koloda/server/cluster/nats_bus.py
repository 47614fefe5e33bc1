"""The bus of a cluster: NATS core, which keeps nothing."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine

import structlog
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError

from .bus import Bus, NoAnswer, Reply, Take

log = structlog.get_logger()
START_SECONDS = 5.0  # for the first connection; a node that has none begins without
RETRY_SECONDS = 0.2
PING_SECONDS = 1  # a connection over which nothing comes back is given up after one of them
MAX_UNANSWERED_PINGS = 1
MAX_QUEUED = 10_000  # messages; more than that wait only while NATS is away, and then they are too old
PENDING_BYTES = 16 * 1024 * 1024


class NatsBus(Bus):
    """One connection; it comes back by itself."""

    def __init__(self, url: str, name: str) -> None:
        self._url = url
        self._name = name
        self._client = Client()
        self._queue: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        self._tasks: set[asyncio.Task[None]] = set()
        self._ready = asyncio.Event()

    async def start(self, subject: str, take: Take, ask_subject: str, reply: Reply) -> None:
        """Connect; subscriptions outlive a lost connection."""

        async def taken(message: Msg) -> None:
            take(message.subject, message.data)

        async def asked(message: Msg) -> None:
            self._spawn(self._answer(message, reply))

        async def connect() -> None:
            while True:
                try:
                    await self._connect()
                    break
                except (OSError, NatsError, TimeoutError):
                    await asyncio.sleep(RETRY_SECONDS)
            await self._client.subscribe(f"{subject}.>", cb=taken)
            await self._client.subscribe(ask_subject, cb=asked)
            self._note(True)
            await self._send_on()

        self._spawn(connect())
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._ready.wait(), START_SECONDS)
        if not self.connected:
            log.error("NATS is not there yet")

    async def _connect(self) -> None:
        await self._client.connect(
            servers=[self._url],
            name=f"koloda {self._name}",
            reconnect_time_wait=RETRY_SECONDS,  # type: ignore[arg-type]
            max_reconnect_attempts=-1,
            connect_timeout=1,
            ping_interval=PING_SECONDS,
            max_outstanding_pings=MAX_UNANSWERED_PINGS,
            pending_size=PENDING_BYTES,
            disconnected_cb=self._on_lost,
            reconnected_cb=self._on_back,
            error_cb=self._on_error,
        )

    async def _on_lost(self) -> None:
        self._note(False)

    async def _on_back(self) -> None:
        self._note(True)

    async def _on_error(self, error: Exception) -> None:
        """nats-py would print each failed try to connect."""

    def _note(self, connected: bool) -> None:
        if connected != self.connected:
            self.connected = connected
            if connected:
                log.info("NATS is there")
            else:
                log.warning("NATS is lost")
        if connected:
            self._ready.set()

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send_on(self) -> None:
        while True:
            subject, message = await self._queue.get()
            if self.connected:
                with contextlib.suppress(NatsError, OSError):
                    await self._client.publish(subject, message)

    def tell(self, subject: str, message: bytes) -> None:
        """Send in order; what cannot be sent now is lost, and the numbers of the messages tell so."""
        if self.connected and self._queue.qsize() < MAX_QUEUED:
            self._queue.put_nowait((subject, message))

    async def ask(self, subject: str, question: bytes, seconds: float) -> bytes:
        """Send, and wait for the answer."""
        if not self.connected:
            raise NoAnswer
        try:
            return (await self._client.request(subject, question, timeout=seconds)).data
        except (NatsError, OSError, TimeoutError) as error:
            raise NoAnswer from error

    async def _answer(self, message: Msg, reply: Reply) -> None:
        answer = await reply(message.data)
        with contextlib.suppress(NatsError, OSError):
            await message.respond(answer)

    async def stop(self) -> None:
        """Send what is waiting, and hang up."""
        with contextlib.suppress(NatsError, OSError, TimeoutError):
            while self.connected and not self._queue.empty():
                await self._client.publish(*self._queue.get_nowait())
            if self.connected:
                await self._client.flush(timeout=1)
        for task in list(self._tasks):
            task.cancel()
        with contextlib.suppress(NatsError, OSError):
            await self._client.close()
