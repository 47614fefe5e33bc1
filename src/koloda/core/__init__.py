"""The rules kit: no I/O, no clock, no global randomness."""
