"""Why a move is refused: the reasons and their sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from koloda.core.text import Text

if TYPE_CHECKING:
    from .game import TheGang

WITHOUT_ARGUMENTS: Final = ("put", "ready", "agree", "decline")
MAX_SEATS: Final = 6


def held_by(seat: int) -> dict[str, Text]:
    """What is said of a chip that a seat has and keeps: the code names the seat."""
    return {
        f"dark-held-{seat}": Text(
            "Эта фишка тёмная: она останется у того, кто её взял.",
            "That chip is dark: whoever took it keeps it.",
        ),
        f"frozen-held-{seat}": Text(
            "Предел ходов фишками исчерпан: чужую фишку не забрать, берите фишку из центра.",
            "The limit of chip moves is reached: leave the others their chips and take one from the centre.",
        ),
    }


REFUSALS: Final = {
    "no-such-chip": Text("Такой фишки в этом раунде нет.", "There is no such chip in this round."),
    "you-hold-it": Text("Эта фишка уже у вас.", "You hold that chip already."),
    "dark-yours": Text(
        "Ваша фишка лежит тёмной стороной вверх: в этом раунде она ваша до конца.",
        "Your chip is dark: it is yours for this round.",
    ),
    "frozen": Text(
        "Предел ходов фишками исчерпан: ваша фишка остаётся у вас.",
        "The limit of chip moves is reached: you keep your chip.",
    ),
    "no-chip": Text("У вас нет фишки этого раунда.", "You hold no chip of this round."),
    "chip-missing": Text("Не у всех есть фишка этого раунда.", "Not everyone has a chip of this round."),
    "ready-already": Text("Вы уже готовы.", "You are ready already."),
    "no-ready": Text(
        "Раунд закончится сам, как только у всех будет фишка.",
        "The round ends by itself as soon as everyone has a chip.",
    ),
    "pending": Text(
        "Сначала закончите с предложением или с картой, которую кто-то должен.",
        "A proposal is pending or a card is owed: that comes first.",
    ),
    "no-use": Text("Предлагать нечего: такого специалиста сейчас нет.", "There is no specialist to propose now."),
    "used-already": Text("Специалист в этом ограблении уже помог.", "The specialist has been used in this heist."),
    "no-more-proposals": Text(
        "Вы уже предложили три раза за это ограбление.", "You have made three proposals in this heist."
    ),
    "bad-proposal": Text("Так этого специалиста не предложить.", "This specialist cannot be proposed like that."),
    "no-proposal": Text("Сейчас ничего не предложено.", "Nothing is proposed now."),
    "own-proposal": Text(
        "Это ваше предложение: его можно только снять.", "It is your own proposal: you can only withdraw it."
    ),
    "answered": Text("Вы уже согласились.", "You have agreed already."),
    "owes-nothing": Text("Вы не должны такой карты.", "You owe no such card."),
    "no-such-card": Text(
        "Этой карты у вас нет, или её нельзя выбрать.", "You do not have that card, or it may not be chosen."
    ),
    "no-such-guess": Text("Такой догадки не бывает.", "That cannot be guessed."),
    **{reason: text for seat in range(MAX_SEATS) for reason, text in held_by(seat).items()},
}


def why_not(game: TheGang, seat: int, verb: str, args: list[str]) -> str:
    """The reason (a key of REFUSALS) why a seat may not make a move now, "" if none fits."""
    if game.stage == "give":
        return "no-such-card" if verb == "give" else ""
    if game.stage == "guess":
        return "no-such-guess" if verb == "guess" and seat != game.guessing.holder else ""
    if args and verb in WITHOUT_ARGUMENTS:
        return ""
    if verb == "ready":
        return why_not_ready(game)
    if verb == "take" and len(args) == 1:
        return why_not_take(game, seat, args[0])
    if verb == "put":
        return why_not_touch(game, seat) or "no-chip"
    return game.agreement.why_not(game, seat, verb)


def why_not_ready(game: TheGang) -> str:
    """Why a seat may not be ready."""
    if game.instant:
        return "no-ready"
    if not game.chips.all_held():
        return "chip-missing"
    return "pending" if game.agreement.pending() else "ready-already"


def why_not_take(game: TheGang, seat: int, chip: str) -> str:
    """Why a seat may not take a chip."""
    if chip not in [str(value) for value in range(1, game.seats + 1)]:
        return "no-such-chip"
    if game.chips.own(seat) == int(chip):
        return "you-hold-it"
    owner = game.chips.owner(int(chip), game.chips.colour)
    dark = game.chips.is_dark(int(chip))
    return why_not_touch(game, seat) or (f"dark-held-{owner}" if dark else f"frozen-held-{owner}")


def why_not_touch(game: TheGang, seat: int) -> str:
    """Why a seat may not change its chip."""
    own = game.chips.own(seat)
    if own and game.chips.is_dark(own):
        return "dark-yours"
    return "frozen" if own and game.chips.frozen() else ""
