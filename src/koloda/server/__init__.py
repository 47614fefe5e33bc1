"""The table: people and bots around a match. ``table.py`` and its neighbours know no web framework; ``app.py`` does."""
