# Список игр. Имена начинаются с ca-.
ca-search = Найти игру
ca-search-hint = Название или что хочется
ca-seats = Игроков
ca-seats-any = сколько угодно
ca-family = Коробка
ca-family-any = все игры
ca-tags = Чего хочется
ca-all = Показать все игры
ca-found = { PLURAL($n) ->
    [one] { $n } игра
    [few] { $n } игры
   *[many] { $n } игр
  }
ca-none = Ничего не нашлось. Попробуйте другое слово или уберите часть условий.
ca-play = Играть
ca-play-of = Играть: { $game }
ca-setup = Настроить стол: { $game }
