"""Twenty-One: its names, zones, options and sentences."""

from __future__ import annotations

from typing import Final

from koloda.core.cards import FRENCH
from koloda.core.game import HelpCard, HelpRow, Info, Tip
from koloda.core.options import Option, choice, flag, number
from koloda.core.table import NOBODY, CounterKind, ZoneKind
from koloda.core.text import Text
from koloda.core.turn import Verb
from koloda.games.shared.families import CLASSICS
from koloda.games.shared.french_packs import pack_option
from koloda.games.shared.tags import RISK
from koloda.games.shared.zones import DECK

EXPOSED: Final = ZoneKind("exposed", Text("Открытая карта колоды", "Turned-up card"), "pile")
USED: Final = ZoneKind("used", Text("Вышедшие карты", "Used cards"), "pile")
HAND: Final = ZoneKind("hand", Text("Рука", "Hand"), "row", NOBODY)
ROUND: Final = CounterKind("round", Text("Тур", "Round"))
BANK: Final = CounterKind("bank", Text("Банк", "Bank"))
STAKE: Final = CounterKind("bet", Text("Ставка", "Bet"))
BANKER: Final = CounterKind("dealer", Text("Банкир", "Banker"), "seat")
COINS: Final = CounterKind("coins", Text("Монеты", "Coins"), "score")
MAX_STAKE_COINS: Final = 100  # of a banker

HELP: Final = (
    HelpCard(
        Text("Сколько стоят карты", "What the cards count"),
        (
            HelpRow(
                Text("Туз", "Ace"),
                ("Ah",),
                "11 / 1",
                Text(
                    "11 или 1, как стол выбрал до сдачи (настройка «Туз»); на ходу это не меняется.",
                    'eleven or one, as the table has chosen before the deal (the option "Ace"); it does not change.',
                ),
            ),
            HelpRow(Text("Король", "King"), ("Kh",), "4"),
            HelpRow(Text("Дама", "Queen"), ("Qh",), "3"),
            HelpRow(Text("Валет", "Jack"), ("Jh",), "2"),
            HelpRow(
                Text("Карты с числами", "Cards with numbers"),
                ("Th", "9h", "8h", "7h", "6h"),
                "6–10",
                Text(
                    "столько, сколько на карте; в колоде в 52 карты есть и меньшие.",
                    "the number on the card; a pack of 52 has lower ones too.",
                ),
            ),
        ),
    ),
    HelpCard(
        Text("Кто выигрывает у банкира", "Who beats the banker"),
        (
            HelpRow(
                Text("21 очко", "21 points"),
                ("Ah", "Tc"),
                "21",
                Text("выигрыш сразу; здесь туз стоит 11.", "wins at once; the ace counts 11 here."),
            ),
            HelpRow(
                Text("Больше, чем у банкира", "More than the banker"),
                ("Th", "9c"),
                "19",
                Text("если у банкира 18 или меньше.", "if the banker has 18 or less."),
            ),
            HelpRow(
                Text("Поровну", "Equal"),
                ("Th", "9c"),
                "19",
                Text("выигрывает банкир.", "the banker wins."),
            ),
            HelpRow(
                Text("Перебор", "Bust"),
                ("Th", "9c", "8d"),
                "27",
                Text("больше 21 — проигрыш.", "more than 21 loses."),
            ),
        ),
    ),
)

INFO: Final = Info(
    id="twenty-one",
    version=2,
    family=CLASSICS,
    names=Text("21 (Очко)", "Twenty-One (Ochko)"),
    blurb=Text(
        "Наберите 21 или подойдите к нему ближе банкира — и не переберите.",
        "Make 21, or come closer to it than the banker without going over.",
    ),
    seats=(2, 10),
    minutes=20,
    tags=(RISK,),
    cover=("7c", "Kd", "Ts"),
    deck=FRENCH,
    verbs=(
        Verb("bank", Text("Открыть банк", "Open the bank"), ("number",), most=100),
        Verb("bet", Text("Поставить", "Bet"), ("number",)),
        Verb("hit", Text("Ещё карту", "Hit")),
        Verb("blind", Text("Взять втёмную", "Take a card blind")),
        Verb("stand", Text("Хватит", "Stand")),
        Verb("show", Text("Показать перебор", "Show the bust")),
        Verb("hide", Text("Скрыть перебор", "Hide the bust")),
    ),
    zones=(DECK, EXPOSED, USED, HAND),
    counters=(ROUND, BANKER, BANK, STAKE, COINS),
    options=(
        pack_option(36, 32, 52),  # R1
        Option(
            "ace",
            Text("Туз", "Ace"),
            Text("Сколько очков стоит туз.", "What an ace counts."),
            11,
            (11, 1),
            choice_names=(Text("11 очков", "11 points"), Text("1 очко", "1 point")),
        ),
        choice(
            "bank_by",
            Text("Банк назначает", "Who sets the bank"),
            Text("Кто решает, сколько монет банкир ставит в банк.", "Who says how many coins the banker puts into it."),
            "banker",
            {"banker": Text("банкир", "the banker"), "table": Text("стол заранее", "the table beforehand")},
        ),
        number(
            "bank_most",
            Text("Самый большой банк", "The largest bank"),
            Text(
                "Если банк назначает банкир: больше монет он не ставит.",
                "Where the banker sets the bank: the most coins they may put in.",
            ),
            30,
            1,
            MAX_STAKE_COINS,
        ),
        number(
            "bank",
            Text("Монет в банк", "The banker's stake"),
            Text(
                "Если банк назначает стол: столько монет ставит каждый банкир.",
                "Where the table sets the bank: how many coins every banker puts in.",
            ),
            10,
            1,
            MAX_STAKE_COINS,
        ),
        number(
            "banks",
            Text("Банков на каждого", "Banks each"),
            Text("Сколько раз каждый держит банк.", "How many times everybody holds the bank."),
            1,
            1,
            5,
        ),
        number(
            "max_rounds",
            Text("Туров в банке", "Rounds of a bank"),
            Text(
                "После стольких туров банк возвращается банкиру без стука; 0 — без предела.",
                "After this many rounds a bank goes back to its banker without a knock; 0: no limit.",
            ),
            50,
            0,
            100,
        ),
        flag(
            "blind",
            Text("Втёмную", "Blind card"),
            Text("Можно взять последнюю карту втёмную.", "The last card may be taken blind."),
            True,
        ),
        flag(
            "two_aces",
            Text("Два туза", "Two aces"),
            Text("Два туза и больше ничего — 21.", "Two aces and nothing else are 21."),
        ),
        choice(
            "bust",
            Text("Перебор", "Going bust"),
            Text(
                "Перебор виден сразу, или игрок решает, показать ли его; скрытый стоит двойной ставки.",
                "A bust is seen at once, or the player may hide it; a hidden one costs double.",
            ),
            "auto",
            {"auto": Text("виден сразу", "is seen at once"), "declare": Text("можно скрыть", "may be hidden")},
        ),
    ),
    phases={
        "bank": Text("Банкир говорит, сколько в банке", "The banker says how much is in the bank"),
        "bet": Text("Ставка", "Betting"),
        "player": Text("Игрок берёт карты", "The player draws"),
        "banker": Text("Банкир берёт карты", "The banker draws"),
    },
    asks={
        "bank": Text("Вы держите банк: сколько монет поставите?", "You are the banker: how many coins do you put in?"),
        "bet": Text("Сколько поставите против банкира?", "How much do you bet against the banker?"),
        "player": Text("Ещё карту или хватит?", "Another card, or stand?"),
        "banker": Text("Вы банкир: ещё карту или хватит?", "You are the banker: another card, or stand?"),
    },
    waits={
        "bank": Text("{seats} решает, сколько поставить в банк", "{seats} decides how much to put into the bank"),
        "bet": Text("{seats} делает ставку", "{seats} is betting"),
        "player": Text("{seats} берёт карты", "{seats} is drawing"),
        "banker": Text("{seats} берёт карты за банк", "{seats} is drawing for the bank"),
    },
    words={
        "label-total": Text("{n}", "{n}"),
        "opens": Text(
            "{seat|Вы} {seat:держит|держите} банк: {n} {n:монета|монеты|монет}.",
            "{seat|You} {seat:opens|open} a bank of {n} {n:coin|coins}.",
        ),
        "round": Text("Тур {n}.", "Round {n}."),
        "knock": Text("Стук! Последний тур этого банка.", "The knock! The last round of this bank."),
        "knock-next": Text(
            "В банке три ставки банкира: следующий тур — стук.",
            "The bank holds three times the stake: the next round is the knock.",
        ),
        "duel": Text("{seat|Вы} {seat:играет|играете} с банкиром.", "{seat|You} {seat:plays|play} the banker."),
        "exposed": Text("Внизу колоды открыта {cards}.", "{cards} is turned up under the pack."),
        "open-card": Text("{seat|Вы} {seat:открывает|открываете} {cards}.", "{seat|You} {seat:turns|turn} up {cards}."),
        "reshuffle": Text("Вышедшие карты перетасованы.", "The used cards are shuffled again."),
        "bet": Text(
            "{seat|Вы} {seat:ставит|ставите} {n} {n:монету|монеты|монет}.",
            "{seat|You} {seat:bets|bet} {n} {n:coin|coins}.",
        ),
        "card": Text("{seat|Вы} {seat:берёт|берёте} {cards}.", "{seat|You} {seat:takes|take} {cards}."),
        "card-hidden": Text("{seat|Вы} {seat:берёт|берёте} карту.", "{seat|You} {seat:takes|take} a card."),
        "blind": Text("{seat|Вы} {seat:берёт|берёте} карту втёмную.", "{seat|You} {seat:takes|take} a card blind."),
        "stand": Text("{seat|Вы}: хватит.", "{seat|You} {seat:stands|stand}."),
        "opened": Text(
            "{seat|Вы} {seat:открывает|открываете} {cards}: {n}.", "{seat|You} {seat:shows|show} {cards}: {n}."
        ),
        "wins": Text(
            "{seat|Вы} {seat:берёт|берёте} из банка {n} {n:монету|монеты|монет}.",
            "{seat|You} {seat:wins|win} {n} {n:coin|coins}.",
        ),
        "loses": Text(
            "{seat|Вы} {seat:платит|платите} в банк {n} {n:монету|монеты|монет}.",
            "{seat|You} {seat:loses|lose} {n} {n:coin|coins}.",
        ),
        "broken": Text("Банк сорван!", "The bank is broken!"),
        "old-bank": Text(
            "Банк держится уже {n} {n:тур|тура|туров}: предел.", "The bank has lasted {n} {n:round|rounds}: the limit."
        ),
        "closes": Text(
            "{seat|Вы} {seat:закрывает|закрываете} банк и {seat:забирает|забираете} {n} {n:монету|монеты|монет}.",
            "{seat|You} {seat:closes|close} the bank with {n} {n:coin|coins}.",
        ),
        "hint-total": Text("У вас {n} {n:очко|очка|очков}.", "You have {n} {n:point|points}."),
        "hint-bust": Text(
            "Перебор от следующей карты: {percent}%, {bad} из {all}.",
            "The next card busts: {percent}%, {bad} of {all}.",
        ),
        "hint-totals": Text("Следующая карта даст: {totals}.", "The next card makes: {totals}."),
    },
    refusals={
        "bank-first": Text("Сначала скажите, сколько в банке.", "Say first how much is in the bank."),
        "bank-range": Text(
            "Столько в банк не ставят: за столом договорились о самом большом банке.",
            "The bank cannot be that: the table has agreed on the largest one.",
        ),
        "bank-open": Text("Банк уже открыт.", "The bank is open already."),
        "bet-first": Text("Сначала сделайте ставку.", "Place your bet first."),
        "bet-range": Text("Ставка — от одной монеты до всего банка.", "Bet from one coin to the whole bank."),
        "bet-placed": Text("Ставка уже сделана.", "The bet is placed already."),
        "blind-off": Text("Карты втёмную за этим столом не берут.", "This table takes no card blind."),
        "banker-open": Text("Банкир всё берёт в открытую.", "The banker takes all cards openly."),
        "no-bust": Text("Перебора у вас нет.", "You are not over 21."),
        "bust": Text("У вас перебор: покажите его или скройте.", "You are over 21: show it or hide it."),
    },
    move_cap=100_000,
    help=HELP,
    tips=(
        Tip(
            "phase player",
            "zone hand",
            Text(
                "Наберите как можно ближе к 21, но не больше. Картинки здесь маленькие: король — 4, дама — 3, валет "
                "— 2.",
                "Come as close to 21 as you can, but not over it. Face cards are small here: king 4, queen 3, jack 2.",
            ),
        ),
        Tip(
            "phase bet",
            "counter bank",
            Text(
                "Это банк. Поставьте любую его часть: выиграете — банк заплатит столько же, проиграете — ставка "
                "уйдёт в банк.",
                "This is the bank. Bet any part of it: if you win, it pays you as much; if you lose, your bet goes "
                "into it.",
            ),
        ),
        Tip(
            "phase bank",
            "prompt",
            Text(
                "Теперь банк держите вы и играете со всеми по очереди. Что в нём останется в конце — ваше.",
                "Now you are the banker and play everybody in turn. What is left in the bank at its end is yours.",
            ),
        ),
        Tip(
            "phase banker",
            "zone hand",
            Text(
                "Вы банкир: при равном счёте выигрываете вы. Решите, хватит ли очков или стоит рискнуть.",
                "You are the banker: equal totals are yours. Decide whether you have enough, or take the risk.",
            ),
        ),
        Tip(
            "verb blind",
            "prompt",
            Text(
                "Втёмную — это последняя карта, которую до конца не увидит никто, даже вы.",
                "Blind means one last card that nobody sees until the end, not even you.",
            ),
        ),
        Tip(
            "note knock",
            "counter bank",
            Text(
                "Стук: в банке втрое больше, чем поставил банкир. Ещё один тур — и всё, что останется, достанется ему.",
                "The knock: the bank has come to three times the stake. One more round, and what is left is the "
                "banker's.",
            ),
        ),
    ),
)
