"""The table of contents of the engine: the steps of a tournament in order, one call each.

    registration → pairing → results → scoring → standings → cut → bracket
       stored      stored    stored    derived    derived   stored  derived

Stored is what people and lots decided; derived is computed from it on every read, exactly. Each
function below takes a `Tournament` (what is known) and a `Ruleset` (what the document says) and
returns a frozen value that carries its clauses. Nothing here reads a file, a clock or a die.
(The draw and the check are imported when they are asked for: ranking a field needs neither.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.engine.cut import with_replacements
from tiltyard.engine.errors import Refused
from tiltyard.engine.ledger import keep_ledger
from tiltyard.engine.options import with_options
from tiltyard.engine.registration import require_fitting
from tiltyard.engine.standings import rank
from tiltyard.engine.structure import plan_for

if TYPE_CHECKING:
    from tiltyard.engine.audit.findings import Finding
    from tiltyard.engine.pairing.round import Pairings
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.standings import Standings
    from tiltyard.engine.structure import Announced
    from tiltyard.engine.tournament import Tournament


def plan(rules: Ruleset, players: int, structure: str | None = None) -> Announced:
    """Before the start: how many rounds and which cut the document gives this field."""
    return plan_for(rules, players, structure)


def standings(tournament: Tournament, document: Ruleset, after: int | None = None) -> Standings:
    """At any time: who stands where, and which key decided it."""
    tournament, rules = _prepared(tournament, document)
    ledger = keep_ledger(tournament, rules, after)
    return rank(tournament, rules, ledger)


def standings_so_far(tournament: Tournament, document: Ruleset) -> Standings | None:
    """At any time: the order of the field, or none while there is nothing to rank."""
    try:
        return standings(tournament, document)
    except Refused:
        return None


def pairings(tournament: Tournament, document: Ruleset, *, allow_rematch: bool = False) -> Pairings:
    """Between rounds: the next round of the event, Swiss or elimination, with its reasons."""
    from tiltyard.engine.drawing import draw_next

    tournament, rules = _prepared(tournament, document)
    return draw_next(tournament, rules, allow_rematch=allow_rematch)


def findings(tournament: Tournament, document: Ruleset) -> tuple[Finding, ...]:
    """Afterwards: every rule that the tournament as recorded breaks."""
    from tiltyard.engine.audit.check import audit

    tournament, rules = _prepared(tournament, document)
    return audit(tournament, rules)


def _prepared(tournament: Tournament, document: Ruleset) -> tuple[Tournament, Ruleset]:
    """Lay the organizer's options over the document and move replacements into the cut."""
    rules = with_options(document, tournament.options)
    require_fitting(tournament, rules)
    return with_replacements(tournament, rules), rules
