"""An event as papers read it: names for an audience, the newest round, standings, links."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from tiltyard.day.list_access import may_read_list
from tiltyard.day.visibility import as_told_to
from tiltyard.engine.errors import Refused
from tiltyard.engine.rosters.roster import Roster
from tiltyard.text.names import public_names
from tiltyard.views.event import EventVersion
from tiltyard.views.standings import standings_table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime

    from tiltyard.day.event import DayRound, Entrant, Event
    from tiltyard.day.facts import Recorded
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import PersonId, PlayerId
    from tiltyard.paper.qr import Code
    from tiltyard.views.standings import StandingsTable


# ------------------------------------------------------------------------------
# What a reader of papers may know of armies: lists, and what players told of them beforehand.


def as_read_by(view: PaperView, person: PersonId) -> PaperView:
    """Return an event without lists this person may not read, but that they are in.

    A faction or a total somebody told is read by those who will read the list.
    """
    event, rules = view.event, view.rules
    lists = {
        player: army_list
        if may_read_list(event, rules, person, player)
        else replace(army_list, roster=Roster(), text="", note="")
        for player, army_list in event.list_desk.lists.items()
    }
    desk = replace(event.list_desk, lists=lists)
    return view.of(replace(as_told_to(event, rules, person), list_desk=desk))


# ------------------------------------------------------------------------------
# An event as papers read it: names for an audience, the newest round, standings, links.


class PaperView(EventVersion):
    """One version of an event at the moment of printing; `printed` is told in local time.

    Links are secrets of those who hold them and live elsewhere: whoever prints gives functions
    that know them, or none, and then there is no code on the paper. `log` is only asked for by
    papers that tell everything.
    """

    def __init__(
        self,
        event: Event,
        rules: Ruleset,
        document: Ruleset,
        printed: datetime,
        *,
        player_link: Callable[[PlayerId], str | None] | None = None,
        table_link: Callable[[int], str | None] | None = None,
        log: Callable[[], Sequence[Recorded]] = tuple,
    ) -> None:
        super().__init__(event, rules, document)
        self.printed = printed
        self.log = log
        self._player_link = player_link
        self._table_link = table_link

    def as_published(self) -> PaperView:
        """Return the event as if the drawn round were out: staff prints before it publishes."""
        draft = self.event.draft
        if draft is None:
            return self
        return self.of(replace(self.event, rounds=(*self.event.rounds, draft), draft=None))

    def of(self, event: Event) -> PaperView:
        """Return the same view of an event that was changed: for other eyes, or a step ahead."""
        return PaperView(
            event,
            self.rules,
            self.document,
            self.printed,
            player_link=self._player_link,
            table_link=self._table_link,
            log=self.log,
        )

    # ------------------------------------------------------------------ names

    def name(self, person: PersonId) -> str:
        """Return a name in full: on papers of the staff and of the players themselves."""
        return _apart(self.event.people.get(person, person))

    @cached_property
    def names(self) -> dict[PersonId, str]:
        """The names in full."""
        return {person: _apart(name) for person, name in self.event.people.items()}

    @cached_property
    def public(self) -> Mapping[PersonId, str]:
        """The names everybody may read, as the players agreed."""
        return {person: _apart(name) for person, name in public_names(self.event).items()}

    @cached_property
    def in_sentences(self) -> Event:
        """The event for those who make sentences of it: its names turn nothing around."""
        entrants = self.event.entrants.items()
        shown = {
            player: replace(entrant, name=_apart(entrant.name)) for player, entrant in entrants
        }
        return replace(self.event, people=self.names, entrants=shown)

    def players(self) -> list[Entrant]:
        """Return all entrants but the Spare Player, as they were entered."""
        return [entrant for entrant in self.event.entrants.values() if not entrant.spare]

    # ------------------------------------------------------------------ rounds and order

    def round(self, asked: str | None) -> DayRound:
        """Return a published round: the one asked for by number or id, or the newest."""
        event = self.event
        if asked is None:
            if event.current is None:
                raise Refused("view-no-round-published-yet")
            return event.current
        found = event.round(asked) or event.round(f"1.{asked}")
        if found is None:
            known = ", ".join(round_.id for round_ in event.rounds) or "-"
            raise Refused("no-published-round", round=asked, known=known)
        return found

    @cached_property
    def public_standings(self) -> StandingsTable | None:
        """The standings with the names everybody may read; none before a round is published."""
        return standings_table(self, self.public) if self.event.rounds else None

    # ------------------------------------------------------------------ codes

    def player_code(self, player: PlayerId) -> Code | None:
        """Return the code of a player's own page, if the link is known here."""
        return _code(self._player_link(player) if self._player_link is not None else None)

    def table_code(self, table: int | None) -> Code | None:
        """Return the code of a table's page, if the link is known here."""
        if table is None or self._table_link is None:
            return None
        return _code(self._table_link(table))


_FROM_RIGHT_TO_LEFT = {"R", "AL"}
_APART = "\u2068%s\u2069"
"""A name between these marks turns nothing around that stands beside it, such as a number."""


def _apart(name: str) -> str:
    """Return a name as it stands on paper; whole, for what cuts it would cut the marks too."""
    if name.isascii():
        return name
    turned = any(unicodedata.bidirectional(char) in _FROM_RIGHT_TO_LEFT for char in name)
    return _APART % name if turned else name


def _code(link: str | None) -> Code | None:
    from tiltyard.paper.qr import qr_code

    return qr_code(link) if link else None
