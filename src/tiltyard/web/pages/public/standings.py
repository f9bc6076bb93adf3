"""The standings as everybody reads them: the keys, what decided each row, and where the cut is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tiltyard.engine.ruleset import ranked_by
from tiltyard.text.names import round_title
from tiltyard.text.say import say
from tiltyard.text.standings import key_phrase, key_text, short_title
from tiltyard.views.soft_scores import shown_tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiltyard.day.event import Event
    from tiltyard.engine.standings import Number
    from tiltyard.engine.tournament import PlayerId, RoundId
    from tiltyard.service.desk import Desk
    from tiltyard.views.standings import StandingsRow
    from tiltyard.web.event_view import EventView


_STATES = {
    "dropped": "common.dropped",
    "disqualified": "common.disqualified",
    "eliminated": "public.eliminated",
}


@dataclass(frozen=True, slots=True)
class Key:
    """A number of a row as it is read, and exactly where it is a fraction."""

    text: str
    exact: str


@dataclass(frozen=True, slots=True)
class Ranked:
    """A row of the standings; `left`: out of the event, whatever the points say."""

    rank: str
    player: PlayerId
    name: str
    keys: tuple[Key, ...]
    decided: str
    state: str
    last_in: bool
    left: bool = False


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A key of the order of the field, and where the document says so."""

    title: str
    clause: str


def ranking(view: EventView, desk: Desk) -> dict[str, Any]:
    """Return the whole table."""
    found = view.public_standings if view.event.rounds else None
    return {
        "rows": ranked(found.rows) if found is not None else (),
        "groups": [(group.name, ranked(group.rows)) for group in found.groups] if found else [],
        "titles": [(heading_of(key), short_title(key)) for key in found.keys] if found else [],
        "cards": found.keys if found else (),
        "after": _after(view.event, found.after) if found is not None else "",
        "cut": view.event.cut,
        "cut_points": view.event.cut_points,
        "order": order_of(view),
        "awards": awards(view),
    }


@dataclass(frozen=True, slots=True)
class Award:
    """Points beside the games as everybody reads them: places, and the prize for the most."""

    title: str
    prize: str
    voted: bool
    rows: tuple[tuple[int, PlayerId, str, int], ...]


def awards(view: EventView) -> tuple[Award, ...]:
    """Return every score that is shown by now."""
    return tuple(
        Award(
            table.kind.title,
            table.kind.prize,
            table.kind.by == "vote",
            tuple(
                (row.rank, row.player, view.public_name(row.player), row.value)
                for row in table.rows
            ),
        )
        for table in shown_tables(view.event, view.rules)
    )


def ranked(rows: Sequence[StandingsRow]) -> tuple[Ranked, ...]:
    """Return rows with public names as they are read."""
    return tuple(
        Ranked(
            rank=str(row.rank) if row.rank is not None else "–",
            player=row.player,
            name=row.name,
            keys=tuple(_key(value) for value in row.keys.values()),
            decided=key_phrase(row.decided_by) if row.decided_by is not None else "",
            state=_state(row.status),
            last_in=row.last_in,
            left=row.status in {"dropped", "disqualified"},
        )
        for row in rows
    )


def order_of(view: EventView) -> tuple[TieBreak, ...]:
    """Return the tie-breaks in their order, each with its clause."""
    return tuple(TieBreak(key_phrase(name), clause) for name, clause in ranked_by(view.rules))


def heading_of(key: str) -> str:
    """Return the heading of a column."""
    title = key_phrase(key)
    return title[:1].upper() + title[1:]


def _after(event: Event, after: RoundId | None) -> str:
    """Return the last round that counts."""
    round_ = event.round(after) if after is not None else None
    return round_title(event, round_) if round_ is not None else ""


def _key(value: Number) -> Key:
    return Key(key_text(value), "" if value.denominator == 1 else str(value))


def _state(status: str) -> str:
    return say(_STATES[status]) if status in _STATES else ""
