"""Names become cards: by id, name, slot, ship and faction, with discounts; the rest is remarked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.lists.example_cards import RUNEWARS, squad, write_xwing_data
from tiltyard.engine.rosters.catalogue import Card, Catalogue, Discount, plain
from tiltyard.engine.rosters.resolve import resolved
from tiltyard.engine.rosters.roster import Entry, Listed, Muster, Product, Roster
from tiltyard.formats.lists.xws import read_xws_value
from tiltyard.rulesets.loader import load
from tiltyard.service.list_reading import read_card_data

XWING, RULES_OF_RUNEWARS = load("xwing-dogfight"), load("runewars")


@pytest.fixture(scope="module")
def cards(tmp_path_factory):
    return read_card_data(write_xwing_data(tmp_path_factory.mktemp("cards")))


def read(cards, *pilots, **more):
    return resolved(read_xws_value(squad(*pilots, **more), XWING), cards, XWING)


def codes(roster):
    return [(remark.code, remark.where) for remark in roster.remarks]


def army(*upgrades, section="units"):
    unit = Entry(section, Listed("Tall Reeds", declared=30), tuple(upgrades))
    return Roster("Waiqar", musters=(Muster((unit,)),))


def test_a_card_is_filled_with_all_the_catalogue_knows(cards):
    roster = read(cards, ("adabrisk", "kite", {"system": ["finescope"]}))
    (entry,) = roster.musters[0].entries
    assert (entry.card.title, entry.card.card, entry.card.points) == ("Ada Brisk", "adabrisk", 30)
    assert (entry.card.type, entry.card.faction) == ("Kite", "Rebel")
    assert entry.card.traits == ("small", "unique")
    assert entry.upgrades[0].slot == "System"
    assert entry.points == 35
    assert [product.name for product in roster.products] == ["Kite Pack"]
    assert roster.products[0].released is not None
    assert roster.catalogue == cards.label
    assert roster.remarks == ()


@pytest.mark.parametrize(
    ("written", "ship", "points"),
    [
        ("adabrisk", "kite", 30),
        ("adabrisk-tyx02", "kite", 33),
        ("ADABRISK", "Kite", 30),
        ("kitecadet", "kite", 20),
        ("Kite Cadet", "Kite", 20),
        ("kite-cadet", "kite", 20),
        ("tollavenn", "kite", 27),
        ("tollavenn", "barge", 41),
        ("tollavenn", "kitestarfighter", 27),
        ("kitecadet", "nosuchship", 20),
        ("kitecadet-tyx99", "kite", 20),
        ("Ada Brisk (Heroes of the Kite)", "kite", 33),
        ("Ada Brisk (Kite Pack)", "kite", 30),
    ],
)
def test_ids_names_suffixes_and_ships_tell_cards_apart(cards, written, ship, points):
    assert read(cards, (written, ship, {})).musters[0].entries[0].points == points


def test_the_slot_tells_two_cards_of_one_name_apart(cards):
    roster = read(cards, ("kitecadet", "kite", {"amd": ["b4"], "crew": ["b4"]}))
    astromech, crew = roster.musters[0].entries[0].upgrades
    assert (astromech.card, astromech.points) == ("b4", 4)
    assert (crew.card, crew.points) == ("b4-tyx02", 1)


def test_a_card_listed_under_another_slot_is_still_found(cards):
    roster = read(cards, ("kitecadet", "kite", {"turret": ["finescope"]}))
    assert roster.musters[0].entries[0].upgrades[0].slot == "System"
    assert roster.musters[0].entries[0].points == 25


@pytest.mark.parametrize(
    ("upgrades", "points"),
    [
        ({"title": ["kitex9"], "system": ["finescope"]}, 20 + 1),
        ({"title": ["kitex9"], "system": ["oldscope"]}, 20 + 0),
        ({"title": ["kitex9"], "amd": ["b4"]}, 20 + 4),
        ({"title": ["thrift"], "system": ["finescope"], "amd": ["b4"]}, 20 + 4 + 3),
        ({"title": ["thrift"], "crew": ["b4-tyx02"]}, 20 + 0),
        ({"title": ["thrift"], "missile": ["lighterframe"]}, 20 - 2),
        ({"title": ["kitex9", "thrift"], "system": ["finescope"]}, 20 + 0),
        ({"system": ["finescope"]}, 20 + 5),
    ],
)
def test_discounts_stop_at_their_least_and_never_raise(cards, upgrades, points):
    roster = read(cards, ("kitecadet", "kite", upgrades))
    assert roster.musters[0].entries[0].points == points


def test_a_discount_stays_on_its_own_ship(cards):
    roster = read(
        cards,
        ("kitecadet", "kite", {"title": ["kitex9"]}),
        ("kitecadet", "kite", {"system": ["finescope"]}),
    )
    assert [entry.points for entry in roster.musters[0].entries] == [20, 25]


def test_a_discount_leaves_the_card_itself_and_the_ship_alone():
    dear = Card("dear", "Dear", "upgrade", 7, slot="Title", discount=Discount(3))
    ship = Card("ship", "Ship", "entry", 10)
    catalogue = Catalogue("xwing", "", (dear, ship))
    roster = Roster(musters=(Muster((Entry("ships", Listed("ship"), (Listed("dear"),)),)),))
    entry = resolved(roster, catalogue, XWING).musters[0].entries[0]
    assert [card.points for card in entry.cards] == [10, 7]


def test_an_unknown_card_is_remarked_and_counts_as_declared(cards):
    written = Roster(musters=(Muster((Entry("ships", Listed("Nobody", declared=12)),)),))
    roster = resolved(written, cards, XWING)
    assert codes(roster) == [("unknown-card", "Nobody")]
    assert roster.musters[0].entries[0].points == 12


def test_a_card_that_comes_often_is_remarked_once(cards):
    roster = read(cards, *[("nobody", "kite", {"crew": ["nothing"]})] * 3)
    assert codes(roster) == [("unknown-card", "nobody"), ("unknown-card", "nothing")]


def test_an_unknown_card_without_points_leaves_the_total_open(cards):
    roster = read(cards, ("nobody", "kite", {}))
    assert roster.musters[0].entries[0].points is None


def test_declared_points_that_differ_are_remarked_and_the_catalogue_counts(cards):
    upgrades = (Listed("Fine Scope", declared=5), Listed("Kite/x9"))
    entry = Entry("ships", Listed("Kite Cadet", declared=21), upgrades)
    roster = resolved(Roster(musters=(Muster((entry,)),)), cards, XWING)
    assert [(one.code, one.facts) for one in roster.remarks] == [
        ("points-differ", {"name": "Kite Cadet", "declared": 21, "points": 20}),
        ("points-differ", {"name": "Fine Scope", "declared": 5, "points": 1}),
    ]
    assert roster.musters[0].entries[0].points == 21


def test_declared_points_tell_two_cards_of_one_name_apart(cards):
    written = Roster(musters=(Muster((Entry("ships", Listed("Ada Brisk", declared=33)),)),))
    roster = resolved(written, cards, XWING)
    assert roster.musters[0].entries[0].card.card == "adabrisk-tyx02"


def test_a_name_of_two_cards_with_different_points_is_not_guessed(cards):
    written = Roster("Rebel", musters=(Muster((Entry("ships", Listed("Ada Brisk")),)),))
    card = resolved(written, cards, XWING).musters[0].entries[0].card
    assert (card.card, card.points) == ("", None)
    assert card.could_be == ("Ada Brisk (Kite Pack)", "Ada Brisk (Heroes of the Kite)")


def test_without_a_catalogue_points_are_as_declared():
    written = army(Listed("Arduus", declared=20))
    roster = resolved(written, None, RULES_OF_RUNEWARS)
    assert roster.musters[0].entries[0].points == 50
    assert (roster.catalogue, roster.remarks) == ("", ())


def test_the_faction_is_spelled_as_the_document_does(cards):
    assert resolved(Roster("EMPIRE"), cards, XWING).faction == "Imperial"
    assert resolved(Roster("EMPIRE"), None, XWING).faction == "Imperial"


def test_a_list_without_a_faction_has_the_one_of_its_cards(cards):
    cadet = Entry("ships", Listed("Kite Cadet"))
    assert resolved(Roster(musters=(Muster((cadet,)),)), cards, XWING).faction == "Rebel"


def test_cards_of_another_faction_say_so(cards):
    roster = read(cards, ("tollavenn", "barge", {}))
    assert (roster.faction, roster.musters[0].entries[0].card.faction) == ("Rebel", "Scum")


def test_obstacles_need_no_cards(cards):
    roster = read(cards, ("kitecadet", "kite", {}), obstacles=["coreasteroid0"])
    assert roster.remarks == ()
    assert roster.musters[0].of("obstacles")[0].card.name == "coreasteroid0"


@pytest.mark.clause("RW-058", "RW-060")
def test_rw_ex1_a_part_of_several_names_could_be_each_of_them():
    """RW-EX1: "Arduus" stands in the names of several upgrade cards."""
    roster = resolved(army(Listed("Arduus")), RUNEWARS, RULES_OF_RUNEWARS)
    (upgrade,) = roster.musters[0].entries[0].upgrades
    assert upgrade.could_be == ("Arduus Ix'Erebus", "Banner of Arduus")
    assert (upgrade.card, upgrade.points) == ("", None)


@pytest.mark.clause("RW-058", "RW-060")
@pytest.mark.parametrize("name", ["Arduus Ix'Erebus", "arduus ix’erebus", "ARDUUS IX'EREBUS"])
def test_rw_ex1_the_full_name_is_accepted(name):
    """RW-EX1: the full name is unique."""
    roster = resolved(army(Listed(name)), RUNEWARS, RULES_OF_RUNEWARS)
    (upgrade,) = roster.musters[0].entries[0].upgrades
    assert (upgrade.could_be, upgrade.card, upgrade.points) == ((), "arduus-ix-erebus", 20)
    assert roster.remarks == ()


@pytest.mark.clause("RW-058")
def test_a_part_of_one_name_only_is_taken_as_it_with_a_remark():
    roster = resolved(army(Listed("Banner")), RUNEWARS, RULES_OF_RUNEWARS)
    assert roster.musters[0].entries[0].upgrades[0].card == "arduus-banner"
    assert codes(roster) == [("taken-as", "Banner")]


@pytest.mark.clause("RW-058")
def test_the_slot_tells_which_part_is_meant():
    roster = resolved(army(Listed("Arduus", slot="Banner")), RUNEWARS, RULES_OF_RUNEWARS)
    assert roster.musters[0].entries[0].upgrades[0].card == "arduus-banner"


@pytest.mark.parametrize("name", ["Ardu", "rduus", "us", "", "'", "of"])
def test_letters_inside_a_word_and_small_words_are_no_part_of_a_name(name):
    roster = resolved(army(Listed(name)), RUNEWARS, RULES_OF_RUNEWARS)
    found = roster.musters[0].entries[0].upgrades[0]
    assert (found.card, found.could_be) == ("", ())
    assert codes(roster) == [("unknown-card", name)]


def test_capacity_comes_from_the_card():
    terrain = Entry("terrain", Listed("Broken Mill"))
    roster = resolved(Roster(musters=(Muster((terrain,)),)), RUNEWARS, RULES_OF_RUNEWARS)
    assert roster.musters[0].entries[0].card.capacity == 3


def test_every_stage_is_resolved_and_keeps_ids_groups_and_totals(cards):
    entry = Entry("ships", Listed("kitecadet"), id="a", group=2)
    roster = resolved(Roster(musters=(Muster((entry,), 20), Muster((entry,), 20))), cards, XWING)
    for muster in roster.musters:
        assert muster.declared == 20
        assert (muster.entries[0].id, muster.entries[0].group) == ("a", 2)
        assert muster.entries[0].points == 20


def test_a_product_nobody_dated_is_kept_by_name():
    card = Card("one", "One", "entry", 1, products=("Box",))
    catalogue = Catalogue("xwing", "", (card,))
    written = Roster(musters=(Muster((Entry("ships", Listed("One")),)),))
    assert resolved(written, catalogue, XWING).products == (Product("Box"),)


def test_the_written_list_is_left_as_it_was(cards):
    written = read_xws_value(squad(("kitecadet", "kite", {})), XWING)
    before = replace(written)
    resolved(written, cards, XWING)
    assert written == before


@pytest.mark.parametrize(
    ("name", "bare"),
    [
        ("Ix'Erebus", "ixerebus"),
        ("Éowyn", "eowyn"),
        ("ẞ", "ss"),
        ("x", "x"),
        ("—", ""),
        ("A-1", "a1"),
    ],
)
def test_plain_names_are_letters_and_digits(name, bare):
    assert plain(name) == bare
