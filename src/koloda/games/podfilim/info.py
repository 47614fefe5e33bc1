"""Podfilim: its names, zones and sentences."""

from __future__ import annotations

from typing import Final

from koloda.core.cards import TRIANGULAR_JOKERS
from koloda.core.game import HelpRow, Info, Tip
from koloda.core.table import CounterKind, ZoneKind
from koloda.core.text import Text
from koloda.core.turn import Verb
from koloda.games.shared.counters import ROUND
from koloda.games.shared.families import PODFILIM
from koloda.games.shared.majority import MAJORITY_HELP
from koloda.games.shared.tags import BLUFF
from koloda.games.shared.zones import DECK, OPEN_DISCARD

COLOURS: Final = ("white", "blue", "black")
COLOUR_NAMES: Final = {0: Text("белая", "white"), 1: Text("голубая", "blue"), 2: Text("чёрная", "black")}
TURN_NAMES: Final = {0: Text("сейчас", "next"), 1: Text("потом", "after that"), 2: Text("под конец", "last")}
RANK_NAMES: Final = {rank: Text(str(rank), str(rank)) for rank in range(1, 11)}

ROW: Final = ZoneKind("row", Text("Ряд", "Row"), "row")
PART: Final = ZoneKind("part", Text("Часть", "Part"), "row", slots=COLOUR_NAMES, tints=dict(enumerate(COLOURS)))
CONTEST: Final = ZoneKind("contest", Text("Ждёт спора", "Waiting to be contested"), "row", slots=TURN_NAMES)
TAKEN: Final = ZoneKind("taken", Text("Взято в этом раунде", "Taken this round"), "row")
PILE: Final = ZoneKind("pile", Text("Стопка", "Pile"), "row", slots=RANK_NAMES)
WAITING: Final = ZoneKind("waiting", Text("Ждущие джокеры", "Waiting jokers"), "row")
DEALER: Final = CounterKind("dealer", Text("Ведущий", "Dealer"), "seat")
POINTS: Final = CounterKind("points", Text("Сейчас очков", "Points now"), "score")

HELP: Final = (
    MAJORITY_HELP._replace(
        rows=(
            *MAJORITY_HELP.rows,
            HelpRow(
                Text("Джокер", "Joker"),
                (7, 7, "*"),
                "7",
                Text(
                    "считается картой той стопки, на которой лежит: здесь семёрок три.",
                    "counts as a card of the pile on which it lies: here there are three 7s.",
                ),
            ),
            HelpRow(
                Text("Ничья в матче", "A tie in the match"),
                (),
                "",
                Text(
                    "при равных очках побеждает тот, кто получил очки за большее число достоинств.",
                    "with equal points the player who scored for more different ranks wins.",
                ),
            ),
        )
    ),
)

INFO: Final = Info(
    id="podfilim",
    version=1,
    family=PODFILIM,
    names=Text("Подфилим", "Podfilim"),
    blurb=Text(
        "Один режет ряд на три части, все тайно выбирают; совпали — делите заново.",
        "One cuts the row in three, all choose in secret; whoever clashes must share again.",
    ),
    seats=(2, 4),
    minutes=20,
    usual_seats=3,
    tags=(BLUFF,),
    cover=(4, "*", 8),
    deck=TRIANGULAR_JOKERS,
    verbs=(
        Verb("split", Text("Разделить", "Split"), ("number", "number", "number"), most=7),
        Verb("drop", Text("Сбросить часть", "Drop a part"), ("zone",), words=COLOURS),
        Verb("vote", Text("Выбрать часть", "Vote for a part"), ("zone",), words=COLOURS),
        Verb("joker", Text("Положить джокера", "Place a joker"), ("number",), most=10),
    ),
    zones=(DECK, ROW, PART, CONTEST, TAKEN, PILE, WAITING, OPEN_DISCARD),
    counters=(ROUND, DEALER, POINTS),
    phases={
        "split": Text("Ведущий делит карты", "The dealer splits the cards"),
        "drop": Text("Соперник сбрасывает часть", "The other player drops a part"),
        "vote": Text("Все тайно выбирают часть", "Everybody votes in secret"),
        "sort": Text("Раскладка джокеров", "Jokers are placed"),
    },
    asks={
        "split": Text("Вы ведущий: разделите ряд на три части", "You deal: cut the row into three parts"),
        "drop": Text("Сбросьте одну из трёх частей", "Drop one of the three parts"),
        "vote": Text(
            "Выберите часть: она ваша, если её не захочет никто другой",
            "Choose a part: it is yours if nobody else wants it",
        ),
        "sort": Text("Положите джокера к одной из своих стопок", "Place your joker on one of your piles"),
    },
    waits={
        "split": Text("{seats} делит ряд на три части", "Waiting for {seats} to cut the row"),
        "drop": Text("{seats} решает, какую часть сбросить", "Waiting for {seats} to drop a part"),
        "vote": Text("Выбирают часть: {seats}", "Waiting for {seats} to choose a part"),
        "sort": Text("{seats} раскладывает джокеров", "Waiting for {seats} to place jokers"),
    },
    words={
        "round": Text(
            "Раунд {n}, ведущий — {seat|вы}. Ряд: {cards}.",
            "Round {n}, {seat|you} {seat:deals|deal}. The row: {cards}.",
        ),
        "split": Text("{seat|Вы} {seat:делит|делите} карты.", "{seat|You} {seat:splits|split} the cards."),
        "part": Text("Часть «{word}»: {cards}.", "The {word} part: {cards}."),
        "drop": Text(
            "{seat|Вы} {seat:сбрасывает|сбрасываете} часть «{word}».", "{seat|You} {seat:drops|drop} the {word} part."
        ),
        "vote": Text("{seat|Вы} {seat:выбирает|выбираете}: {word}.", "{seat|You} {seat:votes|vote} {word}."),
        "takes": Text("{seat|Вы} {seat:забирает|забираете} {cards}.", "{seat|You} {seat:takes|take} {cards}."),
        "unclaimed": Text("Никто не выбрал {cards}: в сброс.", "Nobody chose {cards}: discarded."),
        "destroyed": Text(
            "Одну карту не поделить: {cards} в сброс.", "One card cannot be shared: {cards} is discarded."
        ),
        "clash": Text("Спор {n} игроков за {cards}.", "{n} players clash over {cards}."),
        "waits": Text(
            "{seat|У вас}{seat::|} джокеров без стопки — {n}.",
            "{seat|You}{seat:'s|r} {n} {n:joker waits|jokers wait} for a first pile.",
        ),
        "joker": Text(
            "{seat|Вы} {seat:кладёт|кладёте} джокера к {cards}.", "{seat|You} {seat:puts|put} a joker on the {cards}s."
        ),
        "scores": Text(
            "{seat|У вас}{seat::|} {n} {n:очко|очка|очков}.", "{seat|You} {seat:scores|score} {n} {n:point|points}."
        ),
        "label-vote": Text("{seat|вы}", "{seat|you}"),
        "label-clash": Text("{seat|вы} ✗", "{seat|you} ✗"),
        "label-majority": Text("+{n}", "+{n}"),
        "word-white": Text("белая", "white"),
        "word-blue": Text("голубая", "blue"),
        "word-black": Text("чёрная", "black"),
        "hint-part": Text(
            "Эта часть в одиночку: {points} к нынешнему счёту.",
            "This part, taken alone: {points} to the score as it stands.",
        ),
        "hint-joker": Text(
            "Джокер сюда: {points} к нынешнему счёту.",
            "A joker here: {points} to the score as it stands.",
        ),
        "hint-strip": Text(
            "Вы / лучший соперник / ещё не вышло: {strip}. Джокеров ещё не вышло: {jokers}.",
            "You / best rival / still unseen: {strip}. Jokers still unseen: {jokers}.",
        ),
    },
    refusals={
        "bad-split": Text(
            "Три части не меньше одной карты, вместе — весь ряд.",
            "Three parts of at least one card that make the whole row.",
        ),
        "no-such-part": Text("Такой части на столе нет.", "That part is not on the table."),
        "no-such-pile": Text("Джокера кладут только к своей стопке.", "A joker goes onto a pile of your own."),
        "wrong-phase": Text("Сейчас другая часть раунда.", "The round is at another point."),
    },
    move_cap=400,
    help=HELP,
    tips=(
        Tip(
            "phase vote",
            "zone part",
            Text(
                "Выберите часть. Захочет её кто-то ещё — её порвут на куски. Скромная часть, но только ваша, часто "
                "лучше.",
                "Choose a part. If somebody else wants it too, it is torn to pieces: a modest part of your own is "
                "often better.",
            ),
        ),
        Tip(
            "phase split",
            "zone row",
            Text(
                "Вы делите ряд на три части. Разрежьте так, чтобы нужное вам казалось другим мелочью.",
                "You cut the row into three parts. Cut so that what you need looks like a trifle to the others.",
            ),
        ),
        Tip(
            "phase drop",
            "zone part",
            Text(
                "Сбросьте часть, которая нужнее всего сопернику: она не достанется никому.",
                "Drop the part that your opponent needs most: nobody will get it.",
            ),
        ),
        Tip(
            "note clash",
            "zone part",
            Text(
                "На одну часть нашлось несколько желающих: её делят ещё раз, и выбирают только они.",
                "Several want the same part: it is split again, and only they choose.",
            ),
        ),
        Tip(
            "note takes",
            "counter points",
            Text(
                "У кого в конце больше всех карт какого-то числа, тот получает столько очков: за десятки — 10, за "
                "единицы — 1.",
                "In the end whoever has the most cards of a number scores that number: 10 for the 10s, 1 for the 1s.",
            ),
        ),
        Tip(
            "phase sort",
            "prompt",
            Text(
                "Джокер навсегда станет ещё одной картой выбранной стопки. Кладите его туда, где всё решает одна "
                "карта.",
                "A joker becomes one more card of a pile, for good. Put it where a single card decides.",
            ),
        ),
    ),
)
