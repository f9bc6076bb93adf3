"""Doubts about a reported score in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.words.language import gettext

if TYPE_CHECKING:
    from tiltyard.core.rosters.reachable import Doubt


def doubt_words(doubt: Doubt, *, nearest: bool = True) -> str:
    """Return what cannot be, and what could; without `nearest` nothing is told of the list."""
    facts = {"score": doubt.score, "below": doubt.below, "above": doubt.above}
    said = _sentence(doubt, nearest=nearest) % facts
    if not doubt.objectives:
        return said
    return f"{said} {gettext('Points for objectives have a field of their own.')}"


def _sentence(doubt: Doubt, *, nearest: bool) -> str:
    if doubt.code == "nothing-left":
        if nearest:
            return gettext(
                "%(score)s points would leave nothing of this list. If nothing was left, choose "
                "the ending that says so; otherwise at most %(below)s points can be destroyed."
            )
        return gettext(
            "%(score)s points would leave nothing of this list. If nothing was left, choose the "
            "ending that says so; otherwise count again."
        )
    if not nearest:
        return gettext("%(score)s points cannot be destroyed from this list. Count again.")
    if doubt.above is None:
        return gettext(
            "%(score)s points cannot be destroyed from this list; the most is %(below)s while "
            "anything is left of it."
        )
    return gettext(
        "%(score)s points cannot be destroyed from this list; the nearest are %(below)s and "
        "%(above)s."
    )
