"""Everything that leaves this program as a file, for everybody or for the organizer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tiltyard.app.exporting import export_event
from tiltyard.core.errors import Refused
from tiltyard.core.ids import PersonId, PlayerId
from tiltyard.core.rosters.at_the_event import lists_are_public, may_read_list
from tiltyard.formats.outgoing.calendar import write_calendar
from tiltyard.formats.outgoing.handover import ELSEWHERE, Handover, Remark
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
    """What is asked for: for whom, and how a table is to be written.

    `reader` is whose eyes it is for, if only for theirs: it holds every list they may read.
    `notes` says that a leader asks, who reads what tables said of the players beside.
    """

    level: Level
    public: bool = True
    mark: bool = False
    address: str = ""
    reader: PersonId | None = None
    notes: bool = False

    @property
    def handover(self) -> Handover:
        """The event as it leaves."""
        return handed_over(self.level, public=self.public, reader=self.reader, notes=self.notes)


# ------------------------------------------------------------------------------- who reads what


def handed_over(
    level: Level, *, public: bool = True, reader: PersonId | None = None, notes: bool = False
) -> Handover:
    """Return an event as it leaves; in public with the names its players agreed to.

    Lists leave when everybody may read them; for a `reader` alone, those this person may read.
    """
    rules = level.rules
    event = public_event(level.event, rules) if public else level.event
    if not notes:
        event = _without_notes(event)
    lists = readable_lists(event, rules)
    if reader is not None and not public:
        lists |= _lists_for(event, rules, reader)
    return Handover(event, rules, level.document, lists)


def _without_notes(event: Event) -> Event:
    entrants = {player: replace(one, notes={}) for player, one in event.entrants.items()}
    return replace(event, entrants=entrants)


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
        notes={},
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


def _lists_for(event: Event, rules: Ruleset, reader: PersonId) -> dict[PlayerId, ArmyList]:
    """Return what was handed in and one person may read."""
    kept = event.list_desk.lists
    return {
        player: kept[player]
        for player in event.entrants
        if player in kept
        and kept[player].is_handed_in
        and may_read_list(event, rules, reader, player)
    }


# -------------------------------------------------------------------------------------- the forms


def _tiltyard1(wish: Wish) -> Outgoing:
    handover = wish.handover
    answer = export_event(handover.event, handover.rules, handover.lists, public=wish.public)
    remarks = []
    if answer.seed_left_out:
        remarks.append(Remark("seed-left-out"))
    if answer.holds_secret:
        remarks.append(Remark("holds-the-seed"))
    if not wish.public and _has_more_than_games(wish.level.event):
        remarks.append(Remark("more-than-games"))
    return _file(wish, "tiltyard.json", JSON, answer.text.encode(), tuple(remarks))


def _has_more_than_games(event: Event) -> bool:
    """Whether an event has what a tournament file has no place for."""
    noted = any(one.notes for one in event.entrants.values())
    elsewhere = any(one.engine == ELSEWHERE for one in event.rounds)
    return bool(event.list_desk.lists or event.language or noted or elsewhere)


def _listfortress(wish: Wish) -> Outgoing:
    text, remarks = write_listfortress(wish.handover)
    return _file(wish, "listfortress.json", JSON, text.encode(), remarks)


def _listjuggler(wish: Wish) -> Outgoing:
    text, remarks = write_listjuggler(wish.handover)
    return _file(wish, "listjuggler.json", JSON, text.encode(), remarks)


def _trf26(wish: Wish) -> Outgoing:
    text, remarks = write_trf26(wish.handover)
    return _file(wish, "trf", "text/plain; charset=us-ascii", text.encode(), remarks)


def _calendar(wish: Wish) -> Outgoing:
    event = wish.handover.event
    text = write_calendar(event, wish.level.latest, wish.address)
    return _file(wish, "ics", "text/calendar; charset=utf-8", text.encode())


def _xlsx(wish: Wish) -> Outgoing:
    return _file(wish, "xlsx", XLSX, write_xlsx(wish.handover))


def csv_file(wish: Wish, table: str) -> Outgoing:
    """Return one table of an event as CSV."""
    found = tables(wish.handover).get(table)
    if found is None:
        if table in TABLES:
            raise Refused("no-list-may-read")
        raise Refused("no-such-table", table=table[:40], tables=tuple(TABLES))
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
