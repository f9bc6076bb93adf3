"""What is said about a foreign file: each remark, reason and note as a sentence."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tiltyard.text.refusals import shown
from tiltyard.text.say import say, wording

if TYPE_CHECKING:
    from tiltyard.formats.foreign.model import Remark


def remark_text(remark: Remark) -> str:
    """Return a remark as a sentence; a reason in it is a refusal, said in the same language."""
    return remark_sentences()[remark.code].format_map(shown(remark.facts))


def place_text(where: str) -> str:
    """Return where in a file something is: rounds, games and lines in words, keys as they are."""
    return ", ".join(_part_text(part) for part in where.split(", "))


def _part_text(part: str) -> str:
    found = _PART.fullmatch(part)
    if found is None:
        return part
    return say(f"imports.place-{found[1].replace(' ', '-')}", number=found[2])


_PART = re.compile(r"(cut of|game|line|match|round) (\d+|\?)")
"""A part of a place as readers note it: `round 3, match 2`."""


def remark_sentences() -> dict[str, str]:
    """Return the sentence of every remark by its code."""
    return _about_files() | _about_people() | _about_games()


def _about_files() -> dict[str, str]:
    return {
        "encoding": wording("imports.the-file-is-not-utf"),
        "key-twice": say("imports.a-key-stands-twice-in"),
        "number-absurd": say("imports.a-number-that-cannot-be"),
        "not-a-number": wording("imports.is-no-number-and-was"),
        "number-rounded": wording("imports.was-taken-as-numbers-are"),
        "number-below-nothing": wording("imports.was-taken-as-0"),
        "no-such-day": wording("imports.is-no-day-the-event"),
        "no-rounds": say("imports.the-file-holds-no-rounds"),
        "rounds-unreadable": wording("imports.the-rounds-cannot-be-read"),
        "round-unreadable": wording("imports.a-round-cannot-be-read"),
        "round-empty": wording("imports.round-has-no-games-and"),
        "round-twice": wording("imports.round-stands-there-twice-once"),
        "round-number-again": wording("imports.two-different-rounds-have-the"),
        "round-type-unknown": wording("imports.nobody-here-knows-the-type"),
        "column-unknown": wording("imports.nobody-here-knows-the-column"),
        "game-without-ruleset": wording("imports.the-file-is-about-which"),
        "another-tournament": wording("imports.the-file-also-holds-which"),
        "games-of-no-tournament": wording("imports.games-that-belong-to-no"),
        "list-unreadable": wording("imports.the-list-of-cannot-be"),
        "seed-known": say("imports.the-seed-is-in-the"),
        "seed-missing": say("imports.the-file-does-not-tell"),
        "list-left-out": wording("imports.the-list-of-was-left"),
    }


def _about_people() -> dict[str, str]:
    return {
        "players-unreadable": wording("imports.the-players-cannot-be-read"),
        "player-unreadable": wording("imports.a-player-cannot-be-read"),
        "player-not-listed": wording("imports.plays-without-being-listed-and"),
        "nobody-listed": wording("imports.a-player-without-a-name"),
        "two-of-one-name": wording("imports.two-people-are-called-one"),
        "drop-without-rounds": wording("imports.dropped-but-no-round-is"),
        "no-headings": say("imports.the-table-has-no-headings"),
        "line-without-name": say("imports.a-line-without-a-name"),
        "line-without-round": say("imports.a-line-without-a-round"),
        "name-again": wording("imports.stands-there-more-than-once"),
        "number-as-note": wording("imports.is-no-number-and-was-kept"),
        "cell-cut": wording("imports.is-longer-than-characters-the"),
        "number-again": wording("imports.the-number-is-taken-another"),
    }


def _about_games() -> dict[str, str]:
    return {
        "score-impossible": wording("imports.the-score-of-does-not"),
        "match-unreadable": wording("imports.a-game-cannot-be-read"),
        "match-of-nobody": say("imports.a-game-without-players-was"),
        "match-twice": wording("imports.a-game-of-stands-there"),
        "bye-of-somebody-who-plays": wording("imports.plays-in-this-round-the"),
        "bye-with-opponent": wording("imports.a-bye-has-an-opponent"),
        "bye-with-points": wording("imports.the-bye-of-was-worth"),
        "game-without-opponent": wording("imports.had-nobody-to-play-that"),
        "winner-not-at-the-table": wording("imports.the-winner-is-not-at"),
        "winner-against-the-score": wording("imports.the-winner-that-was-entered"),
        "win-of-nobody": wording("imports.a-win-was-entered-but"),
        "no-score": say("imports.no-score-was-entered-that"),
        "level-and-nobody-named": wording("imports.the-score-is-level-the"),
        "winner-without-score": say("imports.only-the-winner-was-entered"),
        "score-above-the-limit": wording("imports.a-score-of-is-more"),
        "game-against-oneself": wording("imports.a-game-of-against-themselves"),
        "game-for-third-place": wording("imports.a-game-of-was-for"),
        "game-of-the-beaten": wording("imports.a-bracket-game-of-was"),
        "game-of-another-bracket": wording("imports.a-game-of-belongs-to"),
        "games-of-one-pair": wording("imports.and-played-several-games-the"),
        "bracket-bye-added": wording("imports.has-no-game-in-this"),
        "champion-differs": wording("imports.the-file-names-as-the"),
        "champion-not-decided": wording("imports.the-file-names-as-the-winner"),
        "cut-without-games": wording("imports.a-cut-was-published-in"),
        "bracket-without-final": say("imports.the-bracket-has-no-final"),
        "bracket-too-deep": wording("imports.a-bracket-has-at-most"),
        "level-in-the-bracket": say("imports.the-score-is-level-and"),
        "loser-went-on": wording("imports.the-player-who-scored-less"),
    }


def reason_text(code: str, round_: int | None = None) -> str:
    """Return a likely reason as a sentence."""
    return reason_sentences().get(code, code).format(round=round_ or 0)


def reason_sentences() -> dict[str, str]:
    """Return the sentence of every reason by its code."""
    return {
        "no-game-on-record": say("imports.no-game-on-record"),
        "stands-after-round": wording("imports.published-as-after-round"),
        "bye-worth-a-whole-win": wording("imports.the-bye-of-round-counts"),
        "bye-not-counted": wording("imports.the-bye-of-round-is"),
        "bye-not-in-the-file": wording("imports.a-bye-in-round-that"),
        "bye-worth-something-else": say("imports.a-bye-is-worth-something"),
        "game-without-score-not-counted": wording("imports.the-game-without-a-score"),
        "modified-win-in-full": wording("imports.the-modified-win-of-round"),
        "destroyed-below-the-limit": wording("imports.a-squad-below-the-limit"),
        "destroyed-at-its-own-value": say("imports.a-destroyed-squad-counts-what"),
        "winner-as-entered": wording("imports.round-went-to-the-winner"),
        "given-to-the-other": wording("imports.round-was-given-to-the"),
        "draw-decided": wording("imports.the-level-game-of-round"),
        "two-of-one-name": say("imports.two-people-of-one-name"),
        "other-scale": say("imports.points-are-given-by-another"),
        "follows-from-points": say("imports.follows-from-points-that-differ"),
        "bye-counted-as-opponent": say("imports.a-bye-counts-as-an"),
        "follows-from-numbers": say("imports.follows-from-numbers-that-differ"),
        "ordered-by-hand": say("imports.against-the-published-numbers"),
        "bracket-by-hand": say("imports.not-what-the-games-of"),
        "other-rules": say("imports.scored-by-other-rules-there"),
        "cut-not-in-the-file": say("imports.the-games-of-the-cut"),
        "entered-by-hand": say("imports.follows-from-no-score-entered"),
    }


def note_text(code: str) -> str:
    """Return what is true of a whole publication as a sentence."""
    return note_sentences().get(code, code)


def note_sentences() -> dict[str, str]:
    """Return the sentence of every note by its code."""
    return {
        "sos-capped": say("imports.strength-of-schedule-was-published"),
        "sos-other-formula": say("imports.strength-of-schedule-was-published-by"),
        "other-rules": say("imports.hardly-any-published-margin-comes"),
        "dropped-not-ranked": say("imports.players-who-dropped-were-published"),
        "places-are-shared": say("imports.losers-of-one-bracket-round"),
    }
