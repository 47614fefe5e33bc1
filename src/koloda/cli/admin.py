"""``koloda admin``: the host's desk of a running server, with the key that lies beside its data."""

from __future__ import annotations

import argparse
import json
import os
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from koloda.core.errors import KolodaError
from koloda.core.text import Text

from .data import data_folder
from .draw import aligned, put

SECONDS: Final = 60.0
KEY_VARIABLE: Final = "KOLODA_HOST_KEY"
BOT_MARK: Final = " [bot]"
Answer = Any
Show = Callable[[Answer, str], str]


class NoDesk(KolodaError):
    """The server does not answer, or refuses."""


class Action(NamedTuple):
    """What can be done at the desk: how it is asked for, and how the answer is shown."""

    about: Text
    method: str
    path: str  # {0} is the first word of WHAT
    show: Show
    body: Callable[[argparse.Namespace], dict[str, Any]] | None = None
    words: int = 0  # how many words WHAT must have at least


def admin(args: argparse.Namespace) -> int:
    """Ask the server, and show what it says."""
    if args.action == "key":
        print(_key_link(args))
        return 0
    action = ACTIONS[args.action]
    if len(args.what) < action.words:
        raise NoDesk("no-words", Text(f"«{args.action}»: {action.about.ru}.", f"{args.action}: {action.about.en}."))
    body = None if action.body is None else action.body(args)
    answer = _ask(args, action.method, action.path.format(*(quote(word, safe="") for word in args.what)), body)
    put(json.dumps(answer, ensure_ascii=False, indent=1) if args.json else action.show(answer, args.lang))
    return 0


def _key_link(args: argparse.Namespace) -> str:
    """Where the page of the desk is; what follows # is not sent to any server."""
    return f"{_address(args)}/host#{_key(args)}"


def _address(args: argparse.Namespace) -> str:
    if args.url:
        return str(args.url).rstrip("/")
    path = data_folder(args) / "koloda.address"
    if not path.is_file():
        ru, en = f"В {path.parent} сервер ещё не работал.", f"No server has run in {path.parent} yet."
        raise NoDesk("no-server", Text(ru, en))
    return path.read_text(encoding="utf-8").strip()


def _key(args: argparse.Namespace) -> str:
    given = os.environ.get(KEY_VARIABLE)
    if given:
        return given
    path: Path = data_folder(args) / "host.key"
    try:
        return path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeError) as error:
        raise NoDesk("no-key", Text(f"Ключа {path} нет: {error}.", f"There is no key {path}: {error}.")) from error


def _ask(args: argparse.Namespace, method: str, path: str, body: dict[str, Any] | None) -> Answer:
    address = _address(args)
    request = urllib.request.Request(
        f"{address}/api/host{path}",
        method=method,
        data=None if body is None else json.dumps(body).encode("utf-8"),
        headers={"authorization": f"Bearer {_key(args)}", "content-type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        raise _refused(error) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "reason", error)
        ru, en = f"По адресу {address} сервер не отвечает: {why}.", f"No server answers at {address}: {why}."
        raise NoDesk("no-server", Text(ru, en)) from None


def _refused(error: urllib.error.HTTPError) -> NoDesk:
    """The server's own words, if it said any."""
    with error:
        try:
            told = json.load(error)
            return NoDesk(told["reason"], Text(told["ru"], told["en"]))
        except (ValueError, KeyError, TypeError):
            return NoDesk(str(error.code), Text(f"Сервер отвечает: {error.code}.", f"The server answers {error.code}."))


# How answers are shown


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M")


def _megabytes(count: int) -> str:
    return f"{count / 1e6:.0f} MB"


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:g} ms"


STATUS: Final = Text(
    "Версия {version}, работает с {started}.\n"
    "Столов: {tables}, играют за {playing}. Людей: {people}, соединений: {sockets}.\n"
    "Ходов: {moves}; 99 из 100 быстрее {move}, запись — {commit}, цикл опаздывает не больше {lag}. "
    "Ждут мысли: {waiting}.\nПамять {memory}, данные {data}, свободно {free}.{more}",
    "Version {version}, running since {started}.\n"
    "{tables} {tables:table|tables}, {playing} playing. {people} {people:person|people}, {sockets} "
    "{sockets:connection|connections}.\n"
    "{moves} {moves:move|moves}; 99 of 100 below {move}, commits {commit}, the loop late by {lag}. Thoughts waiting: "
    "{waiting}.\nMemory {memory}, data {data}, free {free}.{more}",
)
DRAINING: Final = Text("\nНовых партий не начинают.", "\nNo new matches begin.")
INVITE_ONLY: Final = Text("\nВход по приглашениям.", "\nBy invitation only.")
PROBLEM: Final = Text("\nНИЧЕГО НЕ СОХРАНЯЕТСЯ: {problem}.", "\nNOTHING CAN BE SAVED: {problem}.")
NOTICE: Final = Text("\nОбъявление до {until}: {words}", "\nTold to all until {until}: {words}")
NOBODY: Final = Text("никого", "nobody")
NOTHING: Final = Text("Ничего.", "Nothing.")
DONE: Final = Text("Сделано: {n}.", "Done: {n}.")
STILL_PLAYING: Final = Text("Ещё играют партий: {n}.", "Matches still being played: {n}.")
FORGOTTEN: Final = Text(
    "Удалено. Имя было в матчах: {matches}, за столами: {tables}. Копии базы удалите сами.",
    "Deleted. {matches} {matches:match|matches} and {tables} {tables:table|tables} had the name. Older copies of the "
    "data are yours to delete.",
)
QUOTAS: Final = {
    "requests": Text("запросы", "requests"),
    "keeps": Text("имена, столы и записи за день", "names, tables and records a day"),
    "lines": Text("строки журналов за день", "journal lines a day"),
    "sockets": Text("соединения", "connections"),
    "tables": Text("столы", "tables"),
    "reports": Text("жалобы за день", "complaints a day"),
    "guesses": Text("неверные слова и ссылки", "wrong words and links"),
}
WHOSE: Final = {"person": Text("своя", "their own"), "network": Text("всей сети", "their network's")}
BOT: Final = Text(
    "{name}: {id}\nТокен, который больше не покажут: {token}",
    "{name}: {id}\nIts token, which is shown this once: {token}",
)
CODE: Final = Text(
    "Ссылка, после адреса вашего сайта: /invitation/{code}", "The link, after your site's address: /invitation/{code}"
)
HEARD: Final = Text("Услышали на соединениях: {n}.", "Connections that heard it: {n}.")
SO_IT_IS: Final = Text("Сделано.", "Done.")
ACTS: Final = {
    "close-table": Text("закрыл стол", "closed a table"),
    "remove": Text("выпроводил", "sent away"),
    "ban": Text("закрыл вход", "banned"),
    "lift-ban": Text("открыл вход", "lifted a ban"),
    "invite": Text("пригласил", "invited"),
    "withdraw-invitation": Text("отозвал приглашение", "withdrew an invitation"),
    "settle-report": Text("разобрал жалобу", "dealt with a report"),
    "say": Text("сказал всем", "told all"),
    "unsay": Text("убрал объявление", "took it back"),
    "drain": Text("новых партий не начинать", "no new matches"),
    "stop-draining": Text("снова начинать партии", "matches begin again"),
    "make-bot": Text("завёл программу-игрока", "made a bot account"),
    "export": Text("выписал всё о человеке", "exported a person"),
    "forget": Text("удалил человека", "deleted a person"),
}


def _status(told: Answer, lang: str) -> str:
    load, notice = told["load"], told["notice"]
    more = "".join(
        text.fill(lang, arguments)
        for wanted, text, arguments in (
            (told["draining"], DRAINING, {}),
            (told["invite_only"], INVITE_ONLY, {}),
            (told["problem"], PROBLEM, {"problem": told["problem"]}),
            (notice, NOTICE, {"until": _moment(notice["until"]), "words": notice[lang]} if notice else {}),
        )
        if wanted
    )
    counts = {name: told[name] for name in ("version", "tables", "playing", "people", "sockets")}
    return STATUS.fill(
        lang,
        {
            **counts,
            "started": _moment(told["started"]),
            "moves": load["moves"],
            "move": _milliseconds(load["move_seconds"]),
            "commit": _milliseconds(load["commit_seconds"]),
            "lag": _milliseconds(load["lag_seconds"]),
            "waiting": load["thoughts_waiting"],
            "memory": _megabytes(load["memory_bytes"]),
            "data": _megabytes(load["data_bytes"]),
            "free": _megabytes(load["free_bytes"]),
            "more": more,
        },
    )


def _table(heading: Text, cells: Callable[[Mapping[str, Any], str], list[str]]) -> Show:
    """Shows a list as lines below a heading, whose columns are divided by |."""

    def show(told: Answer, lang: str) -> str:
        rows = [cells(one, lang) for one in told]
        return "\n".join(aligned([heading.get(lang).split("|"), *rows])) if rows else NOTHING.get(lang)

    return show


def _who(chair: Mapping[str, Any]) -> str:
    if chair["kind"] == "person":
        mark = BOT_MARK if chair["bot_account"] else ""
        return f"{chair['name'] or chair['person']}{mark}{'' if chair['here'] else ' (-)'}"
    return f"[{chair['level']}]" if chair["kind"] == "bot" else "-"


def _tables(one: Mapping[str, Any], lang: str) -> list[str]:
    seats = ", ".join(map(_who, one["chairs"]))
    numbers = [str(one["moves"]), str(one["watchers"]), str(one["sockets"])]
    return [one["id"], one["game"], one["status"], _moment(one["made"]), *numbers, seats]


def _people(one: Mapping[str, Any], lang: str) -> list[str]:
    name = f"{one['name']}{BOT_MARK if one['bot_account'] else ''}"
    return [one["id"], name, str(one["sockets"]), " ".join(one["addresses"]), " ".join(one["tables"])]


def _used_up(one: Mapping[str, Any], lang: str) -> list[str]:
    who = one["person"] if one["whose"] == "person" else one["address"]
    quota, whose = QUOTAS.get(one["quota"]), WHOSE[one["whose"]].get(lang)
    return [
        quota.get(lang) if quota else one["quota"],
        whose,
        who,
        one["name"],
        one["address"],
        str(one["times"]),
        _moment(one["last"]),
    ]


def _bans(one: Mapping[str, Any], lang: str) -> list[str]:
    return [one["kind"], one["who"], one["name"], _moment(one["until"]), one["why"]]


def _invitations(one: Mapping[str, Any], lang: str) -> list[str]:
    return [one["id"], one["label"], _moment(one["until"]), f"{one['used']}/{one['uses']}"]


def _bots(one: Mapping[str, Any], lang: str) -> list[str]:
    listens = Text("да", "yes") if one["listening"] else Text("нет", "no")
    return [one["id"], one["name"], _moment(one["made"]), listens.get(lang), " ".join(one["tables"])]


def _acts(one: Mapping[str, Any], lang: str) -> list[str]:
    told = {name: _moment(value) if name == "until" else value for name, value in one["about"].items()}
    about = " ".join(f"{name}={value}" for name, value in told.items() if value not in ("", None) and name != "made")
    act = ACTS.get(one["act"])
    return [_moment(one["when"]), act.get(lang) if act else one["act"], about]


def _reports(told: Answer, lang: str) -> str:
    """Each with the chat around it."""
    lines: list[str] = []
    for one in told:
        mark = "✓" if one["done"] else "!"
        names = f"{one['name'] or one['person']} → {one['whom_name'] or one['whom']} ({one['whom']})"
        lines.append(f"{mark} {_moment(one['when'])}  {one['id']}  {names}  /table/{one['table']}")
        lines += [f"    {one['text']}"] * bool(one["text"])
        lines += [f"    | {name or who}: {text}" for who, name, text in one["lines"]]
    return "\n".join(lines) or NOTHING.get(lang)


def _done(told: Answer, lang: str) -> str:
    return DONE.fill(lang, {"n": told["done"]})


def _so_it_is(told: Answer, lang: str) -> str:
    return SO_IT_IS.get(lang)


def _exported(told: Answer, lang: str) -> str:
    """A line for the person, and one for each match."""
    return "\n".join(json.dumps(one, ensure_ascii=False) for one in (told["kept"], *told["matches"]))


def _forgotten(told: Answer, lang: str) -> str:
    return FORGOTTEN.fill(lang, told)


BANS: Final = _table(Text("кто|id или сеть|имя|до|почему", "kind|who|name|until|why"), _bans)


def _given(**values: object) -> dict[str, Any]:
    """Without what was not said: then the server's default counts."""
    return {name: value for name, value in values.items() if value is not None}


def _new_ban(args: argparse.Namespace) -> dict[str, Any]:
    who = args.what[0]
    kind = "address" if "." in who or ":" in who else "person"
    return {"kind": kind, "who": who, "days": 1.0 if args.days is None else args.days, "why": args.why}


def _words(args: argparse.Namespace) -> dict[str, Any]:
    said = " ".join(args.what)
    return _given(ru=said, en=args.english or said, minutes=args.minutes)


def _why(args: argparse.Namespace) -> dict[str, Any]:
    return {"why": args.why}


ACTIONS: Final = {
    "status": Action(Text("как дела", "the house at a glance"), "GET", "", _status),
    "tables": Action(
        Text("столы", "tables"),
        "GET",
        "/tables",
        _table(
            Text("стол|игра|что там|с|ходов|зрителей|связей|кто", "table|game|status|since|moves|watch|open|who"),
            _tables,
        ),
    ),
    "people": Action(
        Text("кто здесь", "who is here"),
        "GET",
        "/people",
        _table(Text("id|имя|связей|адреса|столы", "id|name|open|addresses|tables"), _people),
    ),
    "quotas": Action(
        Text("кто исчерпал квоту", "who has used up a quota"),
        "GET",
        "/quotas",
        _table(Text("квота|чья|кто|имя|адрес|раз|когда", "quota|whose|who|name|address|times|last"), _used_up),
    ),
    "reports": Action(Text("жалобы с разговором", "reports with the chat"), "GET", "/reports", _reports),
    "done": Action(
        Text("жалоба разобрана: ID", "a report is dealt with: ID"), "POST", "/reports/{0}/done", _done, _why, 1
    ),
    "bans": Action(Text("кому закрыт вход", "who may not come in"), "GET", "/bans", BANS),
    "ban": Action(
        Text("закрыть вход: человек или сеть, --days, --why", "ban a person or a network, --days, --why"),
        "POST",
        "/bans",
        BANS,
        _new_ban,
        1,
    ),
    "unban": Action(
        Text("открыть вход: person ID или address СЕТЬ", "lift a ban: person ID, or address NETWORK"),
        "DELETE",
        "/bans/{0}/{1}",
        _done,
        None,
        2,
    ),
    "close": Action(Text("закрыть стол", "close a table"), "POST", "/tables/{0}/close", _done, _why, 1),
    "remove": Action(Text("выпроводить человека", "send a person away"), "POST", "/people/{0}/remove", _done, _why, 1),
    "export": Action(
        Text("всё, что хранится о человеке, строками JSON", "all that is kept of a person, as lines of JSON"),
        "GET",
        "/people/{0}/export",
        _exported,
        None,
        1,
    ),
    "forget": Action(
        Text("удалить всё, что хранится о человеке", "delete all that is kept of a person"),
        "POST",
        "/people/{0}/forget",
        _forgotten,
        _why,
        1,
    ),
    "say": Action(
        Text("сказать всем: слова, --english, --minutes", "tell all: words, --english, --minutes"),
        "POST",
        "/notice",
        lambda told, lang: HEARD.fill(lang, {"n": told["done"]}),
        _words,
        1,
    ),
    "unsay": Action(Text("убрать объявление", "take it back"), "DELETE", "/notice", _so_it_is),
    "drain": Action(
        Text("не начинать новых партий", "begin no new matches"),
        "POST",
        "/drain",
        lambda told, lang: STILL_PLAYING.fill(lang, {"n": told["done"]}),
        lambda args: {"on": True},
    ),
    "undrain": Action(
        Text("снова начинать", "begin matches again"), "POST", "/drain", _so_it_is, lambda args: {"on": False}
    ),
    "invitations": Action(
        Text("приглашения", "invitations"),
        "GET",
        "/invitations",
        _table(Text("id|для кого|до|пришло", "id|label|until|used"), _invitations),
    ),
    "invite": Action(
        Text("пригласить: для кого, --days, --uses", "invite: a label, --days, --uses"),
        "POST",
        "/invitations",
        lambda told, lang: CODE.fill(lang, {"code": told["code"]}),
        lambda args: _given(label=" ".join(args.what), days=args.days, uses=args.uses),
    ),
    "withdraw": Action(
        Text("отозвать приглашение", "withdraw an invitation"), "DELETE", "/invitations/{0}", _done, None, 1
    ),
    "bots": Action(
        Text("программы-игроки", "bot accounts"),
        "GET",
        "/bots",
        _table(Text("id|имя|с|слушает|столы", "id|name|since|listens|tables"), _bots),
    ),
    "bot": Action(
        Text("завести программу-игрока: ИМЯ", "make a bot account: NAME"),
        "POST",
        "/bots",
        lambda told, lang: BOT.fill(lang, {name: told[name] for name in ("id", "name", "token")}),
        lambda args: {"name": " ".join(args.what)},
        1,
    ),
    "acts": Action(
        Text("что сделал хозяин", "what the host has done"),
        "GET",
        "/acts",
        _table(Text("когда|что|", "when|act|"), _acts),
    ),
    "key": Action(Text("ссылка на страницу хозяина", "the link to the host's page"), "GET", "", _done),
}
ACTIONS_HELP: Final = Text(
    "; ".join(f"{name}: {action.about.ru}" for name, action in ACTIONS.items()),
    "; ".join(f"{name}: {action.about.en}" for name, action in ACTIONS.items()),
)
