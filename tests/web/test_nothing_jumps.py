"""Within a match nothing shifts but what the move is about, at speed "off": here on a phone, one browser for all games.

test_every_game.py looks at every match on a desk.

The browser itself tells what it had to lay out anew (PerformanceObserver, layout-shift). Chips and the cards of zones
that a move has changed may close up; the places of one kind before a seat are one row. So may the pegs of a score, the
words that say what has happened and the buttons of the next prompt. Everything else stays where it is.
"""

from __future__ import annotations

from koloda import all_games
from koloda.core.game import Info

from .browsing import PHONE, Person
from .clicker import Clicker
from .conftest import Come

MOVES = 8
DESK = {"width": 1440, "height": 900}
INFOS = [game.info for game in all_games()]
WATCH = """() => {
  const jumps = (window.jumps = []);
  const cards = (zone) => [...zone.querySelectorAll('[data-card]')].map((card) => card.dataset.card).join();
  const rowOf = (zone) => zone.dataset.zone.replace(/[^/]*$/, '');
  const placeOf = (chips) => `chips ${chips.closest('[data-seat]')?.dataset.seat ?? ''}`;
  let before = new Map();
  let frames = 0;  // not the time: a busy machine draws late what has changed
  const count = () => requestAnimationFrame(count) && frames++;
  count();
  const changed = new Map();  // in which frame each zone was last changed
  const look = () => {
    const now = new Map();
    for (const zone of document.querySelectorAll('[data-zone]')) {
      const row = rowOf(zone);
      now.set(row, `${now.get(row) ?? ''} ${zone.dataset.zone} ${cards(zone)}`);
    }
    for (const chips of document.querySelectorAll('.chips')) now.set(placeOf(chips), chips.textContent);
    for (const key of new Set([...before.keys(), ...now.keys()]))
      if (before.get(key) !== now.get(key)) changed.set(key, frames);
    before = now;
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  const ofTheMove = (node) => {
    const part = node.nodeType === 1 ? node : node.parentElement;
    const zone = part?.closest('[data-zone], .chips');
    const key = !zone ? '' : zone.dataset.zone ? rowOf(zone) : placeOf(zone);
    if (zone) return frames - (changed.get(key) ?? -1e9) < 60;
    return Boolean(part?.closest('[data-caption], .prompt, .facts, .plate, .announced, .order, .split, .lane'));
  };
  const nameOf = (node) => {
    const part = node.nodeType === 1 ? node : node.parentElement;
    return `${part?.closest('[data-zone]')?.dataset.zone ?? ''} ${part?.tagName} ${part?.className?.baseVal ??
      part?.className} "${part?.textContent.trim().slice(0, 30)}"`;
  };
  const take = (list) => {
    look();
    if (document.querySelector('#over-title') || !document.querySelector('[data-board][data-n]')) return;
    for (const entry of list.getEntries())
      for (const { node, previousRect: a, currentRect: b } of entry.sources)
        if (node?.isConnected && (node.closest?.('[data-board]') ?? node.parentElement?.closest('[data-board]')))
          if (Math.abs(a.x - b.x) > 1 || Math.abs(a.y - b.y) > 1)
            if (!ofTheMove(node))
              jumps.push(`${document.querySelector('[data-board]').dataset.n}: ${nameOf(node)} ` +
                `${[a.x, a.y].map(Math.round)} -> ${[b.x, b.y].map(Math.round)}`);
  };
  new PerformanceObserver(take).observe({ type: 'layout-shift', buffered: true });
}"""


def usual_seats(info: Info) -> int:
    """Four, or as near as it gets."""
    low, high = info.seats
    return min(high, max(low, 4))


def watch(person: Person) -> None:
    """From now on the page notes what jumps."""
    person.page.evaluate(WATCH)
    person.page.evaluate("() => { window.jumps.length = 0; }")


def jumps(person: Person) -> list[str]:
    """What has jumped since."""
    person.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")
    noted: list[str] = person.page.evaluate("window.jumps ?? []")
    return list(dict.fromkeys(noted))


def jumps_on_a_phone(person: Person, info: Info) -> list[str]:
    """What has jumped in a match of a game, from the first turn on."""
    person.lay(info.id, usual_seats(info))
    if not person.wait_for_turn():
        return []
    watch(person)
    Clicker(person, "jumps", touch=True).play(MOVES, seconds=20)
    return [f"{info.id} {jump}" for jump in jumps(person)]


def test_nothing_jumps_on_a_phone(come: Come) -> None:
    person = come(**PHONE)
    found = [jump for info in INFOS for jump in jumps_on_a_phone(person, info)]
    assert not found, "\n".join(found)
