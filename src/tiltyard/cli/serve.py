"""The desk in the browser: one command, one address, a code for the phones."""

from __future__ import annotations

import io
import logging
import sys
import tempfile
import webbrowser
from contextlib import contextmanager, suppress
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING

import click

from tiltyard.cli.standby_options import lead, standby_options
from tiltyard.cli.store_option import (
    default_store,
    opened_for_reading,
    opened_store,
    store_option,
)
from tiltyard.engine.errors import Refused, TiltyardError
from tiltyard.store.keyring import DESK_ADDRESS
from tiltyard.text.say import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.service.desk import Desk
    from tiltyard.store.keyring import Keyring
    from tiltyard.store.second_copy import Mirrored
    from tiltyard.web.serving import Listening
    from tiltyard.web.site import Site

EVERYWHERE = "0.0.0.0"  # noqa: S104  # phones must reach it; --host 127.0.0.1 keeps it private


@click.command()
@store_option
@click.option("--demo", is_flag=True, help="A hall full of example events; nothing is kept.")
@click.option("--host", default=EVERYWHERE, show_default=True, help="127.0.0.1: this laptop only.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
@click.option("--address", help="What phones open, if not this laptop's own address.")
@click.option(
    "--certificate", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="For HTTPS."
)
@click.option(
    "--certificate-key",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Its key.",
)
@click.option("--tls-1.3-only", "tls13_only", is_flag=True, help="Refuse browsers with TLS 1.2.")
@click.option(
    "--plain-phones",
    is_flag=True,
    help="Let people sign in without encryption: others in this network could read along.",
)
@click.option(
    "--trusted-proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS[/NET]",
    help="A proxy in front of this server, whose forwarded headers are believed.",
)
@click.option(
    "--allow-host",
    "names",
    multiple=True,
    metavar="NAME",
    help="Another name this server answers to, besides that of --address.",
)
@click.option("--webhook-host", "hosts", multiple=True, metavar="HOST", help="May be told things.")
@click.option("--webhook-private", is_flag=True, help="Also where HOST is in your own network.")
@click.option("--second-copy", metavar="DIR", help="Keep every event there, too: a stick.")
@click.option("--read-only", is_flag=True, help="Show everything, change nothing: a full disk.")
@click.option("--log-json", is_flag=True, help="One JSON object per line on standard output.")
@click.option(
    "--computer-clock",
    is_flag=True,
    help="Go by this computer's clock from now on, even if it was moved while Tiltyard was off.",
)
@standby_options
@click.option("--open/--no-open", "open_", default=None, help="Open the desk in the browser.")
def serve(
    store: str | None,
    host: str,
    port: int,
    address: str | None,
    certificate: Path | None,
    certificate_key: Path | None,
    second_copy: str | None,
    hosts: tuple[str, ...],
    proxies: tuple[str, ...],
    names: tuple[str, ...],
    *,
    tls13_only: bool,
    webhook_private: bool,
    demo: bool,
    computer_clock: bool,
    plain_phones: bool,
    read_only: bool,
    log_json: bool,
    open_: bool | None,
) -> None:
    """Serve the desk, the phones and the big screen from this laptop."""
    from tiltyard.web.serving import Listening, free_port, own_address, own_names
    from tiltyard.web.settings import Settings

    if read_only and demo:
        raise click.UsageError("--demo needs a store it can fill: leave --read-only out")
    port = free_port(host, port)
    scheme = "https" if certificate else "http"
    found = host if host not in {EVERYWHERE, "::"} else own_address()
    address = tidy_address(address) if address else f"{scheme}://{found}:{port}"
    with tempfile.TemporaryDirectory() as folder:
        place = str(Path(folder) / "demo.db") if demo and store is None else store
        place = default_store() if place is None else place
        settings = Settings(
            address,
            plain_phones=plain_phones,
            demo=demo,
            webhook_hosts=tuple(name.lower() for name in hosts),
            webhook_private=webhook_private,
            store=_said_of(place),
            tls=certificate is not None,
            proxies=tuple(_tidy_network(proxy) for proxy in proxies),
            hosts=(*(_tidy_host(name) for name in names), *own_names()),
            listens_on=host,
            read_only=read_only,
        )
        listening = Listening(host, port, certificate, certificate_key, tls13_only)
        with _logged(as_json=log_json):
            site = _site(place, settings, second_copy, fill=demo, computer_clock=computer_clock)
            try:
                lead(site)
            except BaseException:
                site.close()
                raise
            serve_until_stopped(site, listening, as_json=log_json, open_=open_)


@contextmanager
def _logged(*, as_json: bool) -> Iterator[None]:
    """Write what happens for people, or for programs; a refused start too."""
    if not as_json:
        logging.basicConfig(level=logging.WARNING, format="tiltyard: %(message)s")
        yield
        return
    from tiltyard.cli.json_log import start_json_log, tell_refusal

    start_json_log()
    try:
        yield
    except TiltyardError as error:
        tell_refusal(error)
        sys.exit(2)


def serve_until_stopped(
    site: Site, listening: Listening, *, as_json: bool = False, open_: bool | None
) -> None:
    """Serve until it is stopped, and let go of the store then, whatever happened."""
    from tiltyard.web.serving import serve as serve_site

    scheme = "https" if listening.certificate else "http"
    everywhere = listening.host in {EVERYWHERE, "::"}
    local = f"{scheme}://127.0.0.1:{listening.port}" if everywhere else site.settings.address

    def ready() -> None:
        site.keyring.settle(DESK_ADDRESS, local)
        site.retention.start()
        site.caller.begin()
        if as_json:
            _tell(site, local)
        else:
            _say(site, local, open_=open_)

    try:
        with suppress(KeyboardInterrupt):
            serve_site(site, listening, ready)
    finally:
        site.close()


def tidy_address(address: str, hint: str = "--address") -> str:
    """Return an address as links begin with it; one that browsers cannot open is refused."""
    from urllib.parse import urlsplit

    parts = urlsplit(address)
    if parts.scheme not in {"http", "https"} or not parts.netloc or parts.path not in {"", "/"}:
        raise click.BadParameter("http:// or https:// and a name", param_hint=hint)
    return f"{parts.scheme}://{parts.netloc}"


def _tidy_network(text: str) -> str:
    """Return a proxy's address as a network; one that is none is refused."""
    from ipaddress import ip_network

    try:
        return str(ip_network(text, strict=False))
    except ValueError:
        raise click.BadParameter(
            "an IP address or network, like 127.0.0.1 or 10.0.0.0/8", param_hint="--trusted-proxy"
        ) from None


def _tidy_host(name: str) -> str:
    """Return a name as it is compared with the Host of a request."""
    from tiltyard.web.security.sources import host_of

    read = host_of(name)
    if read is None:
        raise click.BadParameter("a name, like hall.example.org", param_hint="--allow-host")
    return read


def _said_of(place: str) -> str:
    """Return where the events lie, in words: never with a password."""
    from tiltyard.store.opening import shown

    return shown(place)


def _site(
    address: str, settings: object, second_copy: str | None, *, fill: bool, computer_clock: bool
) -> Site:
    """Open the store and wire the site."""
    from tiltyard.cli.session import new_desk
    from tiltyard.store.second_copy import Mirrored
    from tiltyard.web.security.visitors import KEPT_AFTER_ITS_END
    from tiltyard.web.settings import Settings
    from tiltyard.web.site import Site

    assert isinstance(settings, Settings)
    if settings.read_only:
        if address.startswith(("postgres://", "postgresql://")):
            raise Refused("reading-only-needs-a-file")
        desk = new_desk(opened_for_reading(address, pinned=False), computer_clock=computer_clock)
        return Site(desk, _keyring_for_reading(address), settings)
    opened = opened_store(address, second_copy)
    if not isinstance(opened, Mirrored):
        opened = Mirrored(opened, None, wait=True)
    desk = new_desk(opened, computer_clock=computer_clock)
    if fill and not desk.events():
        from tiltyard.cli import own_rulesets
        from tiltyard.dev.demo import fill as fill_store
        from tiltyard.rulesets.loader import load

        folder = own_rulesets()
        fill_store(opened, lambda name: load(name, folder), desk.clock.now())
    try:
        keyring = keyring_of(address)
        _go_on_with_the_copy(opened, keyring)
        keyring.end_ended(desk.clock.now() - KEPT_AFTER_ITS_END)
        if not fill:
            _note_a_new_keyring(keyring, desk)
    except BaseException:
        opened.close()
        raise
    return Site(desk, keyring, settings)


def _go_on_with_the_copy(store: Mirrored, keyring: Keyring) -> None:
    """Keep the second copy where the start named a folder, or where the owner chose at the desk."""
    from tiltyard.store.keyring import SECOND_COPY
    from tiltyard.store.second_copy import SecondCopy

    folder = keyring.settled(SECOND_COPY)
    if folder and store.copy is None:
        store.copy = SecondCopy(store.store, folder)
    if store.copy is not None:
        store.copy.start()


def _note_a_new_keyring(keyring: Keyring, desk: Desk) -> None:
    """Remember that the keyring is younger than the events beside it, and say what is void."""
    from tiltyard.store.keyring import MADE_ANEW

    if keyring.settled(MADE_ANEW):
        return
    is_first = not (keyring.accounts() or any(map(keyring.links, desk.events())))
    anew = is_first and bool(desk.events())
    keyring.settle(MADE_ANEW, "yes" if anew else "no")
    if anew:
        click.echo(f"tiltyard: {say('terminal.keyring-made-anew')}", err=True)


def _keyring_for_reading(address: str) -> Keyring:
    """Return a copy of the keyring in memory: people come in, and nothing of it is kept."""
    from tiltyard.cli.keys import keyring_file
    from tiltyard.store.keyring_sqlite import SqliteKeyring, copy_in_memory
    from tiltyard.store.port import Damaged

    try:
        return copy_in_memory(keyring_file(address))
    except Damaged:
        click.echo(f"tiltyard: {say('terminal.keyring-not-readable')}", err=True)
        return SqliteKeyring()


def keyring_of(address: str) -> Keyring:
    """Open what belongs to a store: a file beside it, a schema in the same database."""
    from tiltyard.cli.keys import keyring_file
    from tiltyard.store.keyring_sqlite import SqliteKeyring

    if address == "memory:":
        return SqliteKeyring()
    if address.startswith(("postgres://", "postgresql://")):
        from tiltyard.store.keyring_postgres import PostgresKeyring

        return PostgresKeyring(address)
    return SqliteKeyring(keyring_file(address))


def _tell(site: Site, local: str) -> None:
    """Write one line; the link of the owner only while nobody can sign in with a password."""
    from tiltyard.cli.json_log import tell
    from tiltyard.web.serving import owner_link

    facts: dict[str, object] = {
        "address": site.settings.address,
        "store": site.settings.store,
        "read_only": site.settings.read_only,
    }
    if not any(account.owner and account.password for account in site.keyring.accounts()):
        facts["desk"] = f"{local}/j/{owner_link(site)}"
    tell("open", **facts)


def _say(site: Site, local: str, *, open_: bool | None) -> None:
    from tiltyard.web.serving import owner_link

    link = f"{local}/j/{owner_link(site)}"
    click.echo(_opening(site))
    click.echo(f"  {say('terminal.serve-everybody'):<10}  {site.settings.address}")
    click.echo(f"  {say('terminal.serve-desk'):<10}  {link}")
    click.echo(f"              {say('terminal.desk-link-once')}\n")
    click.echo(f"  {say('terminal.serve-phones')}")
    click.echo(qr_text(site.settings.address))
    if site.settings.proxy_unnamed:
        click.echo(indent(say("terminal.serve-proxy-unnamed"), "  "))
    elif not site.settings.encrypted:
        click.echo(f"  {say('terminal.serve-not-encrypted')}")
    click.echo(f"  {say('terminal.serve-ends')}")
    sys.stdout.flush()
    if open_ or (open_ is None and sys.stdout.isatty()):
        webbrowser.open(link)


def _opening(site: Site) -> str:
    if site.standby is not None:
        text = say("terminal.standby-is-open", address=site.standby.first)
    elif site.settings.read_only:
        text = say("terminal.open-for-reading")
    else:
        text = say("terminal.open")
    return f"{text}\n"


def qr_text(address: str) -> str:
    """Return an address as a code that phones read from the terminal."""
    import segno

    drawn = io.StringIO()
    segno.make(address, error="m").terminal(drawn, compact=True)
    return drawn.getvalue()
