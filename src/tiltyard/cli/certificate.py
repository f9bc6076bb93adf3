"""`tiltyard certificate`: a certificate for the hall, made on this computer."""

from __future__ import annotations

import os
from pathlib import Path

import click

from tiltyard.engine.errors import Refused
from tiltyard.text.say import say

CHAIN, KEY = "hall.pem", "hall-key.pem"


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), default=".")
@click.option("--name", "names", multiple=True, help="Another name or address phones will open.")
@click.option("--days", type=click.IntRange(1, 397), default=60, show_default=True)
def certificate(folder: Path, names: tuple[str, ...], days: int) -> None:
    """Make a certificate for this computer's names and addresses, as two files in FOLDER.

    It encrypts what phones send. No authority signed it, so each phone asks once whether to trust
    it; compare the fingerprint that is printed. docs/howto/encrypt-the-hall.md names better ways.
    """
    from tiltyard.service.certificates import self_signed
    from tiltyard.service.clock import SteadyClock
    from tiltyard.web.serving import own_address, own_names

    address = own_address()
    wanted = [*names, *own_names(), "localhost", address, "127.0.0.1"]
    try:
        made = self_signed(list(dict.fromkeys(wanted)), SteadyClock().now(), days)
    except ValueError:
        raise Refused("certificate-name-unusable", names=", ".join(names)) from None
    _write(folder / KEY, made.key)
    _write(folder / CHAIN, made.chain)
    click.echo(say("terminal.certificate-made", days=days, fingerprint=made.fingerprint))
    host = names[0] if names else address
    click.echo(
        f"\n    tiltyard serve --certificate {folder / CHAIN} --certificate-key {folder / KEY}"
        f" --port 8443 --address https://{host}:8443\n"
    )
    click.echo(say("terminal.certificate-asked-once"))


def _write(file: Path, content: bytes) -> None:
    """Write a new file that only its owner reads; one that is there stays as it is."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as new:
            new.write(content)
    except FileExistsError:
        raise Refused("certificate-is-there", file=str(file)) from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise Refused("certificate-not-written", file=str(file), reason=reason) from None
