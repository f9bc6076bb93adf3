"""A ruleset whose part about lists cannot be used is refused by name."""

from pathlib import Path

import pytest

from tiltyard.engine.errors import RulesetUnreadable
from tiltyard.rulesets.loader import load
from tiltyard.text.refusals import refusal_text

SOUND = (Path(__file__).parents[1] / "rulesets" / "data" / "skirmish-cup@1.toml").read_text("utf-8")
LISTS = """
[lists]
clause = "SC-2"
limits = [300]
limits_clause = "SC-2"
factions = ["Reds", "Blues"]
factions_clause = "SC-3"
chooser = true
chooser_clause = "SC-4"
coin_clause = "SC-4"
mirror = "faction"
mirror_clause = "SC-4"
conversions = true
conversions_clause = "SC-5"
sections = [
  { id = "units", title = "Units", clause = "SC-2", words = ["Troops"] },
  { id = "terrain", title = "Terrain", clause = "SC-2" },
]
checks = [
  { check = "section_count", section = "units", least = 1, most = 9, clause = "SC-2" },
  { check = "copies", section = "terrain", most = 2, clause = "SC-2" },
]
[legality]
clause = "SC-6"
release_clause = "SC-6"
delay = { casual = 3 }
delay_clause = "SC-6"
only = ["Core"]
only_clause = "SC-6"
[legality.bans.huge]
trait = "huge"
clause = "SC-6"
"""


def load_with(folder, text):
    (folder / "skirmish-cup@1.toml").write_text(SOUND + text, "utf-8")
    return load("skirmish-cup", folder)


def test_the_invented_lists_are_sound(tmp_path):
    assert (300,) == load_with(tmp_path, LISTS).lists.limits


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ('section = "terrain"', 'section = "trees"', "checks[1]: There is no section 'trees'"),
        (
            'section = "terrain", most = 2',
            'section = "terrain"',
            "checks[1]: The check copies needs most",
        ),
        (
            "least = 1, most = 9",
            "least = 9, most = 1",
            "checks[0]: The upper bound 1 is below the lower bound 9",
        ),
        (", least = 1, most = 9", "", "section_count needs least or most"),
        (
            'check = "copies"',
            'check = "copys"',
            "lists.checks[1].check: The word 'copys' isn't known.",
        ),
        ('id = "terrain"', 'id = "units"', "lists.sections: This names 'units' twice"),
        ('words = ["Troops"]', 'words = ["terrain"]', "'terrain' could be two sections"),
        ("limits = [300]", "limits = [0]", "lists.limits: The limit must be at least 1"),
        ("limits = [300]", "limits = [300, 200]", "lists.limits: The limits must not fall"),
        ('factions_clause = "SC-3"\n', "", "lists.factions_clause: This entry is missing"),
        ('coin_clause = "SC-4"\n', "", "lists.coin_clause: This entry is missing"),
        ('mirror_clause = "SC-4"\n', "", "lists.mirror_clause: This entry is missing"),
        ('conversions_clause = "SC-5"\n', "", "lists.conversions_clause: This entry is missing"),
        ("casual = 3", "royal = 3", "legality.delay: There is no tier 'royal'"),
        ("casual = 3", "casual = -3", "legality.delay: The delay must not be negative"),
        ('delay_clause = "SC-6"\n', "", "legality.delay_clause: This entry is missing"),
        ('only_clause = "SC-6"\n', "", "legality.only_clause: This entry is missing"),
        ('trait = "huge"\n', "", "legality.bans.huge: A ban names either a trait or products"),
        ('trait = "huge"\n', 'trait = "huge"\nproducts = ["A"]\n', "either a trait or products"),
    ],
)
def test_a_mistake_in_the_lists_is_refused_by_name(tmp_path, old, new, named):
    assert old in LISTS
    with pytest.raises(RulesetUnreadable) as refused:
        load_with(tmp_path, LISTS.replace(old, new, 1))

    assert named in refusal_text(refused.value)
