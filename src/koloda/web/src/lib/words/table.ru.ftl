# Слова стола. Имена начинаются с tb- (стол) и card- (карты).
card-back = закрытая карта
card-star = джокер
card-joker = джокер
card-jack = валет без масти
card-of-suit = { $rank } { $suit }
card-rank-2 = 2
card-rank-3 = 3
card-rank-4 = 4
card-rank-5 = 5
card-rank-6 = 6
card-rank-7 = 7
card-rank-8 = 8
card-rank-9 = 9
card-rank-T = 10
card-rank-J = валет
card-rank-Q = дама
card-rank-K = король
card-rank-A = туз
card-suit-c = треф
card-suit-d = бубен
card-suit-h = червей
card-suit-s = пик

tb-no-cards = ни одной карты
tb-cards = { PLURAL($n) ->
    [one] { $n } карта
    [few] { $n } карты
   *[many] { $n } карт
  }
tb-closed-cards = { PLURAL($n) ->
    [one] { $n } закрытая карта
    [few] { $n } закрытые карты
   *[many] { $n } закрытых карт
  }

# Чей ход
tb-your-turn = ваш ход
tb-moves = ходит
tb-thinks = думает
tb-chosen = решено
tb-winner = победа
tb-you = { $name } (вы)
tb-stand-in = { $name } (бот)
tb-bot = бот
tb-away = нет на связи
tb-bot-plays-for = не за столом, играет бот
tb-you-owe = Ваш ход. { $phase }
tb-all-wait = Остальные готовы. { $ask }
tb-you-may = Действуйте, когда захотите. { $phase }
tb-turn-of = Ходит { $who }
tb-chosen-wait = Ваш выбор принят. { $wait }
tb-together-wait = { PLURAL($n) ->
    [one] Ещё думает { $who }
   *[other] Ещё думают { $who }
  }
tb-free-wait = { PLURAL($n) ->
    [one] Может действовать { $who }
   *[other] Могут действовать { $who }
  }
tb-and-more = { $who } и ещё { $n }
tb-all-lose = Вы проиграли все вместе
tb-nobody-wins = Победителей нет
tb-all-win = Победили все вместе!
tb-draw = Ничья: первое место у всех
tb-you-win = Вы победили!
tb-wins = { PLURAL($n) ->
    [one] Выигрывает { $who }
   *[other] Выигрывают { $who }
  }
tb-you-lose = Вы проиграли
tb-you-survive = Вы уцелели! { $line }
tb-loses = { PLURAL($n) ->
    [one] Проигрывает { $who }
   *[other] Проигрывают { $who }
  }
tb-over = Игра окончена
tb-seconds-left = { PLURAL($n) ->
    [one] осталась { $n } секунда
    [few] осталось { $n } секунды
   *[many] осталось { $n } секунд
  }

# Ход
tb-prompt = Что можно сделать
tb-my-seat = Ваше место
tb-others = Остальные игроки
tb-middle = Середина стола
tb-pick-seat = Выбрать: { $name }
tb-clear = Сбросить выбор
tb-need = Выберите { $what }
tb-what-card = карту
tb-what-cards = карты
tb-need-order = Расставьте карты
tb-what-seat = игрока
tb-what-number = число
tb-what-zone = часть
tb-what-chip = фишку
tb-what-word = вариант
tb-auto = Делать автоматически: { $verb }
tb-less = Меньше
tb-more = Больше
tb-split = Разделите ряд на три части
tb-divider = Граница { $n }
tb-divider-value = слева { $left }, справа { $right }
tb-cut-here = Разрезать после карты { $n }
tb-order-help = Коснитесь карты, потом её нового места. На клавиатуре: Enter берёт карту, стрелки двигают.
tb-order-now = Порядок: { $cards }
tb-place-in-order = { $n }-я
tb-take-chip = Взять: { $chip }
tb-chips-middle = Фишки в середине
tb-no-chips = Все фишки этого раунда разобраны

# Панели
tb-panels = Панели
tb-log = Журнал
tb-chat = Чат
tb-hints = Подсказки
tb-help = Памятка
tb-help-what = Что
tb-close = Закрыть
tb-show-moment = Показать этот момент (ход { $n })
tb-past = Так было после хода { $n }.
tb-back-to-now = Вернуться к игре
tb-say = Ваша реплика
tb-send = Отправить
tb-no-talk-yet = Пока тихо.
tb-chat-forbidden = Сейчас по правилам разговаривать нельзя.
tb-watcher = { $name } (зритель)
tb-hints-forbidden = За этим столом играют без подсказок.
tb-hints-later = Подсказки появятся на вашем ходу.
tb-hints-seat = Подсказки видят те, кто играет.
tb-hints-none = Здесь подсказать нечего.
tb-hints-details = Все шансы и подсчёты

# До сдачи
tb-dealing = Сдаём…
tb-seal = Честная сдача
tb-seal-contradicted = Осторожно: сервер показал не ту печать этой сдачи, что раньше.

# После игры
tb-place = Место
tb-rematch = Ещё раз
tb-forfeit-due = Штраф: { $text } — { $who }
tb-evening = Счёт вечера
tb-evening-matches = Партии
tb-evening-wins = Победы
tb-evening-losses = Поражения
tb-evening-list = Партии этого стола
tb-evening-none = Список сейчас недоступен.

# Связь и зрители
tb-lost = Связь потеряна, подключаемся снова…
tb-watching = Вы смотрите
tb-people = Люди
tb-people-waiting = Люди: кто-то у двери
tb-next-person = со следующей сдачи { $name }
tb-watchers = { PLURAL($n) ->
    [one] { $n } зритель
    [few] { $n } зрителя
   *[many] { $n } зрителей
  }

# Советы
tb-tip = Совет
tb-tip-ok = Понятно
tb-tip-off = Без советов
tb-tip-turn = Ваш ход: кнопки внизу. Клавиши 1–9 нажимают их, стрелки ходят по картам, Esc отменяет выбор.
tb-tip-touch = Ваш ход: кнопки внизу. Подсвеченное можно нажать.
tb-tip-card = Подсвеченные карты можно сыграть: коснитесь карты — она поднимется, ещё раз — сыграет. Можно и перетащить в середину.
tb-tip-cards = Здесь выбирают несколько карт: коснитесь каждой, потом нажмите кнопку.
tb-tip-hints = Не знаете, что делать? Откройте «Подсказки»: шансы, подсчёты и совет мастера.

# Что говорится вслух
tb-you-alone = вы
tb-gains-aloud = Раунд: { $gains }.
tb-scores = Очки: { $scores }.
tb-has-come = За стол садится { $name }.
tb-has-left = { $name } уходит из-за стола.
tb-renamed = Новое имя: { $was } — теперь { $name }.
tb-has-gone = { $name }: нет связи.
tb-is-back = { $name } снова за столом.
tb-bot-plays = { $name }: пока играет бот.
tb-nothing = ничего
tb-nothing-yet = Пока ничего.
tb-hand-empty = У вас нет карт.
tb-which-seat = Какое место? { $seats }.
tb-no-seat = Такого места нет.
tb-of-goal = { $value } из { $goal }
tb-moves-count = { PLURAL($n) ->
    [one] { $n } ход
    [few] { $n } хода
   *[many] { $n } ходов
  }

# Рассказ о ходе
tb-gains = Что принёс раунд
tb-total = всего { $n }
tb-speed = Скорость показа
tb-speed-calm = спокойно
tb-speed-normal = обычно
tb-speed-fast = быстро
tb-speed-off = сразу
tb-faster = Быстрее
tb-by-suit = По мастям
tb-by-rank = По старшинству
tb-do-nothing = Ничего не делать
