"""What is legal when: by release, tier and place, by name, by what the organizer ruled."""

from dataclasses import replace
from datetime import date

import pytest

from tests.lists.built import army, disks, entry, errors, findings, fleet, found, roster, squad
from tiltyard.engine.options import with_options
from tiltyard.engine.rosters.circumstances import Circumstances, ProductRuling
from tiltyard.engine.rosters.legality import first_legal_day, product_legal_on
from tiltyard.engine.rosters.roster import Product
from tiltyard.rulesets.loader import load

THURSDAY, FRIDAY = date(2018, 10, 11), date(2018, 10, 12)
BOX = Product("Hero Box", THURSDAY)
LAW = "legal"


def with_products(built, *products, cards=()):
    """The same list, every entry (or these) from the products."""
    names = tuple(one.name for one in products)
    muster = built.musters[0]
    entries = tuple(
        replace(one, card=replace(one.card, products=names))
        if not cards or one.card.name in cards
        else one
        for one in muster.entries
    )
    return replace(built, musters=(replace(muster, entries=entries),), products=products)


def army_from(*products):
    return with_products(army(), *products, cards=("Spearmen",))


@pytest.mark.clause("RW-096", "RW-097", "AMB-051")
@pytest.mark.parametrize(
    ("released", "tier", "day", "clause"),
    [
        (THURSDAY, "premier", date(2018, 10, 21), "RW-097"),
        (THURSDAY, "premier", date(2018, 10, 22), LAW),
        (THURSDAY, "formal", date(2018, 10, 11), LAW),
        (THURSDAY, "formal", date(2018, 10, 10), "RW-096"),
        (THURSDAY, "relaxed", date(2018, 10, 11), LAW),
        (THURSDAY, "relaxed", date(2018, 10, 10), "RW-096"),
        (FRIDAY, "premier", date(2018, 10, 22), "RW-097"),
        (FRIDAY, "premier", date(2018, 10, 23), LAW),
    ],
)
def test_rw_t16_release_and_eleven_days_for_premier(released, tier, day, clause):
    built = army_from(Product("Hero Box", released))
    expected = [] if clause is LAW else [("product-too-new", clause)]

    assert expected == errors("runewars", built, tier=tier, date=day)


@pytest.mark.clause("RW-097", "AMB-051")
def test_a_finding_says_from_when_on():
    (new,) = found("runewars", army_from(BOX), "product-too-new", tier="premier", date=THURSDAY)

    assert {"card": "Spearmen", "product": "Hero Box", "since": "2018-10-22"} == new.facts
    assert date(2018, 10, 22) == first_legal_day(BOX, load("runewars"), "premier")
    assert first_legal_day(Product("Old Box"), load("runewars"), "premier") is None


def test_nothing_is_claimed_without_a_date_a_release_or_a_catalogue():
    assert () == findings("runewars", army_from(BOX), tier="premier")
    assert () == findings("runewars", army_from(Product("Promo")), date=date(2010, 1, 1))
    assert () == findings("runewars", army(), date=date(2010, 1, 1))
    assert () == findings("armada", fleet(), date=date(2010, 1, 1))


@pytest.mark.clause("XW-096", "AR-057")
@pytest.mark.parametrize(
    ("ruleset", "clause", "tier"),
    [("xwing-dogfight", "XW-096", "premier"), ("armada", "AR-057", "premier")],
)
@pytest.mark.parametrize(("day", "fine"), [(THURSDAY, True), (date(2018, 10, 10), False)])
def test_others_are_legal_on_the_day_of_release(ruleset, clause, tier, day, fine):
    whole = squad(entry("Pilot", 20)) if ruleset.startswith("xwing") else fleet()
    built = with_products(whole, BOX, cards=("Pilot", "Corvette"))

    assert ([] if fine else [("product-too-new", clause)]) == errors(
        ruleset, built, tier=tier, date=day
    )


def test_one_legal_product_is_enough():
    old, new = Product("Core Set", date(2017, 1, 1)), Product("New Box", date(2030, 1, 1))

    assert [] == errors("runewars", army_from(new, old), date=THURSDAY)
    assert [("product-too-new", "RW-096")] == errors("runewars", army_from(new), date=THURSDAY)


def test_of_several_products_the_earliest_is_named():
    late, soon = Product("Late", date(2031, 1, 1)), Product("Soon", date(2030, 1, 1))
    (new,) = found("runewars", army_from(late, soon), "product-too-new", date=THURSDAY)

    assert ("Soon", "2030-01-01") == (new.facts["product"], new.facts["since"])


# -------------------------------------------------------------------------- rulings and regions


@pytest.mark.clause("RW-099", "XW-097", "AR-058")
@pytest.mark.parametrize(
    ("ruleset", "clause"),
    [("runewars", "RW-099"), ("xwing-dogfight", "XW-097"), ("armada", "AR-058")],
)
def test_outside_north_america_the_organizer_is_asked(ruleset, clause):
    verdict = product_legal_on(BOX, load(ruleset), Circumstances(region="elsewhere", date=FRIDAY))

    assert (None, "ask-about-product", clause) == (verdict.legal, verdict.code, verdict.clause)


@pytest.mark.clause("RW-099")
def test_all_products_to_ask_about_are_one_notice():
    first, second = Product("Box 1", THURSDAY), Product("Box 2", date(2031, 1, 1))
    units = [
        entry(f"Unit {n}", 10, section="units", products=(box.name,))
        for n, box in enumerate((first, second))
    ]
    built = replace(army(*units, declared=20), products=(first, second))
    (asked,) = findings("runewars", built, region="elsewhere", date=THURSDAY)

    assert ("notice", "RW-099", "Box 1, Box 2") == (
        asked.severity, asked.clause, asked.facts["products"]
    )  # fmt: skip


@pytest.mark.clause("RW-099", "XW-097", "AR-058", "AMB-051")
@pytest.mark.parametrize("region", ["north_america", "elsewhere"])
@pytest.mark.parametrize(
    ("ruling", "code"),
    [
        (ProductRuling(legal=True), None),
        (ProductRuling(legal=True, since=date(2018, 10, 1)), None),
        (ProductRuling(legal=True, since=date(2018, 10, 2)), "product-too-new"),
        (ProductRuling(legal=False), "product-ruled-out"),
    ],
)
def test_what_the_organizer_ruled_comes_before_every_date(region, ruling, code):
    every = findings(
        "runewars",
        army_from(BOX),
        tier="premier",
        date=date(2018, 10, 1),
        region=region,
        rulings={"hero box": ruling},
    )

    dated = code == "product-too-new" and region == "north_america"
    assert ([(code, "error", "RW-097" if dated else "RW-099")] if code else []) == [
        (one.code, one.severity, one.clause) for one in every
    ]


def test_a_ruling_from_a_day_on_says_nothing_of_an_event_without_a_date():
    ruling = ProductRuling(legal=True, since=date(2018, 10, 2))

    assert () == findings("runewars", army_from(BOX), rulings={"Hero Box": ruling})


# ----------------------------------------------------------------------------- bans and whitelists


@pytest.mark.clause("XW-093")
@pytest.mark.parametrize(("trait", "fine"), [("epic", False), ("huge", False), ("large", True)])
def test_cards_with_the_epic_icon_are_not_legal(trait, fine):
    built = squad(entry("Transport", 30, traits=(trait,)))

    assert ([] if fine else [("card-banned", "XW-093")]) == errors("xwing-dogfight", built)


@pytest.mark.clause("XW-093")
def test_the_organizer_may_allow_even_an_epic_card():
    transport = entry("Transport", 30, traits=("epic",), products=("Hero Box",))
    built = replace(squad(transport), products=(BOX,))

    assert [("card-banned", "XW-093")] == errors("xwing-dogfight", built)
    assert [] == errors("xwing-dogfight", built, rulings={"Hero Box": ProductRuling(legal=True)})


@pytest.mark.clause("XW-094", "AMB-073")
@pytest.mark.parametrize(
    ("product", "banned"),
    [
        ("YT-2400 Freighter Expansion Pack", True),
        ("VT-49 Decimator Expansion Pack", True),
        ("YT-2400 Freighter", True),
        ("Core Set", False),
    ],
)
@pytest.mark.parametrize("ruleset", ["xwing-dogfight", "xwing-escalation"])
def test_two_expansions_are_banned_at_the_2014_world_championship(ruleset, product, banned):
    rules = load(ruleset)
    worlds = with_options(rules, {"legality.worlds_2014": True})
    box = Product(product, date(2014, 10, 1))
    day = Circumstances(date=date(2014, 11, 6))

    assert product_legal_on(box, rules, day).legal
    assert (not banned) == product_legal_on(box, worlds, day).legal
    if banned:
        assert "XW-094" == product_legal_on(box, worlds, day).clause


@pytest.mark.clause("DW-029", "DW-093")
@pytest.mark.parametrize(
    ("product", "fine"),
    [
        ("Core Set", True),
        ("Warhammer: Diskwars Core Set", True),
        ("Hammer and Hold", True),
        ("Legions of Darkness", True),
        ("Fan Expansion", False),
    ],
)
def test_only_three_products_of_diskwars_are_legal(product, fine):
    built = with_products(disks(), Product(product), cards=("Disk 0",))

    assert ([] if fine else [("product-not-listed", "DW-093")]) == errors("diskwars", built)


@pytest.mark.clause("ME-025")
def test_middle_earth_knows_no_release_dates():
    captain = entry("Captain", 100, section="army", products=("Hero Box",))
    built = replace(roster(captain), products=(BOX,))

    day = {"date": date(2010, 1, 1), "points_limit": 500}
    assert () == findings("middle-earth", built, **day)
    assert () == findings("middle-earth", built, **day, region="elsewhere")
