"""Who may do what, and when: the rights in the rows of the acts, with "not your own match".

The desk asks it before it shows a button, the application asks it before it decides an act: both
get the same answer, and a refusal says which clause and what to do instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.day.roles import roles_of
from tiltyard.engine.errors import Refused, RulesetText, Term
from tiltyard.engine.plain_text import tidy

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tiltyard.day.context import AnyAct
    from tiltyard.day.event import Event, LastAct
    from tiltyard.day.rights import Right
    from tiltyard.engine.ruleset import RoleId, Ruleset
    from tiltyard.engine.tournament import PersonId


_REASON_NEEDED = {
    "public": "public-reason-needed",
    "staff": "private-reason-needed",
    "leaders": "reason-for-leaders-needed",
}
"""The refusal of an act without a reason, by who reads the reason."""


def row_of(act: str) -> AnyAct | None:
    """Return the row of an act in the table, or none for a name this version does not know."""
    from tiltyard.day.table import BY_NAME  # its rows are made by modules that ask for rights

    return BY_NAME.get(act)


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
    row = row_of(act)
    mine = roles_of(event, rules, person)
    held = [right for right in row.rights if not mine.isdisjoint(right.roles)] if row else []
    if row is None or not held:
        raise _not_your_role(rules, act, row.rights if row else ())
    timely = [right for right in held if event.phase in right.phases]
    if not timely:
        raise _not_now(event, rules, row, held)
    people = frozenset(concerned)
    fitting = [right for right in timely if _fits(right, person, people)]
    if not fitting:
        raise _not_this_one(rules, act, timely)
    right = fitting[0]
    if right.reason and reason is not None and not tidy(reason):
        raise Refused(_REASON_NEEDED[row.reason], act=Term(act))
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
    row = row_of(last.act)
    rights = row.rights if row else ()
    of_staff = [right for right in rights if right.concern != "own"]
    actor = event.people.get(last.actor, last.actor)
    if of_staff and not any(mine.intersection(right.roles) for right in of_staff):
        raise Refused(
            "undo-of-another-role", clause=rules.staff.clause, act=Term(last.act), actor=actor
        )
    if not mine.isdisjoint({"player", "spare"}) and any(right.concern != "any" for right in rights):
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


def _not_your_role(rules: Ruleset, act: str, rights: tuple[Right, ...]) -> Refused:
    titles = {role.id: role.title for role in rules.staff.roles}
    able = dict.fromkeys(titles[role] for right in rights for role in right.roles if role in titles)
    clause = rules.staff.removes_clause if act == "disqualify" else rules.staff.clause
    return Refused(
        "not-your-role", clause=clause, act=Term(act), able=tuple(map(RulesetText, able))
    )


def _not_now(event: Event, rules: Ruleset, row: AnyAct, held: list[Right]) -> Refused:
    if row.after_start and event.phase == "running":
        return Refused(row.after_start, clause=rules.late_entry.clause)
    when = dict.fromkeys(phase for right in held for phase in right.phases)
    return Refused(
        "not-in-this-phase",
        clause=rules.staff.clause,
        phase=Term(event.phase),
        act=Term(row.name),
        phases=tuple(Term(phase) for phase in when),
    )


def _not_this_one(rules: Ruleset, act: str, timely: list[Right]) -> Refused:
    if all(right.concern == "own" for right in timely):
        return Refused("only-for-yourself", clause=rules.staff.clause, act=Term(act))
    return Refused("not-your-own-match", clause=rules.staff.rules_on_leader_clause, act=Term(act))
