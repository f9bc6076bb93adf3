"""The sources as trees: each file is parsed once in a process, whoever asks for it."""

from __future__ import annotations

import ast
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


@cache
def tree_of(path: Path) -> ast.Module:
    """Return a file as a tree; nobody changes it."""
    return ast.parse(path.read_text("utf-8"), str(path))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Return every node of a file."""
    return tuple(ast.walk(tree_of(path)))
