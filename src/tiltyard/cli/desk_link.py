"""`tiltyard desk-link`: a new link to the desk, beside a server that goes on running."""

from __future__ import annotations

import click

from tiltyard.cli.store_option import default_store, store_option
from tiltyard.engine.errors import Refused
from tiltyard.text.say import say


@click.command("desk-link")
@store_option
def desk_link(store: str | None) -> None:
    """Print a link that opens the desk once: for a lost session, without a restart."""
    from tiltyard.cli.serve import keyring_of
    from tiltyard.service.clock import SteadyClock
    from tiltyard.store.keyring import DESK_ADDRESS
    from tiltyard.web.serving import new_owner_link

    address = default_store() if store is None else store
    if address == "memory:":
        raise Refused("desk-link-needs-a-store")
    keyring = keyring_of(address)
    try:
        desk = keyring.settled(DESK_ADDRESS)
        if not desk:
            raise Refused("no-desk-was-served-here")
        secret = new_owner_link(keyring, SteadyClock().now(), beside_older=True)
    finally:
        keyring.close()
    click.echo(f"{desk}/j/{secret}")
    click.echo(say("terminal.desk-link-works-once"), err=True)
