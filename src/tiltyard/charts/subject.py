"""What all pictures are drawn from: one version of an event, and who of it is looked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.text.names import round_title
from tiltyard.text.say import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiltyard.day.event import DayRound, Event
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import PersonId, PlayerId, Tournament
    from tiltyard.views.statistics import After


@dataclass(frozen=True, slots=True)
class Subject:
    """An event with the names that may be shown; `history` has at least one closed round."""

    event: Event
    rules: Ruleset
    tournament: Tournament
    history: tuple[After, ...]
    names: Mapping[PersonId, str]
    chosen: PlayerId | None = None

    def name(self, player: PlayerId) -> str:
        """Return how somebody is called here."""
        return self.names.get(player, player)

    def title(self, round_: DayRound) -> str:
        """Return a round as its players know it."""
        return round_title(self.event, round_)


def short_title(round_: DayRound) -> str:
    """Return a round in a few letters, for the edge of a picture."""
    if round_.kind == "elimination":
        return say("pictures.e", number=round_.number)
    return str(round_.number) if round_.stage == 1 else f"{round_.stage}.{round_.number}"
