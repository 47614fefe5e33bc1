"""The review as a whole: luck and skill add up to the result; as JSON, and as lines for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from koloda.bots.advice import LEAST_ERROR_TOLD, bracketed, number, reasons, share, within
from koloda.core.game import Info
from koloda.core.text import Text
from koloda.games.registry import find_game
from koloda.words import hint_sentence, move_sentence, seat_name

if TYPE_CHECKING:
    from .decisions import Decision

MOST: Final = 3
CLEARLY: Final = 2.0  # standard errors at which a cost is a mistake
OPTIONS: Final = 4  # that a line of the terminal tells of
WORDS: Final = {
    "head": Text("{name}, {seat}: {n} {n:решение|решения|решений}.", "{name}, {seat}: {n} {n:decision|decisions}."),
    "part": Text("Разобрано {n} из {total}.", "{n} of {total} reviewed."),
    "hurried": Text(
        "Времени не хватило: в {n} {n:решении|решениях|решениях} оценки грубее.",
        "Short of time: {n} {n:estimate is|estimates are} rougher.",
    ),
    "sum": Text(
        "Доля победы: поровну {start}% {luck} удача {cost} ошибки = {end}%.",
        "Share of the win: fair {start}% {luck} luck {cost} mistakes = {end}%.",
    ),
    "error": Text("Удача и ошибки — с точностью ± {error}%.", "Luck and mistakes are known within ± {error}%."),
    "no-mistakes": Text("Явных ошибок нет.", "No clear mistakes."),
    "mistakes": Text("Самое дорогое:", "The costliest:"),
    "mistake": Text(
        "ход {n}: «{move}» вместо «{best}», потеряно {cost}%",
        "move {n}: '{move}' instead of '{best}', {cost}% lost",
    ),
    "known": Text("было известно: {hints}", "known then: {hints}"),
    "all": Text("Все решения: ход, доля победы, удача перед ним, цена выбора", "All: move, share, luck before, cost"),
    "lost": Text("цена {cost}", "cost {cost}"),
    "nothing": Text("Выбирать этому месту не пришлось.", "This seat had nothing to choose."),
    "last": Text("удача после последнего решения: {luck}%", "luck after the last decision: {luck}%"),
}


class Leg(NamedTuple):
    """A stretch of a match that has a result of its own (a heist; as a rule the whole match): how many choices it had,
    and the seat's share of its result (None: it is not over)."""

    total: int
    result: float | None


class Review(NamedTuple):
    """The choices of a seat that were judged, and the stretches of the match: shares are averages over these."""

    game: str
    seats: int
    seat: int
    seed: str
    decisions: tuple[Decision, ...]
    legs: tuple[Leg, ...]

    @property
    def total(self) -> int:
        """How many choices there were."""
        return sum(leg.total for leg in self.legs)

    @property
    def result(self) -> float | None:
        """The share of the result; None while it is not known."""
        results = [leg.result for leg in self.legs if leg.result is not None]
        return sum(results) / len(results) if results and len(results) == len(self.legs) else None

    @property
    def start(self) -> float:
        """The fair share before the deal."""
        return 1 / self.seats

    def stretches(self) -> list[tuple[tuple[Decision, ...], float]]:
        """The judged choices of each leg and where it ends: at its result, or after its last judged choice if there is
        more to come. Legs of which nothing is judged yet are left out."""
        found: list[tuple[tuple[Decision, ...], float]] = []
        first = 0
        for leg in self.legs:
            part = self.decisions[first : first + leg.total]
            first += leg.total
            if leg.result is not None and len(part) == leg.total:
                found.append((part, leg.result))
            elif part:
                found.append((part, self._level(part)))
        return found

    @property
    def end(self) -> float:
        """Where the sum ends."""
        ends = [end for _, end in self.stretches()]
        return sum(ends) / len(ends) if ends else self.start

    @property
    def cost(self) -> float:
        """What all choices that count cost together, in a leg on the average."""
        return sum(decision.cost for decision in self.decisions if decision.counts) / self._count

    @property
    def luck(self) -> float:
        """What cards and the others gave and took: start + luck - cost = end."""
        return self.end - self.start + self.cost

    @property
    def error(self) -> float:
        """The standard error of ``cost``, and so of ``luck``: start and end are known."""
        return sqrt(sum(decision.error**2 for decision in self.decisions if decision.counts)) / self._count

    @property
    def _count(self) -> int:
        return max(1, len(self.stretches()))

    def lucks(self) -> list[float]:
        """The luck before each choice, and after the last one; how the leg before came out counts to the next one, and
        a choice that is aside has none."""
        found: list[float] = []
        left = 0.0
        for part, end in self.stretches():
            for i, decision in enumerate(part):
                found.append(0.0 if decision.aside else left + decision.value - self._level(part[:i]))
                left = left if decision.aside else 0.0
            left += end - self._level(part)
        return [*found, left]

    def levels(self) -> list[tuple[float, float]]:
        """What the seat could expect before and after each choice; one that is aside changes nothing."""
        found: list[tuple[float, float]] = []
        for part, _ in self.stretches():
            for i, one in enumerate(part):
                level = self._level(part[:i])
                found.append((level, level) if one.aside else (one.value, one.after))
        return found

    def _level(self, made: Sequence[Decision]) -> float:
        """What the seat could expect once it had made these choices of a leg."""
        return next((one.after for one in reversed(made) if not one.aside), self.start)

    def mistakes(self) -> list[int]:
        """The costliest choices by number, the worst first; only those that count and whose cost is clear."""
        clear = [i for i, one in enumerate(self.decisions) if one.cost > max(0.0, CLEARLY * one.error) and one.counts]
        return sorted(clear, key=lambda index: -self.decisions[index].cost)[:MOST]

    def to_json(self) -> dict[str, object]:
        """The review as JSON."""
        return {
            "game": self.game,
            "seats": self.seats,
            "seat": self.seat,
            "seed": self.seed,
            "total": self.total,
            "legs": [leg._asdict() for leg in self.legs],
            "start": self.start,
            "end": self.end,
            "result": self.result,
            "cost": self.cost,
            "luck": self.luck,
            "error": self.error,
            "last_luck": self.lucks()[-1],
            "mistakes": self.mistakes(),
            "decisions": [
                decision_value(one, luck, *level)
                for one, luck, level in zip(self.decisions, self.lucks()[:-1], self.levels(), strict=True)
            ],
        }


def decision_value(decision: Decision, luck: float, before: float, after: float) -> dict[str, object]:
    """A choice as JSON; ``luck`` is what came before it, ``before`` and ``after`` what the seat could expect."""
    return {
        "n": decision.n,
        "phase": decision.phase,
        "move": decision.move,
        "value": before,
        "value_error": 0.0 if decision.aside else decision.best.error,
        "after": after,
        "cost": decision.cost,
        "error": decision.error,
        "luck": luck,
        "options": [option._asdict() for option in decision.options],
        "hints": [{"kind": hint.kind, "args": dict(hint.args), "move": hint.move} for hint in decision.hints],
        "hurried": decision.hurried,
        "counts": decision.counts,
    }


def review_lines(review: Review, lang: str) -> list[str]:
    """The review for a terminal."""
    info = find_game(review.game).info
    head = {"name": info.names.get(lang), "seat": seat_name(review.seat, lang), "n": review.total}
    lines = [WORDS["head"].fill(lang, head)]
    done = len(review.decisions)
    if done < review.total:
        lines.append(WORDS["part"].fill(lang, {"n": done, "total": review.total}))
    hurried = sum(decision.hurried for decision in review.decisions)
    if hurried:
        lines.append(WORDS["hurried"].fill(lang, {"n": hurried}))
    if not done:
        return [*lines, WORDS["nothing"].get(lang)] if review.total == 0 else lines
    return [*lines, *_sum(review, info, lang), "", *_mistakes(review, info, lang), "", *_all(review, info, lang)]


def _sum(review: Review, info: Info, lang: str) -> list[str]:
    args: dict[str, object] = {name: number(100 * getattr(review, name), lang) for name in ("start", "end", "error")}
    args.update(luck=signed(review.luck, lang), cost=signed(-review.cost, lang))
    told = info.words.get("review-sum", WORDS["sum"]).fill(lang, args)
    return [told, WORDS["error"].fill(lang, args)] if review.error >= LEAST_ERROR_TOLD else [told]


def _mistakes(review: Review, info: Info, lang: str) -> list[str]:
    found = review.mistakes()
    if not found:
        return [WORDS["no-mistakes"].get(lang)]
    lines = [WORDS["mistakes"].get(lang)]
    for place, index in enumerate(found, 1):
        one = review.decisions[index]
        args: dict[str, object] = {"n": one.n + 1, "move": move_sentence(info, one.move, lang)}
        args.update(best=move_sentence(info, one.best.move, lang))
        args.update(cost=within(one.cost, one.error, lang))
        lines.append(f"  {place}. {WORDS['mistake'].fill(lang, args)}")
        hints = " ".join(_known(one, info, lang))
        if hints:
            lines.append(f"     {WORDS['known'].fill(lang, {'hints': hints})}")
    return lines


def _known(one: Decision, info: Info, lang: str) -> list[str]:
    """What the game's hints told of the two moves, and of none in particular."""
    told = {move: bracketed(reasons(info, one.hints, move, lang)) for move in (one.move, one.best.move)}
    moves = [f"{move_sentence(info, move, lang)}{why}." for move, why in told.items() if why]
    return moves + [hint_sentence(info, hint, lang) for hint in one.hints if not hint.move]


def _all(review: Review, info: Info, lang: str) -> list[str]:
    lines = [info.words.get("review-all", WORDS["all"]).get(lang)]
    lucks = review.lucks()
    for one, luck in zip(review.decisions, lucks[:-1], strict=True):
        cost = within(max(0.0, one.cost), one.error, lang)
        price = f"   {WORDS['lost'].fill(lang, {'cost': cost})}" if max(one.cost, one.error) >= LEAST_ERROR_TOLD else ""
        move = move_sentence(info, one.move, lang)
        expected = ("", "") if one.aside else (share(one.best, lang), signed(luck, lang))
        lines.append(f"{one.n + 1:4}. {expected[0]:>14}  {expected[1]:>7}  {move}{price}")
        options = [f"{move_sentence(info, o.move, lang)} — {share(o, lang)}" for o in one.options[:OPTIONS]]
        lines.append(f"{'':6}{'; '.join(options)}{' …' if len(one.options) > OPTIONS else ''}")
        hints = " ".join(_known(one, info, lang))
        if hints:
            lines.append(f"{'':6}{WORDS['known'].fill(lang, {'hints': hints})}")
    return [*lines, WORDS["last"].fill(lang, {"luck": signed(lucks[-1], lang)})]


def signed(part: float, lang: str) -> str:
    """A percentage with its sign, and a real minus."""
    text = number(abs(100 * part), lang)
    return f"{'−' if part < 0 and text.strip('0.,') else '+'}{text}"
