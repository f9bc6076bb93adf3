"""The players: entered one by one or as a list, changed and taken off again."""

from __future__ import annotations

import csv
import re
import secrets
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from tiltyard.day.context import NeedsConfirmation
from tiltyard.day.list_access import lists_required
from tiltyard.day.people import RegisterPlayer
from tiltyard.day.visibility import may_read_told
from tiltyard.engine.errors import Refused, TournamentUnreadable, Unreadable
from tiltyard.engine.plain_text import LONGEST_NAME, require_name, tidy
from tiltyard.formats.foreign.encoding import decoded
from tiltyard.formats.foreign.foreign_tables import (
    MOST_LINES,
    column_text,
    looks_like_players,
    read_players,
    read_table,
)
from tiltyard.formats.foreign.remarks import place_text, remark_text
from tiltyard.text.language import speaking
from tiltyard.text.refusals import fix_text, refusal_text
from tiltyard.text.say import say, wording
from tiltyard.web.army_lists import list_stands
from tiltyard.web.errors import passed_on
from tiltyard.web.pages.account.joining import phones_open
from tiltyard.web.pages.desk.frame import desk_page, may
from tiltyard.web.pages.desk.links_page import picture_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tiltyard.day.event import Entrant
    from tiltyard.formats.foreign.foreign_tables import Column, PlayerTable
    from tiltyard.formats.foreign.model import Remark
    from tiltyard.web.event_view import EventView
    from tiltyard.web.request import Asked, Reply


# ------------------------------------------------------------------------------
# Names as people paste them: one line each, with or without headers, from any spreadsheet.

_CLUBS = re.compile(r"\s*[|/,;]\s*")


@dataclass(frozen=True, slots=True)
class TypedPlayer:
    """A player as a line names them; `number`, `table` and `total` only where they were given."""

    place: int
    name: str
    faction: str | None = None
    affiliations: tuple[str, ...] = ()
    number: int | None = None
    table: int | None = None
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Unread:
    """A line that names nobody: what it says, and what is wrong with it."""

    place: int
    text: str
    problem: str


@dataclass(frozen=True, slots=True)
class NameList:
    """What was read: players, and lines that cannot be read.

    Of a table with headings `columns` says what they were taken for, `notes` by their places what
    stands in columns that have no place at an event, and `remarks` what else is to be said.

    By their places: whose name is `known`, whose comes `twice`, and who is `chosen` at first:
    nobody who seems to be there already.
    """

    lines: tuple[TypedPlayer, ...] = ()
    unread: tuple[Unread, ...] = ()
    known: frozenset[int] = frozenset()
    twice: frozenset[int] = frozenset()
    chosen: frozenset[int] = frozenset()
    columns: tuple[Column, ...] = ()
    notes: Mapping[int, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    remarks: tuple[Remark, ...] = ()


def same_name(name: str) -> str:
    """Return a name as it is compared with others."""
    return tidy(name).casefold()


def read_names(text: str, known: Iterable[str] = ()) -> NameList:
    """Read a pasted list or table; `known` are the names of those who are registered."""
    text = text.lstrip("\ufeff").replace("\0", "")
    there = set(map(same_name, known))
    if _is_table(text):
        return _of_table(text, there)
    rows = [(n, row) for n, row in enumerate(_rows(text), 1) if any(cell.strip() for cell in row)]
    if len(rows) > MOST_LINES:
        raise Refused("more-than-lines-once", most_lines=MOST_LINES)
    lines: list[TypedPlayer] = []
    unread: list[Unread] = []
    for place, row in rows:
        try:
            lines.append(_line(place, row))
        except Refused as no:
            unread.append(Unread(place, tidy(" ".join(row), LONGEST_NAME), _problem(no)))
    return _compared(lines, unread, there)


def _is_table(text: str) -> bool:
    """Whether the first line says what stands below it."""
    try:
        table = read_table(text)
    except TournamentUnreadable:
        return False
    return looks_like_players(table.headings)


def _of_table(text: str, known: set[str]) -> NameList:
    """Read a table as every other way in reads it."""
    try:
        table = read_players(text)
    except TournamentUnreadable as no:
        if len(read_table(text).lines) == 0:
            return NameList()
        raise passed_on(Refused, no, "names") from no
    found = _compared(_lines_of(table), [], known)
    notes = {one.line: tuple(table.notes_on(one).items()) for one in table.players}
    return replace(found, columns=table.columns, notes=notes, remarks=table.remarks)


def _lines_of(table: PlayerTable) -> list[TypedPlayer]:
    return [
        TypedPlayer(one.line, one.name, one.faction, one.clubs, one.number, one.table, one.total)
        for one in table.players
    ]


def _problem(no: Refused) -> str:
    """Return what is wrong with a line, with how long a name may be where that is it."""
    if no.code == "name-too-long":
        return say("desk.the-name-is-too-long", most=LONGEST_NAME)
    return refusal_text(no)


def _compared(lines: list[TypedPlayer], unread: list[Unread], known: set[str]) -> NameList:
    """Compare the names with one another and with those who are registered."""
    names = {line.place: same_name(line.name) for line in lines}
    often = Counter(names.values())
    first = {name: place for place, name in reversed(names.items())}
    return NameList(
        tuple(lines),
        tuple(unread),
        known=frozenset(place for place, name in names.items() if name in known),
        twice=frozenset(place for place, name in names.items() if often[name] > 1),
        chosen=frozenset(place for name, place in first.items() if name not in known),
    )


def _rows(text: str) -> list[list[str]]:
    """Split every line by the separator it uses."""
    try:
        return [
            next(csv.reader([line], delimiter=_separator(line)), []) for line in text.splitlines()
        ]
    except csv.Error:
        raise Refused("list-cannot-read") from None


def _separator(line: str) -> str:
    """Return what stands between the cells of a line: tabs, else semicolons, else commas."""
    return next((one for one in "\t;" if one in line), ",")


def _line(place: int, row: Sequence[str]) -> TypedPlayer:
    """Return who a line names: the name, the faction, then clubs."""
    name, faction, *clubs = (*(cell.strip() for cell in row), "", "")
    named = tuple(club for cell in clubs for club in _CLUBS.split(cell) if club)
    return TypedPlayer(place, require_name(name, "a-player"), faction or None, named)


# ------------------------------------------------------------------------------
# The players: who takes part, entered one by one or as a list, changed and taken off again.

LARGEST_LIST = 1024 * 1024
_ACTS = (
    "register-player",
    "change-player",
    "withdraw-registration",
    "withdraw-registrations",
    "set-door-code",
    "join-as-spare",
    "release-spare",
    "choose-shown-name",
)


@dataclass(frozen=True, slots=True)
class NotRegistered:
    """A line of a list that was refused, and why; `confirm` if it only has to be meant."""

    line: TypedPlayer
    message: str
    fix: str
    clause: str
    confirm: tuple[str, ...] = ()


def people_page(asked: Asked) -> Reply:
    """Show everybody who takes part."""
    return _page(asked)


def enter_list(asked: Asked) -> Reply:
    """Show what a list would register; with `step` "register" register what was chosen of it."""
    with speaking(asked.visitor.language):
        text = _list_of(asked)
        names = read_names(text, _known(asked.view))
        if asked.form.text("step") == "register":
            return _register(asked, names)
        return _page(
            asked,
            preview=names,
            pasted=text,
            form_key=secrets.token_hex(12),
            columns=[(one.heading, column_text(one)) for one in names.columns],
            remarks=[(place_text(one.where), remark_text(one)) for one in names.remarks],
        )


def _list_of(asked: Asked) -> str:
    """Return the list that was pasted, or the file that was sent."""
    pasted = asked.form.text("names")
    sent = asked.form.file(LARGEST_LIST)
    if sent is None or pasted.strip():
        return pasted
    try:
        return decoded(sent[1])[0]
    except Unreadable as no:
        raise Refused("names-file-unreadable", field="file", why=no) from no


def _register(asked: Asked, names: NameList) -> Reply:
    """Register the chosen lines, each under its own key: sent twice, they count once."""
    key = asked.form.text("key") or secrets.token_hex(12)
    chosen = frozenset(asked.form.every("line"))
    wanted = [line for line in names.lines if str(line.place) in chosen]
    wanted.sort(key=lambda line: line.number is None)  # whoever has a number keeps it
    refused: list[NotRegistered] = []
    with speaking(asked.visitor.language):
        for line in wanted:
            try:
                command = _command(line, names)
                asked.site.do(
                    asked.view.event.id,
                    asked.me,
                    command,
                    key=f"{key[:80]}-{line.place}",
                    confirmed=asked.confirmed,
                )
            except Refused as no:
                refused.append(_not_registered(line, no))
        done = len(wanted) - len(refused)
        said = wording("desk.players-are-registered", done)
        if done:
            asked.flash(said.format(num=done))
    if not refused:
        return asked.redirect(f"/e/{asked.view.event.id}/desk/people")
    del asked.view  # it was read before the list was entered
    return _page(asked, refused_lines=refused, pasted=_list_of(asked), form_key=key)


def _not_registered(line: TypedPlayer, no: Refused) -> NotRegistered:
    codes = no.codes if isinstance(no, NeedsConfirmation) else ()
    return NotRegistered(line, refusal_text(no), fix_text(no), no.clause or "", codes)


def _command(line: TypedPlayer, names: NameList) -> RegisterPlayer:
    return RegisterPlayer(
        name=line.name,
        number=line.number,
        faction=line.faction,
        affiliations=line.affiliations,
        total=line.total,
        table=line.table,
        notes=dict(names.notes.get(line.place, ())),
    )


def _page(asked: Asked, **values: Any) -> Reply:
    view = asked.view
    event = view.event
    entrants = [one for one in event.entrants.values() if not one.spare]
    players = sorted(
        (view.as_told(asked.me, one) for one in entrants), key=lambda one: one.number or 0
    )
    shown = {"preview": None, "pasted": "", "refused_lines": [], "form_key": "", **values}
    return desk_page(
        asked,
        "desk/people.html",
        players=players,
        edit=asked.query.text("edit"),
        spares=[one for one in event.entrants.values() if one.spare],
        helpers=_free_people(view),
        namesakes=_namesakes(players),
        reads_told={
            one.id for one in players if may_read_told(event, view.rules, asked.me, one.id)
        },
        may_do={act: may(asked, act) for act in _ACTS},
        lists_needed=lists_required(event, view.rules),
        list_stands=list_stands(asked, players),
        phones_open=phones_open(asked),
        self_registration=event.phase in {"registration", "check_in"},
        register_address=f"{asked.site.settings.address}/e/{event.id}/register",
        register_picture=picture_of(f"{asked.site.settings.address}/e/{event.id}/register"),
        **shown,
    )


def _known(view: EventView) -> list[str]:
    return [one.name for one in view.event.entrants.values()]


def _free_people(view: EventView) -> list[tuple[str, str]]:
    """Return who is known and does not take part: a leader who plays keeps their own id."""
    event = view.event
    return [(person, name) for person, name in event.people.items() if person not in event.entrants]


def _namesakes(players: list[Entrant]) -> frozenset[str]:
    """Return the players who share their name with somebody."""
    by_name: dict[str, list[Entrant]] = {}
    for one in players:
        by_name.setdefault(same_name(one.name), []).append(one)
    return frozenset(one.id for many in by_name.values() if len(many) > 1 for one in many)
