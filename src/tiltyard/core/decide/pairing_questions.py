"""What a draw or a change by hand does to the rules of pairing, asked back before it is done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from tiltyard.core.decide.confirmation import Question
from tiltyard.core.decide.scene import Scene
from tiltyard.core.ids import PlayerId
from tiltyard.core.pairing import Pairings, Why


def questions_of_draw(scene: Scene, drawn: Pairings) -> Iterator[Question]:
    """Ask before somebody has one bye more than the ruleset allows (DW-058, AMB-008).

    A second game against the Spare Player is a game, and only a warning (AMB-089).
    """
    if not any(match.kind == "bye" for match in drawn.matches):
        return
    for why in drawn.warnings:
        if why.code == "second-bye" and _is_too_many(scene, why):
            yield _second_bye(scene, why, "second-bye-drawn")


def questions_of_changes(scene: Scene, consequences: Iterable[Why]) -> Iterator[Question]:
    """Ask about everything a change by hand breaks or moves, the worst first.

    Whose bye moves is what the change says itself: it is shown, and not asked.
    """
    for why in sorted(consequences, key=lambda why: why.code not in _MUST):
        if why.code == "second-bye" and _is_too_many(scene, why):
            yield _second_bye(scene, why, "second-bye-by-hand")
        elif why.code in _ASK:
            yield _ASK[why.code](scene, why)


def _is_too_many(scene: Scene, why: Why) -> bool:
    most = scene.rules.bye.max_per_player
    return most != "unlimited" and cast("int", why.facts["times"]) >= most


def _second_bye(scene: Scene, why: Why, wording: str) -> Question:
    if "spare" in why.facts:
        wording += "-or-spare"
    elif why.facts["times"] != 1:
        wording += "-again"
    facts = {**why.facts, "player": _name(scene, why)}
    return Question(why.code, why.clause, facts, wording)


def _name(scene: Scene, why: Why) -> str:
    return scene.name(cast("PlayerId", why.facts["player"]))


def _pair(scene: Scene, why: Why) -> Question:
    first, second = cast("list[PlayerId]", why.facts["opponents"])
    facts = {**why.facts, "first": scene.name(first), "second": scene.name(second)}
    return Question(why.code, why.clause, facts)


def _player(scene: Scene, why: Why) -> Question:
    facts = {**why.facts, "player": _name(scene, why)}
    return Question(why.code, why.clause, facts)


_MUST = frozenset({"second-bye", "repeat-by-hand"})
_ASK = {
    "repeat-by-hand": _pair,
    "companions-by-hand": _pair,
    "floats-by-hand": _player,
    "left-alone": _player,
}
