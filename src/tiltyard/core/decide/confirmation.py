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
    """Something an act would do that has to be meant: the code is what is confirmed.

    `wording` is the code of its sentence, where that is another one.
    """

    code: str
    clause: str | None = None
    facts: dict[str, object] = field(default_factory=dict)
    wording: str = ""

    @property
    def sentence(self) -> str:
        """The code of its sentence in the catalogue."""
        return self.wording or self.code


class NeedsConfirmation(Refused):
    """An act that is possible, but only when whoever does it says that it is meant."""

    kind = "needs-confirmation"

    def __init__(self, questions: tuple[Question, ...]) -> None:
        codes = tuple(dict.fromkeys(question.code for question in questions))
        super().__init__("needs-confirmation", clause=questions[0].clause, confirm=codes)
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
