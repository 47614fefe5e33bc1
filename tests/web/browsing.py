"""People at their browsers: they see what the page shows and click what it offers."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Playwright,
    WebSocketRoute,
)

from server.running import Server

WITHOUT_WINDOWS = Path("/usr/bin/chromium-headless-shell")  # needs less of the processor
WITH_WINDOWS = Path("/usr/bin/chromium")
CHROMIUM = Path(os.environ.get("KOLODA_CHROMIUM") or (WITHOUT_WINDOWS if WITHOUT_WINDOWS.exists() else WITH_WINDOWS))
WEB = Path(__file__).parents[2] / "src" / "koloda" / "web"
PAGE = Path(os.environ.get("KOLODA_PAGE", WEB / "dist"))
NOT_NEEDED = (
    # Each context is a window, and for each window Chromium loads the pages under its address bar and a renderer in
    # reserve: half the CPU time of a test that opens a table.
    "SpareRendererForSitePerProcess,WebUIOmniboxAimPopup,WebUIOmniboxPopup,"
    # What Playwright switches off; of two such lists Chromium reads the last.
    "AimEnabled,AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,"
    "HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,MediaRouter,NetworkTimeServiceQuerying,"
    "OptimizationHints,PaintHolding,PreconnectToSearch,TcpPortRandomizationWin,ThirdPartyStoragePartitioning"
)
ARGUMENTS = [
    f"--disable-features={NOT_NEEDED}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SECONDS = 40_000
TRIES = 5
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
OVER = re.compile(
    r"wins?!?$|^Winners: |^Nobody wins$|^You all (win together!|lose together)$|^A draw: |^You win!$|^You lose$|loses$"
    r"|^Losers: "
)
OFFERED = "[data-board] button:enabled:not([data-keeps], [data-keeps] *)"
"""What can be clicked to make a move; how the table is shown can always be chosen."""
NO_TIPS = {"lang": "en", "tips": False, "speed": "off"}


def launch(playwright: Playwright) -> Browser:
    """Debian's Chromium, without a window."""
    return playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)


def names_of(cards: Locator) -> list[str]:
    """What these cards are called, all at one moment."""
    names: list[str] = cards.evaluate_all("all => all.map((one) => one.getAttribute('aria-label') ?? '')")
    return names


class Person:
    """Somebody with their own browser. What the page complains of is kept in ``problems``."""

    def __init__(self, browser: Browser, server: Server, prefs: dict[str, Any] | None = None, **context: Any) -> None:
        settings = {
            "viewport": {"width": 1280, "height": 800},
            "reduced_motion": "reduce",
            "locale": "en-GB",
            "service_workers": "block",  # it is tried in test_offline.py
            **context,
        }
        self.server = server
        self.context: BrowserContext = browser.new_context(base_url=server.address, **settings)
        self.context.set_default_timeout(SECONDS)
        kept = json.dumps(json.dumps(NO_TIPS if prefs is None else prefs))
        if prefs != {}:
            self.context.add_init_script(f"localStorage.getItem('koloda') ?? localStorage.setItem('koloda', {kept})")
        self.problems: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.problems.append(f"page error: {error}"))

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.problems.append(f"console: {message.text} {message.location.get('url', '')}")

    def go(self, path: str) -> Person:
        """Type an address."""
        self.page.goto(path)
        return self

    def rename(self, name: str) -> str:
        """Give this person a name; the name as the server has it."""
        answer = self.context.request.post("/api/me", data={"name": name}).json()
        return str(answer["name"])

    # What is on the page, by roles and labels

    def button(self, name: str | re.Pattern[str], within: Locator | None = None) -> Locator:
        """An enabled button by its name."""
        return (within or self.page).get_by_role("button", name=name, disabled=False)

    @property
    def board(self) -> Locator:
        return self.page.locator("[data-board]")

    @property
    def prompt(self) -> Locator:
        return self.page.get_by_role("group", name="What you can do")

    @property
    def result(self) -> Locator:
        return self.page.get_by_role("heading", name=OVER)

    def moment(self) -> int:
        """The move number on the board."""
        return int(self.board.get_attribute("data-n") or "-1")

    def hand(self) -> list[str]:
        """My own cards, in words."""
        return names_of(self.page.get_by_role("region", name="Your seat").locator("[data-card]"))

    def status(self) -> str:
        """Whose turn it is, in words."""
        return self.prompt.locator("p").first.inner_text()

    def cards_in_sight(self) -> set[str]:
        """Every open card on the page, in words."""
        named = names_of(self.board.locator("[data-face]"))
        return {name.rsplit(": ", 1)[-1] for name in named} - {"", "a closed card"}

    def sit(self) -> None:
        """Take the first free seat of a table that waits."""
        self.button("Sit down").first.click()
        self.button("Stand up").wait_for()

    def wait(self, what: str, value: object = None, seconds: float = SECONDS / 1000) -> None:
        """Until this is true in the page. Playwright takes a promise for true: what is `async` needs `until`."""
        assert not what.startswith("async"), what
        self.page.wait_for_function(what, arg=value, timeout=seconds * 1000)

    def wait_for_turn(self, seconds: float = SECONDS / 1000) -> bool:
        """Until there is something to click on the board, or (False) the match is over."""
        self.wait(
            f"() => document.querySelector('#over-title') || document.querySelector('{OFFERED}')",
            seconds=seconds,
        )
        return not self.result.is_visible()

    # Tables

    def make_table(self, game: str, seats: int, bots: bool = True) -> str:
        """Through the page New table; the table's id."""
        self.go(f"/new/{game}")
        self.page.get_by_role("heading", name="Who sits where").wait_for()
        choice = self.page.get_by_role("group", name="How many players")
        if choice.count():
            choice.get_by_text(str(seats), exact=True).click()
        if not bots:
            for seat in range(1, seats):
                self.page.get_by_label(f"Seat {seat + 1}", exact=True).select_option(label="A seat for a person")
        self.button("Deal" if bots else "Open the table").click()
        self.page.wait_for_url("**/table/*")
        return self.page.url.rsplit("/", 1)[1]

    def lay(self, game: str, seats: int, path: str = "", **setup: Any) -> str:
        """A table without the page New table, bots on all other seats, dealt unless told; and go there. Its id."""
        bots = [None] + ["normal"] * (seats - 1)
        data = {"game": game, "seats": seats, "bots": bots, "start": True, **setup}
        self.context.request.get("/api/me")
        answer = self.context.request.post("/api/tables", data=data)
        assert answer.status == 201, answer.text()
        made: str = answer.json()["id"]
        self.go(path or f"/table/{made}")
        return made

    def lay_for_me(self, game: str, seats: int, **setup: Any) -> str:
        """A table where it is my turn: some matches of Pairs are over before that, and another is dealt. Its id."""
        for _ in range(TRIES):
            made = self.lay(game, seats, **setup)
            if self.wait_for_turn():
                return made
        raise AssertionError(f"{TRIES} matches of {game} were over before my turn")

    def play_now(self, touch: bool = False) -> None:
        """From the first page to my turn at Pairs."""
        for _ in range(TRIES):
            button = self.go("/").button("Play now")
            (button.tap if touch else button.click)()
            if self.wait_for_turn():
                return
        raise AssertionError(f"{TRIES} matches were over before my turn")

    def deal(self) -> None:
        """From a table that waits, mine, to my turn."""
        for _ in range(TRIES):
            self.button("Deal the cards").click()
            if self.wait_for_turn():
                return
            self.button("Play again").click()
        raise AssertionError(f"{TRIES} matches were over before my turn")

    def try_click(self, locator: Locator, touch: bool = False) -> bool:
        """Click or tap, unless the table has moved on and it is gone."""
        try:
            (locator.tap if touch else locator.click)(timeout=1500)
            return True
        except Error:
            return False

    def close(self) -> None:
        """Shut the browser."""
        self.context.close()


class Line:
    """The line between a browser and the server: what the server says may be held up, and it may be cut."""

    def __init__(self, person: Person) -> None:
        self.holding = False
        self.held: list[str | bytes] = []
        self._person = person
        self._browser_side: WebSocketRoute | None = None
        person.context.route_web_socket(re.compile("/ws/"), self._begin)

    def _begin(self, browser_side: WebSocketRoute) -> None:
        self._browser_side = browser_side
        browser_side.connect_to_server().on_message(self._pass)

    def _pass(self, message: str | bytes) -> None:
        assert self._browser_side is not None
        if self.holding:
            self.held.append(message)
        else:
            self._browser_side.send(message)

    def wait_for_held(self, kind: str) -> None:
        """Until the server has said something of this kind, which is held."""
        until(lambda: any(f'"t":"{kind}"' in str(message) for message in self.held), self._person.page)

    def release(self) -> None:
        """Everything that was held, in order."""
        self.holding = False
        held, self.held = self.held, []
        for message in held:
            self._pass(message)

    def cut(self) -> None:
        """No network: the socket breaks, nothing else gets through."""
        assert self._browser_side is not None
        self._person.context.set_offline(True)
        self._browser_side.close(code=1001)

    def mend(self) -> None:
        """The network is back."""
        self._person.context.set_offline(False)


def until(
    what: Callable[[], bool], page: Page, seconds: float = SECONDS / 1000, why: str = "it did not come true"
) -> None:
    """Until something is true that is not of one page alone."""
    for _ in range(int(seconds * 20)):
        if what():
            return
        page.wait_for_timeout(50)
    raise AssertionError(why)
