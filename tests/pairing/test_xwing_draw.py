"""The draw of an X-Wing round: margins order the groups, companions are kept apart."""

from itertools import combinations

import pytest

from tests.pairing.events import (
    by_lot,
    drawn,
    facts,
    pairs,
    resting,
    scores,
    state,
    whys,
)
from tests.rules.events import bye, event, game, played, swiss
from tiltyard.engine.errors import NoLegalPairing

SEEDS = [f"seed {number}" for number in range(30)]
BOTH = pytest.mark.parametrize("ruleset", ["xwing-dogfight", "xwing-escalation"])


def leads(*margins):
    """Slips with these margins of victory of the first player, around 100."""
    return scores(*((max(m - 100, 0), max(100 - m, 0)) for m in margins))


MEETING = leads(170)[0]  # 170 for the first, 30 for the second
LUKE_ALONE = {
    "Anakin": leads(200, 200, 120),
    "Luke": leads(200, 155, 120),
    "Biggs": leads(130, 130, 120),
    "Kyle": leads(185, 112, 105),
}
LUKE_BEATEN = LUKE_ALONE | {"Anakin": leads(200, 150), "Luke": leads(200, 133, 112)}


def standing(document, standings):
    """Points and margin of everybody who is still there."""
    rows = (row for row in standings(document)["rows"] if row["status"] == "active")
    return {row["player"]: (int(row["keys"]["tp"]), int(row["keys"]["mov"])) for row in rows}


@pytest.mark.clause("XW-071", "XW-074", "XW-075", "XW-079")
@pytest.mark.case("XW-EX2")
@pytest.mark.parametrize(
    ("points", "met", "expected"),
    [
        pytest.param(LUKE_ALONE, "", "Anakin-Luke Biggs-Kyle", id="neighbours by margin"),
        pytest.param(LUKE_BEATEN, "Anakin-Luke", "Anakin-Biggs Luke-Kyle", id="they have met"),
    ],
)
def test_the_two_highest_margins_meet_and_one_goes_down(points, met, expected, pairings, standings):
    before = state("xwing-dogfight", points, met=met, meeting=MEETING)
    numbers = {"Anakin": (15, 520), "Luke": (15, 475), "Biggs": (15, 380), "Kyle": (13, 402)}
    answer = pairings(before)

    assert numbers == standing(before, standings)
    assert expected == drawn(answer)
    assert [("same-points", "XW-074")] == whys(answer)[expected.split()[0]][:1]
    assert [("floated-down", "XW-075")] == whys(answer)[expected.split()[1]][:1]


FOUR_AT_TEN = {"A": (10, 340), "B": (10, 330), "C": (10, 320), "D": (10, 310)}


@pytest.mark.clause("XW-074", "XW-076", "XW-077", "AMB-064")
@pytest.mark.case("XW-T10", "XW-T11")
@pytest.mark.parametrize(
    ("met", "margins", "expected"),
    [
        pytest.param("", [(170, 170), (165, 165), (160, 160), (155, 155)], "A-B C-D", id="none"),
        pytest.param("A-B", [(170,), (150, 150), (160, 160), (155, 155)], "A-C B-D", id="XW-T10"),
        pytest.param("A-B D-B", [(170,), (135, 135), (160, 160), (140,)], "A-D B-C", id="XW-T11"),
        pytest.param(
            "C-D", [(170, 170), (165, 165), (150,), (140, 140)], "A-C B-D", id="at the lower table"
        ),
        pytest.param(
            "A-B C-D A-C B-D", [(), (130,), (120,), (125, 125)], "A-D B-C", id="one round is left"
        ),
    ],
)
def test_a_repeat_is_swapped_inside_the_group(met, margins, expected, pairings, standings):
    points = dict(zip("ABCD", (leads(*one) for one in margins), strict=True))
    before = state("xwing-dogfight", points, met=met, meeting=MEETING)

    assert FOUR_AT_TEN == standing(before, standings)
    assert expected == drawn(pairings(before))


@BOTH
@pytest.mark.clause("XW-075", "XW-077", "AMB-064", "AMB-005")
@pytest.mark.parametrize(
    ("met", "expected"),
    [
        pytest.param("", "A-B C-D E-F", id="the highest margin of the next group"),
        pytest.param("C-D", "A-B C-E D-F", id="then the second"),
        pytest.param("C-D C-E", "A-B C-F D-E", id="then the third"),
        pytest.param("C-D C-E C-F", "A-C B-D E-F", id="or another one goes down"),
        pytest.param("A-B B-C A-C", "A-D B-E C-F", id="nobody can stay"),
        pytest.param("E-F", "A-B C-E D-F", id="kept for those below"),
    ],
)
def test_the_leftover_meets_the_highest_possible_margin_below(ruleset, met, expected, pairings):
    """Two groups of three by margin; every meeting was a draw and changes no order."""
    draws = {name: sum(name in pair for pair in met.split()) for name in "ABCDEF"}
    points = {
        name: leads(*[100] * (3 - draws[name]), *[150 - 2 * place] * wins)
        for place, (name, wins) in enumerate(zip("ABCDEF", (4, 4, 4, 2, 2, 2), strict=True))
    }
    answer = pairings(state(ruleset, points, met=met, meeting=leads(100)[0]))

    assert expected == drawn(answer)


# Byes


@BOTH
@pytest.mark.clause("XW-072", "XW-080", "AMB-007")
@pytest.mark.parametrize("count", [2, 5, 8])
def test_the_first_round_and_its_bye_are_drawn_by_lot(ruleset, count, pairings):
    names = [f"p{number}" for number in range(count)]
    rest = by_lot(names, "bye")[: count % 2]
    order = by_lot([one for one in names if one not in rest], "order")
    couples = [f"{a}-{b}" for a, b in zip(order[::2], order[1::2], strict=True)]
    answer = pairings(event(ruleset, " ".join(names)))

    assert " ".join([*couples, *rest]) == drawn(answer)
    assert all([("drawn-by-lot", "XW-072")] == whys(answer)[one] for one in couples)
    assert all([("bye-by-lot", "XW-080")] == whys(answer)[one] for one in rest)


FIVE = {
    "A": leads(150, 150),
    "B": leads(140, 150),
    "C": leads(150, 20),
    "D": leads(150, 40),
    "E": leads(150, 30),
}


@pytest.mark.clause("XW-078", "XW-081", "AMB-063", "AMB-001")
@pytest.mark.parametrize(
    ("byes", "options", "expected", "among"),
    [
        pytest.param("", {}, "C", "", id="fewest points, then the lowest margin"),
        pytest.param("C", {}, "E", "", id="had one: the next margin"),
        pytest.param("C E D", {}, "B", "", id="the next points"),
        pytest.param("A B C D E", {}, "C", "", id="AMB-008: all had one"),
        pytest.param(
            "C", {"bye.max_per_player": "unlimited"}, "C", "-of-all", id="the literal text"
        ),
        pytest.param("C C D E", {"bye.max_per_player": 2}, "E", "-below-limit", id="two each"),
    ],
)
def test_the_bye_goes_by_points_then_margin(byes, options, expected, among, pairings):
    points = dict(FIVE)
    for name in byes.split():  # a bye is worth 5 and 150, as the win it replaces
        points[name] = points[name][1:] if len(points[name]) > 1 else []
    before = state("xwing-dogfight", points, byes=byes, options=options)
    if byes == "C C D E":
        before["stages"][0]["rounds"].append(played(*(bye(one) for one in "AB")))
    answer = pairings(before)

    assert expected == resting(answer)
    assert [(f"bye-lowest{among}", "XW-081")] == whys(answer)[expected]


@pytest.mark.clause("XW-078", "AMB-004")
def test_a_bye_that_would_force_a_repeat_goes_to_the_next(pairings):
    points = {"A": leads(150), "B": leads(170, 140), "C": leads(150)}
    answer = pairings(state("xwing-dogfight", points, met="A-B", meeting=MEETING))

    assert {"opponents": ["C"]} == facts(answer, resting(answer), "bye-passed-over")


# The mini event

ROUND_1 = played(
    bye("P5"),
    game("P1", "P2", "destroyed", (0, 33), survivor=0),
    game("P3", "P4", "time", (45, 38)),
)
ROUND_2 = played(
    bye("P2"),
    game("P1", "P3", "time", (50, 50)),
    game("P5", "P4", "concession", (20, 0), conceded=0),
)
PLAYERS = "P1 P2 P3 P4 P5"


@pytest.mark.clause("XW-074", "XW-075", "XW-076", "XW-081")
@pytest.mark.case("XW-T12")
@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        pytest.param([ROUND_1], "P1-P3 P5-P4 P2", id="round 2: P3-P4 would be a repeat"),
        pytest.param([ROUND_1, ROUND_2], "P1-P4 P2-P5 P3", id="round 3"),
    ],
)
def test_the_rounds_of_the_mini_event(rounds, expected, pairings):
    for seed in SEEDS[:5]:
        assert expected == drawn(
            pairings(event("xwing-dogfight", PLAYERS, swiss(*rounds), seed=seed))
        )


@BOTH
@pytest.mark.clause("XW-076", "AMB-003")
def test_no_second_meeting_before_the_championship(ruleset, pairings):
    before = state(ruleset, {"A": 10, "B": 10}, met="A-B")
    with pytest.raises(NoLegalPairing) as refusal:
        pairings(before)

    assert "XW-076" == refusal.value.clause
    assert "A-B" in drawn(pairings(before, allow_rematch=True))


# Companions


def travellers(ruleset, tags, **fields):
    players = [
        {"id": one, "affiliations": tags.get(one, "").split()} for one in "ABCDEF"[: len(tags)]
    ]
    return event(ruleset, players, **fields)


@BOTH
@pytest.mark.clause("XW-073", "AMB-072")
@pytest.mark.case("XW-T16")
def test_companions_are_kept_apart_in_round_1_and_both_other_rounds_occur(ruleset, pairings):
    tags = {"A": "car-3", "B": "car-3", "C": "", "D": ""}
    found = [pairs(pairings(travellers(ruleset, tags, seed=seed))) for seed in SEEDS]
    plain = [
        pairs(
            pairings(
                travellers(ruleset, tags, seed=s, options={"pairing.avoid_affiliation": False})
            )
        )
        for s in SEEDS
    ]

    assert not any(frozenset("AB") in one for one in found)
    assert any(frozenset("AB") in one for one in plain)
    assert 2 == len({frozenset(one) for one in found})
    assert all(
        one == other
        for one, other in zip(found, plain, strict=True)
        if frozenset("AB") not in other
    )


@pytest.mark.clause("XW-073", "AMB-072")
@pytest.mark.parametrize(
    ("tags", "least"),
    [
        pytest.param(dict.fromkeys("ABCD", "x"), 2, id="all came together"),
        pytest.param({"A": "x", "B": "x", "C": "x", "D": ""}, 1, id="three of four"),
        pytest.param({"A": "x", "B": "x y", "C": "y", "D": ""}, 0, id="a chain"),
        pytest.param(
            {"A": "x", "B": "x", "C": "x", "D": "x", "E": "", "F": ""}, 1, id="four of six"
        ),
        pytest.param(
            {"A": "x", "B": "x", "C": "x", "D": "x", "E": "x", "F": ""}, 2, id="five of six"
        ),
        pytest.param(
            {"A": "x", "B": "x", "C": "x", "D": "y", "E": "y", "F": "y"}, 0, id="two cars"
        ),
    ],
)
def test_as_few_companions_as_possible_meet(tags, least, pairings):
    together = {
        frozenset(both)
        for both in combinations(tags, 2)
        if set(tags[both[0]].split()) & set(tags[both[1]].split())
    }
    for seed in SEEDS:
        assert least == len(
            together & pairs(pairings(travellers("xwing-dogfight", tags, seed=seed)))
        )


@pytest.mark.clause("XW-073")
def test_companions_may_meet_later(pairings):
    before = state("xwing-dogfight", {"A": 10, "B": 10, "C": 5, "D": 5})
    for player in before["players"]:
        player["affiliations"] = ["car-3"] if player["id"] in "AB" else []

    assert frozenset("AB") in pairs(pairings(before))


@pytest.mark.clause("XW-073", "AMB-072")
def test_the_reason_says_who_was_kept_apart(pairings):
    tags = {"A": "car-3", "B": "car-3", "C": "", "D": ""}
    for seed in SEEDS:
        order = by_lot("ABCD", "order", seed=seed)
        if set(order[:2]) == {"A", "B"}:
            answer = pairings(travellers("xwing-dogfight", tags, seed=seed))
            first = f"{order[0]}-{order[2]}"
            assert [("drawn-by-lot", "XW-072"), ("kept-apart", "XW-073")] == whys(answer)[first]
            assert {"player": order[0], "opponents": [order[1]]} == facts(
                answer, first, "kept-apart"
            )
            return
    raise AssertionError("no seed puts A and B together")
