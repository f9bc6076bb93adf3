"""Middle-earth leaves the pairing system free: points groups by lot, and round robin (ME-046)."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.events import by_lot, event, ranks, state, swiss, warnings, whys
from tiltyard.engine import flow
from tiltyard.engine.errors import NoLegalPairing, OptionRefused
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.rulesets.loader import load

ROUND_ROBIN = {"pairing.system": "round_robin"}
GROUPS = {"pairing.system": "points_groups"}


def robin(count, *rounds, spare=False, plan=None, **fields):
    players = [{"id": f"p{number}"} for number in range(count)]
    if spare:
        players.append({"id": "S", "role": "spare"})
    planned = {"swiss_rounds": plan or (count if count % 2 else count - 1), "cut": None}
    return event(
        "middle-earth", players, swiss(*rounds), plan=planned, options=ROUND_ROBIN, **fields
    )


def slip(random):
    score = [random.randrange(9), random.randrange(9)]
    return {"end": "time", "score": score, "leaders": [False, False]}


def reported(answer, random):
    return {
        "matches": [
            {"kind": "bye", "players": match["players"]}
            if "kind" in match
            else {"players": match["players"], "report": slip(random)}
            for match in answer["matches"]
        ]
    }


def played_out(pairings, before, rounds, random):
    """All drawn rounds of an event, each reported before the next is drawn."""
    answers = []
    for _ in range(rounds):
        answers.append(pairings(before))
        before["stages"][0]["rounds"].append(reported(answers[-1], random))
    return answers


def meetings(answers):
    return [
        frozenset(match["players"])
        for answer in answers
        for match in answer["matches"]
        if "kind" not in match and "S" not in match["players"]
    ]


def rests(answers):
    return [
        match["players"][0]
        for answer in answers
        for match in answer["matches"]
        if "kind" in match or "S" in match["players"]
    ]


@pytest.mark.clause("ME-046")
@pytest.mark.parametrize("spare", [False, True])
@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 20, 33])
def test_everybody_meets_everybody_once(count, spare, pairings):
    """And in an odd field everybody rests once, or meets the Spare Player."""
    rounds = count if count % 2 else count - 1
    before = robin(count, spare=spare, seed=f"field of {count}")
    answers = played_out(pairings, before, rounds, Random(count))
    names = [f"p{number}" for number in range(count)]

    assert sorted(map(sorted, combinations(names, 2))) == sorted(map(sorted, meetings(answers)))
    assert (sorted(names) if count % 2 else []) == sorted(rests(answers))
    assert [] == [one for answer in answers for one in warnings(answer)]
    assert {"scheduled", "bye-scheduled", "spare-scheduled"} >= {
        why["code"] for answer in answers for match in answer["matches"] for why in match["why"]
    }
    with pytest.raises(NoLegalPairing):
        pairings(before | {"plan": {"swiss_rounds": rounds + 1, "cut": None}})


@pytest.mark.clause("ME-046")
def test_the_circle_begins_with_the_order_of_the_lots(pairings):
    """One seat stays, the others move on: written out for six."""
    order = by_lot([f"p{number}" for number in range(6)], "order", seed="six")
    answers = played_out(pairings, robin(6, seed="six"), 5, Random(6))
    a, b, c, d, e, f = order
    expected = [
        {(a, f), (b, e), (c, d)},
        {(b, f), (c, a), (d, e)},
        {(c, f), (d, b), (e, a)},
        {(d, f), (e, c), (a, b)},
        {(e, f), (a, d), (b, c)},
    ]

    assert [{frozenset(pair) for pair in round_} for round_ in expected] == [
        set(meetings([answer])) for answer in answers
    ]


@pytest.mark.clause("ME-046")
def test_a_round_drawn_again_draws_new_seats_and_later_rounds_keep_them(pairings):
    first = robin(8, seed="again")
    again = {**first, "stages": [{"kind": "swiss", "rounds": [{"matches": [], "attempt": 2}]}]}
    redrawn = pairings(again)
    assert set(meetings([pairings(first)])) != set(meetings([redrawn]))

    rounds = [{**reported(redrawn, Random(1)), "attempt": 2}]
    answers = played_out(pairings, robin(8, *rounds, seed="again"), 6, Random(2))
    everybody = list(combinations([f"p{number}" for number in range(8)], 2))
    assert {frozenset(pair) for pair in everybody} == set(meetings([redrawn, *answers]))


def after(round_, **changes):
    return {**round_, "after": [{"player": one, "change": what} for one, what in changes.items()]}


@pytest.mark.clause("ME-046")
@settings(max_examples=150, deadline=None)
@given(st.integers(4, 12), st.integers(0, 10**6), st.booleans())
def test_when_players_leave_or_come_nobody_meets_twice(count, seed, spare):
    """While a repeat-free round exists one is drawn; at most one rests, nobody twice before all."""
    random = Random(seed)
    players = [{"id": f"p{number}"} for number in range(count)]
    if spare:
        players.append({"id": "S", "role": "spare"})
    before = event("middle-earth", players, swiss(), seed=str(seed), options=ROUND_ROBIN)
    here = {f"p{number}" for number in range(count)}
    met = set()
    had = dict.fromkeys(here, 0)
    for number in range(count):
        tournament = read_tournament(before)
        try:
            drawn = flow.pairings(tournament, load("middle-earth"))
        except NoLegalPairing:
            assert not _possible(here, met, had)
            return
        games = [frozenset(m.players) for m in drawn.matches if m.kind == "game"]
        pairs = [pair for pair in games if "S" not in pair]
        alone = [m.players[0] for m in drawn.matches if m.kind == "bye" or "S" in m.players]
        assert here == set().union(*pairs, alone)
        assert len(here) % 2 == len(alone)
        assert met.isdisjoint(pairs)
        assert all(had[one] == min(had[other] for other in here) for one in alone)
        assert len(alone) == sum(one.code == "second-bye" for one in drawn.warnings) + sum(
            not had[one] for one in alone
        )
        met |= set(pairs)
        for one in alone:
            had[one] += 1
        answer = {
            "matches": [
                {"players": list(m.players)} | ({"kind": "bye"} if m.kind == "bye" else {})
                for m in drawn.matches
            ]
        }
        round_ = reported(answer, random)
        leaving = [one for one in sorted(here) if random.random() < 0.1]
        if len(here) - len(leaving) >= 2:
            round_ = after(round_, **dict.fromkeys(leaving, "drop"))
            here -= set(leaving)
        before["stages"][0]["rounds"].append(round_)
        if random.random() < 0.2:
            before["players"].append({"id": f"late{number}"})
            here.add(f"late{number}")
            had[f"late{number}"] = 0


def _possible(here, met, had):
    """Whether a round without a repeat exists, with a rest of somebody who had the fewest."""
    fewest = min(had[one] for one in here)
    resting = [one for one in here if had[one] == fewest] if len(here) % 2 else [None]
    return any(_pairable(sorted(here - {one}), met) for one in resting)


def _pairable(players, met):
    if not players:
        return True
    first, *others = players
    return any(
        frozenset((first, other)) not in met
        and _pairable([one for one in others if one != other], met)
        for other in others
    )


@pytest.mark.clause("ME-046")
def test_whoever_comes_late_takes_the_empty_seat(pairings):
    random = Random(3)
    before = robin(5, seed="late")
    first = pairings(before)
    before["stages"][0]["rounds"].append(reported(first, random))
    before["players"].append({"id": "late"})
    answers = played_out(pairings, before, 4, random)

    assert [] == rests(answers)
    late = [pair for pair in meetings(answers) if "late" in pair]
    assert 4 == len(late) == len(set(late))


@pytest.mark.clause("ME-046")
def test_the_reasons_say_where_the_schedule_was_kept(pairings):
    random = Random(4)
    before = robin(6, seed="reasons")
    first = pairings(before)
    assert {"scheduled"} == {code for why in whys(first).values() for code, _ in why}
    assert {"ME-046"} == {clause for why in whys(first).values() for _, clause in why}
    gone = first["matches"][0]["players"]
    round_ = after(reported(first, random), **dict.fromkeys(gone, "drop"))
    before["stages"][0]["rounds"].append(round_)
    codes = {code for why in whys(pairings(before)).values() for code, _ in why}

    assert {"scheduled", "schedule-changed"} >= codes
    assert "schedule-changed" in codes


@pytest.mark.clause("ME-046")
def test_too_many_rounds_are_said_before_they_run_dry(pairings):
    answer = pairings(robin(4, plan=5))

    assert ["plan-short-of-opponents"] == warnings(answer)


@pytest.mark.clause("ME-046", "ME-061")
def test_after_the_schedule_only_repeats_are_left(pairings):
    before = robin(4, plan=4)
    random = Random(5)
    played_out(pairings, before, 3, random)
    with pytest.raises(NoLegalPairing):
        pairings(before)
    again = pairings(before, allow_rematch=True)

    codes = [code for why in whys(again).values() for code, _ in why]
    assert ["schedule-over", "rematch"] * 2 == codes


@pytest.mark.clause("ME-046")
def test_check_draws_the_schedule_again(pairings):
    before = robin(7, seed="checked")
    played_out(pairings, before, 7, Random(7))
    tournament = read_tournament(before)
    assert [] == [one.code for one in flow.findings(tournament, load("middle-earth"))]

    rounds = before["stages"][0]["rounds"]
    one, other = rounds[0]["matches"][:2]
    one["players"][1], other["players"][1] = other["players"][1], one["players"][1]
    found = flow.findings(read_tournament(before), load("middle-earth"))
    assert "wrong-pairing" in {finding.code for finding in found}


# Points groups


@pytest.mark.clause("ME-046")
def test_equal_points_meet_by_lot(pairings):
    """Ranks A to H, points 9, 9, 9, 9, 3, 3, 3, 3: by lot inside each four, not by rank."""
    points = dict.fromkeys("ABCD", 9) | dict.fromkeys("EFGH", 3)
    found = set()
    for number in range(12):
        before = state("middle-earth", points, options=GROUPS, seed=str(number))
        answer = pairings(before)
        pairs = {frozenset(match["players"]) for match in answer["matches"]}
        assert all(len(pair & set("ABCD")) != 1 for pair in pairs)
        lots = by_lot(
            "ABCD", "order", seed=str(number), number=len(before["stages"][0]["rounds"]) + 1
        )
        assert frozenset(lots[:2]) in pairs
        assert {("same-points", "ME-046")} == {one for why in whys(answer).values() for one in why}
        found.add(frozenset(pairs))
    assert len(found) > 3


@pytest.mark.clause("ME-046", "ME-058")
def test_the_guide_s_own_way_is_the_default(pairings):
    points = ranks("A B C D")
    plain = pairings(state("middle-earth", points))

    assert plain == pairings(state("middle-earth", points, options={"pairing.system": "standings"}))
    assert ["neighbours"] == [why[0][0] for why in whys(plain).values()][:1]


@pytest.mark.clause("ME-046")
def test_other_documents_and_unknown_systems_are_refused(pairings):
    with pytest.raises(OptionRefused):
        pairings(state("middle-earth", {"A": 3, "B": 3}, options={"pairing.system": "knockout"}))
    with pytest.raises(OptionRefused):
        pairings(state("armada", {"A": 8, "B": 8}, options=ROUND_ROBIN))
