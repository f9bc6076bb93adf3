"""The one address where every act is done, and those that preview it."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING, Any

from tiltyard.day.context import NeedsConfirmation
from tiltyard.engine.errors import Refused, SlipRefused
from tiltyard.engine.slip import Slip
from tiltyard.engine.tournament import PlayerId
from tiltyard.text.facts import fact_text, round_text
from tiltyard.text.language import speaking
from tiltyard.text.say import say
from tiltyard.text.standings import key_title
from tiltyard.web.errors import NotFound, question_texts
from tiltyard.web.forms.commands import command_of, slip_of, whole
from tiltyard.web.forms.slips import doubt_texts, home_of, lacking_in, outcome_text
from tiltyard.web.request import own_path
from tiltyard.web.routes import Route

if TYPE_CHECKING:
    from collections.abc import Callable

    from tiltyard.day.context import Command
    from tiltyard.day.event import Game
    from tiltyard.service.desk import Done
    from tiltyard.web.request import Asked, Reply


# ------------------------------------------------------------------------------
# What is said of an act that is recorded already: whatever goes wrong now, it stays recorded.

log = logging.getLogger("tiltyard.web")


def recorded_text(sentence: Callable[[], str]) -> str:
    """Return the sentence about a recorded act; one that cannot be made is a plain one."""
    try:
        return sentence()
    except Exception:
        log.exception("what was recorded cannot be put into words")
        return say("web.it-is-recorded")


# ------------------------------------------------------------------------------
# The one address where everything is done, and those that say what would follow.


def do(asked: Asked) -> Reply:
    """Do an act; a script gets what happened, a browser its next page."""
    event = asked.view.event
    command = command_of(asked.path["act"], asked.form, event)
    key = asked.form.text("key") or None
    seen = asked.form.text("seen")
    try:
        done = asked.site.do(
            event.id,
            asked.me,
            command,
            key=key,
            seen=whole("seen", seen) if seen else None,
            confirmed=asked.confirmed,
        )
    except SlipRefused as no:
        raise _in_plain_words(command, no) from no
    said = _said(asked, done)
    if asked.wants_json:
        return asked.json(said)
    for sentence in said["text"]:
        asked.flash(sentence)
    return asked.redirect(asked.form.text("next") or f"/e/{event.id}")


def _said(asked: Asked, done: Done) -> dict[str, Any]:
    with speaking(asked.visitor.language):
        texts = [recorded_text(partial(fact_text, one.fact, done.event)) for one in done.facts]
        if done.repeated:
            texts.append(say("web.it-was-recorded-before-nothing"))
    return {"version": done.event.version, "repeated": done.repeated, "text": texts}


def _in_plain_words(command: Command, no: SlipRefused) -> SlipRefused:
    """Return what a slip lacks as one asks a person for it."""
    slip = getattr(command, "slip", None)
    return (lacking_in(slip, no) if isinstance(slip, Slip) else None) or no


def preview(asked: Asked) -> Reply:
    """Say whether an act is possible and what it would change, without doing it."""
    event = asked.view.event
    command = command_of(asked.path["act"], asked.form, event)
    desk, confirmed = asked.site.desk, asked.confirmed
    refused = desk.refusal(event.id, asked.me, command, confirmed)
    questions: list[str] = []
    if isinstance(refused, NeedsConfirmation):
        questions = question_texts(refused)
        confirmed |= frozenset(refused.codes)
        refused = desk.refusal(event.id, asked.me, command, confirmed)
    if isinstance(refused, SlipRefused):
        raise _in_plain_words(command, refused) from refused
    if refused is not None:
        raise refused
    change = desk.what_would_change(event.id, asked.me, command, confirmed)
    return asked.event_page(
        "acts/consequences.html",
        change=change,
        act=asked.path["act"],
        questions=questions,
        key_title=key_title,
        round_name=lambda name: round_text(event, name),
        fields=[
            (name, value)
            for name in asked.form
            if name not in {"form_token", "confirm"}
            for value in asked.form.every(name)
        ]
        + [("confirm", code) for code in sorted(confirmed)],
        back=own_path(asked.form.text("next")),
    )


def outcome(asked: Asked) -> Reply:
    """Say what a slip means before it is sent; a slip that cannot be is refused as at the desk."""
    view = asked.view
    game = view.event.game(asked.form.text("match"))
    if game is None or len(game.players) != 2:
        raise NotFound("no-such-match")
    try:
        texts, doubts = _outcome(asked, game)
    except Refused as no:
        if not asked.wants_json:
            raise
        return refused_in_answer(asked, no)
    if asked.wants_json:
        return asked.json({"text": texts, "doubts": doubts})
    return asked.event_page("acts/outcome.html", texts=texts, doubts=doubts)


def _outcome(asked: Asked, game: Game) -> tuple[list[str], list[str]]:
    """Return what a slip means, and which of its scores cannot be."""
    view = asked.view
    said = slip_of(asked.form, view.event)
    side = PlayerId(asked.form.text("slip.side")) or None
    with speaking(asked.visitor.language):
        try:
            round_ = home_of(view, game)
            texts = outcome_text(view, round_, game, said, side)
            return texts, doubt_texts(view, round_, game, said, asked.me)
        except SlipRefused as no:
            lacking = lacking_in(said, no)
            if lacking is None:
                raise
            raise lacking from no


def refused_in_answer(asked: Asked, no: Refused) -> Reply:
    """Answer a question with why not: an answer, not a failure."""
    return asked.json({"text": [], "refused": asked.why_not(no)})


ROUTES = (
    Route("POST", "/e/{event}/do/{act}", "seated", do),
    Route("POST", "/e/{event}/preview/{act}", "seated", preview),
    Route("POST", "/e/{event}/outcome", "seated", outcome),
)
