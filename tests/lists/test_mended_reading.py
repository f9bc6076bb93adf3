"""What once slipped through: bounds, prices, names of every script, twins, hidden characters."""

from __future__ import annotations

import json
import time
import zipfile
import zlib

import pytest

from tests.lists.built import card, disks, entry, errors, found, roster_of, squad
from tests.lists.example_cards import write_xwing_data
from tests.refusing import refuses
from tiltyard.cli import lists as list_check
from tiltyard.day.event import ListDesk
from tiltyard.engine.errors import Refused
from tiltyard.engine.rosters import circumstances
from tiltyard.engine.rosters.catalogue import Card, Catalogue, plain
from tiltyard.engine.rosters.checks import check_roster, totals
from tiltyard.engine.rosters.circumstances import Circumstances, ProductRuling
from tiltyard.engine.rosters.list_reading import MOST_ENTRIES
from tiltyard.engine.rosters.resolve import resolved
from tiltyard.engine.rosters.roster import Entry, Listed, Muster, Product, Roster
from tiltyard.formats.lists.list_limits import LONGEST_BYTES, ListUnreadable, inflated
from tiltyard.formats.lists.plain import read_plain, write_plain
from tiltyard.rulesets.loader import load
from tiltyard.service.list_reading import read_card_data, reader
from tiltyard.text.refusals import fix_text, refusal_text

DOGFIGHT, ESCALATION = load("xwing-dogfight"), load("xwing-escalation")
SOON = 0.5  # seconds: every case takes a tenth of that


def read(text, rules=DOGFIGHT):
    return reader(None)(rules, text if isinstance(text, str) else json.dumps(text), "")[1]


def own_json(*musters, **more):
    return {"format": "tiltyard/list/1", "faction": "Rebel", "musters": list(musters), **more}


def xws(*pilots, **more):
    return {"faction": "rebel", "pilots": list(pilots), **more}


def severities(roster, rules=DOGFIGHT):
    every = check_roster(roster, rules, Circumstances())
    return [(one.code, one.severity) for one in every]


# ------------------------------------------------------------------------------------- bounds


@pytest.mark.parametrize("over", [0, 1])
def test_the_bound_is_one_for_all_squads_of_a_list_as_json(over):
    half = MOST_ENTRIES // 2
    document = own_json(
        {"entries": [{"name": "T"}] * half}, {"entries": [{"name": "T"}] * (half + over)}
    )
    if not over:
        assert MOST_ENTRIES == sum(len(one.entries) for one in read(document, ESCALATION).musters)
        return
    with refuses(ListUnreadable, match="more than 500 cards"):
        read(document, ESCALATION)


@pytest.mark.parametrize("over", [0, 1])
def test_the_bound_is_one_for_all_squads_as_xws_and_counts_upgrades(over):
    squads = [xws(*[{"name": "t", "upgrades": {"mod": ["u"]}}] * (MOST_ENTRIES // 4))] * 2
    squads = [*squads, xws(*[{"name": "t"}] * over)] if over else squads
    if not over:
        assert 2 == len(read(squads, ESCALATION).musters)
        return
    with refuses(ListUnreadable, match="more than 500 cards"):
        read(squads, ESCALATION)


@pytest.mark.clause("XE-015", "XE-018")
def test_more_squads_than_are_played_are_not_compared():
    full, short = [entry("A", 1), entry("B", 1)], [entry("A", 1)]

    assert found("xwing-escalation", roster_of(full, full, full, short), "ship-left-out")
    five = roster_of(full, full, full, full, short)
    assert [] == found("xwing-escalation", five, "ship-left-out")
    assert ("musters-many", "XE-018") in errors("xwing-escalation", five)


@pytest.mark.clause("XE-015")
def test_large_squads_are_soon_compared():
    squads = [[entry("T", 1) for _ in range(450)], [entry("T", 1) for _ in range(150)]] * 2
    before = time.process_time()
    left_out = found("xwing-escalation", roster_of(*squads), "ship-left-out")

    assert {2, 4} == {one.muster for one in left_out}
    assert time.process_time() - before < SOON


# ------------------------------------------------------------------------------------- sections


@pytest.mark.clause("XW-037", "XW-040")
@pytest.mark.parametrize(
    ("rock", "wrong"),
    [
        ({"name": "B"}, False),
        ({"name": "B", "points": 0}, False),
        ({"name": "B", "points": 50}, True),
        ({"name": "B", "points": -5}, True),
        ({"name": "B", "upgrades": [{"name": "Luke"}]}, True),
    ],
)
def test_nothing_with_a_price_stands_where_nothing_has_one(rock, wrong):
    ship = {"name": "A", "section": "ships", "points": 100}
    built = read(own_json({"entries": [ship, {"section": "obstacles", **rock}]}))
    every = check_roster(built, DOGFIGHT, Circumstances())
    said = [one for one in every if one.code == "card-misplaced"]

    assert [("error", "XW-037", "Asteroids", "Ships")] * wrong == [
        (one.severity, one.clause, one.facts["section"], one.facts["sections"]) for one in said
    ]


@pytest.mark.clause("XW-037")
def test_a_ship_of_the_card_data_is_seen_among_the_asteroids(tmp_path):
    cards = read_card_data(write_xwing_data(tmp_path))
    text = "Faction: Rebel\nShips\nKite Cadet\nAsteroids\nAda Brisk [type: Kite]\nRock 1\n"
    built = resolved(read_plain(text, DOGFIGHT), cards, DOGFIGHT)
    wrong = [
        one for one in check_roster(built, DOGFIGHT, Circumstances()) if one.severity == "error"
    ]

    assert [("card-misplaced", "Ada Brisk")] == [(one.code, one.where) for one in wrong]


def test_a_section_nobody_knows_is_refused_and_one_by_its_title_is_not():
    with pytest.raises(ListUnreadable) as refused:
        read(own_json({"entries": [{"name": "A", "section": "hangar"}]}))
    assert "hangar" in refusal_text(refused.value)
    assert fix_text(refused.value)

    built = read(own_json({"entries": [{"name": "A", "section": "Asteroids"}]}))
    assert "obstacles" == built.musters[0].entries[0].section


# ------------------------------------------------------------------------------------- points


@pytest.mark.clause("XW-035", "XW-037")
def test_nothing_costs_less_than_nothing():
    built = read("Faction: Rebel\nHan (90)\nLuke (60)\nNothing (-60)\n")

    assert (150,) == totals(built, DOGFIGHT)
    assert [("over-limit", "error"), ("points-below-nothing", "error")] == severities(built)


@pytest.mark.clause("XW-037")
@pytest.mark.parametrize(("off", "total"), [(-2, 18), (-20, 0), (-50, 0)])
def test_without_card_data_an_upgrade_may_take_points_off_but_never_more_than_there_are(off, total):
    built = read(f"Faction: Rebel\nKite (20)\n- Frame ({off})\n")

    assert (total,) == totals(built, DOGFIGHT)
    assert [("points-taken-off", "warning")] == severities(built)


@pytest.mark.clause("XW-037")
@pytest.mark.parametrize(
    ("upgrade", "total", "wrong"), [("Lighter Frame", 18, []), ("Fnord", 20, ["Fnord"])]
)
def test_with_card_data_only_a_card_it_knows_takes_points_off(tmp_path, upgrade, total, wrong):
    cards = read_card_data(write_xwing_data(tmp_path))
    written = read_plain(f"Faction: Rebel\nKite Cadet (20)\n- {upgrade} (-2)\n", DOGFIGHT)
    built = resolved(written, cards, DOGFIGHT)
    said = [
        one.where
        for one in check_roster(built, DOGFIGHT, Circumstances())
        if one.code == "points-below-nothing"
    ]

    assert (total,) == totals(built, DOGFIGHT)
    assert wrong == said


@pytest.mark.clause("XW-035", "XW-037")
def test_the_sum_of_a_ship_counts_where_no_card_data_is():
    ships = [{"name": one, "points": 80, "upgrades": {"ept": ["x"]}} for one in "ab"]
    built = read(xws(*ships, points=90))

    assert (160,) == totals(built, DOGFIGHT)
    assert [("over-limit", "error"), ("total-differs", "warning")] == severities(built)


def test_the_sum_of_a_ship_is_compared_with_its_cards(tmp_path):
    cards = read_card_data(write_xwing_data(tmp_path))
    for said, remarks in ((25, []), (24, [("sum-differs", 24, 25)])):
        pilot = {"name": "kitecadet", "ship": "kite", "points": said,
                 "upgrades": {"system": ["finescope"]}}  # fmt: skip
        built = resolved(read(xws(pilot)), cards, DOGFIGHT)
        assert remarks == [
            (one.code, one.facts["said"], one.facts["counted"]) for one in built.remarks
        ]
        assert (25,) == totals(built, DOGFIGHT)


def test_the_sum_of_a_ship_is_written_and_read_again():
    built = read(xws({"name": "a", "points": 80, "upgrades": {"ept": ["x"]}}))
    again = read_plain(write_plain(built, DOGFIGHT), DOGFIGHT)

    assert (80, 80) == (again.musters[0].entries[0].points, again.musters[0].entries[0].declared)
    assert () == again.remarks


@pytest.mark.parametrize("document", [xws({"name": "a"}, points=-1), own_json({"points": -1,
    "entries": [{"name": "a"}]})])  # fmt: skip
def test_no_list_costs_less_than_nothing(document):
    with pytest.raises(ListUnreadable):
        read(document)


# ------------------------------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("name", "bare"),
    [
        ("Гэндальф", "гэндальф"),
        ("ЛЕГОЛАС!", "леголас"),
        ("Éowyn", "eowyn"),
        ("Straße 3", "strasse3"),
        ("指輪", "指輪"),
        ("R2-D2", "r2d2"),
        ("ＡＢＣ", "abc"),
        ("★ ♥", ""),
    ],
)
def test_letters_and_digits_of_every_script_count(name, bare):
    assert bare == plain(name)


def test_vowels_written_as_signs_tell_names_apart():
    assert plain("कि") != plain("का")
    assert plain("♥\ufe0f A") == plain("♥ A") == "a"


def test_cards_in_another_script_are_told_apart_and_signs_match_nothing():
    cards = tuple(
        Card(name, name, "entry", points)
        for name, points in (("Гэндальф", 170), ("Леголас", 100), ("★", 1))
    )
    written = Roster(
        musters=(Muster(tuple(Entry("army", Listed(n)) for n in ("Леголас", "Пустое", "♥"))),)
    )
    built = resolved(written, Catalogue("middle-earth", "c", cards), load("middle-earth"))

    assert [100, None, None] == [one.card.points for one in built.musters[0].entries]
    assert all(not one.card.could_be for one in built.musters[0].entries)


@pytest.mark.clause("DW-030")
def test_copies_are_counted_in_every_script():
    scenarios = ("Засада", "Осада", "Битва", "★", "♥")

    assert [] == errors("diskwars", disks(scenarios=scenarios))
    twice = errors("diskwars", disks(scenarios=("Засада", *scenarios[:4])))
    assert [("too-many-copies", "DW-030")] == twice


@pytest.mark.clause("RW-099")
def test_a_ruling_is_about_the_product_it_names():
    built = Roster(
        "Daqan Lords",
        musters=(Muster((entry("U", 10, section="units", products=("Набор",)),)),),
        products=(Product("Набор"),),
    )
    no = ProductRuling(legal=False)

    assert [] == found("runewars", built, "product-ruled-out", rulings={"Коробка": no, "★": no})
    assert found("runewars", built, "product-ruled-out", rulings={"набор": no})


# ------------------------------------------------------------------------------------- twins


def twin(identity, slot="", product="", **more):
    return Card(identity, "B-4", "upgrade", 4, slot=slot, products=(product,), **more)


def with_twins(written, *twins, slots=()):
    ship = Card("kite", "Kite", "entry", 20, slots=slots)
    cards = Catalogue("xwing", "c", (ship, *twins))
    roster = Roster(musters=(Muster((Entry("ships", Listed("Kite"), (written,)),)),))
    return resolved(roster, cards, DOGFIGHT).musters[0].entries[0].upgrades[0]


def test_two_cards_of_one_name_and_price_are_told_apart_by_the_slots_of_the_ship():
    twins = twin("b4", "Astromech", "Old Box"), twin("b4-2", "Crew", "New Box")

    assert "b4-2" == with_twins(Listed("B-4"), *twins, slots=("Elite", "Crew")).card
    assert "b4" == with_twins(Listed("B-4"), *twins, slots=("Astromech",)).card
    assert "b4-2" == with_twins(Listed("B-4", slot="crew"), *twins, slots=("Astromech",)).card


def test_two_cards_nobody_can_tell_apart_are_asked_about_and_still_cost_the_same():
    twins = twin("b4", "Astromech", "Old Box"), twin("b4-2", "Crew", "New Box")
    asked = with_twins(Listed("B-4"), *twins)

    assert ("", 4) == (asked.card, asked.points)
    assert ("B-4 (Astromech)", "B-4 (Crew)") == asked.could_be


def test_two_releases_of_a_card_are_one_from_both_products():
    twins = twin("b4", "Crew", "Old Box"), twin("b4-2", "Crew", "New Box")
    one = with_twins(Listed("B-4"), *twins)

    assert ("b4", ("Old Box", "New Box"), ()) == (one.card, one.products, one.could_be)


@pytest.mark.clause("XW-036")
def test_a_card_of_two_factions_keeps_them_and_fits_no_third():
    twins = tuple(
        Card(f"b{n}", "Hunter", "entry", 30, type="Kite", factions=(side,))
        for n, side in enumerate(("Imperial", "Scum"))
    )
    cards = Catalogue("xwing", "c", twins)
    for own, factions, mixed in (
        ("Rebel", ("Imperial", "Scum"), ["factions-mixed"]),
        ("Imperial", (), []),
    ):
        written = Roster(own, musters=(Muster((Entry("ships", Listed("Hunter")),)),))
        built = resolved(written, cards, DOGFIGHT)
        every = check_roster(built, DOGFIGHT, Circumstances())
        assert factions == built.musters[0].entries[0].card.factions
        assert mixed == [one.code for one in every if one.severity == "error"]


@pytest.mark.clause("XW-037")
def test_a_unique_upgrade_twice_is_warned_of():
    crew = card("Crew", 3, traits=("unique",))
    ships = [entry(name, 10, upgrades=[crew]) for name in "ab"]

    assert ["Crew"] == [one.where for one in found("xwing-dogfight", squad(*ships), "unique-twice")]


# ------------------------------------------------------------------------------ files and texts


def test_a_damaged_archive_is_refused(tmp_path):
    path = tmp_path / "cards.zip"
    for method in (zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2):
        with zipfile.ZipFile(path, "w", method) as archive:
            archive.writestr("pilots.json", bytes(range(256)) * 40)
        raw = bytearray(path.read_bytes())
        for place in range(45, 100):
            raw[place] ^= 0xFF
        path.write_bytes(raw)
        with refuses(Refused, match="can't be unpacked"):
            read_card_data(path)


@pytest.mark.parametrize(("behind", "refused"), [("", False), ("\r\n", False), ("\x1b[2J", True)])
def test_nothing_stands_behind_a_packed_list(behind, refused):
    data = zlib.compress(json.dumps(xws({"name": "a"})).encode()) + behind.encode()
    if not refused:
        assert inflated(data) is not None
        return
    with refuses(ListUnreadable, code="something-stands-behind-packed-list"):
        inflated(data)


@pytest.mark.parametrize(
    "document",
    [
        "Faction: Rebel\nLuke\x9b2J\u202e Sky (28)\n",
        "faction,name,points\nRebel,Luke\x9b2J\u202e Sky,28\n",
        own_json({"entries": [{"name": "Luke\x9b2J\u202e Sky"}]}),
        xws({"name": "Luke\x9b2J\u202e Sky"}),
    ],
)
def test_nobody_hides_characters_in_a_name(document):
    assert "Luke2J Sky" == read(document).musters[0].entries[0].card.name


@pytest.mark.parametrize("name", ["xwing-dogfight", "armada"])
@pytest.mark.parametrize(
    "line",
    [
        "total" + " " * 900 + "x",
        "squad 1" + " " * 900 + "(",
        "a (1" + " " * 900 + "x)",
    ],
)
def test_a_page_of_spaces_is_soon_read(name, line):
    before = time.process_time()
    read_plain(f"Luke (28)\n{line}\n" * 70, load(name))

    assert time.process_time() - before < SOON


def test_a_list_without_a_card_is_refused_as_a_value_too():
    with refuses(ListUnreadable, code="no-card-found-text"):
        reader(None).value(DOGFIGHT, own_json({"entries": []}))


def test_one_number_and_one_ruling():
    assert list_check.LONGEST_BYTES is LONGEST_BYTES
    assert LONGEST_BYTES > 0
    assert circumstances.ProductRuling(legal=True).reason == ""
    assert Circumstances(rulings=ListDesk().rulings).rulings == {}


@pytest.mark.clause("DW-019")
@pytest.mark.parametrize(
    ("groups", "code", "severity"),
    [
        ((1, 2, None), "regiments-not-marked", "warning"),
        ((1, 2, 3, None), "regiments-count", "error"),
    ],
)
def test_too_many_regiments_are_too_many_even_if_a_disk_is_not_marked(groups, code, severity):
    built = disks(regiments=groups)
    every = [*found("diskwars", built, code)]

    assert [severity] == [one.severity for one in every]
    other = {"regiments-not-marked", "regiments-count"} - {code}
    assert [] == found("diskwars", built, other.pop())
