"""What docs/format/implementing-tiltyard-1.md says is what the program does."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tiltyard import __version__
from tiltyard.engine.flow import findings, pairings, standings
from tiltyard.formats.answers import certificate
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.rulesets.loader import load

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "format" / "implementing-tiltyard-1.md").read_text("utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", PAGE, re.DOTALL)
EMPTY, PLAYED, CERTIFIED = (json.loads(text) for kind, text in BLOCKS if kind == "json")
RULES = load("xwing-dogfight@2.2.1")


@pytest.fixture(scope="module")
def code():
    """The functions of the page."""
    names = {}
    for kind, text in BLOCKS:
        if kind == "python":
            exec(text, names)  # noqa: S102  # our own page
    return names


def rows_of_table(first):
    """The cells of the table that begins with this heading."""
    table = PAGE.partition(f"| {first} |")[2].partition("\n\n")[0].split("\n")[2:]
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in table]


def test_the_lots_are_those_of_the_page(code):
    rows = rows_of_table("id")
    assert len(rows) == 4
    for player, shown in rows:
        assert code["lot"](EMPTY["seed"], "order", 1, 1, player) == shown
    assert [shown for _, shown in rows] == sorted(shown for _, shown in rows)


def test_the_first_round_follows_from_them():
    order = [player for player, _ in rows_of_table("id")]
    drawn = pairings(read_tournament(EMPTY), RULES).matches
    assert [list(one.players) for one in drawn] == [order[:2], order[2:]]
    played = PLAYED["stages"][0]["rounds"][0]["matches"]
    assert [one["players"] for one in played] == [order[:2], order[2:]]


def test_the_standings_are_those_of_the_page():
    ranked = standings(read_tournament(PLAYED), RULES).rows
    shown = [
        [str(row.rank), row.player, *map(str, row.keys.values()), row.decided_by or ""]
        for row in ranked
    ]
    assert shown == rows_of_table("rank")


def test_the_certificate_is_that_of_the_page(code):
    tournament = read_tournament(PLAYED)
    assert findings(tournament, RULES) == ()
    made = certificate(tournament, RULES)
    assert CERTIFIED["certificate"] | {"engine": __version__} == made
    bare = json.loads(json.dumps(PLAYED))
    del bare["plan"]["cut"]
    assert code["digest"](bare) == made["digest"]


@pytest.mark.parametrize("page", ["implementing-tiltyard-1.md", "other-programs.md"])
def test_every_link_of_a_page_leads_somewhere(page):
    text = (DOCS / "format" / page).read_text("utf-8")
    for link in re.findall(r"\]\(([^)#]+)\)", text):
        assert (DOCS / "format" / link).exists(), link
