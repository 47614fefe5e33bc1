"""Advice: what the strong bot would do and why, in one sentence with numbers, from a seat's own eyes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot
from typing import Final, NamedTuple

from koloda.core.chance import Chance
from koloda.core.search import Estimate
from koloda.core.text import LANGUAGES, Text
from koloda.core.view import View
from koloda.words import hint_sentence, move_sentence

from . import level_policy, random_policy, simple_policy
from .brains import find_brain
from .eyes import Eyes
from .gauges import WAIT, estimates, find_gauge
from .think import PATIENCE, think

TOLD: Final = 3  # moves that the sentence speaks of
LEAST: Final = 0.0005  # an error that is told
SELDOM: Final = 0.01  # a move of a mixture that is not worth a word
WORDS: Final = {
    "value": Text("{move} — {share} победы", "{move}: {share} of the win"),
    "bare": Text("{move} — {share}", "{move}: {share}"),
    "mixed": Text("{move} — {often}% раз ({share} победы)", "{move}: {often}% of the time ({share} of the win)"),
    "equal": Text("Почти всё равно: {told}.", "Nearly the same: {told}."),
    "mixture": Text("Вперемешку, чтобы вас не прочли: {told}.", "Mixed, so as not to be read: {told}."),
    "best": Text("{told}.", "{told}."),
    "plain": Text("{move} (оценок для этого выбора нет){why}.", "{move} (this choice has no estimates){why}."),
    "none": Text("Для этой игры советчика нет.", "There is no adviser for this game."),
}


class Advice(NamedTuple):
    """A move, the sentence, what the moves are worth (the best first) and how often each is to be played, if mixed."""

    move: str
    text: Text
    options: tuple[Estimate, ...] = ()
    mixture: Mapping[str, float] = {}


def advise(
    eyes: Eyes, chance: Chance, names: Sequence[str] = (), worlds: int = 0, patience: float = PATIENCE
) -> Advice | None:
    """What the strong bot would do on this seat; None where there is nothing to choose."""
    if len(eyes.legal) < 2:
        return None
    brain = find_brain(eyes.game_id)
    if brain is None:
        return _gauged(eyes, chance, names, worlds) or _policys(eyes, chance, names)
    options = think(eyes, brain, chance, worlds, patience)
    if len(options) == 1:  # the others are not worth a search; its value is
        options = think(eyes, brain, chance, worlds, patience, drop=False)
    mixture = _worth_telling(brain.mixture(eyes.world(chance), eyes.seat) or _odds(options), options)
    if len(mixture) == 1:  # no mixture at all: this is the move
        options = sorted(options, key=lambda option: option.move not in mixture)
        mixture = {}
    return _told(eyes.view, options, mixture, names)


def _worth_telling(mixture: dict[str, float], options: Sequence[Estimate]) -> dict[str, float]:
    known = {option.move for option in options}
    return {move: odds for move, odds in mixture.items() if odds > SELDOM and move in known}


def _odds(options: Sequence[Estimate]) -> dict[str, float]:
    """How often each move is played by a search that mixes them."""
    total = sum(option.odds for option in options)
    return {option.move: option.odds / total for option in options if option.odds > 0}


def _gauged(eyes: Eyes, chance: Chance, names: Sequence[str], worlds: int) -> Advice | None:
    """Of a game with a gauge: what the strong bot would do, first; None where it does what cannot be measured."""
    gauge = find_gauge(eyes.game_id)
    options = estimates(gauge.outcomes(eyes.view, worlds or gauge.worlds)) if gauge else []
    wish = level_policy(eyes.game_id, "strong", patient=True)(eyes, chance)
    known = {option.move for option in options}
    move = wish if wish in known else level_policy(eyes.game_id, "strong")(eyes, chance) if wish == WAIT else wish
    if move not in known:
        return None
    return _told(eyes.view, sorted(options, key=lambda option: option.move != move), {}, names)


def _policys(eyes: Eyes, chance: Chance, names: Sequence[str]) -> Advice:
    """Of a game without a brain: what its heuristic would do."""
    policy = simple_policy(eyes.game_id)
    if policy is random_policy:
        return Advice("", WORDS["none"])
    move = policy(eyes, chance)
    told = [
        WORDS["plain"].fill(
            lang, {"move": move_sentence(eyes.view.info, move, lang, names), "why": _why(eyes.view, move, lang, names)}
        )
        for lang in LANGUAGES
    ]
    return Advice(move, Text(*told))


def _told(view: View, options: list[Estimate], mixture: Mapping[str, float], names: Sequence[str]) -> Advice:
    sentences: list[str] = []
    for lang in LANGUAGES:
        if mixture:
            often = sorted(mixture, key=lambda move: -mixture[move])[:TOLD]
            known = {option.move: option for option in options}
            parts = [_mixed(view, known[move], mixture[move], lang, names) for move in often]
        else:
            parts = [_valued(view, option, lang, names, not number) for number, option in enumerate(spoken(options))]
        head = "mixture" if mixture else "equal" if equal(options) else "best"
        sentences.append(WORDS[head].fill(lang, {"told": "; ".join(parts)}))
    best = max(mixture, key=lambda move: mixture[move]) if mixture else options[0].move
    return Advice(best, Text(*sentences), tuple(options), mixture)


def spoken(options: Sequence[Estimate]) -> list[Estimate]:
    """The best move, the next one, and the best of another kind."""
    told = list(options[:2])
    verbs = {option.move.partition(" ")[0] for option in told}
    told += [option for option in options[2:] if option.move.partition(" ")[0] not in verbs][:1]
    return (told + [option for option in options if option not in told])[:TOLD]


def equal(options: Sequence[Estimate]) -> bool:
    """Whether the two best moves cannot be told apart."""
    if len(options) < 2:
        return False
    best, second = options[:2]
    return best.value - second.value < hypot(best.error, second.error)


def _mixed(view: View, option: Estimate, odds: float, lang: str, names: Sequence[str]) -> str:
    args: dict[str, object] = {"move": move_sentence(view.info, option.move, lang, names), "share": share(option, lang)}
    return WORDS["mixed"].fill(lang, {**args, "often": round(100 * odds)}) + _why(view, option.move, lang, names)


def _valued(view: View, option: Estimate, lang: str, names: Sequence[str], first: bool) -> str:
    args: dict[str, object] = {"move": move_sentence(view.info, option.move, lang, names), "share": share(option, lang)}
    value = view.info.words.get("advice-value", WORDS["value"])
    return (value if first else WORDS["bare"]).fill(lang, args) + _why(view, option.move, lang, names)


def _why(view: View, move: str, lang: str, names: Sequence[str]) -> str:
    """The odds and prices that the game's own hints give for a move, in brackets."""
    told: list[str] = []
    for hint in view.hints:
        if hint.move and (move == hint.move or move.startswith(f"{hint.move} ")):
            told.append(_bare(hint_sentence(view.info, hint, lang, names), move_sentence(view.info, move, lang, names)))
    return f" ({'; '.join(told)})" if told else ""


def _bare(sentence: str, move: str) -> str:
    """A hint inside another sentence: without its full stop, and without the move's name, which has been said."""
    name, colon, rest = sentence.rstrip(".").partition(": ")
    if colon and name.split(" ")[0] == move.partition(":")[0].split(" ")[0]:
        return rest
    text = sentence.rstrip(".")
    return text[:1].lower() + text[1:]


def share(option: Estimate, lang: str) -> str:
    """A share of the win as a percentage with its standard error: ``27.3 ± 0.9%``.

    >>> share(Estimate("hit", 0.2731, 0.0088, 40), "en"), share(Estimate("hit", 0.25, 0.0, 0), "ru")
    ('27.3 ± 0.9%', '25,0%')
    """
    error = f" ± {number(100 * option.error, lang)}" if option.error >= LEAST else ""
    return f"{number(100 * option.value, lang)}{error}%"


def number(value: float, lang: str) -> str:
    """One digit after the point, which is a comma in Russian."""
    text = f"{value:.1f}"
    return text.replace(".", ",") if lang == "ru" else text
