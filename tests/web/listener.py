"""Somebody who cannot see the page: they hear its live region and find their way by roles and names alone."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Sequence
from typing import NamedTuple

from playwright.sync_api import TimeoutError as Late

from koloda.core.game import Info
from koloda.core.record_types import Record
from koloda.core.text import Text
from koloda.core.view import NoteView, View
from koloda.match import Match
from koloda.words import seat_name, word_text

from .browsing import OVER, WEB, Person, until

PREFS = {"lang": "en", "tips": False, "speed": "off"}
NO_NEWS_SECONDS = 40
PRESS_MILLISECONDS = 2000  # a button that is gone by then went while it was looked for
CLICKS = 2000
"""So many must be enough for a match."""

LISTEN = """() => {
  const box = document.getElementById('live');
  window.heard = [];
  const hear = (line) => line.nodeType === Node.ELEMENT_NODE && window.heard.push(line.textContent);
  [...box.children].forEach(hear);
  new MutationObserver((changes) => changes.forEach((one) => one.addedNodes.forEach(hear)))
    .observe(box, { childList: true });
}"""
NODE = re.compile(r"""^(?P<role>\w+)(?: "(?P<name>(?:[^"\\]|\\.)*)")?(?P<states>(?: \[[^\]]*\])*)""")
SMALL = {"Clear the choice", "Less", "More"}


class Node(NamedTuple):
    """Something in the accessibility tree, with what it is inside of."""

    role: str
    name: str
    states: str
    inside: tuple[str, ...]  # "role name" of all around it, the outermost first
    nth: int  # of those with this role and name

    def within(self, what: str) -> bool:
        return any(around.startswith(what) for around in self.inside)


def nodes_of(snapshot: str) -> list[Node]:
    """The nodes of a snapshot of the accessibility tree."""
    nodes: list[Node] = []
    around: list[tuple[int, str]] = []
    seen: dict[tuple[str, str], int] = {}
    for line in snapshot.splitlines():
        depth = len(line) - len(line.lstrip())
        text = line.strip().removeprefix("- ")
        if text.startswith("'"):  # a key that YAML has to quote
            text = text[1 : text.index("'", 1)] if "''" not in text else text[1:].replace("''", "’")
        found = NODE.match(text)
        if found is None:
            continue
        role, name = found["role"], (found["name"] or "").replace('\\"', '"')
        around = [one for one in around if one[0] < depth]
        nth = seen[role, name] = seen.get((role, name), -1) + 1
        nodes.append(Node(role, name, found["states"], tuple(what for _, what in around), nth))
        around.append((depth, f"{role} {name}"))
    return nodes


class Listener:
    """Plays by what is offered to a screen reader."""

    def __init__(self, person: Person, seed: str) -> None:
        self.person = person
        self.random = random.Random(seed)
        self.clicked: list[str] = []

    def deal(self, game: str, seats: int, options: dict[str, object]) -> None:
        """A table of bots; listen before the first card is dealt."""
        self.person.lay(game, seats, start=False, options=options)
        deal = self.person.page.get_by_role("button", name="Deal the cards")
        deal.wait_for()
        self.person.page.evaluate(LISTEN)
        deal.evaluate("button => button.click()")
        self.person.board.wait_for()  # the waiting room has buttons of its own

    def heard(self) -> list[str]:
        lines: list[str] = self.person.page.evaluate("window.heard")
        return lines

    def tree(self) -> list[Node]:
        return nodes_of(self.person.page.get_by_role("main").aria_snapshot())

    def play(self) -> None:
        """To the end of the match."""
        news, since = 0, time.monotonic()
        for _ in range(CLICKS):
            tree = self.tree()
            if any(node.role == "heading" and OVER.search(node.name) for node in tree):
                return
            heard = len(self.heard())
            if heard > news:
                news, since = heard, time.monotonic()
            assert time.monotonic() - since < NO_NEWS_SECONDS, f"nothing heard after {self.clicked[-9:]}"
            choice = self.choose(tree)
            if choice is None or not self.press(choice):
                self.wait_for_news(heard)
        raise AssertionError(f"no end after {CLICKS} clicks: {self.clicked[-20:]}")

    def choose(self, tree: Sequence[Node]) -> Node | None:
        """Mostly a move that is ready, else something to choose; sooner or later always a move."""
        offered = [
            node
            for node in tree
            if node.role == "button" and "disabled" not in node.states and "pressed" not in node.states
            if node.name not in SMALL and (node.within("group What you can do") or node.within("region "))
        ]
        ready = [node for node in offered if is_move(node)]
        others = [node for node in offered if node not in ready]
        if ready and (not others or self.random.random() < 0.6):
            said = [node for node in ready if node.within("group What you can do")]
            return self.random.choice(said if said and self.random.random() < 0.8 else ready)
        return self.random.choice(others) if others else None

    def press(self, node: Node) -> bool:
        """As a screen reader does; False: the table has moved on meanwhile."""
        found = self.person.page.get_by_role("main").get_by_role("button", name=node.name, exact=True).nth(node.nth)
        if found.count() == 0:
            return False
        try:
            found.evaluate("button => button.click()", timeout=PRESS_MILLISECONDS)
        except Late:
            return False
        self.clicked.append(node.name)
        if is_move(node):
            self.wait_for_news(len(self.heard()))
        return True

    def wait_for_news(self, heard: int, milliseconds: int = 250) -> None:
        try:
            self.person.page.wait_for_function("heard => window.heard.length > heard", arg=heard, timeout=milliseconds)
        except Exception as error:  # nothing new: look again
            assert "Timeout" in str(error), error

    def record(self) -> Record:
        """The record of the match, by the link to its replay."""
        page, request = self.person.page, self.person.context.request
        link = page.get_by_role("link", name="Watch the replay")
        link.wait_for()
        address = (link.get_attribute("href") or "").replace("/match/", "/api/matches/")
        until(lambda: request.get(address).ok, page, why="the match was not archived")
        record: Record = request.get(address).json()["record"]
        return record


def is_move(node: Node) -> bool:
    """A button that makes a move. A number or a word is only chosen by its button, inside a group of its own."""
    if not node.within("group What you can do"):
        return node.name.startswith("Take: ")
    own = node.inside[-1].partition(" ")[2]
    return not node.name.endswith("…") and (own == "What you can do" or node.name.startswith(f"{own}: "))


# What must have been heard


def ftl(name: str, lang: str = "en") -> str:
    """A word of the page."""
    for file in (f"table.{lang}.ftl", f"{lang}.ftl"):
        text = (WEB / "src" / "lib" / "words" / file).read_text(encoding="utf-8")
        found = re.search(rf"^{name} = (.*)$", text, re.M)
        if found:
            return found[1]
    raise KeyError(name)


def names_at(seats: int) -> list[str]:
    """What the page calls a guest and the bots."""
    bots = ftl("bot-names").split(", ")
    return [ftl("guest-of-seat").replace("{ $n }", "1"), *[bots[seat % len(bots)] for seat in range(1, seats)]]


def card_aloud(face: object) -> str:
    """A card as it is read aloud."""
    text = str(face)
    if face is None:
        return ftl("card-back")
    if re.fullmatch("[2-9TJQKA][cdhs]", text):
        suited = ftl("card-of-suit").replace("{ $rank }", ftl(f"card-rank-{text[0]}"))
        return suited.replace("{ $suit }", ftl(f"card-suit-{text[1]}"))
    special = {"*": "card-star", "Jx": "card-jack"}.get(text, "card-joker" if text.startswith("Jk") else "")
    return ftl(special) if special else text


def word_aloud(info: Info, word: str) -> str:
    if f"word-{word}" in info.words:
        return word_text(info, word, "en")
    card = "[2-9TJQKA][cdhs]"
    cards = re.compile(rf"\b{card}( {card})*\b")
    return "10" if word == "T" else cards.sub(lambda row: ", ".join(map(card_aloud, row[0].split(" "))), word)


def aloud(info: Info, note: NoteView, names: Sequence[str], you: int) -> str:
    """A note as its reader hears it, in English."""
    hidden = info.words.get(f"{note.kind}-hidden") if note.cards is None else None
    cards = ftl("card-back") if note.cards is None else ", ".join(map(card_aloud, note.cards))
    people = (("seat", note.seat), ("other", note.other), ("third", max(0, note.n)))
    args: dict[str, object] = {name: seat_name(seat, "en", names) for name, seat in people}
    args.update(cards=cards, n=note.n, word=word_aloud(info, note.word))
    reader = tuple(name for name, seat in people if seat == you)
    return as_sentence((hidden or info.words[note.kind]).fill("en", args, reader))


def as_sentence(text: str) -> str:
    return text if not text or text[-1] in ".!?…" else f"{text}."


def notes_told(match: Match, moves: Sequence[tuple[int, str]], seat: int) -> tuple[list[list[str]], set[str]]:
    """The sentences that a seat is to hear of the deal and of every move, and what it is asked on the way."""
    names = names_at(match.game.seats)
    told: list[list[str]] = []
    asked: set[str] = set()
    for number in range(len(moves) + 1):
        if number:
            match.play(*moves[number - 1])
        view = match.sight(seat)
        told.append([aloud(view.info, note, names, seat) for note in view.events])
        asked |= asks_of(view, names)
    return told, asked


def asks_of(view: View, names: Sequence[str]) -> set[str]:
    if view.ask is None:
        return set()
    return {as_sentence(aloud(view.info, view.ask, names, -1))}


def frames_of(info: Info, asked: set[str]) -> re.Pattern[str]:
    """All else that may be said in a match with bots: what is asked, whom we wait for, refusals, the round, the end."""
    phases = [text.en for text in info.phases.values()]
    asks = {as_sentence(text.en) for text in info.asks.values()} | asked | {as_sentence(phase) for phase in phases}
    starts = ("", "Your turn. ", "Act whenever you like. ", "Everybody else is ready. ")
    waits = [re.escape(as_sentence(text.en)).replace(r"\{seats\}", ".+?") for text in info.waits.values()]
    frames = [re.escape(start + ask) for start in starts for ask in asks]
    frames += [f"You have chosen. {wait}" for wait in [*waits, r"[^.]* (?:is|are) still thinking\."]] + waits
    frames += [re.escape(text.en) for text in refusals(info)]
    frames += [
        r"The round: [^.]*\.",
        r"(?:You survive! )?[^.!]*?(?:wins|loses|win together|lose together|lose|Nobody wins)[.!]",
    ]
    frames += [
        r"You win!",
        r"Winners: [^.]*\.",
        r"Losers: [^.]*\.",
        r"Nobody wins\.",
        r"Points: [^.]*\.",
        r"(?:Too late: |Choose )[^.]*\.",
    ]
    return re.compile("|".join(sorted(frames, key=len, reverse=True)))


def refusals(info: Info) -> list[Text]:
    from koloda.match import REFUSALS

    return [*info.refusals.values(), *REFUSALS.values()]


def check_heard(heard: Sequence[str], told: Sequence[Sequence[str]], frames: re.Pattern[str]) -> None:
    """Every sentence of every move was heard once, in the order of the moves, and nothing that is not expected."""
    text = " ".join(heard)
    expected = [sorted(sentences, key=len, reverse=True) for sentences in told if sentences]
    at = 0
    while at < len(text):
        if text[at] == " ":
            at += 1
            continue
        while expected and not expected[0]:
            expected.pop(0)
        note = next((one for one in expected[0] if text.startswith(one, at)), None) if expected else None
        if note is not None:
            expected[0].remove(note)
            at += len(note)
            continue
        frame = frames.match(text, at)
        assert frame and frame[0], (
            f"heard {text[at : at + 200]!r} after {text[max(0, at - 200) : at]!r}, not {expected[:1]}"
        )
        at = frame.end()
    left = [sentences for sentences in expected if sentences]
    assert not left, f"never heard: {left[:3]}"
