"""How somebody is known: their devices, recovery words, passkeys, tokens and one-time codes. No secret is kept itself.

Of a code or a token only a hash is kept, of recovery words one that is costly to try (Argon2).
"""

from __future__ import annotations

import secrets
import time
from hashlib import sha256
from typing import NamedTuple

from .rows import Rows, Statement, Write, upsert

HASH_DIGITS = 32
KEPT_TABLES = ("devices", "sign_outs", "recovery_words", "passkeys", "tokens", "one_time_codes")


class Device(NamedTuple):
    """A browser where somebody is at home; ``gone`` is when it was signed out, 0 if it was not."""

    id: str
    person: str
    label: str
    made: float
    seen: float
    gone: float = 0.0


class RecoveryWords(NamedTuple):
    """``locator`` tells whose words they are, ``hash`` is of the others."""

    person: str
    locator: str
    hash: str
    made: float


class Passkey(NamedTuple):
    """The public half of a key whose other half never leaves somebody's device."""

    id: str
    person: str
    public_key: str
    label: str
    made: float
    seen: float
    uses: int  # as the device counts them


class PersonalToken(NamedTuple):
    """What a program of somebody's shows; ``id`` is a hash of it."""

    id: str
    person: str
    label: str
    scopes: str  # blank-separated
    made: float
    seen: float


class SignedOut(NamedTuple):
    """Which tokens of a person count no more: all until a moment, and those of some devices."""

    until: float = -1.0
    devices: frozenset[str] = frozenset()
    forgotten: bool = False

    def counts(self, device: str) -> bool:
        """Whether what this device shows still counts."""
        return not self.forgotten and device not in self.devices and made_at(device) > self.until


def made_at(device: str) -> float:
    """When a device got its name; older versions gave them none."""
    moment = device.partition("-")[0]
    return int(moment, 16) / 1000 if moment else 0.0


class PersonBook:
    """The tables; ``rows`` reads, ``write`` carries out statements together."""

    def __init__(self, rows: Rows, write: Write) -> None:
        self._rows = rows
        self._write = write

    async def signed_out(self, person: str, mark: str) -> SignedOut:
        """Which tokens count no more; ``mark`` is by what somebody is known who is forgotten."""
        query = (
            "SELECT 'all' AS kind, '' AS device, moment FROM sign_outs WHERE person = ? "
            "UNION ALL SELECT 'device', id, gone FROM devices WHERE person = ? AND gone > 0 "
            "UNION ALL SELECT 'forgotten', '', moment FROM forgotten WHERE id = ?"
        )
        found = await self._rows(query, (person, person, mark))
        if not found:
            return SignedOut()
        until = max((moment for kind, _, moment in found if kind == "all"), default=-1.0)
        devices = frozenset(device for kind, device, _ in found if kind == "device")
        return SignedOut(until, devices, any(kind == "forgotten" for kind, *_ in found))

    async def signed_out_since(self, moment: float) -> tuple[set[str], set[str]]:
        """Who has signed out somewhere since then, and the marks of those who were forgotten."""
        query = "SELECT person FROM sign_outs WHERE moment > ? UNION SELECT person FROM devices WHERE gone > ?"
        people = {row[0] for row in await self._rows(query, (moment, moment))}
        return people, {row[0] for row in await self._rows("SELECT id FROM forgotten WHERE moment > ?", (moment,))}

    # Devices

    async def devices(self, person: str) -> list[Device]:
        """Those that are not signed out, the one that was seen last first."""
        query = "SELECT * FROM devices WHERE person = ? AND gone = 0 ORDER BY seen DESC"
        return [Device(*row) for row in await self._rows(query, (person,))]

    async def keep_device(self, device: Device) -> None:
        """A device is known, or was seen again."""
        await self._write(upsert("devices", *device))

    async def sign_out(self, device: Device, moment: float) -> None:
        """A device is at home no more; of it only that is kept, and no link counts any more: it may have made some."""
        await self._write(
            upsert("devices", *device._replace(label="", made=0.0, seen=0.0, gone=moment)),
            ("DELETE FROM one_time_codes WHERE person = ?", (device.person,)),
        )

    async def sign_out_all(self, person: str, moment: float) -> None:
        """Whatever was signed in until then is so no more, and nothing that waits to sign in can do it."""
        await self._write(
            ("DELETE FROM devices WHERE person = ?", (person,)),
            ("DELETE FROM one_time_codes WHERE person = ?", (person,)),
            upsert("sign_outs", person, moment),
        )

    # Recovery words

    async def words_of(self, person: str) -> RecoveryWords | None:
        """The words that a person has."""
        rows = await self._rows("SELECT * FROM recovery_words WHERE person = ?", (person,))
        return RecoveryWords(*rows[0]) if rows else None

    async def words_at(self, locator: str) -> RecoveryWords | None:
        """The words that begin so."""
        rows = await self._rows("SELECT * FROM recovery_words WHERE locator = ?", (locator,))
        return RecoveryWords(*rows[0]) if rows else None

    async def keep_words(self, words: RecoveryWords) -> None:
        """Keep them in the place of older ones."""
        await self._write(upsert("recovery_words", *words))

    async def drop_words(self, person: str) -> None:
        """A person has none any more."""
        await self._write(("DELETE FROM recovery_words WHERE person = ?", (person,)))

    # Passkeys

    async def passkeys(self, person: str) -> list[Passkey]:
        """All of a person, the oldest first."""
        query = "SELECT * FROM passkeys WHERE person = ? ORDER BY made"
        return [Passkey(*row) for row in await self._rows(query, (person,))]

    async def passkey(self, key: str) -> Passkey | None:
        """One by its id."""
        rows = await self._rows("SELECT * FROM passkeys WHERE id = ?", (key,))
        return Passkey(*rows[0]) if rows else None

    async def keep_passkey(self, passkey: Passkey) -> None:
        """A new one, or one that was used."""
        await self._write(upsert("passkeys", *passkey))

    async def drop_passkey(self, person: str, key: str) -> None:
        """It opens nothing any more."""
        await self._write(("DELETE FROM passkeys WHERE id = ? AND person = ?", (key, person)))

    # Tokens for programs

    async def tokens(self, person: str) -> list[PersonalToken]:
        """All of a person, the oldest first."""
        query = "SELECT * FROM tokens WHERE person = ? ORDER BY made"
        return [PersonalToken(*row) for row in await self._rows(query, (person,))]

    async def token(self, shown: str) -> PersonalToken | None:
        """The one that somebody shows."""
        rows = await self._rows("SELECT * FROM tokens WHERE id = ?", (hash_of(shown),))
        return PersonalToken(*rows[0]) if rows else None

    async def keep_token(self, token: PersonalToken) -> None:
        """A new one, or one that was used."""
        await self._write(upsert("tokens", *token))

    async def note_token_seen(self, token: PersonalToken, moment: float) -> None:
        """It was used; one that was revoked meanwhile stays so."""
        row = upsert("tokens", *token._replace(seen=moment))[1]
        update = "UPDATE tokens SET seen = ?, sum = ? WHERE id = ?"
        await self._write((update, (moment, row[-1], token.id)))

    async def drop_token(self, person: str, token: str) -> None:
        """It opens nothing any more."""
        await self._write(("DELETE FROM tokens WHERE id = ? AND person = ?", (token, person)))

    # Codes that count once

    async def keep_code(self, kind: str, code: str, person: str, seconds: float) -> float:
        """A code that somebody may use once, until the moment that is returned."""
        until = time.time() + seconds
        await self._write(_new_code(hash_of(code), kind, person, until))
        return until

    async def take_code(self, kind: str, code: str) -> str | None:
        """Whose code it was; None if there is no such code, or it is too late, or somebody else was quicker."""
        key, taker = hash_of(code), secrets.token_hex(8)
        await self._write(("UPDATE one_time_codes SET taken = ? WHERE id = ? AND taken = ''", (taker, key)))
        rows = await self._rows("SELECT * FROM one_time_codes WHERE id = ?", (key,))
        for _, of_kind, person, until, taken in rows:
            if of_kind == kind and taken == taker and until > time.time():
                return str(person)
        return None

    async def sweep(self) -> None:
        """Codes whose time is over."""
        await self._write(("DELETE FROM one_time_codes WHERE until < ?", (time.time(),)))


def _new_code(key: str, kind: str, person: str, until: float) -> Statement:
    statement, row = upsert("one_time_codes", key, kind, person, until)
    return statement, (*row, "")


def hash_of(secret: str) -> str:
    """By what a secret that nobody can guess is known."""
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()[:HASH_DIGITS]
