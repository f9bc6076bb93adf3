"""What a player is told: announcements, and the sentences of the document for this moment."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tiltyard.core.reminders import guidance, moment_of
from tiltyard.words.language import ngettext

if TYPE_CHECKING:
    from tiltyard.core.ruleset_people import Guidance, Moment
    from tiltyard.web.event_view import EventView
    from tiltyard.web.phone.my_game import MyGame


@dataclass(frozen=True, slots=True)
class Told:
    """Something that was announced, and its clause."""

    text: str
    clause: str


def announcements(view: EventView) -> tuple[Told, ...]:
    """Return what was announced, the newest first."""
    known = {item.id: item for item in view.rules.announcements}
    return tuple(
        Told(text or known[item].text, known[item].clause)
        for item, text in reversed(view.event.announced.items())
        if item in known
    )


def plan_in_words(view: EventView) -> str:
    """Return how many rounds are played and whether there is a cut, once that is settled."""
    rounds, cut = view.event.swiss_rounds, view.event.cut
    if not rounds:
        return ""
    if not cut:
        return ngettext("%(num)d Swiss round, no cut.", "%(num)d Swiss rounds, no cut.", rounds) % {
            "num": rounds
        }
    text = ngettext(
        "%(num)d Swiss round, then a cut to %(cut)d.",
        "%(num)d Swiss rounds, then a cut to %(cut)d.",
        rounds,
    )
    return text % {"num": rounds, "cut": cut}


def my_moments(view: EventView, mine: MyGame | None) -> tuple[Moment, ...]:
    """Return the moments a player is in: of the day, and of their own table.

    A round that is drawn but not published is nothing a player knows of.
    """
    event = replace(view.event, draft=None)
    if mine is None or event.phase != "running":
        moment = moment_of(event)
        return ("planning", "before_start") if moment == "planning" else (moment,)
    if not mine.round.began:
        return ("round_start",)
    if not mine.game.is_open:
        moment = moment_of(event)
        return (moment,) if moment in {"between_rounds", "cut"} else ("result", "between_rounds")
    called = mine.round.timer.called is not None
    return ("time_called", "result", "running") if called else ("running", "result")


def guidance_for(view: EventView, moments: tuple[Moment, ...]) -> tuple[Guidance, ...]:
    """Return the sentences for players at these moments."""
    return tuple(
        one
        for moment in moments
        for one in guidance(view.rules, moment)
        if one.audience in {"players", "everybody"}
    )
