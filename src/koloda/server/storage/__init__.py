"""What is kept: the journal of the tables and the archive of matches."""
