"""What one attacker can do from one address with a hundred identities: each function is an attack.

``python -m server.attack.floods`` carries out what it is told line by line, against the table of a neighbour.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import random
import sys
import time
from collections.abc import Awaitable, Callable, Iterable
from functools import cache
from typing import Any, NamedTuple

from koloda import Match
from koloda.core.chance import Seeded
from koloda.testing.walks import play_out

from .wire import Wire, ask, frame, new_token

IDENTITIES = 100
PERSON_FRAMES_PER_SECOND = 19  # just within the limits
# A client that asks on while an answer without a length is still coming reads something else than it expects
GONE = (OSError, EOFError, asyncio.IncompleteReadError, ValueError, IndexError)


class Attacker(NamedTuple):
    """Who attacks, and whom."""

    port: int
    source: str
    table: str
    tokens: list[str]
    own_tables: dict[str, str]  # by token; and a match that was uploaded
    until: float

    def goes_on(self) -> bool:
        return time.monotonic() < self.until

    async def socket(self, token: str, table: str = "") -> Wire:
        return await Wire.at_table(self.port, self.source, table or self.table, token)

    async def own_table(self, token: str, **setup: object) -> str:
        """A table of one's own, made once."""
        if token not in self.own_tables:
            self.own_tables[token] = (await ask(self.port, self.source, "POST", "/api/tables", setup, token))["id"]
        return self.own_tables[token]


Attack = Callable[[Attacker], Awaitable[None]]


async def each(attacker: Attacker, act: Callable[[Attacker, str], Awaitable[None]]) -> None:
    """Every identity does this again and again; whoever is thrown out comes again."""

    async def go(token: str) -> None:
        while attacker.goes_on():
            try:
                async with asyncio.timeout(max(0.1, attacker.until - time.monotonic())):
                    await act(attacker, token)
            except (*GONE, TimeoutError):
                await asyncio.sleep(0.05)

    await asyncio.gather(*(go(token) for token in attacker.tokens))


async def pour(wire: Wire, frames: Iterable[bytes], per_second: float, at_once: int = 60) -> None:
    """Send frames without end, first many at once, then at this rate; read whatever comes."""
    reading = asyncio.create_task(wire.swallow())
    frames = itertools.cycle(frames)
    try:
        wire.send(*itertools.islice(frames, at_once))
        while not reading.done():
            await asyncio.sleep(1 / per_second)
            wire.send(next(frames))
    finally:
        reading.cancel()
        wire.close()


def messages(*kinds: dict[str, object]) -> list[bytes]:
    return [frame(kind) for kind in kinds]


# At the neighbours' table


async def chat(attacker: Attacker) -> None:
    """Everybody talks at the neighbours' table."""

    async def act(attacker: Attacker, token: str) -> None:
        wire = await attacker.socket(token)
        await pour(wire, messages({"t": "say", "text": "x" * 300}), PERSON_FRAMES_PER_SECOND)

    await each(attacker, act)


async def arrivals(attacker: Attacker) -> None:
    """Everybody comes to the neighbours' table and goes again."""

    async def act(attacker: Attacker, token: str) -> None:
        (await attacker.socket(token)).close()

    await each(attacker, act)


EVERY_KIND: list[dict[str, object]] = [
    {"t": "sit", "seat": 1},
    {"t": "stand"},
    {"t": "bot", "seat": 0, "level": "strong"},
    {"t": "admit", "knock": 1},
    {"t": "commit", "match": "x", "commitment": "0" * 64},
    {"t": "reveal", "match": "x", "nonce": "0" * 32},
    {"t": "forfeit", "text": "x" * 120},
    {"t": "start"},
    {"t": "move", "id": "x", "n": 10**9, "move": "hit", "match": "x"},
    {"t": "why", "move": "hit"},
    {"t": "told", "n": 1, "hurry": True},
    {"t": "say", "text": "x"},
    {"t": "hints"},
    {"t": "past", "n": 1},
    {"t": "rename", "name": "x" * 40},
    {"t": "rematch"},
    {"t": "ping"},
    {"t": "claim", "seat": 1},
    {"t": "propose", "what": "end"},
    {"t": "propose", "what": "bot", "seat": 0},
    {"t": "vote", "vote": 1},
    {"t": "again"},
    {"t": "free", "seat": 1},
    {"t": "ban", "who": 1},
    {"t": "door", "door": "closed"},
    {"t": "let-in", "who": 1},
    {"t": "hand-over", "seat": 1},
    {"t": "pause"},
    {"t": "arrange", "seats": 8},
    {"t": "mute", "who": 1},
    {"t": "nudge", "seat": 1},
    {"t": "report", "who": 1, "text": "x" * 300},
    {"t": "invite", "seat": 1, "account": "x"},
    {"t": "decline"},
]


async def every_kind(attacker: Attacker) -> None:
    """Every kind of message, at the neighbours' table."""

    async def act(attacker: Attacker, token: str) -> None:
        wire = await attacker.socket(token)
        kinds = messages(*EVERY_KIND)
        random.shuffle(kinds)
        await pour(wire, kinds, PERSON_FRAMES_PER_SECOND)

    await each(attacker, act)


async def leavers(attacker: Attacker) -> None:
    """People who come, say something, and have themselves deleted: what is kept of the table is written anew."""

    async def act(attacker: Attacker, token: str) -> None:
        somebody = await new_token(attacker.port, attacker.source)
        wire = await attacker.socket(somebody)
        try:
            wire.send(frame({"t": "say", "text": "bye"}))
            while (await wire.read())["t"] not in ("said", "refused"):
                pass
            await ask(attacker.port, attacker.source, "POST", "/api/person/delete", {"sure": True}, somebody)
        finally:
            wire.close()

    await each(attacker, act)


async def too_many(attacker: Attacker) -> None:
    """Far more than the limits allow, and again after every goodbye."""

    async def act(attacker: Attacker, token: str) -> None:
        await pour(await attacker.socket(token), messages(*EVERY_KIND), 2000, 1000)

    await each(attacker, act)


async def hostile_frames(attacker: Attacker) -> None:
    """What is no message, and what is no frame."""
    bad = [
        frame(b"{"),
        frame(b"[" * 4000),
        frame(b"\xff\xfe"),
        frame(b'{"t":"move","id":"a","n":1e400,"move":"hit"}'),
        frame(b"x" * 5000),
        frame(b"", 0x89),
        frame(b"x" * 125, 0x8A),
        frame(b"{", 0x01) + frame(b"", 0x00) * 10,
        frame(b"x" * 20_000),
        frame(b"x", 0x83),
        b"\x81\x01x",
        b"\x81\xff" + (2**62).to_bytes(8, "big") + b"mask",
        os.urandom(200),
        frame(b"x") * 30 + frame(b"\x03\xe8", 0x88),
    ]

    async def act(attacker: Attacker, token: str) -> None:
        wire = await attacker.socket(token)
        await pour(wire, random.sample(bad, len(bad)), 200, 20)

    await each(attacker, act)


async def deaf(attacker: Attacker) -> None:
    """Clients that ask for much and read nothing."""

    async def act(attacker: Attacker, token: str) -> None:
        wire = await attacker.socket(token)
        wire.writer.transport.pause_reading()  # type: ignore[attr-defined]
        try:
            while True:
                wire.send(*messages({"t": "past", "n": 0}, {"t": "ping"}, {"t": "rename", "name": "x"}))
                await asyncio.sleep(0.2)
        finally:
            wire.close()

    await each(attacker, act)


# At tables of their own


async def at_own_tables(attacker: Attacker, kinds: list[dict[str, object]], **setup: object) -> None:
    """Every identity at a table of its own."""

    async def act(attacker: Attacker, token: str) -> None:
        table = await attacker.own_table(token, **setup)
        await pour(await attacker.socket(token, table), messages(*kinds), PERSON_FRAMES_PER_SECOND)

    await each(attacker, act)


async def hints(attacker: Attacker) -> None:
    """Hints and advice, of the game whose hints take longest."""
    setup = {"game": "the-gang", "seats": 6, "bots": [None, *["normal"] * 5], "start": True}
    await at_own_tables(attacker, [{"t": "hints"}], **setup)


async def pasts(attacker: Attacker) -> None:
    """Long replays."""
    setup = {"game": "drunkard", "seats": 2, "bots": [None, "easy"], "start": True}
    await at_own_tables(attacker, [{"t": "past", "n": 0}, {"t": "past", "n": 1}], **setup)


async def writers(attacker: Attacker) -> None:
    """Whatever the journal has to keep."""
    kinds: list[dict[str, object]] = [
        {"t": "forfeit", "text": "x" * 120},
        {"t": "rename", "name": "y" * 40},
        {"t": "forfeit", "text": "z" * 120},
        {"t": "rename", "name": "z" * 40},
        {"t": "bot", "seat": 1, "level": "easy"},
        {"t": "bot", "seat": 1},
        {"t": "stand"},
        {"t": "sit", "seat": 0},
    ]
    await at_own_tables(attacker, kinds, game="pairs", seats=2)


async def takers(attacker: Attacker) -> None:
    """A move is made and taken back, again and again, and votes are opened."""
    setup = {"game": "hawthorn", "seats": 3, "bots": [None, "easy", "easy"], "start": True}
    setup["options"] = {"chips": 200, "max_rounds": 9999}

    async def act(attacker: Attacker, token: str) -> None:
        wire = await attacker.socket(token, await attacker.own_table(token, **setup))
        match, takes, number = "", 0, 0
        try:
            while True:
                message = await wire.read()
                match, takes = message.get("match", match), message.get("takes", takes)
                if message["t"] in ("view", "change") and message.get("legal"):
                    n, number = message["n"], number + 1
                    move = {"t": "move", "id": f"m{number}", "n": n, "move": message["legal"][0], "match": match}
                    back = [] if n % 3 else [frame({"t": "propose", "what": "back"})]
                    wire.send(frame({"t": "told", "n": n, "hurry": True}), frame(move), *back)
        finally:
            wire.close()

    await each(attacker, act)


async def governors(attacker: Attacker) -> None:
    """Whatever a host may do, at tables of their own."""
    kinds: list[dict[str, object]] = [
        {"t": "arrange", "seats": 3, "game": "pairs"},
        {"t": "arrange", "seats": 6, "game": "the-gang"},
        {"t": "door", "door": "closed"},
        {"t": "door", "door": "open"},
        {"t": "say", "text": "\U0001f0a1" * 300},
        {"t": "report", "who": 1, "text": "\U0001f0a1" * 300},
        {"t": "start"},
        {"t": "pause"},
        {"t": "pause", "on": False},
        {"t": "propose", "what": "end"},
        {"t": "rematch"},
    ]
    await at_own_tables(attacker, kinds, game="pairs", seats=2)


async def movers(attacker: Attacker) -> None:
    """Matches at full speed."""
    setup = {"game": "pairs", "seats": 2, "bots": [None, "strong"], "start": True}

    async def act(attacker: Attacker, token: str) -> None:
        wire = await attacker.socket(token, await attacker.own_table(token, **setup))
        match = ""
        try:
            while True:
                message = await wire.read()
                match = message.get("match", match)
                if message["t"] in ("view", "change") and message.get("legal"):
                    move = {"t": "move", "id": os.urandom(8).hex(), "n": message["n"], "move": "hit", "match": match}
                    wire.send(frame(move))
                if message.get("status") == "over":
                    wire.send(frame({"t": "rematch"}), frame({"t": "start"}))
        finally:
            wire.close()

    await each(attacker, act)


# Over HTTP


async def requests(attacker: Attacker, make: Callable[[int], tuple[str, str, bytes]]) -> None:
    """The same kind of request over a hundred connections."""
    count = itertools.count()

    async def act(attacker: Attacker, token: str) -> None:
        wire = await Wire.open(attacker.port, attacker.source)
        try:
            while attacker.goes_on():
                await wire.request(*make(next(count)), token=token)
        finally:
            wire.close()

    await each(attacker, act)


@cache
def long_record() -> dict[str, Any]:
    """A record of some hundred kilobytes."""
    match = Match.new("hawthorn", 2, {"chips": 200, "max_rounds": 9999}, seed="a")
    return dict(play_out(match, Seeded("b")).record())


async def uploaded(attacker: Attacker) -> str:
    """The id of a big match in the archive."""
    known = attacker.own_tables
    if "match" not in known:
        made = await ask(attacker.port, attacker.source, "POST", "/api/matches", long_record(), attacker.tokens[0])
        known["match"] = made["id"]
    return known["match"]


async def archive(attacker: Attacker) -> None:
    """A big archived match, again and again."""
    match = await uploaded(attacker)
    await requests(attacker, lambda n: ("GET", f"/api/matches/{match}", b""))


async def views(attacker: Attacker) -> None:
    """All views of a big match."""
    match = await uploaded(attacker)
    await requests(attacker, lambda n: ("GET", f"/api/matches/{match}/views?eyes=all", b""))


async def reviews(attacker: Attacker) -> None:
    """Reviews of everything."""
    match = await uploaded(attacker)
    await requests(attacker, lambda n: ("POST", f"/api/matches/{match}/review?seat={n % 2}", b""))


async def uploads(attacker: Attacker) -> None:
    """Forged and honest records, the big one among them."""
    record = long_record()
    forged = [
        record,
        {**record, "moves": record["moves"][::-1]},
        {**record, "result": {"scores": [1], "winners": [0], "losers": [], "places": [1]}},
        {**record, "chance": [[0] * 1000]},
        {**record, "seats": 10**9},
        {**record, "game": "../../etc/passwd"},
        {"format": 1},
        [],
    ]
    bodies = [json.dumps(body).encode() for body in forged] + [b"[" * 200_000, b"\xff" * 1000, b" " * 2_000_001]
    await requests(attacker, lambda n: ("POST", "/api/matches", bodies[n % len(bodies)]))


async def guesses(attacker: Attacker) -> None:
    """One code after the other."""
    letters = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
    await requests(attacker, lambda n: ("GET", "/api/tables/" + "".join(random.choices(letters, k=5)), b""))


async def tables(attacker: Attacker) -> None:
    """As many tables as possible."""
    body = json.dumps({"game": "the-gang", "seats": 6, "start": True, "bots": [None, *["strong"] * 5]}).encode()
    await requests(attacker, lambda n: ("POST", "/api/tables", body))


async def pages(attacker: Attacker) -> None:
    """Whatever can be read, all of it, all the time."""
    paths = ["/", "/api/games", "/api/games/the-gang", "/api/games/pairs/rules", "/api/lobby", "/api/history"]
    paths += ["/metrics", "/healthz", "/api/me", "/api/nowhere", "/api/qr?text=x"]
    await requests(attacker, lambda n: ("GET", paths[n % len(paths)] + ("" if n % 11 else f"{n}"), b""))


async def persons(attacker: Attacker) -> None:
    """Whatever one may ask about oneself, and ways to come in."""
    asked: list[tuple[str, str, object]] = [
        ("GET", "/api/person", None),
        ("GET", "/api/person/games", None),
        ("GET", "/api/person/kept", None),
        ("GET", "/api/person/export", None),
        ("POST", "/api/person/links", {}),
        ("POST", "/api/person/words", {}),
        ("POST", "/api/person/tokens", {"label": "x", "scopes": ["read", "play"]}),
        ("POST", "/api/person/passkeys/ask", {}),
        ("POST", "/api/sign-in/passkey/ask", {}),
        ("POST", "/api/sign-in/link", {"code": "x"}),
        ("POST", "/api/sign-in/words", {"words": "apple " * 10}),
        ("POST", "/api/sign-in/passkey", {"challenge": "x", "credential": {"id": "x"}, "label": ""}),
        ("POST", "/api/invitation", {"code": "x"}),
        ("GET", "/api/bots", None),
        ("GET", "/api/bot/events", None),
        ("GET", "/api/host/people", None),
    ]

    def request(number: int) -> tuple[str, str, bytes]:
        method, path, body = asked[number % len(asked)]
        return method, path, b"" if body is None else json.dumps(body).encode()

    await requests(attacker, request)


async def cards(attacker: Attacker) -> None:
    """Pages with a card for messengers, pages to be embedded, what describes the house, and pictures of codes."""
    match = await uploaded(attacker)
    paths = [f"/table/{attacker.table}", f"/match/{match}", f"/embed/match/{match}", f"/embed/match/{match}/../x"]
    paths += ["/openapi.json", "/api/house", "/api/games/the-gang/picture", "/api/qr?text=", f"/match/{match}?"]
    paths += ["/api/games/the-gang/pack?seats=6&options={}", "/api/games/pairs?version=", "/link-card.png"]
    await requests(attacker, lambda n: ("GET", paths[n % len(paths)] + ("" if n % 3 else f"{n}"), b""))


async def hostile_requests(attacker: Attacker) -> None:
    """What is no request, or only half of one."""
    head = b"POST /api/tables HTTP/1.1\r\nHost: x\r\n"
    bad = [
        b"GET / HTTP/1.1\r\n\r\n",
        b"\x00" * 500,
        head + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        head + b"Transfer-Encoding: chunked\r\n\r\n5\r\nabc",
        head + b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
        head + b"Content-Length: 99999999999\r\n\r\n{",
        head + b"Content-Length: -1\r\n\r\n",
        head + b"X: " + b"y" * 70_000,
        b"GET /ws/x HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        b"GET /%00%ff?" + b"&" * 5000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 200,
    ]

    async def act(attacker: Attacker, token: str) -> None:
        wire = await Wire.open(attacker.port, attacker.source)
        wire.send(random.choice(bad))
        try:
            async with asyncio.timeout(0.5):
                await wire.swallow()
        except TimeoutError:
            pass
        finally:
            wire.close()

    await each(attacker, act)


async def slow_requests(attacker: Attacker) -> None:
    """Requests that come letter by letter."""

    async def act(attacker: Attacker, token: str) -> None:
        wire = await Wire.open(attacker.port, attacker.source)
        try:
            for letter in b"POST /api/matches HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n" + b"[" * 1000:
                wire.send(bytes([letter]))
                await asyncio.sleep(0.05)
        finally:
            wire.close()

    await each(attacker, act)


ATTACKS: dict[str, Attack] = {
    attack.__name__: attack
    for attack in (
        chat,
        arrivals,
        every_kind,
        leavers,
        too_many,
        hostile_frames,
        deaf,
        hints,
        pasts,
        writers,
        takers,
        governors,
        movers,
        archive,
        views,
        reviews,
        uploads,
        guesses,
        tables,
        pages,
        persons,
        cards,
        hostile_requests,
        slow_requests,
    )
}


ON_A_BIG_MATCH = (archive, views, reviews, uploads, cards)


@cache
def own_tables_of(name: str, port: int) -> dict[str, str]:
    """The tables that an attack has made; its identities have them the next time too."""
    return {}


identities: dict[int, list[str]] = {}  # of each server, by its port: every attack has the same


async def carry_out(name: str, port: int, table: str, seconds: float) -> None:
    """One attack, from an address of its own."""
    source = f"127.0.1.{list(ATTACKS).index(name) + 1}"
    if port not in identities:
        identities[port] = [await new_token(port, source) for _ in range(IDENTITIES)]
    attacker = Attacker(port, source, table, identities[port], own_tables_of(name, port), 0.0)
    if ATTACKS[name] in ON_A_BIG_MATCH:
        with contextlib.suppress(*GONE):
            await uploaded(attacker)
    print(json.dumps({"is": "ready"}), flush=True)
    before = Wire.sent
    attacker = attacker._replace(until=time.monotonic() + seconds)
    try:
        await ATTACKS[name](attacker)
    except (*GONE, TimeoutError):  # what an attack needs first was refused
        await asyncio.sleep(max(0.0, attacker.until - time.monotonic()))
    print(json.dumps({"is": "done", "sent": Wire.sent - before}), flush=True)


if __name__ == "__main__":
    random.seed(sys.argv[1])
    os.nice(10)  # on a machine with few cores the attacker must not starve the neighbours, only the server
    for line in sys.stdin:
        asyncio.run(carry_out(*json.loads(line)))
