"""How a match ends, by its rules or because all who play it agree: what is journalled of it, and what is archived."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, NamedTuple

from koloda.match import Match
from koloda.server.protocol.bodies import NewTable
from koloda.server.storage.archive import FinishedMatch, MatchEnd, finished_match

from .clock import now
from .evening import Evening, ended_match, lost_seats
from .match_log import MatchLog
from .seal import DealSeal
from .seats import SeatState


class Played(NamedTuple):
    """A match with what its table knows of it."""

    match: Match
    setup: NewTable
    seats: list[SeatState]
    seal: DealSeal
    log: MatchLog

    def finished(self, end: MatchEnd, **also: object) -> FinishedMatch:
        """As the archive keeps it."""
        players = [state.player() for state in self.seats]
        people = [state.person for state in self.seats]
        told = {**self.log.told_in_record(self.match), **also}
        return finished_match(self.seal.match_id, self.match, players, people, self.seal.record(), end, told)


def by_the_rules(played: Played, evening: Evening) -> tuple[dict[str, Any], Evening, FinishedMatch]:
    """What the journal keeps of a match that is over, the evening's score with it, and what the archive keeps."""
    assert played.match.result is not None
    result = played.match.result.to_json()
    ended = ended_match(played.seal.match_id, played.setup.game, now(), result, played.seats)
    after = deepcopy(evening)
    after.add(ended)
    return ended, after, played.finished(MatchEnd(played.setup.forfeit, lost_seats(result), after.lines))


def by_consent(played: Played, evening: Evening) -> FinishedMatch:
    """A match without a result: it can be replayed, and counts nowhere."""
    return played.finished(MatchEnd("", [], evening.lines), ended=True)
