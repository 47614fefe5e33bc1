"""Why the server may refuse something, in both languages, and the status that HTTP gives with it."""

from __future__ import annotations

from koloda.core.text import Text

from .messages import Closing

RETRY_MILLISECONDS = 1000
NEVER_RETRY = 0
MOVED = "moved"  # to another node, which the next connection finds
MOVED_RETRY_MS = 100
QUICKER = "quicker"  # the reason of a refusal that tells somebody's name
FOR_GOOD = (
    *("removed", "banned", "table-closed", "table-banned", "door-closed", "not-let-in"),
    *("signed-out", "deleted", "token-scope"),
)

REFUSALS = {
    "not-host": Text("Это может только хозяин стола.", "Only the host may do that."),
    "no-seat": Text("Свободных мест не осталось.", "No seat is free any more."),
    "seat-free": Text("На этом месте никто не сидит.", "Nobody sits there."),
    "seat-freed": Text("Хозяин стола освободил ваше место.", "The host has freed your seat."),
    "nobody-there": Text("На этом месте нет человека.", "There is no person on that seat."),
    "yourself": Text("С самим собой так нельзя.", "You cannot do that to yourself."),
    "no-such-guest": Text("Такого человека за этим столом нет.", "There is no such person at this table."),
    "table-banned": Text(
        "Хозяин стола попросил вас уйти и не возвращаться.", "The host of this table has asked you to stay away."
    ),
    "door-closed": Text("Хозяин закрыл дверь: новых гостей за стол не пускают.", "The host has closed the door."),
    "not-let-in": Text("Хозяин стола вас не впустил.", "The host of this table has not let you in."),
    "at-door": Text("Подождите: впускает хозяин стола.", "Wait: the host of this table lets people in."),
    "has-bans": Text(
        "Кого-то вы попросили уйти: пока это так, незнакомые стучатся.",
        "You have sent somebody away: while that holds, strangers ask first.",
    ),
    "paused": Text("Игра на паузе.", "The game is paused."),
    "not-playing": Text("Игра уже кончилась.", "The match is over."),
    "too-few-seats": Text("За столом больше людей, чем мест.", "There are more people than seats at this table."),
    "no-nudge": Text("Напоминать пока рано.", "It is too soon to remind them."),
    "too-many-reports": Text(
        "Вы уже много о чём сообщили: подождите.", "You have sent many reports already: wait a while."
    ),
    "no-such-seat": Text("Такого места за столом нет.", "There is no such seat."),
    "seat-taken": Text("Место занято.", "That seat is taken."),
    "seated": Text("Вы уже сидите за этим столом.", "You sit at this table already."),
    "other-hand": Text(
        "В этой партии вы уже видели карты другого места.", "You have seen the cards of another seat in this match."
    ),
    "no-such-knock": Text("Об этом месте уже никто не просит.", "Nobody asks for that seat any more."),
    "seat-held": Text("Хозяин этого места сейчас за столом.", "Whoever has that seat is at the table now."),
    "nobody-here": Text(
        "За столом сейчас никого: некому подтвердить, что это вы.",
        "Nobody is at the table who could say that it is you.",
    ),
    "not-agreed": Text("За столом решили иначе.", "The others do not agree."),
    "not-idle": Text("Ждать ещё не так долго.", "It is too soon for that: give them more time."),
    "asked-already": Text("Об этом уже спрашивают или только что спросили.", "That is being asked, or was just now."),
    "no-such-vote": Text("Это уже решено.", "That has been decided already."),
    "no-vote": Text("Вы здесь голоса не имеете.", "You have no say in that."),
    "nothing-to-take-back": Text("Вам нечего брать назад.", "You have no move to take back."),
    "new-deal": Text(
        "С тех пор сдали новые карты: назад нельзя.", "New cards have been dealt since: it cannot be taken back."
    ),
    "other-hands": Text(
        "С тех пор за стол сел кто-то другой: назад нельзя.",
        "Somebody else has sat down since: it cannot be taken back.",
    ),
    "too-many-take-backs": Text(
        "В этой партии ходы брали назад слишком часто.", "Moves were taken back too often in this match."
    ),
    "not-admitted": Text("Хозяин стола пока не пускает.", "The host says: not now."),
    "not-asked": Text(
        "Программа садится только туда, куда её позвал хозяин стола.",
        "A bot account sits only where the host of the table has invited it.",
    ),
    "no-such-account": Text("Такого бота здесь нет.", "There is no such bot account here."),
    "not-a-bot": Text(
        "Это для ботов: хозяин сайта заводит их сам (koloda admin bot).",
        "This is for bot accounts: the host of this site makes them (koloda admin bot).",
    ),
    "not-seated": Text("Сначала сядьте за стол.", "Take a seat first."),
    "started": Text("Игра уже идёт.", "The match has begun."),
    "not-started": Text("Игра ещё не началась.", "The match has not begun."),
    "dealing": Text("Карты уже сдают.", "The cards are being dealt."),
    "sealed": Text("Сдача уже запечатана.", "The deal is sealed already."),
    "committed": Text("Ваше место уже внесло своё число.", "Your seat has committed to a number already."),
    "not-committed": Text("Это место не вносило числа.", "This seat has not committed to a number."),
    "wrong-number": Text("Это не то число, которое внесло ваше место.", "Your seat has committed to another number."),
    "late-number": Text("Карты уже сданы без этого числа.", "The cards were dealt without that number."),
    "not-over": Text("Игра ещё идёт.", "The match is not over."),
    "allowed": Text("Так ходить можно.", "That move is allowed."),
    "stale": Text("Поздно: на столе уже всё иначе.", "Too late: the table has changed."),
    "future": Text("Столько ходов в этой партии ещё не сделано.", "This match does not have that many moves yet."),
    "rules-changed": Text(
        "Правила этой игры обновились: эту партию не продолжить, но можно сдать заново.",
        "The rules of this game have changed: this match cannot go on, but you can deal anew.",
    ),
    "other-match": Text("Этот ход — из другой партии.", "That move belongs to another match."),
    "quicker": Text("Не успели: кто-то сделал это раньше.", "Too late: somebody was quicker."),
    "no-chat": Text("Сейчас по правилам разговаривать нельзя.", "The rules forbid talk now."),
    "no-hints": Text("За этим столом играют без подсказок.", "This table plays without hints."),
    "no-watchers": Text("За этот стол зрителей не пускают.", "This table takes no watchers."),
    "no-such-moment": Text("Такого хода ещё не было.", "There was no such move."),
    "forgotten": Text(
        "Что было тогда на столе, до конца партии вспоминать нельзя.",
        "What lay there then may not be looked at again until the match is over.",
    ),
    "garbage": Text("Непонятное сообщение.", "The server does not understand that message."),
    "busy": Text("Слишком много сообщений сразу.", "Too many messages at once."),
    "not-found": Text("Здесь ничего нет.", "There is nothing here."),
    "no-such-table": Text(
        "Такого стола нет; возможно, за ним давно никто не сидит.",
        "There is no such table; perhaps it was over long ago.",
    ),
    "damaged-table": Text(
        "Записи этого стола повреждены; что с ними, сказано в журнале сервера.",
        "What is kept of this table is damaged; the server's log says how.",
    ),
    "no-such-match": Text("Такой партии нет.", "There is no such match."),
    "no-cookie": Text("Сначала откройте главную страницу.", "Open the home page first (GET /api/me)."),
    "wrong-origin": Text("Запрос не с нашей страницы.", "The request is not from our own page."),
    "too-big": Text("Слишком длинное сообщение.", "The message is too long."),
    "no-length": Text("Запрос не называет своей длины.", "The request does not tell its length."),
    "bad-body": Text("Запрос составлен неверно.", "The request is not well formed."),
    "too-many-requests": Text(
        "Слишком много запросов сразу: подождите немного.", "Too many requests at once: wait a moment."
    ),
    "network-busy": Text(
        "Из вашей сети сейчас слишком много запросов: попробуйте через минуту.",
        "Too many requests from your network: try again in a minute.",
    ),
    "too-much-today": Text(
        "Сегодня вы сохранили здесь слишком много: попробуйте завтра.",
        "You have saved too much here today: try again tomorrow.",
    ),
    "network-full-today": Text(
        "Из вашей сети сегодня сохранено слишком много: попробуйте завтра.",
        "Too much was saved here from your network today: try again tomorrow.",
    ),
    "no-sign-in": Text(
        "Так войти нельзя: слова, ссылка или ключ не подходят, или ссылка уже использована.",
        "That does not let you in: the words, link or passkey do not fit, or the link was used already.",
    ),
    "too-many-guesses": Text(
        "Слишком много неудачных попыток: попробуйте через час.", "Too many wrong tries: try again in an hour."
    ),
    "network-guesses": Text(
        "Из вашей сети слишком много неудачных попыток войти: попробуйте через час.",
        "Too many wrong tries from your network: try again in an hour.",
    ),
    "signed-out": Text("На этом устройстве ваш вход закрыт.", "You were signed out on this device."),
    "deleted": Text("Всё, что о вас хранилось, удалено.", "Everything that was kept about you has been deleted."),
    "not-by-token": Text(
        "С ключом программы этого сделать нельзя: откройте сайт в браузере.",
        "A program's token may not do that: open the site in a browser.",
    ),
    "token-scope": Text("Этот ключ программы позволяет только смотреть.", "This token only allows looking."),
    "no-such-device": Text("Такого устройства нет.", "There is no such device."),
    "too-many-keys": Text(
        "Ключей уже слишком много: сначала удалите ненужные.", "There are too many keys already: remove some first."
    ),
    "no-passkey": Text(
        "Ключ доступа не принят: адрес сайта или ответ устройства не подходит.",
        "The passkey was not accepted: the site's address or the device's answer does not fit.",
    ),
    "table-reopens": Text("Стол сейчас откроется снова.", "This table opens again at once."),
    "too-many-views": Text(
        "Партия слишком длинная, чтобы показать её целиком. Запись цела, её можно скачать.",
        "This match is too long to be shown as a whole. Its record is whole and can be downloaded.",
    ),
    "too-long": Text("Это заняло слишком много времени.", "That took too long."),
    "too-many-tables": Text(
        "У вас уже слишком много столов: закройте лишние или подождите.",
        "You have too many tables already: use one of those, or wait.",
    ),
    "network-tables": Text(
        "В вашей сети уже слишком много столов: сядьте за один из них или подождите.",
        "Your network has too many tables already: sit down at one of those, or wait.",
    ),
    "too-many-sockets": Text(
        "У вас открыто слишком много столов: закройте другие вкладки.",
        "You have too many tables open: close some other tabs.",
    ),
    "network-sockets": Text(
        "Из вашей сети открыто слишком много столов. Попробуем ещё раз…",
        "Too many tables are open in your network. Trying again…",
    ),
    "no-room": Text("За этим столом слишком много зрителей.", "There are too many watchers at this table just now."),
    "too-much": Text(
        "Соединение закрыто: от этой страницы пришло слишком много сообщений.",
        "The connection was closed: too many messages came from this page.",
    ),
    "too-slow": Text("Связь слишком медленная. Попробуем ещё раз…", "The connection is too slow. Trying again…"),
    "banned": Text("Хозяин сайта закрыл вам вход.", "The host of this site has blocked you."),
    "not-invited": Text(
        "Здесь играют по приглашениям: попросите ссылку у хозяина сайта.",
        "This site is by invitation only: ask its host for a link.",
    ),
    "no-invitation": Text(
        "Это приглашение больше не действует: попросите у хозяина сайта другое.",
        "This invitation is no longer valid: ask the host of this site for another one.",
    ),
    "removed": Text("Хозяин сайта просит вас уйти.", "The host of this site has asked you to leave."),
    "table-closed": Text("Хозяин сайта закрыл этот стол.", "The host of this site has closed this table."),
    "draining": Text(
        "Сайт скоро закрывается: начатые партии доиграют, новых не начинают.",
        "This site is about to close: running matches are played to their end, and no new ones begin.",
    ),
    "not-the-host": Text(
        "Это может только хозяин сайта, с ключом.", "Only the host of this site may do that, with their key."
    ),
    "no-such-person": Text("Такого человека здесь нет.", "There is no such person here."),
    "no-such-report": Text("Такого сообщения нет.", "There is no such report."),
    "bad-network": Text(
        "Нужна сеть вида 192.0.2.0/24 или адрес.", "A network such as 192.0.2.0/24 is needed, or an address."
    ),
    "restart": Text("Сервер обновляется и сейчас вернётся.", "The server restarts and will be back at once."),
    MOVED: Text("Стол сейчас переезжает на другой сервер.", "The table is moving to another server."),
    "bad-clock": Text("Часы — от 0 до 3600 секунд на ход.", "A clock has 0 to 3600 seconds for a move."),
    "no-such-bot": Text("Такого бота здесь нет.", "There is no such bot here."),
    "too-many-bots": Text("Ботов больше, чем мест.", "There are more bots than seats."),
    "bad-eyes": Text("Чьими глазами: номер места, watch или all.", "Whose eyes: a seat's number, watch or all."),
    "bad-seat": Text("Такого места в партии нет.", "There is no such seat in the match."),
    "no-review": Text("Эту партию ещё не разбирали.", "Nobody has asked for this review."),
    "too-many-reviews": Text("Подождите: разборов уже слишком много.", "Wait: there are too many reviews already."),
    "bad-text": Text("Нужен текст от 1 до 300 знаков.", "A text of 1 to 300 characters is needed."),
}

# What is said where a quota is used up, by whose it is
TOO_MANY_REQUESTS = {"person": "too-many-requests", "network": "network-busy"}
TOO_MUCH_TODAY = {"person": "too-much-today", "network": "network-full-today"}
TOO_MANY_TABLES = {"person": "too-many-tables", "network": "network-tables"}
TOO_MANY_GUESSES = {"person": "too-many-guesses", "network": "network-guesses"}
TOO_MANY_SOCKETS = {"person": "too-many-sockets", "network": "network-sockets"}

STATUS = {
    "not-found": 404,
    "no-such-table": 404,
    "no-such-match": 404,
    "no-such-person": 404,
    "no-such-report": 404,
    "no-cookie": 401,
    "banned": 403,
    "not-invited": 403,
    "no-invitation": 403,
    "not-the-host": 403,
    "not-a-bot": 403,
    "draining": 503,
    MOVED: 503,
    "wrong-origin": 403,
    "no-watchers": 403,
    "table-banned": 403,
    "door-closed": 403,
    "at-door": 403,
    "no-length": 411,
    "too-big": 413,
    "too-many-requests": 429,
    "network-busy": 429,
    "too-much-today": 429,
    "network-full-today": 429,
    "too-many-tables": 429,
    "network-tables": 429,
    "busy": 429,
    "no-sign-in": 403,
    "too-many-guesses": 429,
    "network-guesses": 429,
    "not-by-token": 403,
    "token-scope": 403,
    "no-such-device": 404,
    "too-long": 503,
    "too-many-views": 413,
    "no-review": 404,
    "too-many-reviews": 429,
}


def closing(reason: str, retry: int = RETRY_MILLISECONDS, text: Text | None = None) -> Closing:
    """The last word over a connection: why it ends, and after how many milliseconds it is worth trying again."""
    text = text or REFUSALS[reason]
    retry = MOVED_RETRY_MS if reason == MOVED and retry == RETRY_MILLISECONDS else retry
    return Closing(reason, NEVER_RETRY if reason in FOR_GOOD else retry, text.ru, text.en)
