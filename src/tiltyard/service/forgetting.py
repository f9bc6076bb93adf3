"""Forgetting a person, and everything that is known about one in a file of their own."""

from __future__ import annotations

import glob
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec

from tiltyard.day.facts import PersonForgotten, RegistrationDeclined
from tiltyard.day.visibility import READ, unread
from tiltyard.store import codec
from tiltyard.store.second_copy import Mirrored
from tiltyard.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from pathlib import Path

    from tiltyard.day.facts import Recorded
    from tiltyard.engine.tournament import PersonId
    from tiltyard.service.desk import Desk
    from tiltyard.store.keyring import Account, Keyring
    from tiltyard.store.port import Store

FORMAT = "tiltyard/person/1"


COPIES = (".before-", ".unsealed-", ".split-")
"""How names go on of files that were kept beside a store: before an update, a sealing, a split."""


def copies_beside(store: Store) -> tuple[Path, ...]:
    """Return older files beside a store that hold names in clear or the keys to them."""
    kept = store.store if isinstance(store, Mirrored) else store
    if not isinstance(kept, SqliteStore):
        return ()
    beside = sorted(kept.path.parent.glob(f"{glob.escape(kept.path.name)}.*"))
    return tuple(
        file for file in beside if file.name.removeprefix(kept.path.name).startswith(COPIES)
    )


def end_access(keyring: Keyring, event: str, facts: Iterable[Recorded]) -> None:
    """End every link, code, session and token of people who were forgotten.

    An account that was made for their seat alone, with no password, goes too: it holds the name.
    """
    gone = set()
    for recorded in facts:
        if isinstance(recorded.fact, PersonForgotten):
            gone.add(recorded.fact.person)
        elif isinstance(recorded.fact, RegistrationDeclined):
            gone.add(recorded.fact.player)
    for person in sorted(gone):
        _end_access(keyring, event, person)
    if gone:
        keyring.scrub()


def _end_access(keyring: Keyring, event: str, person: PersonId) -> None:
    for account, seat in keyring.holders(event):
        if seat == person and _is_of_a_seat(account) and set(keyring.seats(account.id)) == {event}:
            keyring.remove_account(account.id)
    keyring.revoke_links(event, person)
    keyring.drop_code(event, person)
    keyring.take_seat(event, person)
    leave_sessions(keyring, event, person)
    for token in keyring.tokens(event):
        if token.person == person:
            keyring.revoke_token(event, token.key)


def _is_of_a_seat(account: Account) -> bool:
    """Whether an account was made by an invitation, and nobody can sign in to it by a password."""
    return not (account.login or account.owner or account.may_create)


def leave_sessions(keyring: Keyring, event: str, person: PersonId) -> None:
    """Take a seat of an event from browsers; one that holds no other seat is signed out."""
    for session in keyring.sessions(event=event, person=person):
        seats = {name: seat for name, seat in session.seats.items() if name != event}
        if seats or session.account:
            keyring.open_session(replace(session, seats=seats))
        else:
            keyring.end_session(session.key)


def still_named(desk: Desk, event: str, person: PersonId, name: str) -> tuple[int, ...]:
    """Return the numbers of facts in which a name stays that is forgotten, or is to be.

    They are texts about somebody else, or about nobody in particular: they are not erased with the
    key of the person.
    """
    wanted = name.casefold().encode()
    return tuple(
        entry.number
        for entry in desk.store.read(event)
        if wanted and person not in entry.keys and wanted in entry.body.decode().casefold().encode()
    )


def everything_about(
    desk: Desk, event: str, person: PersonId, reader: PersonId | None = None
) -> dict[str, Any]:
    """Return every fact that a person did or that names them, the games they played included.

    Somebody who reads it is not told what the history keeps from them; whoever has the store
    (no reader) is told everything.
    """
    level = desk.level(event)
    found = level.event
    games = (game for round_ in found.rounds for game in round_.games.values())
    named = {person, *(game.id for game in games if person in game.players)}
    facts = [
        {
            "number": recorded.number,
            "at": recorded.at.isoformat(),
            "fact": recorded.fact.NAME,
            "by": recorded.actor,
        }
        | {"told": told}
        for recorded in desk.log(event)
        for hidden in [READ if reader is None else unread(found, level.rules, reader, recorded)]
        if not hidden.whole
        for told in [_told(recorded, person, hidden.parts)]
        if recorded.actor == person or _names(told, named)
    ]
    name = found.people.get(person, "")
    return {"format": FORMAT, "event": event, "person": person, "name": name, "facts": facts}


def _told(recorded: Recorded, person: PersonId, hidden: Collection[str]) -> dict[str, Any]:
    """Return what a fact tells but for hidden parts; of a drawn round this person's game alone."""
    body: dict[str, Any] = msgspec.json.decode(codec.draft(recorded.fact).body)
    matches = body.get("matches")
    if isinstance(matches, list):
        return {"matches": [match for match in matches if person in match["players"]]}
    return {name: value for name, value in body.items() if name not in {"seed", *hidden}}


def _names(value: object, named: set[str]) -> bool:
    if isinstance(value, dict):
        return any(key in named or _names(inner, named) for key, inner in value.items())
    if isinstance(value, list):
        return any(_names(inner, named) for inner in value)
    return isinstance(value, str) and value in named
