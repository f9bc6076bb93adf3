"""The keys of the standings in words: their titles, and which of them put whom ahead."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from tiltyard.text.language import language
from tiltyard.text.say import say, wording

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiltyard.views.standings import StandingsRow


KEY_TITLES = {
    "tp": "common.tournament-points",
    "mov": "standing-keys.margin-of-victory",
    "sos": "standing-keys.strength-of-schedule",
    "vpd": "standing-keys.victory-point-difference",
    "vp": "common.victory-points",
    "leaders": "standing-keys.leaders-killed",
    "h2h": "standing-keys.head-to-head",
    "lot": "common.lot",
    "favourite_opponent": "common.favourite-opponent",
    "wins": "standing-keys.wins",
    "games_won": "standing-keys.games-won",
    "vp_against": "standing-keys.points-against",
    "progressive": "standing-keys.progressive-score",
    "first_loss": "standing-keys.first-loss",
    "sonneborn_berger": "standing-keys.sonneborn-berger",
    "buchholz": "standing-keys.buchholz",
    "buchholz_cut1": "standing-keys.buchholz-cut-one",
    "buchholz_cut2": "standing-keys.buchholz-cut-two",
    "median_buchholz": "standing-keys.median-buchholz",
    "extended_sos": "standing-keys.extended-strength",
    "opponents_win_rate": "standing-keys.opponents-win-rate",
    "mean_buchholz": "standing-keys.mean-buchholz",
    "median_buchholz2": "standing-keys.median-buchholz2",
    "average_of_buchholz": "standing-keys.average-of-buchholz",
    "draws": "standing-keys.draws",
    "koya": "standing-keys.koya",
    "opponents_opponents_win_rate": "standing-keys.opponents-opponents-win-rate",
    "mixed_win_rate": "standing-keys.mixed-win-rate",
    "game_win_rate": "standing-keys.game-win-rate",
    "opponents_game_win_rate": "standing-keys.opponents-game-win-rate",
}
_PHRASES = {
    "tp": "common.tournament-points-2",
    "mov": "standing-keys.margin-of-victory-2",
    "sos": "common.strength-of-schedule",
    "vpd": "standing-keys.victory-point-difference-2",
    "vp": "standing-keys.victory-points",
    "leaders": "standing-keys.leaders-killed-2",
    "h2h": "standing-keys.the-game-between-them",
    "lot": "standing-keys.the-lot",
    "shared": "standing-keys.nothing-the-place-is-shared",
    "cut": "common.the-cut",
    "elimination": "standing-keys.the-bracket",
    "seed": "standing-keys.the-seeds-of-the-bracket",
    "own_group": "standing-keys.the-games-inside-the-groups",
    "favourite_opponent": "standing-keys.votes-as-favourite-opponent",
}


def key_title(key: str) -> str:
    """Return the title of a key; an organizer's own tie-break has its own name."""
    return say(KEY_TITLES[key]) if key in KEY_TITLES else key.replace("_", " ")


def key_phrase(key: str) -> str:
    """Return how a key is called inside a sentence."""
    return say(_PHRASES[key]) if key in _PHRASES else key_title(key)


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
        "own_group": wording("standing-keys.ahead-of-inside-the-groups"),
        "shared": wording("standing-keys.shares-the-place-with"),
    }
    values = {"name": below.name, "key": key_title(below.decided_by)}
    other = wording("standing-keys.ahead-of-by")
    return sentences.get(below.decided_by, other).format(**values)


def short_title(key: str) -> str:
    """Return how a key is written above a narrow column, and in a calculation."""
    short = {
        "tp": say("common.tp"),
        "mov": say("common.mov"),
        "sos": say("common.sos"),
        "vpd": say("public.vp"),
        "vp": say("common.vp"),
        "leaders": say("common.leaders"),
        "h2h": say("standing-keys.head-to-head"),
        "lot": say("common.lot"),
        "elimination": say("common.bracket"),
        "seed": say("standing-keys.seed"),
        "cut": say("common.cut"),
        "shared": say("standing-keys.shared"),
        "own_group": say("standing-keys.group"),
    }
    return short.get(key) or key_title(key)


def calculation_text(above: StandingsRow, below: StandingsRow) -> str:
    """Return the numbers that put a row ahead of the next: "MoV 580 > 230"; none for others."""
    key = below.decided_by or ""
    values = above.keys.get(key), below.keys.get(key)
    if None in values or values[0] == values[1]:
        return ""
    return f"{short_title(key)} {key_text(values[0])} > {key_text(values[1])}"


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
    return _decimal_text(value, language())


@lru_cache(maxsize=32_768)
def _decimal_text(value: Fraction, spoken: str) -> str:
    """Return the same; a large field shows its numbers again and again."""
    from babel.numbers import format_decimal

    return format_decimal(round(float(value), 3), format="0.000", locale=spoken)


def status_text(row: StandingsRow) -> str:
    """Return what is to be known about somebody, if it is more than that they play."""
    return {
        "active": "",
        "dropped": say("common.dropped"),
        "disqualified": say("common.disqualified"),
        "cut": say("standing-keys.missed-the-cut"),
        "eliminated": say("standing-keys.out-of-the-bracket"),
    }[row.status]
