"""What is on the felt, measured: how much of it cards cover, where it is empty, what is too small or cut off."""

from __future__ import annotations

from typing import Any

from .browsing import Person

STEP_PX = 8
MEASURE = """(step) => {
  const board = document.querySelector('[data-board]');
  const felt = board.getBoundingClientRect();
  const bottom = board.querySelector(':scope > .bar').getBoundingClientRect().top;
  const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.visually-hidden');
  let [points, covered] = [0, 0];
  for (let y = felt.top + step / 2; y < bottom; y += step)
    for (let x = felt.left + step / 2; x < felt.right; x += step) {
      points += 1;
      if (document.elementFromPoint(x, y)?.closest('.card')) covered += 1;
    }
  const texts = [];
  const words = document.createTreeWalker(board, NodeFilter.SHOW_TEXT);
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const part = node.parentElement;
    if (!node.data.trim() || part.closest('svg') || !shown(part)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width > 1 && box.height > 1) texts.push({ part, box, text: node.data.trim() });
  }
  const cards = [...board.querySelectorAll('.card')].filter((one) => shown(one) && one.offsetWidth);
  const furniture = board.querySelectorAll('.plate, .chip:not(.none), .empty, .track, button');
  const things = [...cards, ...furniture].filter(shown);
  const spans = [...things.map((one) => one.getBoundingClientRect()), ...texts.map(({ box }) => box)]
    .map(({ top, bottom }) => [top, bottom])
    .sort((a, b) => a[0] - b[0]);
  let [end, band] = [felt.top, 0];
  for (const [from, to] of [...spans.filter(([from]) => from < bottom), [bottom, bottom]]) {
    band = Math.max(band, from - end);
    end = Math.max(end, to);
  }
  const cut = [...board.querySelectorAll('.who, .owner')]
    .filter((one) => shown(one) && one.offsetWidth > 1 && !one.nextElementSibling?.matches('.short:not([hidden])'))
    .map((one) => [one.textContent, one.clientWidth / Math.max(1, one.scrollWidth)]);
  return {
    covered: covered / points,
    band,
    lowest: Math.min(1000, ...cards.map((one) => one.getBoundingClientRect().height)),
    small: texts
      .filter(({ part }) => parseFloat(getComputedStyle(part).fontSize) < 14)
      .map(({ part, text }) => `${part.className}: ${text.slice(0, 30)}`),
    cut: cut.filter(([, share]) => share < 0.99),
  };
}"""
"""Of the felt above the buttons. ``band``: the highest strip of it without anything; ``lowest``: the lowest card;
``cut``: names that do not fit, and which share of each does."""


def measured(person: Person) -> dict[str, Any]:
    """The felt as it is now."""
    found: dict[str, Any] = person.page.evaluate(MEASURE, STEP_PX)
    return found
