"""The pages around the table: catalogue, new table with options, lobby, history, settings."""

from __future__ import annotations

from koloda import all_games
from server.running import Server

from .browsing import until
from .clicker import Clicker
from .conftest import Come


def test_the_catalogue_has_every_game_and_its_rules(come: Come) -> None:
    person = come()
    person.go("/").page.get_by_role("link", name="Rules of ").first.wait_for()
    for game in all_games():
        assert person.page.get_by_role("link", name=f"Rules of {game.info.names.en}", exact=True).count() == 1
        assert person.page.get_by_role("button", name=f"Play {game.info.names.en}", exact=True).count() == 1
    person.page.get_by_role("link", name="Rules of Pairs", exact=True).click()
    person.page.get_by_role("heading", name="Aim").wait_for()


def test_play_now_takes_one_click(come: Come) -> None:
    person = come()
    person.go("/").button("Play now").click()
    person.board.wait_for()
    assert person.page.get_by_role("heading", level=1).inner_text() == "Pairs"
    assert person.board.get_by_text("bot, normal", exact=True).count() == 3


def test_the_policy_of_the_page_is_strict(come: Come, server: Server) -> None:
    """Nothing inline: and the page lives with it, for whatever it broke would be a problem of the person's."""
    person = come()
    policy = person.context.request.get("/").headers["content-security-policy"]
    assert "script-src 'self';" in policy and "style-src 'self';" in policy and "unsafe" not in policy
    person.lay_for_me("podfilim", 3)
    blocked = "document.body.insertAdjacentHTML('beforeend', '<i id=probe style=\"color: red\">x</i>')"
    person.page.evaluate(f"{blocked}")
    assert person.page.evaluate("getComputedStyle(document.querySelector('#probe')).color") != "rgb(255, 0, 0)"
    until(lambda: any("style" in problem for problem in person.problems), person.page)
    person.problems.clear()  # that was the probe


def test_who_has_lost_the_cookie_gets_another(come: Come) -> None:
    """Before a table is made, and before one is watched."""
    person, other = come(), come()
    person.go("/").button("Play now").wait_for()
    person.context.clear_cookies()
    person.button("Play now").click()
    person.page.get_by_role("region", name="Your seat").wait_for()
    table = other.lay("tycoon", 3)
    link = person.go("/lobby").page.locator(f"a[href='/table/{table}']").first
    link.wait_for()
    person.context.clear_cookies()
    link.click()
    person.board.wait_for()
    assert "watching" in person.page.locator("header.head").inner_text()
    person.problems.clear()  # the browser itself says of the first question that it was answered 401


def test_a_table_with_options_is_found_in_the_lobby(come: Come) -> None:
    host, guest = come(), come()
    name = host.rename("Wilhelmina")
    host.go("/new/pairs").page.get_by_role("heading", name="House rules").wait_for()
    host.page.get_by_role("group", name="How many players").get_by_text("3", exact=True).click()
    host.page.locator("#option-target").fill("29")
    host.page.get_by_label("Seat 3", exact=True).select_option(label="Bot, easy")
    host.page.get_by_label("Seat 2", exact=True).select_option(label="A seat for a person")
    host.page.get_by_role("group", name="Time for a move").get_by_text("120 s").click()
    host.page.get_by_role("checkbox", name="Open table").check()
    host.button("Open the table").click()
    host.page.get_by_role("heading", name="Invite").wait_for()
    assert "29" in host.page.locator(".options").inner_text()
    listed = guest.go("/lobby").page.get_by_role("listitem").filter(has_text=name)
    listed.get_by_role("link", name="Sit down: Pairs").click()
    guest.sit()
    host.button("Deal the cards").click()
    for person in (host, guest):
        person.board.get_by_text("/ 29").first.wait_for()
    until(lambda: host.page.get_by_role("timer").count() + guest.page.get_by_role("timer").count() > 0, host.page)


def test_a_default_that_follows_another_option_is_shown(come: Come) -> None:
    page = come().go("/new/ninety-nine").page
    target = page.get_by_label("Target", exact=True)
    target.wait_for()
    assert target.input_value() == "99"
    page.get_by_role("group", name="Rules").get_by_text("Parlett").click()
    until(lambda: target.input_value() == "100", page, why="the form keeps the default of the other rules")
    assert page.get_by_text("usually 100").is_visible()


def test_a_private_table_is_not_listed(come: Come) -> None:
    host, guest = come(), come()
    host.lay("pairs", 2, start=False, bots=[None, None], open=False)
    name = host.rename("Wilhelmina")
    guest.go("/lobby").page.get_by_role("heading", level=1).wait_for()
    guest.page.wait_for_load_state("networkidle")
    assert guest.page.get_by_text(name).count() == 0


def test_history_and_rematch(come: Come) -> None:
    person = come()
    person.go("/history").page.get_by_text("Your matches will be here.").wait_for()
    person.lay("pairs", 2, options={"target": 5})
    assert Clicker(person, "history").play(300)
    person.button("Play again").click()
    person.result.wait_for(state="detached")
    person.board.wait_for()
    person.go("/history").page.get_by_role("link", name="Watch the replay").first.click()
    person.page.get_by_role("heading", name="What happened").wait_for()


def test_the_same_people_play_another_game(come: Come) -> None:
    person = come()
    person.lay("pairs", 2, options={"target": 5})
    assert Clicker(person, "next").play(300)
    person.page.get_by_label("Another game, same people").select_option(label="Tycoon")
    person.button("Play", person.page.locator(".over")).last.click()
    person.page.get_by_role("heading", level=1, name="Tycoon").wait_for()
    person.board.wait_for()


def test_settings_are_kept(come: Come) -> None:
    person = come()
    person.go("/settings")
    root = person.page.locator("html")
    person.page.get_by_role("group", name="Theme").get_by_text("dark").click()
    person.page.get_by_role("group", name="Suit colours").get_by_text("four").click()
    person.page.get_by_label("Big indices on cards").check()
    person.page.get_by_label("Your name").fill("Вера")
    person.button("Save").click()
    person.page.get_by_text("Saved", exact=True).first.wait_for()
    dark = person.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    person.page.reload()
    assert root.get_attribute("data-theme") == "dark"
    assert root.get_attribute("data-colours") == "4"
    assert person.page.get_by_label("Big indices on cards").is_checked()
    person.page.get_by_role("group", name="Theme").get_by_text("light").click()
    assert person.page.evaluate("getComputedStyle(document.documentElement).backgroundColor") != dark
    person.lay("tycoon", 2)
    person.page.get_by_text("Вера (you)").wait_for()


def test_hints_where_the_table_allows_them(come: Come) -> None:
    person = come()
    person.lay_for_me("pairs", 2)
    person.button("Hints").click()
    panel = person.page.get_by_role("complementary", name="Hints")
    panel.get_by_role("listitem").first.wait_for()
    person.lay_for_me("pairs", 2, hints=False)
    person.button("Hints").click()
    panel.get_by_text("This table plays without hints.").wait_for()
