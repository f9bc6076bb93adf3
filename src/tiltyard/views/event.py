"""One version of an event, its rules, and what follows from them: each computed once."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cached_property
from typing import TYPE_CHECKING

from tiltyard.day.as_tournament import as_tournament
from tiltyard.day.event import Event
from tiltyard.engine.errors import Refused
from tiltyard.engine.flow import standings, standings_so_far
from tiltyard.views.standings import standings_table
from tiltyard.views.statistics import after_each_round

if TYPE_CHECKING:
    from tiltyard.day.event import DayRound, Game
    from tiltyard.engine.clinch.lines import Proofs
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
        self.earlier: EventVersion | None = None

    def keep_from(self, before: EventVersion) -> None:
        """Take over the standings of an earlier version, if asked for and where they stay."""
        asked = "same_as" in before.__dict__
        self.earlier = (before.same_as or before) if asked else before.earlier

    @cached_property
    def same_as(self) -> EventVersion | None:
        """The earlier version whose standings and names are those of this one, if there is one."""
        earlier, self.earlier = self.earlier, None
        if earlier is None or self.rules is not earlier.rules:
            return None
        if self.document is not earlier.document or not standings_stay(earlier.event, self.event):
            return None
        return earlier

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
        if self.same_as is not None:
            return self.same_as.ranked
        return standings_so_far(self.tournament, self.document)

    def ranked_first_stages(self, count: int) -> Standings:
        """Return the order after the first stages alone, whatever came after them."""
        first = replace(self.tournament, stages=self.tournament.stages[:count])
        return standings(first, self.document)

    @cached_property
    def standings(self) -> StandingsTable | None:
        """The standings now with names in full, or none while there is nothing to rank."""
        if self.same_as is not None:
            return self.same_as.standings
        return standings_table(self, self.event.people)

    @cached_property
    def rows(self) -> dict[PlayerId, StandingsRow]:
        """The rows of the standings by player."""
        if self.same_as is not None:
            return self.same_as.rows
        return {row.player: row for row in self.standings.rows} if self.standings else {}

    @cached_property
    def clinch(self) -> Proofs | None:
        """The proofs of who is safe and who is out; none once the Swiss rounds are over."""
        from tiltyard.engine.clinch.lines import proofs_of

        if self.event.phase != "running":
            return None
        try:
            return proofs_of(self.tournament, self.rules)
        except Refused:
            return None

    @cached_property
    def history(self) -> tuple[After, ...]:
        """The order of the field after every closed round."""
        try:
            return after_each_round(self.event, self.tournament, self.document)
        except Refused:
            return ()


# ------------------------------------------------------------------------------
# While a round is played, results come in and the standings stay: only closed rounds count.

_BESIDE_THE_STANDINGS = frozenset(
    {
        "version",
        "last_act",
        "rounds",  # compared by themselves
        "calls",
        "watches",
        "troubles",
        "incidents",
        "confirmations",
        "announced",
        "told",
        "notices",
        "seats_opened",
        "waiting",
    }
)
_MADE_FROM = tuple(field.name for field in fields(Event) if field.name not in _BESIDE_THE_STANDINGS)


def standings_stay(before: Event, event: Event) -> bool:
    """Whether an event has the standings of an earlier version; false where it is not certain."""
    if any(getattr(before, name) is not getattr(event, name) for name in _MADE_FROM):
        return False
    if len(before.rounds) != len(event.rounds):
        return False
    pairs = zip(before.rounds, event.rounds, strict=True)
    return all(old is new or _only_results_came(old, new) for old, new in pairs)


def _only_results_came(before: DayRound, round_: DayRound) -> bool:
    """Whether a round that is played on has other results and nothing else."""
    if before.is_closed or round_.is_closed or len(before.games) != len(round_.games):
        return False
    if replace(before, games=round_.games, timer=round_.timer) != round_:
        return False
    pairs = zip(before.games.values(), round_.games.values(), strict=True)
    return all(old is new or _drawn(old) == _drawn(new) for old, new in pairs)


def _drawn(game: Game) -> tuple[object, ...]:
    return game.id, game.players, game.kind, game.table, game.game, game.absent, game.override
