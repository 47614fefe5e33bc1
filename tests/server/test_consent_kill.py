"""kill -9 in the middle of a vote and after a take-back, over real sockets: afterwards all is as it was."""

from __future__ import annotations

import signal
from pathlib import Path

from .running import Client, Server

TRIES = 9


def table_of(*people: Client) -> str:
    """A match of Pairs with these people."""
    host, *guests = people
    table = host.make_table(game="pairs", seats=len(people))
    host.join(table, "log=1").until("table")
    for seat, guest in enumerate(guests, 1):
        guest.join(table, "log=1").until("table")
        guest.send(t="sit", seat=seat)
        while guest.table is None or guest.table["you"] != seat:
            guest.read()
    host.send(t="start")
    for person in people:
        person.until("view")
    return table


def asked_back(people: list[Client]) -> tuple[str, Client]:
    """A table where whoever has moved first asks for their move back. A pair would have ended the round: that stays."""
    for _ in range(TRIES):
        table = table_of(*people)
        assert people[0].view is not None
        mover = people[people[0].view["turn"][0]]
        mover.move("first", "hit")
        mover.until("moved")
        mover.send(t="propose", what="back")
        while mover.read()["t"] != "refused":
            if mover.table is not None and mover.table.get("votes"):
                return table, mover
        for person in people:
            person.table = person.view = None
    raise AssertionError(f"{TRIES} pairs in a row")


def wait_for_vote(person: Client) -> dict[str, object]:
    while person.table is None or not person.table.get("votes"):
        person.read()
    vote: dict[str, object] = person.table["votes"][0]
    return vote


def test_a_vote_a_take_back_and_the_end_survive_a_kill(tmp_path: Path) -> None:
    server = Server(tmp_path, grace=60).start()
    try:
        people = [Client(server) for _ in range(3)]
        table, mover = asked_back(people)
        others = [one for one in people if one is not mover]
        number = wait_for_vote(others[0])["vote"]
        others[0].send(t="vote", vote=number)
        seat = people.index(others[0])
        while seat not in others[0].table["votes"][0]["yes"]:  # type: ignore[index]
            others[0].read()

        restart(server, people, table)
        vote = wait_for_vote(others[1])
        assert vote["vote"] == number and sorted(vote["yes"]) == sorted(people.index(one) for one in (mover, others[0]))  # type: ignore[call-overload]
        others[1].send(t="vote", vote=number)
        while others[1].view is None or others[1].view["n"] != 0:
            others[1].read()

        restart(server, people, table)
        for one in people:
            assert one.view is not None and one.view["n"] == 0
            assert one.table is not None and one.table["takes"] == 1 and not one.table.get("votes")
            log = next(frame for frame in reversed(one.frames) if frame["t"] == "log")
            assert len(log["undone"]) == 1
        people[0].send(t="propose", what="end")
        number = wait_for_vote(people[1])["vote"]
        for one in people[1:]:
            one.send(t="vote", vote=number)
        while not people[2].table["ended"] if "ended" in (people[2].table or {}) else True:  # type: ignore[index]
            people[2].read()

        restart(server, people, table)
        assert all(one.table is not None and one.table["ended"] and one.table["status"] == "over" for one in people)
        people[0].send(t="again")
        while people[1].table is None or not people[1].table.get("ready"):
            people[1].read()

        restart(server, people, table)
        assert people[2].table is not None and people[2].table["ready"] == [0]
        for one in people[1:]:
            one.send(t="again")
        people[2].until("view")
        assert people[2].table["status"] == "playing"
        for one in people:
            one.close()
    finally:
        server.stop()


def restart(server: Server, people: list[Client], table: str) -> None:
    """kill -9, another process, and everybody is back."""
    server.stop(signal.SIGKILL)
    server.start()
    for person in people:
        person.table = person.view = None
        person.join(table, "log=1")
        person.until("table")
        assert person.table is not None
        if person.table["status"] != "waiting":
            person.until("view")
