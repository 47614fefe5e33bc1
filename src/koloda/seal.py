"""The arithmetic of the sealed deal: docs/fairness.md specifies it, with test vectors.

The server commits to a secret, each page to a number of its own (a nonce); then the pages show their numbers, and the
seed of the match is a hash of all of it. Everything is text: hashes, secrets and nonces are hex in small letters.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

SECRET: Final = re.compile("[0-9a-f]{64}")
NONCE: Final = re.compile("[0-9a-f]{32}")
COMMITMENT: Final = re.compile("[0-9a-f]{64}")
LINE_DIGITS: Final = 16
NOTE_DEFAULTS: Final[tuple[object, ...]] = ("", None, None, [], 0, "")  # kind, seat, other, cards, n, word
OLD_WAY: Final = 1  # a seal of the secret and of words that players typed in, before the pages added numbers
PRESENT_WAY: Final = 2


def new_match_id() -> str:
    """The id of a match; it is chosen with the secret, before anybody adds anything to the deal."""
    return secrets.token_urlsafe(9)


def new_secret() -> str:
    """32 random bytes as hex."""
    return secrets.token_hex(32)


def digest(purpose: str, *fields: str) -> str:
    """SHA-256 over the purpose and the fields: each as UTF-8, preceded by its length in bytes as 8 bytes."""
    hashed = sha256()
    for field in (f"koloda seal 2: {purpose}", *fields):
        data = field.encode("utf-8")
        hashed.update(len(data).to_bytes(8, "big") + data)
    return hashed.hexdigest()


class DealId(NamedTuple):
    """Which deal it is: the same number is worth nothing at another table or in another match."""

    table: str
    match: str

    def secret_commitment(self, secret: str) -> str:
        """What the server shows of its secret before the deal."""
        return digest("secret", *self, secret)

    def nonce_commitment(self, seat: int, nonce: str) -> str:
        """What a page shows of its number before all numbers are shown."""
        return digest("nonce", *self, str(seat), nonce)

    def nonce_by_rule(self, seat: int, commitment: str) -> str:
        """The number of a seat whose page has none, or has committed to one and not shown it in time."""
        return digest("nonce by rule", *self, str(seat), commitment)[:32]

    def counted_nonces(self, commitments: Sequence[str], shown: Sequence[str]) -> list[str]:
        """The number that counts on every seat: the one that was shown, else the one by rule."""
        pairs = enumerate(zip(commitments, shown, strict=True))
        return [nonce or self.nonce_by_rule(seat, commitment) for seat, (commitment, nonce) in pairs]

    def late_seats(self, commitments: Sequence[str], nonces: Sequence[str]) -> list[int]:
        """The seats that have committed to a number and have the one by rule."""
        pairs = enumerate(zip(commitments, nonces, strict=True))
        return [seat for seat, (said, nonce) in pairs if said and nonce == self.nonce_by_rule(seat, said)]


class Dealt(NamedTuple):
    """What is dealt: the game, the version of its rules, the seats and the options that were given."""

    game: str
    version: int
    seats: int
    options: Mapping[str, object]


def seed_of(deal: DealId, dealt: Dealt, secret: str, commitments: Sequence[str], nonces: Sequence[str]) -> str:
    """The seed of the match, from which all its chance comes (docs/records.md, section 4)."""
    what = (dealt.game, str(dealt.version), str(dealt.seats), canonical(dict(dealt.options)))
    numbers = [field for pair in zip(commitments, nonces, strict=True) for field in pair]
    return digest("seed", *deal, *what, secret, *numbers)


def line_digest(number: int, notes: Sequence[Sequence[object]]) -> str:
    """What a page keeps of a line of the log: enough to recognise it, too little to fill the browser's storage.

    Notes travel without the defaults at their end (docs/protocol.md, WireNote); here they count as whole ones.
    """
    whole = [[*note, *NOTE_DEFAULTS[len(note) :]] for note in notes]
    return digest("line", str(number), canonical(whole))[:LINE_DIGITS]


def result_digest(result: object) -> str:
    """What a page keeps of the result."""
    return digest("result", canonical(result))[:LINE_DIGITS]


def canonical(value: object) -> str:
    """JSON in one way only: no blanks, names in the order of their UTF-16 units, no needless escapes (RFC 8785)."""
    return json.dumps(_in_order(value), ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _in_order(value: object) -> object:
    if isinstance(value, Mapping):
        return {name: _in_order(value[name]) for name in sorted(value, key=_utf16)}
    if isinstance(value, list | tuple):
        return [_in_order(item) for item in value]
    return value


def _utf16(name: str) -> bytes:
    return name.encode("utf-16-be", "surrogatepass")


# The old way


def old_commitment(secret: str) -> str:
    """SHA-256 of the secret's text."""
    return sha256(secret.encode("ascii")).hexdigest()


def old_seed(secret: str, words: Sequence[str | None]) -> str:
    """The secret and every seat's own words, one a line."""
    return "\n".join([secret, *(word or "" for word in words)])
