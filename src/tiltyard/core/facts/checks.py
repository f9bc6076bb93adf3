"""Facts about what was looked at by hand: a deck at the table, components at the door."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tiltyard.core.ids import MatchId, PlayerId


@dataclass(frozen=True, slots=True)
class DeckChecked:
    """Somebody counted the deck of a player before or during a game."""

    NAME: ClassVar[str] = "deck-checked/1"
    match: MatchId
    player: PlayerId
    complete: bool
    note: str = ""


@dataclass(frozen=True, slots=True)
class ComponentsInspected:
    """Somebody of the staff looked at a player's components; `ticked` is what was fine."""

    NAME: ClassVar[str] = "components-inspected/1"
    player: PlayerId
    ticked: tuple[str, ...]
    note: str = ""
