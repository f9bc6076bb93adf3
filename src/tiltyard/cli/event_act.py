"""Any act on the command line by its name: its values are read by the types of its command."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

import click

from tiltyard.cli.event_names import find_match, find_person, find_player
from tiltyard.cli.session import Sitting, act
from tiltyard.engine.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from tiltyard.day.context import AnyAct, Command
    from tiltyard.day.event import Event

_FIND: dict[str, Callable[[Event, str], str]] = {
    "match": find_match,
    "person": find_person,
    "player": find_player,
}
"""Fields whose values may be names, numbers or tables instead of ids."""


@act("do")
@click.argument("deed", metavar="ACT")
@click.argument("values", nargs=-1, metavar="[FIELD=VALUE]...")
def do(at: Sitting, deed: str, values: tuple[str, ...]) -> None:
    """Do any ACT by its name, with its values as FIELD=VALUE.

    A value is a text, or JSON where a text is not enough: score=[80,60].
    """
    from tiltyard.day.table import act_named

    at.do(_command(at.event, act_named(deed), values))


def _command(event: Event, row: AnyAct, values: tuple[str, ...]) -> Command:
    """Return the command of an act with these values; a wrong one is refused by its name."""
    import msgspec

    from tiltyard.web.api.bodies import act_body, value_of

    known = [field.name for field in fields(row.command)]
    given: dict[str, Any] = {}
    for said in values:
        name, equals, text = said.partition("=")
        if not equals or name not in known:
            raise Refused(
                "act-has-no-such-field", said=said[:60], act=row.name, fields=tuple(known)
            )
        given[name] = _FIND[name](event, text) if name in _FIND and text else _value(text)
    try:
        command: Command = value_of(msgspec.convert(given, act_body(row.command), strict=False))
    except msgspec.ValidationError as wrong:
        raise Refused("act-values-do-not-fit", act=row.name, why=str(wrong)[:200]) from None
    return command


def _value(text: str) -> object:
    """Return a value as JSON where it is a list or an object, and else as the text it is."""
    import msgspec

    if not text.startswith(("[", "{")):
        return text
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


COMMANDS = {"do": do}
