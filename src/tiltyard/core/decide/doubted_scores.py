"""Asking back about scores that the opponent's list cannot give."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.core.decide.confirmation import Question
from tiltyard.core.errors import Phrase, RulesetText
from tiltyard.core.ids import PersonId
from tiltyard.core.rosters.doubted import doubts_heard
from tiltyard.core.rosters.reachable import below_total, doubts
from tiltyard.core.scoring import available_points
from tiltyard.core.state.event import Game
from tiltyard.core.state.rounds import setting_of

if TYPE_CHECKING:
    from tiltyard.core.decide.scene import Scene
    from tiltyard.core.facts.results import Slip
    from tiltyard.core.ids import PlayerId
    from tiltyard.core.rosters.reachable import Doubt
    from tiltyard.core.state.event import DayRound

IMPOSSIBLE = "score-impossible"
"""The code under which an impossible score is asked back, and marked once it was insisted on."""


def score_questions(scene: Scene, round_: DayRound, game: Game, slip: Slip) -> list[Question]:
    """Return what is asked back about the scores of a slip, as far as this person may hear it."""
    found = doubts_heard(scene.event, scene.rules, scene.person, round_, game, slip)
    return [_question(scene, game, slip, doubt) for doubt in found]


@dataclass(frozen=True, slots=True)
class DoubtedGame:
    """A result that counts although a list cannot give it: why, and who insisted on it."""

    game: Game
    questions: tuple[Question, ...]
    insisted: tuple[PersonId, ...]


def doubted_games(scene: Scene, round_: DayRound) -> Iterator[DoubtedGame]:
    """Yield the games of a round whose score cannot be, as far as this person may hear it."""
    for game in round_.games.values():
        if game.slip is None or game.kind != "game" or game.is_open:
            continue
        questions = tuple(score_questions(scene, round_, game, game.slip))
        if questions:
            said = (one for one in scene.event.confirmations if one.about == game.id)
            insisted = tuple(dict.fromkeys(one.by for one in said if IMPOSSIBLE in one.codes))
            yield DoubtedGame(game, questions, insisted)


def total_questions(scene: Scene, player: PlayerId, total: int | None) -> list[Question]:
    """Return which scores that count a new total of a player would make impossible."""
    found = []
    known = below_total(scene.rules, total) if len(scene.rules.score.wipe_out) == 1 else None
    for round_ in scene.event.rounds if known is not None else ():
        for game in round_.games.values():
            if player in game.players and game.slip is not None and len(game.players) == 2:
                mine = game.players.index(player)
                reaches = (known, None) if mine == 0 else (None, known)
                whole = available_points(scene.rules, setting_of(scene.event, round_))
                doubted = doubts(scene.rules, game.slip.report, reaches, whole)
                found += [_question(scene, game, game.slip, doubt) for doubt in doubted]
    return found


def _question(scene: Scene, game: Game, slip: Slip, doubt: Doubt) -> Question:
    first, second = (scene.name(player) for player in game.players)
    name, enemy = (first, second) if doubt.index == 0 else (second, first)
    kind = RulesetText(scene.rules.terms["list"])
    mine = game.players[1 - doubt.index] == scene.person
    whose = Phrase(
        "phrases.your-list" if mine else "phrases.list-of", {"kind": kind, "name": enemy}
    )
    facts = {
        "player": name,
        "enemy": enemy,
        "whose": whose,
        "score": doubt.score,
        "total": doubt.total,
        "whole": doubt.whole,
        "below": doubt.below,
        "above": doubt.above,
    }
    return Question(IMPOSSIBLE, doubt.clause, facts, _wording(slip, doubt))


def _wording(slip: Slip, doubt: Doubt) -> str:
    """Return the code of the sentence: why the score cannot be, and what may be meant."""
    if doubt.code == "nothing-left":
        survived = slip.end == "destroyed"
        return "score-is-all-but-somebody-survived" if survived else "score-is-all-of-the-list"
    if doubt.code == "not-all":
        return "score-is-not-all-of-the-list"
    apart = "-with-objectives-apart" if doubt.objectives else ""
    if doubt.score > doubt.total:
        guess = "" if not doubt.exact or doubt.below is None else "-guessed"
        return f"score-above-total{guess}{apart}"
    return ("score-is-no-sum" if doubt.above is not None else "score-is-no-sum-below") + apart
