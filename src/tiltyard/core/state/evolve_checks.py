"""Facts about decks, components and scenarios, one forward."""

from __future__ import annotations

from dataclasses import replace

from tiltyard.core.facts import Recorded, checks, rounds
from tiltyard.core.state.checks import DeckCheck, Inspection
from tiltyard.core.state.event import Event
from tiltyard.core.state.rounds import with_match
from tiltyard.core.state.scenarios import EVERY_ROUND, Scenario


def _deck(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, checks.DeckChecked)
    game = event.game(fact.match)
    assert game is not None
    check = DeckCheck(fact.player, fact.complete, recorded.actor, recorded.at, fact.note)
    kept = tuple(one for one in game.deck_checks if one.player != fact.player)
    return with_match(event, replace(game, deck_checks=(*kept, check)))


def _inspected(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, checks.ComponentsInspected)
    found = Inspection(fact.ticked, recorded.actor, recorded.at, fact.note)
    return replace(event, inspections=event.inspections | {fact.player: found})


def _scenario(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, rounds.ScenarioSet)
    kept = event.scenarios if fact.number is not None else {}
    place = fact.number or EVERY_ROUND
    return replace(event, scenarios=kept | {place: Scenario(fact.name, fact.text)})


EVOLVE_CHECKS = {
    checks.DeckChecked: _deck,
    checks.ComponentsInspected: _inspected,
    rounds.ScenarioSet: _scenario,
}
