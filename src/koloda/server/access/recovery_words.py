"""Recovery words: ten words by which somebody comes in again from anywhere. The server keeps a hash that is costly.

The first four tell whose they are, the other six are the secret: 48 bits behind Argon2. Whoever tries words that nobody
has waits just as long, and hears the same.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

from koloda.core.errors import KolodaError
from koloda.server.protocol.refusals import REFUSALS
from koloda.server.storage.person_book import PersonBook, RecoveryWords

from .word_list import EN, NUMBERS, RU

LOCATOR_WORDS = 4
SECRET_WORDS = 6
MAX_WAITING = 16
NOT_A_WORD = re.compile(r"[\W\d_]+")
T = TypeVar("T")
Charge = Callable[[float], None]


class HasherBusy(KolodaError):
    """Too many words wait to be tried."""


class WordKeeper:
    """Makes and tries words: on a thread of its own, one at a time, and whoever asked pays for the time."""

    def __init__(self, book: PersonBook) -> None:
        self._book = book
        self._hasher = PasswordHasher(time_cost=3, memory_cost=32_768, parallelism=1)
        self._thread = ThreadPoolExecutor(1, "recovery words")
        self._waiting = 0
        self._nobodys_hash = ""  # is tried where there is none

    async def new(self, person: str, charge: Charge) -> list[int]:
        """Other words for a person; the old ones open nothing any more."""
        while True:
            numbers = [secrets.randbelow(len(EN)) for _ in range(LOCATOR_WORDS + SECRET_WORDS)]
            locator, secret = split(numbers)
            if await self._book.words_at(locator) is None:
                break
        kept = await self._work(self._hasher.hash, secret, charge=charge)
        await self._book.keep_words(RecoveryWords(person, locator, kept, time.time()))
        return numbers

    async def person_of(self, numbers: list[int], charge: Charge) -> str | None:
        """Whose words these are; None if nobody's."""
        locator, secret = split(numbers)
        words = await self._book.words_at(locator)
        if not self._nobodys_hash:
            self._nobodys_hash = await self._work(self._hasher.hash, secrets.token_hex(8), charge=charge)
        fits = await self._work(self._fits, words.hash if words else self._nobodys_hash, secret, charge=charge)
        return words.person if words is not None and fits else None

    def _fits(self, kept: str, secret: str) -> bool:
        try:
            return self._hasher.verify(kept, secret)
        except VerificationError:
            return False

    async def _work(self, work: Callable[..., T], *args: str, charge: Charge) -> T:
        if self._waiting >= MAX_WAITING:
            raise HasherBusy("busy", REFUSALS["busy"])
        self._waiting += 1
        try:
            done, seconds = await asyncio.get_running_loop().run_in_executor(self._thread, _timed, work, *args)
        finally:
            self._waiting -= 1
        charge(seconds)
        return done

    def stop(self) -> None:
        """End the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def _timed(work: Callable[..., T], *args: str) -> tuple[T, float]:
    began = time.thread_time()
    return work(*args), time.thread_time() - began


def split(numbers: list[int]) -> tuple[str, str]:
    """Whose words they are, and the secret."""
    text = bytes(numbers).hex()
    return text[: 2 * LOCATOR_WORDS], text[2 * LOCATOR_WORDS :]


def written(numbers: list[int]) -> tuple[list[str], list[str]]:
    """The words in Russian and in English."""
    return [RU[number] for number in numbers], [EN[number] for number in numbers]


def read_words(text: str) -> list[int] | None:
    """What somebody typed, in either language, however they divide it; None if it cannot be recovery words."""
    words = NOT_A_WORD.sub(" ", text.lower().replace("ё", "е")).split()
    numbers = [NUMBERS[word] for word in words if word in NUMBERS]
    return numbers if len(numbers) == len(words) == LOCATOR_WORDS + SECRET_WORDS else None
