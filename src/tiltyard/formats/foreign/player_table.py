"""A table of players from any program: columns are recognised by their headings, or told."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, get_args

from tiltyard.core.errors import Refused, TournamentUnreadable
from tiltyard.core.plain_text import LONGEST_NAME, tidy
from tiltyard.formats.foreign.gathering import is_nobody
from tiltyard.formats.foreign.loose import whole
from tiltyard.formats.foreign.model import Remarks
from tiltyard.formats.foreign.table import meanings, read_table, require_size
from tiltyard.formats.values import shown

if TYPE_CHECKING:
    from tiltyard.formats.foreign.model import Remark
    from tiltyard.formats.foreign.table import Table

Meaning = Literal[
    "name", "first_name", "last_name", "number", "faction", "club", "total", "table", "email"
]
"""What a column can mean; every other is kept as a note."""

_WORDS: dict[Meaning, str] = {
    "name": "name, player, player name, participant, full name, competitor, entrant, "
    "spieler, spielername, teilnehmer, jugador, participante, nombre, nombre completo, joueur, "
    "nom, nom complet, giocatore, partecipante, nome, nome completo, gracz, uczestnik, "
    "imię i nazwisko, namn, spelare, deltagare, navn, spiller, deltager, naam, speler, deelnemer, "
    "jogador, nimi, pelaaja, jméno, hráč, név, játékos, имя, игрок, участник, 名前, 选手, 姓名",
    "first_name": "first, first name, given name, forename, vorname, prénom, nombre de pila, imię, "
    "förnamn, fornavn, voornaam, etunimi, křestní jméno, keresztnév",
    "last_name": "last, last name, surname, family name, nachname, familienname, nom de famille, "
    "apellido, apellidos, cognome, nazwisko, sobrenome, efternamn, etternavn, achternaam, "
    "sukunimi, příjmení, vezetéknév, фамилия",
    "number": "number, no, no., nr, nr., #, player number, start number, startnummer, "
    "spielernummer, nummer, número, numéro, numero, numer",
    "faction": "faction, army, side, allegiance, fraktion, armee, volk, facción, ejército, "
    "faction jouée, armée, fazione, esercito, frakcja, armia, facção, exército, fractie, leger, "
    "фракция",
    "club": "group, group name, club, club name, team, team name, affiliation, "
    "affiliations, gaming group, store, verein, gruppe, mannschaft, equipo, grupo, équipe, "
    "groupe, squadra, gruppo, associazione, drużyna, grupa, klub, lag, vereniging, equipe, команда",
    "total": "total, points, list points, points of the list, "
    "punkte der liste, squad points, fleet points, army points, punkte, puntos, "
    "punti, punkty, pontos",
    "table": "table, fixed table, table number, tisch, mesa, tavolo, stół",
    "email": "email, e-mail, email address, e-mail address, mail, e-mail-adresse, correo, "
    "correo electrónico, courriel, adresse e-mail, poczta",
}
HEADINGS: dict[str, tuple[str, ...]] = {
    meaning: tuple(words.split(", ")) for meaning, words in _WORDS.items()
}
_NAMES = frozenset({"name", "first_name", "last_name"})
_LONGEST_NOTE = 500
_CLUBS = re.compile(r"\s*[|/,;]\s*")


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the table: its heading, and what it is taken for (none: a note)."""

    heading: str
    meaning: Meaning | None


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """One player of the table; `notes` holds every cell that has no place of its own."""

    line: int
    name: str
    number: int | None = None
    faction: str | None = None
    club: str | None = None
    total: int | None = None
    table: int | None = None
    email: str | None = None
    notes: Mapping[str, str] = field(default_factory=dict)

    @property
    def clubs(self) -> tuple[str, ...]:
        """The clubs and families, of which a cell may name several."""
        return tuple(one for one in _CLUBS.split(self.club or "") if one)


@dataclass(frozen=True, slots=True)
class PlayerTable:
    """Everything a table of players says, before anything is done with it."""

    separator: str
    columns: tuple[Column, ...]
    players: tuple[PlayerLine, ...]
    remarks: tuple[Remark, ...] = ()

    def notes_on(self, line: PlayerLine) -> dict[str, str]:
        """Return what is kept of a line beside: an address has no other place here."""
        address = [one.heading for one in self.columns if one.meaning == "email"]
        mail = {address[0]: line.email} if address and line.email else {}
        return {**mail, **line.notes}


def read_players(
    text: str, told: Mapping[str, str] | None = None, remarks: Remarks | None = None
) -> PlayerTable:
    """Return the players of a table; `told` says what columns mean that are not recognised."""
    found = remarks if remarks is not None else Remarks()
    table = read_table(text)
    require_size(table)
    columns = _columns(table, told or {})
    lines = table.lines
    if all(column.meaning is None for column in columns) and len(columns) == 1:
        columns, lines = (Column("", "name"),), (table.headings, *table.lines)
        found.add("no-headings")
    if not any(column.meaning in _NAMES for column in columns):
        raise TournamentUnreadable("no-column-table-recognised-names", field="line 1")
    first = 2 if lines is table.lines else 1
    players = _players(columns, lines, first, found)
    if not players:
        raise TournamentUnreadable("player-table-without-players")
    return PlayerTable(table.separator, columns, players, tuple(found))


def looks_like_players(headings: tuple[str, ...]) -> bool:
    """Whether a first line names a column of players."""
    return any(one in _NAMES for one in meanings(headings, HEADINGS))


def _columns(table: Table, told: Mapping[str, str]) -> tuple[Column, ...]:
    for heading, meaning in told.items():
        if heading not in table.headings:
            raise Refused("no-such-column", heading=heading, headings=tuple(table.headings))
        if meaning not in (*get_args(Meaning), "note"):
            raise Refused(
                "column-cannot-mean", meaning=meaning, other_meaning=tuple(get_args(Meaning))
            )
    found = list(meanings(table.headings, HEADINGS))
    for heading in told:
        place = table.headings.index(heading)
        meant = None if told[heading] == "note" else told[heading]
        found = [None if one == meant else one for one in found]
        found[place] = meant
    if "first_name" in found and "name" in found and "last_name" not in found:
        found[found.index("name")] = "last_name"  # Vorname and Name, prénom and nom
    if "last_name" in found and "name" in found and "first_name" not in found:
        found[found.index("name")] = "first_name"  # nombre and apellidos
    headings = _told_apart(table.headings)
    return tuple(map(Column, headings, found))  # type: ignore[arg-type]


def _told_apart(headings: tuple[str, ...]) -> tuple[str, ...]:
    """Number the headings that come again, so that no column is kept over another."""
    names: list[str] = []
    for place, heading in enumerate(headings, 1):
        plain = tidy(heading, LONGEST_NAME - 6) or f"column {place}"
        times = 1
        while (name := plain if times == 1 else f"{plain} ({times})") in names:
            times += 1
        names.append(name)
    return tuple(names)


def _players(
    columns: tuple[Column, ...],
    lines: tuple[tuple[str, ...], ...],
    first: int,
    remarks: Remarks,
) -> tuple[PlayerLine, ...]:
    players: list[PlayerLine] = []
    names: set[str] = set()
    numbers: set[int] = set()
    for line, cells in enumerate(lines, first):
        player = _player(columns, cells, line, remarks)
        if player is None:
            remarks.add("line-without-name", f"line {line}")
            continue
        if player.name in names:
            remarks.add("name-again", f"line {line}", name=player.name)
        if player.number in numbers:
            remarks.add("number-again", f"line {line}", number=player.number or 0)
            player = replace(player, number=None)
        names.add(player.name)
        if player.number is not None:
            numbers.add(player.number)
        players.append(player)
    return tuple(players)


def _player(
    columns: tuple[Column, ...], cells: tuple[str, ...], line: int, remarks: Remarks
) -> PlayerLine | None:
    said = _Line(columns, cells, f"line {line}", remarks)
    name = said.name()
    if is_nobody(name):
        return None
    return PlayerLine(
        line=line,
        name=name,
        number=said.number("number"),
        faction=said.text("faction") or None,
        club=said.text("club") or None,
        total=said.number("total"),
        table=said.number("table"),
        email=said.text("email") or None,
        notes=said.notes,
    )


class _Line:
    """The cells of a player by what they mean; what has no place of its own is a note."""

    def __init__(
        self, columns: tuple[Column, ...], cells: tuple[str, ...], where: str, remarks: Remarks
    ) -> None:
        self.where, self.remarks = where, remarks
        self.notes: dict[str, str] = {}
        self._said: dict[str, tuple[str, str]] = {}
        for place, cell in enumerate(cells):
            column = columns[place] if place < len(columns) else Column(f"column {place + 1}", None)
            if cell and column.meaning is None:
                self._note(column.heading, cell)
            elif cell:
                self._said[column.meaning or ""] = (column.heading, cell)

    def _note(self, heading: str, cell: str) -> None:
        self.notes[heading] = self._cut(heading, tidy(cell, len(cell)), _LONGEST_NOTE)

    def _cut(self, heading: str, text: str, most: int) -> str:
        if len(text) > most:
            self.remarks.add("cell-cut", self.where, column=heading, most=most)
        return text[:most].strip()

    def name(self) -> str:
        """Return the name, or the first and the last one."""
        parts = (self.text("first_name"), self.text("last_name"))
        found = self.text("name") or " ".join(part for part in parts if part)
        return self._cut("Name", found, LONGEST_NAME)

    def text(self, meaning: Meaning) -> str:
        """Return a cell that can be shown, empty if there is none."""
        heading, cell = self._said.get(meaning, ("", ""))
        return self._cut(heading, tidy(html.unescape(cell), len(cell)), LONGEST_NAME)

    def number(self, meaning: Meaning) -> int | None:
        """Return a number above 0; what is none is kept as a note, and that is said."""
        heading, cell = self._said.get(meaning, ("", ""))
        found = Remarks()
        number = whole(cell, f"{self.where}, {meaning}", found)
        if cell and (number is None or number < 0):
            self._note(heading, cell)
            self.remarks.add("number-as-note", f"{self.where}, {meaning}", found=shown(cell))
            return None
        self.remarks.extend(found)
        return number or None
