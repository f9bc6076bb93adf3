"""Whether the facts of an act follow from it: decided once more, on the event before it."""

from __future__ import annotations

from dataclasses import fields
from itertools import zip_longest
from typing import TYPE_CHECKING

import msgspec

from tiltyard.core.decide import decide
from tiltyard.core.errors import TiltyardError
from tiltyard.core.facts import lists, rounds, setup

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.decide.scene import Command, Scene
    from tiltyard.core.facts import Fact, Recorded

CODES = {
    "draw-round": "draw",
    "make-cut": "cut",
    "take-place": "place",
    "publish-round": "publication",
    "start-event": "start",
}
"""What a finding in the decision of these acts is called; in all others: decision."""

BY_LOT = frozenset(
    {"draw-round", "make-cut", "take-place", "change-pairings", "toss-coin", "draw-mats"}
)
"""Acts whose facts depend on the lots, and so on the seed."""

_ENCODER = msgspec.json.Encoder(order="sorted")

Finding = tuple[str, str, int, dict[str, object]]
"""The sort of it, the code of its sentence, the number of the fact, what the sentence names."""


def check_decision(
    scene: Scene, act: tuple[Recorded, ...], command: Command, *, seed_known: bool
) -> Iterator[Finding]:
    """Yield what differs between the facts of an act and those that are decided again."""
    first = act[0]
    code = CODES.get(first.cause, "decision")
    if not seed_known and first.cause in BY_LOT:
        return
    try:
        again = decide(scene, command)
    except TiltyardError as no:
        wording = "not-decided-clause" if no.clause else "not-decided"
        yield code, wording, first.number, {"error": no, "clause": no.clause}
        return
    written = [one for one in act if seed_known or not _depends_on_lots(one.fact)]
    expected = [fact for fact in again.facts if seed_known or not _depends_on_lots(fact)]
    for one, fact in zip_longest(written, expected):
        if one is None:
            yield code, "not-decided-missing", act[-1].number, {"fact": fact.NAME}
        elif fact is None:
            yield code, "not-decided-foreign", one.number, {"fact": one.fact.NAME}
        else:
            yield from _compared(code, one, fact)


def confirmed_in(act: tuple[Recorded, ...]) -> frozenset[str]:
    """Return the codes of what was asked back and confirmed in an act."""
    said = (one.fact for one in act if isinstance(one.fact, setup.ConcernsConfirmed))
    return frozenset(code for fact in said for code in fact.codes)


def _depends_on_lots(fact: Fact) -> bool:
    """Whether who is asked depends on ranks that lots may decide, or a seal on the seed."""
    return isinstance(fact, rounds.PlaceOffered | lists.ListsLocked)


def _compared(code: str, one: Recorded, again: Fact) -> Iterator[Finding]:
    """Yield each value that differs; a draw says by which version and from where it was drawn."""
    if type(one.fact) is not type(again):
        facts: dict[str, object] = {"due": again.NAME, "fact": one.fact.NAME}
        yield code, "not-decided-other", one.number, facts
        return
    different = [
        name
        for name in _differences(one.fact, again)
        if not (isinstance(one.fact, rounds.RoundDrawn) and name == "position")
    ]  # the position is looked at without the seed as well
    if different == ["engine"]:
        return  # another version draws the same
    for name in different:
        said = getattr(one.fact, name)
        if isinstance(one.fact, rounds.RoundDrawn) and name == "engine":
            engines = {"said": said, "due": getattr(again, name)}
            yield "engine", "other-engine", one.number, engines
        else:
            yield code, "not-decided-different", one.number, {"value": name}


def _differences(recorded: Fact, again: Fact) -> Iterator[str]:
    """Yield the names of the values that would be written differently."""
    for field in fields(recorded):
        mine, other = getattr(recorded, field.name), getattr(again, field.name)
        if mine != other and _ENCODER.encode(mine) != _ENCODER.encode(other):
            yield field.name
