"""Middle-earth SBG matched-play guide: the ranking, the Spare Player, the organiser's own keys."""

import pytest

from tests.rules.events import (
    bracket,
    bye,
    deciders,
    event,
    game,
    keys,
    order,
    played,
    ranks,
    swiss,
)
from tiltyard.engine.errors import Refused, TiltyardError

SPARE = {"id": "S", "name": "Sam", "role": "spare"}
FIELD = [*"ABCDE", SPARE]
ROUND_1 = played(
    game("A", "B", "time", (7, 4), leaders=[True, False]),
    game("C", "D", "time", (3, 3), leaders=[True, True]),
    game("E", "S", "time", (2, 9), leaders=[False, True]),
)
ROUND_2 = played(
    game("C", "A", "concession", (4, 1), conceded=0),
    game("D", "E", "time", (5, 8), leaders=[False, False]),
    game("B", "S", "time", (6, 2), leaders=[True, False]),
)
KEYS = ("tp", "vpd", "vp", "leaders")


def duel(first, second, score, leaders=(False, False), **fields):
    return game(first, second, "time", score, leaders=list(leaders), **fields)


# The mini event


@pytest.mark.clause("ME-037", "ME-049", "ME-050", "AMB-097")
@pytest.mark.case("ME-T04")
def test_the_mini_event_after_round_1(standings):
    answer = standings(event("middle-earth", FIELD, swiss(ROUND_1)))
    expected = {
        "A": (3, 3, 7, 1),
        "C": (1, 0, 3, 1),
        "D": (1, 0, 3, 1),
        "B": (0, -3, 4, 0),
        "E": (0, -7, 2, 0),
    }

    assert expected == keys(answer, *KEYS)
    assert [None, "tp", "lot", "tp", "vpd"] == deciders(answer)


@pytest.mark.clause("ME-037", "ME-038", "ME-040", "ME-041", "ME-056", "ME-057")
@pytest.mark.case("ME-T06")
def test_the_mini_event_after_round_2(standings):
    answer = standings(event("middle-earth", FIELD, swiss(ROUND_1, ROUND_2)))
    expected = {
        "A": (6, 15, 19, 2),
        "B": (3, 1, 10, 1),
        "E": (3, -4, 10, 0),
        "D": (1, -3, 8, 1),
        "C": (1, -12, 3, 1),
    }

    assert "A B E D C" == order(answer)
    assert expected == keys(answer, *KEYS)


@pytest.mark.clause("ME-020", "ME-050", "AMB-097")
def test_the_spare_has_no_row_however_well_it_plays(standings):
    answer = standings(event("middle-earth", ["A", SPARE], swiss(played(duel("A", "S", (0, 20))))))

    assert "A" == order(answer)
    assert {"A": (0, -20, 0, 0)} == keys(answer, *KEYS)


@pytest.mark.clause("ME-038", "ME-039")
@pytest.mark.case("ME-EX1")
def test_victory_point_difference_is_summed_over_all_games(standings):
    """3-0 and 7-4 make (3 + 7) - (0 + 4) = +6."""
    rounds = (
        played(duel("A", "B", (3, 0)), bye("C")),
        played(duel("A", "C", (7, 4)), bye("B")),
    )
    answer = keys(standings(event("middle-earth", "A B C", swiss(*rounds))), *KEYS)

    assert (6, 6, 10, 0) == answer["A"]


# One key after another


@pytest.mark.clause("ME-037", "ME-038", "ME-040", "ME-041")
@pytest.mark.parametrize(
    ("first", "second", "expected", "decider"),
    [
        pytest.param(
            duel("A", "X", (2, 1)),
            duel("B", "Y", (9, 9), [True, False]),
            "A B",
            "tp",
            id="points first",
        ),
        pytest.param(
            duel("A", "X", (9, 6), [True, False]),
            duel("B", "Y", (5, 1)),
            "B A",
            "vpd",
            id="then the difference",
        ),
        pytest.param(
            duel("A", "X", (15, 12)),
            duel("B", "Y", (12, 9), [True, False]),
            "A B",
            "vp",
            id="then victory points scored",
            marks=pytest.mark.case("ME-T14"),
        ),
        pytest.param(
            duel("A", "X", (9, 6)),
            duel("B", "Y", (9, 6), [True, False]),
            "B A",
            "leaders",
            id="then leaders killed",
        ),
    ],
)
def test_the_tie_breaks_come_in_their_order(standings, first, second, expected, decider):
    answer = standings(event("middle-earth", "A B X Y", swiss(played(first, second))))
    top = [row for row in answer["rows"] if row["player"] in "AB"]

    assert expected == " ".join(row["player"] for row in top)
    assert decider == top[1]["decided_by"]


@pytest.mark.clause("AMB-093", "AMB-002")
def test_what_is_level_on_everything_goes_by_lot_or_shares_the_place(standings):
    level = event("middle-earth", "A B C D", swiss(played(bye("A"), bye("B"), bye("C"))))
    shared = standings(level | {"options": {"final_ties": "shared"}})

    assert [1, 2, 3, 4] == [row["rank"] for row in standings(level)["rows"]]
    assert {"A": 1, "B": 1, "C": 1, "D": 4} == ranks(shared)
    assert "A B C D" == order(shared)
    assert "tp" == deciders(shared)[3]
    assert "lot" not in deciders(shared)


# The organiser's own tie-breaks


def with_extra(names, *, votes=None, numbers=None, extra=None):
    """Two level winners, A and B, each with an opponent; what separates them is given."""
    votes, numbers = votes or {}, numbers or {}
    players = [
        {
            "id": one,
            **({"favourite": votes[one]} if one in votes else {}),
            **({"extra": numbers[one]} if one in numbers else {}),
        }
        for one in "ABXY"
    ]
    matches = [duel("A", "X", (5, 1)), duel("B", "Y", (5, 1))]
    for match, given in zip(matches, extra or (), strict=False):
        match["report"]["extra"] = given
    options = {"standings.extra": names}
    return event("middle-earth", players, swiss(played(*matches)), options=options)


@pytest.mark.clause("ME-042", "ME-043", "AMB-100")
@pytest.mark.parametrize(
    ("votes", "expected", "counts"),
    [
        pytest.param({"X": "A", "A": "X"}, "A B", ("1", "0"), id="a vote for A"),
        pytest.param({"Y": "B"}, "B A", ("0", "1"), id="a vote for B"),
    ],
)
def test_favourite_opponents_are_counted(standings, votes, expected, counts):
    answer = standings(with_extra(["favourite_opponent"], votes=votes))
    rows = {row["player"]: row for row in answer["rows"]}

    assert expected == order(answer)[:3]
    assert counts == tuple(rows[one]["keys"]["favourite_opponent"] for one in "AB")
    assert "favourite_opponent" == answer["rows"][1]["decided_by"]


@pytest.mark.clause("AMB-100")
@pytest.mark.parametrize(
    ("voter", "vote"),
    [
        pytest.param("A", "A", id="for oneself"),
        pytest.param("A", "Y", id="for somebody not met"),
        pytest.param("A", "nobody", id="for nobody here"),
    ],
)
def test_only_an_opponent_actually_met_can_be_voted_for(standings, voter, vote):
    with pytest.raises(TiltyardError) as caught:
        standings(with_extra(["favourite_opponent"], votes={voter: vote}))

    assert "players[0].favourite" == caught.value.field


@pytest.mark.clause("AMB-100", "ME-020")
def test_the_spare_cannot_be_voted_for(standings):
    players = [{"id": "A", "favourite": "S"}, SPARE]
    options = {"standings.extra": ["favourite_opponent"]}

    with pytest.raises(TiltyardError) as caught:
        standings(
            event("middle-earth", players, swiss(played(duel("A", "S", (1, 0)))), options=options)
        )
    assert "players[0].favourite" == caught.value.field


@pytest.mark.clause("ME-042", "ME-044", "AMB-100")
def test_secret_objectives_are_summed_over_the_games(standings):
    extra = [{"secret_objectives": [2, 0]}, {"secret_objectives": [1, 9]}]
    stage = with_extra(["secret_objectives"], extra=extra)
    more = played(
        game("A", "Y", "time", (4, 4), leaders=[False, False], extra={"secret_objectives": [1, 1]}),
        game("B", "X", "time", (4, 4), leaders=[False, False]),
    )
    stage["stages"][0]["rounds"].append(more)
    answer = standings(stage)

    assert {"A": (3,), "B": (1,), "X": (0,), "Y": (10,)} == keys(answer, "secret_objectives")
    assert "A B Y X" == order(answer)
    assert [None, "secret_objectives", "tp", "secret_objectives"] == deciders(answer)


@pytest.mark.clause("ME-042")
def test_any_declared_number_may_break_ties(standings):
    numbers = {"A": {"painting": 7}, "B": {"painting": 8}}
    answer = standings(with_extra(["painting"], numbers=numbers))

    assert "B A" == order(answer)[:3]
    assert (("8", "7"), "painting") == (
        tuple(row["keys"]["painting"] for row in answer["rows"][:2]),
        answer["rows"][1]["decided_by"],
    )


@pytest.mark.clause("ME-042", "ME-045")
def test_several_are_compared_in_the_order_announced(standings):
    numbers = {"A": {"painting": 7, "quiz": 3}, "B": {"painting": 7, "quiz": 4}}
    both = standings(with_extra(["painting", "quiz"], numbers=numbers))
    votes = standings(with_extra(["favourite_opponent", "quiz"], numbers=numbers, votes={"X": "A"}))

    assert ("B A", "quiz") == (order(both)[:3], both["rows"][1]["decided_by"])
    assert ("A B", "favourite_opponent") == (order(votes)[:3], votes["rows"][1]["decided_by"])


@pytest.mark.clause("AMB-100", "ME-045")
def test_what_was_not_announced_does_not_count(standings):
    numbers = {"A": {"painting": 7}, "B": {"painting": 8}}
    answer = standings(with_extra([], numbers=numbers, votes={"X": "A"}))

    assert "lot" == answer["rows"][1]["decided_by"]
    assert set(KEYS) == set(answer["rows"][0]["keys"])


# No bracket


@pytest.mark.clause("ME-058")
@pytest.mark.parametrize(
    ("changes", "field"),
    [
        pytest.param({"plan": {"swiss_rounds": 4, "cut": 4}}, "plan.cut", id="a cut"),
        pytest.param({"stages": [bracket("AB")]}, "kind", id="a bracket"),
    ],
)
def test_middle_earth_has_neither_cut_nor_bracket(standings, changes, field):
    with pytest.raises(Refused) as caught:
        standings(event("middle-earth", "A B") | changes)

    assert ("ME-058", field) == (caught.value.clause, caught.value.field)


@pytest.mark.clause("ME-050", "AMB-099")
def test_there_is_one_spare_at_most(standings):
    with pytest.raises(Refused) as caught:
        standings(event("middle-earth", ["A", SPARE, SPARE | {"id": "T"}]))

    assert "players[2].role" == caught.value.field


@pytest.mark.clause("AMB-099")
def test_a_spare_beside_an_even_field_is_idle(standings):
    answer = standings(
        event("middle-earth", ["A", "B", SPARE], swiss(played(duel("A", "B", (3, 1)))))
    )

    assert "A B" == order(answer)


@pytest.mark.clause("AMB-099", "ME-050")
@pytest.mark.parametrize("ruleset", ["runewars", "xwing-dogfight", "xwing-escalation"])
def test_other_games_have_no_spare(standings, ruleset):
    with pytest.raises(Refused) as caught:
        standings(event(ruleset, ["A", SPARE]))

    assert "players[1].role" == caught.value.field
