"""An event of another program: previewed with everything that differs, then imported."""

from __future__ import annotations

import base64
import binascii
import secrets
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tiltyard.engine.errors import Refused, TiltyardError, Unreadable
from tiltyard.engine.plain_text import require_name, tidy
from tiltyard.formats.foreign.foreign_tables import column_text
from tiltyard.formats.foreign.remarks import (
    note_text,
    place_text,
    reason_text,
    remark_text,
)
from tiltyard.formats.foreign.table import FORMATS
from tiltyard.rulesets.loader import load_all
from tiltyard.service.foreign_importing import apply_import, preview_import, read_import
from tiltyard.service.importing import IMPORT
from tiltyard.service.published import compare_event
from tiltyard.text.language import speaking
from tiltyard.text.say import say
from tiltyard.web.errors import Malformed, TooMany
from tiltyard.web.pages.desk.creating import ids_for
from tiltyard.web.pages.desk.frame import desk_page
from tiltyard.web.security.limits import IMPORTING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.day.event import Event
    from tiltyard.service.foreign_importing import ImportPreview
    from tiltyard.service.published import Comparison
    from tiltyard.web.request import Asked, Form, Reply


# ------------------------------------------------------------------------------
# An event of another program: looked at first, with everything that differs, then made ours.

LARGEST_FILE = 2 * 1024 * 1024
_MOST_REMARKS = 200


@dataclass(frozen=True, slots=True)
class Sent:
    """A file as it was sent or pasted, and what was said about it."""

    name: str
    data: bytes
    ruleset: str


def import_page(asked: Asked) -> Reply:
    """Show where a file of another program is given."""
    return _form(asked)


def import_file(asked: Asked) -> Reply:
    """Show what a file would become; with `step` "apply" make it an event."""
    session = asked.visitor.session
    if session is not None and not asked.site.limits.allow(IMPORTING, session.key):
        raise TooMany
    applies = asked.form.text("step") == "apply"
    with speaking(asked.visitor.language):
        try:
            sent = _sent(asked.form)
            look = read_import if applies else preview_import
            preview = look(
                sent.data, ruleset=sent.ruleset or None, read_list=asked.site.desk.read_list
            )
        except (Refused, Unreadable) as no:
            return _form(asked, refused=no)
        if not applies:
            return _preview(asked, sent, preview)
        try:
            event = _applied(asked, preview)
        except (Refused, Unreadable) as no:
            return _preview(asked, sent, preview, no)
        asked.flash(say("desk.the-event-is-here-with"))
    differs = preview.comparison is not None and preview.comparison.differing
    return asked.redirect(f"/e/{event.id}/desk/{'published' if differs else 'standings'}")


def _sent(form: Form) -> Sent:
    """Return the file that was uploaded, pasted, or looked at just now."""
    ruleset = form.text("ruleset")
    kept = form.text("kept")
    if kept:
        try:
            return Sent(form.text("file_name"), base64.b64decode(kept, validate=True), ruleset)
        except (binascii.Error, ValueError):
            raise Malformed("file-came-back-damaged") from None
    uploaded = form.file(LARGEST_FILE)
    if uploaded is not None and uploaded[1]:
        return Sent(uploaded[0], uploaded[1], ruleset)
    text = form.text("text")
    if not text.strip():
        raise Refused("no-file-chosen-nothing-pasted", field="file")
    data = text.encode("utf-8", "replace")
    if len(data) > LARGEST_FILE:
        most = LARGEST_FILE // 1024
        raise Refused("sent-file-too-large", field="text", most=most)
    return Sent("", data, ruleset)


def _applied(asked: Asked, preview: ImportPreview) -> Event:
    """Make the event under the first id that is free, or was taken by this same form."""
    site, form = asked.site, asked.form
    name = require_name(form.text("name"), "the-event")
    organizer = require_name(form.text("organizer"), "the-organizer")
    wanted = replace(preview, tournament=replace(preview.tournament, name=name))
    key = asked.own_key(form.text("key")) if form.text("key") else None
    taken = frozenset(site.desk.events())
    for event_id in ids_for(name):
        try:
            event = apply_import(site.desk, wanted, event_id, organizer_name=organizer, key=key)
        except TiltyardError:
            if event_id not in taken:
                raise
            continue
        _seat(asked, event)
        site.publisher.touch(event.id)
        return event
    raise AssertionError("there is always another number")


def _seat(asked: Asked, event: Event) -> None:
    """Give the organizer's chair to who imports, unless something was done there since."""
    account = asked.visitor.account
    if account is None or any(
        recorded.cause != IMPORT for recorded in asked.site.desk.log(event.id)
    ):
        return
    organizer = next(
        appointment.person for appointment in event.staff if appointment.role == "organizer"
    )
    asked.site.keyring.give_seat(account.id, event.id, organizer)


# ------------------------------------------------------------------------------- the pages


def _form(asked: Asked, refused: TiltyardError | None = None) -> Reply:
    form = asked.form
    text = form.text("text")
    return asked.page(
        "desk/importing.html",
        status=200 if refused is None else 422,
        refused=_why_not(asked, refused),
        rulesets=load_all(),
        ruleset=form.text("ruleset"),
        text=text if len(text) <= LARGEST_FILE else "",
        most=LARGEST_FILE // 1024 // 1024,
        largest=LARGEST_FILE,
    )


def _why_not(asked: Asked, refused: TiltyardError | None) -> dict[str, str] | None:
    """Return a refusal with the place in the file it is about."""
    said = asked.why_not(refused)
    if said is not None and isinstance(refused, Unreadable) and refused.field:
        said["message"] = f"{place_text(refused.field)}: {said['message']}"
    return said


def _preview(
    asked: Asked, sent: Sent, preview: ImportPreview, refused: TiltyardError | None = None
) -> Reply:
    tournament, account = preview.tournament, asked.visitor.account
    stem = sent.name.rpartition(".")[0] or sent.name
    remarks = [(place_text(remark.where), remark_text(remark)) for remark in preview.remarks]
    values: dict[str, Any] = {
        "kind": FORMATS[preview.kind].name(),
        "file_name": sent.name,
        "kept": base64.b64encode(sent.data).decode("ascii"),
        "ruleset": sent.ruleset,
        "name": asked.form.text("name") or tidy(tournament.name or stem, 80),
        "organizer": asked.form.text("organizer") or (account.name if account else ""),
        "tournament": tournament,
        "document": preview.document,
        "swiss": _rounds(preview, "swiss"),
        "elimination": _rounds(preview, "elimination"),
        "games": sum(len(round_.matches) for stage in tournament.stages for round_ in stage.rounds),
        "lists": len(preview.lists),
        "columns": [(column.heading, column_text(column)) for column in preview.columns],
        "remarks": remarks[:_MOST_REMARKS],
        "more_remarks": max(0, len(remarks) - _MOST_REMARKS),
        **compared(preview.comparison),
    }
    return asked.page(
        "desk/importing_preview.html",
        status=200 if refused is None else 422,
        refused=_why_not(asked, refused),
        form_key=asked.form.text("key") or secrets.token_hex(12),
        **values,
    )


def _rounds(preview: ImportPreview, kind: str) -> int:
    return sum(len(stage.rounds) for stage in preview.tournament.stages if stage.kind == kind)


# ------------------------------------------------------------------------------
# What another program published for an imported event, beside what follows from its games.

_MOST_LINES = 1000


@dataclass(frozen=True, slots=True)
class Difference:
    """A number that was published otherwise: whose, which, theirs, ours, and the likely reason."""

    player: str
    number: str
    theirs: str
    ours: str
    reasons: str


def published_page(asked: Asked) -> Reply:
    """Show where the published numbers of an imported event differ from ours, and why."""
    with speaking(asked.visitor.language):
        found = compare_event(asked.site.desk, asked.view.event.id)
        return desk_page(asked, "desk/published.html", **compared(found))


def is_imported(asked: Asked) -> bool:
    """Whether an event came from a file."""
    first = next(iter(asked.site.desk.log(asked.view.event.id)), None)
    return first is not None and first.cause == IMPORT


def compared(found: Comparison | None) -> dict[str, Any]:
    """Return a comparison as the templates read it."""
    if found is None:
        return {"comparison": None, "notes": [], "differences": []}
    return {
        "comparison": found,
        "notes": [note_text(note) for note in found.notes],
        "differences": list(_differences(found))[:_MOST_LINES],
    }


def _differences(comparison: Comparison) -> Iterator[Difference]:
    titles = {
        "rank": say("desk.place"),
        "tp": say("common.tournament-points-2"),
        "mov": say("desk.margin"),
        "sos": say("common.strength-of-schedule"),
        "place": say("desk.place-in-the-bracket"),
    }
    for line in comparison.differing:
        for number in line.differences:
            reasons = ", ".join(reason_text(why.code, why.round) for why in number.reasons)
            yield Difference(line.name, titles[number.key], number.theirs, number.ours, reasons)
