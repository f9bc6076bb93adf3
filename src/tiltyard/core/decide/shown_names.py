"""Deciding how players are named where everybody reads it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from tiltyard.core.decide.scene import Act, Acts, Scene, the_player
from tiltyard.core.errors import Refused
from tiltyard.core.facts import Fact, people
from tiltyard.core.facts.people import ShownName
from tiltyard.core.ids import PlayerId


@dataclass(frozen=True, slots=True)
class ChooseShownName:
    """Say how a player is named on public pages: full, first name and initial, or number only."""

    NAME: ClassVar[str] = "choose-shown-name"
    player: PlayerId
    shown: ShownName


def _choose(scene: Scene, command: ChooseShownName) -> Iterator[Fact]:
    entrant = scene.entrant(command.player)
    if scene.event.shown_name(command.player) == command.shown:
        raise Refused("shown-like-already", field="shown", entrant=entrant.name)
    yield people.ShownNameChosen(command.player, command.shown)


DECIDE_SHOWN_NAMES: Acts = {ChooseShownName: Act(_choose, the_player)}
