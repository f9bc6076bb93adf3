"""What the judges have on their desk: calls, incidents, watches, components, proxies."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from tiltyard.core.facts.judging import ComponentEnd, ComponentTrouble
from tiltyard.core.ids import MatchId, PersonId, PlayerId, RoundId

CallState = Literal["open", "ruled", "appealed", "final"]


@dataclass(frozen=True, slots=True)
class Call:
    """A judge call: open, ruled, appealed, final."""

    id: str
    match: MatchId
    caller: PersonId
    topic: str
    direct: bool
    state: CallState = "open"
    ruling: str = ""
    ruled_by: PersonId = ""
    overrules: str = ""
    first_ruling: str = ""
    kind: str = "question"


@dataclass(frozen=True, slots=True)
class Incident:
    """What a leader noted, or what somebody reported to the leaders.

    `observed`: a leader noted it for whoever decides such matters; `set_aside` says why nothing
    followed from it.
    """

    id: str
    category: str
    people: tuple[PersonId, ...]
    text: str
    remedy: str
    match: MatchId | None
    by: PersonId
    role: str
    recommends_disqualification: bool = False
    handled: bool = True
    observed: bool = False
    set_aside: str = ""


@dataclass(frozen=True, slots=True)
class Watch:
    """A game somebody asked a leader to watch."""

    id: str
    match: MatchId
    by: PersonId
    reason: str
    ended: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Grant:
    """Minutes a leader gave a player to find or replace a component, and from when on."""

    minutes: int
    at: datetime
    by: PersonId


@dataclass(frozen=True, slots=True)
class Trouble:
    """A component that is lost, damaged or not allowed, and the time granted to look for it.

    `piece` is which sort of component it is, where somebody said so. After a concession the
    component is still missing. `rounds_before_end` are the rounds that had begun when it ended.
    """

    id: str
    player: PlayerId
    component: str
    kind: ComponentTrouble
    match: MatchId | None
    since: datetime
    grants: tuple[Grant, ...] = ()
    end: ComponentEnd | None = None
    round: RoundId = ""
    piece: str = ""
    rounds_before_end: int = 0

    @property
    def minutes(self) -> int:
        """All the minutes that were granted."""
        return sum(grant.minutes for grant in self.grants)

    @property
    def search_ends(self) -> datetime | None:
        """When the granted time is over; none while a leader has granted none."""
        ends: datetime | None = None
        for grant in self.grants:
            begins = grant.at if ends is None else max(ends, grant.at)
            ends = begins + timedelta(minutes=grant.minutes)
        return ends

    @property
    def is_settled(self) -> bool:
        """Whether nothing is missing any longer, or the player is gone."""
        return self.end is not None and self.end != "conceded"

    @property
    def searches(self) -> bool:
        """Whether a player still looks for something, in a game that goes on."""
        return self.end is None and self.kind in {"lost", "damaged"}


@dataclass(frozen=True, slots=True)
class Proxy:
    """A stand-in for a damaged card, made by a leader."""

    player: PlayerId
    card: str
    information: str
    leader: PersonId
    made: datetime
