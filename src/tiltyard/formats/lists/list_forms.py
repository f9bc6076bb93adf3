"""Which form a text is written in, by its first look."""

from __future__ import annotations

import json
import re
from typing import Literal, get_args

from tiltyard.formats.lists.list_limits import ListUnreadable
from tiltyard.formats.lists.roster_json import FORMAT
from tiltyard.formats.lists.xws import looks_like_xws

_ADDRESS = re.compile(r"https?://\S+")

Form = Literal["xws", "fleet-text", "csv", "plain", "roster-json"]
FORMS: tuple[Form, ...] = get_args(Form)


def form_of(text: str) -> Form:
    """Return the form of a text: what no program wrote is plain."""
    bare = text.strip("\ufeff \t\r\n")
    if not bare:
        raise ListUnreadable("list-empty")
    if bare.startswith("<"):
        raise ListUnreadable("page-web-not-list")
    if _ADDRESS.fullmatch(bare):
        raise ListUnreadable("address-not-list")
    if looks_like_xws(text):
        return "roster-json" if json.dumps(FORMAT) in text else "xws"
    from tiltyard.formats.lists.fleet_text import looks_like_fleet_text
    from tiltyard.formats.lists.list_table import looks_like_csv

    if looks_like_fleet_text(text):
        return "fleet-text"
    return "csv" if looks_like_csv(text) else "plain"


def named_form(form: str) -> Form:
    """Return a form by its name, or refuse it."""
    if form not in FORMS:
        raise ListUnreadable("lists-not-read", form=form[:40], forms=tuple(FORMS))
    return form
