"""The options of a server that a second laptop may follow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tiltyard.engine.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from tiltyard.web.site import Site

CODE_VARIABLE = "TILTYARD_STANDBY_CODE"
_CODE, _WAITS = "tiltyard.standby_code", "tiltyard.standby_waits"


def _kept_for_later(name: str) -> Callable[[click.Context, click.Parameter, Any], None]:
    def keep(context: click.Context, _parameter: click.Parameter, value: object) -> None:
        context.meta[name] = value

    return keep


waits_option = click.option(
    "--standby-waits",
    is_flag=True,
    expose_value=False,
    callback=_kept_for_later(_WAITS),
    help="Confirm an act only when the second laptop has it too.",
)


def standby_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options to a command; `lead` reads them."""
    code = click.option(
        "--standby-code",
        envvar=CODE_VARIABLE,
        metavar="CODE",
        expose_value=False,
        callback=_kept_for_later(_CODE),
        help="The code that a second laptop follows with.",
    )
    return code(waits_option(command))


def acts_wait() -> bool:
    """Whether acts are to be confirmed only when a standby has them."""
    return bool(click.get_current_context().meta.get(_WAITS))


def lead(site: Site) -> None:
    """Let others follow this server, if its store can be copied, and ask who leads."""
    from tiltyard.service.peers import STANDBY_CODE, kept_of

    code = click.get_current_context().meta.get(_CODE)
    waits = acts_wait()
    if site.leader is None:
        if code or waits:
            raise Refused("standby-needs-a-file")
        return
    if code:
        kept = kept_of(code)
        if site.keyring.settled(STANDBY_CODE) != kept:
            site.keyring.settle(STANDBY_CODE, kept)
    site.leader.lead.waits = waits
    site.leader.start()
