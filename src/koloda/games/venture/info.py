"""Venture: its names, zones, options and sentences."""

from __future__ import annotations

from typing import Final

from koloda.core.cards import TRIANGULAR
from koloda.core.game import Info, Tip
from koloda.core.options import flag, number
from koloda.core.table import OWNER, ZoneKind
from koloda.core.text import Text
from koloda.core.turn import Verb
from koloda.games.shared.bids import BID, BID_LABELS
from koloda.games.shared.counters import POINTS, ROUND
from koloda.games.shared.families import PAIRS
from koloda.games.shared.hands import ASCENDING, HAND_REFUSALS
from koloda.games.shared.scores import DEAL, WORDS
from koloda.games.shared.tags import BLUFF
from koloda.games.shared.zones import HAND

STOCK: Final = ZoneKind("stock", Text("Запас", "Stock"), "row", ordered=False)
CAPTURED: Final = ZoneKind("captured", Text("Добыча", "Captured"), "row", ordered=False)
BID_NOW: Final = ZoneKind("bid", Text("Ставка", "Bid"), "reveal", OWNER)
PACKET: Final = ZoneKind("packet", Text("Пачка драфта", "Draft packet"), "fan", OWNER, ordered=False)

INFO: Final = Info(
    id="venture",
    version=2,
    family=PAIRS,
    names=Text("Авантюра", "Venture"),
    blurb=Text(
        "Ставьте так, чтобы не взять лишнего: добыча идёт в минус, пока не собран полный набор.",
        "Bid so as not to capture too much: loot costs points until you have the whole of a rank.",
    ),
    seats=(3, 8),
    minutes=20,
    tags=(BLUFF,),
    cover=(5, 6, 8),
    deck=TRIANGULAR,
    verbs=(
        Verb("keep", Text("Оставить себе", "Keep"), ("cards@packet",)),
        BID,
        Verb("open", Text("Открыть ставки", "Open the bids"), assent=True),
    ),
    zones=(STOCK, CAPTURED, BID_NOW, PACKET, HAND),
    counters=(DEAL, ROUND, POINTS),
    options=(
        number(
            "deals",
            Text("Партий в матче", "Deals"),
            Text("Сколько партий играется; очки складываются.", "How many deals are played; their scores add up."),
            1,
            1,
            20,
        ),
        flag(
            "draft",
            Text("Драфт", "Draft"),
            Text(
                "Перед игрой руки собирают из пачек, которые идут по кругу.",
                "Before play the hands are chosen from packets that go round.",
            ),
        ),
        flag(
            "agree",
            Text("Открывать по согласию", "Open by agreement"),
            Text(
                "Ставки лежат закрытыми, пока все не согласятся их открыть: есть время поторговаться.",
                "The bids lie face down until everybody agrees to open them: there is time to bargain.",
            ),
            True,
        ),
    ),
    phases={
        "draft": Text("Драфт", "Draft"),
        "bid": Text("Ставки", "Bids"),
        "open": Text("Торг: ставки закрыты", "Bargaining: the bids are closed"),
    },
    asks={
        "draft": Text("Драфт: выберите, что оставить себе", "The draft: choose what you keep"),
        "bid": Text("Тайно выберите карту: ставку на запас", "Choose a card in secret: your bid for the stock"),
        "open": Text("Ставки закрыты. Сговоритесь — или открывайте", "The bids are closed. Bargain, or open them"),
    },
    waits={
        "draft": Text("Выбирают, что оставить: {seats}", "Choosing what to keep: {seats}"),
        "bid": Text("Выбирают ставку: {seats}", "Choosing a bid: {seats}"),
        "open": Text("Ещё не готовы открыть ставки: {seats}", "Not ready to open the bids: {seats}"),
    },
    words={
        "round": WORDS["round"],
        "new-deal": WORDS["new-deal"],
        "scores": WORDS["scores"],
        "wins": WORDS["wins"],
        "bids": WORDS["bids"],
        "tied": WORDS["tied"],
        **BID_LABELS,
        "keeps": Text("{seat|Вы} {seat:оставляет|оставляете} себе {cards}.", "{seat|You} {seat:keeps|keep} {cards}."),
        "keeps-hidden": Text(
            "{seat|Вы} {seat:откладывает|откладываете} карты для руки.",
            "{seat|You} {seat:keeps|keep} cards for the hand.",
        ),
        "packets": Text("Пачки переходят налево.", "The packets go to the left."),
        "stock": Text("Запас на столе: {cards}.", "The stock on the table: {cards}."),
        "captures": Text("{seat|Вы} {seat:берёт|берёте} {cards}.", "{seat|You} {seat:captures|capture} {cards}."),
        "caught": Text(
            "{seat|Вашу}{seat::|} ставку уже забрали, она не действует.",
            "{seat|You}{seat:'s|r} bid has been captured and does not act.",
        ),
        "hint-bid": Text(
            "Ставка {card}: {loot} — если она единственная и не ниже всех.",
            "Bid {card}: {loot}, if it is alone and not the lowest.",
        ),
        "hint-bid-nothing": Text(
            "Ставка {card}: из запаса ничего, если она не ниже всех.",
            "Bid {card}: nothing of the stock, if it is not the lowest.",
        ),
        "hint-low": Text("Самая низкая ставка взяла бы {loot}.", "The lowest bid would capture {loot}."),
        "hint-score": Text(
            "Если бы партия кончилась сейчас: {n} {n:очко|очка|очков}.", "If the deal ended now: {n} {n:point|points}."
        ),
        "hint-sets": Text("Набор ещё возможен: {ranks}.", "Sets still possible: {ranks}."),
        "hint-unseen": Text("У других на руках: {ranks}.", "In the other hands: {ranks}."),
    },
    refusals={
        "not-in-hand": HAND_REFUSALS["not-in-hand"],
        "not-in-packet": Text("Таких карт в вашей пачке нет.", "Your packet does not hold these cards."),
        "not-ascending": ASCENDING,
        "how-many": Text(
            "Сначала оставляют три карты, потом по одной.", "Three cards are kept first, then one at a time."
        ),
        "draft-now": Text("Идёт драфт: выберите, что оставить.", "This is the draft: choose what to keep."),
        "bid-now": Text("Драфт окончен: сделайте ставку.", "The draft is over: make a bid."),
        "too-soon": Text(
            "Открывать нечего: ставки ещё не сделаны.", "There is nothing to open: the bids are not laid."
        ),
        "open-now": Text("Ставки сделаны, менять их нельзя.", "The bids are laid and cannot be changed."),
    },
    tips=(
        Tip(
            "phase bid",
            "zone hand",
            Text(
                "Каждая взятая карта стоит очко. Ставьте то, что возьмёт поменьше: одинаковые ставки не берут ничего.",
                "Every captured card costs a point. Bid what takes little: equal bids take nothing at all.",
            ),
        ),
        Tip(
            "note stock",
            "zone stock",
            Text(
                "Самая низкая ставка берёт старшие карты отсюда и из ставок, любая другая — все, что младше её самой.",
                "The lowest bid takes the highest cards of stock and bids, any other takes all that are lower than "
                "itself.",
            ),
        ),
        Tip(
            "phase open",
            "prompt",
            Text(
                "Ставки лежат закрытыми: уговаривайте, обещайте, хитрите. Забрать ставку нельзя.",
                "The bids lie closed: coax, promise, mislead. Nobody can take a bid back.",
            ),
        ),
        Tip(
            "note captures",
            "counter points",
            Text(
                "Плюс приносит только полный набор: все три тройки — 3 очка, все семь семёрок — 7.",
                "Only a full set pays: all three 3s are 3 points, all seven 7s are 7.",
            ),
        ),
    ),
)
