"""Ruleset files, read strictly: what is not known is refused by name, with the valid choices."""

from __future__ import annotations

import re
import tomllib
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from datetime import date
from functools import cache, lru_cache
from importlib import resources
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    Protocol,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from tiltyard.engine.errors import Phrase, RulesetUnreadable
from tiltyard.engine.ruleset import Ruleset
from tiltyard.rulesets.house_changes import house_changes
from tiltyard.rulesets.soundness import flaws

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from importlib.resources.abc import Traversable
    from pathlib import Path

    from tiltyard.rulesets.soundness import Flaw

Table = dict[str, Any]
_VERSION = re.compile(r"\d+")
_NAME = re.compile(r"[a-z][a-z0-9-]{1,47}@[0-9]{1,6}(?:\.[0-9]{1,6}){0,3}")

# What comes from outside is bounded before it is read.
MOST_FILES = 4
LONGEST_FILE = 64 * 1024
LONGEST_TEXT = 400
LARGEST_NUMBER = 1_000_000


class Source(Protocol):
    """Where the text of a ruleset file is read from: a disk, the package, or what was kept."""

    @property
    def name(self) -> str:
        """The name of the file."""

    def read_text(self, encoding: str) -> str:
        """Return its text."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """The folders in which ruleset files are looked up, first come first served."""

    folders: tuple[Path | Traversable, ...]

    def files(self) -> dict[str, Source]:
        """Return the files by their name with version ("armada@1.0.1")."""
        found: dict[str, Source] = {}
        for folder in self.folders:
            for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
                if file.name.endswith(".toml"):
                    found.setdefault(file.name.removesuffix(".toml"), file)
        return found


@dataclass(frozen=True, slots=True)
class Kept:
    """A ruleset file that is no file of ours: its name, and the text that was kept of it."""

    name: str
    text: str

    def read_text(self, encoding: str) -> str:  # noqa: ARG002 - as a file on a disk has it
        """Return the text."""
        return self.text


def shelf(extra: Path | None = None) -> Shelf:
    """Return the rulesets that come with the program, before those of an extra folder."""
    own = resources.files("tiltyard.rulesets")
    if extra is None:
        return Shelf((own,))
    for file in extra.iterdir():
        if file.name.endswith(".toml"):
            require_free(file.name.removesuffix(".toml"))
    return Shelf((own, extra))


@cache
def shipped() -> dict[str, Source]:
    """Return the files that come with the program."""
    return shelf().files()


@cache
def reserved() -> frozenset[str]:
    """Return the ids that belong to what comes with the program, in every version."""
    return frozenset(name.partition("@")[0] for name in shipped())


def require_free(name: str) -> None:
    """Refuse a ruleset that would stand in the place of one that comes with the program."""
    if name.partition("@")[0] in reserved():
        raise RulesetUnreadable("ruleset-name-reserved", field="name", name=name[:60])


@cache
def load(name: str, extra: Path | None = None) -> Ruleset:
    """Return a ruleset by its id, in its newest version, or by id and version ("armada@1.0.1")."""
    files = shelf(extra).files()
    return _loaded(_full_name(name, files), files)


def load_files(name: str, files: Mapping[str, str]) -> Ruleset:
    """Return a ruleset that was brought along as text: with an event, in a file, by the library.

    Whatever it inherits is among its files or comes with the program.
    """
    return _brought(name, tuple(sorted(files.items())))


@lru_cache(maxsize=128)
def _brought(name: str, files: tuple[tuple[str, str], ...]) -> Ruleset:
    if len(files) > MOST_FILES or name not in dict(files):
        raise RulesetUnreadable("ruleset-files-other", name=name[:60], most=MOST_FILES)
    brought: dict[str, Source] = {}
    for known, text in files:
        if not _NAME.fullmatch(known):
            raise RulesetUnreadable("ruleset-name-unusable", field="name", name=known[:60])
        require_free(known)
        if len(text.encode()) > LONGEST_FILE:
            raise RulesetUnreadable("ruleset-too-long", file=known, most=LONGEST_FILE // 1024)
        brought[known] = Kept(f"{known}.toml", text)
        _require_bounded(_read(brought[known]), known)
    built = _loaded(name, {**shipped(), **brought})
    if built.name != name:
        raise RulesetUnreadable("ruleset-says-other-name", name=name, found=built.name[:60])
    return built


def troubles_of(name: str, files: Mapping[str, str]) -> tuple[RulesetUnreadable, ...]:
    """Return everything that keeps a ruleset from being used; of a wrong shape only the first."""
    try:
        load_files(name, files)
    except RulesetUnreadable as first:
        brought = {known: Kept(f"{known}.toml", text) for known, text in files.items()}
        try:
            shaped = _shaped(merged(name, {**shipped(), **brought}), f"{name}.toml")
        except RulesetUnreadable:
            return (first,)
        found = tuple(_refusal(known, f"{name}.toml") for known in flaws(shaped))
        return found or (first,)
    return ()


def _require_bounded(table: Table, file: str, where: str = "") -> None:
    """Refuse texts nobody could print and numbers nobody could play for."""
    for key, value in table.items():
        place = f"{where}.{key}" if where else key
        for entry in (key, *(value if isinstance(value, list) else [value])):
            if isinstance(entry, dict):
                _require_bounded(entry, file, place)
            elif isinstance(entry, str) and not (
                entry.isprintable() and len(entry) <= LONGEST_TEXT
            ):
                raise RulesetUnreadable(
                    "ruleset-text-unprintable", file=file, place=place, most=LONGEST_TEXT
                )
            elif isinstance(entry, int) and abs(entry) > LARGEST_NUMBER:
                raise RulesetUnreadable(
                    "ruleset-number-too-large", file=file, place=place, most=LARGEST_NUMBER
                )


def _loaded(full_name: str, files: dict[str, Source]) -> Ruleset:
    """Return a ruleset with what only the loader knows of it."""
    built = build(merged(full_name, files), f"{full_name}.toml")
    chain = _chain(full_name, files)
    own = {name: files[name].read_text("utf-8") for name in chain if name not in shipped()}
    official = next((name for name in chain if name in shipped() and _is_official(name)), "")
    if not own or not official:
        return replace(built, files=own)
    changes = house_changes(load(official), built)
    return replace(built, files=own, based_on=official, departures=changes)


def _is_official(name: str) -> bool:
    table = _read(shipped()[name])
    return not any(table.get(key, False) for key in _LOADER_ONLY if key != "inherits")


def load_all(extra: Path | None = None) -> tuple[Ruleset, ...]:
    """Return the newest version of every ruleset, in the order of their names."""
    return tuple(load(name, extra) for name in names(extra))


def names(extra: Path | None = None) -> tuple[str, ...]:
    """Return the ids of all rulesets that are offered for new events."""
    files = shelf(extra).files()
    return _offered(files)


def families() -> tuple[Ruleset, ...]:
    """Return the families of scoring that rulesets are made from, in the order of their names."""
    files = shipped()
    ids = dict.fromkeys(full_name.partition("@")[0] for full_name in sorted(files))
    return tuple(load(name) for name in ids if _says(name, files, "family"))


def _offered(files: dict[str, Source]) -> tuple[str, ...]:
    ids = dict.fromkeys(full_name.partition("@")[0] for full_name in sorted(files))
    return tuple(
        name for name in ids if not _says(name, files, "abstract", "for_imports", "family")
    )


def _is_abstract(name: str, files: dict[str, Source]) -> bool:
    return _says(name, files, "abstract")


def _says(name: str, files: dict[str, Source], *keys: str) -> bool:
    table = _read(files[_newest(name, files)])
    return any(table.get(key, False) for key in keys)


def _newest(name: str, files: dict[str, Source]) -> str:
    versions = [full_name for full_name in files if full_name.partition("@")[0] == name]
    return max(versions, key=lambda full_name: [int(n) for n in _VERSION.findall(full_name)])


def _full_name(name: str, files: dict[str, Source]) -> str:
    if name in files and not _read(files[name]).get("abstract", False):
        return name
    ids = {full_name.partition("@")[0] for full_name in files}
    if "@" not in name and name in ids and not _is_abstract(name, files):
        return _newest(name, files)
    offered = _offered(files)
    choices = sorted(full for full in files if full.partition("@")[0] in offered)
    raise RulesetUnreadable(
        "no-ruleset-called", ruleset=name, name=name[:60], choices=tuple(choices)
    )


def merged(full_name: str, files: dict[str, Source]) -> Table:
    """Return a file's table laid over those it inherits from."""
    result: Table = {}
    for name in reversed(_chain(full_name, files)):
        result = _overlay(result, _read(files[name]))
    for key in _LOADER_ONLY:
        result.pop(key, None)
    return result


def _chain(full_name: str, files: dict[str, Source]) -> tuple[str, ...]:
    """Return the names of a file and of those it inherits from, the nearest first."""
    seen: list[str] = []
    name: str | None = full_name
    while name is not None:
        if name in seen:
            raise RulesetUnreadable(
                "toml-inherits-from-itself", full_name=full_name, seen=" > ".join(seen)
            )
        if name not in files:
            raise RulesetUnreadable(
                "toml-inherits-from-nothing",
                seen=seen[-1],
                name=name,
                files=tuple(sorted(files)),
            )
        seen.append(name)
        name = _head(_read(files[name]), name)
    return tuple(seen)


_LOADER_ONLY: dict[str, type] = {
    "inherits": str,
    "abstract": bool,
    "for_imports": bool,
    "family": bool,
}


def _head(table: Table, name: str) -> str | None:
    """Return what a file inherits from, once the words only the loader reads are well-formed."""
    for key, kind in _LOADER_ONLY.items():
        if key in table:
            _expect(kind, table[key], f"{name}.toml", key)
    parent: str | None = table.get("inherits")
    return parent


def _read(file: Source) -> Table:
    try:
        return _parsed(file.read_text("utf-8"), file.name)
    except UnicodeDecodeError as error:
        raise RulesetUnreadable(
            "not-utf-8-byte-cannot", file=file.name, start=error.start
        ) from None


@lru_cache(maxsize=256)
def _parsed(text: str, file: str) -> Table:
    try:
        return tomllib.loads(text)
    except ValueError as error:  # also a number of more digits than Python reads
        raise RulesetUnreadable("parsed-not-toml", file=file, error=str(error)) from None
    except RecursionError:
        raise RulesetUnreadable("ruleset-nested-too-deep", file=file) from None


def _overlay(below: Table, above: Table) -> Table:
    result = dict(below)
    for key, value in above.items():
        old = result.get(key)
        both_tables = isinstance(old, dict) and isinstance(value, dict)
        result[key] = _overlay(old, value) if both_tables else value  # type: ignore[arg-type]
    return result


def build(table: Table, file: str) -> Ruleset:
    """Return the ruleset a table describes, or refuse it by name."""
    built = _shaped(table, file)
    for flaw in flaws(built):
        raise _refusal(flaw, file)
    return built


def _shaped(table: Table, file: str) -> Ruleset:
    built = _value(Ruleset, table, file, "")
    assert isinstance(built, Ruleset)  # narrows the type for the checker
    return built


def _refusal(flaw: Flaw, file: str) -> RulesetUnreadable:
    return RulesetUnreadable(flaw.code, file=file, place=flaw.where).naming(flaw.facts)


def _value(kind: Any, raw: Any, file: str, where: str) -> Any:  # any TOML value
    origin = get_origin(kind)
    if is_dataclass(kind):
        return _record(kind, raw, file, where)
    if origin is Literal:
        return _choice(get_args(kind), raw, file, where)
    if origin is tuple:
        items = _expect(list, raw, file, where)
        inner = get_args(kind)[0]
        return tuple(_value(inner, x, file, f"{where}[{n}]") for n, x in enumerate(items))
    if origin is dict:
        inner_key, inner = get_args(kind)
        pairs = _expect(dict, raw, file, where).items()
        return {
            _value(inner_key, key, file, f"{where}, key {key!r}"): _value(
                inner, x, file, f"{where}.{key}"
            )
            for key, x in pairs
        }
    if origin in (UnionType, Union):
        return _one_of(get_args(kind), raw, file, where)
    return _expect(kind, raw, file, where)


def _one_of(kinds: tuple[Any, ...], raw: Any, file: str, where: str) -> Any:
    kinds = tuple(kind for kind in kinds if kind is not NoneType)
    for kind in kinds:
        if isinstance(kind, type) and not is_dataclass(kind) and type(raw) is kind:
            return raw
    return _value(kinds[-1], raw, file, where)


def _choice(choices: tuple[Any, ...], raw: Any, file: str, where: str) -> Any:
    if raw not in choices:
        known = tuple(map(repr, choices))
        raise RulesetUnreadable(
            "ruleset-word-unknown", file=file, place=where, raw=repr(raw), known=known
        )
    return raw


_WORDS = {
    int: "whole-number",
    str: "text",
    bool: "flag",
    list: "list",
    dict: "table",
    date: "date",
}


def _expect(kind: type, raw: Any, file: str, where: str) -> Any:
    if type(raw) is not kind:
        word = _WORDS.get(kind)
        wanted = Phrase(f"toml-kinds.{word}") if word else kind.__name__
        raise RulesetUnreadable(
            "ruleset-value-of-another-kind", file=file, place=where, raw=repr(raw), wanted=wanted
        )
    return raw


def _record(kind: Any, raw: Any, file: str, where: str) -> Any:
    table = _expect(dict, raw, file, where or "the file")
    known = {entry.name: entry for entry in fields(kind) if not entry.metadata}
    prefix = f"{where}." if where else ""
    for key in table:
        if key not in known:
            raise RulesetUnreadable(
                "record-not-known", file=file, prefix=prefix, key=key, known=tuple(sorted(known))
            )
    missing = [
        name
        for name, entry in known.items()
        if name not in table and entry.default is MISSING and entry.default_factory is MISSING
    ]
    if missing:
        raise RulesetUnreadable("record-missing", file=file, prefix=prefix, missing=missing[0])
    hints = _hints(kind)
    return kind(**{key: _value(hints[key], x, file, prefix + key) for key, x in table.items()})


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def clauses_of(table: Table) -> Iterator[str]:
    """Yield every clause that a table cites, as often as it does."""
    for key, value in table.items():
        entries = value if isinstance(value, list) else [value]
        for entry in entries:
            if isinstance(entry, dict):
                yield from clauses_of(entry)
            elif isinstance(entry, str) and (
                key in {"clause", "also", "above", "below", "bends"} or key.endswith("_clause")
            ):
                yield entry
