"""Asking back: what may be meant, but must not happen in silence, is confirmed by name.

An act that has such a consequence is refused with its questions. Done again with the code of each
question confirmed, it is recorded, and so is what was confirmed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tiltyard.core.errors import Refused
from tiltyard.core.facts.setup import ConcernsConfirmed

if TYPE_CHECKING:
    from tiltyard.core.decide.scene import Scene
    from tiltyard.core.facts import Fact


@dataclass(frozen=True, slots=True)
class Question:
    """Something an act would do that has to be meant; `fix` is what to do if it is not."""

    code: str
    text: str
    clause: str | None = None
    fix: str = ""
    facts: dict[str, object] = field(default_factory=dict)


class NeedsConfirmation(Refused):
    """An act that is possible, but only when whoever does it says that it is meant."""

    code = "needs-confirmation"

    def __init__(self, questions: tuple[Question, ...]) -> None:
        first = questions[0]
        codes = tuple(dict.fromkeys(question.code for question in questions))
        fix = "; ".join(dict.fromkeys(question.fix for question in questions if question.fix))
        super().__init__(
            " ".join(question.text for question in questions),
            clause=first.clause,
            fix=fix or None,
            confirm=codes,
        )
        self.questions = questions
        self.codes = codes


def confirmed(scene: Scene, questions: Iterable[Question], about: str = "") -> Iterator[Fact]:
    """Yield that these questions were confirmed, as the first fact of an act; or ask them.

    `about` is the match or player the questions are about. Without a question nothing is yielded.
    """
    asked = tuple(questions)
    if not asked:
        return
    codes = tuple(dict.fromkeys(question.code for question in asked))
    if not scene.confirmed.issuperset(codes):
        raise NeedsConfirmation(asked)
    yield ConcernsConfirmed(about, codes)
