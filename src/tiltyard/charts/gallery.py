"""All pictures of an event in the order in which they are looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.charts.clock_use import clock_picture
from tiltyard.charts.factions import faction_pictures
from tiltyard.charts.points_distribution import points_picture
from tiltyard.charts.rank_progression import rank_progression
from tiltyard.charts.subject import Subject
from tiltyard.views.statistics import after_each_round

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiltyard.charts.svg import Picture
    from tiltyard.day.event import Event
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import PersonId, Tournament


def pictures_of(subject: Subject) -> tuple[Picture, ...]:
    """Return what can be drawn; nothing before a round is closed."""
    if not subject.history:
        return ()
    found = [
        rank_progression(subject),
        points_picture(subject),
        clock_picture(subject),
        *faction_pictures(subject),
    ]
    return tuple(picture for picture in found if picture is not None)


def pictures_for_paper(
    event: Event,
    rules: Ruleset,
    document: Ruleset,
    tournament: Tournament,
    names: Mapping[PersonId, str],
) -> tuple[Picture, ...]:
    """Return the pictures of the final report; `on_paper` is what the press sets as an image."""
    history = after_each_round(event, tournament, document)
    return pictures_of(Subject(event, rules, tournament, history, names))
