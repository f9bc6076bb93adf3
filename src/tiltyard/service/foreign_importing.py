"""Events of other programs: looked at first, then made into an event in one act, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tiltyard.day.as_tournament import as_tournament
from tiltyard.day.facts import ContactNoted, NotesKept
from tiltyard.day.fold import fold
from tiltyard.day.people import LONGEST_CONTACT, noted
from tiltyard.engine.errors import Refused, RulesetUnreadable, TournamentUnreadable
from tiltyard.engine.flow import standings
from tiltyard.engine.plain_text import tidy
from tiltyard.engine.tournament import Player, PlayerId, Tournament
from tiltyard.formats.foreign.encoding import decoded
from tiltyard.formats.foreign.foreign_tables import Column, PlayerLine, PlayerTable, read_players
from tiltyard.formats.foreign.lenient import name_in
from tiltyard.formats.foreign.model import ForeignPlayer, Remark, Remarks
from tiltyard.formats.foreign.recognise import Recognised, read_foreign, recognise
from tiltyard.formats.foreign.table import PLAYERS, TILTYARD1
from tiltyard.formats.foreign.to_tiltyard1 import Reading, built, ids_of, names_the_winner
from tiltyard.formats.strict_json import decode
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.rulesets.loader import load, load_files
from tiltyard.service.clock import SteadyClock
from tiltyard.service.desk import Desk, new_seed
from tiltyard.service.importing import (
    IMPORT,
    ORGANIZER_NAME,
    Brought,
    cannot_be_drawn_again,
    event_id_for,
    file_as_kept,
    goes_on_known,
    import_tournament,
    lists_in,
    prepared,
    remark_scores,
    seed_of_file,
)
from tiltyard.service.list_reading import reader
from tiltyard.service.plug_ins import translated
from tiltyard.service.published import Comparison, Records, compare, facts_published

if TYPE_CHECKING:
    from tiltyard.day.event import Event
    from tiltyard.day.facts import ListSubmitted
    from tiltyard.engine.rosters.list_reading import ReadList
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.formats.foreign.model import ForeignTournament

Library = Callable[[str], "Ruleset"]
_MARK = 6
"""How many characters tell two events of one name apart."""


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """A file as it would become an event: nothing has happened yet.

    `comparison` sets the published numbers beside ours, where the file has any; `columns` are
    those of a table of players.
    """

    kind: str
    tournament: Tournament
    document: Ruleset
    remarks: tuple[Remark, ...] = ()
    comparison: Comparison | None = None
    foreign: ForeignTournament | None = None
    lists: tuple[ListSubmitted, ...] = ()
    notes: tuple[NotesKept | ContactNoted, ...] = ()
    columns: tuple[Column, ...] = ()

    @property
    def brought(self) -> Brought:
        """What is recorded of it."""
        published = () if self.foreign is None else facts_published(self.foreign)
        return Brought(self.tournament, self.document, published, self.lists, self.notes)

    def event_id(self, file: str = "") -> str:
        """Return an id for the event, made from its name or that of the file."""
        return event_id_for(self.tournament, file)


@dataclass(frozen=True, slots=True)
class PlayersPreview:
    """A table of players as it would be registered: nothing has happened yet."""

    table: PlayerTable

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """What is to be said about the table."""
        return self.table.remarks


def preview_import(
    data: bytes,
    *,
    ruleset: str | None = None,
    called: str = "",
    library: Library = load,
    read_list: ReadList | None = None,
) -> ImportPreview:
    """Return a file of any known program as the event it would become, or refuse it.

    What is returned can be applied: the import has been prepared, and thrown away.
    """
    preview = read_import(
        data, ruleset=ruleset, called=called, library=library, read_list=read_list
    )
    prepared("trial", preview.brought, ORGANIZER_NAME, SteadyClock().now(), new_seed)
    return preview


def read_import(
    data: bytes,
    *,
    ruleset: str | None = None,
    called: str = "",
    library: Library = load,
    read_list: ReadList | None = None,
) -> ImportPreview:
    """Return a file as it is read, for whoever applies it at once.

    An event without a name is `called` as its file is. Lists are read by `read_list`, else without
    card data.
    """
    preview = _looked_at(data, ruleset, library, read_list or reader())
    if not preview.tournament.name and preview.kind != TILTYARD1:
        named = replace(preview.tournament, name=name_in(called))
        preview = replace(preview, tournament=named)
    return preview


def _looked_at(
    data: bytes, ruleset: str | None, library: Library, read_list: ReadList
) -> ImportPreview:
    data, file = _recognised(data)
    if file.kind == TILTYARD1:
        return _of_our_own(data, ruleset, library)
    if file.kind == PLAYERS:
        return _of_players(file.file.text, file.file.remarks, ruleset, library)
    foreign = read_foreign(file)
    reading = _reading(foreign, ruleset, library)
    tournament, remarks = built(foreign, reading, seed_of_file(data))
    standings(tournament, reading.rules)  # refuses with its place what no slip can say
    lists, about_lists = lists_in(foreign, reading.rules, read_list)
    said = _about_the_game(foreign.remarks, reading.rules, chosen=ruleset is not None)
    return ImportPreview(
        foreign.kind,
        tournament,
        reading.rules,
        (*said, *remarks, *about_lists),
        compare(foreign, tournament, reading.rules),
        foreign,
        lists,
    )


def _recognised(data: bytes) -> tuple[bytes, Recognised]:
    """Return what a file is; one that only a plug-in knows is read as what that makes of it."""
    try:
        return data, recognise(data)
    except TournamentUnreadable:
        ours = translated(decoded(data)[0])
        if ours is None:
            raise
        return ours, recognise(ours)


def _about_the_game(
    remarks: tuple[Remark, ...], rules: Ruleset, *, chosen: bool
) -> tuple[Remark, ...]:
    """Say by which rules a game without a ruleset was read, unless somebody has chosen them."""
    return tuple(
        replace(remark, facts={**remark.facts, "taken": rules.id})
        if remark.code == "game-without-ruleset"
        else remark
        for remark in remarks
        if remark.code != "game-without-ruleset" or not chosen
    )


def apply_import(
    desk: Desk,
    preview: ImportPreview,
    name: str,
    *,
    organizer_name: str = ORGANIZER_NAME,
    key: str | None = None,
) -> Event:
    """Make the event that was looked at: all of it in one act, or nothing."""
    return import_tournament(desk, name, preview.brought, organizer_name=organizer_name, key=key)


def free_event_id(desk: Desk, preview: ImportPreview, file: str = "") -> str:
    """Return an id for the event that no other has; the same file twice is not two events.

    Many events of other programs have one name: the second gets a mark made from its file.
    """
    wanted = preview.event_id(file)
    if preview.foreign is None or wanted not in desk.events() or _is_there(desk, preview, wanted):
        return wanted
    return f"{wanted[: 63 - _MARK]}-{preview.tournament.seed[-_MARK:]}"


def _is_there(desk: Desk, preview: ImportPreview, name: str) -> bool:
    """Whether an event was imported from this same file, with whatever seed."""
    brought = as_tournament(
        fold(recorded for recorded in desk.log(name) if recorded.cause == IMPORT)
    )
    kept = file_as_kept(preview.tournament, preview.document)
    return replace(brought, seed=kept.seed) == kept


def preview_players(data: bytes, told: Mapping[str, str] | None = None) -> PlayersPreview:
    """Return a table of players as it would be registered; `told` says what columns mean."""
    text, encoding = decoded(data)
    remarks = Remarks()
    if encoding != "utf-8":
        remarks.add("encoding", encoding=encoding)
    return PlayersPreview(read_players(text.lstrip("\ufeff"), told, remarks))


# --------------------------------------------------------------------------------- the readings


def _reading(foreign: ForeignTournament, ruleset: str | None, library: Library) -> Reading:
    """Return the reading that explains the most published numbers; the likeliest, if none does."""
    if ruleset is not None:
        return _read_by(_loaded(ruleset, library))
    candidates = [_read_by(library(name)) for name in foreign.rulesets]
    if not _names_winners(foreign):
        candidates = [reading for reading in candidates if not reading.entered_winner]
    if len(candidates) == 1:
        return candidates[0]
    explained = [_explained(foreign, reading) for reading in candidates]
    best = max(explained)
    published = sum(1 for player in foreign.players if player.published.margin)
    if foreign.kind == "listfortress" and 10 * best[1] < published:
        return candidates[0]  # newer rules than any of these: nothing is an accident
    return candidates[explained.index(best)]


def _read_by(rules: Ruleset) -> Reading:
    return Reading(rules, names_the_winner(rules))


def _names_winners(foreign: ForeignTournament) -> bool:
    return any(match.winner is not None for round_ in foreign.swiss for match in round_.matches)


def _explained(foreign: ForeignTournament, reading: Reading) -> tuple[int, int, int]:
    """Return how many published points and margins come out, and how few scores are too high.

    No points at all are what everybody has who lost everywhere: they explain nothing.
    """
    tournament, remarks = built(foreign, reading)
    records = Records.of(tournament, reading.rules, foreign, ids_of(foreign.players))
    points = margins = 0
    for player, known in records.published.items():
        totals = records.totals(player)
        points += bool(known.published.points) and known.published.points == totals[0]
        margins += known.published.margin == totals[1]
    above = sum(1 for remark in remarks if remark.code == "score-above-the-limit")
    return points, margins, -above


def _loaded(ruleset: str, library: Library) -> Ruleset:
    try:
        return library(ruleset)
    except RulesetUnreadable as error:
        error.field = "ruleset"
        raise


# --------------------------------------------------------------------------------- other files


def _document_of(tournament: Tournament, library: Library) -> Ruleset:
    """Return the ruleset of a file: the one that came with it, else one that is known here."""
    if not tournament.ruleset_files:
        return _loaded(tournament.ruleset, library)
    try:
        return load_files(tournament.ruleset, tournament.ruleset_files)
    except RulesetUnreadable as error:
        error.field = "ruleset_files"
        raise


def _of_our_own(data: bytes, ruleset: str | None, library: Library) -> ImportPreview:
    tournament = read_tournament(decode(data))
    document = _document_of(tournament, library)
    if ruleset is not None and _loaded(ruleset, library).name != document.name:
        raise Refused("file-says-played", field="ruleset", document=document.name)
    remarks = Remarks()
    if goes_on_known(tournament):
        remarks.add("seed-known")
    if cannot_be_drawn_again(tournament):
        remarks.add("seed-missing")
    remark_scores(tournament, document, remarks)
    return ImportPreview(TILTYARD1, tournament, document, tuple(remarks))


def _of_players(
    text: str, remarks: Remarks, ruleset: str | None, library: Library
) -> ImportPreview:
    """Return an event that only has players; a table does not say which game they play."""
    if ruleset is None:
        raise Refused("table-players-does-not-say")
    rules = _loaded(ruleset, library)
    table = read_players(text.lstrip("\ufeff"), None, remarks)
    players = _as_players(table)
    notes = tuple(
        note
        for player, line in zip(players, table.players, strict=True)
        for note in _notes_on(player.id, line)
    )
    tournament = Tournament(ruleset=rules.name, players=players)
    return ImportPreview(
        PLAYERS, tournament, rules, table.remarks, notes=notes, columns=table.columns
    )


def _notes_on(player: PlayerId, line: PlayerLine) -> Iterator[NotesKept | ContactNoted]:
    """Yield what a line says of a player beside, and how they are reached."""
    notes = noted(line.notes)
    if notes:
        yield NotesKept(player, notes)
    contact = tidy(line.email or "", LONGEST_CONTACT)
    if contact:
        yield ContactNoted(player, contact)


def _as_players(table: PlayerTable) -> tuple[Player, ...]:
    ids = ids_of([ForeignPlayer(str(player.line), player.name) for player in table.players])
    return tuple(
        Player(
            id=PlayerId(ids[str(player.line)]),
            name=player.name,
            number=player.number,
            faction=player.faction,
            affiliations=player.clubs,
            total=player.total,
            table=player.table,
        )
        for player in table.players
    )
