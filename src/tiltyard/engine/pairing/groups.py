"""Groups: small round robins side by side, from which the best go on into the bracket.

The field of the first round is dealt into groups, in the order of seed numbers or lots, to and fro,
so that the first of each group come from the top. In each group everybody meets everybody by the
circle of the largest group; whoever would meet an empty seat, or somebody who left, rests.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from tiltyard.engine.pairing.round import DrawnMatch, Why
from tiltyard.engine.pairing.round_robin import circle_round, seated

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tiltyard.engine.pairing.field import Field
    from tiltyard.engine.tournament import PlayerId

    Group = tuple[PlayerId, ...]


def number_of_groups(players: int, size: int) -> int:
    """Return into how many groups a field is dealt, none larger than the size."""
    return max(1, -(-players // size))


def rounds_of_groups(players: int, size: int) -> int:
    """Return in how many rounds everybody has met everybody of the group."""
    largest = -(-players // number_of_groups(players, size))
    return max(largest + largest % 2 - 1, 1)


def groups_of(field: Field) -> tuple[Group, ...]:
    """Return the groups of the stage; who came later sits in the smallest that has room."""
    seats = seated(field)
    began = field.by_seed_numbers(seats.players[: seats.first])
    count = number_of_groups(len(began), field.rules.pairing.group_size)
    groups: list[list[PlayerId]] = [[] for _ in range(count)]
    for place, player in enumerate(began):
        row, column = divmod(place, count)
        groups[count - 1 - column if row % 2 else column].append(player)
    for player in seats.players[seats.first :]:
        min(groups, key=len).append(player)
    return tuple(map(tuple, groups))


def draw_groups(field: Field) -> list[DrawnMatch]:
    """Return the games and rests of a round of all groups, one group after another."""
    groups = groups_of(field)
    largest = max(map(len, groups))
    circle = largest + largest % 2
    pairs = circle_round(circle, field.round)
    here = set(field.players)
    return [
        match
        for number, group in enumerate(groups)
        for first, second in sorted(pairs, key=min)
        if (match := _match(field, number, circle, _there(group, (first, second), here)))
    ]


def _there(group: Group, seats: tuple[int, int], here: set[PlayerId]) -> Group:
    return tuple(group[seat] for seat in seats if seat < len(group) and group[seat] in here)


def _match(field: Field, number: int, circle: int, players: Group) -> DrawnMatch | None:
    if not players:
        return None
    facts = {"group": letter(number), "round": field.round, "rounds": circle - 1}
    rests = len(players) == 1
    code = "bye-in-group" if rests else "scheduled-in-group"
    why = (Why(code, field.rules.pairing.group_clause, facts),)
    return DrawnMatch(players, why, kind="bye" if rests else "game")


def letter(number: int) -> str:
    """Return how a group is called: A to Z, then by its number."""
    return chr(ord("A") + number) if number < 26 else str(number + 1)


def who_goes_on(groups: Sequence[Group], ranked: Sequence[PlayerId], each: int) -> Group:
    """Return the best of each group as seeds: all winners first, then all runners-up, and so on.

    Within each of these they stand as they are ranked; where two of a group would meet in the first
    round, the lower seed changes places with another of the same rank in a group.
    """
    home = {player: number for number, group in enumerate(groups) for player in group}
    left = dict.fromkeys(home.values(), 0)
    tiers: list[list[PlayerId]] = [[] for _ in range(each)]
    for player in ranked:
        place = left[home[player]]
        left[home[player]] += 1
        if place < each:
            tiers[place].append(player)
    seeds = [player for tier in tiers for player in tier]
    bounds = [sum(map(len, tiers[:number])) for number in range(each + 1)]
    for start, end in pairwise(bounds[1:]):
        _part(seeds, range(start, end), home)
    return tuple(seeds)


def _part(seeds: list[PlayerId], tier: range, home: Mapping[PlayerId, int]) -> None:
    """Change places inside a tier until nobody of it meets the own group first, if that can be."""
    for place in tier:
        if not _meets_own_group(seeds, place, home):
            continue
        for other in tier:
            seeds[place], seeds[other] = seeds[other], seeds[place]
            if not (_meets_own_group(seeds, place, home) or _meets_own_group(seeds, other, home)):
                break
            seeds[place], seeds[other] = seeds[other], seeds[place]


def _meets_own_group(seeds: Sequence[PlayerId], place: int, home: Mapping[PlayerId, int]) -> bool:
    size = 1 << (len(seeds) - 1).bit_length()
    opponent = size - 1 - place
    return opponent < len(seeds) and home[seeds[place]] == home[seeds[opponent]]
