"""Seats: who may make a link or a code to somebody else's pages. Each one made is a fact."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from tiltyard.day.context import Act, AnyAct, Folds
from tiltyard.day.event import SeatOpened
from tiltyard.day.facts import SeatsOpened, SeatWay
from tiltyard.day.list_access import lists_are_public, reads_lists
from tiltyard.day.rights import LATE, LEADERS, OPEN, Right
from tiltyard.day.roles import holders, roles_of
from tiltyard.engine.errors import Refused
from tiltyard.engine.tournament import PersonId

if TYPE_CHECKING:
    from tiltyard.day.context import Scene
    from tiltyard.day.event import Event
    from tiltyard.day.facts import Fact, Recorded
    from tiltyard.engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class OpenSeats:
    """Make links or codes to people's own pages; what they are is in no log."""

    NAME: ClassVar[str] = "open-seats"
    people: tuple[PersonId, ...]
    by: SeatWay = "link"


# ------------------------------------------------------------------------------
# Who may open and close whose seat.


def refusal_to_open_seat(
    event: Event, rules: Ruleset, person: PersonId, seat: PersonId
) -> Refused | None:
    """Return why somebody may not make a link or a code to another's seat, or none if they may.

    A link must be no way to a role one does not hold, nor to the other side of one's own table, nor
    to a list one may not read: a seat on the staff is opened by the organizer only, the organizer's
    own by nobody else; a player's by those who may read all lists.
    """
    if person == seat:
        return None
    organizes = person in holders(event, "organizer")
    if seat in holders(event, "organizer"):
        code = "seat-of-the-organizer"
    elif not organizes and any(appointment.person == seat for appointment in event.staff):
        code = "seat-of-the-staff"
    elif not organizes and _takes_part(event, rules, person):
        code = "seat-of-another-player"
    elif _meet_now(event, person, seat):
        code = "seat-of-the-opponent"
    elif _shows_lists_to(event, rules, person, seat):
        code = "seat-with-a-secret-list"
    else:
        return None
    return Refused(code, clause=rules.staff.clause)


def may_close_seat(event: Event, person: PersonId, seat: PersonId) -> bool:
    """Whether somebody may sign another out: the organizer nobody, the staff the organizer only."""
    if person == seat:
        return True
    organizers = holders(event, "organizer")
    if seat in organizers:
        return False
    return person in organizers or all(appointment.person != seat for appointment in event.staff)


def _shows_lists_to(event: Event, rules: Ruleset, person: PersonId, seat: PersonId) -> bool:
    """Whether a seat shows somebody lists that are not for them.

    Whoever reads lists for the event is invited once by an organizer who plays, in the open.
    """
    if lists_are_public(event, rules) or reads_lists(event, rules, person):
        return False
    if seat in event.entrants:
        return True
    return reads_lists(event, rules, seat) and seat in event.seats_opened


def _takes_part(event: Event, rules: Ruleset, person: PersonId) -> bool:
    """Whether somebody plays, is the Spare Player, or left while their round goes on."""
    plays = not roles_of(event, rules, person).isdisjoint({"player", "spare"})
    return plays or event.game_of(person) is not None  # type: ignore[arg-type]


def _meet_now(event: Event, person: PersonId, seat: PersonId) -> bool:
    """Whether two people play against each other in a round that is not over."""
    if event.current is None or event.current.is_closed:
        return False
    game = event.game_of(person)  # type: ignore[arg-type]
    return game is not None and seat in game.players


# ------------------------------------------------------------------------------
# Deciding, and how the fact changes the state.


def _open_seats(scene: Scene, command: OpenSeats) -> Iterator[Fact]:
    if not command.people:
        raise Refused("nobody-to-make-a-link-for", field="people")
    for person in command.people:
        if person not in scene.event.people:
            raise Refused("no-seat-of-that-id", field="people")
        no = refusal_to_open_seat(scene.event, scene.rules, scene.person, person)
        if no is not None:
            raise no
    yield SeatsOpened(command.people, command.by)


def _fold_seats_opened(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, SeatsOpened)
    opened = SeatOpened(recorded.actor, recorded.at, fact.by)
    return replace(event, seats_opened=event.seats_opened | dict.fromkeys(fact.people, opened))


_ALWAYS = tuple(dict.fromkeys((*OPEN, *LATE)))

ACTS: tuple[AnyAct, ...] = (
    Act(
        OpenSeats,
        _open_seats,
        facts=(SeatsOpened,),
        rights=(Right((*LEADERS, "scorekeeper"), _ALWAYS),),
        undoable=False,
        secret=True,
    ),
)

FOLDS: Folds = {SeatsOpened: _fold_seats_opened}
