"""What must be true of the play of every game. Each check gets a random match and fails with a sentence."""

from __future__ import annotations

import json
import re
from collections import Counter

from koloda.core.chance import Seeded
from koloda.core.errors import IllegalMove
from koloda.core.options import MatchOptions
from koloda.core.playout import start
from koloda.core.turn import KINDS
from koloda.match import MAX_MOVE_CHARACTERS, REFUSALS, Match, moves_of, start_of

from .fields import differing, fields
from .story_checks import check_labels
from .walks import FEW_POSITIONS, MANY_POSITIONS, Walk, cards_of, play_on, play_out, snapshot, some, views
from .word_checks import check_text

MOVES_PLAYED_ON = 150
MOVES_REPLAYED = 600
MOVES_BETWEEN_COPIES = 50
GARBAGE = ("", " ", "?", "0", "ход", "\x00", "\ud800", "a b c d e f g h", "x" * (MAX_MOVE_CHARACTERS + 1))


def legal_moves_are_for_those_who_owe_one(walk: Walk) -> None:
    """``legal`` is not empty exactly for ``turn.seats``; moves are sorted, unique, well-formed texts."""
    for match in some(walk.positions, MANY_POSITIONS, "legal"):
        turn = match.turn
        assert turn.kind in KINDS
        assert (match.result is not None) == (not turn.seats), f"{turn} with result {match.result}"
        assert turn.kind != "one" or len(turn.seats) <= 1, f"{turn}: several seats in a turn of one"
        for seat in range(match.game.seats):
            legal = match.legal(seat)
            assert bool(legal) == (seat in turn.seats), f"seat {seat} has moves {legal[:5]} in {turn}"
            assert legal == sorted(set(legal)), f"moves of seat {seat} are unsorted or double: {legal}"
            _check_shape(match, legal)


def _check_shape(match: Match, legal: list[str]) -> None:
    verbs = {verb.name for verb in match.game.info.verbs}
    for move in legal:
        assert move.partition(" ")[0] in verbs, f"{move!r} begins with no declared verb ({sorted(verbs)})"
        assert move == " ".join(move.split()), f"{move!r} has blanks that do not belong there"
        assert len(move) <= MAX_MOVE_CHARACTERS, f"{move!r} is longer than a move may be"


def other_texts_are_refused(walk: Walk) -> None:
    """Anything but a legal move is an IllegalMove with a reason in both languages, and nothing changes."""
    played = sorted({move for _, move in walk.moves})
    for match in some(walk.positions, FEW_POSITIONS, "refused"):
        before = snapshot(match)
        for seat in range(match.game.seats):
            for text in wrong_texts(match, seat, played):
                check_refused(match, seat, text)
        assert snapshot(match) == before, "refused moves have changed the match"


def wrong_texts(match: Match, seat: int, played: list[str]) -> list[str]:
    """Texts that are no legal move of ``seat`` now: garbage, other moves of the game, legal ones slightly wrong."""
    legal = match.legal(seat)
    verbs = [verb.name for verb in match.game.info.verbs]
    texts = [*GARBAGE, *verbs, *(f"{verb} 0" for verb in verbs), *(f"{verb} 99 -1" for verb in verbs)]
    texts += played[:: len(played) // 30 + 1]
    for move in [*legal[:2], *legal[-1:]]:
        texts += [move + " ", " " + move, move.upper(), move + " 1", move.replace(" ", "  ")]
    for other in match.turn.seats:
        texts += match.legal(other)[:3]
    return sorted(set(texts) - set(legal))


def check_refused(match: Match, seat: int, text: str) -> None:
    """``text`` is refused, with a reason and a sentence in both languages."""
    try:
        match.play(seat, text)
    except IllegalMove as refusal:
        known = REFUSALS.keys() | match.game.info.refusals.keys()
        assert refusal.reason in known, f"{text[:40]!r} is refused for an undeclared reason {refusal.reason!r}"
        check_text(f"refusal {refusal.reason}", refusal.text)
    else:
        raise AssertionError(f"seat {seat} has played {text[:40]!r}, which is not legal")


def a_copy_has_every_field(walk: Walk) -> None:
    """``copy()`` takes over every field: seen at the match that is played, for positions of a walk are copies."""
    match = walk.case.match()
    for number, (seat, move) in enumerate(walk.moves[:MOVES_REPLAYED]):
        if number & (number - 1) == 0 or number % MOVES_BETWEEN_COPIES == 0:
            forgotten = differing(fields(match.game), fields(match.game.copy()))
            assert not forgotten, f"copy() forgets {forgotten}"
        match.play(seat, move)


def a_copy_plays_apart(walk: Walk) -> None:
    """What is played on a copy does not show in the original, nor the other way round; both go the same way."""
    for match in some(walk.positions, FEW_POSITIONS, "copy"):
        before = snapshot(match)
        original = match.copy()
        copy, other = original.copy(), original.copy()
        assert snapshot(copy) == before, "a copy looks different"
        kept = fields(original.game)
        moves = list(play_on(copy, Seeded("copy"), MOVES_PLAYED_ON))
        shared = differing(kept, fields(original.game))
        assert not shared, f"copy() shares {shared}: playing a copy has changed the original"
        assert snapshot(original) == before, "playing a copy has changed the original"
        for seat, move in moves:
            original.play(seat, move)
        assert snapshot(original) == snapshot(copy), "a copy with the same moves ends differently"
        assert snapshot(other) == before, "playing the original has changed a copy"


def cards_are_conserved(walk: Walk) -> None:
    """The zones hold the same cards all the time, and all that was shuffled to begin with."""
    first = walk.positions[0]
    cards = cards_of(first.game)
    deck = first.game.info.deck
    for asked in first.game.chance.asked:
        if asked.deck is deck:
            lost = Counter(asked.cards) - cards
            assert not lost, f"cards that were shuffled lie in no zone: {deck.values(sorted(lost.elements()))}"
    for match in some(walk.positions, MANY_POSITIONS, "cards"):
        now = cards_of(match.game)
        lost, new = cards - now, now - cards
        difference = [deck.values(sorted(part.elements())) for part in (lost, new)]
        assert now == cards, f"before move {match.move_number + 1}: lost and new cards {difference}"


def the_default_move_is_legal(walk: Walk) -> None:
    """What a clock plays for an absent seat is a legal move."""
    for match in some(walk.positions, MANY_POSITIONS, "default"):
        for seat in match.turn.seats:
            move = match.game.default_move(seat)
            assert move in match.legal(seat), f"the default move {move!r} of seat {seat} is not legal"


def records_replay(walk: Walk) -> None:
    """A record, through JSON and back, gives the same views step by step and the same result."""
    end = walk.positions[:MOVES_REPLAYED][-1]
    record = json.loads(json.dumps(end.record()))
    replayed = start_of(record)
    watched = {id(match) for match in some(walk.positions, FEW_POSITIONS, "replay")}
    for match, (seat, move) in zip(walk.positions, moves_of(record), strict=False):
        here = f"before move {match.move_number + 1}"
        if not match.game.secret_moves:
            assert replayed.facts() == match.facts(), f"the replay differs {here}"
        if id(match) in watched and not match.game.secret_moves:
            assert views(replayed) == views(match), f"a view of the replay differs {here}"
        replayed.play(seat, move)
    assert snapshot(replayed) == snapshot(end), "the replay ends differently"
    assert replayed.result == end.result
    middle = walk.positions[len(walk.positions[:MOVES_REPLAYED]) // 2]
    again = Match.replay(middle.record())
    assert views(again) == views(middle), "the record of a match under way gives other views"


def the_result_has_its_shape(walk: Walk) -> None:
    """A score and a place for every seat; winners and losers are seats, never both."""
    seats = walk.case.seats
    assert all(match.result is None for match in walk.positions[:-1]), "there is a result before the end"
    result = walk.end.result
    assert result is not None
    assert len(result.scores) == seats and len(result.places) == seats, f"not one score and place per seat: {result}"
    assert 1 in result.places and all(1 <= place <= seats for place in result.places), f"odd places: {result.places}"
    for name, group in (("winners", result.winners), ("losers", result.losers)):
        assert list(group) == sorted(set(group) & set(range(seats))), f"{name} are not ascending seats: {group}"
    assert not set(result.winners) & set(result.losers), "a seat both wins and loses"
    assert json.loads(json.dumps(result.to_json())) == result.to_json(), "the result is no plain JSON"


def the_lab_plays_the_same(walk: Walk) -> None:
    """Without a Match around it and with nobody listening the game goes the same way."""
    case = walk.case
    options = MatchOptions(case.game.info.options, case.seats, case.options)
    game = start(case.game, case.seats, options, Seeded(case.name))
    for seat, move in walk.moves:
        game.act(seat, move)
    assert game.over, "the bare game is not over"
    assert game.facts() == walk.end.game.facts(), "the bare game ends differently"
    assert game.events == [], "notes are kept where nobody listens"


def declared_names_are_used(walk: Walk) -> None:
    """Zones, counters and phases are those of INFO, each place is named once, labels and single knowledge fit it."""
    info = walk.case.game.info
    for match in some(walk.positions, MANY_POSITIONS, "names"):
        for zone in match.game.zones():
            name = zone.kind.name
            assert zone.kind in info.zones, f"zone {name!r} is not in INFO.zones"
            assert zone.owner < walk.case.seats, f"zone {name!r} belongs to no seat"
            assert zone.slot < 0 or zone.slot in zone.kind.slots, f"slot {zone.slot} of {name!r} has no name"
            assert zone.seen is None or len(zone.seen) == len(zone.pile), f"`seen` of {name!r} does not fit its pile"
        check_labels(match.game)
        for counter in match.game.counters():
            assert counter.kind in info.counters, f"counter {counter.kind.name!r} is not in INFO.counters"
        view = match.view(None)
        assert view.phase in info.phases or match.game.over, f"phase {view.phase!r} is not in INFO.phases"
        _once([(zone.name, zone.owner, zone.slot) for zone in view.zones])
        _once([(counter.name, counter.owner) for counter in view.counters])


def _once(names: list[tuple[object, ...]]) -> None:
    double = [name for name, n in Counter(names).items() if n > 1]
    assert not double, f"several places have one name: {double}"


def views_agree_with_the_match(walk: Walk) -> None:
    """Every view tells the turn, the legal moves, the counters and the result of the match itself."""
    for match in some(walk.positions, FEW_POSITIONS, "views"):
        for view in views(match):
            legal = [] if view.seat is None else match.legal(view.seat)
            assert list(view.legal) == legal, "a view offers other moves than the match"
            assert view.turn == match.turn and view.result == match.result and view.move_number == match.move_number
            assert re.fullmatch(r"[a-z0-9-]+", view.phase), f"odd phase name {view.phase!r}"


def seeds_decide_everything(walk: Walk) -> None:
    """The same seed and moves give the same match, byte for byte; another seed gives other cards."""
    again = walk.case.match()
    assert snapshot(again) == snapshot(walk.positions[0]), "two matches of one seed differ"
    play_out(again, Seeded(f"walk {walk.case.name}"), MOVES_PLAYED_ON)
    assert snapshot(again) == snapshot(walk.positions[again.move_number]), "the same seed and moves give another match"
    other = walk.case._replace(number=walk.case.number + 1000).match()
    play_out(other, Seeded(f"walk {walk.case.name}"), MOVES_PLAYED_ON)  # not every game shuffles before its first move
    if any(len(asked.cards) > 9 for asked in again.game.chance.asked):
        assert other.record()["chance"] != again.record()["chance"], "another seed gives the same chance"
