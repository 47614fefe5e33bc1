"""The lab: play many matches and measure. Simulations, the arena, the bench, and the tables of docs/bots.md."""
