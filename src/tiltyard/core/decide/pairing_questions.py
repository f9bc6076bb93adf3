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
            yield _second_bye(scene, why, "find a stand-in opponent, or let somebody drop")


def questions_of_changes(scene: Scene, consequences: Iterable[Why]) -> Iterator[Question]:
    """Ask about everything a change by hand breaks or moves, the worst first.

    Whose bye moves is what the change says itself: it is shown, and not asked.
    """
    for why in sorted(consequences, key=lambda why: why.code not in _MUST):
        if why.code == "second-bye" and _is_too_many(scene, why):
            yield _second_bye(scene, why, "give the bye to somebody who has had none")
        elif why.code in _ASK:
            yield _ASK[why.code](scene, why)


def _is_too_many(scene: Scene, why: Why) -> bool:
    most = scene.rules.bye.max_per_player
    return most != "unlimited" and cast("int", why.facts["times"]) >= most


def _second_bye(scene: Scene, why: Why, fix: str) -> Question:
    name, times = _name(scene, why), why.facts["times"]
    text = f"{name} already had a bye in this event."
    if "spare" in why.facts:
        text = f"{name} already had a bye or a game against the Spare Player."
    elif times != 1:
        text = f"{name} already had {times} byes in this event."
    return Question(why.code, text, clause=why.clause, fix=fix, facts=dict(why.facts))


def _name(scene: Scene, why: Why) -> str:
    return scene.name(cast("PlayerId", why.facts["player"]))


def _both(scene: Scene, why: Why) -> tuple[str, str]:
    first, second = cast("list[PlayerId]", why.facts["opponents"])
    return scene.name(first), scene.name(second)


def _repeat(scene: Scene, why: Why) -> Question:
    first, second = _both(scene, why)
    text = f"{first} and {second} already met in round {why.facts['round']}."
    return Question(why.code, text, clause=why.clause, fix="pair each of them with somebody else")


def _companions(scene: Scene, why: Why) -> Question:
    first, second = _both(scene, why)
    text = f"{first} and {second} came together."
    return Question(why.code, text, clause=why.clause, fix="pair each of them with somebody else")


def _float(scene: Scene, why: Why) -> Question:
    high, low = why.facts["from"], why.facts["to"]
    text = f"{_name(scene, why)} has {high} points and would meet somebody with {low}."
    fix = "pair players of equal points where you can"
    return Question(why.code, text, clause=why.clause, fix=fix)


def _alone(scene: Scene, why: Why) -> Question:
    text = f"{_name(scene, why)} would have no opponent, although the field is even."
    return Question(why.code, text, clause=why.clause, fix="swap two players instead")


_MUST = frozenset({"second-bye", "repeat-by-hand"})
_ASK = {
    "repeat-by-hand": _repeat,
    "companions-by-hand": _companions,
    "floats-by-hand": _float,
    "left-alone": _alone,
}
