"""Ninety-Nine: its names, zones, options and sentences."""

from __future__ import annotations

from typing import Final

from koloda.core.cards import FRENCH, Deck
from koloda.core.game import Info, Tip
from koloda.core.options import choice, flag, number
from koloda.core.table import OWNER, CounterKind, ZoneKind
from koloda.core.text import Text
from koloda.core.turn import Verb
from koloda.games.shared.counters import DEALER, POINTS
from koloda.games.shared.deals import ROUND
from koloda.games.shared.families import CLASSICS
from koloda.games.shared.french_packs import short_pack
from koloda.games.shared.tags import TRICK_TAKING
from koloda.games.shared.tricks import REFUSALS, TAKEN, TRICK, TRICKS, WORDS
from koloda.games.shared.zones import HAND

CARDS: Final = Deck("french-36", FRENCH.values(FRENCH.pack), short_pack(36).cards())
ASIDE: Final = ZoneKind("aside", Text("Отложенные карты", "Cards laid aside"), "fan", OWNER, ordered=False)
GAMES: Final = CounterKind("games", Text("Выиграно партий", "Games won"))
GAME_POINTS: Final = CounterKind("game-points", Text("Очки в партии", "Points of this game"))

INFO: Final = Info(
    id="ninety-nine",
    version=1,
    family=CLASSICS,
    names=Text("Девяносто девять", "Ninety-Nine"),
    blurb=Text(
        "Назовите точно, сколько взяток возьмёте: премия тем больше, чем меньше угадавших.",
        "Say exactly how many tricks you will take: the fewer get it right, the bigger the bonus.",
    ),
    seats=(3, 3),
    minutes=25,
    tags=(TRICK_TAKING,),
    cover=("9d", "Qs", "Ac"),
    deck=CARDS,
    verbs=(
        Verb("aside", Text("Отложить", "Lay aside"), ("cards@hand",)),
        Verb("bid", Text("Объявить", "Bid"), ("number",), most=12),
        Verb("offer", Text("Премия", "Premium"), ("word",), words=("none", "declare", "reveal")),
        Verb("play", Text("Положить", "Play"), ("card@hand",)),
    ),
    zones=(HAND, ASIDE, TRICK, TAKEN),
    counters=(ROUND, POINTS, DEALER, TRICKS, GAMES, GAME_POINTS),
    options=(
        choice(
            "rules",
            Text("Правила", "Rules"),
            Text("Как в сборнике или как у автора игры.", "As in the book, or the inventor's own."),
            "book",
            {"book": Text("сборник", "book"), "parlett": Text("Парлетт", "Parlett")},
        ),
        number(
            "target",
            Text("До скольких очков", "Target"),
            Text("Если не задано: 99, по Парлетту 100.", "Unless it is set: 99, with Parlett's rules 100."),
            99,
            1,
            200,
        )._replace(follows="rules", following={"parlett": 100}),
        flag(
            "rubber",
            Text("Роббер", "Rubber"),
            Text(
                "Только по Парлетту: партии до трёх побед.", "Parlett's rules only: games until somebody has won three."
            ),
        ),
    ),
    phases={
        "aside": Text("Отложите три карты", "Lay three cards aside"),
        "bid": Text("Объявления", "Bids"),
        "offer": Text("Кто играет на премию?", "Who plays for a premium?"),
        "play": Text("Розыгрыш", "Tricks"),
    },
    asks={
        "aside": Text("Отложите три карты: их сыграют последними", "Put three cards aside, to be played last"),
        "bid": Text("Сколько взяток вы возьмёте?", "How many tricks will you take?"),
        "offer": Text(
            "Сыграете на премию? Объявите заявку, откройте карты или откажитесь",
            "Will you play for a premium? Declare your bid, reveal your hand, or neither",
        ),
        "play": Text("Положите карту", "Play a card"),
    },
    waits={
        "aside": Text("Откладывают три карты: {seats}", "Waiting for {seats} to put three cards aside"),
        "bid": Text("{seats} решает, сколько взяток объявить", "Waiting for {seats} to bid"),
        "offer": Text("Решают, играть ли на премию: {seats}", "Waiting for {seats} to decide on a premium"),
        "play": Text("{seats} выбирает карту", "Waiting for {seats} to play a card"),
    },
    words={
        **WORDS,
        "laid": Text(
            "{seat|Вы} {seat:откладывает|откладываете} три карты.", "{seat|You} {seat:lays|lay} three cards aside."
        ),
        "pick-up": Text("Все берут отложенные карты.", "All pick up the cards they laid aside."),
        "suit-order": Text("Старшинство мастей: ♣ > ♥ > ♠ > ♦.", "Order of suits: ♣ > ♥ > ♠ > ♦."),
        "next-trump": Text("Если так и останется, дальше козыри: {word}.", "As it stands, the next trumps: {word}."),
        "offer": Text("{seat|Вы} {seat:предлагает|предлагаете}: {word}.", "{seat|You} {seat:offers|offer}: {word}."),
        "premium": Text(
            "На премию {seat:играет|играете} {seat|вы}: {word}.",
            "{seat|You} {seat:plays|play} for the premium: {word}.",
        ),
        "word-declare": Text("объявить заявку", "to declare the bid"),
        "word-reveal": Text("открыть карты", "to reveal the hand"),
        "word-declared": Text("заявка объявлена", "the bid is declared"),
        "word-revealed": Text("карты открыты", "the hand is revealed"),
        "bid-was": Text("{seat|Вы}: {cards} — заявка {n}.", "{seat|You}: {cards}, a bid of {n}."),
        "ask-aside-bid": Text("Отложите три карты: они и есть ваша заявка", "Put three cards aside as your bid"),
        "label-bid": Text("заявка {n}", "a bid of {n}"),
        "made": Text(
            "{seat|Вы} {seat:берёт|берёте} ровно столько, сколько объявлено: {n}.",
            "{seat|You} {seat:takes|take} exactly the {n} that were bid.",
        ),
        "game-won": Text("{seat|Вы} {seat:выигрывает|выигрываете} партию.", "{seat|You} {seat:wins|win} the game."),
        "bonus": Text(
            "{seat|Вам}{seat::|} премия {n} {n:очко|очка|очков}.", "{seat|You}: a bonus of {n} {n:point|points}."
        ),
        "hint-bid": Text("Ваша заявка из отложенных карт: {n}.", "Your bid by the cards aside: {n}."),
        "hint-sum": Text("Объявлено всего: {n} из 12.", "Bid so far: {n} of 12."),
        "hint-need": Text("Нужно ещё взяток: {n}.", "Tricks you still need: {n}."),
        "hint-enough": Text("Больше взяток вам не нужно.", "You need no further trick."),
        "hint-over": Text("Взяток уже больше объявленного на {n}.", "You have {n} too many."),
        "hint-unseen": Text("Ещё не видно: {suits}.", "Not yet seen: {suits}."),
    },
    refusals={
        **REFUSALS,
        "aside-three": Text(
            "Отложите ровно три свои карты, от младшей к старшей.", "Lay aside three of your cards, lowest first."
        ),
        "no-such-offer": Text(
            "Можно объявить заявку, открыть карты или отказаться.",
            "You may declare your bid, reveal your hand, or do neither.",
        ),
    },
    move_cap=20_000,
    tips=(
        Tip(
            "phase aside",
            "zone hand",
            Text(
                "Взятка — три карты, по одной от каждого; её берёт сильнейшая. Отложите три карты и решите, сколько "
                "взяток возьмёте.",
                "A trick is three cards, one from each player; the strongest takes it. Put three cards aside, and "
                "plan how many tricks you will take.",
            ),
        ),
        Tip(
            "phase bid",
            "prompt",
            Text(
                "Награда — за точное число: лишняя взятка так же плоха, как и недостающая.",
                "Only the exact number is rewarded: a trick too many is as bad as one too few.",
            ),
        ),
        Tip(
            "phase play",
            "zone hand",
            Text(
                "Есть масть первого хода — кладите её. Нет — любую карту.",
                "Play a card of the suit that was led if you have one, otherwise any card.",
            ),
        ),
        Tip(
            "note suit-order",
            "zone trick",
            Text(
                "Масти не равны: трефы бьют черви, черви — пики, пики — бубны. Козырь бьёт всех.",
                "Suits are ranked: clubs beat hearts, hearts beat spades, spades beat diamonds. Trumps beat "
                "everything.",
            ),
        ),
        Tip(
            "note made",
            "counter points",
            Text(
                "Кто взял ровно столько, сколько заявил, получает премию: чем меньше таких игроков, тем она больше.",
                "Whoever takes exactly as many as they bid gets a bonus: the fewer manage it, the bigger it is.",
            ),
        ),
    ),
)
