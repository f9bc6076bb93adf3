"""`tiltyard person`: what is known about one person, and forgetting them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from tiltyard.cli.event_names import find_person
from tiltyard.cli.session import act, reading, store_address
from tiltyard.cli.store_option import default_store
from tiltyard.text.say import say

if TYPE_CHECKING:
    from tiltyard.cli.session import Sitting
    from tiltyard.store.keyring import Keyring


@click.group()
def person() -> None:
    """Export what is known about a person, or forget them."""


@act("forget", person)
@click.argument("who")
@click.option("--reason", required=True, help="Why; leaders read it. Write no name.")
def forget(at: Sitting, who: str, reason: str) -> None:
    """Erase for good what was written about WHO: name, notes, texts of lists; results stay."""
    from tiltyard.day.people import ForgetPerson
    from tiltyard.service.forgetting import end_access

    done = at.do(ForgetPerson(find_person(at.event, who), reason))
    keyring = _keyring()
    if keyring is not None:
        end_access(keyring, at.name, done.facts)
        keyring.close()
    if not at.desk.store.scrub():
        at.say(say("terminal.forgotten-not-overwritten"))
    at.say(say("terminal.forgotten-out-of-reach"))


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
