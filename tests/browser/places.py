"""Every page there is, with the events of the demo filled in: for the tests and the pictures."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tests.browser.house import House
from tiltyard.service.ruleset_library import RulesetLibrary
from tiltyard.web.app import ALL_ROUTES

if TYPE_CHECKING:
    from pathlib import Path

    from tiltyard.day.event import Event
    from tiltyard.web.routes import Route

ANNOUNCED, REGISTRATION, CHECK_IN = "ash-and-antler", "harbour-lights", "the-long-table"
RUNNING, BETWEEN, CUT, FINISHED = "night-flight", "ladder-night", "the-broken-crown", "summer-disks"
EVENTS = (ANNOUNCED, REGISTRATION, CHECK_IN, RUNNING, BETWEEN, CUT, FINISHED)

NOBODY, OWNER, JUDGE, PLAYER = "nobody", "owner", "judge", "player"
DISPUTING, CALLING, CONFIRMED = "disputing", "calling", "confirmed"
OWN_RULES = 'inherits = "win-draw-loss@1"\nid = "club-night"\nversion = "1"\ntitle = "Club night"\n'
ACTOR = {"everybody": NOBODY, "player": PLAYER, "seated": PLAYER}


@dataclass(frozen=True, slots=True)
class Place:
    """A page, the event it is opened for, and who opens it."""

    path: str
    event: str
    actor: str
    status: int = 200

    @property
    def name(self) -> str:
        """A name for the test and for the file of the picture."""
        bare = re.sub(r"[{}?=&]+", "-", self.path.replace("{event}", self.event))
        return f"{bare.strip('/').replace('/', '.') or 'start'}.{self.actor}"


NO_PAGES = {
    "/size/{size}",  # sends the browser back to where it came from
    "/language/{code}",  # sends the browser back to where it came from
    "/arrive/{secret}",  # lets a phone in that comes from the other laptop, and sends it on
    "/e/{event}/desk/qr.svg",  # a picture
    "/desk/server/backup",  # a file
    "/e/{event}/desk/export.json",  # a file
    "/e/{event}/desk/personal-data.json",  # a file
    "/e/{event}/me/data.json",  # a file
    "/e/{event}/me/push",  # a key
    "/e/{event}/desk/files/{name}",  # a file
    "/e/{event}/files/{name}",  # a file
    "/e/{event}/print/{paper}",  # a file
    "/schemas/{name}",  # a file
    "/e/{event}/app.webmanifest",  # a file
    "/worker.js",  # a script
    "/help/pictures/{name}",  # a picture
    "/e/{event}/draws.json",  # a file
    "/e/{event}/share.png",  # a picture
    "/e/{event}/players/{player}/share.png",  # a picture
    "/e/{event}/pairings/share.png",  # a picture
    "/e/{event}/standings/share.png",  # a picture
    "/e/{event}/games/{match}/share.png",  # a picture
    "/desk/rules/{ruleset}/file",  # a file
    "/desk/rules/{ruleset}/sheet.pdf",  # a file
    "/robots.txt",  # a file
    "/favicon.ico",  # a picture
    "/e/{event}/players/{player}",  # of one player, see below
    "/e/{event}/games/{match}",  # of one game, see below
    "/e/{event}/lists/{player}/text",  # a file
    "/e/{event}/lists/{player}/file",  # a file
    "/e/{event}/lists/{player}",  # hidden in the demo, see below
    "/e/{event}/judge/find",  # leads to a table, see below
}
TELLING: dict[str, tuple[str, ...]] = {
    "/e/{event}": EVENTS,
    "/e/{event}/pairings": (RUNNING, CUT, FINISHED),
    "/e/{event}/standings": (RUNNING, CUT, FINISHED),
    "/e/{event}/bracket": (CUT, FINISHED),
    "/e/{event}/draws": (RUNNING, FINISHED),
    "/e/{event}/statistics": (CHECK_IN, RUNNING, FINISHED),
    "/e/{event}/claim": (CHECK_IN,),
    "/e/{event}/register": (REGISTRATION, RUNNING),
    "/e/{event}/me": (CHECK_IN, RUNNING, BETWEEN, CUT, FINISHED),
    "/e/{event}/me/list": (CHECK_IN, RUNNING, CUT),
    "/e/{event}/screen": (RUNNING, CUT, FINISHED),
    "/e/{event}/desk": EVENTS,
    "/e/{event}/desk/start": (CHECK_IN, RUNNING),
    "/e/{event}/desk/details": (ANNOUNCED, RUNNING),
    "/e/{event}/desk/people": (REGISTRATION, CHECK_IN, RUNNING),
    "/e/{event}/desk/check-in": (CHECK_IN, RUNNING),
    "/e/{event}/desk/round": (CHECK_IN, RUNNING, BETWEEN, CUT),
    "/e/{event}/desk/results": (RUNNING, BETWEEN, FINISHED),
    "/e/{event}/desk/papers": (REGISTRATION, RUNNING, CUT),
    "/e/{event}/desk/paper-entry": (RUNNING, BETWEEN, CUT),
    "/e/{event}/desk/paper-round": (RUNNING, BETWEEN),
    "/e/{event}/desk/standings": (RUNNING, CUT, FINISHED),
    "/e/{event}/desk/scores": (CHECK_IN, RUNNING),
    "/e/{event}/desk/cut": (RUNNING, CUT, FINISHED),
    "/e/{event}/desk/finish": (RUNNING, FINISHED),
    "/e/{event}/judge": (RUNNING, CUT),
}
FURTHER = (  # the same page in another state, or as somebody else sees it
    Place("/e/{event}/me", RUNNING, DISPUTING),
    Place("/e/{event}/me", RUNNING, CALLING),
    Place("/e/{event}/me", RUNNING, CONFIRMED),
    Place("/e/{event}/me", RUNNING, NOBODY),
    Place("/desk/new?ruleset=armada", "", OWNER),
    Place("/sign-in?next=/desk", "", NOBODY),
    Place("/e/{event}/judge/find?table=5", RUNNING, JUDGE),
    Place("/e/{event}/statistics?player={player}", FINISHED, NOBODY),
    Place("/e/{event}/lists/{player}", RUNNING, NOBODY, 404),
    Place("/e/{event}/players/{player}", RUNNING, NOBODY),
    Place("/e/{event}/players/{player}", FINISHED, NOBODY),
    Place("/e/{event}/games/1.2.1", FINISHED, NOBODY),
    Place("/no-such-page", "", NOBODY, 404),
    Place("/e/no-such-event", "", NOBODY, 404),
    Place("/e/{event}/desk", RUNNING, PLAYER, 403),
)


def places() -> list[Place]:
    """Return every page, each for the events that show most of it."""
    found = [
        Place(route.path, event, actor_of(route))
        for route in pages()
        for event in (TELLING.get(route.path, (RUNNING,)) if "{event}" in route.path else ("",))
    ]
    return list(dict.fromkeys([*found, *FURTHER]))


def pages() -> list[Route]:
    """Return the routes that answer with a page."""
    return [route for route in ALL_ROUTES if route.method == "GET" and route.path not in NO_PAGES]


def actor_of(route: Route) -> str:
    """Return who opens a page."""
    if route.path.startswith("/e/{event}/judge"):
        return JUDGE
    if route.path.startswith("/e/{event}/me"):
        return PLAYER
    return ACTOR.get(route.audience, OWNER)


class FilledHouse(House):
    """A server with events, and a browser's cookie for everybody in them."""

    def seat_everybody(self) -> None:
        """Sign in the owner, a judge and a player of every event; keep a ruleset of their own."""
        RulesetLibrary(self.keyring).keep(OWN_RULES, "Olga Brenner", datetime.now(UTC))
        self.cookies = {
            NOBODY: "",
            OWNER: self.owner_session(),
            JUDGE: self.session({name: _judge(event) for name, event in self.events.items()}),
            PLAYER: self.session({name: _player(event) for name, event in self.events.items()}),
        }
        running = next(name for name, event in self.events.items() if event.current is not None)
        self.join_link = self.player_link(running, next(iter(self.events[running].entrants)))

    def address_of(self, place: Place) -> str:
        """Return where a page is: names of the address filled in."""
        event = self.events.get(place.event)
        path = place.path.replace("{event}", place.event).replace("{secret}", self.join_link)
        path = path.replace("{clauses}", "AR-001,AMB-034").replace("{page}", "run-on-paper")
        path = path.replace("{ruleset}", "club-night")
        if event is None:
            return path
        round_ = event.current
        games = list(round_.games.values()) if round_ is not None else []
        known = {
            "player": next(iter(event.entrants), ""),
            "person": next(iter(event.people), ""),
            "match": games[0].id if games else "",
            "round": round_.id if round_ is not None else "1.1",
            "number": "1",
        }
        return re.sub(r"{(\w+)}", lambda found: str(known[found[1]]), path)


class DemoHouse(FilledHouse):
    """The events of the demo."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.fill_with_demo()
        self.seat_everybody()
        games = list(self.events[RUNNING].current.games.values())
        for actor, place in ((CONFIRMED, 0), (DISPUTING, 3), (CALLING, 4)):
            self.cookies[actor] = self.session({RUNNING: games[place].players[0]})


def _judge(event: Event) -> str:
    """Return somebody of the staff who is not the organizer, if there is one."""
    others = [one.person for one in event.staff if one.role != "organizer"]
    return (others or [event.staff[0].person])[0]


def _player(event: Event) -> str:
    """Return a player whose game has no result yet, if there is one."""
    games = list(event.current.games.values()) if event.current is not None else []
    still = [game.players[0] for game in games if game.is_open]
    return (still or list(event.entrants) or [event.staff[0].person])[-1]
