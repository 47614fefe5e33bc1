"""Using a specialist by agreement: one proposes, all others agree, then a card may be owed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.cards import FRENCH

if TYPE_CHECKING:
    from .game import TheGang

MAX_PROPOSALS_PER_SEAT: Final = 3


class Agreement:
    """The proposal that is pending, the card that is owed, and whether the specialist is used up."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.used = False
        self.by = -1
        self.user = -1
        self.arg = ""
        self.agreed: i64 = 0
        self.proposed: list[int] = [0] * seats
        self.owing = -1
        self.verb = ""

    def clear(self) -> None:
        """A new heist."""
        self.fill(Agreement(self.seats))

    def fill(self, other: Agreement) -> None:
        """Become equal to ``other``."""
        self.used = other.used
        self.by = other.by
        self.user = other.user
        self.arg = other.arg
        self.agreed = other.agreed
        self.proposed = other.proposed[:]
        self.owing = other.owing
        self.verb = other.verb

    def pending(self) -> bool:
        """Whether the round has to wait."""
        return self.by >= 0 or self.owing >= 0

    def owe(self, seat: int, verb: str) -> None:
        """From now on a seat owes a card."""
        self.owing = seat
        self.verb = verb

    def can_propose(self, game: TheGang, seat: int) -> bool:
        """Whether a seat may propose to use the specialist."""
        if game.specialist.number == 0 or self.used or self.pending() or self.proposed[seat] >= MAX_PROPOSALS_PER_SEAT:
            return False
        return len(game.specialist.proposals(self.seats)) > 0

    def can_answer(self, seat: i64) -> bool:
        """Whether a seat may say yes or no to the proposal; its maker may only take it back."""
        return self.by >= 0 and (self.agreed >> seat) & 1 == 0

    def can_act(self, game: TheGang, seat: int) -> bool:
        """Whether a seat has any move here."""
        return self.owing == seat or self.can_answer(seat) or self.can_propose(game, seat)

    def moves(self, game: TheGang, seat: int) -> list[str]:
        """The moves of a seat that have to do with the specialist."""
        if self.owing == seat:
            return [f"{self.verb} {FRENCH.face(card)}" for card in game.specialist.owable(game, seat)]
        if self.can_answer(seat):
            return ["decline"] if seat == self.by else ["agree", "decline"]
        if self.can_propose(game, seat):
            return [f"propose {what}" for what in game.specialist.proposals(self.seats)]
        return []

    def play(self, game: TheGang, seat: int, verb: str, rest: str) -> None:
        """A legal move of this kind."""
        if verb == "propose":
            self.propose(game, seat, rest)
        elif verb == "agree":
            self.agree(game, seat)
        elif verb == "decline":
            game.tell("decline" if seat != self.by else "withdraw", seat)
            self.by = -1
        else:
            self.owing = -1
            game.specialist.paid(game, seat, FRENCH.card(rest))

    def propose(self, game: TheGang, seat: int, what: str) -> None:
        """A seat names the user and, where the specialist wants one, an argument."""
        user, _, arg = what.partition(" ")
        self.by = seat
        self.user = int(user)
        self.arg = arg
        self.agreed = 0
        self.proposed[seat] += 1
        game.chips.ready = 0
        number = int(arg) if arg.isdecimal() else 0
        game.tell(f"proposal-{game.specialist.number}", seat, self.user, n=number, word=arg)

    def agree(self, game: TheGang, seat: i64) -> None:
        """A seat agrees; once all have, the specialist acts."""
        game.tell("agree", seat)
        self.agreed |= 1 << seat
        everyone: i64 = (1 << i64(self.seats)) - 1
        if self.agreed | (1 << i64(self.by)) == everyone:  # R11
            self.by = -1
            self.used = True
            game.specialist.agreed(game, self.user, self.arg)

    def why_not(self, game: TheGang, seat: int, verb: str) -> str:
        """Why a seat may not make such a move; "" if the reason is another."""
        if verb == "propose":
            return self.why_not_propose(game, seat)
        if verb in ("agree", "decline"):
            if self.by < 0:
                return "no-proposal"
            return "own-proposal" if seat == self.by else "answered"
        if verb in ("show", "discard", "give"):
            return "no-such-card" if self.owing == seat and verb == self.verb else "owes-nothing"
        return ""

    def why_not_propose(self, game: TheGang, seat: int) -> str:
        """Why a seat may not propose this."""
        if not game.specialist.proposals(self.seats):
            return "no-use"
        if self.used:
            return "used-already"
        if self.pending():
            return "pending"
        return "no-more-proposals" if self.proposed[seat] >= MAX_PROPOSALS_PER_SEAT else "bad-proposal"

    def value(self, game: TheGang) -> dict[str, object] | None:
        """The pending proposal as the match's facts have it."""
        if self.by < 0:
            return None
        named: object = self.arg or None
        if self.arg and game.specialist.argument == "seat":
            named = int(self.arg)
        agreed = [seat for seat in range(self.seats) if (self.agreed >> i64(seat)) & 1]
        return {"by": self.by, "user": self.user, "arg": named, "agreed": agreed}
