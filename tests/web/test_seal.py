"""The sealed deal in the browser: no screen and no wait, an icon that opens, and a check that catches every lie."""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Route

from koloda.records import load
from koloda.seal import DealId
from koloda.verify import verify
from server.running import Client, Server, crowding

from .browsing import Line, Person, until
from .clicker import Clicker
from .conftest import Come

SHORT = {"target": 5}
TRIES = 5
MAX_SEALING_MS = 150
NOTE_FRAMES = """() => {
  const Real = WebSocket;
  window.frames_at = [];
  window.WebSocket = class extends Real {
    constructor(...args) {
      super(...args);
      this.addEventListener('message', ({ data }) => {
        const text = typeof data === 'string' ? data : new TextDecoder().decode(data);
        window.frames_at.push([JSON.parse(text).t, performance.now()]);
      });
    }
  };
}"""
"""Notes when each frame came."""


def opened(person: Person) -> Locator:
    """The seal, opened by its icon."""
    person.page.locator("[data-seal]").click()
    box = person.page.get_by_role("region", name="A fair deal")
    box.get_by_role("heading").wait_for()
    return box


def play_to_the_end(*people: Person) -> None:
    clickers = [Clicker(person, f"seal {at}") for at, person in enumerate(people)]
    until(lambda: not any(c.step() for c in clickers) and people[0].result.is_visible(), people[0].page, 60)


def verdict(person: Person, match: str = "") -> str:
    """What the page says of the deal: of the match that is over here, or of this one."""
    if match:
        person.go(f"/match/{match}")
        person.button("Check the deal").click()
    else:
        person.page.get_by_role("link", name="Check the deal").click()
    box = person.page.locator("#verdict")
    box.wait_for()
    return box.inner_text()


# The way it should go


def test_play_now_seals_the_deal_without_a_screen_or_a_wait(come: Come) -> None:
    """Between the table's first frame and its first view: commit, final commitments, numbers, deal, all on disk."""
    person = come()
    person.context.add_init_script(f"({NOTE_FRAMES})()")
    took = []
    for _ in range(TRIES):
        person.go("/").button("Play now").click()
        person.board.wait_for()
        assert "?" not in person.page.url
        frames = dict(reversed(person.page.evaluate("window.frames_at")))
        assert "refused" not in frames, "the page asked twice"
        took.append(frames["view"] - frames["table"])
    assert sorted(took)[TRIES // 2] < MAX_SEALING_MS * crowding(), took
    box = opened(person)
    assert "Numbers in this deal: Guest 1." in box.inner_text()
    assert not re.search("[0-9a-f]{16}", box.inner_text()), "hex is for those who ask for it"
    box.get_by_text("Fingerprints and numbers").click()
    assert re.search("[0-9a-f]{64}", box.inner_text())
    person.page.keyboard.press("Escape")
    box.wait_for(state="hidden")
    person.button("Log").click()
    assert not re.search("[0-9a-f]{16}", person.page.get_by_role("complementary", name="Log").inner_text())


def test_two_people_a_watcher_and_the_terminal_agree(come: Come, tmp_path: Path) -> None:
    host, guest, watcher = come(), come(), come()
    table = host.lay("pairs", 2, start=False, bots=[None, None], options=SHORT)
    guest.go(f"/table/{table}")
    guest.sit()
    watcher.go(f"/table/{table}")
    for press in ({host: "Deal the cards"}, {host: "Play again", guest: "Play again"}):
        for person, button in press.items():
            person.button(button).click()
        for person in (host, guest, watcher):
            person.result.wait_for(state="detached")
            person.board.wait_for()
            assert "Numbers in this deal: Guest 1, Guest 2." in opened(person).inner_text()
            person.page.keyboard.press("Escape")
        guest.page.reload()  # what it has seen must be there afterwards
        guest.board.wait_for()
        play_to_the_end(host, guest)
        match = re.search(
            "/match/([^?]+)", host.page.get_by_role("link", name="Check the deal").get_attribute("href") or ""
        )
        assert match is not None
        link = match[1]
    for person, mine in ((host, True), (guest, True), (watcher, True), (come(), False)):
        said = verdict(person, link)
        assert "✓ The deal was fair" in said and "added by: Guest 1, Guest 2" in said
        assert ("It agrees with what this page saw" in said) == mine
    for person in (host, guest, watcher):
        with person.page.expect_download() as download:
            person.button("Download the record").click()
        path = tmp_path / "record.json"
        download.value.save_as(path)
        record = load(path)
        notes = [note.get("en") for note in verify(record)]
        assert notes[1].endswith("0, 1.") and notes[2].startswith("It is what the player's page saw"), notes
        assert isinstance(record["seen"], dict) and record["seen"]["result"]


def test_a_second_tab_adds_no_second_number(come: Come) -> None:
    person = come()
    table = person.lay("pairs", 2, start=False, options=SHORT)
    tab = person.context.new_page()
    tab.goto(f"/table/{table}")
    tab.get_by_role("button", name="Deal the cards").wait_for()
    person.button("Deal the cards").click()
    person.board.wait_for()
    assert "Numbers in this deal: Guest 1." in opened(person).inner_text()
    person.page.keyboard.press("Escape")
    play_to_the_end(person)
    said = verdict(person)
    assert "✓ The deal was fair" in said and "is not in it" not in said


def test_a_line_that_breaks_before_the_deal_changes_nothing(come: Come) -> None:
    person = come()
    line = Line(person)
    person.lay("pairs", 2, start=False, options=SHORT)
    person.button("Deal the cards").wait_for()  # the whole page has come
    line.cut()
    person.page.locator("[data-connection=lost]").wait_for()
    line.mend()
    person.page.locator("[data-connection=open]").wait_for()
    person.button("Deal the cards").click()
    person.board.wait_for()
    assert "Numbers in this deal: Guest 1." in opened(person).inner_text()
    person.problems.clear()  # the browser speaks of the line that was cut


def test_a_page_whose_line_is_slow_learns_that_its_number_came_too_late(come: Come) -> None:
    person = come()
    line = Line(person)
    person.lay("pairs", 2, start=False, options=SHORT)
    person.button("Deal the cards").wait_for()
    line.holding = True
    person.button("Deal the cards").click()
    line.wait_for_held("view")  # the table has dealt without it
    line.release()
    person.board.wait_for()
    assert "Did not show their number in time: Guest 1." in opened(person).inner_text()
    person.page.keyboard.press("Escape")
    play_to_the_end(person)
    said = verdict(person)
    assert "✓ The deal was fair" in said and "Your own page's number is not in it" in said


# Lies


def another_secret_and_fingerprint(record: dict[str, Any]) -> None:
    seal = record["seal"]
    seal["secret"] = "77" * 32
    seal["commitment"] = DealId(seal["table"], seal["match"]).secret_commitment(seal["secret"])


def my_number_replaced(record: dict[str, Any]) -> None:
    seal = record["seal"]
    seal["nonces"][0] = "77" * 16
    seal["commits"][0] = DealId(seal["table"], seal["match"]).nonce_commitment(0, seal["nonces"][0])


def twos_turned_into_aces(record: dict[str, Any]) -> None:
    for entry in record["chance"]:
        if "shuffle" in entry:
            entry["shuffle"] = [1 if card == 2 else card for card in entry["shuffle"]]


def every_pick_out_of_one(record: dict[str, Any]) -> None:
    record["chance"].insert(0, {"pick": 0})
    record["picks"] = [1]


def another_order(record: dict[str, Any]) -> None:
    cards = next(entry["shuffle"] for entry in record["chance"] if "shuffle" in entry)
    other = next(at for at, card in enumerate(cards) if card != cards[0])
    cards[0], cards[other] = cards[other], cards[0]


def another_result(record: dict[str, Any]) -> None:
    record["result"]["scores"].reverse()


LIES: list[tuple[Callable[[dict[str, Any]], None], str]] = [
    (another_secret_and_fingerprint, "Before the deal the server showed another fingerprint of its secret."),
    (my_number_replaced, "Guest 1: before the deal the fingerprint of this seat's number was another one."),
    (twos_turned_into_aces, "Draw 1 shuffles cards that are not those of the game. Too many: 1, 1; missing: 2, 2."),
    (every_pick_out_of_one, "Draw 1 was announced in play as “shuffle 55”; in the record it is “pick 1”."),
    (another_order, "Draw 1: the shuffle is not the one that follows from the seal."),
    (another_result, "The result is not the one that this page saw."),
]


def test_a_forged_archive_is_caught(come: Come) -> None:
    person = come()
    person.lay("pairs", 2, start=False, options=SHORT)
    person.button("Deal the cards").click()
    play_to_the_end(person)
    assert "✓ The deal was fair" in verdict(person)
    match = person.page.url.rsplit("/", 1)[1].partition("?")[0]
    for lie, sentence in LIES:
        person.page.route(f"**/api/matches/{match}", lying(lie))
        person.page.reload()
        box = person.page.locator("#verdict[data-good=false]")
        box.wait_for()
        assert sentence in box.inner_text()
        person.page.unroute(f"**/api/matches/{match}")


def lying(lie: Callable[[dict[str, Any]], None]) -> Callable[[Route], None]:
    def handle(route: Route) -> None:
        answer = route.fetch()
        match = answer.json()
        lie(match["record"])
        route.fulfill(response=answer, body=json.dumps(match))

    return handle


# A hostile page at the same table


@pytest.mark.parametrize("hostile", ["silent", "wrong"])
def test_who_commits_and_does_not_show_the_number_is_named(hostile: str, come: Come, server: Server) -> None:
    host, guest = come(), Client(server)
    table = host.lay("pairs", 2, start=False, bots=[None, None], options=SHORT)
    guest.http.post("/api/me", json={"name": "Mallory"})
    guest.join(table, "seal=1").until("table")
    guest.send(t="sit", seat=1)
    guest.until("table")
    match = (guest.table or {})["match"]
    commitment = DealId(table, match).nonce_commitment(1, secrets.token_hex(16))
    guest.send(t="commit", match=match, commitment=commitment)
    host.page.get_by_text("Mallory").first.wait_for()
    host.wait("() => document.querySelector('[data-seal]')")
    began = time.monotonic()
    host.button("Deal the cards").click()
    if hostile == "wrong":
        while guest.until("table")["seal"]["stage"] != "revealing":
            pass
        guest.send(t="reveal", match=match, nonce="00" * 16)
        assert guest.until("refused")["reason"] == "wrong-number"
    host.board.wait_for()
    assert time.monotonic() - began < 6 * crowding(), "the deal was held up for long"
    assert "Did not show their number in time: Mallory." in opened(host).inner_text()
    guest.close()


def test_a_server_that_shows_another_seal_gets_no_number(come: Come) -> None:
    """The page notices a changed fingerprint while the match is played, and says so."""
    person = come()

    def change(message: str | bytes) -> str | bytes:
        text = message if isinstance(message, str) else message.decode()
        frame = json.loads(text)
        table = frame.get("now", {}) if frame["t"] == "table-change" else frame
        if table.get("seal", {}).get("stage") == "revealing":
            table["seal"]["commitment"] = "0" * 64
            return json.dumps(frame)
        return message

    sent: list[str] = []

    def begin(browser_side: Any) -> None:
        server_side = browser_side.connect_to_server()
        server_side.on_message(lambda message: browser_side.send(change(message)))

        def pass_on(message: str | bytes) -> None:
            sent.append(str(message))
            server_side.send(message)

        browser_side.on_message(pass_on)

    person.context.route_web_socket(re.compile("/ws/"), begin)
    person.lay("pairs", 2, start=False, options=SHORT)
    person.button("Deal the cards").click()
    person.board.wait_for()
    assert not any('"reveal"' in message for message in sent)
    person.page.locator("[data-seal]").click()
    person.page.get_by_text("Careful: the server has shown a different seal").first.wait_for()
