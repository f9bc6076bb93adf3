"""What each ruleset says about people: staff, tiers, announcements, components and conduct.

The tables are written from the clauses, not from the files: who may do what, who reads which
reminder when, and the words without which the reminder would be useless.
"""

from pathlib import Path

import pytest

from tests.rules.events import SIX
from tiltyard.engine.errors import RulesetUnreadable
from tiltyard.rulesets.loader import load
from tiltyard.text.refusals import fix_text, refusal_text

DATA = Path(__file__).parent / "data"
SEVENTH = (DATA / "skirmish-cup@1.toml").read_text("utf-8")
TIERS = SEVENTH[SEVENTH.index("[[tiers]]") : SEVENTH.index("[[conduct.more]]")]


def case(name, *values, clauses):
    ruleset = values[0]
    return pytest.param(*values, id=f"{ruleset} {name}", marks=pytest.mark.clause(*clauses.split()))


def one(entries, name):
    (found,) = [entry for entry in entries if entry.id == name]
    return found


def cited(entry):
    return {entry.clause, *entry.also}


# ------------------------------------------------------------------------------------------ staff

MANY = None
ROLES = [
    # ruleset, role, at least, at most, rank of its rulings, who acts when there is none, clauses
    ("runewars", "organizer", 1, 1, 2, None, "RW-010 RW-011"),
    ("runewars", "marshal", 0, MANY, 3, "organizer", "RW-012 RW-013 RW-014 RW-015"),
    ("runewars", "judge", 0, MANY, 1, None, "RW-017 RW-018"),
    ("runewars", "player", 0, MANY, 0, None, "RW-023 RW-024"),
    ("runewars", "spectator", 0, MANY, 0, None, "RW-025"),
    ("xwing-dogfight", "organizer", 1, 1, 3, None, "XW-006"),
    ("xwing-dogfight", "second_organizer", 0, 1, 2, None, "XW-010 XW-011"),
    ("xwing-dogfight", "judge", 0, MANY, 1, None, "XW-012 AMB-071"),
    ("xwing-dogfight", "player", 0, MANY, 0, None, "XW-044"),
    ("xwing-dogfight", "spectator", 0, MANY, 0, None, "XW-006"),
    ("xwing-escalation", "organizer", 1, 1, 3, None, "XW-006"),
    ("xwing-escalation", "second_organizer", 0, 1, 2, None, "XW-010 XW-011"),
    ("xwing-escalation", "judge", 0, MANY, 1, None, "XW-012 AMB-071"),
    ("middle-earth", "organizer", 1, 1, 1, None, "ME-003 ME-004 ME-007"),
    ("middle-earth", "referee", 1, MANY, 3, "organizer", "ME-009 ME-010 ME-012"),
    ("middle-earth", "scorekeeper", 1, MANY, 0, "organizer", "ME-014 ME-015 ME-016"),
    ("middle-earth", "spare", 0, 1, 0, None, "ME-018 ME-020"),
    ("middle-earth", "player", 0, MANY, 0, None, "ME-022"),
    ("middle-earth", "spectator", 0, MANY, 0, None, "ME-002"),
    ("diskwars", "organizer", 1, 1, 3, None, "DW-008"),
    ("diskwars", "second_organizer", 0, 1, 2, None, "DW-012 DW-013"),
    ("diskwars", "judge", 0, MANY, 1, None, "DW-014 AMB-071"),
    ("diskwars", "player", 0, MANY, 0, None, "DW-051"),
    ("diskwars", "spectator", 0, MANY, 0, None, "DW-008"),
    ("armada", "organizer", 1, 1, 2, None, "AR-008 AR-009"),
    ("armada", "marshal", 0, MANY, 3, "organizer", "AR-010 AR-011 AR-012"),
    ("armada", "judge", 0, MANY, 1, None, "AR-013 AR-014"),
    ("armada", "player", 0, MANY, 0, None, "AR-015"),
    ("armada", "spectator", 0, MANY, 0, None, "AR-016"),
]


@pytest.mark.parametrize(
    ("ruleset", "name", "expected", "clauses"),
    [
        case(name, ruleset, name, tuple(numbers), clauses, clauses=clauses)
        for ruleset, name, *numbers, clauses in ROLES
    ],
)
def test_a_role_is_held_by_as_many_as_the_document_says(ruleset, name, expected, clauses):
    role = one(load(ruleset).staff.roles, name)

    assert expected == (role.least, role.most, role.ruling, role.acts_when_none)
    assert set(clauses.split()) <= cited(role) | {role.acts_clause}


@pytest.mark.clause("RW-007", "AR-005", "ME-002", "XW-006", "DW-008")
@pytest.mark.parametrize(
    ("ruleset", "leaders", "others"),
    [
        ("runewars", {"organizer", "marshal", "judge"}, {"player", "spectator"}),
        ("armada", {"organizer", "marshal", "judge"}, {"player", "spectator"}),
        ("xwing-dogfight", {"organizer", "second_organizer", "judge"}, {"player", "spectator"}),
        ("xwing-escalation", {"organizer", "second_organizer", "judge"}, {"player", "spectator"}),
        ("diskwars", {"organizer", "second_organizer", "judge"}, {"player", "spectator"}),
        (
            "middle-earth",
            {"organizer", "referee", "scorekeeper"},
            {"player", "spare", "spectator"},
        ),
    ],
)
def test_leaders_and_others_are_those_the_document_names(ruleset, leaders, others):
    roles = load(ruleset).staff.roles

    assert leaders == {role.id for role in roles if role.leader}
    assert others == {role.id for role in roles if not role.leader}


@pytest.mark.clause("RW-016", "RW-019")
def test_only_runewars_has_leaders_go_off_duty_aloud():
    toggling = {
        (name, role.id, role.duty_clause)
        for name in SIX
        for role in load(name).staff.roles
        if role.toggles_duty
    }

    assert {("runewars", "marshal", "RW-016"), ("runewars", "judge", "RW-019")} == toggling


@pytest.mark.clause("ME-008", "ME-013", "ME-017", "ME-021")
def test_only_middle_earth_advises_its_staff_not_to_play():
    advised = {
        (name, role.id, role.discouraged_to_play)
        for name in SIX
        for role in load(name).staff.roles
        if role.discouraged_to_play
    }

    assert {
        ("middle-earth", "organizer", "ME-008"),
        ("middle-earth", "referee", "ME-013"),
        ("middle-earth", "scorekeeper", "ME-017"),
        ("middle-earth", "spare", "ME-021"),
    } == advised


TITLES = {
    "runewars": "Organizer",
    "armada": "Organizer",
    "middle-earth": "Organiser",
    "xwing-dogfight": "Tournament Organizer",
    "xwing-escalation": "Tournament Organizer",
    "diskwars": "Tournament Organizer",
}


@pytest.mark.parametrize("name", SIX)
def test_the_organizer_has_the_title_of_the_document(name):
    assert TITLES[name] == one(load(name).staff.roles, "organizer").title


@pytest.mark.parametrize(
    ("ruleset", "highest", "appeal", "appeal_clause"),
    [
        case("RW-022", "runewars", "marshal", True, "RW-022", clauses="RW-014 RW-022"),
        case("AR-012", "armada", "marshal", True, "AR-012", clauses="AR-012"),
        case("XW-006", "xwing-dogfight", "organizer", True, "XW-006", clauses="XW-006"),
        case("XW-006", "xwing-escalation", "organizer", True, "XW-006", clauses="XW-006"),
        case("DW-008", "diskwars", "organizer", True, "DW-008", clauses="DW-008"),
        case("ME-012", "middle-earth", "referee", False, "ME-012", clauses="ME-012"),
    ],
)
def test_who_has_the_last_word_and_whether_a_ruling_is_reviewed(
    ruleset, highest, appeal, appeal_clause
):
    staff = load(ruleset).staff

    assert highest == max(staff.roles, key=lambda role: role.ruling).id
    assert (appeal, appeal_clause) == (staff.appeal, staff.appeal_clause)


@pytest.mark.parametrize(
    ("ruleset", "documents", "clause"),
    [
        case("RW-033", "runewars", ("Rules Reference", "FAQ"), "RW-033", clauses="RW-033"),
        case("XW-006", "xwing-dogfight", ("FAQ",), "XW-006", clauses="XW-006"),
        case("AR-023", "armada", ("FAQ",), "AR-023", clauses="AR-023"),
        case("none", "diskwars", (), "", clauses="DW-008"),
        case("none", "middle-earth", (), "", clauses="ME-012"),
    ],
)
def test_which_documents_the_last_word_may_overrule(ruleset, documents, clause):
    staff = load(ruleset).staff

    assert (documents, clause) == (staff.overrules, staff.overrules_clause)


SECTIONS = {
    "runewars": ("RW-007", "RW-034"),
    "armada": ("AR-005", "AR-024"),
    "xwing-dogfight": ("XW-006", "XW-007"),
    "diskwars": ("DW-008", "DW-009"),
    "middle-earth": ("ME-002", "ME-030"),
}
STAFF = [
    # ruleset, who removes, second leader is needed, who rules in a leader's game, two leaders meet
    ("runewars", "RW-036", "RW-028", "RW-029", "RW-030"),
    ("armada", "AR-027", "AR-017", "AR-018", "AR-019"),
    ("xwing-dogfight", "XW-009", "XW-010", "XW-011", "AMB-030"),
    ("diskwars", "DW-011", "DW-012", "DW-013", "AMB-030"),
    ("middle-earth", "ME-005", "ME-008", "ME-012", "AMB-030"),
]


@pytest.mark.parametrize(
    ("ruleset", "expected"),
    [case("staff", row[0], row[1:], clauses=" ".join(row[1:])) for row in STAFF],
)
def test_what_follows_when_a_leader_plays_stands_beside_its_clause(ruleset, expected):
    staff = load(ruleset).staff

    assert SECTIONS[ruleset] == (staff.clause, load(ruleset).conduct.clause)
    assert expected == (
        staff.removes_clause,
        staff.second_leader_clause,
        staff.rules_on_leader_clause,
        staff.leaders_meet_clause,
    )


# ------------------------------------------------------------------------------------------ tiers

WITH = "with_second_leader"
LEADER_PLAY = [
    # ruleset, tier, leaders may play, judges may play (none: as other leaders), clauses
    ("runewars", "relaxed", WITH, None, "RW-028 RW-197 RW-198"),
    ("runewars", "formal", "forbidden", None, "RW-031 RW-199"),
    ("runewars", "premier", "forbidden", None, "RW-031 RW-200"),
    ("armada", "relaxed", WITH, None, "AR-017 AR-125 AR-126"),
    ("armada", "formal", "forbidden", None, "AR-020 AR-127"),
    ("armada", "premier", "forbidden", None, "AR-020 AR-128"),
    ("xwing-dogfight", "casual", WITH, "free", "XW-010 XW-100 XW-101 AMB-071"),
    ("xwing-dogfight", "competitive", WITH, "free", "XW-010 XW-100 XW-102 AMB-071"),
    ("xwing-dogfight", "premier", "forbidden", "forbidden", "XW-012 XW-100 XW-103"),
    ("diskwars", "casual", WITH, "free", "DW-003 DW-004 DW-012 AMB-071"),
    ("diskwars", "competitive", WITH, "free", "DW-003 DW-005 DW-012 AMB-071"),
    ("diskwars", "premier", "forbidden", "forbidden", "DW-003 DW-006 DW-014 AMB-109"),
    ("middle-earth", "open", "discouraged", None, "ME-002 ME-008 ME-013 ME-017 AMB-036"),
]


@pytest.mark.parametrize(
    ("ruleset", "name", "expected", "clauses"),
    [
        case(name, ruleset, name, (leader, judge), clauses, clauses=clauses)
        for ruleset, name, leader, judge, clauses in LEADER_PLAY
    ],
)
def test_whether_leaders_may_play_depends_on_the_tier(ruleset, name, expected, clauses):
    tier = one(load(ruleset).tiers, name)

    assert expected == (tier.leader_play, tier.judge_play)
    beside = cited(tier) | {tier.leader_play_clause, tier.judge_play_clause}
    assert set(clauses.split()) <= beside


@pytest.mark.parametrize(
    ("ruleset", "expected"),
    [
        case("tiers", "runewars", ["relaxed", "formal", "premier"], clauses="RW-197"),
        case("tiers", "armada", ["relaxed", "formal", "premier"], clauses="AR-125"),
        case("tiers", "xwing-dogfight", ["casual", "competitive", "premier"], clauses="XW-100"),
        case("tiers", "xwing-escalation", ["casual", "competitive", "premier"], clauses="XW-100"),
        case("tiers", "diskwars", ["casual", "competitive", "premier"], clauses="DW-003"),
        case("tiers", "middle-earth", ["open"], clauses="ME-002"),
    ],
)
def test_the_tiers_begin_with_the_one_an_event_has_unless_told(ruleset, expected):
    assert expected == [tier.id for tier in load(ruleset).tiers]


@pytest.mark.parametrize(
    ("ruleset", "name", "words"),
    [
        case("RW-198", "runewars", "relaxed", ["experience", "help", "Fun"], clauses="RW-198"),
        case("RW-199", "runewars", "formal", ["pace", "care", "friendly"], clauses="RW-199"),
        case("RW-200", "runewars", "premier", ["FAQ", "regulations", "fair"], clauses="RW-200"),
        case("AR-126", "armada", "relaxed", ["experience", "help", "Fun"], clauses="AR-126"),
        case("AR-127", "armada", "formal", ["pace", "care", "friendly"], clauses="AR-127"),
        case("AR-128", "armada", "premier", ["FAQ", "regulations", "fair"], clauses="AR-128"),
        case("XW-101", "xwing-dogfight", "casual", ["newcomers", "variant"], clauses="XW-101"),
        case("XW-102", "xwing-dogfight", "competitive", ["punished"], clauses="XW-102"),
        case("XW-103", "xwing-dogfight", "premier", ["strictly"], clauses="XW-103"),
        case("DW-004", "diskwars", "casual", ["newcomers", "variant"], clauses="DW-004"),
        case("DW-005", "diskwars", "competitive", ["punished"], clauses="DW-005"),
        case("DW-006", "diskwars", "premier", ["strictly"], clauses="DW-006"),
        case("ME-002", "middle-earth", "open", ["how formal"], clauses="ME-002"),
    ],
)
def test_the_text_of_a_tier_says_what_players_may_expect(ruleset, name, words):
    text = one(load(ruleset).tiers, name).text

    assert [] == [word for word in words if word not in text]


CHAMPIONSHIPS = {
    "runewars": {
        "relaxed": (("basic",), {"Store Championship"}),
        "formal": (("advanced",), {"Regional Championship"}),
        "premier": (
            ("custom",),
            {
                "National Championship",
                "North American Championship",
                "European Championship",
                "World Championship",
            },
        ),
    },
    "xwing-dogfight": {
        "casual": ((), {"League", "Game night", "Variant event"}),
        "competitive": ((), {"Store Championship", "One-off event"}),
        "premier": (
            (),
            {"Regional Championship", "National Championship", "World Championship"},
        ),
    },
    "armada": {"relaxed": ((), set()), "formal": ((), set()), "premier": ((), set())},
    "middle-earth": {"open": ((), set())},
}
CHAMPIONSHIPS["diskwars"] = CHAMPIONSHIPS["xwing-dogfight"]


@pytest.mark.clause("RW-194", "RW-195", "RW-196", "RW-198", "RW-199", "XW-101", "XW-102", "XW-103")
@pytest.mark.clause("DW-004", "DW-005", "DW-006")
@pytest.mark.parametrize("ruleset", CHAMPIONSHIPS)
def test_a_championship_has_the_tier_and_structure_the_document_gives_it(ruleset):
    assert CHAMPIONSHIPS[ruleset] == {
        tier.id: (tier.structures, set(tier.events)) for tier in load(ruleset).tiers
    }


TIER_CLAUSES = {
    # leaders play, judges play, structures, cards, special scenarios; "" where it says nothing
    "runewars": [
        ("RW-028", "", "RW-194", "AMB-050", ""),
        ("RW-031", "", "RW-195", "RW-104", ""),
        ("RW-031", "", "RW-196", "RW-104", ""),
    ],
    "armada": [("AR-017", "", "", "", ""), *[("AR-020", "", "", "", "")] * 2],
    "xwing-dogfight": [
        *[("XW-010", "AMB-071", "", "", "")] * 2,
        ("XW-012", "XW-012", "", "", ""),
    ],
    "diskwars": [
        *[("DW-012", "AMB-071", "", "", "DW-094")] * 2,
        ("DW-014", "DW-014", "", "", "DW-094"),
    ],
    "middle-earth": [("ME-008", "", "", "", "")],
}


@pytest.mark.parametrize("ruleset", TIER_CLAUSES)
def test_what_a_tier_allows_stands_beside_its_clause(ruleset):
    assert TIER_CLAUSES[ruleset] == [
        (
            tier.leader_play_clause,
            tier.judge_play_clause,
            tier.structures_clause,
            tier.cards_clause,
            tier.special_scenarios_clause,
        )
        for tier in load(ruleset).tiers
    ]


@pytest.mark.clause("RW-104", "AMB-050")
def test_formal_and_premier_runewars_use_the_cards_of_the_season_and_relaxed_may_not():
    fixed = {(name, tier.id) for name in SIX for tier in load(name).tiers if tier.cards_fixed}

    assert {("runewars", "formal"), ("runewars", "premier")} == fixed
    assert "AMB-050" == one(load("runewars").tiers, "relaxed").cards_clause


@pytest.mark.clause("DW-094")
def test_special_scenarios_are_for_casual_diskwars_only():
    special = {(name, t.id) for name in SIX for t in load(name).tiers if t.special_scenarios}

    assert {("diskwars", "casual")} == special


@pytest.mark.clause("AMB-034")
def test_lists_are_asked_for_everywhere_but_in_relaxed_events():
    free = {(name, t.id) for name in SIX for t in load(name).tiers if not t.lists_required}

    assert {("runewars", "relaxed"), ("armada", "relaxed")} == free


@pytest.mark.clause("XW-002", "XW-003", "AMB-084")
def test_official_escalation_was_casual_in_2014():
    (restriction,) = load("xwing-escalation").restrictions

    assert (("competitive", "premier"), 2014) == (restriction.tiers, restriction.year)
    assert {"XW-002", "XW-003", "AMB-084"} == {restriction.clause, *restriction.also}
    assert {"xwing-escalation"} == {name for name in SIX if load(name).restrictions}


# ---------------------------------------------------------------------------------- announcements

ANNOUNCEMENTS = [
    # ruleset, announcement, when it is due, its words, clauses
    ("runewars", "event_details", "always", "event", "RW-106"),
    ("runewars", "rounds", "always", "type", "RW-140 RW-196"),
    ("runewars", "cut", "cut_possible", "how many players", "RW-140"),
    ("runewars", "second_leader", "leader_plays", "rule in the games", "RW-029"),
    ("xwing-dogfight", "rounds", "always", "How many rounds", "XW-030"),
    ("xwing-dogfight", "cut", "always", "Whether", "XW-033 XW-083"),
    ("xwing-dogfight", "round_length", "clock_changed", "not 75 minutes", "XW-028"),
    ("xwing-dogfight", "play_area", "area_changed", "not 3 by 3 feet", "XW-045"),
    ("xwing-dogfight", "second_leader", "leader_plays", "second Tournament", "XW-011"),
    ("xwing-escalation", "rounds", "always", "four rounds", "XE-002 XE-006"),
    ("xwing-escalation", "cut", "always", "Whether", "XE-008 XE-009"),
    ("xwing-escalation", "round_length", "clock_changed", "50, 70, 90 and 120", "XE-005"),
    ("xwing-escalation", "play_area", "area_changed", "not 3 by 3 feet", "XW-045"),
    ("xwing-escalation", "second_leader", "leader_plays", "second Tournament", "XW-011"),
    ("xwing-escalation", "bye_margin", "always", "margin of victory", "AMB-077"),
    ("middle-earth", "rounds", "always", "points limit", "ME-062"),
    ("middle-earth", "tie_breaks", "always", "in which order", "ME-045"),
    ("middle-earth", "expectations", "always", "know the rules", "ME-023 ME-029"),
    ("middle-earth", "round_length", "clock_changed", "table", "ME-062"),
    (
        "middle-earth",
        "own_tie_breaks",
        "own_tie_breaks",
        "counted",
        "ME-042 ME-043 ME-044 AMB-100",
    ),
    ("diskwars", "rounds", "always", "How many rounds", "DW-043"),
    ("diskwars", "cut", "always", "Whether", "DW-047"),
    ("diskwars", "round_length", "clock_changed", "not 65 minutes", "DW-041"),
    ("diskwars", "play_area", "area_changed", "not 3 by 3 feet", "DW-052"),
    ("diskwars", "second_leader", "leader_plays", "second Tournament", "DW-013"),
    ("diskwars", "special_scenario", "special_scenario", "in which rounds", "DW-094 DW-095"),
    ("armada", "rounds", "always", "How many rounds", "AR-085 AR-124"),
    ("armada", "cut", "cut_possible", "how many players", "AMB-130"),
    ("armada", "second_leader", "leader_plays", "rules in the games", "AR-018"),
    ("runewars", "round_length", "clock_changed", "not 90 minutes", "RW-136"),
    ("runewars", "elimination_length", "elimination_clock_changed", "not 90 minutes", "RW-137"),
    ("runewars", "house_rules", "house_rules", "house rules", "RW-106"),
    (
        "xwing-dogfight",
        "elimination_length",
        "elimination_clock_changed",
        "not that of the other rounds",
        "AMB-066",
    ),
    ("xwing-dogfight", "house_rules", "house_rules", "house rules", "XW-100"),
    (
        "xwing-escalation",
        "elimination_length",
        "elimination_clock_changed",
        "not 120 minutes",
        "AMB-080",
    ),
    ("xwing-escalation", "house_rules", "house_rules", "house rules", "XW-100"),
    ("middle-earth", "house_rules", "house_rules", "house rules", "AMB-036"),
    ("diskwars", "elimination_length", "elimination_clock_changed", "not 90 minutes", "DW-045"),
    ("diskwars", "house_rules", "house_rules", "house rules", "DW-003"),
    ("armada", "round_length", "clock_changed", "not 135 minutes", "AR-078"),
    ("armada", "elimination_length", "elimination_clock_changed", "not untimed", "AMB-114"),
    ("armada", "house_rules", "house_rules", "house rules", "AR-125"),
]


@pytest.mark.parametrize(
    ("ruleset", "name", "when", "words", "clauses"),
    [case(row[1], *row, clauses=row[-1]) for row in ANNOUNCEMENTS],
)
def test_players_are_told_before_the_start(ruleset, name, when, words, clauses):
    entry = one(load(ruleset).announcements, name)

    assert when == entry.when
    assert words in entry.text
    assert set(clauses.split()) == cited(entry)


@pytest.mark.parametrize("name", SIX)
def test_nothing_else_is_asked_for_before_the_start(name):
    expected = [row[1] for row in ANNOUNCEMENTS if row[0] == name]

    assert expected == [entry.id for entry in load(name).announcements]


# ------------------------------------------------------------------------------------- components

RULER = "range ruler"
COMPONENTS = [
    # ruleset, not allowed and not replaced, proxies, what may be shared, clauses
    ("runewars", "drop", True, (RULER, "movement templates", "dice"), "RW-066 RW-080 RW-063"),
    ("armada", "drop", False, (RULER, "manoeuvre tool", "dice"), "AR-045 AR-053 AR-043"),
    (
        "xwing-dogfight",
        "disqualify",
        False,
        (RULER, "manoeuvre templates"),
        "XW-015 XW-021 XW-025",
    ),
    ("diskwars", "discretion", False, (RULER,), "DW-035 DW-036 DW-039"),
    ("middle-earth", "discretion", False, (RULER, "dice"), "ME-025 ME-027 ME-022"),
]


@pytest.mark.parametrize(
    ("ruleset", "expected", "clauses"),
    [case("components", row[0], row[1:4], row[4], clauses=row[4]) for row in COMPONENTS],
)
def test_what_becomes_of_components_that_are_not_allowed_damaged_or_shared(
    ruleset, expected, clauses
):
    found = load(ruleset).components

    assert expected == (found.ineligible, found.proxies, found.sharing)
    beside = (found.ineligible_clause, found.proxies_clause, found.sharing_clause)
    assert tuple(clauses.split()) == beside


@pytest.mark.clause("RW-064", "RW-074", "RW-075", "RW-076", "RW-077", "RW-078", "RW-079", "RW-082")
@pytest.mark.clause("RW-092", "AMB-033")
def test_a_lost_component_goes_by_the_clauses_of_the_own_document():
    lost = {
        name: (
            load(name).components.lost_extension_clause,
            load(name).components.lost_concession_clause,
            load(name).components.lost_next_round_clause,
        )
        for name in SIX
    }

    assert ("RW-076", "RW-077", "RW-078") == lost.pop("runewars")
    assert lost == {
        "xwing-dogfight": ("AMB-033", "XW-061", "XW-039"),
        "xwing-escalation": ("AMB-033", "XW-061", "XW-039"),
        "middle-earth": ("AMB-033", "ME-056", "ME-022"),
        "diskwars": ("AMB-033", "DW-071", "DW-032"),
        "armada": ("AMB-033", "AR-102", "AR-045"),
    }
    assert {"RW-064", "RW-074", "RW-075", "RW-079", "RW-082", "RW-092"} == set(
        load("runewars").components.also
    )


@pytest.mark.clause("DW-034", "AMB-110")
def test_only_diskwars_disqualifies_for_a_missing_kit_and_leaves_it_to_the_organizer():
    missing = {name: load(name).components.missing_kit for name in SIX}

    assert "disqualify" == missing.pop("diskwars")
    assert {"none"} == set(missing.values())
    components = load("diskwars").components
    assert ("DW-034", ("AMB-110",)) == (components.missing_kit_clause, components.also)


# ---------------------------------------------------------------------------------------- conduct

EVERYWHERE = {"component", "list", "other"}
OF_JUDGES = {"runewars": {"intervention"}, "middle-earth": {"intervention"}}  # RW-020, ME-010
CATEGORIES = {
    "runewars": {"stalling", "force", "behaviour", "discourtesy", "cheating", "collusion", "notes"},
    "armada": {"stalling", "force", "behaviour", "discourtesy", "cheating", "collusion", "notes"},
    "xwing-dogfight": {"stalling", "force", "combo", "behaviour", "discourtesy", "collusion"},
    "xwing-escalation": {"stalling", "force", "combo", "behaviour", "discourtesy", "collusion"},
    "middle-earth": {"behaviour", "discourtesy"},
    "diskwars": {
        "stalling",
        "combo",
        "behaviour",
        "discourtesy",
        "collusion",
        "slow_play",
        "notes",
    },
}


@pytest.mark.clause("RW-034", "AR-024", "XW-007", "ME-030", "DW-009")
@pytest.mark.parametrize("ruleset", SIX)
def test_leaders_note_the_offences_the_document_names(ruleset):
    named = [entry.id for entry in load(ruleset).conduct.categories]

    assert CATEGORIES[ruleset] | EVERYWHERE | OF_JUDGES.get(ruleset, set()) == set(named)
    assert "other" == named[-1]


CATEGORY_CLAUSES = [
    ("runewars", "collusion", "RW-035"),
    ("runewars", "force", "RW-034 RW-130"),
    ("runewars", "notes", "RW-132"),
    ("runewars", "component", "RW-065 RW-066 RW-079"),
    ("runewars", "list", "AMB-034"),
    ("armada", "collusion", "AR-025"),
    ("armada", "force", "AR-024 AR-076"),
    ("armada", "notes", "AR-026"),
    ("armada", "component", "AR-044 AR-045"),
    ("armada", "list", "AMB-034"),
    ("xwing-dogfight", "collusion", "XW-008"),
    ("xwing-dogfight", "force", "XW-007 XW-013"),
    ("xwing-dogfight", "component", "XW-015"),
    ("xwing-dogfight", "list", "XW-037"),
    ("middle-earth", "component", "ME-025 ME-026 ME-028"),
    ("middle-earth", "list", "ME-006"),
    ("middle-earth", "other", "ME-005"),
    ("diskwars", "collusion", "DW-010 DW-072"),
    ("diskwars", "behaviour", "DW-009 DW-015"),
    ("diskwars", "slow_play", "DW-018"),
    ("diskwars", "notes", "DW-017"),
    ("diskwars", "component", "DW-034 DW-035"),
    ("diskwars", "list", "DW-023"),
]


@pytest.mark.parametrize(
    ("ruleset", "name", "clauses"),
    [case(row[1], *row, clauses=row[-1]) for row in CATEGORY_CLAUSES],
)
def test_an_offence_stands_beside_its_clause(ruleset, name, clauses):
    assert set(clauses.split()) == cited(one(load(ruleset).conduct.categories, name))


@pytest.mark.clause("DW-018", "DW-072", "DW-089", "RW-027", "RW-122")
def test_what_only_one_document_knows_about_conduct():
    conduct = {name: load(name).conduct for name in SIX}

    assert {"diskwars"} == {name for name in SIX if conduct[name].manipulative_concession}
    assert "DW-072" == conduct["diskwars"].manipulative_concession_clause
    assert {"runewars": "RW-027"} == {
        name: found.missed_opportunity_clause
        for name, found in conduct.items()
        if found.missed_opportunity_clause
    }
    assert {"runewars": "RW-122"} == {
        name: found.verify_totals_clause
        for name, found in conduct.items()
        if found.verify_totals_clause
    }
    assert {
        "runewars": "RW-020",
        "xwing-dogfight": "XW-007",
        "xwing-escalation": "XW-007",
        "middle-earth": "ME-010",
        "diskwars": "DW-018",
        "armada": "AR-024",
    } == {name: found.watch_clause for name, found in conduct.items()}
    assert ("DW-089",) == conduct["diskwars"].also


@pytest.mark.clause("DW-068", "AMB-106")
def test_the_second_pair_of_command_cards_is_played_only_if_necessary():
    assert "one more pair if necessary" in load("diskwars").clock.time_called


# --------------------------------------------------------------------------------------- guidance

# Each line: the clause; when it is read and by whom; the words that carry it.
GUIDANCE = {
    "runewars": """
        RW-004 end organizer: prize
        RW-005 planning organizer: Rules Reference; newest FAQ
        RW-008 before_start everybody: respect
        RW-009 planning organizer: Fundamental Event Document; roles
        RW-014 running leaders: marshal interprets
        RW-015 running leaders: only recommends; organizer
        RW-016 running leaders: off duty; spectator
        RW-018 running leaders: answer questions; disputes
        RW-019 running leaders: off duty; spectator
        RW-020 running leaders: watch; point out
        RW-021 running players: between you first; ask a judge
        RW-022 running players: review; final
        RW-023 before_start players: every component you need
        RW-026 running spectators: not disturb; advice
        RW-027 running spectators: tell a leader; missed opportunity
        RW-031 before_start leaders: Formal; Premier; attention
        RW-032 running players: must go to a judge
        RW-033 running leaders: overrule; Rules Reference; FAQ
        RW-034 running players: Stalling; force; behaviour; discourtesy; cheating
        RW-035 result players: manipulate scores
        RW-036 running leaders: organizer alone removes
        RW-037 planning organizer: every two players; 3 by 6 feet; chair
        RW-038 planning organizer: Tape; mats of 3 by 6 feet
        RW-039 planning organizer: Number the tables
        RW-040 planning organizer: blank army lists; pens
        RW-041 planning organizer: Rules Reference; FAQ; regulations; Event Outline
        RW-042 before_start players: official Runewars mat
        RW-043 before_start players: third party; replace
        RW-044 before_start players: dice; movement templates; morale deck; tokens; ruler
        RW-045 before_start players: deployment; objective; season
        RW-046 before_start players: filled in; early
        RW-051 before_start players: trays; command tools; unit cards
        RW-059 before_start players: Ask a leader; name
        RW-063 round_start players: share; ruler; templates; dice
        RW-064 round_start players: marshal; order
        RW-065 before_start leaders: official; marshal
        RW-066 before_start leaders: replacement; dropped
        RW-067 before_start players: Mark; told apart
        RW-068 before_start leaders: Paint
        RW-069 before_start leaders: Trays; size and shape; Weights; firing arcs
        RW-070 before_start leaders: unaltered; sleeves
        RW-071 before_start leaders: owner's mark; Terrain
        RW-072 before_start leaders: Dice; permanent
        RW-073 running players: touch; unit card
        RW-074 running players: replacement
        RW-075 running players: essential; Tell a leader
        RW-076 running leaders: short extension
        RW-077 running leaders: concede
        RW-078 between_rounds leaders: still missing; removed
        RW-079 running leaders: damaged; counts as lost; Exceptions
        RW-080 running leaders: proxy; its name; cannot be read; your name; date
        RW-081 running leaders: damaged model; impedes; beside the army
        RW-082 running leaders: shares; every later round
        RW-083 before_start players: objective tokens; essential
        RW-084 before_start players: hide nothing; by accident; clear to both
        RW-085 running players: objects; marshal decides
        RW-086 before_start everybody: fit inside; on top
        AMB-055 before_start everybody: step 4
        RW-089 round_start players: in all; whatever their type
        RW-090 before_start leaders: third party; official size
        RW-091 before_start leaders: marshal decides
        RW-092 running leaders: no other proxies
        RW-093 before_start leaders: only the modifications
        RW-095 round_start players: range rulers; not allowed
        RW-105 planning organizer: clearly bounded; room for components
        RW-113 round_start players: first player; round counter; 1
        RW-122 round_start leaders: round 1; army total
        RW-125 round_start players: wait for the start call; at once
        RW-126 running players: beside their unit card
        RW-127 running players: open to both
        RW-128 running players: facedown; score only when
        RW-129 running players: End Phase; both agree
        RW-130 running players: tolerated; abused; accurate; force; judge
        RW-131 running players: consent; distract or rush
        RW-132 running players: no notes; outside material; judge
        RW-134 round_start leaders: Start the clock; seated
        RW-143 between_rounds players: Tell the organizer; not paired
        RW-144 running leaders: reasonable time
        AMB-016 running leaders: Drop
        RW-145 between_rounds players: cannot go on
        RW-146 between_rounds players: return; unpaired loss
        RW-147 between_rounds players: disqualified player cannot return
        RW-158 planning organizer: kinds of cut
        RW-159 cut organizer: next in the standings; lowest seed
        RW-201 planning organizer: personal use
    """,
    "xwing-dogfight": """
        XW-005 planning organizer: core rulebook; newest FAQ; card text beats
        XW-006 running players: last word; overrule the FAQ
        XW-007 running players: Stalling; force; infinite combo; behaviour; discourtesy
        XW-008 result players: manipulate scores
        XW-009 running leaders: Only the Tournament Organizer removes
        XW-012 before_start leaders: premier; judges; do not play
        XW-013 running players: tolerated; abused; no force; disqualify
        XW-014 running players: consent; distract or rush
        XW-015 before_start leaders: replacement; disqualified
        XW-016 before_start leaders: Paint; Size and shape
        XW-017 before_start leaders: Bases; weights; Pegs
        XW-018 before_start leaders: unaltered; damage cards; identical
        XW-019 before_start leaders: owner's mark; back of a dial
        XW-020 before_start leaders: official; Third-party
        XW-021 before_start leaders: No proxies; obstacles
        XW-022 round_start players: manoeuvre templates; not allowed
        XW-023 planning organizer: mats of their own; by lot
        XW-024 running players: bases; pegs
        XW-025 round_start players: shared ruler; templates; side
        XW-026 round_start players: recognise; agree
        XW-039 before_start players: core set; dice; ruler; templates; asteroids; damage deck
        XW-040 before_start players: no asteroid token twice
        XW-041 before_start players: need not supply
        XW-042 planning organizer: 3 by 3 feet; room for components
        XW-043 planning organizer: opposite edges
        XW-044 before_start organizer: number for seating
        AMB-075 before_start organizer: stays the same
        XW-046 round_start players: set up before the round
        XW-054 round_start players: Move no ship before
        XW-089 running players: score pile; discarded ones too; count both piles
        XW-090 running players: facedown; once that ship is destroyed
        XW-092 round_start players: own damage deck; look through; at any time
        XW-095 before_start leaders: consent of both players before the game
        XW-098 before_start leaders: only the modifications
        XW-099 running players: dice app; both players see
        AMB-019 between_rounds players: if you stop; not paired
    """,
    "middle-earth": """
        ME-002 planning organizer: role and duties; formal
        ME-004 planning organizer: space and equipment; appoint; reach
        ME-005 before_start everybody: expel or disqualify; accept
        ME-006 before_start organizer: every army list
        ME-007 planning organizer: Referee and Scorekeeper; share
        ME-008 planning leaders: Organiser; better not play
        ME-010 running leaders: watches; answers questions; calmly
        ME-011 before_start leaders: Rules Manual; Army Books; Supplements; errata
        ME-012 running players: final; accept
        ME-013 planning leaders: Referee; better not play
        ME-015 between_rounds leaders: collects every result; ranks
        ME-016 between_rounds leaders: next pairings
        ME-017 planning leaders: Scorekeeper; better not play
        ME-018 planning organizer: odd field; Spare Player
        ME-019 planning organizer: knows the game; fun
        ME-020 before_start players: not try to win
        ME-020 end organizer: no award
        ME-021 planning organizer: not the Organiser, Referee or Scorekeeper
        ME-022 before_start players: miniatures; dice; manuals; tokens; accept
        ME-024 planning organizer: Rules Manual; Army Books; Supplements; newest FAQs
        ME-025 before_start players: official; Citadel; Forge World
        ME-026 before_start players: built, based and painted
        ME-027 before_start players: right ones for the army
        ME-028 planning organizer: conversions; official parts; recognise
        ME-029 planning organizer: before the event
        ME-030 before_start everybody: generous; respect; maturity
        ME-036 result players: Both report; Victory Points; leader
        ME-052 planning organizer: better than a bye
        AMB-098 between_rounds players: if you stop; not paired
    """,
    "diskwars": """
        DW-007 planning organizer: core rulebook; newest FAQ; beats the rulebook
        DW-008 running players: last word
        DW-009 running players: Stalling; infinite combo; behaviour; discourtesy
        DW-010 result players: manipulate scores
        DW-011 running leaders: Only the Tournament Organizer removes
        DW-014 before_start leaders: premier; judges; do not play
        DW-015 running players: tolerated; fallen disk; disqualify
        DW-016 running players: consent; distract or rush
        DW-017 running players: no notes; command hands; Official rules
        DW-018 running players: fast enough; watch a game
        DW-021 round_start players: Outside elimination rounds; reserve regiment aside
        DW-032 before_start players: dice; ruler; activation; damage; wounds; battle abilities
        DW-033 before_start players: supplies nothing
        DW-034 before_start players: last player; disqualified
        AMB-110 before_start players: may be disqualified
        DW-035 before_start leaders: edges; initials; hide no value
        DW-036 before_start leaders: unaltered; sleeved
        DW-037 before_start leaders: command hand; identical
        DW-038 before_start leaders: Scenario, deployment and terrain; clear sleeves
        DW-039 round_start players: shared range ruler; side
        DW-046 cut players: reserve regiment as well
        DW-048 planning organizer: 3 by 3 feet; room for components
        DW-049 planning organizer: opposite edges
        DW-050 planning organizer: cloth, felt
        DW-051 before_start organizer: number for seating
        AMB-075 before_start organizer: stays the same
        DW-059 round_start players: set up before the round; started the clock
        DW-072 result leaders: conceded; drop
        DW-085 running players: slow; interrupt
        DW-086 running players: straight above; closer range
        DW-087 running players: flipped; never taken back
        DW-088 running players: rolls or bounces; agree
        DW-089 running players: watch suspicious flips
        DW-090 running players: Discarded command cards; casualty piles; open
        DW-091 running players: game rounds; activation token; consent
        DW-092 running players: cocked or fallen dice again
        DW-095 round_start players: on top of the normal setup
        AMB-019 between_rounds players: if you stop; not paired
    """,
    "armada": """
        AR-003 end organizer: prize
        AR-004 planning organizer: Rules Reference; FAQ
        AR-006 before_start everybody: respect
        AR-007 planning organizer: Fundamental Event Document; roles
        AR-012 running players: marshal; last word; disputes
        AR-014 running leaders: answer questions; disputes
        AR-015 before_start players: all you need
        AR-016 running spectators: not disturb; advice
        AR-020 before_start leaders: formal; premier; attention
        AR-021 before_start everybody: professionally
        AR-022 running players: must go to a judge
        AR-023 running leaders: marshal interprets; overrule the FAQ
        AR-024 running players: Stalling; force; behaviour; discourtesy; cheating
        AR-025 result players: manipulate scores
        AR-026 running players: outside; Official rules; judge
        AR-027 running leaders: Only the organizer removes
        AR-028 planning organizer: 3 by 6 feet; chair
        AMB-125 planning organizer: one table for every two players
        AR-029 planning organizer: Tape; mats of 3 by 6 feet
        AR-030 planning organizer: Number the tables
        AR-031 planning organizer: blank fleet lists; pens
        AR-032 planning organizer: Rules Reference; FAQ; regulations; Event Outline
        AR-033 before_start players: official X-Wing mat
        AMB-126 before_start players: X-Wing mat
        AR-034 before_start players: third party; replace
        AR-035 before_start players: pegs; obstacles; objectives; damage deck; dice; tool; ruler
        AR-036 before_start players: filled in; early
        AR-043 round_start players: share; ruler; manoeuvre tool; dice; judge
        AR-044 before_start leaders: official; marshal
        AR-045 before_start leaders: replacement; dropped
        AR-046 before_start players: Mark; same ship; told apart
        AR-047 before_start leaders: Paint
        AR-048 before_start leaders: Bases; size and shape; weights; Pegs
        AR-049 before_start leaders: unaltered; sleeves; identical
        AR-050 before_start leaders: dials; owner's mark; Obstacles
        AR-051 before_start leaders: Dice; permanent
        AR-052 running players: touch; pegs
        AR-053 before_start leaders: without proxies
        AR-054 before_start leaders: third-party tokens and range rulers
        AR-056 round_start players: range rulers; not allowed
        AR-059 before_start leaders: only the modifications
        AR-060 planning organizer: clearly bounded; room for components
        AR-071 round_start players: wait for the start call; at once
        AR-072 round_start players: own damage deck; look through
        AR-073 running players: score pile; discarded ones too
        AR-074 running players: Destroyed ships and squadrons; open
        AR-075 running players: facedown; under its ship card; scores only when
        AR-076 running players: tolerated; abused; force; leader
        AR-077 running players: consent; distract or rush
        AMB-127 between_rounds players: if you stop; unpaired loss
    """,
}
GUIDANCE["xwing-escalation"] = (
    GUIDANCE["xwing-dogfight"]
    + """
        XE-006 round_start players: next larger squad
        XE-008 cut players: bracket; 150 points
        XE-019 before_start players: all four squads
    """
)


def lines(ruleset):
    for line in filter(str.strip, GUIDANCE[ruleset].splitlines()):
        clause, moment, rest = line.split(maxsplit=2)
        audience, _, words = rest.partition(": ")
        yield ruleset, clause, moment, audience, words.split("; ")


@pytest.mark.parametrize(
    ("ruleset", "clause", "moment", "audience", "words"),
    [case(f"{row[1]} {row[3]}", *row, clauses=row[1]) for ruleset in SIX for row in lines(ruleset)],
)
def test_the_right_people_read_what_the_clause_says_at_the_right_moment(
    ruleset, clause, moment, audience, words
):
    (entry,) = [
        entry
        for entry in load(ruleset).conduct.guidance
        if clause in cited(entry) and (moment, audience) == (entry.moment, entry.audience)
    ]

    assert [] == [word for word in words if word not in entry.text]


@pytest.mark.parametrize("ruleset", SIX)
def test_every_reminder_stands_in_the_table_above(ruleset):
    expected = {(clause, moment, audience) for _, clause, moment, audience, _ in lines(ruleset)}

    assert expected == {
        (clause, entry.moment, entry.audience)
        for entry in load(ruleset).conduct.guidance
        for clause in cited(entry)
    }


@pytest.mark.parametrize("ruleset", [*SIX, "skirmish-cup"])
def test_what_people_read_is_short_and_ends_with_a_full_stop(ruleset):
    rules = load(ruleset, DATA)
    entries = (*rules.conduct.guidance, *rules.announcements, *rules.tiers)

    assert entries
    assert [] == [e.id for e in entries if not 10 <= len(e.text) <= 240 or e.text[-1] != "."]
    assert [] == [e.id for e in entries if e.text != " ".join(e.text.split())]


def test_a_variant_adds_to_the_reminders_it_inherits():
    dogfight, escalation = (load(f"xwing-{name}").conduct for name in ("dogfight", "escalation"))
    inherited = len(dogfight.guidance)

    assert dogfight.guidance == escalation.guidance[:inherited]
    assert ["XE-019", "XE-006", "XE-008"] == [e.clause for e in escalation.guidance[inherited:]]


# ----------------------------------------------------------------------------- the seventh ruleset


def test_a_new_ruleset_inherits_what_it_does_not_say_about_people():
    rules = load("skirmish-cup", DATA)

    assert [("casual", "SC-90")] == [(tier.id, tier.clause) for tier in rules.tiers]
    assert [
        "rounds",
        "cut",
        "round_length",
        "second_leader",
        "elimination_length",
        "house_rules",
    ] == [entry.id for entry in rules.announcements]
    assert ("drop", False, ("range ruler", "dice")) == (
        rules.components.ineligible,
        rules.components.proxies,
        rules.components.sharing,
    )
    assert {"before_start", "running", "result", "between_rounds"} == {
        entry.moment for entry in rules.conduct.guidance
    }


@pytest.mark.clause("RW-008", "RW-012", "RW-021", "RW-032", "RW-035", "RW-143", "AMB-130", "XW-028")
def test_what_it_inherits_names_the_documents_that_speak():
    rules = load("skirmish-cup", DATA)
    marshal = one(rules.staff.roles, "marshal")

    assert ("organizer", "RW-012") == (marshal.acts_when_none, marshal.acts_clause)
    assert ["RW-008", "RW-021", "RW-035", "RW-143", "SC-95"] == [
        entry.clause for entry in rules.conduct.guidance
    ]
    assert {"RW-140", "AMB-130", "XW-028", "RW-029", "AMB-066", "AMB-036"} == {
        e.clause for e in rules.announcements
    }


ROLE = '{{ id = "{}", title = "T", clause = "SC-1"{} }},'
NEEDED = ROLE.format("organizer", "") + "".join(
    ROLE.format(name, ", leader = false") for name in ("player", "spectator")
)


@pytest.mark.clause("RW-028", "RW-197")
def test_a_new_ruleset_without_tiers_has_the_open_one(tmp_path):
    (tmp_path / "skirmish-cup@1.toml").write_text(SEVENTH.replace(TIERS, ""), "utf-8")
    (tier,) = load("skirmish-cup", tmp_path).tiers

    assert ("open", "RW-197") == (tier.id, tier.clause)
    assert ("with_second_leader", "RW-028") == (tier.leader_play, tier.leader_play_clause)
    assert not tier.lists_required


def roles(*more):
    extra = "".join(ROLE.format(name, rest) for name, rest in more)
    return f"\n[staff]\nroles = [{NEEDED}{extra}]\n[[tiers]]\n{TIER}"


TIER = """id = "cup"
title = "Cup"
text = "A cup."
clause = "SC-1"
leader_play = "free"
leader_play_clause = "SC-1"
"""
REMINDER = 'id = "x"\nmoment = "end"\naudience = "players"\nclause = "SC-1"\n'
MISTAKES = [
    # id, what is written at the end of the file, what the message names, what the way out names
    (
        "role twice",
        roles(("judge", ""), ("judge", "")),
        "staff.roles: This names 'judge' twice",
        None,
    ),
    (
        "no organizer",
        "[staff]\nroles = []",
        "The role organizer is missing",
        "organizer",
    ),
    (
        "two rulings of one rank",
        roles(("judge", ", ruling = 1"), ("marshal", ", ruling = 1")),
        "ruling: This names '1' twice",
        None,
    ),
    (
        "fewer than needed",
        roles(("judge", ", least = 2, most = 1")),
        "upper bound 1 is below",
        None,
    ),
    ("nobody at all", roles(("judge", ", most = 0")), "The upper bound 0 is below", None),
    (
        "a stand-in who is not there",
        roles(("judge", ', acts_when_none = "referee", acts_clause = "SC-1"')),
        "No role can stand in for the referee",
        "organizer",
    ),
    (
        "a stand-in for oneself",
        roles(("judge", ', acts_when_none = "judge", acts_clause = "SC-1"')),
        "No role can stand in for the judge",
        "organizer",
    ),
    (
        "stand-in without clause",
        roles(("judge", ', acts_when_none = "organizer"')),
        "acts_clause is missing",
        None,
    ),
    ("duty without clause", roles(("judge", ", toggles_duty = true")), "duty_clause", None),
    ("unknown role", roles(("herald", "")), "The word 'herald' isn't known", "'judge'"),
    ("overrules without clause", '[staff]\noverrules = ["FAQ"]', "overrules_clause", None),
    ("no tiers", None, "tiers: This is empty", "at least one"),
    ("tier twice", f"[[tiers]]\n{TIER}[[tiers]]\n{TIER}", "tiers: This names 'cup' twice", None),
    (
        "unknown structure",
        f'[[tiers]]\n{TIER}structures = ["big"]\nstructures_clause = "SC-1"\nevents = ["E"]',
        "no structure 'big'",
        "basic",
    ),
    (
        "structures of no event",
        f'[[tiers]]\n{TIER}structures = ["basic"]\nstructures_clause = "SC-1"',
        "binds the structures of no event",
        "Name the events.",
    ),
    (
        "structures without clause",
        f'[[tiers]]\n{TIER}structures = ["basic"]\nevents = ["E"]',
        "structures_clause is missing",
        None,
    ),
    ("judges", f'[[tiers]]\n{TIER}judge_play = "free"', "judge_play_clause is missing", None),
    (
        "cards of no draw",
        f'[[tiers]]\n{TIER}cards_fixed = true\ncards_clause = "SC-1"',
        "the ruleset draws none",
        None,
    ),
    (
        "nobody to be second",
        roles().replace('"free"', '"with_second_leader"'),
        "asks for a second leader",
        "Add another leader's role.",
    ),
    (
        "restricted tier",
        '[[restrictions]]\nclause = "SC-1"\ntext = "No."\ntiers = ["royal"]',
        "no tier 'royal'",
        "open",
    ),
    (
        "announced twice",
        '[[announcements]]\nid = "a"\ntext = "A."\nclause = "SC-1"\n' * 2,
        "announcements: This names 'a' twice",
        None,
    ),
    (
        "special scenarios nowhere",
        '[[announcements]]\nid = "a"\ntext = "A."\nclause = "SC-1"\nwhen = "special_scenario"',
        "No tier has special scenarios",
        None,
    ),
    (
        "no question to ask",
        '[staff]\nmatters = [{ id = "conduct", title = "C", clause = "SC-1" }]',
        "The first matter isn't 'question'",
        "question",
    ),
    (
        "nobody's matter",
        '[conduct]\ncategories = [{ id = "other", title = "A", clause = "SC-1", matter = "x" }]',
        "There is no matter 'x'",
        "staff.matters",
    ),
    (
        "no other offence",
        '[conduct]\ncategories = [{ id = "a", title = "A", clause = "SC-1" }]',
        "There is no 'other'",
        "other",
    ),
    (
        "reminder twice",
        f'[[conduct.more]]\n{REMINDER}text = "A."\n' * 2,
        "conduct.guidance: This names 'x' twice",
        None,
    ),
    (
        "no full stop",
        f'[[conduct.more]]\n{REMINDER}text = "A"',
        "guidance, x: This isn't a short sentence",
        "full stop",
    ),
    (
        "too long",
        f'[[conduct.more]]\n{REMINDER}text = "{"A" * 240}."',
        "guidance, x: This isn't a short sentence",
        "240",
    ),
    ("concession", "[conduct]\nmanipulative_concession = true", "concession_clause", None),
    ("kit", '[components]\nmissing_kit = "disqualify"', "components.missing_kit_clause", None),
    (
        "nobody's question",
        '[components]\nquestions = [{ kind = "x", title = "X", clause = "SC-1", matter = "y" }]',
        "There is no matter 'y'",
        "component",
    ),
    (
        "another name for nothing",
        '[components]\nsharing_names = { ruler = "rope" }',
        "Players don't share 'rope'",
        None,
    ),
    (
        "a word for two pieces",
        (
            '[components]\npieces = [{ id = "a", words = ["w"], clause = "SC-1" },'
            ' { id = "b", words = ["w"], clause = "SC-1" }]'
        ),
        "components.pieces, words: This names 'w' twice",
        None,
    ),
]


@pytest.mark.parametrize(
    ("written", "message", "fix"), [pytest.param(*row[1:], id=row[0]) for row in MISTAKES]
)
def test_a_mistake_about_people_is_refused_by_name(tmp_path, written, message, fix):
    untiered = SEVENTH.replace(TIERS, "")
    text = f"tiers = []\n{untiered}" if written is None else f"{untiered}\n{written}\n"
    (tmp_path / "skirmish-cup@1.toml").write_text(text, "utf-8")

    with pytest.raises(RulesetUnreadable) as refused:
        load("skirmish-cup", tmp_path)

    assert message in refusal_text(refused.value)
    assert fix is None or fix in fix_text(refused.value)
