"""The parts of a check in the order in which a person would make them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.engine.audit.findings import Finding
from tiltyard.engine.audit.presence import check_cut, check_plan, check_presence, check_ranking
from tiltyard.engine.audit.rounds import check_cards, check_rounds
from tiltyard.engine.audit.slips import check_slips, check_totals, check_untimed
from tiltyard.engine.ledger import keep_ledger

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import Tournament


def audit(tournament: Tournament, rules: Ruleset) -> tuple[Finding, ...]:
    """Return every broken rule; what cannot be read at all is refused instead."""
    keep_ledger(tournament, rules)
    return (
        *_not_verifiable(tournament, rules),
        *check_totals(tournament, rules),
        *check_plan(tournament, rules),
        *check_presence(tournament, rules),
        *check_slips(tournament, rules),
        *check_untimed(tournament, rules),
        *check_rounds(tournament, rules),
        *check_cards(tournament, rules),
        *check_cut(tournament, rules),
        *check_ranking(tournament, rules),
    )


def _not_verifiable(tournament: Tournament, rules: Ruleset) -> Iterator[Finding]:
    """Say once that lots cannot be drawn again: without a seed only what no lots allow is named."""
    if not tournament.seed and any(stage.rounds for stage in tournament.stages):
        yield Finding("not-verifiable", rules.pairing.lots_clause, severity="notice")
