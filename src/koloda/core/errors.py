"""Everything that can be refused, each kind with its own class, a reason code and a sentence in both languages."""

from __future__ import annotations

from .text import Text


class KolodaError(Exception):
    """The root of all errors that Koloda raises on purpose."""

    def __init__(self, reason: str, text: Text) -> None:
        super().__init__(text.en)
        self.reason = reason
        self.text = text

    def __reduce__(self) -> tuple[type[KolodaError], tuple[str, Text]]:
        """How it is pickled, for a pool of processes hands errors over so."""
        return type(self), (self.reason, self.text)


class UnknownGame(KolodaError):
    """There is no game with that id."""


class BadSeats(KolodaError):
    """The game cannot be played by that many."""


class UnknownSeat(KolodaError):
    """The match has no such seat."""


class BadOption(KolodaError):
    """An option that the game does not have, or a value that it does not take."""


class IllegalMove(KolodaError):
    """A move that the rules do not allow now; the match is as it was before."""


class BadChance(KolodaError):
    """Scripted chance that ran out, or that does not fit what the game asked for."""


class BadRecord(KolodaError):
    """A record that cannot be read or does not replay."""


class WrongVersion(BadRecord):
    """A record of another version of the rules or of the format."""


class NoWorld(KolodaError):
    """No other world could be found that looks the same to a seat."""
