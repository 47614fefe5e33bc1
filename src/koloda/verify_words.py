"""What is said of the deal of a record that is verified."""

from __future__ import annotations

from typing import Final

from .core.text import Text

PROBLEMS: Final = {
    "seal-shape": Text("Печать повреждена: «{what}».", "The seal is damaged: '{what}'."),
    "seen-shape": Text("Заметки страницы повреждены: «{what}».", "The notes of the page are damaged: '{what}'."),
    "contradicted": Text(
        "Пока шёл матч, сервер сам себе противоречил: страница видела разные отпечатки, числа, обращения к случаю или "
        "итоги.",
        "While the match was played, the server contradicted itself: the page saw different fingerprints, numbers, "
        "requests of chance or results.",
    ),
    "other-way": Text(
        "За столом сдачу запечатали одним способом, а в записи печать другого.",
        "The deal was sealed in one way at the table; the record's seal is of another.",
    ),
    "other-match": Text(
        "Это запись другого матча: страница видела {seen}, а в записи {told}.",
        "This is the record of another match: the page saw {seen}, the record has {told}.",
    ),
    "other-game": Text(
        "За столом было другое «{what}»: {seen}, а в записи {told}.",
        "The table had another '{what}': {seen}; the record has {told}.",
    ),
    "other-commitment": Text(
        "До сдачи сервер показал другой отпечаток секрета.",
        "Before the deal the server showed another fingerprint of its secret.",
    ),
    "other-commit": Text(
        "Место {seat}: до сдачи отпечаток его числа был другим.",
        "Seat {seat}: before the deal the fingerprint of its number was another one.",
    ),
    "other-nonce": Text(
        "Место {seat}: после сдачи было показано другое число.",
        "Seat {seat}: after the deal another number was shown.",
    ),
    "my-nonce": Text(
        "Место {seat}: страница внесла другое число, чем в записи.",
        "Seat {seat}: the page added another number than the record has.",
    ),
    "secret": Text(
        "Отпечаток не совпал: этим секретом сдача запечатана не была.",
        "The fingerprint does not match: the deal was not sealed with this secret.",
    ),
    "nonce": Text(
        "Место {seat}: число не подходит к своему отпечатку.", "Seat {seat}: the number does not fit its fingerprint."
    ),
    "rule-nonce": Text(
        "Место {seat} числа не вносило, а в записи не то число, которое велит правило.",
        "Seat {seat} added no number, and the record has another one than the rule says.",
    ),
    "other-request": Text(
        "Обращение к случаю № {n}: за игрой объявлено «{seen}», а в записи «{told}».",
        "Request of chance {n}: announced in play as '{seen}', in the record it is '{told}'.",
    ),
    "request-count": Text(
        "Обращений к случаю в записи {told}, а за игрой их было {seen}.",
        "The record has {told} {told:request|requests} of chance; in play there were {seen}.",
    ),
    "other-line": Text(
        "После хода № {n} страница видела не то, что следует из записи.",
        "After move {n} the page saw something else than follows from the record.",
    ),
    "other-result": Text(
        "Итог в записи не тот, который видела страница.", "The result is not the one that the page saw."
    ),
    "pack": Text(
        "Обращение к случаю № {n}: тасуются не те карты. Лишние: {extra}; нет: {lacking}.",
        "Request of chance {n}: other cards are shuffled than should be. Too many: {extra}; missing: {lacking}.",
    ),
    "shuffle": Text(
        "Обращение к случаю № {n}: тасование не то, которое следует из печати.",
        "Request of chance {n}: the shuffle is not the one that follows from the seal.",
    ),
    "pick": Text(
        "Обращение к случаю № {n}: выбор не тот, который следует из печати.",
        "Request of chance {n}: the pick is not the one that follows from the seal.",
    ),
    "rules-request": Text(
        "Обращение к случаю № {n}: правила просят «{want}», а в записи «{told}».",
        "Request of chance {n}: the rules ask for '{want}', the record has '{told}'.",
    ),
    "rules-count": Text(
        "Обращений к случаю в записи {told}, а правила просят {want}.",
        "The record has {told} {told:request|requests} of chance; the rules ask for {want}.",
    ),
    "rules-move": Text("Ход № {n} правила не допускают: {why}", "The rules do not allow move {n}: {why}"),
    "undone-move": Text("Взятый назад ход: {why}", "A move that was taken back: {why}"),
    "two-ends": Text(
        "В записи у матча и общее согласие его прекратить, и итог.",
        "The record says both that all agreed to end the match and how it ended.",
    ),
    "played-on": Text(
        "Страница видела, что матч прекратили по общему согласию, а в записи он продолжается.",
        "The page saw that all agreed to end the match; in the record it goes on.",
    ),
    "take-backs": Text(
        "Взятых назад ходов в записи {told}, а страница знает о {seen}.",
        "The record tells of {told} {told:take-back|take-backs}; the page knows of {seen}.",
    ),
    "unfinished": Text("Матч не доигран.", "The match is not over."),
}
NOTES: Final = {
    "called-off": Text(
        "По записи, матч прекращён по общему согласию: итога у него нет.",
        "As the record tells it, all agreed to end the match: it has no result.",
    ),
    "undone": Text(
        "Ходы брали назад: {n} {n:раз|раза|раз}. Карты и тогда были из той же сдачи.",
        "Moves were taken back {n} {n:time|times}. Their cards were of the same deal.",
    ),
    "old": Text(
        "Сдача запечатана по-старому: сервер мог подобрать секрет заранее, поэтому такая печать доказывает меньше.",
        "The deal was sealed in the old way: the server could choose its secret beforehand, so this seal proves less.",
    ),
    "good": Text(
        "Сдача честная: {n} {n:обращение|обращения|обращений} к случаю — ровно то, чего просят правила и что даёт "
        "печать.",
        "The deal was fair: {n} {n:request|requests} of chance, exactly what the rules ask for and the seal gives.",
    ),
    "numbers": Text("Свои числа внесли места: {seats}.", "Seats that have added numbers of their own: {seats}."),
    "no-numbers": Text(
        "Ни одна страница не внесла своего числа: секрет выбрал один сервер, и печать доказывает меньше.",
        "No page has added a number: the server alone chose the secret, so the seal proves less.",
    ),
    "late": Text(
        "Внесли число, но не открыли его вовремя: места {seats}.",
        "Have committed to a number and not shown it in time: seats {seats}.",
    ),
    "seen": Text(
        "Это то, что видела страница игрока: отпечатки, числа, обращения к случаю и {n} "
        "{n:строка|строки|строк} журнала.",
        "It is what the player's page saw: fingerprints, numbers, requests of chance, {n} {n:line|lines} of the log.",
    ),
    "not-mine": Text(
        "Числа этой страницы в сдаче нет: она его не открыла или опоздала.",
        "This page's own number is not in the deal: it was not shown, or too late.",
    ),
    "unseen": Text(
        "Заметок страницы при записи нет: показывал ли сервер этот отпечаток до сдачи, неизвестно.",
        "The record comes without a page's notes: whether this fingerprint was shown before the deal is not known.",
    ),
}
