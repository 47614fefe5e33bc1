# The page's own words. The table's are in table.en.ftl, those of games come from the server.
site = Koloda
site-line = Card games with friends and bots: right away, no account.
skip = Skip to content
menu = Sections
lang-switch = Language
home = Games
lobby = Tables
history = My matches
my-games = My games
settings = Settings
rules = Rules
replay = Replay
loading = Loading…
page-failed = The page did not load.
try-again = Try again
not-found = There is no such page
not-found-line = The link may be old, or mistyped.
to-home = To the games

# Names
seat = Seat { $n }
guest = Guest
guest-of-seat = Guest { $n }
empty-seat = Free
bot-names = Ada, Boris, Vera, Gleb, Dina, Egor, Jeanne, Zahar, Inna, Cyril, Lada, Mark, Nora, Oleg, Polina
bot = Bot
level-easy = easy
level-normal = normal
level-strong = strong

# Home
play-now = Play now
play-now-line = Play now seats you with bots at once; we explain the rules as you go.
or-friends = A table for friends
seats-range = { $low }–{ $high } players
seats-only = { PLURAL($n) ->
    [one] { $n } player
   *[other] { $n } players
  }
minutes = { PLURAL($n) ->
    [one] { $n } minute
   *[other] { $n } minutes
  }
about-minutes = ≈ { $n } min
make-table-of = Play { $game }
rules-of = Rules of { $game }

# A new table
new-table = New table
game = Game
how-many = How many players
who-sits = Who sits where
you = You
for-person = A seat for a person
bot-level = Bot, { $level }
bot-account = { $name } (bot)
house-rules = House rules
no-house-rules = This game has no options.
table-manners = Table settings
open-table = Open table
open-table-help = Listed in the lobby, anybody may sit down. A private one is found by link or code only.
watchers = Watchers
watchers-help = Watchers see only what lies open on the table.
allow-hints = Hints
allow-hints-help = Odds, counts and a strong bot’s advice, from what you see anyway.
join = Newcomers replace bots
join-between = between deals
join-now = at once
clock = Time for a move
clock-none = no clock
forfeit = Forfeit for the loser
forfeit-help = What you agree on before the deal: tell a joke, make the tea. It is shown at the end with the loser’s name.
seconds = { $n } s
default-is = usually { $value }
json-bad = This is not JSON.
range = { $low } to { $high }
deal = Open the table
table-is-open = anybody may sit down
table-is-private = private
deal-now = Deal
for-experts = For experts

# Lobby
lobby-line = Open tables right now.
lobby-empty = There are no open tables yet.
lobby-empty-line = Make one: friends come by link, bots take the empty seats.
free-seats = { PLURAL($n) ->
    [one] { $n } free seat
   *[other] { $n } free seats
  }
no-free-seats = no free seat
status-waiting = waiting for players
status-playing = playing
status-over = match over
join-table = Sit down
watch-table = Watch
by-code = Got a table’s code?
code = Code
go = Enter
no-such-table = There is no table with this code.
hosted-by = { $name }’s table
hosted-by-guest = a guest’s table

# History
safe = did not lose
won = won
lost = lost
place = place { $n }
watch-replay = Watch the replay
open-record = Open a record

# Replay
upload = A record
upload-line = Choose a record file (.json): we play it again and show it move by move.
choose-file = Choose a file
uploading = Checking the record…
bad-record = This record cannot be played again:
step-first = To the start
step-back = Back one move
step-next = Forward one move
step-last = To the end
step-of = Move { $n } of { $all }
step-back-picture = Back one moment of the story
step-next-picture = Forward one moment of the story
step-play = Play on
step-pause = Pause
step-picture-of = Moment { $at } of { $all }
the-start = The start
moment = Moment of the match
eyes = Whose eyes
eyes-all = All cards open
eyes-watch = A watcher
download = Download the record
download-text = Download as text
copied = Copied
copy-by-hand = Press Ctrl+C to copy
copy-link = Copy the link
what-happened = What happened
not-over = The match is not over.
the-deal = A fair deal
result = Result
points = Points
who = Player

# Check the deal
check-deal = Check the deal

# Settings
save = Save
saved = Saved
felt = Table felt
felt-green = green
felt-blue = blue
felt-wine = wine red
felt-slate = slate grey
sounds = Sounds
sound = Sound
sound-on = Sound is on
sound-off = Sound is off
and = { $first } and { $last }

# Listening and keys
listening = Listening and keys
speech = Read aloud by a screen reader
speech-full = everything
speech-brief = what concerns me
speech-off = only answers
speech-help = A screen reader is told what happens, each thing once. Answers to keys and refusals are always told.
keys = Keys
keys-spoken = Keys that read the table aloud
keys-fixed = Keys that play
keys-help = Press a key’s button, then another letter; Backspace takes the key away. A screen reader may keep letters for itself: switch it to focus mode.
keys-usual = The usual keys
keys-press = Press a letter.
keys-none = no key
keys-change = { $what }: { $key }, change
keys-say = Say: { $what }
keys-say-short = Say
say-hand = My hand
say-table = The table
say-seat = A seat, then its number
say-last = The last move
say-moves = What I may do
say-score = The score
key-digits = 1–9
key-digits-does = press the button with this number; where there is only one, choose a card, a player, a word or type a number
key-enter = Enter
key-enter-does = makes the move that you have put together
key-arrows = ← →
key-arrows-does = walk over what can be chosen
key-escape = Esc
key-escape-does = clears the choice
key-space = Space
key-space-does = skips what is being shown
key-mute = Q
key-mute-does = switches the sound on or off
key-list = ?
key-list-does = this list
