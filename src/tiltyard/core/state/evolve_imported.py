"""How the facts of an imported file change the state."""

from __future__ import annotations

from dataclasses import replace

from tiltyard.core.facts import Recorded, imported
from tiltyard.core.state.event import Event
from tiltyard.core.state.plan import PLAN
from tiltyard.core.state.rounds import round_of, with_match, with_round


def _losses(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, imported.LossesWithoutGame)
    home = round_of(event, fact.round)
    return with_round(event, replace(home, unpaired=(*home.unpaired, *fact.players)))


def _explained(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, imported.DeviationExplained)
    said = (fact.by, fact.reason)
    if fact.where == PLAN:
        changed = replace(event.plan_changes[-1], by=fact.by, reason=fact.reason)
        return replace(event, plan_changes=(*event.plan_changes[:-1], changed))
    if "." not in fact.where:
        assert event.qualification is not None
        cut = replace(event.qualification, basis_changed=said)
        return replace(event, qualification=cut)
    game = event.game(fact.where)
    if game is None:
        return with_round(event, replace(round_of(event, fact.where), basis_changed=said))
    return with_match(event, replace(game, override=said))


def _published(event: Event, _: Recorded) -> Event:
    """Change nothing: numbers are computed, and what others published is only compared."""
    return event


EVOLVE_IMPORTED = {
    imported.LossesWithoutGame: _losses,
    imported.DeviationExplained: _explained,
    imported.NumbersPublished: _published,
}
