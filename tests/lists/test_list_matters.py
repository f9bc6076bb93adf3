"""What hangs on lists: who begins, products, conversions, terrain, proxies."""

from dataclasses import replace
from datetime import date

import pytest

from tests.day.army_lists import clean_list
from tests.lists.halls import (
    GATE,
    OLGA,
    approve,
    army,
    hall,
    handed_in,
    started,
)
from tiltyard.day.components import MakeProxy
from tiltyard.day.list_access import errors_of, faction_of, list_total
from tiltyard.day.lists import (
    AmendList,
    DecideConversion,
    LabelTerrain,
    RecordFirstPlayer,
    RequestConversion,
    ReturnList,
    RuleOnProduct,
    SubmitList,
    TossCoin,
)
from tiltyard.day.people import CheckIn
from tiltyard.day.setup import DescribeEvent, StartEvent

# ------------------------------------------------------------------------------------ who begins


@pytest.mark.clause("RW-112", "XW-051", "AR-064", "AMB-038")
@pytest.mark.parametrize(
    ("ruleset", "coin", "chooser"),
    [
        ("runewars", "RW-112", "RW-111"),
        ("xwing-dogfight", "XW-051", "XW-050"),
        ("armada", "AR-064", "AR-063"),
        ("xwing-escalation", "XW-051", "AMB-085"),
    ],
)
def test_the_coin_decides_only_between_equal_totals(ruleset, coin, chooser):
    day, (pia, paul) = started(ruleset)
    day.next_round()
    (game,) = day.games()
    day.refused(TossCoin(game.id), "stranger")
    day.do(TossCoin(game.id), pia)
    assert day.match(game.id).coin in {pia, paul}
    day.refused(TossCoin(game.id), paul, clause=coin, code="coin-fell")
    unequal, (pia, paul) = hall(ruleset)
    unequal.do(SubmitList(pia, clean_list(ruleset)), pia)
    unequal.do(SubmitList(paul, clean_list(ruleset, 41)), paul)
    unequal.do(StartEvent())
    unequal.next_round()
    (game,) = unequal.games()
    unequal.refused(TossCoin(game.id), pia, clause=chooser, says="only when both lists cost")
    assert list_total(unequal.event, unequal.rules, paul, unequal.round) == 41


@pytest.mark.clause("AMB-038")
def test_where_a_total_is_not_known_the_two_may_toss():
    day, (pia, _) = hall("runewars", tier="relaxed")
    day.do(StartEvent())
    day.next_round()
    (game,) = day.games()
    assert list_total(day.event, day.rules, pia, day.round) is None
    day.do(TossCoin(game.id), pia)


@pytest.mark.parametrize("ruleset", ["middle-earth", "diskwars"])
def test_a_game_without_such_a_rule_tosses_no_coin(ruleset):
    day, (pia, _) = started(ruleset)
    day.next_round()
    (game,) = day.games()
    day.refused(TossCoin(game.id), pia, clause=GATE[ruleset], code="tosses-no-coin-who-begins")


@pytest.mark.clause("RW-113")
def test_who_begins_is_noted_with_the_side():
    day, (pia, paul) = started("runewars")
    day.next_round()
    (game,) = day.games()
    day.do(RecordFirstPlayer(game.id, pia, " Red  "), paul)
    assert (day.match(game.id).first_player, day.match(game.id).side) == (pia, "red")
    first = game.players[0]
    day.do(RecordFirstPlayer(game.id, first))
    assert day.match(game.id).first_player == first
    day.refused(RecordFirstPlayer(game.id, "p1"), OLGA, code="first-player-player-not-match")
    day.enter_all()
    day.refused(RecordFirstPlayer(game.id, pia), paul, clause="RW-111", says="over")
    day.refused(TossCoin(game.id), paul, clause="RW-111", says="over")


def test_the_faction_is_that_of_the_list_or_as_it_was_told():
    day, (pia, paul) = handed_in()
    assert faction_of(day.event, pia) == "Rebel"
    day.do(ReturnList(pia, "why"))
    assert faction_of(day.event, pia) == ""
    assert faction_of(day.event, "p99") == ""
    assert faction_of(day.event, paul) == "Rebel"


# --------------------------------------------------------------------------- what belongs to them


@pytest.mark.clause("RW-099", "XW-097", "AR-058")
@pytest.mark.parametrize("ruleset", ["runewars", "xwing-dogfight", "armada"])
def test_the_organizer_says_what_is_legal(ruleset):
    day, _ = hall(ruleset, region="elsewhere")
    clause = day.rules.legality.clause
    day.refused(RuleOnProduct("Core Set", legal=True, reason=""), code="public-reason-needed")
    no = day.refused(
        RuleOnProduct("Core Set", legal=False, reason="why", since=date(2018, 1, 1)), clause=clause
    )
    assert no.field == "since"
    day.refused(RuleOnProduct(" ", legal=True, reason="why"), code="no-name")
    day.do(RuleOnProduct("Core Set", legal=False, reason="not sold here"))
    day.do(RuleOnProduct("Core Set", legal=True, reason="sold now", since=date(2018, 11, 1)))
    ruling = day.event.list_desk.rulings["Core Set"]
    assert (ruling.legal, ruling.since, ruling.reason) == (True, date(2018, 11, 1), "sold now")


@pytest.mark.clause("RW-099")
def test_a_ruling_on_a_product_counts_for_lists_that_name_it():
    day, (pia, _) = handed_in("runewars")
    text = clean_list("runewars").replace("Harrow Guard", "Harrow Guard (Grey Box)")
    day.do(SubmitList(pia, text), pia)
    assert errors_of(day.event, day.rules, army(day, pia)) == ()
    day.do(RuleOnProduct("Grey Box", legal=False, reason="not sold here"))
    assert errors_of(day.event, day.rules, army(day, pia))
    day.refused(StartEvent(), says="has errors")
    day.do(RuleOnProduct("Grey Box", legal=True, reason="sold now"))
    day.do(StartEvent())


@pytest.mark.clause("ME-028", "ME-029")
def test_conversions_are_asked_for_and_answered():
    day, (pia, paul) = hall("middle-earth")
    no = day.refused(RequestConversion(pia, " "), pia, clause="ME-028")
    assert no.field == "description"
    day.refused(RequestConversion(pia, "a rider on foot"), paul)
    day.do(RequestConversion(pia, "a rider on foot"), pia)
    (asked,) = day.event.list_desk.conversions.values()
    assert (asked.id, asked.approved) == ("k1", None)
    day.refused(DecideConversion("k1", approved=True), pia)
    day.refused(
        DecideConversion("k9", approved=True), clause="ME-028", code="nobody-asked-conversion"
    )
    day.do(DecideConversion("k1", approved=False, note="not recognisable"))
    day.do(DecideConversion("k1", approved=True, note="with another shield"))
    decided = day.event.list_desk.conversions["k1"]
    assert (decided.approved, decided.note, decided.decided_by) == (
        True,
        "with another shield",
        OLGA,
    )


def test_other_games_do_not_ask_about_conversions_beforehand():
    day, (pia, _) = hall()
    no = day.refused(
        RequestConversion(pia, "a painted ship"), pia, code="does-not-ask-about-conversions"
    )
    assert no.clause


@pytest.mark.clause("RW-087", "RW-088")
def test_existing_terrain_gets_a_label():
    day, _ = hall("runewars")
    day.do(LabelTerrain("Ruins", 55, ("cover", "deadly", "cover"), {"deadly": 2}))
    piece = day.event.list_desk.terrain["g1"]
    assert (piece.capacity, piece.keywords, piece.values) == (4, ("cover", "deadly"), {"deadly": 2})
    day.do(LabelTerrain("Ruins", 45, piece="g1"))
    assert day.event.list_desk.terrain["g1"].capacity == 2
    day.refused(LabelTerrain("Ruins", 55, ("a", "b", "c")), clause="RW-088")
    day.refused(LabelTerrain("Ruins", 0), clause="RW-087")
    day.refused(LabelTerrain("Ruins", 55, piece="g7"), says="no piece of terrain")
    day.refused(LabelTerrain(" ", 55), code="no-name")
    other, _ = hall()
    no = other.refused(LabelTerrain("Ruins", 55), says="no labels")
    assert no.clause is None  # the document says nothing about it


@pytest.mark.clause("RW-080", "RW-092")
def test_a_proxy_in_a_list_needs_the_proxy_a_leader_made():
    day, (pia, _) = started("runewars")
    text = army(day, pia).text.replace("Harrow Guard", "Harrow Guard [proxy]")
    day.next_round()
    day.refused(AmendList(pia, text, "the card is damaged"), clause="RW-092", says="illegal")
    day.do(MakeProxy(pia, "harrow guard", "the cost"))
    day.do(AmendList(pia, text, "the card is damaged"))
    assert army(day, pia).state == "approved"


@pytest.mark.clause("RW-092", "XW-021", "AR-053")
@pytest.mark.parametrize(
    ("ruleset", "clause"),
    [("runewars", "RW-092"), ("xwing-dogfight", "XW-021"), ("armada", "AR-053")],
)
def test_no_list_with_a_proxy_is_approved(ruleset, clause):
    day, (pia, _) = handed_in(ruleset)
    text = army(day, pia).text
    for name in ("Harrow Guard", "Grey Wing", "Heron Cruiser"):
        text = text.replace(name, f"{name} [proxy]")
    day.do(SubmitList(pia, text), pia)
    day.refused(approve(day, pia, "please"), clause=clause)


def test_a_points_limit_changed_afterwards_is_checked_again():
    day, (pia, _) = handed_in("middle-earth", points_limit=500)
    assert errors_of(day.event, day.rules, army(day, pia)) == ()
    day.do(DescribeEvent(replace(day.event.details, points_limit=400), "less time"))
    assert [one.clause for one in errors_of(day.event, day.rules, army(day, pia))] == ["ME-062"]
    assert day.do(CheckIn(day.register("Late")[0]))
