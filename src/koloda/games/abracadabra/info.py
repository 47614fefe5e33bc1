"""Abracadabra: its names, zones, options and sentences."""

from __future__ import annotations

from typing import Final

from koloda.core.cards import FRENCH, Deck
from koloda.core.game import Info, Tip
from koloda.core.options import choice, number
from koloda.core.table import CounterKind, ZoneKind
from koloda.core.text import Text
from koloda.core.turn import Verb
from koloda.games.shared.counters import DEALER, POINTS
from koloda.games.shared.deals import ROUND
from koloda.games.shared.families import CLASSICS
from koloda.games.shared.tags import TRICK_TAKING
from koloda.games.shared.tricks import REFUSALS, TAKEN, TRICK, TRICKS, WORDS
from koloda.games.shared.zones import HAND

CARDS: Final = Deck("french-joker", [*FRENCH.values(FRENCH.pack), "Jk"], list(range(53)))
TURNUP: Final = ZoneKind("turnup", Text("Открытая карта", "Turn-up"), "row")
POT: Final = CounterKind("pot", Text("Кон", "Pot"))
CHIPS: Final = CounterKind("chips", Text("Монеты", "Coins"))
DECLARED: Final = CounterKind("declared", Text("Заявлено взяток", "Declared tricks"))

INFO: Final = Info(
    id="abracadabra",
    version=2,
    family=CLASSICS,
    names=Text("Абракадабра", "Abracadabra"),
    blurb=Text(
        "Самая высокая заявка — цель для всех: наберите столько взяток, и лучше в одиночку.",
        "The highest bid is everybody's target: take that many tricks, and better be alone in it.",
    ),
    seats=(4, 4),
    minutes=40,
    tags=(TRICK_TAKING,),
    cover=("Ah", "Jk", "Ks"),
    deck=CARDS,
    verbs=(
        Verb("bid", Text("Заявить", "Bid"), ("number",), most=13),
        Verb("stake", Text("Положить на кон ставок", "Put in stakes"), ("number",), most=5),
        Verb("show", Text("Открыть карты", "Show cards"), ("cards@hand",)),
        Verb("play", Text("Положить", "Play"), ("card@hand",)),
        Verb("abracadabra", Text("Абракадабра!", "Abracadabra!")),
        Verb("pass", Text("Промолчать", "Say nothing")),
    ),
    zones=(HAND, TURNUP, TRICK, TAKEN),
    counters=(ROUND, POINTS, DEALER, TRICKS, CHIPS, POT, DECLARED),
    options=(
        number(
            "target",
            Text("До скольких очков", "Target"),
            Text(
                "Матч кончается, когда у кого-то столько очков.", "The match ends when somebody has this many points."
            ),
            200,
            1,
            500,
        ),
        number(
            "stake",
            Text("Ставка", "Stake"),
            Text(
                "Сколько монет каждый ставит на кон за сдачу.", "How many coins everybody puts into the pot per deal."
            ),
            1,
            0,
            100,
        ),
        choice(
            "stakes",
            Text("Ставки", "Stakes"),
            Text(
                "Ставят все поровну, или каждый после своей заявки ставит от одной до пяти ставок.",
                "Everybody puts in the stake, or each player after their bid one to five times as much.",
            ),
            "table",
            {"table": Text("у всех одинаковые", "the same for all"), "own": Text("каждый сам", "each player's own")},
        ),
        number(
            "raise_per_card",
            Text("Доплата за открытую карту", "Raise per shown card"),
            Text("Если не задана, равна ставке.", "Equal to the stake unless it is set."),
            1,
            0,
            100,
        )._replace(follows="stake"),
        choice(
            "count",
            Text("Счёт взяток", "Counting"),
            Text("Когда заявка выполнена.", "When the declared number is made."),
            "reach",
            {"reach": Text("не меньше", "at least"), "exact": Text("ровно столько", "exactly")},
        ),
        choice(
            "call",
            Text("Возглас", "The call"),
            Text("Кричит ли «Абракадабра» стол или сам игрок.", "Whether the table or the player calls."),
            "auto",
            {"auto": Text("стол", "the table"), "manual": Text("сам игрок", "the player")},
        ),
    ),
    phases={
        "bid": Text("Заявки", "Bids"),
        "stake": Text("Ставка после заявки", "The stake after the bid"),
        "show": Text("Заявитель открывает карты или нет", "The declarer shows cards or not"),
        "play": Text("Розыгрыш", "Tricks"),
        "call": Text("Абракадабра?", "Abracadabra?"),
    },
    asks={
        "bid": Text("Сколько взяток возьмёт заявитель? Сделайте заявку", "How many tricks will the declarer take? Bid"),
        "stake": Text("Сколько монет поставите на свою заявку?", "How many coins do you put on your bid?"),
        "show": Text("Откройте карты, если хотите поднять ставку", "Show cards if you want to raise the stake"),
        "play": Text("Сыграйте карту", "Play a card"),
        "call": Text(
            "Вы взяли заявленное число. Скажете «абракадабра»?", "You have the declared number. Say the word?"
        ),
    },
    waits={
        "bid": Text("{seats} делает заявку", "{seats} is bidding"),
        "stake": Text("{seats} ставит монеты", "{seats} is putting in coins"),
        "show": Text("{seats} решает, какие карты открыть", "{seats} decides which cards to show"),
        "play": Text("{seats} выбирает карту", "{seats} is choosing a card"),
        "call": Text("{seats} может сказать «абракадабра»", "{seats} may say the word"),
    },
    words={
        **WORDS,
        "turnup": Text("Открыта карта {cards}.", "{cards} is turned up."),
        "stakes": Text(
            "{seat|Вы} {seat:ставит|ставите} на кон {n} {n:монету|монеты|монет}.",
            "{seat|You} {seat:puts|put} {n} {n:coin|coins} into the pot.",
        ),
        "declares": Text(
            "Заявитель — {seat|вы}; взяток нужно: {n}.",
            "{seat|You} {seat:is|are} the declarer; {n} {n:trick|tricks} needed.",
        ),
        "shows": Text("{seat|Вы} {seat:открывает|открываете} {cards}.", "{seat|You} {seat:shows|show} {cards}."),
        "calls": Text("{seat|Вы}: «Абракадабра!»", "{seat|You}: Abracadabra!"),
        "silent": Text("{seat|Вы} {seat:молчит|молчите}.", "{seat|You} {seat:says|say} nothing."),
        "pot-won": Text(
            "{seat|Вы} {seat:получает|получаете} с кона {n} {n:монету|монеты|монет}.",
            "{seat|You} {seat:gets|get} {n} {n:coin|coins} of the pot.",
        ),
        "pot-stays": Text("Кон остаётся: {n} {n:монета|монеты|монет}.", "The pot stays: {n} {n:coin|coins}."),
        "hint-need": Text(
            "Вам нужно ещё взяток: {n}; осталось: {left}.",
            "You need {n} more of the {left} {left:trick|tricks} to come.",
        ),
        "hint-made": Text("Ваша заявка выполнена.", "You have the declared number."),
        "hint-over": Text("Взяток уже больше заявленного на {n}.", "You have {n} {n:trick|tricks} too many."),
        "hint-trumps": Text("Козырей не видно: {n}.", "Trumps unseen: {n}."),
        "hint-joker": Text("Ваш джокер — это {cards}.", "Your joker is {cards}."),
        "hint-rank": Text(
            "Карты достоинства {card} во взятках: +2 очка.", "Cards of rank {card} in tricks: +2 points."
        ),
    },
    refusals={
        **REFUSALS,
        "stake-range": Text("Ставят от одной до пяти ставок стола.", "Put in one to five times the table's stake."),
        "show-order": Text(
            "Называйте открываемые карты по порядку, каждую один раз.", "Name the cards in order, each once."
        ),
    },
    move_cap=20_000,
    tips=(
        Tip(
            "phase bid",
            "prompt",
            Text(
                "Взятка — четыре карты, по одной от каждого; её забирает старшая. Назовите, сколько взяток можно "
                "взять: самая большая заявка станет целью для всех.",
                "A trick is four cards, one from each player; the strongest takes them. Bid how many one could take: "
                "the highest bid becomes everybody's goal.",
            ),
        ),
        Tip(
            "note turnup",
            "zone turnup",
            Text(
                "Масть этой карты — козырь: она бьёт все остальные. Если открыт джокер, козырей нет.",
                "The suit of this card is trump and beats all other suits. If it is the joker, there are no trumps.",
            ),
        ),
        Tip(
            "phase play",
            "zone hand",
            Text(
                "Кладите карту той же масти, что и первая во взятке. Нет её — любую: козырь побьёт, другая масть не "
                "возьмёт ничего.",
                "Play a card of the suit that was led. If you have none, play any card: a trump wins, another suit "
                "takes nothing.",
            ),
        ),
        Tip(
            "note declares",
            "counter declared",
            Text(
                "Столько взяток теперь нужно каждому. Чем меньше игроков наберёт это число, тем больше очков получит "
                "каждый из них.",
                "Now everybody needs this many tricks. The fewer players get there, the more points each of them "
                "scores.",
            ),
        ),
    ),
)
