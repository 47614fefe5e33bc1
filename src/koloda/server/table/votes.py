"""What is being voted on at a table: the open votes, who has said what, who is ready for another match."""

from __future__ import annotations

from typing import NamedTuple

from koloda.server.protocol.consent import Proposal, WireVote

from .clock import now
from .naming import told_apart
from .seats import SeatState

ASK_AGAIN_SECONDS = 30.0  # until somebody who was told no may propose the same again
MAX_CLAIMS = 2  # those without a seat cannot keep the players from voting
MAX_VOTES = 2  # besides


def voters_at(seats: list[SeatState], grace_seconds: float, about: str | None = None) -> set[str]:
    """Whose word counts: all people with a seat who are here or have just gone, but for whom it is about. Programs
    have no say: they could not tell who somebody is, and nobody waits for their yes.
    """
    moment = now()
    return {
        state.person
        for state in seats
        if state.person is not None
        and not state.bot_account
        and state.person != about
        and not state.away
        and (state.gone_since is None or moment < state.gone_since + grace_seconds)
    }


def _claimant(vote: Vote, seats: list[SeatState]) -> str:
    """What whoever wants a seat is called: the name of that seat may be theirs, but nobody else's is."""
    return told_apart(vote.name, [state.name for seat, state in enumerate(seats) if seat != vote.seat])


class Vote(NamedTuple):
    """What is proposed: by whom, about which seat and (``about``) which person there, until when.

    ``after`` and ``choice`` are those of an ``Undo``.
    """

    number: int
    what: Proposal
    seat: int
    person: str
    name: str
    about: str | None
    until: float
    after: int = 0
    choice: bool = False

    @property
    def needs_all(self) -> bool:
        """Whether one no is enough against it."""
        return self.what in ("back", "end")


class Consent:
    """The open votes of a table, and who is ready for another match."""

    def __init__(self) -> None:
        self.votes: dict[int, Vote] = {}
        self.ballots: dict[int, dict[str, bool]] = {}
        self.ready: set[str] = set()
        self.looked_at: dict[int, tuple[tuple[int, ...], bool]] = {}  # when a vote was found void, or not
        self.idle: list[int] = []  # the seats that all have been told a bot may be voted for
        self._count = 0
        self._told_no: dict[tuple[str, str], float] = {}

    def next_number(self) -> int:
        """The number of the next vote."""
        return self._count + 1

    def open(self, vote: Vote) -> None:
        """A vote is open; who proposes it, and may vote, has said yes."""
        self._count = vote.number
        self.votes[vote.number] = vote
        self.ballots[vote.number] = {} if vote.what == "seat" else {vote.person: True}

    def close(self, number: int) -> Vote:
        """It is decided."""
        del self.ballots[number]
        self.looked_at.pop(number, None)
        return self.votes.pop(number)

    def told_no(self, vote: Vote) -> None:
        """Somebody must not ask the same again at once."""
        self._told_no[vote.person, vote.what] = now() + ASK_AGAIN_SECONDS

    def may_ask(self, person: str, what: Proposal, seat: int) -> bool:
        """Whether somebody may propose something, and nobody else has done so."""
        claims = [vote for vote in self.votes.values() if vote.what == "seat"]
        room = len(claims) < MAX_CLAIMS if what == "seat" else len(self.votes) - len(claims) < MAX_VOTES
        same = any(
            vote.person == person or (vote.what, vote.seat) == (what, seat) or what == vote.what == "end"
            for vote in self.votes.values()
        )
        return room and not same and now() >= self._told_no.get((person, what), 0.0)

    def claimed(self, person: str) -> int | None:
        """The seat that somebody says was theirs."""
        return next((vote.seat for vote in self.votes.values() if vote.what == "seat" and vote.person == person), None)

    def forget(self) -> None:
        """Another match begins."""
        self.votes.clear()
        self.ballots.clear()
        self.looked_at.clear()
        self.ready.clear()
        self.idle.clear()

    def wire(self, seats: list[SeatState], grace_seconds: float, named: bool) -> list[WireVote]:
        """The open votes as all are told of them."""
        return [self._wire(vote, seats, grace_seconds, named) for vote in self.votes.values()]

    def _wire(self, vote: Vote, seats: list[SeatState], grace_seconds: float, named: bool) -> WireVote:
        voters, said = voters_at(seats, grace_seconds, vote.about), self.ballots[vote.number]
        asked = [(seat, said.get(state.person or "")) for seat, state in enumerate(seats) if state.person in voters]
        return WireVote(
            vote.number,
            vote.what,
            vote.seat,
            round(vote.until * 1000),
            by=next((seat for seat, state in enumerate(seats) if state.person == vote.person), None),
            name=_claimant(vote, seats) if named and vote.what == "seat" else "",
            yes=[seat for seat, yes in asked if yes is True],
            no=[seat for seat, yes in asked if yes is False],
            asked=[seat for seat, _ in asked],
            all=vote.needs_all,
        )
