"""Several acts behind one button: which they are, in which order, and what became of them.

Each is recorded as an act of its own, so history and undo know them one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tiltyard.day.facts import Recorded
from tiltyard.day.fold import fold
from tiltyard.day.people import CheckIn, DropPlayer, LetInLate, WithdrawRegistration
from tiltyard.day.rounds import DrawRound
from tiltyard.day.setup import AnnounceEvent, AnnounceItem, OpenCheckIn, StartEvent
from tiltyard.day.table import decide
from tiltyard.engine.errors import Refused

if TYPE_CHECKING:
    from tiltyard.day.context import Command, Scene
    from tiltyard.day.event import Event
    from tiltyard.day.people import RegisterPlayer
    from tiltyard.engine.tournament import PlayerId

Do = Callable[["Command", str], object]
"""Does one act under a key of its own, made of this ending."""

OF_PLAYERS = {act.NAME: act for act in (CheckIn, LetInLate, WithdrawRegistration, DropPlayer)}
"""What can be done with several players at once, by the name of the act."""


@dataclass(frozen=True, slots=True)
class Several:
    """What became of several acts: how many were done, and why others were not."""

    done: int
    refused: tuple[Refused, ...] = ()


def after_each(scene: Scene, commands: Iterable[Command]) -> Iterator[Event]:
    """Decide acts in turn without recording any; yield the event as it would be after each."""
    event = scene.event
    for command in commands:
        decision = decide(replace(scene, event=event), command)
        facts = [
            Recorded(number, scene.at, scene.person, decision.role, command.NAME, "", fact)
            for number, fact in enumerate(decision.facts, event.version + 1)
        ]
        event = fold(facts, event)
        yield event


def do_all(scene: Scene, commands: Iterable[Command], do: Do) -> None:
    """Do acts in order; when one of them would be refused, none is done."""
    wanted = tuple(commands)
    for _ in after_each(scene, wanted):
        pass
    for place, command in enumerate(wanted):
        do(command, str(place))


def do_each(commands: Iterable[tuple[str, Command]], do: Do) -> Several:
    """Do what can be done of several acts, each under its own ending of the key."""
    done, refused = 0, []
    for ending, command in commands:
        try:
            do(command, ending)
            done += 1
        except Refused as no:
            refused.append(no)
    return Several(done, tuple(refused))


def for_players(act: str, players: Iterable[PlayerId]) -> Iterator[tuple[str, Command]]:
    """Yield the act for each of these players."""
    if act not in OF_PLAYERS:
        raise Refused("not-for-several-players", field="act", acts=tuple(OF_PLAYERS))
    for player in dict.fromkeys(players):
        yield player, OF_PLAYERS[act](player)


def announced_with(players: Iterable[RegisterPlayer]) -> Iterator[tuple[str, Command]]:
    """Yield what makes a new event public with its players."""
    yield "announce", AnnounceEvent()
    yield from ((f"player-{place}", player) for place, player in enumerate(players))


def everybody_arrives(event: Event) -> Iterator[tuple[str, Command]]:
    """Yield the check-in of everybody who is registered; the doors are opened if they are not."""
    if event.phase in {"announced", "registration"}:
        yield "doors", OpenCheckIn()
    waiting = (entrant.id for entrant in event.entrants.values() if entrant.state == "registered")
    yield from ((player, CheckIn(player)) for player in waiting)


def the_first_round(announcements: Iterable[AnnounceItem]) -> tuple[Command, ...]:
    """Return what leads from the check-in to the first draw: announcements, start, draw."""
    return (*announcements, StartEvent(), DrawRound())
