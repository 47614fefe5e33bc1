"""The sealed deal: the secret is committed to before the first card and shown after the last one."""

from __future__ import annotations

import secrets
from hashlib import sha256


def new_match_id() -> str:
    """The id of a match; it is chosen with the secret, before anybody adds anything to the deal."""
    return secrets.token_urlsafe(9)


def new_secret() -> str:
    """32 random bytes as hex."""
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """What everybody sees before the deal: SHA-256 of the secret's text, as hex."""
    return sha256(secret.encode("ascii")).hexdigest()


def seed_of(secret: str, words: list[str | None]) -> str:
    """The seed of the match: the secret and every seat's own words, one a line."""
    return "\n".join([secret, *(word or "" for word in words)])
