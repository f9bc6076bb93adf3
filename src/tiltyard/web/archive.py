"""The pages of an archive: a finished event to be read from a stick, without a server.

Names are public names, as their owners agreed. Links are relative and nothing is loaded: the
style stands in every page, and its digest in the page's own policy.
"""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from hashlib import sha256
from importlib import resources
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from tiltyard.charts.gallery import pictures_of
from tiltyard.day.facts import (
    ActUndone,
    CutMade,
    EventAnnounced,
    EventFinished,
    EventReopened,
    EventStarted,
    PairingsChangedByHand,
    RoundDiscarded,
    RoundDrawn,
    RoundPublished,
    RoundWithdrawn,
)
from tiltyard.engine.pairing.round import Why
from tiltyard.formats.lists.plain import write_plain
from tiltyard.service.exporting import (
    DATA,
    DIGESTS,
    archive_files,
    packed,
    readable_lists,
    require_finished,
)
from tiltyard.store import codec
from tiltyard.text.facts import fact_text
from tiltyard.text.language import speaking
from tiltyard.text.names import round_title
from tiltyard.text.reasons import why_text
from tiltyard.views.round import games_in_order
from tiltyard.views.standings import standings_after
from tiltyard.web.pages.public.audit_log import record
from tiltyard.web.pages.public.bracket import public_bracket
from tiltyard.web.pages.public.charts_page import subject_of
from tiltyard.web.pages.public.overview import players_of, told
from tiltyard.web.pages.public.pairings import lines_of
from tiltyard.web.pages.public.standings import heading_of, order_of, ranked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.day.event import DayRound, Game
    from tiltyard.engine.tournament import PlayerId
    from tiltyard.service.desk import Desk
    from tiltyard.views.standings import StandingsTable
    from tiltyard.web.event_view import EventView
    from tiltyard.web.pages.public.pairings import TableLine
    from tiltyard.web.rendering import Renderer

_PUBLIC_FACTS = (
    EventAnnounced,
    EventStarted,
    RoundDrawn,
    RoundDiscarded,
    PairingsChangedByHand,
    RoundPublished,
    RoundWithdrawn,
    CutMade,
    EventFinished,
    EventReopened,
)
_STYLES = ("templates/archive/archive.css", "static/bracket.css", "static/pictures.css")


@dataclass(frozen=True, slots=True)
class Reasoned:
    """A game with its result, and why these two met."""

    line: TableLine
    reasons: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Milestone:
    """A public fact of the log: its number, when, what, its hash, and whether it was undone."""

    number: int
    at: str
    text: str
    hash: str
    undone: bool


@dataclass(frozen=True, slots=True)
class ShownList:
    """A list everybody may read, as plain text."""

    who: str
    faction: str
    name: str
    text: str


def archive_bundle(
    renderer: Renderer, view: EventView, desk: Desk, language: str
) -> dict[str, bytes]:
    """Return every file of the archive of an event."""
    require_finished(view.event)
    pages = archive_pages(renderer, view, desk, language)
    with speaking(language):
        return archive_files(desk.level(view.event.id), pages)


def archive_zip(renderer: Renderer, view: EventView, desk: Desk, language: str) -> bytes:
    """Return the archive of an event as a ZIP."""
    return packed(archive_bundle(renderer, view, desk, language), view.event.id)


def archive_pages(renderer: Renderer, view: EventView, desk: Desk, language: str) -> dict[str, str]:
    """Return the pages by their names, in one language."""
    style = _style()
    with speaking(language):
        frame = {"style": Markup(style), "policy": policy(style), **_frame(view)}  # noqa: S704  # our own file
        made = dict(_contexts(view, desk))
    return {
        name: renderer.render(f"archive/{template}", language, **frame, here=name, **values)
        for name, (template, values) in made.items()
    }


def policy(style: str) -> str:
    """Return what a page may load: its own style, and nothing else."""
    digest = b64encode(sha256(style.encode()).digest()).decode()
    return (
        f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _style() -> str:
    files = resources.files("tiltyard.web")
    return "\n".join(files.joinpath(style).read_text("utf-8") for style in _STYLES)


# ----------------------------------------------------------------------------- what pages show


def _frame(view: EventView) -> dict[str, Any]:
    """Return what every page says: the event, and where the other pages are."""
    event = view.event
    return {
        "view": view,
        "event": event,
        "rounds": [
            (f"round-{round_.id}.html", round_title(event, round_)) for round_ in event.rounds
        ],
        "after_pages": [
            (f"after-{round_.id}.html", round_title(event, round_))
            for round_ in event.rounds
            if round_.is_closed
        ],
        "has_bracket": public_bracket(view) is not None,
        "pictures": pictures_of(subject_of(view)),
        "has_lists": bool(readable_lists(event, view.rules)),
        "data": DATA,
        "digests": DIGESTS,
    }


def _contexts(view: EventView, desk: Desk) -> Iterator[tuple[str, tuple[str, dict[str, Any]]]]:
    table = view.public_standings
    yield "index.html", ("index.html", _overview(view, table))
    yield "standings.html", ("standings.html", _ranking(view, table, ""))
    closed = 0
    for round_ in view.event.rounds:
        yield f"round-{round_.id}.html", ("round.html", _round(view, round_))
        if round_.is_closed:
            closed += 1
            after = standings_after(view, view.public_names, closed)
            title = round_title(view.event, round_)
            yield f"after-{round_.id}.html", ("standings.html", _ranking(view, after, title))
    picture = public_bracket(view)
    if picture is not None:
        yield "bracket.html", ("bracket.html", {"picture": picture})
    if view.history:
        yield "statistics.html", ("statistics.html", {})
    lists = tuple(_lists(view))
    if lists:
        yield "lists.html", ("lists.html", {"lists": lists})
    trail = {**record(view, desk), "trail": tuple(_trail(view, desk))}
    yield "record.html", ("record.html", trail)


def _overview(view: EventView, table: StandingsTable | None) -> dict[str, Any]:
    event = view.event
    rulings = sorted(event.list_desk.rulings.items())
    return {
        "players": players_of(view),
        "champions": [row.name for row in table.first] if table is not None else [],
        "prizes": [(prize.title, view.public_name(prize.recipient)) for prize in event.prizes],
        "told": [said for said in told(view) if said.text],
        "rulings": [
            (product, product_ruling.legal, product_ruling.since)
            for product, product_ruling in rulings
        ],
        "leaders": ranked(table.rows[:8]) if table is not None else (),
    }


def _ranking(view: EventView, table: StandingsTable | None, after: str) -> dict[str, Any]:
    return {
        "rows": ranked(table.rows) if table is not None else (),
        "titles": [heading_of(key) for key in table.keys] if table is not None else [],
        "after": after,
        "order": order_of(view),
    }


def _round(view: EventView, round_: DayRound) -> dict[str, Any]:
    games = games_in_order(round_)
    lines = lines_of(view, round_)
    return {
        "title": round_title(view.event, round_),
        "shown": round_,
        "games": [
            Reasoned(line, tuple(_reasons(view, game)))
            for game, line in zip(games, lines, strict=True)
        ],
        "unpaired": [view.public_name(player) for player in round_.unpaired],
    }


def _reasons(view: EventView, game: Game) -> Iterator[tuple[str, str]]:
    for reason in game.why:
        why = Why(reason.code, reason.clause, reason.facts)
        yield why_text(why, view.public_names), reason.clause


def _lists(view: EventView) -> Iterator[ShownList]:
    found = readable_lists(view.event, view.rules)
    names: dict[PlayerId, str] = {player: view.public_name(player) for player in found}
    for player in sorted(found, key=lambda other: (names[other].casefold(), other)):
        roster = found[player].roster
        text = write_plain(roster, view.rules)
        yield ShownList(names[player], roster.faction, roster.name, text)


def _trail(view: EventView, desk: Desk) -> Iterator[Milestone]:
    """Yield what everybody may know of the log, in order; the hash of each covers all before."""
    entries = [
        other for other in desk.store.read(view.event.id) if other.number <= view.event.version
    ]
    facts = [(entry, codec.recorded(entry).fact) for entry in entries]
    undone = [(fact.first, fact.last) for _, fact in facts if isinstance(fact, ActUndone)]
    for entry, fact in facts:
        if isinstance(fact, _PUBLIC_FACTS):
            yield Milestone(
                entry.number,
                f"{entry.at:%Y-%m-%d %H:%M:%S} UTC",
                fact_text(fact, view.public_event),
                entry.hash.hex(),
                any(first <= entry.number <= last for first, last in undone),
            )
