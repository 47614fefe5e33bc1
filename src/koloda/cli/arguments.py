"""The commands of ``koloda`` and their arguments, with help in both languages."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

import koloda
from koloda.bots import LEVELS
from koloda.core import game as core_game
from koloda.core.text import LANGUAGES, Text
from koloda.games.registry import id_of
from koloda.lab.bout import SECONDS_FOR_A_MOVE

from . import admin, arena, convert, data, games, lab, migrate, new_game, play, records, review, serve, study
from .language import Parser, RussianHelp, RussianParser

Run: TypeAlias = Callable[[argparse.Namespace], int]


class Arg(NamedTuple):
    """An argument of a command; ``settings`` go to argparse."""

    names: tuple[str, ...]
    help: Text
    settings: Mapping[str, Any] = {}


class Command(NamedTuple):
    """A command and the function that runs it."""

    name: str
    about: Text
    run: Run
    args: tuple[Arg, ...] = ()


ABOUT: Final = Text("Карточный стол: правила, матчи, записи.", "The card table: rules, matches, records.")
HELP: Final = Arg(("-h", "--help"), Text("показать эту справку", "show this help"), {"action": "help"})
VERSION: Final = Text("показать версию", "show the version")
LANG: Final = Arg(
    ("--lang",), Text("язык: ru или en (иначе по локали)", "ru or en (default: by the locale)"), {"choices": LANGUAGES}
)
ID: Final = Arg(
    ("id",),
    Text("игра: pairs или «Дайте две!»", 'a game, such as pairs or "Troll Guts"'),
    {"metavar": "ID", "type": id_of},
)
MAYBE_ID: Final = ID._replace(settings={**ID.settings, "nargs": "?"})
IDS: Final = ID._replace(help=Text("игры (иначе все)", "games (default: all)"), settings={**ID.settings, "nargs": "*"})
SEATS: Final = Arg(("--seats",), Text("сколько мест", "how many seats"), {"type": int, "metavar": "N"})
OPTION: Final = Arg(
    ("--option",),
    Text("настройка стола; можно несколько раз", "a table option; may be repeated"),
    {"action": "append", "default": [], "metavar": "K=V"},
)
SEED: Final = Arg(("--seed",), Text("зерно случая, любой текст", "the seed of chance, any text"), {"metavar": "S"})
SEAT: Final = Arg(
    ("--seat",), Text("чьими глазами смотреть", "the seat whose view to show"), {"type": int, "metavar": "S"}
)
FILE: Final = Arg(("file",), Text("файл с записью", "a record file"), {"metavar": "FILE"})

MATCHES: Final = Arg(
    ("--matches",), Text("сколько матчей", "how many matches"), {"type": int, "default": 1000, "metavar": "M"}
)
JOBS: Final = Arg(
    ("--jobs",),
    Text("сколько процессов (иначе по числу ядер)", "how many processes (default: one for each core)"),
    {"type": int, "metavar": "N"},
)
RAY: Final = Arg(
    ("--ray",),
    Text("играть на кластере Ray: его адрес или auto", "play on a Ray cluster: its address, or auto"),
    {"metavar": "ADDRESS"},
)
DECISIONS: Final = Arg(
    ("--decisions",),
    Text("строка на каждый выбор, в другой такой файл", "a row for each choice, in another such file"),
    {"metavar": "FILE"},
)
OUT: Final = Arg(
    ("--out",),
    Text(
        "строка на матч в файл .jsonl, .csv или .parquet; с ним работу можно прервать и продолжить",
        "a row for each match in a file .jsonl, .csv or .parquet; with it, work can be stopped and resumed",
    ),
    {"metavar": "FILE"},
)
SECONDS: Final = Arg(
    ("--seconds",),
    Text("сколько думает свой бот над ходом (иначе 1)", "how long your own bot may think about a move (default: 1)"),
    {"type": float, "default": SECONDS_FOR_A_MOVE, "metavar": "T"},
)
WORK: Final = (
    JOBS,
    RAY,
    OUT,
    DECISIONS,
    Arg(
        ("--records",),
        Text("записи матчей в файл .jsonl", "the records of the matches in a file .jsonl"),
        {"metavar": "FILE"},
    ),
)
DATA: Final = Arg(("--data",), Text("папка с данными (иначе data)", "data folder (default: data)"), {"metavar": "DIR"})
STORE: Final = Arg(
    ("--store",),
    Text("база PostgreSQL вместо папки с данными", "a PostgreSQL database instead of the data folder"),
    {"metavar": "URL"},
)
COPY: Final = Arg(("folder",), Text("папка с копией", "the folder of the copy"), {"metavar": "FOLDER"})

COMMANDS: Final = (
    Command(
        "serve",
        Text("накрыть стол в браузере", "serve the table to browsers"),
        serve.serve,
        (
            Arg(("--host",), Text("адрес (иначе 127.0.0.1)", "address (default: 127.0.0.1)"), {"metavar": "HOST"}),
            Arg(("--port",), Text("порт (иначе 8000)", "port (default: 8000)"), {"type": int, "metavar": "PORT"}),
            DATA,
            STORE,
            Arg(
                ("--bus",),
                Text("NATS, через который говорят узлы", "the NATS server over which the nodes talk"),
                {"metavar": "URL"},
            ),
            Arg(
                ("--node",),
                Text("имя этого узла (иначе имя машины)", "the name of this node (default: the machine's)"),
                {"metavar": "NAME"},
            ),
            Arg(
                ("--bot",),
                Text(
                    "свой бот за столами, под этим именем (как в arena); можно несколько раз",
                    "a bot of your own at the tables, under this name (as in the arena); may be repeated",
                ),
                {"action": "append", "default": [], "metavar": "NAME=BOT"},
            ),
            Arg(
                ("--renew",),
                Text(
                    "по SIGHUP, а также после успеха КОМАНДЫ, стол без потерь переходит к новому процессу",
                    "on SIGHUP, and once COMMAND has succeeded, a new process takes over; nothing is lost",
                ),
                {"metavar": "COMMAND", "nargs": "?", "const": ""},
            ),
        ),
    ),
    Command(
        "backup",
        Text("скопировать данные, и работающего сервера тоже", "copy the data, also of a running server"),
        data.backup,
        (COPY, DATA),
    ),
    Command(
        "restore",
        Text("вернуть копию туда, где данных нет", "put a copy where there is no data"),
        data.restore,
        (COPY, DATA),
    ),
    Command(
        "check-data",
        Text("проверить каждую строку данных", "check every row of the data"),
        data.check_data,
        (DATA, STORE),
    ),
    Command(
        "migrate",
        Text("привести данные к этой версии, пока прежние правила здесь", "bring the data up to date"),
        migrate.migrate,
        (DATA, STORE, Arg(("--with",), migrate.WITH_HELP, {"dest": "older_python", "metavar": "PYTHON"})),
    ),
    Command(
        "admin",
        Text("стол хозяина работающего сервера", "the host's desk of a running server"),
        admin.admin,
        (
            Arg(("action",), admin.ACTIONS_HELP, {"nargs": "?", "default": "status", "choices": tuple(admin.ACTIONS)}),
            Arg(
                ("what",),
                Text("стол, человек, сеть, слова …", "a table, a person, a network, words …"),
                {"nargs": "*", "metavar": "WHAT"},
            ),
            Arg(("--days",), Text("на сколько дней", "for how many days"), {"type": float, "metavar": "N"}),
            Arg(("--minutes",), Text("на сколько минут", "for how many minutes"), {"type": float, "metavar": "N"}),
            Arg(("--uses",), Text("на скольких человек", "for how many people"), {"type": int, "metavar": "N"}),
            Arg(("--why",), Text("почему", "the reason"), {"metavar": "TEXT", "default": ""}),
            Arg(("--english",), Text("то же по-английски", "the same in English"), {"metavar": "TEXT"}),
            Arg(("--json",), Text("ответ сервера как есть", "the server's answer as it is"), {"action": "store_true"}),
            Arg(("--url",), Text("адрес сервера", "the server's address"), {"metavar": "URL"}),
            DATA,
        ),
    ),
    Command("games", Text("какие есть игры", "list the games"), games.games, (MAYBE_ID,)),
    Command("rules", Text("правила игры", "the rules of a game"), games.rules, (ID,)),
    Command(
        "play",
        Text("играть с ботами в терминале", "play against bots at the terminal"),
        play.play,
        (
            ID,
            SEATS,
            OPTION,
            SEED,
            SEAT._replace(
                help=Text("ваше место (иначе 0)", "your seat (default: 0)"), settings={**SEAT.settings, "default": 0}
            ),
            Arg(
                ("--level",),
                Text(
                    f"как играют боты: {', '.join(f'{level} — {names.ru}' for level, names in LEVELS.items())}",
                    f"how the bots play: {', '.join(LEVELS)}",
                ),
                {"choices": tuple(LEVELS), "default": "normal"},
            ),
            Arg(("--save",), Text("сохранить запись в файл", "save the record to a file"), {"metavar": "FILE"}),
        ),
    ),
    Command(
        "replay",
        Text("прочитать запись матча", "read the record of a match"),
        records.replay,
        (
            FILE,
            SEAT,
            Arg(
                ("--step",), Text("по одному ходу, со столом", "move by move, with the table"), {"action": "store_true"}
            ),
            Arg(("--at",), Text("стол после хода K", "the table after move K"), {"type": int, "metavar": "K"}),
            Arg(("--line",), Text("строка файла JSONL", "the line of a JSONL file"), {"type": int, "metavar": "L"}),
        ),
    ),
    Command(
        "review",
        Text("разобрать сыгранный матч: ошибки и удача", "review a match: mistakes and luck"),
        review.review,
        (
            FILE,
            SEAT._replace(
                help=Text("чьи решения разобрать", "the seat whose decisions to review"),
                settings={**SEAT.settings, "required": True},
            ),
            SEED._replace(settings={**SEED.settings, "default": "review"}),
            Arg(
                ("--worlds",),
                Text("раскладов на решение (иначе по игре)", "worlds for each decision (default: by game)"),
                {"type": int, "metavar": "W"},
            ),
            Arg(
                ("--seconds",),
                Text("времени на всё (иначе 45)", "seconds for the whole review (default: 45)"),
                {"type": int, "default": 45, "metavar": "T"},
            ),
            Arg(("--json",), Text("ответ в JSON", "print JSON"), {"action": "store_true"}),
        ),
    ),
    Command(
        "check",
        Text("проверить записи с expect, legal, illegal", "check records with expect, legal, illegal"),
        records.check,
        (FILE._replace(help=Text("файл JSONL", "a JSONL file")),),
    ),
    Command(
        "records",
        Text("отобрать и преобразовать записи", "filter and convert records"),
        convert.records,
        (
            FILE._replace(help=Text("файл .jsonl или .parquet с записями", "a file of records, .jsonl or .parquet")),
            Arg(
                ("--where",),
                Text(
                    "условие: game=pairs, moves>=50, options.sevens=true, win_0=1; можно несколько раз",
                    "a condition: game=pairs, moves>=50, options.sevens=true, win_0=1; may be repeated",
                ),
                {"action": "append", "default": [], "metavar": "CONDITION"},
            ),
            Arg(
                ("--replay",),
                Text(
                    "переиграть каждую: итог из ходов, а не со слов", "replay each: the result follows from its moves"
                ),
                {"action": "store_true"},
            ),
            Arg(
                ("--out",),
                Text(
                    "записи в .jsonl, строки в .csv, то и другое в .parquet",
                    "records into .jsonl, rows into .csv, both into .parquet",
                ),
                {"metavar": "FILE"},
            ),
            DECISIONS,
            JOBS,
        ),
    ),
    Command(
        "verify",
        Text("проверить запечатанную сдачу сыгранного матча", "verify the sealed deal of a finished match"),
        records.verify,
        (FILE._replace(help=Text("запись с печатью, скачанная со стола", "a record with its seal, from the table")),),
    ),
    Command(
        "simulate",
        Text("сыграть много матчей и сосчитать", "play many matches and count"),
        lab.simulate,
        (
            ID,
            SEATS,
            OPTION,
            SEED,
            MATCHES,
            Arg(
                ("--bots",),
                Text(
                    "кто играет, по местам (иначе normal): normal или strong,random; имена те же, что в arena",
                    "who plays, seat by seat (default: normal): normal, or strong,random; names as in the arena",
                ),
                {"default": "normal", "metavar": "A,B,…"},
            ),
            SECONDS,
            *WORK,
        ),
    ),
    Command(
        "arena",
        Text("свести ботов и измерить силу", "play bots against bots and measure their strength"),
        arena.arena,
        (
            MAYBE_ID,
            SEATS,
            OPTION,
            SEED,
            Arg(
                ("--bots",),
                Text(
                    "первый обходит все места, остальные заполняют стол: strong,normal; свой бот: пакет:Бот, "
                    "program:КОМАНДА",
                    "the first plays every seat in turn, the others fill the table: strong,normal; your own: "
                    "package:Bot, program:COMMAND",
                ),
                {"default": "strong,normal", "metavar": "A,B,…"},
            ),
            MATCHES._replace(settings={**MATCHES.settings, "default": 200}),
            SECONDS,
            *WORK,
            Arg(
                ("--table",),
                Text("таблица силы всех игр; --out — папка", "the strength table of all games; --out is a folder"),
                {"action": "store_true"},
            ),
        ),
    ),
    Command(
        "study",
        Text("исследовать игру: страница для её автора", "study a game: a page for somebody who designs games"),
        study.study,
        (
            ID,
            SEATS,
            OPTION,
            SEED,
            Arg(
                ("--vary",),
                Text(
                    "что менять по одному: target=11..31..5, seats=2..7, ace=1,11 или sevens; можно несколько раз "
                    "(иначе все правила стола с выбором)",
                    "what to vary, one thing at a time: target=11..31..5, seats=2..7, ace=1,11 or sevens; may be "
                    "repeated (default: all house rules that are a choice)",
                ),
                {"action": "append", "default": [], "metavar": "NAME=…"},
            ),
            Arg(
                ("--bots",),
                Text(
                    "кто играет обычно и кто сильнее (иначе normal,strong)",
                    "who plays, who is better (default: normal,strong)",
                ),
                {"default": "normal,strong", "metavar": "A,B"},
            ),
            MATCHES._replace(
                help=Text("матчей за каждым столом", "matches at each table"),
                settings={**MATCHES.settings, "default": 400},
            ),
            Arg(
                ("--skill-matches",),
                Text(
                    "матчей сильного с обычными за каждым столом",
                    "matches of the better one among the usual ones, at each",
                ),
                {"type": int, "default": 100, "metavar": "M"},
            ),
            SECONDS,
            Arg(
                ("--page",),
                Text(
                    "куда записать страницу (иначе ID-study.html)", "where to write the page (default: ID-study.html)"
                ),
                {"metavar": "FILE"},
            ),
            JOBS,
            RAY,
            OUT,
            DECISIONS,
        ),
    ),
    Command(
        "perft",
        Text("сосчитать пути на несколько ходов вперёд", "count the ways to play the next moves"),
        lab.perft,
        (
            ID,
            SEATS,
            OPTION,
            SEED,
            Arg(("--depth",), Text("на сколько ходов", "how many moves"), {"type": int, "default": 3, "metavar": "D"}),
        ),
    ),
    Command(
        "bless",
        Text("записать эталоны и perft заново", "rewrite golden and perft files"),
        lab.bless,
        (
            IDS,
            Arg(("--folder",), Text("папка тестов", "the tests folder"), {"default": "tests", "metavar": "DIR"}),
        ),
    ),
    Command(
        "new-game",
        Text("начать новую игру: модуль, правила, тесты, бот", "begin a new game: module, rules, tests, bot"),
        new_game.new_game,
        (
            ID._replace(
                help=Text("как её назвать, например old-maid", "what to call it, such as old-maid"),
                settings={"metavar": "ID"},
            ),
            Arg(
                ("--names",),
                Text("имя по-русски и по-английски", "its name in Russian and in English"),
                {"nargs": 2, "metavar": ("RU", "EN")},
            ),
            Arg(
                ("--folder",),
                Text(
                    "где создать отдельный пакет (иначе: в этом репозитории, а вне его — здесь)",
                    "where to make a package of its own (else: in this repository; outside of it, here)",
                ),
                {"metavar": "DIR"},
            ),
        ),
    ),
    Command(
        "bench",
        Text("измерить скорость", "measure the speed"),
        lab.bench,
        (
            IDS,
            Arg(
                ("--seconds",),
                Text("длина одного замера (иначе 0.4)", "seconds of one slice (default: 0.4)"),
                {"type": float, "default": 0.4, "metavar": "T"},
            ),
            Arg(
                ("--json",),
                Text("только числа этого процесса, в JSON", "print only this process's figures, as JSON"),
                {"action": "store_true"},
            ),
        ),
    ),
)


def version_line() -> str:
    """The version, and whether the rules are compiled here."""
    compiled = not str(core_game.__file__).endswith(".py")
    return f"koloda {koloda.__version__} ({'compiled' if compiled else 'interpreted'})"


def build_parser(lang: str) -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser_class = RussianParser if lang == "ru" else Parser
    style: dict[str, Any] = {"add_help": False, "allow_abbrev": False}
    style["formatter_class"] = RussianHelp if lang == "ru" else argparse.HelpFormatter
    root = parser_class(prog="koloda", description=ABOUT.get(lang), **style)
    _add_arguments(root, (HELP, LANG), lang)
    root.add_argument("--version", action="version", version=version_line(), help=VERSION.get(lang))
    commands = root.add_subparsers(dest="command", required=True, metavar=Text("КОМАНДА", "COMMAND").get(lang))
    for command in COMMANDS:
        about = command.about.get(lang)
        parser = commands.add_parser(command.name, description=about, help=about, **style)
        parser.set_defaults(run=command.run)
        _add_arguments(parser, (*command.args, LANG, HELP), lang)
    return root


def _add_arguments(parser: argparse.ArgumentParser, args: tuple[Arg, ...], lang: str) -> None:
    for arg in args:
        parser.add_argument(*arg.names, help=arg.help.get(lang), **arg.settings)
