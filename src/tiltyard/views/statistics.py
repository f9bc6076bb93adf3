"""What a day adds up to: ranks after every round, points, factions, time. Exact numbers only."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING, NamedTuple

from tiltyard.day.event import elapsed_seconds, setting_of
from tiltyard.day.list_access import list_of, lists_are_public
from tiltyard.engine.flow import standings
from tiltyard.engine.ledger import closed_rounds, score_lines
from tiltyard.engine.rosters.factions import faction_named

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tiltyard.day.event import DayRound, Event
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.scoring import Result
    from tiltyard.engine.standings import Row, Standings
    from tiltyard.engine.tournament import Match, PlayerId, Tournament

POINTS = "tp"
_WIDTHS = (1, 2, 5)
_Z = Fraction(49, 25)  # 1.96: the middle 95 % of a normal distribution
_FINE = 10**6  # square roots are taken to so many parts of one


# ----------------------------------------------------------------------------- over the rounds


class After(NamedTuple):
    """A closed round, and how the field stood after it."""

    round: DayRound
    standings: Standings


def after_each_round(event: Event, tournament: Tournament, document: Ruleset) -> tuple[After, ...]:
    """Return the standings after every closed round, in their order."""
    return tuple(
        After(round_, standings(tournament, document, place))
        for place, (round_, _) in enumerate(_closed(event, tournament), 1)
    )


def ranks_over_the_rounds(
    history: Sequence[After], players: Iterable[PlayerId]
) -> dict[PlayerId, tuple[int | None, ...]]:
    """Return the ranks of some players after every round; none where they have none."""
    tables = [{row.player: row.rank for row in entry.standings.rows} for entry in history]
    return {player: tuple(table.get(player) for table in tables) for player in players}


def _closed(event: Event, tournament: Tournament) -> Iterator[tuple[DayRound, tuple[Match, ...]]]:
    """Yield the rounds that count, as the day and as the engine knows them."""
    stages: dict[int, list[DayRound]] = {}
    for round_ in event.rounds:
        stages.setdefault(round_.stage, []).append(round_)
    known = [stages[stage] for stage in sorted(stages)]
    for closed in closed_rounds(tournament):
        yield known[closed.stage][closed.number - 1], closed.round.matches


# -------------------------------------------------------------------------------------- points


@dataclass(frozen=True, slots=True)
class Heap:
    """Players whose tournament points lie between two numbers, both included."""

    first: int
    last: int
    players: tuple[PlayerId, ...]


def last_of_the_whole_field(history: Sequence[After]) -> After | None:
    """Return how it stood when everybody still played for the same points: before the cut."""
    before = [entry for entry in history if entry.round.kind == "swiss" and entry.round.stage == 1]
    return before[-1] if before else None


def points_distribution(rows: Iterable[Row], single: int = 16, heaps: int = 8) -> tuple[Heap, ...]:
    """Return how many players have how many points, the fewest first, gaps included.

    Every number has its own heap while there are at most `single` of them; otherwise numbers are
    put together, 2, 5, 10, 20 … at a time, into at most so many heaps. The disqualified have none.
    """
    points = {row.player: int(row.keys[POINTS]) for row in rows if row.rank is not None}
    if not points:
        return ()
    lowest, highest = min(points.values()), max(points.values())
    width = 1 if highest - lowest < single else _width(lowest, highest, heaps)
    sorted_in: dict[int, list[PlayerId]] = {}
    for player, count in points.items():
        sorted_in.setdefault(count // width, []).append(player)
    return tuple(
        Heap(place * width, place * width + width - 1, tuple(sorted_in.get(place, ())))
        for place in range(lowest // width, highest // width + 1)
    )


def _width(lowest: int, highest: int, heaps: int) -> int:
    scale = 1
    while True:
        for width in (number * scale for number in _WIDTHS):
            if width > 1 and highest // width - lowest // width < heaps:
                return width
        scale *= 10


# ------------------------------------------------------------------------------------ factions


class Interval(NamedTuple):
    """Between which shares the true one lies, 95 times of 100."""

    low: Fraction
    high: Fraction


@dataclass(slots=True)
class Tally:
    """A faction: who plays it, and how its games against other factions ended."""

    faction: str
    players: int = 0
    share: Fraction = Fraction(0)
    results: dict[Result, int] = field(default_factory=dict)

    @property
    def won(self) -> int:
        """Games won."""
        return self.results.get("win", 0) + self.results.get("modified_win", 0)

    @property
    def drawn(self) -> int:
        """Games without a winner."""
        return self.results.get("draw", 0)

    @property
    def lost(self) -> int:
        """Games lost."""
        return self.results.get("loss", 0)

    @property
    def played(self) -> int:
        """Games against another faction."""
        return self.won + self.drawn + self.lost

    @property
    def won_share(self) -> Fraction | None:
        """Which part of its games it won; a draw is no win. None without games."""
        return Fraction(self.won, self.played) if self.played else None

    @property
    def interval(self) -> Interval | None:
        """How much that share can mean, or none without games."""
        return wilson(self.won, self.played) if self.played else None


def public_factions(event: Event, rules: Ruleset) -> dict[PlayerId, str] | None:
    """Return what everybody may know to be played, by player; none before lists are public.

    A list counts that everybody may read; otherwise what the player told.
    """
    if not lists_are_public(event, rules):
        return None
    return {
        player: faction_named(rules, name)
        for player, entrant in event.entrants.items()
        if not entrant.spare
        and (name := _of_a_readable_list(event, player) or entrant.faction or "")
    }


def _of_a_readable_list(event: Event, player: PlayerId) -> str:
    army = list_of(event, player)
    return army.roster.faction if army and army.is_handed_in and army.is_locked else ""


def tally_factions(
    event: Event, rules: Ruleset, tournament: Tournament, factions: Mapping[PlayerId, str]
) -> tuple[Tally, ...]:
    """Return every faction, the most played first.

    Shares are of the players whose faction is known. Games between two of the same faction say
    nothing about it and do not count, nor do byes, forfeits and games with the Spare Player.
    """
    players = [other.id for other in tournament.players if not other.spare]
    known = {player: factions[player] for player in players if player in factions}
    tallies = {name: Tally(name) for name in sorted(set(known.values()))}
    for faction in known.values():
        tallies[faction].players += 1
    for tally in tallies.values():
        tally.share = Fraction(tally.players, len(known))
    for player, result in _results_between_factions(event, rules, tournament, known):
        results = tallies[known[player]].results
        results[result] = results.get(result, 0) + 1
    return tuple(sorted(tallies.values(), key=lambda tally: (-tally.players, tally.faction)))


def _results_between_factions(
    event: Event, rules: Ruleset, tournament: Tournament, known: Mapping[PlayerId, str]
) -> Iterator[tuple[PlayerId, Result]]:
    spares = {player.id for player in tournament.players if player.spare}
    for round_, matches in _closed(event, tournament):
        setting = setting_of(event, round_)
        for match in matches:
            if match.kind != "game" or not spares.isdisjoint(match.players):
                continue
            first, second = (known.get(player) for player in match.players)
            if first != second:
                lines = score_lines(rules, setting, match)
                yield from ((player, line.result) for player, _, line in lines if player in known)


def wilson(won: int, played: int) -> Interval:
    """Return the score interval of Wilson for a share, at 95 %.

    Its ends are those of z = 1.96, rounded outwards by less than a millionth: exact numbers, the
    same everywhere. It is never empty, and never leaves 0 to 1.
    """
    square = _Z * _Z
    middle = 2 * won + square
    spread = _Z * _root_above(square + Fraction(4 * won * (played - won), played))
    whole = 2 * (played + square)
    low = max(Fraction(0), (middle - spread) / whole)
    high = min(Fraction(1), (middle + spread) / whole)
    return Interval(low, high)


def _root_above(number: Fraction) -> Fraction:
    """Return the square root, or the next number above it that we can write."""
    inside = number.numerator * number.denominator * _FINE * _FINE
    root = isqrt(inside)
    return Fraction(root + (root * root < inside), number.denominator * _FINE)


# ---------------------------------------------------------------------------------------- time


@dataclass(frozen=True, slots=True)
class ClockUse:
    """A round by its clock, in seconds unless they are minutes.

    `until_called` counts from the start without pauses, none where time was not called;
    `until_next` counts from start to start; `longest` are the most minutes a table got besides.
    """

    round: DayRound
    planned_minutes: int | None
    until_called: int | None
    paused: int
    until_next: int | None
    extended: int
    longest: int


def clock_use(event: Event) -> tuple[ClockUse, ...]:
    """Return the closed rounds whose clock was started."""
    began = [
        round_ for round_ in event.rounds if round_.is_closed and round_.timer.started is not None
    ]
    return tuple(_use(event, round_) for round_ in began)


def _use(event: Event, round_: DayRound) -> ClockUse:
    timer = round_.timer
    extensions = [game.extension for game in round_.games.values() if game.extension > 0]
    return ClockUse(
        round=round_,
        planned_minutes=timer.minutes,
        until_called=elapsed_seconds(timer, timer.called) if timer.called is not None else None,
        paused=timer.paused_seconds,
        until_next=_until_next(event, round_),
        extended=len(extensions),
        longest=max(extensions, default=0),
    )


def _until_next(event: Event, round_: DayRound) -> int | None:
    """Return how long after its start the next round was started; none if a clock went back."""
    began = round_.timer.started
    later = event.rounds[event.rounds.index(round_) + 1 :]
    following = later[0].timer.started if later else None
    if began is None or following is None or following <= began:
        return None
    return int((following - began).total_seconds())
