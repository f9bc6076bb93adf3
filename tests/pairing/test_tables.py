"""Where a game is played: numbers by rank, fixed tables, tables out of use, no table twice."""

import pytest

from tests.pairing.events import drawn, lot, next_number, ranks, state
from tests.rules.events import event

NAMES = "A B C D E F G H"
WHERE = ["A-B", "C-D", "E-F", "G-H"]


def seated(answer):
    """Who plays at which table: {"A-B": 1}."""
    return {"-".join(match["players"]): match.get("table") for match in answer["matches"]}


def eight(**fields):
    """Eight players whose next round is A-B, C-D, E-F, G-H."""
    return state("middle-earth", ranks(NAMES), **fields)


def wishing(before, **tables):
    """The same event with players who need a certain table."""
    players = [
        player | ({"table": tables[player["id"]]} if player["id"] in tables else {})
        for player in before["players"]
    ]
    return before | {"players": players}


@pytest.mark.clause("AMB-027")
@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        pytest.param(None, [1, 2, 3, 4], id="from 1"),
        pytest.param({}, [1, 2, 3, 4], id="nothing said"),
        pytest.param({"first": 11}, [11, 12, 13, 14], id="the first number"),
        pytest.param({"out_of_use": [2]}, [1, 3, 4, 5], id="one out of use"),
        pytest.param({"out_of_use": [1, 2, 5]}, [3, 4, 6, 7], id="several"),
        pytest.param({"first": 5, "out_of_use": [1, 6]}, [5, 7, 8, 9], id="both"),
    ],
)
def test_tables_are_numbered_by_rank_in_the_tables_of_the_hall(rules, expected, pairings):
    fields = {} if rules is None else {"tables": rules}

    assert dict(zip(WHERE, expected, strict=True)) == seated(pairings(eight(**fields)))


@pytest.mark.clause("AMB-027")
@pytest.mark.parametrize(
    ("wishes", "rules", "expected"),
    [
        pytest.param({"H": 1}, {}, [2, 3, 4, 1], id="the last pair takes the first table"),
        pytest.param({"A": 3}, {}, [3, 1, 2, 4], id="the others close up"),
        pytest.param({"C": 20}, {}, [1, 20, 2, 3], id="a table of its own"),
        pytest.param({"B": 2, "G": 2}, {}, [2, 1, 3, 4], id="the higher pair's wish goes first"),
        pytest.param({"C": 3, "D": 4}, {}, [1, 3, 2, 4], id="the higher of two who meet"),
        pytest.param({"D": 2}, {"out_of_use": [2]}, [1, 2, 3, 4], id="meant for that player"),
        pytest.param({"A": 4, "E": 1}, {"first": 3}, [4, 3, 1, 5], id="with another first number"),
    ],
)
def test_whoever_needs_a_table_has_it(wishes, rules, expected, pairings):
    answer = pairings(wishing(eight(tables=rules), **wishes))

    assert dict(zip(WHERE, expected, strict=True)) == seated(answer)


def played_at(before, **tables):
    """The same event; in its last round these players were at these tables."""
    for round_ in before["stages"][0]["rounds"]:
        for match in round_["matches"]:
            for player, table in tables.items():
                if player in match["players"] and "table" not in match:
                    match["table"] = table
                    tables = {one: at for one, at in tables.items() if one != player}
    assert not tables
    return before


@pytest.mark.clause("AMB-027")
@pytest.mark.parametrize(
    ("history", "expected"),
    [
        pytest.param({}, [1, 2, 3, 4], id="nobody was anywhere"),
        pytest.param({"A": 1}, [2, 1, 3, 4], id="A was at 1: the next pair takes it"),
        pytest.param({"B": 1, "C": 1}, [2, 3, 1, 4], id="so were two pairs"),
        pytest.param({"A": 1, "B": 2}, [3, 1, 2, 4], id="A at 1, B at 2"),
        pytest.param({"G": 4}, [1, 2, 3, 5], id="the last pair goes on"),
    ],
)
def test_nobody_gets_a_table_twice_when_the_organizer_wants_it(history, expected, pairings):
    before = played_at(eight(tables={"avoid_repeats": True}), **history)

    assert dict(zip(WHERE, expected, strict=True)) == seated(pairings(before))
    plain = before | {"tables": {"avoid_repeats": False}}
    assert dict(zip(WHERE, [1, 2, 3, 4], strict=True)) == seated(pairings(plain))


@pytest.mark.clause("AMB-027")
def test_avoiding_a_table_changes_no_pair(pairings):
    before = played_at(eight(), A=1, D=2, E=3)

    assert drawn(pairings(before)) == drawn(pairings(before | {"tables": {"avoid_repeats": True}}))


@pytest.mark.clause("AMB-027")
@pytest.mark.parametrize("seed", ["", "x", "y"])
def test_tables_may_be_given_by_lot(seed, pairings):
    before = eight(seed=seed, options={"tables.order": "random"})
    number = next_number(before)
    order = sorted(
        WHERE, key=lambda one: lot(seed, "order", 1, number, "table:" + one.replace("-", "+"))
    )
    answer = pairings(before)

    assert order == drawn(answer).split()
    assert [1, 2, 3, 4] == [match["table"] for match in answer["matches"]]


@pytest.mark.clause("AMB-027", "ME-050")
@pytest.mark.parametrize("order", ["rank", "random"])
@pytest.mark.parametrize("seed", ["", "1", "2"])
def test_the_spares_game_comes_last_with_a_table_and_a_bye_has_none(order, seed, pairings):
    options = {"tables.order": order}
    with_spare = pairings(
        state("middle-earth", ranks("A B C D E"), spare="S", options=options, seed=seed)
    )
    without = pairings(state("middle-earth", ranks("A B C D E"), options=options, seed=seed))

    assert ["E", "S"] == with_spare["matches"][-1]["players"]
    assert [1, 2, 3] == [match["table"] for match in with_spare["matches"]]
    assert ("bye", ["E"]) == (without["matches"][-1]["kind"], without["matches"][-1]["players"])
    assert [1, 2, None] == [match.get("table") for match in without["matches"]]


@pytest.mark.clause("AMB-027")
def test_a_fixed_table_of_somebody_who_rests_is_free(pairings):
    before = wishing(state("middle-earth", ranks("A B C D E")), E=1)

    assert {"A-B": 1, "C-D": 2, "E": None} == seated(pairings(before))


@pytest.mark.clause("AMB-027")
def test_the_first_round_is_seated_in_the_order_of_the_lot(pairings):
    for seed in map(str, range(5)):
        answer = pairings(event("armada", NAMES, seed=seed))
        lots = [lot(seed, "order", 1, 1, match["players"][0]) for match in answer["matches"]]
        assert sorted(lots) == lots
        assert [1, 2, 3, 4] == [match["table"] for match in answer["matches"]]
