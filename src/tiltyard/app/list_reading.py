"""How lists are read: the form is recognised, the text read, the cards found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.core.rosters.resolve import resolved
from tiltyard.formats.lists.limits import (
    LONGEST_BYTES,
    ListUnreadable,
    checked_text,
    decode_list,
    decoded_list,
)
from tiltyard.formats.lists.sniff import FORMS, Form, form_of, named_form

if TYPE_CHECKING:
    from collections.abc import Callable

    from tiltyard.app.catalogues import Catalogues
    from tiltyard.core.rosters.roster import Roster
    from tiltyard.core.ruleset import Ruleset

__all__ = ["FORMS", "LONGEST_BYTES", "ListReader", "decode_list", "decoded_list", "reader"]


class ListReader:
    """Reads lists with the catalogues that are installed: a `ReadList`."""

    def __init__(self, catalogues: Catalogues | None = None) -> None:
        self.catalogues = catalogues

    def __call__(self, rules: Ruleset, text: str, form: str) -> tuple[str, Roster]:
        """Return the form a text is written in, recognised where it is empty, and the list."""
        packed = _unpacked(text)
        text = checked_text(text) if packed is None else packed
        known = named_form(form) if form else form_of(text)
        written = _adapter(known)(text, rules)
        return known, self.with_cards(written, rules)

    def value(self, rules: Ruleset, value: object) -> tuple[str, Roster]:
        """Return the form and the list of a JSON value: a squad, or any list as text in it."""
        from tiltyard.formats.lists.roster_json import FORMAT, read_roster_value
        from tiltyard.formats.lists.xws import read_xws_value

        text = _text_in(value)
        if text is not None:
            return self(rules, text, "")
        if isinstance(value, dict) and value.get("format") == FORMAT:
            return "roster-json", self.with_cards(read_roster_value(value, rules), rules)
        return "xws", self.with_cards(read_xws_value(value, rules), rules)

    def with_cards(self, written: Roster, rules: Ruleset) -> Roster:
        """Return a written list with what the installed catalogue of the game knows.

        A list without a single card is none.
        """
        if not any(muster.entries for muster in written.musters):
            raise ListUnreadable("no-card-found-text")
        game = rules.lists.catalogue
        catalogue = self.catalogues.get(game) if self.catalogues and game else None
        return resolved(written, catalogue, rules)


def reader(catalogues: Catalogues | None = None) -> ListReader:
    """Return what reads lists; without catalogues everything counts as declared."""
    return ListReader(catalogues)


def _text_in(value: object) -> str | None:
    """Return the text of a list that stands in a JSON value: as such, or wrapped."""
    if isinstance(value, dict):
        value = next((value[key] for key in ("text", "list", "xws") if key in value), None)
    return value if isinstance(value, str) else None


def _unpacked(text: str) -> str | None:
    """Return what the text of a QR code holds; its bytes are no text people write."""
    from tiltyard.core.rosters.reading import LONGEST_LIST
    from tiltyard.formats.lists.limits import too_long
    from tiltyard.formats.lists.xws import unpacked

    if len(text) > LONGEST_LIST:
        raise too_long()
    return unpacked(text)


def _adapter(form: Form) -> Callable[[str, Ruleset], Roster]:
    """Return what reads a form; only that one is loaded."""
    match form:
        case "xws":
            from tiltyard.formats.lists.xws import read_xws

            return read_xws
        case "roster-json":
            from tiltyard.formats.lists.roster_json import read_roster_json

            return read_roster_json
        case "fleet-text":
            from tiltyard.formats.lists.fleet_text import read_fleet_text

            return read_fleet_text
        case "csv":
            from tiltyard.formats.lists.table import read_csv

            return read_csv
        case "plain":
            from tiltyard.formats.lists.plain import read_plain

            return read_plain
