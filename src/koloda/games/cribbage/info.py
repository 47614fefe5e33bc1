"""Cribbage: its names, zones, options and sentences."""

from __future__ import annotations

from typing import Final

from koloda.core.game import HelpCard, HelpRow, Info, Tip
from koloda.core.options import choice, flag, number
from koloda.core.table import NOBODY, CounterKind, ZoneKind
from koloda.core.text import Text
from koloda.core.turn import Verb
from koloda.games.shared.counters import DEALER, RACE
from koloda.games.shared.deals import ROUND
from koloda.games.shared.deals import WORDS as DEAL_WORDS
from koloda.games.shared.families import CLASSICS
from koloda.games.shared.tags import FOR_TWO
from koloda.games.shared.zones import DECK, HAND

from .counting import ACE_LOW

STARTER: Final = ZoneKind("starter", Text("Стартовая карта", "Starter"), "pile", NOBODY)
CRIB: Final = ZoneKind("crib", Text("Криб", "Crib"), "row", NOBODY, ordered=False)
LAID: Final = ZoneKind("laid", Text("Сыгранные карты", "Cards played"), "row")
COUNT: Final = CounterKind("count", Text("Счёт", "Count"))


OPTIONS: Final = (
    choice(
        "rules",
        Text("Правила", "Rules"),
        Text("Старинная игра из книги или нынешняя.", "The old game of the book, or today's."),
        "book",
        {"book": Text("по книге", "by the book"), "standard": Text("современные", "standard")},
    ),
    number(
        "target",
        Text("Победный счёт", "Winning score"),
        Text("0 — как в правилах: 61 по книге, 121 в современных.", "0: as the rules say (book 61, standard 121)."),
        0,
        0,
        361,
    ),
    choice(
        "three",
        Text("Три очка до сдачи", "Three points before the deal"),
        Text(
            "Только по книге: когда все, кроме сдающего, получают по три очка.",
            "By the book only: when everybody but the dealer scores three.",
        ),
        "each",
        {
            "each": Text("каждую сдачу", "every deal"),
            "first": Text("только в первую", "first deal only"),
            "off": Text("никогда", "never"),
        },
    ),
    choice(
        "go",
        Text("Очки за «мимо»", "Points for go"),
        Text(
            "Только по книге: одно очко за последнюю карту или ещё и по очку сопернику за каждое «мимо».",
            "By the book only: one point for the last card, or besides it one to the opponent for every go.",
        ),
        "merged",
        {
            "merged": Text("только за последнюю карту", "the last card only"),
            "each": Text("за каждое «мимо»", "every go"),
        },
    ),
    flag(
        "teams",
        Text("Двое на двое", "Partners"),
        Text(
            "Только вчетвером по современным правилам: места 1 и 3 против 2 и 4.",
            "Standard rules with four players only: seats 1 and 3 against 2 and 4.",
        ),
    )._replace(by_seats={4: True}, follows="rules", following={"book": False}),
)

WORDS: Final = {
    "ask-own-crib": Text(
        "Выберите {n} {n:карту|карты|карт} для своего криба", "Choose {n} {n:card|cards} for your own crib"
    ),
    "ask-other-crib": Text(
        "Выберите {n} {n:карту|карты|карт} для чужого криба ({other})", "Choose {n} {n:card|cards} for {other}'s crib"
    ),
    "round": DEAL_WORDS["round"],
    "three": Text(
        "{seat|Вы} {seat:получает|получаете} {n} {n:очко|очка|очков} до сдачи.",
        "{seat|You} {seat:scores|score} {n} before the deal.",
    ),
    "discard": Text("{seat|Вы} {seat:сбрасывает|сбрасываете} {cards}.", "{seat|You} {seat:discards|discard} {cards}."),
    "discard-hidden": Text(
        "{seat|Вы} {seat:сбрасывает|сбрасываете} в криб.", "{seat|You} {seat:discards|discard} to the crib."
    ),
    "starter": Text("Стартовая карта: {cards}.", "The starter is {cards}."),
    "heels": Text("За валета: {seat|вам} +{n}.", "His heels: {n} for {seat|you}."),
    "play": Text("{seat|Вы} {seat:кладёт|кладёте} {cards}: счёт {n}.", "{seat|You} {seat:plays|play} {cards}: {n}."),
    "fifteen": Text("Ровно пятнадцать: {seat|вам} +{n}.", "Fifteen: {n} for {seat|you}."),
    "thirty-one": Text("Ровно тридцать одно: {seat|вам} +{n}.", "Thirty-one: {n} for {seat|you}."),
    "pair": Text("Пара: {seat|вам} +{n}.", "A pair: {n} for {seat|you}."),
    "pair-royal": Text("Королевская пара: {seat|вам} +{n}.", "Pair royal: {n} for {seat|you}."),
    "double-pair-royal": Text("Двойная королевская пара: {seat|вам} +{n}.", "Double pair royal: {n} for {seat|you}."),
    "run": Text("Секвенс: {seat|вам} +{n}.", "A run: {n} for {seat|you}."),
    "go": Text("{seat|Вы}: мимо.", "{seat|You}: go."),
    "go-point": Text("За «мимо» соперника: {seat|вам} +{n}.", "For the go: {n} for {seat|you}."),
    "last": Text("Последняя карта: {seat|вам} +{n}.", "Last card: {n} for {seat|you}."),
    "count": Text("Счёт {n}: {cards}.", "Count {n}: {cards}."),
    "show": Text(
        "{seat|Вы} {seat:показывает|показываете} {cards}: {n} {n:очко|очка|очков}.",
        "{seat|You} {seat:shows|show} {cards}: {n} {n:point|points}.",
    ),
    "show-crib": Text(
        "{seat|Вы} {seat:открывает|открываете} криб {cards}: {n} {n:очко|очка|очков}.",
        "{seat|You}{seat:'s|r} crib {cards}: {n} {n:point|points}.",
    ),
    "show-fifteen": Text("пятнадцать: {cards} — {n}.", "fifteen: {cards} — {n}."),
    "show-pair": Text("пара: {cards} — {n}.", "pair: {cards} — {n}."),
    "show-pair-royal": Text("королевская пара: {cards} — {n}.", "pair royal: {cards} — {n}."),
    "show-double-pair-royal": Text("двойная королевская пара: {cards} — {n}.", "double pair royal: {cards} — {n}."),
    "show-run": Text("секвенс: {cards} — {n}.", "run: {cards} — {n}."),
    "show-flush": Text("одна масть: {cards} — {n}.", "flush: {cards} — {n}."),
    "show-nobs": Text("валет масти стартовой карты: {cards} — {n}.", "his nobs: {cards} — {n}."),
    "wins": Text(
        "{seat|Вы} {seat:побеждает|побеждаете}: {n} {n:очко|очка|очков}.",
        "{seat|You} {seat:wins|win} with {n} {n:point|points}.",
    ),
    "skunk": Text(
        "{seat|Вы} {seat:проигрывает|проигрываете} с разгромом: {n}.", "{seat|You} {seat:is|are} skunked with {n}."
    ),
    "double-skunk": Text(
        "{seat|Вы} {seat:проигрывает|проигрываете} с двойным разгромом: {n}.",
        "{seat|You} {seat:is|are} double-skunked with {n}.",
    ),
    "hint-own-crib": Text(
        "В среднем рука {hand} + ваш криб {crib} = {total}.",
        "On average hand {hand} + your crib {crib} = {total}.",
    ),
    "hint-other-crib": Text(
        "В среднем рука {hand} − чужой криб {crib} = {total}.",
        "On average hand {hand} − their crib {crib} = {total}.",
    ),
    "hint-play": Text("Счёт станет {count}: {n} {n:очко|очка|очков}.", "Makes {count}: {n} {n:point|points}."),
    "hint-show": Text(
        "Ваша рука покажет {n}: за пятнадцать {fifteen}, пары {pair}, секвенсы {run}, масть {flush}, валета {nobs}.",
        "Your hand will show {n}: fifteens {fifteen}, pairs {pair}, runs {run}, flush {flush}, nobs {nobs}.",
    ),
}

REFUSALS: Final = {
    "discard-first": Text("Сначала все сбрасывают в криб.", "First everybody discards to the crib."),
    "discard-done": Text("Сброс уже сделан: идёт розыгрыш.", "The discards are made; this is the play."),
    "wrong-number": Text("Сбросьте столько карт, чтобы осталось четыре.", "Discard as many cards as leave you four."),
    "not-ascending": Text("Называйте карты по возрастанию, от туза.", "Name the cards in ascending order, ace low."),
    "not-in-hand": Text("Такой карты у вас в руке нет.", "That card is not in your hand."),
    "over-31": Text("С этой картой счёт будет больше 31.", "That card would take the count over 31."),
}

THREE_OR_FOUR_ALIKE: Final = (
    HelpRow(Text("Три одинаковые", "Three alike"), ("6h", "6c", "6d"), "6"),
    HelpRow(
        Text("Четыре одинаковые", "Four alike"),
        ("6h", "6c", "6d", "6s"),
        "8 / 12",
        Text("8 по книге, 12 по современным правилам.", "8 by the book, 12 in the standard game."),
    ),
)

HELP: Final = (
    HelpCard(
        Text("Розыгрыш: очки за сыгранную карту", "The play: points for the card just laid"),
        (
            HelpRow(Text("Счёт дошёл до 15", "The count is 15"), ("7h", "8c"), "2"),
            HelpRow(Text("Счёт дошёл до 31", "The count is 31"), ("Kh", "Tc", "9d", "2s"), "2"),
            HelpRow(
                Text("Пара", "A pair"), ("6h", "6c"), "2", Text("подряд, без других карт между ними.", "in a row.")
            ),
            *THREE_OR_FOUR_ALIKE,
            HelpRow(
                Text("Секвенс: три карты подряд и больше", "A run of three cards or more"),
                ("4h", "6c", "5d"),
                "3",
                Text(
                    "по очку за карту; лечь они могли в любом порядке.",
                    "a point for every card; they may have been laid in any order.",
                ),
            ),
            HelpRow(
                Text("Последняя карта", "The last card"),
                (),
                "1",
                Text("никто не может добавить карту, а до 31 не дошли.", "nobody can add a card, and it is not 31."),
            ),
            HelpRow(
                Text("«Мимо» соперника", "An opponent's go"),
                (),
                "1",
                Text(
                    "только если так решил стол («Очки за „мимо“»); тогда последняя карта — очко и при 31.",
                    'only where the table says so ("Points for go"); then the last card scores at 31 too.',
                ),
            ),
        ),
    ),
    HelpCard(
        Text("Показ: четыре карты и стартовая", "The show: four cards and the starter"),
        (
            HelpRow(
                Text("Каждые 15", "Every fifteen"),
                ("5h", "Tc"),
                "2",
                Text(
                    "за каждое сочетание карт с суммой 15; туз — 1, картинки — 10.",
                    "for every set of cards that adds up to 15; an ace is 1, court cards are 10.",
                ),
            ),
            HelpRow(Text("Пара", "A pair"), ("6h", "6c"), "2"),
            *THREE_OR_FOUR_ALIKE,
            HelpRow(
                Text("Секвенс", "A run"),
                ("4h", "5c", "6d"),
                "3",
                Text(
                    "по очку за карту; с парой внутри секвенсов два: 4 5 5 6 — это 3 и 3, да ещё 2 за пару.",
                    "a point for every card; a pair inside makes two runs: 4 5 5 6 is 3 and 3, and 2 for the pair.",
                ),
            ),
            HelpRow(
                Text("Масть на руке", "A flush in hand"),
                ("2h", "5h", "9h", "Kh"),
                "4",
                Text(
                    "все четыре одной масти. По книге и три одной масти — 3; по современным правилам с той же масти "
                    "стартовой — 5.",
                    "all four of one suit. By the book three of one suit are 3; in the standard game it is 5 if the "
                    "starter has the suit too.",
                ),
            ),
            HelpRow(
                Text("Масть в крибе", "A flush in the crib"),
                ("2h", "5h", "9h", "Kh", "7h"),
                "5",
                Text("только все пять одной масти.", "only if all five are of one suit."),
            ),
            HelpRow(
                Text("Валет масти стартовой карты", "The jack of the starter's suit"),
                ("Jh",),
                "1",
                Text("на руке или в крибе.", "in the hand or in the crib."),
            ),
            HelpRow(
                Text("Стартовая карта — валет", "The starter is a jack"),
                ("Jc",),
                "2",
                Text("сдающему, как только её открыли.", "to the dealer, as soon as it is turned."),
            ),
        ),
    ),
)

INFO: Final = Info(
    id="cribbage",
    version=3,
    family=CLASSICS,
    names=Text("Криббедж", "Cribbage"),
    blurb=Text(
        "Соберите пятнадцать, пары и секвенсы из пяти карт — и не подарите лучшее чужому крибу.",
        "Make fifteens, pairs and runs, and do not give the best of them to the other's crib.",
    ),
    seats=(2, 4),
    minutes=20,
    usual_seats=2,
    tags=(FOR_TWO,),
    cover=("5h", "5s", "Jd"),
    deck=ACE_LOW,
    verbs=(
        Verb("discard", Text("Сбросить в криб", "Discard to the crib"), ("cards@hand",)),
        Verb("play", Text("Сыграть", "Play"), ("card@hand",)),
    ),
    zones=(DECK, STARTER, CRIB, HAND, LAID),
    counters=(ROUND, DEALER, RACE, COUNT),
    options=OPTIONS,
    phases={
        "discard": Text("Сброс в криб", "Discarding to the crib"),
        "play": Text("Розыгрыш", "The play"),
    },
    asks={
        "discard": Text("Выберите карты для криба", "Choose cards for the crib"),
        "play": Text("Сыграйте карту: счёт не выше 31", "Play a card: the count may reach 31"),
    },
    waits={
        "discard": Text("Выбор карт для криба: {seats}", "Choosing cards for the crib: {seats}"),
        "play": Text("{seats} выбирает карту", "{seats} is choosing a card"),
    },
    words=WORDS,
    refusals=REFUSALS,
    move_cap=5_000,
    help=HELP,
    tips=(
        Tip(
            "phase discard",
            "zone hand",
            Text(
                "Оставьте карты, которые дружат: пары, соседей по порядку и те, что вместе дают 15. Лишнее уходит в "
                "криб — вторую руку сдающего.",
                "Keep cards that go together: pairs, neighbours in rank, and those that add up to 15. The rest goes "
                "to the crib, a second hand of the dealer.",
            ),
        ),
        Tip(
            "phase play",
            "counter count",
            Text(
                "Карты складываются: J, Q и K — это 10, туз — 1. Доведите счёт ровно до 15 или 31 — получите 2 очка. "
                "Больше 31 нельзя.",
                "The cards add up: J, Q and K count 10, an ace 1. Make the count exactly 15 or 31 for 2 points; it "
                "may not pass 31.",
            ),
        ),
        Tip(
            "note starter",
            "zone starter",
            Text(
                "Стартовая карта общая: при подсчёте она входит в каждую руку.",
                "The starter is everybody's: when hands are counted, it belongs to each of them.",
            ),
        ),
        Tip(
            "note pair",
            "zone laid",
            Text(
                "То же достоинство, что у предыдущей карты, — пара, 2 очка. Третья карта подряд — уже 6. Чужие карты "
                "тоже считаются.",
                "The same rank as the card before is a pair, 2 points; a third one makes 6. It does not matter whose "
                "cards they are.",
            ),
        ),
        Tip(
            "note go",
            "counter count",
            Text(
                "Любая карта этого игрока дала бы больше 31 — его ход пропускают.",
                "Every card of this player would pass 31, so they are passed over.",
            ),
        ),
        Tip(
            "note show",
            "counter points",
            Text(
                "Теперь считают руки: каждая сумма 15 и каждая пара — 2 очка, карты подряд — по очку за карту. Одна "
                "карта может считаться много раз.",
                "Now hands are counted: each fifteen and each pair is 2, a run a point a card. One card may count "
                "many times.",
            ),
        ),
    ),
)
