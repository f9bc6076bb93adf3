"""What a check finds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiltyard.core.ids import Place, PlayerId

Severity = Literal["error", "warning", "notice"]


@dataclass(frozen=True, slots=True)
class Finding:
    """A broken rule (error), something to look at (warning) or to know (notice)."""

    code: str
    clause: str
    where: Place | None = None
    players: tuple[PlayerId, ...] = ()
    severity: Severity = "error"
    facts: Mapping[str, object] = field(default_factory=dict)
