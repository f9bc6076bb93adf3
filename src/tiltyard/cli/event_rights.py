"""May somebody do this now? The desk itself is asked wherever an act needs no more words."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

import click

from tiltyard.cli.event_names import find_game, find_player
from tiltyard.cli.session import Sitting, as_option, reading, way_out
from tiltyard.engine.errors import Refused
from tiltyard.text.refusals import whole_text
from tiltyard.text.say import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from tiltyard.day.context import AnyAct, Command
    from tiltyard.engine.tournament import PersonId

NOT_ALLOWED = 1


@reading("can")
@as_option
@click.argument("deed", metavar="ACT")
@click.option("--player", help="Whose place it is about.")
@click.option("--match", "table", metavar="TABLE", help="Which match it is about.")
@click.option("--reason", default="", help="The reason that would be given.")
def can(at: Sitting, deed: str, player: str | None, table: str | None, reason: str) -> None:
    """Ask whether the person of --as may do ACT now: exit 0 if so, 1 with the reason if not.

    An act that needs more words, such as a slip, is looked at by role and phase only.
    """
    from tiltyard.day.policy import refusal
    from tiltyard.day.table import act_named

    act = act_named(deed)
    event = at.event
    concerned: tuple[PersonId, ...] = (find_player(event, player),) if player else ()
    if table:
        concerned = (*concerned, *find_game(event, table).players)
    whole = act.whole
    if whole:
        no = at.desk.refusal(at.name, at.me, _command(act, reason))
    else:
        no = refusal(event, at.rules, at.me, deed, concerned)
    name = event.people.get(at.me, at.me)
    at.answer(act=deed, person=at.me, allowed=no is None, by="desk" if whole else "role and phase")
    if no is not None:
        _say_no(at, no)
    elif whole:
        at.say(say("terminal.may-now", name=name))
    else:
        at.say(say("terminal.may-by-role", name=name))


def _command(act: AnyAct, reason: str) -> Command:
    """Return an act as it would be done; a reason that must be given is taken as given."""
    command: Callable[..., Command] = act.command
    if not any(field.name == "reason" for field in fields(act.command)):
        return command()
    asked = any(right.reason for right in act.rights)
    return command(reason=reason or ("as asked" if asked else ""))


def _say_no(at: Sitting, no: Refused) -> None:
    from tiltyard.formats.answers import error_document

    fix = way_out(no, at.name)
    at.answer(why=error_document(no, fix)["error"])
    at.say(say("terminal.may-not", why=whole_text(no, fix)))
    at.exit_code = NOT_ALLOWED


COMMANDS = {"can": can}
