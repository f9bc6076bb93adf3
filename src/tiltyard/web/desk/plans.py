"""How many rounds, and which cut: what the document gives a field, and its neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.core import flow
from tiltyard.core.errors import Refused
from tiltyard.core.options import settled

if TYPE_CHECKING:
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.structure import Announced

NEAR = 2
USUAL_PLAYERS = 8
MOST_PLAYERS = 100_000


@dataclass(frozen=True, slots=True)
class PlanCell:
    """What one structure gives one number of players, or why it gives nothing."""

    structure: str | None
    plan: Announced | None
    refused: Refused | None = None


@dataclass(frozen=True, slots=True)
class PlanRow:
    """A number of players and what every structure gives it."""

    players: int
    expected: bool
    cells: tuple[PlanCell, ...]


def structures_of(document: Ruleset) -> tuple[str, ...]:
    """Return the structures an organizer may choose from."""
    structure = document.structure
    if structure.kind != "tables":
        return ("custom",)
    tables = (("basic", structure.basic), ("advanced", structure.advanced))
    return (*(name for name, rows in tables if rows), "custom")


def plan_rows(document: Ruleset, players: int) -> tuple[PlanRow, ...]:
    """Return the plan for a number of players and for those around it (AMB-020)."""
    if document.structure.kind == "formats":
        return ()
    by_table = document.structure.kind == "tables"
    names = [one for one in structures_of(document) if one != "custom"] if by_table else [None]
    return tuple(
        PlanRow(count, count == players, tuple(_cell(document, count, name) for name in names))
        for count in range(max(2, players - NEAR), players + NEAR + 1)
    )


def _cell(document: Ruleset, players: int, structure: str | None) -> PlanCell:
    try:
        return PlanCell(structure, flow.plan(document, players, structure))
    except Refused as no:
        return PlanCell(structure, None, no)


def first_guess(document: Ruleset, players: int) -> dict[str, str]:
    """Return what a new event of this size begins with; the organizer changes what is wrong."""
    kind = document.structure.kind
    if kind == "formats":
        return {"points_limit": str(document.structure.formats[0].points)}
    own = _cell(document, players, "basic" if kind == "tables" else None)
    if kind == "tables":
        outside = {"structure": "custom", "swiss_rounds": str(document.structure.outside_rounds)}
        return {"structure": "basic"} if own.plan is not None else outside
    if own.plan is None:
        return {}
    rounds = {} if kind == "fixed" else {"swiss_rounds": str(own.plan.rounds)}
    return {**rounds, "cut": str(own.plan.cut or "")}


def minutes_of(document: Ruleset) -> tuple[int, ...]:
    """Return the usual lengths of the Swiss rounds."""
    found = settled(document, "clock.swiss")
    return found if isinstance(found, tuple) else ()
