"""Ruleset files, read strictly: what is not known is refused by name, with the valid choices."""

from __future__ import annotations

import re
import tomllib
from dataclasses import MISSING, dataclass, fields, is_dataclass
from datetime import date
from functools import cache
from importlib import resources
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin, get_type_hints

from tiltyard.engine.errors import Phrase, RulesetUnreadable
from tiltyard.engine.ruleset import Ruleset
from tiltyard.rulesets.soundness import flaws

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable
    from pathlib import Path

Table = dict[str, Any]
_VERSION = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Shelf:
    """The folders in which ruleset files are looked up, first come first served."""

    folders: tuple[Path | Traversable, ...]

    def files(self) -> dict[str, Path | Traversable]:
        """Return the files by their name with version ("armada@1.0.1")."""
        found: dict[str, Path | Traversable] = {}
        for folder in self.folders:
            for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
                if file.name.endswith(".toml"):
                    found.setdefault(file.name.removesuffix(".toml"), file)
        return found


def shelf(extra: Path | None = None) -> Shelf:
    """Return the rulesets that come with the program, behind those of an extra folder."""
    own = resources.files("tiltyard.rulesets")
    return Shelf((own,) if extra is None else (extra, own))


@cache
def load(name: str, extra: Path | None = None) -> Ruleset:
    """Return a ruleset by its id, in its newest version, or by id and version ("armada@1.0.1")."""
    files = shelf(extra).files()
    full_name = _full_name(name, files)
    return build(merged(full_name, files), f"{full_name}.toml")


def load_all(extra: Path | None = None) -> tuple[Ruleset, ...]:
    """Return the newest version of every ruleset, in the order of their names."""
    return tuple(load(name, extra) for name in names(extra))


def names(extra: Path | None = None) -> tuple[str, ...]:
    """Return the ids of all rulesets that are offered for new events."""
    files = shelf(extra).files()
    return _offered(files)


def _offered(files: dict[str, Path | Traversable]) -> tuple[str, ...]:
    ids = dict.fromkeys(full_name.partition("@")[0] for full_name in sorted(files))
    return tuple(name for name in ids if not _says(name, files, "abstract", "for_imports"))


def _is_abstract(name: str, files: dict[str, Path | Traversable]) -> bool:
    return _says(name, files, "abstract")


def _says(name: str, files: dict[str, Path | Traversable], *keys: str) -> bool:
    table = _read(files[_newest(name, files)])
    return any(table.get(key, False) for key in keys)


def _newest(name: str, files: dict[str, Path | Traversable]) -> str:
    versions = [full_name for full_name in files if full_name.partition("@")[0] == name]
    return max(versions, key=lambda full_name: [int(n) for n in _VERSION.findall(full_name)])


def _full_name(name: str, files: dict[str, Path | Traversable]) -> str:
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


def merged(full_name: str, files: dict[str, Path | Traversable]) -> Table:
    """Return a file's table laid over those it inherits from."""
    chain: list[Table] = []
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
        table = _read(files[name])
        chain.append(table)
        name = _head(table, name)
    result: Table = {}
    for table in reversed(chain):
        result = _overlay(result, table)
    for key in ("inherits", "abstract", "for_imports"):
        result.pop(key, None)
    return result


def _head(table: Table, name: str) -> str | None:
    """Return what a file inherits from, once the words only the loader reads are well-formed."""
    for key, kind in (("inherits", str), ("abstract", bool), ("for_imports", bool)):
        if key in table:
            _expect(kind, table[key], f"{name}.toml", key)
    parent: str | None = table.get("inherits")
    return parent


def _read(file: Path | Traversable) -> Table:
    try:
        return _parsed(file.read_text("utf-8"), file.name)
    except UnicodeDecodeError as error:
        raise RulesetUnreadable(
            "not-utf-8-byte-cannot", file=file.name, start=error.start
        ) from None


@cache
def _parsed(text: str, file: str) -> Table:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesetUnreadable("parsed-not-toml", file=file, error=str(error)) from None


def _overlay(below: Table, above: Table) -> Table:
    result = dict(below)
    for key, value in above.items():
        old = result.get(key)
        both_tables = isinstance(old, dict) and isinstance(value, dict)
        result[key] = _overlay(old, value) if both_tables else value  # type: ignore[arg-type]
    return result


def build(table: Table, file: str) -> Ruleset:
    """Return the ruleset a table describes, or refuse it by name."""
    built = _value(Ruleset, table, file, "")
    assert isinstance(built, Ruleset)  # narrows the type for the checker
    for flaw in flaws(built):
        raise RulesetUnreadable(flaw.code, file=file, place=flaw.where).naming(flaw.facts)
    return built


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
    known = {entry.name: entry for entry in fields(kind)}
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
