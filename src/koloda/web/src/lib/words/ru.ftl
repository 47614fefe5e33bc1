# Слова страницы. Слова стола — в table.ru.ftl, слова игр приходят с сервера.
site = Колода
site-line = Карточные игры с друзьями и ботами: сразу, без регистрации.
skip = К содержанию
menu = Разделы
lang-switch = Язык
home = Игры
lobby = Столы
history = Мои партии
my-games = Мои игры
settings = Настройки
rules = Правила
replay = Повтор
loading = Загружаем…
page-failed = Страница не загрузилась.
try-again = Ещё раз
not-found = Такой страницы нет
not-found-line = Возможно, ссылка устарела или в ней опечатка.
to-home = К играм

# Имена
seat = Место { $n }
guest = Гость
guest-of-seat = Гость { $n }
empty-seat = Свободно
bot-names = Ада, Борис, Вера, Глеб, Дина, Егор, Жанна, Захар, Инна, Кирилл, Лада, Марк, Нора, Олег, Полина
bot = Бот
level-easy = новичок
level-normal = клубный игрок
level-strong = мастер

# Главная
play-now = Играть
play-now-line = «Играть» — и вы сразу за столом с ботами; правила подскажем по ходу.
or-friends = Стол для друзей
seats-range = { $low }–{ $high } { PLURAL($high) ->
    [one] игрок
    [few] игрока
   *[many] игроков
  }
seats-only = { PLURAL($n) ->
    [one] { $n } игрок
    [few] { $n } игрока
   *[many] { $n } игроков
  }
minutes = { PLURAL($n) ->
    [one] { $n } минута
    [few] { $n } минуты
   *[many] { $n } минут
  }
about-minutes = ≈ { $n } мин
make-table-of = Сыграть: { $game }
rules-of = Правила: { $game }

# Новый стол
new-table = Новый стол
game = Игра
how-many = Сколько игроков
who-sits = Кто за столом
you = Вы
for-person = Место для человека
bot-level = Бот, { $level }
bot-account = { $name } (бот)
house-rules = Правила стола
no-house-rules = У этой игры настроек нет.
table-manners = Порядок за столом
open-table = Открытый стол
open-table-help = Виден в списке столов, сесть может каждый. Закрытый — только по ссылке или коду.
watchers = Зрители
watchers-help = Зрители видят только то, что лежит на столе открыто.
allow-hints = Подсказки
allow-hints-help = Шансы, подсчёты и совет мастера — по тому, что вы и так видите.
join = Новые игроки садятся вместо ботов
join-between = между сдачами
join-now = сразу
clock = Время на ход
clock-none = без часов
forfeit = Штраф для проигравшего
forfeit-help = О чём договорились до сдачи: рассказать анекдот, принести чай. В конце его покажут с именем проигравшего.
seconds = { $n } с
default-is = обычно { $value }
json-bad = Это не JSON.
range = от { $low } до { $high }
deal = Открыть стол
table-is-open = сесть может каждый
table-is-private = закрытый стол
deal-now = Сдать карты
for-experts = Для знатоков

# Столы
lobby-line = Открытые столы прямо сейчас.
lobby-empty = Открытых столов пока нет.
lobby-empty-line = Соберите свой: друзья придут по ссылке, пустые места займут боты.
free-seats = { PLURAL($n) ->
    [one] { $n } место
    [few] { $n } места
   *[many] { $n } мест
  } свободно
no-free-seats = мест нет
status-waiting = ждут игроков
status-playing = идёт игра
status-over = игра окончена
join-table = Сесть
watch-table = Смотреть
by-code = Есть код стола?
code = Код
go = Войти
no-such-table = Стола с таким кодом нет.
hosted-by = стол игрока { $name }
hosted-by-guest = стол гостя

# История
safe = не проиграли
won = победа
lost = поражение
place = { $n }-е место
watch-replay = Смотреть повтор
open-record = Открыть запись партии

# Повтор
upload = Запись партии
upload-line = Выберите файл записи (.json): мы воспроизведём партию и покажем её по ходам.
choose-file = Выбрать файл
uploading = Проверяем запись…
bad-record = Эту запись не удаётся воспроизвести:
step-first = К началу
step-back = Ход назад
step-next = Ход вперёд
step-last = В конец
step-of = Ход { $n } из { $all }
step-back-picture = На один момент назад
step-next-picture = На один момент вперёд
step-play = Показывать дальше
step-pause = Пауза
step-picture-of = Момент { $at } из { $all }
the-start = Начало
moment = Момент партии
eyes = Чьими глазами
eyes-all = Все карты открыты
eyes-watch = Зритель
download = Скачать запись
download-text = Скачать как текст
copied = Скопировано
copy-by-hand = Скопируйте клавишами Ctrl+C
copy-link = Скопировать ссылку
what-happened = Ход партии
not-over = Партия не окончена.
the-deal = Честная сдача
result = Итог
points = Очки
who = Игрок

# Проверка сдачи
check-deal = Проверить сдачу

# Настройки
save = Сохранить
saved = Сохранено
felt = Сукно
felt-green = зелёное
felt-blue = синее
felt-wine = бордовое
felt-slate = серое
sounds = Звуки
sound = Звук
sound-on = Звук включён
sound-off = Звук выключен
and = { $first } и { $last }

# На слух и клавиши
listening = На слух и клавиши
speech = Что читает программа экранного доступа
speech-full = всё
speech-brief = что касается меня
speech-off = только ответы
speech-help = Программа экранного доступа узнаёт всё, что происходит, — каждое событие один раз. Ответы на клавиши и отказы звучат всегда.
keys = Клавиши
keys-spoken = Клавиши, по которым стол читается вслух
keys-fixed = Клавиши для игры
keys-help = Нажмите кнопку с клавишей, затем другую букву; Backspace убирает клавишу. Программа экранного доступа может забирать буквы себе: переключите её в режим фокуса.
keys-usual = Обычные клавиши
keys-press = Нажмите букву.
keys-none = нет клавиши
keys-change = { $what }: { $key }, изменить
keys-say = Сказать: { $what }
keys-say-short = Сказать
say-hand = Моя рука
say-table = Стол
say-seat = Место, затем его номер
say-last = Последний ход
say-moves = Что я могу сделать
say-score = Счёт
key-digits = 1–9
key-digits-does = нажимают кнопку с этим номером; если кнопка одна — выбирают карту, игрока, слово или число
key-enter = Enter
key-enter-does = делает составленный ход
key-arrows = ← →
key-arrows-does = ходят по тому, что можно выбрать
key-escape = Esc
key-escape-does = отменяет выбор
key-space = Пробел
key-space-does = пропускает показ
key-mute = Q
key-mute-does = включает и выключает звук
key-list = ?
key-list-does = этот список
