"""The next round, whatever it is: Swiss, the cut, the bracket."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tiltyard.core.bracket import draw_elimination, start_by_lot, start_elimination
from tiltyard.core.chance import round_seed
from tiltyard.core.cut import has_cut, qualified, qualified_by_plan
from tiltyard.core.draws import cards_of_round
from tiltyard.core.errors import NothingToDraw, RoundOpen
from tiltyard.core.ids import Place
from tiltyard.core.ledger import keep_ledger
from tiltyard.core.pairing import Field, draw_swiss
from tiltyard.core.pairing.round import Why
from tiltyard.core.tournament import Round, Stage

if TYPE_CHECKING:
    from tiltyard.core.ids import PlayerId
    from tiltyard.core.pairing import Pairings
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.tournament import Tournament


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
    field = Field(
        tournament,
        rules,
        max(len(stages), 1),
        closed + 1,
        drawn_as.attempt,
        sitting_out,
        drawn_as.salt,
    )
    return draw_swiss(field, allow_rematch=allow_rematch)


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
