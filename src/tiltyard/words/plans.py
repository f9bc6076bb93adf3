"""Rounds and cut in words, as everybody reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.words.say import say, wording

if TYPE_CHECKING:
    from tiltyard.core.state.event import Event


def rounds_text(rounds: int) -> str:
    """Return how many Swiss rounds are played."""
    return say("common.swiss-rounds-2", num=rounds)


def rounds_and_cut(rounds: int, cut: int | None, points: int = 0) -> str:
    """Return how many rounds are played, and who goes on if the field is cut."""
    text = rounds_text(rounds)
    if cut:
        return say("phrases.then-a-cut-to-the", rounds=text, cut=cut)
    if points:
        said = wording("phrases.then-everybody-with-points-or")
        return said.format(rounds=text, points=points)
    return text


def rounds_and_any_cut(rounds: int, cut: int | None, points: int = 0) -> str:
    """Return how many rounds are played, and also that there is no cut."""
    text = rounds_and_cut(rounds, cut, points)
    if cut or points or not rounds:
        return text
    return say("phrases.no-cut", rounds=text)


def who_goes_on(event: Event) -> str:
    """Return the cut of an event as a title: the top N, or all with enough points."""
    if event.cut_points:
        return say("phrases.cut-at-points", points=event.cut_points)
    if event.planned_cut:
        return say("phrases.cut-to-the-top", cut=event.planned_cut)
    return say("common.cut")
