"""What a document says a list must contain: an error where it is enforced, else a warning."""

from dataclasses import replace

import pytest

from tests.day.army_lists import clean_list
from tests.lists.built import army as runewars_army
from tests.lists.built import disks, entry, errors, fleet, found, squad
from tests.lists.halls import approve, army, hall
from tiltyard.day.list_access import counts_as_approved, errors_of
from tiltyard.day.lists import SubmitList
from tiltyard.day.setup import StartEvent
from tiltyard.engine.rosters.checks import check_roster
from tiltyard.engine.rosters.circumstances import Circumstances
from tiltyard.rulesets.loader import load
from tiltyard.service.list_reading import reader

TIERS = {
    "runewars": ("relaxed", "formal", "premier"),
    "armada": ("relaxed", "formal", "premier"),
    "xwing-dogfight": ("casual", "competitive", "premier"),
    "xwing-escalation": ("casual", "competitive", "premier"),
    "diskwars": ("casual", "competitive", "premier"),
}
FACTION = {
    "runewars": "RW-049",
    "armada": "AR-039",
    "xwing-dogfight": "XW-036",
    "xwing-escalation": "XE-011",
    "diskwars": "DW-022",
}
TOTAL = {"runewars": "RW-057", "armada": "AR-042", "xwing-dogfight": "XW-037"}
GAMES_AND_TIERS = [
    pytest.param(ruleset, tier, place, id=f"{ruleset}-{tier}")
    for ruleset, tiers in TIERS.items()
    for place, tier in enumerate(tiers)
]


def said_of(ruleset, text, tier=""):
    """Return code, severity, clause and whether a leader may waive it, of a list as text."""
    rules = load(ruleset)
    _, roster = reader()(rules, text, "plain")
    every = check_roster(roster, rules, Circumstances(tier=tier, points_limit=500))
    return [(one.code, one.severity, one.clause, one.waivable) for one in every]


def as_bad(place):
    """Return how bad it is in the tier at this place, and whether it may be waived."""
    return ("error", True) if place else ("warning", False)


@pytest.mark.clause("RW-049", "AR-039", "XW-036", "XE-011", "DW-022")
@pytest.mark.parametrize(("ruleset", "tier", "place"), GAMES_AND_TIERS)
def test_a_list_names_its_faction(ruleset, tier, place):
    lines = clean_list(ruleset).splitlines()
    nameless = "\n".join(line for line in lines if not line.startswith("Faction"))
    severity, waivable = as_bad(place)

    missing = [one for one in said_of(ruleset, nameless, tier) if one[0] == "faction-missing"]

    assert missing == [("faction-missing", severity, FACTION[ruleset], waivable)]
    assert not any(one[1] == "error" for one in said_of(ruleset, clean_list(ruleset), tier))


@pytest.mark.clause("RW-049")
@pytest.mark.parametrize(("tier", "place"), [("relaxed", 0), ("formal", 1), ("premier", 2)])
@pytest.mark.parametrize("faction", ["Klingon", "Daqan & Waiqar", "Dakan"])
def test_a_faction_nobody_knows_is_no_faction(tier, place, faction):
    text = clean_list("runewars").replace("Daqan Lords", faction)
    severity, waivable = as_bad(place)

    unknown = [one for one in said_of("runewars", text, tier) if one[0] == "faction-not-known"]

    assert unknown == [("faction-not-known", severity, "RW-049", waivable)]


@pytest.mark.clause("RW-049")
@pytest.mark.parametrize(
    "faction", ["Daqan Lords", "daqan", "WAIQAR", "Latari", "Uthuk Y'llan", "uthuk yllan"]
)
def test_a_known_faction_goes_by_any_of_its_names(faction):
    text = clean_list("runewars").replace("Daqan Lords", faction)

    assert not any(one[1] == "error" for one in said_of("runewars", text, "premier"))


@pytest.mark.clause("RW-049")
def test_card_data_may_know_a_faction_that_the_ruleset_does_not():
    own = entry("Raiders", 200, section="units", faction="New Folk")

    assert [] == errors("runewars", runewars_army(own, faction="New Folk"), tier="formal")


@pytest.mark.clause("RW-049", "XE-011")
@pytest.mark.parametrize(
    ("ruleset", "unit", "times"),
    [("runewars", "Harrow Guard", 1), ("xwing-escalation", "Grey Wing", 4)],
)
def test_without_card_data_somebody_looks_whether_it_is_one_faction(ruleset, unit, times):
    text = clean_list(ruleset)
    own = "Daqan Lords" if ruleset == "runewars" else "Rebel"
    marked = text.replace(unit, f"{unit} [faction: {own}]")
    notice = ("factions-unclear", "notice", FACTION[ruleset], False)

    assert [one for one in said_of(ruleset, text) if one[0] == notice[0]] == [notice] * times
    assert "factions-unclear" not in [one[0] for one in said_of(ruleset, marked)]


@pytest.mark.clause("RW-049")
def test_units_of_two_factions_are_an_error_in_every_tier():
    text = clean_list("runewars").replace(
        "(190)\nTerrain", "(100)\nDead Guard [faction: Waiqar] (90)\nTerrain"
    )

    for tier in TIERS["runewars"]:
        assert ("factions-mixed", "error", "RW-049", True) in said_of("runewars", text, tier)


@pytest.mark.clause("RW-057", "AR-042", "XW-037")
@pytest.mark.parametrize("ruleset", TOTAL)
@pytest.mark.parametrize("off", [-1, 1])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_the_total_is_what_the_cards_add_up_to(ruleset, off, place):
    text = clean_list(ruleset)
    usual = int(text.split("Total: ")[1].splitlines()[0])
    wrong = text.replace(f"Total: {usual}", f"Total: {usual + off}")
    severity, waivable = as_bad(place)

    every = said_of(ruleset, wrong, TIERS[ruleset][place])

    assert ("total-differs", severity, TOTAL[ruleset], waivable) in every
    assert "total-differs" not in [one[0] for one in said_of(ruleset, text, TIERS[ruleset][place])]


@pytest.mark.clause("RW-047", "AR-042", "XW-037", "DW-019")
@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize(
    ("ruleset", "clause"),
    [("runewars", "RW-047"), ("armada", "AR-042"), ("xwing-dogfight", "XW-037"),
     ("diskwars", "DW-019")],
)  # fmt: skip
def test_what_is_unique_is_there_once(ruleset, clause, place):
    hero = entry("Hero", 10, section="units" if ruleset == "runewars" else "ships",
                 traits=("unique",))  # fmt: skip
    other = entry("Hero", 10, section=hero.section, traits=("unique",), type="another ship")
    built = {
        "runewars": lambda *units: runewars_army(*units, declared=None),
        "armada": fleet,
        "xwing-dogfight": squad,
        "diskwars": _with_disks,
    }[ruleset]
    severity, waivable = as_bad(place)
    tier = TIERS[ruleset][place]

    (twice,) = found(ruleset, built(hero, hero), "unique-twice", tier=tier)

    assert (twice.severity, twice.clause, twice.waivable) == (severity, clause, waivable)
    assert [] == found(ruleset, built(hero), "unique-twice", tier=tier)
    assert [] == found(ruleset, built(hero, other), "unique-twice", tier=tier)


def _with_disks(*more):
    whole = disks()
    muster = whole.musters[0]
    added = tuple(replace(one, section="disks", group=1) for one in more)
    return replace(whole, musters=(replace(muster, entries=(*muster.entries, *added)),))


@pytest.mark.clause("XW-037")
def test_a_unique_pilot_needs_no_card_data_if_the_list_marks_it():
    text = "Faction: Rebel\nTotal: 60\nDash Brisk [unique] (30)\nDash Brisk [unique] (30)\n"

    assert ("unique-twice", "error", "XW-037", True) in said_of(
        "xwing-dogfight", text, "competitive"
    )


@pytest.mark.clause("RW-058", "RW-060")
@pytest.mark.parametrize(
    ("written", "clear"),
    [
        ("Arduus", False),
        ("arduus", False),
        ("Arduus Ix'Erebus", True),
        ("Arduus (Arduus Hero Expansion)", True),
    ],
)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_the_name_of_the_document_is_unclear_even_without_card_data(written, clear, place):
    text = clean_list("runewars").replace(
        "Harrow Guard (190)", f"Harrow Guard (180)\n- {written} (10)"
    )
    severity, waivable = as_bad(place)

    every = said_of("runewars", text, TIERS["runewars"][place])

    unclear = [one for one in every if one[0] == "name-not-unique"]
    assert unclear == ([] if clear else [("name-not-unique", severity, "RW-058", waivable)])


# ------------------------------------------------------------------------------- at an event


FLEET_WITHOUT = "\n".join(
    line for line in clean_list("armada").splitlines() if not line.startswith(("Obst", "Damage"))
)


@pytest.mark.clause("AR-042", "AMB-034")
@pytest.mark.parametrize("tier", ["formal", "premier"])
def test_a_fleet_without_obstacles_is_not_approved_but_a_leader_may_waive_it(tier):
    day, (pia, paul) = hall("armada", tier=tier)
    day.do(SubmitList(pia, FLEET_WITHOUT), pia)
    day.do(SubmitList(paul, clean_list("armada")), paul)

    assert not counts_as_approved(day.event, day.rules, army(day, pia))
    assert counts_as_approved(day.event, day.rules, army(day, paul))
    day.refused(StartEvent(), clause="AR-042", says="has errors")
    no = day.refused(approve(day, pia), clause="AR-042", says="only allowed with a reason")
    assert no.field == "reason"
    day.do(approve(day, pia, "both lie on the table"))
    assert errors_of(day.event, day.rules, army(day, pia)) == ()
    assert army(day, pia).note == "both lie on the table"
    day.do(StartEvent())


@pytest.mark.clause("AR-042")
def test_a_relaxed_event_only_warns():
    day, (pia, _) = hall("armada", tier="relaxed")
    day.do(SubmitList(pia, FLEET_WITHOUT), pia)

    assert counts_as_approved(day.event, day.rules, army(day, pia))
    day.do(StartEvent())
