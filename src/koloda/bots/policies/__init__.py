"""One-step heuristics, one file per game: ``choose(view, chance)`` from section 8 of the rules spec."""
