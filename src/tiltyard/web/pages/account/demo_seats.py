"""The demo: one press, and you are its organizer, a judge or a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.web.errors import NotFound
from tiltyard.web.pages.account.joining import require_phones_allowed, take_seat
from tiltyard.web.routes import Route

if TYPE_CHECKING:
    from tiltyard.day.event import Event
    from tiltyard.engine.tournament import PersonId
    from tiltyard.web.request import Asked, Reply

_PAGES = {"organizer": "desk", "judge": "judge", "player": "me"}


def be_somebody(asked: Asked) -> Reply:
    """Seat this browser at the running event of a demo; elsewhere there is no such page."""
    role = asked.form.text("who")
    if not asked.site.settings.demo or role not in _PAGES:
        raise NotFound("no-demo-here")
    require_phones_allowed(asked)
    event = _running(asked)
    take_seat(asked, event.id, _somebody(event, role))
    return asked.redirect(f"/e/{event.id}/{_PAGES[role]}")


def _running(asked: Asked) -> Event:
    """Return the event with the most to do: games that are played."""
    desk = asked.site.desk
    events = [desk.event(name) for name in desk.events()]
    played = [event for event in events if event.phase == "running" and _open_games(event)]
    if not played:
        raise NotFound("no-demo-is-running")
    return max(played, key=_open_games)


def _open_games(event: Event) -> int:
    games = event.current.games.values() if event.current is not None else ()
    return sum(game.is_open for game in games)


def _somebody(event: Event, role: str) -> PersonId:
    if role == "player":
        assert event.current is not None
        free = [game for game in event.current.games.values() if game.is_open and not game.filed]
        return free[-1].players[0] if free else next(iter(event.entrants))
    return next(
        (appointment.person for appointment in event.staff if appointment.role == role),
        event.staff[0].person,
    )


ROUTES: tuple[Route, ...] = (Route("POST", "/demo/be", "everybody", be_somebody),)
