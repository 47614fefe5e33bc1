"""The seal of a table's coming or present deal: the server's secret, and the numbers that the pages add."""

from __future__ import annotations

import msgspec

from koloda.seal import OLD_WAY, PRESENT_WAY, DealId, Dealt, new_match_id, new_secret, old_commitment, old_seed, seed_of
from koloda.server.protocol.bodies import SealRecord
from koloda.server.protocol.sealing import Seal, SealStage

from .seats import SeatState


class DealSeal:
    """One deal's seal, from the commitment to the secret to the end of the match.

    ``open``: pages commit. ``sealing``: the host deals, and the last pages may still commit. ``revealing``: the
    commitments are on disk and final, and pages show their numbers. ``dealt``: the numbers that count are on disk.
    """

    def __init__(self, table_id: str, seats: int, match_id: str = "", secret: str = "") -> None:
        self.deal = DealId(table_id, match_id or new_match_id())
        self.secret = secret or new_secret()
        self.stage: SealStage = "open"
        self.commits = [""] * seats
        self.nonces = [""] * seats
        self.words: list[str | None] = []  # of a deal of an older version: it was sealed in the old way
        self.due = 0.0  # when a stage ends in which we wait for pages
        self.waits_for_absent = False  # after a restart the pages need a moment to come back
        self._committers: dict[int, str] = {}

    @property
    def match_id(self) -> str:
        """The id of the match."""
        return self.deal.match

    def is_dealing(self) -> bool:
        """Whether the host has asked for the cards and they are not dealt yet."""
        return self.stage in ("sealing", "revealing")

    def commit(self, seat: int, person: str, commitment: str) -> None:
        """A page on this seat commits to a number."""
        self.commits[seat] = commitment
        self._committers[seat] = person

    def forget_absent(self, seats: list[SeatState]) -> None:
        """Before the commitments are final, only those of people who sit there and are here count."""
        if self.stage not in ("open", "sealing"):
            return
        for seat, state in enumerate(seats):
            if state.person != self._committers.get(seat) or state.gone_since is not None:
                self.commits[seat] = ""
                self._committers.pop(seat, None)

    def freeze(self, commits: list[str]) -> None:
        """The commitments are final."""
        self.commits = commits
        self.stage = "revealing"

    def counted_nonces(self) -> list[str]:
        """The number of every seat, by rule where none was shown."""
        return self.deal.counted_nonces(self.commits, self.nonces)

    def close(self, commits: list[str], nonces: list[str]) -> None:
        """The cards are dealt from these numbers."""
        self.commits = commits
        self.nonces = nonces
        self.stage = "dealt"
        self.due = 0.0

    def close_in_the_old_way(self, words: list[str | None]) -> None:
        """The cards were dealt by an older version, from the secret and words."""
        self.words = words
        self.stage = "dealt"

    def seed(self, dealt: Dealt) -> str:
        """The seed of the match."""
        if self.words:
            return old_seed(self.secret, self.words)
        return seed_of(self.deal, dealt, self.secret, self.commits, self.counted_nonces())

    def commitment(self) -> str:
        """What everybody is shown of the secret before the deal."""
        return old_commitment(self.secret) if self.words else self.deal.secret_commitment(self.secret)

    def shown(self, over: bool) -> Seal:
        """What the table tells of it; the secret only when the match is over."""
        secret = self.secret if over else ""
        if self.words:
            return Seal(self.commitment(), self.stage, words=self.words, secret=secret)
        seal = Seal(self.commitment(), self.stage, self.commits, secret=secret)
        if self.stage == "dealt":
            seal.nonces = self.nonces
            seal.late = self.deal.late_seats(self.commits, self.nonces)
        return seal

    def record(self) -> dict[str, object]:
        """The seal as the record of a finished match has it."""
        if self.words:
            seal = SealRecord(OLD_WAY, self.commitment(), self.secret, words=self.words)
        else:
            seal = SealRecord(
                PRESENT_WAY,
                self.commitment(),
                self.secret,
                *self.deal,
                commits=self.commits,
                nonces=self.counted_nonces(),
            )
        built: dict[str, object] = msgspec.to_builtins(seal)
        return built
