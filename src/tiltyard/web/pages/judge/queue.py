"""Calls that wait for a judge, the longest first: calls, appeals, disputes, watches, reports."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, Literal
from weakref import WeakKeyDictionary

from tiltyard.day.components import EndComponentTrouble
from tiltyard.day.facts import (
    CallAppealed,
    CallRuled,
    EntryContradicted,
    IncidentRecorded,
    IncidentReported,
    JudgeCalled,
    ResultEntered,
    ResultReported,
    WatchRequested,
)
from tiltyard.day.judging import EndWatch, RecordIncident, RuleOnCall
from tiltyard.day.policy import refusal
from tiltyard.day.roles import (
    QUESTION,
    concerned_by,
    deciders,
    incident_clause,
    matter_of,
    matter_of_category,
)
from tiltyard.text.say import say
from tiltyard.views.round import games_in_order
from tiltyard.views.who_rules import may_answer, may_rule
from tiltyard.web.pages.judge.bench import SAID, No

if TYPE_CHECKING:
    from datetime import datetime

    from tiltyard.day.event import Call, Event, Game, Incident, Trouble, Watch
    from tiltyard.day.facts import Recorded
    from tiltyard.engine.tournament import MatchId, PersonId
    from tiltyard.service.desk import Desk
    from tiltyard.web.event_view import EventView
    from tiltyard.web.pages.judge.bench import Bench


# ------------------------------------------------------------------------------
# Since when somebody waits: read from the log, which knows the time of every call.


@dataclass(slots=True)
class _Read:
    """What was read of a log: up to which fact, and when each thing was asked for."""

    number: int = 0
    at: dict[tuple[str, str], datetime] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)


_READ: WeakKeyDictionary[Desk, dict[str, _Read]] = WeakKeyDictionary()


def times_of(desk: Desk, event: Event) -> dict[tuple[str, str], datetime]:
    """Return when calls, appeals, watches, incidents and slips came, by kind and id."""
    read = _READ.setdefault(desk, {}).setdefault(event.id, _Read())
    with read.lock:
        if event.version < read.number:
            read.number, read.at = 0, {}
        if event.version > read.number:
            for recorded in desk.log(event.id, read.number):
                key = _key(recorded)
                if key is not None:
                    read.at[key] = recorded.at
                read.number = recorded.number
        return dict(read.at)


def _key(recorded: Recorded) -> tuple[str, str] | None:
    """Return what a fact begins to wait for."""
    fact = recorded.fact
    if isinstance(fact, JudgeCalled):
        return "call", fact.call
    if isinstance(fact, CallAppealed):
        return "appeal", fact.call
    if isinstance(fact, CallRuled):
        return "ruling", fact.call
    if isinstance(fact, WatchRequested):
        return "watch", fact.watch
    if isinstance(fact, IncidentReported | IncidentRecorded):
        return "incident", fact.incident
    if isinstance(fact, ResultReported | ResultEntered | EntryContradicted):
        return "dispute", fact.match
    return None


# ------------------------------------------------------------------------------
# Who waits for a judge, the longest first: calls, appeals, disputes, watches, reports.

Kind = Literal["call", "appeal", "dispute", "watch", "incident", "trouble"]
Times = dict[tuple[str, str], "datetime"]
Urgency = tuple[bool, bool, bool, int, "datetime"]


@dataclass(frozen=True, slots=True)
class Waiting:
    """One thing that waits: what it is, where, since when, who may rule, and why not you.

    `about` is the call, watch, incident or trouble itself; for a dispute the game. `first`: only
    this leader decides it, or one of few.
    """

    kind: Kind
    id: str
    since: datetime
    game: Game | None
    asked_by: PersonId
    text: str
    clause: str
    able: tuple[PersonId, ...]
    own: bool
    no: No | None
    about: Call | Watch | Incident | Trouble | Game
    first: bool = False

    @property
    def since_ms(self) -> int:
        """The same as browsers count it."""
        return int(self.since.timestamp() * 1000)


def queue(bench: Bench, desk: Desk) -> tuple[Waiting, ...]:
    """Return everything that waits, the most urgent first.

    First what only this leader decides, then what stops a game, then what was asked for again, then
    the longest; last come tables to which somebody else is on the way.
    """
    times = times_of(desk, bench.view.event)
    found = [
        *_calls(bench, times),
        *_disputes(bench, times),
        *_watches(bench, times),
        *_incidents(bench, times),
        *_troubles(bench),
    ]
    return tuple(sorted(found, key=lambda waiting: urgency(waiting, bench.me)))


_STOPS_A_GAME = frozenset({"call", "appeal", "dispute"})


def urgency(waiting: Waiting, me: PersonId) -> Urgency:
    """Return by what things that wait are ordered for a judge."""
    coming = waiting.game.coming if waiting.game is not None else None
    return (
        coming not in {None, me},
        not waiting.first,
        waiting.kind not in _STOPS_A_GAME,
        -getattr(waiting.about, "repeated", 0),
        waiting.since,
    )


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Something that waits at another event of this server where the reader is on duty, too."""

    view: EventView
    waiting: Waiting


def in_one_queue(
    bench: Bench, found: tuple[Waiting, ...], others: tuple[tuple[Bench, Waiting], ...]
) -> tuple[Waiting | Elsewhere, ...]:
    """Return what waits here and at other events, the most urgent first."""
    entries: list[tuple[Urgency, Waiting | Elsewhere]] = [
        *((urgency(waiting, bench.me), waiting) for waiting in found),
        *(
            (urgency(waiting, other.me), Elsewhere(other.view, waiting))
            for other, waiting in others
        ),
    ]
    return tuple(entry for _, entry in sorted(entries, key=lambda pair: pair[0]))


def of_game(found: tuple[Waiting, ...], match: MatchId) -> tuple[Waiting, ...]:
    """Return what waits at one table."""
    return tuple(
        waiting for waiting in found if waiting.game is not None and waiting.game.id == match
    )


def _able(bench: Bench, game: Game | None) -> tuple[PersonId, ...]:
    view = bench.view
    return may_rule(view.event, view.rules, game) if game is not None else ()


def _calls(bench: Bench, times: Times) -> Iterator[Waiting]:
    event = bench.view.event
    for call in event.calls.values():
        if call.state not in {"open", "appealed"}:
            continue
        kind: Kind = "call" if call.state == "open" else "appeal"
        game = event.game(call.match)
        yield Waiting(
            kind=kind,
            id=call.id,
            since=_at(bench, times, kind, call.id),
            game=game,
            asked_by=call.caller,
            text=call.topic,
            clause=_clause_of_call(bench, call),
            able=may_answer(event, bench.view.rules, call, game) if game is not None else (),
            own=bench.plays_in(game),
            no=No.of(bench.refusal(RuleOnCall(call.id, SAID))),
            about=call,
            first=_is_mine(bench, call.kind, game.players if game is not None else ()),
        )


def _clause_of_call(bench: Bench, call: Call) -> str:
    staff, matter = bench.view.rules.staff, matter_of(bench.view.rules, call.kind)
    if call.state == "appealed":
        return staff.appeal_clause
    return matter.clause if matter is not None and call.kind != QUESTION else staff.clause


def _disputes(bench: Bench, times: Times) -> Iterator[Waiting]:
    view = bench.view
    round_ = view.event.current
    for game in round_.games.values() if round_ is not None else ():
        if not game.is_disputed:
            continue
        yield Waiting(
            kind="dispute",
            id=f"d{game.id}",
            since=_at(bench, times, "dispute", game.id),
            game=game,
            asked_by=game.filed[-1].by if game.filed else game.players[0],
            text=say("judge.two-slips-of-this-game"),
            clause=view.rules.staff.clause,
            able=_able(bench, game),
            own=bench.plays_in(game),
            no=No.of(refusal(view.event, view.rules, bench.me, "resolve-dispute", game.players)),
            about=game,
        )


def _watches(bench: Bench, times: Times) -> Iterator[Waiting]:
    event, conduct = bench.view.event, bench.view.rules.conduct
    for watch in event.watches.values():
        if watch.ended:
            continue
        game = event.game(watch.match)
        yield Waiting(
            kind="watch",
            id=watch.id,
            since=_at(bench, times, "watch", watch.id),
            game=game,
            asked_by=watch.by,
            text=watch.reason,
            clause=conduct.watch_clause or conduct.clause,
            able=_able(bench, game),
            own=bench.plays_in(game),
            no=No.of(bench.refusal(EndWatch(watch.id))),
            about=watch,
        )


def _incidents(bench: Bench, times: Times) -> Iterator[Waiting]:
    view = bench.view
    for incident in view.event.incidents.values():
        if incident.handled:
            continue
        game = view.event.game(incident.match) if incident.match else None
        matter = matter_of_category(view.rules, incident.category)
        concerned = concerned_by(view.event, incident)
        category = view.rules.conduct.categories[0].id
        answer = RecordIncident(category, (), SAID, match=incident.match or "", answers=incident.id)
        yield Waiting(
            kind="incident",
            id=incident.id,
            since=_at(bench, times, "incident", incident.id),
            game=game,
            asked_by=incident.by,
            text=incident.text,
            clause=_clause_of_incident(bench, incident),
            able=deciders(view.event, view.rules, matter, concerned) or _able(bench, game),
            own=bench.plays_in(game),
            no=No.of(bench.refusal(answer)),
            about=incident,
            first=incident.observed and _is_mine(bench, matter, concerned),
        )


def _is_mine(bench: Bench, matter: str, concerned: tuple[PersonId, ...]) -> bool:
    view = bench.view
    return bench.me in deciders(view.event, view.rules, matter, concerned)


def _clause_of_incident(bench: Bench, incident: Incident) -> str:
    conduct = bench.view.rules.conduct
    if incident.observed:
        return incident_clause(bench.view.rules, incident)
    known = {category.id: category.clause for category in conduct.categories}
    return known.get(incident.category) or conduct.missed_opportunity_clause or conduct.clause


def _troubles(bench: Bench) -> Iterator[Waiting]:
    event, components = bench.view.event, bench.view.rules.components
    clauses = {
        "lost": components.lost_extension_clause,
        "damaged": components.lost_extension_clause,
        "ineligible": components.ineligible_clause,
        "missing_kit": components.missing_kit_clause,
    }
    for trouble in event.troubles.values():
        if trouble.is_settled or event.entrants[trouble.player].state != "active":
            continue
        game = event.game(trouble.match) if trouble.match else event.game_of(trouble.player)
        yield Waiting(
            kind="trouble",
            id=trouble.id,
            since=trouble.since,
            game=game,
            asked_by=trouble.player,
            text=trouble.component,
            clause=clauses[trouble.kind],
            able=_able(bench, game),
            own=bench.plays_in(game),
            no=No.of(bench.refusal(EndComponentTrouble(trouble.id, "found"))),
            about=trouble,
        )


def _at(bench: Bench, times: Times, kind: str, name: str) -> datetime:
    """Return since when; a log that does not say so counts from now."""
    return times.get((kind, name)) or bench.view.clock.now()


def open_games(event: Event) -> tuple[Game, ...]:
    """Return the games still played, by table."""
    round_ = event.current
    games = games_in_order(round_) if round_ is not None else ()
    return tuple(game for game in games if game.is_open)
