"""A right: which roles may do an act, in which phases, in whose match or place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tiltyard.day.event import Phase
from tiltyard.engine.ruleset import RoleId

Concern = Literal["any", "own", "not_own"]
"""Whose match or place it may be: anybody's, only one's own, or anybody's but one's own."""

ORGANIZERS: tuple[RoleId, ...] = ("organizer", "second_organizer")
SCORERS: tuple[RoleId, ...] = (*ORGANIZERS, "scorekeeper", "judge", "marshal", "referee")
LEADERS: tuple[RoleId, ...] = (*ORGANIZERS, "marshal", "judge", "referee")
FLOOR: tuple[RoleId, ...] = (*ORGANIZERS, "marshal", "referee", "scorekeeper")
PAIRERS: tuple[RoleId, ...] = (*ORGANIZERS, "scorekeeper")
DECIDERS: tuple[RoleId, ...] = (*ORGANIZERS, "marshal", "referee")

BEFORE: tuple[Phase, ...] = ("draft", "announced", "registration", "check_in")
ENTRY: tuple[Phase, ...] = ("announced", "registration", "check_in", "running")
RUNNING: tuple[Phase, ...] = ("running",)
LATE: tuple[Phase, ...] = ("running", "finished")
SEEN: tuple[Phase, ...] = ("registration", "check_in", "running", "finished")
AT_THE_DOOR: tuple[Phase, ...] = ("registration", "check_in", "running")
ALWAYS: tuple[Phase, ...] = (*SEEN, "draft", "announced", "archived")
OPEN: tuple[Phase, ...] = ("draft", "announced", "registration", "check_in", "running")


@dataclass(frozen=True, slots=True)
class Right:
    """These roles may do an act in these phases; `reason`: they must say why."""

    roles: tuple[RoleId, ...]
    phases: tuple[Phase, ...]
    concern: Concern = "any"
    reason: bool = False
