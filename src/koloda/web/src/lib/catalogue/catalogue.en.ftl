# The list of games. Names begin with ca-.
ca-search = Find a game
ca-search-hint = Name, or what you fancy
ca-seats = Players
ca-seats-any = any number
ca-family = Box
ca-family-any = all games
ca-tags = What you fancy
ca-all = Show all games
ca-found = { PLURAL($n) ->
    [one] { $n } game
   *[other] { $n } games
  }
ca-none = No game fits. Try another word, or fewer conditions.
ca-play = Play
ca-play-of = Play { $game }
ca-setup = Set up a table of { $game }
