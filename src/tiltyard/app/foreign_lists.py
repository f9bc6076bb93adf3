"""The army lists in a file of another program: read as if handed in, kept whole if unreadable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.errors import TiltyardError
from tiltyard.core.facts.lists import ListsLocked, ListSubmitted, Seal
from tiltyard.core.ids import PlayerId
from tiltyard.core.rosters.roster import Roster
from tiltyard.core.rosters.seal import seal
from tiltyard.formats.foreign.building import ids_of
from tiltyard.formats.foreign.model import Remarks
from tiltyard.formats.lists.limits import ListUnreadable, checked_text, list_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.facts import Fact
    from tiltyard.core.rosters.reading import ReadList
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.formats.foreign.model import ForeignTournament, Remark


def lists_in(
    foreign: ForeignTournament, rules: Ruleset, read_list: ReadList
) -> tuple[tuple[ListSubmitted, ...], tuple[Remark, ...]]:
    """Return every list of a file as it would have been handed in, and what is to be said.

    A list nobody can read is kept as its text, without cards; what is no text is left out.
    """
    remarks = Remarks()
    ids = ids_of(foreign.players)
    found = []
    for player in foreign.players:
        if not player.army:
            continue
        try:
            text = checked_text(player.army)
        except TiltyardError as no:
            remarks.add("list-left-out", name=player.name, reason=no)
            continue
        try:
            form, roster = read_list(rules, text, "")
        except TiltyardError as no:
            remarks.add("list-unreadable", name=player.name, reason=no)
            form, roster = "xws" if _is_object(text) else "plain", Roster()
        found.append(ListSubmitted(PlayerId(ids[player.key]), text, form, roster))
    return tuple(found), tuple(remarks)


def _is_object(text: str) -> bool:
    try:
        return isinstance(list_json(text), dict)
    except ListUnreadable:
        return False


def handed_in(
    lists: tuple[ListSubmitted, ...], event: str, seed: str, *, started: bool
) -> Iterator[Fact]:
    """Yield the lists as facts; once an event has started they are locked."""
    yield from lists
    if lists and started:
        seals = (Seal(one.player, seal(seed, event, one.player, one.text)) for one in lists)
        yield ListsLocked(tuple(seals))
