"""What an amendment may make of a list: never an illegal one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tiltyard.core.errors import Refused
from tiltyard.core.rosters.at_the_event import errors_of

if TYPE_CHECKING:
    from tiltyard.core.decide.scene import Scene
    from tiltyard.core.rosters.findings import Finding
    from tiltyard.core.rosters.roster import Roster
    from tiltyard.core.state.lists import ArmyList


def errors_amended(scene: Scene, army: ArmyList, text: str, roster: Roster) -> tuple[Finding, ...]:
    """Return the errors of an amended list; one that nobody may waive and that is new is refused.

    An error that the list had before may stay: an amendment can put right one thing at a time.
    """
    event, rules = scene.event, scene.rules
    changed = replace(army, state="submitted", text=text, roster=roster, waived=())
    errors = errors_of(event, rules, changed)
    before = {_which(error): error for error in errors_of(event, rules, replace(army, waived=()))}
    for error in errors:
        if not error.waivable and _is_worse(error, before.get(_which(error))):
            raise _illegal(scene.name(army.player), error)
    return errors


def _which(error: Finding) -> tuple[str, str, int | None]:
    return error.code, error.where, error.muster


def _is_worse(error: Finding, before: Finding | None) -> bool:
    """Whether a list did not have this error, or costs even more points than it may."""
    return before is None or _over(error) > _over(before)


def _over(error: Finding) -> int:
    return int(error.facts.get("over", 0))


def _illegal(name: str, error: Finding) -> Refused:
    """Return the refusal of an amendment; a list over its limit says by how much."""
    code = "amendment-over-the-limit" if "limit" in error.facts else "amendment-makes-list-illegal"
    total, limit = error.facts.get("total"), error.facts.get("limit")
    return Refused(code, clause=error.clause, field="text", player=name, total=total, limit=limit)
