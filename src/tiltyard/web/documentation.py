"""The documentation as pages: `docs/` read, rendered and searched, without another host.

A wheel carries the folder along (`tiltyard/documentation`); a checkout reads its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from html import unescape
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from markdown_it import MarkdownIt

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markdown_it.token import Token

_SHIPPED: Final = Path(__file__).parents[1] / "documentation"
_CHECKOUT: Final = Path(__file__).parents[3] / "docs"
_REMARK: Final = re.compile(r"<!--.*?-->", re.DOTALL)
_TAG: Final = re.compile(r"<[^>]+>")
_NO_LETTER: Final = re.compile(r"[^\w]+")
SHELVES: Final = {  # how people look for something, and where that lies
    "tutorial": ("tutorial/*.md", "howto/run-a-day-in-the-browser.md", "howto/install.md"),
    "howto": ("howto/*.md",),
    "reference": (
        *("reference/*.md", "rules/*.md", "format/*.md", "examples/*.md"),
        *("refusals.md", "glossary.md"),
    ),
    "explanation": ("flow.md", "algorithms/*.md", "store.md", "web.md", "real-events.md"),
    "decisions": ("adr/*.md",),
}
_STARTS: Final = {"en": "start.md", "de": "start.de.md"}
_PICTURES: Final = {".jpg": "image/jpeg", ".svg": "image/svg+xml"}
_MOST_FOUND: Final = 20


@dataclass(frozen=True, slots=True)
class Heading:
    """A part of a page: its title, its anchor, and its words."""

    title: str
    anchor: str
    text: str


@dataclass(frozen=True, slots=True)
class HelpPage:
    """A page of the documentation."""

    id: str
    title: str
    html: str
    headings: tuple[Heading, ...]
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Hit:
    """A part that fits what somebody looks for."""

    page: HelpPage
    heading: Heading


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of the documentation as it is sent."""

    type: str
    body: bytes


def _folder() -> Path:
    return _SHIPPED if _SHIPPED.is_dir() else _CHECKOUT


@cache
def start_page(language: str) -> HelpPage:
    """Return the first page, in the language of the reader where it has been written."""
    written = language if language in _STARTS else "en"
    return replace(_read(_folder() / _STARTS[written], _folder()), language=written)


@cache
def pictures() -> dict[str, Picture]:
    """Return every picture by the name of its file."""
    files = sorted(file for file in _folder().rglob("*") if file.suffix in _PICTURES)
    return {file.name: Picture(_PICTURES[file.suffix], file.read_bytes()) for file in files}


@cache
def shelves() -> dict[str, tuple[HelpPage, ...]]:
    """Return all pages, each on the first shelf that names it."""
    folder = _folder()
    placed: dict[str, tuple[HelpPage, ...]] = {}
    seen: set[Path] = set()
    for shelf, patterns in SHELVES.items():
        files = [file for pattern in patterns for file in sorted(folder.glob(pattern))]
        placed[shelf] = tuple(_read(file, folder) for file in files if file not in seen)
        seen.update(files)
    return placed


@cache
def pages() -> dict[str, HelpPage]:
    """Return every page by its id."""
    return {page.id: page for shelf in shelves().values() for page in shelf}


def found(words: str) -> list[Hit]:
    """Return the parts that hold all of these words, those with a word in the title first."""
    wanted = words.casefold().split()
    if not wanted:
        return []
    hits = [
        (_fitness(wanted, page, heading), Hit(page, heading))
        for page in pages().values()
        for heading in page.headings
    ]
    fitting = sorted((hit for hit in hits if hit[0]), key=lambda hit: -hit[0])
    return [hit for _, hit in fitting[:_MOST_FOUND]]


def _fitness(wanted: Sequence[str], page: HelpPage, heading: Heading) -> int:
    title = f"{page.title} {heading.title}".casefold()
    text = heading.text.casefold()
    if not all(word in title or word in text for word in wanted):
        return 0
    return 1 + sum(10 * (word in title) + min(text.count(word), 5) for word in wanted)


def _read(file: Path, folder: Path) -> HelpPage:
    where = PurePosixPath(file.relative_to(folder).as_posix())
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(_REMARK.sub("", file.read_text("utf-8")))
    _lead_links(tokens, where)
    headings = tuple(_headings(tokens, parser))
    html = parser.renderer.render(tokens, parser.options, {})
    title = headings[0].title if headings else where.stem
    return HelpPage(_id_of(where), title, html, headings)


def _id_of(where: PurePosixPath) -> str:
    return where.parent.name if where.stem == "README" else where.stem


def _headings(tokens: Sequence[Token], parser: MarkdownIt) -> Iterator[Heading]:
    """Give every heading an anchor, and return each with the words below it."""
    places = [place for place, token in enumerate(tokens) if token.type == "heading_open"]
    for place, end in zip(places, [*places[1:], len(tokens)], strict=True):
        title = tokens[place + 1].content.replace("`", "")
        anchor = _NO_LETTER.sub("-", title.casefold()).strip("-")
        tokens[place].attrSet("id", anchor)
        below = parser.renderer.render(tokens[place + 3 : end], parser.options, {})
        yield Heading(title, anchor, unescape(_TAG.sub(" ", below)))


def _lead_links(tokens: Sequence[Token], where: PurePosixPath) -> None:
    """Let links between pages lead to pages; what lies outside of `docs/` is no link here."""
    for token in tokens:
        for part in token.children or ():
            if part.type == "image":
                part.attrSet(
                    "src", f"/help/pictures/{PurePosixPath(str(part.attrGet('src'))).name}"
                )
                part.attrSet("loading", "lazy")
            elif part.type == "link_open":
                target = _led(str(part.attrGet("href") or ""), where)
                if target:
                    part.attrSet("href", target)
                else:
                    part.tag = "span"
                    part.attrs = {}
            elif part.type == "link_close":
                part.tag = _closing(token.children or (), part)


def _closing(parts: Sequence[Token], close: Token) -> str:
    """Return the tag that the nearest opening before this one has."""
    opened = [part for part in parts[: parts.index(close)] if part.type == "link_open"]
    return opened[-1].tag if opened else "a"


def _led(address: str, where: PurePosixPath) -> str:
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        return ""  # this server may have no way out
    if not parts.path:
        return f"#{parts.fragment}"
    steps: list[str] = []
    for step in (where.parent / parts.path).parts:
        if step != "..":
            steps.append(step)
        elif not steps:
            return ""
        else:
            steps.pop()
    target = PurePosixPath(*steps)
    if target.suffix != ".md":
        return ""
    return f"/help/{_id_of(target)}" + (f"#{parts.fragment}" if parts.fragment else "")
