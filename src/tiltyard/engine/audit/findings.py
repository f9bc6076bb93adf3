"""What a check finds."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tiltyard.engine.tournament import Override, Place, PlayerId

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


def explained(findings: Iterable[Finding], override: Override | None) -> Iterator[Finding]:
    """Yield the findings; where somebody said who deviated and why, errors become notices."""
    for finding in findings:
        if override is None or finding.severity != "error":
            yield finding
        else:
            facts = {**finding.facts, "by": override.by, "reason": override.reason}
            yield replace(finding, severity="notice", facts=facts)
