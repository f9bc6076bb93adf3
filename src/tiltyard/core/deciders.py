"""Who decides which matter: conduct, components and the like belong to a role, not to every leader.

The document says whose a matter is (`staff.matters`): it comes to somebody in that role who is on
duty and not concerned themselves, else to whoever carries the duties of that role (RW-012, AR-010).
Another leader does not decide it. Where nobody is left, every leader who rules may (AMB-030).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tiltyard.core.errors import Refused, RulesetText
from tiltyard.core.staff import role_of, ruling_leader, ruling_order

if TYPE_CHECKING:
    from tiltyard.core.ids import PersonId
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.ruleset_people import Matter, RoleId
    from tiltyard.core.state.event import Event, Game
    from tiltyard.core.state.judging import Call, Incident

QUESTION = "question"
CONDUCT = "conduct"
ELIGIBILITY = "component"
SHARING = "sharing"
DISQUALIFICATION = "disqualification"
"""Matters that acts of the engine are about; a ruleset may know more as kinds of calls."""


def matter_of(rules: Ruleset, name: str) -> Matter | None:
    """Return what the document says about a matter, if it knows it."""
    return next((one for one in rules.staff.matters if one.id == name), None)


def call_kinds(rules: Ruleset) -> tuple[Matter, ...]:
    """Return what a judge may be called about."""
    return tuple(one for one in rules.staff.matters if one.call)


def routed_kinds(rules: Ruleset) -> tuple[Matter, ...]:
    """Return the kinds of calls that change who comes, after the ordinary question."""
    return tuple(one for one in call_kinds(rules) if one.id == QUESTION or one.role is not None)


def deciders(
    event: Event, rules: Ruleset, name: str, concerned: Iterable[PersonId] = ()
) -> tuple[PersonId, ...]:
    """Return who decides a matter now, the last word first; nobody: every leader may."""
    outside = frozenset(concerned)
    for role in _roles(rules, name):
        able = tuple(one for one in _on_duty(event, rules, role) if one not in outside)
        if able:
            return able
    return ()


def _roles(rules: Ruleset, name: str) -> Iterator[RoleId]:
    """Yield whose a matter is, then who carries the duties of that role.

    A ruleset may inherit a matter of a role that it does not know: then it is the organizer's.
    """
    matter = matter_of(rules, name)
    role = matter.role if matter is not None else None
    while role is not None:
        known = role_of(rules, role)
        yield role if known is not None else "organizer"
        role = known.acts_when_none if known is not None else None


def _on_duty(event: Event, rules: Ruleset, role: RoleId) -> list[PersonId]:
    """Return who holds a role on duty; a second organizer is an organizer."""
    alike = {role, "second_organizer"} if role == "organizer" else {role}
    mine = {one.person for one in event.staff if one.on_duty and one.role in alike}
    return [one for one in ruling_order(event, rules) if one in mine]


def refusal_to_decide(
    event: Event,
    rules: Ruleset,
    person: PersonId,
    name: str,
    concerned: Iterable[PersonId] = (),
) -> Refused | None:
    """Return why a matter is not somebody's to decide, or none if it is.

    The organizer decides what belongs to a marshal only where no marshal can (RW-012, AR-010).
    """
    matter = matter_of(rules, name)
    able = deciders(event, rules, name, concerned)
    if matter is None or not able or person in able:
        return None
    who = event.people.get(able[0], able[0])
    return Refused(
        "somebody-else-decides", clause=matter.clause, who=who, matter=RulesetText(matter.title)
    )


def require_decider(
    event: Event,
    rules: Ruleset,
    person: PersonId,
    name: str,
    concerned: Iterable[PersonId] = (),
) -> None:
    """Refuse to decide what belongs to another role while somebody in it is there."""
    no = refusal_to_decide(event, rules, person, name, concerned)
    if no is not None:
        raise no


def call_decider(event: Event, rules: Ruleset, call: Call) -> tuple[str, PersonId | None]:
    """Return the clause of a call and who alone decides it; none where every judge may."""
    matter, game = matter_of(rules, call.kind), event.game(call.match)
    able = deciders(event, rules, call.kind, game.players if game is not None else ())
    if matter is None or not able:
        return rules.staff.clause, None
    return matter.clause, able[0]


def call_leader(event: Event, rules: Ruleset, call: Call, game: Game) -> PersonId | None:
    """Return who answers an open call: whose matter it is, else who rules on the game."""
    able = deciders(event, rules, call.kind, game.players)
    return able[0] if able else ruling_leader(event, rules, game)


def matter_of_category(rules: Ruleset, category: str) -> str:
    """Return which matter an incident of a category is; nothing where none is to be decided."""
    known = {one.id: one.matter for one in rules.conduct.categories}
    return known.get(category, "")


def concerned_by(event: Event, incident: Incident) -> tuple[PersonId, ...]:
    """Return whom an incident concerns: the people it names and the players of its game."""
    game = event.game(incident.match) if incident.match else None
    return (*incident.people, *(game.players if game is not None else ()))


def incident_clause(rules: Ruleset, incident: Incident) -> str:
    """Return the clause that says who decides an incident."""
    matter = matter_of(rules, matter_of_category(rules, incident.category))
    return matter.clause if matter is not None else rules.conduct.clause


def incident_leader(event: Event, rules: Ruleset, incident: Incident) -> PersonId | None:
    """Return who decides an incident, if it belongs to somebody in particular."""
    name = matter_of_category(rules, incident.category)
    able = deciders(event, rules, name, concerned_by(event, incident))
    return able[0] if able else None
