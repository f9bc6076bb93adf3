"""What a slip is asked back about before it is taken: it may be right, but it looks wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.decide.confirmation import Question, confirmed
from tiltyard.core.decide.doubted_scores import score_questions
from tiltyard.core.endings import clause_of_field, fields_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.decide.scene import Scene
    from tiltyard.core.facts import Fact
    from tiltyard.core.facts.results import Slip
    from tiltyard.core.state.event import DayRound, Game


def confirmed_slip(scene: Scene, round_: DayRound, game: Game, slip: Slip) -> Iterator[Fact]:
    """Yield that everything odd about a slip was meant, as the first fact of its act; or ask.

    What was meant about a game once is not asked again; scores are asked about each time.
    """
    asked = (*_not_begun(scene, round_, game), *_other_initiative(scene, round_, game, slip))
    known = scene.event.confirmed_about(game.id)
    questions = [question for question in asked if question.code not in known]
    questions += score_questions(scene, round_, game, slip)
    yield from confirmed(scene, questions, about=game.id)


def _not_begun(scene: Scene, round_: DayRound, game: Game) -> Iterator[Question]:
    """Ask about the first result of a game whose round nobody has started."""
    if round_.began or game.slip is not None:
        return
    yield Question(
        "round-not-begun",
        scene.rules.papers.begin_clause or scene.rules.clock.swiss.clause,
        {"round": round_.number},
        "result-before-the-start",
    )


def _other_initiative(scene: Scene, round_: DayRound, game: Game, slip: Slip) -> Iterator[Question]:
    """Ask about a slip that gives the initiative to the other player than was noted."""
    noted = game.first_player
    if slip.initiative is None or noted is None or game.players[slip.initiative] == noted:
        return
    outcome = scene.rules.outcomes[slip.end]
    if not any("initiative" in some for some in fields_of(scene.rules, round_.kind, outcome)):
        return  # it decides nothing here
    yield Question(
        "initiative-differs",
        clause_of_field(scene.rules, round_.kind, outcome, "initiative"),
        {"noted": scene.name(noted), "named": scene.name(game.players[slip.initiative])},
    )
