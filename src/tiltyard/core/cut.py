"""From an order to the seeds of the next stage."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tiltyard.core.ledger import keep_ledger
from tiltyard.core.standings import rank

if TYPE_CHECKING:
    from tiltyard.core.ids import PlayerId
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.tournament import Tournament


def qualified(
    tournament: Tournament, rules: Ruleset, stage: int, size: int
) -> tuple[PlayerId, ...]:
    """Return the top active players before a stage, in seed order (all, if they are too few).

    Whoever dropped before the first game is not among them: the next in rank moved up (RW-159).
    """
    before = replace(tournament, stages=tournament.stages[:stage])
    ledger = keep_ledger(before, rules)
    active = [row.player for row in rank(before, rules, ledger).rows if row.status == "active"]
    return tuple(active[:size])
