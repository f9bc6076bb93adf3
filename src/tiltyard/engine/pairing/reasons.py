"""Why this opponent: what a player reads under every table and every bye, as codes and facts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from tiltyard.engine.pairing.brackets import PARTNERS
from tiltyard.engine.pairing.byes import choice_of_rest
from tiltyard.engine.pairing.factors import TooHard
from tiltyard.engine.pairing.look_ahead import LARGEST_FIELD, certainly_possible, short_of_opponents
from tiltyard.engine.pairing.matching import enough_for_anybody
from tiltyard.engine.pairing.round import DrawnMatch, Why

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tiltyard.engine.pairing.brackets import Drawn
    from tiltyard.engine.pairing.field import Field
    from tiltyard.engine.pairing.matching import Pair
    from tiltyard.engine.pairing.round_robin import Scheduled
    from tiltyard.engine.tournament import PlayerId


FARTHEST_LOOK = 60
"""How many places between two opponents are looked at for reasons."""


Demand = Literal["repeats", "companions", "fewest repeats", "plan", "schedule"]
"""What the pairs of a round had to keep, besides the order: no repeats, companions apart ..."""

PassedOver = Literal["repeat", "plan", "companions"]
"""What would have happened if somebody passed over had rested."""


class Rest(NamedTuple):
    """Who rests, and who would have but for the rest of the field."""

    player: PlayerId
    passed_over: Mapping[PassedOver, Sequence[PlayerId]] = {}


class Story(NamedTuple):
    """How a round came about, in places of the order; `rematches` gives the latest meetings."""

    order: tuple[PlayerId, ...]
    groups: Sequence[Sequence[int]]
    drawn: Drawn
    met: Mapping[PlayerId, set[PlayerId]]
    rest: Rest | None
    rematches: Mapping[Pair, int]
    demand: Demand
    warnings: tuple[Why, ...] = ()
    schedule: Scheduled | None = None


def explain_round(field: Field, story: Story) -> list[DrawnMatch]:
    """Return the matches in the order of their higher players, each with its reasons."""
    pairs = sorted(story.drawn.pairs)
    higher = [0] * len(story.order)
    for first, second in pairs:
        higher[first] = higher[second] = first
    order = story.order
    matches = [
        DrawnMatch((order[a], order[b]), _why_pair(field, story, higher, (a, b))) for a, b in pairs
    ]
    if story.rest is not None:
        matches.append(_rest_match(field, story, story.rest))
    return matches


def _why_pair(field: Field, story: Story, higher: Sequence[int], pair: Pair) -> tuple[Why, ...]:
    if field.is_round_robin:
        reasons = [_scheduled(field, story, pair)]
    else:
        reasons = [
            _main_reason(field, story, pair),
            *_method(field),
            *_passed_over(field, story, higher, pair),
        ]
    if field.are_companions(story.order[pair[0]], story.order[pair[1]]):
        reasons.append(Why("companions-meet", field.rules.pairing.affiliation_clause))
    if pair in story.rematches:
        rules = field.rules.rematch
        final = field.repeats_allowed
        code = "final-round-repeat" if final else "rematch"
        clause = rules.except_final_clause if final else rules.impossible_clause
        reasons.append(Why(code, clause, {"round": story.rematches[pair]}))
    return tuple(reasons)


def _main_reason(field: Field, story: Story, pair: Pair) -> Why:
    rules = field.rules.pairing
    first, second = (story.order[place] for place in pair)
    if field.is_first and not field.is_accelerated:
        seeded = bool(rules.seeded_by)
        clause = rules.seeded_clause if seeded else rules.first_round_clause
        return Why("drawn-by-seeds" if seeded else "drawn-by-lot", clause)
    upper, lower = field.points[first], field.points[second]
    if rules.group == "none":
        if rules.inside == "standings":
            places = {"places": [field.places[first], field.places[second]]}
            return Why("neighbours", rules.group_clause, places)
        code = "in-order-of-points" if rules.inside == "random" else "in-order-of-strength"
        return Why(code, rules.inside_clause, {"points": [upper, lower]})
    if upper == lower:
        elsewhere = field.met_elsewhere
        again = pair in story.rematches or (elsewhere and frozenset((first, second)) in elsewhere)
        code = "same-points-again" if again else "same-points"
        return Why(code, rules.group_clause, {"points": upper})
    facts = {"player": first, "from": upper, "to": lower}
    odd = _left_over_by_number(story, pair[0])
    return Why("floated-down" if odd else _FLOATED[story.demand], rules.float_clause, facts)


def _method(field: Field) -> Iterator[Why]:
    """Say whom players of a group meet, where it is not the next in order, and what was added."""
    rules = field.rules.pairing
    if field.partners != "neighbours":
        yield Why(f"paired-{field.partners}", rules.partners_clause)
    if field.is_accelerated and rules.accelerate is not None:
        facts = {"points": rules.accelerate.points}
        yield Why("accelerated", rules.accelerate.clause, facts)


def _nearer(field: Field, story: Story, pair: Pair) -> Sequence[int]:
    """Return whom the higher player of a pair would rather have met, the best first."""
    first, second = pair
    if field.partners == "neighbours":
        return range(first + 1, min(second, first + 1 + FARTHEST_LOOK))
    number = next(n for n, group in enumerate(story.groups) if second in group)
    floated = [player for player, group in story.drawn.floated if group == number - 1]
    partners = PARTNERS[field.partners]([*floated, *story.groups[number]])
    return partners[: partners.index(second)][:FARTHEST_LOOK]


def _scheduled(field: Field, story: Story, pair: Pair) -> Why:
    """Say which round of the schedule this is, or that it could not be kept here."""
    rounds = field.seating.rounds * field.rules.pairing.legs
    facts = {"round": field.round, "rounds": rounds}
    meeting = (story.order[pair[0]], story.order[pair[1]])
    kept = story.schedule is not None and meeting in story.schedule.kept
    code = "scheduled" if kept else "schedule-changed"
    if field.round > rounds:
        code = "schedule-over"
    return Why(code, field.rules.pairing.group_clause, facts)


_FLOATED: dict[Demand, str] = {
    "repeats": "floated-down-met",
    "companions": "floated-down-met",
    "fewest repeats": "floated-down-repeats",
    "plan": "floated-down-plan",
}

_KEPT: dict[Demand, str] = {
    "repeats": "kept-for-others",
    "companions": "kept-for-strangers",
    "fewest repeats": "kept-for-fewest-repeats",
    "plan": "kept-for-plan",
}


def _left_over_by_number(story: Story, place: int) -> bool:
    """Whether somebody floated only because the players of the bracket were odd in number."""
    leaving: dict[int, int] = {}
    for _, group in story.drawn.floated:
        leaving[group] = leaving.get(group, 0) + 1
    groups = [group for player, group in story.drawn.floated if player == place]
    return all(
        leaving[group] == 1 and (len(story.groups[group]) + leaving.get(group - 1, 0)) % 2
        for group in groups
    )


def _passed_over(field: Field, story: Story, higher: Sequence[int], pair: Pair) -> list[Why]:
    """Say why players who stood nearer did not become the opponent."""
    first, _ = pair
    player = story.order[first]
    free = [story.order[place] for place in _nearer(field, story, pair) if higher[place] > first]
    met = [other for other in free if other in story.met[player]]
    needed = [other for other in free if other not in story.met[player]]
    reasons = []
    if met:
        facts = {"player": player, "opponents": met}
        reasons.append(Why("met-already", field.rules.rematch.clause, facts))
    apart = [other for other in needed if field.are_companions(player, other)]
    needed = [other for other in needed if other not in apart]
    if apart:
        facts = {"player": player, "opponents": apart}
        reasons.append(Why("kept-apart", field.rules.pairing.affiliation_clause, facts))
    if needed:
        facts = {"player": player, "opponents": needed}
        rules = field.rules.pairing
        strangers = story.demand == "companions"
        clause = rules.affiliation_clause if strangers else rules.conflict_clause
        reasons.append(Why(_KEPT[story.demand], clause, facts))
    return reasons


def _rest_match(field: Field, story: Story, rest: Rest) -> DrawnMatch:
    reasons = (_why_rest(field, story, rest.player), *_why_not_others(field, rest))
    if field.spare is None:
        return DrawnMatch((rest.player,), reasons, kind="bye")
    return DrawnMatch((rest.player, field.spare), reasons)


def _why_rest(field: Field, story: Story, player: PlayerId) -> Why:
    bye = field.rules.bye
    kind = "bye" if field.spare is None else "spare"
    facts: dict[str, object] = {"points": field.points[player]}
    if story.schedule is not None:
        code = "scheduled" if story.schedule.rest_kept else "left-over"
        return Why(f"{kind}-{code}", field.rules.pairing.group_clause, facts)
    if field.is_first:
        return Why(f"{kind}-by-lot", bye.first_round_clause, facts)
    lot = bye.pick == "random_in_lowest_group"
    code = f"{kind}-{'by-lot-in-lowest-group' if lot else 'lowest'}"
    choice = choice_of_rest(field)
    if choice == "below the limit":
        facts["most"] = bye.max_per_player
    return Why(code + _AMONG[choice], bye.pick_clause, facts)


_AMONG = {"fewest": "", "below the limit": "-below-limit", "everybody": "-of-all"}


def _why_not_others(field: Field, rest: Rest) -> Iterator[Why]:
    """Say for whom somebody else rests, and what their rest would have done."""
    rules = field.rules.pairing
    for cause, players in rest.passed_over.items():
        code = "bye-passed-over" if cause == "repeat" else f"bye-passed-over-{cause}"
        clause = rules.affiliation_clause if cause == "companions" else rules.conflict_clause
        yield Why(code, clause, {"opponents": list(players)})


# ------------------------------------------------------------------------------
# What the organizer should hear before a round is drawn, and not three rounds later.

LARGEST_LOOK = 64
"""Beyond this size of the field only counting tells whether the plan can be kept."""


def plan_warnings(field: Field) -> Iterator[Why]:
    """Warn when the remaining planned rounds cannot all be free of repeats any more."""
    rules, rounds = field.rules, field.rounds_to_keep_free
    advice = rules.rematch.impossible_clause
    plan_safe = rules.pairing.plan_safe and not field.is_round_robin
    if plan_safe and rounds and len(field.players) > LARGEST_FIELD:
        yield Why("plan-safe-too-large", advice, {"players": len(field.players)})
    if rounds < 2:
        return
    opponents = [len(field.met[player]) for player in field.order]
    if certainly_possible(opponents, rounds):
        return
    if field.is_round_robin:  # a schedule only runs dry when there are too few opponents
        stuck = _short_of_opponents(field, opponents)
        yield from () if stuck is None else (stuck,)
        return
    impossible = _why_impossible(field, opponents)
    if impossible is not None:
        yield impossible
    elif not rules.pairing.plan_safe and _close_to_the_field(field):
        planned = field.tournament.plan.swiss_rounds
        facts = {"players": len(field.players), "rounds": planned}
        yield Why("plan-safe-advised", advice, facts)


def _short_of_opponents(field: Field, opponents: list[int]) -> Why | None:
    rounds = field.rounds_to_keep_free
    stuck = short_of_opponents(opponents, rounds)
    if not stuck:
        return None
    facts = {"opponents": [field.order[place] for place in stuck], "rounds": rounds}
    return Why("plan-short-of-opponents", field.rules.rematch.clause, facts)


def _why_impossible(field: Field, opponents: list[int]) -> Why | None:
    rounds, clause = field.rounds_to_keep_free, field.rules.rematch.clause
    stuck = _short_of_opponents(field, opponents)
    if stuck is not None:
        return stuck
    if len(field.players) > LARGEST_LOOK:
        return None
    try:
        possible = field.outlook.is_possible
    except TooHard:
        return Why("plan-uncertain", clause, {"rounds": rounds})
    return None if possible else Why("plan-impossible", clause, {"rounds": rounds})


def _close_to_the_field(field: Field) -> bool:
    """Whether so many rounds are planned that a draw without looking ahead may run dry."""
    planned = field.tournament.plan.swiss_rounds or 0
    players = len(field.players)
    return players <= LARGEST_FIELD and players < enough_for_anybody(planned - 1)
