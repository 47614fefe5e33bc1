"""Why a table may say no."""

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
    "not-seated": Text("Сначала сядьте за стол.", "Take a seat first."),
    "started": Text("Игра уже идёт.", "The match has begun."),
    "not-started": Text("Игра ещё не началась.", "The match has not begun."),
    "not-over": Text("Игра ещё идёт.", "The match is not over."),
    "stale": Text("Поздно: на столе уже всё иначе.", "Too late: the table has changed."),
    "quicker": Text("Не успели: кто-то сделал это раньше.", "Too late: somebody was quicker."),
    "no-chat": Text("Сейчас правила не велят разговаривать.", "The rules forbid talk now."),
    "no-hints": Text("За этим столом играют без подсказок.", "This table plays without hints."),
    "no-watchers": Text("За этот стол зрителей не зовут.", "This table takes no watchers."),
    "no-such-moment": Text("Такого хода ещё не было.", "There was no such move."),
    "busy": Text("Слишком много сообщений сразу.", "Too many messages at once."),
}
