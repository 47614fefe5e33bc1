"""Records: a match as one JSON object, many matches as JSON lines. docs/records.md specifies them.

A record may come from anywhere, so the functions here take any value: what is wrong with it is a KolodaError with a
sentence that says what was expected and where.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, cast

from .core.errors import BadChance, IllegalMove, KolodaError, UnknownSeat
from .core.game import Game
from .core.record_types import Record
from .core.table import Note
from .core.text import Text
from .core.view import BeatView, NoteView, View, ZoneView, note_view
from .core.view_parts import SeenNotes, SeenZones
from .match import Match, check_result, moves_of, start_of
from .strict_json import JsonObject, bad_record, load, load_many, loads, no_file, placed
from .undone import Tried, hands_of, stand_ins_of, tried_in
from .untrusted import checked_record, checked_seat
from .untrusted import play as play_untrusted
from .words import NOTHING, move_sentence, result_lines, seat_name, sentence

__all__ = [
    "JsonObject",
    "Record",
    "check_record",
    "dump",
    "dumps",
    "load",
    "load_many",
    "loads",
    "open_beats",
    "open_view",
    "open_views_of_record",
    "option_words",
    "replay",
    "transcript",
    "views_of_record",
]

CLAIMS: Final = ("expect", "legal", "illegal", "steps", "result")
MAX_SEAT_DIGITS: Final = 2
WORDS: Final = {
    "options": Text("Настройки", "Options"),
    "start": Text("Начало.", "The start."),
    "result": Text("Итог.", "The result."),
    "unfinished": Text("Матч не окончен.", "The match is not over."),
    "viewer": Text("Глазами игрока: {seat}", "Seen by {seat}"),
    "bot": Text(" (бот)", " (bot)"),
    "undone": Text("Взято назад ({seat}):", "Taken back ({seat}):"),
    "to-person": Text("Дальше за этого игрока ходит другой ({seat}).", "From here somebody else plays ({seat})."),
    "to-bot": Text("Дальше за этого игрока ходит бот ({seat}).", "From here a bot plays ({seat})."),
    "called-off": Text("Матч прекращён по общему согласию.", "All agreed to end the match."),
    "seats": Text("{n} {n:место|места|мест}", "{n} {n:seat|seats}"),
}


def dumps(record: Mapping[str, object]) -> str:
    """A record as one line of JSON."""
    return json.dumps(record, ensure_ascii=False, allow_nan=False)


def dump(record: Mapping[str, object], path: str | Path) -> None:
    """Write a record into a file, in place of what the file held."""
    try:
        Path(path).write_text(dumps(record) + "\n", encoding="utf-8")
    except (OSError, ValueError) as error:
        raise no_file(path, error) from None


# Replaying


def replay(record: object) -> Match:
    """The match of a record, played to its last move; an error names the move."""
    checked = checked_record(record)
    match = start_of(checked)
    for _ in _positions(match, checked):
        pass
    return match


def _play_moves(match: Match, moves: list[tuple[int, str]]) -> Iterator[int]:
    """Play moves one by one; yields the number of moves made, from 0 on."""
    yield 0
    for number, (seat, move) in enumerate(moves, 1):
        try:
            match.play(seat, move)
        except KolodaError as error:
            place = f"{number} ({seat} {move!r:.40})"
            raise placed(error, f"Ход № {place}", f"Move {place}") from None
        yield number


def _positions(match: Match, record: Record) -> Iterator[int]:
    """Bring the match from position to position of a record; the last must have the result that the record tells."""
    yield from _play_moves(match, moves_of(record))
    check_result(match, record)


def views_of_record(record: object, seat: int | None) -> list[View]:
    """What ``seat`` (None: a watcher) saw at the start and then after each move, so that [17] is after move 17."""
    checked = checked_record(record)
    match = start_of(checked)
    return [match.view(seat) for _ in _positions(match, checked)]


def open_views_of_record(record: object) -> list[View]:
    """The same with every card open."""
    checked = checked_record(record)
    match = start_of(checked)
    return [open_view(match) for _ in _positions(match, checked)]


def story_of_record(record: object, seat: int | None = None) -> list[tuple[View, list[BeatView]]]:
    """The same with the beats that led to each view: of a ``seat``, or (None) with every card open."""
    checked = checked_record(record)
    match = start_of(checked)
    match.keep_beats()
    return [
        (_seen(match, seat), open_beats(match) if seat is None else match.beats([seat])[0])
        for _ in _positions(match, checked)
    ]


def open_view(match: Match) -> View:
    """A watcher's view with every card and every note turned up: for matches that are over."""
    game = match.game
    view = match.view(None)
    view.zones = _open_zones(game, view.zones)
    view.announcements = _open_notes(game, game.announcements())
    view.events = _open_notes(game, game.events)
    return view


def open_beats(match: Match) -> list[BeatView]:
    """The beats of the last move, turned up in the same way."""
    told = 0
    beats: list[BeatView] = []
    for beat, view in zip(match.game.beats, match.beats([None])[0], strict=True):
        game = beat.state
        beats.append(
            BeatView(
                view.effect,
                SeenZones.of(_open_zones(game, view.zones)),
                view.seen_counters,
                SeenNotes.of(_open_notes(game, game.announcements())),
                view.labels,
                SeenNotes.of(_open_notes(game, game.events[told : beat.told])),
                view.gains,
            )
        )
        told = beat.told
    return beats


def _open_zones(game: Game, views: tuple[ZoneView, ...]) -> tuple[ZoneView, ...]:
    deck = game.info.deck
    return tuple(
        view._replace(cards=tuple(deck.values(zone.pile.cards() if zone.kind.ordered else zone.pile.sorted())))
        for view, zone in zip(views, game.zones(), strict=True)
    )


def _open_notes(game: Game, notes: list[Note]) -> tuple[NoteView, ...]:
    return tuple(note_view(game, note.turned_up(), -1) for note in notes)


# Reading


def transcript(record: object, lang: str, seat: int | None = None) -> str:
    """The match as a readable text, with every card open; or only what ``seat`` saw."""
    checked = checked_record(record)
    match = start_of(checked)
    moves = moves_of(checked)
    view = _seen(match, seat)
    lines = _heading(view, lang)
    bots, hands = stand_ins_of(cast("JsonObject", checked)), hands_of(cast("JsonObject", checked))
    tried = tried_in(checked)
    for number in _positions(match, checked):
        if number:
            view = _seen(match, seat)
            lines.append(_move_line(view, moves[number - 1], lang, number in bots))
        lines += [f"   {sentence(view.info, note, lang)}" for note in view.events]
        lines += [f"   {line}" for one in tried if one.shown_at == number for line in _tried_lines(one, seat, lang)]
        changed = [(other, bot) for n, other, bot in hands if n == number]
        lines += [f"   {_hand_line(other, bot, lang)}" for other, bot in changed]
    if view.result is None:
        end = WORDS["called-off" if cast("JsonObject", checked).get("ended") is True else "unfinished"]
        return "\n".join([*lines, end.get(lang)])
    return "\n".join([*lines, WORDS["result"].get(lang), *[f"   {line}" for line in result_lines(view.result, lang)]])


def _seen(match: Match, seat: int | None) -> View:
    return open_view(match) if seat is None else match.view(seat)


def _heading(view: View, lang: str) -> list[str]:
    lines = [f"{view.info.names.get(lang)} · {WORDS['seats'].fill(lang, {'n': view.seats})}"]
    options = [f"{option.names.get(lang)} — {option_words(view, option.name, lang)}" for option in view.info.options]
    if options:
        lines.append(f"{WORDS['options'].get(lang)}: {'; '.join(options)}")
    if view.seat is not None:
        lines.append(WORDS["viewer"].fill(lang, {"seat": seat_name(view.seat, lang)}))
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


def _tried_lines(tried: Tried, eyes: int | None, lang: str) -> list[str]:
    """What was tried from here and taken back."""
    match, mark = tried.match, WORDS["undone"].fill(lang, {"seat": seat_name(tried.undone.seat, lang)})
    lines = []
    for seat, move in tried.undone.moves:
        match.play(seat, move)
        view = _seen(match, eyes)
        told = " ".join(sentence(view.info, note, lang) for note in view.events)
        lines.append(f"{mark} {_move_line(view, (seat, move), lang)} {told}".rstrip())
    return lines


def _hand_line(seat: int, bot: bool, lang: str) -> str:
    return WORDS["to-bot" if bot else "to-person"].fill(lang, {"seat": seat_name(seat, lang)})


def _move_line(view: View, played: tuple[int, str], lang: str, by_bot: bool = False) -> str:
    seat, move = played
    name = f"{view.move_number}. {seat_name(seat, lang)}{WORDS['bot'].get(lang) if by_bot else ''}"
    if view.seat is not None and view.seat != seat:
        return name  # its text may name a card that this seat never saw; the events tell what it may know
    return f"{name}: {move} ({move_sentence(view.info, move, lang)})"


# Checking: expect, legal, illegal, steps


def check_record(record: object, lang: str = "en") -> list[str]:
    """Every difference between what a record claims and what the rules do; empty if there is none."""
    differences: list[Text] = []
    try:
        checked, claims = _without_claims(record)
        match = start_of(checked)
        moves = moves_of(checked)
        steps = _steps(claims.get("steps", []), len(moves))
        for number in _play_moves(match, moves):
            for step in steps.get(number, []):
                differences += [_after(number, text) for text in _differences(match, step)]
        differences += _differences(match, claims)
        differences += _result_differences(match, claims.get("result"))
    except KolodaError as error:
        differences.append(error.text)
    return [text.get(lang) for text in differences]


def _without_claims(record: object) -> tuple[Record, JsonObject]:
    """The checked record without its claims, and the claims: they are compared one by one instead of being refused."""
    if not isinstance(record, dict):
        return checked_record(record), {}
    return (
        checked_record({key: value for key, value in record.items() if key not in CLAIMS}),
        {key: value for key, value in record.items() if key in CLAIMS},
    )


def _after(number: int, text: Text) -> Text:
    return Text(f"После хода № {number}: {text.ru}", f"After move {number}: {text.en}")


def _steps(steps: object, last: int) -> dict[int, list[JsonObject]]:
    """The claims about earlier positions, by the number of moves made."""
    if not isinstance(steps, list):
        raise bad_record("bad-steps", "«steps» — это список.", "'steps' must be a list.")
    by_number: dict[int, list[JsonObject]] = {}
    for step in steps:
        after = step.get("after") if isinstance(step, dict) else None
        if not isinstance(after, int) or isinstance(after, bool) or not 0 <= after <= last:
            raise bad_record(
                "bad-step",
                f"В «steps» нужны объекты с «after» от 0 до {last}.",
                f"'steps' holds objects with 'after' from 0 to {last}.",
            )
        by_number.setdefault(after, []).append(step)
    return by_number


def _differences(match: Match, claims: JsonObject) -> list[Text]:
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
    differences: list[Text] = []
    for key, wanted in expect.items():
        if key not in facts:
            keys = ", ".join(sorted(facts))
            differences.append(
                Text(f"нет величины {key!r:.40}; есть: {keys}", f"no fact {key!r:.40}; there are: {keys}")
            )
        elif key in unordered:
            differences += _compared(key, _in_order(wanted), _in_order(facts[key]))
        else:
            differences += _compared(key, wanted, facts[key])
    return differences


def _in_order(value: object) -> object:
    """The innermost lists sorted: a hand has no order."""
    if not isinstance(value, list):
        return value
    if any(isinstance(item, list) for item in value):
        return [_in_order(item) for item in value]
    return sorted(value, key=str)


def _compared(name: str, claimed: object, actual: object) -> list[Text]:
    """A difference unless both are the same JSON (compared as texts: for Python True is 1)."""
    want, have = (json.dumps(value, ensure_ascii=False, sort_keys=True) for value in (claimed, actual))
    if want == have:
        return []
    return [Text(f"{name}: ожидалось {want}, получилось {have}", f"{name}: expected {want}, found {have}")]


def _result_differences(match: Match, claimed: object) -> list[Text]:
    if claimed is None:
        return []
    actual = {} if match.result is None else dict(match.result.to_json())
    if not isinstance(claimed, dict) or not actual:
        return _compared("result", claimed, actual or None)
    wrong = [key for key in claimed if key not in actual]
    if wrong:
        keys = ", ".join(actual)
        return [
            Text(f"result: нет {key!r:.40}; есть: {keys}", f"result: no {key!r:.40}; it has {keys}") for key in wrong
        ]
    return [text for key in claimed for text in _compared(f"result {key}", claimed[key], actual[key])]


def _legal_differences(match: Match, legal: object) -> list[Text]:
    movers = match.turn.seats
    if isinstance(legal, list):
        if len(movers) > 1:
            ru = f"legal: ходят места {list(movers)}, нужен объект «место: ходы»"
            return [Text(ru, f"legal: seats {list(movers)} may move, give an object of seat: moves")]
        return _compared("legal", sorted(legal, key=str), match.legal(movers[0]) if movers else [])
    if not isinstance(legal, dict):
        raise bad_record("bad-legal", "«legal» — это список или объект.", "'legal' must be a list or an object.")
    differences: list[Text] = []
    for name, claimed in legal.items():
        seat = checked_seat(match, int(name) if name.isdecimal() and len(name) <= MAX_SEAT_DIGITS else name)
        moves = sorted(claimed, key=str) if isinstance(claimed, list) else claimed
        differences += _compared(f"legal {name}", moves, match.legal(seat))
    return differences


def _illegal_differences(match: Match, illegal: object) -> list[Text]:
    if not isinstance(illegal, list):
        raise bad_record("bad-illegal", "«illegal» — это список.", "'illegal' must be a list.")
    differences: list[Text] = []
    for entry in illegal:
        if isinstance(entry, str):
            seats, move = match.turn.seats or (0,), entry
        elif isinstance(entry, list) and len(entry) == 2 and isinstance(entry[0], int) and isinstance(entry[1], str):
            seats, move = (entry[0],), entry[1]
        else:
            raise bad_record(
                "bad-illegal", "В «illegal» — тексты или [место, текст].", "'illegal' holds texts or [seat, text]."
            )
        differences += [text for seat in seats for text in _not_refused(match, seat, move)]
    return differences


def _not_refused(match: Match, seat: int, move: str) -> list[Text]:
    """A difference if a move that must be refused is taken, or if its refusal changes anything."""
    trial = match.copy()
    before = dumps({"facts": trial.facts(), "record": trial.record()})
    try:
        play_untrusted(trial, seat, move)
    except (IllegalMove, UnknownSeat):
        if dumps({"facts": trial.facts(), "record": trial.record()}) == before:
            return []
        return [Text(f"illegal: отказ {move!r:.40} изменил матч", f"illegal: refusing {move!r:.40} changed the match")]
    except BadChance:
        pass  # it was legal: only the record's chance ends here
    return [Text(f"illegal: ход {seat} {move!r:.40} принят", f"illegal: {seat} {move!r:.40} is accepted")]
