"""The keys of the standings in words: their titles, and which of them put whom ahead."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from tiltyard.words.language import gettext, language

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiltyard.core.standings import Row


def key_title(key: str) -> str:
    """Return the title of a key; an organizer's own tie-break has its own name."""
    titles = {
        "tp": gettext("Tournament points"),
        "mov": gettext("Margin of victory"),
        "sos": gettext("Strength of schedule"),
        "vpd": gettext("Victory point difference"),
        "vp": gettext("Victory points"),
        "leaders": gettext("Leaders killed"),
        "h2h": gettext("Head to head"),
        "lot": gettext("Lot"),
        "favourite_opponent": gettext("Favourite opponent"),
    }
    return titles.get(key) or key.replace("_", " ")


def key_phrase(key: str) -> str:
    """Return how a key is called inside a sentence."""
    titles = {
        "tp": gettext("tournament points"),
        "mov": gettext("margin of victory"),
        "sos": gettext("strength of schedule"),
        "vpd": gettext("victory point difference"),
        "vp": gettext("victory points"),
        "leaders": gettext("leaders killed"),
        "h2h": gettext("the game between them"),
        "lot": gettext("the lot"),
        "shared": gettext("nothing: the place is shared"),
        "cut": gettext("the cut"),
        "elimination": gettext("the bracket"),
        "seed": gettext("the seeds of the bracket"),
        "favourite_opponent": gettext("votes as favourite opponent"),
    }
    return titles.get(key, key.replace("_", " "))


def decided_texts(rows: Sequence[Row]) -> tuple[str, ...]:
    """Return for every row by what it stands ahead of the next one."""
    texts = [_ahead(below) for below in rows[1:]]
    return (*texts, "") if rows else ()


def _ahead(below: Row) -> str:
    if below.decided_by is None:
        return ""
    sentences = {
        "tp": gettext("ahead of %(name)s by tournament points"),
        "mov": gettext("ahead of %(name)s by margin of victory"),
        "sos": gettext("ahead of %(name)s by strength of schedule"),
        "vpd": gettext("ahead of %(name)s by victory point difference"),
        "vp": gettext("ahead of %(name)s by victory points"),
        "leaders": gettext("ahead of %(name)s by leaders killed"),
        "h2h": gettext("ahead of %(name)s head to head"),
        "lot": gettext("ahead of %(name)s by lot"),
        "elimination": gettext("ahead of %(name)s in the bracket"),
        "seed": gettext("ahead of %(name)s by seed"),
        "cut": gettext("ahead of %(name)s by the cut"),
        "shared": gettext("shares the place with %(name)s"),
    }
    values = {"name": below.name, "key": key_title(below.decided_by)}
    other = gettext("ahead of %(name)s by %(key)s")
    return sentences.get(below.decided_by, other) % values


def key_text(value: object) -> str:
    """Return a key of the standings: whole numbers as they are, fractions to three places.

    The exact fraction is what counts; pages show it on request.
    """
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, Fraction) and value.denominator != 1:
        return decimal_text(value)
    return str(value)


def decimal_text(value: Fraction) -> str:
    """Return a number to three places, as people of this language write it."""
    from babel.numbers import format_decimal

    return format_decimal(round(float(value), 3), format="0.000", locale=language())


def status_text(row: Row) -> str:
    """Return what is to be known about somebody, if it is more than that they play."""
    return {
        "active": "",
        "dropped": gettext("dropped"),
        "disqualified": gettext("disqualified"),
        "cut": gettext("missed the cut"),
        "eliminated": gettext("out of the bracket"),
    }[row.status]
