"""The standings as everybody reads them: the keys, what decided each row, and where the cut is."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tiltyard.engine.ruleset import ranked_by
from tiltyard.text.names import round_title
from tiltyard.text.say import say
from tiltyard.text.standings import key_phrase, key_text

if TYPE_CHECKING:
    from tiltyard.engine.standings import Number, Row
    from tiltyard.engine.tournament import PlayerId
    from tiltyard.service.desk import Desk
    from tiltyard.web.event_view import EventView


@dataclass(frozen=True, slots=True)
class Key:
    """A number of a row as it is read, and exactly where it is a fraction."""

    text: str
    exact: str


@dataclass(frozen=True, slots=True)
class Ranked:
    """A row of the standings."""

    rank: str
    name: str
    keys: tuple[Key, ...]
    decided: str
    state: str
    last_in: bool


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A key of the order of the field, and where the document says so."""

    title: str
    clause: str


def ranking(view: EventView, desk: Desk) -> dict[str, Any]:
    """Return the whole table."""
    found = view.standings if view.event.rounds else None
    rows = found.rows if found is not None else ()
    keys = tuple(rows[0].keys) if rows else ()
    return {
        "rows": ranked(view, rows),
        "titles": [(heading_of(key), _short(key)) for key in keys],
        "after": _after(view),
        "cut": view.event.cut,
        "cut_points": view.event.cut_points,
        "order": order_of(view),
    }


def ranked(view: EventView, rows: tuple[Row, ...]) -> tuple[Ranked, ...]:
    """Return rows as they are read."""
    last = last_in_the_cut(view, rows)
    return tuple(
        Ranked(
            rank=str(row.rank) if row.rank is not None else "–",
            name=view.public_names.get(row.player, row.player),
            keys=tuple(_key(value) for value in row.keys.values()),
            decided=key_phrase(row.decided_by) if row.decided_by is not None else "",
            state=_state(row.status),
            last_in=row.player == last,
        )
        for row in rows
    )


def last_in_the_cut(view: EventView, rows: tuple[Row, ...]) -> PlayerId | None:
    """Return the last row above the cut line: of those who went on, or who would go on now."""
    event = view.event
    first_out = next((place for place, row in enumerate(rows) if row.decided_by == "cut"), 0)
    if first_out:
        return rows[first_out - 1].player
    active = [row.player for row in rows if row.status == "active"]
    size = event.cut or 0
    if event.cut_points:
        size = sum(
            1 for row in rows if row.status == "active" and row.keys["tp"] >= event.cut_points
        )
    if not size or event.qualification is not None or len(active) <= size:
        return None
    return active[size - 1]


def order_of(view: EventView) -> tuple[TieBreak, ...]:
    """Return the tie-breaks in their order, each with its clause."""
    return tuple(TieBreak(key_phrase(name), clause) for name, clause in ranked_by(view.rules))


def heading_of(key: str) -> str:
    """Return the heading of a column."""
    title = key_phrase(key)
    return title[:1].upper() + title[1:]


def _short(key: str) -> str:
    """Return the heading of a column for a narrow page."""
    short = {
        "tp": say("common.tp"),
        "mov": say("common.mov"),
        "sos": say("common.sos"),
        "vpd": say("public.vp"),
        "vp": say("common.vp"),
        "leaders": say("common.leaders"),
    }
    return short.get(key, heading_of(key))


def _after(view: EventView) -> str:
    """Return the last round that counts."""
    closed = [one for one in view.event.rounds if one.is_closed]
    return round_title(view.event, closed[-1]) if closed else ""


def _key(value: Number) -> Key:
    exact = Fraction(value)
    return Key(key_text(value), "" if exact.denominator == 1 else str(exact))


def _state(status: str) -> str:
    words = {
        "dropped": say("common.dropped"),
        "disqualified": say("common.disqualified"),
        "eliminated": say("public.eliminated"),
    }
    return words.get(status, "")
