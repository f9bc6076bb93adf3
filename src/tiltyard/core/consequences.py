"""What a correction, or taking something back, changes for people: places, cut, never pairings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.core.cut import qualified_by_plan
from tiltyard.core.errors import Refused
from tiltyard.core.flow import standings
from tiltyard.core.options import with_options
from tiltyard.core.state.as_tournament import as_tournament

if TYPE_CHECKING:
    from tiltyard.core.ids import PlayerId, RoundId
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.standings import Row
    from tiltyard.core.state.event import Event


@dataclass(frozen=True, slots=True)
class Moved:
    """A row of the standings that changed: place and keys, before and after."""

    player: PlayerId
    rank_before: int | None
    rank_after: int | None
    keys_before: dict[str, str]
    keys_after: dict[str, str]


@dataclass(frozen=True, slots=True)
class Account:
    """Everything a change does; published rounds are named because they stay as they are."""

    moved: tuple[Moved, ...]
    into_the_cut: tuple[PlayerId, ...]
    out_of_the_cut: tuple[PlayerId, ...]
    rounds_that_stay: tuple[RoundId, ...]

    @property
    def is_empty(self) -> bool:
        """Whether nobody is touched."""
        return not (self.moved or self.into_the_cut or self.out_of_the_cut)


def account(before: Event, after: Event, document: Ruleset) -> Account:
    """Compare two states of an event by what people see."""
    old, new = _rows(before, document), _rows(after, document)
    moved = tuple(
        Moved(
            player,
            old[player].rank if player in old else None,
            new[player].rank if player in new else None,
            _shown(old.get(player)),
            _shown(new.get(player)),
        )
        for player in dict.fromkeys((*new, *old))
        if _seen(old.get(player)) != _seen(new.get(player))
    )
    cut_before, cut_after = _in_the_cut(before, document), _in_the_cut(after, document)
    kept = {one.id: one.basis_changed for one in before.rounds}
    stay = tuple(
        one.id for one in after.rounds if one.id in kept and one.basis_changed != kept[one.id]
    )
    return Account(
        moved,
        tuple(player for player in cut_after if player not in cut_before),
        tuple(player for player in cut_before if player not in cut_after),
        stay,
    )


def _rows(event: Event, document: Ruleset) -> dict[PlayerId, Row]:
    try:
        rows = standings(as_tournament(event), document).rows
    except Refused:
        return {}
    return {row.player: row for row in rows}


def _seen(row: Row | None) -> tuple[int | None, dict[str, str]] | None:
    return (row.rank, _shown(row)) if row is not None else None


def _shown(row: Row | None) -> dict[str, str]:
    return {name: str(value) for name, value in row.keys.items()} if row is not None else {}


def _in_the_cut(event: Event, document: Ruleset) -> tuple[PlayerId, ...]:
    """Return who would go on by the standings of the Swiss rounds."""
    if not event.has_cut or not event.rounds:
        return ()
    if event.past_the_cut:
        return event.qualification.seeds if event.qualification is not None else ()
    tournament = as_tournament(event)
    rules = with_options(document, event.details.options)
    return qualified_by_plan(tournament, rules, 1)
