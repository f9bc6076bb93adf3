"""A tournament played out: the engine draws each round, random slips are written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from tiltyard.engine.bracket import is_final
from tiltyard.engine.clock import round_length
from tiltyard.engine.drawing import draw_next
from tiltyard.engine.errors import NothingToDraw, Refused, SlipRefused
from tiltyard.engine.options import with_options
from tiltyard.engine.registration import require_fitting
from tiltyard.engine.scoring import Setting, advances, available_points, score_game
from tiltyard.engine.slip import Slip
from tiltyard.engine.structure import format_for, plan_for
from tiltyard.engine.tournament import Match, Plan, Round, Stage, Tournament

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from tiltyard.engine.pairing.round import DrawnMatch, Pairings
    from tiltyard.engine.ruleset import Outcome, Ruleset
    from tiltyard.engine.slip import End
    from tiltyard.engine.tournament import StageKind


# ------------------------------------------------------------------------------
# Slips nobody wrote: random ones with every ending a ruleset knows, and those of a played lead.

Pair = tuple[int, int]
MOST_VICTORY_POINTS = 16
"""What a slip of a game without a wipe-out value counts at most: no document has a limit."""

WITNESSES = ("Lena", "Marshal Åsa", "O. Brandt")
_LEVEL, _NEAR_A_ROW = 20, 50  # in a hundred scores


class Table(NamedTuple):
    """Where a slip is written: the ruleset, the round, and what each side's enemy is worth.

    Without a clock no game ends by time.
    """

    rules: Ruleset
    setting: Setting
    worth: Pair
    timed: bool = True


def table_of(
    rules: Ruleset,
    setting: Setting,
    totals: tuple[int | None, int | None],
    *,
    timed: bool = True,
) -> Table:
    """Return the table of two players whose lists cost so much, if that is known."""
    most = available_points(rules, setting)
    if not most:
        return Table(rules, setting, (MOST_VICTORY_POINTS, MOST_VICTORY_POINTS), timed)
    first, second = (most if total is None else min(most, total) for total in totals)
    return Table(rules, setting, (second, first), timed)


def endings(table: Table) -> tuple[End, ...]:
    """Return how a game of this round may end."""
    return tuple(
        end
        for end, outcome in table.rules.outcomes.items()
        if table.setting.stage in outcome.stages and (table.timed or end != "time")
    )


def random_slip(table: Table, chance: Random) -> Slip:
    """Return a legal slip: any ending, scores often level or near a row of the points table."""
    rules = table.rules
    end = chance.choice(endings(table))
    outcome = rules.outcomes[end]
    slip = Slip(end, score=_score(table, end, chance))
    if "survivor" in outcome.needs:
        survivor = chance.randrange(2)
        slip = replace(slip, survivor=survivor)
        if rules.score.wipe_out and slip.score is not None:
            slip = replace(slip, score=_with_wipe_out(table, slip.score, survivor))
    if "conceded" in outcome.needs:
        slip = replace(slip, conceded=chance.randrange(2))
    if "witness" in outcome.needs:
        slip = replace(slip, witness=chance.choice(WITNESSES))
    if _knows_leaders(rules) and ("leaders" in outcome.needs or chance.randrange(2)):
        slip = replace(slip, leaders=(bool(chance.randrange(2)), bool(chance.randrange(2))))
    if rules.score.objectives and chance.randrange(2):
        slip = replace(slip, objectives=(_objectives(chance), _objectives(chance)))
    if _goes_without_score(rules, outcome) and chance.randrange(2):
        slip = replace(slip, score=None)
    if _knows_initiative(rules) and ("initiative" in outcome.needs or not chance.randrange(3)):
        slip = replace(slip, initiative=chance.randrange(2))
    return completed(table, slip, chance)


def _goes_without_score(rules: Ruleset, outcome: Outcome) -> bool:
    """Whether slips leave the score out; where armies have a price, players still count it."""
    agreed = outcome.winner == "nobody" and outcome.margin == "zero"
    return "score" not in outcome.needs and (agreed or not rules.score.wipe_out)


def _score(table: Table, end: End, chance: Random) -> Pair:
    first, second = table.worth
    if not table.rules.score.wipe_out:
        return _near(table, (first, second), chance)
    if end == "mutual":
        return first, second
    return _near(table, (first - 1, second - 1), chance)  # both still have forces


def _near(table: Table, most: Pair, chance: Random) -> Pair:
    """Return two scores: level, a margin at a threshold apart, or anything."""
    kind = chance.randrange(100)
    low = chance.randrange(min(most) + 1)
    if kind < _LEVEL:
        return low, low
    if kind >= _NEAR_A_ROW:
        return chance.randrange(most[0] + 1), chance.randrange(most[1] + 1)
    thresholds = [row.least for row in table.rules.points.rows] or [1, 2, 3, 12]
    lead = max(0, chance.choice(thresholds) + chance.choice((-1, 0, 1)))
    if chance.randrange(2):
        return min(most[0], low + lead), low
    return low, min(most[1], low + lead)


def _with_wipe_out(table: Table, score: Pair, survivor: int) -> Pair:
    return (table.worth[0], score[1]) if survivor == 0 else (score[0], table.worth[1])


def _objectives(chance: Random) -> int:
    return chance.choice((0, 0, 10, 15, 20, 45, 60, 75))


def _knows_leaders(rules: Ruleset) -> bool:
    return any("leaders" in outcome.needs for outcome in rules.outcomes.values())


def _knows_initiative(rules: Ruleset) -> bool:
    return rules.elimination.draw == "initiative" or any(
        "initiative" in outcome.needs
        or (outcome.level is not None and "initiative" in outcome.level.winner)
        for outcome in rules.outcomes.values()
    )


def completed(table: Table, slip: Slip, chance: Random) -> Slip:
    """Return a slip with what decides level scores, where the scoring asks for it."""
    try:
        verdict = score_game(table.rules, table.setting, slip)
        if table.setting.stage == "elimination":
            advances(table.rules, verdict, slip, (0, 1))
    except SlipRefused as refusal:
        if refusal.field == "flurry":
            return replace(slip, flurry=_flurry(chance))
        if refusal.field == "initiative":
            return replace(slip, initiative=chance.randrange(2))
        raise
    return slip


def _flurry(chance: Random) -> tuple[Pair, ...]:
    """Return rolls up to the first that differs."""
    rolls = []
    while True:
        roll = chance.randrange(7), chance.randrange(7)
        rolls.append(roll)
        if roll[0] != roll[1]:
            return tuple(rolls)


FULL_LEAD = 300
"""The lead from which a force is wiped out; see `docs/howto/simulate-a-plan.md`."""


def slip_of_lead(table: Table, lead: int, chance: Random) -> Slip:
    """Return the slip of a game that one side led by so much; below zero, the second side."""
    rules = table.rules
    leader = 0 if lead >= 0 else 1
    has_a_last_round = "rounds" in rules.outcomes
    to_the_end = abs(lead) >= FULL_LEAD or not (table.timed or has_a_last_round)
    wiped_out = to_the_end and "survivor" in rules.outcomes["destroyed"].needs
    end: End = "destroyed" if wiped_out else _in_time(table, chance)
    most = table.worth[leader]
    won = min(most, abs(lead) * most // FULL_LEAD)
    other = chance.randrange(most - won + 1) if most > won else 0
    slip = Slip(end, score=(won + other, other) if leader == 0 else (other, won + other))
    if wiped_out:
        slip = replace(slip, survivor=leader)
    if _knows_leaders(rules):
        killed = 3 * won > most
        slip = replace(slip, leaders=(killed and leader == 0, killed and leader == 1))
    return completed(table, slip, chance)


def _in_time(table: Table, chance: Random) -> End:
    """Two games in three are played to their last round, in games that have one."""
    has_a_last_round = "rounds" in table.rules.outcomes
    played_out = has_a_last_round and bool(chance.randrange(3))
    if table.timed:
        return "rounds" if played_out else "time"
    return "rounds" if has_a_last_round else "destroyed"


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
    final = kind == "elimination" and is_final(len(seeds or ()), drawn.round)
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
    if plan.swiss_rounds == 0 and plan.cut is None:
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
