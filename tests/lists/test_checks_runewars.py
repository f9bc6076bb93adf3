"""Runewars armies: 200 points, one faction, two unique units, four terrain cards, clear names."""

import pytest

from tests.lists.built import army, card, entry, errors, findings, found, roster, roster_of, terrain


def units(*each):
    return tuple(entry(f"Unit {n}", points, section="units") for n, points in enumerate(each))


@pytest.mark.clause("RW-047", "RW-048", "RW-049", "RW-050", "RW-052", "RW-053", "RW-054", "RW-057")
def test_an_army_as_it_should_be_has_nothing_to_put_right():
    assert () == findings("runewars", army())


@pytest.mark.clause("RW-047")
def test_a_player_has_one_army():
    (two,) = found("runewars", roster_of(units(10), units(10), faction=""), "musters-many")

    assert ("error", "RW-047", 2) == (two.severity, two.clause, two.facts["count"])
    assert [] == found("runewars", army(), "musters-many")


@pytest.mark.clause("RW-048")
@pytest.mark.parametrize(("total", "over"), [(0, None), (150, None), (200, None), (201, 1)])
def test_two_hundred_points_and_fewer_are_allowed(total, over):
    built = army(*units(total - total // 2, total // 2), declared=total)
    limit = found("runewars", built, "over-limit")

    assert ([over] if over else []) == [one.facts["over"] for one in limit]
    assert ["RW-048"] * len(limit) == [one.clause for one in limit]


@pytest.mark.clause("RW-048")
def test_upgrades_count_and_terrain_does_not():
    unit = entry("Spearmen", 195, section="units", upgrades=[card("Banner", 6)])
    (over,) = found("runewars", army(unit, declared=201), "over-limit")

    assert 201 == over.facts["total"]


@pytest.mark.clause("RW-048")
def test_one_card_without_points_does_not_hide_the_others():
    built = army(*units(150, 60), entry("Stranger", None, section="units"), declared=None)

    assert 210 == found("runewars", built, "over-limit")[0].facts["total"]
    assert [] == found("runewars", built, "points-not-known")


@pytest.mark.clause("RW-048")
def test_what_nobody_knows_is_said_and_needs_a_total():
    built = army(entry("Stranger", None, section="units"), declared=None)

    assert ["notice"] == [one.severity for one in found("runewars", built, "points-not-known")]
    assert [("total-missing", "RW-057")] == errors("runewars", built)


@pytest.mark.clause("RW-057")
@pytest.mark.parametrize(("declared", "differs"), [(199, True), (200, False), (None, False)])
def test_the_total_is_what_the_cards_add_up_to(declared, differs):
    wrong = found("runewars", army(declared=declared), "total-differs")

    assert differs == bool(wrong)
    assert all(("warning", 199, 200) == (one.severity, *one.facts.values()) for one in wrong)


@pytest.mark.clause("RW-057")
def test_a_list_names_its_units_its_terrain_and_its_total():
    empty = roster(faction="Daqan Lords")

    assert [
        ("total-missing", "RW-057"),
        ("section-missing", "RW-057"),
        ("section-missing", "RW-052"),
    ] == errors("runewars", empty)


@pytest.mark.clause("RW-049")
def test_figures_come_from_one_faction_unless_a_leader_agrees():
    own = entry("Spearmen", 20, section="units", faction="Daqan Lords")
    other = entry("Reanimates", 20, section="units", faction="Waiqar the Undying")
    (mixed,) = found("runewars", army(own, other, declared=40), "factions-mixed")

    assert ("error", "RW-049", True) == (mixed.severity, mixed.clause, mixed.waivable)
    assert "Reanimates" == mixed.where
    assert [] == found("runewars", army(own, own, declared=40), "factions-mixed")


@pytest.mark.clause("RW-049")
def test_a_faction_goes_by_its_other_names():
    own = entry("Spearmen", 20, section="units", faction="Daqan Lords")

    assert [] == errors("runewars", army(own, faction="daqan", declared=20))


@pytest.mark.clause("RW-050")
@pytest.mark.parametrize(("count", "fine"), [(0, True), (2, True), (3, False)])
def test_at_most_two_unique_units(count, fine):
    unique = [entry(f"Hero {n}", 10, section="units", traits=("unique",)) for n in range(count)]
    built = army(*unique, entry("Spearmen", 10, section="units"), declared=10 * count + 10)
    many = found("runewars", built, "too-many-with-trait")

    assert fine == (not many)
    assert all(("error", "RW-050", 3) == (one.severity, one.clause, one.facts["count"])
               for one in many)  # fmt: skip
    assert [] == found("runewars", built, "traits-not-known")


@pytest.mark.clause("RW-050")
@pytest.mark.parametrize(("count", "said"), [(2, 0), (3, 1)])
def test_without_a_catalogue_unique_units_are_only_asked_about_where_it_matters(count, said):
    strangers = [entry(f"Unit {n}", 10, section="units", card="") for n in range(count)]
    built = army(*strangers, declared=10 * count, catalogue="")

    assert said == len(found("runewars", built, "traits-not-known"))
    assert [] == errors("runewars", built)


@pytest.mark.clause("RW-052")
@pytest.mark.parametrize(
    ("count", "code"), [(0, "section-missing"), (3, "too-few"), (4, None), (5, "too-many")]
)
def test_exactly_four_terrain_cards(count, code):
    built = army(pieces=[(f"Piece {n}", 0) for n in range(count)])

    assert ([(code, "RW-052")] if code else []) == errors("runewars", built)


@pytest.mark.clause("RW-053", "RW-054")
@pytest.mark.parametrize(
    ("pieces", "code", "clause"),
    [
        ([("A", 4), ("B", 4), ("C", 2), ("D", 0)], None, None),
        ([("A", 6), ("B", 4), ("C", 2), ("D", 0)], "capacity-over", "RW-053"),
        ([("A", 6), ("B", 2), ("C", 2), ("D", 2)], None, None),
        ([("A", 4), ("A", 4), ("B", 4), ("B", 4)], None, None),
        ([("A", 2), ("A", 2), ("A", 2), ("B", 4)], "too-many-copies", "RW-054"),
    ],
)
def test_rw_t15_capacities_and_copies_of_terrain(pieces, code, clause):
    assert ([(code, clause)] if code else []) == errors("runewars", army(pieces=pieces))


@pytest.mark.clause("RW-053")
def test_the_two_largest_are_named():
    pieces = [("Small", 2), ("Large", 6), ("Wide", 4), ("None", 0)]
    (over,) = found("runewars", army(pieces=pieces), "capacity-over")

    assert ("Large", "Wide", 10) == (over.facts["first"], over.facts["second"], over.facts["sum"])


@pytest.mark.clause("RW-053")
@pytest.mark.parametrize(
    ("known", "code"), [(4, "capacity-not-known"), (None, "capacity-not-known"), (6, None)]
)
def test_a_capacity_nobody_knows_is_said_unless_the_others_are_too_much(known, code):
    pieces = [("A", known), ("B", 4), ("C", None), ("D", 0)]
    every = findings("runewars", army(pieces=pieces))

    assert (["capacity-not-known"] if code else ["capacity-over"]) == [one.code for one in every]


@pytest.mark.clause("RW-054")
def test_names_of_terrain_are_compared_as_people_write_them():
    pieces = [("Dark Wood", 0), ("dark wood", 0), ("Dark-Wood", 0), ("B", 0)]

    assert 3 == found("runewars", army(pieces=pieces), "too-many-copies")[0].facts["count"]


@pytest.mark.clause("RW-058", "RW-060")
def test_rw_ex1_a_name_that_could_be_another_card_is_not_unique():
    pool = ("Arduus Ix'Erebus", "Blade of Arduus")
    short = card("Arduus", 10, card="", could_be=pool)
    full = card("Arduus Ix'Erebus", 10)
    unit = entry("Spearmen", 20, section="units", upgrades=[short])
    (wrong,) = found("runewars", army(unit, declared=30), "name-not-unique", tier="formal")
    clear = army(entry("Spearmen", 20, section="units", upgrades=[full]), declared=30)

    assert ("error", "RW-058", True) == (wrong.severity, wrong.clause, wrong.waivable)
    assert ("Arduus", ", ".join(pool)) == (wrong.facts["name"], wrong.facts["others"])
    assert () == findings("runewars", clear, tier="premier")
    assert [] == found("runewars", army(unit, declared=30), "unknown-card")


@pytest.mark.clause("RW-058")
@pytest.mark.parametrize(("catalogue", "said"), [("cards", 1), ("", 0)])
def test_a_card_the_catalogue_does_not_know_is_only_said_with_one(catalogue, said):
    stranger = entry("Spaermen", 20, section="units", card="", traits=("x",))
    built = army(stranger, declared=20, catalogue=catalogue)

    assert said == len(found("runewars", built, "unknown-card"))


@pytest.mark.clause("RW-092")
@pytest.mark.parametrize(
    ("name", "traits", "is_proxy"),
    [
        ("Spearmen (proxy)", (), True),
        ("PROXY: Spearmen", (), True),
        ("Spearmen", ("proxy",), True),
        ("Proximity Guard", (), False),
        ("Spearmen", ("unique",), False),
    ],
)
def test_no_stand_ins_for_cards(name, traits, is_proxy):
    unit = entry(name, 20, section="units", traits=traits)
    expected = [("proxy-listed", "RW-092")] if is_proxy else []

    assert expected == errors("runewars", army(unit, declared=20))


@pytest.mark.clause("RW-067")
@pytest.mark.parametrize(("count", "said"), [(1, []), (2, [2]), (3, [3])])
def test_copies_of_a_unit_are_to_be_marked(count, said):
    same = [entry("Spearmen", 20, section="units") for _ in range(count)]
    notices = found("runewars", army(*same, declared=20 * count), "copies-to-mark")

    assert said == [one.facts["count"] for one in notices]
    assert all(("notice", "RW-067") == (one.severity, one.clause) for one in notices)


def test_copies_of_terrain_need_no_mark():
    pieces = [("A", 0), ("A", 0), ("B", 0), ("B", 0)]

    assert [] == found("runewars", army(pieces=pieces), "copies-to-mark")


def test_errors_come_first_then_warnings_then_notices():
    same = [entry("Spearmen", 120, section="units") for _ in range(2)]
    built = roster(*same, *terrain(("A", 0)), faction="Daqan Lords", declared=200)

    assert [
        ("over-limit", "error"),
        ("too-few", "error"),
        ("total-differs", "warning"),
        ("copies-to-mark", "notice"),
    ] == [(one.code, one.severity) for one in findings("runewars", built)]
