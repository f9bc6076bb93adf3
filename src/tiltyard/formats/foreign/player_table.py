"""A table of players from any program: columns are recognised by their headings, or told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, get_args

from tiltyard.core.errors import Refused, TournamentUnreadable
from tiltyard.formats.foreign.gathering import is_nobody
from tiltyard.formats.foreign.loose import name_in, whole
from tiltyard.formats.foreign.model import Remarks
from tiltyard.formats.foreign.table import meanings, read_table, require_size

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
    "first_name": "first name, given name, forename, vorname, prénom, nombre de pila, imię, "
    "förnamn, fornavn, voornaam, etunimi, křestní jméno, keresztnév",
    "last_name": "last name, surname, family name, nachname, familienname, nom de famille, "
    "apellido, apellidos, cognome, nazwisko, sobrenome, efternamn, etternavn, achternaam, "
    "sukunimi, příjmení, vezetéknév, фамилия",
    "number": "number, no, no., nr, nr., #, player number, start number, startnummer, "
    "spielernummer, nummer, número, numéro, numero, numer",
    "faction": "faction, army, side, allegiance, fraktion, armee, volk, facción, ejército, "
    "faction jouée, armée, fazione, esercito, frakcja, armia, facção, exército, fractie, leger, "
    "фракция",
    "club": "group, club, team, affiliation, gaming group, store, verein, gruppe, mannschaft, "
    "equipo, grupo, équipe, groupe, squadra, gruppo, associazione, drużyna, grupa, klub, lag, "
    "vereniging, equipe, команда",
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
_LONGEST_NOTE = 500


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
    if not any(column.meaning in {"name", "first_name", "last_name"} for column in columns):
        raise TournamentUnreadable(
            "no column of the table is recognised as the names of players",
            field="line 1",
            fix="a heading such as Name, or First Name and Last Name",
        )
    first = 2 if lines is table.lines else 1
    players = _players(columns, lines, first, found)
    if not players:
        raise TournamentUnreadable("the table names no player", fix="a line for each player")
    return PlayerTable(table.separator, columns, players, tuple(found))


def looks_like_players(headings: tuple[str, ...]) -> bool:
    """Whether a first line names a column of players."""
    return any(one in {"name", "first_name", "last_name"} for one in meanings(headings, HEADINGS))


def _columns(table: Table, told: Mapping[str, str]) -> tuple[Column, ...]:
    for heading, meaning in told.items():
        if heading not in table.headings:
            raise Refused(f"there is no column {heading!r}", fix=", ".join(table.headings))
        if meaning not in (*get_args(Meaning), "note"):
            raise Refused(f"a column cannot mean {meaning!r}", fix=", ".join(get_args(Meaning)))
    found = list(meanings(table.headings, HEADINGS))
    for place, heading in enumerate(table.headings):
        if heading in told:
            meant = None if told[heading] == "note" else told[heading]
            found = [None if one == meant else one for one in found]
            found[place] = meant
    if "first_name" in found and "name" in found and "last_name" not in found:
        found[found.index("name")] = "last_name"  # Vorname and Name, prénom and nom
    if "last_name" in found and "name" in found and "first_name" not in found:
        found[found.index("name")] = "first_name"  # nombre and apellidos
    return tuple(
        Column(heading, meaning)  # type: ignore[arg-type]
        for heading, meaning in zip(table.headings, found, strict=True)
    )


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
    said: dict[str, str] = {}
    notes: dict[str, str] = {}
    for place, cell in enumerate(cells):
        column = columns[place] if place < len(columns) else Column(f"column {place + 1}", None)
        if not cell:
            continue
        if column.meaning is None:
            notes[column.heading or f"column {place + 1}"] = cell[:_LONGEST_NOTE]
        else:
            said[column.meaning] = cell
    parts = (said.get("first_name", ""), said.get("last_name", ""))
    name = name_in(said.get("name", "")) or name_in(" ".join(part for part in parts if part))
    if is_nobody(name):
        return None

    def positive(meaning: str) -> int | None:
        number = whole(said.get(meaning), f"line {line}, {meaning}", remarks)
        return number if number is not None and number > 0 else None

    return PlayerLine(
        line=line,
        name=name,
        number=positive("number"),
        faction=name_in(said.get("faction", "")) or None,
        club=name_in(said.get("club", "")) or None,
        total=positive("total"),
        table=positive("table"),
        email=name_in(said.get("email", "")) or None,
        notes=notes,
    )
