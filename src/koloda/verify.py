"""Verifies the sealed deal of a finished match from its record: docs/fairness.md says what that proves.

The record's ``seal`` is compared with ``seen`` (what a player's page kept while the match was played), its hashes are
computed again, and the rules are played again from the seed: every request of chance and its answer must be the same.
The page does the same in src/koloda/web/src/lib/seal, except that it knows no rules.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, cast

from .core.chance import ChanceAnswer, Seeded
from .core.errors import BadRecord, KolodaError
from .core.record_types import ChanceRecord, Record
from .core.text import Text
from .core.view import NoteView, chance_told
from .match import Match, check_result, check_versions, moves_of
from .seal import (
    COMMITMENT,
    NONCE,
    OLD_WAY,
    PRESENT_WAY,
    SECRET,
    DealId,
    Dealt,
    line_digest,
    old_commitment,
    old_seed,
    result_digest,
    seed_of,
)
from .strict_json import JsonObject
from .undone import tried_in, undone_of
from .untrusted import checked_record
from .verify_words import NOTES, PROBLEMS

RECORD_PARTS: Final = {"chance", "moves", "seal", "seen"}


class Unfair(KolodaError):
    """The deal of a record is not the one that was sealed; the sentence says what does not fit."""


class Note(NamedTuple):
    """Something that was found, as a sentence with its arguments."""

    text: Text
    args: dict[str, object]

    def get(self, lang: str) -> str:
        """The sentence in ``lang``."""
        return self.text.fill(lang, self.args)


class CheckedSeal(NamedTuple):
    """A seal whose every field is of the right shape."""

    way: int
    deal: DealId
    commitment: str
    secret: str
    commits: list[str]
    nonces: list[str]
    words: list[str | None]


def verify(file: JsonObject) -> list[Note]:
    """What is to be said of a fair deal; Unfair if it is not, and BadRecord if there is nothing to verify.

    Takes a record with its seal, as the page gives it, or the answer of ``GET /api/matches/ID``.
    """
    value = _only_record_in(file)
    record = checked_record(value)
    if "seal" not in value:
        raise BadRecord("no-seal", Text("В записи нет печати: сдача не запечатана.", "The record has no seal."))
    seal = _checked_seal(value["seal"], record["seats"])
    seen = value.get("seen")
    notes: list[Note] = []
    called_off = _is_called_off(record)
    if seen is not None:
        _compare_with_seen(_object("seen-shape", "seen", seen), record, seal)
        _compare_ends(cast("JsonObject", seen), record, called_off)
    check_versions(record)
    notes += _check_numbers(seal)
    saw = _lines_seen(cast("JsonObject", seen), record["seats"]) if seen is not None else {}
    match, heard = _replay(record, seal, list(saw))
    if match.result is None and not called_off:
        raise _unfair("unfinished")
    heard_undone = _replay_undone(record, seal, list(saw))
    good = Note(NOTES["good"], {"n": len(record["chance"])})
    if called_off:
        notes.append(Note(NOTES["called-off"], {}))
    if heard_undone:
        notes.append(Note(NOTES["undone"], {"n": len(heard_undone)}))
    if seen is None:
        return [good, *notes, Note(NOTES["unseen"], {})]
    _compare_undone(cast("JsonObject", seen), list(saw), heard_undone)
    return [good, *notes, *_compare_with_log(cast("JsonObject", seen), saw, match, heard, seal)]


def _only_record_in(file: JsonObject) -> JsonObject:
    """The record of a downloaded file, or of the server's answer. Where one hides behind another, nothing is fair."""
    if "record" not in file:
        return file
    inner = file["record"]
    if not isinstance(inner, dict) or "record" in inner or "seen" in inner or RECORD_PARTS & file.keys():
        raise BadRecord(
            "two-records",
            Text(
                "В файле не одна запись: страница и терминал проверяли бы разное.",
                "The file holds more than one record: the page and the terminal would check different ones.",
            ),
        )
    return inner


def _unfair(problem: str, **args: object) -> Unfair:
    text = PROBLEMS[problem]
    return Unfair(problem, Text(text.fill("ru", args), text.fill("en", args)))


# Shapes


def _object(problem: str, name: str, value: object) -> JsonObject:
    if not isinstance(value, dict):
        raise _unfair(problem, what=name)
    return value


def _text(problem: str, source: Mapping[str, object], name: str, pattern: re.Pattern[str] | None = None) -> str:
    value = source.get(name)
    if not isinstance(value, str) or (pattern is not None and not pattern.fullmatch(value)):
        raise _unfair(problem, what=name)
    return value


def _texts(
    problem: str, source: Mapping[str, object], name: str, count: int, pattern: re.Pattern[str], empty: bool
) -> list[str]:
    """A text for every seat; where ``empty`` is set, some may be ""."""
    value = source.get(name)
    if not isinstance(value, list) or len(value) != count:
        raise _unfair(problem, what=name)
    if not all(isinstance(item, str) and (pattern.fullmatch(item) or (empty and not item)) for item in value):
        raise _unfair(problem, what=name)
    return value


def _checked_seal(value: object, seats: int) -> CheckedSeal:
    wrong = "seal-shape"
    seal = _object(wrong, "seal", value)
    commitment, secret = _text(wrong, seal, "commitment", COMMITMENT), _text(wrong, seal, "secret", SECRET)
    if seal.get("way") == OLD_WAY and type(seal["way"]) is int:
        words = seal.get("words")
        if not isinstance(words, list) or len(words) != seats or not all(isinstance(w, str | None) for w in words):
            raise _unfair(wrong, what="words")
        return CheckedSeal(OLD_WAY, DealId("", ""), commitment, secret, [], [], words)
    if seal.get("way") != PRESENT_WAY or type(seal["way"]) is not int:
        raise _unfair(wrong, what="way")
    deal = DealId(_text(wrong, seal, "table"), _text(wrong, seal, "match"))
    commits = _texts(wrong, seal, "commits", seats, COMMITMENT, empty=True)
    nonces = _texts(wrong, seal, "nonces", seats, NONCE, empty=False)
    return CheckedSeal(PRESENT_WAY, deal, commitment, secret, commits, nonces, [])


# Against what the page saw


def _compare_with_seen(seen: JsonObject, record: Record, seal: CheckedSeal) -> None:
    wrong = "seen-shape"
    if seen.get("contradicted"):
        raise _unfair("contradicted")
    if type(seen.get("way")) is not int:
        raise _unfair(wrong, what="way")
    if seen["way"] != seal.way:
        raise _unfair("other-way")
    saw, told = (_text(wrong, seen, "table"), _text(wrong, seen, "match")), tuple(seal.deal)
    if seal.way == PRESENT_WAY and saw != told:
        raise _unfair("other-match", seen="/".join(saw), told="/".join(told))
    whole = cast("JsonObject", record)
    for name in ("game", "version", "seats", "options"):
        if name in seen and seen[name] != whole.get(name):
            raise _unfair("other-game", what=name, seen=seen[name], told=whole.get(name))
    if _text(wrong, seen, "commitment") != seal.commitment:
        raise _unfair("other-commitment")
    _compare_numbers(seen, "commits", seal.commits, "other-commit")
    _compare_numbers(seen, "nonces", seal.nonces, "other-nonce")
    seat, mine = _seat_of(seen), _text(wrong, seen, "nonce")
    if seat is not None and mine and _has_own_number(seal, seat) and seal.nonces[seat] != mine:
        raise _unfair("my-nonce", seat=seat)


def _is_called_off(record: Record) -> bool:
    """Whether all have agreed to end the match: then it has no result."""
    whole = cast("JsonObject", record)
    ended = whole.get("ended", False)
    if type(ended) is not bool or (ended and whole.get("result") is not None):
        raise _unfair("two-ends")
    return ended


def _compare_ends(seen: JsonObject, record: Record, called_off: bool) -> None:
    """How the match ended, and how often moves were taken back: a page that saw the end knows all of that."""
    ended, takes = seen.get("ended", False), seen.get("takes", 0)
    if type(ended) is not bool:
        raise _unfair("seen-shape", what="ended")
    if type(takes) is not int or takes < 0:
        raise _unfair("seen-shape", what="takes")
    if called_off and seen.get("result"):
        raise _unfair("other-result")
    if ended and not called_off:
        raise _unfair("played-on")
    told = len(undone_of(cast("JsonObject", record)))
    if told < takes or (told > takes and (ended or seen.get("result"))):
        raise _unfair("take-backs", seen=takes, told=told)


def _compare_numbers(seen: JsonObject, name: str, told: list[str], problem: str) -> None:
    saw = seen.get(name)
    if not isinstance(saw, list):
        raise _unfair("seen-shape", what=name)
    if saw and saw != told:  # none: the page was not there at that moment
        differ = [seat for seat, (one, other) in enumerate(zip(saw, told, strict=False)) if one != other]
        raise _unfair(problem, seat=differ[0] if differ else len(told))


def _seat_of(seen: object) -> int | None:
    """The seat of the page that saw it; None for a watcher's page."""
    seat = seen.get("you") if isinstance(seen, dict) else None
    return seat if isinstance(seat, int) and not isinstance(seat, bool) and seat >= 0 else None


def _has_own_number(seal: CheckedSeal, seat: int) -> bool:
    """Whether the number of a seat came from a page, and in time."""
    if seat >= len(seal.commits) or not seal.commits[seat]:
        return False
    return seat not in seal.deal.late_seats(seal.commits, seal.nonces)


def _lines_seen(seen: JsonObject, seats: int) -> dict[int | None, list[tuple[int, object]]]:
    """The lines that the page kept, by the seat with whose eyes it saw them (None: as a watcher)."""
    others = seen.get("others", [])
    if not isinstance(others, list):
        raise _unfair("seen-shape", what="others")
    saw: dict[int | None, list[tuple[int, object]]] = {}
    for eyes in [seen, *others]:
        eyes = _object("seen-shape", "others", eyes)
        lines, seat = eyes.get("lines"), _seat_of(eyes)
        if seat is not None and seat >= seats:
            raise _unfair("seen-shape", what="you")
        if not isinstance(lines, list):
            raise _unfair("seen-shape", what="lines")
        for line in lines:
            if not isinstance(line, list) or len(line) != 2 or type(line[0]) is not int or line[0] < 0:
                raise _unfair("seen-shape", what="lines")
        saw.setdefault(seat, []).extend((number, digest) for number, digest in lines)
    return saw


def _compare_with_log(
    seen: JsonObject,
    saw: dict[int | None, list[tuple[int, object]]],
    match: Match,
    heard: list[list[tuple[NoteView, ...]]],
    seal: CheckedSeal,
) -> list[Note]:
    """The requests that were announced, the lines of the log and the result, as the page kept them."""
    asked, chance, ended = chance_told(match.game.chance), seen.get("chance"), seen.get("result")
    if not isinstance(chance, list):
        raise _unfair("seen-shape", what="chance")
    for number, (told, announced) in enumerate(zip(asked, chance, strict=False), 1):
        if told != announced:
            raise _unfair("other-request", n=number, seen=announced, told=told)
    if len(chance) > len(asked) or (ended and len(chance) != len(asked)):
        raise _unfair("request-count", told=len(asked), seen=len(chance))
    for at, lines in enumerate(saw.values()):
        for number, digest in lines:
            if number >= len(heard) or line_digest(number, _wire(heard[number][at])) != digest:
                raise _unfair("other-line", n=number)
    if ended and match.result is not None and result_digest(match.result.to_json()) != ended:
        raise _unfair("other-result")
    notes = [Note(NOTES["seen"], {"n": sum(map(len, saw.values()))})]
    seat = _seat_of(seen)
    if seat is not None and seal.way == PRESENT_WAY and seal.nonces[seat] != seen.get("nonce"):
        notes.append(Note(NOTES["not-mine"], {}))
    return notes


def _wire(notes: Sequence[NoteView]) -> list[list[object]]:
    """Notes as they travel (docs/protocol.md, WireNote)."""
    return [[n.kind, n.seat, n.other, None if n.cards is None else list(n.cards), n.n, n.word] for n in notes]


# The seal itself


def _check_numbers(seal: CheckedSeal) -> list[Note]:
    """Commitments fit what was shown, and seats without a number of their own have the one by rule."""
    if seal.way == OLD_WAY:
        if old_commitment(seal.secret) != seal.commitment:
            raise _unfair("secret")
        return [Note(NOTES["old"], {})]
    deal = seal.deal
    if deal.secret_commitment(seal.secret) != seal.commitment:
        raise _unfair("secret")
    for seat, (commit, nonce) in enumerate(zip(seal.commits, seal.nonces, strict=True)):
        by_rule = nonce == deal.nonce_by_rule(seat, commit)
        if not commit and not by_rule:
            raise _unfair("rule-nonce", seat=seat)
        if commit and not by_rule and deal.nonce_commitment(seat, nonce) != commit:
            raise _unfair("nonce", seat=seat)
    late = deal.late_seats(seal.commits, seal.nonces)
    own = [seat for seat, commit in enumerate(seal.commits) if commit and seat not in late]
    notes = [Note(NOTES["numbers"], {"seats": _listed(own)}) if own else Note(NOTES["no-numbers"], {})]
    return [*notes, Note(NOTES["late"], {"seats": _listed(late)})] if late else notes


def _listed(seats: Sequence[object]) -> str:
    return ", ".join(str(seat) for seat in seats)


# The rules


def _replay(
    record: Record, seal: CheckedSeal, eyes: list[int | None]
) -> tuple[Match, list[list[tuple[NoteView, ...]]]]:
    """The match played again from the seed, each request of chance compared; and what ``eyes`` heard at each step."""
    given = cast("JsonObject", record).get("picks", [])
    if not isinstance(given, list):
        raise _unfair("seal-shape", what="picks")
    picks = list(given)
    match = Match.new(record["game"], record["seats"], record.get("options"), chance=Seeded(_seed(record, seal)))
    checked = _compare_chance(match, record["chance"], picks, 0)
    heard = [[view.events for view in match.views(eyes)]]
    for number, (mover, move) in enumerate(moves_of(record), 1):
        try:
            match.play(mover, move)
        except KolodaError as error:
            raise Unfair("rules-move", _placed(number, error)) from None
        checked = _compare_chance(match, record["chance"], picks, checked)
        heard.append([view.events for view in match.views(eyes)])
    if len(record["chance"]) != checked:
        raise _unfair("rules-count", told=len(record["chance"]), want=checked)
    try:
        check_result(match, record)
    except BadRecord as error:
        raise Unfair("result", error.text) from None
    return match, heard


def _seed(record: Record, seal: CheckedSeal) -> str:
    if seal.way == OLD_WAY:
        return old_seed(seal.secret, seal.words)
    dealt = Dealt(record["game"], record.get("version", 0), record["seats"], record.get("options") or {})
    return seed_of(seal.deal, dealt, seal.secret, seal.commits, seal.nonces)


Heard = dict[int, list[tuple[NoteView, ...]]]


def _replay_undone(record: Record, seal: CheckedSeal, eyes: list[int | None]) -> list[Heard]:
    """The same for every line that was taken back: what ``eyes`` heard of it, by the number of the move."""
    if not undone_of(cast("JsonObject", record)):
        return []
    seed = _seed(record, seal)
    found: list[Heard] = []
    for undone, match, _ in tried_in(record, lambda answers: Seeded(seed)):
        heard: Heard = {}
        picks, told = list(undone.picks), list(undone.chance)
        checked = since = len(match.game.chance.tape)
        for mover, move in undone.moves:
            try:
                match.play(mover, move)
            except KolodaError as error:
                text = PROBLEMS["undone-move"]
                ru, en = (text.fill(lang, {"why": error.text.get(lang)}) for lang in ("ru", "en"))
                raise Unfair("undone-move", Text(ru, en)) from None
            checked = since + _compare_chance(match, told, picks, checked, since)
            heard[match.move_number] = [view.events for view in match.views(eyes)]
        if len(told) != checked - since:
            raise _unfair("rules-count", told=len(told), want=checked - since)
        found.append(heard)
    return found


def _compare_undone(seen: JsonObject, eyes: list[int | None], heard: list[Heard]) -> None:
    """The lines that the page kept of what was taken back: ``[which take-back, number, digest]``."""
    for who in [seen, *cast("list[JsonObject]", seen.get("others", []))]:
        lines, at = who.get("undone", []), eyes.index(_seat_of(who))
        if not isinstance(lines, list):
            raise _unfair("seen-shape", what="undone")
        for line in lines:
            if not isinstance(line, list) or len(line) != 3 or type(line[0]) is not int or type(line[1]) is not int:
                raise _unfair("seen-shape", what="undone")
            take, number, digest = line
            told = heard[take].get(number) if 0 <= take < len(heard) else None
            if told is None or line_digest(number, _wire(told[at])) != digest:
                raise _unfair("other-line", n=number)


def _placed(number: int, error: KolodaError) -> Text:
    text = PROBLEMS["rules-move"]
    return Text(
        text.fill("ru", {"n": number, "why": error.text.ru}), text.fill("en", {"n": number, "why": error.text.en})
    )


def _compare_chance(match: Match, told: list[ChanceRecord], picks: list[object], since: int, first: int = 0) -> int:
    """Compare what the rules have asked for since with the record, whose answers begin at ``first``; how many requests
    there are now, from there on.
    """
    asked: list[ChanceAnswer] = match.game.chance.tape.items(since)
    wanted = chance_told(match.game.chance, since)
    for number, (answer, want) in enumerate(zip(asked, wanted, strict=True), since - first + 1):
        if number > len(told):
            raise _unfair("rules-count", told=len(told), want=f"≥ {number}")
        _compare_answer(number, answer, want, told[number - 1], picks)
    return since - first + len(asked)


def _compare_answer(number: int, answer: ChanceAnswer, want: str, told: object, picks: list[object]) -> None:
    entry = told if isinstance(told, dict) else {}
    cards = entry.get("shuffle")
    if answer.deck is None:
        out_of = picks.pop(0) if picks else None
        if "pick" not in entry or out_of != answer.out_of:
            kind = f"pick {out_of}" if "pick" in entry else _kind(entry)
            raise _unfair("rules-request", n=number, want=want, told=kind)
        if entry["pick"] != answer.picked:
            raise _unfair("pick", n=number)
        return
    if not isinstance(cards, list):
        raise _unfair("rules-request", n=number, want=want, told=_kind(entry))
    right = answer.deck.values(answer.cards)
    has, should = Counter(map(repr, cards)), Counter(map(repr, right))
    if has != should:
        extra, lacking = _listed(sorted((has - should).elements())), _listed(sorted((should - has).elements()))
        raise _unfair("pack", n=number, extra=extra or "—", lacking=lacking or "—")
    if cards != right:
        raise _unfair("shuffle", n=number)


def _kind(entry: Mapping[str, object]) -> str:
    cards = entry.get("shuffle")
    return f"shuffle {len(cards)}" if isinstance(cards, list) else _listed(list(entry)) or "—"
