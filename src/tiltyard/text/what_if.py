"""What other results would change, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.text.say import say
from tiltyard.text.standings import key_phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tiltyard.engine.tournament import PersonId
    from tiltyard.views.what_if import WhatIf


def changes_in_words(found: WhatIf, names: Mapping[PersonId, str]) -> Iterator[str]:
    """Yield who moves, who enters and leaves the cut, and by which key it is decided."""
    yield say("what-if.moved", num=found.moved) if found.moved else say("what-if.unchanged")
    for player in found.enter:
        yield say("what-if.enters", name=names.get(player, player))
    for player in found.leave:
        yield say("what-if.leaves", name=names.get(player, player))
    if found.line is not None:
        yield say("what-if.line-decided-by", key=key_phrase(found.line))
