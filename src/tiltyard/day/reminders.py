"""What to do next, what is overdue, what blocks: the reminders of the moment (rules 5.7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from tiltyard.day.clock import minutes_of
from tiltyard.day.components import component_reminders, question_clause
from tiltyard.day.cut import cut_is_true
from tiltyard.day.event import elapsed_seconds, remaining_seconds, round_state, why_stale
from tiltyard.day.list_access import errors_of, lists_here, missing_lists
from tiltyard.day.people import late_arrivals
from tiltyard.day.rights import ENTRY
from tiltyard.day.roles import (
    appeal_leader,
    call_decider,
    incident_clause,
    incident_leader,
    notices,
)
from tiltyard.day.setup import untold_since_the_start, what_is_left
from tiltyard.day.soft_scores import is_open, soft_kinds
from tiltyard.day.start import start_gate
from tiltyard.engine.errors import Refused, RulesetText
from tiltyard.engine.structure import plan_for

if TYPE_CHECKING:
    from datetime import datetime

    from tiltyard.day.event import DayRound, Event
    from tiltyard.day.start import Blocker
    from tiltyard.engine.ruleset import Audience, Guidance, Moment, Ruleset

Urgency = Literal["blocks", "overdue", "next", "know"]
_NEAR = 2
LIST_BLOCKERS = frozenset({"list-missing", "list-with-errors", "list-unchecked"})
"""Blockers of single players that are told as one."""
_URGENCY: tuple[Urgency, ...] = ("blocks", "overdue", "next", "know")


@dataclass(frozen=True, slots=True)
class Reminder:
    """One thing for the organizer's list: a code, its clause, facts for the sentence."""

    moment: Moment
    urgency: Urgency
    code: str
    clause: str
    facts: dict[str, object] = field(default_factory=dict)


def reminders(
    event: Event, rules: Ruleset, document: Ruleset, now: datetime
) -> tuple[Reminder, ...]:
    """Return what the leaders should know and do now, the most pressing first."""
    found = [*_of_the_phase(event, rules, document, now), *_of_the_staff(event, rules)]
    found += _of_the_judges(event, rules, now)
    found += _of_the_lists(event, rules, now)
    return tuple(sorted(found, key=lambda reminder: _URGENCY.index(reminder.urgency)))


def moment_of(event: Event) -> Moment:
    """Return at which moment of the day the event is."""
    if event.phase in {"draft", "announced", "registration"}:
        return "planning"
    if event.phase == "check_in":
        return "before_start"
    if event.phase != "running":
        return "end"
    if event.draft is not None:
        return "round_start"
    if event.current is None:
        return "between_rounds"
    return _moment_of_round(event, event.current)


def _moment_of_round(event: Event, round_: DayRound) -> Moment:
    state = round_state(round_)
    if state in {"published", "seating"}:
        return "round_start"
    if state == "time_called":
        return "time_called"
    if state == "closed":
        last = not event.past_the_cut and event.swiss_played >= (event.swiss_rounds or 0)
        return "cut" if last and event.has_cut else "between_rounds"
    reported = any(game.filed or game.slip for game in round_.games.values())
    return "result" if reported else "running"


def guidance(
    rules: Ruleset, moment: Moment, audience: Audience | None = None
) -> tuple[Guidance, ...]:
    """Return the sentences people should read at a moment."""
    return tuple(
        instruction
        for instruction in rules.conduct.guidance
        if instruction.moment == moment and audience in {None, instruction.audience}
    )


# ---------------------------------------------------------------------------- by phase


def _of_the_phase(
    event: Event, rules: Ruleset, document: Ruleset, now: datetime
) -> Iterator[Reminder]:
    if event.phase in ENTRY:
        yield from _approvals(event, rules)
    if event.phase in {"draft", "announced", "registration"}:
        yield from _planning(event, rules)
    elif event.phase == "check_in":
        yield from _planning(event, rules)
        yield from _before_start(event, rules, document)
    elif event.phase == "running":
        for blocker in untold_since_the_start(event, rules, document):
            yield _blocking("running", blocker)
        yield from _running(event, rules, document, now)
        yield from _late_arrivals(event, rules)
    elif event.phase == "finished":
        yield from _end(event, rules)


def _approvals(event: Event, rules: Ruleset) -> Iterator[Reminder]:
    """Yield that people wait for the desk, who registered themselves."""
    if event.waiting:
        facts: dict[str, object] = {"players": len(event.waiting)}
        yield Reminder("planning", "next", "approve-registrations", rules.late_entry.clause, facts)


def _planning(event: Event, rules: Ruleset) -> Iterator[Reminder]:
    players = [entrant for entrant in event.entrants.values() if not entrant.spare]
    count = len(players)
    spare = any(entrant.spare and entrant.state == "active" for entrant in event.entrants.values())
    tables = count // 2 + (1 if spare and count % 2 else 0)
    facts: dict[str, object] = {"players": count, "tables": tables, "chairs": count + spare}
    yield Reminder("planning", "know", "tables-needed", rules.tables.clause, facts)
    if count % 2 and rules.spare.allowed and not spare:
        yield Reminder("planning", "next", "find-a-spare", rules.spare.clause, {"players": count})
    step = step_before_check_in(event)
    if step:
        yield Reminder("planning", "next", step, rules.structure.clause)


def step_before_check_in(event: Event) -> str:
    """Return the one next step until the doors are open: what the desk and its reminders say."""
    if event.phase == "draft":
        return "announce"
    if event.phase in {"announced", "registration"}:
        return "open-check-in" if event.player_count > 1 else "enter-players"
    return ""


def _before_start(event: Event, rules: Ruleset, document: Ruleset) -> Iterator[Reminder]:
    blockers = start_gate(event, rules, document)
    of_lists: dict[str, list[Blocker]] = {}
    for blocker in blockers:
        if blocker.code in LIST_BLOCKERS:
            of_lists.setdefault(blocker.code, []).append(blocker)
            continue
        yield _blocking("before_start", blocker)
    for code, alike in of_lists.items():
        players = [other.facts["player"] for other in alike]
        yield Reminder("before_start", "blocks", code, alike[0].clause, {"players": players})
    away = [entrant.id for entrant in event.entrants.values() if entrant.state == "registered"]
    if away:
        clause = rules.late_entry.clause
        yield Reminder("before_start", "know", "not-here-yet", clause, {"players": away})
    yield from _plan_by_table(event, rules)
    if not blockers:
        yield Reminder("before_start", "next", "start", rules.structure.clause)


def _blocking(moment: Moment, blocker: Blocker) -> Reminder:
    facts = {**blocker.facts, "blocker": blocker}
    return Reminder(moment, "blocks", blocker.code, blocker.clause, facts)


def _plan_by_table(event: Event, rules: Ruleset) -> Iterator[Reminder]:
    """Show what the table gives this field, and one or two players more or fewer (AMB-020)."""
    structure = event.details.structure
    if rules.structure.kind != "tables" or structure not in {"basic", "advanced"}:
        return
    here = sum(1 for entrant in event.entrants.values() if entrant.state == "checked_in")
    if here <= 1:
        return
    plans: dict[str, object] = {}
    for players in range(max(2, here - _NEAR), here + _NEAR + 1):
        try:
            plan = plan_for(rules, players, structure)
        except Refused:
            continue
        plans[str(players)] = [plan.rounds, plan.cut]
    facts: dict[str, object] = {"players": here, "plans": plans}
    yield Reminder("before_start", "know", "plan-by-table", rules.structure.clause, facts)


def _end(event: Event, rules: Ruleset) -> Iterator[Reminder]:
    if not event.prizes:
        yield Reminder("end", "next", "award-prizes", rules.standings.clause)
    yield Reminder("end", "next", "archive", rules.standings.clause)


# ---------------------------------------------------------------------------- while it runs


def _running(event: Event, rules: Ruleset, document: Ruleset, now: datetime) -> Iterator[Reminder]:
    if event.draft is not None:
        yield from _drawn(event, event.draft, rules)
    elif event.current is None:
        yield Reminder("between_rounds", "next", "draw-round", rules.pairing.clause)
    elif event.current.is_closed and round_state(event.current) == "closed":
        yield from _between(event, rules, document)
    else:
        yield from _round(event, event.current, rules, now)


def _late_arrivals(event: Event, rules: Ruleset) -> Iterator[Reminder]:
    """Yield who is registered and has not come: they can still be let in."""
    away = list(late_arrivals(event, rules))
    if away:
        facts: dict[str, object] = {"players": away}
        yield Reminder("running", "know", "let-in-late", rules.late_entry.clause, facts)


def _drawn(event: Event, draft: DayRound, rules: Ruleset) -> Iterator[Reminder]:
    facts: dict[str, object] = {"round": draft.id, "warnings": len(draft.warnings)}
    if event.stale:
        facts["why"] = why_stale(event.stale)
        yield Reminder("round_start", "blocks", "draw-again", rules.pairing.clause, facts)
    else:
        yield Reminder("round_start", "next", "publish", rules.pairing.clause, facts)


def _round(event: Event, round_: DayRound, rules: Ruleset, now: datetime) -> Iterator[Reminder]:
    clause = rules.clock.swiss.clause
    facts: dict[str, object] = {"round": round_.id}
    if not round_.began:
        facts["minutes"] = minutes_of(event, rules, round_)
        if not round_.seating:
            yield Reminder("round_start", "next", "call-seating", clause, facts)
        yield Reminder("round_start", "next", "start-clock", clause, facts)
        yield from _totals(round_, rules)
        return
    yield from _clock(round_, rules, now)
    yield from _results(round_, rules)


def _totals(round_: DayRound, rules: Ruleset) -> Iterator[Reminder]:
    clause = rules.conduct.verify_totals_clause
    if clause and round_.opens_the_event:
        yield Reminder("round_start", "know", "totals-may-be-verified", clause)


def _clock(round_: DayRound, rules: Ruleset, now: datetime) -> Iterator[Reminder]:
    timer = round_.timer
    waiting = [game.id for game in round_.games.values() if game.is_open and not game.filed]
    elapsed = elapsed_seconds(timer, now)
    warn = 60 * rules.no_show.minutes
    if waiting and warn <= elapsed < 3 * warn:
        facts: dict[str, object] = {"minutes": rules.no_show.minutes}
        yield Reminder("running", "next", "look-for-empty-tables", rules.no_show.clause, facts)
    if timer.paused is not None:
        yield Reminder("running", "know", "clock-stands", rules.clock.swiss.clause)
    elif timer.called is not None:
        text: dict[str, object] = {"text": RulesetText(rules.clock.time_called)}
        clause = rules.clock.time_called_clause
        yield Reminder("time_called", "know", "finish-the-games", clause, text)
    elif remaining_seconds(timer, now) == 0:
        clause = rules.clock.time_called_clause
        facts = {"round": round_.id, "text": RulesetText(rules.clock.time_called)}
        yield Reminder("running", "overdue", "call-time", clause, facts)
    for game in round_.games.values():
        if game.is_open and game.extension:
            left = remaining_seconds(timer, now, game.extension)
            facts = {"match": game.id, "table": game.table, "seconds": left}
            urgency: Urgency = "know" if left else "overdue"
            clause = rules.clock.extension_clause
            yield Reminder("running", urgency, "table-with-extension", clause, facts)


def _results(round_: DayRound, rules: Ruleset) -> Iterator[Reminder]:
    for game in round_.games.values():
        facts: dict[str, object] = {"match": game.id, "table": game.table}
        if game.is_disputed:
            yield Reminder("result", "blocks", "disputed", rules.staff.clause, facts)
        elif game.is_open and game.filed:
            facts["by"] = game.filed[0].by
            yield Reminder("result", "next", "confirmation-missing", rules.staff.clause, facts)
        slip = game.slip
        if slip is not None and slip.end == "concession" and rules.conduct.manipulative_concession:
            clause = rules.conduct.manipulative_concession_clause
            yield Reminder("result", "know", "concession", clause, facts)
    waiting = sum(1 for game in round_.games.values() if game.is_open and not game.filed)
    if waiting and round_.timer.called is not None:
        clause = rules.clock.time_called_clause
        yield Reminder("result", "overdue", "results-missing", clause, {"tables": waiting})


# ---------------------------------------------------------------------------- between rounds


def _scores_to_close(event: Event, rules: Ruleset) -> Iterator[Reminder]:
    """Yield what players may still hand in although the ranking waits for it."""
    if event.swiss_rounds is None or event.swiss_played < event.swiss_rounds:
        return
    for kind in soft_kinds(event, rules).values():
        if kind.ranks and kind.shown == "after_last_round" and is_open(event, kind):
            yield Reminder("end", "next", "close-score", kind.clause, {"title": kind.title})


def _between(event: Event, rules: Ruleset, document: Ruleset) -> Iterator[Reminder]:
    yield from _scores_to_close(event, rules)
    left = what_is_left(event, rules, document)
    if not left:
        yield Reminder("end", "next", "finish", rules.standings.clause)
        return
    cut = event.qualification
    if cut and not (cut.offered or event.past_the_cut or cut_is_true(event, rules, cut)):
        cut = None  # a result changed since: it is made again
    if event.has_cut and cut is None and event.swiss_played >= (event.swiss_rounds or 0):
        if event.cut_points:
            facts: dict[str, object] = {"points": event.cut_points}
            yield Reminder("cut", "next", "make-cut-at", rules.cut.points_clause, facts)
        else:
            yield Reminder("cut", "next", "make-cut", rules.cut.clause, {"size": event.cut})
        return
    if cut is not None and cut.offered is not None:
        facts = {"player": cut.offered, "instead_of": cut.instead_of}
        yield Reminder("cut", "blocks", "place-offered", rules.cut.replace_clause, facts)
        return
    count = len(event.playing())
    if count % 2 and cut is None:
        spare = any(
            entrant.spare and entrant.state == "active" for entrant in event.entrants.values()
        )
        code = "odd-field-with-spare" if spare else "odd-field"
        yield Reminder("between_rounds", "know", code, rules.bye.clause, {"players": count})
        if rules.spare.allowed and not spare:
            yield Reminder("between_rounds", "next", "find-a-spare", rules.spare.clause)
    yield Reminder("between_rounds", "next", "draw-round", rules.pairing.clause, {"left": left})


# ---------------------------------------------------------------------------- people


def _of_the_staff(event: Event, rules: Ruleset) -> Iterator[Reminder]:
    if event.phase in {"finished", "archived"}:
        return
    for notice in notices(event, rules):
        if notice.blocks and event.phase == "check_in":
            continue  # the start gate names it
        urgency: Urgency = "blocks" if notice.blocks else "know"
        facts = {**notice.facts, "blocker": notice} if notice.blocks else notice.facts
        yield Reminder("between_rounds", urgency, notice.code, notice.clause, facts)
    for player, reason in event.recommendations.items():
        recommended: dict[str, object] = {"player": player, "reason": reason}
        clause = rules.staff.removes_clause
        yield Reminder("running", "next", "decide-disqualification", clause, recommended)


def _of_the_judges(event: Event, rules: Ruleset, now: datetime) -> Iterator[Reminder]:
    yield from _calls(event, rules)
    facts: dict[str, object]
    for watch in event.watches.values():
        if not watch.ended:
            facts = {"match": watch.match, "reason": watch.reason}
            clause = rules.conduct.watch_clause or rules.conduct.clause
            yield Reminder("running", "next", "watch-requested", clause, facts)
    for incident in event.incidents.values():
        if not incident.handled:
            facts = {"incident": incident.id, "category": incident.category}
            code, clause = "incident-reported", rules.conduct.clause
            if incident.observed:
                code, clause = "incident-observed", incident_clause(rules, incident)
                facts |= {"by": incident.by, "decides": incident_leader(event, rules, incident)}
            yield Reminder("running", "next", code, clause, facts)
    for told in component_reminders(event, rules, now):
        yield Reminder(*told)


def _calls(event: Event, rules: Ruleset) -> Iterator[Reminder]:
    if event.phase != "running":
        return  # nobody can rule on them any more
    for call in event.calls.values():
        facts: dict[str, object] = {"call": call.id, "match": call.match, "topic": call.topic}
        if call.state == "open":
            clause, decides = call_decider(event, rules, call)
            facts |= {"decides": decides, "kind": call.kind}
            code = "call-to-decide" if decides is not None else "judge-called"
            yield Reminder("running", "next", code, clause, facts)
        elif call.state == "appealed":
            game = event.game(call.match)
            if game is not None:
                facts["decides"] = appeal_leader(event, rules, game, call.ruled_by)
            yield Reminder("running", "next", "ruling-appealed", rules.staff.appeal_clause, facts)


# ---------------------------------------------------------------------------- lists


def _of_the_lists(event: Event, rules: Ruleset, now: datetime) -> Iterator[Reminder]:
    """Yield what is to be done about lists; what blocks the start is told at the check-in."""
    if event.phase in {"draft", "finished", "archived"}:
        return
    blocked, running = event.phase == "check_in", event.phase == "running"
    moment: Moment = "before_start" if blocked else "running" if running else "planning"
    missing = [
        player
        for player in missing_lists(event, rules)
        if not running or event.entrants[player].state == "active"
    ]
    if missing and not blocked:
        urgency: Urgency = "blocks" if running else "know"
        facts: dict[str, object] = {"players": missing}
        yield Reminder(moment, urgency, "list-missing", rules.lists.clause, facts)
    until = event.list_desk.deadline
    if missing and not running and until is not None and now > until:
        facts = {"players": missing}
        yield Reminder(moment, "overdue", "list-deadline-passed", rules.lists.clause, facts)
    yield from _to_be_checked(event, rules, moment)
    waiting = [
        conversion
        for conversion in event.list_desk.conversions.values()
        if conversion.approved is None
    ]
    if waiting:
        clause = question_clause(rules, waiting[0].kind)
        facts = {"players": [conversion.player for conversion in waiting]}
        yield Reminder(moment, "next", "conversions-waiting", clause, facts)


def _to_be_checked(event: Event, rules: Ruleset, moment: Moment) -> Iterator[Reminder]:
    wrong, clean = [], []
    for army in lists_here(event):
        if army.state not in {"submitted", "approved"}:
            continue
        if errors_of(event, rules, army):
            wrong.append(army.player)
        elif army.state == "submitted" and not army.is_locked:
            clean.append(army.player)
    by_hand = rules.lists.approval == "by_hand"
    if wrong and moment != "before_start":
        facts: dict[str, object] = {"players": wrong}
        yield Reminder(moment, "next", "list-with-errors", rules.lists.clause, facts)
    if clean and by_hand and moment != "before_start":
        clause = rules.lists.approval_clause
        yield Reminder(moment, "next", "lists-to-approve", clause, {"players": clean})
