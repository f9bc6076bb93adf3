"""Tables of players and of games from any program: columns known by their headings."""

from __future__ import annotations

import csv
import html
import io
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, get_args

from tiltyard.engine.errors import Refused, TournamentUnreadable
from tiltyard.engine.plain_text import LONGEST_NAME, tidy
from tiltyard.formats.foreign.foreign_names import Gathering, is_nobody, settled
from tiltyard.formats.foreign.game_words import FIRST_EDITION
from tiltyard.formats.foreign.lenient import count, whole
from tiltyard.formats.foreign.model import ForeignMatch, ForeignRound, ForeignTournament, Remarks
from tiltyard.formats.outgoing.spreadsheets import unguarded
from tiltyard.formats.values import shown
from tiltyard.text.say import say

if TYPE_CHECKING:
    from tiltyard.formats.foreign.model import ForeignFile, Remark


# ------------------------------------------------------------------------------
# Tables of any program: which character parts the columns, and what each heading means.

SEPARATORS = ("\t", ";", ",", "|")
MOST_LINES = 5000
MOST_COLUMNS = 200
_SAMPLE = 20
_TOLD = re.compile(r"sep=([\t;,|])\s*\n", re.IGNORECASE)
"""A first line in which a spreadsheet says what parts the columns."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table as it was read: the headings (none: it has no head) and the lines below."""

    separator: str
    headings: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]


def read_table(text: str) -> Table:
    """Return the lines of a table; the separator is the one that parts them most evenly."""
    plain = text.replace("\x00", "").lstrip()
    told = _TOLD.match(plain)
    if told is not None:
        plain = plain[told.end() :]
    separator = told.group(1) if told is not None else _separator(plain)
    lines = _lines(plain, separator)
    if not lines:
        raise TournamentUnreadable("table-file-empty")
    return Table(separator, lines[0], tuple(lines[1:]))


def require_size(table: Table) -> None:
    """Refuse a table that is longer or wider than any of players or games."""
    if len(table.lines) > MOST_LINES or len(table.headings) > MOST_COLUMNS:
        raise TournamentUnreadable(
            "table-lines-columns",
            count=len(table.lines),
            other_count=len(table.headings),
            most_lines=MOST_LINES,
            most_columns=MOST_COLUMNS,
        )


def _separator(text: str) -> str:
    """Return what parts the columns most evenly."""
    best, most = ",", 0
    for separator in SEPARATORS:
        lines = _lines("\n".join(text.splitlines()[: 2 * _SAMPLE]), separator)[:_SAMPLE]
        width = len(lines[0]) if lines else 0
        even = sum(1 for line in lines if len(line) == width)
        if width > 1 and even * width > most:
            best, most = separator, even * width
    return best


def _lines(text: str, separator: str) -> list[tuple[str, ...]]:
    try:
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=False)
        found = [tuple(unguarded(cell).strip() for cell in row) for row in rows]
    except csv.Error as error:
        raise TournamentUnreadable("table-cannot-read", error=str(error)) from None
    return [row for row in found if any(row)]


def plain_heading(text: str) -> str:
    """Return a heading for comparison: small letters without accents, marks and spaces."""
    bare = unicodedata.normalize("NFKD", text.casefold().replace("ł", "l").replace("ß", "ss"))
    return "".join(char for char in bare if char.isalnum() or char == "#")


def meanings(
    headings: tuple[str, ...], known: Mapping[str, tuple[str, ...]]
) -> tuple[str | None, ...]:
    """Return what each column means; a meaning goes to the first column that has it."""
    by_word = {plain_heading(word): meaning for meaning, words in known.items() for word in words}
    taken: set[str] = set()
    found: list[str | None] = []
    for heading in headings:
        meaning = by_word.get(plain_heading(heading))
        if meaning in taken:
            meaning = None
        elif meaning is not None:
            taken.add(meaning)
        found.append(meaning)
    return tuple(found)


# ------------------------------------------------------------------------------
# What the columns of a table of players are taken for, as people read it.


def column_text(column: Column) -> str:
    """Return what a column is taken for; what has no meaning here is a note."""
    titles = {
        "name": say("imports.name"),
        "first_name": say("imports.first-name"),
        "last_name": say("imports.last-name"),
        "number": say("imports.number"),
        "faction": say("imports.faction"),
        "club": say("imports.club-or-family"),
        "total": say("imports.list-points"),
        "table": say("imports.fixed-table"),
        "email": say("imports.contact-for-organizers"),
    }
    return titles.get(column.meaning or "", say("imports.kept-as-a-note-for"))


# ------------------------------------------------------------------------------
# A table of players from any program: columns are recognised by their headings, or told.

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
PLAYER_HEADINGS: dict[str, tuple[str, ...]] = {
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
        return tuple(other for other in _CLUBS.split(self.club or "") if other)


@dataclass(frozen=True, slots=True)
class PlayerTable:
    """Everything a table of players says, before anything is done with it."""

    separator: str
    columns: tuple[Column, ...]
    players: tuple[PlayerLine, ...]
    remarks: tuple[Remark, ...] = ()


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


def is_table_of_players(file: ForeignFile) -> bool:
    """Whether a file is a table, and its first line names a column of players."""
    return file.shape == "table" and looks_like_players(read_table(file.text).headings)


def looks_like_players(headings: tuple[str, ...]) -> bool:
    """Whether a first line names a column of players."""
    return any(meaning in _NAMES for meaning in meanings(headings, PLAYER_HEADINGS))


def _columns(table: Table, told: Mapping[str, str]) -> tuple[Column, ...]:
    for heading, meaning in told.items():
        if heading not in table.headings:
            raise Refused("no-such-column", heading=heading, headings=tuple(table.headings))
        if meaning not in (*get_args(Meaning), "note"):
            raise Refused(
                "column-cannot-mean", meaning=meaning, other_meaning=tuple(get_args(Meaning))
            )
    found = list(meanings(table.headings, PLAYER_HEADINGS))
    for heading in told:
        place = table.headings.index(heading)
        meant = None if told[heading] == "note" else told[heading]
        found = [None if meaning == meant else meaning for meaning in found]
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


# ------------------------------------------------------------------------------
# A table of games: one line for each, with its round, both players and what they scored.

_PLAYERS = (
    *("p", "player", "spieler", "jugador", "joueur"),
    *("gracz", "giocatore", "jogador", "speler"),
)
_POINTS = (
    *("vp", "points", "score", "punkte", "stand"),
    *("puntos", "punti", "punkty", "pontos", "punten"),
)


def _sides(side: int) -> tuple[str, ...]:
    """Return how the points of a side may be called: `Punkte 1`, `P1_VP`, `Player 1 Score`."""
    behind = [f"{points} {side}" for points in _POINTS]
    before = [f"{player} {side} {points}" for player in _PLAYERS for points in _POINTS]
    return (*behind, *before)


GAME_HEADINGS: dict[str, tuple[str, ...]] = {
    "round": ("round", "runde", "ronda", "tour", "runda", "turno", "ronde", "rodada"),
    "table": ("table", "tisch", "mesa", "tavolo", "stół", "tafel"),
    "first": tuple(f"{player} 1" for player in _PLAYERS),
    "second": tuple(f"{player} 2" for player in _PLAYERS),
    "first_points": _sides(1),
    "second_points": _sides(2),
    "winner": ("winner", "sieger", "ganador", "vainqueur", "vincitore", "zwycięzca"),
    **{
        f"ours {word}": (word,)
        for side in (1, 2)
        for word in (
            f"tournament points {side}",
            f"turnierpunkte {side}",
            f"margin {side}",
            f"abstand {side}",
        )
    },
}
"""What `ours` are follows from the scores, and is in our own table of results."""
_NEEDED = frozenset({"round", "first", "second"})
_VICTORY_POINTS = frozenset({"p1vp", "vp1", "player1vp"})
_ROUND = re.compile(r"[^\W\d]{2,20}\.?\s*(\d{1,3})")
"""A round with its word, as our own table of results has it: `Round 1`."""
_SIZE = re.compile(r"(?:top|cut|round of|runde der letzten|last|letzte)\s*(\d{1,3})")
_FINALS = {"quart": 8, "viertel": 8, "cuarto": 8, "semi": 4, "halb": 4, "demi": 4, "final": 2}
"""Rounds of a bracket by a part of their word, and how many are left in it."""


def is_table_of_games(file: ForeignFile) -> bool:
    """Whether the first line of a file names the columns of games."""
    if file.shape != "table":
        return False
    return _NEEDED.issubset(meanings(read_table(file.text).headings, GAME_HEADINGS))


def read_games(file: ForeignFile) -> ForeignTournament:
    """Return the tournament of a table of games; only Middle-earth counts victory points."""
    remarks = file.remarks
    table = read_table(file.text)
    require_size(table)
    columns = meanings(table.headings, GAME_HEADINGS)
    hall = Gathering(remarks)
    for heading, meaning in zip(table.headings, columns, strict=True):
        if meaning is None and heading:
            remarks.add("column-unknown", "line 1", found=heading[:80])
    rounds: dict[tuple[int, bool], list[ForeignMatch]] = {}
    for line, cells in enumerate(table.lines, 2):
        said = {
            meaning: cell for meaning, cell in zip(columns, cells, strict=False) if meaning and cell
        }
        where = f"line {line}"
        number, elimination = _round(said.get("round", ""), where, remarks)
        match = _match(said, where, hall, remarks)
        if number is None or number < 1:
            remarks.add("line-without-round", where)
        elif match is not None:
            rounds.setdefault((number, elimination), []).append(match)
    in_order = settled(
        [
            ForeignRound(tuple(found), elimination, number)
            for (number, elimination), found in rounds.items()
        ],
        hall,
    )
    if not hall.players:
        raise TournamentUnreadable("table-names-no-player")
    counts_victories = any(plain_heading(other) in _VICTORY_POINTS for other in table.headings)
    return ForeignTournament(
        kind="games",
        name="",
        players=tuple(hall.players.values()),
        rounds=in_order,
        rulesets=("middle-earth",) if counts_victories else FIRST_EDITION,
        remarks=tuple(remarks),
    )


def _round(said: str, where: str, remarks: Remarks) -> tuple[int | None, bool]:
    """Return the number of a round and whether it is one of the bracket: `Round 1`, `Final`."""
    text = said.casefold().strip()
    sized = _SIZE.search(text)
    if sized is not None:
        return int(sized.group(1)), True
    if "final" in text:
        return next(size for part, size in _FINALS.items() if part in text), True
    counted = _ROUND.fullmatch(text)
    if counted is not None:
        return int(counted.group(1)), False
    return whole(said, where, remarks), False


def _match(
    said: dict[str, str], where: str, hall: Gathering, remarks: Remarks
) -> ForeignMatch | None:
    first, second = (hall.find(None, said.get(side, "")) for side in ("first", "second"))
    table = whole(said.get("table"), where, remarks)
    table = table if table and table > 0 else None
    points = tuple(
        count(said.get(side), where, remarks) for side in ("first_points", "second_points")
    )
    if first is None or second is None:
        resting = first or second
        if resting is None:
            remarks.add("match-of-nobody", where)
            return None
        paid = points[0] if first is not None else points[1]
        if paid:
            name = hall.players[resting].name
            remarks.add("bye-with-points", where, name=name, points=paid)
        return ForeignMatch((resting,), table=table)
    winner = hall.known(None, said.get("winner", ""))
    return ForeignMatch(
        (first, second),
        (points[0], points[1]),
        (first, second).index(winner) if winner in (first, second) else None,
        table=table,
        finished=points != (None, None) or winner is not None,
    )
