"""What players and the organizer are told beforehand: information, checklists, setup."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from tests.paper.asking import asks, drawn, early, printed, said, squeezed, with_details, words
from tests.paper.days import NOW, RULESETS, new_hall, view_of, whole_day
from tests.paper.pictures import outside, text_of
from tiltyard.day.lists import CountTerrain, LabelTerrain, RuleOnProduct
from tiltyard.day.setup import AnnounceItem
from tiltyard.engine.options import with_options
from tiltyard.paper.paper import Wanted
from tiltyard.paper.view import PaperView

ONE_PAGE = ("organizer-checklist", "player-checklist", "setup")


@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_checklists_and_steps_are_one_page_each(ruleset, size):
    for paper in ONE_PAGE:
        pdf = printed(view_of(drawn(ruleset)), paper, size=size)

        assert 1 == len(text_of(pdf)), paper
        assert [] == outside(pdf)


# ------------------------------------------------------------------------- the information sheet


@pytest.mark.clause("RW-106")
@pytest.mark.parametrize(
    "expected",
    [
        pytest.param("The runewars of the Long Valley", id="its name"),
        pytest.param("May 16, 2026", id="its day"),
        pytest.param("Old Tannery", id="its place"),
        pytest.param("the desk", id="whom to ask"),
        pytest.param("Marta Leskovar", id="who runs it"),
        pytest.param("3 Swiss rounds, then a cut to the top 8", id="the plan"),
        pytest.param("at most 200 points", id="the size of armies"),
        pytest.param("Players have some experience, keep a fair pace", id="the tier"),
        pytest.param("Every round 90 minutes", id="the length of rounds"),
        pytest.param("Final 140 minutes", id="the length of the final"),
        pytest.param("Finish the current game round", id="the end of a round"),
        pytest.param("Every player hands in a list before the first round.", id="lists"),
        pytest.param("Products are legal from their official release on.", id="products"),
        pytest.param(
            "Tournament points › Margin of victory › Strength of schedule › Lot",
            id="what decides",
        ),
    ],
)
def test_the_event_is_told_to_players_beforehand(expected):
    assert expected in said("runewars", "information")


@pytest.mark.clause("RW-045")
def test_the_cards_of_the_season_are_told():
    view = with_details(early("runewars"), date=date(2018, 9, 1))
    before = words(view, "information")

    assert "Deployment Standoff, Unprepared, Meeting Engagement" in before
    assert "Objective Demoralize Their Forces" in before
    assert "Standoff" not in said("runewars", "information")
    assert "Seize the Artifacts" in said("runewars", "information")


@pytest.mark.clause("ME-023")
def test_what_was_announced_is_told_with_its_words():
    hall = new_hall("middle-earth", 4, hostile=())
    item = hall.desk.rules(hall.name)[0].announcements[0]
    hall.do(AnnounceItem(item.id, "We expect that you know the rules of your own army."))

    told = words(view_of(hall), "information")

    assert "We expect that you know the rules of your own army." in told
    assert item.text in told


@pytest.mark.clause("RW-141", "RW-144")
def test_house_rules_and_what_the_organizer_decided_are_told_with_what_is_usual():
    hall = early("runewars")
    _, document = hall.desk.rules(hall.name)
    changed = {"bye.mov": 40, "draws.avoid_back_to_back": False, "no_show.minutes": 25}
    event = replace(hall.event, details=replace(hall.event.details, options=changed))
    view = PaperView(event, with_options(document, changed), document, NOW)

    told = words(view, "information")

    assert "House rules Margin of victory of a bye: 40 instead of 70. RW-141" in told
    assert "25 usually: 10" in told
    assert "does not come twice in a row" not in told
    as_it_is = said("runewars", "information")
    assert "House rules" not in as_it_is
    assert "Decided by the organizer" not in as_it_is


@pytest.mark.clause("RW-042", "RW-043", "AR-033", "AR-034")
@pytest.mark.parametrize(("ruleset", "game"), [("runewars", "Runewars"), ("armada", "X-Wing")])
@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ("players", "Bring your own playmat. Only official FFG {game} playmats are allowed."),
        ("venue", "The venue provides the playmats. You may replace"),
        ("both", "If you bring your own, it must be an official FFG {game} playmat."),
    ],
)
def test_players_read_whose_playmats_are_used(ruleset, game, policy, expected):
    hall = early(ruleset)
    _, document = hall.desk.rules(hall.name)
    changed = {"mats": policy}
    event = replace(hall.event, details=replace(hall.event.details, options=changed))
    view = PaperView(event, with_options(document, changed), document, NOW)

    assert expected.format(game=game) in words(view, "information")


@pytest.mark.clause("RW-138", "AMB-052")
@pytest.mark.parametrize(("cut", "bracket"), [(2, False), (4, True)])
def test_a_cut_to_two_has_a_final_and_no_other_bracket_round(cut, bracket):
    hall = early("runewars")
    told = words(view_of(hall, replace(hall.event, cut=cut)), "information")

    assert "Final 140 minutes" in told
    assert bracket == ("Bracket 90 minutes" in told)


@pytest.mark.clause("RW-137", "RW-138", "AR-094")
@pytest.mark.parametrize(
    ("ruleset", "lengths"),
    [
        ("runewars", "Schedule Bracket 90 minutes RW-137 Final 140 minutes"),
        ("armada", "Schedule Bracket no time limit"),
    ],
)
def test_elimination_from_the_start_has_the_lengths_of_a_bracket(ruleset, lengths):
    hall = early(ruleset)
    details = replace(hall.event.details, structure="custom", swiss_rounds=0)
    event = replace(hall.event, swiss_rounds=0, cut=None, details=details)

    told = words(view_of(hall, event), "information")

    assert lengths in told
    assert "Every round" not in told


@pytest.mark.clause("XE-005")
def test_every_round_of_another_length_has_its_line():
    told = said("xwing-escalation", "information")

    assert "Round 1 50 minutes Round 2 70 minutes Round 3 90 minutes Round 4 120 minutes" in told
    assert "at most 60, 90, 120, 150 points, round by round" in told


def test_a_round_that_began_says_when():
    assert "Round 1 90 minutes began at" in words(view_of(drawn("runewars")), "information")


def test_the_points_limit_decides_length_and_board():
    told = said("middle-earth", "information")

    assert "no time limit" not in told
    assert "minutes" in told
    assert "at most 500 points" in told


def test_deadline_and_rulings_on_products_are_told():
    hall = new_hall("runewars", 4, hostile=())
    hall.do(RuleOnProduct("Ankaur Maro", legal=False, reason="not sold here yet"))
    hall.do(
        RuleOnProduct("Lord Hawthorne", legal=True, reason="sold early", since=date(2026, 5, 1))
    )
    desk = replace(hall.event.list_desk, deadline=datetime(2026, 5, 15, 18, 0, tzinfo=UTC))
    told = words(view_of(hall, replace(hall.event, list_desk=desk)), "information")

    assert squeezed("Lists are due by May 15, 2026, 6:00 PM.") in squeezed(told)
    assert "Ankaur Maro not legal not sold here yet" in told
    assert "Lord Hawthorne legal from May 1, 2026 on sold early" in told


@pytest.mark.clause("RW-097")
@pytest.mark.parametrize(
    ("tier", "expected"),
    [("formal", "legal from their official release"), ("premier", "legal 11 days after")],
)
def test_the_tier_decides_from_when_on_products_are_legal(tier, expected):
    assert expected in words(with_details(early("runewars"), tier=tier), "information")


@pytest.mark.clause("RW-099")
def test_elsewhere_the_organizer_says_what_is_legal():
    told = words(with_details(early("runewars"), region="elsewhere"), "information")

    assert "The organizer says from when on a product is legal." in told


@pytest.mark.clause("DW-093")
def test_where_few_products_are_legal_they_are_named():
    assert "Hammer and Hold, Legions of Darkness" in said("diskwars", "information")


@pytest.mark.clause("XW-041", "DW-033")
@pytest.mark.parametrize(
    ("ruleset", "expected"),
    [
        ("xwing-dogfight", "The Tournament Organizer need not supply any components. XW-041"),
        ("diskwars", "The Tournament Organizer supplies no components. DW-033"),
    ],
)
def test_players_know_that_nothing_is_supplied(ruleset, expected):
    assert expected in said(ruleset, "information")


def test_a_paper_speaks_the_language_it_is_asked_for():
    told = words(view_of(early("runewars")), "information", language="de")

    assert "16. Mai 2026" in told
    assert "Players have some experience" not in told


# ------------------------------------------------------------------------------------ checklists

ORGANIZER = [
    asks("RW-037", "runewars", "one for two players RW-037 3"),
    asks("RW-037", "runewars", "Chairs RW-037 6"),
    asks("RW-038", "runewars", "Mats of 3 by 6 feet"),
    asks("RW-039", "runewars", "Table numbers RW-039 3"),
    asks("RW-040", "runewars", "Blank army lists and pens RW-040 6"),
    asks("RW-041", "runewars", "Rules Reference RW-041"),
    asks("RW-041", "runewars", "Newest FAQ RW-041"),
    asks("RW-041", "runewars", "Tournament Regulations RW-041"),
    asks("RW-041", "runewars", "Event Outline, if there is one RW-041"),
    asks("RW-041", "runewars", "Other documents that matter for this event RW-041"),
    asks("RW-105", "runewars", "3 by 6 feet, with room for components"),
    asks("RW-108", "runewars", "The cards of the season to draw from, or a die RW-108"),
    asks("RW-140", "runewars", "3 Swiss rounds of 90 minutes, then single elimination. RW-140"),
    asks("XW-005", "xwing-dogfight", "Core rulebook XW-005"),
    asks("XW-042", "xwing-dogfight", "3 by 3 feet"),
    asks("XW-043", "xwing-dogfight", "Labels for two opposite edges"),
    asks("XW-044", "xwing-dogfight", "A number for every player, for the seating XW-044 6"),
    asks("ME-004", "middle-earth", "Space and equipment for all games"),
    asks("ME-011", "middle-earth", "Newest FAQs and errata"),
    asks("ME-024", "middle-earth", "Current Army Books and Supplements ME-024"),
    asks("ME-006", "middle-earth", "Every army list checked ME-006"),
    asks("DW-007", "diskwars", "Core rulebook DW-007"),
    asks("DW-048", "diskwars", "3 by 3 feet"),
    asks("DW-049", "diskwars", "Labels for two opposite edges"),
    asks("DW-050", "diskwars", "Cloth or felt on every table"),
    asks("DW-051", "diskwars", "A number for every player, for the seating DW-051 6"),
    asks("AR-028", "armada", "one for two players AR-028 3"),
    asks("AR-029", "armada", "Mats of 3 by 6 feet"),
    asks("AR-030", "armada", "Table numbers AR-030 3"),
    asks("AR-032", "armada", "Core Set Rules Reference AR-032"),
    asks("AR-032", "armada", "Event Outline, if there is one AR-032"),
    asks("AR-060", "armada", "with room for components"),
]
PLAYER = [
    asks("RW-044", "runewars", "The figures of your army RW-044"),
    asks("RW-044", "runewars", "Enough dice for your attacks RW-044"),
    asks("RW-044", "runewars", "Movement templates RW-044"),
    asks("RW-044", "runewars", "Morale deck RW-044"),
    asks("RW-044", "runewars", "Tokens, with five energy tokens and a round counter RW-044"),
    asks("RW-044", "runewars", "Range ruler RW-044"),
    asks("RW-045", "runewars", "Deployment: Unprepared, Meeting Engagement, Maelstrom"),
    asks("RW-045", "runewars", "Objective: Confluence of Magic, Volatile Runes"),
    asks("RW-046", "runewars", "Your army list, filled in; or come early to write one RW-046"),
    asks("RW-051", "runewars", "Command tools, unit cards and upgrade cards RW-051"),
    asks("RW-052", "runewars", "Four terrain cards with their pieces RW-052"),
    asks("XW-037", "xwing-dogfight", "Your squad list with all upgrades and the total XW-037"),
    asks("XW-039", "xwing-dogfight", "An X-Wing core set XW-039"),
    asks("XW-039", "xwing-dogfight", "Manoeuvre templates XW-039"),
    asks("XW-039", "xwing-dogfight", "A complete damage deck XW-039"),
    asks("XW-040", "xwing-dogfight", "Six asteroid tokens, none of them twice XW-040"),
    asks("XW-041", "xwing-dogfight", "need not supply any components. XW-041"),
    asks("XE-018", "xwing-escalation", "all four squads with all upgrades and totals XE-018"),
    asks("XE-019", "xwing-escalation", "The ships of all four squads"),
    asks("XE-019", "xwing-escalation", "Six asteroid tokens, none of them twice XE-019"),
    asks("XE-019", "xwing-escalation", "need not supply any components. XE-019"),
    asks("ME-022", "middle-earth", "Your own miniatures"),
    asks("ME-022", "middle-earth", "Dice ME-022"),
    asks("ME-022", "middle-earth", "Rules Manual and the books of your army ME-022"),
    asks("ME-022", "middle-earth", "Tokens and markers ME-022"),
    asks("ME-022", "middle-earth", "By taking part you accept the rules of the event. ME-022"),
    asks("DW-032", "diskwars", "Dice DW-032"),
    asks("DW-032", "diskwars", "Range ruler DW-032"),
    asks("DW-032", "diskwars", "Activation, damage and wound tokens DW-032"),
    asks("DW-032", "diskwars", "Tokens for battle abilities DW-032"),
    asks("DW-033", "diskwars", "supplies no components"),
    asks("DW-020", "diskwars", "Reserve regiment with its command cards"),
    asks("DW-026", "diskwars", "5 scenario cards DW-026"),
    asks("DW-027", "diskwars", "12 deployment cards DW-027"),
    asks("DW-028", "diskwars", "5 terrain cards with their pieces DW-028"),
    asks("AR-035", "armada", "Models of all ships and squadrons, with bases and pegs AR-035"),
    asks("AR-035", "armada", "Their cards and tokens AR-035"),
    asks("AR-035", "armada", "Six obstacles AR-035"),
    asks("AR-035", "armada", "Three objective cards AR-035"),
    asks("AR-035", "armada", "Damage deck AR-035"),
    asks("AR-035", "armada", "Manoeuvre tool AR-035"),
    asks("AR-035", "armada", "Range ruler AR-035"),
]


@pytest.mark.parametrize(("ruleset", "expected"), ORGANIZER)
def test_the_organizer_is_told_what_to_prepare(ruleset, expected):
    assert expected in said(ruleset, "organizer-checklist")


@pytest.mark.parametrize(("ruleset", "expected"), PLAYER)
def test_players_are_told_what_to_bring(ruleset, expected):
    assert expected in said(ruleset, "player-checklist")


@pytest.mark.clause("RW-040", "AR-031", "RW-046", "AR-036")
@pytest.mark.parametrize(
    ("ruleset", "tier", "needed"),
    [
        ("runewars", "formal", True),
        ("runewars", "relaxed", False),
        ("armada", "formal", True),
        ("armada", "relaxed", False),
    ],
)
def test_lists_and_pens_are_named_only_where_lists_are_handed_in(ruleset, tier, needed):
    view = with_details(early(ruleset), tier=tier)

    assert needed is ("and pens" in words(view, "organizer-checklist"))
    assert needed is ("list, filled in" in words(view, "player-checklist"))


def test_tables_are_counted_by_pairs():
    hall = new_hall("armada", 7, hostile=())

    found = words(view_of(hall), "organizer-checklist")

    assert "7 players · 3 tables" in found
    assert "Chairs AR-028 7" in found


@pytest.mark.clause("ME-018")
@pytest.mark.parametrize(("players", "needed"), [(6, False), (7, True)])
def test_an_odd_field_needs_a_spare_player_and_one_table_more(players, needed):
    hall = new_hall("middle-earth", players, hostile=())

    found = words(view_of(hall), "organizer-checklist")

    assert needed is ("A Spare Player, for the field is odd" in found)
    assert f"{(players + 1) // 2} tables" in found


def test_what_a_line_to_tick_says_is_not_said_again():
    found = said("runewars", "organizer-checklist")

    assert 1 == found.count("RW-039")
    assert "Print or copy the regulations for personal use only." in found


# ----------------------------------------------------------------------------------------- setup

STEPS = [
    asks("RW-107", "runewars", "the deployment and the objective that were drawn"),
    asks("RW-111", "runewars", "The player with fewer points chooses who is first player. RW-111"),
    asks("RW-112", "runewars", "Equal totals: toss a coin. Its winner chooses. RW-112"),
    asks("RW-113", "runewars", "sets the round counter to 1"),
    asks("RW-114", "runewars", "The second player takes the red or the blue area"),
    asks("RW-115", "runewars", "number of defensive pieces on the deployment card"),
    asks("RW-116", "runewars", "not at range 1-2 of an edge or of another piece"),
    asks("RW-117", "runewars", "Do what the objective says under Setup."),
    asks(
        "RW-118",
        "runewars",
        "The player with more units deploys until both have equally many left.",
    ),
    asks("RW-119", "runewars", "Units with Scout"),
    asks("RW-120", "runewars", "Then deploy one unit in turn inside your own area"),
    asks("RW-121", "runewars", "Same faction: ID tokens or other marks on all units."),
    asks("RW-122", "runewars", "check the total of your opponent's army"),
    asks("RW-123", "runewars", "Everybody has their own deck and their own discard pile."),
    asks("RW-124", "runewars", "supplies the five energy tokens and casts them"),
    asks("RW-125", "runewars", "Wait until a leader calls the start."),
    asks("XW-047", "xwing-dogfight", "beside your own player edge, outside the play area"),
    asks("XW-048", "xwing-dogfight", "Ships that you have twice get ID tokens."),
    asks("XW-049", "xwing-dogfight", "who may shuffle and cut it. XW-049"),
    asks("XW-050", "xwing-dogfight", "The player with fewer points decides who has initiative."),
    asks("XW-051", "xwing-dogfight", "Equal totals: toss a coin. Its winner decides. XW-051"),
    asks("XW-052", "xwing-dogfight", "Not at Range 1-2 of an edge, not at Range 1 of another"),
    asks("XW-053", "xwing-dogfight", "in the order of pilot skill, the lowest first"),
    asks("XW-054", "xwing-dogfight", "Move no ship before the Tournament Organizer calls"),
    asks("XW-091", "xwing-dogfight", "If you cannot agree on the colours, toss a coin"),
    asks("XW-052", "xwing-escalation", "Then place one in turn until all six lie."),
    asks("DW-060", "diskwars", "The command hand lies facedown."),
    asks("DW-060", "diskwars", "Only command cards of your list come into the play area."),
    asks("DW-061", "diskwars", "Reveal all disks of your armies, but not the command cards."),
    asks("DW-062", "diskwars", "The last player supplies the scenario, deployment and terrain"),
    asks("DW-063", "diskwars", "Go on with the standard setup of the core rulebook."),
    asks("DW-084", "diskwars", "Same race: marks on the edges of your disks help."),
    asks("DW-059", "diskwars", "Play only after the Tournament Organizer has started the clock"),
    asks("AR-061", "armada", "Put the setup area markers 1 foot from the short edges."),
    asks("AR-062", "armada", "Set shields and squadron disks to their maximum"),
    asks("AR-062", "armada", "Same faction: ID tokens on all ships and squadrons."),
    asks("AR-063", "armada", "The player with fewer points decides who has initiative."),
    asks("AR-064", "armada", "Equal totals: toss a coin. Its winner decides."),
    asks("AR-065", "armada", "looks at the three objective cards of the opponent"),
    asks("AR-066", "armada", "not at distance 3 of an edge of the play area"),
    asks("AMB-128", "armada", "Agree whose six obstacles you use."),
    asks("AMB-128", "armada", "Agree whose six obstacles you use."),
    asks("AR-067", "armada", "deploy in turn: one ship or two squadrons"),
    asks("AR-068", "armada", "at distance 1-3 of your own edge; then set their speed"),
    asks("AR-068", "armada", "waits until all your ships are placed"),
    asks("AR-069", "armada", "You may ask to look through your opponent's damage deck."),
    asks("AR-070", "armada", "Put round token 1 beside the play area"),
    asks("AR-071", "armada", "If the round already runs, begin at once."),
]


@pytest.mark.parametrize(("ruleset", "expected"), STEPS)
def test_a_game_is_set_up_step_by_step(ruleset, expected):
    assert expected in said(ruleset, "setup")


@pytest.mark.clause("RW-107")
def test_the_cards_of_the_round_stand_on_its_sheet():
    hall = drawn("runewars")
    cards = hall.event.rounds[0].cards

    found = words(view_of(hall), "setup", Wanted(round="1"))

    assert "Round 1" in found
    assert f"Deployment {cards['deployment']}" in found
    assert f"Objective {cards['objective']}" in found
    assert cards["deployment"] not in said("runewars", "setup")


@pytest.mark.clause("RW-115")
def test_numbers_of_terrain_are_filled_in_by_hand():
    assert "defensive dangerous" in said("runewars", "setup")


@pytest.mark.clause("RW-089")
def test_with_terrain_of_the_house_the_number_of_pieces_counts_alone():
    hall = new_hall("runewars", 4, hostile=())
    hall.do(LabelTerrain("Pond", 30, ("Deadly",), {"Deadly": 1}))

    found = words(view_of(hall), "setup")

    assert "as many labelled pieces as the deployment card has in all" in found
    assert "defensive dangerous together" in found
    assert "until you have the number of defensive pieces" not in found
    assert "labelled pieces" not in said("runewars", "setup")


@pytest.mark.clause("RW-089")
def test_the_numbers_of_the_deployment_card_are_added_up_on_the_sheet():
    hall = whole_day("runewars", 10)
    hall.do(LabelTerrain("Pond", 30))
    hall.do(CountTerrain(hall.event.rounds[0].cards["deployment"], 4, 3))

    found = words(view_of(hall), "setup", Wanted(round="1"))

    assert "defensive 4 dangerous 3 together 7" in found


@pytest.mark.clause("RW-088")
def test_the_organizer_labels_terrain_of_the_house():
    hall = new_hall("runewars", 4, hostile=())
    hall.do(LabelTerrain("Pond", 30))

    assert "A label on every piece of terrain" in words(view_of(hall), "organizer-checklist")
    assert "A label on every piece" not in said("runewars", "organizer-checklist")


@pytest.mark.clause("DW-046", "DW-021")
def test_the_reserve_joins_in_elimination_rounds_only():
    hall = whole_day("diskwars", 10)
    swiss = words(view_of(hall), "setup", Wanted(round="1"))
    bracket = words(view_of(hall), "setup")

    assert "reserve regiment and its command cards are part of the army" in bracket
    assert "stay aside" not in bracket
    assert "stay aside" in swiss
    assert "are part of the army" not in swiss


@pytest.mark.clause("XE-006", "XE-008")
def test_the_sheet_of_a_round_says_which_squad_is_played():
    hall = whole_day("xwing-escalation", 8)
    view = view_of(hall)

    assert "List 2, at most 90 points" in words(view, "setup", Wanted(round="2"))
    assert "List 4, at most 150 points" in words(view, "setup")


def test_where_the_document_has_no_steps_players_are_reminded():
    found = said("middle-earth", "setup")

    assert "Set the game up as its own rules say" in found


@pytest.mark.clause("RW-037", "AR-028")
@pytest.mark.parametrize("ruleset", ["runewars", "armada"])
def test_nine_players_need_four_tables_and_nine_chairs_on_the_checklist(ruleset):
    found = words(view_of(new_hall(ruleset, 9, hostile=())), "organizer-checklist")
    clause = {"runewars": "RW-037", "armada": "AR-028"}[ruleset]

    assert "9 players · 4 tables" in found
    assert f"Chairs {clause} 9" in found


@pytest.mark.clause("DW-095")
def test_a_special_scenario_is_minded():
    view = with_details(early("diskwars"), special_scenario="Fog")

    assert "Follow the rules of the special scenario as well. Fog" in words(view, "setup")
    assert "special scenario" not in said("diskwars", "setup")
