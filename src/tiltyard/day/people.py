"""People: the staff, and players from registration to leaving and coming back."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from tiltyard.day.as_tournament import as_tournament
from tiltyard.day.context import (
    STAYS,
    Act,
    ActFacts,
    AnyAct,
    Command,
    Folds,
    Question,
    Scene,
    Stays,
    confirmed,
    the_player,
    the_players_at_the_table,
    told,
)
from tiltyard.day.event import (
    Appointment,
    DayRound,
    Entrant,
    Event,
    Game,
    Removal,
    have_met,
    the_game,
    with_changed_basis,
    with_later_tie_break,
    with_match,
    with_person,
)
from tiltyard.day.facts import (
    LEAVING,
    CheckInTakenBack,
    ContactNoted,
    DisqualificationExplained,
    DisqualificationRecommended,
    DoorCodeSet,
    DutyChanged,
    ExtraScored,
    Fact,
    FavouriteVoted,
    GameForfeited,
    HeadMarshalNamed,
    LeavingReason,
    NotesKept,
    PersonForgotten,
    PlaceOffered,
    PlaceTaken,
    PlayerChanged,
    PlayerCheckedIn,
    PlayerDisqualified,
    PlayerDropped,
    PlayerLetIn,
    PlayerRegistered,
    PlayerRejoined,
    RecommendationDeclined,
    Recorded,
    RegistrationRequested,
    RegistrationWithdrawn,
    ResultEntered,
    ShownName,
    ShownNameChosen,
    SpareJoined,
    SpareLeft,
    StaffAppointed,
    StaffReleased,
)
from tiltyard.day.results import confirmed_slip, require_slip, total_questions
from tiltyard.day.rights import (
    ALWAYS,
    ENTRY,
    FLOOR,
    LATE,
    OPEN,
    ORGANIZERS,
    PAIRERS,
    RUNNING,
    SEEN,
    Right,
)
from tiltyard.day.roles import (
    DISQUALIFICATION,
    holders,
    leader_play,
    leaders,
    require_decider,
    require_may_play,
    role_of,
    roles_of,
    tier_of,
)
from tiltyard.day.start import list_blockers
from tiltyard.engine.cut import qualified
from tiltyard.engine.errors import Phrase, Refused, RulesetText
from tiltyard.engine.plain_text import require_name, tidy
from tiltyard.engine.ruleset import FAVOURITE_OPPONENT, LeaderPlay, Role, RoleId, Ruleset
from tiltyard.engine.slip import Slip
from tiltyard.engine.tournament import ChangeKind, PersonId, PlayerId, RoundId

# ------------------------------------------------------------------------------
# Asking whether a player and a leader of the same name are the same person.

ANOTHER_PERSON = "another-person"


def same_name(first: str, second: str) -> bool:
    """Whether two names are the same but for case and spaces."""
    return _compared(first) == _compared(second)


def _compared(name: str) -> str:
    return "".join(tidy(name).casefold().split())


def about_a_player(scene: Scene, person: PersonId, name: str) -> Iterator[Question]:
    """Yield whether a new player is the leader who has this name."""
    event, rules = scene.event, scene.rules
    known = leaders(event, rules)
    if person in known:
        return
    for leader in known:
        if same_name(scene.name(leader), name):
            allowed, clause = leader_play(event, rules, leader)
            wording = f"named-like-a-leader-{_may_play(allowed)}"
            facts: dict[str, object] = {"person": scene.name(leader), "tier": _tier(scene)}
            yield Question(ANOTHER_PERSON, clause, facts, wording)
            return


def about_a_namesake(scene: Scene, name: str) -> Iterator[Question]:
    """Yield whether a new player is the one who is registered under this name.

    Those who register themselves are only asked about names that everybody may read.
    """
    event = scene.event
    sees_all = not roles_of(event, scene.rules, scene.person).isdisjoint(FLOOR)
    for known in event.entrants.values():
        if known.spare or not same_name(known.name, name):
            continue
        if sees_all or event.shown_name(known.id) == "full":
            facts: dict[str, object] = {
                "player": known.id,
                "person": known.name,
                "number": known.number,
            }
            wording = _namesake_wording(event, known) if sees_all else "registered-under-your-name"
            yield Question(ANOTHER_PERSON, None, facts, wording)
            return


def _namesake_wording(event: Event, known: Entrant) -> str:
    late = event.phase == "running" and known.state == "registered"
    return "namesake-not-here" if late else "namesake-registered"


def _may_play(allowed: LeaderPlay | None) -> str:
    return "who-may-not-play" if allowed == "forbidden" else "who-may-play"


def _tier(scene: Scene) -> RulesetText:
    return RulesetText(tier_of(scene.event, scene.rules).title)


def about_a_leader(scene: Scene, role: RoleId, name: str) -> Iterator[Question]:
    """Yield whether somebody new on the staff is the player who has this name."""
    known = role_of(scene.rules, role)
    if known is None or not known.leader:
        return
    for entrant in scene.event.entrants.values():
        left = entrant.state in {"dropped", "disqualified"}
        if not entrant.spare and not left and same_name(entrant.name, name):
            tier = tier_of(scene.event, scene.rules)
            judges = role == "judge" and tier.judge_play is not None
            allowed = tier.judge_play if judges else tier.leader_play
            clause = tier.judge_play_clause if judges else tier.leader_play_clause
            wording = f"named-like-a-player-{_may_play(allowed)}"
            facts: dict[str, object] = {"person": entrant.name, "tier": _tier(scene)}
            yield Question(ANOTHER_PERSON, clause, facts, wording)
            return


# ------------------------------------------------------------------------------
# Deciding about staff: appointments, duty, the head marshal.


@dataclass(frozen=True, slots=True)
class AppointStaff:
    """Give somebody a role; without an id a new person is entered by name."""

    NAME: ClassVar[str] = "appoint-staff"
    role: RoleId
    name: str = ""
    person: PersonId = ""


@dataclass(frozen=True, slots=True)
class ReleaseStaff:
    """Take a role from somebody."""

    NAME: ClassVar[str] = "release-staff"
    person: PersonId
    role: RoleId


@dataclass(frozen=True, slots=True)
class ChangeDuty:
    """Go off duty, or on duty again."""

    NAME: ClassVar[str] = "change-duty"
    person: PersonId
    role: RoleId
    on_duty: bool


@dataclass(frozen=True, slots=True)
class NameHeadMarshal:
    """Say which of several marshals has the last word."""

    NAME: ClassVar[str] = "name-head-marshal"
    person: PersonId


@dataclass(frozen=True, slots=True)
class HandOver:
    """Make somebody else the organizer; there is exactly one at any time."""

    NAME: ClassVar[str] = "hand-over"
    reason: str
    person: PersonId = ""
    name: str = ""


_PERSON_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


def new_person(event: Event) -> PersonId:
    """Return the next id; one that was ever given is not given again."""
    return f"p{event.people_ever + 1}"


def require_person_id(person: PersonId) -> PersonId:
    """Return an id somebody brings along, or refuse what cannot be one."""
    if not _PERSON_ID.fullmatch(person):
        raise Refused("cannot-id-person", field="person")
    return person


def _known_role(scene: Scene, name: RoleId) -> Role:
    role = role_of(scene.rules, name)
    if role is None or not role.leader:
        able = ", ".join(other.id for other in scene.rules.staff.roles if other.leader)
        raise Refused(
            "no-staff-role",
            clause=scene.rules.staff.clause,
            field="role",
            game=scene.rules.game,
            name=name,
            able=able,
        )
    return role


def _appoint(scene: Scene, command: AppointStaff) -> Iterator[Fact]:
    event = scene.event
    role = _known_role(scene, command.role)
    person = command.person or new_person(event)
    if command.person and command.person not in event.people:
        raise Refused("appoint-nobody-here-id")
    held = holders(event, role.id)
    if person in held:
        raise Refused("role-held-already", person=scene.name(person), role=RulesetText(role.title))
    if role.most is not None and len(held) >= role.most:
        raise Refused(
            "role-held-often-enough",
            clause=role.clause,
            most=role.most,
            role=RulesetText(role.title),
            held=scene.name(held[0]),
        )
    if person in event.entrants and event.entrants[person].state != "dropped":  # type: ignore[index]
        _require_player_may_lead(scene, role)
    name = event.people.get(person) or require_name(command.name, "a-member-of-staff")
    if not command.person:
        yield from confirmed(scene, about_a_leader(scene, role.id, name), about=person)
    yield StaffAppointed(person, name, role.id)


def _require_player_may_lead(scene: Scene, role: Role) -> None:
    tier = tier_of(scene.event, scene.rules)
    judges_may = role.id == "judge" and tier.judge_play is not None
    allowed = tier.judge_play if judges_may else tier.leader_play
    if allowed == "forbidden":
        clause = tier.judge_play_clause if judges_may else tier.leader_play_clause
        raise Refused("no-leader-plays-event", clause=clause, tier=RulesetText(tier.title))


def _release(scene: Scene, command: ReleaseStaff) -> Iterator[Fact]:
    role = _known_role(scene, command.role)
    held = holders(scene.event, role.id)
    if command.person not in held:
        raise Refused(
            "role-not-held", person=scene.name(command.person), role=RulesetText(role.title)
        )
    if role.id == "organizer" and len(held) == 1:
        raise Refused("every-event-organizer", clause=role.clause)
    yield StaffReleased(command.person, role.id)


def _change_duty(scene: Scene, command: ChangeDuty) -> Iterator[Fact]:
    role = _known_role(scene, command.role)
    mine = [
        appointment
        for appointment in scene.event.staff
        if (appointment.person, appointment.role) == (command.person, command.role)
    ]
    if not mine:
        raise Refused(
            "duty-of-role-not-held", person=scene.name(command.person), role=RulesetText(role.title)
        )
    if not role.toggles_duty:
        raise Refused("no-off-duty-status-here", clause=role.clause, role=RulesetText(role.title))
    if mine[0].on_duty == command.on_duty:
        raise Refused("duty-unchanged")
    yield DutyChanged(command.person, command.role, command.on_duty)


def _name_head(scene: Scene, command: NameHeadMarshal) -> Iterator[Fact]:
    if command.person not in holders(scene.event, "marshal"):
        raise Refused(
            "no-marshal", clause=scene.rules.staff.clause, person=scene.name(command.person)
        )
    yield HeadMarshalNamed(command.person)


def _hand_over(scene: Scene, command: HandOver) -> Iterator[Fact]:
    event = scene.event
    role = _known_role(scene, "organizer")
    person = command.person or new_person(event)
    if command.person and command.person not in event.people:
        raise Refused("hand-over-nobody-here-id")
    if person in holders(event, role.id):
        raise Refused("hand-over-already", person=scene.name(person), role=RulesetText(role.title))
    if person in event.entrants and event.entrants[person].state != "dropped":  # type: ignore[index]
        _require_player_may_lead(scene, role)
    name = event.people.get(person) or require_name(command.name, "the-organizer")
    if not command.person:
        yield from confirmed(scene, about_a_leader(scene, role.id, name), about=person)
    yield StaffReleased(scene.person, role.id, tidy(command.reason))
    yield StaffAppointed(person, name, role.id)


def _the_person(event: Event, command: ChangeDuty) -> Iterable[PersonId]:
    return (command.person,)


# ------------------------------------------------------------------------------
# Deciding about players: registration, check-in, the Spare Player, votes.

_MOST_POINTS = 1_000_000
_MOST_AFFILIATIONS = 8
_MOST_NOTES = 200
SHORTEST_DOOR_CODE = 6
LONGEST_DOOR_CODE = 40
MOST_WAITING = 500
"""How many may wait for approval at once: more than a hall holds, and no flood of a log."""
_LONGEST_HEADING = 80
LONGEST_CONTACT = 254
"""As long as the longest e-mail address."""
_LONGEST_NOTE = 500


@dataclass(frozen=True, slots=True)
class RegisterPlayer:
    """Enter a player; a leader who plays registers with their own id.

    `notes` are what a table says of them beside, by its headings: only leaders read them.
    `shown` is how they are named on public pages, `door_code` what was asked at the door,
    `contact` how an organizer reaches them.
    """

    NAME: ClassVar[str] = "register-player"
    name: str = ""
    person: PersonId = ""
    number: int | None = None
    faction: str | None = None
    affiliations: tuple[str, ...] = ()
    total: int | None = None
    table: int | None = None
    notes: Mapping[str, str] = field(default_factory=dict)
    shown: ShownName | None = None
    door_code: str = ""
    contact: str = ""


@dataclass(frozen=True, slots=True)
class SetDoorCode:
    """Say what people must know who register themselves; without a code everybody can."""

    NAME: ClassVar[str] = "set-door-code"
    code: str = ""


@dataclass(frozen=True, slots=True)
class ChangePlayer:
    """Put right what is known of a player; what is not told stays, nothing (null) takes it away."""

    NAME: ClassVar[str] = "change-player"
    player: PlayerId
    name: str
    number: int
    faction: str | Stays | None = STAYS
    affiliations: tuple[str, ...] | Stays = STAYS
    total: int | Stays | None = STAYS
    table: int | Stays | None = STAYS


@dataclass(frozen=True, slots=True)
class NoteContact:
    """Note how an organizer reaches a player; only organizers and the player read it."""

    NAME: ClassVar[str] = "note-contact"
    player: PlayerId
    contact: str = ""


@dataclass(frozen=True, slots=True)
class WithdrawRegistration:
    """Take a player off the list before the start."""

    NAME: ClassVar[str] = "withdraw-registration"
    player: PlayerId


@dataclass(frozen=True, slots=True)
class WithdrawRegistrations:
    """Take several players off the list before the start."""

    NAME: ClassVar[str] = "withdraw-registrations"
    players: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class CheckIn:
    """Say that a player is here."""

    NAME: ClassVar[str] = "check-in"
    player: PlayerId


@dataclass(frozen=True, slots=True)
class LetInLate:
    """Let in a registered player who came after the start: from the next round on.

    With `bye_seat` they play the round that runs already, against whoever has its bye.
    """

    NAME: ClassVar[str] = "let-in-late"
    player: PlayerId
    bye_seat: bool = False


@dataclass(frozen=True, slots=True)
class TakeBackCheckIn:
    """Say that a player is not here after all."""

    NAME: ClassVar[str] = "take-back-check-in"
    player: PlayerId


@dataclass(frozen=True, slots=True)
class JoinAsSpare:
    """Let somebody stand ready as the Spare Player."""

    NAME: ClassVar[str] = "join-as-spare"
    name: str = ""
    person: PersonId = ""


@dataclass(frozen=True, slots=True)
class ReleaseSpare:
    """Let the Spare Player go."""

    NAME: ClassVar[str] = "release-spare"
    player: PlayerId


@dataclass(frozen=True, slots=True)
class VoteFavourite:
    """Name the opponent one enjoyed most."""

    NAME: ClassVar[str] = "vote-favourite"
    player: PlayerId
    opponent: PlayerId


@dataclass(frozen=True, slots=True)
class ScoreExtra:
    """Enter a number for one of the organizer's own tie-breaks."""

    NAME: ClassVar[str] = "score-extra"
    player: PlayerId
    name: str
    value: int


def decide_registration(scene: Scene, command: RegisterPlayer) -> Iterator[Fact]:
    """Yield that somebody is registered, or that they wait for the desk."""
    event = scene.event
    person = require_person_id(command.person) if command.person else new_person(event)
    if person in event.entrants:
        raise Refused("registered-already", person=scene.name(person))
    require_may_play(event, scene.rules, person)
    _require_door_code(scene, command.door_code)
    name = event.people.get(person) or require_name(command.name, "a-player")
    if event.approval and not is_of_the_floor(scene):
        yield from _request(scene, PlayerId(person), name, command)
        return
    number = _next_number(event) if command.number is None else command.number
    _require_free(scene, PlayerId(person), number, command.table)
    _require_total(scene, command.total)
    missed = _late(scene)
    asked = (*about_a_player(scene, person, name), *about_a_namesake(scene, name))
    yield from confirmed(scene, asked, about=person)
    yield PlayerRegistered(
        player=PlayerId(person),
        name=name,
        number=number,
        faction=tidy(command.faction) if command.faction else None,
        affiliations=_tags(command.affiliations),
        total=command.total,
        table=command.table,
        missed=missed,
    )
    notes = noted(command.notes)
    if notes:
        yield NotesKept(PlayerId(person), notes)
    contact = tidy(command.contact, LONGEST_CONTACT)
    if contact:
        yield ContactNoted(PlayerId(person), contact)
    shown = command.shown
    if shown is not None and shown != event.shown_name(PlayerId(person)):
        yield ShownNameChosen(PlayerId(person), shown)


def _request(scene: Scene, player: PlayerId, name: str, command: RegisterPlayer) -> Iterator[Fact]:
    """Yield that somebody waits for the desk, who numbers and seats them later."""
    if player in scene.event.waiting:
        raise Refused("waiting-already", person=name)
    if len(scene.event.waiting) >= MOST_WAITING:
        raise Refused("waiting-list-full", most=MOST_WAITING)
    asked = (*about_a_player(scene, player, name), *about_a_namesake(scene, name))
    yield from confirmed(scene, asked, about=player)
    faction = tidy(command.faction) if command.faction else None
    yield RegistrationRequested(
        player,
        name,
        faction,
        _tags(command.affiliations),
        command.shown,
        tidy(command.contact, LONGEST_CONTACT),
    )


def is_of_the_floor(scene: Scene) -> bool:
    """Whether somebody of the desk does this."""
    return not roles_of(scene.event, scene.rules, scene.person).isdisjoint(FLOOR)


def _require_door_code(scene: Scene, said: str) -> None:
    """Refuse those who register themselves and do not know the code of the door."""
    wanted = scene.event.door_code
    if not wanted or is_of_the_floor(scene):
        return
    if _compared(said) != _compared(wanted):
        raise Refused("door-code-wrong" if said else "door-code-missing", field="door_code")


def _set_door_code(scene: Scene, command: SetDoorCode) -> Iterator[Fact]:
    code = tidy(command.code)
    if code and not SHORTEST_DOOR_CODE <= len(_compared(code)) <= LONGEST_DOOR_CODE:
        raise Refused(
            "door-code-length", field="code", least=SHORTEST_DOOR_CODE, most=LONGEST_DOOR_CODE
        )
    if code == scene.event.door_code:
        raise Refused("door-code-unchanged", field="code")
    yield DoorCodeSet(code)


def _note_contact(scene: Scene, command: NoteContact) -> Iterator[Fact]:
    entrant = scene.entrant(command.player)
    contact = tidy(command.contact, LONGEST_CONTACT)
    if contact == entrant.contact:
        raise Refused("contact-unchanged", field="contact", entrant=entrant.name)
    yield ContactNoted(command.player, contact)


def noted(notes: Mapping[str, str]) -> dict[str, str]:
    """Return notes as they are kept: one line each, none empty, not more than a table has."""
    if len(notes) > _MOST_NOTES:
        raise Refused("more-than-notes-one-player", most_notes=_MOST_NOTES)
    tidied = {
        tidy(heading, _LONGEST_HEADING): tidy(text, _LONGEST_NOTE)
        for heading, text in notes.items()
    }
    return {heading: text for heading, text in tidied.items() if heading and text}


def _late(scene: Scene) -> tuple[RoundId, ...]:
    """Return the rounds a late entry has missed, or refuse it (AMB-023)."""
    event, policy = scene.event, scene.rules.late_entry
    if event.phase != "running" or not event.rounds:
        return ()
    if policy.policy == "refuse":
        raise Refused("nobody-enters-after-round-1", clause=policy.clause)
    if policy.policy == "ask" and not _is_organizer(scene):
        raise Refused("organizer-decides-who-enters-after", clause=policy.clause)
    if event.past_the_cut or event.qualification is not None:
        raise Refused("late-swiss-rounds-over", clause=policy.clause)
    return tuple(round_.id for round_ in event.rounds)


def _is_organizer(scene: Scene) -> bool:
    acting = roles_of(scene.event, scene.rules, scene.person)
    return not acting.isdisjoint({"organizer", "second_organizer"})


def _next_number(event: Event) -> int:
    return max((entrant.number or 0 for entrant in event.entrants.values()), default=0) + 1


def _require_free(scene: Scene, player: PlayerId, number: int, table: int | None) -> None:
    if not 1 <= number <= 1_000_000:
        raise Refused("player-number-no-whole-number", field="number")
    for other in scene.event.entrants.values():
        if other.id != player and other.number == number:
            raise Refused(
                "number-of-somebody-else", field="number", other=other.name, number=number
            )
    if table is not None and not 1 <= table <= 100_000:
        raise Refused(
            "first-table-no-whole-number", clause=scene.rules.tables.clause, field="table"
        )


def _require_total(scene: Scene, total: int | None) -> None:
    lists = scene.rules.lists
    most = max(lists.limits, default=scene.event.details.points_limit or _MOST_POINTS)
    if total is None or 0 <= total <= most:
        return
    over = total > most
    raise Refused(
        "list-points-over-limit" if over else "list-cant-cost-less-than",
        clause=lists.limits_clause or None,
        field="total",
        total=total,
        most=most,
    )


def _tags(given: tuple[str, ...]) -> tuple[str, ...]:
    tags = tuple(dict.fromkeys(tag for name in given if (tag := tidy(name, 40))))
    if len(tags) > _MOST_AFFILIATIONS:
        raise Refused(
            "too-many-affiliations", field="affiliations", most_affiliations=_MOST_AFFILIATIONS
        )
    return tags


def _change(scene: Scene, command: ChangePlayer) -> Iterator[Fact]:
    old = scene.entrant(command.player)
    if old.spare:
        raise Refused("spare-player-has-no-number")
    total, table = told(command.total, old.total), told(command.table, old.table)
    faction = told(command.faction, old.faction)
    _require_free(scene, command.player, command.number, table)
    _require_total(scene, total)
    new = PlayerChanged(
        player=command.player,
        name=require_name(command.name, "a-player"),
        number=command.number,
        faction=tidy(faction) if faction else None,
        affiliations=_tags(told(command.affiliations, old.affiliations)),
        total=total,
        table=table,
    )
    if scene.event.rounds and new.affiliations != old.affiliations:
        raise Refused(
            "round-1-drawn-these-affiliations",
            clause=scene.rules.pairing.affiliation_clause,
            field="affiliations",
        )
    asked = list(about_a_player(scene, command.player, new.name)) if new.name != old.name else []
    if total != old.total:
        asked += total_questions(scene, command.player, total)
    yield from confirmed(scene, asked, command.player)
    yield new


def _withdraw(scene: Scene, command: WithdrawRegistration) -> Iterator[Fact]:
    entrant = scene.entrant(command.player)
    if entrant.spare:
        raise Refused("withdraw-spare-player")
    yield RegistrationWithdrawn(command.player)


def _withdraw_several(scene: Scene, command: WithdrawRegistrations) -> Iterator[Fact]:
    if not command.players:
        raise Refused("withdraw-nobody-named", field="players")
    for player in dict.fromkeys(command.players):
        yield from _withdraw(scene, WithdrawRegistration(player))


def _check_in(scene: Scene, command: CheckIn) -> Iterator[Fact]:
    entrant = scene.entrant(command.player)
    if entrant.state != "registered":
        raise Refused("checked-in-already", entrant=entrant.name)
    yield PlayerCheckedIn(command.player)


def _let_in_late(scene: Scene, command: LetInLate) -> Iterator[Fact]:
    entrant = scene.entrant(command.player)
    if entrant.spare or entrant.state != "registered":
        raise Refused("let-in-already", entrant=entrant.name)
    missed = _late(scene)
    if not command.bye_seat:
        yield PlayerLetIn(command.player, missed)
        return
    seat = free_bye(scene.event)
    if seat is None:
        raise Refused("no-bye-to-take", clause=scene.rules.late_entry.clause, entrant=entrant.name)
    for blocker in list_blockers(scene.event, scene.rules, entrant):
        code = f"{blocker.sentence}-for-the-draw"
        raise Refused(code, clause=blocker.clause).naming(blocker.facts)
    yield PlayerLetIn(command.player, missed[:-1], seat.id, _next_table(scene.event))


def free_bye(event: Event) -> Game | None:
    """Return the bye of the round that runs, while somebody who comes late can still play it."""
    round_ = event.current
    if event.draft is not None or round_ is None or round_.kind != "swiss":
        return None
    if round_.is_closed or round_.timer.called is not None:
        return None
    return next((game for game in round_.games.values() if game.kind == "bye"), None)


def late_arrivals(event: Event, rules: Ruleset) -> tuple[PlayerId, ...]:
    """Return the registered players who have not come and can still be let in."""
    over = event.past_the_cut or event.qualification is not None
    if event.phase != "running" or over or (rules.late_entry.policy == "refuse" and event.rounds):
        return ()
    if not has_swiss_rounds_to_come(event) and free_bye(event) is None:
        return ()
    here = event.entrants.values()
    return tuple(
        entrant.id for entrant in here if entrant.state == "registered" and not entrant.spare
    )


def has_swiss_rounds_to_come(event: Event) -> bool:
    """Whether the plan has another Swiss round after those that were published."""
    return event.swiss_rounds is None or len(event.rounds) < event.swiss_rounds


def _next_table(event: Event) -> int:
    """Return the first table behind those of the round that can be used."""
    assert event.current is not None
    taken = [game.table for game in event.current.games.values() if game.table is not None]
    behind = itertools.count(max(taken, default=event.first_table - 1) + 1)
    return next(table for table in behind if table not in event.tables_out_of_use)


def _take_back(scene: Scene, command: TakeBackCheckIn) -> Iterator[Fact]:
    entrant = scene.entrant(command.player)
    if entrant.state != "checked_in":
        raise Refused("not-checked-in", entrant=entrant.name)
    yield CheckInTakenBack(command.player)


def _join_as_spare(scene: Scene, command: JoinAsSpare) -> Iterator[Fact]:
    event, rules = scene.event, scene.rules
    if not rules.spare.allowed:
        raise Refused("join-as-spare-no-spare-player", clause=rules.bye.clause, game=rules.game)
    person = require_person_id(command.person) if command.person else new_person(event)
    for entrant in event.entrants.values():
        if entrant.spare and (entrant.state == "active" or entrant.id != person):
            raise Refused("spare-player-event", clause=rules.spare.clause, name=entrant.name)
    known = event.entrants.get(PlayerId(person))
    if known is not None and not known.spare:
        raise Refused("plays-event", clause=rules.spare.clause, known=known.name)
    name = event.people.get(person) or require_name(command.name, "the-spare-player")
    yield SpareJoined(PlayerId(person), name)


def _release_spare(scene: Scene, command: ReleaseSpare) -> Iterator[Fact]:
    entrant = scene.entrant(command.player)
    if not entrant.spare or entrant.state != "active":
        raise Refused("not-spare-player", entrant=entrant.name)
    game = scene.event.game_of(command.player)
    if game is not None and game.is_open:
        raise Refused("spare-player-game", clause=scene.rules.spare.clause)
    yield SpareLeft(command.player)


def _vote(scene: Scene, command: VoteFavourite) -> Iterator[Fact]:
    clause = scene.rules.standings.extra_clause
    if FAVOURITE_OPPONENT not in scene.rules.standings.extra:
        raise Refused("favourite-opponents-not-tie-break", clause=clause)
    voter, other = scene.entrant(command.player), scene.entrant(command.opponent)
    if other.spare:
        raise Refused("spare-player-cannot-voted", clause=clause)
    if scene.person == other.id:
        raise Refused("own-vote", clause=clause)
    if voter.favourite is not None:
        raise Refused("voted-already", clause=clause, voter=voter.name)
    if not have_met(scene.event, voter.id, other.id):
        raise Refused(
            "voted-for-somebody-not-met", clause=clause, voter=voter.name, other=other.name
        )
    yield FavouriteVoted(command.player, command.opponent)


def _score_extra(scene: Scene, command: ScoreExtra) -> Iterator[Fact]:
    scene.entrant(command.player)
    extra = scene.rules.standings.extra
    if command.name not in extra or command.name == FAVOURITE_OPPONENT:
        raise Refused(
            "no-tie-break-event",
            clause=scene.rules.standings.extra_clause,
            command=command.name[:40],
            extra=tuple(extra) or (Phrase("things.none"),),
        )
    if not -1_000_000 <= command.value <= 1_000_000:
        raise Refused("number-too-large")
    yield ExtraScored(command.player, command.name, command.value)


def _whoever_registers(event: Event, command: RegisterPlayer) -> Iterable[PersonId]:
    return (command.person,) if command.person else ()


# ------------------------------------------------------------------------------
# Deciding how players are named where everybody reads it.


@dataclass(frozen=True, slots=True)
class ChooseShownName:
    """Say how a player is named on public pages: full, first name and initial, or number only."""

    NAME: ClassVar[str] = "choose-shown-name"
    player: PlayerId
    shown: ShownName


def _choose(scene: Scene, command: ChooseShownName) -> Iterator[Fact]:
    entrant = scene.entrant(command.player)
    if scene.event.shown_name(command.player) == command.shown:
        raise Refused("shown-like-already", field="shown", entrant=entrant.name)
    yield ShownNameChosen(command.player, command.shown)


@dataclass(frozen=True, slots=True)
class ForgetPerson:
    """Erase for good what was written about a person: name, notes, texts of lists."""

    NAME: ClassVar[str] = "forget-person"
    person: PersonId
    reason: str


def _forget(scene: Scene, command: ForgetPerson) -> Iterator[Fact]:
    if command.person not in scene.event.people:
        raise Refused("nobody-to-forget", field="person", person=command.person)
    if command.person in scene.event.forgotten:
        raise Refused("forgotten-already", field="person", person=scene.name(command.person))
    yield PersonForgotten(command.person, tidy(command.reason))


@dataclass(frozen=True, slots=True)
class ForgetPeople:
    """Erase for good what was written about several people, as for an event of long ago."""

    NAME: ClassVar[str] = "forget-people"
    people: tuple[PersonId, ...]
    reason: str


def _forget_several(scene: Scene, command: ForgetPeople) -> Iterator[Fact]:
    if not command.people:
        raise Refused("forget-nobody-named", field="people")
    for person in dict.fromkeys(command.people):
        yield from _forget(scene, ForgetPerson(person, command.reason))


def who_can_be_forgotten(event: Event) -> tuple[PersonId, ...]:
    """Return everybody who has a name in an event, but for its organizers: they answer for it."""
    organizers = {
        appointment.person for appointment in event.staff if appointment.role in ORGANIZERS
    }
    return tuple(
        person
        for person in event.people
        if person not in organizers and person not in event.forgotten
    )


# ------------------------------------------------------------------------------
# Deciding about players who leave, are removed, or come back.


@dataclass(frozen=True, slots=True)
class DropPlayer:
    """Take a player out of the event; a game that is running needs its slip as a concession."""

    NAME: ClassVar[str] = "drop-player"
    player: PlayerId
    why: LeavingReason = "voluntary"
    note: str = ""
    slip: Slip | None = None


@dataclass(frozen=True, slots=True)
class Rejoin:
    """Let a dropped player in again."""

    NAME: ClassVar[str] = "rejoin"
    player: PlayerId
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RecommendDisqualification:
    """Tell the organizer that a player should be disqualified."""

    NAME: ClassVar[str] = "recommend-disqualification"
    player: PlayerId
    reason: str


@dataclass(frozen=True, slots=True)
class DeclineDisqualification:
    """Decide that a player whose disqualification was recommended stays."""

    NAME: ClassVar[str] = "decline-disqualification"
    player: PlayerId
    reason: str


@dataclass(frozen=True, slots=True)
class Disqualify:
    """Remove a player for good; everybody reads the reason, only leaders the private one."""

    NAME: ClassVar[str] = "disqualify"
    player: PlayerId
    reason: str
    slip: Slip | None = None
    private_reason: str = ""


@dataclass(frozen=True, slots=True)
class TakePlace:
    """Join the bracket in place of a qualified player who left."""

    NAME: ClassVar[str] = "take-place"
    player: PlayerId


@dataclass(frozen=True, slots=True)
class DeclinePlace:
    """Leave the free place in the bracket to the next in rank."""

    NAME: ClassVar[str] = "decline-place"
    player: PlayerId


def decide_drop(scene: Scene, command: DropPlayer) -> Iterator[Fact]:
    """Settle the running game of a player who leaves, drop them, offer their place."""
    entrant = _present(scene, command.player)
    if command.why == "declined_place":
        raise Refused("place-cut-declined-own")
    if command.why == "manipulative_concession" and not (
        scene.rules.conduct.manipulative_concession
    ):
        raise Refused(
            "does-not-name-reason", clause=scene.rules.leaving.drop_clause, game=scene.rules.game
        )
    yield from leave_game(scene, entrant, command.slip)
    after = _latest(scene.event)
    yield PlayerDropped(command.player, command.why, after, tidy(command.note))
    yield from _offer_place(scene, leaving=(command.player,))


def _present(scene: Scene, player: PlayerId) -> Entrant:
    entrant = scene.entrant(player)
    if entrant.spare:
        raise Refused("spare-player")
    if entrant.state != "active":
        raise Refused(
            "player-in-another-state",
            clause=scene.rules.leaving.drop_clause,
            entrant=entrant.name,
            state=entrant.state.replace("_", " "),
        )
    return entrant


def leave_game(scene: Scene, entrant: Entrant, slip: Slip | None) -> Iterator[Fact]:
    """Settle the game of somebody who leaves: a concession once it runs, else a forfeit."""
    game = scene.event.game_of(entrant.id)
    round_ = scene.event.current
    if game is None or round_ is None or not game.is_open:
        return
    _require_may_settle(scene, entrant, game)
    if not round_.began:
        yield GameForfeited(game.id, entrant.id, "left before the game began")
        return
    if slip is None:
        conceded = scene.rules.outcomes["concession"]
        raise Refused(
            "leaving-needs-slip" if "score" in conceded.needs else "leaving-needs-concession",
            clause=conceded.clause,
            match=game.id,
            entrant=entrant.name,
        )
    slip = require_slip(scene, round_, game, slip)
    if slip.end != "concession" or game.players[slip.conceded or 0] != entrant.id:
        raise Refused(
            "slip-not-concession-player-who",
            clause=scene.rules.outcomes["concession"].clause,
            players=game.players.index(entrant.id),
        )
    yield from confirmed_slip(scene, round_, game, slip)
    yield ResultEntered(game.id, slip, "left during the game")


def _require_may_settle(scene: Scene, entrant: Entrant, game: Game) -> None:
    """Refuse to settle one's own game by removing the opponent, or over a slip handed in."""
    others = [player for player in game.players if player != entrant.id]
    if scene.person in others:
        raise Refused(
            "game-against-you",
            clause=scene.rules.staff.rules_on_leader_clause,
            match=game.id,
            entrant=entrant.name,
        )
    if game.filed:
        raise Refused(
            "result-handed-game",
            clause=scene.rules.leaving.drop_clause,
            match=game.id,
            entrant=entrant.name,
        )


def _in_a_round(event: Event, player: PlayerId) -> bool:
    """Whether a round knows this player: not somebody who never came."""
    return any(
        player in round_.unpaired or any(player in game.players for game in round_.games.values())
        for round_ in event.rounds
    )


def _latest(event: Event) -> RoundId | None:
    return event.rounds[-1].id if event.rounds else None


def _offer_place(scene: Scene, leaving: tuple[PlayerId, ...]) -> Iterator[Fact]:
    """Ask the next in rank when a qualified player left before the first game (RW-159)."""
    event, cut = scene.event, scene.event.qualification
    last = event.current
    if cut is None or last is None or event.past_the_cut or event.cut_points:
        return
    if scene.rules.cut.replace != "next_rank" or (cut.offered and cut.offered not in leaving):
        return
    gone = _gone(event, cut.seeds, leaving)
    if not gone:
        return
    for player in _by_rank(scene):
        if player not in cut.seeds and player not in leaving:
            yield PlaceOffered(player, gone[0])
            return


def _gone(
    event: Event, seeds: tuple[PlayerId, ...], leaving: tuple[PlayerId, ...]
) -> list[PlayerId]:
    return [
        player for player in seeds if player in leaving or event.entrants[player].state != "active"
    ]


def _by_rank(scene: Scene) -> tuple[PlayerId, ...]:
    tournament = as_tournament(scene.event)
    return qualified(tournament, scene.rules, 1, len(tournament.players))


def _rejoin(scene: Scene, command: Rejoin) -> Iterator[Fact]:
    event, rules = scene.event, scene.rules
    entrant = scene.entrant(command.player)
    if entrant.state == "disqualified":
        raise Refused(
            "disqualified-cannot-rejoin",
            clause=rules.leaving.disqualified_clause,
            entrant=entrant.name,
        )
    if entrant.state != "dropped" or entrant.spare:
        raise Refused("not-left", clause=rules.leaving.rejoin_clause, entrant=entrant.name)
    if event.qualification is not None or event.past_the_cut:
        raise Refused("swiss-rounds-over", clause=rules.leaving.rejoin_clause)
    left = _left_after(event, command.player)
    missed = tuple(
        round_.id
        for round_ in event.rounds[left:]
        if not any(command.player in game.players for game in round_.games.values())
    )
    after = _latest(event) if left else None
    yield PlayerRejoined(command.player, after, missed, tidy(command.reason))


def _left_after(event: Event, player: PlayerId) -> int:
    """Return how many rounds were published when a player left; 0: before the first."""
    left = 0
    for count, round_ in enumerate(event.rounds, 1):
        if any(who == player and change == "drop" for who, change in round_.after):
            left = count
    return left


def _recommend(scene: Scene, command: RecommendDisqualification) -> Iterator[Fact]:
    scene.entrant(command.player)
    concerned = the_players_at_the_table(scene.event, command)
    require_decider(scene.event, scene.rules, scene.person, DISQUALIFICATION, concerned)
    yield DisqualificationRecommended(command.player, tidy(command.reason))


def _decline(scene: Scene, command: DeclineDisqualification) -> Iterator[Fact]:
    if command.player not in scene.event.recommendations:
        raise Refused(
            "nobody-recommended-disqualify-player", clause=scene.rules.staff.removes_clause
        )
    yield RecommendationDeclined(command.player, tidy(command.reason))


def decide_disqualify(scene: Scene, command: Disqualify) -> Iterator[Fact]:
    """Settle the running game of a player who is removed, and remove them."""
    entrant = scene.entrant(command.player)
    if entrant.spare:
        raise Refused("decide-disqualify-spare-player")
    if entrant.state == "disqualified":
        raise Refused("disqualified-already", entrant=entrant.name)
    if entrant.state == "active":
        yield from leave_game(scene, entrant, command.slip)
    after = _latest(scene.event) if _in_a_round(scene.event, command.player) else None
    yield PlayerDisqualified(command.player, tidy(command.reason), after)
    private = tidy(command.private_reason)
    if private:
        yield DisqualificationExplained(command.player, private)
    yield from _offer_place(scene, leaving=(command.player,))


def _take_place(scene: Scene, command: TakePlace) -> Iterator[Fact]:
    cut = scene.event.qualification
    if cut is None or cut.offered != command.player:
        raise _no_place(scene)
    gone = _gone(scene.event, cut.seeds, ())
    staying = tuple(player for player in cut.seeds if player != gone[0])
    yield PlaceTaken(command.player, (*staying, command.player))
    if len(gone) > 1:
        for player in _by_rank(scene):
            if player not in cut.seeds and player != command.player:
                yield PlaceOffered(player, gone[1])
                return


def _no_place(scene: Scene) -> Refused:
    return Refused("no-place-bracket-offered-player", clause=scene.rules.cut.replace_clause)


def _decline_place(scene: Scene, command: DeclinePlace) -> Iterator[Fact]:
    cut = scene.event.qualification
    if cut is None or cut.offered != command.player:
        raise _no_place(scene)
    after = _latest(scene.event)
    yield PlayerDropped(command.player, "declined_place", after)
    yield from _offer_place(scene, leaving=(command.player,))


# ------------------------------------------------------------------------------
# How the staff changes the state.


def _fold_staff_appointed(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, StaffAppointed)
    return replace(
        with_person(event, fact.person, fact.name),
        staff=(*event.staff, Appointment(fact.person, fact.role)),
    )


def _fold_staff_released(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, StaffReleased)
    staff = tuple(
        appointment
        for appointment in event.staff
        if (appointment.person, appointment.role) != (fact.person, fact.role)
    )
    return replace(event, staff=staff)


def _fold_duty_changed(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, DutyChanged)
    staff = tuple(
        replace(appointment, on_duty=fact.on_duty)
        if (appointment.person, appointment.role) == (fact.person, fact.role)
        else appointment
        for appointment in event.staff
    )
    return replace(event, staff=staff)


def _fold_head_marshal_named(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, HeadMarshalNamed)
    staff = tuple(
        replace(appointment, head=appointment.person == fact.person)
        if appointment.role == "marshal"
        else appointment
        for appointment in event.staff
    )
    return replace(event, staff=staff)


# ------------------------------------------------------------------------------
# How facts about people change the state.

_FIELD_CHANGED = "field-changed"


def _with_entrant(event: Event, entrant: Entrant) -> Event:
    return replace(event, entrants=event.entrants | {entrant.id: entrant})


def _stale(event: Event) -> Event:
    return replace(event, stale=_FIELD_CHANGED) if event.draft else event


def _fold_player_registered(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, PlayerRegistered)
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
    event = without_waiting(event, fact.player)
    return _with_unpaired(_with_entrant(_stale(event), entrant), fact.player, fact.missed)


def without_waiting(event: Event, player: PlayerId) -> Event:
    """Return the event with somebody off the waiting list."""
    left = {waiting.id: waiting for waiting in event.waiting.values() if waiting.id != player}
    return replace(event, waiting=left)


def _fold_notes_kept(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, NotesKept)
    entrant = event.entrants[fact.player]
    return _with_entrant(event, replace(entrant, notes=entrant.notes | fact.notes))


def _fold_contact_noted(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ContactNoted)
    return _with_entrant(event, replace(event.entrants[fact.player], contact=fact.contact))


def _with_unpaired(event: Event, player: PlayerId, missed: tuple[RoundId, ...]) -> Event:
    if not missed:
        return event
    rounds = tuple(
        replace(round_, unpaired=(*round_.unpaired, player)) if round_.id in missed else round_
        for round_ in event.rounds
    )
    return replace(event, rounds=rounds)


def _fold_player_changed(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, PlayerChanged)
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


def _fold_registration_withdrawn(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, RegistrationWithdrawn)
    entrants = {
        player: entrant for player, entrant in event.entrants.items() if player != fact.player
    }
    return replace(event, entrants=entrants)


def _fold_door_code_set(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, DoorCodeSet)
    return replace(event, door_code=fact.code)


def _fold_player_checked_in(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, PlayerCheckedIn)
    return _with_entrant(event, replace(event.entrants[fact.player], state="checked_in"))


def _fold_player_let_in(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, PlayerLetIn)
    entrant = replace(event.entrants[fact.player], state="active", late=True)
    event = _with_unpaired(_with_entrant(_stale(event), entrant), fact.player, fact.missed)
    if fact.match is None:
        return event
    said = f"{entrant.name} came late and took the place of the bye"
    bye = the_game(event, fact.match)
    seated = replace(
        bye,
        players=(*bye.players, fact.player),
        kind="game",
        table=fact.table,
        why=(),
        override=(recorded.actor, said),
    )
    earlier = event.rounds[-2].id if len(event.rounds) > 1 else None
    return with_match(with_changed_basis(event, recorded.actor, said, earlier), seated)


def _fold_check_in_taken_back(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, CheckInTakenBack)
    return _with_entrant(event, replace(event.entrants[fact.player], state="registered"))


def _fold_spare_joined(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, SpareJoined)
    event = with_person(_stale(event), fact.player, fact.name)
    event = with_changed_basis(event, recorded.actor, "drawn without a Spare Player")
    return _with_entrant(event, Entrant(fact.player, fact.name, None, "active", spare=True))


def _fold_spare_left(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, SpareLeft)
    spare = replace(event.entrants[fact.player], state="dropped")
    return _with_entrant(_stale(event), spare)


def _with_change(
    event: Event, after: RoundId | None, player: PlayerId, change: ChangeKind
) -> Event:
    def changed(round_: DayRound) -> DayRound:
        return (
            replace(round_, after=(*round_.after, (player, change)))
            if round_.id == after
            else round_
        )

    return replace(_stale(event), rounds=tuple(changed(round_) for round_ in event.rounds))


def _fold_player_dropped(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, PlayerDropped)
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


def _fold_player_rejoined(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, PlayerRejoined)
    entrant = replace(event.entrants[fact.player], state="active", why_left=None)
    event = _with_entrant(_with_change(event, fact.after, fact.player, "rejoin"), entrant)
    return _with_unpaired(event, fact.player, fact.missed)


def _fold_disqualification_recommended(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, DisqualificationRecommended)
    return replace(event, recommendations=event.recommendations | {fact.player: fact.reason})


def _fold_recommendation_declined(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, RecommendationDeclined)
    left = {
        player: reason for player, reason in event.recommendations.items() if player != fact.player
    }
    return replace(event, recommendations=left)


def _fold_player_disqualified(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, PlayerDisqualified)
    entrant = replace(event.entrants[fact.player], state="disqualified")
    open_ones = {
        player: reason for player, reason in event.recommendations.items() if player != fact.player
    }
    event = _without_offer(replace(event, recommendations=open_ones), fact.player)
    public = fact.reason if recorded.cause == Disqualify.NAME else ""  # others name components
    removals = event.removals | {fact.player: Removal(recorded.actor, public)}
    event = replace(event, removals=removals)
    return _with_entrant(_with_change(event, fact.after, fact.player, "disqualify"), entrant)


def _fold_disqualification_explained(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, DisqualificationExplained)
    removal = replace(event.removals[fact.player], private=fact.reason)
    return replace(event, removals=event.removals | {fact.player: removal})


def _fold_favourite_voted(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, FavouriteVoted)
    event = with_later_tie_break(event, recorded.actor, "drawn before a vote was counted")
    return _with_entrant(event, replace(event.entrants[fact.player], favourite=fact.opponent))


def _fold_extra_scored(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ExtraScored)
    event = with_later_tie_break(event, recorded.actor, f"drawn before {fact.name} was scored")
    old = event.entrants[fact.player]
    return _with_entrant(event, replace(old, extra=old.extra | {fact.name: fact.value}))


def _fold_shown_name_chosen(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ShownNameChosen)
    return replace(event, shown_names=event.shown_names | {fact.player: fact.shown})


# ------------------------------------------------------------------------------
# From the facts of an act back to its command.


def _fold_person_forgotten(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, PersonForgotten)
    return replace(event, forgotten=(*event.forgotten, fact.person))


def _tell_appoint(told: ActFacts) -> Command:
    said = told.the(StaffAppointed)
    return AppointStaff(said.role, said.name, told.known(said.person))


def _tell_hand_over(told: ActFacts) -> Command:
    said = told.the(StaffAppointed)
    reason = told.the(StaffReleased).reason
    return HandOver(reason, told.known(said.person), said.name)


def _tell_register(told: ActFacts) -> Command:
    asked = told.maybe(RegistrationRequested)
    if asked is not None:
        return RegisterPlayer(
            name=asked.name,
            person=asked.player,
            faction=asked.faction,
            affiliations=asked.affiliations,
            shown=asked.shown,
            contact=asked.contact,
            door_code=told.event.door_code,
        )
    said = told.the(PlayerRegistered)
    noted = told.maybe(NotesKept)
    contact = told.maybe(ContactNoted)
    shown = told.maybe(ShownNameChosen)
    return RegisterPlayer(
        name=said.name,
        person=said.player,
        number=said.number,
        faction=said.faction,
        affiliations=said.affiliations,
        total=said.total,
        table=said.table,
        notes=noted.notes if noted is not None else {},
        shown=shown.shown if shown is not None else None,
        door_code=told.event.door_code,
        contact=contact.contact if contact is not None else "",
    )


def _tell_let_in_late(told: ActFacts) -> Command:
    said = told.the(PlayerLetIn)
    return LetInLate(said.player, said.match is not None)


def _tell_withdraw_several(told: ActFacts) -> Command:
    gone = (fact.player for fact in told.facts if isinstance(fact, RegistrationWithdrawn))
    return WithdrawRegistrations(tuple(gone))


def _tell_forget_several(told: ActFacts) -> Command:
    said = [fact for fact in told.facts if isinstance(fact, PersonForgotten)]
    return ForgetPeople(tuple(fact.person for fact in said), said[0].reason)


def _tell_join_as_spare(told: ActFacts) -> Command:
    said = told.the(SpareJoined)
    return JoinAsSpare(said.name, said.player)


def _tell_drop(told: ActFacts) -> Command:
    said = told.the(PlayerDropped)
    return DropPlayer(said.player, said.why, said.note, told.slip())


def _tell_disqualify(told: ActFacts) -> Command:
    said = told.the(PlayerDisqualified)
    private = told.maybe(DisqualificationExplained)
    return Disqualify(said.player, said.reason, told.slip(), private.reason if private else "")


ACTS: tuple[AnyAct, ...] = (
    Act(
        AppointStaff,
        _appoint,
        facts=(StaffAppointed,),
        rights=(Right(("organizer",), OPEN),),
        tell=_tell_appoint,
    ),
    Act(
        ReleaseStaff,
        _release,
        facts=(StaffReleased,),
        rights=(Right(("organizer",), OPEN),),
    ),
    Act(
        ChangeDuty,
        _change_duty,
        facts=(DutyChanged,),
        rights=(
            Right(("organizer",), OPEN),
            Right(("marshal", "judge", "referee", "scorekeeper"), OPEN, "own"),
            Right(("second_organizer", "spectator"), OPEN, "own"),
        ),
        concerns=_the_person,
    ),
    Act(
        NameHeadMarshal,
        _name_head,
        facts=(HeadMarshalNamed,),
        rights=(Right(("organizer",), OPEN),),
    ),
    Act(
        HandOver,
        _hand_over,
        facts=(StaffReleased, StaffAppointed),
        rights=(Right(("organizer",), (*OPEN, "finished"), reason=True),),
        tell=_tell_hand_over,
    ),
    Act(
        RegisterPlayer,
        decide_registration,
        facts=(PlayerRegistered, NotesKept, ContactNoted, ShownNameChosen, RegistrationRequested),
        rights=(
            Right(FLOOR, ENTRY),
            Right(("spectator",), ("registration", "check_in"), "own"),
        ),
        concerns=_whoever_registers,
        tell=_tell_register,
    ),
    Act(
        ChangePlayer,
        _change,
        facts=(PlayerChanged,),
        rights=(Right(FLOOR, OPEN),),
    ),
    Act(
        NoteContact,
        _note_contact,
        facts=(ContactNoted,),
        rights=(Right(ORGANIZERS, (*OPEN, "finished")), Right(("player",), OPEN, "own")),
        concerns=the_player,
    ),
    Act(
        WithdrawRegistration,
        _withdraw,
        facts=(RegistrationWithdrawn,),
        rights=(
            Right(FLOOR, ("announced", "registration", "check_in")),
            Right(("player",), ("announced", "registration", "check_in"), "own"),
        ),
        concerns=the_player,
    ),
    Act(
        WithdrawRegistrations,
        _withdraw_several,
        facts=(RegistrationWithdrawn,),
        rights=(Right(FLOOR, ("announced", "registration", "check_in")),),
        tell=_tell_withdraw_several,
    ),
    Act(
        SetDoorCode,
        _set_door_code,
        facts=(DoorCodeSet,),
        rights=(Right(ORGANIZERS, ("draft", "announced", "registration", "check_in")),),
    ),
    Act(
        CheckIn,
        _check_in,
        facts=(PlayerCheckedIn,),
        rights=(
            Right(FLOOR, ("check_in",)),
            Right(("player",), ("check_in",), "own"),
        ),
        concerns=the_player,
        after_start="check-in-is-over",
    ),
    Act(
        LetInLate,
        _let_in_late,
        facts=(PlayerLetIn,),
        rights=(Right(FLOOR, RUNNING),),
        concerns=the_player,
        tell=_tell_let_in_late,
    ),
    Act(
        TakeBackCheckIn,
        _take_back,
        facts=(CheckInTakenBack,),
        rights=(Right(FLOOR, ("check_in",)),),
    ),
    Act(
        JoinAsSpare,
        _join_as_spare,
        facts=(SpareJoined,),
        rights=(Right(PAIRERS, ENTRY),),
        tell=_tell_join_as_spare,
    ),
    Act(
        ReleaseSpare,
        _release_spare,
        facts=(SpareLeft,),
        rights=(Right(PAIRERS, ENTRY),),
    ),
    Act(
        VoteFavourite,
        _vote,
        facts=(FavouriteVoted,),
        rights=(
            Right(("player",), RUNNING, "own"),
            Right(PAIRERS, LATE, "not_own"),
        ),
        concerns=the_player,
    ),
    Act(
        ScoreExtra,
        _score_extra,
        facts=(ExtraScored,),
        rights=(Right(PAIRERS, LATE, "not_own"),),
        concerns=the_player,
    ),
    Act(
        ChooseShownName,
        _choose,
        facts=(ShownNameChosen,),
        rights=(
            Right(FLOOR, SEEN),
            Right(("player", "spare", "spectator"), SEEN, "own"),
        ),
        concerns=the_player,
    ),
    Act(
        ForgetPerson,
        _forget,
        facts=(PersonForgotten,),
        rights=(Right(ORGANIZERS, ALWAYS, reason=True),),
        undoable=False,
        reason="leaders",
    ),
    Act(
        ForgetPeople,
        _forget_several,
        facts=(PersonForgotten,),
        rights=(Right(ORGANIZERS, ALWAYS, reason=True),),
        tell=_tell_forget_several,
        undoable=False,
        reason="leaders",
    ),
    Act(
        DropPlayer,
        decide_drop,
        facts=LEAVING,
        rights=(
            Right(FLOOR, RUNNING),
            Right(("player",), RUNNING, "own"),
        ),
        concerns=the_player,
        tell=_tell_drop,
    ),
    Act(
        Rejoin,
        _rejoin,
        facts=(PlayerRejoined,),
        rights=(Right(("organizer", "second_organizer"), RUNNING),),
    ),
    Act(
        RecommendDisqualification,
        _recommend,
        facts=(DisqualificationRecommended,),
        rights=(Right(("marshal", "judge", "referee"), LATE, "not_own", reason=True),),
        concerns=the_players_at_the_table,
        of_leaders=True,
    ),
    Act(
        DeclineDisqualification,
        _decline,
        facts=(RecommendationDeclined,),
        rights=(Right(ORGANIZERS, LATE, "not_own", reason=True),),
        concerns=the_player,
        of_leaders=True,
    ),
    Act(
        Disqualify,
        decide_disqualify,
        facts=LEAVING,
        rights=(Right(ORGANIZERS, LATE, "not_own", reason=True),),
        concerns=the_player,
        tell=_tell_disqualify,
    ),
    Act(
        TakePlace,
        _take_place,
        facts=(PlaceTaken, PlaceOffered),
        rights=(
            Right(("player",), RUNNING, "own"),
            Right(PAIRERS, RUNNING),
        ),
        concerns=the_player,
        by_lot=True,
        finding="place",
    ),
    Act(
        DeclinePlace,
        _decline_place,
        facts=(PlayerDropped, PlaceOffered),
        rights=(
            Right(("player",), RUNNING, "own"),
            Right(PAIRERS, RUNNING),
        ),
        concerns=the_player,
    ),
)


FOLDS: Folds = {
    StaffAppointed: _fold_staff_appointed,
    StaffReleased: _fold_staff_released,
    DutyChanged: _fold_duty_changed,
    HeadMarshalNamed: _fold_head_marshal_named,
    PlayerRegistered: _fold_player_registered,
    NotesKept: _fold_notes_kept,
    ContactNoted: _fold_contact_noted,
    PlayerChanged: _fold_player_changed,
    RegistrationWithdrawn: _fold_registration_withdrawn,
    DoorCodeSet: _fold_door_code_set,
    PlayerCheckedIn: _fold_player_checked_in,
    PlayerLetIn: _fold_player_let_in,
    CheckInTakenBack: _fold_check_in_taken_back,
    SpareJoined: _fold_spare_joined,
    SpareLeft: _fold_spare_left,
    PlayerDropped: _fold_player_dropped,
    PlayerRejoined: _fold_player_rejoined,
    DisqualificationRecommended: _fold_disqualification_recommended,
    RecommendationDeclined: _fold_recommendation_declined,
    PlayerDisqualified: _fold_player_disqualified,
    DisqualificationExplained: _fold_disqualification_explained,
    FavouriteVoted: _fold_favourite_voted,
    ExtraScored: _fold_extra_scored,
    ShownNameChosen: _fold_shown_name_chosen,
    PersonForgotten: _fold_person_forgotten,
}
