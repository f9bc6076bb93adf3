"""What a player is told: announcements, and the sentences of the document for this moment."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tiltyard.core.reminders import guidance, moment_of
from tiltyard.words.announcements import told_so_far
from tiltyard.words.plans import rounds_and_any_cut

if TYPE_CHECKING:
    from tiltyard.core.ruleset_people import Guidance, Moment
    from tiltyard.web.event_view import EventView
    from tiltyard.web.phone.my_game import MyGame
    from tiltyard.words.announcements import Said


def announcements(view: EventView) -> tuple[Said, ...]:
    """Return what was announced, the newest first."""
    return told_so_far(view.event, view.rules, view.document)


def plan_in_words(view: EventView) -> str:
    """Return how many rounds are played and whether there is a cut, once that is settled."""
    event = view.event
    if not event.swiss_rounds:
        return ""
    return f"{rounds_and_any_cut(event.swiss_rounds, event.cut, event.cut_points)}."


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
