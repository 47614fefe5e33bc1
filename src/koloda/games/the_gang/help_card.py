"""The help card of poker: all combinations from the strongest down, and what decides between equals."""

from __future__ import annotations

from typing import Final

from koloda.core.game import HelpCard, HelpRow
from koloda.core.text import Text
from koloda.games.shared.poker import CATEGORY_NAMES


def _row(category: str, cards: str, ru: str, en: str) -> HelpRow:
    return HelpRow(CATEGORY_NAMES[category], tuple(cards.split()), "", Text(ru, en))


COMBINATIONS: Final = HelpCard(
    Text("Комбинации, от сильной к слабой", "Combinations, from the strongest down"),
    (
        _row(
            "royal-flush",
            "As Ks Qs Js Ts",
            "от десятки до туза, все одной масти. Сильнее ничего нет.",
            "ten to ace, all of one suit. Nothing beats it.",
        ),
        _row(
            "straight-flush",
            "9h 8h 7h 6h 5h",
            "пять карт подряд, все одной масти. Из двух сильнее тот, у которого верхняя карта старше.",
            "five cards in sequence, all of one suit. Of two, the one with the higher top card is stronger.",
        ),
        _row(
            "four",
            "Kc Kd Kh Ks 7d",
            "четыре карты одного достоинства. Сравнивают их, потом пятую карту.",
            "four cards of one rank. Compare these, then the fifth card.",
        ),
        _row(
            "full-house",
            "Jc Jd Jh 4s 4d",
            "тройка и пара. Сравнивают тройки, потом пары.",
            "three of a kind and a pair. Compare the threes, then the pairs.",
        ),
        _row(
            "flush",
            "Ad Jd 8d 6d 3d",
            "пять карт одной масти, не подряд. Сравнивают старшие карты, потом следующие по порядку.",
            "five cards of one suit, not in sequence. Compare the highest cards, then the next, and so on.",
        ),
        _row(
            "straight",
            "Tc 9d 8h 7s 6d",
            "пять карт подряд, масти разные. Решает верхняя карта.",
            "five cards in sequence, of different suits. The top card decides.",
        ),
        _row(
            "three",
            "8c 8d 8h Ks 5d",
            "три карты одного достоинства. Сравнивают их, потом две остальные, начиная со старшей.",
            "three cards of one rank. Compare these, then the other two, the higher one first.",
        ),
        _row(
            "two-pair",
            "Qc Qd 6h 6s Ad",
            "две пары. Сравнивают старшие пары, потом младшие, потом пятую карту.",
            "two pairs. Compare the higher pairs, then the lower ones, then the fifth card.",
        ),
        _row(
            "pair",
            "9c 9h As 7d 4c",
            "две карты одного достоинства. Сравнивают их, потом три остальные, начиная со старшей.",
            "two cards of one rank. Compare these, then the other three, the highest first.",
        ),
        _row(
            "high",
            "Ac Jd 9h 6s 3c",
            "ничего из этого. Сравнивают все пять карт, начиная со старшей.",
            "none of these. Compare all five cards, the highest first.",
        ),
    ),
)
EQUALS: Final = HelpCard(
    Text("Что ещё решает", "What else decides"),
    (
        HelpRow(
            Text("Ровно пять карт", "Exactly five cards"),
            (),
            "",
            Text(
                "в счёт идут лучшие пять из ваших карманных и общих карт. Остальные не решают ничего.",
                "the best five of your pocket and the community cards count. The others decide nothing.",
            ),
        ),
        HelpRow(
            Text("Старшинство", "Ranks"),
            ("Ac", "Kd", "Qh", "Js", "Tc", "2d"),
            "",
            Text(
                "туз, король, дама, валет, десятка и дальше до двойки. Масти равны.",
                "ace, king, queen, jack, ten, and down to the two. All suits are equal.",
            ),
        ),
        HelpRow(
            Text("Туз в стрите", "The ace in a straight"),
            ("5c", "4s", "3h", "2d", "Ac"),
            "",
            Text(
                "бывает и единицей: это самый слабый стрит, верхняя карта в нём — пятёрка. В середине туз не стоит: "
                "король, туз, двойка — не подряд.",
                "may also be a one: this is the weakest straight, with the five on top. It never stands in the middle: "
                "king, ace, two are not in sequence.",
            ),
        ),
        HelpRow(
            Text("Кикеры", "Kickers"),
            ("9c", "9h", "As", "7d", "4c"),
            "",
            Text(
                "карты руки, которые не входят в комбинацию: здесь туз, семёрка и четвёрка. Пара девяток с тузом "
                "сильнее пары девяток с королём.",
                "the cards of a hand that are not part of its combination: here the ace, the seven and the four. A "
                "pair of nines with an ace beats a pair of nines with a king.",
            ),
        ),
        HelpRow(
            Text("Равные руки", "Equal hands"),
            (),
            "",
            Text(
                "все пять достоинств совпали, например когда у двоих лучшая рука — пять общих карт. Их фишки могут "
                "стоять в любом порядке.",
                "all five ranks are the same, such as when the five community cards are the best hand of both. Their "
                "chips may stand in any order.",
            ),
        ),
    ),
)
HELP: Final = (COMBINATIONS, EQUALS)
