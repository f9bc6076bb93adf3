"""Products that a list names itself: bans, pools and dates of the documents, without card data."""

from datetime import date

import pytest

from tests.day.army_lists import clean_list
from tests.lists.halls import army, hall
from tiltyard.day.list_access import counts_as_approved, errors_of, findings_of
from tiltyard.day.lists import RuleOnProduct, SubmitList
from tiltyard.day.setup import StartEvent
from tiltyard.engine.options import with_options
from tiltyard.engine.rosters.catalogue import Card, Catalogue
from tiltyard.engine.rosters.checks import check_roster
from tiltyard.engine.rosters.circumstances import Circumstances, ProductRuling
from tiltyard.engine.rosters.legality import same_product
from tiltyard.engine.rosters.resolve import resolved
from tiltyard.engine.rosters.roster import Product
from tiltyard.formats.lists.plain import read_plain
from tiltyard.rulesets.loader import load
from tiltyard.service.list_reading import reader

UNITS = {
    "runewars": "Harrow Guard",
    "armada": "Heron Cruiser",
    "xwing-dogfight": "Grey Wing",
    "xwing-escalation": "Grey Wing",
    "diskwars": "Shield Bearer",
}


def with_product(ruleset, product):
    """A list without errors whose first unit says which product it is from."""
    unit = UNITS[ruleset]
    return clean_list(ruleset).replace(unit, f"{unit} [product: {product}]", 1)


def said_of(rules, text, **circumstances):
    _, roster = reader()(rules, text, "plain")
    every = check_roster(roster, rules, Circumstances(**circumstances))
    return [(one.code, one.severity, one.clause) for one in every if "product" in one.code]


# ------------------------------------------------------------------------- the 2014 Worlds weekend


@pytest.mark.clause("XW-094", "AMB-073")
@pytest.mark.parametrize("ruleset", ["xwing-dogfight", "xwing-escalation"])
@pytest.mark.parametrize(
    "product",
    [
        "YT-2400 Freighter",
        "YT-2400 Freighter Expansion Pack",
        "yt 2400 freighter expansion",
        "YT2400",
        "X-Wing: YT-2400 Expansion Pack",
        "VT-49 Decimator Expansion Pack",
        "VT-49 DECIMATOR",
        "Decimator",
    ],
)
def test_a_list_that_names_a_banned_expansion_is_kept_out_of_the_2014_worlds(ruleset, product):
    text = with_product(ruleset, product)
    worlds = with_options(load(ruleset), {"legality.worlds_2014": True})

    assert ("product-banned", "error", "XW-094") in said_of(worlds, text)
    assert [] == [one for one in said_of(load(ruleset), text) if one[1] == "error"]


@pytest.mark.clause("XW-094")
@pytest.mark.parametrize("product", ["Core Set", "YT-1300", "Rebel Aces Expansion Pack"])
def test_other_expansions_are_fine_at_the_2014_worlds(product):
    worlds = with_options(load("xwing-dogfight"), {"legality.worlds_2014": True})
    text = with_product("xwing-dogfight", product)

    assert [] == [one for one in said_of(worlds, text) if one[1] == "error"]


@pytest.mark.clause("XW-094")
@pytest.mark.parametrize(
    ("type_", "banned"), [("YT-2400", True), ("VT-49 Decimator", True), ("X-Wing", False)]
)
def test_a_ship_of_a_banned_expansion_is_banned_by_its_type(type_, banned):
    worlds = with_options(load("xwing-dogfight"), {"legality.worlds_2014": True})
    text = clean_list("xwing-dogfight").replace("Grey Wing", f"Grey Wing [type: {type_}]")

    expected = [("product-banned", "error", "XW-094")] if banned else []
    assert expected == said_of(worlds, text)


@pytest.mark.clause("XW-094")
def test_a_list_with_a_banned_ship_is_not_approved_unless_the_organizer_allows_it():
    day, (pia, paul) = hall("xwing-dogfight", options={"legality.worlds_2014": True})
    day.do(SubmitList(pia, with_product("xwing-dogfight", "VT-49 Decimator")), pia)
    day.do(SubmitList(paul, clean_list("xwing-dogfight")), paul)

    assert not counts_as_approved(day.event, day.rules, army(day, pia))
    day.refused(StartEvent(), clause="XW-094", says="has errors")
    day.do(RuleOnProduct("VT-49 Decimator Expansion Pack", legal=True, reason="the office agreed"))
    assert errors_of(day.event, day.rules, army(day, pia)) == ()
    day.do(StartEvent())


# --------------------------------------------------------------------------------------- Diskwars


@pytest.mark.clause("DW-029", "DW-093")
@pytest.mark.parametrize(
    ("product", "legal"),
    [
        ("Core Set", True),
        ("core", True),
        ("Warhammer: Diskwars Core Set", True),
        ("Hammer and Hold", True),
        ("HAMMER & HOLD", True),
        ("Legions of Darkness Expansion", True),
        ("Diskwars - Legions of Darkness", True),
        ("Dragons of Ulthuan", False),
        ("Legions", False),
        ("Core Set of another game", False),
    ],
)
@pytest.mark.parametrize("tier", ["casual", "competitive", "premier"])
def test_diskwars_is_played_with_three_products(product, legal, tier):
    text = with_product("diskwars", product)
    expected = [] if legal else [("product-not-listed", "error", "DW-093")]

    assert expected == said_of(load("diskwars"), text, tier=tier)


@pytest.mark.clause("DW-029")
@pytest.mark.parametrize("card", ["Five", "A12", "Ford"])
def test_cards_of_the_battlefield_come_from_legal_products_too(card):
    text = clean_list("diskwars")
    wrong = text.replace(card, f"{card} [product: Fan Pack]", 1)

    assert [("product-not-listed", "error", "DW-093")] == said_of(load("diskwars"), wrong)
    assert [] == said_of(load("diskwars"), text)


@pytest.mark.clause("DW-093")
def test_the_organizer_may_allow_another_product():
    rules, text = load("diskwars"), with_product("diskwars", "Fan Pack")

    assert [] == said_of(rules, text, rulings={"FAN": ProductRuling(legal=True)})
    own = with_product("diskwars", "Core")
    assert [("product-ruled-out", "error", "DW-029")] == said_of(
        rules, own, rulings={"core": ProductRuling(legal=False)}
    )


# ------------------------------------------------------------------------------------ releases


@pytest.mark.clause("RW-094", "AR-055", "XW-096")
@pytest.mark.parametrize(
    ("ruleset", "clause"),
    [("runewars", "RW-096"), ("armada", "AR-057"), ("xwing-dogfight", "XW-096")],
)
def test_a_product_nobody_knows_is_a_notice_and_legal(ruleset, clause):
    text = with_product(ruleset, "Promo of the Winter")

    assert [("product-not-known", "notice", clause)] == said_of(
        load(ruleset), text, date=date(2018, 1, 1)
    )


@pytest.mark.clause("RW-094", "AR-055")
@pytest.mark.parametrize(
    ("ruleset", "product"),
    [
        ("runewars", "Lord Hawthorne"),
        ("runewars", "Ankaur Maro Hero Expansion Pack"),
        ("runewars", "OP Kit Q4 2017"),
        ("armada", "Star Wars: Armada Core Set"),
        ("xwing-dogfight", "Core Set"),
    ],
)
def test_what_the_document_names_is_known(ruleset, product):
    assert [] == said_of(load(ruleset), with_product(ruleset, product), date=date(2018, 1, 1))


RELEASED = date(2018, 10, 25)


@pytest.mark.clause("RW-096", "RW-097", "RW-098", "AR-057")
@pytest.mark.parametrize(
    ("ruleset", "tier", "day", "clause"),
    [
        ("runewars", "premier", date(2018, 11, 4), "RW-097"),
        ("runewars", "premier", date(2018, 11, 5), ""),
        ("runewars", "formal", date(2018, 10, 24), "RW-096"),
        ("runewars", "formal", date(2018, 10, 25), ""),
        ("armada", "premier", date(2018, 10, 24), "AR-057"),
        ("armada", "premier", date(2018, 10, 25), ""),
    ],
)
def test_a_recorded_release_decides_from_when_on_a_product_is_legal(ruleset, tier, day, clause):
    hall_, (pia, _) = hall(ruleset, tier=tier, date=day)
    hall_.do(SubmitList(pia, with_product(ruleset, "Hero Box")), pia)
    (unknown,) = [
        one for one in findings_of(hall_.event, hall_.rules, army(hall_, pia))
        if one.code == "product-not-known"
    ]  # fmt: skip
    assert unknown.severity == "notice"
    hall_.do(RuleOnProduct("hero box", legal=True, reason="the legality page", released=RELEASED))

    every = errors_of(hall_.event, hall_.rules, army(hall_, pia))

    assert [clause] * bool(clause) == [one.clause for one in every]
    (ruling,) = hall_.event.list_desk.rulings.values()
    assert ruling.reason == "the legality page"  # where the date is from stays with it


@pytest.mark.clause("RW-098")
def test_a_release_and_a_first_legal_day_are_not_both_given():
    day, _ = hall("runewars", tier="premier")
    both = RuleOnProduct("Box", legal=True, reason="w", since=RELEASED, released=RELEASED)
    day.refused(both, clause="RW-096", says="from which day on")
    day.refused(RuleOnProduct("Box", legal=False, reason="w", released=RELEASED))
    day.refused(RuleOnProduct("Box", legal=True, reason="w", released=date.max), says="no such day")


@pytest.mark.clause("RW-099", "AR-058")
def test_elsewhere_the_organizer_is_asked_about_a_product_the_list_names():
    text = with_product("runewars", "Hero Box")

    assert [("ask-about-product", "notice", "RW-099")] == said_of(
        load("runewars"), text, region="elsewhere", date=RELEASED
    )


@pytest.mark.clause("RW-096")
@pytest.mark.parametrize(("day", "legal"), [(date(2018, 10, 24), False), (RELEASED, True)])
def test_card_data_dates_a_product_however_the_list_writes_it(day, legal):
    rules = load("runewars")
    cards = (Card("spearmen", "Spearmen", "entry", points=20, section="units"),)
    data = Catalogue("runewars", "data", cards, (Product("Rune Golems Unit Expansion", RELEASED),))
    text = with_product("runewars", "the rune-golems expansion pack")
    roster = resolved(read_plain(text, rules), data, rules)

    wrong = [one.code for one in check_roster(roster, rules, Circumstances(date=day))]

    assert ("product-too-new" in wrong) is not legal
    assert "product-not-known" not in wrong


@pytest.mark.clause("ME-025")
def test_middle_earth_asks_about_no_product():
    text = clean_list("middle-earth").replace("of the Ford", "of the Ford [product: Any Box]")

    assert [] == said_of(load("middle-earth"), text, points_limit=500)


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("Hero Box Expansion Pack", "hero-box", True),
        ("The Hero Box", "HERO BOX", True),
        ("X-Wing Expansion Pack", "X-Wing", True),
        ("X-Wing", "Y-Wing", False),
        ("★★", "★★", True),
        ("★★", "★", False),
    ],
)
def test_names_of_products_are_compared_as_people_write_them(first, second, same):
    assert same_product(first, second, load("xwing-dogfight").legality) is same
