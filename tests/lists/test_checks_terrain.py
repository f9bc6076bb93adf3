"""Terrain that was there before: capacity by diameter, keywords on the label."""

import pytest

from tiltyard.engine.errors import Refused
from tiltyard.engine.rosters.setup import capacity_of, keywords_and_values, require_keywords
from tiltyard.rulesets.loader import load
from tiltyard.text.refusals import fix_text, refusal_text

CHART = load("runewars").lists.existing_terrain


@pytest.mark.clause("RW-087", "AMB-054")
@pytest.mark.parametrize(
    ("tenths", "capacity"),
    [(1, 0), (29, 0), (30, 2), (49, 2), (50, 4), (69, 4), (70, 6), (90, 6)],
)
def test_capacity_by_diameter_the_lower_bound_belongs_to_the_row(tenths, capacity):
    assert capacity == capacity_of(CHART, tenths)


@pytest.mark.clause("RW-087", "AMB-054")
@pytest.mark.parametrize(
    ("tenths", "clause", "said"),
    [(91, "AMB-054", "9.1 inches"), (200, "AMB-054", "20 inches"), (0, "RW-087", "0 inches"),
     (-5, "RW-087", "-0.5 inches")],
)  # fmt: skip
def test_a_piece_off_the_chart_is_refused(tenths, clause, said):
    with pytest.raises(Refused) as refused:
        capacity_of(CHART, tenths)

    assert (clause, "diameter") == (refused.value.clause, refused.value.field)
    assert said in refusal_text(refused.value)
    assert "at most 9 inches" in fix_text(refused.value)


@pytest.mark.clause("RW-087", "AMB-054")
@pytest.mark.parametrize(("tenths", "given"), [(50, 2), (91, 8), (200, 0), (90, 20)])
def test_the_organizer_may_say_the_capacity(tenths, given):
    assert given == capacity_of(CHART, tenths, given)


@pytest.mark.clause("RW-087", "AMB-054")
@pytest.mark.parametrize(
    ("tenths", "given", "field"), [(50, -1, "capacity"), (50, 21, "capacity"), (0, 2, "diameter")]
)
def test_a_capacity_that_no_piece_has_is_refused(tenths, given, field):
    with pytest.raises(Refused) as refused:
        capacity_of(CHART, tenths, given)

    assert field == refused.value.field


@pytest.mark.clause("RW-088")
@pytest.mark.parametrize(
    ("keywords", "values", "expected"),
    [
        (("deadly",), {"Deadly": 2}, {"deadly": 2}),
        (("deadly=2", "cover"), {}, {"deadly": 2}),
        (("deadly", "cover"), {"cover": 1, "deadly": 3}, {"cover": 1, "deadly": 3}),
        (("deadly",), {}, {}),
    ],
)
def test_a_value_of_x_belongs_to_a_keyword(keywords, values, expected):
    named, given = keywords_and_values(CHART, keywords, values)

    assert expected == given
    assert all(word in named for word in given)


@pytest.mark.clause("RW-088")
@pytest.mark.parametrize(("keywords", "values"), [((), {"Foo": 2}), (("deadly",), {"X": 2})])
def test_a_value_without_its_keyword_is_refused(keywords, values):
    with pytest.raises(Refused) as refused:
        keywords_and_values(CHART, keywords, values)

    assert ("RW-088", "values") == (refused.value.clause, refused.value.field)


@pytest.mark.clause("RW-088")
@pytest.mark.parametrize("keywords", [(), ("Deadly",), ("Deadly", "Blocking")])
def test_a_piece_has_at_most_two_keywords(keywords):
    require_keywords(CHART, keywords)


@pytest.mark.clause("RW-088")
@pytest.mark.parametrize("keywords", [("A", "B", "C"), ("Deadly", "deadly")])
def test_a_third_keyword_or_one_twice_is_refused(keywords):
    with pytest.raises(Refused) as refused:
        require_keywords(CHART, keywords)

    assert ("RW-088", "keywords") == (refused.value.clause, refused.value.field)
