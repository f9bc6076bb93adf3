"""People: the staff, and players from registration to leaving and coming back."""

from __future__ import annotations

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
    with_changed_basis,
    with_person,
)
from tiltyard.day.facts import (
    LEAVING,
    CheckInTakenBack,
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
    PlayerRegistered,
    PlayerRejoined,
    RecommendationDeclined,
    Recorded,
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
from tiltyard.engine.cut import qualified
from tiltyard.engine.errors import Phrase, Refused, RulesetText
from tiltyard.engine.plain_text import require_name, tidy
from tiltyard.engine.ruleset import FAVOURITE_OPPONENT, LeaderPlay, Role, RoleId
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
        able = ", ".join(one.id for one in scene.rules.staff.roles if one.leader)
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
        one for one in scene.event.staff if (one.person, one.role) == (command.person, command.role)
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
_LONGEST_HEADING = 80
_LONGEST_NOTE = 500


@dataclass(frozen=True, slots=True)
class RegisterPlayer:
    """Enter a player; a leader who plays registers with their own id.

    `notes` are what a table says of them beside, by its headings: only leaders read them.
    `shown` is how they are named on public pages, `door_code` what was asked at the door.
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


def _register(scene: Scene, command: RegisterPlayer) -> Iterator[Fact]:
    event = scene.event
    person = require_person_id(command.person) if command.person else new_person(event)
    if person in event.entrants:
        raise Refused("registered-already", person=scene.name(person))
    require_may_play(event, scene.rules, person)
    _require_door_code(scene, command.door_code)
    name = event.people.get(person) or require_name(command.name, "a-player")
    number = _next_number(event) if command.number is None else command.number
    _require_free(scene, PlayerId(person), number, command.table)
    _require_total(scene, command.total)
    missed = _late(scene)
    yield from confirmed(scene, about_a_player(scene, person, name), about=person)
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
    shown = command.shown
    if shown is not None and shown != event.shown_name(PlayerId(person)):
        yield ShownNameChosen(PlayerId(person), shown)


def _require_door_code(scene: Scene, said: str) -> None:
    """Refuse those who register themselves and do not know the code of the door."""
    wanted = scene.event.door_code
    if not wanted or not roles_of(scene.event, scene.rules, scene.person).isdisjoint(FLOOR):
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
    return max((one.number or 0 for one in event.entrants.values()), default=0) + 1


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
    tags = tuple(dict.fromkeys(tag for one in given if (tag := tidy(one, 40))))
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
    for one in event.entrants.values():
        if one.spare and (one.state == "active" or one.id != person):
            raise Refused("spare-player-event", clause=rules.spare.clause, name=one.name)
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
    met = any(
        {voter.id, other.id} == set(game.players)
        for round_ in scene.event.rounds
        for game in round_.games.values()
        if game.kind == "game" and not game.is_open
    )
    if not met:
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
    """Remove a player for good."""

    NAME: ClassVar[str] = "disqualify"
    player: PlayerId
    reason: str
    slip: Slip | None = None


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
    staff = tuple(one for one in event.staff if (one.person, one.role) != (fact.person, fact.role))
    return replace(event, staff=staff)


def _fold_duty_changed(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, DutyChanged)
    staff = tuple(
        replace(one, on_duty=fact.on_duty)
        if (one.person, one.role) == (fact.person, fact.role)
        else one
        for one in event.staff
    )
    return replace(event, staff=staff)


def _fold_head_marshal_named(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, HeadMarshalNamed)
    staff = tuple(
        replace(one, head=one.person == fact.person) if one.role == "marshal" else one
        for one in event.staff
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
    return _with_unpaired(_with_entrant(_stale(event), entrant), fact.player, fact.missed)


def _fold_notes_kept(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, NotesKept)
    entrant = event.entrants[fact.player]
    return _with_entrant(event, replace(entrant, notes=entrant.notes | fact.notes))


def _with_unpaired(event: Event, player: PlayerId, missed: tuple[RoundId, ...]) -> Event:
    if not missed:
        return event
    rounds = tuple(
        replace(one, unpaired=(*one.unpaired, player)) if one.id in missed else one
        for one in event.rounds
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
    entrants = {player: one for player, one in event.entrants.items() if player != fact.player}
    return replace(event, entrants=entrants)


def _fold_door_code_set(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, DoorCodeSet)
    return replace(event, door_code=fact.code)


def _fold_player_checked_in(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, PlayerCheckedIn)
    return _with_entrant(event, replace(event.entrants[fact.player], state="checked_in"))


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
    def changed(one: DayRound) -> DayRound:
        return replace(one, after=(*one.after, (player, change))) if one.id == after else one

    return replace(_stale(event), rounds=tuple(changed(one) for one in event.rounds))


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
    left = {one: reason for one, reason in event.recommendations.items() if one != fact.player}
    return replace(event, recommendations=left)


def _fold_player_disqualified(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, PlayerDisqualified)
    entrant = replace(event.entrants[fact.player], state="disqualified")
    open_ones = {
        player: reason for player, reason in event.recommendations.items() if player != fact.player
    }
    event = _without_offer(replace(event, recommendations=open_ones), fact.player)
    return _with_entrant(_with_change(event, fact.after, fact.player, "disqualify"), entrant)


def _fold_favourite_voted(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, FavouriteVoted)
    event = _with_later_tie_break(event, recorded.actor, "drawn before a vote was counted")
    return _with_entrant(event, replace(event.entrants[fact.player], favourite=fact.opponent))


def _with_later_tie_break(event: Event, person: PersonId, said: str) -> Event:
    """Mark the rounds, and a draw nobody has seen, that a tie-break entered now did not know."""
    if not event.rounds:
        return event
    draft = replace(event.draft, basis_changed=(person, said)) if event.draft else None
    return with_changed_basis(replace(event, draft=draft), person, said, event.rounds[0].id)


def _fold_extra_scored(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ExtraScored)
    event = _with_later_tie_break(event, recorded.actor, f"drawn before {fact.name} was scored")
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
    said = told.the(PlayerRegistered)
    noted = told.maybe(NotesKept)
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
    )


def _tell_withdraw_several(told: ActFacts) -> Command:
    gone = (fact.player for fact in told.facts if isinstance(fact, RegistrationWithdrawn))
    return WithdrawRegistrations(tuple(gone))


def _tell_join_as_spare(told: ActFacts) -> Command:
    said = told.the(SpareJoined)
    return JoinAsSpare(said.name, said.player)


def _tell_drop(told: ActFacts) -> Command:
    said = told.the(PlayerDropped)
    return DropPlayer(said.player, said.why, said.note, told.slip())


def _tell_disqualify(told: ActFacts) -> Command:
    said = told.the(PlayerDisqualified)
    return Disqualify(said.player, said.reason, told.slip())


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
        _register,
        facts=(PlayerRegistered, NotesKept, ShownNameChosen),
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
    PlayerChanged: _fold_player_changed,
    RegistrationWithdrawn: _fold_registration_withdrawn,
    DoorCodeSet: _fold_door_code_set,
    PlayerCheckedIn: _fold_player_checked_in,
    CheckInTakenBack: _fold_check_in_taken_back,
    SpareJoined: _fold_spare_joined,
    SpareLeft: _fold_spare_left,
    PlayerDropped: _fold_player_dropped,
    PlayerRejoined: _fold_player_rejoined,
    DisqualificationRecommended: _fold_disqualification_recommended,
    RecommendationDeclined: _fold_recommendation_declined,
    PlayerDisqualified: _fold_player_disqualified,
    FavouriteVoted: _fold_favourite_voted,
    ExtraScored: _fold_extra_scored,
    ShownNameChosen: _fold_shown_name_chosen,
    PersonForgotten: _fold_person_forgotten,
}
