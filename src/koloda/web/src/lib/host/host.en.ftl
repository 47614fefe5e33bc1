# The host's desk
host = The host’s desk
host-line = Who is here and what goes on. No hand can be seen from here, and no deal changed.
host-key = The host’s key
host-key-help = The command “koloda admin key” prints a link with it. It stays in this tab only.
host-open = Open the desk
host-leave = Forget the key
host-status = At a glance
host-tables = Tables
host-people = People
host-quotas = Used-up quotas
host-reports = Reports
host-bans = Bans
host-invitations = Invitations
host-bots = Bot accounts
host-acts = What was done
host-nothing = Nothing here.
host-playing = { PLURAL($n) ->
    [one] { $n } table, { $playing } in play
   *[other] { $n } tables, { $playing } in play
  }
host-here = { PLURAL($n) ->
    [one] { $n } person, connections: { $sockets }
   *[other] { $n } people, connections: { $sockets }
  }
host-since = version { $version }, since { $when }
host-load = 99 of 100 moves below { $move } ms, commits { $commit } ms, the loop late by { $lag } ms; thoughts waiting: { $waiting }
host-room = memory { $memory } MB, data { $data } MB, free { $free } MB
host-problem = Nothing can be saved: { $problem }
host-say = Say something to all
host-say-ru = In Russian
host-say-en = In English
host-minutes = For how many minutes
host-send = Send
host-said = All are told: { $words }
host-unsay = Take it back
host-drain = Begin no new matches
host-drain-line = For an upgrade or the end of the evening: what runs is played to its end, the balancer sends nobody here.
host-undrain = Begin matches again
host-draining = No new matches begin; { $n } still in play.
host-moves = moves: { $n }
host-watchers = watchers: { $n }
host-made = since { $when }
host-away = away
host-close = Close
host-close-it = Close this table
host-remove = Send away
host-remove-them = Send { $name } away
host-ban = Ban
host-ban-them = Ban { $name }
host-ban-network = Ban a network
host-network = Network
host-days = For how many days
host-why = Why (they read it)
host-why-kept = Why (for the list of acts)
host-until = until { $when }
host-lift = Lift
host-lift-ban = Lift the ban of { $name }
host-invite = Invite
host-label = For whom
host-uses = For how many people
host-used = { $used } of { $uses } have come
host-withdraw = Withdraw
host-link = The link, which is shown this once
host-bots-line = A bot account is a program that plays as somebody. All know it as a bot; hosts of tables invite it to a seat.
host-bot-make = Make a bot account
host-bot-name = What it is called
host-bot-token = The token of { $name }, which is shown this once
host-bot-listens = waits for invitations
host-bot-silent = is not listening
host-bot-tables = tables: { $n }
host-report = { $name } about { $whom }
host-settle = Dealt with
host-settled = dealt with
host-times = { PLURAL($n) ->
    [one] { $n } time, last { $when }
   *[other] { $n } times, last { $when }
  }
host-whose-person = their own quota
host-whose-network = the quota of their network
quota-requests = requests
quota-keeps = names, tables and records a day
quota-lines = journal lines a day
quota-reports = complaints a day
quota-guesses = wrong words and links
quota-sockets = connections
quota-tables = tables
act-close-table = closed a table
act-remove = sent somebody away
act-ban = banned
act-lift-ban = lifted a ban
act-invite = invited
act-withdraw-invitation = withdrew an invitation
act-settle-report = dealt with a report
act-make-bot = made a bot account
act-export = exported all that is kept of somebody
act-forget = deleted somebody
act-say = told all
act-unsay = took back what was told
act-drain = no new matches
act-stop-draining = matches again
