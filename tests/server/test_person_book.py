"""What is kept of how somebody is known, in both databases; and somebody taken out of a house that plays on."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from koloda.server.http.forgetting import forget_person
from koloda.server.protocol.bodies import NewTable
from koloda.server.protocol.messages import Sit, Start
from koloda.server.services import Services
from koloda.server.settings import Settings
from koloda.server.storage.person_book import Device, Passkey, PersonalToken, RecoveryWords, hash_of
from koloda.server.table.connection import Person

from .kit import Seat, play
from .test_stores import Opener, opener

__all__ = ["opener"]

ANN, BOB = "a" * 16, "b" * 16


def test_the_book_keeps_and_forgets(opener: Opener) -> None:
    async def story() -> None:
        store = await opener()
        book, now = store.people, time.time()
        assert (await book.signed_out(ANN, "mark")).until < 0
        desk, phone = Device("1-desk", ANN, "Firefox", now, now), Device("1-phone", ANN, "", now, now + 1)
        for device in (desk, phone):
            await book.keep_device(device)
        assert await book.devices(ANN) == [phone, desk] and await book.devices(BOB) == []
        await book.sign_out(desk, now)
        assert await book.devices(ANN) == [phone]
        assert (await book.signed_out(ANN, "mark")).devices == {"1-desk"}
        assert await book.signed_out_since(now - 1) == ({ANN}, set())
        await book.sign_out_all(ANN, now + 2)
        assert (await book.signed_out(ANN, "mark")) == (now + 2, frozenset(), False)
        words = RecoveryWords(ANN, "01020304", "$argon2", now)
        await book.keep_words(words)
        assert await book.words_at("01020304") == words == await book.words_of(ANN)
        key = Passkey("key", ANN, "00", "", now, now, 0)
        await book.keep_passkey(key)
        assert await book.passkey("key") == key and await book.passkeys(ANN) == [key]
        await book.drop_passkey(BOB, "key")
        assert await book.passkey("key") == key, "only one's own"
        token = PersonalToken(hash_of("secret"), ANN, "bot", "play", now, 0.0)
        await book.keep_token(token)
        await book.note_token_seen(token, now)
        assert await book.token("secret") == token._replace(seen=now) and await book.token("other") is None
        await book.drop_token(ANN, token.id)
        await book.note_token_seen(token, now)
        assert await book.tokens(ANN) == [], "what was revoked stays so"
        await store.close()

    play(story)


def test_a_code_counts_once_and_for_its_kind(opener: Opener) -> None:
    async def story() -> None:
        store = await opener()
        book = store.people
        await book.keep_code("link", "code", ANN, 60)
        assert await book.take_code("link", "other") is None
        took = await asyncio.gather(*(book.take_code("link", "code") for _ in range(5)))
        assert sorted(filter(None, took)) == [ANN]
        await book.keep_code("passkey", "challenge", "", 60)
        assert await book.take_code("link", "challenge") is None
        await book.keep_code("link", "late", ANN, -1)
        assert await book.take_code("link", "late") is None
        await book.sweep()
        assert len(await store.rows("SELECT * FROM one_time_codes")) == 2, "one was too late"
        await store.close()

    play(story)


def test_somebody_is_forgotten_while_others_play(opener: Opener, tmp_path: Path) -> None:
    """Their seat is a bot's, the journal replays, and no row of any table tells of them."""

    async def story() -> None:
        store = await opener()
        services = Services(Settings(data=tmp_path, max_bot_pause_seconds=0), store)
        for person, name in ((ANN, "Annabella"), (BOB, "Bob")):
            await store.name_person(person, name)
        ann, bob = Person(ANN, await store.name(ANN)), Person(BOB, await store.name(BOB))
        made = await services.hub.make(NewTable("pairs", 2), ann)
        table = services.hub.tables[made.id]
        here = await Seat(table, ANN, ann.name).come()
        other = await Seat(table, BOB, bob.name).come()
        await other.say(Sit(1))
        await here.say(Start())
        told = await forget_person(services, ANN)
        assert (told.matches, told.tables) == (0, 1)
        assert here.connection.closed and not other.connection.closed, "nobody else loses their connection"
        again = await services.hub.open(made.id)
        assert again is not None and again is not table and again.status() == "playing"
        assert [(seat.person, seat.level) for seat in again.seats] == [(None, "normal"), (BOB, None)]
        other.table = again
        shown = len(other.raw)
        await other.settle()
        assert {"table", "view"} <= {frame["t"] for frame in other.frames[shown:]}, "and sees the table anew"
        assert other.last("table")["chairs"][0]["kind"] == "bot" and other.connection.viewer == 1
        assert await store.name(ANN) == "" and not await services.identity.is_signed_in(ANN, "")
        assert await services.identity.is_signed_in(BOB, "")
        await store.scrub()
        for name in ("people", "events", "tables", "seated", "devices", "sign_outs", "forgotten"):
            for row in await store.rows(f"SELECT * FROM {name}"):
                assert ANN not in repr(row) and "Annabella" not in repr(row), name
        await services.hub.stop()
        await services.background.stop()
        services.words.stop()
        await store.close()

    play(story)
