"""Who is safe and who is out, for a version of an event: the lines, and a row for each player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.engine.clinch.lines import Line, lines_of
from tiltyard.engine.cut import has_cut

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiltyard.engine.clinch.chances import Chance
    from tiltyard.engine.clinch.lines import Verdict
    from tiltyard.engine.tournament import PersonId, PlayerId
    from tiltyard.views.event import EventVersion

PAIR = 2
MOST_ON_OWN_PAGES = 512
PODIUM = 3
"""Without a cut, the first place and this many places are looked at."""


@dataclass(frozen=True, slots=True)
class ClinchRow:
    """A player, the place now, and on every line the verdict and, while it is open, the chance."""

    player: PlayerId
    name: str
    rank: int | None
    verdicts: tuple[Verdict, ...]
    chances: tuple[Chance | None, ...] = ()


@dataclass(frozen=True, slots=True)
class ClinchTable:
    """The lines that matter now, and everybody who is ranked in the order of the standings."""

    lines: tuple[Line, ...]
    rows: tuple[ClinchRow, ...]


def lines_now(version: EventVersion) -> tuple[Line, ...]:
    """Return what players want to reach: the cut, or without one the first place and the podium."""
    if has_cut(version.tournament, version.rules):
        return lines_of(version.tournament, version.rules)[:1]
    return Line("place", 1), Line("place", PODIUM)


def clinch_table(version: EventVersion, names: Mapping[PersonId, str]) -> ClinchTable | None:
    """Return all verdicts; none once the Swiss rounds are over, or while none is drawn."""
    proofs, ranked = version.clinch, version.ranked
    if proofs is None or ranked is None or not version.event.rounds:
        return None
    lines = lines_now(version)
    chances = proofs.chances(lines)
    rows = tuple(
        ClinchRow(
            row.player,
            names.get(row.player, row.player),
            row.rank,
            tuple(proofs.verdict(row.player, line) for line in lines),
            tuple(chances.get((row.player, line)) for line in lines),
        )
        for row in ranked.rows
        if row.rank is not None
    )
    return ClinchTable(lines, rows)


def drawing_with(version: EventVersion, player: PlayerId) -> PlayerId | None:
    """Return with whom a player could agree on a draw now; none where nobody may."""
    outcome = version.rules.outcomes.get("intentional_draw")
    round_ = version.event.current
    if outcome is None or round_ is None or round_.kind not in outcome.stages:
        return None
    game = version.event.game_of(player)
    if game is None or not game.is_open or len(game.players) != PAIR:
        return None
    return next(other for other in game.players if other != player)


def own_clinch(version: EventVersion, player: PlayerId) -> tuple[Verdict, ...]:
    """Return the verdicts of one player; none where they are no question.

    In a very large field everybody's own page is asked for within seconds of the pairings: there
    they stand on the page of all verdicts only.
    """
    if len(version.event.entrants) > MOST_ON_OWN_PAGES:
        return ()
    proofs = version.clinch
    row = version.rows.get(player)
    if proofs is None or row is None or row.rank is None or not version.event.rounds:
        return ()
    return tuple(proofs.verdict(player, line) for line in lines_now(version))
