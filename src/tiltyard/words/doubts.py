"""Results that a list cannot give, in words: why, and who insisted on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.words.refusals import refusal_text
from tiltyard.words.say import listed, say, wording

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiltyard.core.decide.doubted_scores import DoubtedGame


def mark_texts(doubted: DoubtedGame, names: Mapping[str, str]) -> list[str]:
    """Return what cannot be about a result, and whether somebody insisted on it."""
    texts = [refusal_text(question) for question in doubted.questions]
    if not doubted.insisted:
        return [*texts, say("phrases.nobody-was-asked-about-it")]
    who = listed(names.get(person, person) for person in doubted.insisted)
    said = wording("phrases.recorded-although-the-list-cant")
    return [*texts, said.format(names=who)]
