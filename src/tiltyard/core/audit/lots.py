"""Whether a round could have been drawn with some lots, whatever the seed says."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiltyard.core.ids import PlayerId
    from tiltyard.core.pairing import DrawnMatch, Field, Pairings
    from tiltyard.core.tournament import Match, Round, Tournament


def as_if_drawn(before: Tournament, field: Field, round_: Round) -> Tournament:
    """Return what stood before a round, with lots that give this round if any lots do.

    Of those whom only lots order come first who met somebody above them, then the pairs among them,
    then who met somebody below, the nearest first, and last of all who rests.
    """
    return replace(before, lots=(*_in_order(field, round_), *sorted(resting_in(field, round_))))


def _in_order(field: Field, round_: Round) -> list[PlayerId]:
    classes = field.classes
    meets_higher: list[tuple[int, int, PlayerId]] = []
    level: list[PlayerId] = []
    floats: list[tuple[int, int, PlayerId]] = []
    for place, match in enumerate(round_.matches):
        if len(match.players) != 2 or not all(one in classes for one in match.players):
            continue
        first, second = sorted(match.players, key=classes.__getitem__)
        if classes[first] == classes[second]:
            level += match.players
        else:
            floats.append((classes[second], place, first))
            meets_higher.append((classes[first], place, second))
    return [
        *(player for *_, player in sorted(meets_higher)),
        *level,
        *(player for *_, player in sorted(floats)),
    ]


def rests(field: Field, match: Match | DrawnMatch) -> bool:
    """Whether a match is a bye, or a game against the Spare Player."""
    return match.kind == "bye" or field.spare in match.players


def resting_in(field: Field, round_: Round | Pairings) -> frozenset[PlayerId]:
    """Return who has no game against somebody of the field."""
    return frozenset(
        player
        for match in round_.matches
        if rests(field, match)
        for player in match.players
        if player in field.classes
    )


def is_the_same_round(round_: Round, drawn: Pairings) -> bool:
    """Whether a drawn round has the same pairs and the same rest."""
    return _pairs(round_) == {frozenset(match.players) for match in drawn.matches}


def _pairs(round_: Round) -> set[frozenset[PlayerId]]:
    return {frozenset(match.players) for match in round_.matches if match.kind != "unpaired_loss"}
