"""A study in words: sentences and tables for somebody who designs games, in Russian and in English."""

from __future__ import annotations

from math import inf, isinf
from typing import Final

from koloda.bots.find_player import player_name
from koloda.core.text import Text
from koloda.lab.statistics import Interval
from koloda.words import MINUS, NOTHING, seat_name

from .cells import SEATS, Cell
from .report import FIGURES, Figure, Study

PERCENT_SIGN: Final = "\u00a0%"
MANY_MATCHES: Final = 10_000
LITTLE_SKILL, MUCH_SKILL = 0.15, 0.5
WORDS: Final = {
    "title": Text("Исследование игры «{name}»", "A study of {name}"),
    "usual": Text("обычный стол", "the usual table"),
    "seats": Text("мест: {n}", "{n} {n:seat|seats}"),
    "played": Text(
        "{n} {n:матч|матча|матчей} ботов «{usual}» за каждым столом; {skill} {skill:матч|матча|матчей} бота «{better}» "
        "среди них. Вместе с числом — 95-процентный интервал.",
        "{n} {n:match|matches} of {usual} bots at each table; {skill} {skill:match|matches} of one {better} bot among "
        "them. With each figure stands its 95% interval.",
    ),
    "team-played": Text(
        "{n} {n:матч|матча|матчей} команд из ботов «{usual}» за каждым столом; {skill} {skill:матч|матча|матчей} "
        "команд из ботов «{better}». Вместе с числом — 95-процентный интервал.",
        "{n} {n:match|matches} of teams of {usual} bots at each table; {skill} {skill:match|matches} of teams of "
        "{better} bots. With each figure stands its 95% interval.",
    ),
    "length": Text(
        "Матч длится {moves} ходов, из них {choices} — настоящие решения.",
        "A match has {moves} moves; {choices} of them are choices.",
    ),
    "no-choices": Text(
        "Решать здесь нечего: матч длится {moves} ходов.", "Nobody decides anything: a match has {moves} moves."
    ),
    "seat-edge": Text(
        "{seat} {verb} чаще других: {share}, а поровну было бы {fair}.",
        "{seat} {verb} more often than its share: {share}, where {fair} would be even.",
    ),
    "no-seat-edge": Text(
        "Место за столом почти ничего не решает: ни одно заметно не отличается от равной доли ({fair}).",
        "Where one sits makes no sure difference: no seat is clearly off its even share ({fair}).",
    ),
    "wins": Text("побеждает", "wins"),
    "loses": Text("проигрывает", "loses"),
    "leads": Text("Лидер по очкам сменяется {n} раза за матч.", "The lead by scores changes {n} times in a match."),
    "lasts": Text(
        "Последнее место по очкам переходит из рук в руки {n} раза за матч.",
        "The last place by scores changes hands {n} times in a match.",
    ),
    "decided": Text(
        "На середине матча у того, кто в итоге {outcome}, {half}. Три шанса из четырёх у него только после {at} матча.",
        "Half-way through, whoever {outcome} in the end has a chance of {half}. Only after {at} of the match is it "
        "three in four.",
    ),
    "decided-team": Text(
        "Исход матча на середине угадывается в {half} случаев; три шанса из четырёх — после {at} матча.",
        "Half-way through, the outcome can be told in {half} of cases; only after {at} of the match in three of four.",
    ),
    "will-win": Text("победит", "wins"),
    "will-lose": Text("проиграет", "loses"),
    "matters": Text(
        "В {matters} решений ход наугад заметно хуже лучшего.",
        "In {matters} of the choices a random move is surely worse than the best.",
    ),
    "cost": Text("В среднем ход наугад стоит {cost} победы.", "On average a random move costs {cost} of a win."),
    "skill": Text(
        "Бот «{better}» среди ботов «{usual}» {verb} в {share} матчей (поровну было бы {fair}): мастерство {skill} "
        "по шкале от 0 до 1.",
        "One {better} bot among {usual} ones {verb} {share} of the matches ({fair} would be even): skill {skill} on a "
        "scale from 0 to 1.",
    ),
    "team-skill": Text(
        "Команды ботов «{better}» побеждают в {share} матчей, команды ботов «{usual}» — в {fair}: мастерство {skill} "
        "по шкале от 0 до 1.",
        "Teams of {better} bots win {share} of the matches, teams of {usual} ones {fair}: skill {skill} on a scale "
        "from 0 to 1.",
    ),
    "number-of-seats": Text("число мест", "number of seats"),
    "unsure": Text(
        "Так мало матчей не показывают, что мастерство помогает.", "So few matches do not show that skill helps."
    ),
    "luck": Text("Почти всё решает удача.", "Luck decides nearly everything."),
    "both": Text("Решают и удача, и мастерство.", "Both luck and skill decide."),
    "mostly-skill": Text("Решает в основном мастерство.", "Skill decides most of it."),
    "tell": Text(
        "Чтобы увидеть, кто сильнее, нужно около {n} матчей.", "It takes about {n} matches to see who is better."
    ),
    "tell-many": Text(
        "Даже {n} матчей не хватит, чтобы увидеть, кто сильнее.",
        "Even {n} matches are not enough to see who is better.",
    ),
    "no-change": Text("Заметно ничего не меняют: {what}.", "No sure change: {what}."),
    "left-out": Text(
        "Не сыграно {n} {n:матч|матча|матчей}: процессы, которые за них брались, погибали.",
        "{n} {n:match was|matches were} left out: every process that tried {n:it|them} died.",
    ),
    "table": Text("стол", "table"),
    "to-tell": Text("матчей, чтобы узнать сильнейшего", "matches to tell the better one"),
}


def number(value: float, figure: Figure) -> str:
    """A value of a figure, without its interval."""
    shown = f"{100 * value if figure.share else value:.{figure.decimals}f}".replace("-", MINUS)
    return f"{shown}{PERCENT_SIGN}" if figure.share else shown


def with_interval(interval: Interval | None, figure: Figure) -> str:
    """A value with its interval: ``46 % (43–49)``."""
    if interval is None:
        return NOTHING
    low, high = (number(bound, figure).removesuffix(PERCENT_SIGN) for bound in interval[1:])
    return f"{number(interval.value, figure)} ({low}{' … ' if MINUS in low + high else '–'}{high})"


PERCENT: Final = Figure("", Text("", ""), Text("", ""), share=True)
BY_ID: Final = {figure.id: figure for figure in FIGURES}


def matches_text(interval: Interval | None) -> str:
    """After how many matches one can tell: ``28 (18–49)``."""
    if interval is None or isinf(interval.low):
        return NOTHING
    low, value, high = (_rounded(bound) for bound in (interval.low, interval.value, interval.high))
    return f"> {low}" if isinf(interval.value) else f"{value} ({low}–{high})"


def _rounded(matches: float) -> str:
    if matches > MANY_MATCHES:
        return "∞" if matches == inf else f"{MANY_MATCHES}+"
    return f"{matches:.0f}"


def cell_name(study: Study, cell: Cell, lang: str) -> str:
    """What a table differs in, in the words of the game."""
    if not cell.name:
        return WORDS["usual"].get(lang)
    if cell.name == SEATS:
        return WORDS["seats"].fill(lang, {"n": cell.seats})
    option = next(option for option in study.info.options if option.name == cell.name)
    value = dict(cell.options)[cell.name]
    if option.choice_names:
        text = option.choice_names[option.choices.index(value)].get(lang)
        return f"{option.names.get(lang)}: {text}"
    return f"{option.names.get(lang)}: {cell.value}"


def thing_name(study: Study, name: str, lang: str) -> str:
    """What a thing that varies is called."""
    if name == SEATS:
        return WORDS["number-of-seats"].get(lang)
    return next(option for option in study.info.options if option.name == name).names.get(lang)


def summary(study: Study, lang: str) -> list[list[str]]:
    """The usual table in a few paragraphs of sentences: its length, its drama, its choices, luck and skill."""
    parts = [
        _length(study, lang) + _seats(study, lang),
        _drama(study, lang),
        _choices(study, lang),
        _skill(study, lang),
    ]
    return [part for part in parts if part]


def _length(study: Study, lang: str) -> list[str]:
    shown = {name: with_interval(study.value(0, name), BY_ID[name]) for name in ("moves", "choices")}
    choices = study.value(0, "choices")
    return [WORDS["length" if choices and choices.value else "no-choices"].fill(lang, dict(shown))]


def _seats(study: Study, lang: str) -> list[str]:
    if study.plan.team:
        return []
    fair = study.fair(0)
    verb = WORDS["loses" if study.info.lone_loser else "wins"].get(lang)
    told = [
        WORDS["seat-edge"].fill(
            lang,
            {
                "seat": seat_name(seat, lang),
                "verb": verb,
                "share": with_interval(share, PERCENT),
                "fair": number(fair, PERCENT),
            },
        )
        for seat, share in enumerate(study.seat_shares(0))
        if seat in study.favoured_seats(0)
    ]
    return told or [WORDS["no-seat-edge"].fill(lang, {"fair": number(fair, PERCENT)})]


def _drama(study: Study, lang: str) -> list[str]:
    lines = []
    leads, half, at = study.value(0, "lead_changes"), study.value(0, "half_time"), study.decided_at(0)
    if leads is not None and leads.value > 0:
        name = "lasts" if study.info.lone_loser else "leads"
        lines.append(WORDS[name].fill(lang, {"n": with_interval(leads, BY_ID["lead_changes"])}))
    if half is not None and at is not None:
        outcome = WORDS["will-lose" if study.info.lone_loser else "will-win"].get(lang)
        shown = {"half": with_interval(half, PERCENT), "at": with_interval(at, PERCENT), "outcome": outcome}
        lines.append(WORDS["decided-team" if study.plan.team else "decided"].fill(lang, dict(shown)))
    return lines


def _choices(study: Study, lang: str) -> list[str]:
    shown = {name: with_interval(study.value(0, name), BY_ID[name]) for name in ("matters", "cost")}
    return [WORDS[name].fill(lang, dict(shown)) for name in ("matters", "cost") if study.value(0, name) is not None]


def _skill(study: Study, lang: str) -> list[str]:
    skill, share, needed = study.skill(0), study.better_share(0), study.matches_to_tell(0)
    if skill is None or share is None:
        return []
    fair = study.figures[0].of("together").share().value if study.plan.team else study.fair(0)
    shown = {
        "better": player_name(study.plan.better),
        "usual": player_name(study.plan.usual),
        "verb": WORDS["loses" if study.info.lone_loser else "wins"].get(lang),
        "share": with_interval(share, PERCENT),
        "fair": number(fair, PERCENT),
        "skill": with_interval(skill, BY_ID["skill"]),
    }
    verdict = "luck" if skill.value < LITTLE_SKILL else "both" if skill.value < MUCH_SKILL else "mostly-skill"
    if skill.low <= 0 and skill.high > LITTLE_SKILL:
        verdict = "unsure"
    lines = [WORDS["team-skill" if study.plan.team else "skill"].fill(lang, dict(shown)), WORDS[verdict].get(lang)]
    if needed is not None and not isinf(needed.value):
        lines.append(WORDS["tell"].fill(lang, {"n": matches_text(needed)}))
    elif needed is not None and not isinf(needed.low):
        lines.append(WORDS["tell-many"].fill(lang, {"n": _rounded(needed.low)}))
    return lines


def changes(study: Study, lang: str) -> list[tuple[str, str]]:
    """The other tables, each with what surely changes there; last, without a name, those where nothing does."""
    found: list[tuple[str, str]] = []
    same: list[str] = []
    for at, cell in enumerate(study.plan.cells[1:], 1):
        told = [one for figure in FIGURES if (one := _change(study, at, figure, lang))]
        if told:
            found.append((cell_name(study, cell, lang), "; ".join(told)))
        else:
            same.append(cell_name(study, cell, lang))
    return [*found, *([("", WORDS["no-change"].fill(lang, {"what": "; ".join(same)}))] if same else [])]


def _change(study: Study, cell: int, figure: Figure, lang: str) -> str:
    """A figure that is surely another one at this table, and by how much; "" if it is not."""
    gap = study.difference(cell, figure.id)
    if gap is None or gap.low <= 0 <= gap.high:
        return ""
    low, high = sorted(abs(bound) for bound in gap[1:])
    size = with_interval(Interval(abs(gap.value), low, high), figure)
    return f"{figure.names.get(lang)} {'+' if gap.value > 0 else MINUS}{size}"


def table(study: Study, lang: str) -> list[list[str]]:
    """All figures of all tables; the first row has the names."""
    head = [WORDS["table"].get(lang), *(figure.names.get(lang) for figure in FIGURES), WORDS["to-tell"].get(lang)]
    rows = [head]
    for at, cell in enumerate(study.plan.cells):
        cells = [with_interval(study.value(at, figure.id), figure) for figure in FIGURES]
        rows.append([cell_name(study, cell, lang), *cells, matches_text(study.matches_to_tell(at))])
    return rows


def played(study: Study, lang: str) -> str:
    """How much was played, by whom."""
    plan = study.plan
    return WORDS["team-played" if plan.team else "played"].fill(
        lang,
        {
            "n": plan.matches,
            "skill": plan.skill_matches,
            "usual": player_name(plan.usual),
            "better": player_name(plan.better),
        },
    )


def title(study: Study, lang: str) -> str:
    """What is studied."""
    return WORDS["title"].fill(lang, {"name": study.info.names.get(lang)})
