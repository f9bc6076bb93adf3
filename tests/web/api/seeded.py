"""A hall for programs: the demo events, and a token of each kind with a name."""

from __future__ import annotations

import json

from tests.web.hall import WebHall
from tiltyard.store.keyring import Token
from tiltyard.web.security.secrets import key_of

RUNNING = "night-flight"
FINISHED = "summer-disks"
OTHER = "the-broken-crown"


def seeded_hall():
    """A hall with tokens: `read`, `results`, `staff` of the organizer, `player` of a player."""
    hall = WebHall(demo=True, hosts=("testserver",))
    organizer = hall.organizer_of(RUNNING)
    for scope in ("read", "results", "staff"):
        give(hall, scope, RUNNING, organizer, scope)
    give(hall, "player", RUNNING, player_of(hall), "staff")
    give(hall, "other", OTHER, hall.organizer_of(OTHER), "staff")
    return hall


def give(hall, secret, event, person, scope):
    now = hall.clock.now()
    hall.keyring.add_token(Token(key_of(secret), event, person, scope, secret, now))


def open_game(hall):
    """A game of the newest round that nobody has reported yet."""
    games = hall.desk.event(RUNNING).current.games.values()
    return next(one for one in games if one.is_open and not one.filed)


def player_of(hall):
    return open_game(hall).players[0]


class Program:
    """Something that calls the API with a token."""

    def __init__(self, hall, token=""):
        self.client = hall.browser().client
        self.headers = {"authorization": f"Bearer {token}"} if token else {}

    def get(self, path, **headers):
        return self.client.get(path, headers={**self.headers, **headers}, follow_redirects=False)

    def act(self, name, body=None, event=RUNNING, **headers):
        """Call an act; `If_Match="..."` becomes the header If-Match."""
        named = {key.replace("_", "-"): value for key, value in headers.items()}
        raw = body if isinstance(body, bytes) else json.dumps(body or {}).encode()
        return self.client.post(
            f"/api/v1/events/{event}/acts/{name}",
            content=raw,
            headers={"content-type": "application/json", **self.headers, **named},
            follow_redirects=False,
        )
