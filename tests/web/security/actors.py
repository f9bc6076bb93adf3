"""Everybody who might come: one hall, its events in every state, and a session for each person."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from tests.web.hall import WebHall
from tiltyard.day.facts import Details
from tiltyard.day.people import AppointStaff, RegisterPlayer
from tiltyard.store.keyring import Account
from tiltyard.web.security.secrets import form_token, new_session, pass_of, session_key
from tiltyard.web.security.visitors import begin_session

DRAFT, ANNOUNCED, RUNNING, FINISHED = (
    "not-yet",
    "ash-and-antler",
    "the-broken-crown",
    "summer-disks",
)
WITH_PLAYING_STAFF, WITH_SCOREKEEPER = "ladder-night", "the-long-table"
STATES = (DRAFT, ANNOUNCED, RUNNING, WITH_PLAYING_STAFF, WITH_SCOREKEEPER, FINISHED)

IN = {"let": "in"}


class NoLimits:
    """Here one session asks more than a person would."""

    def allow(self, *_):
        return True


@dataclass(frozen=True)
class Actor:
    """Somebody with a session: who they are at an event, and what their account may do."""

    name: str
    secret: str
    event: str = ""
    person: str = ""
    account: str = ""
    signed_in: bool = True


def furnished_hall():
    """A hall with a draft, a running event with staff who plays, and all the demo's events."""
    hall = WebHall(demo=True)
    hall.site.limits = NoLimits()
    hall.site.create(DRAFT, Details("Not yet", "armada@1.0.1", date(2027, 3, 1)), "Ann", None)
    judge = AppointStaff(role="judge", name="Jo Draft")
    hall.site.do(DRAFT, hall.organizer_of(DRAFT), judge)
    desk = hall.desk
    boss, event = hall.organizer_of(WITH_PLAYING_STAFF), desk.event(WITH_PLAYING_STAFF)
    plays = next(one.person for one in event.staff if one.role == "judge")
    desk.do(WITH_PLAYING_STAFF, boss, RegisterPlayer(name=event.people[plays], person=plays))
    second = AppointStaff(role="second_organizer", name="Sam Second")
    desk.do(WITH_PLAYING_STAFF, boss, second)
    return hall


def actors(hall, event):
    """Everybody who might come to an event."""
    found = hall.desk.event(event)
    people = {one.person: one.role for one in found.staff}
    people.update(_players(found))
    now, keyring = hall.clock.now(), hall.keyring

    def seated(name, at, person):
        return Actor(name, begin_session(keyring, now, seats={at: person}), at, person)

    for person, name in people.items():
        plays = person in found.entrants and any(one.person == person for one in found.staff)
        yield seated(f"{name} who plays" if plays else name, event, person)
    other = next(one for one in STATES if one not in {event, DRAFT})
    yield seated("organizer of another event", other, hall.organizer_of(other))
    revoked = begin_session(keyring, now, seats={event: hall.organizer_of(event)})
    keyring.end_session(session_key(pass_of(revoked)))
    yield Actor("revoked organizer", revoked, signed_in=False)
    yield Actor("anonymous", new_session(), signed_in=False)
    for kind in ("owner", "creator", "guest"):
        account = Account(kind, kind, owner=kind == "owner", may_create=kind != "guest")
        keyring.add_account(account)
        yield Actor(kind, begin_session(keyring, now, account=kind), account=kind)


def _players(event):
    """A player, the opponent, another one, and one who left."""
    if not event.entrants:
        return {}
    chosen = {}
    round_ = event.current
    games = [one for one in round_.games.values() if one.kind == "game"] if round_ else []
    if games:
        chosen[games[0].players[0]] = "player"
        chosen[games[0].players[1]] = "opponent"
        chosen[games[-1].players[0]] = "another player"
    else:
        chosen[next(iter(event.entrants))] = "player"
    left = next((one.id for one in event.entrants.values() if one.state == "dropped"), None)
    if left is not None:
        chosen[left] = "dropped player"
    staff = {one.person for one in event.staff}
    return {person: name for person, name in chosen.items() if person not in staff}


class Door:
    """Asks as anybody, without a browser's memory."""

    def __init__(self, hall):
        self.client = hall.browser().client
        self.cookie = "s"

    def __enter__(self):
        self.client.__enter__()
        return self

    def __exit__(self, *_):
        self.client.__exit__()

    def ask(self, method, path, secret="", fields=None, **headers):
        said = {"accept": "application/json", "cookie": f"{self.cookie}={secret}", **headers}
        if method == "GET":
            return self.client.get(path, headers=said, follow_redirects=False)
        form = {"form_token": form_token(secret), **(fields or {})}
        return self.client.post(path, data=form, headers=said, follow_redirects=False)


def filled(path, event, link="nothing-here"):
    """A path with its blanks filled in."""
    values = {"event": event, "round": "1.1", "match": "1.1.1", "player": "p5", "code": "de"}
    for name, value in {**values, "act": "undo", "secret": link}.items():
        path = path.replace(f"{{{name}}}", value)
    return path
