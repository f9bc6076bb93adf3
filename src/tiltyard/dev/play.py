"""A tournament played out: the engine draws each round, random slips are written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from tiltyard.engine.bracket import is_final
from tiltyard.engine.clock import round_length
from tiltyard.engine.drawing import draw_next
from tiltyard.engine.errors import NothingToDraw, Refused
from tiltyard.engine.options import with_options
from tiltyard.engine.registration import require_fitting
from tiltyard.engine.scoring import Setting
from tiltyard.engine.slip import Slip
from tiltyard.engine.structure import format_for, plan_for
from tiltyard.engine.tournament import Match, Plan, Round, Stage, Tournament

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.engine.pairing.round import DrawnMatch, Pairings
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import StageKind


# ------------------------------------------------------------------------------
# A tournament played out: the engine draws each round, somebody plays it, until nothing is left.

CloseRound = Callable[["Tournament", "Pairings"], "Round"]
"""What people do: a tournament and its next round, as drawn, to that round with its results."""

CountAttempts = Callable[[], int]
"""How often the next Swiss round is drawn before it is kept."""

MOST_PLAYERS = 10_000


class Played(NamedTuple):
    """The tournament after one more round, and how that round had been drawn."""

    tournament: Tournament
    drawn: Pairings


def play_rounds(
    tournament: Tournament,
    document: Ruleset,
    close: CloseRound,
    *,
    allow_rematch: bool = False,
    attempts: CountAttempts | None = None,
) -> Iterator[Played]:
    """Draw and play one round after another until the plan, bracket included, is played out."""
    if tournament.plan.swiss_rounds is None:
        raise Refused("tournament-without-plan-no-end")
    rules = with_options(document, tournament.options)
    require_fitting(tournament, rules)
    while True:
        attempt = attempts() if attempts and _swiss_is_next(tournament) else 1
        before = tournament if attempt == 1 else _drawn_again(tournament, attempt)
        try:
            drawn = draw_next(before, rules, allow_rematch=allow_rematch)
        except NothingToDraw:
            return
        round_ = close(tournament, drawn)
        tournament = _with_round(tournament, drawn, replace(round_, attempt=attempt))
        yield Played(tournament, drawn)
        if not round_.is_closed:
            return


def play(tournament: Tournament, document: Ruleset, close: CloseRound) -> Tournament:
    """Return the tournament as it stands when nothing is left to play."""
    for played in play_rounds(tournament, document, close, allow_rematch=True):
        tournament = played.tournament
    return tournament


def setting_of(tournament: Tournament, drawn: Pairings) -> Setting:
    """Return the kind of a drawn round and its number, as its slips are scored."""
    new = drawn.stage > len(tournament.stages)
    kind = _kind_of_new(drawn) if new else tournament.stages[drawn.stage - 1].kind
    if kind == "elimination":
        return Setting(kind, drawn.round)
    earlier = tournament.stages[: drawn.stage - 1]
    before = sum(len(stage.rounds) for stage in earlier if stage.kind == "swiss")
    return Setting(kind, before + drawn.round)


def is_timed(rules: Ruleset, tournament: Tournament, drawn: Pairings) -> bool:
    """Whether a drawn round is played with a clock."""
    kind, number = setting_of(tournament, drawn)
    seeds = drawn.seeds
    if seeds is None and drawn.stage <= len(tournament.stages):
        seeds = tournament.stages[drawn.stage - 1].seeds
    final = kind == "elimination" and is_final(rules, len(seeds or ()), drawn.round)
    return round_length(rules, kind, number, final=final).minutes is not None


def recorded(match: DrawnMatch, slip: Slip | None) -> Match:
    """Return a drawn match as it is stored, with its slip if it has one."""
    return Match(match.players, match.kind, slip, match.table, match.game)


def plan_of(
    rules: Ruleset,
    players: int,
    *,
    structure: str | None = None,
    rounds: int | None = None,
    cut: int | None = None,
    points: int | None = None,
    days: int = 1,
) -> Plan:
    """Return the plan asked for; what is not said comes from the document."""
    _require_a_field(rules, players)
    if points is not None:
        games = format_for(rules, points, days).games
        return _fitting(rules, Plan(games if rounds is None else rounds, cut))
    if rounds is not None:
        return _fitting(rules, Plan(rounds, cut))
    if rules.structure.formats:
        return _fitting(rules, Plan(rules.structure.formats[0].games[0], cut))
    announced = plan_for(rules, players, structure)
    return _fitting(rules, Plan(announced.rounds, cut or announced.cut or None))


def _require_a_field(rules: Ruleset, players: int) -> None:
    if not 2 <= players <= MOST_PLAYERS:
        clause = rules.structure.clause
        raise Refused("field-cannot-play", clause=clause, players=players, most=MOST_PLAYERS)


def _fitting(rules: Ruleset, plan: Plan) -> Plan:
    require_fitting(Tournament(rules.name, (), plan=plan), rules)
    lone = rules.structure.kind == "fixed" and not rules.structure.rounds
    if plan.swiss_rounds == 0 and plan.cut is None and not lone:
        raise Refused("plan-without-rounds-cut-no")
    return plan


def _kind_of_new(drawn: Pairings) -> StageKind:
    return "swiss" if drawn.seeds is None else "elimination"


def _swiss_is_next(tournament: Tournament) -> bool:
    planned = tournament.plan.swiss_rounds or 0
    return len(tournament.stages) < 2 and planned > sum(
        len(stage.rounds) for stage in tournament.stages
    )


def _drawn_again(tournament: Tournament, attempt: int) -> Tournament:
    """Return the tournament with an empty round that says which attempt the draw is."""
    stages = tournament.stages or (Stage("swiss"),)
    last = replace(stages[-1], rounds=(*stages[-1].rounds, Round((), attempt=attempt)))
    return replace(tournament, stages=(*stages[:-1], last))


def _with_round(tournament: Tournament, drawn: Pairings, round_: Round) -> Tournament:
    stages = tournament.stages
    if drawn.stage > len(stages):
        new = Stage(_kind_of_new(drawn), (round_,), drawn.seeds)
        return replace(tournament, stages=(*stages, new))
    last = replace(stages[-1], rounds=(*stages[-1].rounds, round_))
    return replace(tournament, stages=(*stages[:-1], last))
