"""How the numbers of a player come about: what each round brought, and what opponents count."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from tiltyard.engine.ledger import keep_ledger
from tiltyard.engine.ruleset import ranked_by
from tiltyard.engine.standings import counted_opponents
from tiltyard.views.player import player_rounds

if TYPE_CHECKING:
    from collections.abc import Callable

    from tiltyard.engine.scoring import ScoreLine
    from tiltyard.engine.standings import Number
    from tiltyard.engine.tournament import MatchId, PlayerId
    from tiltyard.views.event import EventVersion

_BY_ROUND: dict[str, Callable[[ScoreLine], int]] = {
    "tp": lambda line: line.tp,
    "mov": lambda line: line.mov,
    "vp": lambda line: line.vp_for,
    "vpd": lambda line: line.vp_for - line.vp_against,
    "leaders": lambda line: line.leaders,
}


@dataclass(frozen=True, slots=True)
class Strength:
    """An opponent as the strength of schedule counts them: points, over rounds if it is a mean."""

    player: PlayerId
    points: int
    rounds: int


@dataclass(frozen=True, slots=True)
class Calculation:
    """A key of the standings: its value, the numbers of the rounds it is the sum of, their games.

    For the strength of schedule these are opponents; `mean` says that they are averaged. Empty
    where the value is not such a sum, as of points that were not carried into a later stage.
    """

    key: str
    clause: str
    value: Number
    by_round: tuple[int, ...] = ()
    games: tuple[MatchId | None, ...] = ()
    opponents: tuple[Strength, ...] = ()
    mean: bool = False


def calculations(version: EventVersion, player: PlayerId) -> tuple[Calculation, ...]:
    """Return how every key of a player comes about; nothing before there are standings."""
    row = version.rows.get(player)
    if row is None:
        return ()
    clauses = dict(ranked_by(version.rules))
    return tuple(
        _calculated(version, player, key, clauses.get(key, ""), value)
        for key, value in row.keys.items()
    )


def _calculated(
    version: EventVersion, player: PlayerId, key: str, clause: str, value: Number
) -> Calculation:
    if key == "sos":
        return _strength(version, player, clause, value)
    read = _BY_ROUND.get(key)
    if read is None:
        return Calculation(key, clause, value)
    rounds = player_rounds(version, player, {})
    counted = [played for played in rounds if played.round.kind == "swiss"]
    brought = [
        (read(played.line), played.game.id if played.game is not None else None)
        for played in counted
        if played.line is not None and played.round.is_closed
    ]
    if sum(number for number, _ in brought) != value:
        return Calculation(key, clause, value)
    numbers, games = tuple(number for number, _ in brought), tuple(game for _, game in brought)
    return Calculation(key, clause, value, numbers, games)


def _strength(version: EventVersion, player: PlayerId, clause: str, value: Number) -> Calculation:
    ledger = keep_ledger(version.tournament, version.rules)
    met = counted_opponents(version.rules, ledger, ledger.records[player])
    found = tuple(
        Strength(other, ledger.records[other].tp, ledger.records[other].rounds) for other in met
    )
    mean = version.rules.sos.formula != "sum"
    if mean:
        shares = [Fraction(other.points, other.rounds or 1) for other in found]
        total: Number = sum(shares, Fraction(0)) / (len(shares) or 1)
    else:
        total = sum(other.points for other in found)
    return Calculation("sos", clause, value, (), (), found if total == value else (), mean)
