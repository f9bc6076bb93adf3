"""Names for the things a tournament is made of, and where in it something is."""

from __future__ import annotations

from typing import Literal, NamedTuple, NewType

PlayerId = NewType("PlayerId", str)
Clause = NewType("Clause", str)
"""A clause of a document ("AR-107") or a decided ambiguity ("AMB-042")."""

StageKind = Literal["swiss", "elimination"]


class Place(NamedTuple):
    """A spot in a tournament, counted from zero: a stage, one of its rounds, one of its matches."""

    stage: int
    round: int | None = None
    match: int | None = None
