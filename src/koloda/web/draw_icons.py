"""Draws the PNG icons into public/, with Chromium: ``python draw_icons.py``."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).parent / "public"
CHROMIUM = "/usr/bin/chromium"
FELT = "#1b5a41"
SIGN = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
# name: width, height, height of the sign, ground. A mask may cut a fifth of an icon off at each side.
PICTURES = {
    "icon-192.png": (192, 192, 176, "transparent"),
    "icon-512.png": (512, 512, 470, "transparent"),
    "icon-maskable.png": (512, 512, 290, FELT),
}


def main() -> None:
    """Draw all of them."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, (width, height, sign, ground) in PICTURES.items():
            page = browser.new_page(viewport={"width": width, "height": height})
            page.set_content(
                f"<style>body{{margin:0;height:{height}px;display:grid;place-items:center;background:{ground}}}"
                f"svg{{height:{sign}px;width:{sign}px}}</style>{SIGN}"
            )
            page.screenshot(path=PUBLIC / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
