"""The judge who looks at a page: what they may do now, and why not where they may not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.app.live import ENGINE
from tiltyard.core.decide import decide
from tiltyard.core.decide.scene import Scene
from tiltyard.core.decide.staff import ChangeDuty
from tiltyard.core.errors import Refused
from tiltyard.core.staff import leader_roles, role_of
from tiltyard.words.refusals import fix_text, refusal_text

if TYPE_CHECKING:
    from tiltyard.core.decide.scene import Command
    from tiltyard.core.ids import PersonId
    from tiltyard.core.ruleset_people import Role
    from tiltyard.core.state.event import Game
    from tiltyard.web.asked import Asked
    from tiltyard.web.event_view import EventView

SAID = "?"
"""Stands for what a person will write, where only the possibility is asked for."""


@dataclass(frozen=True, slots=True)
class Duty:
    """A role of the judge, whether they are on duty, and whether they may change that."""

    role: Role
    on_duty: bool
    may_change: bool


@dataclass(frozen=True, slots=True)
class No:
    """Why an act is not for this judge, in words, and what to do instead."""

    text: str
    fix: str
    clause: str

    @classmethod
    def of(cls, refused: Refused | None) -> No | None:
        """Return a refusal in the language that is spoken, or none."""
        if refused is None:
            return None
        return cls(refusal_text(refused), fix_text(refused), refused.clause or "")


class Bench:
    """One leader at one version of the event."""

    def __init__(self, asked: Asked) -> None:
        self.view: EventView = asked.view
        self.me: PersonId = asked.me
        view = self.view
        now = view.clock.now()
        self._scene = Scene(view.event, view.rules, view.document, self.me, now, ENGINE)

    def refusal(self, command: Command) -> Refused | None:
        """Return why an act would be refused, or none: the desk's own answer."""
        try:
            decide(self._scene, command)
        except Refused as no:
            return no
        return None

    def may(self, command: Command) -> bool:
        """Whether the form of an act is shown."""
        return self.refusal(command) is None

    def plays_in(self, game: Game | None) -> bool:
        """Whether it is the judge's own match."""
        return game is not None and self.me in game.players

    @property
    def on_duty(self) -> bool:
        """Whether this person leads in any role now."""
        view = self.view
        return not view.roles(self.me).isdisjoint(leader_roles(view.rules))

    def duties(self) -> tuple[Duty, ...]:
        """Return the leader's roles this person holds."""
        view = self.view
        known = leader_roles(view.rules)
        mine = [one for one in view.event.staff if one.person == self.me and one.role in known]
        found = []
        for one in mine:
            role = role_of(view.rules, one.role)
            if role is not None:
                may = self.may(ChangeDuty(self.me, one.role, not one.on_duty))
                found.append(Duty(role, one.on_duty, may))
        return tuple(found)
