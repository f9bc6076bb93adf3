"""A plan played many times with hidden strengths, and the runs as one report."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from math import sqrt
from multiprocessing import get_context
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from tiltyard.dev.play import is_timed, play_rounds, recorded, setting_of
from tiltyard.engine.bracket import rounds_of_bracket
from tiltyard.engine.clock import round_length
from tiltyard.engine.ledger import keep_ledger, score_lines
from tiltyard.engine.standings import rank, swiss_order
from tiltyard.engine.structure import format_for
from tiltyard.engine.tournament import Change, Plan, Player, PlayerId, Round, Tournament
from tiltyard.service.simulated_slips import slip_of_lead, table_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tiltyard.dev.play import Played
    from tiltyard.engine.ledger import Ledger
    from tiltyard.engine.pairing.round import Pairings
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.scoring import Setting
    from tiltyard.engine.standings import Standings
    from tiltyard.engine.tournament import Match


# ------------------------------------------------------------------------------
# Many simulated runs as one report: shares with their intervals, means, and the minutes of a day.

FORMAT = "tiltyard/simulation/1"
_NORMAL_95 = 1.959964


@dataclass(frozen=True, slots=True)
class Share:
    """How often something happened, and where the true share lies with 95 % confidence."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Minutes:
    """The clock of an event: minutes of the timed rounds, and how many rounds have no limit."""

    timed: int
    timed_rounds: int
    untimed_rounds: int


@dataclass(frozen=True, slots=True)
class Tally:
    """What the runs of a scenario show together."""

    scenario: Scenario
    runs: int
    minutes: Minutes
    best_wins: Share
    best_makes_cut: Share | None
    best_mean_rank: float
    best_mean_rank_by_round: tuple[float, ...]
    undefeated: float
    several_undefeated: Share
    repeats: float
    with_repeats: Share
    floats_by_round: tuple[float, ...]
    byes: float
    drops: float
    first_decided_by: dict[str, float]
    cut_decided_by: dict[str, float]
    eight_in_cut: float | None = None


BEST = 8


def _of_the_best(scenario: Scenario) -> int:
    """Return how many of the best players a cut could take, eight at the most."""
    return min(BEST, scenario.plan.cut or 0, scenario.players)


def _eight_in_cut(scenario: Scenario, runs: Sequence[Run]) -> float | None:
    """Return which part of the best eight, or of as many as the cut takes, makes it."""
    if scenario.plan.cut is None:
        return None
    return _mean(run.eight_in_cut for run in runs) / _of_the_best(scenario)


def tally(scenario: Scenario, runs: Sequence[Run], minutes: Minutes) -> Tally:
    """Return the report of some runs; their order does not matter."""
    cut = scenario.plan.cut is not None
    return Tally(
        scenario=scenario,
        runs=len(runs),
        minutes=minutes,
        best_wins=share(sum(run.best_wins for run in runs), len(runs)),
        best_makes_cut=share(sum(run.best_makes_cut for run in runs), len(runs)) if cut else None,
        best_mean_rank=_mean(run.best_ranks[-1] for run in runs if run.best_ranks),
        best_mean_rank_by_round=_means([run.best_ranks for run in runs]),
        undefeated=_mean(run.undefeated for run in runs),
        several_undefeated=share(sum(run.undefeated > 1 for run in runs), len(runs)),
        repeats=_mean(run.repeats for run in runs),
        with_repeats=share(sum(run.repeats > 0 for run in runs), len(runs)),
        floats_by_round=_means([run.floats for run in runs]),
        byes=_mean(run.byes for run in runs),
        drops=_mean(run.drops for run in runs),
        first_decided_by=_deciders(scenario, [run.first_decided_by for run in runs]),
        cut_decided_by=_deciders(scenario, [run.cut_decided_by for run in runs]),
        eight_in_cut=_eight_in_cut(scenario, runs),
    )


def share(count: int, total: int) -> Share:
    """Return a share with its Wilson interval, which also holds for shares near 0 and 1."""
    if not total:
        return Share(0.0, 0.0, 1.0)
    part, square = count / total, _NORMAL_95 * _NORMAL_95
    middle = (part + square / (2 * total)) / (1 + square / total)
    half = _NORMAL_95 * sqrt(part * (1 - part) / total + square / (4 * total * total))
    half /= 1 + square / total
    low = 0.0 if count == 0 else middle - half
    high = 1.0 if count == total else middle + half
    return Share(part, low, high)


def _mean(values: Iterable[int]) -> float:
    numbers = list(values)
    return sum(numbers) / len(numbers) if numbers else 0.0


def _means(rows: Sequence[tuple[int, ...]]) -> tuple[float, ...]:
    """Return the mean of every column; a run that ended early is missing in the later ones."""
    longest = max(map(len, rows), default=0)
    return tuple(_mean(row[n] for row in rows if len(row) > n) for n in range(longest))


def _deciders(scenario: Scenario, found: Sequence[str | None]) -> dict[str, float]:
    """Return how often each key decided, in the order of the document's tie-breaks."""
    counted = Counter(name for name in found if name is not None)
    total = counted.total()
    keys = [entry.key for entry in scenario.rules.standings.order]
    order = [*keys, *sorted(key for key in counted if key not in keys)]
    return {key: counted[key] / total for key in order if counted[key]}


def minutes_of(rules: Ruleset, plan: Plan, points: int | None, days: int) -> Minutes:
    """Return the length of all rounds of a plan, by the document's clock or its format table."""
    swiss = plan.swiss_rounds or 0
    if points is not None:
        return Minutes(swiss * format_for(rules, points, days).minutes, swiss, 0)
    bracket = rounds_of_bracket(rules, plan.cut) if plan.cut else 0
    lengths = [round_length(rules, "swiss", n).minutes for n in range(1, swiss + 1)]
    lengths += [
        round_length(rules, "elimination", n, final=n == bracket).minutes
        for n in range(1, bracket + 1)
    ]
    timed = [length for length in lengths if length is not None]
    return Minutes(sum(timed), len(timed), len(lengths) - len(timed))


def simulation_document(report: Tally) -> dict[str, Any]:
    """Return the report for a program."""
    scenario = report.scenario
    return {
        "format": FORMAT,
        "ruleset": scenario.rules.name,
        "players": scenario.players,
        "plan": {"swiss_rounds": scenario.plan.swiss_rounds, "cut": scenario.plan.cut},
        "seed": scenario.seed,
        "runs": report.runs,
        "drop_rate": scenario.drop_rate / PARTS,
        "spread": scenario.spread,
        "luck": scenario.luck,
        "best_wins": _share_entry(report.best_wins),
        "best_makes_cut": report.best_makes_cut and _share_entry(report.best_makes_cut),
        "eight_in_cut": None if report.eight_in_cut is None else _rounded(report.eight_in_cut),
        "best_mean_rank": _rounded(report.best_mean_rank),
        "best_mean_rank_by_round": [_rounded(number) for number in report.best_mean_rank_by_round],
        "undefeated": _rounded(report.undefeated),
        "several_undefeated": _share_entry(report.several_undefeated),
        "repeats": _rounded(report.repeats),
        "with_repeats": _share_entry(report.with_repeats),
        "floats_by_round": [_rounded(number) for number in report.floats_by_round],
        "byes": _rounded(report.byes),
        "drops": _rounded(report.drops),
        "first_decided_by": _rounded_each(report.first_decided_by),
        "cut_decided_by": _rounded_each(report.cut_decided_by),
        "minutes": {
            "timed": report.minutes.timed,
            "timed_rounds": report.minutes.timed_rounds,
            "untimed_rounds": report.minutes.untimed_rounds,
        },
    }


def _rounded(number: float) -> float:
    return round(number, 4)


def _rounded_each(shares: dict[str, float]) -> dict[str, float]:
    return {key: _rounded(value) for key, value in shares.items()}


def _share_entry(share: Share) -> dict[str, float]:
    return {
        "share": _rounded(share.value),
        "low": _rounded(share.low),
        "high": _rounded(share.high),
    }


# ------------------------------------------------------------------------------
# A plan played many times with hidden strengths: what each run shows, and the runs in parallel.

PARTS = 10_000
"""Rates are counted in parts of this."""

SPREAD = 100
"""How far strengths lie apart: their standard deviation."""

LUCK = 150
"""How much of a single game is luck: the standard deviation of what it adds to a lead."""

_COINS = 400  # thrown for one bell-shaped number of standard deviation 10
_RUNS_AT_A_TIME = 20


FLOATS = frozenset(
    {"floated-down", "floated-down-met", "floated-down-repeats", "floated-down-plan"}
)


@dataclass(frozen=True, slots=True)
class Scenario:
    """What is played: the document, the field, the plan, and what is assumed about people."""

    rules: Ruleset
    players: int
    plan: Plan
    seed: str
    drop_rate: int = 0
    spread: int = SPREAD
    luck: int = LUCK
    head_start: int = 0


class Run(NamedTuple):
    """What one simulated event shows."""

    best_wins: bool
    best_makes_cut: bool
    best_ranks: tuple[int, ...]
    undefeated: int
    repeats: int
    floats: tuple[int, ...]
    byes: int
    drops: int
    first_decided_by: str | None
    cut_decided_by: str | None
    champion: int
    eight_in_cut: int = 0


def bell(chance: Random) -> int:
    """Return a whole number near 0 as often as heads and tails differ: standard deviation 10."""
    return chance.getrandbits(_COINS).bit_count() - _COINS // 2


def play_once(scenario: Scenario, number: int) -> Run:
    """Play the event once; the run's number and the seed give the same run on every machine."""
    chance = Random(f"{scenario.seed}/{number}")  # noqa: S311  # it plays, it keeps no secret
    ids = tuple(PlayerId(f"p{n}") for n in range(1, scenario.players + 1))
    tournament = Tournament(
        scenario.rules.name,
        tuple(Player(player, player) for player in ids),
        seed=f"{scenario.seed}/{number}",
        plan=scenario.plan,
    )
    hall = _Hall(scenario, chance, _strengths(scenario, ids, chance))
    story = _Story(scenario, hall)
    for played in play_rounds(tournament, scenario.rules, hall.close, allow_rematch=True):
        story.add(played)
    return story.told(ids)


def _strengths(
    scenario: Scenario, ids: tuple[PlayerId, ...], chance: Random
) -> dict[PlayerId, int]:
    """Return hidden strengths; the first player has the head start, if there is one."""
    drawn = {
        player: (bell(chance) * 10 + chance.randrange(10)) * scenario.spread // 100
        for player in ids
    }
    drawn[ids[0]] += scenario.head_start
    return drawn


@dataclass(slots=True)
class _Hall:
    """The players at their tables: strengths nobody sees, and who has lost."""

    scenario: Scenario
    chance: Random
    strengths: dict[PlayerId, int]
    losers: set[PlayerId] = field(default_factory=set)

    @property
    def best(self) -> PlayerId:
        """The strongest player; of equals the one registered first."""
        return max(self.strengths, key=self.strengths.__getitem__)

    def strongest(self, count: int) -> list[PlayerId]:
        """Return so many of the strongest players, the best first."""
        return sorted(self.strengths, key=self.strengths.__getitem__, reverse=True)[:count]

    def close(self, tournament: Tournament, drawn: Pairings) -> Round:
        """Play every game of a round; afterwards some of those who have lost may leave."""
        setting = setting_of(tournament, drawn)
        rules = self.scenario.rules
        timed = is_timed(rules, tournament, drawn)
        table = table_of(rules, setting, (None, None), timed=timed)
        matches = tuple(
            recorded(match, None)
            if match.kind == "bye"
            else recorded(match, slip_of_lead(table, self._lead(*match.players), self.chance))
            for match in drawn.matches
        )
        return Round(matches, self._leavers(setting, matches), draws=drawn.draws)

    def _lead(self, first: PlayerId, second: PlayerId) -> int:
        luck = bell(self.chance) * self.scenario.luck // 10
        return self.strengths[first] - self.strengths[second] + luck

    def _leavers(self, setting: Setting, matches: tuple[Match, ...]) -> tuple[Change, ...]:
        scenario = self.scenario
        last = scenario.plan.swiss_rounds or 0
        if not scenario.drop_rate or setting.stage != "swiss" or setting.round >= last:
            return ()
        lines = [line for match in matches for line in score_lines(scenario.rules, setting, match)]
        self.losers.update(player for player, _, line in lines if line.result == "loss")
        leaving = [
            player
            for player, _, _ in lines
            if player in self.losers and self.chance.randrange(PARTS) < scenario.drop_rate
        ]
        return tuple(Change(player, "drop") for player in leaving[: max(0, len(lines) - 2)])


@dataclass(slots=True)
class _Story:
    """What is noted while an event is played."""

    scenario: Scenario
    hall: _Hall
    ranks: list[int] = field(default_factory=list)
    floats: list[int] = field(default_factory=list)
    repeats: int = 0
    byes: int = 0
    drops: int = 0
    undefeated: int = 0
    first_decided_by: str | None = None
    cut_decided_by: str | None = None
    in_cut: bool = False
    eight_in_cut: int = 0
    champion: PlayerId | None = None

    def add(self, played: Played) -> None:
        tournament, drawn = played
        if drawn.seeds is not None:
            self.in_cut = self.hall.best in drawn.seeds
            best = self.hall.strongest(_of_the_best(self.scenario))
            self.eight_in_cut = len({*best} & {*drawn.seeds})
        ledger = keep_ledger(tournament, self.scenario.rules)
        standings = rank(tournament, self.scenario.rules, ledger)
        self.champion = standings.rows[0].player
        self.ranks.append(_rank_of(standings, self.hall.best))
        if tournament.stages[-1].kind == "elimination":
            return
        self._note_draw(drawn)
        self.drops += len(tournament.stages[-1].rounds[-1].after)
        if drawn.round == self.scenario.plan.swiss_rounds:
            self._note_swiss(tournament, ledger)

    def _note_draw(self, drawn: Pairings) -> None:
        codes = [{why.code for why in match.why} for match in drawn.matches]
        self.floats.append(sum(bool(FLOATS & code) for code in codes))
        self.repeats += sum("rematch" in code for code in codes)
        self.byes += sum(match.kind == "bye" for match in drawn.matches)

    def _note_swiss(self, tournament: Tournament, ledger: Ledger) -> None:
        active = [player for player in ledger.records if ledger.standing[player] == "active"]
        self.undefeated = sum(
            all(result != "loss" for result in ledger.records[player].results) for player in active
        )
        order = swiss_order(tournament, self.scenario.rules, ledger, list(ledger.records))
        placed = [entry for entry in order.placed if ledger.standing[entry.player] == "active"]
        cut = self.scenario.plan.cut
        if len(placed) > 1:
            self.first_decided_by = order.decider(placed[0], placed[1])
        if cut is not None and len(placed) > cut:
            self.cut_decided_by = order.decider(placed[cut - 1], placed[cut])

    def told(self, ids: tuple[PlayerId, ...]) -> Run:
        """Return the run as numbers."""
        best = self.hall.best
        champion = self.champion or ids[0]
        return Run(
            best_wins=champion == best,
            best_makes_cut=self.in_cut,
            best_ranks=tuple(self.ranks),
            undefeated=self.undefeated,
            repeats=self.repeats,
            floats=tuple(self.floats),
            byes=self.byes,
            drops=self.drops,
            first_decided_by=self.first_decided_by,
            cut_decided_by=self.cut_decided_by,
            champion=ids.index(champion),
            eight_in_cut=self.eight_in_cut,
        )


def _rank_of(standings: Standings, player: PlayerId) -> int:
    return next(place for place, row in enumerate(standings.rows, 1) if row.player == player)


# ------------------------------------------------------------------------------- many runs


_scenario: list[Scenario] = []  # what a worker was started for


def play_many(
    scenario: Scenario, runs: int, workers: int, advance: Callable[[int], None] | None = None
) -> list[Run]:
    """Return all runs in their order, whoever played them; `advance` hears how many are done."""
    results: list[Run] = []
    for part in _parts(scenario, runs, workers):
        results += part
        if advance is not None:
            advance(len(part))
    return results


def _parts(scenario: Scenario, runs: int, workers: int) -> Iterator[list[Run]]:
    starts = range(0, runs, _RUNS_AT_A_TIME)
    bounds = [(start, min(runs, start + _RUNS_AT_A_TIME)) for start in starts]
    if workers <= 1 or len(bounds) == 1:
        for start, end in bounds:
            yield [play_once(scenario, number) for number in range(start, end)]
        return
    with ProcessPoolExecutor(
        workers, mp_context=get_context("spawn"), initializer=_begin, initargs=(scenario,)
    ) as pool:
        yield from pool.map(_play_part, bounds)


def _begin(scenario: Scenario) -> None:
    gc.disable()  # tournaments hold no cycles
    _scenario[:] = [scenario]


def _play_part(bounds: tuple[int, int]) -> list[Run]:
    return [play_once(_scenario[0], number) for number in range(*bounds)]
