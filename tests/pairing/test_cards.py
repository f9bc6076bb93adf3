"""Runewars: the deployment and the objective of every round, from bags per stage."""

from itertools import pairwise

import pytest

from tests.pairing.events import by_lot, lot, ranks, state, warnings
from tests.rules.events import bracket, bye, event, played, swiss

SUMMER = {
    "deployment": ["Standoff", "Unprepared", "Meeting Engagement"],
    "objective": ["Demoralize Their Forces", "Confluence of Magic", "Volatile Runes"],
}
AUTUMN = {
    "deployment": ["Unprepared", "Meeting Engagement", "Maelstrom"],
    "objective": ["Confluence of Magic", "Volatile Runes", "Seize the Artifacts"],
}
KINDS = ("deployment", "objective")


def rounds_played(count):
    return [played(bye("A"), bye("B")) for _ in range(count)]


def before_round(number, *, stages=(), **fields):
    """An event of two players who always rest, before this round of its last stage."""
    return event("runewars", "A B", *stages, swiss(*rounds_played(number - 1)), **fields)


def cards(pairings, count, **fields):
    """The cards of both kinds in rounds 1 to count."""
    answers = [pairings(before_round(number, **fields)) for number in range(1, count + 1)]
    return {kind: [answer[kind] for answer in answers] for kind in KINDS}


def bags(pool, kind, count, *, seed="", stage=1):
    """The cards by hand: a bag of three is filled in rounds 1, 4, 7 ..."""
    drawn = []
    for filled in range(1, count + 1, 3):
        drawn += by_lot(pool[kind], kind, seed=seed, stage=stage, number=filled)
    return drawn[:count]


@pytest.mark.clause("RW-107", "RW-108", "RW-109", "RW-110", "AMB-049")
@pytest.mark.case("RW-T17")
@pytest.mark.parametrize("seed", ["", "a", "Käse"])
def test_a_card_comes_back_only_after_every_other_one(seed, pairings):
    found = cards(pairings, 8, date="2018-11-03", seed=seed)

    for kind in KINDS:
        assert bags(AUTUMN, kind, 8, seed=seed) == found[kind]
        assert sorted(AUTUMN[kind]) == sorted(found[kind][:3]) == sorted(found[kind][3:6])
        assert 2 == len(set(found[kind][6:]))


@pytest.mark.clause("RW-109")
def test_deployments_and_objectives_are_drawn_independently(pairings):
    places = set()
    for seed in map(str, range(12)):
        found = cards(pairings, 1, date="2018-11-03", seed=seed)
        places.add(tuple(AUTUMN[kind].index(found[kind][0]) for kind in KINDS))

    assert len(places) > 3


@pytest.mark.clause("RW-100", "RW-101", "RW-102", "RW-103", "AMB-048")
@pytest.mark.parametrize(
    ("day", "pool", "outside"),
    [
        pytest.param("2018-07-22", SUMMER, True, id="the day before the first season"),
        pytest.param("2018-07-23", SUMMER, False, id="its first day"),
        pytest.param("2018-09-30", SUMMER, False, id="its last day"),
        pytest.param("2018-10-01", AUTUMN, False, id="the first day of the second"),
        pytest.param("2018-10-20", AUTUMN, False, id="the document takes effect"),
        pytest.param(None, AUTUMN, False, id="no date: the latest"),
    ],
)
def test_the_season_gives_the_cards(day, pool, outside, pairings):
    fields = {} if day is None else {"date": day}
    found = cards(pairings, 3, **fields)

    assert {kind: sorted(pool[kind]) for kind in KINDS} == {k: sorted(found[k]) for k in KINDS}
    told = warnings(pairings(before_round(1, **fields)))
    assert (2 if outside else 0) == told.count("outside-seasons")


@pytest.mark.clause("RW-109", "RW-110", "AMB-049")
@pytest.mark.case("RW-T17")
def test_a_new_stage_has_new_bags(pairings):
    """Five Swiss rounds, then a bracket: its first card is drawn from three again."""
    both = {kind: bags(AUTUMN, kind, 1, seed="q", stage=2) for kind in KINDS}
    first = swiss(*rounds_played(5))
    fields = {"date": "2018-11-03", "seed": "q", "plan": {"swiss_rounds": 5, "cut": 2}}
    semifinal = pairings(event("runewars", "A B", first, **fields))
    second_swiss = pairings(
        event("runewars", "A B", first, swiss(seeds=["A", "B"]), date="2018-11-03", seed="q")
    )

    assert (2, 1) == (semifinal["stage"], semifinal["round"])
    assert both == {kind: [semifinal[kind]] for kind in KINDS}
    assert both == {kind: [second_swiss[kind]] for kind in KINDS}


@pytest.mark.clause("RW-109", "RW-110")
def test_the_second_round_of_a_bracket_takes_the_second_card(pairings):
    before = state("runewars", ranks("A B C D"), date="2018-11-03")
    report = {"end": "time", "score": [10, 0]}
    semifinals = played(
        {"players": ["A", "D"], "report": report}, {"players": ["B", "C"], "report": report}
    )
    final = pairings(before | {"stages": [*before["stages"], bracket("ABCD", semifinals)]})

    assert (2, 2) == (final["stage"], final["round"])
    for kind in KINDS:
        assert bags(AUTUMN, kind, 2, stage=2)[1] == final[kind]


@pytest.mark.clause("AMB-049")
def test_a_card_may_come_twice_in_a_row_unless_the_organizer_forbids_it(pairings):
    """Only the border between two bags can repeat; the first two cards then change places."""
    repeated = 0
    for seed in map(str, range(12)):
        plain = cards(pairings, 7, date="2018-11-03", seed=seed)
        options = {"draws.avoid_back_to_back": True}
        kept = cards(pairings, 7, date="2018-11-03", seed=seed, options=options)
        for kind in KINDS:
            assert all(one != other for one, other in pairwise(kept[kind]))
            assert sorted(AUTUMN[kind]) == sorted(kept[kind][3:6])
            if plain[kind][2] == plain[kind][3]:
                repeated += 1
                first, second, third = plain[kind][3:6]
                assert [second, first, third] == kept[kind][3:6]
            elif plain[kind][5] != plain[kind][6]:
                assert plain[kind] == kept[kind]
    assert repeated > 2


@pytest.mark.clause("RW-108")
def test_the_bag_is_an_order_of_digests(pairings):
    found = cards(pairings, 3, date="2018-08-01", seed="s")
    digests = [lot("s", "deployment", 1, 1, name) for name in found["deployment"]]

    assert sorted(digests) == digests


def test_other_games_draw_no_cards(pairings):
    answer = pairings(event("armada", "A B", date="2018-11-03"))

    assert not {*KINDS} & {*answer}
