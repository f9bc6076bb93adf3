"""Published numbers with more digits than anybody published."""

from decimal import Decimal

import pytest

from tiltyard.formats.foreign.lenient import number_text


@pytest.mark.parametrize(
    ("raw", "kept"),
    [
        (Decimal("0.44"), "0.44"),
        (Decimal(45), "45"),
        (Decimal("0.1000000000000000055511151231257827021181583404541015625"), "0.100000000000"),
        (Decimal("1E-999999999"), "0"),
        (Decimal("-1E-13"), "0"),
        (Decimal("1E+999999999"), None),
        (Decimal("1E+13"), None),
    ],
)
def test_a_number_keeps_as_many_digits_as_people_write(raw, kept):
    assert number_text(raw) == kept
