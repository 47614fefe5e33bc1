# Разбор партии и совет мастера. Имена начинаются с rv-.
rv-title = Разбор партии
rv-line = Каждое решение взвешено в воображаемых раскладах, которые совпадают со всем, что было видно с этого места.
rv-link = Разобрать партию
rv-whose = Чьи решения
rv-running = Разбираем решения
rv-progress = Решений разобрано: { $done } из { $total }
rv-begins = Читаем партию…
rv-cancel = Остановить
rv-cancelled = Разбор остановлен. Готово решений: { $done } из { $total }.
rv-failed = Разбор не удался.
rv-again = Разобрать заново
rv-nothing = Выбирать не пришлось: всё решили карты.
rv-sum = Откуда взялся итог
rv-start = Поровну до сдачи
rv-luck = Удача
rv-cost = Ошибки
rv-end = Итог
rv-now = Сейчас
rv-sum-help = Шанс на победу: сначала у всех поровну. Удача — это карты и решения соперников, ошибки — цена собственных решений.
rv-sum-within = Точность ± { $error } %.
rv-hurried = { PLURAL($n) ->
    [one] Времени не хватило: { $n } решение оценено грубее.
    [few] Времени не хватило: { $n } решения оценены грубее.
   *[many] Времени не хватило: { $n } решений оценено грубее.
  }
rv-chart = Шанс на победу по ходу партии
rv-chart-line = От { $start } % до { $end } %, решений: { $n }. Все числа — в таблице ниже.
rv-axis = ход
rv-legend-fair = поровну
rv-legend-choice = решение
rv-legend-mistake = ошибка
rv-mistakes = Самые дорогие ошибки
rv-no-mistakes = Явных ошибок нет.
rv-mistake = Ход { $n }: «{ $move }» вместо «{ $best }»
rv-lost = потеряно { $cost } %
rv-all = Все решения
rv-all-line = Шанс на победу перед решением, удача до него и цена выбора.
rv-choice = Решение
rv-move-number = Ход
rv-share = Шанс, %
rv-luck-before = Удача, %
rv-price = Цена, %
rv-after-last = После последнего решения
rv-options = Что можно было сделать
rv-option = Вариант
rv-value = Шанс, %
rv-worlds = Раскладов
rv-exact = точно
rv-taken = выбрано
rv-best = лучший
rv-known = Что было известно
rv-show-moment = Показать этот момент
rv-details = Ход { $n }: { $move }

rv-advice = Совет мастера
rv-advice-thinking = Мастер думает…
rv-advice-first = шанс победить { $share }
rv-advice-same = примерно то же:
rv-advice-worse = хуже:
rv-advice-better = по оценкам лучше:
rv-advice-mixed = в { $often } % случаев
rv-advice-mixture = вперемешку, чтобы вас не прочли
rv-advice-plain = { $move } (оценок для этого выбора нет){ $why }.
rv-advice-none = Для этой игры советчика нет.
