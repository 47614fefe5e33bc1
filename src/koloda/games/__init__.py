"""One module per game, found by listing this folder; a name with a leading underscore is a shared helper."""
