"""The Gang: its names, zones, options and the sentences of the base game."""

from __future__ import annotations

from typing import Final

from koloda.core.cards import FRENCH, RANKS
from koloda.core.game import Info, Tip
from koloda.core.options import choice, json_option, number
from koloda.core.table import OWNER, CounterKind, ZoneKind
from koloda.core.text import Text
from koloda.core.turn import Verb
from koloda.games.shared.families import THE_GANG
from koloda.games.shared.poker import CATEGORIES, CATEGORY_NAMES
from koloda.games.shared.tags import TOGETHER
from koloda.games.shared.zones import DECK

from .challenges import ALL_CHALLENGES, CHIP_NOTES
from .help_card import HELP
from .modes import is_challenges, is_decks, is_specialist
from .refusals import REFUSALS
from .specialists import ALL_SPECIALISTS

VAULT_GOAL: Final = 3
PROPOSED: Final = tuple(dict.fromkeys([*"012345", *RANKS]))  # with a specialist: another seat, or a rank

COMMUNITY: Final = ZoneKind("community", Text("Общие карты", "Community cards"), "row")
BOX: Final = ZoneKind("box", Text("Валет без масти", "The suitless jack"), "pile")
DISCARD: Final = ZoneKind("discard", Text("Сброс рубашкой вверх", "Face-down discards"), "pile", OWNER, ordered=False)
POCKET: Final = ZoneKind("pocket", Text("Карманные карты", "Pocket"), "fan", OWNER, ordered=False)

HEIST: Final = CounterKind("heist", Text("Ограбление", "Heist"))
ROUND: Final = CounterKind("round", Text("Раунд", "Round"), "chip-round")
VAULTS: Final = CounterKind("vaults", Text("Хранилища", "Vaults"))
ALARMS: Final = CounterKind("alarms", Text("Сигнализации", "Alarms"))
MOVES_LEFT: Final = CounterKind("moves-left", Text("Осталось ходов фишками", "Chip moves left"))
CHIPS: Final = (
    CounterKind("white", Text("Белая фишка", "White chip"), "chip", "white"),
    CounterKind("yellow", Text("Жёлтая фишка", "Yellow chip"), "chip", "yellow"),
    CounterKind("orange", Text("Оранжевая фишка", "Orange chip"), "chip", "orange"),
    CounterKind("red", Text("Красная фишка", "Red chip"), "chip", "red"),
)
READY: Final = CounterKind("ready", Text("Готовность", "Ready"), "ready")
TOUCHED: Final = CounterKind("touched", Text("Ходы фишками в раунде", "Chip moves this round"), "own")

FOR_ONE_CHIP: Final = ("give", "discard", "propose", "agree", "decline")
AFTERWARDS: Final = Text(
    "после этого самая вероятная ваша фишка верна с вероятностью {share}",
    "your likeliest chip is then {share} to be right",
)
WORDS: Final = {
    "talk": Text(
        "Говорите свободно, но не о своих картах и не о том, что знаете только благодаря им.",
        "Talk freely, but not of your own cards, nor of what you know only through them.",
    ),
    "heist": Text("Ограбление {n}: карты розданы.", "Heist {n}: the cards are dealt."),
    "round": Text("На столе {word} фишки.", "The {word} chips are on the table."),
    "word-white": Text("белые", "white"),
    "word-yellow": Text("жёлтые", "yellow"),
    "word-orange": Text("оранжевые", "orange"),
    "word-red": Text("красные", "red"),
    "flop": Text("Флоп: {cards}.", "The flop: {cards}."),
    "turn": Text("Тёрн: {cards}.", "The turn: {cards}."),
    "river": Text("Ривер: {cards}.", "The river: {cards}."),
    "take": Text(
        "{seat|Вы} {seat:берёт|берёте} из центра фишку {n}.", "{seat|You} {seat:takes|take} chip {n} from the centre."
    ),
    "take-from": Text(
        "{seat|Вы} {seat:забирает|забираете} фишку {n}; прежний владелец — {other|вы}.",
        "{seat|You} {seat:takes|take} chip {n} away from {other|you}.",
    ),
    "put": Text(
        "{seat|Вы} {seat:возвращает|возвращаете} в центр фишку {n}.",
        "{seat|You} {seat:puts|put} chip {n} back in the centre.",
    ),
    "ready": Text("{seat|Вы}: «Готово».", "{seat|You} {seat:is|are} ready."),
    "frozen": Text(
        "Сделано {n} {n:ход|хода|ходов} фишками: теперь можно только взять недостающую фишку из центра.",
        "{n} chip {n:move|moves} made: from now on a missing chip may be taken from the centre, nothing else.",
    ),
    "success": Text("Ограбление удалось! Открыто хранилищ: {n}.", "The heist succeeds! Vaults open: {n}."),
    "failure": Text("Ограбление сорвалось. Сработало сигнализаций: {n}.", "The heist fails. Alarms raised: {n}."),
    "won": Text("Открыто последнее хранилище: банда победила!", "The last vault is open: the gang wins!"),
    "lost": Text("Сработала последняя сигнализация: банда поймана.", "The last alarm goes off: the gang is caught."),
    "mistake": Text(
        "Ошибка: у {seat:игрока |вас}{seat|} рука слабее, чем у {other:игрока |вас}{other|}, а фишка старше.",
        "The mistake: {seat|you} {seat:has|have} a weaker hand than {other|you}, but a higher chip.",
    ),
    "last-success": Text("Ограбление {n} удалось.", "Heist {n} succeeded."),
    "last-failure": Text("Ограбление {n} сорвалось.", "Heist {n} failed."),
    "last-board": Text("Прошлое вскрытие, общие карты: {word}.", "The last showdown, community cards: {word}."),
    "last-mistake": Text(
        "Прошлое вскрытие, ошибка: у {seat:игрока |вас}{seat|} рука "
        "слабее, чем у {other:игрока |вас}{other|}, а фишка старше.",
        "The last showdown, the mistake: {seat|you} had a weaker hand than {other|you}, but a higher chip.",
    ),
    "last-right": Text(
        "Прошлая догадка (испытание {n}) верна: {word}.", "The last guess (challenge {n}) was right: {word}."
    ),
    "last-wrong": Text(
        "Прошлая догадка (испытание {n}) неверна: {word}.", "The last guess (challenge {n}) was wrong: {word}."
    ),
    "challenge": Text("Испытание {n} — {word}", "Challenge {n}: {word}"),
    "specialist": Text("Специалист {n} — {word}", "Specialist {n}: {word}"),
    "specialist-used": Text("Специалист уже помог ({n}) — {word}", "The specialist has helped ({n}): {word}"),
    "dark": Text("Фишка {n} тёмная: кто взял, у того и останется.", "Chip {n} is dark: whoever takes it keeps it."),
    "redraws": Text(
        "{seat|Вы} {seat:сбрасывает|сбрасываете} все карманные карты и {seat:берёт|берёте} новые: {n}.",
        "{seat|You} {seat:discards|discard} the whole pocket and {seat:draws|draw} {n} new cards.",
    ),
    "redrawn": Text("{seat|У вас}{seat::|} новые карманные карты.", "{seat|You} {seat:has|have} drawn a new pocket."),
    "discards": Text("{seat|Вы} {seat:сбрасывает|сбрасываете} {cards}.", "{seat|You} {seat:discards|discard} {cards}."),
    "discards-hidden": Text(
        "{seat|Вы} {seat:сбрасывает|сбрасываете} карту рубашкой вверх.",
        "{seat|You} {seat:discards|discard} a card face down.",
    ),
    "agree": Text("{seat|Вы} {seat:соглашается|соглашаетесь}.", "{seat|You} {seat:agrees|agree}."),
    "decline": Text("{seat|Вы} против: предложение снято.", "{seat|You} {seat:declines|decline}: the proposal is off."),
    "withdraw": Text(
        "{seat|Вы} {seat:снимает|снимаете} своё предложение.", "{seat|You} {seat:withdraws|withdraw} the proposal."
    ),
    "owes-show": Text(
        "{seat:Показывает|Показываете} карту {seat|вы}, {other:увидит|увидите} её {other|вы}.",
        "{seat|You} {seat:has|have} to show a card to {other|you}.",
    ),
    "owes-discard": Text(
        "{seat:Сбрасывает|Сбрасываете} карту: {seat|вы}.", "{seat|You} {seat:has|have} to discard a card."
    ),
    "question": Text(
        "Последняя рука — {seat|ваша}. Испытание {n}: {word}", "The last hand is {seat|yours}. Challenge {n}: {word}"
    ),
    "guess": Text("{seat|Вы} {seat:думает|думаете}: {word}.", "{seat|You} {seat:guesses|guess}: {word}."),
    "answer": Text("Ответ банды (испытание {n}): {word}.", "The gang's answer (challenge {n}): {word}."),
    "answer-right": Text("Догадка верна (испытание {n}): {word}.", "The guess is right (challenge {n}): {word}."),
    "answer-wrong": Text("Догадка неверна (испытание {n}): {word}.", "The guess is wrong (challenge {n}): {word}."),
    "label-right": Text("✓ {word}", "✓ {word}"),
    "label-wrong": Text("✗ {word}", "✗ {word}"),
    "label-hand": Text("{word}", "{word}"),
    "ask-give": Text("Выберите карту для соседа слева ({other})", "Choose a card for your left neighbour, {other}"),
    "ask-show": Text("Выберите карту, которую увидит {other}", "Choose a card to show to {other}"),
    "ask-discard": Text("Выберите карту, которую сбросите", "Choose a card to discard"),
    "ask-agree": Text("Согласны с предложением?", "Do you agree with the proposal?"),
    "ask-withdraw": Text("Ждём ответов; предложение можно снять", "Waiting for answers; you may withdraw the proposal"),
    "ask-chip": Text(
        "Возьмите фишку: {n} — самая сильная рука, 1 — самая слабая",
        "Take a chip: {n} = strongest hand, 1 = weakest",
    ),
    "ask-change": Text("У вас фишка {n}; её ещё можно поменять", "You hold chip {n}; you may still change it"),
    "ask-ready": Text(
        "Фишки есть у всех: подтвердите порядок или поменяйте фишку",
        "Everyone has a chip: agree to the order, or change your chip",
    ),
    "ask-guess": Text(
        "Последняя рука — {other}: договоритесь об ответе", "The last hand is {other}'s: agree on an answer"
    ),
    "hint-guess": Text(
        "Вероятнее всего {word}: {percent}% рук, которые не слабее показанных.",
        "Most likely {word}: {percent}% of the hands that are not weaker than those shown.",
    ),
    "hint-hand": Text("Ваша комбинация: {word}.", "Your combination: {word}."),
    "hint-share": Text(
        "Она сильнее {percent}% чужих карманных карт (равные — за половину).",
        "It beats {percent}% of the other possible pockets (a tie counts half).",
    ),
    "hint-share-before": Text(
        "К риверу вы обойдёте примерно {percent}% чужих рук.",
        "By the river you beat about {percent}% of other hands.",
    ),
    "hint-chips": Text("Фишки по раундам, {seat}: {chips}.", "Chips so far, {seat}: {chips}."),
    "hint-others": Text(
        "Вашей фишке это ничего не даст: больше узнают другие.",
        "Your own chip gains nothing by it: others learn more.",
    ),
    "advice-first": Text("верно с вероятностью {share}", "{share} to be right"),
    **{f"advice-first-{verb}": AFTERWARDS for verb in FOR_ONE_CHIP},
    **{f"advice-better-{verb}": Text("вашей фишке лучше:", "better for your chip:") for verb in FOR_ONE_CHIP},
    "advice-better-show": Text("по оценкам лучше:", "better by the estimates:"),
    "advice-first-show": Text(
        "тот, кто её увидит, с вероятностью {share} верно поймёт, чья из двух рук сильнее",
        "{share} that whoever sees it rightly tells which of your two hands is the stronger",
    ),
    "advice-better": Text("вероятнее, если судить и по чужим фишкам:", "likelier, going by the others' chips too:"),
    "review-start": Text("Наугад до сдачи", "At random before the deal"),
    "review-sum": Text(
        "Красная фишка верна: наугад {start}% {luck} удача {cost} ошибки = {end}% ограблений.",
        "The red chip is right: at random {start}% {luck} luck {cost} mistakes = {end}% of the heists.",
    ),
    "review-help": Text(
        "Как часто красная фишка верна, то есть рука при вскрытии стоит на её месте; в среднем за ограбление. "
        "Удача — это карты и чужие фишки, ошибки — цена собственных фишек и отданных карт.",
        "How often the red chip is right: the hand stands at its place at the showdown; on the average of the heists. "
        "Luck is the cards and the others' chips, mistakes are what one's own chips and the cards given away cost.",
    ),
    "review-chart": Text("Насколько вероятно, что фишка верна", "How likely the chip is right"),
    "review-all": Text(
        "Последняя фишка каждого раунда и другие решения: ход, вероятность, что фишка верна, удача перед ним, цена "
        "выбора. Терять можно только на красной фишке и на картах, которые вы отдали или сбросили: прежние фишки лишь "
        "говорят другим о руке, а о специалисте договариваются все. Догадка и показанная карта оценены сами по себе "
        "(верна ли она; поймут ли по ней, чья рука сильнее) и в сумму не входят.",
        "The last chip of every round, and the other decisions: move, how likely the chip is right, luck before, cost. "
        "Only the red chip and cards that you gave or discarded can lose anything: the chips before it tell the others "
        "of the hand, and a specialist is for all to agree on. A guess and a card that was shown are measured by "
        "themselves (is it right; does it tell whose hand is the stronger) and not summed.",
    ),
}


def category_words() -> dict[str, Text]:
    """What is said of each combination: in moves, at the showdown and after it."""
    words: dict[str, Text] = {}
    for name in CATEGORIES:
        ru, en = CATEGORY_NAMES[name]
        words[f"word-{name}"] = Text(ru, en)
        words[f"shows-{name}"] = Text(
            f"{{seat|Вы}}, красная {{n}}: {{cards}} — {ru}.", f"{{seat|You}}, red {{n}}: {{cards}}, {en}."
        )
        words[f"last-{name}"] = Text(
            f"Прошлое вскрытие, {{seat|вы}}, красная {{n}}: {{word}} — {ru}.",
            f"The last showdown, {{seat|you}}, red {{n}}: {{word}}, {en}.",
        )
    return words


def card_words() -> dict[str, Text]:
    """What is said of challenges and specialists; their own files have the words."""
    words: dict[str, Text] = {}
    for challenge in ALL_CHALLENGES:
        words[f"word-challenge-{challenge.number}"] = _about(challenge.names, challenge.text)
        words.update(challenge.words)
    for specialist in ALL_SPECIALISTS:
        words[f"word-specialist-{specialist.number}"] = _about(specialist.names, specialist.text)
        words.update(specialist.words)
    return words


def _about(names: Text, text: Text) -> Text:
    return Text(f"«{names.ru}»: {text.ru}", f"{names.en}: {text.en}")


INFO: Final = Info(
    id="the-gang",
    version=2,
    family=THE_GANG,
    names=Text("The Gang. Банда", "The Gang"),
    blurb=Text(
        "Покер без ставок и без слов: вся банда должна расставить свои руки по силе, показывая её только фишками.",
        "Poker without bets or words: together you line up your hands by strength, and only chips may tell it.",
    ),
    seats=(2, 6),
    minutes=20,
    tags=(TOGETHER,),
    cover=("Ah", "Kh", "9c"),
    deck=FRENCH,
    other_packs=(tuple(one.number for one in ALL_CHALLENGES), tuple(one.number for one in ALL_SPECIALISTS)),
    verbs=(
        Verb("take", Text("Взять фишку", "Take a chip"), ("chip",)),
        Verb("put", Text("Вернуть фишку", "Put the chip back")),
        Verb("ready", Text("Готово", "Ready")),
        Verb(
            "propose",
            Text("Предложить специалиста", "Propose the specialist"),
            ("seat", "word"),
            words=PROPOSED,
            optional=1,
        ),
        Verb("agree", Text("Согласиться", "Agree")),
        Verb("decline", Text("Отклонить", "Decline")),
        Verb("give", Text("Отдать карту", "Give a card"), ("card@pocket",)),
        Verb("show", Text("Показать карту", "Show a card"), ("card@pocket",)),
        Verb("discard", Text("Сбросить карту", "Discard a card"), ("card@pocket",)),
        Verb("guess", Text("Угадать", "Guess"), ("word",), words=(*RANKS, *CATEGORIES)),
    ),
    zones=(DECK, COMMUNITY, BOX, POCKET, DISCARD),
    counters=(HEIST, ROUND, VAULTS, ALARMS, MOVES_LEFT, *CHIPS, READY, TOUCHED),
    options=(
        choice(
            "mode",
            Text("Режим", "Mode"),
            Text("Что меняется от ограбления к ограблению.", "What changes from heist to heist."),
            "base",
            {
                "base": Text("базовый", "base game"),
                "advanced": Text("расширенный", "advanced"),
                "professional": Text("профессиональный", "professional"),
                "master": Text("мастер-вор", "master thief"),
                "custom": Text("свободный", "custom"),
            },
        ),
        choice(
            "round_end",
            Text("Конец раунда", "End of a round"),
            Text(
                "Ждать ли общего согласия, когда у всех есть фишка.", "Whether all must agree once everyone has a chip."
            ),
            "ready",
            {
                "ready": Text("когда все готовы", "when all are ready"),
                "instant": Text("сразу, как у всех есть фишка", "as soon as everyone has a chip"),
            },
        ),
        choice(
            "talk",
            Text("Разговоры", "Talk"),
            Text(
                "Молчать всё ограбление или говорить обо всём, кроме своих карт.",
                "Silence during a heist, or talk of anything but your own cards.",
            ),
            "none",
            {"none": Text("молча", "none"), "open": Text("разрешены", "open")},
        ),
        number(
            "chip_limit",
            Text("Предел ходов фишками", "Limit of chip moves"),
            Text("После стольких ходов в раунде фишки замирают.", "After this many moves in a round the chips freeze."),
            60,
            1,
            500,
        ),
        json_option(
            "decks",
            Text("Колоды испытаний и специалистов", "Decks of challenges and specialists"),
            Text(
                "По номерам, вперемешку или как после прошлого матча.",
                "Numbered, shuffled, or as the last match left them.",
            ),
            "numbered",
            is_decks,
            ("numbered", "shuffled", {"specialist": [2, 3, 4, 5, 6, 7, 8, 9, 10, 1], "specialist_drawn": 1}),
        ),
        json_option(
            "challenges",
            Text("Выбранные испытания", "Chosen challenges"),
            Text("Номера от 1 до 10; только в свободном режиме.", "Numbers from 1 to 10; only in the custom mode."),
            [],
            is_challenges,
            ([], [3, 7, 10], [2, 4, 6, 8, 9], [1, 5]),
        ),
        json_option(
            "specialist",
            Text("Выбранный специалист", "Chosen specialist"),
            Text("Номер от 1 до 10; только в свободном режиме.", "A number from 1 to 10; only in the custom mode."),
            None,
            is_specialist,
            (None, 1, 5, 6, 7, 8),
        ),
    ),
    phases={
        "give": Text("Карты соседям", "Cards for the neighbours"),
        "chips": Text("Фишки", "Chips"),
        "guess": Text("Последняя рука", "The last hand"),
    },
    asks={
        "give": Text("Выберите карту для соседа слева", "Choose a card for your left neighbour"),
        "chips": Text("Возьмите фишку: чем сильнее рука, тем она больше", "Take a chip: the stronger, the higher"),
        "guess": Text("Договоритесь, какая это рука", "Agree on what the last hand is"),
    },
    waits={
        "give": Text("Выбирают карту для соседа: {seats}", "Waiting for {seats} to pass a card"),
        "chips": Text("Договариваются о фишках: {seats}", "Waiting for {seats} to settle the chips"),
        "guess": Text("Угадывают последнюю руку: {seats}", "Waiting for {seats} to guess the last hand"),
    },
    words={**WORDS, **category_words(), **card_words()},
    refusals=REFUSALS,
    erases={"blackout": CHIP_NOTES},
    tiles={"challenge": "danger", "specialist": "helper", "specialist-used": "spent"},
    move_cap=100_000,
    cooperative=True,
    help=HELP,
    tips=(
        Tip(
            "phase chips",
            "zone pocket",
            Text(
                "Эти карты видите только вы. Вместе с общими картами стола они составят покерную руку — лучшие пять.",
                "Only you see these cards. With the cards in the middle they make your poker hand, the best five.",
            ),
        ),
        Tip(
            "verb take",
            "prompt",
            Text(
                "Вы одна команда и молчите — за вас говорят фишки. Много звёзд: «моя рука сильная», одна: «самая "
                "слабая».",
                "You are one team and do not talk: chips speak for you. Many stars say “my hand is strong”, one star "
                "says “the weakest”.",
            ),
        ),
        Tip(
            "verb ready",
            "prompt",
            Text(
                "Все фишки на местах? Нажмите «Готово». Если кто-то передвинет фишку, решать придётся заново.",
                "Are the chips right? Press Ready. If anybody moves a chip, all have to say it again.",
            ),
        ),
        Tip(
            "note flop",
            "zone community",
            Text(
                "Эти карты — общие. Подумайте снова, скольких вы бьёте: теперь берут фишки нового цвета.",
                "These cards are everybody's. Think again how many hands you beat: now chips of a new colour are "
                "taken.",
            ),
        ),
        Tip(
            "note take-from",
            "prompt",
            Text(
                "Фишку можно забрать и у другого игрока, если вы увереннее. Могут забрать её и у вас.",
                "You may take a chip from another player if you are surer. They may take it back.",
            ),
        ),
        Tip(
            "note river",
            "counter vaults",
            Text(
                "Последний раунд: если руки пойдут по возрастанию красных фишек, хранилище откроется, иначе "
                "сработает сигнализация.",
                "The last round: if the hands rise with the red chips, the vault opens; if not, the alarm goes off.",
            ),
        ),
    ),
)
