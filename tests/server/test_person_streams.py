"""Whatever people do with their seats, nobody is ever shown the hands of two seats of one match, on all their devices.

Six people with two devices each do what they like at a table: they come and go, sit down, leave, claim seats, vote,
take moves back, are freed, banned and let in again. Every frame that each of them is sent is read as a client reads it.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from koloda.server.buckets import Rate
from koloda.server.protocol.consent import Again, Ballot, Claim, Propose
from koloda.server.protocol.governing import Ban, FreeSeat, HandOver, LetIn
from koloda.server.protocol.messages import (
    Admit,
    AskPast,
    ClientMessage,
    Move,
    Ping,
    Rematch,
    SetBot,
    Sit,
    Stand,
    Start,
)
from koloda.server.storage.table_index import SEAT_ENTRY
from koloda.server.table import votes
from koloda.server.table.allowance import TableAllowance
from koloda.server.table.inbox import JOINED
from koloda.server.table.newcomers import Newcomers
from koloda.server.table.table import Table

from .kit import PONG, QUICK, House, Seat, play
from .running import apply

SOON_AWAY = QUICK._replace(grace_seconds=0.02)
PEOPLE = ("ann", "p1", "p2", "p3", "w1", "w2")
STEPS = 250
SEEDS = range(40 if os.environ.get("KOLODA_ALL") == "1" else 4)
MOST_SEEDS = 3 * len(SEEDS)  # what people do depends on the clock, too: not all of it happens every time
PRIVATE = "hand"
MUCH = Rate(1e6, 1e6)


class TwoHands(AssertionError):
    """Somebody has seen two hands."""


class Device:
    """One page of somebody: what it shows now."""

    def __init__(self, table: Table, person: str) -> None:
        self.seat = Seat(table, person, log=True)
        self.view: dict[str, Any] | None = None
        self._read = 0

    def news(self) -> set[tuple[int, int]]:
        """After which move, and of which seat, a hand lay open on this page, since it was looked at last; of a match
        that is over everything may be seen.
        """
        frames, seen = self.seat.frames, set[tuple[int, int]]()
        told = [frame["status"] for frame in frames if frame["t"] == "table"]
        over = "over" in (told[-1:] or [""])
        for frame in frames[self._read :]:
            if frame["t"] == "view":
                self.view = frame
            elif frame["t"] == "change" and self.view is not None:
                apply(self.view, frame)
                self.view["n"] = frame["n"]
            shown = frame["view"] if frame["t"] == "past" else self.view
            if shown is not None and not over and frame["t"] in ("view", "change", "past"):
                seen |= {(shown["n"], seat) for seat in open_hands(shown)}
        self._read = len(frames)
        return seen


def open_hands(view: dict[str, Any]) -> set[int]:
    """Whose hands show a face."""
    hands = [zone for zone in view["zones"] if zone[0] == PRIVATE]
    return {owner for _, owner, _, _, cards in hands if isinstance(cards, list) and any(card for card in cards)}


class Crowd:
    """The people, what they do, and what each of them has seen of each match."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table = table
        self.dice = random.Random(seed)
        self.devices: dict[tuple[str, int], Device] = {}
        self.seen: dict[tuple[str, str], set[int]] = {}
        self.watcher = Device(table, "watcher")  # what they see is no secret
        self.public: dict[str, set[tuple[int, int]]] = {}
        self.moves = 0

    def here(self, person: str) -> list[Device]:
        """The pages on which somebody is at the table, or at its door."""
        found = [device for (one, _), device in self.devices.items() if one == person]
        return [device for device in found if not device.seat.connection.closed]

    async def come(self, person: str, number: int) -> None:
        device = self.devices[person, number] = Device(self.table, person)
        self.table.post(device.seat.connection, JOINED)
        await self.settle(device)

    async def settle(self, device: Device) -> None:
        """Until the table has done what was asked of it, or has hung up."""
        connection, before = device.seat.connection, len(device.seat.raw)
        self.table.post(connection, Ping())
        while not connection.closed:
            device.seat.take()
            if any(frame.startswith(PONG) for frame in device.seat.raw[before:]):
                break
            await asyncio.sleep(0.001)
        if connection.errand is not None:
            await connection.errand
        self.look()

    async def say(self, person: str, message: ClientMessage) -> None:
        devices = self.here(person)
        if devices:
            device = self.dice.choice(devices)
            self.table.post(device.seat.connection, message)
            await self.settle(device)

    def look(self) -> None:
        """What all have been shown; two hands of one match are one too many."""
        match = self.table.match_id
        self.public.setdefault(match, set()).update(self.watcher.news())
        for (person, _), device in self.devices.items():
            seen = self.seen.setdefault((person, match), set())
            seen |= {seat for _, seat in device.news() - self.public[match]}
            if len(seen) > 1:
                raise TwoHands(f"{person} has seen the hands of the seats {sorted(seen)}")

    async def step(self) -> None:
        """Somebody does something."""
        table, dice = self.table, self.dice
        person, seat = dice.choice(PEOPLE), dice.randrange(len(table.seats))
        whom = table.guestbook.number(dice.choice(PEOPLE))
        doings: list[tuple[int, Callable[[], Awaitable[None]]]] = [
            (6, lambda: self.come(person, dice.randrange(2))),
            (3, lambda: self.leave(person)),
            (12, self.move),
            (6, self.answer),
            (4, lambda: self.say(person, Sit(seat, any=dice.random() < 0.5))),
            (2, lambda: self.say(person, Stand())),
            (3, lambda: self.say(person, Claim(seat))),
            (3, lambda: self.say(person, Propose("back"))),
            (1, lambda: self.say(person, Propose("end"))),
            (2, lambda: self.say(person, Propose("bot", seat))),
            (2, lambda: self.say("ann", FreeSeat(seat))),
            (1, lambda: self.say("ann", SetBot(seat, "easy"))),
            (1, lambda: self.say("ann", HandOver(seat))),
            (1, lambda: self.say(table.host, Ban(whom, yes=dice.random() < 0.3))),
            (1, lambda: self.say(person, AskPast(dice.randrange(4)))),
            (2, self.deal),
        ]
        await dice.choices([one for _, one in doings], [weight for weight, _ in doings])[0]()

    async def leave(self, person: str) -> None:
        devices = self.here(person)
        if devices:
            await self.dice.choice(devices).seat.go()

    async def move(self) -> None:
        """Whoever is to move does, if they are a person who is here."""
        match = self.table.match
        if match is None or self.table.status() != "playing":
            return
        seat = self.dice.choice(match.turn.seats)
        devices = self.here(self.table.seats[seat].person or "")
        if devices:
            self.moves += 1
            move = Move(f"m{self.moves}", match.move_number, self.dice.choice(match.legal(seat)), self.table.match_id)
            self.table.post(devices[0].seat.connection, move)
            await self.settle(devices[0])

    async def answer(self) -> None:
        """All that wait for an answer get one: votes, requests, those at the door."""
        for number in list(self.table.consent.votes):
            for person in PEOPLE:
                await self.say(person, Ballot(number, self.dice.random() < 0.9))
        for number in list(self.table.newcomers.knocks):
            await self.say("ann", Admit(number))
        for waiting in self.table.guestbook.at_door():
            await self.say(self.table.host, LetIn(self.table.guestbook.number(waiting.person.id)))

    async def deal(self) -> None:
        """Another match, where none is played."""
        for person in PEOPLE:
            if self.table.status() == "over":
                await self.say(person, Again())
        await self.say("ann", Rematch())
        await self.say("ann", Start())


async def crowd_at(house: House, seed: int, join: str) -> Crowd:
    table = await house.table("cribbage", 4, join=join, options={"target": 31})
    table.change_allowance = TableAllowance(MUCH, MUCH, MUCH, MUCH)
    crowd = Crowd(table, seed)
    await crowd.watcher.seat.come()
    for person in PEOPLE[:4]:
        await crowd.come(person, 0)
    for seat, person in enumerate(PEOPLE[1:4], 1):
        await crowd.say(person, Sit(seat))
    await crowd.say("ann", Start())
    return crowd


def rampage(tmp_path: Path, seed: int, join: str) -> Counter[str]:
    """What the journal tells of it afterwards."""
    kinds = Counter[str]()

    async def story() -> None:
        async with House(tmp_path, SOON_AWAY) as house:
            crowd = await crowd_at(house, seed, join)
            for _ in range(STEPS):
                await crowd.step()
            entries = await house.store.journal(crowd.table.id)
            kinds.update(entry.kind for entry in entries)
            kinds["seen"] = sum(bool(seen) for seen in crowd.seen.values())

    play(story)
    return kinds


def test_nobody_sees_two_hands_whatever_people_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(votes, "ASK_AGAIN_SECONDS", 0.0)
    happened = {SEAT_ENTRY, "move", "vote", "ballot", "decided", "back", "ban", "again", "waits", "removed"}
    kinds = Counter[str]()
    played = 0
    while played < len(SEEDS) or (not happened <= kinds.keys() and played < MOST_SEEDS):
        kinds += rampage(tmp_path / str(played), played, "between" if played % 2 else "now")
        played += 1
    assert happened <= kinds.keys(), happened - kinds.keys()
    assert kinds["seen"] > 4 * played, "too few have seen a hand"


def test_two_hands_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where whoever has held one seat may have another, somebody sees two hands, and not where they may not."""

    async def story() -> None:
        async with House(tmp_path, SOON_AWAY) as house:
            for other_hand in (True, False):
                crowd = await crowd_at(house, 0, "now")
                if not other_hand:
                    monkeypatch.setattr(Newcomers, "held_another", lambda *_: False)
                    with pytest.raises(TwoHands):
                        await change_places(crowd)
                else:
                    await change_places(crowd)

    play(story)


async def change_places(crowd: Crowd) -> None:
    """Two get up, and one of them sits down where the other one was."""
    for message in (Stand(), Sit(2)):
        await crowd.say("p2", Stand())
        await crowd.say("p1", message)
