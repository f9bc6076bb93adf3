"""Sentences of the engine, read from its source: what it refuses with, and the way out.

The core knows no language: it says its sentences in English, as literals and f-strings. Here they
are found where they are said, and become patterns with `{0}`, `{1}` for what is filled in.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

Argument = int | str

_ERRORS = {"TiltyardError", "Exception"}
_SAID_BY_ERRORS: set[Argument] = {0, "message", "fix"}
_SAID_BY: dict[str, set[Argument]] = {
    "Blocker": {2, "text", 3, "fix"},
    "Notice": {"fix"},
    "Question": {1, "text", 3, "fix"},
    "replace": {"stale", "outdated"},
}
"""Values with sentences in them that are no errors, and which of their parts are said."""

_MOST_DEPTH = 6

Pieces = tuple[str | None, ...]
"""A sentence in pieces: words, and None where something is filled in."""


@dataclass
class Source:
    """What is known about the whole source: functions, and where sentences are said."""

    functions: dict[str, list[ast.FunctionDef]] = field(default_factory=lambda: defaultdict(list))
    constants: dict[str, list[ast.expr]] = field(default_factory=lambda: defaultdict(list))
    said: dict[str, set[Argument]] = field(default_factory=lambda: defaultdict(set))


@dataclass(frozen=True)
class _Room:
    """A piece of code with its own names: a function, or a module outside of its functions."""

    node: ast.FunctionDef | None
    assigned: dict[str, list[ast.expr]]
    calls: tuple[ast.Call, ...]
    place: str

    def position(self, name: str) -> int | None:
        """Return which parameter a name is."""
        if self.node is None:
            return None
        names = [one.arg for one in self.node.args.args]
        return names.index(name) if name in names else None

    def is_parameter(self, name: str) -> bool:
        """Whether a name is given by the caller."""
        if self.node is None:
            return False
        return name in {one.arg for one in (*self.node.args.args, *self.node.args.kwonlyargs)}


def sentences(root: Path, patterns: Iterable[str]) -> dict[str, set[str]]:
    """Return every sentence that is said in the files, with the files that say it."""
    trees = {
        path.relative_to(root).as_posix(): ast.parse(path.read_text("utf-8"))
        for pattern in patterns
        for path in sorted(root.glob(pattern))
    }
    source = Source()
    rooms = [room for place, tree in trees.items() for room in _rooms(tree, place)]
    _note_names(trees.values(), rooms, source)
    _note_errors(trees.values(), source)
    _follow_parameters(rooms, source)
    found: dict[str, set[str]] = defaultdict(set)
    for room in rooms:
        for expression in _said_in(room, source):
            for pieces in _read(expression, room, source):
                found[_pattern(pieces)].add(room.place)
            for inner in _inside(expression, room, source):
                found[_pattern(inner)].add(room.place)
    return {text: places for text, places in found.items() if is_sentence(text)}


def is_sentence(text: str) -> bool:
    """Whether a pattern is more than one word, and has words of its own."""
    return " " in text.strip() and bool(re.search(r"[a-z]{2}", text))


# ---------------------------------------------------------------------------- what there is


def _note_names(trees: Iterable[ast.Module], rooms: list[_Room], source: Source) -> None:
    for room in rooms:
        if room.node is not None:
            source.functions[room.node.name].append(room.node)
    for tree in trees:
        for statement in tree.body:
            for name, value in _assignments(statement):
                source.constants[name].append(value)


def _note_errors(trees: Iterable[ast.Module], source: Source) -> None:
    """Find every class of errors; whoever makes one says a sentence."""
    classes = [
        (node.name, {base.id for base in node.bases if isinstance(base, ast.Name)})
        for tree in trees
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    ]
    errors, before = set(_ERRORS), 0
    while before != len(errors):
        before = len(errors)
        errors |= {name for name, bases in classes if bases & errors}
    for name in errors - {"Exception"}:
        source.said[name] |= _SAID_BY_ERRORS
    for name, arguments in _SAID_BY.items():
        source.said[name] |= arguments
    source.said["super"] |= _SAID_BY_ERRORS


def _rooms(tree: ast.Module, place: str) -> Iterator[_Room]:
    every = list(ast.walk(tree))
    functions = [
        (node, list(ast.walk(node))) for node in every if isinstance(node, ast.FunctionDef)
    ]
    inside = {id(one) for _, parts in functions for one in parts}
    outside = [one for one in every if id(one) not in inside]
    for node, parts in [(None, outside), *functions]:
        assigned: dict[str, list[ast.expr]] = defaultdict(list)
        for one in parts:
            for name, value in _assignments(one):
                assigned[name].append(value)
        calls = tuple(one for one in parts if isinstance(one, ast.Call))
        yield _Room(node, assigned, calls, place)


def _assignments(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(node, ast.Assign):
        for target in node.targets:
            if isinstance(target, ast.Name):
                yield target.id, node.value
            elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                for one, value in zip(target.elts, node.value.elts, strict=False):
                    if isinstance(one, ast.Name):
                        yield one.id, value
    elif isinstance(node, ast.AnnAssign | ast.NamedExpr):
        target, given = node.target, node.value
        if isinstance(target, ast.Name) and given is not None:
            yield target.id, given


# ---------------------------------------------------------------------------- where it is said


def _name_of(call: ast.Call) -> str:
    function = call.func
    if isinstance(function, ast.Name):
        return function.id
    if isinstance(function, ast.Attribute):
        owner = function.value
        if isinstance(owner, ast.Call) and isinstance(owner.func, ast.Name):
            return owner.func.id if function.attr == "__init__" else function.attr
        return function.attr
    return ""


def _arguments(call: ast.Call, wanted: set[Argument]) -> Iterator[ast.expr]:
    for number, value in enumerate(call.args):
        if number in wanted:
            yield value
    for keyword in call.keywords:
        if keyword.arg in wanted:
            yield keyword.value


def _said_in(room: _Room, source: Source) -> Iterator[ast.expr]:
    for call in room.calls:
        yield from _arguments(call, source.said.get(_name_of(call), set()))


def _follow_parameters(rooms: list[_Room], source: Source) -> None:
    """Whoever hands a sentence to a function that says it, says it too."""
    before = -1
    while before != (before := sum(len(one) for one in source.said.values())):
        for room in rooms:
            if room.node is None:
                continue
            for expression in _said_in(room, source):
                for name in _names_in(expression, room):
                    if not room.is_parameter(name):
                        continue
                    source.said[room.node.name].add(name)
                    position = room.position(name)
                    if position is not None:
                        method = room.node.args.args[0].arg == "self"
                        source.said[room.node.name].add(position - method)


def _names_in(expression: ast.expr, room: _Room, depth: int = 0) -> Iterator[str]:
    """Return the names a sentence consists of: alone, as one of two ways, or in its gaps."""
    if depth > _MOST_DEPTH:
        return
    inner: list[ast.expr] = []
    match expression:
        case ast.Name(id=name):
            yield name
            inner = room.assigned.get(name, [])
        case ast.IfExp(body=body, orelse=orelse):
            inner = [body, orelse]
        case ast.BoolOp(values=values) | ast.JoinedStr(values=values):
            inner = values
        case ast.FormattedValue(value=value):
            inner = [value]
    for one in inner:
        yield from _names_in(one, room, depth + 1)


# ---------------------------------------------------------------------------- how it is said


def _read(expression: ast.expr, room: _Room, source: Source, depth: int = 0) -> list[Pieces]:
    """Return the ways to say an expression; none if it is not said here."""
    if depth > _MOST_DEPTH:
        return []
    match expression:
        case ast.Constant(value=str() as text):
            return [(text,)]
        case ast.JoinedStr(values=values):
            return _joined([_part(one, room, source, depth) for one in values])
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _joined([_half(one, room, source, depth) for one in (left, right)])
        case ast.Call(func=ast.Name(id=name)):
            return _returned(name, source, depth)
    ways = _ways(expression, room, source)
    return [one for way in ways for one in _read(way, room, source, depth + 1)]


def _ways(expression: ast.expr, room: _Room, source: Source) -> list[ast.expr]:
    """Return the expressions one of which is said: of a choice, a name, a table."""
    match expression:
        case ast.IfExp(body=body, orelse=orelse):
            return [body, orelse]
        case ast.BoolOp(values=ways) | ast.Dict(values=ways):
            return ways
        case ast.Name(id=name):
            outside = [] if room.is_parameter(name) else source.constants.get(name, [])
            return room.assigned.get(name) or outside
        case (
            ast.Subscript(value=ast.Dict() | ast.Name() as table)
            | ast.Call(func=ast.Attribute(value=ast.Name() as table, attr="get"))
        ):
            return [table]
        case ast.Call(
            func=ast.Attribute(value=ast.Constant(), attr="join"),
            args=[ast.GeneratorExp(elt=ast.Call() as one)],
        ):
            return [one]
    return []


def _half(one: ast.expr, room: _Room, source: Source, depth: int) -> list[Pieces]:
    """Return a part of a sum: its words, every way of a choice, or a gap."""
    ways = _ways(one, room, source) if isinstance(one, ast.IfExp | ast.BoolOp) else [one]
    return [pieces for way in ways for pieces in _read(way, room, source, depth + 1) or [(None,)]]


def _part(one: ast.expr, room: _Room, source: Source, depth: int) -> list[Pieces]:
    """Return a piece of an f-string: its words, both ways of a choice, or a gap."""
    if isinstance(one, ast.Constant):
        return [(str(one.value),)]
    value = one.value if isinstance(one, ast.FormattedValue) else one
    if isinstance(value, ast.Name) and len(room.assigned.get(value.id, ())) == 1:
        value = room.assigned[value.id][0]
    return _half(value, room, source, depth) if isinstance(value, ast.IfExp) else [(None,)]


def _inside(expression: ast.expr, room: _Room, source: Source) -> Iterator[Pieces]:
    """Return the words that fill the gaps of a sentence, where they are chosen from a few."""
    for one in ast.walk(expression):
        if isinstance(one, ast.FormattedValue) and not isinstance(one.value, ast.IfExp):
            yield from _read(one.value, room, source)


def _returned(name: str, source: Source, depth: int) -> list[Pieces]:
    """Return what a function of ours answers."""
    found: list[Pieces] = []
    for function in source.functions.get(name, ()):
        if not (isinstance(function.returns, ast.Name) and function.returns.id == "str") and not (
            isinstance(function.returns, ast.BinOp)
        ):
            continue
        room = next(one for one in _rooms(ast.Module([function], []), "") if one.node is function)
        for node in ast.walk(function):
            if isinstance(node, ast.Return) and node.value is not None:
                found += _read(node.value, room, source, depth + 1)
    return found


def _joined(parts: list[list[Pieces]]) -> list[Pieces]:
    return [tuple(piece for one in way for piece in one) for way in product(*parts)]


def _pattern(pieces: Pieces) -> str:
    text, gaps = "", 0
    for piece in pieces:
        if piece is None:
            text += f"{{{gaps}}}"
            gaps += 1
        else:
            text += piece.replace("{", "{{").replace("}", "}}")
    return text
