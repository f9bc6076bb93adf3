"""What the checks of a list must know of the event: its tier, its day, its place, its rulings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from tiltyard.engine.tournament import Region


@dataclass(frozen=True, slots=True)
class ProductRuling:
    """What the organizer said about a product: legal or not, and from which day on."""

    legal: bool
    since: date | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """The event a list is for; without a date nothing is said about releases.

    `points_limit` counts where the document leaves the limit to the event. `rulings` are by the
    name of the product. `cut_added` is a cut that was planned after the lists were handed in: what
    only elimination rounds need may then be waived.
    """

    tier: str = ""
    date: date | None = None
    region: Region = "north_america"
    points_limit: int | None = None
    cut_planned: bool = False
    cut_added: bool = False
    rulings: Mapping[str, ProductRuling] = field(default_factory=dict)
