"""Names for the things a tournament is made of, and where in it something is."""

from __future__ import annotations

from typing import Literal, NamedTuple, NewType

PersonId = str
"""Somebody in the hall: a player, a leader, or both."""

PlayerId = NewType("PlayerId", str)
RoundId = str
"""A round of the day: stage and number, both from 1 ("1.3")."""

MatchId = str
"""A match of a round by its place, from 1 ("1.3.12")."""

Clause = NewType("Clause", str)
"""A clause of a document ("AR-107") or a decided ambiguity ("AMB-042")."""

StageKind = Literal["swiss", "elimination"]


class Place(NamedTuple):
    """A spot in a tournament, counted from zero: a stage, one of its rounds, one of its matches."""

    stage: int
    round: int | None = None
    match: int | None = None
