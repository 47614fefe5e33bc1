"""The host at their desk in a browser, and what guests see of it: a ban, an invitation, a word to all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from koloda import Match
from koloda.core.chance import Seeded
from koloda.server.protocol.refusals import REFUSALS
from koloda.testing.walks import play_out
from server.running import Server

from .browsing import PAGE, Person
from .conftest import Come


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Server]:
    """A house of its own: a host may close it."""
    server = Server(tmp_path, bot_pause=0, page=PAGE, house_name="The Card Club", invite_only="true").start()
    yield server
    server.stop()


def key_of(house: Server) -> str:
    return (house.data / "host.key").read_text().strip()


def unfold(person: Person, label: str) -> None:
    """Nothing is done by one careless click."""
    person.page.locator("summary", has_text=label).first.click()


def test_a_host_opens_the_desk_invites_says_something_and_bans(come: Come, house: Server) -> None:
    host, guest = come(house), come(house)
    guest.go("/")
    guest.page.get_by_text("This site is by invitation only").wait_for()
    guest.page.get_by_text("A table by The Card Club").wait_for()
    host.go(f"/host#{key_of(house)}").page.get_by_text("0 people, connections: 0").wait_for()
    assert "#" not in host.page.url, "the key does not stay in sight"
    host.button("Invitations").click()
    unfold(host, "Invite")
    host.page.get_by_label("For whom").fill("friends")
    host.button("Invite").click()
    link = host.page.get_by_label("The link, which is shown this once").input_value()
    guest.go(link).page.get_by_text("Welcome to The Card Club").wait_for()
    table = guest.lay("pairs", 2)
    guest.board.wait_for()
    host.button("Tables").click()
    host.page.get_by_role("heading", name="Pairs").wait_for()
    host.button("At a glance").click()
    unfold(host, "Say something to all")
    host.page.get_by_label("In Russian").fill("Через час закроемся")
    host.page.get_by_label("In English").fill("We close in an hour")
    host.button("Send").click()
    guest.page.get_by_text("We close in an hour").wait_for()
    host.button("People").click()
    unfold(host, "Ban")
    host.page.get_by_label("Why (they read it)").fill("an insult")
    host.button("Ban", host.page.get_by_role("listitem")).click()
    guest.page.get_by_text("an insult").wait_for()
    assert guest.page.url.endswith(table)
    host.button("What was done").click()
    host.page.get_by_role("heading", name="banned").wait_for()
    guest.problems.clear()  # Chromium complains of the 403 that a banned guest gets


def test_who_opens_one_table_too_many_reads_why(come: Come, tmp_path: Path) -> None:
    server = Server(tmp_path, bot_pause=0, page=PAGE, person_sockets=1).start()
    person = come(server)
    table = person.lay("pairs", 2)
    person.board.wait_for()
    second = person.context.new_page()
    second.goto(f"/table/{table}")
    second.locator("#main").get_by_text("You have too many tables open: close some other tabs.").wait_for()
    second.locator("#live").get_by_text("You have too many tables open").wait_for(state="attached")
    person.page.close()
    second.locator("[data-board]").wait_for()
    second.close()
    person.page = person.context.new_page()
    assert httpx.get(f"{server.address}/healthz").status_code == 200
    server.stop()


def test_who_has_used_up_a_quota_reads_why_wherever_they_do(come: Come, tmp_path: Path) -> None:
    server = Server(tmp_path / "data", bot_pause=0, page=PAGE, person_keeps=1, person_requests_per_second=0.01).start()
    person = come(server)
    sentence = person.page.locator("#main").get_by_text(REFUSALS["too-much-today"].en)
    person.go("/settings").page.locator("#name").fill("Ann")
    person.button("Save").first.click()
    person.page.get_by_text("Saved").first.wait_for()
    person.page.locator("#name").fill("Bea")
    person.button("Save").first.click()
    sentence.wait_for()
    person.go("/").button("Play now").click()
    sentence.wait_for()
    person.go("/new/pairs").button("Deal").click()
    sentence.wait_for()
    record = tmp_path / "record.json"
    record.write_text(json.dumps(play_out(Match.new("pairs", 2, seed="quota"), Seeded("quota")).record()))
    person.go("/replay").page.locator("#file").set_input_files(record)
    sentence.wait_for()
    person.go("/lobby")
    for _ in range(100):  # as many requests as one may make at once
        person.context.request.get("/api/tables/ABCDE")
    person.page.locator("#code").fill("ABCDE")
    person.page.locator("#code").press("Enter")
    person.page.locator("#main").get_by_text(REFUSALS["too-many-requests"].en).wait_for()
    person.problems.clear()  # Chromium tells of every 429
    server.stop()
