"""Scores that cannot be, on pages: the questions the decision asks back, in words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tiltyard.core.decide.doubted_scores import doubted_games, score_questions
from tiltyard.core.decide.slips import require_slip
from tiltyard.web.slips import bare_scene
from tiltyard.words.doubts import mark_texts
from tiltyard.words.refusals import refusal_text

if TYPE_CHECKING:
    from tiltyard.core.facts.results import Slip
    from tiltyard.core.ids import PersonId
    from tiltyard.core.state.event import DayRound, Game
    from tiltyard.web.event_view import EventView


def doubt_texts(
    view: EventView, round_: DayRound, game: Game, slip: Slip, person: PersonId | None
) -> list[str]:
    """Return what cannot be about the scores of a slip, to whoever may hear it."""
    if person is None:
        return []
    scene = replace(bare_scene(view), person=person)
    slip = require_slip(scene, round_, game, slip)
    return [refusal_text(one) for one in score_questions(scene, round_, game, slip)]


def marked_games(
    view: EventView, round_: DayRound, person: PersonId
) -> list[tuple[Game, list[str]]]:
    """Return the results of a round that cannot be, in words, to whoever may hear it."""
    scene = replace(bare_scene(view), person=person)
    found = doubted_games(scene, round_)
    return [(doubted.game, mark_texts(doubted, view.event.people)) for doubted in found]
