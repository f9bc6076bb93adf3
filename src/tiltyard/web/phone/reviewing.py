"""A report in two steps for browsers without scripts: what the slip means, then send it."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from tiltyard.core.decide.results import ReportResult
from tiltyard.core.ids import PlayerId
from tiltyard.web.acts.commands import command_of
from tiltyard.web.errors import NotFound
from tiltyard.web.slips import fitting, home_of, outcome_text
from tiltyard.words.language import speaking

if TYPE_CHECKING:
    from tiltyard.web.asked import Asked, Reply


def review_page(asked: Asked) -> Reply:
    """Say what a report means, with the button that sends it; nothing is recorded here."""
    view = asked.view
    command = command_of(ReportResult.NAME, asked.form, view.event)
    assert isinstance(command, ReportResult)
    game = view.event.game(command.match)
    if game is None or asked.me not in game.players or len(game.players) != 2:
        raise NotFound("this is not your game", fix="open your page again")
    slip = fitting(view, game, command.slip)
    no = asked.site.desk.refusal(view.event.id, asked.me, ReportResult(command.match, slip))
    if no is not None:
        raise no
    with speaking(asked.visitor.language):
        lines = outcome_text(view, home_of(view, game), game, slip, PlayerId(asked.me))
    said = [
        (name, value)
        for name in asked.form
        if name == "match" or name.startswith("slip.")
        for value in asked.form.every(name)
    ]
    return asked.event_page(
        "phone/review.html", lines=lines, said=said, new_key=secrets.token_hex(12)
    )
