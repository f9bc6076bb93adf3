"""The one address where every act is done, and those that preview it."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING, Any

from tiltyard.day.context import NeedsConfirmation
from tiltyard.day.facts import RoundDrawn, RoundSalted
from tiltyard.day.setup import Undo
from tiltyard.engine.errors import Refused, SlipRefused
from tiltyard.engine.slip import Slip
from tiltyard.engine.tournament import PlayerId
from tiltyard.text.facts import fact_text, round_text
from tiltyard.text.language import speaking
from tiltyard.text.names import heading
from tiltyard.text.say import say
from tiltyard.text.standings import key_title
from tiltyard.web.errors import NotFound, questions_of
from tiltyard.web.forms.commands import command_of, slip_of, whole
from tiltyard.web.forms.slips import doubt_texts, home_of, lacking_in, outcome_text, time_doubt
from tiltyard.web.request import own_path
from tiltyard.web.routes import Route

if TYPE_CHECKING:
    from collections.abc import Callable

    from tiltyard.day.context import Command
    from tiltyard.day.event import Event, Game
    from tiltyard.day.facts import Fact
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
        texts = [
            recorded_text(partial(receipt_text, recorded.fact, done.event))
            for recorded in done.facts
            if not isinstance(recorded.fact, RoundSalted)
        ]
        texts = _shortened(texts)
        if done.repeated:
            texts.append(say("web.it-was-recorded-before-nothing"))
    said = {"version": done.event.version, "repeated": done.repeated, "text": texts}
    first = _undone_by(asked, done)
    return said if first is None else {**said, "undo": first}


_LONGEST_RECEIPT = 4
"""How many sentences a receipt has at most: an act for a whole field has one for each player."""


def _shortened(texts: list[str]) -> list[str]:
    """Return the first sentences of a receipt, and how many more the history has."""
    if len(texts) <= _LONGEST_RECEIPT:
        return texts
    shown = texts[: _LONGEST_RECEIPT // 2]
    return [*shown, say("web.and-more-entries", num=len(texts) - len(shown))]


def receipt_text(fact: Fact, event: Event) -> str:
    """Return what a receipt says of a fact; the pairings of a draw stand on the page it opens."""
    if isinstance(fact, RoundDrawn):
        return say("web.round-is-drawn", round=heading(round_text(event, fact.round)))
    return fact_text(fact, event)


def _undone_by(asked: Asked, done: Done) -> int | None:
    """Return what the undo of an act names, where whoever did it may take it back."""
    last = done.event.last_act
    if asked.path["act"] == "undo" or last is None or not asked.view.is_staff(asked.me):
        return None
    command = Undo(reason="", first=last.first)
    no = asked.site.desk.refusal(done.event.id, asked.me, command)
    return last.first if no is None else None


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
    questions: list[dict[str, str]] = []
    if isinstance(refused, NeedsConfirmation):
        questions = questions_of(refused)
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
            doubts = doubt_texts(view, round_, game, said, asked.me)
            early = time_doubt(view, round_, game, said) if side else []
            return texts, [*early, *doubts]
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
