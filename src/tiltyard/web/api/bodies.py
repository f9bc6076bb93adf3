"""The body of every act, made from its command: the same fields, with bounds, nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime
from functools import cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from tiltyard.day.context import STAYS, Stays
from tiltyard.day.lists import AmendList, SaveList, SubmitList
from tiltyard.engine.rosters.list_reading import LONGEST_LIST

if TYPE_CHECKING:
    from collections.abc import Iterable

LONGEST_TEXT = 4000
LARGEST_NUMBER = 999_999_999
MOST_PARTS = 200

TEXT = Annotated[str, Meta(max_length=LONGEST_TEXT)]
NUMBER = Annotated[int, Meta(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]
NAME = Annotated[str, Meta(max_length=80)]
LIST = Annotated[str, Meta(max_length=LONGEST_LIST)]
MOMENT = Annotated[datetime, Meta(tz=True)]

WITH_A_LIST = frozenset({SaveList, SubmitList, AmendList})
"""Commands whose text is a whole list."""


CONFIRM = "confirm"
"""The field of every act for the codes of questions that it was asked back with."""


@cache
def act_body(kind: type) -> type[msgspec.Struct]:
    """Return the body of an act: its command, and what of it is confirmed."""
    return _made(kind, [(CONFIRM, Annotated[tuple[NAME, ...], Meta(max_length=MOST_PARTS)], ())])


def confirmed_in(body: object) -> frozenset[str]:
    """Return the codes of the questions a body confirms."""
    return frozenset(getattr(body, CONFIRM, ()))


@cache
def body_of(kind: type) -> type[msgspec.Struct]:
    """Return the body of a part of a command; unknown fields are refused."""
    return _made(kind, [])


def _made(kind: type, more: list[tuple[Any, ...]]) -> type[msgspec.Struct]:
    hints = get_type_hints(kind)
    long = kind in WITH_A_LIST
    made = [
        _field(field, LIST if long and field.name == "text" else _bounded(hints[field.name]))
        for field in fields(kind)
    ]
    struct: type[msgspec.Struct] = msgspec.defstruct(
        kind.__name__,
        [*made, *more],
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
        namespace={"__doc__": " ".join((kind.__doc__ or "").split())},
    )
    _SOURCES[struct] = kind
    return struct


_SOURCES: dict[type, type] = {}


def value_of(body: object) -> Any:
    """Return what a body says as the engine knows it."""
    kind = _SOURCES.get(type(body))
    if kind is not None:
        values = {field.name: value_of(getattr(body, field.name)) for field in fields(kind)}
        return kind(**{name: entry for name, entry in values.items() if entry is not msgspec.UNSET})
    if isinstance(body, tuple):
        return tuple(value_of(entry) for entry in body)
    return body


def _field(entry: Any, bounded: Any) -> tuple[Any, ...]:
    if entry.default is STAYS:
        return (entry.name, bounded | msgspec.UnsetType, msgspec.UNSET)
    if entry.default is not MISSING:
        return (entry.name, bounded, entry.default)
    if entry.default_factory is not MISSING:
        return (entry.name, bounded, msgspec.field(default_factory=entry.default_factory))
    return (entry.name, bounded)


def _bounded(hint: Any) -> Any:
    """Return a type with its bounds: no text without end, no number of a mile."""
    plain = getattr(hint, "__supertype__", hint)
    origin = get_origin(plain)
    if origin in {Union, UnionType}:
        return _either(_bounded(argument) for argument in get_args(plain) if argument is not Stays)
    if origin is tuple:
        return _tuple(get_args(plain))
    if origin in {dict, Mapping}:
        values: Any = _value(get_args(plain)[1])
        return Annotated[dict[NAME, values], Meta(max_length=MOST_PARTS)]
    if is_dataclass(plain) and isinstance(plain, type):
        return body_of(plain)
    return {str: TEXT, int: NUMBER, datetime: MOMENT}.get(plain, plain)


def _value(hint: Any) -> Any:
    """Return the type of a table's values; an organizer option is a number, a text or a choice."""
    return bool | NUMBER | TEXT | None if hint is object else _bounded(hint)


def _tuple(parts: tuple[Any, ...]) -> Any:
    if parts[-1] is Ellipsis:
        each: Any = _bounded(parts[0])
        return Annotated[tuple[each, ...], Meta(max_length=MOST_PARTS)]
    return tuple[tuple(_bounded(part) for part in parts)]  # type: ignore[misc]


def _either(kinds: Iterable[Any]) -> Any:
    united: Any = None
    for kind in kinds:
        part = None if kind is NoneType else kind
        united = part if united is None else united | part
    return united
