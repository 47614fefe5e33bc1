"""One gate: no byte that a seat or a watcher receives depends on what it may not know.

Two tables are the same but for the cards: the second one's match is a world that looks the same to one viewer.
Whatever then happens that this viewer may not see, the frames sent to them must be equal, byte for byte.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from local_cluster import PrivateNats

import koloda
from koloda.core.chance import Fast, Seeded
from koloda.core.errors import NoWorld
from koloda.core.game import Beat, Game
from koloda.core.table import EVERYONE, Note
from koloda.core.view import beats_of
from koloda.core.worlds import imagine_world
from koloda.match import Match
from koloda.server.protocol.codec import encode
from koloda.server.protocol.messages import AskHints, ViewChange
from koloda.server.protocol.views import story as wire_story
from koloda.server.protocol.views import wire_notes
from koloda.server.storage.sqlite_store import SqliteStore
from koloda.server.storage.store import Store
from koloda.server.table import table as table_module
from koloda.server.table.audience import Audience
from koloda.server.table.clock import now
from koloda.server.table.match_log import LogEntry
from koloda.server.table.owner import own
from koloda.server.table.table import Table
from koloda.testing.walks import Case, cases, play_on, random_move, samples, viewers

from .far_seats import two_nodes
from .kit import Seat, bare_table, play

GAMES = koloda.all_games()
LONGEST = 250
PLAIN = 3
MATCHES_WITH_DISCARDS = 40  # played in search of cards that lie face down: some random matches have hardly any
Position = tuple[Match, list[LogEntry]]
Come = Callable[..., Seat]
Look = Callable[[Audience, Match, set[int | None], int], dict[int | None, bytes]]
MOMENTS_OVER_NODES = 3


@pytest.fixture(autouse=True)
def nobody_is_told_of_arrivals_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """People who come are told of at once (``Seat.come``), so that a busy machine makes no difference."""
    monkeypatch.setattr(table_module, "TELL_SECONDS", 1e9)


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Store, Store]]:
    """Two tables with one id need two journals."""
    first, second = (SqliteStore(tmp_path_factory.mktemp("gate") / "koloda.sqlite") for _ in range(2))
    yield first, second
    first.stop()
    second.stop()


def positions(game: type[Game]) -> list[Position]:
    """Moments of a game; the matches are not to be changed."""
    return moments(game.info.id)


@cache
def moments(game_id: str) -> list[Position]:
    """Moments of random matches, one of every kind (phase, turn, secret moves made), and a few others."""
    game = koloda.find_game(game_id)
    by_kind: dict[object, Position] = {}
    for seats, options in samples(game)[:2]:
        match = Match.new(game.info.id, seats, options, seed="gate")
        chooser = Seeded("gate")
        log: list[LogEntry] = [(0, list(match.game.events))]
        while not match.game.over and match.move_number < LONGEST:
            state = match.game
            kind = (state.phase(), state.turn_kind, bool(state.secret_moves), len(state.movers()) > 1)
            plain = match.move_number // (LONGEST // PLAIN)
            for key in (kind, (seats, plain)):
                by_kind.setdefault(key, (match.copy(), list(log)))
            match.play(*random_move(match, chooser))
            log.append((match.move_number, list(match.game.events)))
    return list(by_kind.values())


def other_notes(log: list[LogEntry], viewer: int | None, deck: int) -> list[LogEntry]:
    """The same log with other cards wherever this viewer heard of closed ones."""
    bit = 0 if viewer is None else 1 << viewer

    def changed(note: Note) -> Note:
        if note.seen == EVERYONE or note.seen & bit:
            return note
        cards = tuple((card + 1) % deck for card in note.cards)
        return Note(note.kind, note.seat, note.other, cards, note.n, note.word, note.seen)

    return [(n, [changed(note) for note in notes]) for n, notes in log]


def other_chance(match: Match, index: int) -> Seeded:
    """A source that will give other answers; it was asked for the same so far, which is no secret."""
    chance = Seeded(f"another {index}")
    chance.tape = match.game.chance.tape.copy()
    return chance


@contextlib.asynccontextmanager
async def running(store: Store, match: Match, log: list[LogEntry], hints: bool = True) -> AsyncIterator[Table]:
    """A table in the middle of a match, with its own task."""
    table = bare_table(store, match.game.info.id, match.game.seats, hints)
    table.match = match
    table.turn_since = now()
    table.log.entries = log
    task = asyncio.create_task(own(table))
    try:
        yield table
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await store.forget_table(table.id)


async def stream(table: Table, viewer: int | None, number: int, tries: list[str], come: Come = Seat) -> list[bytes]:
    """All frames to one viewer while things happen that they may not see."""
    match = table.match
    assert match is not None
    others = [await come(table, f"p{seat}").come() for seat in range(match.game.seats) if seat != viewer]
    looker = await come(table, "watcher" if viewer is None else f"p{viewer}", log=True).come()
    await looker.say(AskHints())
    for text in tries:
        await looker.move(text)
    for other in others:
        await other.move("no such move")
    await secret_moves(table, others, number)
    await looker.settle()
    return looker.raw


async def secret_moves(table: Table, others: list[Seat], number: int) -> None:
    """The others choose in a turn together, in each world something else, but never the last of all."""
    match = table.match
    assert match is not None
    for other in others:
        turn = match.turn
        if turn.kind == "together" and len(turn.seats) > 1 and other.connection.viewer in turn.seats:
            legal = other.legal()
            answer = await other.move(legal[0] if number == 0 else legal[-1])
            assert answer["t"] == "moved"


def illegal(match: Match, viewer: int | None) -> list[str]:
    """What this viewer may try and must not: moves of all others, now and in general."""
    mine = [] if viewer is None else match.legal(viewer)
    tried = ["", "no such move", *(verb.name for verb in match.game.info.verbs)]
    for seat in range(match.game.seats):
        moves = match.game.moves(seat) if match.game.owes(seat) else []
        tried += moves[:2]
    return [text for text in dict.fromkeys(tried) if text not in mine][:8]


def some_viewers(match: Match) -> list[int | None]:
    """A watcher, one who moves, and one who does not."""
    seats = range(match.game.seats)
    movers = match.turn.seats
    return [None, *movers[:1], *[seat for seat in seats if seat not in movers][-1:], *movers[1:][-1:]]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.id)
def test_two_worlds_that_look_the_same_send_the_same_bytes(game: type[Game], stores: tuple[Store, Store]) -> None:
    async def story() -> None:
        assert await compare_worlds(game, stores, positions(game)) >= 4

    play(story)


async def compare_worlds(
    game: type[Game], stores: tuple[Store, Store], moments: list[Position], come: Come = Seat
) -> int:
    """Compare what each viewer is sent at these moments of a game and of its worlds; how many times."""
    compared = 0
    for index, (match, log) in enumerate(moments):
        for viewer in some_viewers(match):
            try:
                world = koloda.resample(match, viewer, Fast(index))
            except NoWorld:
                continue
            world.game.chance = other_chance(match, index)
            heard = other_notes(log, viewer, len(set(game.info.deck.pack)))
            tries = illegal(match, viewer)
            async with running(stores[0], match.copy(), log) as one, running(stores[1], world, heard) as two:
                first, second = await stream(one, viewer, 0, tries, come), await stream(two, viewer, 1, tries, come)
            assert first == second, f"{game.info.id} after move {match.move_number} tells {viewer} too much"
            kinds = {json.loads(frame)["t"] for frame in first}
            assert kinds >= {"table", "view", "log"}
            compared += 1
    return compared


# Over two nodes: the table at one, the sockets at the other, and NATS between them


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.id)
def test_nor_do_worlds_differ_for_sockets_of_another_node(
    game: type[Game], stores: tuple[Store, Store], nats: PrivateNats
) -> None:
    async def story() -> None:
        async with two_nodes(nats) as come:
            assert await compare_worlds(game, stores, positions(game)[:MOMENTS_OVER_NODES], come) >= 2

    play(story)


def test_a_leak_would_be_noticed_over_nodes_too(
    stores: tuple[Store, Store], nats: PrivateNats, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Audience, "_look", leaky(Audience._look))
    with pytest.raises(AssertionError, match="too much"):
        test_nor_do_worlds_differ_for_sockets_of_another_node(koloda.find_game("old-maid"), stores, nats)


FACE_DOWN = [game for game in GAMES if any(zone.face_down for zone in game.info.zones)]


def with_other_discards(match: Match, viewer: int | None) -> Match | None:
    """The same match but for what lies face down, which is exchanged for other cards that this viewer does not see;
    None if there are none. To the rules it is another match: only a person's eyes cannot tell them apart.
    """
    other = match.copy()
    seat = -1 if viewer is None else viewer
    zones = other.game.zones()
    down = [(zone.pile, at) for zone in zones if zone.kind.face_down for at in range(len(zone.pile))]
    closed = [zone for zone in zones if not zone.kind.face_down]
    hidden = [(zone.pile, at) for zone in closed for at in range(len(zone.pile)) if not zone.known(at, seat)]
    changed = False
    for (pile, at), (source, place) in zip(down, hidden, strict=False):
        mine, theirs = pile.at(at), source.at(place)
        pile.set(at, theirs)
        source.set(place, mine)
        changed = changed or mine != theirs
    return other if changed else None


def discarded(game: type[Game]) -> Iterator[tuple[Match, list[LogEntry], int | None, Match]]:
    """Moments of a match with cards that lie face down, a viewer of each, and the match with other cards there."""
    found = 0
    for number in range(MATCHES_WITH_DISCARDS):
        seats, options = samples(game)[number % 2]
        match = Match.new(game.info.id, seats, options, seed=f"discards {number}")
        chooser = Seeded(f"discards {number}")
        while not match.game.over and found < 4:
            mover = match.turn.seats[0]
            random = chooser.below(2) > 0  # the first legal move is a fold where there is one
            match.play(*(random_move(match, chooser) if random else (mover, match.legal(mover)[0])))
            viewer = (None, *range(seats))[match.move_number % (seats + 1)]
            other = None if match.game.over else with_other_discards(match, viewer)
            if other is not None:
                found += 1
                yield match, [(match.move_number, list(match.game.events))], viewer, other


def test_the_book_of_pairs_lays_discards_face_down() -> None:
    assert {game.info.family.id for game in FACE_DOWN} == {"pairs"} and len(FACE_DOWN) >= 10


@pytest.mark.parametrize("game", FACE_DOWN, ids=lambda game: game.info.id)
def test_without_hints_no_byte_tells_what_lies_face_down(game: type[Game], stores: tuple[Store, Store]) -> None:
    compared = 0

    async def story() -> None:
        nonlocal compared
        for match, log, viewer, other in discarded(game):
            async with (
                running(stores[0], match.copy(), list(log), hints=False) as one,
                running(stores[1], other, list(log), hints=False) as two,
            ):
                first, second = await stream(one, viewer, 0, []), await stream(two, viewer, 0, [])
            assert first == second, f"{game.info.id} after move {match.move_number} shows {viewer} the discards"
            compared += 1

    play(story)
    assert compared >= 2


def test_hints_count_what_lies_face_down(tmp_path: Path) -> None:
    """The seat's own memory is worked with on the server: another pile gives other hints, and still no face."""

    async def hints(match: Match, log: list[LogEntry]) -> object:
        async with running(store, match, log) as table:
            looker = await Seat(table, f"p{match.turn.seats[0]}").come()
            frames = await looker.say(AskHints())
            discard = next(zone[4] for zone in looker.last("view")["zones"] if zone[0] == "discard")
            assert isinstance(discard, int) or discard == []
            return next(frame for frame in frames if frame["t"] == "hints")["hints"]

    async def story() -> None:
        moments = [(match.copy(), log, other) for match, log, _, other in discarded(koloda.find_game("pairs"))]
        assert any([await hints(match, log) != await hints(other, log) for match, log, other in moments])

    store = SqliteStore(tmp_path / "koloda.sqlite")
    play(story)
    store.stop()


def leaky(honest: Look) -> Look:
    """Shows everybody the first card of the first zone, as a part of the clock."""

    def look(self: Audience, match: Match, lookers: set[int | None], deadline: int) -> dict[int | None, bytes]:
        return honest(self, match, lookers, deadline + sum(match.game.zones()[0].pile.cards()[:1]))

    return look


def test_a_leak_would_be_noticed(stores: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch) -> None:
    """The same comparison on a table that shows a watcher the cards of seat 0 must fail."""
    monkeypatch.setattr(Audience, "_look", leaky(Audience._look))
    old_maid = koloda.find_game("old-maid")
    with pytest.raises(AssertionError, match="tells None too much"):
        test_two_worlds_that_look_the_same_send_the_same_bytes(old_maid, stores)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.id)
def test_chance_is_never_asked_in_secret(game: type[Game]) -> None:
    """The kinds and sizes of requests are told to all: a move that asks for chance must tell a watcher something."""
    asked = 0
    for seats, options in samples(game):
        match, chooser = Match.new(game.info.id, seats, options, seed="secret"), Seeded("secret")
        while not match.game.over and match.move_number < LONGEST:
            before = len(match.game.chance.tape)
            match.play(*random_move(match, chooser))
            if len(match.game.chance.tape) > before:
                asked += 1
                assert match.view(None).events and not match.game.secret_moves, f"move {match.move_number} is silent"
    assert asked or game.info.id in ("drunkard", "podfilim", "sweep", "venture", "kitten", "blackstone", "monster")


TOGETHER = [
    game
    for game in GAMES
    if any(match.turn.kind == "together" and len(match.turn.seats) > 1 for match, _ in positions(game))
]


def test_there_are_games_with_turns_together() -> None:
    assert len(TOGETHER) >= 5


@pytest.mark.parametrize("game", TOGETHER, ids=lambda game: game.info.id)
def test_of_a_turn_together_the_others_learn_who_still_owes_and_nothing_else(game: type[Game], tmp_path: Path) -> None:
    together = [at for at in positions(game) if at[0].turn.kind == "together" and len(at[0].turn.seats) > 1]

    async def story() -> None:
        for moment, log in together:
            match = moment.copy()
            async with running(store, match, log) as table:
                seats = [await Seat(table, f"p{seat}").come() for seat in range(match.game.seats)]
                watcher = await Seat(table, "watcher").come()
                *movers, last = match.turn.seats
                owing = list(match.turn.seats)
                for seat in movers:
                    before = match.move_number
                    idle = [other for other in seats if other is not seats[seat]] + [watcher]
                    for other in idle:
                        await other.settle()
                        other.raw.clear()
                    await seats[seat].move(seats[seat].legal()[0])
                    owing.remove(seat)
                    expected = {"t": "change", "n": before + 1, "log": [], "turn": owing}
                    for other in idle:
                        assert await other.settle() == [expected], f"{game.info.id}: a secret move tells more"
                assert owing == [last]

    store = SqliteStore(tmp_path / "koloda.sqlite")
    play(story)
    store.stop()


# The story of a move

Spoil = Callable[[Game], None]


def some_told_moves(case: Case) -> list[tuple[Match, Match]]:
    """Moves of a random match that have beats: the match before and after each, no effect more than twice."""
    match = case.match()
    match.keep_beats()
    found: dict[object, list[tuple[Match, Match]]] = {}
    before = match.copy()
    for _ in play_on(match, Seeded(f"story {case.name}"), LONGEST):
        after = match.copy()
        if after.game.beats:
            effects = tuple(beat.effect for beat in after.game.beats)
            found.setdefault(effects, []).append((before, after))
        before = after
    return [pair for pairs in found.values() for pair in pairs[:2]]


def story_bytes(before: Match, beats: list[Beat], viewer: int | None) -> bytes:
    """What travels of a story to one viewer."""
    seen = beats_of(beats, [viewer], in_sight=True)[0]
    log = [note for beat in seen for note in beat.events]
    change = ViewChange(n=1, log=wire_notes(tuple(log)))
    change.beats = wire_story(before.sight(viewer), seen)
    return encode(change)


def other_story(beats: list[Beat], viewer: int | None, number: int, spoil: Spoil | None) -> list[Beat]:
    """The same pictures, each with all that the viewer does not know of it drawn anew."""
    worlds: list[Beat] = []
    for beat in beats:
        world = imagine_world(beat.state, -1 if viewer is None else viewer, Fast(number))
        if spoil is not None:
            spoil(world)
        worlds.append(Beat(beat.effect, world, beat.told, beat.gains))
    return worlds


def compare_stories(game: type[Game], spoil: Spoil | None = None) -> int:
    """Compare the stories of all seats and watchers, for every number of seats, with default and other options."""
    compared = 0
    for case in cases(game, most_sets=2):
        for before, after in some_told_moves(case):
            told = [Beat(beat.effect, beat.state.copy(), beat.told, beat.gains) for beat in after.game.beats]
            if spoil is not None:
                for beat in told:
                    spoil(beat.state)
            for number, viewer in enumerate(viewers(after)):
                try:
                    worlds = other_story(after.game.beats, viewer, number, spoil)
                except NoWorld:
                    continue
                same = story_bytes(before, told, viewer) == story_bytes(before, worlds, viewer)
                assert same, f"the story of {case.name}, move {after.move_number}, tells {viewer} too much"
                compared += 1
    return compared


TELLING = [game for game in GAMES if any(some_told_moves(case) for case in cases(game, most_sets=1)[:1])]


def test_most_games_tell_stories() -> None:
    assert len(TELLING) >= 13


@pytest.mark.parametrize("game", TELLING, ids=lambda game: game.info.id)
def test_a_story_is_the_same_bytes_in_another_world(game: type[Game]) -> None:
    assert compare_stories(game) > 5


@pytest.mark.parametrize("game_id", ["pairs", "the-gang", "kitten"])
def test_a_story_that_leaks_would_be_noticed(game_id: str) -> None:
    """The same comparison must fail where a sentence names the top card of the deck."""

    def name_the_top_card(state: Game) -> None:
        top = tuple(state.zones()[0].pile.cards()[:1])
        state.events = [Note(note.kind, note.seat, note.other, top, note.n, note.word) for note in state.events]

    with pytest.raises(AssertionError, match="too much"):
        compare_stories(koloda.find_game(game_id), name_the_top_card)
