offline-title = You are offline
offline-line = The server cannot be reached, so there is nothing to play right now. Your seats are kept: the table is as you left it when the connection is back.
offline-replays = Replays you have seen
offline-none = Replays that you watch are kept in this browser, and you can watch them here without a network. There are none yet.
offline-replay = No connection: this replay is shown as you saw it before.
