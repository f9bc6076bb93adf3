"""Rounds and cut in words, as everybody reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.words.language import gettext, ngettext

if TYPE_CHECKING:
    from tiltyard.core.state.event import Event


def rounds_text(rounds: int) -> str:
    """Return how many Swiss rounds are played."""
    return ngettext("%(num)d Swiss round", "%(num)d Swiss rounds", rounds) % {"num": rounds}


def rounds_and_cut(rounds: int, cut: int | None, points: int = 0) -> str:
    """Return how many rounds are played, and who goes on if the field is cut."""
    text = rounds_text(rounds)
    if cut:
        return gettext("%(rounds)s, then a cut to the top %(cut)d") % {"rounds": text, "cut": cut}
    if points:
        said = gettext("%(rounds)s, then everybody with %(points)d points or more goes on")
        return said % {"rounds": text, "points": points}
    return text


def rounds_and_any_cut(rounds: int, cut: int | None, points: int = 0) -> str:
    """Return how many rounds are played, and also that there is no cut."""
    text = rounds_and_cut(rounds, cut, points)
    if cut or points or not rounds:
        return text
    return gettext("%(rounds)s, no cut") % {"rounds": text}


def who_goes_on(event: Event) -> str:
    """Return the cut of an event as a title: the top N, or all with enough points."""
    if event.cut_points:
        return gettext("Cut at %(points)d points") % {"points": event.cut_points}
    if event.planned_cut:
        return gettext("Cut to the top %(cut)d") % {"cut": event.planned_cut}
    return gettext("Cut")
