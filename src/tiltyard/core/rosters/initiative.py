"""Who decides who begins: the lower total, or a coin between equal ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.core.chance import Urn

if TYPE_CHECKING:
    from tiltyard.core.ids import MatchId, PlayerId
    from tiltyard.core.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Chooser:
    """Which of the two decides who begins; no index: the totals are equal and a coin decides."""

    index: int | None
    clause: str


def chooser(rules: Ruleset, totals: tuple[int | None, int | None]) -> Chooser | None:
    """Return who decides; nobody where the game has no such rule or a total is not known.

    The totals are those of the lists played in the round (`check_points.total_in_round`).
    """
    first, second = totals
    if not rules.lists.chooser or first is None or second is None:
        return None
    if first == second:
        return Chooser(None, rules.lists.coin_clause)
    return Chooser(0 if first < second else 1, rules.lists.chooser_clause)


def coin(seed: str, match: MatchId, players: tuple[PlayerId, PlayerId]) -> int:
    """Toss the coin of a match: the index of whoever is drawn first, wherever they sit."""
    stage, number, _ = match.split(".")
    lot = Urn(seed, "coin", int(stage), int(number)).lot
    first, second = (lot(player) for player in players)
    return 0 if first < second else 1
