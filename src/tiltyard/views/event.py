"""One version of an event, its rules, and what follows from them: each computed once."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from tiltyard.day.as_tournament import as_tournament
from tiltyard.engine.errors import Refused
from tiltyard.engine.flow import standings, standings_so_far
from tiltyard.views.standings import standings_table
from tiltyard.views.statistics import after_each_round

if TYPE_CHECKING:
    from tiltyard.day.event import Event
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.standings import Standings
    from tiltyard.engine.tournament import PersonId, PlayerId, Tournament
    from tiltyard.views.standings import StandingsRow, StandingsTable
    from tiltyard.views.statistics import After


class EventVersion:
    """What every interface reads of an event: pages, papers, files and the terminal.

    `rules` are those of the document with the options of this event. Names of the event are those
    in full: for staff, for players themselves and for their opponents. Public names are given by
    whoever shows them, for they are words of a language.
    """

    def __init__(self, event: Event, rules: Ruleset, document: Ruleset) -> None:
        self.event = event
        self.rules = rules
        self.document = document

    def name(self, person: PersonId) -> str:
        """Return how somebody is called: for staff, for themselves and for their opponent."""
        return self.event.people.get(person, person)

    @cached_property
    def tournament(self) -> Tournament:
        """The event as the engine reads it."""
        return as_tournament(self.event)

    @cached_property
    def ranked(self) -> Standings | None:
        """The order of the field as the engine has it, or none while there is nothing to rank."""
        return standings_so_far(self.tournament, self.document)

    def ranked_first_stages(self, count: int) -> Standings:
        """Return the order after the first stages alone, whatever came after them."""
        first = replace(self.tournament, stages=self.tournament.stages[:count])
        return standings(first, self.document)

    @cached_property
    def standings(self) -> StandingsTable | None:
        """The standings now with names in full, or none while there is nothing to rank."""
        return standings_table(self, self.event.people)

    @cached_property
    def rows(self) -> dict[PlayerId, StandingsRow]:
        """The rows of the standings by player."""
        return {row.player: row for row in self.standings.rows} if self.standings else {}

    @cached_property
    def history(self) -> tuple[After, ...]:
        """The order of the field after every closed round."""
        try:
            return after_each_round(self.event, self.tournament, self.document)
        except Refused:
            return ()
