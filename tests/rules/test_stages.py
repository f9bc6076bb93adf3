"""Several stages: the final ranking with a bracket, a second Swiss stage, asking for a round."""

from hashlib import sha256

import pytest

from tests.rules.events import (
    bracket,
    bye,
    deciders,
    event,
    forfeit,
    game,
    keys,
    order,
    played,
    ranks,
    reread,
    statuses,
    still_playing,
    swiss,
)
from tiltyard.engine.cut import qualified
from tiltyard.engine.options import with_options
from tiltyard.rulesets.loader import load

# Eight players ranked A to H by their margin of the only Swiss round.
FIRST = played(
    game("A", "H", "time", (90, 0)),
    game("B", "G", "time", (80, 0)),
    game("C", "F", "time", (70, 0)),
    game("D", "E", "time", (60, 0)),
)
EIGHT = "A B C D E F G H"


def won(winner, loser):
    return game(winner, loser, "time", (30, 0))


def after_cut(*stages, ruleset="xwing-dogfight", **fields):
    return event(ruleset, EIGHT, swiss(FIRST), *stages, **fields)


# The final ranking


@pytest.mark.clause("AMB-024", "AMB-013", "XW-086")
@pytest.mark.parametrize(
    ("rounds", "expected", "decided"),
    [
        pytest.param(
            [],
            "A B C D E F G H",
            [None, "seed", "seed", "seed", "cut", "mov", "mov", "mov"],
            id="nothing played: by seed",
        ),
        pytest.param(
            [played(won("D", "A"), won("C", "B"))],
            "C D A B E F G H",
            [None, "seed", "elimination", "seed", "cut", "mov", "mov", "mov"],
            id="the finalists, then the losers, each by seed",
        ),
        pytest.param(
            [played(won("D", "A"), won("C", "B")), played(won("D", "C"))],
            "D C A B E F G H",
            [None, "elimination", "elimination", "seed", "cut", "mov", "mov", "mov"],
            id="champion, runner-up, the others by seed",
        ),
    ],
)
def test_bracket_players_are_ranked_by_round_reached_then_by_seed(
    standings, rounds, expected, decided
):
    answer = standings(after_cut(bracket("ABCD", *rounds)))

    assert expected == order(answer)
    assert decided == deciders(answer)
    assert keys(standings(after_cut()), "tp", "mov", "sos") == keys(answer, "tp", "mov", "sos")


@pytest.mark.clause("AMB-024", "AMB-058")
def test_a_bye_counts_as_a_round_of_the_bracket_reached(standings):
    """Six seeds: A and B rest, lose their semifinals and are above those who lost before."""
    rounds = (
        played(bye("A"), bye("B"), won("C", "F"), won("D", "E")),
        played(won("D", "A"), won("C", "B")),
        played(won("C", "D")),
    )

    assert "C D A B E F G H" == order(standings(after_cut(bracket("ABCDEF", *rounds))))


@pytest.mark.clause("AMB-024", "AMB-026", "RW-166")
@pytest.mark.parametrize(
    ("rounds", "expected", "gone"),
    [
        pytest.param(
            [
                played(won("A", "D"), won("B", "C"), drop=["A"]),
                played(bye("B")),
            ],
            "B A C D E F G H",
            "A",
            id="a finalist leaves: still the runner-up",
        ),
        pytest.param(
            [played(forfeit("D", "A"), won("B", "C"), drop=["A"]), played(won("D", "B"))],
            "D B A C E F G H",
            "A",
            id="a semifinalist does not come: above the other by seed",
        ),
        pytest.param(
            [played(won("A", "D"), won("B", "C")), played(won("A", "B"), drop=["D"])],
            "A B C D E F G H",
            "D",
            id="somebody eliminated goes home",
        ),
    ],
)
def test_leaving_the_bracket_keeps_the_round_reached(standings, rounds, expected, gone):
    answer = standings(after_cut(bracket("ABCD", *rounds)))

    assert expected == order(answer)
    assert "dropped" == statuses(answer)[gone]


@pytest.mark.clause("AMB-018", "AMB-024")
def test_a_disqualified_champion_is_ranked_last(standings):
    rounds = (
        played(won("A", "D"), won("B", "C")),
        played(won("A", "B"), disqualify=["A"]),
    )
    answer = standings(after_cut(bracket("ABCD", *rounds)))

    assert "B C D E F G H A" == order(answer)
    assert (1, None) == (ranks(answer)["B"], ranks(answer)["A"])


@pytest.mark.clause("RW-161", "XW-086", "AMB-024")
def test_one_word_for_everybody(standings):
    """Disqualified, dropped, eliminated, cut, active: the first that fits."""
    stages = (
        swiss(played(*FIRST["matches"], drop=["H"], disqualify=["G"])),
        bracket("ABCD", played(won("A", "D"), won("B", "C"), drop=["C"])),
    )
    answer = standings(event("xwing-dogfight", EIGHT, *stages))

    assert {
        "A": "active",
        "B": "active",
        "C": "dropped",
        "D": "eliminated",
        "E": "cut",
        "F": "cut",
        "G": "disqualified",
        "H": "dropped",
    } == statuses(answer)


@pytest.mark.clause("RW-163", "AMB-057", "AMB-024")
def test_a_bracket_without_swiss_rounds_is_ranked_by_round_reached(standings):
    rounds = (
        played(bye("A"), won("C", "B")),
        played(won("C", "A")),
    )
    answer = standings(event("runewars", "A B C", bracket("ABC", *rounds)))

    assert "C A B" == order(answer)
    assert {(0, 0)} == set(keys(answer, "tp", "mov").values())


# Asking for an earlier round


@pytest.mark.clause("AMB-013")
@pytest.mark.parametrize(
    ("after", "place", "expected", "word"),
    [
        pytest.param(1, (1, 1), "A B C D E F G H", "active", id="the Swiss round"),
        pytest.param(2, (2, 1), "C D A B E F G H", "cut", id="the semifinals"),
        pytest.param(3, (2, 2), "D C A B E F G H", "cut", id="the final"),
        pytest.param(None, (2, 2), "D C A B E F G H", "cut", id="everything"),
    ],
)
def test_rounds_are_counted_over_all_stages(standings, after, place, expected, word):
    """The answer says which round of which stage that was."""
    rounds = (played(won("D", "A"), won("C", "B")), played(won("D", "C")))
    answer = standings(after_cut(bracket("ABCD", *rounds)), after)

    assert place == (answer["stage"], answer["after_round"])
    assert (expected, word) == (order(answer), statuses(answer)["E"])


@pytest.mark.clause("AMB-013")
def test_a_bracket_round_partly_reported_does_not_count(standings):
    half = played(won("D", "A"), still_playing("B", "C"), drop=["A"])

    assert standings(after_cut(bracket("ABCD"))) == standings(after_cut(bracket("ABCD", half)))


# A second Swiss stage

SECOND = swiss(
    played(game("C", "A", "time", (90, 0)), game("B", "D", "time", (40, 0))),
    seeds=["A", "B", "C", "D"],
)


@pytest.mark.clause("AMB-032", "AR-083", "AMB-024")
@pytest.mark.parametrize(
    ("carry", "points"),
    [
        pytest.param(True, {"A": 5, "B": 10, "C": 10, "D": 5, "E": 0}, id="points are kept"),
        pytest.param(False, {"A": 0, "B": 5, "C": 5, "D": 0, "E": 0}, id="or start anew"),
    ],
)
def test_a_second_swiss_stage_ranks_its_field_above_the_rest(standings, carry, points):
    answer = standings(after_cut(SECOND, options={"stage.carry_points": carry}))

    assert "C B D A E F G H" == order(answer)
    assert "cut" == deciders(answer)[4]
    assert points == {one: keys(answer, "tp")[one][0] for one in "ABCDE"}
    assert (2, 1) == (answer["stage"], answer["after_round"])
    assert {"active"} == {statuses(answer)[one] for one in "ABCD"}
    assert {"cut"} == {statuses(answer)[one] for one in "EFGH"}


@pytest.mark.clause("AMB-024", "AMB-032", "AMB-037")
@pytest.mark.parametrize("carry", [True, False])
def test_who_missed_the_cut_keeps_their_swiss_order(standings, carry):
    """G met B (10 points), H met A (6): G is above, however the two do in the second stage."""
    first = swiss(
        played(won("A", "H"), won("B", "G"), game("C", "D", "time", (50, 50))),
        played(game("A", "C", "time", (50, 50)), won("B", "D")),
    )
    second = swiss(played(won("A", "B")), seeds=["B", "A"])
    options = {"stage.carry_points": carry}
    before = standings(event("xwing-dogfight", "A B C D G H", first, options=options))
    after = standings(event("xwing-dogfight", "A B C D G H", first, second, options=options))

    assert "B A C D G H" == order(before)
    assert "A B C D G H" == order(after)
    assert "sos" == deciders(before)[5] == deciders(after)[5]


@pytest.mark.clause("AMB-024", "AMB-002")
def test_who_missed_the_cut_keeps_the_lots_of_their_last_stage(standings):
    field = [f"p{n}" for n in range(8)]
    first = swiss(played(*map(bye, field)))
    before = order(standings(event("armada", field, first, seed="s"))).split()
    second = swiss(played(*map(bye, before[:2])), seeds=before[:2])
    after = order(standings(event("armada", field, first, second, seed="s"))).split()

    assert before[2:] == after[2:]


@pytest.mark.clause("AMB-032", "AMB-002")
def test_lots_of_a_second_stage_are_drawn_anew(standings):
    """Level on everything: purpose tiebreak, stage 2, its last closed round."""
    field = [f"p{n}" for n in range(6)]
    rest = played(*map(bye, field))
    stages = (swiss(rest, rest), swiss(rest, seeds=field))
    answer = standings(event("armada", field, *stages, seed="s"))
    lots = {one: sha256(f"tiltyard/1|s|tiebreak|2|1|{one}".encode()).digest() for one in field}

    assert sorted(field, key=lots.__getitem__) == order(answer).split()


@pytest.mark.clause("AMB-002", "AMB-013")
def test_a_bracket_leaves_the_lots_of_the_swiss_stage_alone(standings):
    field = [f"p{n}" for n in range(6)]
    first = swiss(played(*map(bye, field)))
    before = standings(event("armada", field, first, seed="s"))
    seeds = order(before).split()[:2]
    final = bracket(seeds, played(game(*seeds, "time", (90, 0))))

    assert order(before) == order(standings(event("armada", field, first, final, seed="s")))


@pytest.mark.clause("AMB-032", "RW-159")
def test_the_bracket_after_a_second_stage_takes_from_its_field_only():
    """E has more points than D, but missed the first cut."""
    seeds = ["A", "B", "C", "D"]
    tournament = reread(after_cut(swiss(SECOND["rounds"][0], seeds=seeds), ruleset="armada"))

    assert set(seeds) == set(qualified(tournament, load("armada"), 2, 8))


@pytest.mark.clause("XE-020", "AMB-032")
def test_escalation_counts_its_rounds_on_over_a_second_stage(standings):
    level = played(game("A", "B", "time", (10, 10)))
    stages = (swiss(level, level), swiss(level, seeds=["A", "B"]))

    assert (60 + 90 + 120,) == keys(standings(event("xwing-escalation", "A B", *stages)), "mov")[
        "A"
    ]


@pytest.mark.clause("RW-159", "AMB-025")
@pytest.mark.parametrize("size", [2, 4, 8])
def test_the_cut_takes_as_many_as_there_are(size):
    rules = with_options(load("xwing-dogfight"), {})
    tournament = reread(after_cut())

    assert tuple(EIGHT.split()[:size]) == qualified(tournament, rules, 1, size)
