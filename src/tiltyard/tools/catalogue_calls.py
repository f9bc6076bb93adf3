"""Texts that are said in Python: the literals that `gettext` and its kin are called with.

The syntax tree is read, not the letters: also a call inside of an f-string is seen.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_SAYS = {"gettext": 1, "marked": 1, "ngettext": 2, "pgettext": 2}
"""Who says something, and how many texts it is given."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call that says a text: its literals, or nothing where it is given something else."""

    line: int
    says: str
    literals: tuple[str, ...]
    made: bool
    """Whether the text is put together on the spot, so that no catalogue can know it."""

    @property
    def key(self) -> tuple[str, str, str] | None:
        """The text to translate: its context, the text itself, and its plural form."""
        if len(self.literals) != _SAYS[self.says]:
            return None
        first, second = (*self.literals, "")[:2]
        return (first, second, "") if self.says == "pgettext" else ("", first, second)


def calls(source: str) -> Iterator[Call]:
    """Return every call in a file that says a text."""
    if not any(f"{name}(" in source for name in _SAYS):
        return
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = _name(node.func)
        if name in _SAYS:
            given = node.args[: _SAYS[name]]
            texts = tuple(one.value for one in given if isinstance(one, ast.Constant))
            made = any(isinstance(one, ast.JoinedStr | ast.BinOp) for one in given)
            yield Call(node.lineno, name, tuple(map(str, texts)), made)


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Name):
        return function.id
    return function.attr if isinstance(function, ast.Attribute) else ""
