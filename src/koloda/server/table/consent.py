"""What those at a table decide together: whose seat it is, a bot for somebody asleep, a move taken back, the end.

A vote and every ballot are on disk before they count, so a restart changes nothing. Each person counts once, however
many pages they have. Whoever has a seat and is here has a say, and so has who has just gone: until the grace is over.
"""

from __future__ import annotations

from copy import copy
from typing import Any

from koloda.core.errors import KolodaError
from koloda.match import Match
from koloda.server.protocol.consent import Again, Ballot, Claim, Proposal, Propose
from koloda.server.protocol.refusals import REFUSALS
from koloda.server.storage.table_index import HOST_ENTRY

from . import dealing
from .again import begin_again
from .clock import now
from .connection import Connection, Person
from .ending import by_consent
from .newcomers import removed_line, waits_line
from .seats import seat_line
from .table import JournalLine, Table
from .take_back import BACK_ENTRY, Undo, concerns_nobody, last_move_of, position_before, take_back
from .take_back import repeat as repeat_take_back
from .votes import Consent, Vote

VOTE_SECONDS = 60.0
RETURN_SECONDS = 30.0  # a vote that was open before a restart stays open for so long at least
WITNESSES = 2  # who must say that it is them, before somebody sees a hand that is being played, or becomes the host
SECONDS_PER_MINUTE = 60
VOTE_ENTRY, BALLOT_ENTRY, DECIDED_ENTRY, READY_ENTRY = "vote", "ballot", "decided", "ready"
END_ENTRY = "called-off"
ENTRIES = (VOTE_ENTRY, BALLOT_ENTRY, DECIDED_ENTRY, READY_ENTRY, END_ENTRY, BACK_ENTRY)


# Messages


async def claim(table: Table, connection: Connection, message: Claim) -> None:
    person, seat = connection.person, message.seat
    if seat >= len(table.seats):
        return table.refuse(connection, "no-such-seat")
    if person.bot:  # it has its token, and sits only where it was invited
        return table.refuse(connection, "not-asked")
    if table.seat_of(person.id) is not None:
        return table.refuse(connection, "seated")
    state = table.seats[seat]
    if state.person is None:
        return table.refuse(connection, "seat-taken")  # nobody has it: it can be asked for as any other
    if state.gone_since is None:
        return table.refuse(connection, "seat-held")
    if table.status() == "playing" and table.newcomers.held_another(person.id, seat):
        return table.refuse(connection, "other-hand")
    if not table.voters(state.person):
        return table.refuse(connection, "nobody-here")
    await _open(table, connection, "seat", seat)


async def propose(table: Table, connection: Connection, message: Propose) -> None:
    own = table.seat_of(connection.person.id)
    if own is None:
        return table.refuse(connection, "not-seated")
    if message.what == "back":
        undo = await last_move_of(table, own)
        before = await position_before(table, undo)
        if await concerns_nobody(table, undo, before):
            return await take_back(table, undo, before)
        return await _open(table, connection, "back", own, undo)
    if table.status() != "playing":
        return table.refuse(connection, "not-started")
    if message.what == "end":
        return await _open(table, connection, "end", own)
    if message.seat is None or message.seat >= len(table.seats):
        return table.refuse(connection, "no-such-seat")
    if message.seat == own or not _may_be_replaced(table, message.seat):
        return table.refuse(connection, "not-idle")
    await _open(table, connection, "bot", message.seat)


async def ballot(table: Table, connection: Connection, message: Ballot) -> None:
    vote, person = table.consent.votes.get(message.vote), connection.person.id
    if vote is None:
        return table.refuse(connection, "no-such-vote")
    if person not in table.voters(vote.about):
        return table.refuse(connection, "no-vote")
    if table.consent.ballots[vote.number].get(person) == message.yes:
        return  # another page of the same person was quicker
    line = {"vote": vote.number, "person": person, "yes": message.yes}
    await table.append((BALLOT_ENTRY, line))
    table.consent.ballots[vote.number][person] = message.yes
    table.tell_table()


async def again(table: Table, connection: Connection, message: Again) -> None:
    person, consent = connection.person.id, table.consent
    if table.seat_of(person) is None:
        return table.refuse(connection, "not-seated")
    if table.status() != "over":
        return table.refuse(connection, "not-over")
    if table.settings.house.draining:
        return table.refuse(connection, "draining")
    if (person in consent.ready) == message.yes:
        return
    await table.append((READY_ENTRY, {"person": person, "yes": message.yes}))
    _note_ready(consent, person, message.yes)
    table.tell_table()


def _note_ready(consent: Consent, person: str, yes: bool) -> None:
    (consent.ready.add if yes else consent.ready.discard)(person)


async def withdraw(table: Table, person: str) -> bool:
    """Somebody takes back what they have asked for; whether there was anything."""
    asked = [vote for vote in table.consent.votes.values() if vote.what == "seat" and vote.person == person]
    for vote in asked:
        await _drop(table, vote)
    return bool(asked)


async def _open(table: Table, connection: Connection, what: Proposal, seat: int, undo: Undo | None = None) -> None:
    person, consent = connection.person, table.consent
    if not consent.may_ask(person.id, what, seat):
        return table.refuse(connection, "asked-already")
    about = table.seats[seat].person if what in ("seat", "bot") else None
    vote = Vote(consent.next_number(), what, seat, person.id, person.name, about, now() + VOTE_SECONDS)
    if undo is not None:
        vote = vote._replace(after=undo.after, choice=undo.choice)
    await table.append((VOTE_ENTRY, vote._asdict()))
    consent.open(vote)
    table.tell_table()


# Who has a say, and what comes of it


def idle_seats(table: Table) -> list[int]:
    """Whose move has been waited for longer than this table has patience."""
    match = table.match
    if match is None or table.status() != "playing" or now() < _patience_ends(table):
        return []
    return _people_owing(table, match)


def _patience_ends(table: Table) -> float:
    return table.turn_since + table.setup.patience * SECONDS_PER_MINUTE


def _may_be_replaced(table: Table, seat: int) -> bool:
    return table.seats[seat].away or seat in idle_seats(table)


async def _is_void(table: Table, vote: Vote) -> bool:
    """Whether it has decided itself: they are back, they have moved, the match is over, there is nothing to undo."""
    state = table.seats[vote.seat]
    if vote.what == "seat":
        return state.person != vote.about or state.gone_since is None or table.seat_of(vote.person) is not None
    if table.status() != "playing":
        return True
    if vote.what == "bot":
        return state.person != vote.about or not _may_be_replaced(table, vote.seat)
    return vote.what == "back" and await _cannot_go_back(table, vote)


async def _cannot_go_back(table: Table, vote: Vote) -> bool:
    """The same of a take-back; it is looked again when something has been played, for all is played anew to see it."""
    assert table.match is not None
    moment = table.match.move_number, len(table.match.moves()), len(table.log.taken_back), len(table.newcomers.since)
    known = table.consent.looked_at.get(vote.number)
    if known is not None and known[0] == moment:
        return known[1]
    try:
        await position_before(table, Undo(vote.seat, vote.after, vote.choice))
        void = False
    except KolodaError:
        void = True
    table.consent.looked_at[vote.number] = moment, void
    return void


def _verdict(table: Table, vote: Vote) -> bool | None:
    """Yes, no, or (None) not yet."""
    voters = table.voters(vote.about)
    said = {person: yes for person, yes in table.consent.ballots[vote.number].items() if person in voters}
    yes, against = sum(said.values()), len(said) - sum(said.values())
    if vote.needs_all:
        agreed, denied = yes == len(voters) > 0, against > 0
    else:
        agreed, denied = 2 * yes > len(voters), 2 * against >= len(voters) > 0
    if agreed:
        return True if now() >= _may_go_over(table, vote) else None
    return False if denied or now() >= vote.until else None


def _may_go_over(table: Table, vote: Vote) -> float:
    """From when on a seat may go over: nobody loses theirs because they have loaded their page again."""
    gone_since = table.seats[vote.seat].gone_since
    return 0.0 if vote.what != "seat" or gone_since is None else gone_since + table.settings.min_gone_seconds


async def settle(table: Table) -> None:
    """After every command, and when something is due: what is decided is done."""
    consent = table.consent
    if table.seal.is_dealing():
        return
    for vote in list(consent.votes.values()):
        if vote.number not in consent.votes:
            continue
        if await _is_void(table, vote):
            await _drop(table, vote)
            continue
        verdict = _verdict(table, vote)
        if verdict:
            await _carry_out(table, vote)
        elif verdict is not None:
            await _drop(table, vote)
            _say_no(table, vote)
    if consent.ready and table.status() == "over":
        voters = table.voters(None)
        if voters and voters <= consent.ready and not table.settings.house.draining:
            await begin_again(table)
            await dealing.start(table)
    idle = idle_seats(table)
    if idle != consent.idle:
        consent.idle = idle
        table.tell_table()


def moments(table: Table) -> list[float]:
    """When a vote ends by itself, whoever has just gone has no more say, or patience ends."""
    consent = table.consent
    due = [vote.until for vote in consent.votes.values()]
    due += [moment for vote in consent.votes.values() if (moment := _may_go_over(table, vote)) > now()]
    if due or consent.ready:
        ends = [
            state.gone_since + table.settings.grace_seconds for state in table.seats if state.gone_since is not None
        ]
        due += [moment for moment in ends if moment > now()]
    match = table.match
    if match is not None and table.status() == "playing" and not consent.idle and _people_owing(table, match):
        due += [_patience_ends(table)] if table.audience.connections else []  # else nobody would vote
    return due


def _people_owing(table: Table, match: Match) -> list[int]:
    """The seats that are to move, of people for whom no bot plays."""
    if table.rests_with is not None:  # play rests: nobody owes anything
        return []
    return [seat for seat in match.turn.seats if table.seats[seat].person is not None and not table.seats[seat].away]


def _say_no(table: Table, vote: Vote) -> None:
    """Whoever has proposed it hears that the others do not want it."""
    table.consent.told_no(vote)
    for connection in table.audience.connections:
        if connection.person.id == vote.person:
            table.say_no(connection, "not-agreed", REFUSALS["not-agreed"])


def _decided(vote: Vote, yes: bool) -> JournalLine:
    return DECIDED_ENTRY, {"vote": vote.number, "yes": yes}


async def _drop(table: Table, vote: Vote) -> None:
    await table.append(_decided(vote, yes=False))
    table.consent.close(vote.number)
    table.tell_table()


async def _carry_out(table: Table, vote: Vote) -> None:
    line = _decided(vote, yes=True)
    if vote.what == "end":
        await _call_off(table, line)
    elif vote.what == "back":
        undo = Undo(vote.seat, vote.after, vote.choice)
        await take_back(table, undo, await position_before(table, undo), line)
    elif vote.what == "bot":
        await _replace(table, vote, line)
    else:
        await _hand_over(table, vote, line)
    if vote.number in table.consent.votes:
        table.consent.close(vote.number)
    table.tell_table()


async def _call_off(table: Table, line: JournalLine) -> None:
    assert table.match is not None
    finished = by_consent(table.played(table.match, table.log), table.evening)
    await table.append(line, (END_ENTRY, {}), finished=finished)
    _stop(table)


def _stop(table: Table) -> None:
    """Nobody moves any more."""
    table.called_off = True
    table.deadline = 0.0
    table.rests_with = None
    table.plan_bots()


async def _replace(table: Table, vote: Vote, *lines: JournalLine, person: Person | None = None) -> None:
    """A bot, or this person, has the seat from now on; whoever had it has to ask before they come back."""
    state = table.seats[vote.seat]
    before = copy(state)
    state.seat_bot("normal")
    if person is not None:
        state.seat_person(person.id, table.name_for_seat(person) or before.name)  # they are whom they said
    gone = [] if before.person is None else [removed_line(before.person)]
    try:
        await table.append(*lines, seat_line(vote.seat, state), *gone)
    except BaseException:
        table.seats[vote.seat] = before
        raise
    table.consent.close(vote.number)
    table.note_holder(vote.seat, before.person)
    if before.person is not None:
        table.newcomers.remove(before.person)
    table.note_who_is_here()
    table.reassign_viewers()


async def _hand_over(table: Table, vote: Vote, line: JournalLine) -> None:
    """Somebody gets the seat that they say was theirs; the hand that is being played only before enough witnesses.

    Before as many they are the host again, if it is the host's seat: nobody else could be that any more.
    """
    person, witnesses = Person(vote.person, vote.name), _witnesses(table, vote)
    table.newcomers.withdraw(person.id)
    lines, becomes_host = [line], vote.about == table.host and len(witnesses) >= WITNESSES
    if becomes_host:
        lines.append((HOST_ENTRY, {"person": person.id}))
    if table.status() != "playing" or _may_see_the_hand(table, vote, witnesses):
        await _replace(table, vote, *lines, person=person)
    else:
        await _replace(table, vote, *lines, waits_line(vote.seat, person))
        table.newcomers.wait(person, vote.seat)
    if becomes_host:
        table.host = person.id
        table.note_who_is_here()


def _witnesses(table: Table, vote: Vote) -> list[str]:
    """Who has said that it is them."""
    said = table.consent.ballots[vote.number]
    return [person for person in table.voters(vote.about) if said.get(person)]


def _may_see_the_hand(table: Table, vote: Vote, witnesses: list[str]) -> bool:
    """One player alone cannot give themselves, as somebody else, a second hand of the same deal: it takes two to say
    who it is, or the host where the table lets newcomers in at once.
    """
    assert table.match is not None
    if table.newcomers.has_seen(vote.person, vote.seat, table.match.game.deals_begun):
        return True
    return len(witnesses) >= WITNESSES or (table.setup.join == "now" and table.host in witnesses)


async def repeat(table: Table, kind: str, payload: dict[str, Any]) -> None:
    """A line of the journal."""
    consent = table.consent
    if kind == VOTE_ENTRY:
        vote = Vote(**payload)
        consent.open(vote._replace(until=max(vote.until, now() + RETURN_SECONDS)))
    elif kind == BALLOT_ENTRY:
        consent.ballots[payload["vote"]][payload["person"]] = payload["yes"]
    elif kind == DECIDED_ENTRY:
        consent.close(payload["vote"])
    elif kind == READY_ENTRY:
        _note_ready(consent, payload["person"], payload["yes"])
    elif kind == END_ENTRY:
        _stop(table)
    else:
        await repeat_take_back(table, payload)
