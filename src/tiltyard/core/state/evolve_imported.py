"""How the facts of an imported file change the state."""

from __future__ import annotations

from dataclasses import replace

from tiltyard.core.facts import Recorded, imported
from tiltyard.core.ids import RoundId
from tiltyard.core.state.event import DayRound, Event


def _with_round(event: Event, changed: DayRound) -> Event:
    rounds = tuple(changed if one.id == changed.id else one for one in event.rounds)
    return replace(event, rounds=rounds)


def _round(event: Event, name: RoundId) -> DayRound:
    found = event.round(name)
    assert found is not None
    return found


def _losses(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, imported.LossesWithoutGame)
    home = _round(event, fact.round)
    return _with_round(event, replace(home, unpaired=(*home.unpaired, *fact.players)))


def _explained(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, imported.DeviationExplained)
    said = (fact.by, fact.reason)
    if "." not in fact.where:
        assert event.qualification is not None
        cut = replace(event.qualification, basis_changed=said)
        return replace(event, qualification=cut)
    game = event.game(fact.where)
    if game is None:
        return _with_round(event, replace(_round(event, fact.where), basis_changed=said))
    home = _round(event, fact.where.rpartition(".")[0])
    return _with_round(
        event, replace(home, games=home.games | {game.id: replace(game, override=said)})
    )


EVOLVE_IMPORTED = {
    imported.LossesWithoutGame: _losses,
    imported.DeviationExplained: _explained,
}
