"""Everything that leaves the program as a file, for everybody or for the organizer."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Literal

from tiltyard.day.as_tournament import as_tournament
from tiltyard.day.facts import EventCreated
from tiltyard.day.fold import fold
from tiltyard.day.list_access import lists_are_public, may_read_list
from tiltyard.day.results import IMPOSSIBLE, roster_here
from tiltyard.day.visibility import holds_secrets, is_unpublished
from tiltyard.engine.errors import Phrase, Refused
from tiltyard.engine.flow import standings
from tiltyard.engine.rosters.checks import totals
from tiltyard.engine.scoring import with_counted_scores
from tiltyard.engine.tournament import Override, PersonId, PlayerId
from tiltyard.formats.answers import standings_document
from tiltyard.formats.log_file import read_whole, write_without_seed
from tiltyard.formats.outgoing.calendar import write_calendar
from tiltyard.formats.outgoing.handover import ELSEWHERE, Handover, Remark
from tiltyard.formats.outgoing.listjuggler_write import write_listfortress, write_listjuggler
from tiltyard.formats.outgoing.spreadsheets import TABLES, tables, write_csv, write_xlsx
from tiltyard.formats.outgoing.trf26 import write_trf26
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.formats.tiltyard1_write import tournament_line
from tiltyard.rulesets.loader import load_files
from tiltyard.service.desk import require_event_id
from tiltyard.service.plug_ins import exporters
from tiltyard.store import codec
from tiltyard.store.chain import write_log
from tiltyard.store.port import Damaged, Head, WrongStore
from tiltyard.text.names import in_public
from tiltyard.text.say import say

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from pathlib import Path

    from tiltyard.day.event import ArmyList, DayRound, Entrant, Event, Game
    from tiltyard.day.facts import Recorded
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import Match, Round, Stage, Tournament
    from tiltyard.service.event_cache import Level
    from tiltyard.service.plug_ins import Exporter
    from tiltyard.store.port import Entry, Store


# ------------------------------------------------------------------------------
# An event as a tournament file of the contract, for other programs and other laptops.


@dataclass(frozen=True, slots=True)
class Export:
    """A tournament file, and what is to be known about its seed."""

    text: str
    holds_secret: bool = False
    seed_left_out: bool = False


def export_event(
    event: Event,
    rules: Ruleset | None = None,
    lists: Collection[PlayerId] = (),
    *,
    public: bool = False,
) -> Export:
    """Return an event as a tiltyard/1 file; in public a secret seed and secret points are left out.

    `lists` are the players whose list whoever gets the file may read: what it costs is in the
    file. A drawn round that nobody has seen yet is not in it.
    """
    tournament = _with_marks(event, _with_totals(event, rules, lists))
    if rules is not None:
        tournament = with_counted_scores(tournament, rules)
    secret = not event.seed_public and event.seed != ""
    if public:
        tournament = _as_everybody_reads(tournament)
    if public and secret:
        hidden = replace(tournament, seed="")
        return Export(f"{tournament_line(hidden)}\n", seed_left_out=True)
    return Export(f"{tournament_line(tournament)}\n", holds_secret=secret)


def _as_everybody_reads(tournament: Tournament) -> Tournament:
    """Return a file without points that are not shown yet, and without the reasons of others."""
    shown = (entry for entry in tournament.soft_scores if not entry.hidden)
    return replace(tournament, soft_scores=tuple(entry._replace(reason="") for entry in shown))


def _with_totals(event: Event, rules: Ruleset | None, lists: Collection[PlayerId]) -> Tournament:
    """Return an event with what the lists cost that may be read; one of several says nothing."""
    tournament = as_tournament(event)
    if rules is None or len(rules.lists.limits) > 1:
        return tournament
    known: dict[PlayerId, int] = {}
    for player in lists:
        roster = roster_here(event, player)
        total = totals(roster, rules)[0] if roster is not None and roster.musters else None
        if total is not None:
            known[player] = total
    players = (
        replace(other, total=known.get(other.id, other.total)) for other in tournament.players
    )
    return replace(tournament, players=tuple(players))


# ------------------------------------------------------------------------- what was insisted on


def _with_marks(event: Event, tournament: Tournament) -> Tournament:
    """Return a tournament that says who insisted on a score, where the file shows the totals."""
    told = {player.id for player in tournament.players if player.total is not None}
    numbers = sorted({round_.stage for round_ in event.rounds})
    stages = list(tournament.stages)
    for place, number in enumerate(numbers):
        played = [round_ for round_ in event.rounds if round_.stage == number]
        stages[place] = _marked_stage(event, stages[place], played, told)
    return replace(tournament, stages=tuple(stages))


def _marked_stage(
    event: Event, stage: Stage, played: list[DayRound], told: Collection[PlayerId]
) -> Stage:
    rounds = list(stage.rounds)
    for index, round_ in enumerate(played):
        rounds[index] = _marked_round(event, rounds[index], round_, told)
    return replace(stage, rounds=tuple(rounds))


def _marked_round(
    event: Event, round_: Round, played: DayRound, told: Collection[PlayerId]
) -> Round:
    matches = list(round_.matches)
    for index, game in enumerate(played.games.values()):
        matches[index] = _marked(event, matches[index], game, told)
    return replace(round_, matches=tuple(matches))


def _marked(event: Event, match: Match, game: Game, told: Collection[PlayerId]) -> Match:
    said = [
        confirmation
        for confirmation in event.confirmations
        if confirmation.about == game.id and IMPOSSIBLE in confirmation.codes
    ]
    if not said or match.report is None or not set(match.players) <= set(told):
        return match
    by = said[-1].by
    return match._replace(confirmed=Override(event.people.get(by, by), IMPOSSIBLE))


# ------------------------------------------------------------------------------
# The whole log of an event as a file, and back.


def require_event(store: Store, name: str) -> None:
    """Refuse the name of an event that is not there."""
    if not store.head(name).number:
        known = ", ".join(store.streams()) or "none yet"
        raise Refused("event-unknown", name=name[:70], known=known)


def export_log(
    store: Store, name: str, *, without_seed: bool = False, with_names: bool = True
) -> Iterator[bytes]:
    """Yield the log of an event as the lines of a file; without names nobody can read them."""
    require_event(store, name)
    write = write_without_seed if without_seed else write_log
    return write(name, store.read(name), with_names=with_names)


def require_no_secrets(store: Store, name: str) -> None:
    """Refuse a log with secrets in it for somebody who looks on: the chain covers every word."""
    require_event(store, name)
    facts = [codec.recorded(entry) for entry in store.read(name)]
    event = fold(facts)
    if any(is_unpublished(event, fact) for fact in facts):
        raise Refused("log-holds-round-drawn-not")
    if any(holds_secrets(fact.fact) for fact in facts):
        raise Refused("log-holds-lists-what-only")


def import_log(
    store: Store, lines: Sequence[bytes], place: str, *, must_end_with: str | None = None
) -> Head:
    """Take over a whole log, or refuse it and change nothing.

    A log that was cut off between two lines looks whole; whoever knows its head names it.
    """
    name, entries = read_whole(lines, place)
    require_event_id(name)
    event = folded(name, entries, place)
    if event.ruleset_files:
        load_files(event.details.ruleset, event.ruleset_files)  # what nobody could open is refused
    here = store.head(name)
    there = Head(entries[-1].number, entries[-1].hash)
    if must_end_with is not None and there.hash.hex() != must_end_with.lower():
        raise Damaged(
            "ends-fact-line-head",
            number=there.number,
            place=place,
            other_number=there.number + 1,
            hex=there.hash.hex(),
            must_end_with=must_end_with[:70],
        )
    if here.number:
        if here == there:
            raise Refused("import-log-is-here", name=name)
        raise Refused("import-log-event-already", name=name, number=here.number)
    store.adopt(name, entries)
    return there


def folded(name: str, entries: Sequence[Entry], place: str) -> Event:
    """Return what a log adds up to; one that adds up to nothing is refused."""
    if not entries:
        raise Damaged("holds-no-facts", stream=name, place=place)
    facts = [readable(entry, fact_at_line(place, entry.number)) for entry in entries]
    first = facts[0].fact
    if not isinstance(first, EventCreated) or first.event != name:
        raise Damaged("first-fact-of-another-event", number=1, place=place, name=name)
    try:
        return fold(facts)
    except (AssertionError, KeyError, IndexError, ValueError, TypeError) as error:
        raise Damaged("holds-facts-do-not-follow", place=place) from error


def fact_at_line(place: str, number: int) -> Phrase:
    """Return where a fact stands in a log file; its first line is the head of the log."""
    facts = {"place": place, "number": number, "line": number + 1}
    return Phrase("store-places.fact-at-line", facts)


def readable(entry: Entry, where: Phrase) -> Recorded:
    """Return an entry from elsewhere as a fact, or refuse it and say where it stands."""
    try:
        return codec.recorded_exactly(entry)
    except WrongStore as error:
        raise WrongStore("fact-of-log-unreadable", place=where, error=error) from error


# ------------------------------------------------------------------------------
# A finished event as files that need no server: put together, signed by digests, packed.

DIGESTS = "SHA256SUMS.txt"
DATA = "data"
_EARLIEST = (1980, 1, 1, 0, 0, 0)  # the first moment a ZIP can name


def require_finished(event: Event) -> None:
    """Refuse an archive of something that still goes on, or that nobody was ever shown."""
    if event.phase not in {"finished", "archived"} or not event.is_public:
        raise Refused("archive-needs-finished-event")


def archive_files(level: Level, pages: Mapping[str, str]) -> dict[str, bytes]:
    """Return every file of an archive by its path: pages, data, and the digests of both."""
    require_finished(level.event)
    files = {name: text.encode() for name, text in pages.items()}
    files |= data_files(level)
    digests = "".join(f"{sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files))
    return {**files, DIGESTS: digests.encode()}


def data_files(level: Level) -> dict[str, bytes]:
    """Return the event for programs: the tournament file, and its tables."""
    wish = Wish(level)
    files = [FORMS["tiltyard1"](wish)]
    files += [csv_file(wish, name) for name in tables(handed_over(level))]
    return {f"{DATA}/{file.name}": file.body for file in files}


def packed(files: Mapping[str, bytes], folder: str) -> bytes:
    """Return files as a ZIP that unpacks into one folder."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as bundle:
        for name in sorted(files):
            entry = zipfile.ZipInfo(f"{folder}/{name}", _EARLIEST)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # the same on every system
            entry.external_attr = 0o644 << 16
            bundle.writestr(entry, files[name])
    return written.getvalue()


def unfold(files: Mapping[str, bytes], folder: Path) -> None:
    """Write files into a new folder; one that holds something already is left alone."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Refused("demo-folder-there-already", folder=folder)
    for name, body in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(body)


# ------------------------------------------------------------------------------
# Everything that leaves this program as a file, for everybody or for the organizer.

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
    entrants = {
        player: replace(entrant, notes={}, contact="") for player, entrant in event.entrants.items()
    }
    return replace(event, entrants=entrants)


def public_event(event: Event, rules: Ruleset) -> Event:
    """Return an event as everybody may read it: nobody's family, car, needs or army in it."""
    named = in_public(event)
    revealed = lists_are_public(event, rules)
    voted = any(key.key == _VOTES for key in rules.standings.order)
    entrants = {
        player: _stripped(entrant, revealed=revealed, voted=voted)
        for player, entrant in named.entrants.items()
    }
    return replace(named, entrants=entrants)


def _stripped(entrant: Entrant, *, revealed: bool, voted: bool) -> Entrant:
    return replace(
        entrant,
        affiliations=(),
        table=None,
        notes={},
        contact="",
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
    noted = any(entrant.notes or entrant.contact for entrant in event.entrants.values())
    elsewhere = any(round_.engine == ELSEWHERE for round_ in event.rounds)
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


def _of_plug_in(exporter: Exporter) -> Form:
    """Return the form another package writes: it is given the public documents, never a secret."""

    def make(wish: Wish) -> Outgoing:
        handover = wish.handover
        text = export_event(handover.event, handover.rules, handover.lists, public=True).text
        tournament: dict[str, object] = json.loads(text)
        order = standings(read_tournament(tournament), handover.rules)
        body = exporter.write(tournament, standings_document(order))
        return Outgoing(f"{wish.level.event.id}.{exporter.file}", exporter.media_type, body)

    return Form(make, exporter.file, purpose=exporter.about)


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


Needs = Literal["nothing", "rounds", "programs"]
"""When a form makes sense: always, with rounds, or with rounds of a game other programs know."""


@dataclass(frozen=True, slots=True)
class Form:
    """A form an event is written in: who writes it, its name as a file, and what it is for."""

    make: Callable[[Wish], Outgoing]
    file: str
    about: str = ""
    """The code of what it is for."""
    needs: Needs = "nothing"
    purpose: str = ""
    """What it is for in the words of the package that brings it."""

    def text(self) -> str:
        """Return what it is for, in the language of the reader."""
        return self.purpose or say(self.about)

    def __call__(self, wish: Wish) -> Outgoing:
        """Return an event in this form."""
        return self.make(wish)


FORMS: dict[str, Form] = {
    "xlsx": Form(_xlsx, "tables.xlsx", "public.players-pairings-results-and-standings", "rounds"),
    "ics": Form(_calendar, "schedule.ics", "public.the-schedule-for-a-calendar"),
    "tiltyard1": Form(_tiltyard1, "event.tiltyard.json", "public.everything-that-was-played-for"),
    "listfortress": Form(
        _listfortress, "event.listfortress.json", "public.for-list-fortress", "programs"
    ),
    "listjuggler": Form(
        _listjuggler, "event.listjuggler.json", "public.for-list-juggler-and-cryodex", "programs"
    ),
    "trf26": Form(_trf26, "report.trf", "public.the-swiss-rounds-for-chess", "rounds"),
    **{name: _of_plug_in(exporter) for name, exporter in exporters().items()},
}
"""The table of outgoing forms, in the order pages offer them; CSV is one file for each table."""
