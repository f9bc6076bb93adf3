"""A drawn round: its matches, why each of them is there, and what the organizer should know."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiltyard.engine.tournament import PlayerId


class Why(NamedTuple):
    """One reason as a code, the clause it rests on, and facts for the sentence."""

    code: str
    clause: str
    facts: Mapping[str, object] = {}


class DrawnMatch(NamedTuple):
    """A game or a bye of a drawn round; elimination matches carry their game number."""

    players: tuple[PlayerId, ...]
    why: tuple[Why, ...]
    kind: Literal["game", "bye"] = "game"
    table: int | None = None
    game: int | None = None


@dataclass(frozen=True, slots=True)
class Pairings:
    """The next round of a stage, both counted from 1; `seeds` when an elimination stage begins."""

    stage: int
    round: int
    matches: tuple[DrawnMatch, ...]
    warnings: tuple[Why, ...] = ()
    seeds: tuple[PlayerId, ...] | None = None
    draws: Mapping[str, str] = field(default_factory=dict)
