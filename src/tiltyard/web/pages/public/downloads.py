"""The files of an event: what everybody may take along, and what its organizer may."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from importlib import resources
from typing import TYPE_CHECKING, Any

from tiltyard.day.visibility import as_told_to
from tiltyard.engine.errors import Refused
from tiltyard.formats.outgoing.spreadsheets import TABLES
from tiltyard.service.exporting import FORMS, JSON, Outgoing, Wish, csv_file, readable_lists
from tiltyard.text.language import speaking, spoken_by
from tiltyard.text.say import say
from tiltyard.web.archive import archive_zip
from tiltyard.web.errors import NotFound, passed_on
from tiltyard.web.routes import Route
from tiltyard.web.security.headers import REVALIDATE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.engine.tournament import PersonId
    from tiltyard.service.desk import Desk
    from tiltyard.web.event_view import EventView
    from tiltyard.web.request import Asked, Reply
    from tiltyard.web.site import Site

ARCHIVE = "archive.zip"
FILES = {form.file: name for name, form in FORMS.items()}
SCHEMAS = ("tournament", "standings", "pairings", "findings", "catalogue", "list")
_OVER = frozenset({"finished", "archived"})
ZIP = "application/zip"


@dataclass(frozen=True, slots=True)
class Offer:
    """A file that can be had: its name in the address, and what it is for."""

    name: str
    text: str


def offered(view: EventView, desk: Desk) -> dict[str, Any]:
    """Return what everybody may take along now."""
    return {"offers": offers(view), "finished": is_over(view), "archive": ARCHIVE}


def is_over(view: EventView) -> bool:
    """Whether there is an archive."""
    return view.event.phase in _OVER and view.event.is_public


def offers(view: EventView) -> tuple[Offer, ...]:
    """Return the files that make sense for an event as it stands: tables, then other programs."""
    makes_sense = {
        "nothing": True,
        "rounds": bool(view.event.rounds),
        "programs": bool(view.event.rounds and view.rules.known_to),
    }
    sheets, *others = (
        Offer(form.file, form.text()) if makes_sense[form.needs] else None
        for form in FORMS.values()
    )
    found = (sheets, *_tables(view), *others)
    return tuple(offer for offer in found if offer is not None)


def _tables(view: EventView) -> Iterator[Offer]:
    if view.event.rounds:
        yield Offer("standings.csv", say("public.the-standings-with-all-their"))
        yield Offer("results.csv", say("public.every-game-and-how-it"))
        yield Offer("pairings.csv", say("public.who-met-whom-and-where"))
    yield Offer("players.csv", say("public.who-takes-part"))
    if readable_lists(view.event, view.rules):
        yield Offer("lists.csv", say("public.the-army-lists"))


# ------------------------------------------------------------------------------------- routes


def public_file(asked: Asked) -> Reply:
    """Hand out a file as everybody may read it."""
    require_announced(asked)
    return _answer(asked)


def require_announced(asked: Asked) -> None:
    """Refuse files of an event that only its organizers know of."""
    if not asked.site.is_public(asked.path["event"]):
        raise NotFound("public-file-not-announced")


def desk_file(asked: Asked) -> Reply:
    """Hand out a file with everybody's full name; a secret seed and secret lists are not in it."""
    return _answer(asked, asked.me)


def schema_file(asked: Asked) -> Reply:
    """Hand out a JSON Schema of our formats."""
    name, _, ending = asked.path["name"].partition(".")
    if name not in SCHEMAS or ending != "json":
        raise NotFound("no-such-schema", schemas=tuple(SCHEMAS))
    file = resources.files("tiltyard.formats").joinpath("schemas", f"{name}.json")
    headers = {"cache-control": REVALIDATE}
    return asked.reply(file.read_bytes(), media_type="application/schema+json", headers=headers)


def _answer(asked: Asked, reader: PersonId | None = None) -> Reply:
    view, name = asked.view, asked.path["name"]
    language = spoken_by(view.event, asked.visitor.language)
    key = (view.event.id, view.event.version, name, reader, language)
    make = partial(made_file, asked.site, view, name, language, reader=reader, mark=True)
    file = asked.site.shelf.fetch(key, make)
    headers = {
        "content-disposition": f'attachment; filename="{file.name}"',
        "cache-control": REVALIDATE if reader is None else "no-store",
    }
    return asked.reply(file.body, media_type=file.kind, headers=headers)


def made_file(
    site: Site, view: EventView, name: str, language: str, *, reader: PersonId | None, mark: bool
) -> Outgoing:
    """Return a file by its name: for everybody, or for a reader who may know more.

    `mark` helps spreadsheets that guess how letters are written.
    """
    level = site.desk.level(view.event.id)
    if reader is not None:
        level = replace(level, event=as_told_to(level.event, level.rules, reader))
    wish = Wish(
        level,
        public=reader is None,
        mark=mark,
        address=f"{site.settings.address}/e/{view.event.id}",
        notes=reader is not None and view.is_leader(reader),
    )
    table, _, ending = name.rpartition(".")
    with speaking(language):
        try:
            if name in FILES:
                return _without_secrets(wish, FILES[name])
            if ending == "csv" and table in TABLES:
                return csv_file(wish, table)
            if name == ARCHIVE:
                if not is_over(view):
                    raise NotFound("archive-file-needs-finished-event")
                body = archive_zip(site.renderer, view, site.desk, language)
                return Outgoing(f"{view.event.id}.zip", ZIP, body)
        except Refused as no:
            raise passed_on(NotFound, no) from no
    raise NotFound("no-such-file")


def _without_secrets(wish: Wish, form: str) -> Outgoing:
    """Return a file of a browser: never with a seed that is still secret."""
    if form == "tiltyard1" and not wish.public:
        from tiltyard.service.exporting import export_event

        event, handover = wish.level.event, wish.handover
        text = export_event(event, handover.rules, handover.lists, public=True).text
        return Outgoing(f"{event.id}.tiltyard.json", JSON, text.encode())
    return FORMS[form](wish)


ROUTES: tuple[Route, ...] = (
    Route("GET", "/e/{event}/files/{name}", "everybody", public_file),
    Route("GET", "/e/{event}/desk/files/{name}", "organizer", desk_file),
    Route("GET", "/schemas/{name}", "everybody", schema_file),
)
