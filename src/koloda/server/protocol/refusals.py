"""Why the server may refuse something, in both languages, and the status that HTTP gives with it."""

from __future__ import annotations

from koloda.core.text import Text

REFUSALS = {
    "not-host": Text("Это может только хозяин стола.", "Only the host may do that."),
    "no-such-seat": Text("Такого места за столом нет.", "There is no such seat."),
    "seat-taken": Text("Место занято.", "That seat is taken."),
    "seated": Text("Вы уже сидите за этим столом.", "You sit at this table already."),
    "other-hand": Text(
        "В этом матче вы уже видели карты другого места.", "You have seen the cards of another seat in this match."
    ),
    "no-such-knock": Text("Об этом месте уже никто не просит.", "Nobody asks for that seat any more."),
    "not-admitted": Text("Хозяин стола пока не пускает.", "The host says: not now."),
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
    "future": Text("Столько ходов в этом матче ещё не сделано.", "So many moves have not been made in this match yet."),
    "other-match": Text("Этот ход — из другого матча.", "That move is of another match."),
    "quicker": Text("Не успели: кто-то сделал это раньше.", "Too late: somebody was quicker."),
    "no-chat": Text("Сейчас правила не велят разговаривать.", "The rules forbid talk now."),
    "no-hints": Text("За этим столом играют без подсказок.", "This table plays without hints."),
    "no-watchers": Text("За этот стол зрителей не зовут.", "This table takes no watchers."),
    "no-such-moment": Text("Такого хода ещё не было.", "There was no such move."),
    "forgotten": Text(
        "Что было тогда на столе, до конца матча вспоминать нельзя.",
        "What lay there then may not be looked at again until the match is over.",
    ),
    "garbage": Text("Непонятное сообщение.", "The server does not understand that message."),
    "busy": Text("Слишком много сообщений сразу.", "Too many messages at once."),
    "not-found": Text("Здесь ничего нет.", "There is nothing here."),
    "no-such-table": Text("Такого стола нет.", "There is no such table."),
    "no-such-match": Text("Такого матча нет.", "There is no such match."),
    "no-cookie": Text("Сначала откройте главную страницу.", "Open the home page first (GET /api/me)."),
    "wrong-origin": Text("Запрос не с нашей страницы.", "The request is not from our own page."),
    "too-big": Text("Слишком длинное сообщение.", "The message is too long."),
    "no-length": Text("Запрос не называет своей длины.", "The request does not tell its length."),
    "bad-body": Text("Запрос составлен неверно.", "The request is not well formed."),
    "too-many-requests": Text("Слишком много запросов сразу.", "Too many requests at once."),
    "too-much-today": Text(
        "С вашего адреса за сутки пришло слишком много.", "Your address has left too much here today."
    ),
    "too-long": Text("Это заняло слишком много времени.", "That took too long."),
    "too-many-tables": Text("У вас слишком много столов.", "You have too many tables."),
    "bad-clock": Text("Часы — от 0 до 3600 секунд на ход.", "A clock has 0 to 3600 seconds for a move."),
    "too-many-bots": Text("Ботов больше, чем мест.", "There are more bots than seats."),
    "bad-eyes": Text("Чьими глазами: номер места, watch или all.", "Whose eyes: a seat's number, watch or all."),
    "bad-seat": Text("Такого места в матче нет.", "There is no such seat in the match."),
    "no-review": Text("Этот матч ещё не разбирали.", "Nobody has asked for this review."),
    "too-many-reviews": Text("Подождите: разборов уже слишком много.", "Wait: there are too many reviews already."),
    "bad-text": Text("Нужен текст от 1 до 300 знаков.", "A text of 1 to 300 characters is needed."),
}

STATUS = {
    "not-found": 404,
    "no-such-table": 404,
    "no-such-match": 404,
    "no-cookie": 401,
    "wrong-origin": 403,
    "no-watchers": 403,
    "no-length": 411,
    "too-big": 413,
    "too-many-requests": 429,
    "too-much-today": 429,
    "too-many-tables": 429,
    "busy": 429,
    "too-long": 503,
    "no-review": 404,
    "too-many-reviews": 429,
}
