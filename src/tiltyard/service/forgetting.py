"""Forgetting a person, and everything that is known about one in a file of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from tiltyard.day.facts import PersonForgotten
from tiltyard.store import codec

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tiltyard.day.facts import Recorded
    from tiltyard.engine.tournament import PersonId
    from tiltyard.service.desk import Desk
    from tiltyard.store.keyring import Keyring

FORMAT = "tiltyard/person/1"


def end_access(keyring: Keyring, event: str, facts: Iterable[Recorded]) -> None:
    """End every link, code, session and token of people who were forgotten."""
    for one in facts:
        if isinstance(one.fact, PersonForgotten):
            _end_access(keyring, event, one.fact.person)


def _end_access(keyring: Keyring, event: str, person: PersonId) -> None:
    keyring.revoke_links(event, person)
    keyring.drop_code(event, person)
    keyring.take_seat(event, person)
    for session in keyring.sessions(event=event, person=person):
        keyring.end_session(session.key)
    for token in keyring.tokens(event):
        if token.person == person:
            keyring.revoke_token(event, token.key)


def everything_about(desk: Desk, event: str, person: PersonId) -> dict[str, Any]:
    """Return every fact that a person did or that names them, the games they played included."""
    found = desk.event(event)
    games = (game for round_ in found.rounds for game in round_.games.values())
    named = {person, *(game.id for game in games if person in game.players)}
    facts = [
        {"number": one.number, "at": one.at.isoformat(), "fact": one.fact.NAME, "by": one.actor}
        | {"told": told}
        for one in desk.log(event)
        for told in [_told(one, person)]
        if one.actor == person or _names(told, named)
    ]
    name = found.people.get(person, "")
    return {"format": FORMAT, "event": event, "person": person, "name": name, "facts": facts}


def _told(one: Recorded, person: PersonId) -> dict[str, Any]:
    """Return what a fact tells; of a drawn round only the game of this person."""
    body: dict[str, Any] = msgspec.json.decode(codec.draft(one.fact).body)
    matches = body.get("matches")
    if isinstance(matches, list):
        return {"matches": [match for match in matches if person in match["players"]]}
    body.pop("seed", None)
    return body


def _names(value: object, named: set[str]) -> bool:
    if isinstance(value, dict):
        return any(key in named or _names(inner, named) for key, inner in value.items())
    if isinstance(value, list):
        return any(_names(inner, named) for inner in value)
    return isinstance(value, str) and value in named
