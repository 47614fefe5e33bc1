"""The games: one module or package each, found by name. What several of them share lies in ``shared``."""
