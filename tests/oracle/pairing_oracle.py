"""A slow second opinion on the next round's pairing, written from CONTRACT.md section 5 alone.

Readings (where the documents leave a choice):

- P1 A Swiss stage is over when `plan.swiss_rounds` rounds are in it. Then `plan.cut` starts an
  elimination stage; without a cut nothing is left to draw. Without a plan Swiss goes on.
- P2 A trailing round with an empty `matches` list is the round to be drawn; its `attempt` counts.
- P3 "Round 1" (lots for the bye, one group, affiliations) is the first Swiss round of the event.
- P4 Bye candidates are only the players with the fewest byes. If none of them leaves a repeat-free
  rest there is no legal pairing, even if somebody with more byes would leave one.
- P5 A field of one player gets a bye round (or the Spare); a field of nobody is nothing to draw.
- P6 A repeat of two players who met more than once counts once, from their latest meeting.
- P7 Rounds for "the most recent round, then the one before" are the closed rounds in the scope of
  the repeat rule (Runewars: this stage; the others: all Swiss rounds).
- P8 `pairing.avoid_affiliation` is read for every ruleset; it is on by default in X-Wing and
  Escalation only. The bye of an odd first round goes to the first candidate by lot whose rest needs
  the fewest pairs of companions. Affiliations are compared without case and outer spaces.
- P9 `pairing.plan_safe` also rules the choice of the bye ("could the rest then not be paired"). In
  the further rounds of an odd field every bye goes to somebody with the fewest byes at that time,
  whoever it is: his rank then is not known yet. Middle-earth's final planned round has no repeat
  rule and is therefore always possible. A Spare game is a bye here.
- P10 When no plan-safe pairing exists but a repeat-free one does, the plain meaning of "can still
  be paired" is used (rule 6 refuses only when no repeat-free pairing exists). With rematches, and
  above 24 players, plan_safe means nothing.
- P11 Elimination matches carry `game` and no `table`, in the order of the games, byes among them.
- P12 Without a closed Swiss round an elimination takes the whole active field (only the listed
  `seeds`, if the stage has them) and is drawn by lot, whatever the size of `plan.cut`. The ids in a
  game's lot are joined in the order in which they are listed: by `order`.
- P13 If fewer players are left than the cut had seeds, those left are folded as a smaller bracket.
- P14 A player who left the bracket: his opponent has a bye; an empty round is not drawn (nothing
  left). The round after a final does not exist, whoever won it.
- P15 Of several Spare Players the one with the smallest id plays; a Spare who dropped does not.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from tests.oracle.standings_oracle import (
    XWING,
    Json,
    Refused,
    Round,
    Swiss,
    check_file,
    closed_rounds,
    digest,
    field_ids,
    game_number,
    game_winner,
    is_open,
    option,
    ruleset_of,
    seed_of,
    seeds_of,
    spare_ids,
    stages_of,
    statuses,
    swiss_only,
    swiss_standings,
)

__all__ = ["NoLegalPairing", "NothingToDraw", "Refused", "draw_brackets", "matching_size", "pair"]

PLAN_SAFE_LIMIT = 24

Pair = tuple[int, int]
Weight = Callable[[int, int], int | None]


class NoLegalPairing(Exception):
    """No repeat-free pairing of the field exists."""


class NothingToDraw(Exception):
    """The tournament is over."""


# --- matchings ----------------------------------------------------------------------------------


def bits(mask: int) -> list[int]:
    """The members of a bit set in ascending order."""
    return [index for index in range(mask.bit_length()) if mask >> index & 1]


def mask_of(members: list[int]) -> int:
    """The bit set of some members."""
    return sum(1 << member for member in members)


def matching_size(mask: int, edges: list[int]) -> int:
    """The size of a largest matching among the players in `mask` (Edmonds' blossoms).

    `edges[i]` is the bit set of the players whom player i may meet.
    """
    players = bits(mask)
    place = {player: index for index, player in enumerate(players)}
    near = [[place[other] for other in bits(edges[player] & mask)] for player in players]
    count = len(players)
    mate = [-1] * count
    for one in range(count):
        if mate[one] == -1:
            for two in near[one]:
                if mate[two] == -1:
                    mate[one], mate[two] = two, one
                    break
    for one in range(count):
        if mate[one] == -1:
            augment(one, near, mate)
    return sum(1 for one in mate if one != -1) // 2


def augment(root: int, near: list[list[int]], mate: list[int]) -> bool:
    """Look for a path that frees nobody and takes `root` in; change `mate` along it."""
    count = len(near)
    parent = [-1] * count
    base = list(range(count))
    outer = [False] * count
    outer[root] = True
    queue = [root]

    def common_base(one: int, two: int) -> int:
        seen = set()
        while True:
            one = base[one]
            seen.add(one)
            if mate[one] == -1:
                break
            one = parent[mate[one]]
        while base[two] not in seen:
            two = parent[mate[base[two]]]
        return base[two]

    def mark(one: int, stop: int, child: int, blossom: set[int]) -> None:
        while base[one] != stop:
            blossom.add(base[one])
            blossom.add(base[mate[one]])
            parent[one] = child
            child = mate[one]
            one = parent[mate[one]]

    while queue:
        one = queue.pop(0)
        for two in near[one]:
            if base[one] == base[two] or mate[one] == two:
                continue
            if two == root or (mate[two] != -1 and parent[mate[two]] != -1):
                stop = common_base(one, two)
                blossom: set[int] = set()
                mark(one, stop, two, blossom)
                mark(two, stop, one, blossom)
                for index in range(count):
                    if base[index] in blossom:
                        base[index] = stop
                        if not outer[index]:
                            outer[index] = True
                            queue.append(index)
            elif parent[two] == -1:
                parent[two] = one
                if mate[two] == -1:
                    end = two
                    while end != -1:
                        previous = parent[end]
                        following = mate[previous]
                        mate[end], mate[previous] = previous, end
                        end = following
                    return True
                outer[mate[two]] = True
                queue.append(mate[two])
    return False


def perfect_matchings(mask: int, edges: list[int]) -> Iterator[list[Pair]]:
    """Every way to pair all players of `mask` with each other."""
    if mask == 0:
        yield []
        return
    one = (mask & -mask).bit_length() - 1
    for two in bits(mask & edges[one]):
        for others in perfect_matchings(mask & ~(1 << one) & ~(1 << two), edges):
            yield [(one, two), *others]


class Prices:
    """The cheapest way to pair some players, where a pair may cost something or be forbidden."""

    def __init__(self, count: int, weight: Weight) -> None:
        self.weight = [
            [weight(one, two) if one != two else None for two in range(count)]
            for one in range(count)
        ]
        self.free = [
            mask_of([two for two in range(count) if self.weight[one][two] == 0])
            for one in range(count)
        ]
        self.possible = [
            mask_of([two for two in range(count) if self.weight[one][two] is not None])
            for one in range(count)
        ]
        costs = [cost for line in self.weight for cost in line if cost]
        self.least = min(costs, default=0)
        self.same_cost = len(set(costs)) == 1 and all(
            self.possible[one] == mask_of([two for two in range(count) if two != one])
            for one in range(count)
        )
        self.known: dict[int, int | None] = {0: 0}
        self.sizes: dict[int, int] = {}

    def free_pairs(self, mask: int) -> int:
        """The most pairs that cost nothing."""
        if mask not in self.sizes:
            self.sizes[mask] = matching_size(mask, self.free)
        return self.sizes[mask]

    def bound(self, mask: int) -> int:
        """No pairing of `mask` is cheaper than this."""
        return (mask.bit_count() // 2 - self.free_pairs(mask)) * self.least

    def cheapest(self, mask: int) -> int | None:
        """The price of the cheapest pairing of everybody in `mask`; None if there is none."""
        if mask not in self.known:
            self.known[mask] = self._cheapest(mask)
        return self.known[mask]

    def _cheapest(self, mask: int) -> int | None:
        if mask.bit_count() % 2:
            return None
        bound = self.bound(mask)
        if bound == 0 and self.free_pairs(mask) * 2 == mask.bit_count():
            return 0
        if self.least == 0:
            return None
        if self.same_cost:
            return bound
        one = min(bits(mask), key=lambda index: (self.free[index] & mask).bit_count())
        best: int | None = None
        partners = bits(mask & self.possible[one])
        partners.sort(key=lambda two: self.weight[one][two] or 0)
        for two in partners:
            rest = mask & ~(1 << one) & ~(1 << two)
            cost = self.weight[one][two] or 0
            if best is not None and cost + self.bound(rest) >= best:
                continue
            remaining = self.cheapest(rest)
            if remaining is not None and (best is None or cost + remaining < best):
                best = cost + remaining
                if best == bound:
                    break
        return best


# --- rule 4 -------------------------------------------------------------------------------------

LastWord = Callable[[list[Pair], int], bool]


def brackets(groups: list[list[int]], prices: Prices, last_word: LastWord | None) -> list[Pair]:
    """Rule 4: bracket by bracket from the top; the players are numbers in rule 2's order.

    Only pairings as cheap as the cheapest one are allowed. `last_word`, if given, is asked
    whether the rest can still be paired after the pairs drawn so far (plan_safe).
    """
    everybody = mask_of([player for group in groups for player in group])
    total = prices.cheapest(everybody)
    if total is None:
        raise NoLegalPairing
    pairs: list[Pair] = []
    floaters: list[int] = []
    for position, group in enumerate(groups):
        bracket = floaters + group
        lower = mask_of([player for other in groups[position + 1 :] for player in other])
        found = None
        for floats in range(len(bracket) % 2, len(bracket) + 1, 2):
            found = best_set(bracket, lower, floats, total, pairs, prices, last_word)
            if found is not None:
                break
        if found is None:
            raise NoLegalPairing
        pairs = pairs + found
        total -= sum(prices.weight[one][two] or 0 for one, two in found)
        paired = {player for both in found for player in both}
        floaters = [player for player in bracket if player not in paired]
    assert not floaters
    assert total == 0
    return pairs


def best_set(
    bracket: list[int],
    lower: int,
    floats: int,
    total: int,
    before: list[Pair],
    prices: Prices,
    last_word: LastWord | None,
) -> list[Pair] | None:
    """The first allowed set of pairs, in the order of preference, that leaves `floats` players."""
    failed: set[tuple[int, int, int]] = set()

    def search(
        undecided: list[int], floated: int, floats_left: int, budget: int, found: list[Pair]
    ) -> list[Pair] | None:
        rest = lower | floated
        if not undecided:
            if prices.cheapest(rest) != budget:
                return None
            if last_word is not None and not last_word(before + found, rest):
                return None
            return found
        open_mask = mask_of(undecided)
        state = (open_mask, floated, budget)
        if state in failed:
            return None
        if not hopeless(open_mask, rest, floats_left, budget):
            one = undecided[0]
            for two in undecided[1:]:
                cost = prices.weight[one][two]
                if cost is None or cost > budget:
                    continue
                others = [player for player in undecided[1:] if player != two]
                answer = search(others, floated, floats_left, budget - cost, [*found, (one, two)])
                if answer is not None:
                    return answer
            if floats_left:
                answer = search(undecided[1:], floated | 1 << one, floats_left - 1, budget, found)
                if answer is not None:
                    return answer
        if last_word is None:
            failed.add(state)
        return None

    def hopeless(open_mask: int, rest: int, floats_left: int, budget: int) -> bool:
        """Necessary conditions only: they save time and never decide what is preferred."""
        cheapest = prices.cheapest(open_mask | rest)
        if cheapest is None or cheapest > budget:
            return True
        if floats_left == 0:
            inside, outside = prices.cheapest(open_mask), prices.cheapest(rest)
            if inside is None or outside is None or inside + outside > budget:
                return True
        if prices.least:
            return False
        wanted = (open_mask.bit_count() - floats_left) // 2
        if prices.free_pairs(open_mask) < wanted:
            return True
        return rest.bit_count() - 2 * prices.free_pairs(rest) > floats_left

    return search(bracket, 0, floats, total, [])


def draw_brackets(
    groups: list[list[str]], met: set[frozenset[str]] | None = None
) -> list[tuple[str, str]]:
    """Rule 4 for named players: groups from the top, each in order, and who has met whom."""
    order = [id_ for group in groups for id_ in group]
    place = {id_: index for index, id_ in enumerate(order)}
    forbidden = met or set()

    def weight(one: int, two: int) -> int | None:
        return None if frozenset((order[one], order[two])) in forbidden else 0

    numbers = [[place[id_] for id_ in group] for group in groups]
    drawn = brackets(numbers, Prices(len(order), weight), None)
    return [(order[one], order[two]) for one, two in sorted(drawn)]


# --- plan_safe ----------------------------------------------------------------------------------


def plan_possible(edges: tuple[int, ...], byes: tuple[int, ...], rounds: int) -> bool:
    """Whether this field can be paired `rounds` times more without a repeat, nobody dropping.

    Even field: `rounds` edge-disjoint perfect matchings. Odd field: each round somebody among
    those with the fewest byes rests.
    """
    count = len(edges)
    if rounds == 0 or count == 0:
        return True
    if count % 2 == 0:
        return disjoint(edges, rounds, -1)
    fewest = [index for index in range(count) if byes[index] == min(byes)]
    if rounds <= len(fewest):
        # All these byes go to different players of `fewest`: the bye is one more opponent.
        extra = [edges[index] | (1 << count if index in fewest else 0) for index in range(count)]
        return disjoint((*extra, mask_of(fewest)), rounds, -1)
    return plan_round_by_round(edges, byes, rounds)


@lru_cache(maxsize=200_000)
def disjoint(edges: tuple[int, ...], rounds: int, floor: int) -> bool:
    """Whether `rounds` edge-disjoint perfect matchings exist; player 0's partners above `floor`.

    Several matchings that share no pair give player 0 different partners, so they can be looked
    for in the order of these partners.
    """
    count = len(edges)
    if rounds == 0:
        return True
    if any(mask.bit_count() < rounds for mask in edges):
        return False
    everybody = (1 << count) - 1
    if matching_size(everybody, list(edges)) * 2 < count:
        return False
    for partner in bits(edges[0]):
        if partner <= floor:
            continue
        rest = everybody & ~1 & ~(1 << partner)
        for others in perfect_matchings(rest, list(edges)):
            if disjoint(without(edges, [(0, partner), *others]), rounds - 1, partner):
                return True
    return False


@lru_cache(maxsize=200_000)
def plan_round_by_round(edges: tuple[int, ...], byes: tuple[int, ...], rounds: int) -> bool:
    """The odd field, taken literally: some player with the fewest byes rests, then the others."""
    if rounds == 0:
        return True
    count = len(edges)
    for rests in range(count):
        if byes[rests] != min(byes):
            continue
        others = ((1 << count) - 1) & ~(1 << rests)
        later = tuple(had + (1 if index == rests else 0) for index, had in enumerate(byes))
        for matching in perfect_matchings(others, list(edges)):
            if plan_round_by_round(without(edges, matching), later, rounds - 1):
                return True
    return False


def without(edges: tuple[int, ...], pairs: list[Pair]) -> tuple[int, ...]:
    """The graph after these pairs have met."""
    left = list(edges)
    for one, two in pairs:
        left[one] &= ~(1 << two)
        left[two] &= ~(1 << one)
    return tuple(left)


def round_seed(event: Json, drawn_as: Json) -> str:
    """The seed of a round: its salt behind it, and its attempt from the second on."""
    seed = seed_of(event)
    if drawn_as.get("salt") is not None:
        seed += "~" + drawn_as["salt"]
    attempt = drawn_as.get("attempt", 1)
    return seed + (f"#{attempt}" if attempt >= 2 else "")


# --- the Swiss round ----------------------------------------------------------------------------


class SwissDraw:
    """One Swiss round to be drawn, with everything the rules ask about."""

    def __init__(self, event: Json, stage: int, number: int, drawn_as: Json) -> None:
        self.event = event
        self.ruleset = ruleset_of(event)
        self.stage = stage
        self.number = number
        self.seed = round_seed(event, drawn_as)
        self.rounds = closed_rounds(event)
        self.status = statuses(event, self.rounds)
        self.swiss: Swiss = swiss_standings(event, self.rounds, self.status)
        self.field = [id_ for id_ in self.swiss.order if self.status[id_] == "active"]
        self.first_round = not swiss_only(self.rounds)
        plan = event.get("plan") or {}
        self.planned: int | None = plan.get("swiss_rounds")
        self.final = self.planned is not None and number == self.planned
        self.met = self.latest_meetings()

    def lot(self, purpose: str, id_: str) -> bytes:
        return digest(self.seed, purpose, self.stage, self.number, id_)

    def latest_meetings(self) -> dict[frozenset[str], int]:
        """Who has met whom in the scope of the repeat rule, and in which closed round last."""
        if self.ruleset == "middle-earth" and self.final:
            return {}
        scope: list[Round] = swiss_only(self.rounds)
        if self.ruleset == "runewars":
            scope = [entry for entry in scope if entry.stage == self.stage]
        met = {}
        for ordinal, entry in enumerate(scope):
            for match in entry.matches:
                kind = match.get("kind")
                if kind is None or (
                    kind == "forfeit" and option(self.event, "forfeit.counts_as_met", False)
                ):
                    met[frozenset(match["players"])] = ordinal
        return met

    def tp(self, id_: str) -> Any:
        return self.swiss.values[id_]["tp"]

    def bye_candidates(self) -> list[str]:
        """Rule 1: who may rest, the first choice first."""
        had = {id_: self.swiss.record[id_].byes for id_ in self.field}
        fewest = [id_ for id_ in self.field if had[id_] == min(had.values())]
        if self.ruleset in XWING and option(self.event, "bye.max_per_player", 1) == "unlimited":
            fewest = list(self.field)
        if self.first_round:
            return sorted(fewest, key=lambda id_: self.lot("bye", id_))
        pick = option(self.event, "bye.pick", "random_in_lowest_group")
        if self.ruleset == "diskwars" and pick == "random_in_lowest_group":
            return sorted(fewest, key=lambda id_: (self.tp(id_), self.lot("bye", id_)))
        return list(reversed(fewest))

    def groups(self, players: list[str]) -> list[list[str]]:
        """Rule 2: the order, cut into groups."""
        if self.first_round:
            return [sorted(players, key=lambda id_: self.lot("order", id_))]
        if self.ruleset == "middle-earth":
            return [players]
        ordered = players
        if self.ruleset not in XWING:
            ordered = sorted(players, key=lambda id_: (-self.tp(id_), self.lot("order", id_)))
        result: list[list[str]] = []
        for id_ in ordered:
            if result and self.tp(result[-1][0]) == self.tp(id_):
                result[-1].append(id_)
            else:
                result.append([id_])
        return result

    @property
    def keeps_companions_apart(self) -> bool:
        """Rule 5: only in the first round, and only where it is asked for."""
        wanted = option(self.event, "pairing.avoid_affiliation", self.ruleset in XWING)
        return self.first_round and bool(wanted)

    @property
    def tags(self) -> dict[str, set[str]]:
        """Everybody's affiliations, without case and outer spaces."""
        return {
            p["id"]: {str(tag).strip().casefold() for tag in p.get("affiliations") or []} - {""}
            for p in self.event["players"]
        }

    def companions_needed(self, rests: str | None) -> int:
        """How many pairs of companions the others need at least when somebody rests (rule 1)."""
        tags = self.tags
        players = [id_ for id_ in self.field if id_ != rests]
        strangers = [
            mask_of(
                [i for i, two in enumerate(players) if two != one and not tags[one] & tags[two]]
            )
            for one in players
        ]
        return len(players) // 2 - matching_size((1 << len(players)) - 1, strangers)

    def repeat_free(self, players: list[str]) -> Prices:
        """Rule 3 as prices: a repeat is forbidden."""
        return Prices(
            len(players),
            lambda one, two: None if frozenset((players[one], players[two])) in self.met else 0,
        )

    def price_list(self, players: list[str], rematches: bool) -> Prices:
        """What a pair costs: nothing, an affiliation (rule 5) or a rematch (rule 6)."""
        # A rematch from round k costs B^L + B^k with B above the number of pairs and L above every
        # k: sums compare by the number of rematches, then by those of the latest round, and so on.
        latest = max(self.met.values(), default=0)
        many = len(players) // 2 + 1
        top = many ** (latest + 1)
        tags = self.tags
        apart = self.keeps_companions_apart

        def weight(one: int, two: int) -> int | None:
            both = frozenset((players[one], players[two]))
            if both in self.met:
                return top + many ** self.met[both] if rematches else None
            if apart and tags[players[one]] & tags[players[two]]:
                return 1
            return 0

        return Prices(len(players), weight)

    def draw(self, allow_rematch: bool) -> list[Json]:
        """The matches of the round, tables first, then the bye or the Spare's game."""
        if not self.field:
            raise NothingToDraw("nobody is left")
        candidates: list[str | None] = [None]
        if len(self.field) % 2:
            candidates = list(self.bye_candidates())
        chosen: str | None = None
        rematches = False
        safe = False
        if self.keeps_companions_apart:  # the sort keeps candidates who need as few in order
            candidates.sort(key=self.companions_needed)
        choices = [(who, wanted) for wanted in (True, False) for who in candidates]
        for who, wanted in choices:
            if self.leaves_rest(who, wanted):
                chosen, safe = who, wanted
                break
        else:
            if not allow_rematch:
                raise NoLegalPairing("no repeat-free pairing exists")
            chosen, rematches = candidates[0], True
        groups = self.groups([id_ for id_ in self.field if id_ != chosen])
        players = [id_ for group in groups for id_ in group]
        place = {id_: index for index, id_ in enumerate(players)}
        last_word = None
        if safe and self.plan_rounds():
            last_word = self.plan_last_word(players, chosen)
        drawn = brackets(
            [[place[id_] for id_ in group] for group in groups],
            self.price_list(players, rematches),
            last_word,
        )
        matches: list[Json] = [
            {"table": table, "players": [players[one], players[two]]}
            for table, (one, two) in enumerate(sorted(drawn), start=1)
        ]
        if chosen is not None:
            spares = sorted(id_ for id_ in spare_ids(self.event) if self.status[id_] == "active")
            if self.ruleset == "middle-earth" and spares:
                matches.append({"table": len(matches) + 1, "players": [chosen, spares[0]]})
            else:
                matches.append({"kind": "bye", "players": [chosen]})
        return matches

    # plan_safe

    def plan_rounds(self) -> int:
        """How many further planned rounds plan_safe has to keep possible."""
        if not option(self.event, "pairing.plan_safe", False) or self.planned is None:
            return 0
        if len(self.field) > PLAN_SAFE_LIMIT:
            return 0
        further = self.planned - self.number
        if self.ruleset == "middle-earth":
            further -= 1  # the final round has no repeat rule
        return max(0, further)

    def leaves_rest(self, rests: str | None, wanted: bool) -> bool:
        """Whether the others can be paired; with `wanted` also in the further planned rounds."""
        players = [id_ for id_ in self.field if id_ != rests]
        everybody = (1 << len(players)) - 1
        if self.repeat_free(players).cheapest(everybody) is None:
            return False
        if not wanted or not self.plan_rounds():
            return True
        return self.plan_last_word(players, rests)([], everybody)

    def plan_last_word(self, players: list[str], rests: str | None) -> LastWord:
        """Ask whether the rest and every further planned round can be paired (rule 4)."""
        whole = [*players, rests] if rests is not None else players
        count = len(whole)
        edges = tuple(
            mask_of(
                [
                    two
                    for two in range(count)
                    if two != one and frozenset((whole[one], whole[two])) not in self.met
                ]
            )
            for one in range(count)
        )
        byes = tuple(self.swiss.record[id_].byes + (1 if id_ == rests else 0) for id_ in whole)
        further = self.plan_rounds()

        def last_word(pairs: list[Pair], rest: int) -> bool:
            return any(
                plan_possible(without(edges, pairs + others), byes, further)
                for others in perfect_matchings(rest, list(edges))
            )

        return last_word


# --- elimination --------------------------------------------------------------------------------


def power_of_two(count: int) -> int:
    """The smallest power of two that is not below `count`."""
    size = 1
    while size < count:
        size *= 2
    return size


def fold(players: list[str | None], seeds: list[str]) -> list[Json]:
    """Game i: the i-th from the top against the i-th from the bottom; gaps are byes."""
    matches: list[Json] = []
    for game in range(1, len(players) // 2 + 1):
        both = [players[game - 1], players[len(players) - game]]
        there = sorted((id_ for id_ in both if id_ is not None), key=seeds.index)
        if len(there) == 2:
            matches.append({"game": game, "players": there})
        elif len(there) == 1:
            matches.append({"kind": "bye", "game": game, "players": there})
    return matches


def first_after_cut(seeds: list[str]) -> list[Json]:
    """The first elimination round of seeds from a Swiss part."""
    gaps: list[str | None] = [None] * (power_of_two(len(seeds)) - len(seeds))
    return fold([*seeds, *gaps], seeds)


def first_by_lot(event: Json, players: list[str], stage: int, drawn_as: Json) -> list[Json]:
    """The first elimination round without a Swiss part (RW-163, RW-164)."""
    seed = round_seed(event, drawn_as)

    def lot(purpose: str, id_: str) -> bytes:
        return digest(seed, purpose, stage, 1, id_)

    byes = power_of_two(len(players)) - len(players)
    by_elimination = sorted(players, key=lambda id_: lot("elimination", id_))
    games = [[id_] for id_ in by_elimination[:byes]]
    others = sorted(by_elimination[byes:], key=lambda id_: lot("order", id_))
    games += [others[index : index + 2] for index in range(0, len(others), 2)]
    games.sort(key=lambda ids: lot("elimination", "game:" + "+".join(ids)))
    matches: list[Json] = []
    for number, ids in enumerate(games, start=1):
        if len(ids) == 1:
            matches.append({"kind": "bye", "game": number, "players": ids})
        else:
            matches.append({"game": number, "players": ids})
    return matches


def next_elimination_round(event: Json, stage: int) -> list[Json]:
    """The round after the last closed one of an elimination stage."""
    seeds = seeds_of(event, stage)
    rounds = closed_rounds(event)
    played = [entry for entry in rounds if entry.stage == stage]
    assert seeds is not None
    status = statuses(event, rounds)
    games = power_of_two(len(seeds)) // 2 ** len(played)
    if games < 2:
        raise NothingToDraw("the final has been played")
    winners: list[str | None] = [None] * games
    for position, match in enumerate(played[-1].matches):
        winner = game_winner(event, match, played[-1].number, seeds)
        if winner is not None and status[winner] == "active":
            winners[game_number(played[-1].matches, position) - 1] = winner
    return fold(winners, seeds)


# --- the next round -----------------------------------------------------------------------------


def pair(event: Json, allow_rematch: bool = False) -> Json:
    """The next round: Swiss, the first round after the cut, or the next elimination round."""
    check_file(event)
    event = copy.deepcopy(event)
    for stage in stages_of(event):
        for entry in stage.get("rounds") or []:
            if any(is_open(match) for match in entry.get("matches") or []):
                raise Refused("a match is still being played")
    plan = event.get("plan") or {}
    stages = stages_of(event)
    drawn_as: Json = {}
    drawn_rounds: list[Json] = []
    if stages:
        drawn_rounds = stages[-1].setdefault("rounds", [])
        if drawn_rounds and not drawn_rounds[-1].get("matches"):
            drawn_as = drawn_rounds.pop()
    number = len(drawn_rounds) + 1
    if not stages or stages[-1]["kind"] == "swiss":
        planned = plan.get("swiss_rounds")
        if planned is None or number <= planned:
            stage_number = max(1, len(stages))
            draw = SwissDraw(event, stage_number, number, drawn_as)
            return answer(stage_number, number, draw.draw(allow_rematch))
        if not plan.get("cut"):
            raise NothingToDraw("all planned Swiss rounds are drawn and there is no cut")
        stages.append({"kind": "elimination", "rounds": []})
        event["stages"] = stages
        number = 1
    stage_number = len(stages)
    if number > 1:
        return answer(stage_number, number, next_elimination_round(event, stage_number))
    if swiss_only(closed_rounds(event)):
        seeds = seeds_of(event, stage_number) or []
        return answer(stage_number, 1, first_after_cut(seeds))
    status = statuses(event, closed_rounds(event))
    players = stages[-1].get("seeds") or field_ids(event)
    players = [id_ for id_ in players if status[id_] == "active"]
    if len(players) < 2:
        raise NothingToDraw("fewer than two players")
    return answer(stage_number, 1, first_by_lot(event, players, stage_number, drawn_as))


def answer(stage: int, number: int, matches: list[Json]) -> Json:
    """The drawn round."""
    if not matches:
        raise NothingToDraw("no game is left")
    return {"stage": stage, "round": number, "matches": matches}
