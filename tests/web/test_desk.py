"""What a page shows of the house's side: a match whose rules have changed, bot accounts, whose house it is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from koloda.games.registry import find_game
from koloda.server.storage.archive import uploaded_match
from server.kit import House, play
from server.running import Server, socket_of
from server.test_kept_views import NEW_RULES
from server.test_old_rules import OLD_RECORDS
from server.test_older_release import fill_with_old_replays

from .browsing import PAGE, Person
from .conftest import Come

CONTACT, IMPRINT = "host@cards.example", "The Card Club, 1 Queen Street"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Server]:
    """A house of its own, which is upgraded."""
    server = Server(tmp_path / "data", bot_pause=0, page=PAGE, house_name="The Card Club", contact=CONTACT)
    server.environment["KOLODA_IMPRINT"] = IMPRINT
    yield server.start()
    server.stop()


def upgrade(house: Server) -> None:
    """The rules of Pairs are another version from now on."""
    house.stop()
    house.begin_with(NEW_RULES).start()


def make_bot(house: Server, name: str) -> dict[str, str]:
    """A bot account, as the host makes it."""
    key = (house.data / "host.key").read_text().strip()
    headers = {"authorization": f"Bearer {key}"}
    made: dict[str, str] = httpx.post(f"{house.address}/api/host/bots", headers=headers, json={"name": name}).json()
    return made


def test_a_match_whose_rules_have_changed_says_so_and_is_dealt_anew(come: Come, house: Server) -> None:
    host, watcher = come(house), come(house)
    table = host.lay_for_me("pairs", 3, options={"target": 31})
    watcher.go(f"/table/{table}").board.wait_for()
    shown = host.cards_in_sight()
    upgrade(house)
    for person in (host, watcher):
        person.problems.clear()  # Chromium complains of the server that is away
        person.page.get_by_role("heading", name="The rules of Pairs have changed").wait_for()
        person.page.locator("[data-stopped]").get_by_text(re.compile("how it (stood after move|began)")).wait_for()
        assert person.cards_in_sight() == shown, "the last position"
        assert person.page.locator("[data-prompt] button").count() == 0
    assert watcher.button("Deal anew, same people").count() == 0
    host.button("Deal anew, same people").click()
    host.page.locator("[data-stopped]").wait_for(state="detached")
    host.wait_for_turn()
    assert httpx.get(f"{house.address}/api/tables/{table}").json()["status"] in ("playing", "over")
    for person in (host, watcher):
        person.problems.clear()


def test_a_host_invites_a_bot_account_and_all_see_that_it_is_one(come: Come, house: Server) -> None:
    bot = make_bot(house, "Robbie")
    host, guest = come(house), come(house)
    table = host.lay("pairs", 2, bots=[None, None], start=False)
    guest.go(f"/table/{table}").page.get_by_text("Who plays").wait_for()
    host.page.get_by_label("Who is on seat 2").select_option(label="Robbie (not listening)")
    guest.page.get_by_text("Invited: Robbie").wait_for()
    program = come(house)
    program.context.set_extra_http_headers({"authorization": f"Bearer {bot['token']}"})
    program.context.add_cookies([{"name": "koloda", "value": bot["token"], "url": house.address}])
    program.go(f"/table/{table}").button("Sit down").last.click()
    for person in (host, guest):
        person.page.get_by_text("Robbie (bot)").first.wait_for()
    host.button("Deal the cards").click()
    host.board.wait_for()
    plate = guest.page.locator('[data-seat="1"] .plate')
    assert "Robbie (bot)" in plate.inner_text()


def test_a_bot_account_is_invited_in_mid_match_and_what_it_says_is_a_bots(come: Come, house: Server) -> None:
    bot = make_bot(house, "Robbie")
    host, guest = come(house), come(house)
    table = host.lay("pairs", 3, options={"target": 31})
    guest.go(f"/table/{table}").board.wait_for()
    host.button("People").click()
    row = host.page.locator('[data-person="1"]')
    row.get_by_label("Who is on seat 2").select_option(label="Robbie (not listening)")
    guest.button("People").click()
    guest.page.locator('[data-person="1"]').get_by_text("Invited: Robbie (bot)").wait_for()
    row.get_by_label("Who is on seat 2").select_option(label="Bot, normal")
    guest.page.get_by_text("Invited: Robbie (bot)").wait_for(state="detached")
    row.get_by_label("Who is on seat 2").select_option(label="Robbie (not listening)")
    with socket_of(house, table, bot["token"]) as program:
        program.send(json.dumps({"t": "sit", "seat": 1}))
        row.get_by_text("next deal: Robbie (bot)").wait_for()
        program.send(json.dumps({"t": "say", "text": "beep"}))
        guest.page.keyboard.press("Escape")
        guest.page.locator("#live").get_by_text("Robbie (bot) (watching): beep").wait_for(state="attached")


def test_the_host_makes_a_bot_account_on_their_page(come: Come, house: Server) -> None:
    host = come(house)
    host.go(f"/host#{(house.data / 'host.key').read_text().strip()}").button("Bot accounts").click()
    host.page.locator("summary", has_text="Make a bot account").click()
    host.page.get_by_label("What it is called").fill("Robbie")
    host.button("Make a bot account").click()
    token = host.page.get_by_label("The token of Robbie").input_value()
    me = httpx.get(f"{house.address}/api/me", headers={"authorization": f"Bearer {token}"}).json()
    assert me["name"] == "Robbie"
    host.page.get_by_role("heading", name="Robbie (bot)").wait_for()


def test_whose_house_it_is_stands_below_every_page(come: Come, house: Server) -> None:
    guest = come(house)
    for path in ("/", "/rules/pairs", "/settings"):
        foot = guest.go(path).page.locator("footer")
        foot.get_by_text("A table by The Card Club").wait_for()
        assert foot.get_by_role("link", name=CONTACT).get_attribute("href") == f"mailto:{CONTACT}"
        foot.get_by_text("Imprint").click()
        foot.get_by_text(IMPRINT).wait_for()


def test_replays_of_older_rules_are_watched_and_kept_as_text(come: Come, tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as thread:  # Playwright's own loop runs in this one
        thread.submit(fill_with_old_replays, tmp_path).result()
    server = Server(tmp_path, page=PAGE, person_requests_burst=9999).start()
    try:
        person = come(server)
        for number, record in enumerate(OLD_RECORDS):
            watch_and_keep_as_text(person, f"old{number}", record)
    finally:
        server.stop()


def watch_and_keep_as_text(person: Person, match: str, record: dict[str, Any]) -> None:
    info, moves, result = find_game(record["game"]).info, len(record["moves"]), record["result"]
    person.go(f"/match/{match}?eyes=0").page.get_by_role("heading", name="What happened").wait_for()
    person.page.keyboard.press("End")
    person.page.locator("#main").get_by_text(f"Move {moves} of {moves}").wait_for()
    with person.page.expect_download() as coming:
        person.button("Download as text").click()
    heading, *told = Path(coming.value.path()).read_text(encoding="utf-8").splitlines()
    assert all(name in heading for name in (info.names.en, "Seat 1", "Seat 2")), heading
    assert any(line.startswith(f"{moves}. ") for line in told), told
    shared = len(set(result["places"])) == 1  # then a word says it all
    scores = [str(score).replace("-", "−") for score in result["scores"]]
    assert told[-1] and (shared or all(score in told[-1] for score in scores)), told[-1]


def test_a_match_that_only_older_rules_could_show_says_so_and_its_record_is_there(come: Come, tmp_path: Path) -> None:
    record = next(one for one in OLD_RECORDS if one["game"] == "drunkard")

    async def fill() -> None:
        async with House(tmp_path) as kept:
            await kept.store.save_match(uploaded_match("old", dict(record)))

    with ThreadPoolExecutor(1) as thread:  # Playwright's own loop runs in this one
        thread.submit(play, fill).result()
    server = Server(tmp_path, page=PAGE).start()
    person = come(server)
    person.go("/match/old").page.locator("#main").get_by_text("It was played by version 1 of the rules").wait_for()
    with person.page.expect_download() as coming:
        person.button("Download the record").click()
    assert json.loads(Path(coming.value.path()).read_text(encoding="utf-8"))["moves"] == record["moves"]
    person.problems.clear()  # Chromium tells of the refusal
    server.stop()
