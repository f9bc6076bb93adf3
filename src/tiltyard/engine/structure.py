"""Before the start: players to rounds and cut, by the document's table or as a suggestion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.engine.errors import OutsideTheTable, Refused, Term
from tiltyard.engine.pairing.groups import number_of_groups, rounds_of_groups

if TYPE_CHECKING:
    from tiltyard.engine.ruleset import FormatRow, Ruleset, StructureRow

STRUCTURES = ("basic", "advanced")


@dataclass(frozen=True, slots=True)
class Announced:
    """What is announced before the start; a suggestion binds nobody.

    With `cut_points` everybody with so many tournament points goes on, however many they are.
    """

    rounds: int
    cut: int
    clause: str
    suggestion: bool = False
    cut_points: int = 0

    @property
    def has_cut(self) -> bool:
        """Whether the field is cut, to a number of players or at a number of points."""
        return bool(self.cut or self.cut_points)


@dataclass(frozen=True, slots=True)
class Format:
    """Games, minutes and board for a points limit; a suggestion when the table lacks the limit."""

    games: int
    minutes: int
    board: str
    clause: str
    suggestion: bool = False


def plan_for(rules: Ruleset, players: int, structure: str | None = None) -> Announced:
    """Return rounds and cut for a number of players, or refuse what the document leaves open."""
    if players < 2:
        raise OutsideTheTable(
            "fewer-than-two-players", clause=rules.structure.clause, players=players
        )
    if structure is not None and rules.structure.kind != "tables":
        raise Refused(
            "plan-for-no-structure",
            clause=rules.structure.clause,
            game=rules.game,
            structure=structure,
        )
    if rules.structure.kind == "fixed":
        rounds = rules.structure.rounds or 0
        return Announced(rounds, 0, rules.structure.clause)
    if rules.structure.kind == "everybody":
        rounds, cut = rounds_of_schedule(rules, players), cut_of_schedule(rules, players)
        return Announced(rounds, cut, rules.structure.clause)
    if rules.structure.kind == "tables":
        return _by_table(rules, players, structure or "basic")
    if rules.structure.kind == "formats":
        raise Refused(
            "counts-games-points-limit-days", clause=rules.structure.clause, game=rules.game
        )
    return _suggested(rules, players)


def rounds_of_schedule(rules: Ruleset, players: int) -> int:
    """Return in how many rounds everybody meets everybody, as often as the ruleset has it."""
    if rules.pairing.method == "groups":
        return rounds_of_groups(players, rules.pairing.group_size)
    return rules.pairing.legs * (players if players % 2 else players - 1)


def cut_of_schedule(rules: Ruleset, players: int) -> int:
    """Return how many go on from all groups together; none where there are no groups."""
    pairing = rules.pairing
    if pairing.method != "groups":
        return 0
    return pairing.group_winners * number_of_groups(players, pairing.group_size)


def require_opponents(rules: Ruleset, rounds: int, players: int) -> None:
    """Refuse more rounds of a round robin than everybody has opponents and rests."""
    most = rounds_of_schedule(rules, players)
    if rules.pairing.method != "brackets" and rounds > most:
        raise Refused(
            "players-met-each-other-after",
            clause=rules.pairing.group_clause,
            field="swiss_rounds",
            players=players,
            most=most,
            rounds=rounds,
        )


def _by_table(rules: Ruleset, players: int, structure: str) -> Announced:
    if structure not in STRUCTURES:
        raise Refused("no-structure-table", clause=rules.structure.clause, structure=structure)
    rows: tuple[StructureRow, ...] = getattr(rules.structure, structure)
    for row in rows:
        if players >= row.least and (row.most is None or players <= row.most):
            return Announced(row.rounds, row.cut, row.clause)
    if not rows:
        raise Refused(
            "by-table-no-structure",
            clause=rules.structure.clause,
            game=rules.game,
            structure=Term(structure),
        )
    raise OutsideTheTable(
        "field-below-the-table",
        clause=rules.structure.outside_clause,
        players=players,
        structure=Term(structure),
        least=rows[0].least,
        outside_rounds=rules.structure.outside_rounds,
    )


def _suggested(rules: Ruleset, players: int) -> Announced:
    rounds = max(1, (players - 1).bit_length())
    cuts = [
        suggested_cut.cut
        for suggested_cut in rules.structure.suggested_cuts
        if players >= suggested_cut.least
    ]
    return Announced(
        rounds, cuts[-1] if cuts else 0, rules.structure.outside_clause, suggestion=True
    )


def format_for(rules: Ruleset, points: int, days: int) -> Format:
    """Return games, minutes and board for a points limit; between two rows the higher one."""
    rows = rules.structure.formats
    if not rows:
        raise Refused("no-table-points-limits", clause=rules.structure.clause, game=rules.game)
    row: FormatRow | None = next((other for other in rows if points <= other.points), None)
    if row is None or points < 1 or not 1 <= days <= len(row.games):
        raise OutsideTheTable(
            "no-row-for-points-and-days",
            clause=rules.structure.outside_clause,
            points=points,
            days=days,
            most=rows[-1].points,
            limits=tuple(known.points for known in rows),
            most_days=len(rows[0].games),
        )
    exact = row.points == points
    clause = row.clause if exact else rules.structure.outside_clause
    return Format(row.games[days - 1], row.minutes, row.board, clause, suggestion=not exact)
