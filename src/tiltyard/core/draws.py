"""Cards drawn for a round: one bag of each kind per stage, filled again when it is empty."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from tiltyard.core.chance import Urn, round_seed
from tiltyard.core.ruleset_day import Pool

if TYPE_CHECKING:
    from tiltyard.core.ruleset import Draw, Ruleset
    from tiltyard.core.tournament import Tournament


class Card(NamedTuple):
    """A card, the clause of its pool, and whether the date lies outside every season."""

    name: str
    clause: str
    outside_seasons: bool = False


def pool_on(draw: Draw, day: date | None) -> tuple[Pool, bool]:
    """Return the cards that are drawn from: the event's own, or those of the season on a day.

    Outside all seasons, and without a day, it is the nearest season.
    """
    if draw.own:
        return Pool(draw.locked_clause, date.min, draw.own), False
    begun = [pool for pool in draw.pools if day is not None and pool.since <= day]
    if begun:
        return begun[-1], False
    return (draw.pools[-1], False) if day is None else (draw.pools[0], True)


def cards_of_round(
    tournament: Tournament, rules: Ruleset, stage: int, round_number: int
) -> dict[str, Card]:
    """Return the card of every kind for a round; stage and round count from 1."""
    return {
        kind: _card(tournament, draw, kind, stage, round_number)
        for kind, draw in rules.draws.items()
    }


def _card(tournament: Tournament, draw: Draw, kind: str, stage: int, round_number: int) -> Card:
    pool, outside = pool_on(draw, tournament.date)
    count = len(pool.cards)
    filled = (round_number - 1) // count * count + 1
    bag = _bag(tournament, kind, stage, filled, pool)
    if draw.avoid_back_to_back and filled > 1 and count > 1:
        before = _bag(tournament, kind, stage, filled - count, pool)
        if bag[0] == before[-1]:
            bag[0], bag[1] = bag[1], bag[0]
    return Card(bag[round_number - filled], pool.clause, outside)


def _bag(tournament: Tournament, kind: str, stage: int, filled: int, pool: Pool) -> list[str]:
    """Return the cards in the order in which they are drawn, by the round that filled the bag."""
    seed = tournament.seed
    rounds = tournament.stages[stage - 1].rounds if stage <= len(tournament.stages) else ()
    if filled <= len(rounds) and rounds[filled - 1].salt is not None:
        seed = round_seed(seed, rounds[filled - 1].attempt, rounds[filled - 1].salt)
    return Urn(seed, kind, stage, filled).order(pool.cards)  # type: ignore[arg-type]
