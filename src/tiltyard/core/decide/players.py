"""Deciding about players: registration, check-in, the Spare Player, votes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from tiltyard.core.decide.confirmation import confirmed
from tiltyard.core.decide.doubted_scores import total_questions
from tiltyard.core.decide.same_person import about_a_player
from tiltyard.core.decide.scene import Act, Acts, Scene, the_player
from tiltyard.core.decide.staff import new_person, require_person_id
from tiltyard.core.errors import Phrase, Refused
from tiltyard.core.facts import Fact, people
from tiltyard.core.ids import PersonId, PlayerId, RoundId
from tiltyard.core.plain_text import require_name, tidy
from tiltyard.core.ruleset import FAVOURITE_OPPONENT
from tiltyard.core.staff import require_may_play, roles_of
from tiltyard.core.state.event import Event

_MOST_POINTS = 1_000_000
_MOST_AFFILIATIONS = 8
_MOST_NOTES = 200
_LONGEST_HEADING = 80
_LONGEST_NOTE = 500


@dataclass(frozen=True, slots=True)
class RegisterPlayer:
    """Enter a player; a leader who plays registers with their own id.

    `notes` are what a table says of them beside, by its headings: only leaders read them.
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


@dataclass(frozen=True, slots=True)
class ChangePlayer:
    """Put right what is known of a player; everything is given anew."""

    NAME: ClassVar[str] = "change-player"
    player: PlayerId
    name: str
    number: int
    faction: str | None = None
    affiliations: tuple[str, ...] = ()
    total: int | None = None
    table: int | None = None


@dataclass(frozen=True, slots=True)
class WithdrawRegistration:
    """Take a player off the list before the start."""

    NAME: ClassVar[str] = "withdraw-registration"
    player: PlayerId


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
    name = event.people.get(person) or require_name(command.name, "a-player")
    number = _next_number(event) if command.number is None else command.number
    _require_free(scene, PlayerId(person), number, command.table)
    _require_total(scene, command.total)
    missed = _late(scene)
    yield from confirmed(scene, about_a_player(scene, person, name), about=person)
    yield people.PlayerRegistered(
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
        yield people.NotesKept(PlayerId(person), notes)


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
    _require_free(scene, command.player, command.number, command.table)
    _require_total(scene, command.total)
    new = people.PlayerChanged(
        player=command.player,
        name=require_name(command.name, "a-player"),
        number=command.number,
        faction=tidy(command.faction) if command.faction else None,
        affiliations=_tags(command.affiliations),
        total=command.total,
        table=command.table,
    )
    if scene.event.rounds and new.affiliations != old.affiliations:
        raise Refused(
            "round-1-drawn-these-affiliations",
            clause=scene.rules.pairing.affiliation_clause,
            field="affiliations",
        )
    asked = list(about_a_player(scene, command.player, new.name)) if new.name != old.name else []
    if command.total != old.total:
        asked += total_questions(scene, command.player, command.total)
    yield from confirmed(scene, asked, command.player)
    yield new


def _withdraw(scene: Scene, command: WithdrawRegistration) -> Iterator[Fact]:
    entrant = scene.entrant(command.player)
    if entrant.spare:
        raise Refused("withdraw-spare-player")
    yield people.RegistrationWithdrawn(command.player)


def _check_in(scene: Scene, command: CheckIn) -> Iterator[Fact]:
    entrant = scene.entrant(command.player)
    if entrant.state != "registered":
        raise Refused("checked-in-already", entrant=entrant.name)
    yield people.PlayerCheckedIn(command.player)


def _take_back(scene: Scene, command: TakeBackCheckIn) -> Iterator[Fact]:
    entrant = scene.entrant(command.player)
    if entrant.state != "checked_in":
        raise Refused("not-checked-in", entrant=entrant.name)
    yield people.CheckInTakenBack(command.player)


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
    yield people.SpareJoined(PlayerId(person), name)


def _release_spare(scene: Scene, command: ReleaseSpare) -> Iterator[Fact]:
    entrant = scene.entrant(command.player)
    if not entrant.spare or entrant.state != "active":
        raise Refused("not-spare-player", entrant=entrant.name)
    game = scene.event.game_of(command.player)
    if game is not None and game.is_open:
        raise Refused("spare-player-game", clause=scene.rules.spare.clause)
    yield people.SpareLeft(command.player)


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
    yield people.FavouriteVoted(command.player, command.opponent)


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
    yield people.ExtraScored(command.player, command.name, command.value)


def _whoever_registers(event: Event, command: RegisterPlayer) -> Iterable[PersonId]:
    return (command.person,) if command.person else ()


DECIDE_PLAYERS: Acts = {
    RegisterPlayer: Act(_register, _whoever_registers),
    ChangePlayer: Act(_change),
    WithdrawRegistration: Act(_withdraw, the_player),
    CheckIn: Act(_check_in, the_player),
    TakeBackCheckIn: Act(_take_back),
    JoinAsSpare: Act(_join_as_spare),
    ReleaseSpare: Act(_release_spare),
    VoteFavourite: Act(_vote, the_player),
    ScoreExtra: Act(_score_extra, the_player),
}
