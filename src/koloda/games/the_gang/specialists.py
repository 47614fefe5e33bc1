"""The ten specialists. Each is a small class with its words; a new one is added to the list at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from koloda.core.cards import FRENCH, RANKS, SUITLESS_JACK
from koloda.core.pile import Pile
from koloda.core.table import EVERYONE, LAND, Note
from koloda.core.text import Text
from koloda.games.shared.poker import CATEGORIES, category, evaluate, rank_of

from .advanced_cards import Specialist
from .challenges import FACE_RANKS

if TYPE_CHECKING:
    from .game import TheGang

INFORMANT: Final = 1
GETAWAY_DRIVER: Final = 2
INVESTOR: Final = 3
MASTERMIND: Final = 4
HACKER: Final = 5
COORDINATOR: Final = 6
ACROBAT: Final = 7
MATH_WHIZ: Final = 8
CON_ARTIST: Final = 9
MUSCLE: Final = 10


class AtStart(Specialist):
    """Announces something of every pocket right after the deal."""

    def at_start(self, game: TheGang) -> None:
        for seat in range(game.seats):
            game.announce(seat, "")
        game.agreement.used = True


class OneUser(Specialist):
    """Is proposed for one seat."""

    def proposals(self, seats: int) -> list[str]:
        return [str(user) for user in range(seats)]


class Informant(Specialist):
    def proposals(self, seats: int) -> list[str]:
        return [f"{user} {other}" for user in range(seats) for other in range(seats) if user != other]

    def agreed(self, game: TheGang, user: int, arg: str) -> None:
        game.agreement.owe(user, "show")

    def paid(self, game: TheGang, seat: int, card: int) -> None:
        other = int(game.agreement.arg)
        game.pockets[seat].show(card, other)
        game.say(self.known_card(seat, other, card))

    def known_card(self, seat: int, other: int, card: int) -> Note:
        return Note("known-1", seat, other, (card,), seen=(1 << seat) | (1 << other))


class GetawayDriver(OneUser):
    def agreed(self, game: TheGang, user: int, arg: str) -> None:
        game.announce(user, arg)

    def measure(self, cards: list[int], board: list[int], arg: str) -> int:
        return category(evaluate(cards + board))

    def told(self, value: int, arg: str) -> list[object]:
        return [CATEGORIES[value]]


class Investor(AtStart):
    def measure(self, cards: list[int], board: list[int], arg: str) -> int:
        return sum([1 for card in cards if rank_of(card) in FACE_RANKS])


class Mastermind(Specialist):
    def proposals(self, seats: int) -> list[str]:
        return [f"{user} {rank}" for user in range(seats) for rank in RANKS]

    def agreed(self, game: TheGang, user: int, arg: str) -> None:
        game.announce(user, arg)

    def measure(self, cards: list[int], board: list[int], arg: str) -> int:
        return sum([1 for card in cards if RANKS[rank_of(card)] == arg])

    def told(self, value: int, arg: str) -> list[object]:
        return [arg, value]


class Hacker(OneUser):
    def agreed(self, game: TheGang, user: int, arg: str) -> None:
        game.pockets[user].put(game.deck.draw())
        game.tell("draws", user)
        game.beat(LAND)
        game.agreement.owe(user, "discard")

    def paid(self, game: TheGang, seat: int, card: int) -> None:
        game.lay_away(seat, card)


class Coordinator(Specialist):
    def at_start(self, game: TheGang) -> None:
        game.start_giving()

    def given(self, game: TheGang, cards: list[int]) -> None:
        for seat, card in enumerate(cards):
            game.pockets[seat].take(card)
        for seat, card in enumerate(cards):
            left = game.next_seat(seat)
            game.pockets[left].put(card)
            game.pockets[left].show(card, seat)
            game.say(self.known_card(left, seat, card))
        game.agreement.used = True

    def known_card(self, seat: int, other: int, card: int) -> Note:
        return Note("known-6", other, seat, (card,), seen=(1 << seat) | (1 << other))


class Acrobat(OneUser):
    def agreed(self, game: TheGang, user: int, arg: str) -> None:
        game.box.clear()
        game.pockets[user].put(SUITLESS_JACK, EVERYONE)
        game.tell("jack", user, card=SUITLESS_JACK)
        game.beat(LAND)
        game.agreement.owe(user, "discard")

    def owable(self, game: TheGang, seat: int) -> list[int]:
        return [card for card in game.pockets[seat].pile.sorted() if card != SUITLESS_JACK]  # R9

    def paid(self, game: TheGang, seat: int, card: int) -> None:
        game.lay_away(seat, card)


class MathWhiz(AtStart):
    def measure(self, cards: list[int], board: list[int], arg: str) -> int:
        return sum([points(card) for card in cards])


class ConArtist(Specialist):
    def at_start(self, game: TheGang) -> None:
        size = len(game.pockets[0].pile)
        for seat, pocket in enumerate(game.pockets):
            game.first[seat].fill(pocket.pile)
        pool = Pile.of([pocket.pile.at(j) for j in range(size) for pocket in game.pockets])
        game.chance.shuffle(pool, FRENCH)
        for pocket in game.pockets:
            pocket.clear()
        game.deal(pool, size)
        game.tell("reshuffled")
        game.agreement.used = True


class Muscle(OneUser):
    def agreed(self, game: TheGang, user: int, arg: str) -> None:
        game.muscle = user
        game.tell("muscle", user)

    def edge(self, game: TheGang, seat: int) -> int:
        return 1 if game.muscle == seat else 0  # R15


def points(card: int) -> int:
    """What a card counts for the Math Whiz."""
    rank = rank_of(card)
    return 11 if rank == 12 else min(10, rank + 2)  # R12


ALL_SPECIALISTS: Final[list[Specialist]] = [
    Informant(
        INFORMANT,
        Text("Информатор", "Informant"),
        Text("кто-то показывает одну карманную карту кому-то другому.", "one of you shows a pocket card to one other."),
        {
            "proposal-1": Text(
                "{seat|Вы} {seat:предлагает|предлагаете}: карту "
                "{other:показывает|показываете} {other|вы}, {third:смотрит|смотрите} {third|вы}.",
                "{seat|You} {seat:proposes|propose}: {other|you} {other:shows|show} a card to {third|you}.",
            ),
            "known-1": Text(
                "{seat|Вы} {seat:показывает|показываете} {cards}; {other:видит|видите} {other|вы}.",
                "{seat|You} {seat:shows|show} {cards} to {other|you}.",
            ),
            "known-1-hidden": Text(
                "{seat|Вы} {seat:показывает|показываете} карту; {other:видит|видите} её {other|вы}.",
                "{seat|You} {seat:shows|show} a card to {other|you}.",
            ),
        },
        argument="seat",
    ),
    GetawayDriver(
        GETAWAY_DRIVER,
        Text("Водитель-беглец", "Getaway Driver"),
        Text("называется комбинация одного из вас.", "the combination of one of you is named."),
        {
            "proposal-2": Text(
                "{seat|Вы} {seat:предлагает|предлагаете} назвать комбинацию: {other|вашу}.",
                "{seat|You} {seat:proposes|propose} to name the combination of {other|you}.",
            ),
            "said-category": Text("{seat|У вас}{seat::|} сейчас {word}.", "{seat|You} {seat:has|have} {word} now."),
        },
        announces="category",
    ),
    Investor(
        INVESTOR,
        Text("Спонсор", "Investor"),
        Text(
            "в начале все узнают, у кого сколько валетов, дам и королей.",
            "at the start all learn how many jacks, queens and kings each has.",
        ),
        {
            "said-faces": Text(
                "{seat|У вас}{seat::|} среди карманных карт {n} {n:картинка|картинки|картинок}.",
                "{seat|You} {seat:has|have} {n} face {n:card|cards} in the pocket.",
            )
        },
        announces="faces",
    ),
    Mastermind(
        MASTERMIND,
        Text("Мозг операции", "Mastermind"),
        Text(
            "один из вас говорит, сколько у него карт названного достоинства.",
            "one of you tells how many cards of a named rank they hold.",
        ),
        {
            "proposal-4": Text(
                "{seat|Вы} {seat:предлагает|предлагаете} вопрос: сколько карт {word}? "
                "{other:Отвечает|Отвечаете} {other|вы}.",
                "{seat|You} {seat:proposes|propose} to ask how many cards of rank {word} {other|you} {other:has|have}.",
            ),
            "said-count": Text(
                "{seat|У вас}{seat::|} карт достоинства {word} — {n}.",
                "{seat|You} {seat:has|have} {n} {n:card|cards} of rank {word}.",
            ),
        },
        announces="count",
        argument="rank",
    ),
    Hacker(
        HACKER,
        Text("Хакер", "Hacker"),
        Text("один из вас берёт карту и сбрасывает любую.", "one of you draws a card and discards any one."),
        {
            "proposal-5": Text(
                "{seat|Вы} {seat:предлагает|предлагаете}: карту {other:берёт|берёте} {other|вы}.",
                "{seat|You} {seat:proposes|propose} that {other|you} {other:draws|draw} a card.",
            ),
            "draws": Text("{seat|Вы} {seat:берёт|берёте} карту из колоды.", "{seat|You} {seat:draws|draw} a card."),
        },
    ),
    Coordinator(
        COORDINATOR,
        Text("Координатор", "Coordinator"),
        Text("в начале каждый отдаёт карту соседу слева.", "at the start everyone passes a card to the left."),
        {
            "known-6": Text(
                "{seat|Вы} {seat:отдаёт|отдаёте} {cards}; {other:получает|получаете} {other|вы}.",
                "{seat|You} {seat:gives|give} {cards} to {other|you}.",
            ),
            "known-6-hidden": Text(
                "{seat|Вы} {seat:отдаёт|отдаёте} карту; {other:получает|получаете} {other|вы}.",
                "{seat|You} {seat:gives|give} a card to {other|you}.",
            ),
        },
    ),
    Acrobat(
        ACROBAT,
        Text("Акробат", "Jack"),
        Text(
            "один из вас берёт валета без масти и сбрасывает другую карту.",
            "one of you takes the jack without a suit and discards another card.",
        ),
        {
            "proposal-7": Text(
                "{seat|Вы} {seat:предлагает|предлагаете}: валета без масти {other:берёт|берёте} {other|вы}.",
                "{seat|You} {seat:proposes|propose} that {other|you} {other:takes|take} the suitless jack.",
            ),
            "jack": Text("{seat|Вы} {seat:берёт|берёте} {cards}.", "{seat|You} {seat:takes|take} {cards}."),
        },
    ),
    MathWhiz(
        MATH_WHIZ,
        Text("Математический гений", "Math Whiz"),
        Text("в начале все узнают сумму карманных карт каждого.", "at the start all learn each pocket's total."),
        {
            "said-sum": Text(
                "{seat|У вас}{seat::|} в сумме {n} {n:очко|очка|очков}.",
                "{seat|You} {seat:has|have} a total of {n} {n:point|points}.",
            )
        },
        announces="sum",
    ),
    ConArtist(
        CON_ARTIST,
        Text("Аферист", "Con Artist"),
        Text(
            "в начале все карманные карты перемешаны и розданы снова.",
            "at the start all pockets are shuffled and dealt again.",
        ),
        {
            "reshuffled": Text(
                "Карманные карты перемешаны и розданы снова.", "All pockets are shuffled together and dealt again."
            ),
            "first": Text(
                "{seat:Первые|Ваши первые} карты{seat:, |}{seat|}: {cards}.",
                "{seat:The|Your} first cards{seat: of |}{seat|}: {cards}.",
            ),
            "first-hidden": Text(
                "Свои первые карты {seat:помнит|помните} {seat|вы}.",
                "{seat|You} {seat:remembers|remember} the first cards.",
            ),
        },
    ),
    Muscle(
        MUSCLE,
        Text("Силач", "Muscle"),
        Text(
            "его владелец сильнее всех с такой же комбинацией.", "its owner beats everyone with the same combination."
        ),
        {
            "proposal-10": Text(
                "{seat|Вы} {seat:предлагает|предлагаете}: Силача {other:берёт|берёте} {other|вы}.",
                "{seat|You} {seat:proposes|propose} Muscle for {other|you}.",
            ),
            "muscle": Text("Силач: {seat|вы}.", "Muscle: {seat|you}."),
        },
    ),
]
SPECIALISTS: Final = {specialist.number: specialist for specialist in ALL_SPECIALISTS}
