"""Who may do what, and when: one table of role, act and phase, with "not your own match".

The desk asks it before it shows a button, the application asks it before it decides an act: both
get the same answer, and a refusal says which clause and what to do instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tiltyard.day.roles import roles_of
from tiltyard.engine.errors import Refused, RulesetText, Term
from tiltyard.engine.plain_text import tidy

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tiltyard.day.event import Event, LastAct, Phase
    from tiltyard.engine.ruleset import RoleId, Ruleset
    from tiltyard.engine.tournament import PersonId

Concern = Literal["any", "own", "not_own"]
"""Whose match or place it may be: anybody's, only one's own, or anybody's but one's own."""

ORGANIZERS: tuple[RoleId, ...] = ("organizer", "second_organizer")
_SCORERS: tuple[RoleId, ...] = (*ORGANIZERS, "scorekeeper", "judge", "marshal", "referee")
LEADERS: tuple[RoleId, ...] = (*ORGANIZERS, "marshal", "judge", "referee")
FLOOR: tuple[RoleId, ...] = (*ORGANIZERS, "marshal", "referee", "scorekeeper")
_PAIRERS: tuple[RoleId, ...] = (*ORGANIZERS, "scorekeeper")
_DECIDERS: tuple[RoleId, ...] = (*ORGANIZERS, "marshal", "referee")

_BEFORE: tuple[Phase, ...] = ("draft", "announced", "registration", "check_in")
_ENTRY: tuple[Phase, ...] = ("announced", "registration", "check_in", "running")
_RUNNING: tuple[Phase, ...] = ("running",)
_LATE: tuple[Phase, ...] = ("running", "finished")
_SEEN: tuple[Phase, ...] = ("registration", "check_in", "running", "finished")
_AT_THE_DOOR: tuple[Phase, ...] = ("registration", "check_in", "running")
_OPEN: tuple[Phase, ...] = ("draft", "announced", "registration", "check_in", "running")


@dataclass(frozen=True, slots=True)
class Right:
    """One line of the table: these roles may do this act in these phases."""

    act: str
    roles: tuple[RoleId, ...]
    phases: tuple[Phase, ...]
    concern: Concern = "any"
    reason: bool = False


RIGHTS: tuple[Right, ...] = (
    # ---------------------------------------------------------------- the event itself
    Right("describe-event", ("organizer",), ("draft",)),
    Right("describe-event", ("organizer",), ("announced", "registration", "check_in"), reason=True),
    Right("announce-event", ("organizer",), ("draft",)),
    Right("announce-item", (*ORGANIZERS, "marshal"), _OPEN),
    Right("open-registration", ORGANIZERS, ("announced",)),
    Right("open-check-in", ORGANIZERS, ("announced", "registration")),
    Right("start-event", ORGANIZERS, ("check_in",)),
    Right("change-plan", ("organizer",), _RUNNING, reason=True),
    Right("arrange-tables", FLOOR, _OPEN),
    Right("choose-language", ORGANIZERS, (*_OPEN, "finished")),
    Right("award-prize", ORGANIZERS, _LATE),
    Right("finish-event", ORGANIZERS, _RUNNING),
    Right("reopen-event", ("organizer",), ("finished",), reason=True),
    Right("archive-event", ("organizer",), (*_BEFORE, "finished")),
    Right("undo", FLOOR, (*_OPEN, "finished")),
    # ---------------------------------------------------------------- people
    Right("appoint-staff", ("organizer",), _OPEN),
    Right("release-staff", ("organizer",), _OPEN),
    Right("change-duty", ("organizer",), _OPEN),
    Right("change-duty", ("marshal", "judge", "referee", "scorekeeper"), _OPEN, "own"),
    Right("change-duty", ("second_organizer", "spectator"), _OPEN, "own"),
    Right("name-head-marshal", ("organizer",), _OPEN),
    Right("hand-over", ("organizer",), (*_OPEN, "finished"), reason=True),
    Right("register-player", FLOOR, _ENTRY),
    Right("register-player", ("spectator",), ("registration", "check_in"), "own"),
    Right("change-player", FLOOR, _OPEN),
    Right("withdraw-registration", FLOOR, ("announced", "registration", "check_in")),
    Right("withdraw-registration", ("player",), ("announced", "registration", "check_in"), "own"),
    Right("check-in", FLOOR, ("check_in",)),
    Right("check-in", ("player",), ("check_in",), "own"),
    Right("take-back-check-in", FLOOR, ("check_in",)),
    Right("inspect-components", (*FLOOR, "judge"), _AT_THE_DOOR, "not_own"),
    Right("join-as-spare", _PAIRERS, _ENTRY),
    Right("release-spare", _PAIRERS, _ENTRY),
    Right("drop-player", FLOOR, _RUNNING),
    Right("drop-player", ("player",), _RUNNING, "own"),
    Right("rejoin", ("organizer", "second_organizer"), _RUNNING),
    Right("decline-disqualification", ORGANIZERS, _LATE, "not_own", reason=True),
    Right(
        "recommend-disqualification", ("marshal", "judge", "referee"), _LATE, "not_own", reason=True
    ),
    Right("disqualify", ORGANIZERS, _LATE, "not_own", reason=True),
    Right("vote-favourite", ("player",), _RUNNING, "own"),
    Right("vote-favourite", _PAIRERS, _LATE, "not_own"),
    Right("score-extra", _PAIRERS, _LATE, "not_own"),
    Right("choose-shown-name", FLOOR, _SEEN),
    Right("choose-shown-name", ("player", "spare", "spectator"), _SEEN, "own"),
    # ---------------------------------------------------------------- lists
    Right("save-list", ("player",), _ENTRY, "own"),
    Right("submit-list", ("player",), _ENTRY, "own"),
    Right("submit-list", LEADERS, _ENTRY, "not_own"),
    Right("receive-lists-on-paper", FLOOR, _ENTRY),
    Right("waive-list", ORGANIZERS, _ENTRY, "not_own", reason=True),
    Right("return-list", LEADERS, _ENTRY, "not_own", reason=True),
    Right("approve-list", LEADERS, _ENTRY, "not_own"),
    Right("approve-clean-lists", LEADERS, _ENTRY),
    Right("amend-list", LEADERS, (*_ENTRY, "finished"), "not_own", reason=True),
    Right("set-list-deadline", ORGANIZERS, _BEFORE),
    Right("rule-on-product", ORGANIZERS, _OPEN, reason=True),
    Right("request-conversion", ("player",), _ENTRY, "own"),
    Right("request-conversion", FLOOR, _ENTRY),
    Right("decide-conversion", ORGANIZERS, _ENTRY, "not_own"),
    Right("label-terrain", FLOOR, _OPEN),
    Right("count-terrain", FLOOR, _OPEN),
    Right("draw-mats", FLOOR, _OPEN),
    Right("toss-coin", ("player", "spare"), _RUNNING, "own"),
    Right("toss-coin", LEADERS, _RUNNING, "not_own"),
    Right("record-first-player", ("player", "spare"), _RUNNING, "own"),
    Right("record-first-player", _SCORERS, _RUNNING, "not_own"),
    # ---------------------------------------------------------------- rounds
    Right("draw-round", _PAIRERS, _RUNNING),
    Right("discard-draw", _PAIRERS, _RUNNING, reason=True),
    Right("change-pairings", ORGANIZERS, _RUNNING, reason=True),
    Right("set-scenario", ORGANIZERS, _OPEN),
    Right("set-cards", _PAIRERS, _RUNNING, reason=True),
    Right("publish-round", _PAIRERS, _RUNNING),
    Right("withdraw-round", ORGANIZERS, _RUNNING, reason=True),
    Right("call-seating", FLOOR, _RUNNING),
    Right("start-clock", LEADERS, _RUNNING),
    Right("pause-clock", LEADERS, _RUNNING),
    Right("resume-clock", LEADERS, _RUNNING),
    Right("call-time", LEADERS, _RUNNING),
    Right("grant-extension", LEADERS, _RUNNING, "not_own", reason=True),
    Right("change-table", FLOOR, _RUNNING),
    Right("assign-ruling-leader", _DECIDERS, _RUNNING),
    Right("make-cut", _PAIRERS, _RUNNING),
    Right("take-place", ("player",), _RUNNING, "own"),
    Right("take-place", _PAIRERS, _RUNNING),
    Right("decline-place", ("player",), _RUNNING, "own"),
    Right("decline-place", _PAIRERS, _RUNNING),
    # ---------------------------------------------------------------- results
    Right("report-result", ("player", "spare"), _RUNNING, "own"),
    Right("confirm-result", ("player", "spare"), _RUNNING, "own"),
    Right("enter-result", _SCORERS, _RUNNING, "not_own"),
    Right("resolve-dispute", LEADERS, _RUNNING, "not_own", reason=True),
    Right("correct-result", _DECIDERS, _LATE, "not_own", reason=True),
    Right("forfeit-game", FLOOR, _RUNNING, "not_own"),
    Right("verify-totals", LEADERS, _RUNNING, "not_own"),
    Right("verify-totals", ("player", "spare"), _RUNNING, "own"),
    Right("check-deck", LEADERS, _RUNNING, "not_own"),
    Right("check-deck", ("player", "spare"), _RUNNING, "own"),
    # ---------------------------------------------------------------- judging
    Right("call-judge", ("player", "spare"), _RUNNING, "own"),
    Right("call-judge", LEADERS, _RUNNING),
    Right("rule-on-call", LEADERS, _RUNNING, "not_own"),
    Right("say-call-kind", LEADERS, _RUNNING, "not_own"),
    Right("appeal-ruling", ("player", "spare"), _RUNNING, "own"),
    Right("record-incident", LEADERS, _LATE, "not_own"),
    Right("set-aside-incident", LEADERS, _LATE, "not_own", reason=True),
    Right("report-incident", ("player", "spare", "spectator"), _RUNNING),
    Right("request-watch", ("player", "spare"), _RUNNING, "own"),
    Right("request-watch", LEADERS, _RUNNING),
    Right("end-watch", LEADERS, _RUNNING, "not_own"),
    Right("note-component-trouble", LEADERS, _RUNNING),
    Right("note-component-trouble", ("player", "spare"), _RUNNING, "own"),
    Right("grant-component-time", LEADERS, _RUNNING, "not_own"),
    Right("end-component-trouble", LEADERS, _RUNNING, "not_own"),
    Right("make-proxy", LEADERS, _RUNNING, "not_own"),
    Right("agree-sharing", ("player", "spare"), _RUNNING, "own"),
    Right("order-sharing", LEADERS, _RUNNING, "not_own"),
    Right("ask-about-component", ("player",), _ENTRY, "own"),
    Right("ask-about-component", (*LEADERS, "scorekeeper"), _ENTRY),
    Right("rule-on-component", LEADERS, _ENTRY, "not_own"),
)

_NOT_PUBLIC = frozenset({"return-list", "amend-list"})
"""Acts whose reason is no part of the public history."""

_FOR_LEADERS = frozenset({"set-aside-incident"})
"""Acts whose reason is for leaders only."""

ACTS: tuple[str, ...] = tuple(dict.fromkeys(right.act for right in RIGHTS))


def require_right(
    event: Event,
    rules: Ruleset,
    person: PersonId,
    act: str,
    concerned: Iterable[PersonId] = (),
    reason: str | None = None,
) -> RoleId:
    """Return the role in which somebody may do an act, or refuse with the way out.

    `concerned` are the people whose match or place it is. A reason is asked for where the table
    wants one; none means that the question is only whether the button may be shown.
    """
    rights = [right for right in RIGHTS if right.act == act]
    mine = roles_of(event, rules, person)
    held = [right for right in rights if not mine.isdisjoint(right.roles)]
    if not held:
        raise _not_your_role(rules, act, rights)
    timely = [right for right in held if event.phase in right.phases]
    if not timely:
        raise _not_now(event, rules, act, held)
    people = frozenset(concerned)
    fitting = [right for right in timely if _fits(right, person, people)]
    if not fitting:
        raise _not_this_one(rules, act, timely)
    right = fitting[0]
    if right.reason and reason is not None and not tidy(reason):
        code = "public-reason-needed"
        if act in _NOT_PUBLIC:
            code = "private-reason-needed"
        elif act in _FOR_LEADERS:
            code = "reason-for-leaders-needed"
        raise Refused(code, act=Term(act))
    return next(role for role in right.roles if role in mine)


def refusal(
    event: Event, rules: Ruleset, person: PersonId, act: str, concerned: Iterable[PersonId] = ()
) -> Refused | None:
    """Return why somebody may not do an act, or none if they may: what a button asks."""
    try:
        require_right(event, rules, person, act, concerned)
    except Refused as no:
        return no
    return None


def require_may_undo(event: Event, rules: Ruleset, person: PersonId, last: LastAct) -> None:
    """Refuse to take back what one could not have done: another role's act, one's own match."""
    if person == last.actor:
        return
    mine = roles_of(event, rules, person)
    rights = [right for right in RIGHTS if right.act == last.act]
    of_staff = [right for right in rights if right.concern != "own"]
    actor = event.people.get(last.actor, last.actor)
    if of_staff and not any(mine.intersection(right.roles) for right in of_staff):
        raise Refused(
            "undo-of-another-role", clause=rules.staff.clause, act=Term(last.act), actor=actor
        )
    if not mine.isdisjoint({"player", "spare"}) and any(one.concern != "any" for one in rights):
        raise Refused(
            "players-take-back-only-their-own",
            clause=rules.staff.rules_on_leader_clause,
            act=Term(last.act),
            actor=actor,
        )


def _fits(right: Right, person: PersonId, concerned: frozenset[PersonId]) -> bool:
    if right.concern == "own":
        return person in concerned
    return right.concern == "any" or person not in concerned


def _not_your_role(rules: Ruleset, act: str, rights: list[Right]) -> Refused:
    titles = {role.id: role.title for role in rules.staff.roles}
    able = dict.fromkeys(titles[role] for right in rights for role in right.roles if role in titles)
    clause = rules.staff.removes_clause if act == "disqualify" else rules.staff.clause
    return Refused(
        "not-your-role", clause=clause, act=Term(act), able=tuple(map(RulesetText, able))
    )


def _not_now(event: Event, rules: Ruleset, act: str, held: list[Right]) -> Refused:
    when = dict.fromkeys(phase for right in held for phase in right.phases)
    return Refused(
        "not-in-this-phase",
        clause=rules.staff.clause,
        phase=Term(event.phase),
        act=Term(act),
        phases=tuple(Term(phase) for phase in when),
    )


def _not_this_one(rules: Ruleset, act: str, timely: list[Right]) -> Refused:
    if all(right.concern == "own" for right in timely):
        return Refused("only-for-yourself", clause=rules.staff.clause, act=Term(act))
    return Refused("not-your-own-match", clause=rules.staff.rules_on_leader_clause, act=Term(act))
