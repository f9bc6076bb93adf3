"""People on the command line: staff, registration, check-in, leaving, coming back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from tiltyard.cli.event_names import find_person, find_player
from tiltyard.cli.event_results import has_slip, slip_of, slip_options
from tiltyard.cli.session import Sitting, act, reading, reason_option
from tiltyard.engine.errors import Refused, TournamentUnreadable
from tiltyard.text.say import say

if TYPE_CHECKING:
    from tiltyard.day.facts import LeavingReason, ShownName
    from tiltyard.day.people import ChangePlayer
    from tiltyard.engine.ruleset import RoleId
    from tiltyard.engine.slip import Slip
    from tiltyard.engine.tournament import PersonId, PlayerId
    from tiltyard.service.foreign_importing import PlayersPreview


# ------------------------------------------------------------------------------
# People on the command line: staff, registration, check-in, the Spare Player.


@click.group()
def staff() -> None:
    """Appoint and release leaders, set their duty, name the head marshal, hand over."""


@act("appoint", staff)
@click.argument("role")
@click.argument("who")
@click.option("--known", is_flag=True, help="WHO is at the event already (id, #number, name).")
def appoint(at: Sitting, role: str, who: str, *, known: bool) -> None:
    """Give WHO the ROLE: a new name, or with --known somebody who is here (a player, say)."""
    from tiltyard.day.people import AppointStaff

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
    from tiltyard.day.people import ReleaseStaff

    at.do(ReleaseStaff(find_person(at.event, who), _role(role)))


@act("duty", staff)
@click.argument("role")
@click.argument("who")
@click.argument("state", type=click.Choice(["on", "off"]))
def duty(at: Sitting, role: str, who: str, state: str) -> None:
    """Say that WHO, who holds ROLE, is on or off duty."""
    from tiltyard.day.people import ChangeDuty

    at.do(ChangeDuty(find_person(at.event, who), _role(role), state == "on"))


@act("head", staff)
@click.argument("who")
def head(at: Sitting, who: str) -> None:
    """Say that the marshal WHO has the last word."""
    from tiltyard.day.people import NameHeadMarshal

    at.do(NameHeadMarshal(find_person(at.event, who)))


@act("hand-over", staff)
@click.argument("who")
@click.option("--known", is_flag=True, help="WHO is at the event already (id, #number, name).")
@click.option("--reason", required=True, help="Why; everybody can read it.")
def hand_over(at: Sitting, who: str, reason: str, *, known: bool) -> None:
    """Make WHO the organizer of the event from now on."""
    from tiltyard.day.people import HandOver

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
@click.option("--contact", default="", help="E-mail or phone; only organizers read it.")
@_about_a_player
def register(at: Sitting, names: tuple[str, ...], leader: str | None, **about: Any) -> None:
    """Enter the players NAMES; details such as --number only with a single one."""
    from tiltyard.day.context import NeedsConfirmation
    from tiltyard.day.people import RegisterPlayer, same_name

    if leader is None and not names:
        raise click.UsageError("say who: NAMES, or --leader WHO")
    person = None if leader is None else find_person(at.event, leader)
    if person is not None:  # whoever writes the name as well means one person
        names = tuple(name for name in names if not same_name(name, at.event.people[person]))
    if len(names) + (person is not None) > 1 and any(about.values()):
        raise click.UsageError("details such as --number are for a single player")
    players = [RegisterPlayer(name, **about) for name in names]
    # Asked before anybody is entered, so that saying it again enters nobody twice.
    for place, command in enumerate(players, 1):
        if at.recorded_before(str(place)):
            continue
        refused = at.desk.refusal(at.name, at.me, command, at.confirmed)
        if isinstance(refused, NeedsConfirmation):
            raise refused
    if person is not None:
        at.do(RegisterPlayer(person=person, **about), "leader")
    for place, command in enumerate(players, 1):
        at.do(command, str(place))


@act("change")
@click.argument("player")
@click.option("--name", help="The right name.")
@click.option("--no-table", is_flag=True, help="No fixed table any more.")
@_about_a_player
def change(at: Sitting, player: str, name: str | None, *, no_table: bool, **about: Any) -> None:
    """Put right what is known of PLAYER; what is not named stays."""
    from tiltyard.day.people import ChangePlayer

    old = at.event.entrants[find_player(at.event, player)]
    told = {key: value for key, value in about.items() if value not in (None, ())}
    if no_table:
        told["table"] = None
    told.setdefault("number", old.number or 0)
    at.do(ChangePlayer(old.id, name=name or old.name, **told))


def with_total(at: Sitting, player: PlayerId, total: int) -> ChangePlayer:
    """Return the act that notes what a list costs, once it is sure that it is possible."""
    from tiltyard.day.people import ChangePlayer

    old = at.event.entrants[player]
    known = ChangePlayer(player, old.name, old.number or 0, total=total)
    refused = at.desk.refusal(at.name, at.me, known)
    if refused is not None:
        raise refused
    return known


@act("withdraw")
@click.argument("player")
def withdraw(at: Sitting, player: str) -> None:
    """Take PLAYER off the list before the start."""
    from tiltyard.day.people import WithdrawRegistration

    at.do(WithdrawRegistration(find_player(at.event, player)))


@act("shown-name")
@click.argument("player")
@click.argument("shown", type=click.Choice(["full", "initial", "number"]))
def shown_name(at: Sitting, player: str, shown: str) -> None:
    """Name PLAYER in public in full, by first name and initial, or by number only."""
    from tiltyard.day.people import ChooseShownName

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
    from tiltyard.day.people import CheckIn, TakeBackCheckIn

    event = at.event
    if total is not None and (len(players) != 1 or everybody or take_back):
        raise click.UsageError("--total is for a single player who comes")
    wanted = [find_player(event, player) for player in players]
    if everybody:
        state = "checked_in" if take_back else "registered"
        wanted += [entrant.id for entrant in event.entrants.values() if entrant.state == state]
    elif not players:
        raise click.UsageError("say who: PLAYERS, or --all")
    costs = with_total(at, wanted[0], total) if total is not None else None
    for player in dict.fromkeys(wanted):
        at.do(TakeBackCheckIn(player) if take_back else CheckIn(player), player)
    if costs is not None:
        at.do(costs, "total")
    if not wanted:
        at.say(say("terminal.nothing-to-do"))


@click.group()
def spare() -> None:
    """The Spare Player joins or goes."""


@act("join", spare)
@click.argument("who")
@click.option("--known", is_flag=True, help="WHO is at the event already (id or name).")
def spare_join(at: Sitting, who: str, *, known: bool) -> None:
    """Let WHO stand ready as the Spare Player."""
    from tiltyard.day.people import JoinAsSpare

    person: PersonId = find_person(at.event, who) if known else ""
    at.do(JoinAsSpare(name="" if known else who, person=person))


@act("leave", spare)
@click.argument("who", required=False)
def spare_leave(at: Sitting, who: str | None) -> None:
    """Let the Spare Player go."""
    from tiltyard.day.people import ReleaseSpare
    from tiltyard.engine.errors import Refused

    event = at.event
    spares = [entrant.id for entrant in event.entrants.values() if entrant.spare]
    if who is None and not spares:
        raise Refused("no-spare-player")
    at.do(ReleaseSpare(find_player(event, who) if who is not None else spares[0]))


_REGISTERING = {
    "staff": staff,
    "register": register,
    "change": change,
    "withdraw": withdraw,
    "shown-name": shown_name,
    "check-in": check_in,
    "spare": spare,
}


# ------------------------------------------------------------------------------
# Players who leave and come back, places in the bracket, votes: on the command line.

WHY = [
    "voluntary",
    "no_show",
    "ineligible_component",
    "missing_component",
    "manipulative_concession",
    "other",
]


@act("drop")
@click.argument("player")
@click.option("--why", type=click.Choice(WHY), default="voluntary", show_default=True)
@click.option("--note", default="")
@slip_options
def drop(at: Sitting, player: str, why: str, note: str, **said: Any) -> None:
    """Take PLAYER out of EVENT; out of a running game with the slip of the concession."""
    from tiltyard.day.people import DropPlayer

    who = find_player(at.event, player)
    at.do(DropPlayer(who, cast("LeavingReason", why), note, concession(at, who, said)))


def concession(at: Sitting, player: PlayerId, said: dict[str, Any]) -> Slip | None:
    """Return the slip of the game somebody leaves, if one was given; it is a concession."""
    if not has_slip(said):
        return None
    game = at.event.game_of(player)
    if game is None:
        raise Refused("player-no-game-now")
    if said["end"] is None:
        said = {**said, "end": "concession"}
    if said["conceded"] is None and said["end"] == "concession":
        said = {**said, "conceded": player}
    return slip_of(at.event, game, said)


@act("decline-disqualification")
@click.argument("player")
@reason_option
def decline_disqualification(at: Sitting, player: str, reason: str) -> None:
    """Decide that PLAYER, whose disqualification was recommended, stays."""
    from tiltyard.day.people import DeclineDisqualification

    at.do(DeclineDisqualification(find_player(at.event, player), reason))


@act("rejoin")
@click.argument("player")
@reason_option
def rejoin(at: Sitting, player: str, reason: str) -> None:
    """Let the dropped PLAYER in again; missed rounds are unpaired losses."""
    from tiltyard.day.people import Rejoin

    at.do(Rejoin(find_player(at.event, player), reason))


@act("take-place")
@click.argument("player")
def take_place(at: Sitting, player: str) -> None:
    """PLAYER joins the bracket in place of somebody who left."""
    from tiltyard.day.people import TakePlace

    at.do(TakePlace(find_player(at.event, player)))


@act("decline-place")
@click.argument("player")
def decline_place(at: Sitting, player: str) -> None:
    """PLAYER leaves the free place in the bracket to the next in rank."""
    from tiltyard.day.people import DeclinePlace

    at.do(DeclinePlace(find_player(at.event, player)))


@act("vote")
@click.argument("player")
@click.argument("opponent")
def vote(at: Sitting, player: str, opponent: str) -> None:
    """PLAYER names the OPPONENT they enjoyed most."""
    from tiltyard.day.people import VoteFavourite

    event = at.event
    at.do(VoteFavourite(find_player(event, player), find_player(event, opponent)))


@act("extra")
@click.argument("player")
@click.argument("name")
@click.argument("value", type=int)
def extra(at: Sitting, player: str, name: str, value: int) -> None:
    """Give PLAYER the number VALUE for the own tie-break NAME."""
    from tiltyard.day.people import ScoreExtra

    at.do(ScoreExtra(find_player(at.event, player), name, value))


_LEAVING = {
    "drop": drop,
    "decline-disqualification": decline_disqualification,
    "rejoin": rejoin,
    "take-place": take_place,
    "decline-place": decline_place,
    "vote": vote,
    "extra": extra,
}


# ------------------------------------------------------------------------------
# Tables on the command line: players registered from one, published numbers beside ours.


@act("register-table")
@click.argument("file")
@click.option(
    "--column", "columns", multiple=True, metavar="HEADING=MEANING", help="What a column means."
)
@click.option("--dry-run", is_flag=True, help="Only look: nobody is registered.")
def register_table(at: Sitting, file: str, columns: tuple[str, ...], *, dry_run: bool) -> None:
    """Enter the players of the table FILE (CSV), all of them or nobody.

    MEANING is name, first_name, last_name, number, faction, club, total, table, email or note.
    """
    from tiltyard.service.foreign_importing import preview_players
    from tiltyard.service.importing import register_players

    try:
        data = Path(file).read_bytes()
    except OSError as error:
        reason = (error.strerror or say("terminal.cannot-be-read")).lower()
        raise TournamentUnreadable("register-table-failed", file=file, reason=reason) from None
    preview = preview_players(data, dict(_told(column) for column in columns))
    _show(at, preview)
    if dry_run:
        at.say(say("terminal.nobody-registered"))
        return
    done = register_players(at.desk, at.name, at.me, preview, at.confirmed)
    at.answer(registered=list(done.names), known=list(done.known))
    at.say(say("terminal.registered", num=len(done.names), known=len(done.known)))


def _told(text: str) -> tuple[str, str]:
    heading, found, meaning = text.rpartition("=")
    if not found:
        raise Refused("says-nothing-about-column", typed=text)
    return heading, meaning.strip()


def _show(at: Sitting, preview: PlayersPreview) -> None:
    from tiltyard.formats.foreign.remarks import remark_text

    table = preview.table
    at.answer(
        columns=[{"heading": other.heading, "meaning": other.meaning} for other in table.columns],
        players=[{"line": line.line, "name": line.name} for line in table.players],
        remarks=[{"code": other.code, "where": other.where} for other in preview.remarks],
    )
    for column in table.columns:
        heading = column.heading or say("terminal.no-heading")
        at.say(f"{heading}: {column.meaning or say('terminal.kept-as-a-note')}")
    for remark in preview.remarks:
        at.say(f"{remark.where}: {remark_text(remark)}")


@reading("published")
def published(at: Sitting) -> None:
    """Set the numbers that were published for the imported EVENT beside ours."""
    from tiltyard.cli.import_file import say_comparison
    from tiltyard.service.published import compare_event, comparison_document

    comparison = compare_event(at.desk, at.name)
    if comparison is None:
        at.answer(published=None)
        at.say(say("terminal.nothing-published"))
        return
    at.answer(published=comparison_document(comparison))
    if not at.as_json:
        say_comparison(comparison)


_TABLE = {"register-table": register_table, "published": published}


COMMANDS = {**_REGISTERING, **_LEAVING, **_TABLE}
