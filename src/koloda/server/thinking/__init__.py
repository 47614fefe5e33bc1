"""Work for other processes: strong bots, advice, reviews."""
