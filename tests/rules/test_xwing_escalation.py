"""X-Wing Standard Play 2.2.1, Escalation: what differs from Dogfight, and what does not."""

from dataclasses import fields

import pytest

from tests.rules.events import (
    alone,
    bye,
    event,
    game,
    keys,
    margins,
    played,
    points,
    swiss,
    verdict,
)
from tiltyard.engine.clock import round_length
from tiltyard.engine.errors import OptionRefused, SlipRefused
from tiltyard.engine.options import with_options
from tiltyard.engine.scoring import Setting, available_points
from tiltyard.engine.structure import plan_for
from tiltyard.rulesets.loader import load
from tiltyard.text.refusals import fix_text

RULES = load("xwing-escalation")
DOGFIGHT = load("xwing-dogfight")


@pytest.mark.clause("XE-001", "XE-020", "XE-021", "AMB-078", "AMB-079")
@pytest.mark.parametrize(
    ("number", "end", "score", "fields", "tp", "mov"),
    [
        pytest.param(
            1, "time", (15, 0), {}, (5, 0), (75, 45), id="+15", marks=pytest.mark.case("XE-EX1")
        ),
        pytest.param(
            2,
            "time",
            (60, 24),
            {},
            (5, 0),
            (126, 54),
            id="+36",
            marks=pytest.mark.case("XE-T01"),
        ),
        pytest.param(
            1,
            "destroyed",
            (58, 20),
            {"survivor": 0},
            (5, 0),
            (100, 20),
            id="58 counts as 60",
            marks=pytest.mark.case("XE-T02"),
        ),
        pytest.param(
            3,
            "time",
            (71, 60),
            {},
            (3, 0),
            (131, 109),
            id="11 is a modified win",
            marks=pytest.mark.case("XE-T03"),
        ),
        pytest.param(3, "time", (72, 60), {}, (5, 0), (132, 108), id="12 is a full win"),
        pytest.param(
            4,
            "destroyed",
            (150, 0),
            {"survivor": 0},
            (5, 0),
            (300, 0),
            id="no losses",
            marks=pytest.mark.case("XE-T04"),
        ),
        pytest.param(
            3,
            "time",
            (48, 48),
            {},
            (1, 1),
            (120, 120),
            id="level",
            marks=pytest.mark.case("XE-T05"),
        ),
        pytest.param(
            2,
            "concession",
            (0, 41),
            {"conceded": 1},
            (5, 0),
            (139, 41),
            id="a concession counts the whole limit",
            marks=pytest.mark.case("XE-T06"),
        ),
        pytest.param(1, "mutual", (60, 60), {}, (1, 1), (60, 60), id="nobody left in round 1"),
        pytest.param(5, "time", (15, 0), {}, (5, 0), (165, 135), id="after round 4 it stays 150"),
    ],
)
def test_the_limit_of_the_round_takes_the_place_of_100(number, end, score, fields, tp, mov):
    scored = verdict(RULES, end, score, setting=Setting("swiss", number), **fields)

    assert (tp, mov) == (points(scored), margins(scored))


@pytest.mark.clause("XE-014", "AMB-078")
@pytest.mark.parametrize(("number", "limit"), [(1, 60), (2, 90), (3, 120), (4, 150)])
def test_a_score_may_reach_the_limit_of_its_round_but_not_pass_it(number, limit):
    setting = Setting("swiss", number)

    assert (2 * limit, 0) == margins(verdict(RULES, "time", (limit, 0), setting=setting))
    with pytest.raises(SlipRefused) as caught:
        verdict(RULES, "time", (limit + 1, 0), setting=setting)
    assert ("score", "AMB-078") == (caught.value.field, caught.value.clause)


@pytest.mark.clause("XE-008", "AMB-080")
def test_the_bracket_is_played_with_the_150_point_squad():
    setting = Setting("elimination", 1)

    assert 150 == available_points(RULES, setting)
    assert (230, 70) == margins(verdict(RULES, "time", (100, 20), setting=setting))


@pytest.mark.clause("AMB-077", "XE-001")
@pytest.mark.case("XE-T07")
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        pytest.param({}, [90, 135, 180, 225], id="half as much again as the limit"),
        pytest.param({"bye.mov": 150}, [150, 150, 150, 150], id="the literal text, by option"),
        pytest.param({"bye.mov": "2*available"}, [120, 180, 240, 300], id="another share"),
    ],
)
def test_a_bye_is_worth_a_share_of_the_round(options, expected):
    rules = with_options(RULES, options)
    lines = [alone(rules, "bye", number=number) for number in (1, 2, 3, 4)]

    assert expected == [line.mov for line in lines]
    assert {5} == {line.tp for line in lines}


@pytest.mark.clause("AMB-077", "AMB-015")
def test_a_forfeit_is_worth_the_bye_of_its_round():
    assert 180 == alone(RULES, "forfeit", number=3, absent="b").mov


@pytest.mark.clause("XE-020", "AMB-077")
@pytest.mark.case("XE-T15")
def test_margins_of_all_rounds_add_up(standings):
    """100 + 54 + 120 + 225 = 499; the rounds of a file are counted from its first."""
    rounds = (
        played(game("A", "B", "destroyed", (58, 20), survivor=0)),
        played(game("A", "B", "time", (24, 60))),
        played(game("A", "B", "time", (48, 48))),
        played(bye("A"), bye("B")),
    )
    answer = standings(event("xwing-escalation", "A B", swiss(*rounds)))

    assert {"A": (11, 499), "B": (11, 20 + 126 + 120 + 225)} == keys(answer, "tp", "mov")


@pytest.mark.clause("AMB-079")
@pytest.mark.parametrize(("lead", "tp"), [(7, (3, 0)), (8, (5, 0))])
def test_the_lead_of_a_full_win_can_be_set(lead, tp):
    rules = with_options(RULES, {"full_win_margin": 8})

    assert tp == points(verdict(rules, "time", (lead, 0)))


@pytest.mark.clause("XE-002", "AMB-081", "XE-009")
@pytest.mark.parametrize("players", [2, 16, 64])
def test_there_are_always_four_rounds(players):
    announced = plan_for(RULES, players)

    assert (4, "XE-002", False) == (announced.rounds, announced.clause, announced.suggestion)


@pytest.mark.clause("XE-003", "XE-008", "AMB-080", "XW-088")
def test_every_round_has_its_own_length():
    assert [50, 70, 90, 120, 120] == [
        round_length(RULES, "swiss", number).minutes for number in range(1, 6)
    ]
    assert 120 == round_length(RULES, "elimination", 1).minutes
    assert None is round_length(RULES, "elimination", 2, final=True).minutes


@pytest.mark.clause("XE-004")
@pytest.mark.case("XE-T13")
@pytest.mark.parametrize(
    "lengths",
    [
        pytest.param([40, 80, 100, 110], id="the edges"),
        pytest.param([60, 60, 80, 130], id="the other edges"),
        pytest.param([50, 70, 90, 120], id="as printed"),
    ],
)
def test_every_length_may_move_by_10_minutes(lengths):
    rules = with_options(RULES, {"clock.swiss": lengths})

    assert lengths == [round_length(rules, "swiss", number).minutes for number in (1, 2, 3, 4)]


@pytest.mark.clause("XE-004")
@pytest.mark.case("XE-T13")
@pytest.mark.parametrize(
    ("lengths", "fix"),
    [
        pytest.param([39, 70, 90, 120], "Choose 40 to 60 minutes.", id="round 1 too short"),
        pytest.param([61, 70, 90, 120], "Choose 40 to 60 minutes.", id="round 1 too long"),
        pytest.param([50, 59, 90, 120], "Choose 60 to 80 minutes.", id="round 2 too short"),
        pytest.param([50, 70, 101, 120], "Choose 80 to 100 minutes.", id="round 3 too long"),
        pytest.param([50, 70, 90, 109], "Choose 110 to 130 minutes.", id="round 4 too short"),
        pytest.param([50, 70, 90, 131], "Choose 110 to 130 minutes.", id="round 4 too long"),
    ],
)
def test_a_length_outside_its_range_is_refused(lengths, fix):
    with pytest.raises(OptionRefused) as caught:
        with_options(RULES, {"clock.swiss": lengths})

    assert ("XE-004", fix) == (caught.value.clause, fix_text(caught.value))


@pytest.mark.clause("AMB-080")
@pytest.mark.parametrize(
    ("minutes", "fine"), [(109, False), (110, True), (130, True), (131, False)]
)
def test_bracket_rounds_may_move_by_10_minutes(minutes, fine):
    if fine:
        rules = with_options(RULES, {"clock.elimination": minutes})
        assert minutes == round_length(rules, "elimination", 1).minutes
        return
    with pytest.raises(OptionRefused) as caught:
        with_options(RULES, {"clock.elimination": minutes})
    assert "AMB-080" == caught.value.clause


@pytest.mark.clause("XE-001")
def test_everything_else_is_as_in_dogfight():
    """5/3/1/0, the threshold of 12, tie-breaks, pairing, bye text and bracket carry over."""
    differing = {
        entry.name
        for entry in fields(RULES)
        if getattr(RULES, entry.name) != getattr(DOGFIGHT, entry.name)
    }
    own = {"id", "title", "game", "prefix", "clause", "notes"}
    changed = {"score", "margin", "outcomes", "bye", "structure", "clock", "cut", "options"}
    changed |= {"lists", "papers"}  # four squads that grow, and the sheets about them
    changed |= {"announcements", "conduct", "restrictions"}  # four lengths, squads, the 2014 season

    assert own | changed == differing
    assert {"destroyed"} == {
        end for end, one in RULES.outcomes.items() if one != DOGFIGHT.outcomes[end]
    }
