"""What programs take along: files as everybody may read them, and papers for the staff."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tiltyard.app.outgoing import CSV, FORMS, JSON, XLSX, Wish, csv_file
from tiltyard.core.errors import Refused
from tiltyard.formats.outgoing.tables import TABLES
from tiltyard.printing.papers import PAPERS
from tiltyard.web.api import models
from tiltyard.web.errors import Forbidden, NotFound, TooMany
from tiltyard.web.printing_desk import PACK, may_print, order_of, printed
from tiltyard.web.public.downloads import FILES, offers
from tiltyard.web.security.limits import PRINTING
from tiltyard.words.language import gettext, language

if TYPE_CHECKING:
    from tiltyard.app.outgoing import Outgoing
    from tiltyard.web.api.operations import Called

MEDIA = (JSON, CSV, XLSX, "text/plain; charset=us-ascii", "text/calendar; charset=utf-8")


def files(called: Called) -> models.Files:
    """List the files that make sense for an event as it stands."""
    return models.Files([models.FileLine(one.name, one.text) for one in offers(called.view)])


def one_file(called: Called) -> Outgoing:
    """Hand out a file, with the names the players agreed to."""
    view, name = called.view, called.path["file"]
    key = ("api", view.event.id, view.event.version, name, language())
    return called.site.shelf.fetch(key, partial(_made, called, name))


def _made(called: Called, name: str) -> Outgoing:
    site, event = called.site, called.view.event
    wish = Wish(site.desk.level(event.id), address=f"{site.settings.address}/e/{event.id}")
    table, _, ending = name.rpartition(".")
    try:
        if name in FILES:
            return FORMS[FILES[name]](wish)
        if ending == "csv" and table in TABLES:
            return csv_file(wish, table)
    except Refused as no:
        raise NotFound(no.message, fix=no.fix or "look at the files of the event") from no
    raise NotFound("there is no such file", fix="look at the files of the event")


def papers(called: Called) -> models.Papers:
    """List the papers the caller may print."""
    _require_staff(called)
    found = [one for one in PAPERS.values() if may_print(called.view, called.me, one.id)]
    pack = models.PaperLine(PACK, gettext("Everything to go on with pen and paper"), [])
    lines = [models.PaperLine(one.id, one.title(), list(one.options)) for one in found]
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
        "language": asked.language,
        "round": asked.round or "",
        "player": asked.player or "",
        "table": "" if asked.table is None else str(asked.table),
    }
    order = order_of(called.view.event, called.path["paper"], said, asked.language)
    file, _ = printed(called.site, called.view, called.me, order)
    return file


def _require_staff(called: Called) -> None:
    if not called.view.is_staff(called.me):
        raise Forbidden("papers are for the staff", fix="a token of somebody of the staff")
