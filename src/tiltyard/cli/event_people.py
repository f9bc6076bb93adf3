"""People on the command line: staff, registration, check-in, the Spare Player."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

import click

from tiltyard.cli.event_names import find_person, find_player
from tiltyard.cli.event_sitting import Sitting, act

if TYPE_CHECKING:
    from tiltyard.core.decide.players import ChangePlayer
    from tiltyard.core.facts.people import ShownName
    from tiltyard.core.ids import PersonId, PlayerId
    from tiltyard.core.ruleset_people import RoleId


@click.group()
def staff() -> None:
    """Appoint and release leaders, set their duty, name the head marshal, hand over."""


@act("appoint", staff)
@click.argument("role")
@click.argument("who")
@click.option("--known", is_flag=True, help="WHO is at the event already (id, #number, name).")
def appoint(at: Sitting, role: str, who: str, *, known: bool) -> None:
    """Give WHO the ROLE: a new name, or with --known somebody who is here (a player, say)."""
    from tiltyard.core.decide.staff import AppointStaff

    if known:
        at.do(AppointStaff(_role(role), person=find_person(at.event, who)))
    else:
        at.do(AppointStaff(_role(role), name=who))


def _role(text: str) -> RoleId:
    return cast("RoleId", text.replace("-", "_").casefold())  # the desk refuses what it is not


@act("release", staff)
@click.argument("role")
@click.argument("who")
def release(at: Sitting, role: str, who: str) -> None:
    """Take the ROLE from WHO."""
    from tiltyard.core.decide.staff import ReleaseStaff

    at.do(ReleaseStaff(find_person(at.event, who), _role(role)))


@act("duty", staff)
@click.argument("role")
@click.argument("who")
@click.argument("state", type=click.Choice(["on", "off"]))
def duty(at: Sitting, role: str, who: str, state: str) -> None:
    """Say that WHO, who holds ROLE, is on or off duty."""
    from tiltyard.core.decide.staff import ChangeDuty

    at.do(ChangeDuty(find_person(at.event, who), _role(role), state == "on"))


@act("head", staff)
@click.argument("who")
def head(at: Sitting, who: str) -> None:
    """Say that the marshal WHO has the last word."""
    from tiltyard.core.decide.staff import NameHeadMarshal

    at.do(NameHeadMarshal(find_person(at.event, who)))


@act("hand-over", staff)
@click.argument("who")
@click.option("--known", is_flag=True, help="WHO is at the event already (id, #number, name).")
@click.option("--reason", required=True, help="Why; everybody can read it.")
def hand_over(at: Sitting, who: str, reason: str, *, known: bool) -> None:
    """Make WHO the organizer of the event from now on."""
    from tiltyard.core.decide.staff import HandOver

    if known:
        at.do(HandOver(reason, person=find_person(at.event, who)))
    else:
        at.do(HandOver(reason, name=who))


_ABOUT: tuple[Callable[[Any], Any], ...] = (
    click.option("--number", type=int, help="The player number; else the next free one."),
    click.option("--faction"),
    click.option("--affiliation", "affiliations", multiple=True, help="Came with; may repeat."),
    click.option("--total", type=int, help="Points of the list."),
    click.option("--table", type=int, help="Always sits at this table."),
)


def _about_a_player(function: Callable[..., None]) -> Callable[..., None]:
    for option in reversed(_ABOUT):
        function = option(function)
    return function


@act("register")
@click.argument("names", nargs=-1)
@click.option("--leader", help="A leader who plays: id or name of somebody on the staff.")
@_about_a_player
def register(at: Sitting, names: tuple[str, ...], leader: str | None, **about: Any) -> None:
    """Enter the players NAMES; details such as --number only with a single one."""
    from tiltyard.core.decide.confirmation import NeedsConfirmation
    from tiltyard.core.decide.players import RegisterPlayer
    from tiltyard.core.decide.same_person import same_name

    if leader is None and not names:
        raise click.UsageError("say who: NAMES, or --leader WHO")
    person = None if leader is None else find_person(at.event, leader)
    if person is not None:  # whoever writes the name as well means one person
        names = tuple(name for name in names if not same_name(name, at.event.people[person]))
    if len(names) + (person is not None) > 1 and any(about.values()):
        raise click.UsageError("details such as --number are for a single player")
    players = [RegisterPlayer(name, **about) for name in names]
    for (
        one
    ) in players:  # ask before anybody is entered, so that saying it again enters nobody twice
        refused = at.desk.refusal(at.name, at.me, one, at.confirmed)
        if isinstance(refused, NeedsConfirmation):
            raise refused
    if person is not None:
        at.do(RegisterPlayer(person=person, **about), "leader")
    for place, one in enumerate(players, 1):
        at.do(one, str(place))


@act("change")
@click.argument("player")
@click.option("--name", help="The right name.")
@click.option("--no-table", is_flag=True, help="No fixed table any more.")
@_about_a_player
def change(at: Sitting, player: str, name: str | None, *, no_table: bool, **about: Any) -> None:
    """Put right what is known of PLAYER; what is not named stays."""
    from tiltyard.core.decide.players import ChangePlayer

    old = at.event.entrants[find_player(at.event, player)]
    kept = {
        key: getattr(old, key) if value in (None, ()) else value for key, value in about.items()
    }
    if no_table:
        kept["table"] = None
    kept["number"] = kept["number"] or 0
    at.do(ChangePlayer(old.id, name=name or old.name, **kept))


def with_total(at: Sitting, player: PlayerId, total: int) -> ChangePlayer:
    """Return the act that notes what a list costs, once it is sure that it is possible."""
    from tiltyard.core.decide.players import ChangePlayer

    old = at.event.entrants[player]
    known = ChangePlayer(
        player, old.name, old.number or 0, old.faction, old.affiliations, total, old.table
    )
    refused = at.desk.refusal(at.name, at.me, known)
    if refused is not None:
        raise refused
    return known


@act("withdraw")
@click.argument("player")
def withdraw(at: Sitting, player: str) -> None:
    """Take PLAYER off the list before the start."""
    from tiltyard.core.decide.players import WithdrawRegistration

    at.do(WithdrawRegistration(find_player(at.event, player)))


@act("shown-name")
@click.argument("player")
@click.argument("shown", type=click.Choice(["full", "initial", "number"]))
def shown_name(at: Sitting, player: str, shown: str) -> None:
    """Name PLAYER in public in full, by first name and initial, or by number only."""
    from tiltyard.core.decide.shown_names import ChooseShownName

    how = cast("ShownName", shown)
    at.do(ChooseShownName(find_player(at.event, player), how))


@act("check-in")
@click.argument("players", nargs=-1)
@click.option("--all", "everybody", is_flag=True, help="Everybody who is registered.")
@click.option("--take-back", is_flag=True, help="They are not here after all.")
@click.option("--total", type=int, help="Points of the list, with a single player.")
def check_in(
    at: Sitting,
    players: tuple[str, ...],
    total: int | None,
    *,
    everybody: bool,
    take_back: bool,
) -> None:
    """Say that PLAYERS are here."""
    from tiltyard.core.decide.players import CheckIn, TakeBackCheckIn

    event = at.event
    if total is not None and (len(players) != 1 or everybody or take_back):
        raise click.UsageError("--total is for a single player who comes")
    wanted = [find_player(event, player) for player in players]
    if everybody:
        state = "checked_in" if take_back else "registered"
        wanted += [one.id for one in event.entrants.values() if one.state == state]
    elif not players:
        raise click.UsageError("say who: PLAYERS, or --all")
    costs = with_total(at, wanted[0], total) if total is not None else None
    for player in dict.fromkeys(wanted):
        at.do(TakeBackCheckIn(player) if take_back else CheckIn(player), player)
    if costs is not None:
        at.do(costs, "total")
    if not wanted:
        at.say("Nothing to do.")


@click.group()
def spare() -> None:
    """The Spare Player joins or goes."""


@act("join", spare)
@click.argument("who")
@click.option("--known", is_flag=True, help="WHO is at the event already (id or name).")
def spare_join(at: Sitting, who: str, *, known: bool) -> None:
    """Let WHO stand ready as the Spare Player."""
    from tiltyard.core.decide.players import JoinAsSpare

    person: PersonId = find_person(at.event, who) if known else ""
    at.do(JoinAsSpare(name="" if known else who, person=person))


@act("leave", spare)
@click.argument("who", required=False)
def spare_leave(at: Sitting, who: str | None) -> None:
    """Let the Spare Player go."""
    from tiltyard.core.decide.players import ReleaseSpare
    from tiltyard.core.errors import Refused

    event = at.event
    spares = [one.id for one in event.entrants.values() if one.spare]
    if who is None and not spares:
        raise Refused("no-spare-player")
    at.do(ReleaseSpare(find_player(event, who) if who is not None else spares[0]))


COMMANDS = {
    "staff": staff,
    "register": register,
    "change": change,
    "withdraw": withdraw,
    "shown-name": shown_name,
    "check-in": check_in,
    "spare": spare,
}
