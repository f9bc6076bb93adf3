"""What was looked at by hand, as it stands: decks counted, components inspected."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tiltyard.core.ids import PersonId, PlayerId


@dataclass(frozen=True, slots=True)
class DeckCheck:
    """A deck somebody counted; the newest check of a player's deck counts."""

    player: PlayerId
    complete: bool
    by: PersonId
    at: datetime
    note: str = ""


@dataclass(frozen=True, slots=True)
class Inspection:
    """The newest inspection of a player's components; `ticked` is what was fine."""

    ticked: tuple[str, ...]
    by: PersonId
    at: datetime
    note: str = ""
