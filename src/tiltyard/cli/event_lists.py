"""Army lists on the command line: hand in, check, approve, put right."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path

import click

from tiltyard.cli.event_names import find_player
from tiltyard.cli.event_sitting import Sitting, act, as_option, reading, reason_option
from tiltyard.core.errors import Refused

_WHEN = ["%Y-%m-%dT%H:%M:%S%z", "%Y-%m-%dT%H:%M%z", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M"]
_WHEN += ["%Y-%m-%d %H:%M"]
_private_reason = click.option("--reason", default="", help="Why; its player and leaders read it.")
_form_option = click.option(
    "--form", default="", help="plain, xws, fleet-text, csv or roster-json; else recognised."
)


@click.group()
def army() -> None:
    """Army lists ('squad' and 'fleet' are the same): handed in, checked, approved."""


# ------------------------------------------------------------------------------------ handing in


@act("save", army)
@click.argument("player")
@click.argument("file")
@_form_option
def army_save(at: Sitting, player: str, file: str, form: str) -> None:
    """Keep the list in FILE ("-": standard input) to go on with (--as PLAYER)."""
    from tiltyard.core.decide.lists import SaveList

    at.do(SaveList(find_player(at.event, player), text_of(file), form))


@act("submit", army)
@click.argument("player")
@click.argument("file", required=False)
@_form_option
def army_submit(at: Sitting, player: str, file: str | None, form: str) -> None:
    """Hand in the list in FILE ("-": standard input); without it, the one that was kept."""
    from tiltyard.cli.event_army_page import say_checks
    from tiltyard.core.decide.lists import SubmitList

    who = find_player(at.event, player)
    at.do(SubmitList(who, text_of(file) if file is not None else "", form))
    say_checks(at, who)


@act("paper", army)
@click.argument("players", nargs=-1)
@click.option("--total", type=int, help="Points of the list, with a single player.")
def army_paper(at: Sitting, players: tuple[str, ...], total: int | None) -> None:
    """Note that the lists of PLAYERS are here on paper; without them, all that are missing."""
    from tiltyard.cli.event_people import with_total
    from tiltyard.core.decide.lists import ReceiveListsOnPaper

    event = at.event
    if total is not None and len(players) != 1:
        raise click.UsageError("--total is for the list of a single player")
    wanted = tuple(find_player(event, player) for player in players)
    costs = with_total(at, wanted[0], total) if total is not None else None
    at.do(ReceiveListsOnPaper(wanted), "paper" if costs is not None else "")
    if costs is not None:
        at.do(costs, "total")


@act("waive", army)
@click.argument("player")
@reason_option
def army_waive(at: Sitting, player: str, reason: str) -> None:
    """Let PLAYER take part without a list, although lists are required."""
    from tiltyard.core.decide.waiving_lists import WaiveList

    at.do(WaiveList(find_player(at.event, player), reason))


def text_of(file: str) -> str:
    """Return the text of a file, or of standard input."""
    from tiltyard.formats.lists.limits import LONGEST_BYTES, decode_list

    most = LONGEST_BYTES + 1
    if file == "-":
        return decode_list(sys.stdin.buffer.read(most))
    try:
        with Path(file).open("rb") as stream:
            return decode_list(stream.read(most))
    except OSError as error:
        reason = (error.strerror or "cannot be read").lower()
        raise Refused("text-of-failed", file=file[:80], reason=reason) from None


# -------------------------------------------------------------------------------------- checking


@act("return", army)
@click.argument("player")
@_private_reason
def army_return(at: Sitting, player: str, reason: str) -> None:
    """Give PLAYER the list back to be put right."""
    from tiltyard.core.decide.lists import ReturnList

    at.do(ReturnList(find_player(at.event, player), reason))


@act("approve", army)
@click.argument("player")
@click.option("--digest", help="The fingerprint of the list you have looked at.")
@click.option("--yes", is_flag=True, help="Approve the list as it stands, without asking.")
@_private_reason
def army_approve(at: Sitting, player: str, digest: str | None, reason: str, *, yes: bool) -> None:
    """Approve the list of PLAYER; an error that may be waived needs a reason."""
    from tiltyard.cli.event_army_page import draw_army, readable_list
    from tiltyard.core.decide.lists import ApproveList
    from tiltyard.core.rosters.seal import digest as digest_of

    who = find_player(at.event, player)
    shown = None
    if digest is None:
        shown = readable_list(at, who)
        digest = digest_of(shown.text)
    command = ApproveList(who, digest, reason)
    if shown is not None and not yes and not at.recorded_before():
        refused = at.desk.refusal(at.name, at.me, command)
        draw_army(at, shown, stderr=at.as_json)
        if refused is not None:
            raise refused
        if not at.agreed("Approve this list?"):
            return
    at.do(command)


@act("approve-clean", army)
def army_approve_clean(at: Sitting) -> None:
    """Approve every list that has no error."""
    from tiltyard.core.decide.lists import ApproveCleanLists

    at.do(ApproveCleanLists())


@act("amend", army)
@click.argument("player")
@click.argument("file")
@_form_option
@click.option("--significant", is_flag=True, help="It may have been an advantage: an incident.")
@_private_reason
def army_amend(
    at: Sitting, player: str, file: str, form: str, reason: str, *, significant: bool
) -> None:
    """Complete or put right the list of PLAYER with the one in FILE ("-": standard input)."""
    from tiltyard.cli.event_army_page import say_checks
    from tiltyard.core.decide.lists import AmendList

    who = find_player(at.event, player)
    at.do(AmendList(who, text_of(file), reason, form, significant))
    say_checks(at, who)


@act("deadline", army)
@click.argument("when", required=False)
def army_deadline(at: Sitting, when: str | None) -> None:
    """Set until WHEN players hand in themselves ("2026-11-16 10:00"); without it, the start."""
    from tiltyard.core.decide.lists import SetListDeadline

    at.do(SetListDeadline(_moment(when) if when is not None else None))


def _moment(said: str) -> datetime:
    """Return a moment; one without a time zone is meant as the clock on this wall shows it."""
    for form in _WHEN:
        try:
            return datetime.strptime(said.strip(), form).astimezone()
        except (ValueError, OverflowError, OSError):
            continue
    raise Refused("no-time", said=said[:40])


# --------------------------------------------------------------------------------------- reading


@reading("show", army)
@as_option
@click.argument("player", required=False)
def army_show(at: Sitting, player: str | None) -> None:
    """Show the list of PLAYER with what the checks say; without one, where every list stands."""
    from tiltyard.cli.event_army_page import say_list, say_lists

    if player is not None:
        say_list(at, find_player(at.event, player))
    else:
        say_lists(at)


COMMANDS = {"army": army}
