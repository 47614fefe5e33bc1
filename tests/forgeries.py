"""An honest sealed match and forgeries of it, each as consistent with itself as a liar could make it.

``python tests/forgeries.py`` writes them to tests/forgeries.json; ``tests/test_verify.py`` shows them to the terminal's
verifier, ``src/koloda/web/src/lib/seal/check.test.ts`` to the page's.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from koloda import find_game
from koloda.core.chance import Seeded
from koloda.core.errors import KolodaError
from koloda.core.view import chance_told
from koloda.match import Match
from koloda.seal import DealId, Dealt, line_digest, old_commitment, old_seed, result_digest, seed_of
from koloda.server.http.catalogue import pack_info
from koloda.server.protocol.codec import encode
from koloda.server.protocol.views import wire_notes
from koloda.testing.walks import random_move

FILE = Path(__file__).parent / "forgeries.json"
SEATS = 3
BASES: dict[str, dict[str, Any]] = {"old-maid": {"deals": 1}, "sweep": {}}  # honest matches, by their games
DEAL = DealId("bX3kLm0aQ9Zt", "Qm3vT0aXk2Lw")
SECRET = "5e" * 32
NONCES = ["a0" * 16, "b1" * 16]  # of the pages on seats 0 and 1; seat 2 is a bot's
YOU = 0
Json = dict[str, Any]


class Forgery(NamedTuple):
    """A record that lies: what it changes, and the problem that each verifier must name."""

    name: str
    forge: Callable[[Json], None]
    page: str
    terminal: str
    game: str = "old-maid"
    saw: Mapping[str, Any] = MappingProxyType({})  # what the page has seen otherwise than of the honest match


def seal_of(deal: DealId, secret: str, nonces: list[str]) -> Json:
    """An honest seal of these numbers; the last seat is a bot's."""
    commits = [deal.nonce_commitment(seat, nonce) for seat, nonce in enumerate(nonces)] + [""]
    return {
        "way": 2,
        "commitment": deal.secret_commitment(secret),
        "secret": secret,
        "table": deal.table,
        "match": deal.match,
        "commits": commits,
        "nonces": deal.counted_nonces(commits, [*nonces, ""]),
    }


def seed_in(record: Json) -> str:
    seal = record["seal"]
    if seal["way"] == 1:
        return old_seed(seal["secret"], seal["words"])
    what = Dealt(record["game"], record["version"], record["seats"], record["options"])
    return seed_of(DealId(seal["table"], seal["match"]), what, seal["secret"], seal["commits"], seal["nonces"])


def played(seal: Json, game: str = "old-maid", options: Json | None = None, moves: str = "moves") -> tuple[Json, Match]:
    """A whole match of this seal: its record as the archive has it."""
    given = BASES[game] if options is None else options
    record: Json = {
        "game": game,
        "version": find_game(game).info.version,
        "seats": SEATS,
        "options": given,
        "seal": seal,
    }
    match, chooser = Match.new(game, SEATS, given, chance=Seeded(seed_in(record))), Seeded(moves)
    while not match.game.over:
        match.play(*random_move(match, chooser))
    picks = [answer.out_of for answer in match.game.chance.asked if answer.deck is None]
    return {**match.record(), "picks": picks, "seal": seal}, match


def lines_of(record: Json, seat: int | None) -> list[list[Any]]:
    """What the archive shows of the log with the eyes of a seat: every step and its notes."""
    match = Match.new(record["game"], record["seats"], record["options"], chance=record["chance"])
    lines = [[0, wire(match, seat)]]
    for number, (mover, move) in enumerate(record["moves"], 1):
        match.play(mover, move)
        lines.append([number, wire(match, seat)])
    return lines


def wire(match: Match, seat: int | None) -> list[list[Any]]:
    told: list[list[Any]] = json.loads(encode(wire_notes(match.view(seat).events)))
    return told


def seen_of(record: Json, match: Match) -> Json:
    """What the page on seat 0 has kept of an honest match."""
    seal = record["seal"]
    return {
        "way": seal["way"],
        **{name: record[name] for name in ("game", "version", "seats", "options")},
        **{name: seal[name] for name in ("table", "match", "commitment", "commits", "nonces")},
        "you": YOU,
        "nonce": NONCES[YOU],
        "chance": chance_told(match.game.chance),
        "lines": [[number, line_digest(number, notes)] for number, notes in lines_of(record, YOU) if notes],
        "result": result_digest(record["result"]),
    }


def deal_again(record: Json, requests: list[tuple[str, Any]] | None = None) -> None:
    """Make the answers of chance follow from the seal, whatever is asked for: a liar would take care of that."""
    if requests is None:
        picks = iter(record["picks"])
        requests = [("shuffle", e["shuffle"]) if "shuffle" in e else ("pick", next(picks)) for e in record["chance"]]
    stream = Seeded(seed_in(record))
    chance: list[Json] = []
    out_of: list[int] = []
    for kind, what in requests:
        if kind == "pick":
            chance.append({"pick": int(stream.below(what))})
            out_of.append(what)
            continue
        cards = sorted(what, key=find_game(record["game"]).info.deck.card)
        for i in range(len(cards) - 1, 0, -1):
            j = stream.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        chance.append({"shuffle": cards})
    record["chance"], record["picks"] = chance, out_of


# The lies


def another_secret_and_fingerprint(record: Json) -> None:
    record["seal"] = seal_of(DEAL, "77" * 32, NONCES)
    deal_again(record)


def my_number_replaced(record: Json) -> None:
    record["seal"] = seal_of(DEAL, SECRET, ["cc" * 16, NONCES[1]])
    deal_again(record)


def twos_turned_into_aces(record: Json) -> None:
    low = min((card[0] for card in record["chance"][1]["shuffle"]), key="23456789TJQKA".index)
    for entry in record["chance"]:
        if "shuffle" in entry:
            entry["shuffle"] = ["A" + card[1] if card[0] == low else card for card in entry["shuffle"]]
    deal_again(record)


def every_pick_out_of_one(record: Json) -> None:
    requests = [("shuffle", e["shuffle"]) if "shuffle" in e else ("pick", 1) for e in record["chance"]]
    deal_again(record, requests)


def another_secret(record: Json) -> None:
    record["seal"]["secret"] = "77" * 32
    deal_again(record)


def two_cards_exchanged(record: Json) -> None:
    cards = next(entry["shuffle"] for entry in record["chance"] if "shuffle" in entry)
    cards[0], cards[1] = cards[1], cards[0]


def another_pick(record: Json) -> None:
    number = max(i for i, entry in enumerate(record["chance"]) if "pick" in entry and record["picks"][i - 1] > 1)
    record["chance"][number]["pick"] = (record["chance"][number]["pick"] + 1) % record["picks"][number - 1]


def requests(record: Json) -> list[tuple[str, Any]]:
    picks = iter(record["picks"])
    return [("shuffle", e["shuffle"]) if "shuffle" in e else ("pick", next(picks)) for e in record["chance"]]


def a_draw_before_the_deal(record: Json) -> None:
    """Whoever knows the seed could put idle draws before the shuffle until the cards please them."""
    deal_again(record, [("pick", 1), *requests(record)])


def an_idle_draw_in_the_middle(record: Json) -> None:
    asked = requests(record)
    deal_again(record, [*asked[:6], ("pick", 2), *asked[6:]])


def the_last_draw_left_out(record: Json) -> None:
    deal_again(record, requests(record)[:-1])


def a_card_missing(record: Json) -> None:
    asked = requests(record)
    deal_again(record, [(kind, what[:-1]) if kind == "shuffle" else (kind, what) for kind, what in asked])


def another_players_number_tried_out(record: Json) -> None:
    record["seal"] = seal_of(DEAL, SECRET, [NONCES[0], "dd" * 16])
    deal_again(record)


def a_number_that_does_not_fit_its_fingerprint(record: Json) -> None:
    record["seal"]["nonces"][1] = "dd" * 16
    deal_again(record)


def a_bots_number_chosen(record: Json) -> None:
    record["seal"]["nonces"][2] = "ee" * 16
    deal_again(record)


def a_number_declared_late(record: Json) -> None:
    seal = record["seal"]
    seal["nonces"][1] = DEAL.nonce_by_rule(1, seal["commits"][1])
    deal_again(record)


def my_page_said_to_have_added_nothing(record: Json) -> None:
    seal = record["seal"]
    seal["commits"][0], seal["nonces"][0] = "", DEAL.nonce_by_rule(0, "")
    deal_again(record)


def the_record_of_another_match(record: Json) -> None:
    other, _ = played(seal_of(DealId(DEAL.table, "another-one1"), SECRET, NONCES))
    record.update(other)


def other_options(record: Json) -> None:
    other, _ = played(copy.deepcopy(record["seal"]), options={"deals": 2})
    record.update(other)


def another_result(record: Json) -> None:
    scores = record["result"]["scores"]
    record["result"] = {**record["result"], "scores": scores[1:] + scores[:1]}


def other_moves(record: Json) -> None:
    """Another match of the same deal: nobody has played it."""
    other, _ = played(copy.deepcopy(record["seal"]), record["game"], moves="other moves")
    record.update(other)


def sealed_in_the_old_way(record: Json) -> None:
    """A seal that proves less, from a server that would like to choose its secret afterwards."""
    secret = "77" * 32
    words = [None] * SEATS
    record["seal"] = {"way": 1, "commitment": old_commitment(secret), "secret": secret, "words": words}
    deal_again(record)


def numbers_left_out(record: Json) -> None:
    record["seal"]["nonces"] = []


def another_version_of_the_rules(record: Json) -> None:
    record["version"] += 1
    deal_again(record)


def said_to_be_called_off(record: Json) -> None:
    """Whoever has lost would like the match to count nowhere: its last moves, which asked for nothing, are gone."""
    record["moves"], record["result"], record["ended"] = record["moves"][:-1], None, True
    asked = len(record["chance"]) - 1
    record["chance"], record["picks"] = record["chance"][:asked], record["picks"][:-1]


def decided_and_called_off(record: Json) -> None:
    record["ended"] = True


def called_off_and_played_on(record: Json) -> None:
    """All have agreed to end it after the third move; somebody plays on alone and wins."""


def a_take_back_that_never_was(record: Json) -> None:
    """The last move is said to have been made, taken back and made again."""
    last = {"after": len(record["moves"]) - 1, "seat": record["moves"][-1][0], "moves": record["moves"][-1:]}
    record["taken_back"] = [{**last, "chance": record["chance"][-1:], "picks": record["picks"][-1:]}]


def a_take_back_left_out(record: Json) -> None:
    """The page saw a line that was taken back, of which the record tells nothing."""


FORGERIES = [
    # the four that were approved before
    Forgery("another secret and fingerprint", another_secret_and_fingerprint, "other-commitment", "other-commitment"),
    Forgery("my number replaced", my_number_replaced, "other-commit", "other-commit"),
    Forgery("twos turned into aces", twos_turned_into_aces, "pack", "pack"),
    Forgery("every pick out of one", every_pick_out_of_one, "other-request", "rules-request"),
    # others
    Forgery("another secret", another_secret, "secret", "secret"),
    Forgery("two cards exchanged", two_cards_exchanged, "shuffle", "shuffle"),
    Forgery("another pick", another_pick, "pick", "pick"),
    Forgery("a draw before the deal", a_draw_before_the_deal, "other-request", "rules-request"),
    Forgery("an idle draw in the middle", an_idle_draw_in_the_middle, "other-request", "rules-request"),
    Forgery("the last draw left out", the_last_draw_left_out, "request-count", "rules-count"),
    Forgery("a card missing", a_card_missing, "other-request", "pack"),
    Forgery("another player's number tried out", another_players_number_tried_out, "other-commit", "other-commit"),
    Forgery("a number that does not fit", a_number_that_does_not_fit_its_fingerprint, "other-nonce", "other-nonce"),
    Forgery("a bot's number chosen", a_bots_number_chosen, "other-nonce", "other-nonce"),
    Forgery("a number declared late", a_number_declared_late, "other-nonce", "other-nonce"),
    Forgery("my page added nothing", my_page_said_to_have_added_nothing, "other-commit", "other-commit"),
    Forgery("the record of another match", the_record_of_another_match, "other-match", "other-match"),
    Forgery("other options", other_options, "other-game", "other-game"),
    Forgery("another result", another_result, "other-result", "result"),
    Forgery("other moves", other_moves, "other-line", "other-line", "sweep"),
    Forgery("sealed in the old way", sealed_in_the_old_way, "other-way", "other-way"),
    Forgery("numbers left out", numbers_left_out, "seal-shape", "seal-shape"),
    Forgery("another version of the rules", another_version_of_the_rules, "other-game", "other-game"),
    # with what records tell of votes and take-backs
    Forgery("said to be called off", said_to_be_called_off, "other-result", "other-result"),
    Forgery("decided and called off", decided_and_called_off, "two-ends", "two-ends"),
    Forgery(
        "called off and played on",
        called_off_and_played_on,
        "played-on",
        "played-on",
        saw={"ended": True, "result": "", "lines": [], "chance": []},
    ),
    Forgery("a take-back that never was", a_take_back_that_never_was, "take-backs", "take-backs"),
    Forgery("a take-back left out", a_take_back_left_out, "take-backs", "take-backs", saw={"takes": 1}),
]


def honest(game: str = "old-maid") -> tuple[Json, Json]:
    """The honest record of a game and what the page has seen."""
    record, match = played(seal_of(DEAL, SECRET, NONCES), game)
    return record, copy.deepcopy(seen_of(record, match))


def forged(forgery: Forgery) -> tuple[Json, Json]:
    """The record that lies, and what the page has seen."""
    record, seen = honest(forgery.game)
    forgery.forge(record)
    return record, {**seen, **forgery.saw}


def shown_lines(record: Json, lie: Json) -> list[list[Any]]:
    """The log that a server shows of a lie: that of its record if it can be played, else the true one."""
    try:
        return lines_of(lie, YOU)
    except KolodaError:
        return lines_of(record, YOU)


def base(game: str) -> Json:
    """An honest match with all that a page knows of it."""
    record, seen = honest(game)
    deck = find_game(game).info.deck
    return {
        "record": record,
        "seen": seen,
        "lines": lines_of(record, YOU),
        "pack": msgspec.to_builtins(pack_info(game, SEATS, BASES[game])),
        "order": deck.values(sorted(set(deck.pack))),
    }


def lie(forgery: Forgery) -> Json:
    """A forgery for the page: only what it changes."""
    record, _ = honest(forgery.game)
    false, _ = forged(forgery)
    changes = {name: value for name, value in false.items() if value != record.get(name)}
    lines, true = shown_lines(record, false), lines_of(record, YOU)
    told = {"name": forgery.name, "game": forgery.game, "problem": forgery.page, "changes": changes}
    told |= {"saw": dict(forgery.saw)} if forgery.saw else {}
    return told if lines == true else {**told, "lines": lines}


def text() -> str:
    """The file."""
    fixture = {"honest": {game: base(game) for game in BASES}, "forgeries": [lie(one) for one in FORGERIES]}
    return json.dumps(fixture, ensure_ascii=False, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
