"""Deciding about players without a list: a late one is not paired, unless the list is waived."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from tiltyard.core.decide.gate import list_blockers
from tiltyard.core.decide.scene import Act, Acts, Scene, the_player
from tiltyard.core.errors import Refused
from tiltyard.core.facts import Fact, lists
from tiltyard.core.ids import PlayerId
from tiltyard.core.plain_text import tidy
from tiltyard.core.rosters.at_the_event import missing_lists


@dataclass(frozen=True, slots=True)
class WaiveList:
    """Let a player take part without a list, although lists are required here."""

    NAME: ClassVar[str] = "waive-list"
    player: PlayerId
    reason: str


def _waive(scene: Scene, command: WaiveList) -> Iterator[Fact]:
    entrant = scene.entrant(command.player)
    if command.player not in set(missing_lists(scene.event, scene.rules)):
        raise Refused(
            "needs-no-list-handed-one", clause=scene.rules.lists.clause, entrant=entrant.name
        )
    yield lists.ListWaived(command.player, tidy(command.reason))


def require_lists(scene: Scene) -> None:
    """Refuse a draw while somebody in it has no list, or came late with one that is wrong."""
    event, rules = scene.event, scene.rules
    for player in event.playing():
        entrant = event.entrants[player]
        for blocker in list_blockers(event, rules, entrant):
            if blocker.code == "list-missing" or entrant.late:
                code = f"{blocker.sentence}-for-the-draw"
                raise Refused(code, clause=blocker.clause).naming(blocker.facts)


DECIDE_WAIVING: Acts = {WaiveList: Act(_waive, the_player)}
