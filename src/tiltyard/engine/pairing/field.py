"""The field of a Swiss round: who is drawn, in which order and groups, who may not meet."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from tiltyard.engine.chance import urn_of
from tiltyard.engine.ledger import keep_ledger
from tiltyard.engine.pairing.look_ahead import Outlook, outlook
from tiltyard.engine.pairing.matching import can_all_be_paired, graph_of, most_pairs
from tiltyard.engine.pairing.round_robin import Seating, seated
from tiltyard.engine.standings import in_the_running, swiss_order

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tiltyard.engine.chance import Purpose, Urn
    from tiltyard.engine.ledger import Ledger
    from tiltyard.engine.pairing.matching import Graph, Pair
    from tiltyard.engine.ruleset import Partners, Ruleset
    from tiltyard.engine.standings import SwissOrder
    from tiltyard.engine.tournament import PlayerId, Tournament


# ------------------------------------------------------------------------------
# Keeping family members and people who travelled together apart in the first round.


def companies_of(affiliations: Iterable[str]) -> frozenset[str]:
    """Return the companies these affiliations name: case and outer spaces mean nothing."""
    named = (affiliation.strip().casefold() for affiliation in affiliations)
    return frozenset(name for name in named if name)


class Companions:
    """Everybody who shares a tag with one player, known by asking."""

    __slots__ = ("_count", "_player", "_tags")

    def __init__(self, player: int, tags: Sequence[frozenset[str]], count: int) -> None:
        self._player = player
        self._tags = tags
        self._count = count

    def __contains__(self, other: object) -> bool:
        assert isinstance(other, int)
        return other != self._player and not self._tags[self._player].isdisjoint(self._tags[other])

    def __len__(self) -> int:
        return self._count


def _companions(tags: Sequence[frozenset[str]]) -> list[Companions]:
    size = _sizes(tags)
    return [
        Companions(player, tags, sum(size[tag] - 1 for tag in own))
        for player, own in enumerate(tags)
    ]


def _sizes(tags: Sequence[frozenset[str]]) -> dict[str, int]:
    size: dict[str, int] = {}
    for own in tags:
        for tag in own:
            size[tag] = size.get(tag, 0) + 1
    return size


def first_to_rest(tags: Sequence[frozenset[str]], candidates: Sequence[int]) -> int:
    """Return the first candidate whose rest leaves the fewest pairs of companions (XW-073).

    The field is odd. Of N - 1 players as many pairs are companions as strangers cannot form, so
    the best rest is of somebody whom a largest set of pairs of strangers may leave alone.
    """
    sizes = _sizes(tags)
    largest = max(sizes, key=lambda tag: (sizes[tag], tag), default=None)
    if all(len(own) <= 1 for own in tags):
        if largest is None or 2 * sizes[largest] < len(tags):
            return candidates[0]
        crowd = (player for player in candidates if largest in tags[player])
        return next(crowd, candidates[0])
    return _first_to_rest_by_search(tags, candidates)


def _first_to_rest_by_search(tags: Sequence[frozenset[str]], candidates: Sequence[int]) -> int:
    """Answer by matching; players of the same companies have the same answer."""
    apart = graph_of(_companions(tags))
    everybody = range(len(tags))
    first = [player for player in everybody if player != candidates[0]]
    if can_all_be_paired(apart, first):
        return candidates[0]
    most = most_pairs(apart, everybody)
    asked: set[frozenset[str]] = set()
    for candidate in candidates:
        if tags[candidate] not in asked:
            asked.add(tags[candidate])
            if most_pairs(apart, [number for number in everybody if number != candidate]) == most:
                return candidate
    return candidates[0]


def graph_of_strangers(tags: Sequence[frozenset[str]]) -> Graph:
    """Return the graph that keeps companions apart; where that cannot be, as many as possible."""
    companions = _companions(tags)
    apart = graph_of(companions)
    if can_all_be_paired(apart, range(len(tags))):
        return apart
    cost: dict[Pair, int] = {
        (first, second): 1
        for first in range(len(tags))
        for second in range(first + 1, len(tags))
        if second in companions[first]
    }
    return graph_of([frozenset()] * len(tags), cost)


def pairs_of_strangers(tags: Sequence[frozenset[str]]) -> list[Pair] | None:
    """Return the first round of a field in which nobody has more than one tag; else nothing.

    Then only numbers matter: of N players with L in the largest company, L - N/2 pairs must be of
    companions if that is more than none, and so many are enough. Each player in turn gets the
    earliest partner after whom no more such pairs are needed than before.
    """
    if len(tags) % 2 or any(len(own) > 1 for own in tags):
        return None
    company = [next(iter(own), None) for own in tags]
    crowd = _Crowd(company)
    needed = crowd.companions_needed()
    following = [*range(1, len(tags)), -1]
    pairs: list[Pair] = []
    top = 0 if tags else -1
    while top != -1:
        previous, place = top, following[top]
        while not crowd.may_part_with(company[top], company[place], needed):
            previous, place = place, following[place]
        needed -= crowd.take(company[top], company[place])
        pairs.append((top, place))
        if previous == top:
            top = following[place]
        else:
            following[previous] = following[place]
            top = following[top]
    return pairs


class _Crowd:
    """How many players of each company are still unpaired."""

    def __init__(self, company: Sequence[str | None]) -> None:
        self.size: dict[str, int] = {}
        for tag in company:
            if tag is not None:
                self.size[tag] = self.size.get(tag, 0) + 1
        self.left = len(company)
        self.largest = max(self.size.values(), default=0)

    def companions_needed(self) -> int:
        """Return how many pairs of companions the unpaired need at least."""
        if 2 * self.largest <= self.left:  # companies only become smaller
            return 0
        return max(0, max(self.size.values(), default=0) - self.left // 2)

    def take(self, first: str | None, second: str | None, sign: int = -1) -> int:
        """Take a pair out (or put it back); return 1 if they are companions."""
        for tag in (first, second):
            if tag is not None:
                self.size[tag] += sign
        self.left += 2 * sign
        return int(first is not None and first == second)

    def may_part_with(self, first: str | None, second: str | None, needed: int) -> bool:
        """Whether this pair leaves no more pairs of companions than were needed before."""
        companions = self.take(first, second)
        after = companions + self.companions_needed()
        self.take(first, second, +1)
        return after <= needed


# ------------------------------------------------------------------------------
# The field of a Swiss round: who is drawn, in which order and groups, and who has met whom.


@dataclass(frozen=True)
class Field:
    """Everything the draw of one Swiss round starts from. Stage and round count from 1.

    `sitting_out` are active players who are not drawn this time, such as those still on the way.
    """

    tournament: Tournament
    rules: Ruleset
    stage: int
    round: int
    attempt: int = 1
    sitting_out: frozenset[PlayerId] = frozenset()
    salt: str | None = None

    @cached_property
    def ledger(self) -> Ledger:
        """The records from the closed rounds."""
        return keep_ledger(self.tournament, self.rules)

    @cached_property
    def players(self) -> tuple[PlayerId, ...]:
        """Everybody active: in a later stage, everybody who made the cut."""
        standing = self.ledger.standing
        return tuple(
            player
            for player in in_the_running(self.ledger)
            if standing[player] == "active" and player not in self.sitting_out
        )

    @cached_property
    def spare(self) -> PlayerId | None:
        """The Spare Player, if the event has one."""
        return next(
            (player for player in self.ledger.spares if player not in self.sitting_out), None
        )

    @cached_property
    def is_first(self) -> bool:
        """Whether nothing has been played that could order the field."""
        if any(self._swiss_stage(closed.stage) for closed in self.ledger.rounds):
            return self.stage > 1 and self.round == 1 and not self.rules.stage.carry_points
        return True

    def _swiss_stage(self, number: int) -> bool:
        return self.tournament.stages[number].kind == "swiss"

    @cached_property
    def swiss_rounds_before(self) -> int:
        """How many Swiss rounds were played before this one, in all stages."""
        return sum(1 for closed in self.ledger.rounds if self._swiss_stage(closed.stage))

    @cached_property
    def is_final(self) -> bool:
        """Whether this is the last Swiss round of the plan."""
        planned = self.tournament.plan.swiss_rounds
        return planned is not None and self.swiss_rounds_before + 1 >= planned

    @cached_property
    def repeats_allowed(self) -> bool:
        """Whether the document lets opponents meet again in this round."""
        return self.is_final and self._final_is_exempt

    @property
    def partners(self) -> Partners:
        """Whom players of a group meet; where lots order the field, always the next."""
        by_lot = self.is_first and not self.rules.pairing.seeded_by
        return "neighbours" if by_lot else self.rules.pairing.partners

    @property
    def is_round_robin(self) -> bool:
        """Whether everybody meets everybody, of the field or of a group, by a schedule."""
        return self.rules.pairing.method != "brackets"

    @property
    def is_in_groups(self) -> bool:
        """Whether the schedule is one of groups."""
        return self.rules.pairing.method == "groups"

    @property
    def _final_is_exempt(self) -> bool:
        """Whether the final round has no repeat rule; a schedule has no repeats anyway."""
        return self.rules.rematch.except_final and not self.is_round_robin

    def urn(self, purpose: Purpose) -> Urn:
        """Return the lots of this round for a purpose."""
        return urn_of(self.tournament, purpose, self.stage, self.round, self.attempt, self.salt)

    @cached_property
    def standings(self) -> tuple[PlayerId, ...]:
        """The field in the order of the standings; those who dropped took part in ranking it."""
        drawn = set(self.players)
        return tuple(entry.player for entry in self._ranked.placed if entry.player in drawn)

    @cached_property
    def _ranked(self) -> SwissOrder:
        ranked = in_the_running(self.ledger)
        return swiss_order(self.tournament, self.rules, self.ledger, ranked)

    @cached_property
    def places(self) -> dict[PlayerId, int]:
        """The place of everybody in the published standings; who is level shares below."""
        placed = self._ranked.placed
        places = {below.player: place for place, below in enumerate(placed, 1)}
        for above, below in pairwise(placed):
            if above.compared == below.compared:
                places[below.player] = places[above.player]
        return places

    @cached_property
    def classes_of_standings(self) -> dict[PlayerId, int]:
        """For everybody a number by the standings, the same for those whom only lots order there.

        Those who dropped took part in ranking; where no lots decide, no two are the same.
        """
        ranked = self._ranked
        lots = ranked.compared.index("lot") if "lot" in ranked.compared else None
        keys = [row.compared[:lots] if lots is not None else row.player for row in ranked.placed]
        place = {key: at for at, key in reversed(list(enumerate(keys)))}
        return {row.player: place[key] for row, key in zip(ranked.placed, keys, strict=True)}

    @cached_property
    def strength(self) -> dict[PlayerId, int]:
        """Everybody's strength of schedule as the order compares it; the same where it does not."""
        inside_by_strength = self.rules.pairing.inside == "sos" and not self.is_first
        return self._strength if inside_by_strength else dict.fromkeys(self.players, 0)

    @cached_property
    def classes(self) -> dict[PlayerId, int]:
        """For everybody a number, smaller is earlier, the same for those whom only lots order."""
        if self.is_first:
            return self._seed_numbers
        order = swiss_order(self.tournament, self.rules, self.ledger, self.players)
        lots = order.compared.index("lot") if "lot" in order.compared else len(order.compared)
        inside = self.rules.pairing.inside
        by_points = self.rules.pairing.group == "tp" or inside != "standings"
        keys = {
            entry.player: (
                -self.points[entry.player] if by_points else 0,
                entry.compared[:lots] if inside == "standings" else (),
                self._strength[entry.player] if inside == "sos" else 0,
            )
            for entry in order.placed
        }
        places = {key: place for place, key in enumerate(sorted(set(keys.values())))}
        return {player: places[key] for player, key in keys.items()}

    @cached_property
    def points(self) -> dict[PlayerId, int]:
        """The points everybody in the field is paired by: tournament points, accelerated or not."""
        ahead = self._ahead
        more = self.rules.pairing.accelerate.points if self.rules.pairing.accelerate else 0
        return {
            player: self.ledger.points(player) + (more if player in ahead else 0)
            for player in self.players
        }

    @cached_property
    def _ahead(self) -> frozenset[PlayerId]:
        """The upper half of the field of round 1, while rounds are accelerated."""
        accelerate = self.rules.pairing.accelerate
        if accelerate is None or self.round > accelerate.rounds or self.is_round_robin:
            return frozenset()
        began = seated(self)
        order = self.by_seed_numbers(began.players[: began.first])
        return frozenset(order[: (len(order) + 1) // 2])

    def by_seed_numbers(self, players: Sequence[PlayerId]) -> list[PlayerId]:
        """Return players by their seed numbers, larger first; the others stay in their order."""
        numbers, name = self.ledger.extra, self.rules.pairing.seeded_by
        nothing: dict[str, int] = {}
        return sorted(players, key=lambda player: -numbers.get(player, nothing).get(name, 0))

    @property
    def is_accelerated(self) -> bool:
        """Whether the upper half is paired as if it had more points."""
        return bool(self._ahead)

    @property
    def is_plain(self) -> bool:
        """Whether only lots, points and standings decide who meets whom, and not in which half."""
        pairing = self.rules.pairing
        seeded = self.is_first and bool(pairing.seeded_by)
        plain = not (seeded or self.is_accelerated or pairing.sides)
        return plain and self.partners == "neighbours"

    @cached_property
    def order(self) -> tuple[PlayerId, ...]:
        """The field in the order in which it is paired."""
        if self.is_round_robin:
            drawn = set(self.players)
            return tuple(player for player in self.seating.players if player in drawn)
        if self.is_first:
            by_lot = self.urn("order").order(self.players)
            seeds = self._seed_numbers
            return tuple(sorted(by_lot, key=lambda player: seeds[player]))  # type: ignore[arg-type]
        inside = self.rules.pairing.inside
        if inside == "standings":
            return self._by_points_if_grouped(self.standings)
        lots = self.urn("order")
        points = self.points
        strength = self._strength if inside == "sos" else None
        return tuple(
            sorted(
                self.players,
                key=lambda player: (
                    -points[player],
                    strength[player] if strength else 0,
                    lots.lot(player),
                ),
            )
        )

    @cached_property
    def _seed_numbers(self) -> dict[PlayerId, int]:
        """What orders a first round: the declared numbers, larger first; else nothing but lots."""
        name = self.rules.pairing.seeded_by
        nothing: dict[str, int] = {}
        numbers = self.ledger.extra
        return {player: -numbers.get(player, nothing).get(name, 0) for player in self.players}

    @cached_property
    def seating(self) -> Seating:
        """The seats of a round robin."""
        return seated(self)

    @cached_property
    def _strength(self) -> dict[PlayerId, int]:
        """Everybody's strength of schedule as it is compared: smaller is stronger."""
        order = swiss_order(self.tournament, self.rules, self.ledger, self.players)
        where = order.compared.index("sos")
        return {entry.player: entry.compared[where] for entry in order.placed}  # type: ignore[misc]

    def _by_points_if_grouped(self, order: tuple[PlayerId, ...]) -> tuple[PlayerId, ...]:
        if self.rules.pairing.group == "none":
            return order
        points = self.points
        return tuple(sorted(order, key=lambda player: -points[player]))

    def groups_of(self, order: Sequence[PlayerId]) -> list[list[int]]:
        """Return the groups of an order as places in it: equal points, or everybody together."""
        accelerated = self.rules.pairing.accelerate is not None
        if (self.is_first and not accelerated) or self.rules.pairing.group == "none":
            return [list(range(len(order)))]
        groups: list[list[int]] = []
        last: int | None = None
        for place, player in enumerate(order):
            if self.points[player] != last:
                last = self.points[player]
                groups.append([])
            groups[-1].append(place)
        return groups

    @cached_property
    def companies(self) -> dict[PlayerId, frozenset[str]]:
        """The companies of those who are kept apart in this round; nobody's after round 1."""
        wanted = self.rules.pairing.avoid_affiliation and not self.is_round_robin
        if self.swiss_rounds_before or not wanted:
            return {}
        return {player.id: companies_of(player.affiliations) for player in self.tournament.players}

    def are_companions(self, first: PlayerId, second: PlayerId) -> bool:
        """Whether two players came together and should be kept apart in this round."""
        nobody: frozenset[str] = frozenset()
        tags = self.companies
        return not tags.get(first, nobody).isdisjoint(tags.get(second, nobody))

    @cached_property
    def met(self) -> dict[PlayerId, set[PlayerId]]:
        """For everybody in the field the players they may not meet again in this round."""
        met: dict[PlayerId, set[PlayerId]] = {player: set() for player in self.players}
        times: dict[frozenset[PlayerId], int] = {}
        for first, second, _ in () if self.repeats_allowed else self.meetings():
            if first in met and second in met:
                pair = frozenset((first, second))
                times[pair] = times.get(pair, 0) + 1
                if times[pair] >= self.leg:
                    met[first].add(second)
                    met[second].add(first)
        return met

    @property
    def leg(self) -> int:
        """How often everybody may have met everybody after this round: once, but in later legs."""
        if not self.is_round_robin:
            return 1
        return min((self.round - 1) // self.seating.rounds + 1, self.rules.pairing.legs)

    @cached_property
    def met_elsewhere(self) -> frozenset[frozenset[PlayerId]]:
        """Everybody who met somebody outside the scope of the repeat rule."""
        return frozenset(
            frozenset(match.players)
            for index, stage in enumerate(self.tournament.stages)
            if not self._in_scope(index)
            for round_ in stage.rounds
            for match in round_.matches
            if match.kind == "game"
        )

    def _in_scope(self, index: int) -> bool:
        """Whether who met in a stage may not meet again now."""
        scope = self.rules.rematch.scope
        return scope == "event" or (
            self._swiss_stage(index) and (scope == "swiss" or index == self.stage - 1)
        )

    @cached_property
    def rounds_to_keep_free(self) -> int:
        """How many planned rounds have to be free of repeats, this one included."""
        planned = self.tournament.plan.swiss_rounds
        if planned is None or self.repeats_allowed:
            return 0
        left = planned - self.swiss_rounds_before
        if self.is_round_robin and self.leg < self.rules.pairing.legs:  # the next begins anew
            left = min(left, self.seating.rounds * self.leg - self.round + 1)
        return left - 1 if self._final_is_exempt else left

    @cached_property
    def outlook(self) -> Outlook:
        """The field for all rounds to come, in the order of the draw."""
        place = {player: index for index, player in enumerate(self.order)}
        return outlook(
            [{place[other] for other in self.met[player]} for player in self.order],
            [self.ledger.records[player].byes for player in self.order],
            self.rounds_to_keep_free,
        )

    def meetings_so_far(self) -> Iterator[tuple[PlayerId, PlayerId, int]]:
        """Yield every game played in a Swiss round, wherever that was, and in which round."""
        for number, closed in enumerate(self.ledger.rounds, 1):
            for match in closed.round.matches if self._swiss_stage(closed.stage) else ():
                if match.kind == "game":
                    yield match.players[0], match.players[1], number

    def meetings(self) -> Iterator[tuple[PlayerId, PlayerId, int]]:
        """Yield everybody who met within the scope of the repeat rule, and in which round."""
        number = 0
        for index, stage in enumerate(self.tournament.stages):
            counts = self._in_scope(index)
            for round_ in stage.rounds:
                number += 1
                for match in round_.matches if counts else ():
                    if match.kind == "game" or (
                        match.kind == "forfeit" and self.rules.forfeit.counts_as_met
                    ):
                        yield match.players[0], match.players[1], number
