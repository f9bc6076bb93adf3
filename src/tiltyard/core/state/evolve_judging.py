"""How the facts of the judges change the state."""

from __future__ import annotations

from dataclasses import replace

from tiltyard.core.facts import Recorded, judging
from tiltyard.core.state.event import Event
from tiltyard.core.state.evolve_lists import put_conversion
from tiltyard.core.state.judging import Call, Grant, Incident, Proxy, Trouble, Watch
from tiltyard.core.state.lists import Conversion
from tiltyard.core.state.rounds import with_match


def _called(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, judging.JudgeCalled)
    call = Call(fact.call, fact.match, fact.caller, fact.topic, fact.direct)
    return replace(event, calls=event.calls | {call.id: call})


def _kind(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, judging.CallKindSaid)
    call = replace(event.calls[fact.call], kind=fact.kind)
    return replace(event, calls=event.calls | {call.id: call})


def _ruled(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, judging.CallRuled)
    old = event.calls[fact.call]
    call = replace(
        old,
        state="final" if fact.final else "ruled",
        ruling=fact.ruling,
        ruled_by=recorded.actor,
        overrules=fact.overrules,
        first_ruling=old.first_ruling or fact.ruling,
    )
    return replace(event, calls=event.calls | {call.id: call})


def _appealed(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, judging.CallAppealed)
    call = replace(event.calls[fact.call], state="appealed")
    return replace(event, calls=event.calls | {call.id: call})


def _recorded(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, judging.IncidentRecorded)
    incident = Incident(
        fact.incident,
        fact.category,
        fact.people,
        fact.finding,
        fact.remedy,
        fact.match,
        recorded.actor,
        recorded.role,
        recommends_disqualification=fact.recommends_disqualification,
    )
    incidents = event.incidents | {incident.id: incident}
    if fact.answers is not None:
        incidents[fact.answers] = replace(incidents[fact.answers], handled=True)
    return replace(event, incidents=incidents)


def _observed(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, judging.IncidentObserved)
    incident = replace(event.incidents[fact.incident], observed=True, handled=False)
    return replace(event, incidents=event.incidents | {incident.id: incident})


def _set_aside(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, judging.IncidentSetAside)
    incident = replace(event.incidents[fact.incident], handled=True, set_aside=fact.reason)
    return replace(event, incidents=event.incidents | {incident.id: incident})


def _reported(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, judging.IncidentReported)
    incident = Incident(
        fact.incident,
        fact.category,
        (),
        fact.text,
        "",
        fact.match,
        recorded.actor,
        recorded.role,
        handled=False,
    )
    return replace(event, incidents=event.incidents | {incident.id: incident})


def _watch(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, judging.WatchRequested)
    watch = Watch(fact.watch, fact.match, recorded.actor, fact.reason)
    return replace(event, watches=event.watches | {watch.id: watch})


def _watched(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, judging.WatchEnded)
    watch = replace(event.watches[fact.watch], ended=True, note=fact.note)
    return replace(event, watches=event.watches | {watch.id: watch})


def _trouble(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, judging.ComponentTroubleNoted)
    granted = (Grant(fact.minutes, recorded.at, recorded.actor),) if fact.minutes else ()
    trouble = Trouble(
        fact.trouble,
        fact.player,
        fact.component,
        fact.kind,
        fact.match,
        recorded.at,
        granted,
        round=event.current.id if event.current else "",
    )
    return _put_trouble(event, trouble)


def _piece(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, judging.ComponentPieceTold)
    return _put_trouble(event, replace(event.troubles[fact.trouble], piece=fact.piece))


def _time_granted(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, judging.ComponentTimeGranted)
    known = event.troubles[fact.trouble]
    grant = Grant(fact.minutes, recorded.at, recorded.actor)
    return _put_trouble(event, replace(known, grants=(*known.grants, grant)))


def _put_trouble(event: Event, trouble: Trouble) -> Event:
    return replace(event, troubles=event.troubles | {trouble.id: trouble})


def _trouble_ended(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, judging.ComponentTroubleEnded)
    begun = sum(1 for round_ in event.rounds if round_.began or round_.is_closed)
    ended = replace(event.troubles[fact.trouble], end=fact.end, rounds_before_end=begun)
    return _put_trouble(event, ended)


def _proxy(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, judging.ProxyMade)
    proxy = Proxy(fact.player, fact.card, fact.information, recorded.actor, recorded.at)
    return replace(event, proxies=(*event.proxies, proxy))


def _sharing(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, judging.SharingAgreed)
    game = event.game(fact.match)
    assert game is not None
    ordered = (*game.ordered, *fact.items) if fact.ordered else game.ordered
    again = any("ruler" in item for item in fact.items)
    shared = replace(
        game,
        shared=tuple(dict.fromkeys((*game.shared, *fact.items))),
        ordered=tuple(dict.fromkeys(ordered)),
        ruler_side="" if again else game.ruler_side,
    )
    return with_match(event, shared)


def _ruler_side(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, judging.RulerSideAgreed)
    game = event.game(fact.match)
    assert game is not None
    return with_match(event, replace(game, ruler_side=fact.side))


def _ruling_asked(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, judging.ComponentRulingAsked)
    asked = Conversion(fact.request, fact.player, fact.description, kind=fact.kind)
    return put_conversion(event, asked)


def _ruling_given(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, judging.ComponentRulingGiven)
    asked = event.list_desk.conversions[fact.request]
    ruled = replace(asked, approved=fact.allowed, note=fact.note, decided_by=recorded.actor)
    return put_conversion(event, ruled)


EVOLVE_JUDGING = {
    judging.JudgeCalled: _called,
    judging.CallKindSaid: _kind,
    judging.CallRuled: _ruled,
    judging.CallAppealed: _appealed,
    judging.IncidentRecorded: _recorded,
    judging.IncidentObserved: _observed,
    judging.IncidentSetAside: _set_aside,
    judging.IncidentReported: _reported,
    judging.WatchRequested: _watch,
    judging.WatchEnded: _watched,
    judging.ComponentTroubleNoted: _trouble,
    judging.ComponentPieceTold: _piece,
    judging.ComponentTimeGranted: _time_granted,
    judging.ComponentTroubleEnded: _trouble_ended,
    judging.ProxyMade: _proxy,
    judging.SharingAgreed: _sharing,
    judging.RulerSideAgreed: _ruler_side,
    judging.ComponentRulingAsked: _ruling_asked,
    judging.ComponentRulingGiven: _ruling_given,
}
