"""Deciding about rulings: calls, appeals, incidents, watches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from tiltyard.core.decide.routing import (
    left_to_decider,
    open_incident,
    require_call_kind,
    require_incident_decider,
    the_call,
)
from tiltyard.core.decide.scene import Act, Acts, Scene, the_players_of_the_match
from tiltyard.core.deciders import (
    CONDUCT,
    DISQUALIFICATION,
    QUESTION,
    matter_of_category,
    refusal_to_decide,
    require_decider,
)
from tiltyard.core.errors import Phrase, Refused
from tiltyard.core.facts import Fact, judging, people
from tiltyard.core.ids import MatchId, PersonId, PlayerId
from tiltyard.core.plain_text import tidy
from tiltyard.core.staff import (
    clause_on_leaders,
    final_authority,
    is_spectator,
    leaders_in,
    role_of,
    ruling_leader,
    ruling_rank,
)
from tiltyard.core.state.event import Event, Game
from tiltyard.core.state.judging import Watch

MISSED_OPPORTUNITY = "missed_opportunity"


@dataclass(frozen=True, slots=True)
class CallJudge:
    """Ask for a ruling; `direct` without trying to settle it between the players first.

    `kind` says what it is about: some kinds are decided by one role only.
    """

    NAME: ClassVar[str] = "call-judge"
    match: MatchId
    topic: str
    direct: bool = False
    kind: str = QUESTION


@dataclass(frozen=True, slots=True)
class RuleOnCall:
    """Give a ruling; the last instance may overrule a document."""

    NAME: ClassVar[str] = "rule-on-call"
    call: str
    ruling: str
    overrules: str = ""


@dataclass(frozen=True, slots=True)
class AppealRuling:
    """Ask for a review of a ruling."""

    NAME: ClassVar[str] = "appeal-ruling"
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
    yield judging.JudgeCalled(name, command.match, scene.person, topic, command.direct)
    if command.kind != QUESTION:
        yield judging.CallKindSaid(name, command.kind)


def _rule(scene: Scene, command: RuleOnCall) -> Iterator[Fact]:
    event, rules = scene.event, scene.rules
    call = the_call(scene, command.call)
    if call.state == "final":
        raise Refused("ruling-final", clause=rules.staff.appeal_clause)
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
    yield judging.CallRuled(command.call, ruling, overrules, final)


def _require_rules_on_leaders(scene: Scene, game: Game) -> None:
    """Refuse a ruling that belongs to another: two leaders meet, or an organizer plays.

    The marshal rules where two leaders meet (RW-030, AR-019), a second organizer in the games of
    the first (XW-011, DW-013), an organizer in those of a judge (AMB-071).
    """
    event, rules = scene.event, scene.rules
    playing = leaders_in(event, rules, game)
    if len(playing) < 2 and (not playing or role_of(rules, "second_organizer") is None):
        return
    due = ruling_leader(event, rules, game)
    if due is None or ruling_rank(event, rules, scene.person) >= ruling_rank(event, rules, due):
        return
    raise Refused(
        "rules-game-because-leader-plays",
        clause=clause_on_leaders(rules, playing),
        due=scene.name(due),
    )


def _is_last_word(scene: Scene, players: tuple[PlayerId, ...]) -> bool:
    """Whether nobody on duty outside this game ranks higher (AMB-039: the first one stands)."""
    event, rules = scene.event, scene.rules
    mine = ruling_rank(event, rules, scene.person)
    ranks = [
        ruling_rank(event, rules, one.person)
        for one in event.staff
        if one.on_duty and one.person not in players
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
    yield judging.CallAppealed(command.call, PlayerId(scene.person))


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
    yield judging.IncidentRecorded(
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
                yield people.DisqualificationRecommended(PlayerId(person), tidy(command.finding))


def _require_theirs_to_decide(
    scene: Scene, command: RecordIncident, concerned: tuple[PersonId, ...]
) -> None:
    """Refuse a remedy or a recommendation by a leader who may only observe."""
    decided = {
        matter_of_category(scene.rules, command.category) or CONDUCT: bool(tidy(command.remedy)),
        DISQUALIFICATION: command.recommends_disqualification,
    }
    for matter in (one for one, wanted in decided.items() if wanted):
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
    yield judging.IncidentReported(
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
    yield judging.WatchRequested(name, command.match, _said(command.reason, "the-reason"))


def _watch(scene: Scene, name: str) -> Watch:
    watch = scene.event.watches.get(name)
    if watch is None or watch.ended:
        raise Refused("no-open-watch", name=name[:20])
    return watch


def _end_watch(scene: Scene, command: EndWatch) -> Iterator[Fact]:
    _watch(scene, command.watch)
    yield judging.WatchEnded(command.watch, tidy(command.note))


def _players_of_the_call(event: Event, command: RuleOnCall | AppealRuling) -> Iterable[PersonId]:
    call = event.calls.get(command.call)
    game = event.game(call.match) if call else None
    return game.players if game else ()


def _players_of_the_watch(event: Event, command: EndWatch) -> Iterable[PersonId]:
    watch = event.watches.get(command.watch)
    game = event.game(watch.match) if watch else None
    return game.players if game else ()


def _people_of_the_incident(event: Event, command: RecordIncident) -> Iterable[PersonId]:
    return (*command.people, *the_players_of_the_match(event, command))


DECIDE_JUDGING: Acts = {
    CallJudge: Act(_call_judge, the_players_of_the_match),
    RuleOnCall: Act(_rule, _players_of_the_call),
    AppealRuling: Act(_appeal, _players_of_the_call),
    RecordIncident: Act(_record, _people_of_the_incident),
    ReportIncident: Act(_report),
    RequestWatch: Act(_request_watch, the_players_of_the_match),
    EndWatch: Act(_end_watch, _players_of_the_watch),
}
