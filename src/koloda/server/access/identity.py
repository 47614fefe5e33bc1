"""Who somebody is: a guest id in a signed cookie; no account, no form."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from koloda.core.text import Text
from koloda.server.settings import Settings
from koloda.server.storage.store import Store, StoreError
from koloda.server.table.connection import Person

COOKIE = "koloda"
COOKIE_SECONDS = 365 * 24 * 3600
MIN_KEY_LETTERS = 32
MAX_TOKEN_LETTERS = 200


def load_key(folder: Path) -> str:
    """The key that signs cookies, made on the first start and kept beside the data."""
    path = folder / "cookie.key"
    try:
        if not path.exists():
            _make_key(path)
        key = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeError) as error:
        raise _no_key(path, getattr(error, "strerror", None) or error) from error
    if len(key) < MIN_KEY_LETTERS:
        raise _no_key(path, "too short")
    return key


def _make_key(path: Path) -> None:
    """Whole or not at all: with half a key anybody could sign."""
    unfinished = path.with_suffix(".new")
    unfinished.unlink(missing_ok=True)
    with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(secrets.token_hex(32))
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


class Identity:
    """Reads and writes the cookie, and knows what people are called."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._secure = settings.secure
        self._signer = URLSafeSerializer(load_key(settings.data), salt="koloda-guest")

    def of(self, connection: HTTPConnection) -> Person | None:
        """The person of a request: by cookie, or by ``?token=`` for clients that are not browsers."""
        token = connection.query_params.get("token")
        return self._signed(token) if token else self.by_cookie(connection)

    def by_cookie(self, connection: HTTPConnection) -> Person | None:
        """The person of a browser. Only they get a cookie: a link with a token must not change who somebody is."""
        return self._signed(connection.cookies.get(COOKIE))

    def _signed(self, token: str | None) -> Person | None:
        if not token or len(token) > MAX_TOKEN_LETTERS:
            return None
        try:
            guest = self._signer.loads(token)
        except BadSignature:
            return None
        return Person(guest, self._store.name(guest)) if isinstance(guest, str) else None

    def new(self) -> Person:
        """Somebody who has never been here."""
        guest = secrets.token_hex(8)
        return Person(guest, self._store.name(guest))

    async def rename(self, person: Person, name: str) -> Person:
        """Remember what somebody wants to be called."""
        await self._store.name_person(person.id, name)
        return person._replace(name=self._store.name(person.id))

    def token(self, person: Person) -> str:
        """The value of the cookie."""
        token = self._signer.dumps(person.id)
        return token if isinstance(token, str) else token.decode("ascii")

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
