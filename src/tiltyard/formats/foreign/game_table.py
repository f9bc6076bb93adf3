"""A table of games: one line for each, with its round, both players and what they scored."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tiltyard.core.errors import TournamentUnreadable
from tiltyard.formats.foreign.game_words import FIRST_EDITION
from tiltyard.formats.foreign.gathering import Gathering, settled
from tiltyard.formats.foreign.loose import count, whole
from tiltyard.formats.foreign.model import ForeignMatch, ForeignRound, ForeignTournament
from tiltyard.formats.foreign.table import meanings, plain_heading, read_table, require_size

if TYPE_CHECKING:
    from tiltyard.formats.foreign.model import Remarks

_PLAYERS = (
    *("p", "player", "spieler", "jugador", "joueur"),
    *("gracz", "giocatore", "jogador", "speler"),
)
_POINTS = (
    *("vp", "points", "score", "punkte", "stand"),
    *("puntos", "punti", "punkty", "pontos", "punten"),
)


def _sides(side: int) -> tuple[str, ...]:
    """Return how the points of a side may be called: `Punkte 1`, `P1_VP`, `Player 1 Score`."""
    behind = [f"{points} {side}" for points in _POINTS]
    before = [f"{one} {side} {points}" for one in _PLAYERS for points in _POINTS]
    return (*behind, *before)


HEADINGS: dict[str, tuple[str, ...]] = {
    "round": ("round", "runde", "ronda", "tour", "runda", "turno", "ronde", "rodada"),
    "table": ("table", "tisch", "mesa", "tavolo", "stół", "tafel"),
    "first": tuple(f"{one} 1" for one in _PLAYERS),
    "second": tuple(f"{one} 2" for one in _PLAYERS),
    "first_points": _sides(1),
    "second_points": _sides(2),
    "winner": ("winner", "sieger", "ganador", "vainqueur", "vincitore", "zwycięzca"),
    **{
        f"ours {word}": (word,)
        for side in (1, 2)
        for word in (
            f"tournament points {side}",
            f"turnierpunkte {side}",
            f"margin {side}",
            f"abstand {side}",
        )
    },
}
"""What `ours` are follows from the scores, and is in our own table of results."""
_NEEDED = frozenset({"round", "first", "second"})
_VICTORY_POINTS = frozenset({"p1vp", "vp1", "player1vp"})
_ROUND = re.compile(r"[^\W\d]{2,20}\.?\s*(\d{1,3})")
"""A round with its word, as our own table of results has it: `Round 1`."""
_SIZE = re.compile(r"(?:top|cut|round of|runde der letzten|last|letzte)\s*(\d{1,3})")
_FINALS = {"quart": 8, "viertel": 8, "cuarto": 8, "semi": 4, "halb": 4, "demi": 4, "final": 2}
"""Rounds of a bracket by a part of their word, and how many are left in it."""


def looks_like_games(headings: tuple[str, ...]) -> bool:
    """Whether a first line names the columns of games."""
    return _NEEDED.issubset(meanings(headings, HEADINGS))


def read_games(text: str, remarks: Remarks) -> ForeignTournament:
    """Return the tournament of a table of games; only Middle-earth counts victory points."""
    table = read_table(text)
    require_size(table)
    columns = meanings(table.headings, HEADINGS)
    hall = Gathering(remarks)
    for heading, meaning in zip(table.headings, columns, strict=True):
        if meaning is None and heading:
            remarks.add("column-unknown", "line 1", found=heading[:80])
    rounds: dict[tuple[int, bool], list[ForeignMatch]] = {}
    for line, cells in enumerate(table.lines, 2):
        said = {
            meaning: cell for meaning, cell in zip(columns, cells, strict=False) if meaning and cell
        }
        where = f"line {line}"
        number, elimination = _round(said.get("round", ""), where, remarks)
        match = _match(said, where, hall, remarks)
        if number is None or number < 1:
            remarks.add("line-without-round", where)
        elif match is not None:
            rounds.setdefault((number, elimination), []).append(match)
    in_order = settled(
        [
            ForeignRound(tuple(found), elimination, number)
            for (number, elimination), found in rounds.items()
        ],
        hall,
    )
    if not hall.players:
        raise TournamentUnreadable("table-names-no-player")
    counts_victories = any(plain_heading(one) in _VICTORY_POINTS for one in table.headings)
    return ForeignTournament(
        kind="games",
        name="",
        players=tuple(hall.players.values()),
        rounds=in_order,
        rulesets=("middle-earth",) if counts_victories else FIRST_EDITION,
        remarks=tuple(remarks),
    )


def _round(said: str, where: str, remarks: Remarks) -> tuple[int | None, bool]:
    """Return the number of a round and whether it is one of the bracket: `Round 1`, `Final`."""
    text = said.casefold().strip()
    sized = _SIZE.search(text)
    if sized is not None:
        return int(sized.group(1)), True
    if "final" in text:
        return next(size for part, size in _FINALS.items() if part in text), True
    counted = _ROUND.fullmatch(text)
    if counted is not None:
        return int(counted.group(1)), False
    return whole(said, where, remarks), False


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
    winner = hall.known(None, said.get("winner", ""))
    return ForeignMatch(
        (first, second),
        (points[0], points[1]),
        (first, second).index(winner) if winner in (first, second) else None,
        table=table,
        finished=points != (None, None) or winner is not None,
    )
