"""Rounds that were drawn from something that changed afterwards: they stay, and say so."""

from __future__ import annotations

from dataclasses import replace

from tiltyard.core.errors import Phrase
from tiltyard.core.ids import PersonId, RoundId
from tiltyard.core.state.event import Event

STALE = frozenset({"field-changed", "result-changed", "plan-changed", "tables-arranged"})
"""Why a drawn round has to be drawn again, where nobody gave a reason in words of their own."""


def why_stale(reason: str) -> Phrase | str:
    """Return why a draw is out of date, as part of a sentence."""
    return Phrase(f"stale.{reason}") if reason in STALE else reason


def with_changed_basis(
    event: Event, person: PersonId, reason: str, after: RoundId | None = None
) -> Event:
    """Mark the published rounds behind `after` (all of them, if none is named).

    What changes the standings names a round; then a cut whose rounds have not begun is marked too.
    """
    ids = [one.id for one in event.rounds]
    since = 0 if after is None else ids.index(after) + 1
    rounds = tuple(
        replace(one, basis_changed=(person, reason), outdated=reason) if place >= since else one
        for place, one in enumerate(event.rounds)
    )
    cut = event.qualification
    if cut is not None and after is not None and not event.past_the_cut:
        cut = replace(cut, basis_changed=(person, reason))
    return replace(event, rounds=rounds, qualification=cut)
