"""From closed rounds to records: what every player has, whom they met, and who is still in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

from tiltyard.engine.errors import Refused, SlipRefused
from tiltyard.engine.scoring import Result, ScoreLine, Setting, advances, score_alone, score_game
from tiltyard.engine.soft_scores import counted_scores
from tiltyard.engine.tournament import Place, PlayerId

if TYPE_CHECKING:
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tiebreaks import Games
    from tiltyard.engine.tournament import Match, Round, Stage, Tournament

Standing = Literal["active", "dropped", "disqualified"]


@dataclass(slots=True)
class Record:
    """What one player has from the Swiss rounds so far.

    `opponents` lists everybody met, in order and as often as met; `results` says how each of
    these games ended (none: an opponent who did not come).
    """

    tp: int = 0
    mov: int = 0
    vp_for: int = 0
    vp_against: int = 0
    leaders: int = 0
    rounds: int = 0
    byes: int = 0
    opponents: list[PlayerId] = field(default_factory=list)
    results: list[Result | None] = field(default_factory=list)

    def add(self, line: ScoreLine) -> None:
        """Enter one more line."""
        self.tp += line.tp
        self.mov += line.mov
        self.vp_for += line.vp_for
        self.vp_against += line.vp_against
        self.leaders += line.leaders
        self.rounds += line.counts_as_round


@dataclass(slots=True)
class Bracket:
    """Who is in the elimination stage, in seed order, and how many games each has won.

    `lost` counts defeats; `left_in` is the round in which somebody was knocked out.
    """

    seeds: tuple[PlayerId, ...]
    won: dict[PlayerId, int]
    out: set[PlayerId]
    lost: dict[PlayerId, int] = field(default_factory=dict)
    left_in: dict[PlayerId, int] = field(default_factory=dict)


class Cut(NamedTuple):
    """Who went on into a later Swiss stage, its place counted from 0."""

    stage: int
    players: frozenset[PlayerId]


@dataclass(frozen=True, slots=True)
class ClosedRound:
    """A round that counts, and where it stands."""

    stage: int
    number: int
    round: Round


@dataclass(slots=True)
class Ledger:
    """Everything derived from the closed rounds of a tournament, up to one of them.

    `lot_round` is the Swiss stage whose tie-break lots count and its last closed round, from 1;
    `fields` holds who went on into each later Swiss stage. `soft` are the points beside the games
    that are added to the tournament points: strength of schedule knows nothing of them. `games` are
    kept for tie-breakers, once they were asked for.
    """

    records: dict[PlayerId, Record]
    standing: dict[PlayerId, Standing]
    spares: frozenset[PlayerId]
    rounds: tuple[ClosedRound, ...]
    stages: int
    lot_round: tuple[int, int]
    bracket: Bracket | None = None
    fields: tuple[Cut, ...] = ()
    extra: dict[PlayerId, dict[str, int]] = field(default_factory=dict)
    games: Games | None = field(default=None, repr=False, compare=False)
    soft: dict[PlayerId, int] = field(default_factory=dict)

    def points(self, player: PlayerId) -> int:
        """Return the tournament points by which somebody is ranked and paired."""
        return self.records[player].tp + self.soft.get(player, 0)


def closed_rounds(tournament: Tournament) -> tuple[ClosedRound, ...]:
    """Return the closed rounds of all stages in their order."""
    return tuple(
        ClosedRound(stage, number, round_)
        for stage, entry in enumerate(tournament.stages)
        for number, round_ in enumerate(entry.rounds, 1)
        if round_.is_closed
    )


def keep_ledger(tournament: Tournament, rules: Ruleset, after: int | None = None) -> Ledger:
    """Enter the first `after` closed rounds (all, if not said) into records."""
    rounds = _counted_rounds(tournament, after)
    shown = _stages_shown(tournament, rounds, after)
    players = [player for player in tournament.players if not player.spare]
    ledger = Ledger(
        records={player.id: Record() for player in players},
        standing={player.id: "active" for player in players},
        spares=frozenset(player.id for player in tournament.players if player.spare),
        rounds=rounds,
        stages=shown,
        lot_round=_lot_round(tournament, rounds, shown),
        extra={player.id: dict(player.extra) for player in players if player.extra},
    )
    _enter(tournament, rules, ledger, shown)
    _enter_soft_scores(tournament, rules, ledger)
    return ledger


def _counted_rounds(tournament: Tournament, after: int | None) -> tuple[ClosedRound, ...]:
    closed = closed_rounds(tournament)
    if after is None:
        return closed
    if not 0 <= after <= len(closed):
        raise Refused("no-closed-round", after=after, count=len(closed))
    return closed[:after]


def _stages_shown(
    tournament: Tournament, rounds: tuple[ClosedRound, ...], after: int | None
) -> int:
    """Return how many stages had begun by then."""
    if after is None or len(rounds) == len(closed_rounds(tournament)):
        return len(tournament.stages)
    return rounds[-1].stage + 1 if rounds else min(1, len(tournament.stages))


def _lot_round(
    tournament: Tournament, rounds: tuple[ClosedRound, ...], shown: int
) -> tuple[int, int]:
    swiss = [n for n, stage in enumerate(tournament.stages[:shown]) if stage.kind == "swiss"]
    if not swiss:
        return 1, 0
    return swiss[-1] + 1, max(
        (closed.number for closed in rounds if closed.stage == swiss[-1]), default=0
    )


def _enter(tournament: Tournament, rules: Ruleset, ledger: Ledger, shown: int) -> None:
    by_stage: dict[int, list[ClosedRound]] = {}
    for closed in ledger.rounds:
        by_stage.setdefault(closed.stage, []).append(closed)
    swiss_before = 0
    for number, stage in enumerate(tournament.stages[:shown]):
        rounds = by_stage.get(number, [])
        if stage.kind == "elimination":
            _enter_elimination(rules, ledger, stage, number, rounds)
        else:
            _begin_swiss(rules, ledger, stage, number)
            _enter_swiss(rules, ledger, rounds, number, swiss_before)
            swiss_before += len(stage.rounds)


def _begin_swiss(rules: Ruleset, ledger: Ledger, stage: Stage, number: int) -> None:
    if stage.seeds is not None:
        ledger.fields = (*ledger.fields, Cut(number, frozenset(stage.seeds)))
    if number and not rules.stage.carry_points:
        for player in stage.seeds or tuple(ledger.records):
            ledger.records[player] = Record()


def _enter_swiss(
    rules: Ruleset, ledger: Ledger, rounds: list[ClosedRound], stage: int, before: int
) -> None:
    for closed in rounds:
        setting = Setting("swiss", before + closed.number)
        for index, match in enumerate(closed.round.matches):
            try:
                _enter_match(rules, ledger, setting, match)
            except SlipRefused as refusal:
                raise refusal.at(Place(stage, closed.number - 1, index)) from None
        _enter_changes(ledger, closed.round)


def _enter_match(rules: Ruleset, ledger: Ledger, setting: Setting, match: Match) -> None:
    records = ledger.records
    report = match.report
    if report is None:
        rests = match.kind == "bye" or not ledger.spares.isdisjoint(match.players)
        for player, opponent, line in score_lines(rules, setting, match):
            record = records.get(player)
            if record is None:
                continue  # the Spare Player has no record
            record.add(line)
            record.byes += rests
            if opponent in records:
                record.opponents.append(opponent)
                record.results.append(None)
        return
    first, second = match.players
    first_score, second_score = score_game(rules, setting, report).lines
    if first in ledger.spares or second in ledger.spares:
        _enter_game_with_spare(ledger, match, (first_score, second_score))
    else:
        record = records[first]
        record.add(first_score)
        record.opponents.append(second)
        record.results.append(first_score.result)
        record = records[second]
        record.add(second_score)
        record.opponents.append(first)
        record.results.append(second_score.result)
    if report.extra:
        _enter_extra(ledger, match)


def _enter_game_with_spare(
    ledger: Ledger, match: Match, lines: tuple[ScoreLine, ScoreLine]
) -> None:
    """ME-049: the real player's record counts; the Spare Player has none."""
    for player, line in zip(match.players, lines, strict=True):
        record = ledger.records.get(player)
        if record is not None:
            record.add(line)
            record.byes += 1


def _enter_extra(ledger: Ledger, match: Match) -> None:
    assert match.report is not None  # the caller looked
    for name, numbers in match.report.extra.items():
        for player, value in zip(match.players, numbers, strict=True):
            mine = ledger.extra.setdefault(player, {})
            mine[name] = mine.get(name, 0) + value


def _enter_soft_scores(tournament: Tournament, rules: Ruleset, ledger: Ledger) -> None:
    kinds = {score.id: score for score in rules.soft_scores if score.ranks}
    for entry in counted_scores(tournament, rules, ledger.rounds, kinds):
        if entry.player not in ledger.records:
            continue  # the Spare Player has no record
        if kinds[entry.score].counts == "points":
            ledger.soft[entry.player] = ledger.soft.get(entry.player, 0) + entry.value
        else:
            mine = ledger.extra.setdefault(entry.player, {})
            mine[entry.score] = mine.get(entry.score, 0) + entry.value


def score_lines(
    rules: Ruleset, setting: Setting, match: Match
) -> tuple[tuple[PlayerId, PlayerId | None, ScoreLine], ...]:
    """Return each player of a closed match with the opponent met, if any, and the line."""
    if match.kind == "game":
        assert match.report is not None  # open games never get here
        first, second = match.players
        lines = score_game(rules, setting, match.report).lines
        return (first, second, lines[0]), (second, first, lines[1])
    met = match.kind == "forfeit" and rules.forfeit.counts_as_met
    return tuple(
        (
            player,
            match.players[1 - index] if met else None,
            score_alone(rules, setting, match, index),
        )
        for index, player in enumerate(match.players)
    )


def _enter_changes(ledger: Ledger, round_: Round) -> None:
    for player, change in round_.after:
        now = ledger.standing.get(player)
        if now is None or now == "disqualified":
            continue
        ledger.standing[player] = _STANDING_AFTER[change]


_STANDING_AFTER: dict[str, Standing] = {
    "drop": "dropped",
    "disqualify": "disqualified",
    "rejoin": "active",
}


def _enter_elimination(
    rules: Ruleset, ledger: Ledger, stage: Stage, number: int, rounds: list[ClosedRound]
) -> None:
    if stage.seeds is None:
        return  # not drawn yet
    seeds = stage.seeds
    bracket = Bracket(seeds, dict.fromkeys(seeds, 0), set())
    ledger.bracket = bracket
    for closed in rounds:
        for index, match in enumerate(closed.round.matches):
            try:
                winner = winner_of(rules, bracket.seeds, match, closed.number)
            except SlipRefused as refusal:
                raise refusal.at(Place(number, closed.number - 1, index)) from None
            bracket.won[winner] = bracket.won.get(winner, 0) + 1
            for player in match.players:
                if player != winner:
                    _enter_defeat(rules, bracket, player, closed.number)
        _enter_changes(ledger, closed.round)


def _enter_defeat(rules: Ruleset, bracket: Bracket, player: PlayerId, number: int) -> None:
    """Count a defeat; who has no more left, or loses the only final, is out."""
    bracket.lost[player] = bracket.lost.get(player, 0) + 1
    elimination = rules.elimination
    final = 2 * (len(bracket.seeds) - 1).bit_length()  # of two brackets
    only_final = not elimination.final_again and number >= final
    if bracket.lost[player] >= elimination.losses or only_final:
        bracket.out.add(player)
        bracket.left_in[player] = number


def winner_of(
    rules: Ruleset, seeds: tuple[PlayerId, ...], match: Match, round_number: int
) -> PlayerId:
    """Return who goes on from a closed bracket match."""
    if match.kind == "bye":
        return match.players[0]
    if match.kind == "forfeit":
        first, second = match.players
        return second if match.absent == first else first
    assert match.report is not None  # open games never get here
    verdict = score_game(rules, Setting("elimination", round_number), match.report)
    places = {player: place for place, player in enumerate(seeds)}
    first, second = match.players
    last = len(seeds)
    pair = (places.get(first, last), places.get(second, last))
    return match.players[advances(rules, verdict, match.report, pair)]
