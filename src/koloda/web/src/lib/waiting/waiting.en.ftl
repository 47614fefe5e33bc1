# Before the deal, and where a match cannot go on: only those who are there need these words
tb-stopped = The rules of { $game } have changed, and this match cannot go on.
tb-stopped-at = { $n ->
    [0] This is how it began.
   *[other] This is how it stood after move { $n }.
  }
tb-stopped-unknown = The last position is not known.
tb-stopped-deal = Deal anew, same people
tb-stopped-host = The host can deal anew to the same people.
tb-invited = Invited: { $name }
tb-bot-accounts = Invite a program
tb-bot-silent = { $name } (not listening)
