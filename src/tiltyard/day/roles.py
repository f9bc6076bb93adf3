"""Roles: who is on duty, who rules on whose game, who decides which matter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.engine.errors import Refused, RulesetText

if TYPE_CHECKING:
    from tiltyard.day.event import Appointment, Call, Event, Game, Incident
    from tiltyard.engine.ruleset import LeaderPlay, Matter, Role, RoleId, Ruleset, Tier
    from tiltyard.engine.tournament import PersonId


# ------------------------------------------------------------------------------
# Roles and tiers: who holds which task, who may play, who rules on whose game.


@dataclass(frozen=True, slots=True)
class Notice:
    """Something about the staff that people should know: a code, its clause, facts."""

    code: str
    clause: str
    facts: dict[str, object]
    blocks: bool = False

    @property
    def sentence(self) -> str:
        """The code of its sentence in the catalogue."""
        return self.code


def role_of(rules: Ruleset, role: RoleId) -> Role | None:
    """Return what the document says about a role, if it knows it."""
    return next((other for other in rules.staff.roles if other.id == role), None)


def tier_of(event: Event, rules: Ruleset) -> Tier:
    """Return the tier of the event; the first one of the document if none was chosen."""
    return next((tier for tier in rules.tiers if tier.id == event.details.tier), rules.tiers[0])


def holders(event: Event, role: RoleId, *, on_duty: bool = False) -> tuple[PersonId, ...]:
    """Return who holds a role."""
    return tuple(
        appointment.person
        for appointment in event.staff
        if appointment.role == role and (appointment.on_duty or not on_duty)
    )


def leader_roles(rules: Ruleset) -> frozenset[RoleId]:
    """Return the roles whose holders are leaders."""
    return frozenset(role.id for role in rules.staff.roles if role.leader)


def leaders(event: Event, rules: Ruleset, *, on_duty: bool = False) -> tuple[PersonId, ...]:
    """Return the people with a leader's role, each once."""
    known = leader_roles(rules)
    people = dict.fromkeys(
        appointment.person
        for appointment in event.staff
        if appointment.role in known and (appointment.on_duty or not on_duty)
    )
    return tuple(people)


def roles_of(event: Event, rules: Ruleset, person: PersonId) -> frozenset[RoleId]:
    """Return the roles somebody acts in now: on duty, by falling back, as a player, as a guest.

    A leader who is off duty counts as a spectator (RW-016, RW-019).
    """
    mine: set[RoleId] = {
        appointment.role
        for appointment in event.staff
        if appointment.person == person and appointment.on_duty
    }
    for role in rules.staff.roles:
        stands_in = role.acts_when_none in mine and role.acts_when_none is not None
        if stands_in and not holders(event, role.id):
            mine.add(role.id)
    entrant = event.entrants.get(person)  # type: ignore[call-overload]
    left = entrant is None or entrant.state in {"dropped", "disqualified"}
    if entrant is not None and not left and event.came(entrant):
        mine.add("spare" if entrant.spare else "player")
    mine.add("spectator")
    return frozenset(mine)


def is_spectator(event: Event, rules: Ruleset, person: PersonId) -> bool:
    """Whether somebody only watches now: no role on duty and no game running (RW-024, RW-025)."""
    game = event.game_of(person)  # type: ignore[arg-type]
    in_a_game = game is not None and game.is_open
    return not in_a_game and roles_of(event, rules, person) <= {"player", "spare", "spectator"}


def playing_leaders(event: Event, rules: Ruleset) -> tuple[PersonId, ...]:
    """Return the leaders who take part as players."""
    return tuple(
        person
        for person in leaders(event, rules)
        if (entrant := event.entrants.get(person)) is not None  # type: ignore[call-overload]
        and not entrant.spare
        and entrant.state not in {"dropped", "disqualified"}
        and event.came(entrant)
    )


def leader_play(event: Event, rules: Ruleset, person: PersonId) -> tuple[LeaderPlay, str]:
    """Return whether the tier lets this leader play, and the clause that says so."""
    tier = tier_of(event, rules)
    mine = {
        appointment.role for appointment in event.staff if appointment.person == person
    } & leader_roles(rules)
    if mine == {"judge"} and tier.judge_play is not None:
        return tier.judge_play, tier.judge_play_clause
    return tier.leader_play, tier.leader_play_clause


def require_may_play(event: Event, rules: Ruleset, person: PersonId) -> None:
    """Refuse a leader who wants to play where the tier forbids it."""
    if person not in leaders(event, rules):
        return
    allowed, clause = leader_play(event, rules, person)
    tier = tier_of(event, rules)
    if allowed == "forbidden":
        raise Refused("leader-may-not-enter", clause=clause, tier=RulesetText(tier.title))
    if allowed == "with_second_leader" and not second_leaders(event, rules, person):
        raise Refused("leader-may-play-only-while", clause=clause, rules=_second_title(rules))


def second_leaders(
    event: Event, rules: Ruleset, person: PersonId, *, on_duty: bool = False
) -> tuple[PersonId, ...]:
    """Return who else may lead while a leader plays: where there is a second organizer, only one.

    Runewars and Armada ask for another leader (RW-028, AR-017), X-Wing and Diskwars for a second
    organizer (XW-010, DW-012).
    """
    if role_of(rules, "second_organizer") is None:
        able = leaders(event, rules, on_duty=on_duty)
    else:
        able = (
            *holders(event, "organizer", on_duty=on_duty),
            *holders(event, "second_organizer", on_duty=on_duty),
        )
    return tuple(name for name in able if name != person)


def _second_title(rules: Ruleset) -> str:
    role = role_of(rules, "second_organizer")
    return role.title if role is not None else "second leader"


def ruling_order(event: Event, rules: Ruleset) -> tuple[PersonId, ...]:
    """Return the leaders on duty who may rule, the last word first (AMB-030, AMB-039)."""
    ranks = {role.id: role.ruling for role in rules.staff.roles}

    def weight(appointment: Appointment) -> tuple[int, bool]:
        return (ranks.get(appointment.role, 0), appointment.head)

    able = [
        appointment
        for appointment in event.staff
        if appointment.on_duty and ranks.get(appointment.role, 0) > 0
    ]
    able.sort(key=weight, reverse=True)
    return tuple(dict.fromkeys(appointment.person for appointment in able))


def ruling_leader(event: Event, rules: Ruleset, game: Game) -> PersonId | None:
    """Return who rules on a game: as assigned, else the first on duty who does not play in it.

    A leader's own game needs another leader (RW-029); two leaders meeting need the marshal
    (RW-030) or whoever comes next (AMB-030).
    """
    able = [person for person in ruling_order(event, rules) if person not in game.players]
    if game.ruling_leader in able:
        return game.ruling_leader
    return able[0] if able else None


def due_over_leaders(event: Event, rules: Ruleset, game: Game) -> PersonId | None:
    """Return who rules because leaders play, and nobody of a lower rank; none where any other may.

    The marshal rules where two leaders meet (RW-030, AR-019), a second organizer in the games of
    the first (XW-011, DW-013), an organizer in those of a judge (AMB-071).
    """
    playing = leaders_in(event, rules, game)
    if len(playing) < 2 and (not playing or role_of(rules, "second_organizer") is None):
        return None
    return ruling_leader(event, rules, game)


def leaders_in(event: Event, rules: Ruleset, game: Game) -> tuple[PersonId, ...]:
    """Return the leaders who play in a game: another one rules on it."""
    known = leaders(event, rules)
    return tuple(player for player in game.players if player in known)


def clause_on_leaders(rules: Ruleset, playing: tuple[PersonId, ...]) -> str:
    """Return the clause that says who rules where leaders play: one of them, or two (RW-030)."""
    staff = rules.staff
    return staff.leaders_meet_clause if len(playing) > 1 else staff.rules_on_leader_clause


def appeal_leader(event: Event, rules: Ruleset, game: Game, ruled_by: PersonId) -> PersonId | None:
    """Return who decides an appeal: the last word among those who neither play nor ruled."""
    able = (name for name in ruling_order(event, rules) if name not in {*game.players, ruled_by})
    return next(able, None)


def final_authority(event: Event, rules: Ruleset) -> PersonId | None:
    """Return whose word is the last one at the event."""
    order = ruling_order(event, rules)
    return order[0] if order else None


def ruling_rank(event: Event, rules: Ruleset, person: PersonId) -> int:
    """Return how high somebody's rulings stand; 0: they make none."""
    acting = roles_of(event, rules, person)
    return max((role.ruling for role in rules.staff.roles if role.id in acting), default=0)


def notices(event: Event, rules: Ruleset) -> Iterator[Notice]:
    """Yield what is wrong or worth knowing about the staff; some of it blocks the start."""
    for role in rules.staff.roles:
        yield from _cardinality(event, role)
    tier = tier_of(event, rules)
    playing = playing_leaders(event, rules)
    for person in playing:
        yield from _about_playing(event, rules, tier, person)
    if playing and not set(leaders(event, rules, on_duty=True)) - set(playing):
        yield Notice(
            "every-leader-plays", rules.staff.rules_on_leader_clause, {"people": list(playing)}
        )
    yield from _about_the_spare(event, rules)


def _cardinality(event: Event, role: Role) -> Iterator[Notice]:
    count = len(holders(event, role.id))
    if not role.leader:
        return
    if count < role.least:
        if role.acts_when_none is not None and holders(event, role.acts_when_none):
            facts: dict[str, object] = {"role": role.id, "acting": role.acts_when_none}
            yield Notice("acts-as", role.acts_clause or role.clause, facts)
        else:
            yield Notice(
                "role-missing",
                role.clause,
                {"role": role.id, "needed": role.least, "title": _lower_title(role)},
                blocks=True,
            )
    if role.most is not None and count > role.most:
        yield Notice(
            "role-too-often",
            role.clause,
            {"role": role.id, "most": role.most, "title": _lower_title(role)},
            blocks=True,
        )


def _lower_title(role: Role) -> RulesetText:
    return RulesetText(role.title.lower())


def _about_the_spare(event: Event, rules: Ruleset) -> Iterator[Notice]:
    """Advise against a leader as the Spare Player (ME-021)."""
    role = role_of(rules, "spare")
    if role is None or not role.discouraged_to_play:
        return
    for person in leaders(event, rules):
        entrant = event.entrants.get(person)  # type: ignore[call-overload]
        if entrant is not None and entrant.spare and entrant.state == "active":
            facts: dict[str, object] = {"person": person}
            yield Notice("leader-should-not-be-spare", role.discouraged_to_play, facts)


def _about_playing(event: Event, rules: Ruleset, tier: Tier, person: PersonId) -> Iterator[Notice]:
    allowed, clause = leader_play(event, rules, person)
    facts: dict[str, object] = {"person": person, "tier": tier.id}
    if allowed == "forbidden":
        yield Notice("leader-may-not-play", clause, facts, blocks=True)
    elif allowed == "discouraged":
        yield Notice("leader-should-not-play", _discouraging(event, rules, person, clause), facts)
    elif allowed == "with_second_leader" and not second_leaders(event, rules, person, on_duty=True):
        yield Notice("second-leader-missing", clause, facts, blocks=True)


def _discouraging(event: Event, rules: Ruleset, person: PersonId, otherwise: str) -> str:
    mine = {appointment.role for appointment in event.staff if appointment.person == person}
    said = (
        role.discouraged_to_play
        for role in rules.staff.roles
        if role.id in mine and role.discouraged_to_play
    )
    return next(said, otherwise)


# ------------------------------------------------------------------------------
# Who decides which matter: conduct, components and the like belong to a role, not to every
# leader.

QUESTION = "question"
CONDUCT = "conduct"
ELIGIBILITY = "component"
SHARING = "sharing"
DISQUALIFICATION = "disqualification"
"""Matters that acts of the engine are about; a ruleset may know more as kinds of calls."""


def matter_of(rules: Ruleset, name: str) -> Matter | None:
    """Return what the document says about a matter, if it knows it."""
    return next((matter for matter in rules.staff.matters if matter.id == name), None)


def call_kinds(rules: Ruleset) -> tuple[Matter, ...]:
    """Return what a judge may be called about."""
    return tuple(matter for matter in rules.staff.matters if matter.call)


def routed_kinds(rules: Ruleset) -> tuple[Matter, ...]:
    """Return the kinds of calls that change who comes, after the ordinary question."""
    return tuple(
        matter for matter in call_kinds(rules) if matter.id == QUESTION or matter.role is not None
    )


def deciders(
    event: Event, rules: Ruleset, name: str, concerned: Iterable[PersonId] = ()
) -> tuple[PersonId, ...]:
    """Return who decides a matter now, the last word first; nobody: every leader may."""
    outside = frozenset(concerned)
    for role in _roles(rules, name):
        able = tuple(other for other in _on_duty(event, rules, role) if other not in outside)
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
    mine = {
        appointment.person
        for appointment in event.staff
        if appointment.on_duty and appointment.role in alike
    }
    return [name for name in ruling_order(event, rules) if name in mine]


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


def matter_of_category(rules: Ruleset, category: str) -> str:
    """Return which matter an incident of a category is; nothing where none is to be decided."""
    known = {other.id: other.matter for other in rules.conduct.categories}
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
