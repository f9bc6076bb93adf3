"""Each ruleset file says what its clause says, where the behaviour itself is not yet a test here.

Drawing rounds (pairing, byes, brackets, cards) is proved by the tests of the pairing; this table
keeps the values from changing unnoticed, each beside the clause that stands in the file.
"""

from dataclasses import is_dataclass
from datetime import date
from functools import reduce

import pytest

from tests.rules.events import SIX
from tiltyard.engine.options import settled
from tiltyard.rulesets.loader import load


def says(ruleset, clause, path, expected):
    """One line of a file: the clause stands in the part of the file that holds the value."""
    return pytest.param(
        ruleset,
        clause,
        path,
        expected,
        id=f"{clause} {ruleset} {path}",
        marks=pytest.mark.clause(clause),
    )


def _step(value, name):
    return value[name] if isinstance(value, dict) else getattr(value, name)


def value_at(rules, path):
    return reduce(_step, path.split("."), rules)


def part_with(rules, path):
    """The innermost table of the file in which a value stands."""
    steps = path.split(".")
    parts = [value_at(rules, ".".join(steps[:n])) for n in range(1, len(steps))]
    return next((part for part in reversed(parts) if is_dataclass(part)), rules)


CARDS_FIRST = (
    "Resolve the selected command cards, then one more pair if necessary, then melee and end phase."
)
RUNEWARS = [
    ("RW-001", "game", "Runewars"),
    ("RW-148", "pairing.group", "tp"),
    ("RW-150", "pairing.inside", "random"),
    ("RW-151", "pairing.group", "tp"),
    ("RW-151", "pairing.inside", "random"),
    ("RW-152", "pairing.inside", "random"),
    ("RW-139", "pairing.avoid_affiliation", False),
    ("RW-142", "rematch.scope", "stage"),
    ("RW-142", "rematch.except_final", False),
    ("RW-153", "bye.first_round", "lot"),
    ("RW-154", "bye.pick", "lowest_standing"),
    ("RW-154", "bye.max_per_player", 1),
    ("RW-156", "cut.replace", "next_rank"),
    ("RW-157", "cut.sizes", (2, 4)),
    ("RW-159", "cut.replace", "next_rank"),
    ("RW-161", "elimination.allowed", True),
    ("RW-162", "elimination.reseed", False),
    ("RW-163", "elimination.start_clause", "RW-163"),
    ("RW-164", "elimination.start_clause", "RW-163"),
    ("RW-165", "elimination.reseed", False),
    ("RW-166", "elimination.drop_clause", "RW-166"),
    ("RW-135", "clock.time_called", "Finish the current game round, then count the scores."),
    ("RW-169", "clock.game_rounds", 8),
    ("RW-107", "draws.deployment.avoid_back_to_back", False),
    ("RW-110", "draws.objective.avoid_back_to_back", False),
    ("RW-056", "lists.required", "by_tier"),
    ("RW-048", "lists.limits", (200,)),
    ("RW-111", "lists.chooser", True),
    ("RW-121", "lists.mirror", "faction"),
    ("RW-097", "legality.delay", {"premier": 11}),
]
DOGFIGHT = [
    ("XW-001", "game", "X-Wing Dogfight"),
    ("XW-071", "pairing.group", "tp"),
    ("XW-072", "pairing.first_round_clause", "XW-072"),
    ("XW-073", "pairing.avoid_affiliation", True),
    ("XW-074", "pairing.inside", "standings"),
    ("XW-075", "pairing.float_clause", "XW-075"),
    ("XW-076", "rematch.scope", "swiss"),
    ("XW-076", "rematch.except_final", False),
    ("XW-077", "pairing.group", "tp"),
    ("XW-078", "bye.pick", "lowest_standing"),
    ("XW-080", "bye.first_round", "lot"),
    ("XW-081", "bye.pick", "lowest_standing"),
    ("AMB-063", "bye.max_per_player", 1),
    ("XW-032", "cut.sizes", (2, 4, 8, 16)),
    ("XW-083", "cut.replace", "next_rank"),
    ("XW-084", "cut.sizes", (2, 4, 8, 16)),
    ("AMB-076", "cut.replace", "next_rank"),
    ("XW-085", "elimination.reseed", False),
    ("AMB-067", "elimination.reseed", False),
    ("AMB-057", "elimination.start_clause", "AMB-057"),
    ("XW-086", "elimination.allowed", True),
    ("XW-087", "elimination.draw", "initiative"),
    ("XW-037", "lists.required", "always"),
    ("XW-035", "lists.limits", (100,)),
    ("XW-036", "lists.factions", ("Rebel", "Imperial")),
    ("XW-050", "lists.chooser", True),
    ("XW-091", "lists.mirror", "faction"),
    ("XW-094", "legality.bans.worlds_2014.applies", False),
    ("XW-057", "clock.time_called", "Finish the current round, then count the destroyed ships."),
]
ESCALATION = [
    ("XE-001", "game", "X-Wing Escalation"),
    ("XE-008", "cut.sizes", (2, 4, 8, 16)),
    ("XE-009", "cut.sizes", (2, 4, 8, 16)),
    ("XE-018", "lists.required", "always"),
    ("XE-014", "lists.limits", (60, 90, 120, 150)),
    ("AMB-085", "lists.chooser", True),
]
MIDDLE_EARTH = [
    ("ME-001", "game", "Middle-earth SBG"),
    ("ME-046", "pairing.group", "none"),
    ("ME-047", "pairing.first_round_clause", "ME-047"),
    ("ME-048", "bye.first_round", "lot"),
    ("ME-050", "spare.allowed", True),
    ("ME-049", "spare.allowed", True),
    ("ME-020", "spare.allowed", True),
    ("ME-052", "spare.preferred", True),
    ("ME-051", "bye.pick", "lowest_standing"),
    ("ME-053", "bye.pick", "lowest_standing"),
    ("AMB-090", "bye.max_per_player", 1),
    ("ME-058", "pairing.inside", "standings"),
    ("ME-059", "pairing.float_clause", "ME-059"),
    ("ME-059", "rematch.scope", "event"),
    ("ME-061", "rematch.except_final", True),
    ("AMB-086", "pairing.group", "none"),
    ("AMB-087", "pairing.group", "none"),
    ("AMB-094", "pairing.first_round_clause", "ME-047"),
    ("ME-058", "elimination.allowed", False),
    ("ME-058", "cut.sizes", ()),
    ("ME-006", "lists.required", "always"),
    ("ME-006", "lists.approval", "by_hand"),
    ("ME-028", "lists.conversions", True),
    ("ME-062", "lists.limits", ()),
    ("ME-025", "legality.release", False),
    ("ME-034", "clock.time_called", "Finish the current turn, then determine the winner."),
]
DISKWARS = [
    ("DW-001", "game", "Diskwars"),
    ("DW-053", "pairing.group", "tp"),
    ("DW-054", "pairing.avoid_affiliation", False),
    ("DW-055", "pairing.group", "tp"),
    ("AMB-107", "pairing.inside", "random"),
    ("DW-056", "rematch.scope", "swiss"),
    ("DW-057", "bye.pick", "random_in_lowest_group"),
    ("DW-058", "bye.max_per_player", 1),
    ("DW-079", "cut.sizes", (2, 4, 8, 16)),
    ("DW-080", "elimination.reseed", False),
    ("AMB-104", "elimination.reseed", False),
    ("AMB-057", "elimination.start_clause", "AMB-057"),
    ("DW-082", "elimination.draw", "higher_seed"),
    ("DW-023", "lists.required", "always"),
    ("DW-022", "lists.factions", ("Order", "Destruction")),
    ("DW-084", "lists.mirror", "race"),
    ("DW-093", "legality.only", ("Core Set", "Hammer and Hold", "Legions of Darkness")),
    ("DW-064", "clock.game_rounds", 5),
    (
        "DW-068",
        "clock.time_called",
        CARDS_FIRST,
    ),
]
ARMADA = [
    ("AR-001", "game", "Armada"),
    ("AR-080", "pairing.group", "tp"),
    ("AR-086", "pairing.first_round_clause", "AR-086"),
    ("AR-087", "pairing.inside", "random"),
    ("AR-088", "pairing.float_clause", "AR-088"),
    ("AR-089", "bye.first_round", "lot"),
    ("AR-090", "bye.pick", "lowest_standing"),
    ("AR-090", "bye.max_per_player", 1),
    ("AR-091", "rematch.scope", "swiss"),
    ("AR-093", "cut.sizes", (2, 4)),
    ("AR-095", "elimination.reseed", False),
    ("AR-096", "elimination.start_clause", "AR-096"),
    ("AR-097", "elimination.reseed", False),
    ("AR-107", "elimination.draw", "impossible"),
    ("AR-079", "clock.time_called", "Finish the current game round, then count the scores."),
    ("AR-100", "clock.game_rounds", 6),
    ("AR-041", "lists.required", "by_tier"),
    ("AR-038", "lists.limits", (400,)),
    ("AR-039", "lists.factions", ("Rebel", "Imperial")),
    ("AR-063", "lists.chooser", True),
    ("AR-062", "lists.mirror", "faction"),
]
TABLE = [
    says(ruleset, *line)
    for ruleset, lines in zip(
        SIX, (RUNEWARS, DOGFIGHT, ESCALATION, MIDDLE_EARTH, DISKWARS, ARMADA), strict=True
    )
    for line in lines
]


@pytest.mark.parametrize(("ruleset", "clause", "path", "expected"), TABLE)
def test_the_file_says_what_the_clause_says(ruleset, clause, path, expected):
    rules = load(ruleset)
    part = part_with(rules, path)

    assert expected == value_at(rules, path)
    assert clause == rules.clause or repr(clause) in repr(part)


@pytest.mark.parametrize("ruleset", SIX)
@pytest.mark.parametrize(
    ("option", "expected"),
    [
        pytest.param(option, expected, id=f"{clause} {option}", marks=pytest.mark.clause(clause))
        for clause, option, expected in [
            ("AMB-003", "rematch.on_impossible", "warn_min"),
            ("AMB-003", "pairing.plan_safe", False),
            ("AMB-016", "no_show.minutes", 10),
            ("AMB-023", "late_entry", "ask"),
            ("AMB-025", "cut.replace", "next_rank"),
            ("AMB-027", "tables.order", "rank"),
            ("AMB-032", "stage.carry_points", True),
            ("AMB-033", "extension.minutes", 5),
            ("AMB-104", "elim.reseed", False),
        ]
    ],
)
def test_what_was_decided_once_holds_for_every_game(ruleset, option, expected):
    rules = load(ruleset)

    assert expected == settled(rules, option)


@pytest.mark.clause("AMB-034")
@pytest.mark.parametrize("ruleset", ["runewars", "armada"])
def test_lists_are_asked_for_by_tier_where_the_document_leaves_it_open(ruleset):
    assert "by_tier" == load(ruleset).lists.required


@pytest.mark.clause("AMB-001", "AMB-072")
@pytest.mark.parametrize("ruleset", SIX)
def test_only_diskwars_draws_the_bye_and_only_x_wing_keeps_friends_apart(ruleset):
    rules = load(ruleset)

    assert (ruleset == "diskwars") == (rules.bye.pick == "random_in_lowest_group")
    assert ruleset.startswith("xwing") == rules.pairing.avoid_affiliation


@pytest.mark.clause("AMB-088")
@pytest.mark.parametrize("ruleset", SIX)
def test_nobody_rests_twice_even_in_the_final_round(ruleset):
    assert load(ruleset).bye.repeat_in_final is False


@pytest.mark.clause("AMB-026")
@pytest.mark.parametrize("ruleset", [one for one in SIX if one != "runewars"])
def test_where_the_document_is_silent_the_rule_about_leaving_a_bracket_is_a_decision(ruleset):
    assert "AMB-026" == load(ruleset).elimination.drop_clause


# Cards of the season


@pytest.mark.clause("RW-100", "RW-101", "RW-102", "RW-103", "RW-107", "AMB-048", "AMB-049")
@pytest.mark.parametrize(
    ("kind", "season", "cards", "clause"),
    [
        pytest.param(
            "deployment",
            date(2018, 7, 23),
            ("Standoff", "Unprepared", "Meeting Engagement"),
            "RW-100",
            id="deployments from July",
        ),
        pytest.param(
            "objective",
            date(2018, 7, 23),
            ("Demoralize Their Forces", "Confluence of Magic", "Volatile Runes"),
            "RW-101",
            id="objectives from July",
        ),
        pytest.param(
            "deployment",
            date(2018, 10, 1),
            ("Unprepared", "Meeting Engagement", "Maelstrom"),
            "RW-102",
            id="deployments from October",
        ),
        pytest.param(
            "objective",
            date(2018, 10, 1),
            ("Confluence of Magic", "Volatile Runes", "Seize the Artifacts"),
            "RW-103",
            id="objectives from October",
        ),
    ],
)
def test_each_season_has_its_cards(kind, season, cards, clause):
    pools = {pool.since: pool for pool in load("runewars").draws[kind].pools}

    assert 2 == len(pools)
    assert (cards, clause) == (pools[season].cards, pools[season].clause)


@pytest.mark.clause("RW-107")
@pytest.mark.parametrize("ruleset", SIX)
def test_only_runewars_draws_cards(ruleset):
    drawn = {"deployment", "objective"} if ruleset == "runewars" else set()

    assert drawn == set(load(ruleset).draws)


@pytest.mark.parametrize(
    ("ruleset", "limits"),
    [
        pytest.param("runewars", (200,), marks=pytest.mark.clause("RW-006", "RW-177")),
        pytest.param("xwing-dogfight", (100,), marks=pytest.mark.clause("XW-035", "XW-066")),
        pytest.param(
            "xwing-escalation", (60, 90, 120, 150), marks=pytest.mark.clause("XE-014", "AMB-078")
        ),
        pytest.param("armada", (400,), marks=pytest.mark.clause("AR-038", "AR-105")),
    ],
)
def test_a_whole_list_is_worth_its_limit(ruleset, limits):
    assert limits == load(ruleset).score.wipe_out


@pytest.mark.clause("DW-019", "DW-020", "AMB-112")
def test_diskwars_notes_the_regiments_of_an_army():
    (note,) = load("diskwars").notes

    assert note.startswith("Armies of two regiments, and a reserve regiment when a cut is planned")
