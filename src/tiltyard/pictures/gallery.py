"""All pictures of an event in the order in which they are looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.statistics import after_each_round
from tiltyard.pictures.clock_use import clock_picture
from tiltyard.pictures.factions import faction_pictures
from tiltyard.pictures.points_distribution import points_picture
from tiltyard.pictures.rank_progression import rank_progression
from tiltyard.pictures.subject import Subject

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiltyard.core.ids import PersonId
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.state.event import Event
    from tiltyard.core.tournament import Tournament
    from tiltyard.pictures.drawing import Picture


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
    return tuple(one for one in found if one is not None)


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
