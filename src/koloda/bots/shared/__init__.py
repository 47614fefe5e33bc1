"""What the bots of several games share."""
