"""A table of games: one line for each, with its round, both players and what they scored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.errors import TournamentUnreadable
from tiltyard.formats.foreign.gathering import Gathering, settled
from tiltyard.formats.foreign.loose import count, whole
from tiltyard.formats.foreign.model import ForeignMatch, ForeignRound, ForeignTournament
from tiltyard.formats.foreign.table import meanings, read_table, require_size

if TYPE_CHECKING:
    from tiltyard.formats.foreign.model import Remarks

HEADINGS: dict[str, tuple[str, ...]] = {
    "round": ("round", "runde", "ronda", "tour", "runda", "turno"),
    "table": ("table", "tisch", "mesa", "tavolo", "stół"),
    "first": ("p1", "player1", "player 1", "spieler 1", "jugador 1", "joueur 1", "gracz 1"),
    "second": ("p2", "player2", "player 2", "spieler 2", "jugador 2", "joueur 2", "gracz 2"),
    "first_points": ("p1_vp", "vp1", "p1_points", "player1points", "p1_score", "score1"),
    "second_points": ("p2_vp", "vp2", "p2_points", "player2points", "p2_score", "score2"),
}
_NEEDED = frozenset({"round", "first", "second"})
_VICTORY_POINTS = ("p1_vp", "vp1")


def looks_like_games(headings: tuple[str, ...]) -> bool:
    """Whether a first line names the columns of games."""
    return _NEEDED.issubset(meanings(headings, HEADINGS))


def read_games(text: str, remarks: Remarks) -> ForeignTournament:
    """Return the tournament of a table of games; only Middle-earth counts victory points."""
    table = read_table(text)
    require_size(table)
    columns = meanings(table.headings, HEADINGS)
    hall = Gathering(remarks)
    rounds: dict[int, list[ForeignMatch]] = {}
    for line, cells in enumerate(table.lines, 2):
        said = {
            meaning: cell for meaning, cell in zip(columns, cells, strict=False) if meaning and cell
        }
        where = f"line {line}"
        number = whole(said.get("round"), where, remarks)
        match = _match(said, where, hall, remarks)
        if number is None or number < 1:
            remarks.add("line-without-round", where)
        elif match is not None:
            rounds.setdefault(number, []).append(match)
    in_order = settled(
        [ForeignRound(tuple(found), number=number) for number, found in rounds.items()], hall
    )
    if not hall.players:
        raise TournamentUnreadable("the table names no player", fix="a line for each game")
    counts_victories = any(heading in _VICTORY_POINTS for heading in table.headings)
    return ForeignTournament(
        kind="games",
        name="",
        players=tuple(hall.players.values()),
        rounds=in_order,
        rulesets=("middle-earth",)
        if counts_victories
        else ("xwing-dogfight", "xwing-second-edition"),
        remarks=tuple(remarks),
    )


def _match(
    said: dict[str, str], where: str, hall: Gathering, remarks: Remarks
) -> ForeignMatch | None:
    first, second = (hall.find(None, said.get(side, "")) for side in ("first", "second"))
    table = whole(said.get("table"), where, remarks)
    table = table if table and table > 0 else None
    points = tuple(
        count(said.get(side), where, remarks) for side in ("first_points", "second_points")
    )
    if first is None or second is None:
        resting = first or second
        if resting is None:
            remarks.add("match-of-nobody", where)
            return None
        paid = points[0] if first is not None else points[1]
        if paid:
            name = hall.players[resting].name
            remarks.add("bye-with-points", where, name=name, points=paid)
        return ForeignMatch((resting,), table=table)
    return ForeignMatch(
        (first, second), (points[0], points[1]), table=table, finished=points != (None, None)
    )
