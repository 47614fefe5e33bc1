"""One table: its seats, its match, its bots, and what everybody is told."""
