"""What a correction, or taking something back, changes for people: places, cut, never pairings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.day.as_tournament import as_tournament
from tiltyard.engine.cut import qualified_by_plan
from tiltyard.engine.errors import Refused
from tiltyard.engine.flow import standings
from tiltyard.engine.options import with_options

if TYPE_CHECKING:
    from tiltyard.day.event import Event
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.standings import Row
    from tiltyard.engine.tournament import PlayerId, RoundId


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
    """Everything a change does; published rounds are named because they stay as they are.

    A cut that is made stays too: `would_be_in` and `would_be_out` say who would be in it, and who
    would not, had it been made from the standings as they are after the change.
    """

    moved: tuple[Moved, ...]
    into_the_cut: tuple[PlayerId, ...]
    out_of_the_cut: tuple[PlayerId, ...]
    rounds_that_stay: tuple[RoundId, ...]
    would_be_in: tuple[PlayerId, ...] = ()
    would_be_out: tuple[PlayerId, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nobody is touched."""
        cut = self.into_the_cut or self.out_of_the_cut or self.would_be_in or self.would_be_out
        return not (self.moved or cut)


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
    kept = {round_.id: round_.basis_changed for round_ in before.rounds}
    stay = tuple(
        round_.id
        for round_ in after.rounds
        if round_.id in kept and round_.basis_changed != kept[round_.id]
    )
    would_be_in, would_be_out = _made_cut(before, after, document)
    return Account(
        moved,
        _without(cut_after, cut_before),
        _without(cut_before, cut_after),
        stay,
        would_be_in,
        would_be_out,
    )


def _without(players: tuple[PlayerId, ...], others: tuple[PlayerId, ...]) -> tuple[PlayerId, ...]:
    return tuple(player for player in players if player not in others)


def _made_cut(
    before: Event, after: Event, document: Ruleset
) -> tuple[tuple[PlayerId, ...], tuple[PlayerId, ...]]:
    """Return who would be in a cut that stays as it was made, and who would not."""
    made = _seeds(after)
    if not made or not _seeds(before) or not after.has_cut:
        return (), ()
    due = _by_standings(after, document)
    if {*due} == {*_by_standings(before, document)}:
        return (), ()
    return _without(due, made), _without(made, due)


def _seeds(event: Event) -> tuple[PlayerId, ...]:
    """Return who is in the cut that was made; nobody, as long as none was."""
    if event.qualification is not None:
        return event.qualification.seeds
    later = (round_.seeds for round_ in event.rounds if round_.stage > 1 and round_.seeds)
    return next(later, ())


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
    """Return who goes on: as the cut was made, else by the standings of the Swiss rounds."""
    if not event.has_cut or not event.rounds:
        return ()
    return _seeds(event) or (() if event.past_the_cut else _by_standings(event, document))


def _by_standings(event: Event, document: Ruleset) -> tuple[PlayerId, ...]:
    """Return who would go on by the standings of the Swiss rounds."""
    rules = with_options(document, event.details.options)
    return qualified_by_plan(as_tournament(event), rules, 1)
