"""Records: matches as JSON, one object a match, many as JSON lines; docs/records.md is the specification.

Whatever a record holds, the only exceptions are KolodaErrors with a sentence that says what was expected and where.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from .core.errors import BadChance, IllegalMove, KolodaError, UnknownSeat
from .core.table import EVERYONE
from .core.text import Text
from .core.view import View, note_view
from .match import Match, check_result, moves_of, start_of
from .strict_json import Record, bad_record, load, load_many, loads, no_file, placed
from .words import NOTHING, move_sentence, result_lines, seat_name, sentence

__all__ = [
    "Record",
    "check_record",
    "dump",
    "dumps",
    "load",
    "load_many",
    "loads",
    "open_view",
    "open_views_of_record",
    "option_words",
    "replay",
    "transcript",
    "views_of_record",
]

WORDS: Final = {
    "options": Text("Настройки", "Options"),
    "start": Text("Начало.", "The start."),
    "result": Text("Итог.", "The result."),
    "unfinished": Text("Матч не окончен.", "The match is not over."),
    "eyes": Text("Глазами игрока: {seat}", "Seen by {seat}"),
    "seats": Text("{n} {n:место|места|мест}", "{n} {n:seat|seats}"),
}


def dumps(record: Mapping[str, object]) -> str:
    """A record as one line of JSON."""
    return json.dumps(record, ensure_ascii=False, allow_nan=False)


def dump(record: Mapping[str, object], path: str | Path) -> None:
    """Write a record into a file of its own; what was there is replaced."""
    try:
        Path(path).write_text(dumps(record) + "\n", encoding="utf-8")
    except (OSError, ValueError) as error:
        raise no_file(path, error) from None


# Replaying


def replay(record: object) -> Match:
    """The match of a record, played to its last move; an error names the move."""
    match = _start(record)
    for _ in _played(match, record):
        pass
    return match


def _start(record: object) -> Match:
    """``start_of``, asked only what compiled code can be asked: a number of seats."""
    if isinstance(record, dict) and not isinstance(record.get("seats", 0), int):
        raise bad_record("bad-seats", "«seats» — это число.", "'seats' must be a number.")
    return start_of(record)


def _moments(match: Match, moves: list[tuple[int, str]]) -> Iterator[int]:
    """Play moves one by one; yields the number of moves made, from 0 on."""
    yield 0
    for number, (seat, move) in enumerate(moves, 1):
        try:
            match.play(seat, move)
        except KolodaError as error:
            place = f"{number} ({seat} {move!r:.40})"
            raise placed(error, f"Ход № {place}", f"Move {place}") from None
        yield number


def _played(match: Match, record: object) -> Iterator[int]:
    """The moments of a record to the last, which must have the result that it tells."""
    yield from _moments(match, moves_of(record))
    check_result(match, record)


def views_of_record(record: object, seat: int | None) -> list[View]:
    """What ``seat`` (None: a watcher) saw: first at the start, then after each move, so that [17] is after move 17."""
    match = _start(record)
    return [match.view(seat) for _ in _played(match, record)]


def open_views_of_record(record: object) -> list[View]:
    """The same with everything open."""
    match = _start(record)
    return [open_view(match) for _ in _played(match, record)]


def open_view(match: Match) -> View:
    """A watcher's view with every card and every note turned up: for matches that are over."""
    game = match.game
    view = match.view(None)
    view.zones = tuple(
        old._replace(cards=tuple(game.info.deck.values(zone.pile.cards() if zone.kind.ordered else zone.pile.sorted())))
        for old, zone in zip(view.zones, game.zones(), strict=True)
    )
    view.announcements = tuple(note_view(game, note._replace(seen=EVERYONE), -1) for note in game.announcements())
    view.events = tuple(note_view(game, note._replace(seen=EVERYONE), -1) for note in game.events)
    return view


# Reading


def transcript(record: object, lang: str, seat: int | None = None) -> str:
    """The match as a readable text, with every card open; or only what ``seat`` saw."""
    match = _start(record)
    moves = moves_of(record)
    view = _seen(match, seat)
    lines = _heading(view, lang)
    for number in _played(match, record):
        if number:
            view = _seen(match, seat)
            lines.append(_move_line(view, moves[number - 1], lang))
        lines += [f"   {sentence(view.info, note, lang)}" for note in view.events]
    if view.result is None:
        return "\n".join([*lines, WORDS["unfinished"].get(lang)])
    return "\n".join([*lines, WORDS["result"].get(lang), *[f"   {line}" for line in result_lines(view.result, lang)]])


def _seen(match: Match, seat: int | None) -> View:
    return open_view(match) if seat is None else match.view(seat)


def _heading(view: View, lang: str) -> list[str]:
    lines = [f"{view.info.names.get(lang)} · {WORDS['seats'].fill(lang, {'n': view.seats})}"]
    options = [f"{option.names.get(lang)} — {option_words(view, option.name, lang)}" for option in view.info.options]
    if options:
        lines.append(f"{WORDS['options'].get(lang)}: {'; '.join(options)}")
    if view.seat is not None:
        lines.append(WORDS["eyes"].fill(lang, {"seat": seat_name(view.seat, lang)}))
    return [*lines, WORDS["start"].get(lang)]


def option_words(view: View, name: str, lang: str) -> str:
    """The value of an option as a reader wants it."""
    option = next(option for option in view.info.options if option.name == name)
    value = view.options[name]
    if option.choice_names:
        return option.choice_names[option.choices.index(value)].get(lang)
    if isinstance(value, list):
        return ", ".join(str(item) for item in value) or NOTHING
    return NOTHING if value is None else str(value)


def _move_line(view: View, made: tuple[int, str], lang: str) -> str:
    seat, move = made
    name = f"{view.move_number}. {seat_name(seat, lang)}"
    if view.seat is not None and view.seat != seat:
        return name  # the text of the move may name a card that this seat never saw; notes tell what it may know
    return f"{name}: {move} ({move_sentence(view.info, move, lang)})"


# Checking: expect, legal, illegal, steps


def check_record(record: object, lang: str = "en") -> list[str]:
    """Every difference between what a record claims and what the rules do; empty if there is none."""
    found: list[Text] = []
    try:
        match = _start(record)
        assert isinstance(record, dict)
        moves = moves_of(record)
        steps = _steps(record, len(moves))
        for number in _moments(match, moves):
            for step in steps.get(number, []):
                found += [_after(number, text) for text in _differences(match, step)]
        found += _differences(match, record)
        found += _result_differences(match, record.get("result"))
    except KolodaError as error:
        found.append(error.text)
    return [text.get(lang) for text in found]


def _after(number: int, text: Text) -> Text:
    return Text(f"После хода № {number}: {text.ru}", f"After move {number}: {text.en}")


def _steps(record: Record, last: int) -> dict[int, list[Record]]:
    steps = record.get("steps", [])
    if not isinstance(steps, list):
        raise bad_record("bad-steps", "«steps» — это список.", "'steps' must be a list.")
    found: dict[int, list[Record]] = {}
    for step in steps:
        after = step.get("after") if isinstance(step, dict) else None
        if not isinstance(after, int) or isinstance(after, bool) or not 0 <= after <= last:
            raise bad_record(
                "bad-step",
                f"В «steps» нужны объекты с «after» от 0 до {last}.",
                f"'steps' holds objects with 'after' from 0 to {last}.",
            )
        found.setdefault(after, []).append(step)
    return found


def _differences(match: Match, claims: Record) -> list[Text]:
    return [
        *_fact_differences(match, claims.get("expect", {})),
        *(_legal_differences(match, claims["legal"]) if "legal" in claims else []),
        *_illegal_differences(match, claims.get("illegal", [])),
    ]


def _fact_differences(match: Match, expect: object) -> list[Text]:
    if not isinstance(expect, dict):
        raise bad_record("bad-expect", "«expect» — это объект.", "'expect' must be an object.")
    facts = json.loads(json.dumps(match.facts()))
    unordered = {name for zone in match.game.info.zones if not zone.ordered for name in (zone.name, f"{zone.name}s")}
    found: list[Text] = []
    for key, wanted in expect.items():
        if key not in facts:
            known = ", ".join(sorted(facts))
            found.append(Text(f"нет величины {key!r:.40}; есть: {known}", f"no fact {key!r:.40}; there are: {known}"))
        elif key in unordered:
            found += _compared(key, _in_order(wanted), _in_order(facts[key]))
        else:
            found += _compared(key, wanted, facts[key])
    return found


def _in_order(value: object) -> object:
    """The innermost lists sorted: a hand has no order."""
    if not isinstance(value, list):
        return value
    if any(isinstance(item, list) for item in value):
        return [_in_order(item) for item in value]
    return sorted(value, key=str)


def _compared(name: str, wanted: object, found: object) -> list[Text]:
    """A difference unless both are the same JSON (as texts: for Python True is 1)."""
    want, have = (json.dumps(value, ensure_ascii=False, sort_keys=True) for value in (wanted, found))
    if want == have:
        return []
    return [Text(f"{name}: ожидалось {want}, получилось {have}", f"{name}: expected {want}, found {have}")]


def _result_differences(match: Match, told: object) -> list[Text]:
    if told is None:
        return []
    found = {} if match.result is None else match.result.to_json()
    if not isinstance(told, dict) or not found:
        return _compared("result", told, found or None)
    wrong = [key for key in told if key not in found]
    if wrong:
        known = ", ".join(found)
        return [
            Text(f"result: нет {key!r:.40}; есть: {known}", f"result: no {key!r:.40}; it has {known}") for key in wrong
        ]
    return [text for key in told for text in _compared(f"result {key}", told[key], found[key])]


def _legal_differences(match: Match, legal: object) -> list[Text]:
    movers = match.turn.seats
    if isinstance(legal, list):
        if len(movers) > 1:
            ru = f"legal: ходят места {list(movers)}, нужен объект «место: ходы»"
            return [Text(ru, f"legal: seats {list(movers)} may move, give an object of seat: moves")]
        return _compared("legal", sorted(legal, key=str), match.legal(movers[0]) if movers else [])
    if not isinstance(legal, dict):
        raise bad_record("bad-legal", "«legal» — это список или объект.", "'legal' must be a list or an object.")
    found: list[Text] = []
    for seat, wanted in legal.items():
        moves = match.legal(int(seat) if seat.isdecimal() and len(seat) < 3 else seat)
        found += _compared(f"legal {seat}", sorted(wanted, key=str) if isinstance(wanted, list) else wanted, moves)
    return found


def _illegal_differences(match: Match, illegal: object) -> list[Text]:
    if not isinstance(illegal, list):
        raise bad_record("bad-illegal", "«illegal» — это список.", "'illegal' must be a list.")
    found: list[Text] = []
    for entry in illegal:
        if isinstance(entry, str):
            seats, move = match.turn.seats or (0,), entry
        elif isinstance(entry, list) and len(entry) == 2 and isinstance(entry[0], int) and isinstance(entry[1], str):
            seats, move = (entry[0],), entry[1]
        else:
            raise bad_record(
                "bad-illegal", "В «illegal» — тексты или [место, текст].", "'illegal' holds texts or [seat, text]."
            )
        found += [text for seat in seats for text in _not_refused(match, seat, move)]
    return found


def _not_refused(match: Match, seat: int, move: str) -> list[Text]:
    """A difference if a move that must be refused is taken, or if its refusal changes anything."""
    trial = match.copy()
    before = dumps({"facts": trial.facts(), "record": trial.record()})
    try:
        trial.play(seat, move)
    except (IllegalMove, UnknownSeat):
        if dumps({"facts": trial.facts(), "record": trial.record()}) == before:
            return []
        return [Text(f"illegal: отказ {move!r:.40} изменил матч", f"illegal: refusing {move!r:.40} changed the match")]
    except BadChance:
        pass  # it was legal: only the record's chance ends here
    return [Text(f"illegal: ход {seat} {move!r:.40} принят", f"illegal: {seat} {move!r:.40} is accepted")]
