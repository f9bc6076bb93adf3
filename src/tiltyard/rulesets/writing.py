"""Ruleset files, written: one way to write a table, so that the same rules are the same bytes."""

from __future__ import annotations

from datetime import date
from typing import Any

Table = dict[str, Any]
_WIDE = 100
_ESCAPES = {'"': '\\"', "\\": "\\\\"}


def write_toml(table: Table) -> str:
    """Return the text of a ruleset file; `tomllib` reads it as this table."""
    return "\n".join(_lines(table, ())).strip("\n") + "\n"


def _lines(table: Table, path: tuple[str, ...]) -> list[str]:
    own = [name for name, value in table.items() if not isinstance(value, dict)]
    lines = [f"{_key(name)} = {_value(table[name], len(name) + 3)}" for name in own]
    if path and (own or not table):
        lines = ["", f"[{'.'.join(map(_key, path))}]", *lines]
    for name, value in table.items():
        if isinstance(value, dict):
            lines += _lines(value, (*path, name))
    return lines


def _value(value: Any, used: int) -> str:  # any TOML value
    if isinstance(value, list | tuple):
        return _list(value, used)
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_key(name)} = {_value(x, 0)}' for name, x in value.items())} }}"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    return value.isoformat() if isinstance(value, date) else str(value)


def _list(values: list[Any] | tuple[Any, ...], used: int) -> str:
    entries = [_value(entry, 0) for entry in values]
    line = f"[{', '.join(entries)}]"
    has_tables = any(isinstance(entry, dict) for entry in values)
    if not has_tables and used + len(line) <= _WIDE:
        return line
    return "[\n" + "".join(f"  {entry},\n" for entry in entries) + "]"


def _key(name: str) -> str:
    return name if name and name.isascii() and name.replace("_", "").isalnum() else _text(name)


def _text(value: str) -> str:
    return f'"{"".join(map(_letter, value))}"'


def _letter(letter: str) -> str:
    if letter in _ESCAPES:
        return _ESCAPES[letter]
    if letter.isprintable():
        return letter
    return f"\\u{ord(letter):04x}" if ord(letter) < 0x10000 else f"\\U{ord(letter):08x}"
