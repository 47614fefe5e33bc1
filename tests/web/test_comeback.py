"""Come and go: after a reload, a lost network, a server that died, one is back at the seat by oneself."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest
from playwright.sync_api import Route, WebSocket

from server.running import Server

from .browsing import PAGE, Line, Person, until
from .clicker import Clicker
from .conftest import Come


@pytest.fixture
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that may be killed."""
    server = Server(tmp_path_factory.mktemp("mortal"), bot_pause=0.05, page=PAGE).start()
    yield server
    server.stop()


MINE_ALONE = "() => document.querySelector('[data-mine].moving') && !document.querySelector('.seat.moving')"
"""While others have something to decide the table may go on without me."""


def in_mid_match(person: Person, game: str = "tycoon", seats: int = 3) -> Clicker:
    person.lay(game, seats)
    clicker = Clicker(person, "comeback")
    assert not clicker.play(3)
    person.wait(MINE_ALONE)
    return clicker


def test_reload(come: Come) -> None:
    person = come()
    clicker = in_mid_match(person)
    before = person.moment(), person.hand()
    person.page.reload()
    person.wait(MINE_ALONE)
    assert (person.moment(), person.hand()) == before
    clicker.move()


def test_lost_network(come: Come) -> None:
    person = come()
    line = Line(person)
    clicker = in_mid_match(person)
    before = person.moment(), person.hand()
    line.cut()
    person.page.get_by_role("main").get_by_text("Connection lost, trying again…").wait_for()
    line.mend()
    person.wait("() => document.querySelector('[data-connection=open]')")
    assert (person.moment(), person.hand()) == before
    clicker.move()
    person.problems.clear()  # that there was no network the browser says itself


def test_the_server_dies(come: Come, own_server: Server) -> None:
    """kill -9 and a new start on the same port: the same seat, hand and moment; a move made meanwhile arrives."""
    person = come(own_server)
    clicker = in_mid_match(person)
    before = person.moment(), person.hand()
    own_server.stop(signal.SIGKILL)
    person.page.get_by_role("main").get_by_text("Connection lost, trying again…").wait_for()
    own_server.start()
    person.wait("() => document.querySelector('[data-connection=open]')")
    assert (person.moment(), person.hand()) == before
    clicker.move()
    clicker.play(clicker.moves + 2)
    person.problems.clear()  # that the server was away the browser says itself


def test_away_for_longer_than_the_grace(come: Come, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A bot plays on for somebody who is away; when they are back, the seat is theirs."""
    server = Server(tmp_path_factory.mktemp("hasty"), bot_pause=0.5, grace=0.3, page=PAGE).start()
    try:
        person, witness = come(server), come(server)
        table = person.lay_for_me("pairs", 2)
        left_at = person.moment()
        witness.go(f"/table/{table}").board.wait_for()
        person.go("/settings")
        witness.board.get_by_text("away, a bot plays").wait_for()
        witness.wait("n => Number(document.querySelector('[data-board]').dataset.n) > n", left_at)
        person.go(f"/table/{table}").page.get_by_role("region", name="Your seat").wait_for()
        witness.board.get_by_text("away, a bot plays").wait_for(state="detached")
    finally:
        for one in (person, witness):
            one.close()
        server.stop()


@pytest.mark.parametrize("first", ["the early script", "the page"])
def test_a_table_has_one_socket(first: str, come: Come) -> None:
    """The early script opens it for the page; where the page was quicker it opens none."""
    person = come()
    table = person.lay("tycoon", 3, path="/settings")
    sockets: list[WebSocket] = []
    held: list[Route] = []
    person.page.on("websocket", lambda socket: sockets.append(socket))
    if first == "the page":
        person.page.route("**/assets/early-*.js", lambda route: held.append(route))
    person.page.goto(f"/table/{table}", wait_until="commit")
    person.board.wait_for()
    assert len(sockets) == 1
    for route in held:
        route.continue_()
    person.page.wait_for_load_state("load")
    assert person.page.evaluate("window.early") is None
    assert len(sockets) == 1 and len(held) == (first == "the page")


def test_an_answer_that_does_not_come_is_asked_for_again(come: Come) -> None:
    """What the page must know of the game fails to arrive once: the table is there a moment later."""
    person = come()
    failures = [True]
    person.page.route(
        "**/api/games/tycoon", lambda route: route.abort() if failures and failures.pop() else route.continue_()
    )
    person.lay("tycoon", 3)
    person.board.wait_for()
    assert not failures
    person.problems.clear()  # that the line failed the browser says itself


def test_a_part_that_does_not_come_is_asked_for_again(come: Come) -> None:
    """Script and styles of the waiting room do not arrive while the line is down: they are there soon after."""
    person = come()
    down = [True]
    lost: set[str] = set()

    def answer(route: Route) -> None:
        if not down:
            route.continue_()
            return
        lost.add(route.request.url.rsplit(".", 1)[-1])
        route.abort()

    person.page.route("**/assets/Waiting-*", answer)
    table = person.lay("tycoon", 3, path="/settings", start=False)
    person.page.goto(f"/table/{table}")
    until(lambda: lost >= {"js", "css"}, person.page)
    down.clear()
    deal = person.button("Deal the cards")
    deal.wait_for()
    assert deal.evaluate("one => getComputedStyle(one.closest('.waiting')).display") == "grid"
    person.problems.clear()  # that the line failed the browser says itself
