"""A round table by table and seat by seat: who plays, where it stands, what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.day.as_tournament import as_settled, result_of_game
from tiltyard.day.event import match_state, remaining_seconds, round_state, setting_of
from tiltyard.day.roles import ruling_leader
from tiltyard.engine.ledger import score_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime

    from tiltyard.day.event import DayRound, Event, Game, MatchState, RoundState
    from tiltyard.engine.tournament import MatchId, MatchKind, PersonId, PlayerId
    from tiltyard.views.event import EventVersion

UNCONFIRMED: frozenset[MatchState] = frozenset({"reported", "disputed"})
"""States that only staff and the players of a table are told: others read "playing"."""


@dataclass(frozen=True, slots=True)
class Side:
    """One player of a table; numbers where the game is over and they are counted."""

    player: PlayerId
    name: str
    won: bool = False
    score: int | None = None
    points: int | None = None
    margin: int | None = None
    has_reported: bool = False


@dataclass(frozen=True, slots=True)
class TableRow:
    """A match of a round, as much of it as a reader may know.

    `number` is the table, in a bracket without tables the number of the game. `end` is the code
    of how the game that counts ended, `level` what decided level scores, `winner` who won it, in a
    bracket who goes on. What staff
    and the two players are told alone is empty for others: who reported, calls, the leader.
    """

    match: MatchId
    number: int | None
    kind: MatchKind
    state: MatchState
    sides: tuple[Side, ...]
    winner: PlayerId | None = None
    absent: PlayerId | None = None
    end: str | None = None
    level: str | None = None
    by_hand: bool = False
    extension: int = 0
    overdue: bool = False
    open_calls: tuple[str, ...] = ()
    leader: PersonId | None = None

    @property
    def is_open(self) -> bool:
        """Whether it still needs a result that counts."""
        return self.state != "final"

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its players."""
        return tuple(side.name for side in self.sides)

    @property
    def not_reported(self) -> tuple[Side, ...]:
        """Whose report is missing while the game is open."""
        return tuple(side for side in self.sides if self.is_open and not side.has_reported)


@dataclass(frozen=True, slots=True)
class Seat:
    """Where one player sits, and against whom: nobody with a bye, no game when unpaired."""

    player: PlayerId
    name: str
    player_number: int | None
    number: int | None
    opponent: str | None
    is_paired: bool = True
    other: PlayerId | None = None
    match: MatchId | None = None


# ------------------------------------------------------------------------------
# The tables of a round.


def table_rows(
    version: EventVersion,
    round_: DayRound,
    names: Mapping[PersonId, str],
    *,
    close: bool,
    now: datetime | None = None,
) -> tuple[TableRow, ...]:
    """Return the tables of a round in their order, byes last."""
    return tuple(
        table_row(version, round_, game, names, close=close, now=now)
        for game in games_in_order(round_)
    )


def table_row(
    version: EventVersion,
    round_: DayRound,
    game: Game,
    names: Mapping[PersonId, str],
    *,
    close: bool,
    now: datetime | None = None,
) -> TableRow:
    """Return a match with names for an audience; `close`: staff, or one of its players.

    With the time it is it also says whether the time of an open game is over.
    """
    event, rules = version.event, version.rules
    over = not game.is_open
    result = result_of_game(event, rules, round_, game)
    winner = result.winner if game.kind != "bye" else None
    filed = {report.by for report in game.filed} if close else set()
    leads = close and game.kind == "game"
    return TableRow(
        game.id,
        game_number(game),
        game.kind,
        state_of_table(round_, game, close=close),
        tuple(
            Side(
                player,
                names.get(player, player),
                player == winner,
                result.of(player).score,
                result.of(player).points,
                result.of(player).margin,
                player in filed,
            )
            for player in game.players
        ),
        winner,
        game.absent,
        game.slip.end if over and game.slip is not None and game.kind == "game" else None,
        what_decided_level_scores(version, round_, game),
        by_hand=game.override is not None,
        extension=game.extension,
        overdue=now is not None and is_overdue(round_, game, now),
        open_calls=open_calls(event, game) if close else (),
        leader=ruling_leader(event, rules, game) if leads else None,
    )


def what_decided_level_scores(version: EventVersion, round_: DayRound, game: Game) -> str | None:
    """Return the code of what decided a game whose scores were level; none for all others."""
    if game.is_open or game.slip is None or game.kind != "game":
        return None
    lines = score_lines(version.rules, setting_of(version.event, round_), as_settled(game))
    codes = (because.code for _, _, line in lines for because in line.because)
    return next((code for code in codes if code.startswith("level-score-")), None)


def state_of_table(round_: DayRound, game: Game, *, close: bool = True) -> MatchState:
    """Return where a match stands; what is not confirmed is for staff and its players."""
    state = match_state(round_, game)
    return "playing" if not close and state in UNCONFIRMED else state


def is_overdue(round_: DayRound, game: Game, now: datetime) -> bool:
    """Whether the time of a game is over, its extension included, and its result is missing."""
    if not game.is_open or not round_.began:
        return False
    return remaining_seconds(round_.timer, now, game.extension) == 0


def open_calls(event: Event, game: Game) -> tuple[str, ...]:
    """Return the ids of the judge calls of a table that wait for a ruling."""
    return tuple(
        call.id
        for call in event.calls.values()
        if call.match == game.id and call.state in {"open", "appealed"}
    )


def game_number(game: Game) -> int | None:
    """Return the table of a game; in a bracket without tables, its number."""
    return game.table if game.table is not None else game.game


def games_in_order(round_: DayRound) -> tuple[Game, ...]:
    """Return the games of a round by their numbers, those without one and byes last."""

    def order(game: Game) -> tuple[bool, bool, int]:
        number = game_number(game)
        return game.kind == "bye", number is None, number or 0

    return tuple(sorted(round_.games.values(), key=order))


# ------------------------------------------------------------------------------
# The round as a whole: where it stands, how much is played, who sits where.


def state_of_round(event: Event, round_: DayRound) -> RoundState:
    """Return where a round stands: drawn while nobody has seen it, else as it is played."""
    return "drawn" if round_ is event.draft else round_state(round_)


def players_left(version: EventVersion) -> tuple[PlayerId, ...]:
    """Return who is in the round that is played now or comes next: in a bracket, who is left."""
    event = version.event
    last = event.current
    if last is None or last.kind != "elimination":
        seeds = event.qualification.seeds if event.qualification is not None else ()
        return tuple(player for player in event.playing() if not seeds or player in seeds)
    if not last.is_closed:
        return tuple(player for game in last.games.values() for player in game.players)
    rows = table_rows(version, last, {}, close=False)
    return tuple(
        row.winner or row.sides[0].player for row in rows if row.winner or len(row.sides) == 1
    )


def counted_games(round_: DayRound) -> tuple[int, int]:
    """Return how many games of a round have a result that counts, and how many there are."""
    games = [game for game in round_.games.values() if game.kind != "bye"]
    return sum(1 for game in games if not game.is_open), len(games)


def seats(version: EventVersion, round_: DayRound, names: Mapping[PersonId, str]) -> Iterator[Seat]:
    """Yield everybody's place in a round; the Spare Player is found at the table."""
    entrants = version.event.entrants
    for game in round_.games.values():
        for player in game.players:
            entrant = entrants.get(player)
            if entrant is None or not entrant.spare:
                other = next((other for other in game.players if other != player), None)
                number = entrant.number if entrant is not None else None
                opponent = names.get(other, other) if other is not None else None
                name = names.get(player, player)
                at = game_number(game)
                yield Seat(player, name, number, at, opponent, other=other, match=game.id)
    for player in round_.unpaired:
        entrant = entrants.get(player)
        number = entrant.number if entrant is not None else None
        yield Seat(player, names.get(player, player), number, None, None, is_paired=False)
