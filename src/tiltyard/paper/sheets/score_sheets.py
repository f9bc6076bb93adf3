"""Personal score sheets: what a player keeps, filled in as far as the day has come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.engine.errors import Refused
from tiltyard.paper.paper import Sheet
from tiltyard.paper.sheets.badges import in_stack_order
from tiltyard.paper.sheets.games import place_of
from tiltyard.paper.sheets.pairings import player_number
from tiltyard.text.names import in_order
from tiltyard.text.say import say
from tiltyard.views.player import player_round

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tiltyard.day.event import DayRound, Entrant
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import PlayerId
    from tiltyard.paper.paper import Wanted
    from tiltyard.paper.view import PaperView
    from tiltyard.views.player import PlayerRound

Numbers = tuple[int | None, ...]
"""What a game brought, column by column; none where nothing was played for."""

_ROUNDS_ON_A_THIRD, _ROUNDS_ON_HALF_A_PAGE = 3, 8
_AT_LEAST = 3  # lines, as long as no number of rounds is planned


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round of a player: what is known of it, and empty fields for the rest."""

    round: str
    table: str
    opponent: str
    numbers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sum:
    """The last lines of a sheet: sums of what is known, empty where a pen adds up."""

    title: str
    numbers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The sheet of one player."""

    name: str
    number: str
    lines: tuple[RoundLine, ...]
    sums: tuple[Sum, ...]


@dataclass(frozen=True, slots=True)
class ScoreSheets:
    """All sheets in the order of slips, two or three to a page where the day is short enough."""

    per_page: int
    heads: tuple[str, ...]
    numbers: int
    number: str
    pages: tuple[tuple[ScoreSheet | None, ...], ...]


def score_sheets(view: PaperView, wanted: Wanted) -> Sheet:
    """Return the sheet of every player, or of one."""
    players = [entrant for entrant in view.players() if wanted.player in {None, entrant.id}]
    players = [
        entrant for entrant in players if entrant.state in _PLAYING or wanted.player is not None
    ]
    if not players:
        raise Refused("nobody-print-score-sheet")
    rounds = _rounds(view)
    per_page = _per_page(rounds)
    numbers = tuple(_numbers(view.rules))
    players.sort(key=lambda entrant: (in_order(entrant.name), entrant.name))
    body = ScoreSheets(
        per_page=per_page,
        heads=(
            say("common.round"),
            say("common.table"),
            say("common.opponent"),
            *numbers,
            say("paper.opponents-initials"),
        ),
        numbers=len(numbers),
        number=say("paper.no"),
        pages=in_stack_order(tuple(_sheet(view, entrant, rounds) for entrant in players), per_page),
    )
    return Sheet(say("paper.score-sheet"), body)


_PLAYING = frozenset({"registered", "checked_in", "active"})


def _per_page(rounds: int) -> int:
    if rounds <= _ROUNDS_ON_A_THIRD:
        return 3
    return 2 if rounds <= _ROUNDS_ON_HALF_A_PAGE else 1


def _rounds(view: PaperView) -> int:
    """Return how many lines a sheet needs: the Swiss rounds as planned, or as played."""
    event = view.event
    planned = event.swiss_rounds or event.details.swiss_rounds or view.rules.structure.rounds
    return max(planned or _AT_LEAST, event.swiss_played)


def _numbers(rules: Ruleset) -> Iterator[str]:
    """Yield what a player writes down of a game in this ruleset."""
    yield say("paper.own-score")
    yield say("paper.other-score")
    if any(key.key == "leaders" for key in rules.standings.order):
        yield say("paper.leader-killed")
    if rules.margin.kind != "none":
        yield say("paper.margin")
    yield say("common.points")


def _sheet(view: PaperView, player: Entrant, rounds: int) -> ScoreSheet:
    lines, known = [], []
    for place, (round_, row) in enumerate(_rows(view, player.id, rounds), 1):
        game = row.game if row is not None else None
        missed = game is None and round_ is not None and round_.is_closed
        filled: Numbers = ()
        if row is not None and game is not None:
            filled = _filled(view, row)
        elif missed:
            filled = _missed(view, row)
        known += [filled] if filled else []
        lines.append(
            RoundLine(
                str(place),
                *(("–", "–") if missed else _against(row)),
                tuple("–" if value is None else str(value) for value in filled) or _nothing(view),
            )
        )
    number = player_number(view, player.id)
    return ScoreSheet(view.name(player.id), number, tuple(lines), tuple(_sums(view, known, rounds)))


def _against(row: PlayerRound | None) -> tuple[str, str]:
    """Return the table and the opponent of a game, empty as long as it is not drawn."""
    if row is None or row.game is None:
        return "", ""
    table = "" if row.game.kind == "bye" else place_of(row.game)
    return table, row.opponent_name or say("common.bye")


def _nothing(view: PaperView) -> tuple[str, ...]:
    return ("",) * len(tuple(_numbers(view.rules)))


def _sums(view: PaperView, known: Sequence[Numbers], rounds: int) -> Iterator[Sum]:
    """Yield the sums of what is known; as long as a round is to come, there is a line for all.

    A round somebody missed is known: it brought nothing.
    """
    columns = zip(*known, strict=True)
    added = tuple(str(sum(entry for entry in column if entry is not None)) for column in columns)
    if len(known) == rounds:
        yield Sum(say("common.total"), added)
        return
    if known:
        yield Sum(say("paper.so-far"), added)
    yield Sum(say("common.total"), _nothing(view))


def _rows(
    view: PaperView, player: PlayerId, rounds: int
) -> Iterator[tuple[DayRound | None, PlayerRound | None]]:
    """Yield every round of the first stage, to come or not, with what a player did in it."""
    played = [other for other in view.event.rounds if other.kind == "swiss" and other.stage == 1]
    for place in range(rounds):
        round_ = played[place] if place < len(played) else None
        found = player_round(view, round_, player, view.names) if round_ is not None else None
        yield round_, found


def _filled(view: PaperView, row: PlayerRound) -> Numbers:
    """Return the numbers of a game that counts; none of those that were not played for."""
    line = row.line
    if line is None:
        return ()
    numbers: list[int | None] = [None, None]
    if row.has_scores:
        numbers = [line.vp_for, line.vp_against]
    if any(key.key == "leaders" for key in view.rules.standings.order):
        numbers.append(line.leaders)
    if view.rules.margin.kind != "none":
        numbers.append(line.mov)
    return (*numbers, line.tp)


def _missed(view: PaperView, row: PlayerRound | None) -> Numbers:
    """Return what a round without a game brought: nothing, or a loss to who came too late."""
    columns = len(_nothing(view))
    if row is None or row.line is None:
        return (None,) * columns
    return (*(None,) * (columns - 1), row.line.tp)
