"""The page of the docs that lists every code of a refusal."""

from __future__ import annotations

import re

from tiltyard.dev.refusal_page import PAGE, is_up_to_date, main, page
from tiltyard.text.say import sentences


def test_the_page_is_up_to_date():
    """Refresh it with `python -m tiltyard.dev.refusal_page`."""
    assert is_up_to_date()
    assert main(["--check"]) == 0


def test_every_code_is_a_row_with_its_sentence_and_the_way_out():
    rows = re.findall(r"^\| `([a-z0-9-]+)` \| (.+) \| (.*) \|$", page(), re.MULTILINE)
    assert [code for code, _, _ in rows] == sorted(sentences("refusals"))
    said = {code: (sentence, fix) for code, sentence, fix in rows}
    assert said["no-such-event"] == (
        "We can't find that event.",
        sentences("fixes")["no-such-event"],
    )
    assert (
        said["all-planned-rounds-played"][0]
        == "All {swiss_rounds} planned rounds have been played."
    )


def test_a_page_that_is_old_is_written_anew(tmp_path, monkeypatch):
    copy = tmp_path / PAGE.name
    monkeypatch.setattr("tiltyard.dev.refusal_page.PAGE", copy)
    assert main(["--check"]) == 1
    assert main([]) == 0
    assert main(["--check"]) == 0
