"""An event as pages read it: public names, who may look, the clock."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from tiltyard.day.event import remaining_seconds
from tiltyard.day.plan import house_rules
from tiltyard.day.rights import ORGANIZERS
from tiltyard.day.roles import roles_of
from tiltyard.day.visibility import entrant_as_told, is_floor, is_leader
from tiltyard.text.game_notes import notes_of_game
from tiltyard.text.language import language
from tiltyard.text.names import in_public
from tiltyard.views.event import EventVersion
from tiltyard.views.notices import notice_rows
from tiltyard.views.round import state_of_round
from tiltyard.views.standings import standings_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from tiltyard.day.event import DayRound, Entrant, Event, Game
    from tiltyard.day.plan import HouseRule
    from tiltyard.engine.ruleset import RoleId, Ruleset
    from tiltyard.engine.tournament import PersonId
    from tiltyard.service.clock import Clock
    from tiltyard.text.game_notes import GameNotes
    from tiltyard.views.notices import NoticeRow
    from tiltyard.views.standings import StandingsTable

Made = TypeVar("Made")


class EventView(EventVersion):
    """One version of an event as pages read it: with public names and the clock."""

    def __init__(self, event: Event, rules: Ruleset, document: Ruleset, clock: Clock) -> None:
        super().__init__(event, rules, document)
        self.clock = clock
        self._made: dict[object, Any] = {}

    def game_notes(self, round_: DayRound, game: Game) -> GameNotes:
        """Return what is to be minded at a table; nothing for a bye or a game that is no game."""
        return notes_of_game(self.event, self.rules, round_, game, self.name)

    def once(self, make: Callable[[EventView], Made]) -> Made:
        """Return what a function makes of this version in the language spoken now; made once."""
        known: dict[object, Made] = self._made
        key = make, language()
        if key not in known:
            known[key] = make(self)
        return known[key]

    # ------------------------------------------------------------------ names

    def public_name(self, person: PersonId) -> str:
        """Return the name everybody may read, as the player agreed."""
        return self.public_event.people.get(person, person)

    @property
    def public_names(self) -> dict[PersonId, str]:
        """The names everybody may read."""
        return self.public_event.people

    @property
    def public_event(self) -> Event:
        """The event with public names only: what sentences on public pages are made from."""
        return self.once(EventView._in_public)

    @property
    def public_standings(self) -> StandingsTable | None:
        """The standings now with public names only."""
        return self.once(EventView._public_table)

    def _in_public(self) -> Event:
        if not isinstance(self.same_as, EventView):
            return in_public(self.event)
        named = self.same_as.public_event
        return replace(self.event, people=named.people, entrants=named.entrants)

    def _public_table(self) -> StandingsTable | None:
        if isinstance(self.same_as, EventView):
            return self.same_as.public_standings
        return standings_table(self, self.public_names)

    # ------------------------------------------------------------------ who may look

    def roles(self, person: PersonId) -> frozenset[RoleId]:
        """Return the roles somebody acts in now."""
        return roles_of(self.event, self.rules, person)

    def is_staff(self, person: PersonId) -> bool:
        """Whether somebody runs this event, on duty or not."""
        return any(appointment.person == person for appointment in self.event.staff)

    def is_leader(self, person: PersonId) -> bool:
        """Whether somebody rules and keeps the book of incidents, on duty or not."""
        return is_leader(self.event, person)

    def is_floor(self, person: PersonId) -> bool:
        """Whether somebody works at the desk or in the hall."""
        return is_floor(self.event, person)

    def is_organizer(self, person: PersonId) -> bool:
        """Whether somebody organizes."""
        return any(
            appointment.person == person and appointment.role in ORGANIZERS
            for appointment in self.event.staff
        )

    def as_told(self, person: PersonId, entrant: Entrant) -> Entrant:
        """Return a player without what is not for this person."""
        return entrant_as_told(self.event, self.rules, person, entrant)

    # ------------------------------------------------------------------ rounds and clock

    @property
    def round(self) -> DayRound | None:
        """The newest published round."""
        return self.event.current

    def round_state(self) -> str:
        """Return where the newest round stands, or nothing."""
        round_ = self.event.current
        return state_of_round(self.event, round_) if round_ is not None else ""

    def seconds_left(self, game: Game | None = None) -> int | None:
        """Return what is left of the round, for a table with its own extension."""
        round_ = self.event.current
        if round_ is None or not round_.began:
            return None
        extension = game.extension if game is not None else 0
        return remaining_seconds(round_.timer, self.clock.now(), extension)

    def ends_ms(self, extension: int = 0) -> int | None:
        """Return when the clock runs out as browsers count it; none unless it is running."""
        round_ = self.event.current
        timer = round_.timer if round_ is not None else None
        if timer is None or timer.started is None or timer.minutes is None:
            return None
        if timer.paused is not None or timer.called is not None:
            return None
        seconds = 60 * (timer.minutes + extension) + timer.paused_seconds
        return int(timer.started.timestamp() * 1000) + 1000 * seconds

    @property
    def notices(self) -> tuple[NoticeRow, ...]:
        """What the hall reads now in the organizer's own words."""
        return notice_rows(self.event, self.clock.now())

    @cached_property
    def house_rules(self) -> tuple[HouseRule, ...]:
        """Where this event departs from what its document settles."""
        return house_rules(self.document, self.event.details.options)
