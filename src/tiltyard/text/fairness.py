"""The figures of the fairness report in words, with everything they count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.text.say import say
from tiltyard.text.standings import key_text, short_title

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiltyard.engine.fairness import Figure, Part
    from tiltyard.engine.tournament import PersonId
    from tiltyard.views.fairness import FairnessRow


@dataclass(frozen=True, slots=True)
class SaidFigure:
    """A figure as it is read: its title, the number, real events, and the calculation."""

    code: str
    title: str
    value: str
    real: str
    parts: tuple[str, ...]


def said_figure(row: FairnessRow, names: Mapping[PersonId, str]) -> SaidFigure:
    """Return a figure in words."""
    figure, real = row.figure, row.real
    beside = say("fairness.real", middle=real.middle, most=real.most) if real is not None else ""
    parts = tuple(_part(part, names) for part in figure.parts)
    return SaidFigure(figure.code, say(f"fairness.{figure.code}"), _value(figure), beside, parts)


def _value(figure: Figure) -> str:
    value = key_text(figure.value)
    return say("fairness.value-of", value=value, of=figure.of) if figure.of else value


def _part(part: Part, names: Mapping[PersonId, str]) -> str:
    who = " – ".join(names.get(player, player) for player in part.players)
    if part.keys:
        keys = ", ".join(short_title(key) for key in part.keys)
        return say("fairness.part-keys", keys=keys, names=who)
    if not part.players:
        return say("fairness.part-of-round", round=part.round, number=key_text(part.number or 0))
    if part.note:
        return say("fairness.part-round-note", round=part.round, names=who, note=part.note)
    if part.number is None:
        return say("fairness.part-round", round=part.round, names=who)
    number = key_text(part.number)
    if part.round:
        return say("fairness.part-round-number", round=part.round, names=who, number=number)
    return say("fairness.part-number", names=who, number=number)
