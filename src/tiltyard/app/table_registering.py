"""A table of players is registered at an event: tried whole first, so that none is left behind."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING

from tiltyard.core.decide import decide
from tiltyard.core.decide.players import RegisterPlayer
from tiltyard.core.errors import Refused
from tiltyard.core.facts import Recorded
from tiltyard.core.state import fold

if TYPE_CHECKING:
    from tiltyard.app.desk import Desk
    from tiltyard.app.foreign_importing import PlayersPreview
    from tiltyard.core.decide.scene import Scene
    from tiltyard.core.ids import PersonId
    from tiltyard.formats.foreign.player_table import PlayerLine, PlayerTable


@dataclass(frozen=True, slots=True)
class Registered:
    """What became of a table: who is on the list now, and who was on it before."""

    names: tuple[str, ...]
    known: tuple[str, ...] = ()


def register_players(
    desk: Desk,
    name: str,
    person: PersonId,
    preview: PlayersPreview,
    confirmed: frozenset[str] = frozenset(),
) -> Registered:
    """Register everybody of a table, or refuse the table with the line that does not fit.

    Who has a name that is on the list already is left out, so that doing it twice registers
    nobody twice. `confirmed` are the codes of questions that were meant.
    """
    there = {entrant.name for entrant in desk.event(name).entrants.values()}
    taken = _taken_numbers(desk, name)
    new = [line for line in preview.table.players if line.name not in there]
    new.sort(key=lambda line: line.number is None or line.number in taken)
    commands = [(line, _command(line, taken, preview.table)) for line in new]
    _try(desk.scene(name, person, confirmed), commands)
    digest = sha256(repr(preview.table).encode()).hexdigest()[:24]
    for line, command in commands:
        key = f"table-{digest}-{line.line}"
        desk.do(name, person, command, key=key, confirmed=confirmed)
    known = (line.name for line in preview.table.players if line.name in there)
    return Registered(tuple(line.name for line in new), tuple(known))


def _taken_numbers(desk: Desk, name: str) -> set[int]:
    return {one.number for one in desk.event(name).entrants.values() if one.number is not None}


def _command(line: PlayerLine, taken: set[int], table: PlayerTable) -> RegisterPlayer:
    """Return the registration of a line; a number that somebody has is given anew."""
    number = None if line.number in taken else line.number
    return RegisterPlayer(
        name=line.name,
        number=number,
        faction=line.faction,
        affiliations=line.clubs,
        total=line.total,
        table=line.table,
        notes=table.notes_on(line),
    )


def _try(scene: Scene, commands: list[tuple[PlayerLine, RegisterPlayer]]) -> None:
    """Decide every registration in turn without recording any."""
    event, person = scene.event, scene.person
    for line, command in commands:
        try:
            decision = decide(replace(scene, event=event), command)
        except Refused as refused:
            refused.field = f"line {line.line}"
            raise
        facts = [
            Recorded(number, scene.at, person, decision.role, command.NAME, "", fact)
            for number, fact in enumerate(decision.facts, event.version + 1)
        ]
        event = fold(facts, event)
