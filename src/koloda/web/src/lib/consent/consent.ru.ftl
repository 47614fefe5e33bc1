# Что за столом решают вместе
vote-yes = Да
vote-no = Нет
vote-withdraw = Передумать
vote-seat = { $name } говорит: место «{ $seat }» — моё. Это правда?
vote-bot = { $seat } давно не ходит. Пусть играет бот?
vote-back = { $by } просит взять ход назад. Согласны?
vote-end = { $by } предлагает закончить игру без итога, никому ничего не засчитав. Согласны?
vote-count = за: { $yes } из { $all }
vote-mine = Вы спросили остальных.
vote-mine-seat = Вы просите место «{ $seat }».
vote-said = Ваш ответ: { $word }.
vote-idle = { $seat } давно не ходит.
vote-propose-bot = Пусть играет бот
vote-group = Голосование
vote-claim = Кто-то из них — это вы?
vote-claim-seat = Это моё место: { $name }
vote-back-mine = Взять мой ход назад
vote-end-mine = Закончить без итога
vote-meanwhile = Пока вас не было, за вас играл бот:
vote-close = Понятно
vote-went-back = Ход взят назад ({ $name }).
vote-ended = Игра закончена по общему согласию и никому не засчитана.
vote-ended-short = Закончили по согласию
vote-ready = Готовы: { $names }
vote-ready-wait = Сдаём, когда все будут готовы. Ждём: { $names }
vote-not-ready = Подождите меня
vote-patience = Кто не ходит, того может заменить бот через
vote-minutes = { $n } мин

# Кто просит место и что взято назад
tb-sit-for-bot = Сесть вместо бота:
tb-sit-for = Сесть вместо бота: { $name }
tb-asks = Вы попросились на место бота ({ $name }). Решает хозяин стола.
tb-waits = Место бота ({ $name }) — ваше со следующей сдачи.
tb-take-back = Уже не нужно
tb-knock = { $name } просится за стол вместо бота ({ $bot }).
tb-admit = Пустить
tb-not-now = Не сейчас
tb-to-person = Дальше на месте { $n } играет другой человек.
tb-to-bot = Дальше на месте { $n } играет бот.
tb-taken-back = Ход взят назад ({ $name }):

# После партии
tb-next-game = Другая игра тем же составом
tb-next-go = Играть
tb-host-rematch = Новую игру начнёт хозяин стола.
tb-forfeit-due = Штраф: { $text } — { $who }
