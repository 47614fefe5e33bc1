"""What a device is called in somebody's list: its browser and its system, no more of what it tells."""

from __future__ import annotations

# The first that is named counts: most browsers also claim to be others
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("YaBrowser", "Yandex"),
    ("SamsungBrowser", "Samsung"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def device_label(user_agent: str) -> str:
    """Such as "Firefox, Android"; "" where nothing is known."""
    found = (next((label for mark, label in marks if mark in user_agent), "") for marks in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, found))
