"""Who somebody is: a guest id in a signed cookie, no account, no form; or the token of a program of theirs.

A cookie names the person and the device, so that a device can be signed out; one of an older version names no device.
Nothing is kept of a device as long as its person has only that one.
"""

from __future__ import annotations

import asyncio
import hmac
import os
import secrets
import time
from collections import OrderedDict
from pathlib import Path

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from koloda.core.errors import KolodaError
from koloda.core.text import Text
from koloda.server.protocol.refusals import REFUSALS
from koloda.server.storage.person_book import HASH_DIGITS, SignedOut, hash_of
from koloda.server.storage.rows import unwatched
from koloda.server.storage.store import Store, StoreError
from koloda.server.table.connection import Person

from .limits import from_own_page

COOKIE = "koloda"
COOKIE_KEY_FILE = "cookie.key"
COOKIE_SECONDS = 365 * 24 * 3600
MIN_KEY_LETTERS = 32
MAX_TOKEN_LETTERS = 200
BEARER = "Bearer "
SUBPROTOCOL = "koloda"  # of a socket; a page of another site shows its token beside it, for it can send no header
TOKEN_SUBPROTOCOL = "koloda.token."
TOKEN_START = "koloda_"  # of a token for a program
READ, PLAY = "read", "play"  # its scopes: to look at what its person may see; to do what they may do
SEEN_SECONDS = 3600.0  # between two notes that something was used
OVERLAP_SECONDS = 30.0  # clocks of two nodes may differ
MAX_KNOWN = 10_000


class NoSuchScope(KolodaError):
    """A token does not allow what is asked for."""


def load_key(folder: Path) -> str:
    """The key that signs cookies, made on the first start and kept beside the data."""
    path = folder / COOKIE_KEY_FILE
    try:
        if not path.exists():
            make_key(path)
        key = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeError) as error:
        raise _no_key(path, getattr(error, "strerror", None) or error) from error
    if len(key) < MIN_KEY_LETTERS:
        raise _no_key(path, "too short")
    return key


def new_key() -> str:
    """A key that nobody can guess."""
    return secrets.token_hex(32)


def make_key(path: Path) -> None:
    """Whole or not at all: with half a key anybody could sign."""
    unfinished = path.with_suffix(".new")
    unfinished.unlink(missing_ok=True)
    with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(new_key())
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _no_key(path: Path, problem: object) -> StoreError:
    return StoreError(
        "no-key",
        Text(
            f"{path}: ключа нет ({problem}). Верните файл из копии или удалите его: тогда все станут новыми гостями.",
            f"{path} holds no key ({problem}). Restore it from a copy, or remove it: then everybody is a new guest.",
        ),
    )


def shown_token(connection: HTTPConnection) -> str | None:
    """The token of a client that is not our page: ``Authorization: Bearer TOKEN``, or beside a socket's subprotocol.

    Never in the address: proxies, histories and links keep those.
    """
    shown = connection.headers.get("authorization", "")
    if shown.startswith(BEARER):
        return shown.removeprefix(BEARER)
    offered = [one for one in connection.scope.get("subprotocols", ()) if one.startswith(TOKEN_SUBPROTOCOL)]
    return offered[0].removeprefix(TOKEN_SUBPROTOCOL) if offered else None


class Identity:
    """Reads and writes the cookie, and knows what people are called and where they are signed out."""

    def __init__(self, store: Store, key: str, secure: bool) -> None:
        self._store = store
        self._secure = secure
        self._key = key.encode("utf-8")
        self._signer = URLSafeSerializer(key, salt="koloda-guest")
        self._token_signer = URLSafeSerializer(key, salt="koloda-token")
        self._signed_out: OrderedDict[str, SignedOut] = OrderedDict()
        self._programs: OrderedDict[str, str] = OrderedDict()  # whose the tokens are that have lately been let in
        self._looked = time.time()  # when it was last asked who has signed out
        self.leaving: set[str] = set()  # who is being forgotten right now

    async def of(self, connection: HTTPConnection) -> Person | None:
        """The person of a request: by cookie, or by the token of a client that is not our page."""
        return await (self.by_cookie(connection) if shown_token(connection) is None else self.by_token(connection))

    async def by_token(self, connection: HTTPConnection) -> Person | None:
        """The person of a client that shows a token: that of a browser, or one that somebody has made for a program."""
        shown = shown_token(connection)
        if shown is None:
            return None
        if not shown.startswith(TOKEN_START):
            return await self._signed(shown)
        return None if len(shown) > MAX_TOKEN_LETTERS else await self._by_programs_token(shown, connection)

    def claimed(self, connection: HTTPConnection) -> str:
        """Who somebody says to be, over our signature; "": nobody whom we know. Enough to know who is not let in: a
        token that stands for nobody hides no cookie.
        """
        return self._named_in(shown_token(connection)) or self._named_in(connection.cookies.get(COOKIE))

    def payer(self, connection: HTTPConnection) -> str:
        """Whose quota it is: the same, but nobody's where what they show is known to count no more, or never to have
        counted. A device that was signed out uses up nothing of its former person's.
        """
        shown = shown_token(connection)
        return self._named_in(shown, counting=True) or self._named_in(_cookie(connection), counting=True)

    def _named_in(self, token: str | None, counting: bool = False) -> str:
        if token and token.startswith(TOKEN_START):
            person = _loaded(self._token_signer, token.removeprefix(TOKEN_START)).partition(".")[0]
            return person if not counting or hash_of(token) in self._programs else ""
        person, _, device = _loaded(self._signer, token).partition(".")
        known = self._signed_out.get(person) if counting else None
        return person if known is None or known.counts(device) else ""

    async def by_cookie(self, connection: HTTPConnection) -> Person | None:
        """The person of a browser."""
        return await self._signed(_cookie(connection))

    async def _signed(self, token: str | None) -> Person | None:
        person, _, device = _loaded(self._signer, token).partition(".")
        if not person or not await self.is_signed_in(person, device):
            return None
        return Person(person, await self._store.name(person), device, self._store.bots.is_bot(person))

    async def _by_programs_token(self, shown: str, connection: HTTPConnection) -> Person | None:
        """It has scopes."""
        token = await self._store.people.token(shown)
        if token is None or token.person in self.leaving:
            self._programs.pop(hash_of(shown), None)
            return None
        self._programs[token.id] = token.person
        if len(self._programs) > MAX_KNOWN:
            self._programs.popitem(last=False)
        only_looks = connection.scope["type"] == "http" and connection.scope["method"] in ("GET", "HEAD")
        if not only_looks and PLAY not in token.scopes.split():
            raise NoSuchScope("token-scope", REFUSALS["token-scope"])
        now = time.time()
        if now - token.seen > SEEN_SECONDS:
            unwatched(asyncio.ensure_future(self._store.people.note_token_seen(token, now)))
        bot = self._store.bots.is_bot(token.person)
        return Person(token.person, await self._store.name(token.person), f"{TOKEN_START}{token.id}", bot)

    # Where somebody is signed in

    async def still_counts(self, person: Person) -> bool:
        """Whether a device or a program that was let in would be let in again."""
        token = person.device.removeprefix(TOKEN_START)
        if token == person.device:
            return await self.is_signed_in(person.id, person.device)
        return any(one.id == token for one in await self._store.people.tokens(person.id))

    async def is_signed_in(self, person: str, device: str) -> bool:
        """Whether what a device shows still counts."""
        if person in self.leaving:
            return False
        known = self._signed_out.get(person)
        if known is None:
            known = await self._store.people.signed_out(person, self.mark(person))
            self._signed_out[person] = known
            if len(self._signed_out) > MAX_KNOWN:
                self._signed_out.popitem(last=False)
        else:
            self._signed_out.move_to_end(person)
        return known.counts(device)

    def mark(self, person: str) -> str:
        """By what somebody is known who is forgotten: nobody can tell from it who it was."""
        return hmac.new(self._key, person.encode("utf-8", "surrogatepass"), "sha256").hexdigest()[:HASH_DIGITS]

    def look_again(self, person: str) -> None:
        """Something has changed in where somebody is signed in: what counts no more uses up nothing from now on."""
        self._signed_out.pop(person, None)
        for token in [one for one, whose in self._programs.items() if whose == person]:
            del self._programs[token]
        unwatched(asyncio.ensure_future(self.is_signed_in(person, "")))

    async def look_at_others(self) -> None:
        """Another node may have signed somebody out."""
        moment = time.time()
        people, marks = await self._store.people.signed_out_since(self._looked - OVERLAP_SECONDS)
        self._looked = moment
        for person in [one for one in self._signed_out if one in people or (marks and self.mark(one) in marks)]:
            del self._signed_out[person]

    def new(self) -> Person:
        """Somebody who has never been here."""
        return Person(secrets.token_hex(8), "", new_device())

    async def rename(self, person: Person, name: str) -> Person:
        """Remember what somebody wants to be called."""
        await self._store.name_person(person.id, name)
        return person._replace(name=name)

    # What is shown

    def token(self, person: Person) -> str:
        """The value of the cookie; none for a program, which knows its own token."""
        if person.device.startswith(TOKEN_START):
            return ""
        return _dumped(self._signer, f"{person.id}.{person.device}")

    def new_token(self, person: str) -> str:
        """A token for a program of somebody's."""
        return TOKEN_START + _dumped(self._token_signer, f"{person}.{secrets.token_urlsafe(18)}")

    def remember(self, response: Response, person: Person) -> None:
        """Set the cookie; no cache that several people share may keep such an answer."""
        response.headers["cache-control"] = "private, no-cache"
        response.set_cookie(
            COOKIE,
            self.token(person),
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="lax",
            secure=self._secure,
            path="/",
        )


def _cookie(connection: HTTPConnection) -> str | None:
    """What our own page shows: a browser sends it along with what a page of the same site asks, too."""
    return connection.cookies.get(COOKIE) if from_own_page(connection) else None


def new_device(after: float = 0.0) -> str:
    """A browser that is new here; its name begins with the moment, later than ``after``."""
    return f"{max(int(time.time() * 1000), int(after * 1000) + 1):x}-{secrets.token_hex(4)}"


def _loaded(signer: URLSafeSerializer, token: str | None) -> str:
    """What was signed; "" for anything else."""
    if not token or len(token) > MAX_TOKEN_LETTERS:
        return ""
    try:
        value = signer.loads(token)
    except BadSignature:
        return ""
    return value if isinstance(value, str) else ""


def _dumped(signer: URLSafeSerializer, value: str) -> str:
    token = signer.dumps(value)
    return token if isinstance(token, str) else token.decode("ascii")
