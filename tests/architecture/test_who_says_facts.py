"""Whoever shows the log asks who may read it: few modules put a fact into words unasked."""

from __future__ import annotations

import re
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "tiltyard"
UNASKED = {
    "cli/session.py",  # what somebody just did themselves
    "web/forms/act_routes.py",  # the same
    "web/api/acts.py",  # the same
    "web/pages/desk/creating.py",  # the same
    "web/archive.py",  # facts everybody may know, each named there
}


def test_only_these_put_a_fact_into_words_without_asking():
    found = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if re.search(r"import [^\n]*\bfact_text\b", path.read_text("utf-8"))
    }
    assert found == UNASKED
