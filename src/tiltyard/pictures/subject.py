"""What all pictures are drawn from: one version of an event, and who of it is looked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.words.round_titles import round_title
from tiltyard.words.say import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiltyard.core.ids import PersonId, PlayerId
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.state.event import DayRound, Event
    from tiltyard.core.statistics import After
    from tiltyard.core.tournament import Tournament


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
