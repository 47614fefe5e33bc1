"""The page, the JSON routes, and the catalogue of games."""
