"""What is shown of a match: its zones, counters, announcements and facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from koloda.core.cards import FRENCH
from koloda.core.table import ALL, EVERYONE, Counter, Label, Note, Zone
from koloda.games.shared.poker import category_name
from koloda.games.shared.zones import DECK

from .advanced_cards import Announcement
from .chips import COLOURS
from .info import (
    ALARMS,
    BOX,
    CHIPS,
    COMMUNITY,
    DISCARD,
    HEIST,
    MOVES_LEFT,
    POCKET,
    READY,
    ROUND,
    TOUCHED,
    VAULT_GOAL,
    VAULTS,
)
from .showdown import first_mistake
from .state import GIVE, GUESS

if TYPE_CHECKING:
    from .game import TheGang


def zones(game: TheGang) -> list[Zone]:
    """Every card. At the showdown the pockets are opened one by one; the last one may have to be guessed first."""
    table = [Zone(DECK, game.deck), Zone(COMMUNITY, game.community)]
    if game.mode.has_specialists:
        table.append(Zone(BOX, game.box))
    for seat, pocket in enumerate(game.pockets):
        shown = game.over or (game.revealed >> i64(seat)) & 1 == 1
        table.append(Zone(POCKET, pocket.pile, seat, face=ALL if shown else "", seen=pocket.seen))
    for seat, discard in enumerate(game.discards):
        if discard.seen:
            table.append(Zone(DISCARD, discard.pile, seat, seen=discard.seen))
    return table


def counters(game: TheGang) -> list[Counter]:
    """Vaults and alarms, and the chips of every seat (0: none)."""
    chips = game.chips
    table = [
        Counter(HEIST, game.heist),
        Counter(ROUND, game.round),
        Counter(VAULTS, game.vaults, goal=VAULT_GOAL),
        Counter(ALARMS, game.alarms, goal=game.mode.alarm_limit),
        Counter(MOVES_LEFT, max(0, chips.limit - chips.moved)),
    ]
    for seat in range(game.seats):
        table += [Counter(kind, chips.held[colour][seat], seat) for colour, kind in enumerate(CHIPS)]
        table.append(Counter(READY, (chips.ready >> i64(seat)) & 1, seat))
        table.append(Counter(TOUCHED, chips.touched[seat], seat))
    return table


def labels(game: TheGang) -> list[Label]:
    """The combination of each hand that lies open, and whether it is in its place."""
    if not game.revealed:
        return []
    order = game.chips.order()
    open_hands = [seat for seat in order if (game.revealed >> i64(seat)) & 1]
    mistake = first_mistake(open_hands, game.keys())
    marked: list[Label] = []
    for place, seat in enumerate(open_hands):
        kind = "label-wrong" if place == mistake else "label-right" if mistake < 0 or place < mistake else "label-hand"
        marked.append(Label("pocket", Note(kind, word=category_name(game.strength(seat))), seat))
    return marked


def ask(game: TheGang, seat: int) -> Note:
    """What is asked of a seat that may act."""
    talk = game.agreement
    if game.stage == GIVE:
        return Note("ask-give", other=(seat + 1) % game.seats)
    if game.stage == GUESS:
        return Note("ask-guess", other=game.guessing.holder)
    if talk.owing == seat:
        return Note(f"ask-{talk.verb}", other=int(talk.arg) if talk.verb == "show" else -1)
    if talk.can_answer(seat):
        return Note("ask-withdraw" if seat == talk.by else "ask-agree")
    if game.chips.all_held():
        return Note("ask-ready")
    own = game.chips.own(seat)
    return Note("ask-change", n=own) if own else Note("ask-chip", n=game.seats)


def announcements(game: TheGang) -> list[Note]:
    """What stands announced: active cards, what they brought to light, what is asked for, the last showdown."""
    said = [Note("talk")] if game.talk_open and not game.over and not game.guessing_now() else []
    said += [Note("challenge", n=card.number, word=f"challenge-{card.number}") for card in game.challenges]
    number = game.specialist.number
    if number:
        used = "specialist-used" if game.agreement.used else "specialist"
        said.append(Note(used, n=number, word=f"specialist-{number}"))
    said += [announcement_note(game, entry) for entry in game.announced]
    said += known_cards(game) + dark_chips(game) + agreement_notes(game) + guess_notes(game)
    if game.muscle >= 0:
        said.append(Note("muscle", game.muscle))
    said += [Note("redrawn", seat) for seat in range(game.seats) if (game.redrawn >> i64(seat)) & 1]
    return said + (game.history[-1].announcements() if game.history else [])


def announcement_note(game: TheGang, entry: Announcement) -> Note:
    """An announcement in words, with the community cards of that moment: it may be out of date."""
    words = [str(part) for part in game.specialist.told(entry.value, entry.arg) if isinstance(part, str)]
    word = words[0] if words else ""
    board = tuple(game.community.cards()[: entry.board])
    return Note(f"said-{game.specialist.announces}", entry.seat, cards=board, n=entry.value, word=word)


def known_cards(game: TheGang) -> list[Note]:
    """First cards, and cards that were given or shown: each seat reads those that it knows."""
    notes: list[Note] = []
    for seat in range(game.seats):
        if game.first[seat].size():
            notes.append(Note("first", seat, cards=tuple(game.first[seat].sorted()), seen=1 << seat))
        for holding in (game.pockets[seat], game.discards[seat]):
            for index, mask in enumerate(holding.seen):
                if mask not in (0, EVERYONE):
                    other = mask.bit_length() - 1
                    notes.append(game.specialist.known_card(seat, other, holding.pile.at(index)))
    return notes


def dark_chips(game: TheGang) -> list[Note]:
    """The chips of this round that lie dark."""
    return [Note("dark", n=chip) for chip in range(1, game.seats + 1) if game.chips.is_dark(chip)]


def agreement_notes(game: TheGang) -> list[Note]:
    """The pending proposal with its answers, or the card that is owed."""
    talk = game.agreement
    said: list[Note] = []
    if talk.by >= 0:
        n = int(talk.arg) if talk.arg.isdecimal() else 0
        said.append(Note(f"proposal-{game.specialist.number}", talk.by, talk.user, n=n, word=talk.arg))
        said += [Note("agree", seat) for seat in range(game.seats) if (talk.agreed >> i64(seat)) & 1]
    if talk.owing >= 0:
        other = int(talk.arg) if talk.verb == "show" else -1
        said.append(Note(f"owes-{talk.verb}", talk.owing, other))
    return said


def guess_notes(game: TheGang) -> list[Note]:
    """The open question, the guesses so far and the answers before it."""
    if not game.guessing_now():
        return []
    asked = game.guessing
    said = [Note("question", asked.holder, n=asked.question().number, word=f"challenge-{asked.question().number}")]
    said += [Note("guess", seat, word=guess) for seat, guess in enumerate(asked.said) if guess]
    return said + [Note("answer", n=asked.questions[i].number, word=word) for i, word in enumerate(asked.answers)]


def facts(game: TheGang) -> dict[str, object]:
    """Everything, under the state names of the rules spec."""
    chips = game.chips
    talk = game.agreement
    return {
        "heist": game.heist,
        "round": game.round,
        "phase": "over" if game.over else game.phase(),
        "vaults": game.vaults,
        "alarms": game.alarms,
        "chips": {colour: [chip or None for chip in chips.held[i]] for i, colour in enumerate(COLOURS)},
        "ready": [(chips.ready >> i64(seat)) & 1 == 1 for seat in range(game.seats)],
        "community": FRENCH.values(game.community.cards()),
        "pocket": [FRENCH.values(pocket.pile.sorted()) for pocket in game.pockets],
        "challenges": [card.number for card in game.challenges],
        "specialist": game.specialist.number or None,
        "used": talk.used,
        "muscle": game.muscle if game.muscle >= 0 else None,
        "proposal": talk.value(game),
        "owed": {"seat": talk.owing, "verb": talk.verb} if talk.owing >= 0 else None,
        "announced": [
            [entry.seat, game.specialist.announces, *game.specialist.told(entry.value, entry.arg)]
            for entry in game.announced
        ],
        "history": [shown.to_json() for shown in game.history],
    }
