"""The lab: many matches, and what their numbers allow one to say."""
