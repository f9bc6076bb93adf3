"""What leaders changed in a list, as the desk reads it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.words.changed_lines import amended

if TYPE_CHECKING:
    from datetime import datetime

    from tiltyard.core.state.lists import ArmyList
    from tiltyard.web.event_view import EventView
    from tiltyard.words.changed_lines import Line


@dataclass(frozen=True, slots=True)
class Change:
    """An amendment as it is read."""

    by: str
    at: datetime
    reason: str
    significant: bool
    lines: tuple[Line, ...]


def changes_of(view: EventView, army: ArmyList) -> tuple[Change, ...]:
    """Return every amendment of a list with what it changed, the newest first."""
    return tuple(
        Change(view.name(one.by), one.at, one.reason, one.significant, lines)
        for one, lines in amended(army)
    )
