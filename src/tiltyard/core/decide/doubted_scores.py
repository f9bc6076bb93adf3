"""Asking back about scores that the opponent's list cannot give."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.core.decide.confirmation import Question
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
    if doubt.code == "nothing-left":
        text, fix = _nothing_left(scene, game, slip, doubt), "the ending that fits, or count again"
    elif doubt.code == "not-all":
        text, fix = _not_all(scene, game, doubt), "the ending that fits, or count again"
    elif doubt.score > doubt.total:
        text, fix = _above_total(scene, game, doubt), _counted_apart(doubt)
    else:
        text, fix = _no_sum(scene, game, doubt), _counted_apart(doubt)
    return Question(IMPOSSIBLE, text, clause=doubt.clause, fix=fix)


def _counted_apart(doubt: Doubt) -> str:
    if doubt.objectives:
        return "count again; points for objectives have a field of their own"
    return "count again"


def _above_total(scene: Scene, game: Game, doubt: Doubt) -> str:
    name, enemy = _names(scene, game, doubt)
    kind, mine = scene.rules.terms["list"], _is_mine(scene, game, doubt)
    whose = f"your {kind}" if mine else f"the {kind} of {enemy}"
    said = f"Points destroyed by {name} can't be {doubt.score}: {whose} is worth {doubt.total}."
    if not doubt.exact or doubt.below is None:
        return said
    return (
        f"Points destroyed by {name} can't be {doubt.score}: {whose} is worth {doubt.total}. "
        f"Did you mean {doubt.below}?"
    )


def _no_sum(scene: Scene, game: Game, doubt: Doubt) -> str:
    name, enemy = _names(scene, game, doubt)
    kind, mine = scene.rules.terms["list"], _is_mine(scene, game, doubt)
    whose = f"your {kind}" if mine else f"the {kind} of {enemy}"
    if doubt.above is None:
        return (
            f"Points destroyed by {name} can't be {doubt.score}: no losses of {whose} add up to "
            f"it. Did you mean {doubt.below}?"
        )
    return (
        f"Points destroyed by {name} can't be {doubt.score}: no losses of {whose} add up to it. "
        f"Did you mean {doubt.below} or {doubt.above}?"
    )


def _nothing_left(scene: Scene, game: Game, slip: Slip, doubt: Doubt) -> str:
    name, enemy = _names(scene, game, doubt)
    kind, mine = scene.rules.terms["list"], _is_mine(scene, game, doubt)
    whose = f"your {kind}" if mine else f"the {kind} of {enemy}"
    if slip.end == "destroyed":
        return (
            f"{doubt.score} points are all of {whose}, and the slip says that {enemy} has forces "
            f"left. Who survived: {name}, or nobody?"
        )
    return (
        f"{doubt.score} points are all of {whose}. Is it a wipe-out? "
        f"Then it counts {doubt.whole} points, and one side was destroyed."
    )


def _not_all(scene: Scene, game: Game, doubt: Doubt) -> str:
    name, enemy = _names(scene, game, doubt)
    kind, mine = scene.rules.terms["list"], _is_mine(scene, game, doubt)
    whose = f"your {kind}" if mine else f"the {kind} of {enemy}"
    return (
        f"Both sides were destroyed, but {name} has {doubt.score}, not the {doubt.total} of "
        f"{whose}. Was something left?"
    )


def _names(scene: Scene, game: Game, doubt: Doubt) -> tuple[str, str]:
    """Return whose score it is, and from whose list."""
    first, second = (scene.name(player) for player in game.players)
    return (first, second) if doubt.index == 0 else (second, first)


def _is_mine(scene: Scene, game: Game, doubt: Doubt) -> bool:
    return game.players[1 - doubt.index] == scene.person
