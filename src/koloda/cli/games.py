"""The commands that tell about games: ``games``, ``rules``."""

from __future__ import annotations

import argparse
import json

from koloda.bots.registry import problems as problems_of_bots
from koloda.core.game import Info
from koloda.core.options import Option, option_text
from koloda.core.text import Text
from koloda.games.registry import all_games, find_game
from koloda.words import help_lines, rules_page

from .draw import put

FACTS = Text(
    "{seats} {most:место|места|мест}, {minutes} {minutes:минута|минуты|минут}",
    "{seats} {most:seat|seats}, {minutes} {minutes:minute|minutes}",
)
OPTIONS = Text("Настройки:", "Options:")
MOVES = Text("Ходы:", "Moves:")
DEFAULT = Text("обычно", "default")
BY_SEATS = Text("по числу мест", "by the number of seats")
BY_OPTION = Text("по «{name}»", "by '{name}'")


def games(args: argparse.Namespace) -> int:
    """List all games, or describe one with its options and moves."""
    if args.id is not None:
        put("\n".join(_details(find_game(args.id).info, args.lang)))
        return 0
    infos = [game.info for game in all_games()]
    problems_of_bots()  # they are named as soon as somebody asks
    id_width = max(len(info.id) for info in infos)
    for info in infos:
        print(f"{info.id:{id_width}}  {_names(info, args.lang)} — {_facts(info, args.lang)}")
        print(f"{'':{id_width}}  {info.blurb.get(args.lang)}")
    return 0


def rules(args: argparse.Namespace) -> int:
    """Print the rules page of a game, and its help cards."""
    put(rules_page(args.id, args.lang), end="")
    lines = help_lines(find_game(args.id).info, args.lang)
    if lines:
        put("\n".join(["", *lines]))
    return 0


def _names(info: Info, lang: str) -> str:
    """The name, and the other names after it."""
    return ", ".join(names.get(lang) for names in (info.names, *info.other_names))


def _facts(info: Info, lang: str) -> str:
    low, high = info.seats
    seats = str(low) if low == high else f"{low}–{high}"
    return FACTS.fill(lang, {"seats": seats, "most": high, "minutes": info.minutes})


def _details(info: Info, lang: str) -> list[str]:
    lines = [f"{_names(info, lang)} ({info.id})", _facts(info, lang), info.blurb.get(lang)]
    if info.options:
        lines.append(OPTIONS.get(lang))
        lines += [f"  {_option(option, lang)}" for option in info.options]
    lines.append(MOVES.get(lang))
    lines += [f"  {' '.join((verb.name, *verb.args))} — {verb.names.get(lang)}" for verb in info.verbs]
    return lines


def default_text(option: Option) -> str:
    """The default as one would write it on the command line: null, not None, for a JSON option."""
    plain = option.accepts is None or isinstance(option.default, str)
    return option_text(option.default) if plain else json.dumps(option.default)


def _option(option: Option, lang: str) -> str:
    numbers = "JSON" if option.accepts else f"{option.low}..{option.high}"
    values = "|".join(option_text(choice) for choice in option.choices) or numbers
    default = BY_SEATS.get(lang) if option.by_seats else default_text(option)
    if option.follows:
        default = BY_OPTION.fill(lang, {"name": option.follows})
    return (
        f"{option.name}={values} — «{option.names.get(lang)}»: {option.help.get(lang)} ({DEFAULT.get(lang)} {default})"
    )
