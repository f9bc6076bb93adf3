"""Published rounds and their matches: found by id, and put back changed."""

from __future__ import annotations

from dataclasses import replace

from tiltyard.core.ids import RoundId
from tiltyard.core.scoring import Setting
from tiltyard.core.state.event import DayRound, Event, Game


def round_of(event: Event, name: RoundId) -> DayRound:
    """Return a published round that a fact names."""
    found = event.round(name)
    assert found is not None
    return found


def with_round(event: Event, changed: DayRound) -> Event:
    """Return the event with one round changed."""
    rounds = tuple(changed if one.id == changed.id else one for one in event.rounds)
    return replace(event, rounds=rounds)


def with_match(event: Event, changed: Game) -> Event:
    """Return the event with something about a match changed from which nothing is drawn."""
    home = round_of(event, changed.id.rpartition(".")[0])
    return with_round(event, replace(home, games=home.games | {changed.id: changed}))


def setting_of(event: Event, round_: DayRound) -> Setting:
    """Return in which round, as scoring counts them, a game is played; a draft is the next one."""
    if round_.kind == "elimination":
        return Setting("elimination", round_.number)
    swiss = [known.id for known in event.rounds if known.kind == "swiss"]
    return Setting("swiss", ([*swiss, round_.id]).index(round_.id) + 1)
