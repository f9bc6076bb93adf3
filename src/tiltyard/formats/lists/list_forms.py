"""The table of the forms a list is written in: one row each, tried in order.

A new form is a module that recognises and reads it, and a row.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.formats.lists.fleet_text import looks_like_fleet_text, read_fleet_text
from tiltyard.formats.lists.list_limits import ListUnreadable
from tiltyard.formats.lists.list_table import looks_like_csv, read_csv
from tiltyard.formats.lists.plain import read_plain
from tiltyard.formats.lists.roster_json import FORMAT, read_roster_json
from tiltyard.formats.lists.xws import looks_like_xws, read_xws
from tiltyard.text.say import say

if TYPE_CHECKING:
    from tiltyard.engine.rosters.roster import Roster
    from tiltyard.engine.ruleset import Ruleset

_ADDRESS = re.compile(r"https?://\S+")


@dataclass(frozen=True, slots=True)
class ListForm:
    """A form: whether a text is written in it, who reads it, and how its file ends."""

    id: str
    heading: str
    """The code of what it is called."""
    recognise: Callable[[str], bool]
    read: Callable[[str, Ruleset], Roster]
    ending: str = "txt"

    def title(self) -> str:
        """Return what the form is called, in the language of the reader."""
        return say(self.heading)


def _is_our_json(text: str) -> bool:
    return looks_like_xws(text) and json.dumps(FORMAT) in text


def _is_anything(text: str) -> bool:
    """What no program wrote is plain."""
    return bool(text)


FORMS: dict[str, ListForm] = {
    row.id: row
    for row in (
        ListForm("roster-json", "web.json", _is_our_json, read_roster_json, "json"),
        ListForm("xws", "web.xws", looks_like_xws, read_xws, "json"),
        ListForm(
            "fleet-text", "web.text-of-a-fleet-builder", looks_like_fleet_text, read_fleet_text
        ),
        ListForm("csv", "web.table-csv", looks_like_csv, read_csv, "csv"),
        ListForm("plain", "web.plain-text", _is_anything, read_plain),
    )
}


def form_of(text: str) -> ListForm:
    """Return the form of a text by its first look."""
    bare = text.strip("\ufeff \t\r\n")
    if not bare:
        raise ListUnreadable("list-empty")
    if bare.startswith("<"):
        raise ListUnreadable("page-web-not-list")
    if _ADDRESS.fullmatch(bare):
        raise ListUnreadable("address-not-list")
    return next(form for form in FORMS.values() if form.recognise(text))


def named_form(form: str) -> ListForm:
    """Return a form by its name, or refuse it."""
    if form not in FORMS:
        raise ListUnreadable("lists-not-read", form=form[:40], forms=tuple(FORMS))
    return FORMS[form]


def form_title(form: str) -> str:
    """Return what the form of a kept list is called; one nobody knows any more by its id."""
    return FORMS[form].title() if form in FORMS else form


def form_ending(form: str) -> str:
    """Return how the file of a kept list ends."""
    return FORMS[form].ending if form in FORMS else "txt"
