"""Every error that Koloda raises on purpose: a class of its own, a reason code, and a sentence in both languages."""

from __future__ import annotations

from .text import Text


class KolodaError(Exception):
    """The base class of all of them."""

    def __init__(self, reason: str, text: Text) -> None:
        super().__init__(text.en)
        self.reason = reason
        self.text = text

    def __reduce__(self) -> tuple[type[KolodaError], tuple[str, Text]]:
        """How it is pickled: a pool of processes hands errors over in this way."""
        return type(self), (self.reason, self.text)


class UnknownGame(KolodaError):
    """There is no game with that id."""


class BadSeats(KolodaError):
    """The game cannot be played with that many seats."""


class UnknownSeat(KolodaError):
    """The match has no such seat."""


class UnknownName(KolodaError):
    """The game has no zone or counter of that name."""


class BadOption(KolodaError):
    """An option that the game does not have, or a value that it does not take."""


class IllegalMove(KolodaError):
    """A move that the rules do not allow now; the match stays as it was."""


class BadChance(KolodaError):
    """Scripted chance that has run out, or that does not fit what the game asks for."""


class BadRecord(KolodaError):
    """A record that cannot be read or does not replay."""


class WrongVersion(BadRecord):
    """A record for another version of the rules or of the format."""


class NoWorld(KolodaError):
    """No other world could be found that looks the same to a seat."""


class MissingExtra(KolodaError):
    """A package is needed that comes with an extra of Koloda, and it is not installed."""

    @staticmethod
    def of(package: str, extra: str) -> MissingExtra:
        """The error of this package and this extra."""
        install = f"pip install 'koloda[{extra}]'"
        return MissingExtra(
            "missing-extra", Text(f"Нужен пакет {package}: {install}.", f"{package} is needed: {install}.")
        )
