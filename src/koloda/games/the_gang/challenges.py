"""The ten challenges. Each is a small class with its words; a new one is added to the list at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from koloda.core.cards import RANKS
from koloda.core.text import Text
from koloda.games.shared.poker import CATEGORIES, category_name, rank_of

from .advanced_cards import Challenge
from .chips import COLOURS

if TYPE_CHECKING:
    from .game import TheGang

FACE_RANKS: Final = (9, 10, 11)  # jack, queen, king
CHIP_NOTES: Final = ("take", "take-from", "put")


class QuickAccess(Challenge):
    def skips(self, round: int) -> bool:
        return round == 1


class NoiseSensors(Challenge):
    def dark_chip(self, seats: int) -> int:
        return 1


class MotionDetector(Challenge):
    def at_round(self, game: TheGang) -> None:
        if game.round == 2 and face_on_flop(game):
            game.redraw(game.chips.owner(1, 0))


class RetinaScan(Challenge):
    def guesses(self) -> list[str]:
        return list(RANKS)

    def right(self, game: TheGang, holder: int, guess: str) -> bool:
        return any(RANKS[rank_of(card)] == guess for card in game.pockets[holder].pile.cards())


class HastyGetaway(Challenge):
    def skips(self, round: int) -> bool:
        return round == 3


class VentilationShaft(Challenge):
    def dark_chip(self, seats: int) -> int:
        return seats


class LaserTripwires(Challenge):
    def at_round(self, game: TheGang) -> None:
        if game.round == 2 and not face_on_flop(game):
            game.redraw(game.chips.owner(game.seats, 0))


class Blackout(Challenge):
    def at_round(self, game: TheGang) -> None:
        if game.round > 1 and any(game.chips.held[game.round - 2]):
            game.chips.forget(game.round - 2)
            game.events = [note for note in game.events if note.kind not in CHIP_NOTES]
            game.tell("blackout", word=COLOURS[game.round - 2])


class FingerprintScan(Challenge):
    def guesses(self) -> list[str]:
        return list(CATEGORIES)

    def right(self, game: TheGang, holder: int, guess: str) -> bool:
        return category_name(game.strength(holder)) == guess  # R14


class SecurityCameras(Challenge):
    def pocket_size(self) -> int:
        return 3


def face_on_flop(game: TheGang) -> bool:
    """Whether a jack, a queen or a king is among the first three community cards."""
    return any(rank_of(game.community.at(i)) in FACE_RANKS for i in range(3))


ALL_CHALLENGES: Final[list[Challenge]] = [
    QuickAccess(
        1,
        Text("Быстрый доступ", "Quick Access"),
        Text("белого раунда нет, игра начинается с флопа.", "there is no white round, play starts with the flop."),
    ),
    NoiseSensors(
        2,
        Text("Детекторы звука", "Noise Sensors"),
        Text(
            "белая, жёлтая и оранжевая единицы тёмные: кто взял, у того и останется.",
            "white, yellow and orange 1 are dark: whoever takes one keeps it.",
        ),
    ),
    MotionDetector(
        3,
        Text("Датчик движения", "Motion Detector"),
        Text(
            "если на флопе есть валет, дама или король, владелец белой единицы меняет все карманные карты.",
            "if the flop has a jack, queen or king, the holder of white 1 changes the whole pocket.",
        ),
    ),
    RetinaScan(
        4,
        Text("Сканирование сетчатки глаза", "Retina Scan"),
        Text(
            "перед последней рукой остальные угадывают достоинство одной её карманной карты.",
            "before the last hand the others guess the rank of one of its pocket cards.",
        ),
    ),
    HastyGetaway(
        5,
        Text("Поспешный побег", "Hasty Getaway"),
        Text("оранжевого раунда нет: за тёрном сразу ривер.", "there is no orange round: the river follows the turn."),
    ),
    VentilationShaft(
        6,
        Text("Вентиляционная шахта", "Ventilation Shaft"),
        Text(
            "самые старшие белая, жёлтая и оранжевая фишки тёмные: кто взял, у того и останется.",
            "the highest white, yellow and orange chips are dark: whoever takes one keeps it.",
        ),
    ),
    LaserTripwires(
        7,
        Text("Лазерные растяжки", "Laser Tripwires"),
        Text(
            "если на флопе нет валета, дамы и короля, владелец старшей белой фишки меняет все карманные карты.",
            "if the flop has no jack, queen or king, the holder of the highest white chip changes the whole pocket.",
        ),
    ),
    Blackout(
        8,
        Text("Обесточивание", "Blackout"),
        Text("фишки прошлого раунда уходят со стола.", "the chips of the last round leave the table."),
        {"blackout": Text("Со стола уходят {word} фишки.", "The {word} chips leave the table.")},
    ),
    FingerprintScan(
        9,
        Text("Сканер отпечатков пальцев", "Fingerprint Scan"),
        Text(
            "перед последней рукой остальные угадывают её комбинацию.",
            "before the last hand the others guess its combination.",
        ),
    ),
    SecurityCameras(
        10,
        Text("Камеры видеонаблюдения", "Security Cameras"),
        Text("у каждого три карманные карты.", "everyone has three pocket cards."),
    ),
]
CHALLENGES: Final = {challenge.number: challenge for challenge in ALL_CHALLENGES}
