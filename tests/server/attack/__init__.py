"""A standing attack on a server, with well-behaved tables beside it whose figures count: ``scripts/attack MINUTES``."""
