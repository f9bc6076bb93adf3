"""What a check has to say about a list: a code, how bad it is, its clause, and facts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Severity = Literal["error", "warning", "notice"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing about a list; `words.list_findings` says it, and what to change.

    An error keeps a list from being approved; where it is `waivable` a leader may approve it
    with a reason. `muster` is which of several lists it is about, from 1; `where` the entry or
    the line.
    """

    code: str
    severity: Severity
    clause: str
    where: str = ""
    muster: int | None = None
    facts: dict[str, str | int] = field(default_factory=dict)
    waivable: bool = False
