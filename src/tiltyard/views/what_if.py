"""What if: the standings with other results, who moves, who enters and who leaves the cut."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tiltyard.engine.cut import has_cut, inside_the_cut
from tiltyard.engine.flow import standings
from tiltyard.engine.options import with_options
from tiltyard.engine.what_if import suppose

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.standings import Number, Row
    from tiltyard.engine.tournament import PlayerId, Tournament
    from tiltyard.engine.what_if import Supposed


@dataclass(frozen=True, slots=True)
class WhatIfRow:
    """A player with the place before and after, and the key that parts them from the row above.

    `inside`: in the cut after it. `last_in`: the cut line is below this row.
    """

    player: PlayerId
    before: int | None
    after: int | None
    keys: dict[str, Number]
    decided_by: str | None
    inside: bool
    last_in: bool


@dataclass(frozen=True, slots=True)
class WhatIf:
    """The order with other results beside the order now; `line` is the key that decides the cut."""

    rows: tuple[WhatIfRow, ...]
    enter: tuple[PlayerId, ...]
    leave: tuple[PlayerId, ...]
    line: str | None

    @property
    def moved(self) -> int:
        """How many players change their place."""
        return sum(row.before != row.after for row in self.rows)


def what_if(tournament: Tournament, document: Ruleset, results: Sequence[Supposed]) -> WhatIf:
    """Rank the first Swiss stage with other results; nothing is recorded.

    Before is the order by every result on record, those of a round still played included.
    """
    rules = with_options(document, tournament.options)
    swiss = replace(tournament, stages=tournament.stages[:1])
    now = standings(suppose(swiss, rules, ()), document).rows
    then = standings(suppose(swiss, rules, results), document).rows
    places = {row.player: row.rank for row in now}
    inside_now, inside = _inside(now, swiss, rules), _inside(then, swiss, rules)
    last = inside[-1] if 0 < len(inside) < len(then) else None
    rows = tuple(
        WhatIfRow(
            row.player,
            places.get(row.player),
            row.rank,
            dict(row.keys),
            row.decided_by,
            row.player in inside,
            row.player == last,
        )
        for row in then
    )
    return WhatIf(
        rows,
        tuple(player for player in inside if player not in inside_now),
        tuple(player for player in inside_now if player not in inside),
        _line(then, last),
    )


def _inside(rows: Sequence[Row], tournament: Tournament, rules: Ruleset) -> tuple[PlayerId, ...]:
    if not has_cut(tournament, rules):
        return ()
    return inside_the_cut((row for row in rows if row.status == "active"), tournament, rules)


def _line(rows: Sequence[Row], last: PlayerId | None) -> str | None:
    """Return the key that parts the last one in from the first one out."""
    place = next((at for at, row in enumerate(rows) if row.player == last), None)
    following = rows[place + 1 :] if place is not None else ()
    return next((row.decided_by for row in following if row.status == "active"), None)
