"""The next round of whatever kind: Swiss, bracket, and the cards that are drawn for it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from tiltyard.engine.bracket import draw_elimination, start_by_lot, start_elimination
from tiltyard.engine.chance import Urn, round_seed
from tiltyard.engine.cut import has_cut, qualified, qualified_by_plan
from tiltyard.engine.errors import NothingToDraw, RoundOpen
from tiltyard.engine.ledger import keep_ledger
from tiltyard.engine.pairing.field import Field
from tiltyard.engine.pairing.round import Why
from tiltyard.engine.pairing.swiss import draw_swiss
from tiltyard.engine.ruleset import Pool
from tiltyard.engine.tournament import Place, Round, Stage

if TYPE_CHECKING:
    from tiltyard.engine.pairing.round import Pairings
    from tiltyard.engine.ruleset import Draw, Ruleset
    from tiltyard.engine.tournament import PlayerId, Tournament


# ------------------------------------------------------------------------------
# Cards drawn for a round: one bag of each kind per stage, filled again when it is empty.


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
    filled, before = bags_of(draw, pool, round_number)
    bag = _bag(tournament, kind, stage, filled, pool)
    if before is not None and bag[0] == _bag(tournament, kind, stage, before, pool)[-1]:
        bag[0], bag[1] = bag[1], bag[0]
    return Card(bag[round_number - filled], pool.clause, outside)


def bags_of(draw: Draw, pool: Pool, round_number: int) -> tuple[int, int | None]:
    """Return the round that filled the bag, and the one of the bag before, if that one matters."""
    count = len(pool.cards)
    filled = (round_number - 1) // count * count + 1
    matters = draw.avoid_back_to_back and filled > 1 and count > 1
    return filled, filled - count if matters else None


def _bag(tournament: Tournament, kind: str, stage: int, filled: int, pool: Pool) -> list[str]:
    """Return the cards in the order in which they are drawn, by the round that filled the bag."""
    by = salted_round(tournament, stage, filled)
    seed = round_seed(tournament.seed, by.attempt, by.salt)
    return Urn(seed, kind, stage, filled).order(pool.cards)  # type: ignore[arg-type]


def salted_round(tournament: Tournament, stage: int, number: int) -> Round:
    """Return a round whose salt the cards are drawn with; a round without one has no part in it."""
    rounds = tournament.stages[stage - 1].rounds if stage <= len(tournament.stages) else ()
    found = rounds[number - 1] if number <= len(rounds) else Round(())
    return found if found.salt is not None else Round(())


# ------------------------------------------------------------------------------
# The next round, whatever it is: Swiss, the cut, the bracket.


def draw_next(
    tournament: Tournament,
    rules: Ruleset,
    *,
    allow_rematch: bool = False,
    sitting_out: frozenset[PlayerId] = frozenset(),
) -> Pairings:
    """Draw the next round of the event, with the cards of its kind."""
    _require_all_closed(tournament)
    drawn = _next(tournament, rules, sitting_out, allow_rematch=allow_rematch)
    cards = cards_of_round(tournament, rules, drawn.stage, drawn.round)
    outside = [
        Why("outside-seasons", rules.draws[kind].season_clause, {"kind": kind, "card": card.name})
        for kind, card in cards.items()
        if card.outside_seasons
    ]
    names = {kind: card.name for kind, card in cards.items()}
    return replace(drawn, draws=names, warnings=(*drawn.warnings, *outside))


def _next(
    tournament: Tournament,
    rules: Ruleset,
    sitting_out: frozenset[PlayerId],
    *,
    allow_rematch: bool,
) -> Pairings:
    stages = tournament.stages
    drawn_as = _drawn_as(tournament)
    last = stages[-1] if stages else Stage("swiss")
    closed = sum(1 for round_ in last.rounds if round_.is_closed)
    if last.kind == "elimination":
        return _elimination(tournament, rules, closed, drawn_as)
    planned = tournament.plan.swiss_rounds
    if planned == 0:
        return _without_swiss(tournament, rules, len(stages) + 1, drawn_as)
    if len(stages) == 1 and planned is not None and closed >= planned:
        return _after_swiss(tournament, rules)
    field = field_to_draw(tournament, rules, sitting_out)
    return draw_swiss(field, allow_rematch=allow_rematch)


def field_to_draw(
    tournament: Tournament, rules: Ruleset, sitting_out: frozenset[PlayerId] = frozenset()
) -> Field:
    """Return the field of the next round of a Swiss stage."""
    stages = tournament.stages
    closed = sum(1 for round_ in stages[-1].rounds if round_.is_closed) if stages else 0
    as_ = _drawn_as(tournament)
    stage = max(len(stages), 1)
    return Field(tournament, rules, stage, closed + 1, as_.attempt, sitting_out, as_.salt)


def _after_swiss(tournament: Tournament, rules: Ruleset) -> Pairings:
    if not has_cut(tournament, rules):
        raise NothingToDraw(
            "all-planned-rounds-played",
            clause=rules.structure.clause,
            swiss_rounds=tournament.plan.swiss_rounds,
        )
    stage = len(tournament.stages)
    seeds = qualified_by_plan(tournament, rules, stage)
    return start_elimination(rules, _enough(rules, seeds), stage + 1)


def _elimination(tournament: Tournament, rules: Ruleset, closed: int, drawn_as: Round) -> Pairings:
    number = len(tournament.stages) - 1
    if closed:
        return draw_elimination(tournament, rules, keep_ledger(tournament, rules), number)
    if not any(stage.rounds for stage in tournament.stages[:number]):
        return _without_swiss(tournament, rules, number + 1, drawn_as)
    seeds = tournament.stages[number].seeds
    if seeds is not None:
        _enough(rules, seeds)
        return draw_elimination(tournament, rules, keep_ledger(tournament, rules), number)
    if has_cut(tournament, rules):
        seeds = qualified_by_plan(tournament, rules, number)
    else:
        seeds = qualified(tournament, rules, number, len(tournament.players))
    return start_elimination(rules, _enough(rules, seeds), number + 1)


def _without_swiss(tournament: Tournament, rules: Ruleset, stage: int, drawn_as: Round) -> Pairings:
    everybody = qualified(tournament, rules, 0, len(tournament.players))
    seed = round_seed(tournament.seed, drawn_as.attempt, drawn_as.salt)
    return start_by_lot(rules, _enough(rules, everybody), stage, seed)


def _enough(rules: Ruleset, players: tuple[PlayerId, ...]) -> tuple[PlayerId, ...]:
    if len(players) < 2:
        raise NothingToDraw("fewer-than-two-players-left", clause=rules.elimination.clause)
    return players


def _drawn_as(tournament: Tournament) -> Round:
    """Return the round to be drawn: an empty round at the end says its attempt and its salt."""
    rounds: tuple[Round, ...] = tournament.stages[-1].rounds if tournament.stages else ()
    return rounds[-1] if rounds and not rounds[-1].matches else Round(())


def _require_all_closed(tournament: Tournament) -> None:
    for number, stage in enumerate(tournament.stages):
        for index, round_ in enumerate(stage.rounds):
            waiting = [match for match in round_.matches if match.is_open]
            if not waiting:
                continue
            tables = ", ".join(
                str(match.table) if match.table is not None else " v ".join(match.players)
                for match in waiting
            )
            raise RoundOpen(
                "earlier-round-open",
                where=Place(number, index),
                index=index + 1,
                tables=tables,
            )
