"""The whole review, in which luck and skill add up to the result; as JSON, and as lines for a terminal."""

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

MAX_MISTAKES: Final = 3
MISTAKE_STANDARD_ERRORS: Final = 2.0  # a clear cost is larger than this
MAX_MOVES_PER_LINE: Final = 4
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
    "error": Text("Удача и ошибки — с точностью ± {error}%.", "Luck and mistakes are known to within ± {error}%."),
    "no-mistakes": Text("Явных ошибок нет.", "No clear mistakes."),
    "mistakes": Text("Самое дорогое:", "The costliest choices:"),
    "mistake": Text(
        "ход {n}: «{move}» вместо «{best}», потеряно {cost}%",
        "move {n}: '{move}' instead of '{best}', {cost}% lost",
    ),
    "known": Text("было известно: {hints}", "known at the time: {hints}"),
    "all": Text(
        "Все решения: ход, доля победы, удача перед ним, цена выбора",
        "All decisions: move, share of the win, luck before it, cost",
    ),
    "lost": Text("цена {cost}", "cost {cost}"),
    "nothing": Text("Выбирать этому месту не пришлось.", "This seat had nothing to choose."),
    "last": Text("удача после последнего решения: {luck}%", "luck after the last decision: {luck}%"),
}


class Leg(NamedTuple):
    """A part of a match with a result of its own: a heist of The Gang, in other games the whole match.

    ``total`` is the number of choices, ``result`` the seat's share (None: the leg is not over).
    """

    total: int
    result: float | None


class Review(NamedTuple):
    """The judged choices of a seat, and the legs of the match; shares are averages over the legs."""

    game: str
    seats: int
    seat: int
    seed: str
    decisions: tuple[Decision, ...]
    legs: tuple[Leg, ...]

    @property
    def total(self) -> int:
        """How many choices the seat had."""
        return sum(leg.total for leg in self.legs)

    @property
    def result(self) -> float | None:
        """The seat's share of the result; None if the match is not over."""
        results = [leg.result for leg in self.legs if leg.result is not None]
        return sum(results) / len(results) if results and len(results) == len(self.legs) else None

    @property
    def start(self) -> float:
        """The fair share before the deal."""
        return 1 / self.seats

    def judged_legs(self) -> list[tuple[tuple[Decision, ...], float]]:
        """The judged choices of each leg, and the share at its end.

        The end is the leg's result, or what the seat expected after its last judged choice if more are to come. Legs
        of which no choice is judged yet are left out.
        """
        legs: list[tuple[tuple[Decision, ...], float]] = []
        first = 0
        for leg in self.legs:
            decisions = self.decisions[first : first + leg.total]
            first += leg.total
            if leg.result is not None and len(decisions) == leg.total:
                legs.append((decisions, leg.result))
            elif decisions:
                legs.append((decisions, self._expected_after(decisions)))
        return legs

    @property
    def end(self) -> float:
        """The share at the end."""
        ends = [end for _, end in self.judged_legs()]
        return sum(ends) / len(ends) if ends else self.start

    @property
    def cost(self) -> float:
        """What all choices that count cost together, on average in a leg."""
        return sum(decision.cost for decision in self.decisions if decision.counts) / self._leg_count

    @property
    def luck(self) -> float:
        """What the cards and the others gave and took: start + luck - cost = end."""
        return self.end - self.start + self.cost

    @property
    def error(self) -> float:
        """The standard error of ``cost``, and so of ``luck``: start and end are known."""
        return sqrt(sum(decision.error**2 for decision in self.decisions if decision.counts)) / self._leg_count

    @property
    def _leg_count(self) -> int:
        return max(1, len(self.judged_legs()))

    def lucks(self) -> list[float]:
        """The luck before each choice, and after the last one.

        Luck at the end of a leg counts before the first choice of the next one. A choice that is aside has none.
        """
        lucks: list[float] = []
        carried = 0.0
        for decisions, end in self.judged_legs():
            for i, decision in enumerate(decisions):
                lucks.append(0.0 if decision.aside else carried + decision.value - self._expected_after(decisions[:i]))
                carried = carried if decision.aside else 0.0
            carried += end - self._expected_after(decisions)
        return [*lucks, carried]

    def levels(self) -> list[tuple[float, float]]:
        """What the seat could expect before and after each choice; a choice that is aside changes nothing."""
        levels: list[tuple[float, float]] = []
        for decisions, _ in self.judged_legs():
            for i, one in enumerate(decisions):
                level = self._expected_after(decisions[:i])
                levels.append((level, level) if one.aside else (one.value, one.after))
        return levels

    def _expected_after(self, made: Sequence[Decision]) -> float:
        """What the seat could expect after these choices of a leg."""
        return next((one.after for one in reversed(made) if not one.aside), self.start)

    def mistakes(self) -> list[int]:
        """The indices of the costliest choices, worst first: only those that count and whose cost is clear."""
        clear = [
            i
            for i, one in enumerate(self.decisions)
            if one.counts and one.cost > max(0.0, MISTAKE_STANDARD_ERRORS * one.error)
        ]
        return sorted(clear, key=lambda index: -self.decisions[index].cost)[:MAX_MISTAKES]

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
                decision_to_json(one, luck, *level)
                for one, luck, level in zip(self.decisions, self.lucks()[:-1], self.levels(), strict=True)
            ],
        }


def decision_to_json(decision: Decision, luck: float, before: float, after: float) -> dict[str, object]:
    """A choice as JSON, with the luck before it and what the seat could expect before and after it."""
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
        "options": [estimate._asdict() for estimate in decision.estimates],
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
    return [
        *lines,
        *_sum_lines(review, info, lang),
        "",
        *_mistake_lines(review, info, lang),
        "",
        *_decision_lines(review, info, lang),
    ]


def _sum_lines(review: Review, info: Info, lang: str) -> list[str]:
    args: dict[str, object] = {name: number(100 * getattr(review, name), lang) for name in ("start", "end", "error")}
    args.update(luck=signed(review.luck, lang), cost=signed(-review.cost, lang))
    line = info.words.get("review-sum", WORDS["sum"]).fill(lang, args)
    return [line, WORDS["error"].fill(lang, args)] if review.error >= LEAST_ERROR_TOLD else [line]


def _mistake_lines(review: Review, info: Info, lang: str) -> list[str]:
    mistakes = review.mistakes()
    if not mistakes:
        return [WORDS["no-mistakes"].get(lang)]
    lines = [WORDS["mistakes"].get(lang)]
    for number_in_list, index in enumerate(mistakes, 1):
        one = review.decisions[index]
        args: dict[str, object] = {"n": one.n + 1, "move": move_sentence(info, one.move, lang)}
        args.update(best=move_sentence(info, one.best.move, lang))
        args.update(cost=within(one.cost, one.error, lang))
        lines.append(f"  {number_in_list}. {WORDS['mistake'].fill(lang, args)}")
        hints = " ".join(_hints_known(one, info, lang))
        if hints:
            lines.append(f"     {WORDS['known'].fill(lang, {'hints': hints})}")
    return lines


def _hints_known(one: Decision, info: Info, lang: str) -> list[str]:
    """What the game's hints said about the move taken, about the best one, and in general."""
    whys = {move: bracketed(reasons(info, one.hints, move, lang)) for move in (one.move, one.best.move)}
    moves = [f"{move_sentence(info, move, lang)}{why}." for move, why in whys.items() if why]
    return moves + [hint_sentence(info, hint, lang) for hint in one.hints if not hint.move]


def _decision_lines(review: Review, info: Info, lang: str) -> list[str]:
    lines = [info.words.get("review-all", WORDS["all"]).get(lang)]
    lucks = review.lucks()
    for one, luck in zip(review.decisions, lucks[:-1], strict=True):
        cost = within(max(0.0, one.cost), one.error, lang)
        price = f"   {WORDS['lost'].fill(lang, {'cost': cost})}" if max(one.cost, one.error) >= LEAST_ERROR_TOLD else ""
        move = move_sentence(info, one.move, lang)
        expected = ("", "") if one.aside else (share(one.best, lang), signed(luck, lang))
        lines.append(f"{one.n + 1:4}. {expected[0]:>14}  {expected[1]:>7}  {move}{price}")
        shares = [f"{move_sentence(info, o.move, lang)} — {share(o, lang)}" for o in one.estimates[:MAX_MOVES_PER_LINE]]
        lines.append(f"{'':6}{'; '.join(shares)}{' …' if len(one.estimates) > MAX_MOVES_PER_LINE else ''}")
        hints = " ".join(_hints_known(one, info, lang))
        if hints:
            lines.append(f"{'':6}{WORDS['known'].fill(lang, {'hints': hints})}")
    return [*lines, WORDS["last"].fill(lang, {"luck": signed(lucks[-1], lang)})]


def signed(part: float, lang: str) -> str:
    """A percentage with its sign, and a real minus."""
    text = number(abs(100 * part), lang)
    return f"{'−' if part < 0 and text.strip('0.,') else '+'}{text}"
