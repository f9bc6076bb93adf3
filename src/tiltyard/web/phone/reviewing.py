"""A report in two steps for browsers without scripts: what the slip means, then send it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tiltyard.core.decide.confirmation import NeedsConfirmation
from tiltyard.core.decide.results import ReportResult
from tiltyard.core.errors import Refused, SlipRefused
from tiltyard.core.ids import MatchId, PlayerId
from tiltyard.web.acts.commands import command_of, slip_of
from tiltyard.web.asked import Form
from tiltyard.web.errors import NotFound, question_texts
from tiltyard.web.slips import home_of, lacking_in, outcome_text, slip_form
from tiltyard.words.language import speaking
from tiltyard.words.refusals import fix_text, refusal_text

if TYPE_CHECKING:
    from tiltyard.core.facts.results import Slip
    from tiltyard.core.state.event import Game
    from tiltyard.web.asked import Asked, Reply


def review_page(asked: Asked) -> Reply:
    """Say what a report means, with the button that sends it; nothing is recorded here.

    What is refused comes back as it was typed, with a word on what is wrong.
    """
    view = asked.view
    game = view.event.game(MatchId(asked.form.text("match")))
    if game is None or asked.me not in game.players or len(game.players) != 2:
        raise NotFound("not-your-game")
    questions: list[str] = []
    try:
        try:
            lines = _meaning(asked, game, asked.confirmed)
        except NeedsConfirmation as asks:
            lines = _meaning(asked, game, asked.confirmed.union(asks.codes))
            confirmed, questions = asks.codes, _questions(asked, asks)
        else:
            confirmed = ()
    except Refused as no:
        return _again(asked, game, no)
    said = [*_typed(asked), *(("confirm", code) for code in confirmed)]
    return asked.event_page("phone/review.html", lines=lines, said=said, questions=questions)


def _questions(asked: Asked, asks: NeedsConfirmation) -> list[str]:
    with speaking(asked.visitor.language):
        return question_texts(asks)


def _meaning(asked: Asked, game: Game, confirmed: frozenset[str]) -> list[str]:
    view = asked.view
    command = command_of(ReportResult.NAME, asked.form, view.event)
    assert isinstance(command, ReportResult)
    no = asked.site.desk.refusal(view.event.id, asked.me, command, confirmed)
    if no is not None:
        raise no
    with speaking(asked.visitor.language):
        return outcome_text(view, home_of(view, game), game, command.slip, PlayerId(asked.me))


def _again(asked: Asked, game: Game, no: Refused) -> Reply:
    """Show the form as it was filled in, and what it lacks."""
    slip = _as_far_as_it_is_readable(asked)
    with speaking(asked.visitor.language):
        lacking = lacking_in(slip, no) if isinstance(no, SlipRefused) else None
        form = slip_form(asked.view, game, PlayerId(asked.me), slip)
        said = [text for text in (refusal_text(lacking or no), fix_text(lacking or no)) if text]
    return asked.event_page(
        "phone/report_again.html",
        status=422,
        form=replace(form, typed=dict(_typed(asked))),
        said=said,
        refused_by=no.clause or "",
    )


def _as_far_as_it_is_readable(asked: Asked) -> Slip:
    """Return what was typed, without the fields nobody can read."""
    fields = _typed(asked)
    while True:
        try:
            return slip_of(Form(fields), asked.view.event)
        except Refused as no:
            wrong = f"slip.{(no.field or '').removeprefix('slip.')}"
            left = [one for one in fields if not one[0].startswith(wrong)]
            fields = left if len(left) < len(fields) else []


def _typed(asked: Asked) -> list[tuple[str, str]]:
    return [
        (name, value)
        for name in asked.form
        if name == "match" or name.startswith("slip.")
        for value in asked.form.every(name)
    ]
