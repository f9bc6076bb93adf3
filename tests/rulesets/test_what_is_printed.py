"""The part of a ruleset that is printed: read strictly, and sound."""

from pathlib import Path

import pytest

from tests.refusing import refuses
from tiltyard.engine.errors import RulesetUnreadable
from tiltyard.rulesets.loader import load, load_all
from tiltyard.text.refusals import refusal_text

SOUND = (Path(__file__).parent / "data" / "skirmish-cup@1.toml").read_text("utf-8")


def load_changed(folder, old, new):
    assert old in SOUND
    (folder / "skirmish-cup@1.toml").write_text(SOUND.replace(old, new), "utf-8")
    return load("skirmish-cup", folder)


def test_the_seventh_ruleset_has_its_checklist_and_steps(tmp_path):
    papers = load_changed(tmp_path, "SC-96", "SC-96").papers

    assert ("Twelve miniatures", "Your list") == tuple(one.text for one in papers.player)
    assert "lists_required" == papers.player[1].when
    assert ("Sides",) == tuple(step.title for step in papers.setup)
    assert () == papers.organizer


def test_a_ruleset_may_say_nothing_about_papers(tmp_path):
    text = SOUND[: SOUND.index("[papers]")]
    (tmp_path / "skirmish-cup@1.toml").write_text(text, "utf-8")

    assert () == load("skirmish-cup", tmp_path).papers.setup


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ('title = "Sides"', 'titel = "Sides"', "papers.setup[0].titel isn't known"),
        ('"lists_required"', '"sometimes"', "papers.player[1].when: The word 'sometimes'"),
        ("chooses a side.", "chooses a side", "papers.setup[0]: This isn't a short sentence"),
        ('title = "Sides"', 'title = " "', "papers.setup[0]: This isn't a short text"),
        ('begin_clause = "SC-97"', "", "papers.begin_clause: This entry is missing"),
        (
            'begin_clause = "SC-97"',
            f'begin_clause = "SC-97"\nsurvivor = "{"m" * 241}"',
            "papers.survivor: This isn't a short text",
        ),
        ("start is called.", "start is called", "papers.begin: This isn't a short sentence"),
        ('"Twelve miniatures"', f'"{"m" * 241}"', "papers.player[0]: This isn't a short text"),
        ('title = "Sides"', 'title = "Sides"\ncards = true', "but the ruleset draws none"),
        (
            'text = "Twelve miniatures"',
            'text = "Twelve miniatures", beside = "season_cards"',
            "papers.player[0]: This shows the cards of the season",
        ),
        (
            'text = "Twelve miniatures"',
            'text = "Twelve miniatures", beside = "board"',
            "papers.player[0]: This shows a board",
        ),
    ],
)
def test_what_cannot_be_printed_is_refused_by_name(tmp_path, old, new, named):
    with pytest.raises(RulesetUnreadable) as refused:
        load_changed(tmp_path, old, new)

    assert named in refusal_text(refused.value)


def test_a_text_may_be_as_long_as_the_press_takes_it(tmp_path):
    papers = load_changed(tmp_path, '"Twelve miniatures"', f'"{"m" * 240}"').papers

    assert 240 == len(papers.player[0].text)


def test_a_step_without_lines_is_refused(tmp_path):
    begin = SOUND.index("lines = [", SOUND.index("[papers]"))
    (tmp_path / "skirmish-cup@1.toml").write_text(SOUND[:begin] + "lines = []\n", "utf-8")

    with refuses(RulesetUnreadable, match="has no lines"):
        load("skirmish-cup", tmp_path)


def test_every_document_says_what_players_bring():
    assert [] == [rules.id for rules in load_all() if not rules.papers.player]
    assert [] == [rules.id for rules in load_all() if not rules.papers.organizer]
    assert ["middle-earth"] == [rules.id for rules in load_all() if not rules.papers.setup]
