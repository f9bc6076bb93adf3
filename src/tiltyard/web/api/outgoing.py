"""What programs take along: files as everybody may read them, and papers for the staff."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tiltyard.formats.outgoing.spreadsheets import TABLES
from tiltyard.paper.table import PAPERS
from tiltyard.service.exporting import CSV, JSON, XLSX
from tiltyard.text.language import ENGLISH, language, spoken_by
from tiltyard.text.say import say
from tiltyard.web.api import models
from tiltyard.web.errors import Forbidden, NotFound, TooMany
from tiltyard.web.pages.public.downloads import ARCHIVE, FILES, ZIP, is_over, made_file, offers
from tiltyard.web.printing import PACK, may_print, order_of, printed
from tiltyard.web.security.limits import PRINTING

if TYPE_CHECKING:
    from tiltyard.engine.tournament import PersonId
    from tiltyard.service.exporting import Outgoing
    from tiltyard.web.api.operations import Called

MEDIA = (JSON, CSV, XLSX, "text/plain; charset=us-ascii", "text/calendar; charset=utf-8", ZIP)
ALL_FILES = (*FILES, *(f"{table}.csv" for table in TABLES), ARCHIVE)
ALL_PAPERS = (PACK, *PAPERS)


def files(called: Called) -> models.Files:
    """List the files that make sense for an event as it stands."""
    found = [models.FileLine(offer.name, offer.text) for offer in offers(called.view)]
    if is_over(called.view):
        text = say("web.the-whole-event-as-pages")
        found.append(models.FileLine(ARCHIVE, text))
    return models.Files(found)


def one_file(called: Called) -> Outgoing:
    """Hand out a file, with the names the players agreed to."""
    return _file(called)


def desk_file(called: Called) -> Outgoing:
    """Hand out a file to the organizer, with everybody's full name."""
    if not called.view.is_organizer(called.me):
        raise Forbidden("these-files-organizer")
    return _file(called, called.me)


def _file(called: Called, reader: PersonId | None = None) -> Outgoing:
    site, view, name = called.site, called.view, called.path["file"]
    if reader is None and not view.event.is_public:
        raise NotFound("event-not-announced-yet")
    spoken = spoken_by(view.event, language())
    key = ("api", view.event.id, view.event.version, name, reader, spoken)
    make = partial(made_file, site, view, name, spoken, reader=reader, mark=False)
    return site.shelf.fetch(key, make)


def papers(called: Called) -> models.Papers:
    """List the papers the caller may print."""
    _require_staff(called)
    found = [paper for paper in PAPERS.values() if may_print(called.view, called.me, paper.id)]
    pack = models.PaperLine(PACK, say("web.everything-to-go-on-with"), [])
    lines = [models.PaperLine(paper.id, paper.title(), list(paper.options)) for paper in found]
    return models.Papers([pack, *lines])


def one_paper(called: Called) -> Outgoing:
    """Print a paper."""
    _require_staff(called)
    token, asked = called.token, called.query
    assert isinstance(asked, models.PaperQuery)
    if token is not None and not called.site.limits.allow(PRINTING, token.key):
        raise TooMany
    said = {
        "size": asked.size,
        "language": asked.language or "",
        "round": asked.round or "",
        "player": asked.player or "",
        "table": "" if asked.table is None else str(asked.table),
    }
    order = order_of(called.view.event, called.path["paper"], said, ENGLISH)
    file, _ = printed(called.site, called.view, called.me, order)
    return file


def _require_staff(called: Called) -> None:
    if not called.view.is_staff(called.me):
        raise Forbidden("papers-for-staff-only")
