"""The catalogue of games, made from their own declarations."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

from koloda.core.errors import KolodaError
from koloda.core.game import HelpRow as HelpRowOfGame
from koloda.core.game import Info, Tag
from koloda.core.options import Option, option_text
from koloda.core.table import HOLD_MS
from koloda.core.text import Text
from koloda.core.view import chance_told
from koloda.games.registry import all_games, find_game
from koloda.match import Match
from koloda.server.protocol.games import (
    Both,
    CounterInfo,
    CounterShow,
    DeckInfo,
    GameInfo,
    GameLine,
    GameOption,
    HelpCard,
    HelpRow,
    OptionChoice,
    PackInfo,
    TagInfo,
    TipInfo,
    VerbInfo,
    ZoneInfo,
    ZoneLook,
)
from koloda.untrusted import new_match

MAX_MOVES_BEFORE_THE_DEAL = 100
QUICK_MINUTES = 10
QUICK = Tag("quick", Text("быстрая", "quick"))
LUCK = Tag("luck", Text("чистая удача", "pure luck"))
COVER_CARDS = 3
PICTURE_FACES = 8
FACE_STEP = 7  # neighbours in the deck look too much alike


def both(text: Text) -> Both:
    """Words as they travel."""
    return Both(text.ru, text.en)


@cache
def catalogue() -> list[GameLine]:
    """All games, family by family."""
    infos = [game.info for game in all_games()]
    infos.sort(key=lambda info: (info.family.rank, info.family.id, info.id != info.family.id, info.names.ru))
    return [GameLine(**_line(info)) for info in infos]


@cache
def game_info(game_id: str) -> GameInfo:
    """Everything a page needs to play a game that it knows nothing about."""
    info = find_game(game_id).info
    return GameInfo(
        **_line(info),
        version=info.version,
        deck=DeckInfo(info.deck.name, list(info.deck.values(sorted(set(info.deck.pack))))),
        options=[_option(option) for option in info.options],
        verbs={verb.name: VerbInfo(both(verb.names), list(verb.args), verb.auto, verb.assent) for verb in info.verbs},
        zones={
            zone.name: ZoneInfo(
                names=both(zone.names),
                look=cast(ZoneLook, zone.look),
                face=zone.face,
                slots={str(slot): both(text) for slot, text in zone.slots.items()},
                tint=zone.tint,
                tints={str(slot): tint for slot, tint in zone.tints.items()},
                face_down=zone.face_down,
            )
            for zone in info.zones
        },
        counters={
            counter.name: CounterInfo(both(counter.names), cast(CounterShow, counter.show), counter.colour)
            for counter in info.counters
        },
        phases={name: both(text) for name, text in info.phases.items()},
        asks={name: both(text) for name, text in info.asks.items()},
        waits={name: both(text) for name, text in info.waits.items()},
        holds=HOLD_MS,
        words={name: both(text) for name, text in info.words.items()},
        out_notes=list(info.out_notes),
        tiles=dict(info.tiles),
        help=[HelpCard(both(card.title), [_help_row(row) for row in card.rows]) for card in info.help],
        tips=[TipInfo(tip.when, tip.at, both(tip.text)) for tip in info.tips],
        cooperative=info.cooperative,
    )


def is_current(game_id: str, version: int) -> bool:
    """Whether these are today's rules of a game; of one that is no longer here there are none."""
    try:
        return find_game(game_id).info.version == version
    except KolodaError:
        return False


def pack_info(game_id: str, seats: object, options: object) -> PackInfo:
    """What chance has to do with a game of these seats and options: found by beginning a match.

    Before the first card is known nothing can depend on chance, so every match begins with the same requests. Where
    somebody has to choose something before the deal, such as a stake, the usual choice is made.
    """
    info = find_game(game_id).info
    match = new_match(game_id, seats, options, seed="")
    opening = chance_told(match.game.chance)
    pack = _shuffled_pack(match)
    while pack is None and match.move_number < MAX_MOVES_BEFORE_THE_DEAL and not match.game.over:
        seat = match.turn.seats[0]
        match.play(seat, match.game.default_move(seat))
        pack = _shuffled_pack(match)
    whole = [number for number, told in enumerate(opening, 1) if pack and told == f"shuffle {len(pack)}"]
    return PackInfo(
        pack=info.deck.values(sorted(pack or info.deck.pack)),
        other_packs=[list(numbers) for numbers in info.other_packs],
        opening=opening[: whole[0]] if whole else opening,
    )


def _shuffled_pack(match: Match) -> list[int] | None:
    """The cards of the game's deck that were shuffled first, if they were."""
    deck = match.game.info.deck
    return next((answer.cards for answer in match.game.chance.asked if answer.deck is deck), None)


def _line(info: Info) -> dict[str, Any]:
    """What the catalogue and the whole of a game have in common."""
    return {
        "id": info.id,
        "family": info.family.id,
        "family_names": both(info.family.names),
        "names": both(info.names),
        "other_names": [both(names) for names in info.other_names],
        "blurb": both(info.blurb),
        "seats": list(info.seats),
        "usual_seats": info.seats_to_begin_with(),
        "minutes": info.minutes,
        "tags": [TagInfo(tag.id, both(tag.names)) for tag in _tags(info)],
        **_picture(info),
    }


def _tags(info: Info) -> list[Tag]:
    """What a game says of itself, and what follows from its declarations."""
    tags = list(info.tags)
    if info.minutes <= QUICK_MINUTES:
        tags.append(QUICK)
    if info.pure_chance:
        tags.append(LUCK)
    return tags


def _picture(info: Info) -> dict[str, Any]:
    """Which cards and which places the small picture of a game shows: the places of a match that has just begun."""
    deck = list(info.deck.values(sorted(set(info.deck.pack))))
    spread = [deck[at * (len(deck) - 1) // (COVER_CARDS - 1)] for at in range(COVER_CARDS)]
    begun = new_match(info.id, info.seats_to_begin_with(), {}, seed="")
    kinds = [(zone.kind, zone.owner) for zone in begun.game.zones() if zone.owner <= 0]
    shared = [kind for kind, owner in kinds if owner < 0]
    open_ones = [kind.look for kind in shared if kind.look != "pile"]
    return {
        "cover": list(info.cover or spread),
        "faces": [deck[at * FACE_STEP % len(deck)] for at in range(1, PICTURE_FACES + 1)],
        "middle": list(dict.fromkeys([*(["pile"] if len(open_ones) < len(shared) else []), *open_ones])),
        "before": list(dict.fromkeys(kind.look for kind, owner in kinds if owner == 0)),
    }


def _help_row(row: HelpRowOfGame) -> HelpRow:
    return HelpRow(both(row.name), list(row.cards), row.number, None if row.text is None else both(row.text))


def _option(option: Option) -> GameOption:
    names = option.choice_names or tuple(Text(str(choice), str(choice)) for choice in option.choices)
    return GameOption(
        name=option.name,
        names=both(option.names),
        help=both(option.help),
        default=option.default,
        by_seats={str(seats): value for seats, value in option.by_seats.items()},
        follows=option.follows,
        following={option_text(leader): value for leader, value in option.following.items()},
        choices=[OptionChoice(value, both(text)) for value, text in zip(option.choices, names, strict=True)],
        low=option.low,
        high=option.high,
        json=option.accepts is not None,
    )
