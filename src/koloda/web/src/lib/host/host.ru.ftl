# Стол хозяина
host = Стол хозяина
host-line = Кто здесь и что происходит. Карт отсюда не видно, и сдачу отсюда не изменить.
host-key = Ключ хозяина
host-key-help = Ссылку с ключом печатает команда «koloda admin key». Ключ остаётся только в этой вкладке.
host-open = Открыть
host-leave = Забыть ключ
host-status = Обзор
host-tables = Столы
host-people = Люди
host-quotas = Исчерпанные квоты
host-reports = Жалобы
host-bans = Кому закрыт вход
host-invitations = Приглашения
host-bots = Программы-игроки
host-acts = Что сделано
host-nothing = Здесь пусто.
host-playing = { PLURAL($n) ->
    [one] { $n } стол, играют за { $playing }
    [few] { $n } стола, играют за { $playing }
   *[many] { $n } столов, играют за { $playing }
  }
host-here = { PLURAL($n) ->
    [one] { $n } человек, соединений: { $sockets }
    [few] { $n } человека, соединений: { $sockets }
   *[many] { $n } человек, соединений: { $sockets }
  }
host-since = версия { $version }, с { $when }
host-load = 99 ходов из 100 быстрее { $move } мс, запись { $commit } мс, цикл опаздывает на { $lag } мс; ждут мысли: { $waiting }
host-room = память { $memory } МБ, данные { $data } МБ, свободно { $free } МБ
host-problem = Ничего не сохраняется: { $problem }
host-say = Сказать всем
host-say-ru = По-русски
host-say-en = По-английски
host-minutes = На сколько минут
host-send = Отправить
host-said = Всем сказано: { $words }
host-unsay = Убрать
host-drain = Не начинать новых партий
host-drain-line = Перед обновлением или в конце вечера: начатое доиграют, балансировщик никого сюда не пришлёт.
host-undrain = Снова начинать партии
host-draining = Новых партий не начинают; ещё играют: { $n }.
host-moves = ходов: { $n }
host-watchers = зрителей: { $n }
host-made = с { $when }
host-away = нет на месте
host-close = Закрыть
host-close-it = Закрыть этот стол
host-remove = Выпроводить
host-remove-them = Выпроводить: { $name }
host-ban = Закрыть вход
host-ban-them = Закрыть вход: { $name }
host-ban-network = Закрыть вход сети
host-network = Сеть
host-days = На сколько дней
host-why = Почему (это увидят)
host-why-kept = Почему (для списка дел)
host-until = до { $when }
host-lift = Открыть вход
host-lift-ban = Открыть вход: { $name }
host-invite = Пригласить
host-label = Для кого
host-uses = На скольких человек
host-used = пришло { $used } из { $uses }
host-withdraw = Отозвать
host-link = Ссылка; её видно только сейчас
host-bots-line = Это программы, которые играют как люди. Все видят, что это боты; за стол их зовёт его хозяин.
host-bot-make = Завести программу-игрока
host-bot-name = Как её зовут
host-bot-token = Токен для { $name }; его видно только сейчас
host-bot-listens = ждёт приглашений
host-bot-silent = не на связи
host-bot-tables = столов: { $n }
host-report = { $name } жалуется; о ком: { $whom }
host-settle = Разобрано
host-settled = разобрано
host-times = { PLURAL($n) ->
    [one] { $n } раз, последний { $when }
    [few] { $n } раза, последний { $when }
   *[many] { $n } раз, последний { $when }
  }
host-whose-person = своя квота
host-whose-network = квота сети
quota-requests = запросы
quota-keeps = имена, столы и записи за день
quota-lines = строки журналов за день
quota-sockets = соединения
quota-reports = жалобы за день
quota-guesses = неверные слова и ссылки
quota-tables = столы
act-close-table = стол закрыт
act-remove = выпровожен
act-ban = вход закрыт
act-lift-ban = вход открыт
act-invite = приглашение
act-make-bot = новая программа-игрок
act-withdraw-invitation = приглашение отозвано
act-settle-report = жалоба разобрана
act-export = выписано всё, что хранится о человеке
act-forget = человек удалён
act-say = сказано всем
act-unsay = объявление убрано
act-drain = новых партий не начинают
act-stop-draining = партии снова начинают
