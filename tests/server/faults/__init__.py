"""Faults: nodes of a cluster are killed, frozen, cut off and restarted while people play, and what held is said."""
