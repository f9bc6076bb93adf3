"""A ruleset as a JSON document for other programs."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from tiltyard.engine.options import settled

if TYPE_CHECKING:
    from tiltyard.engine.ruleset import Ruleset


def ruleset_document(rules: Ruleset) -> dict[str, Any]:
    """Return everything a ruleset says, its options with their defaults."""
    document: dict[str, Any] = {"format": "tiltyard/ruleset/1", **_plain(rules)}
    for name, option in document["options"].items():
        option["default"] = _plain(settled(rules, name))
    return document


def _plain(value: Any) -> Any:  # any value of a ruleset
    if is_dataclass(value):
        return {entry.name: _plain(getattr(value, entry.name)) for entry in fields(value)}
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, tuple):
        return [_plain(inner) for inner in value]
    return value.isoformat() if isinstance(value, date) else value
