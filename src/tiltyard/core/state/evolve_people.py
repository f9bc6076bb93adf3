"""How facts about people change the state."""

from __future__ import annotations

from dataclasses import replace

from tiltyard.core.facts import Recorded, people
from tiltyard.core.ids import PersonId, PlayerId, RoundId
from tiltyard.core.state.basis import with_changed_basis
from tiltyard.core.state.event import Appointment, DayRound, Entrant, Event
from tiltyard.core.state.people import with_person
from tiltyard.core.tournament import ChangeKind

_FIELD_CHANGED = "field-changed"


def _appointed(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, people.StaffAppointed)
    return replace(
        with_person(event, fact.person, fact.name),
        staff=(*event.staff, Appointment(fact.person, fact.role)),
    )


def _released(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, people.StaffReleased)
    staff = tuple(one for one in event.staff if (one.person, one.role) != (fact.person, fact.role))
    return replace(event, staff=staff)


def _duty(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, people.DutyChanged)
    staff = tuple(
        replace(one, on_duty=fact.on_duty)
        if (one.person, one.role) == (fact.person, fact.role)
        else one
        for one in event.staff
    )
    return replace(event, staff=staff)


def _head(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, people.HeadMarshalNamed)
    staff = tuple(
        replace(one, head=one.person == fact.person) if one.role == "marshal" else one
        for one in event.staff
    )
    return replace(event, staff=staff)


def _with_entrant(event: Event, entrant: Entrant) -> Event:
    return replace(event, entrants=event.entrants | {entrant.id: entrant})


def _stale(event: Event) -> Event:
    return replace(event, stale=_FIELD_CHANGED) if event.draft else event


def _registered(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, people.PlayerRegistered)
    late = event.phase == "running"
    entrant = Entrant(
        id=fact.player,
        name=fact.name,
        number=fact.number,
        state="active" if late else "registered",
        faction=fact.faction,
        affiliations=fact.affiliations,
        total=fact.total,
        table=fact.table,
        late=late,
    )
    event = with_person(event, fact.player, fact.name)
    return _with_unpaired(_with_entrant(_stale(event), entrant), fact.player, fact.missed)


def _noted(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, people.NotesKept)
    entrant = event.entrants[fact.player]
    return _with_entrant(event, replace(entrant, notes=entrant.notes | fact.notes))


def _with_unpaired(event: Event, player: PlayerId, missed: tuple[RoundId, ...]) -> Event:
    if not missed:
        return event
    rounds = tuple(
        replace(one, unpaired=(*one.unpaired, player)) if one.id in missed else one
        for one in event.rounds
    )
    return replace(event, rounds=rounds)


def _changed(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, people.PlayerChanged)
    old = event.entrants[fact.player]
    entrant = replace(
        old,
        name=fact.name,
        number=fact.number,
        faction=fact.faction,
        affiliations=fact.affiliations,
        total=fact.total,
        table=fact.table,
    )
    if (old.affiliations, old.table) != (fact.affiliations, fact.table):
        said = f"drawn before the table of {fact.name} was changed"
        event = with_changed_basis(_stale(event), recorded.actor, said)
    event = with_person(event, fact.player, fact.name)
    return _with_entrant(event, entrant)


def _withdrawn(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, people.RegistrationWithdrawn)
    entrants = {player: one for player, one in event.entrants.items() if player != fact.player}
    return replace(event, entrants=entrants)


def _checked_in(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, people.PlayerCheckedIn)
    return _with_entrant(event, replace(event.entrants[fact.player], state="checked_in"))


def _taken_back(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, people.CheckInTakenBack)
    return _with_entrant(event, replace(event.entrants[fact.player], state="registered"))


def _spare_joined(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, people.SpareJoined)
    event = with_person(_stale(event), fact.player, fact.name)
    event = with_changed_basis(event, recorded.actor, "drawn without a Spare Player")
    return _with_entrant(event, Entrant(fact.player, fact.name, None, "active", spare=True))


def _spare_left(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, people.SpareLeft)
    spare = replace(event.entrants[fact.player], state="dropped")
    return _with_entrant(_stale(event), spare)


def _with_change(
    event: Event, after: RoundId | None, player: PlayerId, change: ChangeKind
) -> Event:
    def changed(one: DayRound) -> DayRound:
        return replace(one, after=(*one.after, (player, change))) if one.id == after else one

    return replace(_stale(event), rounds=tuple(changed(one) for one in event.rounds))


def _dropped(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, people.PlayerDropped)
    entrant = replace(event.entrants[fact.player], state="dropped", why_left=fact.why)
    event = _with_entrant(_with_change(event, fact.after, fact.player, "drop"), entrant)
    return _without_offer(event, fact.player)


def _without_offer(event: Event, player: PlayerId) -> Event:
    """Take back a place in the bracket that was offered to somebody who leaves."""
    cut = event.qualification
    if cut is None or cut.offered != player:
        return event
    asked = replace(cut, offered=None, declined=(*cut.declined, player))
    return replace(event, qualification=asked)


def _rejoined(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, people.PlayerRejoined)
    entrant = replace(event.entrants[fact.player], state="active", why_left=None)
    event = _with_entrant(_with_change(event, fact.after, fact.player, "rejoin"), entrant)
    return _with_unpaired(event, fact.player, fact.missed)


def _recommended(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, people.DisqualificationRecommended)
    return replace(event, recommendations=event.recommendations | {fact.player: fact.reason})


def _declined(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, people.RecommendationDeclined)
    left = {one: reason for one, reason in event.recommendations.items() if one != fact.player}
    return replace(event, recommendations=left)


def _disqualified(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, people.PlayerDisqualified)
    entrant = replace(event.entrants[fact.player], state="disqualified")
    open_ones = {
        player: reason for player, reason in event.recommendations.items() if player != fact.player
    }
    event = _without_offer(replace(event, recommendations=open_ones), fact.player)
    return _with_entrant(_with_change(event, fact.after, fact.player, "disqualify"), entrant)


def _voted(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, people.FavouriteVoted)
    event = _with_later_tie_break(event, recorded.actor, "drawn before a vote was counted")
    return _with_entrant(event, replace(event.entrants[fact.player], favourite=fact.opponent))


def _with_later_tie_break(event: Event, person: PersonId, said: str) -> Event:
    """Mark the rounds, and a draw nobody has seen, that a tie-break entered now did not know."""
    if not event.rounds:
        return event
    draft = replace(event.draft, basis_changed=(person, said)) if event.draft else None
    return with_changed_basis(replace(event, draft=draft), person, said, event.rounds[0].id)


def _extra(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, people.ExtraScored)
    event = _with_later_tie_break(event, recorded.actor, f"drawn before {fact.name} was scored")
    old = event.entrants[fact.player]
    return _with_entrant(event, replace(old, extra=old.extra | {fact.name: fact.value}))


def _shown(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, people.ShownNameChosen)
    return replace(event, shown_names=event.shown_names | {fact.player: fact.shown})


EVOLVE_PEOPLE = {
    people.StaffAppointed: _appointed,
    people.StaffReleased: _released,
    people.DutyChanged: _duty,
    people.HeadMarshalNamed: _head,
    people.PlayerRegistered: _registered,
    people.NotesKept: _noted,
    people.PlayerChanged: _changed,
    people.RegistrationWithdrawn: _withdrawn,
    people.PlayerCheckedIn: _checked_in,
    people.CheckInTakenBack: _taken_back,
    people.SpareJoined: _spare_joined,
    people.SpareLeft: _spare_left,
    people.PlayerDropped: _dropped,
    people.PlayerRejoined: _rejoined,
    people.DisqualificationRecommended: _recommended,
    people.RecommendationDeclined: _declined,
    people.PlayerDisqualified: _disqualified,
    people.FavouriteVoted: _voted,
    people.ExtraScored: _extra,
    people.ShownNameChosen: _shown,
}
