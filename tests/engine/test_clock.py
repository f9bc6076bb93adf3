"""How long a round lasts: defaults, the last value stays, and what an organizer may set."""

import pytest

from tests.rules.events import SIX
from tiltyard.engine.clock import round_length
from tiltyard.engine.errors import OptionRefused
from tiltyard.engine.options import require_lengths, with_options
from tiltyard.engine.ruleset import value_of_round
from tiltyard.rulesets.loader import load
from tiltyard.text.refusals import fix_text, refusal_text

ADJUSTABLE = {  # ruleset: minutes of the first Swiss round, how far they may be moved
    "xwing-dogfight": (75, 15),
    "diskwars": (65, 10),
}
ESCALATION = ((50, 40, 60), (70, 60, 80), (90, 80, 100), (120, 110, 130))


@pytest.mark.parametrize(
    ("ruleset", "swiss", "elimination", "final"),
    [
        pytest.param("runewars", 90, 90, 140, marks=pytest.mark.clause("RW-136", "RW-138")),
        pytest.param("xwing-dogfight", 75, 75, None, marks=pytest.mark.clause("XW-027", "XW-088")),
        pytest.param("xwing-escalation", 50, 120, None, marks=pytest.mark.clause("XE-003")),
        pytest.param("middle-earth", 90, None, None, marks=pytest.mark.clause("ME-062")),
        pytest.param("diskwars", 65, 90, 90, marks=pytest.mark.clause("DW-040", "DW-045")),
        pytest.param("armada", 135, None, None, marks=pytest.mark.clause("AR-078", "AR-094")),
    ],
)
def test_first_round_bracket_and_final(ruleset, swiss, elimination, final):
    rules = load(ruleset)
    lengths = (
        round_length(rules, "swiss", 1),
        round_length(rules, "elimination", 1),
        round_length(rules, "elimination", 1, final=True),
    )

    assert (swiss, elimination, final) == tuple(length.minutes for length in lengths)
    assert all(length.clause for length in lengths)


@pytest.mark.parametrize(
    ("number", "expected"), [(1, 50), (2, 70), (3, 90), (4, 120), (5, 120), (99, 120)]
)
def test_the_last_value_stays_for_all_later_rounds(number, expected):
    assert expected == value_of_round((50, 70, 90, 120), number)


@pytest.mark.clause("XW-027", "DW-040")
@pytest.mark.parametrize("ruleset", sorted(ADJUSTABLE))
@pytest.mark.parametrize("side", [-1, 1])
def test_the_edge_of_the_range_is_allowed_and_the_next_minute_is_not(ruleset, side):
    usual, by = ADJUSTABLE[ruleset]
    rules = load(ruleset)
    edge = usual + side * by

    moved = with_options(rules, {"clock.swiss": [edge]})
    assert edge == round_length(moved, "swiss", 1).minutes
    with pytest.raises(OptionRefused) as caught:
        with_options(rules, {"clock.swiss": [edge + side]})
    assert f"Choose {usual - by} to {usual + by} minutes." == fix_text(caught.value)


@pytest.mark.clause("XE-004")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
@pytest.mark.parametrize("side", [-1, 1])
def test_each_round_of_escalation_has_its_own_range(number, side):
    rules = load("xwing-escalation")
    _, least, most = ESCALATION[number - 1]
    lengths = [one for one, _, _ in ESCALATION]
    lengths[number - 1] = least if side < 0 else most

    moved = with_options(rules, {"clock.swiss": lengths})
    assert lengths == [round_length(moved, "swiss", one).minutes for one in (1, 2, 3, 4)]
    lengths[number - 1] += side
    with pytest.raises(OptionRefused) as caught:
        with_options(rules, {"clock.swiss": lengths})
    no = caught.value
    assert refusal_text(no) == f"Round {number} can't last {lengths[number - 1]} minutes."
    assert (no.clause, fix_text(no)) == ("XE-004", f"Choose {least} to {most} minutes.")


@pytest.mark.clause("XE-004")
@pytest.mark.parametrize(
    ("value", "number", "minutes", "least", "most"),
    [
        pytest.param(60, 3, 60, 80, 100, id="one number that fits two rounds"),
        pytest.param(50, 2, 50, 60, 80, id="one number that fits one round"),
        pytest.param([55], 2, 55, 60, 80, id="a list of one"),
        pytest.param([40, 80], 4, 80, 110, 130, id="two numbers: the second fits round 3 too"),
        pytest.param([50, 60], 3, 60, 80, 100, id="two numbers: the second does not"),
        pytest.param([40, 80, 100], 4, 100, 110, 130, id="three numbers"),
    ],
)
def test_a_length_that_is_not_given_is_checked_as_it_would_be_played(
    value, number, minutes, least, most
):
    """The last number stands for every later round, so it must fit every one of them."""
    with pytest.raises(OptionRefused) as caught:
        require_lengths(load("xwing-escalation"), {"clock.swiss": value})

    no = caught.value
    assert refusal_text(no) == f"Round {number} can't last {minutes} minutes."
    assert fix_text(no) is not None
    assert fix_text(no).startswith(
        f"Choose {least} to {most} minutes. Give each round its own length"
    )
    assert "50,70,90,120" in fix_text(no)


@pytest.mark.clause("AMB-080")
def test_the_bracket_of_escalation_cannot_borrow_the_lengths_of_its_rounds():
    with pytest.raises(OptionRefused) as caught:
        require_lengths(load("xwing-escalation"), {"clock.elimination": "as_swiss"})
    assert ("AMB-080", "Choose 110 to 130 minutes.") == (
        caught.value.clause,
        fix_text(caught.value),
    )


@pytest.mark.clause("AMB-053", "AMB-114")
@pytest.mark.parametrize(
    "ruleset", [one for one in SIX if one not in ADJUSTABLE and one != "xwing-escalation"]
)
def test_without_a_range_the_organizer_of_a_custom_event_is_free(ruleset):
    rules = with_options(load(ruleset), {"clock.swiss": 30, "clock.elimination": [45, 60]})

    assert 30 == round_length(rules, "swiss", 7).minutes
    assert [45, 60, 60] == [round_length(rules, "elimination", n).minutes for n in (1, 2, 3)]


@pytest.mark.parametrize("ruleset", SIX)
@pytest.mark.parametrize("value", [0, -1, 24 * 60 + 1, "75", 75.0, None, True, [75, "75"], {}])
def test_minutes_are_whole_numbers_of_a_day(ruleset, value):
    with pytest.raises(OptionRefused) as caught:
        with_options(load(ruleset), {"clock.swiss": value})

    assert "clock.swiss" == caught.value.field


@pytest.mark.clause("AMB-066", "AMB-114")
@pytest.mark.parametrize("ruleset", SIX)
def test_an_empty_list_makes_the_elimination_rounds_untimed(ruleset):
    """The help of the option says so."""
    rules = with_options(load(ruleset), {"clock.elimination": []})

    assert None is round_length(rules, "elimination", 1).minutes


@pytest.mark.clause("AMB-114", "AMB-108")
@pytest.mark.parametrize(("ruleset", "minutes"), [("armada", 135), ("diskwars", 75)])
def test_a_final_that_is_not_set_apart_is_as_long_as_the_bracket(ruleset, minutes):
    rules = with_options(load(ruleset), {"clock.elimination": minutes})

    assert minutes == round_length(rules, "elimination", 2, final=True).minutes


@pytest.mark.clause("RW-138", "XW-088")
@pytest.mark.parametrize(("ruleset", "final"), [("runewars", 140), ("xwing-dogfight", None)])
def test_a_final_of_its_own_length_keeps_it(ruleset, final):
    rules = with_options(load(ruleset), {"clock.elimination": 80})

    assert final == round_length(rules, "elimination", 2, final=True).minutes


@pytest.mark.clause("RW-133", "XW-027", "XE-003", "DW-040", "AR-078")
@pytest.mark.parametrize("ruleset", [one for one in SIX if one != "middle-earth"])
def test_swiss_rounds_cannot_be_untimed(ruleset):
    """Each of these documents gives Swiss rounds a length; only a bracket may go without."""
    with pytest.raises(OptionRefused):
        with_options(load(ruleset), {"clock.swiss": []})


def _bracket_minutes(options):
    try:
        rules = with_options(load("xwing-dogfight"), options)
    except OptionRefused:
        return "refused"
    return round_length(rules, "elimination", 1).minutes


@pytest.mark.clause("AMB-066")
@pytest.mark.parametrize(("swiss", "elimination"), [(60, 50), (90, 100), (60, 60)])
def test_the_order_in_which_options_are_written_does_not_matter(swiss, elimination):
    """An object in a file has no order: both ways it is accepted, or both ways refused."""
    one = {"clock.swiss": swiss, "clock.elimination": elimination}
    other = dict(reversed(one.items()))

    assert _bracket_minutes(one) == _bracket_minutes(other)


@pytest.mark.clause("AMB-066")
def test_bracket_rounds_are_as_long_as_the_swiss_rounds_unless_said():
    longer = with_options(load("xwing-dogfight"), {"clock.swiss": 90})
    own = with_options(load("xwing-dogfight"), {"clock.elimination": 60})

    assert 90 == round_length(longer, "elimination", 1).minutes
    assert (75, 60) == (
        round_length(own, "swiss", 1).minutes,
        round_length(own, "elimination", 1).minutes,
    )
