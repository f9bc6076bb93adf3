"""`tiltyard follow`: a second laptop that copies the first one live, and takes over."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tiltyard.cli.serve import EVERYWHERE, keyring_of, serve_until_stopped, tidy_address
from tiltyard.cli.standby_options import CODE_VARIABLE, acts_wait, waits_option
from tiltyard.cli.store_option import default_store, opened_store, store_option
from tiltyard.engine.errors import Refused
from tiltyard.text.say import say

if TYPE_CHECKING:
    from tiltyard.service.following import Standby
    from tiltyard.store.keyring import Keyring
    from tiltyard.store.second_copy import Mirrored
    from tiltyard.store.sqlite_led import LedStore
    from tiltyard.web.settings import Settings
    from tiltyard.web.site import Site

FILE = "standby.db"


@click.command()
@click.argument("first", metavar="ADDRESS")
@store_option
@click.option("--code", envvar=CODE_VARIABLE, help="The standby code of the first laptop.")
@click.option("--take-over", is_flag=True, help="Take over when the first is gone for 10 seconds.")
@waits_option
@click.option("--host", default=EVERYWHERE, show_default=True, help="127.0.0.1: this laptop only.")
@click.option("--port", default=8001, show_default=True, type=click.IntRange(1, 65535))
@click.option("--address", help="What phones open, if not this laptop's own address.")
@click.option(
    "--certificate", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="For HTTPS."
)
@click.option(
    "--certificate-key",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Its key.",
)
@click.option(
    "--plain-phones",
    is_flag=True,
    help="Let people sign in without encryption: others in this network could read along.",
)
@click.option("--open/--no-open", "open_", default=None, help="Open the desk in the browser.")
def follow(
    first: str,
    store: str | None,
    code: str | None,
    host: str,
    port: int,
    address: str | None,
    certificate: Path | None,
    certificate_key: Path | None,
    *,
    take_over: bool,
    plain_phones: bool,
    open_: bool | None,
) -> None:
    """Copy the desk at ADDRESS live, show how far behind this copy is, and take over from it."""
    from tiltyard.web.serving import Listening, free_port, own_address, own_names
    from tiltyard.web.settings import Settings

    first = tidy_address(first, "ADDRESS")
    port = free_port(host, port)
    scheme = "https" if certificate else "http"
    found = host if host not in {EVERYWHERE, "::"} else own_address()
    place = str(Path(default_store()).with_name(FILE)) if store is None else store
    settings = Settings(
        tidy_address(address) if address else f"{scheme}://{found}:{port}",
        plain_phones=plain_phones,
        store=place,
        tls=certificate is not None,
        hosts=own_names(),
        listens_on=host,
    )
    site = _site(place, settings, first, code, by_lease=take_over)
    serve_until_stopped(site, Listening(host, port, certificate, certificate_key), open_=open_)


def _site(place: str, settings: Settings, first: str, code: str | None, *, by_lease: bool) -> Site:
    """Open the copy, bring it level with the first if that answers, and wire the site."""
    from tiltyard.cli.session import new_desk
    from tiltyard.store.second_copy import Mirrored
    from tiltyard.web.site import Site

    opened = Mirrored(opened_store(place), None, wait=True)
    try:
        keyring = keyring_of(place)
        standby = _standby(opened, keyring, settings, first, code, by_lease=by_lease)
        if standby.lag.split:
            _tell_what_differs(opened, standby)
    except BaseException:
        opened.close()
        raise
    if standby.lag.split:
        keyring.close()
        opened.close()
        _begin_anew(place)
        return _site(place, settings, first, code, by_lease=by_lease)
    site = Site(new_desk(opened, computer_clock=False), keyring, settings)
    leader = site.require_leader()
    leader.lead.waits = acts_wait()
    leader.start()
    site.follow(standby)
    return site


def _standby(
    opened: Mirrored,
    keyring: Keyring,
    settings: Settings,
    first: str,
    code: str | None,
    *,
    by_lease: bool,
) -> Standby:
    """Return the copy, level with the first if that answers."""
    from tiltyard.service.following import Standby
    from tiltyard.store.keyring_sqlite import SqliteKeyring
    from tiltyard.store.sqlite_led import led

    store = led(opened)
    if store is None or not isinstance(keyring, SqliteKeyring):
        raise Refused("follow-needs-a-file")
    kept = _kept_code(code, keyring)
    _require_to_follow(store, kept, first)
    standby = Standby(store, keyring, first, kept, settings.address, by_lease=by_lease)
    _copy_all(standby)
    return standby


def _tell_what_differs(opened: Mirrored, standby: Standby) -> None:
    """Tell the first what only this store holds, before another copy is begun."""
    from tiltyard.service.leading import tell_branch
    from tiltyard.service.peers import Line, TurnedAway, Unreachable
    from tiltyard.store.sqlite_led import led

    store = led(opened)
    assert store is not None
    try:
        tell_branch(Line(standby.first), standby.kept_code, store)
    except (TurnedAway, Unreachable):
        raise Refused("standby-holds-other-facts", events=", ".join(standby.lag.split)) from None


def _begin_anew(place: str) -> None:
    """Keep a store with another history under another name."""
    from tiltyard.service.differences import move_aside
    from tiltyard.store.opening import file_of

    aside = move_aside(file_of(place).resolve())
    click.echo(f"tiltyard: {say('terminal.other-history-kept', file=str(aside))}", err=True)


def _kept_code(code: str | None, keyring: Keyring) -> str:
    """Return the hash of the code: the one typed, or the one that came with the last copy."""
    from tiltyard.service.peers import STANDBY_CODE, kept_of

    kept = kept_of(code) if code else keyring.settled(STANDBY_CODE)
    if not kept:
        raise Refused("standby-code-missing")
    return kept


def _require_to_follow(store: LedStore, kept: str, first: str) -> None:
    """Refuse to make a standby of a store that leads itself, unless the other leads after it."""
    from tiltyard.service.leading import FIRST_CALL
    from tiltyard.service.peers import CLAIM, Claim, Line, TurnedAway, Unreachable, new_nonce

    record = store.lead.record
    if not record.leads or not store.streams():
        return
    own = Claim(new_nonce(), record.id, record.term, leads=False, address="", began={})
    try:
        claim = Line(first, FIRST_CALL).call(CLAIM, kept, own, Claim)
    except TurnedAway as error:
        raise Refused(error.code or "standby-turned-away", address=first) from None
    except Unreachable:
        claim = own
    if not claim.leads or claim.term <= record.term:
        raise Refused("store-leads-itself", file=str(store.path))
    store.lead.yield_to(claim.term, claim.id, claim.address)


def _copy_all(standby: Standby) -> None:
    """Copy until nothing is missing; a first that does not answer is waited for at the desk."""
    while standby.copy_once() and standby.lag.behind:
        pass
    lag = standby.lag
    if lag.trouble and not lag.split:
        raise Refused(lag.trouble, address=standby.first)
    if lag.silence is None:
        click.echo(f"tiltyard: {say('terminal.first-does-not-answer', address=standby.first)}")
