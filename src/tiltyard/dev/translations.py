"""The catalogues of other languages: keep them in step with the texts, and check them."""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

import tiltyard
from tiltyard.day.event import CallState, EntrantState, ListState, MatchState, Phase, RoundState
from tiltyard.day.facts import ComponentEnd, ComponentTrouble, LeavingReason, Structure
from tiltyard.day.setup import ELSEWHERE
from tiltyard.day.table import BY_NAME
from tiltyard.engine import scoring, standings
from tiltyard.engine.ruleset import RoleId, Stage
from tiltyard.engine.slip import End, SlipField
from tiltyard.text.language import ENGLISH, LANGUAGES, TERM, forms
from tiltyard.text.say import Counted, sections, sentences

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


# ------------------------------------------------------------------------------
# Every text that people read, from where it is written: pages, words, rulesets, the engine.

ROOT = Path(tiltyard.__file__).parent

_TEXTS_OF_RULESETS = re.compile(
    r"announcements\.text|checks\.(deck|inspection\.text)|clock\.time_called|components\.sharing|conduct\.categories\.title"
    r"|components\.mat_policies\..+\.text"
    r"|components\.(agreements\.item|pieces\.(id|plural)|questions\.title)"
    r"|conduct\.(guidance|more)\.text|lists\.(sections\.title|supplies)|notes|options\..+\.help|restrictions\.text"
    r"|papers\.(organizer|documents|player|setup\.lines)\.text|papers\.(begin|player_note|survivor)"
    r"|papers\.setup\.(title|lines\.fill_in)"
    r"|staff\.matters\.title|staff\.overrules|staff\.roles\.title|terms\..+|tiers\.(title|text|events)"
)
_TERMS_OF_RULESETS = re.compile(
    r"announcements\.id|checks\.inspection\.id|conduct\.categories\.id|legality\.bans\..+\.trait|lists\.checks\.trait"
    r"|lists\.sides|options\..+\.choices|staff\.matters\.id|tiers\.id"
)
_LOWER_TERMS = re.compile(r"staff\.roles\.title|tiers\.title|terms\..+")

_CODES = (
    RoleId,
    End,
    SlipField,
    Stage,
    LeavingReason,
    ComponentTrouble,
    ComponentEnd,
    Structure,
    standings.Status,
    scoring.Result,
    Phase,
    EntrantState,
    RoundState,
    MatchState,
    CallState,
    ListState,
)
"""Codes that sentences hold as words."""

_FILLED_IN = re.compile(r"\{\w+\}|%\(\w+\)[sd]")

Key = tuple[str, str, str]
"""A text to translate: its context, the text itself, and its plural form."""


def has_words(text: str) -> bool:
    """Whether a text is more than what is filled into it."""
    return bool(re.search(r"[^\W\d_]", _FILLED_IN.sub("", text)))


@dataclass
class Texts:
    """Everything to translate, with the files it is written in."""

    found: dict[Key, set[str]] = field(default_factory=dict)

    def add(self, place: str, text: str, plural: str = "", context: str = "") -> None:
        """Note a text; one that is also said in the plural is noted once."""
        if has_words(text):
            self.found.setdefault((context, text, plural), set()).add(place)

    def joined(self) -> dict[Key, set[str]]:
        """Return all texts; one that has a plural somewhere is only kept with it."""
        with_plural = {(context, text) for context, text, plural in self.found if plural}
        return {
            key: places
            for key, places in self.found.items()
            if key[2] or (key[0], key[1]) not in with_plural
        }


def gathered(root: Path = ROOT) -> dict[Key, set[str]]:
    """Return every text that people read."""
    texts = Texts()
    _from_words(texts)
    _from_rulesets(root, texts)
    _from_codes(texts)
    return texts.joined()


def _from_words(texts: Texts) -> None:
    for section in sections():
        place = f"text/en/{section}.toml"
        for key, text in sentences(section).items():
            code = f"{section}.{key}"
            plural = code if isinstance(text, Counted) else ""
            english = text.other if isinstance(text, Counted) else text
            if has_words(english):
                texts.found.setdefault(("", code, plural), set()).add(place)


def _from_rulesets(root: Path, texts: Texts) -> None:
    for path in sorted((root / "rulesets").glob("*.toml")):
        place = path.relative_to(root).as_posix()
        ruleset = tomllib.loads(path.read_text("utf-8"))
        for kind in ruleset.get("draws", ()):
            texts.add(place, kind.replace("_", " "), context=TERM)
        for name, text in _strings(ruleset):
            if _TEXTS_OF_RULESETS.fullmatch(name):
                texts.add(place, text)
            if _TERMS_OF_RULESETS.fullmatch(name):
                texts.add(place, text.replace("_", " "), context=TERM)
            if _LOWER_TERMS.fullmatch(name):
                texts.add(place, text.lower(), context=TERM)


def _strings(value: object, path: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """Return every text of a ruleset with the names that lead to it."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _strings(inner, (*path, name))
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner, path)
    elif isinstance(value, str):
        yield ".".join(path), value


def _from_codes(texts: Texts) -> None:
    for codes in _CODES:
        for code in get_args(codes):
            texts.add("engine", code.replace("_", " "), context=TERM)
    for act in (*BY_NAME, *ELSEWHERE):
        texts.add("day/policy.py", act.replace("-", " "), context=TERM)


# ------------------------------------------------------------------------------
# The catalogues of other languages: keep them in step with what is written, and check them.

FOLDER = ROOT / "text" / "locale"
_PLACEHOLDER = re.compile(r"%(?:\(\w+\))?[sd]|\{\w*\}")
_WIDTH = 100


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what was asked; 0 if the catalogues are complete."""
    parser = argparse.ArgumentParser(prog="catalogue", description=__doc__)
    parser.add_argument("--language", default="", help="only this one; every one else")
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--check", action="store_true", help="change nothing, say what is wrong")
    way.add_argument("--missing", action="store_true", help="print what is not translated")
    way.add_argument("--take", metavar="FILE", help="take translations from a file")
    asked = parser.parse_args(arguments)
    names = (
        [asked.language]
        if asked.language
        else [language for language in LANGUAGES if language != ENGLISH]
    )
    wanted = gathered()
    troubles: list[str] = []
    for name in names:
        if asked.missing:
            print(missing(name, wanted), end="")
            continue
        if not asked.check:
            taken = read_file(Path(asked.take), name) if asked.take else None
            file_of(name).write_bytes(brought_up_to_date(name, wanted, taken))
        troubles += problems(name, wanted)
    for trouble in troubles:
        print(trouble, file=sys.stderr)
    return 1 if troubles else 0


def file_of(name: str) -> Path:
    """Return where the catalogue of a language is kept."""
    return FOLDER / f"{name}.po"


def read_file(path: Path, name: str) -> Catalog:
    """Read a catalogue, or a part of one."""
    if not path.exists():
        return Catalog(locale=name)
    with path.open("rb") as readable:
        return read_po(readable, locale=name)


def brought_up_to_date(
    name: str, wanted: dict[Key, set[str]], taken: Catalog | None = None
) -> bytes:
    """Return the catalogue with everything that is written, and nothing else.

    Translations are kept; those of `taken` come first.
    """
    sources = [
        catalog for catalog in (taken, read_file(file_of(name), name)) if catalog is not None
    ]
    new = Catalog(locale=name)
    for key in sorted(wanted, key=lambda key: (key[1], key[0])):
        _add(new, key, wanted[key], _translation(sources, key, new.num_plurals))
    return _header(new) + _written(new)


def missing(name: str, wanted: dict[Key, set[str]]) -> str:
    """Return what is not translated yet, as a file to fill in."""
    known = [read_file(file_of(name), name)]
    new = Catalog(locale=name)
    for key in sorted(wanted, key=lambda key: (min(wanted[key]), key[1], key[0])):
        said = _translation(known, key, new.num_plurals)
        if not all(said):
            _add(new, key, wanted[key], said)
    return (_header(new) + _written(new)).decode()


def problems(name: str, wanted: dict[Key, set[str]]) -> Iterator[str]:
    """Say what is wrong with a catalogue: missing, doubtful, empty, other gaps, not used."""
    catalogue = read_file(file_of(name), name)
    known = {_key(message): message for message in catalogue if message.id}
    for key in sorted(wanted):
        message = known.get(key)
        said = _named(key)
        if message is None:
            yield f"{name}: missing: {said}"
        elif message.fuzzy:
            yield f"{name}: doubtful (fuzzy): {said}"
        elif not all(forms(message)):
            yield f"{name}: not translated: {said}"
        else:
            yield from (f"{name}: {trouble}: {said}" for trouble in _other_gaps(message))
    for key in sorted(known.keys() - wanted.keys()):
        yield f"{name}: not used any more: {_named(key)}"


def _other_gaps(message: Message) -> Iterator[str]:
    """Say where other gaps are than in the English: only a singular may leave some out."""
    said = forms(message)
    wanted = gaps(english_forms(message.id if isinstance(message.id, str) else message.id[-1])[-1])
    for number, text in enumerate(said):
        has = gaps(text)
        if has != wanted and not (has < wanted and number < len(said) - 1):
            yield f"other gaps in {text!r}"


def english_forms(key: str) -> tuple[str, ...]:
    """Return the English of a message, of one and of many: of a code what is written."""
    section, _, rest = key.partition(".")
    text = sentences(section).get(rest, key) if section in sections() else key
    return (text.one, text.other) if isinstance(text, Counted) else (text,)


def gaps(text: str) -> set[str]:
    """Return what is filled into a text."""
    return set(_PLACEHOLDER.findall(text))


def _key(message: Message) -> Key:
    text, plural = (
        (message.id, "") if isinstance(message.id, str) else (message.id[0], message.id[1])
    )
    return (message.context or "", text, plural)


def _named(key: Key) -> str:
    return f"[{key[0]}] {key[1]!r}" if key[0] else repr(key[1])


def _add(catalogue: Catalog, key: Key, places: set[str], said: tuple[str, ...]) -> None:
    context, text, plural = key
    english = english_forms(text)[-1]
    catalogue.add(
        (text, plural) if plural else text,
        said if plural else said[0],
        locations=[(place, 1) for place in sorted(places)],
        context=context or None,
        auto_comments=[] if english == text else [english],
    )


def _translation(sources: list[Catalog], key: Key, number: int) -> tuple[str, ...]:
    """Return what a text is translated with so far, in all the forms it needs."""
    context, text, plural = key
    wanted = number if plural else 1
    for source in sources:
        found = source.get(text, context or None)
        if found is None or found.fuzzy or not all(forms(found)):
            continue
        said = forms(found)
        if plural:
            return said if len(said) == wanted else said[-1:] * wanted
        return said[-1:]
    return ("",) * wanted


def _header(catalogue: Catalog) -> bytes:
    """Return the head of the file: nothing in it changes from day to day."""
    lines = [
        "Content-Type: text/plain; charset=utf-8",
        f"Language: {catalogue.locale_identifier}",
        f"Plural-Forms: {catalogue.plural_forms}",
    ]
    text = "".join(f'"{line}\\n"\n' for line in lines)
    return f'msgid ""\nmsgstr ""\n{text}\n'.encode()


def _written(catalogue: Catalog) -> bytes:
    file = BytesIO()
    write_po(file, catalogue, width=_WIDTH, omit_header=True, include_lineno=False)
    return file.getvalue()


if __name__ == "__main__":
    sys.exit(main())
