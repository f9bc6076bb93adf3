"""A tournament file becomes an event: all of it in one act, or nothing."""

from __future__ import annotations

import re
import secrets
import unicodedata
from hashlib import sha256
from typing import TYPE_CHECKING

from tiltyard.app.desk import require_event_id
from tiltyard.app.foreign_lists import handed_in
from tiltyard.app.import_facts import (
    IMPORT,
    ORGANIZER_NAME,
    facts_of_file,
    file_as_kept,
    organizer_of,
)
from tiltyard.app.import_seeds import seeded
from tiltyard.core.audit.going_on import check_ranking
from tiltyard.core.audit.slips import check_slips
from tiltyard.core.cut import with_replacements
from tiltyard.core.errors import Refused, TournamentUnreadable
from tiltyard.core.facts import Recorded
from tiltyard.core.flow import standings
from tiltyard.core.options import require_lengths, with_options
from tiltyard.core.plain_text import require_name
from tiltyard.core.state import fold
from tiltyard.core.state.as_tournament import as_tournament
from tiltyard.formats.tiltyard1 import place_in_file
from tiltyard.formats.tiltyard1_write import tournament_line, write_tournament
from tiltyard.store import codec
from tiltyard.store.port import Act

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiltyard.app.desk import Desk
    from tiltyard.core.facts import Fact
    from tiltyard.core.facts.imported import NumbersPublished
    from tiltyard.core.facts.lists import ListSubmitted
    from tiltyard.core.facts.people import NotesKept
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.state import Event
    from tiltyard.core.tournament import Tournament
    from tiltyard.store.port import Draft

_DERIVED = {"wrong-ranking", "wrong-number", "wrong-award"}


def import_tournament(
    desk: Desk,
    name: str,
    tournament: Tournament,
    document: Ruleset,
    *,
    organizer_name: str = ORGANIZER_NAME,
    key: str | None = None,
    published: tuple[NumbersPublished, ...] = (),
    lists: tuple[ListSubmitted, ...] = (),
    notes: tuple[NotesKept, ...] = (),
) -> Event:
    """Record a tournament file as a new event; what the log cannot say is refused by its place.

    `published` is what another program published for its players: kept beside, never used.
    `lists` are their army lists, `notes` what a table says of them beside. Who goes on without a
    seed that is worth anything gets one of the desk's.
    """
    require_event_id(name)
    organizer = require_name(organizer_name, "the-organizer")
    _require_true_numbers(tournament, document)
    with_seed, secret = seeded(tournament, desk.new_seed)
    kept = file_as_kept(with_seed, document)
    started = kept.plan.swiss_rounds is not None
    facts = (
        *facts_of_file(kept, document, name, organizer, seed_is_secret=secret),
        *published,
        *notes,
        *handed_in(lists, name, kept.seed, started=started),
    )
    drafts = [codec.draft(fact) for fact in facts]
    act = Act(
        actor=organizer_of(kept),
        role="organizer",
        at=desk.clock.now(),
        cause=IMPORT,
        key=key or secrets.token_hex(8),
        fingerprint=_fingerprint(name, organizer, tournament, (*published, *lists, *notes)),
    )
    if desk.store.answer(name, act.actor, act.key, act.fingerprint) is None:
        _require_same(as_tournament(_folded(act, drafts)), kept)
        if desk.store.head(name).number:
            raise Refused("import-tournament-event-already", name=name)
        desk.store.append(name, 0, act, drafts)
    return desk.event(name)


def event_id_for(tournament: Tournament, file: str) -> str:
    """Return an id made from the name of the event, or of its file."""
    for text in (tournament.name, file):
        plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
        name = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:64].strip("-")
        if name:
            return name
    return "imported"


def _fingerprint(
    name: str, organizer: str, tournament: Tournament, beside: tuple[Fact, ...]
) -> str:
    asked = "\n".join((name, organizer, tournament_line(tournament), *map(repr, beside)))
    return sha256(asked.encode()).hexdigest()


def _require_true_numbers(tournament: Tournament, document: Ruleset) -> None:
    """Refuse published numbers that the slips do not give; the right ones need not be kept."""
    require_lengths(document, tournament.options)
    standings(tournament, document)
    rules = with_options(document, tournament.options)
    played = with_replacements(tournament, rules)
    for finding in (*check_slips(played, rules), *check_ranking(played, rules)):
        if finding.code in _DERIVED and finding.severity == "error":
            place = "ranking" if finding.where is None else place_in_file(finding.where, "stated")
            raise TournamentUnreadable(
                "says-something-else-than-slips", clause=finding.clause, field=place
            )


def _folded(act: Act, drafts: Sequence[Draft]) -> Event:
    """Return the event as it will be read back from the log."""
    return fold(
        Recorded(number, act.at, act.actor, act.role, act.cause, act.key, _read_back(draft))
        for number, draft in enumerate(drafts, 1)
    )


def _read_back(draft: Draft) -> Fact:
    return codec.fact(draft.name, draft.body)


def _require_same(read_back: Tournament, kept: Tournament) -> None:
    """Refuse a file of which the log would say anything else than the file itself."""
    if read_back == kept:
        return
    place = _difference(write_tournament(kept), write_tournament(read_back), "")
    raise TournamentUnreadable("cannot-kept-log-event", field=place)


def _difference(wanted: object, found: object, place: str) -> str:
    """Return the first place at which two decoded files differ."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        for key in dict.fromkeys((*wanted, *found)):
            if wanted.get(key) != found.get(key):
                inner = f"{place}.{key}" if place else str(key)
                return _difference(wanted.get(key), found.get(key), inner)
    if isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        for index, (one, other) in enumerate(zip(wanted, found, strict=True)):
            if one != other:
                return _difference(one, other, f"{place}[{index}]")
    return place
