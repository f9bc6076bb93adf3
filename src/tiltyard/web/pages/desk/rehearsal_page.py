"""Rehearse this event: a sandbox with its names, rounds in fast forward, and what may go wrong."""

from __future__ import annotations

from datetime import datetime, time
from random import SystemRandom
from typing import TYPE_CHECKING

from tiltyard.day.event import original_of
from tiltyard.engine.errors import Refused
from tiltyard.service.rehearsing import (
    BETWEEN_ROUNDS,
    FEWEST,
    Rehearsal,
    begin_rehearsal,
    expected_end,
    expected_rounds,
    settings_tried,
)
from tiltyard.text.language import speaking
from tiltyard.text.say import say
from tiltyard.views.round import game_number
from tiltyard.web.pages.desk.frame import desk_page

if TYPE_CHECKING:
    from collections.abc import Callable

    from tiltyard.day.event import Event, Game
    from tiltyard.web.request import Asked, Reply

_BEFORE = frozenset({"draft", "announced", "registration", "check_in"})
_OPENS = time(10, 0)
"""When the day is taken to begin where the event says nothing."""


def rehearsal_page(asked: Asked) -> Reply:
    """Show the rehearsal, or what one is and the button that begins it."""
    view, desk = asked.view, asked.site.desk
    event = view.event
    rounds = tuple(expected_rounds(event, view.rules, _begins(event, view.clock.now())))
    original = desk.event(original_of(event.id))
    return desk_page(
        asked,
        "desk/rehearsal.html",
        rounds=rounds,
        end=expected_end(rounds),
        between=BETWEEN_ROUNDS,
        least=FEWEST,
        possible=event.phase in _BEFORE and event.player_count >= FEWEST,
        open_rehearsal=desk.rehearsal_of(event.id),
        original=original,
        tried=event.is_rehearsal and original.phase in _BEFORE and settings_tried(original, event),
    )


def _begins(event: Event, now: datetime) -> datetime:
    """Return when the first round of the day begins, where the server stands."""
    here = now.astimezone()
    hours, _, minutes = event.starts.partition(":")
    opens = time(int(hours), int(minutes)) if minutes else _OPENS
    return datetime.combine(event.details.date or here.date(), opens, here.tzinfo)


def rehearse(asked: Asked) -> Reply:
    """Do what a button of the rehearsal says."""
    step = _STEPS.get(asked.form.text("step"))
    if step is None:
        raise Refused("rehearsal-has-no-such-step")
    with speaking(asked.visitor.language):
        return asked.redirect(step(asked))


def _begin(asked: Asked) -> str:
    return f"/e/{begin_rehearsal(asked.site.desk, asked.view.event.id)}/desk/rehearsal"


def _sandbox(asked: Asked) -> Rehearsal:
    event = asked.view.event
    if not event.is_rehearsal:
        raise Refused("only-in-a-rehearsal")
    return Rehearsal(asked.site.desk, event.id)


def _play(asked: Asked) -> str:
    sandbox = _sandbox(asked)
    sandbox.play_round(SystemRandom())
    _say(asked, sandbox, "desk.rehearsed-a-round")
    return f"/e/{sandbox.name}/desk"


def _play_out(asked: Asked) -> str:
    sandbox = _sandbox(asked)
    sandbox.play_out(SystemRandom())
    _say(asked, sandbox, "desk.rehearsed-to-the-end")
    return f"/e/{sandbox.name}/desk/standings"


def _next(asked: Asked) -> str:
    sandbox = _sandbox(asked)
    sandbox.next_round()
    _say(asked, sandbox, "desk.rehearsed-a-start")
    return f"/e/{sandbox.name}/desk"


def _say(asked: Asked, sandbox: Rehearsal, code: str) -> None:
    asked.flash(say(code, num=len(sandbox.event.rounds)))


def _dispute(asked: Asked) -> str:
    sandbox = _sandbox(asked)
    return _to_do(asked, sandbox.disagree(SystemRandom()), "desk.practise-a-dispute-so")


def _correction(asked: Asked) -> str:
    sandbox = _sandbox(asked)
    return _to_do(asked, sandbox.mistype(SystemRandom()), "desk.practise-a-correction-so")


def _no_show(asked: Asked) -> str:
    return _to_do(asked, _sandbox(asked).miss(), "desk.practise-a-no-show-so")


def _to_do(asked: Asked, game: Game, code: str) -> str:
    """Say what is to be done about a game, and lead to its table."""
    event = asked.view.event
    name = event.people.get(game.players[0], "")
    asked.tell_next(code, table=game_number(game) or "", name=name)
    return f"/e/{event.id}/desk?table={game.id}#panel"


def _use(asked: Asked) -> str:
    """Give the event the settings that were tried here."""
    event, desk = asked.view.event, asked.site.desk
    name = original_of(event.id)
    command = settings_tried(desk.event(name), event, say("desk.tried-in-a-rehearsal"))
    if command is not None:
        asked.site.do(name, asked.me, command, confirmed=asked.confirmed)
    asked.flash(say("desk.settings-are-used"))
    return f"/e/{name}/desk"


def _end(asked: Asked) -> str:
    name = _sandbox(asked).name
    asked.site.desk.end_rehearsal(name)
    asked.tell_next("desk.rehearsal-is-deleted")
    return f"/e/{original_of(name)}/desk"


_STEPS: dict[str, Callable[[Asked], str]] = {
    "begin": _begin,
    "next": _next,
    "play": _play,
    "play-out": _play_out,
    "dispute": _dispute,
    "correction": _correction,
    "no-show": _no_show,
    "use": _use,
    "end": _end,
}
