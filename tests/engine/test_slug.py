"""Names as ids: one way for events, files and players."""

import pytest

from tiltyard.engine.plain_text import slug


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Harbour Cup 2026", "harbour-cup-2026"),
        ("Player 007", "player-007"),
        ("  Zoë & Ångström!  ", "zoe-angstrom"),
        ("Łódź Cup 3", "odz-cup-3"),
        ("山田", ""),
        ("---", ""),
        ("abcd efgh", "abcd"),
        ("abcdefgh", "abcde"),
    ],
)
def test_a_name_becomes_an_id(name, expected):
    longest = 5 if name.startswith("abcd") else 60
    assert slug(name, longest) == expected
