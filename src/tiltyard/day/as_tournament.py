"""The event as the engine sees it: players, stages, rounds, slips."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tiltyard.day.event import DayRound, Entrant, Event, Game, Planned, match_state, setting_of
from tiltyard.day.facts import Slip
from tiltyard.engine.bracket import first_games, next_power_of_two
from tiltyard.engine.ledger import score_lines, winner_of
from tiltyard.engine.scoring import has_scores
from tiltyard.engine.tournament import (
    Change,
    Match,
    Override,
    PersonId,
    Plan,
    Player,
    Report,
    Round,
    RoundId,
    Stage,
    StageKind,
    TableRules,
    Tournament,
)

if TYPE_CHECKING:
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import MatchId, PlayerId


def as_tournament(event: Event, *, attempt: int | None = None) -> Tournament:
    """Return what the engine ranks and draws from.

    With an attempt the round still to be drawn stands at its end, empty, as the contract has it.
    """
    return Tournament(
        ruleset=event.details.ruleset,
        players=tuple(_player(one) for one in event.entrants.values() if _takes_part(event, one)),
        stages=_stages(event, attempt),
        seed=event.seed,
        plan=_plan(event),
        name=event.details.name,
        date=event.details.date,
        options=event.details.options,
        tables=TableRules(
            event.first_table, frozenset(event.tables_out_of_use), event.avoid_table_repeats
        ),
    )


def _plan(event: Event) -> Plan:
    """Return rounds and cut; where they were changed after the start, with what was announced."""
    changes = event.plan_changes
    if not changes or changes[0].before == Planned(event.swiss_rounds, event.cut):
        return Plan(event.swiss_rounds, event.cut)
    first, last = changes[0].before, changes[-1]
    by = event.people.get(last.by, last.by)
    reason = "; ".join(dict.fromkeys(one.reason for one in changes))
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


def _stages(event: Event, attempt: int | None) -> tuple[Stage, ...]:
    rounds: dict[int, list[DayRound]] = {}
    for one in event.rounds:
        rounds.setdefault(one.stage, []).append(one)
    stages = [_stage(event, rounds[number]) for number in sorted(rounds)]
    if event.qualification is not None and not event.past_the_cut:
        kind: StageKind = "swiss" if event.details.swiss_after_cut else "elimination"
        explained = _basis(event, event.qualification.basis_changed)
        stages.append(Stage(kind, (), event.qualification.seeds, explained))
    if attempt is not None and attempt > 1:
        stages = _with_empty_round(event, stages, attempt)
    return tuple(stages)


def _with_empty_round(event: Event, stages: list[Stage], attempt: int) -> list[Stage]:
    if not stages:
        stages = [Stage("elimination" if event.swiss_rounds == 0 else "swiss")]
    last = stages[-1]
    waiting = Round((), attempt=attempt)
    return [*stages[:-1], replace(last, rounds=(*last.rounds, waiting))]


def _stage(event: Event, rounds: list[DayRound]) -> Stage:
    seeds = next((one.seeds for one in rounds if one.seeds is not None), None)
    first = rounds[0]
    override = _basis(event, first.basis_changed) if seeds is not None else None
    return Stage(first.kind, tuple(_round(event, one) for one in rounds), seeds, override)


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


def _report(event: Event, slip: Slip) -> Report:
    """Return a slip as the engine reads it, the witness by name as people wrote it."""
    report = slip.report
    if report.witness is None:
        return report
    return report._replace(witness=event.people.get(report.witness, report.witness))


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

    @property
    def score_text(self) -> str:
        """The score, empty where there was none."""
        return "" if self.score is None else str(self.score)

    @property
    def points_text(self) -> str:
        """The tournament points, empty where none are counted."""
        return "" if self.points is None else str(self.points)


NO_NUMBERS = Numbers(None, None)


def seeds_of(event: Event, round_: DayRound) -> tuple[PlayerId, ...]:
    """Return the seeds of the stage a round belongs to."""
    for one in event.rounds:
        if one.stage == round_.stage and one.seeds is not None:
            return one.seeds
    return ()


def as_played(game: Game, slip: Slip) -> Match:
    """Return a game as the engine sees it once it has this slip."""
    return Match(game.players, report=slip.report, game=game.game)


def as_settled(game: Game) -> Match:
    """Return a game as the engine sees it: played, a bye, or somebody did not come."""
    if game.slip is not None and game.kind == "game":
        return as_played(game, game.slip)
    return Match(game.players, kind=game.kind, absent=game.absent, game=game.game)


def winner_of_game(event: Event, rules: Ruleset, round_: DayRound, game: Game) -> PlayerId | None:
    """Return who won; in a bracket, who goes on; none while the game is open."""
    if game.is_open or not game.players:
        return None
    match = as_settled(game)
    if round_.kind == "elimination":
        return winner_of(rules, seeds_of(event, round_), match, round_.number)
    lines = score_lines(rules, setting_of(event, round_), match)
    return next((one for one, _, line in lines if line.result in {"win", "modified_win"}), None)


def numbers_of_game(
    event: Event, rules: Ruleset, round_: DayRound, game: Game
) -> dict[PlayerId, Numbers]:
    """Return score and tournament points of both; in a bracket no points are counted."""
    in_bracket = round_.kind == "elimination"
    if game.is_open or (in_bracket and game.kind != "game"):
        return {}
    lines = score_lines(rules, setting_of(event, round_), as_settled(game))
    slip = game.slip if game.kind == "game" else None
    played = slip is not None and has_scores(rules, slip.report)
    return {
        player: Numbers(line.vp_for if played else None, None if in_bracket else line.tp)
        for player, _, line in lines
    }


# ------------------------------------------------------------------------------
# The newest bracket, round by round and game by game: as it was played, or as it will be.


@dataclass(frozen=True, slots=True)
class BracketSeat:
    """One side of a game; the seed is none where seeds are not ranks of a Swiss stage."""

    player: PlayerId
    seed: int | None
    score: str = ""
    won: bool = False


@dataclass(frozen=True, slots=True)
class BracketGame:
    """A game of the bracket; fewer than two seats while others have still to play for them."""

    number: int
    seats: tuple[BracketSeat, ...] = ()
    match: MatchId = ""
    state: str = ""

    @property
    def decided(self) -> bool:
        """Whether somebody goes on from this game."""
        return any(seat.won for seat in self.seats)


class BracketGames:
    """The games of the newest bracket by round and number; before it begins, as the cut says."""

    def __init__(self, event: Event, rules: Ruleset) -> None:
        self._event = event
        self._rules = rules
        bracket = [one for one in event.rounds if one.kind == "elimination"]
        self._rounds = [one for one in bracket if one.stage == bracket[-1].stage]
        self.seeds: tuple[PlayerId, ...] = ()
        if self._rounds:
            self.seeds = seeds_of(event, self._rounds[0])
        elif event.qualification is not None and not event.details.swiss_after_cut:
            self.seeds = event.qualification.seeds
        numbered = not self._rounds or bool(event.swiss_played)
        self._places = {seed: place for place, seed in enumerate(self.seeds, 1) if numbered}

    @property
    def orders(self) -> list[list[int]]:
        """The games of each round from top to bottom, so that no lines cross.

        The winner of game i meets the winner of game n+1-i: those two stand next to each other.
        """
        orders = [[1]]
        while 2 * len(orders[0]) < next_power_of_two(len(self.seeds)):
            count = 2 * len(orders[0])
            orders.insert(0, [game for one in orders[0] for game in (one, count + 1 - one)])
        return orders

    def game(self, round_number: int, number: int) -> BracketGame:
        """Return a game of a round, played or still to come."""
        if round_number > len(self._rounds):
            pair = first_games(self.seeds)[number] if round_number == 1 else ()
            return BracketGame(number, tuple(self.seat(player) for player in pair))
        round_ = self._rounds[round_number - 1]
        found = _by_number(round_).get(number)
        if found is None:
            return BracketGame(number)
        return BracketGame(number, self._seats(round_, found), found.id, match_state(round_, found))

    def seat(self, player: PlayerId, score: str = "", *, won: bool = False) -> BracketSeat:
        """Return the seat of a player with the seed that belongs to it."""
        return BracketSeat(player, self._places.get(player), score, won)

    def _seats(self, round_: DayRound, game: Game) -> tuple[BracketSeat, ...]:
        winner = winner_of_game(self._event, self._rules, round_, game)
        numbers = numbers_of_game(self._event, self._rules, round_, game)
        return tuple(
            self.seat(player, numbers.get(player, NO_NUMBERS).score_text, won=player == winner)
            for player in game.players
        )


def _by_number(round_: DayRound) -> dict[int, Game]:
    return {
        place if game.game is None else game.game: game
        for place, game in enumerate(round_.games.values(), 1)
    }
