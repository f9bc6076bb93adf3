"""The one address where everything is done, and the one that says what would follow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tiltyard.web.acts.commands import command_of, whole
from tiltyard.web.routes import Route
from tiltyard.words.facts import fact_text
from tiltyard.words.language import gettext, speaking

if TYPE_CHECKING:
    from tiltyard.app.desk import Done
    from tiltyard.web.asked import Asked, Reply


def do(asked: Asked) -> Reply:
    """Do an act; a script gets what happened, a browser its next page."""
    event = asked.view.event
    command = command_of(asked.path["act"], asked.form, event)
    key = asked.form.text("key") or None
    seen = asked.form.text("seen")
    done = asked.site.do(
        event.id, asked.me, command, key=key, seen=whole("seen", seen) if seen else None
    )
    said = _said(asked, done)
    if asked.wants_json:
        return asked.json(said)
    for sentence in said["text"]:
        asked.flash(sentence)
    return asked.redirect(asked.form.text("next") or f"/e/{event.id}")


def _said(asked: Asked, done: Done) -> dict[str, Any]:
    with speaking(asked.visitor.language):
        texts = [fact_text(one.fact, done.event) for one in done.facts]
        if done.repeated:
            texts.append(gettext("It was recorded before: nothing was counted twice."))
    return {"version": done.event.version, "repeated": done.repeated, "text": texts}


def preview(asked: Asked) -> Reply:
    """Say whether an act is possible and what it would change, without doing it."""
    event = asked.view.event
    command = command_of(asked.path["act"], asked.form, event)
    refused = asked.site.desk.refusal(event.id, asked.me, command)
    if refused is not None:
        raise refused
    change = asked.site.desk.what_would_change(event.id, asked.me, command)
    return asked.event_page("acts/consequences.html", change=change, act=asked.path["act"])


ROUTES = (
    Route("POST", "/e/{event}/do/{act}", "seated", do),
    Route("POST", "/e/{event}/preview/{act}", "seated", preview),
)
