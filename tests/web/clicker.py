"""Somebody who knows no game and clicks what the page offers, until the move goes."""

from __future__ import annotations

import random
import time
from typing import Any, NamedTuple

from .browsing import Person

CLICKS = 150
"""So many clicks must be enough for a move."""

PATIENCE = 10
"""So often a button may be under something else although nothing flies: the table was just about to change."""

NO_OFFERS = 40
"""Seconds that a board may have nothing to click in the middle of a move, however busy the machine is."""

OFFERS = """() => {
  const board = document.querySelector('[data-board]');
  if (!board) return null;
  const prompt = board.querySelector('[role=group].prompt');
  const buttons = [...board.querySelectorAll('button')];
  return {
    n: Number(board.dataset.n),
    over: Boolean(document.querySelector('#over-title')),
    need: prompt?.querySelector('.need')?.textContent ?? '',
    primary: prompt?.querySelectorAll('.primary').length ?? 0,
    verbs: [...(prompt?.querySelectorAll('.act') ?? [])].map(
      ({ dataset, ariaKeyShortcuts }) => `${ariaKeyShortcuts} ${dataset.verb ?? dataset.move.split(' ')[0]}`,
    ),
    buttons: buttons.flatMap((one, at) =>
      one.disabled || one.ariaDisabled === 'true' || one.closest('[data-keeps]') ? [] : [{
      at,
      name: one.getAttribute('aria-label') ?? one.textContent.trim(),
      prompt: prompt?.contains(one) ?? false,
      pressed: one.getAttribute('aria-pressed'),
    }]),
  };
}"""

POINT = """at => {
  const button = document.querySelector('[data-board]')?.querySelectorAll('button')[at];
  if (!button || button.disabled) return null;
  const { top, bottom } = button.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) button.scrollIntoView({ block: 'center', inline: 'nearest' });
  const box = button.getBoundingClientRect();
  for (const down of [0.5, 0.2, 0.8])
    for (const along of [0.5, 0.12, 0.88]) {
      const [x, y] = [box.x + box.width * along, box.y + box.height * down].map(Math.floor);
      const there = document.elementFromPoint(x, y);
      if (there && button.contains(there)) return [x, y];
    }
  return [];
}"""
"""Where a person would click: the middle, or what sticks out where cards overlap. Nowhere: it is covered. In whole
pixels, as a mouse has them: the middle may be just the edge of the next card."""


AT_REST = "() => document.getAnimations().every((one) => one instanceof CSSTransition)"


class Offer(NamedTuple):
    """A button on the board."""

    at: int
    name: str
    prompt: bool
    pressed: str | None

    def plays(self) -> bool:
        """A button of the prompt that makes a move; one that can be pressed only chooses."""
        return self.prompt and self.pressed is None and not self.small()

    def small(self) -> bool:
        return self.name in ("Clear the choice", "Less", "More")


class Clicker:
    """Plays as a child would: a button, a lit card, a seat, a chip, a number, whatever is there."""

    def __init__(self, person: Person, seed: str, touch: bool = False) -> None:
        self.person = person
        self.touch = touch
        self.random = random.Random(seed)
        self.moves = 0
        self.covered: list[str] = []
        self._buttons: tuple[int, list[str]] = (-1, [])

    def play(self, most: int, seconds: float = 600) -> bool:
        """Make moves until the match is over (True), there were ``most`` of them, or the time is up."""
        end = time.monotonic() + seconds
        while self.moves < most and time.monotonic() < end:
            if not self.person.wait_for_turn():
                return True
            self.move()
        return self.person.result.is_visible()

    def step(self) -> bool:
        """Make a move if there is one to make now."""
        if self.person.result.is_visible() or not self._look()["offers"]:
            return False
        self.move()
        return True

    def move(self) -> None:
        """One move: the number on the board must grow."""
        clicked: list[str] = []
        first = self._look()
        end = time.monotonic() + NO_OFFERS
        while len(clicked) < CLICKS:
            now = self._look()
            if now["over"] or (now["n"] != first["n"] and not clicked):
                return
            if not now["offers"]:
                self.person.page.wait_for_timeout(20)
                if self._gone_on(first["n"]):
                    return
                assert time.monotonic() < end, f"nothing to click after {clicked}: {now}"
                continue
            offer = self._choose(now["offers"], patience=len(clicked))
            if not self._click(offer):
                continue
            clicked.append(offer.name)
            if self._is_move(offer) and self._answered(now["n"]):
                self.moves += 1
                return
        raise AssertionError(f"no move came of {CLICKS} clicks: {clicked}")

    def _look(self) -> dict[str, Any]:
        seen: dict[str, Any] = self.person.page.evaluate(OFFERS) or {
            "n": -1,
            "over": False,
            "buttons": [],
            "primary": 0,
            "verbs": [],
        }
        self._check_buttons(seen["n"], seen["primary"], seen["verbs"])
        seen["offers"] = [Offer(**button) for button in seen["buttons"]]
        return seen

    def _check_buttons(self, n: int, primary: int, verbs: list[str]) -> None:
        """One button at most stands out, and whatever is chosen, all keep their places and keys within a turn."""
        assert primary <= 1, f"{primary} buttons stand out: {verbs}"
        turn, before = self._buttons
        assert turn != n or not verbs or not before or verbs == before, f"{before} became {verbs} in one turn"
        self._buttons = (n, verbs)

    def _choose(self, offers: list[Offer], patience: int) -> Offer:
        """Mostly a move that is ready; sooner or later always."""
        ready = [offer for offer in offers if offer.plays() and not offer.name.rstrip("123456789").endswith("…")]
        others = [offer for offer in offers if offer not in ready and offer.pressed != "true" and not offer.small()]
        touched = any(offer.name == "Clear the choice" for offer in offers)
        wish = 0.75 if touched else 0.4
        if ready and (not others or patience > 15 or self.random.random() < wish):
            return self.random.choice(ready)
        return self.random.choice(others or offers)

    def _click(self, offer: Offer) -> bool:
        """With a real mouse or finger; False if the table has moved on meanwhile."""
        page = self.person.page
        point = page.evaluate(POINT, offer.at)
        if point == []:  # a card may be flying over it
            page.wait_for_function(AT_REST)
            point = page.evaluate(POINT, offer.at)
        if point == []:
            self.covered.append(offer.name)
            assert len(self.covered) < PATIENCE, f"covered by something else: {self.covered}"
        if not point:
            return False
        (page.touchscreen.tap if self.touch else page.mouse.click)(*point)
        return True

    def _is_move(self, offer: Offer) -> bool:
        return offer.plays() or offer.name.startswith("Take the ")

    def _gone_on(self, n: int) -> bool:
        return self.person.result.is_visible() or self.person.moment() != n

    def _answered(self, n: int) -> bool:
        """Whether the table has taken the move: its number grows, unless it says why not."""
        self.person.wait(
            "n => document.querySelector('#over-title') || document.querySelector('.refused')"
            " || Number(document.querySelector('[data-board]')?.dataset.n) > n",
            n,
        )
        return self._gone_on(n)
