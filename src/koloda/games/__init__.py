"""One module or package per game, found by listing this folder; ``shared`` has what several games share."""
