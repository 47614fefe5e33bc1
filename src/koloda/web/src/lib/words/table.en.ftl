# The table's words. Their ids begin with tb- (the table) and card- (cards).
card-back = a closed card
card-star = joker
card-joker = joker
card-jack = the suitless jack
card-of-suit = { $rank } of { $suit }
card-rank-2 = 2
card-rank-3 = 3
card-rank-4 = 4
card-rank-5 = 5
card-rank-6 = 6
card-rank-7 = 7
card-rank-8 = 8
card-rank-9 = 9
card-rank-T = 10
card-rank-J = jack
card-rank-Q = queen
card-rank-K = king
card-rank-A = ace
card-suit-c = clubs
card-suit-d = diamonds
card-suit-h = hearts
card-suit-s = spades

tb-no-cards = no card
tb-cards = { PLURAL($n) ->
    [one] { $n } card
   *[other] { $n } cards
  }
tb-closed-cards = { PLURAL($n) ->
    [one] { $n } closed card
   *[other] { $n } closed cards
  }

# Whose turn
tb-your-turn = your turn
tb-moves = to move
tb-thinks = thinking
tb-chosen = decided
tb-winner = winner
tb-you = { $name } (you)
tb-stand-in = { $name } (bot)
tb-bot = bot
tb-away = not connected
tb-bot-plays-for = away, a bot plays
tb-you-owe = Your turn. { $phase }
tb-all-wait = Everybody else is ready. { $ask }
tb-you-may = Act whenever you like. { $phase }
tb-turn-of = { $who } to move
tb-chosen-wait = You have chosen. { $wait }
tb-together-wait = { PLURAL($n) ->
    [one] { $who } is still thinking
   *[other] { $who } are still thinking
  }
tb-free-wait = { $who } may act
tb-and-more = { $who } and { $n } more
tb-all-lose = You all lose together
tb-nobody-wins = Nobody wins
tb-all-win = You all win together!
tb-draw = A draw: you all share the first place
tb-you-win = You win!
tb-wins = { PLURAL($n) ->
    [one] { $who } wins
   *[other] Winners: { $who }
  }
tb-you-lose = You lose
tb-you-survive = You survive! { $line }
tb-loses = { PLURAL($n) ->
    [one] { $who } loses
   *[other] Losers: { $who }
  }
tb-over = The match is over
tb-seconds-left = { PLURAL($n) ->
    [one] { $n } second left
   *[other] { $n } seconds left
  }

# The move
tb-prompt = What you can do
tb-my-seat = Your seat
tb-others = The other players
tb-middle = The middle of the table
tb-pick-seat = Choose { $name }
tb-clear = Clear the choice
tb-need = Choose { $what }
tb-what-card = a card
tb-what-cards = cards
tb-need-order = Put the cards in order
tb-what-seat = a player
tb-what-number = a number
tb-what-zone = a part
tb-what-chip = a chip
tb-what-word = one of the words
tb-auto = Do automatically: { $verb }
tb-less = Less
tb-more = More
tb-split = Cut the row into three parts
tb-divider = Divider { $n }
tb-divider-value = { $left } to the left, { $right } to the right
tb-cut-here = Cut after card { $n }
tb-order-help = Tap a card, then its new place. On a keyboard: Enter takes a card up, arrows move it.
tb-order-now = The order: { $cards }
tb-place-in-order = place { $n }
tb-take-chip = Take: { $chip }
tb-chips-middle = Chips in the middle
tb-no-chips = All chips of this round are taken

# Panels
tb-panels = Panels
tb-log = Log
tb-chat = Chat
tb-hints = Hints
tb-help = Help card
tb-help-what = What
tb-close = Close
tb-show-moment = Show this moment (move { $n })
tb-past = This is how it was after move { $n }.
tb-back-to-now = Back to now
tb-say = Say something
tb-send = Send
tb-no-talk-yet = Nobody has spoken yet.
tb-chat-forbidden = The rules forbid talk now.
tb-watcher = { $name } (watching)
tb-hints-forbidden = This table plays without hints.
tb-hints-later = Hints come on your turn.
tb-hints-seat = Hints are for those who play.
tb-hints-none = Nothing to hint at here.
tb-hints-details = All odds and counts

# Before the deal
tb-dealing = Dealing…
tb-seal = A fair deal
tb-seal-contradicted = Careful: the server has shown a different seal for this deal than before.

# After the match
tb-place = Place
tb-rematch = Play again
tb-forfeit-due = Forfeit: { $text } — { $who }
tb-evening = The evening’s score
tb-evening-matches = Matches
tb-evening-wins = Wins
tb-evening-losses = Losses
tb-evening-list = The matches of this table
tb-evening-none = The list is not available now.

# Connection and watchers
tb-lost = Connection lost, trying again…
tb-watching = You are watching
tb-people = People
tb-people-waiting = People: somebody is at the door
tb-next-person = next deal: { $name }
tb-watchers = { PLURAL($n) ->
    [one] { $n } watcher
   *[other] { $n } watchers
  }

# Tips
tb-tip = Tip
tb-tip-ok = Got it
tb-tip-off = No tips
tb-tip-turn = Your turn: the buttons are below. Keys 1–9 press them, arrows walk over the cards, Esc clears the choice.
tb-tip-touch = Your turn: the buttons are at the bottom. What you can tap is lit.
tb-tip-card = Lit cards can be played: a tap raises a card, a second tap plays it. Or drag it to the middle.
tb-tip-cards = Here you choose several cards: tap each, then press the button.
tb-tip-hints = Not sure what to do? Open the hints: odds, counts and a strong bot’s advice.

# What is told aloud
tb-you-alone = you
tb-gains-aloud = The round: { $gains }.
tb-scores = Points: { $scores }.
tb-has-come = { $name } sits down.
tb-has-left = { $name } leaves the seat.
tb-renamed = { $was } is now called { $name }.
tb-has-gone = { $name } is not connected.
tb-is-back = { $name } is back.
tb-bot-plays = A bot plays for { $name }.
tb-nothing = nothing
tb-nothing-yet = Nothing yet.
tb-hand-empty = You have no cards.
tb-which-seat = Which seat? { $seats }.
tb-no-seat = There is no such seat.
tb-of-goal = { $value } of { $goal }
tb-moves-count = { PLURAL($n) ->
    [one] { $n } move
   *[other] { $n } moves
  }

# The story of a move
tb-gains = What the round has brought
tb-total = total { $n }
tb-speed = Speed of the story
tb-speed-calm = calm
tb-speed-normal = normal
tb-speed-fast = fast
tb-speed-off = at once
tb-faster = Faster
tb-by-suit = Sort by suit
tb-by-rank = Sort by rank
tb-do-nothing = Do nothing
