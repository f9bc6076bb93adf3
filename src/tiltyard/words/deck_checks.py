"""Decks that were counted at a table, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.words.language import ruleset_text
from tiltyard.words.say import wording

if TYPE_CHECKING:
    from collections.abc import Callable

    from tiltyard.core.ids import PersonId
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.state.checks import DeckCheck


def deck_text(rules: Ruleset, check: DeckCheck, name: Callable[[PersonId], str]) -> str:
    """Return whose deck was counted, what was found, and by whom."""
    text = wording("phrases.of-complete-counted-by")
    if not check.complete:
        text = wording("phrases.of-not-complete-counted-by")
    deck = ruleset_text(rules.checks.deck)
    values = {"deck": deck[:1].upper() + deck[1:], "name": name(check.player), "by": name(check.by)}
    said = text.format(**values)
    return f"{said} {check.note}" if check.note else said
