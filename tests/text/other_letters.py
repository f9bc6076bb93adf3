"""A language in which everything that can be translated is, into the letters of another alphabet.

Where it is spoken, Latin letters are data of an event, or a text that nobody can translate.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from functools import cache
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from tiltyard.dev.translations import english_forms, gathered
from tiltyard.text import language as words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

OTHER = "el"
KEPT = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}|<[^>]+>|&\w+;")
"""What stays as it is in a translation: gaps, tags and entities."""

LETTERS = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    "ΑΒΨΔΕΦΓΗΙΞΚΛΜΝΟΠΘΡΣΤΥΩΣΧΥΖαβψδεφγηιξκλμνοπθρστυωςχυζ",
)
LATIN = re.compile(r"[^\W\d_α-ωΑ-Ωά-ώ]{2,}")
LONGEST = 400
READ_ALOUD = {"alt", "aria-label", "placeholder", "title"}
UNREAD = {"code", "pre", "script", "style", "textarea"}


every_text = cache(gathered)


def in_other_letters(text: str) -> str:
    """Return a text as it is said in the other language: its words changed, its gaps kept."""
    kept = KEPT.findall(text)
    words_ = [one.translate(LETTERS) for one in KEPT.split(text)]
    return "".join(one for pair in zip(words_, [*kept, ""], strict=True) for one in pair)


def written(folder: Path) -> Path:
    """Write the catalogue of the other language: every text that the tool gathers."""
    catalogue = Catalog(locale=OTHER)
    for context, text, plural in every_text():
        said = tuple(map(in_other_letters, english_forms(text)))
        if plural:
            catalogue.add((text, plural), (said[0], said[-1]), context=context or None)
        else:
            catalogue.add(text, said[0], context=context or None)
    file = folder / f"{OTHER}.po"
    with file.open("wb") as writable:
        write_po(writable, catalogue)
    return file


@contextmanager
def known(folder: Path) -> Iterator[None]:
    """Let the other language be one of those there are."""
    file = written(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words, "catalogue_file", lambda _: file)
        words.translations(OTHER)  # read once and kept, as every language is
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(words.LANGUAGES, OTHER, "Ελληνικά")
        yield


class Read(HTMLParser):
    """What is read on a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._unread = 0
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self._unread += tag in UNREAD
        self.texts += [value for name, value in attrs if value and name in READ_ALOUD]

    def handle_endtag(self, tag):
        self._unread -= tag in UNREAD

    def handle_data(self, data):
        if not self._unread and data.strip():
            self.texts.append(data)


def strings(value: object) -> Iterator[str]:
    """Return every text inside of a value."""
    if isinstance(value, str):
        yield value
    elif is_dataclass(value):
        for one in fields(value):
            yield from strings(getattr(value, one.name))
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from strings(name)
            yield from strings(inner)
    elif isinstance(value, list | tuple | set | frozenset):
        for inner in value:
            yield from strings(inner)


CODES = re.compile(
    r"https?://\S+|/(?:e|api)/\S+"  # addresses
    r"|\b[A-Z]{2,3}-\d{3}\b"  # clauses
    r"|\b\w+\[\d+\]\S*"  # places in JSON
    r"|\b[\w.-]+\.(?:csv|html|ics|json|jsonl|md|tiltyard|trf|txt|xlsx|zip)\b"  # files
    r"|\b(?=[0-9a-f]*\d)[0-9a-f]{4,}\b"  # digests
)
CUT_SHORT = re.compile(r"([^…]{3,60})…")
HYPHEN = "\ufffe"
"""A hyphen at the end of a line, as it comes out of a PDF."""

CODE = re.compile(r"[a-z0-9_]+")
TYPED = (
    *("tp", "h2h", "mov", "sos", "lot", "vpd", "vp", "leaders", "extra"),
    *("1.5*available", "as_swiss"),
)
"""Values of options, which are typed as they stand whatever the language."""

NAMES = ("Tiltyard", "English", "Deutsch", "RFC", "SHA-256", "UTC", *TYPED)


class Data:
    """Texts that people typed, and names: no program translates them.

    What looks like a code among the texts is no data: it has a word. `names` are.
    """

    def __init__(self, *texts: object, names: Iterable[str] = ()) -> None:
        ours = {text for _, text, _ in every_text()}
        lines = {" ".join(line.split()) for text in strings(texts) for line in text.splitlines()}
        typed = {one for one in lines if not (one in ours or CODE.fullmatch(one))}
        self._typed = {
            one for one in {*typed, *NAMES, *names} if LATIN.search(one) and len(one) < LONGEST
        }
        ordered = (re.escape(one) for one in sorted(self._typed, key=len, reverse=True))
        self._names = re.compile(rf"(?<![^\W_])(?:{'|'.join(ordered)})(?![^\W_])")

    def left(self, text: str) -> list[str]:
        """Return the words of a text that are nobody's data."""
        whole = " ".join(text.replace(HYPHEN, "-").split())
        whole = CUT_SHORT.sub(self._without_the_name, whole)
        return LATIN.findall(self._names.sub(" ", CODES.sub(" ", whole)))

    def _without_the_name(self, found: re.Match[str]) -> str:
        """Return what stands before a name that was cut short."""
        for start in re.finditer(r"\b\w", found[1]):
            begun = found[1][start.start() :]
            if len(begun) > 2 and any(one.startswith(begun) for one in self._typed):
                return found[1][: start.start()]
        return found[0]


def faults(said: Mapping[str, Iterable[str]], data: Data) -> list[str]:
    """Return what is said and cannot be translated, and where."""
    return [
        f"{place}: {' '.join(left)} in {' '.join(one.split())[:LONGEST]}"
        for place, texts in said.items()
        for one in dict.fromkeys(texts)
        if (left := data.left(one))
    ]
