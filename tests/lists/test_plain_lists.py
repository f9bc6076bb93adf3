"""Lists as people type them: the plain grammar of docs/format/list-text.md."""

from __future__ import annotations

import contextlib
import re
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.amount import amount
from tiltyard.engine.errors import Refused, Unreadable
from tiltyard.engine.rosters.list_reading import LONGEST_LIST, MOST_ENTRIES
from tiltyard.engine.rosters.roster import Entry, Listed, Muster, Roster
from tiltyard.engine.ruleset import Lists, Section
from tiltyard.formats.lists.fleet_text import looks_like_fleet_text, read_fleet_text
from tiltyard.formats.lists.list_limits import MOST_MUSTERS
from tiltyard.formats.lists.list_table import looks_like_csv, read_csv
from tiltyard.formats.lists.plain import read_plain, write_plain
from tiltyard.rulesets.loader import load
from tiltyard.text.refusals import fix_text


def ruleset(*sections, limits=()):
    lists = Lists(clause="XW-001", required="always", sections=sections, limits=limits)
    return replace(load("armada"), lists=lists)


SHIPS = Section("ships", "Ships", "XW-001", upgrades=True, words=("pilots",))
OBSTACLES = Section("obstacles", "Obstacles", "XW-001", points=False, words=("asteroids",))
DECK = Section("damage_deck", "Damage deck", "XW-001", points=False)
DISKS = Section("disks", "Disks", "DW-019", grouped=True)
RESERVE = Section("reserve", "Reserve regiment", "DW-020", stage="elimination")
SQUADS = ruleset(SHIPS, OBSTACLES, DECK)
GROWING = ruleset(SHIPS, OBSTACLES, limits=(60, 90, 120, 150))
REGIMENTS = ruleset(DISKS, Section("command", "Command cards", "DW-019"), RESERVE)
FLEETS = ruleset(SHIPS, Section("squadrons", "Squadrons", "AR-042"))
EVERY = ruleset(SHIPS, OBSTACLES, DECK, DISKS, RESERVE, limits=(60, 90))


def only(text, rules=SQUADS):
    """The entries of a text of one list, all of it understood."""
    roster = read_plain(text, rules)
    assert () == roster.remarks
    assert 1 == len(roster.musters)
    return roster.musters[0].entries


def said(entries):
    return [(entry.card.name, entry.card.declared) for entry in entries]


@pytest.mark.parametrize(
    "line",
    [
        "Rookie Pilot (21)",
        "Rookie Pilot (21 pts)",
        "Rookie Pilot ( 21 points )",
        "Rookie Pilot - 21",
        "Rookie Pilot – 21",
        "Rookie Pilot: 21",
        "Rookie Pilot 21 pts",
        "Rookie Pilot 21 Points",
        "Rookie Pilot 21",
        "Rookie Pilot [21]",
        "1. Rookie Pilot (21)",
        "1) Rookie Pilot (21)",
        "1x Rookie Pilot (21)",
        "1 Rookie Pilot (21)",
        "• Rookie Pilot (21)",
        "- Rookie Pilot (21)",
        "    Rookie Pilot (21)",
    ],
)
def test_a_card_and_its_points_are_written_in_many_ways(line):
    assert [("Rookie Pilot", 21)] == said(only(line))


@pytest.mark.parametrize(
    "line", ["2x Rookie Pilot (21)", "2 x Rookie Pilot (21)", "x2 Rookie Pilot (21)"]
)
def test_a_number_in_front_makes_as_many_entries(line):
    assert [("Rookie Pilot", 21)] * 2 == said(only(line))


@pytest.mark.parametrize("line", ["Rookie Pilot x2 (21)", "Rookie Pilot (2 x 21)"])
def test_a_number_behind_makes_as_many_entries(line):
    assert [("Rookie Pilot", 21)] * 2 == said(only(line))


@pytest.mark.parametrize(
    "name", ["4-LOM", "IG-88", "R2-D2", "TIE/x1", '"Dark Curse"', "Reanimates (3x2)"]
)
def test_a_name_keeps_its_numbers_and_marks(name):
    assert [(name, None)] == said(only(name))


@pytest.mark.parametrize(
    ("total", "each"), [("", 26), ("Total: 52", 26), ("Total: 26", 13), ("Total: 99", 26)]
)
def test_points_of_several_copies_are_for_each_unless_only_all_together_add_up(total, each):
    assert [("X-wing", each)] * 2 == said(only(f"2x X-wing (26)\n{total}"))


@pytest.mark.parametrize("line", ["2x X-wing (26 each)", "2x X-wing (2 x 26)"])
def test_points_said_for_each_stay_so_whatever_the_total(line):
    assert [("X-wing", 26)] * 2 == said(only(f"{line}\nTotal: 26"))


@pytest.mark.parametrize(
    "text",
    [
        "Luke Skywalker (28)\n- R2-D2 (4)\n- Swarm Tactics (2)",
        "Luke Skywalker (28)\n+ R2-D2 (4)\n+ Swarm Tactics (2)",
        "Luke Skywalker (28)\n\t* R2-D2 (4)\n\t* Swarm Tactics (2)",
        "Luke Skywalker (28)\n• R2-D2 (4)\n• Swarm Tactics (2)",
        "Luke Skywalker (28)\n   R2-D2 (4)\n   Swarm Tactics (2)",
        "Luke Skywalker (28): R2-D2 (4), Swarm Tactics (2)",
        "Luke Skywalker (28) with R2-D2 (4), Swarm Tactics (2)",
        "Luke Skywalker (28):\n- R2-D2 (4)\n- Swarm Tactics (2)",
        "Luke Skywalker (28) + R2-D2 (4) + Swarm Tactics (2)",
        "Luke Skywalker (28), R2-D2 (4), Swarm Tactics (2)",
        "Luke Skywalker 28\n- R2-D2 4\n- Swarm Tactics 2",
        "* Luke Skywalker (28)\n  * R2-D2 (4)\n  * Swarm Tactics (2)",
    ],
)
def test_upgrades_stand_below_their_card_or_behind_it(text):
    (entry,) = only(text)

    assert ("Luke Skywalker", 28) == (entry.card.name, entry.card.declared)
    assert [("R2-D2", 4), ("Swarm Tactics", 2)] == [(u.name, u.declared) for u in entry.upgrades]


def test_bullets_of_one_kind_are_entries_and_those_further_in_their_upgrades():
    entries = only("* Luke (28)\n  - R2-D2 (4)\n* Wedge (29)\n  - R5-K6 (2)")

    assert [("Luke", 28), ("Wedge", 29)] == said(entries)
    assert [["R2-D2"], ["R5-K6"]] == [[u.name for u in entry.upgrades] for entry in entries]


def test_an_upgrade_may_name_its_slot_and_cost_less_than_nothing():
    (entry,) = only("Green Pilot (19)\n- Missile: Chardaan Refit (-2)")

    assert (Listed("Chardaan Refit", slot="missile", declared=-2),) == entry.upgrades


def test_marks_products_types_and_ids_stand_behind_the_name():
    (entry,) = only("Arduus Ix'Erebus [proxy] [type: Hero] #3 (Waiqar Infantry) (30)")

    expected = Listed(
        "Arduus Ix'Erebus",
        declared=30,
        type="Hero",
        traits=("proxy",),
        products=("Waiqar Infantry",),
    )
    assert (expected, "3") == (entry.card, entry.id)


def test_headers_give_the_name_the_faction_and_the_total():
    roster = read_plain(
        "Name: Swarm\nFaction: Imperial\nPoints: 96/100\nPlayer: X\nTIE (12)", SQUADS
    )

    assert ("Swarm", "Imperial", 96) == (roster.name, roster.faction, roster.musters[0].declared)
    assert ("TIE", 12) == said(roster.musters[0].entries)[0]


@pytest.mark.parametrize("name", ["Boromir, Captain of the Tower", "Knight with shield, lance"])
def test_commas_and_with_belong_to_a_name_whose_points_stand_behind_all_of_it(name):
    assert [(name, 105)] == said(only(f"{name} (105)"))


def test_a_card_without_points_takes_upgrades_where_its_section_has_them():
    (entry,) = only("Luke Skywalker with R2-D2, Swarm Tactics")

    assert ["R2-D2", "Swarm Tactics"] == [card.name for card in entry.upgrades]
    assert [("A with B", None)] == said(only("Obstacles\nA with B"))


def test_a_number_behind_a_card_without_points_is_part_of_its_name():
    assert [("Rock 3", None)] == said(only("Obstacles\nRock 3"))


def test_a_title_is_the_name_of_the_list_unless_it_is_a_section():
    roster = read_plain("# Grey Tide\n## Obstacles\nRock", SQUADS)

    assert "Grey Tide" == roster.name
    assert ["obstacles"] == [entry.section for entry in roster.musters[0].entries]


@pytest.mark.parametrize(
    "line",
    ["96 points", "96 pts", "Total: 96", "Total 96", "Total Points: 96", "TOTAL = 96 points"],
)
def test_a_total_is_written_in_many_ways(line):
    assert 96 == read_plain(line, SQUADS).musters[0].declared


@pytest.mark.parametrize("heading", ["Obstacles", "obstacles:", "OBSTACLES (3):", "Asteroids"])
def test_sections_go_by_their_title_their_id_and_their_other_words(heading):
    entries = only(f"Luke (28)\n\n{heading}\nRock 1\nRock 2")

    assert ["ships", "obstacles", "obstacles"] == [entry.section for entry in entries]


def test_the_cards_of_a_section_may_stand_behind_its_heading():
    entries = only("Obstacles: Rock 1, Rock 2, Cloud\nDamage deck: Core Set")

    expected = [("obstacles", "Rock 1"), ("obstacles", "Rock 2"), ("obstacles", "Cloud")]
    assert [*expected, ("damage_deck", "Core Set")] == [(e.section, e.card.name) for e in entries]


@pytest.mark.clause("XE-010", "XE-014", "AMB-083")
@pytest.mark.parametrize(
    ("first", "second"),
    [("Squad 1 (60):", "Squad 2 (90):"), ("Round 1", "Round 2"), ("60 points:", "90 points:")],
)
def test_squads_of_escalation_are_told_apart_by_headings_and_ships_by_their_ids(first, second):
    text = f"{first}\nRookie #1 (21)\n{second}\nRookie #1 (21)\n- R2 (1)\nRookie #2 (21)"
    roster = read_plain(text, GROWING)

    assert [["1"], ["1", "2"]] == [[e.id for e in muster.entries] for muster in roster.musters]
    assert [None, None] == [muster.declared for muster in roster.musters]


def test_a_number_behind_a_squad_that_is_no_limit_is_its_total():
    roster = read_plain("Squad 1 (58/60)\nA (58)\nSquad 2 (89)\nA (58)", GROWING)

    assert [58, 89] == [muster.declared for muster in roster.musters]


def test_numbered_squads_are_put_into_their_order():
    roster = read_plain("Squad 2\nB (80)\nSquad 1\nA (50)", GROWING)

    assert [["A"], ["B"]] == [[e.card.name for e in muster.entries] for muster in roster.musters]


@pytest.mark.clause("DW-019", "DW-025")
def test_regiments_are_groups_and_the_reserve_a_section_of_its_own():
    text = "Regiment 1\nOrc\nRegiment 2:\nElf\nReserve regiment\nTroll\nCommand cards\nRally"
    entries = only(text, REGIMENTS)

    expected = [("disks", 1), ("disks", 2), ("reserve", None), ("command", None)]
    assert expected == [(entry.section, entry.group) for entry in entries]


@pytest.mark.clause("DW-020", "DW-025")
def test_a_regiment_behind_the_reserve_is_of_the_army_again():
    rules = ruleset(DISKS, replace(RESERVE, grouped=True))
    entries = only("Reserve regiment\nTroll\nRegiment 1\nOrc", rules)

    assert [("reserve", None), ("disks", 1)] == [(e.section, e.group) for e in entries]


def test_a_section_in_several_parts_has_numbered_headings():
    entries = only("Pilots 1:\nLuke\nPilots 2:\nWedge")

    assert [("ships", "Luke"), ("ships", "Wedge")] == [(e.section, e.card.name) for e in entries]


def test_a_sum_below_a_card_that_does_not_come_out_is_remarked():
    roster = read_plain("Luke (28)\n- R2-D2 (4)\n= 33 points", SQUADS)

    (remark,) = roster.remarks
    facts = {"name": "Luke", "said": 33, "counted": 32}
    assert ("sum-differs", "line 3", facts) == (remark.code, remark.where, remark.facts)


@pytest.mark.parametrize("line", ["Total: about 100", "My favourites:", "0x TIE (12)", "((("])
def test_a_line_that_is_not_understood_is_remarked_with_its_text(line):
    roster = read_plain(f"TIE (12)\n{line}", SQUADS)

    (remark,) = roster.remarks
    assert ("line-not-understood", "line 2") == (remark.code, remark.where)
    assert remark.facts["text"]
    assert [("TIE", 12)] == said(roster.musters[0].entries)


@pytest.mark.parametrize(
    "line", ["999999999x TIE (12)", f"{MOST_ENTRIES + 1}x TIE", "9" * 5000 + "x TIE", "TIE x501"]
)
def test_more_copies_than_any_army_has_are_refused_with_a_way_out(line):
    line = line[:900] + line[-6:] if len(line) > 900 else line
    with pytest.raises(Refused) as refused:
        read_plain(line, SQUADS)

    assert "line 1" == refused.value.field
    assert fix_text(refused.value)


def test_the_most_entries_a_list_may_have_are_read_and_one_more_is_refused():
    assert MOST_ENTRIES == len(only(f"{MOST_ENTRIES}x TIE"))
    with pytest.raises(Refused):
        read_plain(f"{MOST_ENTRIES}x TIE\nTIE", SQUADS)
    with pytest.raises(Refused):
        read_plain("250x TIE: Cloak, Shield", SQUADS)


def test_more_squads_than_any_event_has_rounds_are_refused():
    squads = "".join(f"Squad {number}\nA (1)\n" for number in range(1, MOST_MUSTERS + 1))
    rows = "".join(f"{number},A\n" for number in range(1, MOST_MUSTERS + 1))

    assert MOST_MUSTERS == len(read_plain(squads, GROWING).musters)
    assert MOST_MUSTERS == len(read_csv(f"squad,name\n{rows}", GROWING).musters)
    with pytest.raises(Refused):
        read_plain(f"{squads}Squad {MOST_MUSTERS + 1}", GROWING)
    with pytest.raises(Refused):
        read_csv(f"squad,name\n{rows}{MOST_MUSTERS + 1},A\n", GROWING)


def test_the_longest_list_is_read_and_a_longer_one_is_refused():
    line = "TIE (12)\n"
    text = line + "\n" * (LONGEST_LIST - len(line))
    assert 1 == len(only(text))
    with pytest.raises(Refused):
        read_plain(text + "\n", SQUADS)


@pytest.mark.parametrize("line", ["TIE (9999999999)", "Total: " + "9" * 5000, "= 99999999 points"])
def test_points_of_a_mile_are_refused(line):
    line = line[:990]
    with pytest.raises(Refused) as refused:
        read_plain(line, SQUADS)

    assert fix_text(refused.value)


def test_the_examples_of_the_page_are_lists_and_come_out():
    page = Path(__file__).parents[2] / "docs" / "format" / "list-text.md"
    plain_text, table = re.findall(
        r"```text\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL
    )
    squad = read_plain(plain_text, load("xwing-dogfight"))
    fleet = read_csv(table, load("armada"))

    assert ((), ()) == (squad.remarks, fleet.remarks)
    assert 76 == squad.musters[0].declared == cost(squad)
    assert 80 == cost(fleet)


def cost(roster):
    return sum(card.declared or 0 for card in roster.musters[0].cards)


# ------------------------------------------------------------------------- written and read again

WORDS = st.text(
    st.characters(
        min_codepoint=32, max_codepoint=0x2FF, exclude_categories=("Cc", "Cf", "Cs", "Zs")
    ),
    min_size=1,
    max_size=6,
)
TRICKY = st.sampled_from(
    ["Ships", "2x", "x2", "with", "-", "•", "(3)", "Total:", "#1", "[proxy]", "60 pts", "\\", ":"]
)
NAMES = (
    st.lists(WORDS | TRICKY, min_size=1, max_size=3)
    .map(" ".join)
    .filter(lambda name: any(char.isalnum() for char in name))
)
LABELS = st.text("abcdefgh", min_size=1, max_size=5)
POINTS = st.none() | st.integers(-9, 400)


def cards(slots):
    return st.builds(
        Listed,
        name=NAMES,
        slot=slots,
        declared=POINTS,
        faction=st.just("") | NAMES,
        type=st.just("") | NAMES,
        traits=st.lists(st.just("proxy") | LABELS, max_size=2).map(tuple),
        capacity=st.none() | st.integers(0, 9),
        products=st.lists(NAMES, max_size=2).map(tuple),
    )


PLACES = st.sampled_from(
    [
        ("ships", None),
        ("obstacles", None),
        ("disks", 1),
        ("disks", 2),
        ("disks", None),
        ("reserve", None),
    ]
)
ENTRIES = st.builds(
    lambda place, card, upgrades, name: Entry(place[0], card, tuple(upgrades), name, place[1]),
    PLACES,
    cards(st.just("") | LABELS),
    st.lists(cards(st.just("") | LABELS), max_size=2),
    st.just("") | LABELS,
)
MUSTERS = st.builds(
    lambda entries, declared: Muster(tuple(entries), declared),
    st.lists(ENTRIES, max_size=4).flatmap(lambda entries: st.just(entries) | st.just(entries * 2)),
    st.none() | st.integers(0, 400),
)
ROSTERS = st.builds(
    lambda faction, name, musters: Roster(faction, name, tuple(musters)),
    st.just("") | NAMES,
    st.just("") | NAMES,
    st.lists(MUSTERS, min_size=1, max_size=3),
)


@given(ROSTERS)
@settings(max_examples=60, deadline=None)
def test_what_is_written_reads_again_as_the_same_list(roster):
    again = read_plain(write_plain(roster, EVERY), EVERY)

    assert roster == again


@given(st.text(max_size=300))
@settings(max_examples=100, deadline=None)
def test_any_text_that_reads_is_the_same_when_written_and_read_again(text):
    try:
        roster = read_plain(text, EVERY)
    except (Refused, Unreadable):
        return

    assert replace(roster, remarks=()) == read_plain(write_plain(roster, EVERY), EVERY)


@pytest.mark.parametrize(
    "name", ["armada", "diskwars", "middle-earth", "runewars", "xwing-dogfight", "xwing-escalation"]
)
def test_every_section_of_every_ruleset_is_found_again_by_its_names(name):
    rules = load(name)
    sections = rules.lists.sections
    assert sections

    for section in sections:
        for heading in (section.title, section.id, *section.words):
            (entry,) = only(f"{heading}\nSomething", rules)
            assert section.id == entry.section, heading
    roster = Roster(
        musters=(Muster(tuple(Entry(section.id, Listed("X")) for section in sections)),) * 2
    )
    assert roster == read_plain(write_plain(roster, rules), rules)


def test_a_list_is_written_as_a_person_would():
    ships = (
        Entry(
            "ships",
            Listed("Luke Skywalker", declared=28),
            (Listed("R2-D2", "astromech", declared=4),),
        ),
        Entry("ships", Listed("X-wing", declared=13)),
        Entry("ships", Listed("X-wing", declared=13)),
        Entry("obstacles", Listed("Rock 1")),
    )
    roster = Roster("Rebel", "Mine", (Muster(ships, 58),))

    expected = (
        "Name: Mine\nFaction: Rebel\nTotal: 58\n\n"
        "Ships\nLuke Skywalker (28)\n- astromech: R2-D2 (4)\n2x X-wing (13 each)\n\n"
        "Obstacles\nRock 1\n"
    )
    assert expected == write_plain(roster, SQUADS)


def test_of_what_a_catalogue_knows_only_what_tells_a_card_from_others_is_written():
    card = Listed(
        "lukeskywalker",
        points=28,
        card="lukeskywalker",
        title="Luke Skywalker",
        faction="Rebel",
        type="X-Wing",
        traits=("unique", "proxy"),
        products=("Core Set",),
    )

    text = write_plain(Roster(musters=(Muster((Entry("ships", card),)),)), SQUADS)

    assert "Ships\nLuke Skywalker [proxy] [type: X-Wing] (28)\n" == text


# --------------------------------------------------------------------------------- hostile texts

MARKS = [" ", "\n", "\t", "(", ")", "[", "]", ":", ",", ";", "=", "- ", "•", "\\", "#", '"', "|"]
LIKELY = [
    "TIE",
    "2x ",
    "99",
    "name",
    "points",
    "Squadrons",
    "Commander",
    "total",
    "/400",
    "Squad 1",
]


@given(st.text() | st.lists(st.sampled_from(MARKS + LIKELY), max_size=60).map("".join))
@settings(max_examples=amount(200, 600), deadline=None)
def test_no_text_makes_a_reader_fall_over(text):
    looks_like_fleet_text(text)
    looks_like_csv(text)
    for read in (read_plain, read_fleet_text, read_csv):
        with contextlib.suppress(Refused, Unreadable):
            read(text, FLEETS if read is read_fleet_text else EVERY)


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "- ",
        "(((",
        "()",
        "[",
        "[]",
        " ",
        "9",
        "9 ",
        "x",
        ",",
        "=",
        "\t",
        ":",
        ": ",
        "\\",
        "a(1)\n",
        "(\n",
        "#1 ",
        "\n",
        '"',
        ";\n",
        "1/",
        "• ",
    ],
)
def test_a_long_text_of_one_piece_takes_no_time(piece):
    text = (piece * LONGEST_LIST)[:LONGEST_LIST]
    started = time.process_time()
    for read in (read_plain, read_fleet_text, read_csv):
        for begin in ("", "name,points\n", "X (1/2)\n"):
            with contextlib.suppress(Refused, Unreadable):
                read(begin + text[: LONGEST_LIST - len(begin)], FLEETS)
    looks_like_fleet_text(text)
    looks_like_csv(text)

    assert time.process_time() - started < 2
