"""The keys of the standings in words: their titles, and which of them put whom ahead."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from tiltyard.text.language import language
from tiltyard.text.say import say, wording

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiltyard.views.standings import StandingsRow


def key_title(key: str) -> str:
    """Return the title of a key; an organizer's own tie-break has its own name."""
    titles = {
        "tp": say("common.tournament-points"),
        "mov": say("standing-keys.margin-of-victory"),
        "sos": say("standing-keys.strength-of-schedule"),
        "vpd": say("standing-keys.victory-point-difference"),
        "vp": say("common.victory-points"),
        "leaders": say("standing-keys.leaders-killed"),
        "h2h": say("standing-keys.head-to-head"),
        "lot": say("common.lot"),
        "favourite_opponent": say("common.favourite-opponent"),
    }
    return titles.get(key) or key.replace("_", " ")


def key_phrase(key: str) -> str:
    """Return how a key is called inside a sentence."""
    titles = {
        "tp": say("common.tournament-points-2"),
        "mov": say("standing-keys.margin-of-victory-2"),
        "sos": say("common.strength-of-schedule"),
        "vpd": say("standing-keys.victory-point-difference-2"),
        "vp": say("standing-keys.victory-points"),
        "leaders": say("standing-keys.leaders-killed-2"),
        "h2h": say("standing-keys.the-game-between-them"),
        "lot": say("standing-keys.the-lot"),
        "shared": say("standing-keys.nothing-the-place-is-shared"),
        "cut": say("common.the-cut"),
        "elimination": say("standing-keys.the-bracket"),
        "seed": say("standing-keys.the-seeds-of-the-bracket"),
        "favourite_opponent": say("standing-keys.votes-as-favourite-opponent"),
    }
    return titles.get(key, key.replace("_", " "))


def decided_texts(rows: Sequence[StandingsRow]) -> tuple[str, ...]:
    """Return for every row by what it stands ahead of the next one."""
    texts = [_ahead(below) for below in rows[1:]]
    return (*texts, "") if rows else ()


def _ahead(below: StandingsRow) -> str:
    if below.decided_by is None:
        return ""
    sentences = {
        "tp": wording("standing-keys.ahead-of-by-tournament-points"),
        "mov": wording("standing-keys.ahead-of-by-margin-of"),
        "sos": wording("standing-keys.ahead-of-by-strength-of"),
        "vpd": wording("standing-keys.ahead-of-by-victory-point"),
        "vp": wording("standing-keys.ahead-of-by-victory-points"),
        "leaders": wording("standing-keys.ahead-of-by-leaders-killed"),
        "h2h": wording("standing-keys.ahead-of-head-to-head"),
        "lot": wording("standing-keys.ahead-of-by-lot"),
        "elimination": wording("standing-keys.ahead-of-in-the-bracket"),
        "seed": wording("standing-keys.ahead-of-by-seed"),
        "cut": wording("standing-keys.ahead-of-by-the-cut"),
        "shared": wording("standing-keys.shares-the-place-with"),
    }
    values = {"name": below.name, "key": key_title(below.decided_by)}
    other = wording("standing-keys.ahead-of-by")
    return sentences.get(below.decided_by, other).format(**values)


def key_text(value: object) -> str:
    """Return a key of the standings: whole numbers as they are, fractions to three places.

    The exact fraction is what counts; pages show it on request.
    """
    if isinstance(value, bool):
        return say("common.yes") if value else say("common.no")
    if isinstance(value, Fraction) and value.denominator != 1:
        return decimal_text(value)
    return str(value)


def decimal_text(value: Fraction) -> str:
    """Return a number to three places, as people of this language write it."""
    from babel.numbers import format_decimal

    return format_decimal(round(float(value), 3), format="0.000", locale=language())


def status_text(row: StandingsRow) -> str:
    """Return what is to be known about somebody, if it is more than that they play."""
    return {
        "active": "",
        "dropped": say("common.dropped"),
        "disqualified": say("common.disqualified"),
        "cut": say("standing-keys.missed-the-cut"),
        "eliminated": say("standing-keys.out-of-the-bracket"),
    }[row.status]
