"""Tycoon: its names, zones, options and sentences."""

from __future__ import annotations

from typing import Final

from koloda.core.game import Info, Tip
from koloda.core.options import choice, flag, number
from koloda.core.table import CounterKind, ZoneKind
from koloda.core.text import Text
from koloda.core.turn import Verb
from koloda.games.shared.counters import POINTS
from koloda.games.shared.deals import ROUND, WORDS, deals_option
from koloda.games.shared.families import CLASSICS
from koloda.games.shared.zones import HAND, OPEN_DISCARD

from .card_sets import RANKS, TYCOON_DECK

TABLE: Final = ZoneKind("table", Text("На столе", "On the table"), "row")
LEFT: Final = CounterKind("cards", Text("Карт на руках", "Cards in hand"), "cards")

INFO: Final = Info(
    id="tycoon",
    version=1,
    family=CLASSICS,
    names=Text("Богач", "Tycoon"),
    blurb=Text(
        "Избавьтесь от карт первым и станьте богачом: бедняк отдаст вам лучшую карту.",
        "Be the first without cards and become the tycoon: the pauper owes you their best card.",
    ),
    seats=(2, 15),
    minutes=30,
    cover=("3s", "Kd", "2h"),
    deck=TYCOON_DECK,
    verbs=(
        Verb("play", Text("Сыграть", "Play"), ("cards@hand",), words=tuple(RANKS)),
        Verb("pass", Text("Пропустить", "Pass")),
        Verb("give", Text("Отдать", "Give"), ("cards@hand",), words=tuple(RANKS)),
    ),
    zones=(HAND, TABLE, OPEN_DISCARD),
    counters=(ROUND, POINTS, LEFT),
    options=(
        number(
            "decks",
            Text("Колод", "Packs"),
            Text("От девяти игроков лучше две.", "Two are better from nine seats on."),
            1,
            1,
            3,
        ),
        number(
            "jokers",
            Text("Джокеров в колоде", "Jokers per pack"),
            Text("Джокер старше двойки.", "A joker is higher than a 2."),
            0,
            0,
            2,
        ),
        deals_option(5, 10),
        choice(
            "lead",
            Text("Первый ход", "Leads"),
            Text("Когда обязательно ходить младшими картами.", "When the lowest cards must be led."),
            "first_lowest",
            {
                "first_lowest": Text("младшими в начале сдачи", "lowest to open a deal"),
                "lowest": Text("всегда младшими", "always lowest"),
                "free": Text("любыми", "free"),
            },
        ),
        flag(
            "must_beat",
            Text("Бить обязательно", "Must beat"),
            Text("Пропустить можно, только если бить нечем.", "Passing is allowed only if nothing beats."),
        ),
        flag(
            "joker_wild",
            Text("Джокер вместо любой карты", "Wild jokers"),
            Text(
                "Джокер может дополнить набор: 7 7 и джокер — три семёрки.",
                "A joker may complete a set: 7 7 and a joker are three sevens.",
            ),
        ),
        choice(
            "exchange",
            Text("Обмен", "Exchange"),
            Text("Что отдают богачу и бедняку перед сдачей.", "What rich and poor give each other before play."),
            "one",
            {
                "one": Text("по карте, без выбора", "one card, forced"),
                "two": Text("две и одна, богатые выбирают", "two and one, the rich choose"),
                "off": Text("без обмена", "none"),
            },
        ),
    ),
    phases={
        "give": Text("Обмен: выберите, что отдать", "Exchange: choose what to give"),
        "lead": Text("Новый ход", "A new lead"),
        "answer": Text("Бейте или пропускайте", "Beat it or pass"),
    },
    asks={
        "give": Text("Обмен: выберите, что отдать", "Exchange: choose what to give"),
        "lead": Text("Ходите картами одного достоинства", "Lead cards of one rank"),
        "answer": Text("Побейте то, что на столе, или пропустите ход", "Beat what lies on the table, or pass"),
    },
    waits={
        "give": Text("Обмен: {seats} выбирает, что отдать", "Exchange: waiting for {seats} to choose what to give"),
        "lead": Text("{seats} выбирает, чем пойти", "Waiting for {seats} to lead"),
        "answer": Text("{seats} решает, чем бить", "Waiting for {seats} to beat it or pass"),
    },
    words={
        **WORDS,
        "round": Text("Сдача {n}. {seat:Ходит|Ходите} {seat|вы}.", "Deal {n}. {seat|You} {seat:leads|lead}."),
        "gift": Text(
            "{seat|Вы} {seat:отдаёт|отдаёте} {cards}, {other:получает|получаете} {other|вы}.",
            "{seat|You} {seat:gives|give} {other|you} {cards}.",
        ),
        "gift-hidden": Text(
            "{seat|Вы} {seat:отдаёт|отдаёте} карту, {other:получает|получаете} {other|вы}.",
            "{seat|You} {seat:gives|give} {other|you} a card.",
        ),
        "play": Text("{seat|Вы} {seat:кладёт|кладёте} {cards}.", "{seat|You} {seat:plays|play} {cards}."),
        "pass": Text("{seat|Вы} {seat:пропускает|пропускаете} ход.", "{seat|You} {seat:passes|pass}."),
        "clear": Text(
            "Стол очищен, {seat:ходит|ходите} {seat|вы}.", "The table is cleared, {seat|you} {seat:leads|lead}."
        ),
        "out": Text("{seat|Вы} без карт: {n}-е место.", "{seat|You} {seat:is|are} out of cards: place {n}."),
        "last": Text(
            "{seat|Вы} {seat:остаётся|остаётесь} с картами: последнее место.",
            "{seat|You} {seat:is|are} left with cards: last place.",
        ),
        "is-out": Text("{seat|Вы} без карт: {n}-е место.", "{seat|You} {seat:is|are} out of cards: place {n}."),
        "passed": Text("{seat|Вы}: пас.", "{seat|You} {seat:has|have} passed."),
        "title": Text("{seat|Вы} — {word}.", "{seat|You}: {word}."),
        "word-rich": Text("богач", "tycoon"),
        "word-well-off": Text("зажиточный", "well-off"),
        "word-commoner": Text("середняк", "commoner"),
        "word-needy": Text("нуждающийся", "needy"),
        "word-poor": Text("бедняк", "pauper"),
        "ask-give": Text(
            "Обмен: выберите {n} {n:карту|карты|карт} для игрока {other}",
            "Exchange: choose {n} {n:card|cards} for {other}",
        ),
        "ask-lowest": Text("Ходите всеми своими младшими картами", "Lead all your cards of your lowest rank"),
        "ask-answer": Text(
            "Перебейте {n} {n:картой|картами|картами} старше или пропустите ход",
            "Play {n} higher {n:card|cards of one rank}, or pass",
        ),
        "label-played": Text("{seat:кладёт|кладёте} {seat|вы}", "played by {seat|you}"),
        "hint-out": Text("У других: {ranks}.", "Others hold: {ranks}."),
        "hint-sure": Text("{cards}: перебить нечем.", "{cards}: nobody can beat it."),
    },
    refusals={
        "give-first": Text("Сначала обмен: выберите, что отдать.", "The exchange comes first: choose what to give."),
        "give-count": Text("Отдайте столько карт, сколько положено.", "Give exactly as many cards as you owe."),
        "give-order": Text("Называйте карты по старшинству, младшую первой.", "Name the lower card first."),
        "no-gift-now": Text("Сейчас нечего отдавать.", "There is nothing to give now."),
        "must-lead": Text("Стол пуст: нужно ходить.", "The table is empty: you have to lead."),
        "must-beat": Text("У вас есть чем побить, пропускать нельзя.", "You can beat it, so you may not pass."),
        "one-rank": Text("Кладите карты одного достоинства.", "Play cards of one rank."),
        "joker-not-wild": Text("Джокеры здесь не дополняют набор.", "Jokers do not complete a set here."),
        "not-yours": Text("У вас нет таких карт.", "You do not have these cards."),
        "lowest-first": Text("Этот ход — всеми вашими младшими картами.", "Lead all your cards of your lowest rank."),
        "same-count": Text("Нужно столько же карт, сколько на столе.", "Play as many cards as lie on the table."),
        "too-low": Text("Нужны карты старше тех, что на столе.", "Play a higher rank than the one on the table."),
    },
    move_cap=60_000,
    out_notes=("is-out",),
    tips=(
        Tip(
            "phase lead",
            "zone hand",
            Text(
                "Избавьтесь от карт первым. Ходите одной картой или несколькими одного достоинства; двойка здесь "
                "старше туза.",
                "Be the first to get rid of your cards. Lead one card or several of one rank; the two is higher than "
                "the ace.",
            ),
        ),
        Tip(
            "phase answer",
            "zone table",
            Text(
                "Положите столько же карт одного достоинства, но старше. Пару бьёт только пара.",
                "Play as many cards of one higher rank. A pair is beaten only by a pair.",
            ),
        ),
        Tip(
            "verb pass",
            "prompt",
            Text(
                "Пропускаете только этот ход: если очередь дойдёт снова, можно будет сыграть.",
                "You pass only this turn: if it comes round again, you may play.",
            ),
        ),
        Tip(
            "note clear",
            "zone table",
            Text(
                "Бить больше некому: стол пуст, и хозяин последних карт ходит чем хочет.",
                "Nobody beats this any more: the table is empty, and whoever played last leads.",
            ),
        ),
        Tip(
            "note out",
            "counter points",
            Text(
                "Кто вышел первым — богач, кто последним — бедняк. За место дают столько очков, сколько игроков "
                "позади.",
                "The first one out is the tycoon, the last the pauper. A place is worth as many points as there are "
                "players behind it.",
            ),
        ),
    ),
)
