# Who somebody is
keep-seat = Keep my seat
keep-seat-line = Your name, seats and matches are kept in this browser only. To have them elsewhere, or after its cookies are gone, prepare one of these:
keep-other = Use on another device
keep-other-help = A link that works once, for ten minutes. Whoever opens it is you, so show it to nobody else.
keep-link = Make the link
keep-link-label = Link for another device
keep-link-qr = QR code of the link for another device
keep-link-until = Works once, until { $time }.
keep-words = Recovery words
keep-words-help = Ten words by which you come in again from anywhere. Write them down: they are shown once.
keep-words-make = Show my words
keep-words-anew = Make new words
keep-words-anew-help = You made recovery words { $when }. New ones replace them.
keep-words-shown = Write these ten words down in this order. They are not shown again.
keep-words-drop = Remove them
keep-passkey = Passkey
keep-passkey-help = Your device or your key keeps it: you come in with a fingerprint, a face or a PIN.
keep-passkey-not = Passkeys need https and an address with a name; this browser or this address has no passkeys.
keep-passkey-make = Make a passkey
keep-passkey-made = The passkey is made.
keep-declined = Nothing was made.
copy = Copy
devices = My devices
devices-line = Browsers where you are signed in. A browser that you sign out has to come in again.
device-unknown = A browser
device-here = this one
device-seen = seen { $when }
passkeys = My passkeys
sign-out = Sign out
sign-out-which = Sign out: { $device }
remove-which = Remove: { $name }
sign-out-here = Sign out here
sign-out-here-sure = Without words, a passkey or another device you cannot come back to this seat. Sign out?
sign-out-all = Sign out all others
signed-out-all = All other devices and programs are signed out.
remove = Remove
programs = Tokens for programs
programs-line = A program of yours shows a token instead of a cookie. It can never change who you are.
program-label = What is it for?
program-scope = What it may do
program-read = look at what I see
program-play = play for me
program-make = Make a token
program-token = The token; it is shown once
my-data = My data
my-data-line = What is kept of you, for how long, and how it goes:
privacy = Privacy
export-matches = Download all my matches
export-kept = Show what else is kept
delete-me = Delete me
delete-me-help = Your name goes from tables and archives, which call you a guest; your devices, words and keys end. Bots take your seats. This cannot be undone.
delete-me-sure = I am sure: delete me
deleted = Deleted: your name is gone from { $matches } { PLURAL($matches) ->
    [one] match
   *[other] matches
} and { $tables } { PLURAL($tables) ->
    [one] table
   *[other] tables
}. You are a new guest now.
cancel = No
come-back = Back to my seat
come-back-line = Were you here before, with another browser or with cookies that are gone? Come in, and your name, seats and matches are yours again.
come-back-words = My recovery words
come-back-words-help = All ten, in Russian or in English, in their order.
come-in = Come in
come-in-passkey = Come in with a passkey
come-link = Use this device, too
come-link-line = The link makes this browser one of the devices of the person who made it. Open it only if that is you.
come-was = In this browser you are { $name } now. That name, its seats and matches do not come along.
come-was-guest = What this browser has played as another guest does not come along.
my-games-line = Your tables and matches, from any of your devices.
games-running = Running
games-waiting = Waiting
games-finished = Finished
games-none = Nothing is running. The tables where you sit will be here.
games-your-turn = Your turn
games-turn-of = The turn of { $names }
games-since = since { $when }
games-asleep = The table sleeps.
games-back = Back to the table
games-all = All my matches
games-json = This page as JSON
games-badge = { $n } { PLURAL($n) ->
    [one] match waits
   *[other] matches wait
} for your move
was-seated = Was one of these seats yours? Come back to it
history-line = The matches that you have played, from any of your devices.
history-empty = Your matches will be here.
