"""Decks that were counted at a table, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.words.language import gettext
from tiltyard.words.spoken import spoken

if TYPE_CHECKING:
    from collections.abc import Callable

    from tiltyard.core.ids import PersonId
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.state.checks import DeckCheck


def deck_text(rules: Ruleset, check: DeckCheck, name: Callable[[PersonId], str]) -> str:
    """Return whose deck was counted, what was found, and by whom."""
    text = gettext("%(deck)s of %(name)s: complete, counted by %(by)s.")
    if not check.complete:
        text = gettext("%(deck)s of %(name)s: not complete, counted by %(by)s.")
    deck = spoken(rules.checks.deck)
    values = {"deck": deck[:1].upper() + deck[1:], "name": name(check.player), "by": name(check.by)}
    said = text % values
    return f"{said} {check.note}" if check.note else said
