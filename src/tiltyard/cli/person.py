"""`tiltyard person`: what is known about one person, and forgetting them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from tiltyard.cli.event_names import find_person
from tiltyard.cli.session import act, own_store_option, reading, store_address
from tiltyard.cli.store_option import default_store, store_option
from tiltyard.engine.errors import Refused
from tiltyard.text.say import say

if TYPE_CHECKING:
    from tiltyard.cli.session import Sitting
    from tiltyard.store.keyring import Keyring


@click.group()
@store_option
def person(store: str | None) -> None:  # every command reads it through its context
    """Export what is known about a person, forget them, or seal old logs."""


@act("forget", person)
@click.argument("who")
@click.option("--reason", required=True, help="Why; leaders read it. Write no name.")
def forget(at: Sitting, who: str, reason: str) -> None:
    """Erase for good what was written about WHO: name, notes, texts of lists; results stay."""
    from tiltyard.day.people import ForgetPerson
    from tiltyard.service.forgetting import copies_beside, end_access, still_named
    from tiltyard.service.sealing import in_clear

    person_id = find_person(at.event, who)
    name = at.event.people[person_id]
    keyring = _keyring()  # before anything is done: a damaged one is refused
    done = at.do(ForgetPerson(person_id, reason))
    if keyring is not None:
        end_access(keyring, at.name, done.facts)
        keyring.close()
    if not at.desk.store.scrub():
        at.say(say("terminal.forgotten-not-overwritten"))
    named = still_named(at.desk, at.name, person_id, name)
    if in_clear(at.desk.store.read(at.name)):
        at.say(say("terminal.forgotten-in-clear-until-sealed"))
    elif named:
        at.say(say("terminal.name-still-stands", numbers=", ".join(map(str, named))))
    at.say(say("terminal.forgotten-out-of-reach"))
    for file in copies_beside(at.desk.store):
        at.say(say("terminal.copy-beside-the-store", file=str(file)))


@person.command()
@own_store_option
def seal(store: str | None) -> None:
    """Seal names and texts in events of versions before 0.2.0, so that people can be forgotten.

    Close `serve` first. The store is written anew; the old file keeps another name until you
    delete it.
    """
    from contextlib import closing
    from pathlib import Path

    from tiltyard.cli.store_option import opened_for_reading
    from tiltyard.rulesets.loader import load
    from tiltyard.service.forgetting import copies_beside
    from tiltyard.service.sealing import seal_store

    address = store or store_address() or default_store()
    if address.startswith(("postgres:", "postgresql:")):
        raise Refused("sealing-needs-a-file")
    path = Path(address.removeprefix("sqlite:"))
    if not path.exists():
        raise Refused("no-store-to-seal", file=str(path))
    events, kept = seal_store(path, load)
    if kept is None:
        click.echo(say("terminal.nothing-to-seal"))
        return
    for event in events:
        click.echo(say("terminal.event-sealed", event=event))
    click.echo(say("terminal.old-store-kept", file=str(kept)))
    with closing(opened_for_reading(str(path))) as sealed:
        for file in copies_beside(sealed):
            click.echo(say("terminal.copy-beside-the-store", file=str(file)))


@reading("export", person)
@click.argument("who")
def export_(at: Sitting, who: str) -> None:
    """Write everything about WHO as JSON: facts that name them, lists, results."""
    from tiltyard.service.forgetting import everything_about

    found = everything_about(at.desk, at.name, find_person(at.event, who))
    click.echo(json.dumps(found, ensure_ascii=False, indent=2))


def _keyring() -> Keyring | None:
    """Return the keyring of the store, if there is one."""
    from tiltyard.cli.keys import keyring_file
    from tiltyard.cli.serve import keyring_of

    address = store_address() or default_store()
    if "://" not in address and not keyring_file(address).exists():
        return None
    return keyring_of(address)
