"""Sources of chance. A game asks its source for shuffles and picks and never knows which kind of source it is.

``Seeded`` is the stream that docs/records.md specifies, ``Scripted`` repeats the answers of a record, ``Fast`` is for
simulations.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, NamedTuple, cast

from librt.strings import read_i32_be
from mypy_extensions import i64, mypyc_attr

from .cards import Deck
from .errors import BadChance, BadRecord
from .history import History
from .pile import Pile
from .record_types import ChanceRecord
from .text import Text

BLOCK_BYTES: Final = 32
WORD_VALUES: Final = 1 << 32  # how many values a word of the seeded stream can have
NO_TAPE: Final = History()  # shared by the sources that keep nothing


def seed_number(seed: str) -> int:
    """The number that starts ``Fast`` from any text."""
    return int.from_bytes(sha256(seed.encode("utf-8", "surrogatepass")).digest()[:8], "big") >> 1


class ChanceAnswer(NamedTuple):
    """One request with its answer: the deck and cards of a shuffle; or no deck, an index, and out of how many."""

    deck: Deck | None
    cards: list[int]
    picked: int
    out_of: int = 0

    def to_json(self) -> ChanceRecord:
        """The answer as a record has it."""
        if self.deck is None:
            return {"pick": self.picked}
        return {"shuffle": self.deck.values(self.cards)}


class SavedChance(NamedTuple):
    """The chance that a match still has before it: the stream of a seed, or (with ``script``) a record's answers."""

    key: bytes = b""
    block: int = 0
    words: bytes = b""
    read: int = 0
    script: list[ChanceRecord] | None = None


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """A source of chance. It keeps its answers (unless ``keeps`` is False), so that a record can repeat them."""

    def __init__(self, keeps: bool = True) -> None:
        self.keeps = keeps
        self.tape = History() if keeps else NO_TAPE

    @property
    def asked(self) -> list[ChanceAnswer]:
        """Every request so far, with its answer."""
        return self.tape.items()

    def shuffle(self, pile: Pile, deck: Deck) -> None:
        """Put the cards of ``pile`` in random order. They are sorted first: how they lay before must not matter."""
        pile.sort()
        cells = pile.cells()
        n: i64 = len(cells)
        while n > 1:
            other = self.below(n)
            n -= 1
            card = cells[n]
            cells[n] = cells[other]
            cells[other] = card
        if self.keeps:
            self.tape.append(ChanceAnswer(deck, pile.cards(), 0))

    def pick(self, n: int) -> int:
        """An index from 0 to n-1."""
        index: int = self.below(n)
        if self.keeps:
            self.tape.append(ChanceAnswer(None, [], index, n))
        return index

    def below(self, n: i64) -> i64:
        """A whole number from 0 to n-1, each equally likely."""
        raise NotImplementedError

    def copy(self) -> Chance:
        """Another source that will give the same answers."""
        raise NotImplementedError

    def saved(self) -> SavedChance:
        """What a pickle needs to go on; only sources that keep their answers have it."""
        raise NotImplementedError


class Seeded(Chance):
    """SHA-256 in counter mode: anybody who knows the seed can compute it again.

    >>> source = Seeded("koloda")
    >>> [source.pick(10) for _ in range(5)]
    [6, 6, 7, 6, 0]
    """

    def __init__(self, seed: str) -> None:
        super().__init__()
        self._key = sha256(seed.encode("utf-8", "surrogatepass")).digest()
        self._block = 0
        self._words = b""
        self._read: i64 = BLOCK_BYTES

    def below(self, n: i64) -> i64:
        word = self._word()
        while word >= WORD_VALUES - n and word >= WORD_VALUES - WORD_VALUES % n:  # most need not be divided twice
            word = self._word()
        return word % n

    def _word(self) -> i64:
        if self._read == BLOCK_BYTES:
            self._words = sha256(self._key + self._block.to_bytes(8, "big")).digest()
            self._block += 1
            self._read = 0
        word = i64(read_i32_be(self._words, self._read)) & 0xFFFFFFFF
        self._read += 4
        return word

    def copy(self) -> Seeded:
        return Seeded.restored(self.saved(), self.tape.copy())

    def saved(self) -> SavedChance:
        return SavedChance(self._key, self._block, self._words, self._read)

    @staticmethod
    def restored(saved: SavedChance, tape: History) -> Seeded:
        """The source that was saved, with the answers that it has given so far."""
        other = Seeded("")
        other._key = saved.key
        other._block = saved.block
        other._words = saved.words
        other._read = saved.read
        other.tape = tape
        return other


class Scripted(Chance):
    """The answers of a record, given out one after the other. Each is checked when its turn comes."""

    def __init__(self, script: Sequence[ChanceRecord]) -> None:
        super().__init__()
        self._script: list[object] = list(script)
        self._next = 0

    def shuffle(self, pile: Pile, deck: Deck) -> None:
        answer = self._answer("shuffle")
        if not isinstance(answer, list):
            raise self._error("not-a-list", "в «shuffle» нужен список карт", "'shuffle' needs a list of cards")
        try:
            cards = [deck.card(value) for value in answer]
        except BadRecord as error:
            raise self._error(error.reason, error.text.ru, error.text.en) from None
        if sorted(cards) != pile.sorted():
            raise self._error(
                "wrong-cards",
                f"в «shuffle» не те карты: нужны {len(pile)} карт этой стопки",
                f"'shuffle' holds other cards than the {len(pile)} that are to be shuffled",
            )
        self._next += 1
        pile.clear()
        for card in cards:
            pile.put(card)
        self.tape.append(ChanceAnswer(deck, cards, 0))

    def pick(self, n: int) -> int:
        index = self._answer("pick")
        if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < n:
            raise self._error("wrong-pick", f"в «pick» нужно число от 0 до {n - 1}", f"'pick' must be 0 to {n - 1}")
        self._next += 1
        self.tape.append(ChanceAnswer(None, [], index, n))
        return index

    def _answer(self, wanted: str) -> object:
        if self._next >= len(self._script):
            raise self._error(
                "ran-out", f"случай кончился: нужен ещё «{wanted}»", f"chance ran out: a '{wanted}' is needed"
            )
        entry = self._script[self._next]
        if not isinstance(entry, dict) or list(entry) != [wanted]:
            raise self._error("wrong-kind", f"нужен «{wanted}», а записано другое", f"expected a '{wanted}' here")
        answer: object = entry[wanted]
        return answer

    def _error(self, reason: str, ru: str, en: str) -> BadChance:
        n = self._next + 1
        return BadChance(reason, Text(f"Запрос случая № {n}: {ru}.", f"Chance request {n}: {en}."))

    def copy(self) -> Scripted:
        other = Scripted(())
        other._script = self._script
        other._next = self._next
        other.tape = self.tape.copy()
        return other

    def saved(self) -> SavedChance:
        return SavedChance(script=cast("list[ChanceRecord]", self._script))


class Fast(Chance):
    """Multiply-with-carry, 32 bits at a time: quick, good enough for simulations. It keeps nothing unless asked to.

    Its ``shuffle`` has ``below`` written out, which saves a tenth of a simulated match of Pairs.
    """

    def __init__(self, seed: int, keeps: bool = False) -> None:
        super().__init__(keeps)
        self._x: i64 = seed & 0xFFFFFFFF
        self._carry: i64 = (seed >> 32) % 2131995751 + 1
        for _ in range(8):
            self.below(2)

    def shuffle(self, pile: Pile, deck: Deck) -> None:
        x = self._x
        carry = self._carry
        cells = pile.cells()
        n: i64 = len(cells)
        while n > 1:
            t: i64 = x * 2131995753 + carry
            x = t & 0xFFFFFFFF
            carry = t >> 32
            other = ((x ^ carry) * n) >> 32
            n -= 1
            card = cells[n]
            cells[n] = cells[other]
            cells[other] = card
        self._x = x
        self._carry = carry
        if self.keeps:
            self.tape.append(ChanceAnswer(deck, pile.cards(), 0))

    def below(self, n: i64) -> i64:
        t: i64 = self._x * 2131995753 + self._carry
        self._x = t & 0xFFFFFFFF
        self._carry = t >> 32
        return ((self._x ^ self._carry) * n) >> 32

    def copy(self) -> Fast:
        other = Fast(0)
        other._x = self._x
        other._carry = self._carry
        if self.keeps:
            other.keeps = True
            other.tape = self.tape.copy()
        return other


NO_CHANCE: Final = Scripted(())
