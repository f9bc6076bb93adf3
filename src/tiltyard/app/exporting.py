"""An event as a tournament file of the contract, for other programs and other laptops."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tiltyard.core.state.as_tournament import as_tournament
from tiltyard.formats.tiltyard1_write import tournament_line

if TYPE_CHECKING:
    from tiltyard.core.state import Event


@dataclass(frozen=True, slots=True)
class Export:
    """A tournament file, and what is to be known about its seed."""

    text: str
    holds_secret: bool = False
    seed_left_out: bool = False


def export_event(event: Event, *, public: bool = False) -> Export:
    """Return an event as a tiltyard/1 file; in public a secret seed is left out.

    A drawn round that nobody has seen yet is not in it.
    """
    tournament = as_tournament(event)
    secret = not event.seed_public and event.seed != ""
    if public and secret:
        hidden = replace(tournament, seed="")
        return Export(f"{tournament_line(hidden)}\n", seed_left_out=True)
    return Export(f"{tournament_line(tournament)}\n", holds_secret=secret)
