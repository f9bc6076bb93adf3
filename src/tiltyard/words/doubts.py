"""Results that a list cannot give, in words: why, and who insisted on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.words.catalogue import listed
from tiltyard.words.language import gettext
from tiltyard.words.spoken import spoken

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiltyard.core.decide.doubted_scores import DoubtedGame


def mark_texts(doubted: DoubtedGame, names: Mapping[str, str]) -> list[str]:
    """Return what cannot be about a result, and whether somebody insisted on it."""
    texts = [spoken(question.text) for question in doubted.questions]
    if not doubted.insisted:
        return [*texts, gettext("Nobody was asked about it. Check the slip.")]
    who = listed(names.get(person, person) for person in doubted.insisted)
    said = gettext("Recorded although the list can't give this score: %(names)s confirmed it.")
    return [*texts, said % {"names": who}]
