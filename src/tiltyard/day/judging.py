"""Judging: calls, appeals, incidents, watches, and who decides which of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from tiltyard.day.context import (
    Act,
    ActFacts,
    AnyAct,
    Command,
    Folds,
    Scene,
    the_players_of_the_match,
)
from tiltyard.day.event import Call, Event, Game, Incident, Watch, the_game, with_match
from tiltyard.day.facts import (
    AppealReasoned,
    AppealWithdrawn,
    CallAppealed,
    CallKindSaid,
    CallRepeated,
    CallRuled,
    CallWithdrawn,
    DisqualificationRecommended,
    Fact,
    IncidentObserved,
    IncidentRecorded,
    IncidentReported,
    IncidentSetAside,
    JudgeCalled,
    JudgeComing,
    Recorded,
    WatchEnded,
    WatchRequested,
)
from tiltyard.day.rights import LATE, LEADERS, RUNNING, Right
from tiltyard.day.roles import (
    CONDUCT,
    DISQUALIFICATION,
    QUESTION,
    call_kinds,
    clause_on_leaders,
    concerned_by,
    due_over_leaders,
    final_authority,
    is_spectator,
    leaders_in,
    matter_of_category,
    refusal_to_decide,
    require_decider,
    ruling_leader,
    ruling_rank,
)
from tiltyard.engine.errors import Phrase, Refused
from tiltyard.engine.plain_text import tidy
from tiltyard.engine.tournament import MatchId, PersonId, PlayerId

# ------------------------------------------------------------------------------
# Deciding whose a call or an incident is: kinds of calls, observations, what is set aside.


@dataclass(frozen=True, slots=True)
class SayCallKind:
    """Say what a call is about, so that it comes to whoever decides that."""

    NAME: ClassVar[str] = "say-call-kind"
    call: str
    kind: str


@dataclass(frozen=True, slots=True)
class SetAsideIncident:
    """Decide that nothing follows from a report or an observation."""

    NAME: ClassVar[str] = "set-aside-incident"
    incident: str
    reason: str


# ------------------------------------------------------------------------------------------ calls


def the_call(scene: Scene, name: str) -> Call:
    """Return a judge call, or refuse."""
    call = scene.event.calls.get(name)
    if call is None:
        raise Refused("no-judge-call", name=name[:20])
    return call


def require_call_kind(scene: Scene, kind: str) -> None:
    """Refuse a kind of call that the document does not know."""
    known = [matter.id for matter in call_kinds(scene.rules)]
    if kind not in known:
        raise Refused(
            "no-kind-judge-call-here",
            clause=scene.rules.staff.clause,
            field="kind",
            kind=kind[:40],
            known=tuple(known),
        )


def _say_kind(scene: Scene, command: SayCallKind) -> Iterator[Fact]:
    call = the_call(scene, command.call)
    require_call_kind(scene, command.kind)
    if call.state != "open":
        raise Refused("call-kind-ruled-already", clause=scene.rules.staff.appeal_clause)
    if call.kind == command.kind:
        raise Refused("call-kind-already")
    _, game = scene.game(call.match)
    require_decider(scene.event, scene.rules, scene.person, call.kind, game.players)
    yield CallKindSaid(command.call, command.kind)


# -------------------------------------------------------------------------------------- incidents


def open_incident(scene: Scene, name: str) -> Incident:
    """Return a report or an observation that nobody has answered, or refuse."""
    incident = scene.event.incidents.get(name)
    if incident is None or incident.handled:
        raise Refused("no-open-report", clause=scene.rules.conduct.clause, name=name[:20])
    return incident


def require_incident_decider(scene: Scene, incident: Incident) -> None:
    """Refuse to close what another leader observed for whoever decides it."""
    matter = matter_of_category(scene.rules, incident.category)
    concerned = concerned_by(scene.event, incident)
    require_decider(scene.event, scene.rules, scene.person, matter, concerned)


def left_to_decider(
    scene: Scene, incident: str, category: str, concerned: Iterable[PersonId]
) -> Iterator[Fact]:
    """Yield that an incident is an observation, if another decides what follows from it."""
    matter = matter_of_category(scene.rules, category)
    no = refusal_to_decide(scene.event, scene.rules, scene.person, matter, concerned)
    if no is not None:
        yield IncidentObserved(incident, matter)


def _set_aside(scene: Scene, command: SetAsideIncident) -> Iterator[Fact]:
    require_incident_decider(scene, open_incident(scene, command.incident))
    yield IncidentSetAside(command.incident, tidy(command.reason))


def _people_of_open_incident(event: Event, command: SetAsideIncident) -> Iterable[PersonId]:
    incident = event.incidents.get(command.incident)
    return concerned_by(event, incident) if incident is not None else ()


# ------------------------------------------------------------------------------
# Deciding about rulings: calls, appeals, incidents, watches.

MISSED_OPPORTUNITY = "missed_opportunity"


@dataclass(frozen=True, slots=True)
class CallJudge:
    """Ask for a ruling; `direct` without trying to settle it between the players first.

    `kind` says what it is about: some kinds are decided by one role only. With `merge`, a call of
    the same kind that is open at this table is repeated, and no second one is made.
    """

    NAME: ClassVar[str] = "call-judge"
    match: MatchId
    topic: str
    direct: bool = False
    kind: str = QUESTION
    merge: bool = False


@dataclass(frozen=True, slots=True)
class WithdrawCall:
    """Say that nobody has to come any more."""

    NAME: ClassVar[str] = "withdraw-call"
    call: str


@dataclass(frozen=True, slots=True)
class GoToTable:
    """Tell a table that you are on your way."""

    NAME: ClassVar[str] = "go-to-table"
    match: MatchId


@dataclass(frozen=True, slots=True)
class RuleOnCall:
    """Give a ruling; the last instance may overrule a document."""

    NAME: ClassVar[str] = "rule-on-call"
    call: str
    ruling: str
    overrules: str = ""


@dataclass(frozen=True, slots=True)
class AppealRuling:
    """Ask for a review of a ruling, and say why."""

    NAME: ClassVar[str] = "appeal-ruling"
    call: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class WithdrawAppeal:
    """Accept a ruling after all."""

    NAME: ClassVar[str] = "withdraw-appeal"
    call: str


@dataclass(frozen=True, slots=True)
class RecordIncident:
    """Note what happened, by category; only whoever decides the matter adds a remedy.

    What another leader notes is an observation for them.
    """

    NAME: ClassVar[str] = "record-incident"
    category: str
    people: tuple[PersonId, ...]
    finding: str
    remedy: str = ""
    match: MatchId = ""
    recommends_disqualification: bool = False
    answers: str = ""


@dataclass(frozen=True, slots=True)
class ReportIncident:
    """Tell the leaders that something seems wrong."""

    NAME: ClassVar[str] = "report-incident"
    category: str
    text: str
    match: MatchId = ""


@dataclass(frozen=True, slots=True)
class RequestWatch:
    """Ask a leader to watch a game."""

    NAME: ClassVar[str] = "request-watch"
    match: MatchId
    reason: str


@dataclass(frozen=True, slots=True)
class EndWatch:
    """Note what was seen."""

    NAME: ClassVar[str] = "end-watch"
    watch: str
    note: str = ""


def _said(text: str, what: str) -> str:
    said = tidy(text)
    if not said:
        raise Refused("text-empty", what=Phrase(f"things.{what}"))
    return said


def _call_judge(scene: Scene, command: CallJudge) -> Iterator[Fact]:
    scene.game(command.match)
    name = f"c{len(scene.event.calls) + 1}"
    topic = _said(command.topic, "the-question")
    require_call_kind(scene, command.kind)
    same = _open_call(scene.event, command) if command.merge else None
    if same is not None:
        if same.caller == scene.person and same.topic == topic:
            raise Refused("judge-called-already")
        yield CallRepeated(same.id, scene.person, topic)
        return
    yield JudgeCalled(name, command.match, scene.person, topic, command.direct)
    if command.kind != QUESTION:
        yield CallKindSaid(name, command.kind)


def _open_call(event: Event, command: CallJudge) -> Call | None:
    """Return the call of the same kind that is open at the table."""
    found = (
        call
        for call in event.calls.values()
        if (call.match, call.kind, call.state) == (command.match, command.kind, "open")
    )
    return next(found, None)


def _withdraw_call(scene: Scene, command: WithdrawCall) -> Iterator[Fact]:
    call = the_call(scene, command.call)
    if call.state != "open":
        raise Refused("call-not-open", state=call.state)
    if call.caller != scene.person:
        raise Refused("call-of-somebody-else", caller=scene.name(call.caller))
    yield CallWithdrawn(command.call)


def _go_to_table(scene: Scene, command: GoToTable) -> Iterator[Fact]:
    round_, game = scene.game(command.match)
    if game.coming == scene.person:
        raise Refused("on-the-way-already")
    if round_ is not scene.event.current and not _awaited(scene.event, game):
        raise Refused("nobody-waits-at-table")
    yield JudgeComing(command.match)


def _awaited(event: Event, game: Game) -> bool:
    """Whether a call of a game waits for a ruling."""
    waiting = {"open", "appealed"}
    return any(call.match == game.id and call.state in waiting for call in event.calls.values())


def _rule(scene: Scene, command: RuleOnCall) -> Iterator[Fact]:
    event, rules = scene.event, scene.rules
    call = the_call(scene, command.call)
    if call.state == "final":
        raise Refused("ruling-final", clause=rules.staff.appeal_clause)
    if call.state == "withdrawn":
        raise Refused("call-was-withdrawn", clause=rules.staff.clause)
    _, game = scene.game(call.match)
    last = _is_last_word(scene, game.players)
    if call.state in {"ruled", "appealed"} and (scene.person == call.ruled_by or not last):
        raise Refused(
            "call-ruled-already",
            clause=rules.staff.appeal_clause,
            ruled_by=scene.name(call.ruled_by),
        )
    _require_rules_on_leaders(scene, game)
    require_decider(event, rules, scene.person, call.kind, game.players)
    overrules = tidy(command.overrules, 80)
    if overrules:
        _require_may_overrule(scene, overrules, last=last)
    ruling = _said(command.ruling, "the-ruling")
    final = last or not rules.staff.appeal or ruling_leader(event, rules, game) is None
    yield CallRuled(command.call, ruling, overrules, final)


def _require_rules_on_leaders(scene: Scene, game: Game) -> None:
    """Refuse a ruling that belongs to another: two leaders meet, or an organizer plays."""
    event, rules = scene.event, scene.rules
    due = due_over_leaders(event, rules, game)
    if due is None or ruling_rank(event, rules, scene.person) >= ruling_rank(event, rules, due):
        return
    raise Refused(
        "rules-game-because-leader-plays",
        clause=clause_on_leaders(rules, leaders_in(event, rules, game)),
        due=scene.name(due),
    )


def _is_last_word(scene: Scene, players: tuple[PlayerId, ...]) -> bool:
    """Whether nobody on duty outside this game ranks higher (AMB-039: the first one stands)."""
    event, rules = scene.event, scene.rules
    mine = ruling_rank(event, rules, scene.person)
    ranks = [
        ruling_rank(event, rules, appointment.person)
        for appointment in event.staff
        if appointment.on_duty and appointment.person not in players
    ]
    return mine >= max(ranks, default=0)


def _require_may_overrule(scene: Scene, document: str, *, last: bool) -> None:
    staff = scene.rules.staff
    if document not in staff.overrules:
        raise Refused(
            "document-not-overruled",
            clause=staff.overrules_clause or staff.clause,
            document=document,
            overrules=tuple(staff.overrules) or (Phrase("things.no-document"),),
        )
    if not last:
        authority = final_authority(scene.event, scene.rules)
        raise Refused(
            "only-last-instance-may-overrule"
            if authority
            else "only-last-instance-may-overrule-document",
            clause=staff.overrules_clause,
            authority=scene.name(authority) if authority else None,
        )


def _appeal(scene: Scene, command: AppealRuling) -> Iterator[Fact]:
    call = the_call(scene, command.call)
    staff = scene.rules.staff
    if not staff.appeal:
        raise Refused("rulings-final-here", clause=staff.appeal_clause)
    if call.state != "ruled":
        raise Refused("call-in-another-state", clause=staff.appeal_clause, state=call.state)
    yield CallAppealed(command.call, PlayerId(scene.person))
    reason = tidy(command.reason)
    if reason:
        yield AppealReasoned(command.call, reason)


def _withdraw_appeal(scene: Scene, command: WithdrawAppeal) -> Iterator[Fact]:
    call = the_call(scene, command.call)
    if call.state != "appealed":
        raise Refused("call-not-appealed", clause=scene.rules.staff.appeal_clause)
    if call.appealed_by != scene.person:
        raise Refused("appeal-of-somebody-else", player=scene.name(call.appealed_by))
    yield AppealWithdrawn(command.call)


def _record(scene: Scene, command: RecordIncident) -> Iterator[Fact]:
    _require_category(scene, command.category)
    if command.match:
        scene.game(command.match)
    for person in command.people:
        if person not in scene.event.people:
            raise Refused("nobody-here-id")
    asked = open_incident(scene, command.answers) if command.answers else None
    if asked is not None and asked.observed:
        require_incident_decider(scene, asked)
    concerned = tuple(_people_of_the_incident(scene.event, command))
    _require_theirs_to_decide(scene, command, concerned)
    name = f"i{len(scene.event.incidents) + 1}"
    yield IncidentRecorded(
        incident=name,
        category=command.category,
        people=command.people,
        finding=_said(command.finding, "the-finding"),
        remedy=tidy(command.remedy),
        match=command.match or None,
        recommends_disqualification=command.recommends_disqualification,
        answers=command.answers or None,
    )
    yield from left_to_decider(scene, name, command.category, concerned)
    if command.recommends_disqualification:
        for person in command.people:
            if person in scene.event.entrants:
                yield DisqualificationRecommended(PlayerId(person), tidy(command.finding))


def _require_theirs_to_decide(
    scene: Scene, command: RecordIncident, concerned: tuple[PersonId, ...]
) -> None:
    """Refuse a remedy or a recommendation by a leader who may only observe."""
    decided = {
        matter_of_category(scene.rules, command.category) or CONDUCT: bool(tidy(command.remedy)),
        DISQUALIFICATION: command.recommends_disqualification,
    }
    for matter in (name for name, wanted in decided.items() if wanted):
        no = refusal_to_decide(scene.event, scene.rules, scene.person, matter, concerned)
        if no is not None:
            raise Refused("decided-by-somebody-else", clause=no.clause).naming(no.facts)


def _require_category(scene: Scene, name: str) -> None:
    known = {category.id for category in scene.rules.conduct.categories}
    if name not in known:
        raise Refused(
            "no-category-incidents-here",
            clause=scene.rules.conduct.clause,
            name=name[:40],
            known=tuple(sorted(known)),
        )


def _report(scene: Scene, command: ReportIncident) -> Iterator[Fact]:
    conduct = scene.rules.conduct
    if command.category == MISSED_OPPORTUNITY:
        if conduct.missed_opportunity_clause and is_spectator(
            scene.event, scene.rules, scene.person
        ):
            raise Refused("spectators-do-not-point-out", clause=conduct.missed_opportunity_clause)
    else:
        _require_category(scene, command.category)
    if command.match:
        scene.game(command.match)
    yield IncidentReported(
        incident=f"i{len(scene.event.incidents) + 1}",
        category=command.category,
        text=_said(command.text, "the-report"),
        match=command.match or None,
    )


def _request_watch(scene: Scene, command: RequestWatch) -> Iterator[Fact]:
    _, game = scene.game(command.match)
    if not game.is_open:
        raise Refused(
            "game-over", clause=scene.rules.conduct.watch_clause or scene.rules.conduct.clause
        )
    name = f"w{len(scene.event.watches) + 1}"
    yield WatchRequested(name, command.match, _said(command.reason, "the-reason"))


def _open_watch(scene: Scene, name: str) -> Watch:
    watch = scene.event.watches.get(name)
    if watch is None or watch.ended:
        raise Refused("no-open-watch", name=name[:20])
    return watch


def _end_watch(scene: Scene, command: EndWatch) -> Iterator[Fact]:
    _open_watch(scene, command.watch)
    yield WatchEnded(command.watch, tidy(command.note))


def _players_of_the_call(
    event: Event,
    command: RuleOnCall | AppealRuling | SayCallKind | WithdrawCall | WithdrawAppeal,
) -> Iterable[PersonId]:
    call = event.calls.get(command.call)
    game = event.game(call.match) if call else None
    return game.players if game else ()


def _players_of_the_watch(event: Event, command: EndWatch) -> Iterable[PersonId]:
    watch = event.watches.get(command.watch)
    game = event.game(watch.match) if watch else None
    return game.players if game else ()


def _people_of_the_incident(event: Event, command: RecordIncident) -> Iterable[PersonId]:
    return (*command.people, *the_players_of_the_match(event, command))


# ------------------------------------------------------------------------------
# How the facts of the judges change the state.


def _fold_judge_called(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, JudgeCalled)
    call = Call(fact.call, fact.match, fact.caller, fact.topic, fact.direct)
    return replace(event, calls=event.calls | {call.id: call})


def _with_call(event: Event, call: Call) -> Event:
    return replace(event, calls=event.calls | {call.id: call})


def _without_coming(event: Event, match: MatchId) -> Event:
    """Return the event after nobody has to come to a table any more."""
    game = event.game(match)
    if game is None or game.coming is None:
        return event
    return with_match(event, replace(game, coming=None))


def _fold_call_repeated(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, CallRepeated)
    call = event.calls[fact.call]
    topic = call.topic if fact.topic == call.topic else f"{call.topic} / {fact.topic}"
    return _with_call(event, replace(call, topic=topic, repeated=call.repeated + 1))


def _fold_call_withdrawn(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, CallWithdrawn)
    call = replace(event.calls[fact.call], state="withdrawn")
    return _without_coming(_with_call(event, call), call.match)


def _fold_judge_coming(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, JudgeComing)
    return with_match(event, replace(the_game(event, fact.match), coming=recorded.actor))


def _fold_appeal_reasoned(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, AppealReasoned)
    return _with_call(event, replace(event.calls[fact.call], appeal_reason=fact.reason))


def _fold_appeal_withdrawn(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, AppealWithdrawn)
    call = replace(event.calls[fact.call], state="ruled", appealed_by="", appeal_reason="")
    return _with_call(event, call)


def _fold_call_kind_said(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, CallKindSaid)
    call = replace(event.calls[fact.call], kind=fact.kind)
    return replace(event, calls=event.calls | {call.id: call})


def _fold_call_ruled(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, CallRuled)
    old = event.calls[fact.call]
    call = replace(
        old,
        state="final" if fact.final else "ruled",
        ruling=fact.ruling,
        ruled_by=recorded.actor,
        overrules=fact.overrules,
        first_ruling=old.first_ruling or fact.ruling,
    )
    return _without_coming(_with_call(event, call), call.match)


def _fold_call_appealed(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, CallAppealed)
    call = replace(event.calls[fact.call], state="appealed", appealed_by=fact.player)
    return replace(event, calls=event.calls | {call.id: call})


def _fold_incident_recorded(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, IncidentRecorded)
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


def _fold_incident_observed(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, IncidentObserved)
    incident = replace(event.incidents[fact.incident], observed=True, handled=False)
    return replace(event, incidents=event.incidents | {incident.id: incident})


def _fold_incident_set_aside(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, IncidentSetAside)
    incident = replace(event.incidents[fact.incident], handled=True, set_aside=fact.reason)
    return replace(event, incidents=event.incidents | {incident.id: incident})


def _fold_incident_reported(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, IncidentReported)
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


def _fold_watch_requested(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, WatchRequested)
    watch = Watch(fact.watch, fact.match, recorded.actor, fact.reason)
    return replace(event, watches=event.watches | {watch.id: watch})


def _fold_watch_ended(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, WatchEnded)
    watch = replace(event.watches[fact.watch], ended=True, note=fact.note)
    return replace(event, watches=event.watches | {watch.id: watch})


# ------------------------------------------------------------------------------
# From the facts of an act back to its command.


def _tell_appeal(told: ActFacts) -> Command:
    why = told.maybe(AppealReasoned)
    return AppealRuling(told.the(CallAppealed).call, why.reason if why is not None else "")


def _tell_call_judge(told: ActFacts) -> Command:
    again = told.maybe(CallRepeated)
    if again is not None:
        call = told.event.calls[again.call]
        return CallJudge(call.match, again.topic, kind=call.kind, merge=True)
    said = told.the(JudgeCalled)
    of_kind = told.maybe(CallKindSaid)
    kind = of_kind.kind if of_kind is not None else QUESTION
    return CallJudge(said.match, said.topic, said.direct, kind)


ACTS: tuple[AnyAct, ...] = (
    Act(
        SayCallKind,
        _say_kind,
        facts=(CallKindSaid,),
        rights=(Right(LEADERS, RUNNING, "not_own"),),
        concerns=_players_of_the_call,
    ),
    Act(
        SetAsideIncident,
        _set_aside,
        facts=(IncidentSetAside,),
        rights=(Right(LEADERS, LATE, "not_own", reason=True),),
        concerns=_people_of_open_incident,
        reason="leaders",
        of_leaders=True,
    ),
    Act(
        CallJudge,
        _call_judge,
        facts=(JudgeCalled, CallKindSaid, CallRepeated),
        rights=(
            Right(("player", "spare"), RUNNING, "own"),
            Right(LEADERS, RUNNING),
        ),
        concerns=the_players_of_the_match,
        tell=_tell_call_judge,
    ),
    Act(
        RuleOnCall,
        _rule,
        facts=(CallRuled,),
        rights=(Right(LEADERS, RUNNING, "not_own"),),
        concerns=_players_of_the_call,
    ),
    Act(
        AppealRuling,
        _appeal,
        facts=(CallAppealed, AppealReasoned),
        rights=(Right(("player", "spare"), RUNNING, "own"),),
        concerns=_players_of_the_call,
        tell=_tell_appeal,
    ),
    Act(
        WithdrawAppeal,
        _withdraw_appeal,
        facts=(AppealWithdrawn,),
        rights=(Right(("player", "spare"), RUNNING, "own"),),
        concerns=_players_of_the_call,
    ),
    Act(
        WithdrawCall,
        _withdraw_call,
        facts=(CallWithdrawn,),
        rights=(
            Right(("player", "spare"), RUNNING, "own"),
            Right(LEADERS, RUNNING),
        ),
        concerns=_players_of_the_call,
    ),
    Act(
        GoToTable,
        _go_to_table,
        facts=(JudgeComing,),
        rights=(Right(LEADERS, RUNNING, "not_own"),),
        concerns=the_players_of_the_match,
    ),
    Act(
        RecordIncident,
        _record,
        facts=(
            IncidentRecorded,
            IncidentObserved,
            DisqualificationRecommended,
        ),
        rights=(Right(LEADERS, LATE, "not_own"),),
        concerns=_people_of_the_incident,
        of_leaders=True,
    ),
    Act(
        ReportIncident,
        _report,
        facts=(IncidentReported,),
        rights=(Right(("player", "spare", "spectator"), RUNNING),),
        of_leaders=True,
    ),
    Act(
        RequestWatch,
        _request_watch,
        facts=(WatchRequested,),
        rights=(
            Right(("player", "spare"), RUNNING, "own"),
            Right(LEADERS, RUNNING),
        ),
        concerns=the_players_of_the_match,
        of_leaders=True,
    ),
    Act(
        EndWatch,
        _end_watch,
        facts=(WatchEnded,),
        rights=(Right(LEADERS, RUNNING, "not_own"),),
        concerns=_players_of_the_watch,
        of_leaders=True,
    ),
)


FOLDS: Folds = {
    JudgeCalled: _fold_judge_called,
    CallKindSaid: _fold_call_kind_said,
    CallRuled: _fold_call_ruled,
    CallAppealed: _fold_call_appealed,
    AppealReasoned: _fold_appeal_reasoned,
    AppealWithdrawn: _fold_appeal_withdrawn,
    CallRepeated: _fold_call_repeated,
    CallWithdrawn: _fold_call_withdrawn,
    JudgeComing: _fold_judge_coming,
    IncidentRecorded: _fold_incident_recorded,
    IncidentObserved: _fold_incident_observed,
    IncidentSetAside: _fold_incident_set_aside,
    IncidentReported: _fold_incident_reported,
    WatchRequested: _fold_watch_requested,
    WatchEnded: _fold_watch_ended,
}
