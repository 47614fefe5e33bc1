"""The end: a headline in the reader's own terms and why, places, what decided it, and a picture to send."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import WebSocketRoute

from .browsing import OVER, PHONE
from .conftest import Come

PNG = b"\x89PNG\r\n\x1a\n"
PLAY_ON = """async () => {
  while (!document.querySelector('#over-title')) {
    const acts = document.querySelectorAll('[data-board] .prompt .act:enabled:not([aria-disabled="true"])');
    acts[Math.floor(Math.random() * acts.length)]?.click();
    await new Promise((done) => requestAnimationFrame(done));
  }
}"""

IN_SIGHT = """button => {
  const { x, y, width, height } = button.getBoundingClientRect();
  return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


def test_the_end_says_how_and_why_and_offers_what_now(come: Come, tmp_path: Path) -> None:
    person = come()
    person.lay("pairs", 4)
    person.board.wait_for()
    person.page.evaluate(PLAY_ON)
    over = person.page.locator(".over")
    heading = over.get_by_role("heading", level=2)
    assert OVER.search(heading.inner_text())
    assert "loses with" in over.locator(".why").inner_text() or "lose with" in over.locator(".why").inner_text()
    places = over.get_by_role("list", name="Places").get_by_role("listitem")
    assert places.count() == 4
    assert over.locator(".places .avatar").count() == 4
    assert over.locator("button.primary").all_inner_texts() == ["Play again"]

    with person.page.expect_download() as saved:
        person.button("Share a picture").click()
    picture = tmp_path / "result.png"
    saved.value.save_as(picture)
    content = picture.read_bytes()
    assert content.startswith(PNG)
    assert (int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")) == (1200, 630)

    person.page.get_by_role("link", name="The whole review").wait_for()
    decided = over.get_by_role("heading", name="What decided it").locator("..").inner_text()
    assert "cards" in decided.lower() and "decisions" in decided


def test_play_again_is_in_sight_however_many_have_played(come: Come) -> None:
    for settings in ({"viewport": {"width": 1280, "height": 720}}, PHONE):
        person = come(**settings)
        person.lay("pairs", 8)
        person.board.wait_for()
        person.page.evaluate(PLAY_ON)
        assert person.button("Play again").evaluate(IN_SIGHT), settings


def test_a_win_is_celebrated_quietly(come: Come) -> None:
    """Whoever wants things to stand still sees nothing fall. On the way here the survivor becomes the winner."""
    person = come()

    def begin(browser_side: WebSocketRoute) -> None:
        def pass_on(message: str | bytes) -> None:
            if isinstance(message, str):
                browser_side.send(message.replace('"winners":[]', '"winners":[0]'))
            else:
                browser_side.send(message.replace(b'"winners":[]', b'"winners":[0]'))

        browser_side.connect_to_server().on_message(pass_on)

    person.context.route_web_socket(re.compile("/ws/"), begin)
    person.lay("pairs", 2)
    person.board.wait_for()
    person.page.evaluate(PLAY_ON)
    assert person.page.locator("#over-title").inner_text() == "You win!"
    assert not person.page.locator("[data-celebration]").is_visible()
    person.page.emulate_media(reduced_motion="no-preference")
    person.page.reload()
    person.page.locator("[data-celebration]").wait_for()
