"""Groups, then a bracket: who is dealt where, who meets whom, who goes on, and the check of it."""

from dataclasses import replace
from itertools import combinations

import pytest

from tests.amount import amount
from tests.refusing import refuses
from tiltyard.dev.generate import Wanted, random_tournament
from tiltyard.dev.play import plan_of
from tiltyard.engine import flow
from tiltyard.engine.cut import groups_now, inside_the_cut
from tiltyard.engine.errors import RulesetUnreadable
from tiltyard.engine.pairing.field import Field
from tiltyard.engine.pairing.groups import groups_of, who_goes_on
from tiltyard.engine.slip import Slip
from tiltyard.engine.structure import plan_for
from tiltyard.engine.tournament import Match, Plan, Player, PlayerId, Round, Stage, Tournament
from tiltyard.rulesets.loader import load, load_files

RULES = load("groups-bracket")
ONE_EACH = replace(RULES, pairing=replace(RULES.pairing, group_winners=1))
SEEDED = replace(RULES, pairing=replace(RULES.pairing, seeded_by="rating", seeded_clause="HF-038"))


def before(players):
    entrants = tuple(
        Player(PlayerId(str(n)), f"P{n}", extra={"rating": 100 - n}) for n in range(1, players + 1)
    )
    return Tournament(RULES.name, entrants, seed="s", plan=Plan(3))


def dealt(players):
    groups = groups_of(Field(before(players), SEEDED, 1, 1))
    return [sorted(map(int, group)) for group in groups]


@pytest.mark.clause("HF-052")
@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (4, [[1, 2, 3, 4]]),
        (8, [[1, 4, 5, 8], [2, 3, 6, 7]]),
        (11, [[1, 6, 7], [2, 5, 8, 11], [3, 4, 9, 10]]),
        (12, [[1, 6, 7, 12], [2, 5, 8, 11], [3, 4, 9, 10]]),
    ],
)
def test_seed_numbers_are_dealt_to_and_fro(players, expected):
    assert expected == dealt(players)


@pytest.mark.clause("HF-052", "HF-053")
@pytest.mark.parametrize(
    ("players", "expected"),
    [(2, (1, 2)), (3, (3, 2)), (4, (3, 2)), (5, (3, 4)), (8, (3, 4)), (9, (3, 6)), (16, (3, 8))],
)
def test_rounds_and_cut_follow_from_the_field(players, expected):
    plan = plan_for(RULES, players)

    assert expected == (plan.rounds, plan.cut)


@pytest.mark.clause("HF-052")
@pytest.mark.parametrize("players", [4, 7, 8, 11, 12])
def test_everybody_meets_everybody_of_the_group_and_nobody_else(players):
    tournament = random_tournament(
        RULES, Wanted(players, plan_of(RULES, players), drop_rate=0), f"group-{players}"
    )
    swiss = replace(tournament, stages=tournament.stages[:1])
    groups = groups_of(Field(swiss, RULES, 1, 4))
    met = [
        frozenset(match.players)
        for round_ in swiss.stages[0].rounds
        for match in round_.matches
        if match.kind == "game"
    ]
    due = {frozenset(pair) for group in groups for pair in combinations(group, 2)}

    assert due == set(met)
    assert len(due) == len(met)


@pytest.mark.clause("HF-053")
def test_winners_are_seeded_first_and_groups_kept_apart():
    groups = [("a", "b", "c"), ("d", "e", "f")]

    assert ("d", "a", "e", "b") == who_goes_on(groups, ["d", "e", "a", "b", "c", "f"], 2)
    assert ("d", "a") == who_goes_on(groups, ["d", "e", "a", "b", "c", "f"], 1)


@pytest.mark.clause("HF-053")
@pytest.mark.parametrize("groups", range(2, 9))
def test_nobody_meets_the_own_group_first(groups):
    names = [tuple(f"{letter}{place}" for place in (1, 2, 3)) for letter in "abcdefgh"[:groups]]
    ranked = [name for place in range(3) for name in (group[place] for group in names)]
    seeds = who_goes_on(names, ranked, 2)
    size = 1 << (len(seeds) - 1).bit_length()
    pairs = [
        (seeds[at], seeds[size - 1 - at]) for at in range(size // 2) if size - at <= len(seeds)
    ]

    assert not [pair for pair in pairs if pair[0][0] == pair[1][0]]
    assert 2 * groups == len(set(seeds))


def game(first, second, margin):
    return Match((first, second), report=Slip("time", (margin, 0)))


def played(group, margin):
    """Two wins for the first and the second, one for the others; the second by far more."""
    a, b, c, d = group
    return (
        (game(a, b, margin), game(c, d, 1)),
        (game(a, c, margin), game(b, d, 9 * margin)),
        (game(d, a, 1), game(b, c, 9 * margin)),
    )


@pytest.mark.clause("HF-021", "HF-053", "HF-054")
def test_head_to_head_is_among_level_players_of_one_group():
    """Four players have 6 points, two in each group: both times the first beat the second."""
    tournament = replace(before(8), stages=(Stage("swiss"),))
    first, second = groups_now(tournament, RULES)
    rounds = zip(played(first, 1), played(second, 2), strict=True)
    stage = Stage("swiss", tuple(Round((*one, *other)) for one, other in rounds))
    tournament = replace(tournament, stages=(stage,))
    rows = flow.standings(tournament, RULES).rows
    (a, b, c, d), (e, f, g, h) = first, second

    assert [e, a, f, b, c, g, d, h] == [row.player for row in rows]
    assert ["vpd", "own_group", "vpd"] == [row.decided_by for row in rows[1:4]]
    assert (e, a) == inside_the_cut(rows, tournament, ONE_EACH)


@pytest.mark.clause("HF-052", "HF-053")
def test_whole_events_in_groups_pass_the_check():
    for number in range(amount(6, 60)):
        players = 3 + number % 14
        wanted = Wanted(players, plan_of(RULES, players), drop_rate=300)
        tournament = random_tournament(RULES, wanted, f"groups-{number}")
        found = flow.findings(tournament, RULES)
        assert [] == [one for one in found if one.severity == "error"], number


@pytest.mark.clause("HF-052")
def test_the_schedule_says_who_rests_however_often_that_is():
    once = replace(RULES, bye=replace(RULES.bye, max_per_player=1))
    rules = replace(once, pairing=replace(once.pairing, group_size=5))
    tournament = random_tournament(rules, Wanted(9, plan_of(rules, 9), drop_rate=0), "rests")
    rests = [
        match.players[0]
        for round_ in tournament.stages[0].rounds
        for match in round_.matches
        if match.kind == "bye"
    ]

    assert 2 == max(rests.count(player) for player in rests)
    assert [] == [one for one in flow.findings(tournament, rules) if one.severity == "error"]


@pytest.mark.clause("HF-053")
def test_a_wrong_cut_of_groups_is_found():
    tournament = random_tournament(RULES, Wanted(8, plan_of(RULES, 8), drop_rate=0), "cut")
    swiss, bracket = tournament.stages
    wrong = replace(bracket, seeds=(*bracket.seeds[1::-1], *bracket.seeds[2:]), rounds=())
    found = flow.findings(replace(tournament, stages=(swiss, wrong), ranking=None), RULES)

    assert ["wrong-cut"] == [one.code for one in found if one.severity == "error"]


@pytest.mark.clause("HF-052")
def test_groups_that_cannot_be_are_refused():
    text = (
        'inherits = "groups-bracket@1"\nid = "mine"\nversion = "1"\n[pairing]\ngroup_winners = 5\n'
    )
    with refuses(RulesetUnreadable, code="groups-impossible"):
        load_files("mine@1", {"mine@1": text})
