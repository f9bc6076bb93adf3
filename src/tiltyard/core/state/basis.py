"""Rounds that were drawn from something that changed afterwards: they stay, and say so."""

from __future__ import annotations

from dataclasses import replace

from tiltyard.core.ids import PersonId, RoundId
from tiltyard.core.state.event import Event


def with_changed_basis(
    event: Event, person: PersonId, reason: str, after: RoundId | None = None
) -> Event:
    """Mark the published rounds behind `after` (all of them, if none is named)."""
    ids = [one.id for one in event.rounds]
    since = 0 if after is None else ids.index(after) + 1
    rounds = tuple(
        replace(one, basis_changed=(person, reason)) if place >= since else one
        for place, one in enumerate(event.rounds)
    )
    return replace(event, rounds=rounds)
