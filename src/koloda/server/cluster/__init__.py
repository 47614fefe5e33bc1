"""Several nodes are one house: who is there, how they talk, and how a socket reaches a table of another node."""
