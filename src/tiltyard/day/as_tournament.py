"""The event as the engine sees it: players, stages, rounds, slips."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tiltyard.day.event import (
    DayRound,
    Entrant,
    Event,
    Game,
    Planned,
    counts_as_vote,
    is_shown,
    setting_of,
)
from tiltyard.engine.ledger import score_lines, winner_of
from tiltyard.engine.scoring import has_scores
from tiltyard.engine.slip import Slip
from tiltyard.engine.tournament import (
    Change,
    Match,
    Override,
    PersonId,
    Plan,
    Player,
    Round,
    RoundId,
    SoftEntry,
    Stage,
    StageKind,
    TableRules,
    Tournament,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import PlayerId


def as_tournament(event: Event, *, drawn_as: Round | None = None) -> Tournament:
    """Return what the engine ranks and draws from.

    `drawn_as` is the round still to be drawn: it stands at the end, empty, as the contract has it.
    """
    return Tournament(
        ruleset=event.details.ruleset,
        ruleset_files=event.ruleset_files,
        players=tuple(
            _player(entrant) for entrant in event.entrants.values() if _takes_part(event, entrant)
        ),
        stages=_stages(event, drawn_as),
        seed=event.seed,
        plan=_plan(event),
        name=event.details.name,
        date=event.details.date,
        options=event.details.options,
        tables=TableRules(
            event.first_table, frozenset(event.tables_out_of_use), event.avoid_table_repeats
        ),
        declared=event.declared,
        soft_scores=tuple(sorted(_soft_entries(event))),
    )


def _soft_entries(event: Event) -> Iterator[SoftEntry]:
    """Yield all points beside the games; of votes only how many, and only once they are shown."""
    for score, points in event.soft.items():
        votes: Counter[PlayerId] = Counter()
        for given in points:
            hidden = not is_shown(event, score, given.shown, waits=given.waits)
            entrant = event.entrants.get(given.player)
            if entrant is None or not _takes_part(event, entrant):
                continue
            if given.voter is None:
                reason = given.reason
                yield SoftEntry(score, given.player, given.value, given.round, reason, hidden)
            elif not hidden and counts_as_vote(event, given):
                votes[given.player] += 1
        for player, count in votes.items():
            yield SoftEntry(score, player, count)


def _plan(event: Event) -> Plan:
    """Return rounds and cut; where they were changed after the start, with what was announced."""
    changes = event.plan_changes
    if not changes or changes[0].before == Planned(event.swiss_rounds, event.cut):
        return Plan(event.swiss_rounds, event.cut)
    first, last = changes[0].before, changes[-1]
    by = event.people.get(last.by, last.by)
    reason = "; ".join(dict.fromkeys(plan_change.reason for plan_change in changes))
    announced = (first.swiss_rounds, first.cut)
    return Plan(event.swiss_rounds, event.cut, announced, Override(by, reason))


def _takes_part(event: Event, entrant: Entrant) -> bool:
    """Whether somebody belongs into the file: not who never came, or left before round 1."""
    if entrant.spare:
        return entrant.state == "active" or _has_played(event, entrant)
    if event.phase not in {"running", "finished", "archived"} or entrant.state == "active":
        return True
    return entrant.state in {"dropped", "disqualified"} and _is_named(event, entrant)


def _is_named(event: Event, entrant: Entrant) -> bool:
    """Whether a round knows somebody who has left."""
    return _has_played(event, entrant) or any(
        entrant.id in round_.unpaired or any(entrant.id == player for player, _ in round_.after)
        for round_ in event.rounds
    )


def _has_played(event: Event, entrant: Entrant) -> bool:
    return any(
        entrant.id in game.players for round_ in event.rounds for game in round_.games.values()
    )


def _player(entrant: Entrant) -> Player:
    return Player(
        id=entrant.id,
        name=entrant.name,
        number=entrant.number,
        faction=entrant.faction,
        affiliations=entrant.affiliations,
        total=entrant.total,
        spare=entrant.spare,
        table=entrant.table,
        favourite=entrant.favourite,
        extra=entrant.extra,
    )


def _stages(event: Event, drawn_as: Round | None) -> tuple[Stage, ...]:
    rounds: dict[int, list[DayRound]] = {}
    for round_ in event.rounds:
        rounds.setdefault(round_.stage, []).append(round_)
    stages = [_stage(event, rounds[number]) for number in sorted(rounds)]
    if event.qualification is not None and not event.past_the_cut:
        kind: StageKind = "swiss" if event.details.swiss_after_cut else "elimination"
        explained = _basis(event, event.qualification.basis_changed)
        stages.append(Stage(kind, (), event.qualification.seeds, explained))
    if drawn_as is not None and (drawn_as.attempt > 1 or drawn_as.salt is not None):
        stages = _with_empty_round(event, stages, drawn_as)
    return tuple(stages)


def _with_empty_round(event: Event, stages: list[Stage], drawn_as: Round) -> list[Stage]:
    if not stages:
        stages = [Stage("elimination" if event.swiss_rounds == 0 else "swiss")]
    last = stages[-1]
    return [*stages[:-1], replace(last, rounds=(*last.rounds, drawn_as))]


def _stage(event: Event, rounds: list[DayRound]) -> Stage:
    seeds = next((round_.seeds for round_ in rounds if round_.seeds is not None), None)
    first = rounds[0]
    override = _basis(event, first.basis_changed) if seeds is not None else None
    return Stage(first.kind, tuple(_round(event, round_) for round_ in rounds), seeds, override)


def _basis(event: Event, changed: tuple[PersonId, str] | None) -> Override | None:
    if changed is None:
        return None
    person, reason = changed
    return Override(event.people.get(person, person), reason)


def _round(event: Event, round_: DayRound) -> Round:
    games = tuple(_match(event, game) for game in round_.games.values())
    missed = tuple(Match((player,), "unpaired_loss") for player in round_.unpaired)
    return Round(
        matches=(*games, *missed),
        after=tuple(Change(player, change) for player, change in round_.after),
        attempt=round_.attempt,
        draws=round_.cards,
        override=_basis(event, round_.basis_changed),
        salt=round_.salt,
    )


def _match(event: Event, game: Game) -> Match:
    settled = game.kind == "game" and not game.is_open
    return Match(
        players=game.players,
        kind=game.kind,
        report=_report(event, game.slip) if settled and game.slip is not None else None,
        table=game.table,
        game=game.game,
        absent=game.absent,
        override=_basis(event, game.override),
    )


def _report(event: Event, slip: Slip) -> Slip:
    """Return a slip as the engine reads it, the witness by name as people wrote it."""
    if slip.witness is None:
        return slip
    return replace(slip, witness=event.people.get(slip.witness, slip.witness))


def next_round_id(event: Event) -> RoundId:
    """Return the id that the next drawn round will have."""
    last = event.current
    if last is None:
        return "1.1"
    begins = event.qualification is not None and not event.past_the_cut
    return f"{last.stage + 1}.1" if begins else f"{last.stage}.{last.number + 1}"


# ------------------------------------------------------------------------------
# What came of a game, for everybody who shows it: who won, what was scored, who goes on.


@dataclass(frozen=True, slots=True)
class Numbers:
    """What a game brought one of its players; none where that is not counted."""

    score: int | None
    points: int | None
    margin: int | None


NO_NUMBERS = Numbers(None, None, None)


@dataclass(frozen=True, slots=True)
class GameResult:
    """Who won a game, in a bracket who goes on, and what it brought both."""

    winner: PlayerId | None = None
    numbers: Mapping[PlayerId, Numbers] = field(default_factory=dict)

    def of(self, player: PlayerId) -> Numbers:
        """Return what the game brought a player."""
        return self.numbers.get(player, NO_NUMBERS)


_NOTHING_YET = GameResult()


def seeds_of(event: Event, round_: DayRound) -> tuple[PlayerId, ...]:
    """Return the seeds of the stage a round belongs to; one that is drawn may begin it."""
    for other in (*event.rounds, round_):
        if other.stage == round_.stage and other.seeds is not None:
            return other.seeds
    return ()


def as_played(game: Game, slip: Slip) -> Match:
    """Return a game as the engine sees it once it has this slip."""
    return Match(game.players, report=slip, game=game.game)


def as_settled(game: Game) -> Match:
    """Return a game as the engine sees it: played, a bye, or somebody did not come."""
    if game.slip is not None and game.kind == "game":
        return as_played(game, game.slip)
    return Match(game.players, kind=game.kind, absent=game.absent, game=game.game)


def result_of_game(event: Event, rules: Ruleset, round_: DayRound, game: Game) -> GameResult:
    """Return what came of a game; nothing while it is open, in a bracket no points."""
    if game.is_open or not game.players:
        return _NOTHING_YET
    match, in_bracket = as_settled(game), round_.kind == "elimination"
    winner: PlayerId | None = None
    if in_bracket:
        winner = winner_of(rules, seeds_of(event, round_), match, round_.number)
        if game.kind != "game":
            return GameResult(winner)
    lines = score_lines(rules, setting_of(event, round_), match)
    if not in_bracket:
        wins = (player for player, _, line in lines if line.result in {"win", "modified_win"})
        winner = next(wins, None)
    slip = game.slip if game.kind == "game" else None
    played = slip is not None and has_scores(rules, slip)
    numbers = {
        player: Numbers(
            line.vp_for if played else None,
            None if in_bracket else line.tp,
            None if in_bracket else line.mov,
        )
        for player, _, line in lines
    }
    return GameResult(winner, numbers)
