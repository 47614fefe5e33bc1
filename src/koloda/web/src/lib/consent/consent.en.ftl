# What those at a table decide together
vote-yes = Yes
vote-no = No
vote-withdraw = Never mind
vote-seat = { $name } says: the seat of { $seat } is mine. Is that so?
vote-bot = Shall a bot play for { $seat }, who does not move?
vote-back = { $by } would like to take a move back. All right?
vote-end = { $by } would like to end the match: it will count for nobody. All right?
vote-count = { $yes } of { $all } for it
vote-mine = You have asked the others.
vote-mine-seat = You have asked for the seat of { $seat }.
vote-said = You have said { $word }.
vote-idle = { $seat } has not moved for a long time.
vote-propose-bot = Let a bot play
vote-group = A vote
vote-claim = Was one of these you?
vote-claim-seat = That was me: { $name }
vote-back-mine = Take my move back
vote-end-mine = End the match without a result
vote-meanwhile = While you were away a bot played for you:
vote-close = Got it
vote-went-back = { $name } has taken a move back.
vote-ended = The match was ended by common consent. It counts for nobody.
vote-ended-short = Ended by consent
vote-ready = Ready: { $names }
vote-ready-wait = Cards are dealt when all are ready. Not yet: { $names }
vote-not-ready = Not yet
vote-patience = A player who does not move may be replaced by a bot after
vote-minutes = { $n } min

# Who asks for a seat, and what was taken back
tb-sit-for-bot = Take a bot’s seat:
tb-sit-for = Take the bot’s seat: { $name }
tb-asks = You have asked for the seat of { $name }. The host decides.
tb-waits = The seat of { $name } is yours from the next deal on.
tb-take-back = Never mind
tb-knock = { $name } would like the seat of { $bot }.
tb-admit = Let in
tb-not-now = Not now
tb-to-person = From here on somebody else plays on seat { $n }.
tb-to-bot = From here on a bot plays on seat { $n }.
tb-taken-back = { $name } took this back:

# After the match
tb-next-game = Another game, same people
tb-next-go = Play
tb-host-rematch = The host starts the next game.
tb-forfeit-due = Forfeit: { $text } — { $who }
