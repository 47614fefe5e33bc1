"""Hooks of mkdocs.yml: pages beside docs/ join the site, and links that are right in the repository are right there.

A link to a file that is no page (source code, the licence) becomes plain text, for the site has no such file. A folder
in the nav stands for its pages, so that a new game needs no line there. Examples in docstrings are shown as code.
"""

from __future__ import annotations

import os.path
import re
from pathlib import Path

from griffe import Extension, Object
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent
DOCS = ROOT / "docs"
PAGES = {
    ROOT / "README.md": "index.md",
    ROOT / "CONTRIBUTING.md": "contributing.md",
    ROOT / "SECURITY.md": "security.md",
    ROOT / "CHANGELOG.md": "changelog.md",
}
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)#\s]+)(#[^)\s]*)?\)")
DOCTEST = re.compile(r"(?:^>>>.*\n?(?:^\S.*\n?)*)+", re.M)


class Examples(Extension):
    """Docstrings are Markdown in the reference, where a doctest would be a quotation."""

    def on_object(self, *, obj: Object, **kwargs: object) -> None:
        if obj.docstring is not None:
            obj.docstring.value = DOCTEST.sub(
                lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", obj.docstring.value
            )


def on_config(config: MkDocsConfig) -> None:
    def expanded(target: object) -> object:
        if not isinstance(target, str) or not target.endswith("/"):
            return target
        return sorted((path.relative_to(DOCS).as_posix() for path in (DOCS / target).glob("*.md")), key=page_order)

    config.nav = [{name: expanded(target)} for item in config.nav or [] for name, target in item.items()]


def page_order(page: str) -> tuple[bool, str]:
    """A folder's README first."""
    return not page.endswith("README.md"), page


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    for source, page in PAGES.items():
        files.append(File.generated(config, page, abs_src_path=str(source)))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    source = Path(page.file.abs_src_path or "")

    def in_the_site(link: re.Match[str]) -> str:
        mark, text, target, anchor = link[1], link[2], link[3], link[4] or ""
        if "://" in target:
            return link[0]
        path = Path(os.path.normpath(source.parent / target))
        name = PAGES.get(path) or (path.relative_to(DOCS).as_posix() if path.is_relative_to(DOCS) else None)
        if name is None:
            return text if path.exists() else link[0]
        here = os.path.dirname(page.file.src_uri)
        return f"{mark}[{text}]({os.path.relpath(name, here or '.')}{anchor})"

    return LINK.sub(in_the_site, markdown)
