"""Advice: what the strong bot would do and why, in one sentence with numbers, from a seat's own view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot
from typing import Final, NamedTuple

from koloda.core.chance import Chance
from koloda.core.game import Info
from koloda.core.search import Estimate
from koloda.core.table import Hint
from koloda.core.text import LANGUAGES, Text
from koloda.core.view import View
from koloda.words import hint_sentence, move_parts, move_sentence

from . import level_policy, random_policy, simple_policy
from .evaluator import WAIT, estimated
from .registry import find_bot
from .seat_view import SeatView
from .think import THINKING_SECONDS, think

MAX_MOVES_TOLD: Final = 3
LEAST_ERROR_TOLD: Final = 0.0005  # as a share of the win
LEAST_ODDS_TOLD: Final = 0.01  # a rarer move of a mixture is not worth a word
WORDS: Final = {
    "first": Text("шанс победить {share}", "{share} chance to win"),
    "same": Text("примерно то же:", "about the same:"),
    "worse": Text("хуже:", "worse:"),
    "better": Text("по оценкам лучше:", "better by the estimates:"),
    "mixed": Text("в {often}% случаев", "{often}% of the time"),
    "mixture": Text("вперемешку, чтобы вас не прочли", "mixed, so as not to be read"),
    "plain": Text("{move} (оценок для этого выбора нет){why}.", "{move} (this choice has no estimates){why}."),
    "none": Text("Для этой игры советчика нет.", "There is no adviser for this game."),
}


class Advice(NamedTuple):
    """A move, the sentence, what the moves are worth (the best first) and how often each is to be played, if mixed."""

    move: str
    text: Text
    estimates: tuple[Estimate, ...] = ()
    mixture: Mapping[str, float] = {}


def advise(
    seat_view: SeatView, chance: Chance, names: Sequence[str] = (), worlds: int = 0, patience: float = THINKING_SECONDS
) -> Advice | None:
    """What the strong bot would do on this seat; None where there is nothing to choose."""
    if len(seat_view.legal) < 2:
        return None
    brain = find_bot(seat_view.game_id).brain
    if brain is None:
        return _evaluated(seat_view, chance, names, worlds) or _by_policy(seat_view, chance, names)
    estimates = think(seat_view, brain, chance, worlds, patience)
    if len(estimates) == 1:  # the others are not worth a search; its value is
        estimates = think(seat_view, brain, chance, worlds, patience, drop=False)
    mixture = _worth_telling(brain.mixture(seat_view.world(chance), seat_view.seat) or _odds(estimates), estimates)
    if len(mixture) == 1:  # no mixture at all: this is the move
        estimates = sorted(estimates, key=lambda estimate: estimate.move not in mixture)
        mixture = {}
    return _advice(seat_view.view, estimates, mixture, names)


def _of_survivors(view: View, estimates: Sequence[Estimate]) -> list[Estimate]:
    """Where nobody wins and one seat loses, a share of the win is a part of the chance to survive."""
    if not view.info.lone_loser:
        return list(estimates)
    others = view.seats - 1
    return [one._replace(value=one.value * others, error=one.error * others) for one in estimates]


def _worth_telling(mixture: dict[str, float], estimates: Sequence[Estimate]) -> dict[str, float]:
    weighed = {estimate.move for estimate in estimates}
    return {move: odds for move, odds in mixture.items() if odds > LEAST_ODDS_TOLD and move in weighed}


def _odds(estimates: Sequence[Estimate]) -> dict[str, float]:
    """How often each move is played by a search that mixes them."""
    total = sum(estimate.odds for estimate in estimates)
    return {estimate.move: estimate.odds / total for estimate in estimates if estimate.odds > 0}


def _evaluated(seat_view: SeatView, chance: Chance, names: Sequence[str], worlds: int) -> Advice | None:
    """For a game with an evaluator: the best move first; None if the strong bot's move cannot be measured."""
    evaluator = find_bot(seat_view.game_id).evaluator
    if evaluator is None:
        return None
    move = level_policy(seat_view.game_id, "strong", patient=True)(seat_view, chance)
    estimates = estimated(evaluator.outcomes(seat_view.view, worlds or evaluator.worlds, move))
    weighed = {estimate.move for estimate in estimates}
    if move == WAIT and WAIT not in weighed:  # a bot that waits here must say what it would do if it had to move
        move = level_policy(seat_view.game_id, "strong")(seat_view, chance)
    if move not in weighed:
        return None
    best_first = sorted(estimates, key=lambda estimate: (-estimate.value, estimate.move != move))
    return _advice(seat_view.view, best_first, {}, names)


def _by_policy(seat_view: SeatView, chance: Chance, names: Sequence[str]) -> Advice:
    """For a game without a brain: what its heuristic would do."""
    policy = simple_policy(seat_view.game_id)
    if policy is random_policy:
        return Advice("", WORDS["none"])
    move = policy(seat_view, chance)
    sentences = [
        WORDS["plain"].fill(
            lang,
            {
                "move": move_sentence(seat_view.view.info, move, lang, names),
                "why": _why(seat_view.view, move, lang, names),
            },
        )
        for lang in LANGUAGES
    ]
    return Advice(move, Text(*sentences))


def _advice(view: View, found: list[Estimate], mixture: Mapping[str, float], names: Sequence[str]) -> Advice:
    estimates = _of_survivors(view, found)
    if mixture:
        often = sorted(mixture, key=lambda move: -mixture[move])[:MAX_MOVES_TOLD]
        spoken_of = [("", next(estimate for estimate in estimates if estimate.move == move)) for move in often]
    else:
        spoken_of = ordered(estimates)
    text = Text(*[_sentence(view, spoken_of, mixture, lang, names) for lang in LANGUAGES])
    return Advice(spoken_of[0][1].move, text, tuple(estimates), mixture)


def _sentence(
    view: View, spoken_of: Sequence[tuple[str, Estimate]], mixture: Mapping[str, float], lang: str, names: Sequence[str]
) -> str:
    """One part for each move, the first named like its button; a verb is said only once."""
    parts: list[str] = []
    said = ""
    for head, estimate in spoken_of:
        verb, args = move_parts(view.info, estimate.move, lang, names)
        name = _lowered(verb) if parts else verb
        move = args if args and verb == said else f"{name}: {args}" if args else name
        worth = (
            share(estimate, lang)
            if parts
            else _words(view, "first", spoken_of).fill(lang, {"share": share(estimate, lang)})
        )
        why = reasons(view.info, view.hints, estimate.move, lang, names)
        if mixture:
            why = [worth, *why]
            worth = WORDS["mixed"].fill(lang, {"often": round(100 * mixture[estimate.move])})
        before = f"{_words(view, head, spoken_of).get(lang)} " if head else ""
        parts.append(f"{before}{move} — {worth}{bracketed(why)}")
        said = verb
    if mixture:
        parts.append(WORDS["mixture"].get(lang))
    return f"{'; '.join(parts)}."


def _words(view: View, name: str, spoken_of: Sequence[tuple[str, Estimate]]) -> Text:
    """A game with a unit of its own brings words for it, and perhaps different ones for some moves."""
    words = view.info.words
    names = [f"advice-{name}-{estimate.move.partition(' ')[0]}" for _, estimate in spoken_of]
    return next((words[own] for own in (*names, f"advice-{name}") if own in words), WORDS[name])


def ordered(estimates: Sequence[Estimate]) -> list[tuple[str, Estimate]]:
    """The moves to speak of, each with the word before it; those that are about as good come first.

    The first is what the strong bot plays; if others are better by the estimates, they are introduced as better.
    """
    best, *others = spoken(estimates)
    above = [estimate for estimate in others if not close(estimate, best)]
    near = [estimate for estimate in others if estimate not in above and close(best, estimate)]
    far = [estimate for estimate in others if estimate not in above + near]
    heads = [("better", above), ("same", near), ("worse" if above or near else "", far)]
    spoken_of = [("", best)]
    for head, group in heads:
        spoken_of += [("" if number else head, estimate) for number, estimate in enumerate(group)]
    return spoken_of


def spoken(estimates: Sequence[Estimate]) -> list[Estimate]:
    """The best move, the next one, and the best of another kind."""
    spoken_of = list(estimates[:2])
    verbs = {estimate.move.partition(" ")[0] for estimate in spoken_of}
    spoken_of += [estimate for estimate in estimates[2:] if estimate.move.partition(" ")[0] not in verbs][:1]
    return (spoken_of + [estimate for estimate in estimates if estimate not in spoken_of])[:MAX_MOVES_TOLD]


def close(best: Estimate, other: Estimate) -> bool:
    """Whether two moves cannot be told apart."""
    return best.value - other.value <= hypot(best.error, other.error)


def reasons(info: Info, hints: Sequence[Hint], move: str, lang: str, names: Sequence[str] = ()) -> list[str]:
    """The odds and prices that the game's own hints give for a move; a hint on ``fold`` is one on ``fold 9 1`` too."""
    parts = move_parts(info, move, lang, names)
    return [
        _bare(hint_sentence(info, hint, lang, names), *parts)
        for hint in hints
        if hint.move and hint.move in (move, move.partition(" ")[0])
    ]


def _why(view: View, move: str, lang: str, names: Sequence[str]) -> str:
    return bracketed(reasons(view.info, view.hints, move, lang, names))


def bracketed(asides: Sequence[str]) -> str:
    """Reasons in brackets; "" if there are none."""
    return f" ({'; '.join(asides)})" if asides else ""


def _bare(sentence: str, verb: str, args: str) -> str:
    """A hint inside another sentence: without its full stop, and without the move's name, which has been said."""
    name, colon, rest = sentence.rstrip(".").partition(": ")
    if colon and (name.split(" ")[0] == verb.split(" ")[0] or (args and f" {name}".endswith(f" {args}"))):
        return rest
    return _lowered(sentence.rstrip("."))


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


def share(estimate: Estimate, lang: str) -> str:
    """A share of the win as a percentage with its standard error: ``27.3 ± 0.9%``.

    >>> share(Estimate("hit", 0.2731, 0.0088, 40), "en"), share(Estimate("hit", 0.25, 0.0, 0), "ru")
    ('27.3 ± 0.9%', '25,0%')
    """
    return f"{within(estimate.value, estimate.error, lang)}%"


def within(part: float, error: float, lang: str) -> str:
    """A percentage with its standard error, if it has one: ``27.3 ± 0.9``."""
    percent = number(100 * part, lang)
    return f"{percent} ± {number(100 * error, lang)}" if error >= LEAST_ERROR_TOLD else percent


def number(value: float, lang: str) -> str:
    """One digit after the point, which is a comma in Russian."""
    text = f"{value:.1f}"
    return text.replace(".", ",") if lang == "ru" else text
