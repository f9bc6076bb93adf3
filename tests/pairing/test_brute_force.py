"""Rule 4 of the contract applied literally to all pairings of a small field, and checked by a
general matching library in larger ones."""

from itertools import combinations, pairwise

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.amount import amount
from tests.pairing.events import by_lot, next_number, state
from tiltyard.engine.errors import NoLegalPairing
from tiltyard.engine.pairing.brackets import pair_brackets
from tiltyard.engine.pairing.matching import can_all_be_paired, graph_of, graph_with_rematches

MANY = settings(max_examples=amount(150, 400), deadline=None)

# The rule, in a few lines that know nothing of the program


def all_rounds(players):
    """Every way to pair everybody."""
    if not players:
        yield ()
        return
    first, *others = players
    for partner in others:
        for rest in all_rounds([one for one in others if one != partner]):
            yield ((first, partner), *rest)


def in_order(bracket):
    return bracket


def sliding(bracket):
    """The partners of everybody, the best first: the lower half from its top."""
    return bracket[len(bracket) // 2 :] + bracket[: len(bracket) // 2]


def folding(bracket):
    """The lower half from its end, but the last only after all others if one is left over."""
    half = len(bracket) // 2
    if len(bracket) % 2:
        return [*bracket[-2 : half - 1 : -1], bracket[-1], *bracket[:half][::-1]]
    return bracket[::-1]


def preference(bracket, inside, partners=in_order):
    """Most pairs first; then, in order, the earliest partner; floating comes last."""
    earliest = partners(bracket)
    partner = {one: other for pair in inside for one, other in (pair, pair[::-1])}
    seen, places = set(), []
    for player in bracket:
        if player not in seen:
            other = partner.get(player)
            places.append(len(bracket) if other is None else earliest.index(other))
            seen |= {player, other}
    return -len(inside), places


def rule_4(groups, rounds, partners=in_order):
    """The pairs of the round, given every round that may be drawn at all."""
    pairs, waiting = [], []
    for group in groups:
        bracket = [*waiting, *group]
        sets = {tuple(p for p in round_ if set(p) <= set(bracket)) for round_ in rounds}
        best = min(sets, key=lambda inside, order=bracket: preference(order, inside, partners))
        rounds = [
            tuple(p for p in round_ if p not in best)
            for round_ in rounds
            if set(best) <= set(round_)
        ]
        pairs += best
        waiting = [one for one in bracket if not any(one in pair for pair in best)]
    return sorted(pairs)


def legal(players, barred):
    return [round_ for round_ in all_rounds(players) if barred.isdisjoint(round_)]


def cheapest(players, latest):
    """The rounds with the fewest repeats, then the fewest recent ones (contract, 5.6)."""

    def cost(round_):
        met = [latest[pair] for pair in round_ if pair in latest]
        return len(met), *(met.count(number) for number in range(max(latest.values()), 0, -1))

    rounds = list(all_rounds(players))
    least = min(map(cost, rounds))
    return [round_ for round_ in rounds if cost(round_) == least]


# Fields


@st.composite
def fields(draw, least=2, most=8):
    """An even field in groups, tiny ones included, and who has met whom."""
    count = 2 * draw(st.integers(least // 2, most // 2))
    cuts = draw(st.sets(st.integers(1, count - 1)))
    edges = [0, *sorted(cuts), count]
    groups = [list(range(start, end)) for start, end in pairwise(edges)]
    pairs = list(combinations(range(count), 2))
    density = draw(st.sampled_from([0.1, 0.3, 0.5, 0.7]))
    random = draw(st.randoms(use_true_random=False))
    met = {pair for pair in pairs if random.random() < density}
    return groups, frozenset(met)


def barred_of(count, met):
    return [{a + b - one for a, b in met if one in (a, b)} for one in range(count)]


def players_of(groups):
    return [one for group in groups for one in group]


@pytest.mark.clause("AMB-003", "AMB-004", "AMB-005", "AMB-086", "AMB-087")
@MANY
@given(fields())
def test_the_draw_is_what_rule_4_says_of_all_pairings(field):
    groups, met = field
    players = players_of(groups)
    rounds = legal(players, met)
    graph = graph_of(barred_of(len(players), met))

    assert bool(rounds) == can_all_be_paired(graph, players)
    if rounds:
        assert rule_4(groups, rounds) == sorted(pair_brackets(graph, groups).pairs)


@pytest.mark.clause("HF-040")
@settings(max_examples=amount(80, 400), deadline=None)
@given(fields(), st.sampled_from([("fold", folding), ("slide", sliding)]))
def test_halves_meet_as_the_rule_says_of_all_pairings(field, method):
    groups, met = field
    name, partners = method
    players = players_of(groups)
    rounds = legal(players, met)
    graph = graph_of(barred_of(len(players), met))

    if rounds:
        drawn = sorted(
            tuple(sorted(pair)) for pair in pair_brackets(graph, groups, partners=name).pairs
        )
        assert drawn == sorted(tuple(sorted(pair)) for pair in rule_4(groups, rounds, partners))


@pytest.mark.clause("HF-040")
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("neighbours", [(0, 1), (2, 3), (4, 5)]),
        ("slide", [(0, 3), (1, 4), (2, 5)]),
        ("fold", [(0, 5), (1, 4), (2, 3)]),
    ],
)
def test_six_strangers_meet_by_each_method(name, expected):
    drawn = pair_brackets(graph_of([set()] * 6), [[*range(6)]], partners=name)

    assert expected == sorted(drawn.pairs)


@pytest.mark.clause("HF-040", "HF-041")
@pytest.mark.parametrize("name", ["neighbours", "slide", "fold"])
def test_the_last_of_an_odd_group_is_paired_down(name):
    drawn = pair_brackets(graph_of([set()] * 6), [[0, 1, 2, 3, 4], [5]], partners=name)

    assert ((4, 0),) == drawn.floated


@pytest.mark.clause("AMB-003")
@MANY
@given(fields(), st.data())
def test_the_least_bad_repeats_are_those_of_all_pairings(field, data):
    """Allowed repeats: the fewest, then the fewest recent ones, then rule 4."""
    groups, met = field
    players = players_of(groups)
    latest = {pair: data.draw(st.integers(1, 4), label=str(pair)) for pair in sorted(met)}
    rounds = cheapest(players, latest) if latest else list(all_rounds(players))
    graph = graph_with_rematches(latest, len(players))

    assert rule_4(groups, rounds) == sorted(pair_brackets(graph, groups).pairs)


@pytest.mark.clause("RW-151", "RW-152", "AR-087", "AR-088", "DW-055", "XW-074", "ME-058")
@settings(max_examples=amount(60, 150), deadline=None)
@given(
    st.sampled_from(["runewars", "armada", "diskwars"]),
    st.lists(st.integers(0, 3), min_size=2, max_size=8).filter(lambda one: len(one) % 2 == 0),
    st.randoms(use_true_random=False),
    st.text("ab", max_size=3),
)
def test_a_file_is_drawn_as_rule_4_says(pairings, ruleset, levels, random, seed):
    """From the file to the tables: points, lots, groups, and the brute force."""
    names = "ABCDEFGH"[: len(levels)]
    points = {name: 60 + 5 * level for name, level in zip(names, levels, strict=True)}
    couples = list(combinations(names, 2))
    met = random.sample(couples, random.randrange(len(couples) * 3 // 4 + 1))
    before = state(ruleset, points, met=" ".join("-".join(pair) for pair in met), seed=seed)
    lots = by_lot(names, "order", seed=seed, number=next_number(before))
    order = sorted(lots, key=lambda name: -points[name])
    groups = [
        [n for n in order if points[n] == value] for value in sorted(set(points.values()))[::-1]
    ]
    barred = {tuple(sorted(pair, key=order.index)) for pair in met}
    rounds = legal(order, barred)
    if not rounds:
        with pytest.raises(NoLegalPairing):
            pairings(before)
        return
    expected = sorted(rule_4(groups, rounds), key=lambda pair: order.index(pair[0]))

    assert [list(pair) for pair in expected] == [m["players"] for m in pairings(before)["matches"]]


# Larger fields


def everybody_met(count):
    """All rounds of a field in which everybody meets everybody once (the circle method)."""
    last = count - 1
    for turn in range(last):
        circle = [((turn + n) % last, (turn - n) % last) for n in range(1, count // 2)]
        yield [tuple(sorted(pair)) for pair in ((last, turn), *circle)]


@pytest.mark.clause("AMB-003")
@pytest.mark.parametrize("count", [4, 8, 12, 20, 28, 30, 40])
def test_when_everybody_has_met_everybody_the_oldest_round_is_played_again(count):
    """As many repeats as pairs, none of them newer than round 1: there is only one such round."""
    rounds = list(everybody_met(count))
    latest = {pair: number for number, round_ in enumerate(rounds, 1) for pair in round_}
    graph = graph_with_rematches(latest, count)

    assert len(latest) == count * (count - 1) // 2
    assert sorted(rounds[0]) == sorted(pair_brackets(graph, [list(range(count))]).pairs)


def largest_inside(bracket, rest, met):
    """How many pairs a bracket can have at most if everybody else is to be paired, or none."""
    graph = nx.Graph()
    nodes = [*bracket, *rest]
    inside = set(bracket)
    for pair in combinations(sorted(nodes), 2):
        if pair not in met:
            graph.add_edge(*pair, weight=int(inside.issuperset(pair)))
    found = nx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(found) < len(nodes):
        return None
    return sum(inside.issuperset(pair) for pair in found)


@st.composite
def long_histories(draw):
    """A field of 10 to 60 players after rounds of random pairs, some of them nearly played out."""
    count = 2 * draw(st.integers(5, 30))
    random = draw(st.randoms(use_true_random=False))
    rounds = draw(st.integers(1, 8 if count > 16 else count - 2))
    met = set()
    for _ in range(rounds):
        players = random.sample(range(count), count)
        met |= {tuple(sorted(pair)) for pair in zip(players[::2], players[1::2], strict=True)}
    if draw(st.booleans()):  # a cluster at the bottom that has met
        size = draw(st.integers(2, count // 2))
        met |= set(combinations(range(count - size, count), 2))
    cuts = draw(st.sets(st.integers(1, count - 1), max_size=count // 2))
    groups = [list(range(a, b)) for a, b in pairwise([0, *sorted(cuts), count])]
    return groups, frozenset(met)


@pytest.mark.clause("AMB-003", "AMB-004")
@settings(max_examples=60, deadline=None)
@given(long_histories())
def test_every_bracket_of_a_larger_field_has_the_most_pairs_that_can_be_completed(field):
    groups, met = field
    players = players_of(groups)
    graph = graph_of(barred_of(len(players), met))
    possible = can_all_be_paired(graph, players)

    assert possible == (largest_inside(players, [], met) is not None)
    if not possible:
        return
    pairs = pair_brackets(graph, groups).pairs
    assert players == sorted(one for pair in pairs for one in pair)
    assert met.isdisjoint(pairs)
    below, waiting = list(players), []
    for group in groups[:6]:
        bracket = [*waiting, *group]
        below = [one for one in below if one not in group]
        formed = [pair for pair in pairs if set(pair) <= set(bracket)]
        assert largest_inside(bracket, below, met) == len(formed)
        waiting = [one for one in bracket if not any(one in pair for pair in formed)]
