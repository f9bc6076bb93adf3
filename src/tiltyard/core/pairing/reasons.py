"""Why this opponent: what a player reads under every table and every bye, as codes and facts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tiltyard.core.pairing.round import DrawnMatch, Why

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tiltyard.core.ids import PlayerId
    from tiltyard.core.pairing.brackets import Drawn
    from tiltyard.core.pairing.field import Field
    from tiltyard.core.pairing.graph import Pair

FARTHEST_LOOK = 60
"""How many places between two opponents are looked at for reasons."""


class Rest(NamedTuple):
    """Who rests, and who would have but for the rest of the field."""

    player: PlayerId
    passed_over: tuple[PlayerId, ...] = ()


class Story(NamedTuple):
    """How a round came about, in places of the order; `rematches` gives the latest meetings."""

    order: tuple[PlayerId, ...]
    groups: Sequence[Sequence[int]]
    drawn: Drawn
    met: Mapping[PlayerId, set[PlayerId]]
    rest: Rest | None
    rematches: Mapping[Pair, int]
    warnings: tuple[Why, ...]


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
        matches.append(_rest_match(field, story.rest))
    return matches


def _why_pair(field: Field, story: Story, higher: Sequence[int], pair: Pair) -> tuple[Why, ...]:
    reasons = [_main_reason(field, story, pair)]
    reasons += _passed_over(field, story, higher, pair)
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
    if field.is_first:
        return Why("drawn-by-lot", rules.first_round_clause)
    if rules.group == "none":
        places = {"places": [pair[0] + 1, pair[1] + 1]}
        return Why("neighbours", rules.group_clause, places)
    upper, lower = field.points[first], field.points[second]
    if upper == lower:
        code = "same-points-again" if pair in story.rematches else "same-points"
        return Why(code, rules.group_clause, {"points": upper})
    facts = {"player": first, "from": upper, "to": lower}
    odd = _left_over_by_number(story, pair[0])
    return Why("floated-down" if odd else "floated-down-met", rules.float_clause, facts)


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
    first, second = pair
    player = story.order[first]
    between = range(first + 1, min(second, first + 1 + FARTHEST_LOOK))
    free = [story.order[place] for place in between if higher[place] > first]
    met = [one for one in free if one in story.met[player]]
    needed = [one for one in free if one not in story.met[player]]
    reasons = []
    if met:
        facts = {"player": player, "opponents": met}
        reasons.append(Why("met-already", field.rules.rematch.clause, facts))
    apart = [one for one in needed if field.are_companions(player, one)]
    needed = [one for one in needed if one not in apart]
    if apart:
        facts = {"player": player, "opponents": apart}
        reasons.append(Why("kept-apart", field.rules.pairing.affiliation_clause, facts))
    if needed:
        facts = {"player": player, "opponents": needed}
        reasons.append(Why("kept-for-others", field.rules.pairing.conflict_clause, facts))
    return reasons


def _rest_match(field: Field, rest: Rest) -> DrawnMatch:
    bye, spare = field.rules.bye, field.spare
    if field.is_first:
        code, clause = "by-lot", bye.first_round_clause
    elif bye.pick == "random_in_lowest_group":
        code, clause = "by-lot-in-lowest-group", bye.pick_clause
    else:
        code, clause = "lowest", bye.pick_clause
    facts: dict[str, object] = {"points": field.points[rest.player]}
    kind = "bye" if spare is None else "spare"
    reasons = [Why(f"{kind}-{code}", clause, facts)]
    if rest.passed_over:
        facts = {"opponents": list(rest.passed_over)}
        reasons.append(Why("bye-passed-over", field.rules.pairing.conflict_clause, facts))
    if spare is None:
        return DrawnMatch((rest.player,), tuple(reasons), kind="bye")
    return DrawnMatch((rest.player, spare), tuple(reasons))
