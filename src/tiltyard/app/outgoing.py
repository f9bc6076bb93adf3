"""Everything that leaves this program as a file, for everybody or for the organizer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tiltyard.app.exporting import export_event
from tiltyard.core.errors import Refused
from tiltyard.core.ids import PlayerId
from tiltyard.core.rosters.at_the_event import lists_are_public
from tiltyard.formats.outgoing.calendar import write_calendar
from tiltyard.formats.outgoing.handover import Handover, Remark
from tiltyard.formats.outgoing.listfortress_write import write_listfortress
from tiltyard.formats.outgoing.listjuggler_write import write_listjuggler
from tiltyard.formats.outgoing.tables import TABLES, tables, write_csv, write_xlsx
from tiltyard.formats.outgoing.trf26 import write_trf26
from tiltyard.words.shown_names import in_public

if TYPE_CHECKING:
    from tiltyard.app.live import Level
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.state import Event
    from tiltyard.core.state.event import Entrant
    from tiltyard.core.state.lists import ArmyList

JSON = "application/json"
CSV = "text/csv; charset=utf-8; header=present"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_VOTES = "favourite_opponent"


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A file as it leaves: its name, its kind, its bytes, and what it could not hold."""

    name: str
    kind: str
    body: bytes
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for: for whom, and how a table is to be written."""

    level: Level
    public: bool = True
    mark: bool = False
    address: str = ""


# ------------------------------------------------------------------------------- who reads what


def handed_over(level: Level, *, public: bool = True) -> Handover:
    """Return an event as it leaves; in public with the names its players agreed to.

    Lists leave only when everybody may read them, whoever asks.
    """
    rules = level.rules
    event = public_event(level.event, rules) if public else level.event
    return Handover(event, rules, level.document, readable_lists(event, rules))


def public_event(event: Event, rules: Ruleset) -> Event:
    """Return an event as everybody may read it: nobody's family, car, needs or army in it."""
    named = in_public(event)
    revealed = lists_are_public(event, rules)
    voted = any(one.key == _VOTES for one in rules.standings.order)
    entrants = {
        player: _stripped(one, revealed=revealed, voted=voted)
        for player, one in named.entrants.items()
    }
    return replace(named, entrants=entrants)


def _stripped(entrant: Entrant, *, revealed: bool, voted: bool) -> Entrant:
    return replace(
        entrant,
        affiliations=(),
        table=None,
        faction=entrant.faction if revealed else None,
        total=entrant.total if revealed else None,
        favourite=entrant.favourite if voted else None,
    )


def readable_lists(event: Event, rules: Ruleset) -> dict[PlayerId, ArmyList]:
    """Return the lists everybody may read now, in the order of the players."""
    if not lists_are_public(event, rules):
        return {}
    kept = event.list_desk.lists
    return {
        player: kept[player]
        for player in event.entrants
        if player in kept and kept[player].is_handed_in and kept[player].is_locked
    }


# -------------------------------------------------------------------------------------- the forms


def _tiltyard1(wish: Wish) -> Outgoing:
    answer = export_event(handed_over(wish.level, public=wish.public).event, public=wish.public)
    remarks = []
    if answer.seed_left_out:
        remarks.append(Remark("seed-left-out"))
    if answer.holds_secret:
        remarks.append(Remark("holds-the-seed"))
    return _file(wish, "tiltyard.json", JSON, answer.text.encode(), tuple(remarks))


def _listfortress(wish: Wish) -> Outgoing:
    text, remarks = write_listfortress(handed_over(wish.level, public=wish.public))
    return _file(wish, "listfortress.json", JSON, text.encode(), remarks)


def _listjuggler(wish: Wish) -> Outgoing:
    text, remarks = write_listjuggler(handed_over(wish.level, public=wish.public))
    return _file(wish, "listjuggler.json", JSON, text.encode(), remarks)


def _trf26(wish: Wish) -> Outgoing:
    text, remarks = write_trf26(handed_over(wish.level, public=wish.public))
    return _file(wish, "trf", "text/plain; charset=us-ascii", text.encode(), remarks)


def _calendar(wish: Wish) -> Outgoing:
    event = handed_over(wish.level, public=wish.public).event
    text = write_calendar(event, wish.level.latest, wish.address)
    return _file(wish, "ics", "text/calendar; charset=utf-8", text.encode())


def _xlsx(wish: Wish) -> Outgoing:
    return _file(wish, "xlsx", XLSX, write_xlsx(handed_over(wish.level, public=wish.public)))


def csv_file(wish: Wish, table: str) -> Outgoing:
    """Return one table of an event as CSV."""
    found = tables(handed_over(wish.level, public=wish.public)).get(table)
    if found is None:
        if table in TABLES:
            raise Refused("there is no list that may be read", fix="wait until they are revealed")
        raise Refused(f"there is no table {table[:40]!r}", fix=f"one of {', '.join(TABLES)}")
    return _file(wish, f"{table}.csv", CSV, write_csv(found, mark=wish.mark).encode())


def _file(
    wish: Wish, ending: str, kind: str, body: bytes, remarks: tuple[Remark, ...] = ()
) -> Outgoing:
    return Outgoing(f"{wish.level.event.id}.{ending}", kind, body, remarks)


FORMS: dict[str, Callable[[Wish], Outgoing]] = {
    "tiltyard1": _tiltyard1,
    "listfortress": _listfortress,
    "listjuggler": _listjuggler,
    "xlsx": _xlsx,
    "trf26": _trf26,
    "ics": _calendar,
}
"""Every form that is one file; CSV is one file for each table."""
