"""Requests made from the description by somebody else's reader: no fault, no surprise."""

from __future__ import annotations

from tests.amount import amount
from tests.web.api.by_schema import ask


def test_no_request_finds_an_answer_that_is_not_described():
    found = ask(examples=amount(5, 8))
    assert found.wrong == []
    assert found.requests > 500
    assert not [status for status in found.statuses if status >= 500]
    assert {200, 400, 401, 404, 412, 422} <= set(found.statuses)
