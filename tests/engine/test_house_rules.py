"""House rules: which options bend a document, which values are none, and how they are said."""

import pytest

from tests.rules.events import SIX
from tiltyard.clauses.loader import load_clauses, load_decisions
from tiltyard.day.plan import house_rules
from tiltyard.rulesets.loader import load
from tiltyard.text.announcements import house_rule_sentence
from tiltyard.text.language import speaking

CLAUSES = {entry.id for entry in (*load_clauses(), *load_decisions())}
OTHERS = ("xwing-second-edition", "xwing-entered-winner")

# What each document settles: ruleset, option, a value it does not have, the clause that is bent.
BENT = [
    ("runewars", "lists.factions", ["Daqan Lords"], "RW-049"),
    ("runewars", "bye.mov", 71, "RW-141"),
    ("runewars", "rematch.scope", "swiss", "RW-142"),
    ("runewars", "cut.replace", "bye_for_opponent", "RW-159"),
    ("runewars", "elim.reseed", True, "RW-165"),
    ("runewars", "bye.max_per_player", 2, "RW-154"),
    ("runewars", "bye.pick", "random_in_lowest_group", "RW-154"),
    ("runewars", "pairing.avoid_affiliation", True, "RW-150"),
    ("runewars", "pairing.inside", "standings", "RW-151"),
    ("runewars", "standings.order", ["tp", "sos", "mov"], "RW-189"),
    ("runewars", "final_ties", "shared", "RW-192"),
    ("runewars", "clock.swiss", 89, "RW-136"),
    ("runewars", "clock.elimination", [90, 91], "RW-137"),
    ("armada", "lists.factions", [], "AR-039"),
    ("armada", "bye.mov", 130, "AR-081"),
    ("armada", "rematch.scope", "stage", "AR-091"),
    ("armada", "elim.reseed", True, "AR-097"),
    ("armada", "bye.max_per_player", "unlimited", "AR-090"),
    ("armada", "bye.pick", "random_in_lowest_group", "AR-090"),
    ("armada", "pairing.avoid_affiliation", True, "AR-086"),
    ("armada", "pairing.inside", "sos", "AR-087"),
    ("armada", "standings.order", ["tp", "h2h", "sos", "mov"], "AR-116"),
    ("armada", "final_ties", "shared", "AR-120"),
    ("armada", "clock.swiss", 120, "AR-078"),
    ("armada", "clock.elimination", 134, "AR-094"),
    ("xwing-dogfight", "lists.required", "never", "XW-037"),
    ("xwing-dogfight", "full_win_margin", 13, "XW-059"),
    ("xwing-dogfight", "bye.mov", 149, "XW-082"),
    ("xwing-dogfight", "standings.order", ["tp", "sos", "mov"], "XW-069"),
    ("xwing-dogfight", "elim.reseed", True, "XW-085"),
    ("xwing-dogfight", "rematch.scope", "stage", "XW-076"),
    ("xwing-dogfight", "lists.factions", ["Rebel", "Imperial", "Scum"], "XW-036"),
    ("xwing-dogfight", "pairing.inside", "random", "XW-074"),
    ("xwing-dogfight", "bye.pick", "random_in_lowest_group", "XW-081"),
    ("xwing-escalation", "lists.required", "never", "XE-018"),
    ("xwing-escalation", "full_win_margin", [12, 12, 12, 13], "XW-059"),
    ("xwing-escalation", "bye.mov", "2*available", "XW-082"),
    ("xwing-escalation", "lists.factions", ["Rebel"], "XE-011"),
    ("diskwars", "lists.required", "never", "DW-023"),
    ("diskwars", "bye.max_per_player", 2, "DW-058"),
    ("diskwars", "clock.elimination", 89, "DW-045"),
    ("diskwars", "clock.elimination", [], "DW-045"),
    ("diskwars", "clock.elimination", "as_swiss", "DW-045"),
    ("diskwars", "standings.order", ["tp", "sos", "h2h"], "DW-077"),
    ("diskwars", "rematch.scope", "event", "DW-056"),
    ("diskwars", "lists.factions", ["Order"], "DW-022"),
    ("middle-earth", "standings.order", ["tp", "vp", "vpd", "leaders"], "ME-037"),
]

# What means the same as the document, or is another reading of it, or is left to the organizer.
NONE = [
    ("runewars", "bye.mov", 70, "the document's value"),
    ("runewars", "bye.mov", "0.35*available", "the same number as a share"),
    ("runewars", "clock.swiss", [90, 90, 90], "the same length for every round"),
    ("runewars", "lists.required", "never", "RW-056: some events require lists"),
    ("runewars", "concession.snapshot", "after_destroy", "AMB-042: the text says both"),
    ("armada", "clock.elimination", 135, "AMB-114: the text says both"),
    ("armada", "clock.elimination", "as_swiss", "AMB-114: the same 135 minutes"),
    ("armada", "standings.order", ["tp", "mov", "h2h", "sos"], "AMB-113: the definitions"),
    ("armada", "lists.factions", ["Imperial", "Rebel"], "the same two"),
    ("xwing-dogfight", "bye.mov", "1.5*available", "the same 150"),
    ("xwing-dogfight", "bye.max_per_player", "unlimited", "AMB-063: the literal text"),
    ("xwing-dogfight", "lists.required", "by_tier", "every tier asks for lists"),
    ("xwing-dogfight", "full_win_margin", [12, 12], "the same lead"),
    ("xwing-dogfight", "clock.swiss", 60, "XW-027: within the range"),
    ("xwing-dogfight", "pairing.avoid_affiliation", False, "AMB-072: a should"),
    ("xwing-escalation", "bye.mov", 150, "AMB-077: the literal text"),
    ("xwing-escalation", "clock.swiss", [40, 80, 100, 110], "XE-004: within the ranges"),
    ("diskwars", "clock.elimination", [90, 90], "the same length"),
    ("diskwars", "clock.swiss", 55, "DW-040: within the range"),
    ("diskwars", "bye.pick", "lowest_standing", "AMB-001: one of the lowest"),
    ("diskwars", "elim.reseed", True, "AMB-104: the text is silent"),
    ("middle-earth", "pairing.inside", "random", "ME-046: any pairing system"),
    ("middle-earth", "standings.extra", ["painting"], "ME-042: at discretion"),
]


def _cited(row):
    return pytest.param(*row, id=" ".join(map(str, row[:3])), marks=pytest.mark.clause(row[3]))


@pytest.mark.parametrize(("ruleset", "option", "value", "clause"), [_cited(row) for row in BENT])
def test_what_a_document_settles_is_a_house_rule_when_it_is_changed(ruleset, option, value, clause):
    (rule,) = house_rules(load(ruleset), {option: value, "no_show.minutes": 15})

    assert (option, clause) == (rule.option, rule.clause)
    assert rule.here != rule.usual
    sentence = house_rule_sentence(rule)
    assert " instead of " in sentence
    with speaking("de"):
        assert " statt " in house_rule_sentence(rule)


@pytest.mark.parametrize(
    ("ruleset", "option", "value"), [pytest.param(*row[:3], id=row[3]) for row in NONE]
)
def test_what_means_the_same_or_is_left_open_is_no_house_rule(ruleset, option, value):
    assert () == house_rules(load(ruleset), {option: value})


@pytest.mark.parametrize("ruleset", [*SIX, *OTHERS])
def test_the_decided_defaults_are_no_house_rules(ruleset):
    assert () == house_rules(load(ruleset), {})


@pytest.mark.parametrize("ruleset", [*SIX, *OTHERS])
def test_every_option_names_the_clause_it_bends(ruleset):
    document = load(ruleset)
    for name, option in document.options.items():
        assert option.bends in CLAUSES, name
        prefixes = {document.prefix, "AMB", *(("XW",) if ruleset.startswith("xwing") else ())}
        assert option.bends.partition("-")[0] in prefixes, name


def test_several_house_rules_come_in_the_order_of_the_document():
    given = {"bye.mov": 0, "lists.required": "never", "full_win_margin": 30, "elim.reseed": True}
    found = house_rules(load("xwing-dogfight"), given)

    assert ["elim.reseed", "lists.required", "bye.mov", "full_win_margin"] == [
        rule.option for rule in found
    ]


@pytest.mark.parametrize(
    ("ruleset", "option", "value", "sentence"),
    [
        (
            "xwing-dogfight",
            "full_win_margin",
            30,
            "The lead at time that makes a win a full Match Win: 30 instead of 12.",
        ),
        (
            "diskwars",
            "clock.elimination",
            [],
            "Minutes of the elimination rounds: untimed instead of 90.",
        ),
        (
            "armada",
            "lists.factions",
            [],
            "The factions that may play: all instead of Rebel, Imperial.",
        ),
        (
            "xwing-dogfight",
            "rematch.scope",
            "stage",
            "Where two players meet only once: in a stage instead of in all Swiss rounds.",
        ),
        (
            "runewars",
            "standings.order",
            ["tp", "sos"],
            (
                "The tie-breaks in another order: Tournament points, Strength of schedule, Lot"
                " instead of Tournament points, Margin of victory, Strength of schedule, Lot."
            ),
        ),
    ],
)
def test_a_house_rule_is_a_sentence_with_both_values(ruleset, option, value, sentence):
    (rule,) = house_rules(load(ruleset), {option: value})

    assert sentence == house_rule_sentence(rule)
