"""What the judges have on their desk: calls, incidents, watches, components, proxies."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
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


@dataclass(frozen=True, slots=True)
class Incident:
    """What a leader noted, or what somebody reported to the leaders."""

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
class Trouble:
    """A component that is lost, damaged or not allowed, and when the search ends."""

    id: str
    player: PlayerId
    component: str
    kind: ComponentTrouble
    match: MatchId | None
    since: datetime
    minutes: int
    end: ComponentEnd | None = None
    round: RoundId = ""


@dataclass(frozen=True, slots=True)
class Proxy:
    """A stand-in for a damaged card, made by a leader."""

    player: PlayerId
    card: str
    information: str
    leader: PersonId
    made: datetime
