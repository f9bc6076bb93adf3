"""What belongs to the lists: products, conversions, terrain, cards of the season."""

from __future__ import annotations

import pytest

from tests.web.desk.list_desks import ListDesk
from tests.web.hall import text_of
from tiltyard.day.lists import RequestConversion


@pytest.mark.parametrize(
    ("ruleset", "clause"),
    [
        pytest.param("armada", "AR-058", marks=pytest.mark.clause("AR-058")),
        pytest.param("runewars", "RW-099", marks=pytest.mark.clause("RW-099")),
        pytest.param("xwing-dogfight", "XW-097", marks=pytest.mark.clause("XW-097")),
    ],
)
def test_the_organizer_says_what_is_legal(ruleset, clause):
    desk = ListDesk(ruleset, players=2)
    text = desk.reads("/list-matters")
    assert f"the organizer says what is legal. {clause}" in text
    assert "No ruling of the organizer yet" in text
    desk.does("rule-on-product", product="Old Box", legal="no", reason="not sold here yet")
    desk.does(
        "rule-on-product", product="New Box", legal="yes", since="2018-11-02", reason="sold here"
    )
    text = desk.reads("/list-matters")
    assert "New Box legal from November 2, 2018 on sold here" in text
    assert "Old Box not legal not sold here yet" in text
    desk.close()


def test_a_product_that_is_not_legal_has_no_first_day():
    desk = ListDesk(players=2)
    no = desk.refused(
        "rule-on-product", product="Old Box", legal="no", since="2018-11-02", reason="why"
    )
    assert no["field"] == "since"
    assert desk.refused("rule-on-product", product="Old Box", legal="yes", since="soon", reason="w")
    assert not desk.day.event.list_desk.rulings
    desk.close()


@pytest.mark.clause("DW-093")
def test_a_whole_list_of_legal_products_is_shown():
    desk = ListDesk("diskwars", players=2)
    text = desk.reads("/list-matters")
    assert "Only these are legal: Core Set, Hammer and Hold, Legions of Darkness. DW-093" in text
    desk.close()


@pytest.mark.clause("ME-028")
def test_a_conversion_waits_and_is_allowed_or_not():
    desk = ListDesk("middle-earth", players=3, points_limit=600)
    desk.day.do(RequestConversion("p2", "a captain on foot, arms of the rider"), "p2")
    assert "1 player waits for an answer" not in desk.reads("/list-matters")
    page = desk.page("/list-matters")
    assert "ME-028" in text_of(page)
    assert "a captain on foot, arms of the rider" in page
    assert f"({1})" in text_of(desk.page("/lists"))
    desk.does("rule-on-component", request="k1", allowed="no", note="the banner is not yours")
    text = desk.reads("/list-matters")
    assert "No open questions" in text
    assert "not allowed the banner is not yours Olga" in text
    assert "not allowed" in desk.reads("/lists/p2")
    desk.does("rule-on-component", request="k1", allowed="yes", note="")
    assert "not allowed" not in desk.reads("/lists/p2")
    desk.close()


def test_a_scorekeeper_does_not_read_what_players_convert():
    desk = ListDesk("middle-earth", players=3, points_limit=600)
    keeper = desk.day.appoint("scorekeeper", "Sam")
    desk.day.do(RequestConversion("p2", "a captain on foot"), "p2")
    assert "a captain on foot" in desk.page("/list-matters")
    assert "a captain on foot" not in desk.page("/list-matters", keeper)
    desk.close()


@pytest.mark.clause("RW-065", "RW-093")
def test_questions_about_components_are_noted_and_ruled_on_at_the_desk():
    desk = ListDesk(players=2)
    asked = {"player": "p2", "kind": "conversion", "description": "a giant with two heads"}
    desk.does("ask-about-component", **asked)
    assert "a giant with two heads" in desk.reads("/list-matters")
    desk.does("rule-on-component", request="k1", allowed="yes", note="fits its tray")
    assert "a giant with two heads allowed fits its tray Olga" in desk.reads("/list-matters")
    desk.close()


@pytest.mark.clause("RW-087", "RW-088")
def test_existing_terrain_is_labelled_with_its_capacity_by_diameter():
    desk = ListDesk(players=2)
    text = desk.reads("/list-matters")
    assert "less than 3 inches 0 from 3 to less than 5 inches 2" in text
    assert "from 5 to less than 7 inches 4 from 7 to 9 inches 6" in text
    desk.does("label-terrain", name="Mill", diameter="50", keywords="Cover=2, Hard")
    desk.does("label-terrain", name="Well", diameter="29")
    desk.does("label-terrain", name="Keep", diameter="120", capacity="8")
    no = desk.refused("label-terrain", name="Keep", diameter="120", capacity="")
    assert (no["clause"], no["field"]) == ("AMB-054", "diameter")
    no = desk.refused("label-terrain", name="Mill", diameter="50", keywords="Hard", values__X="2")
    assert no["clause"] == "RW-088"
    text = desk.reads("/list-matters")
    assert "Mill 5 inches · capacity 4 Cover, Hard Cover = 2" in text
    assert "Well 2.9 inches · capacity 0" in text
    assert "Keep 12 inches · capacity 8" in text
    desk.close()


@pytest.mark.clause("RW-089")
def test_the_pieces_of_a_deployment_card_are_added_up_for_every_table():
    desk = ListDesk(players=4, options={"lists.required": "never"})
    desk.does("label-terrain", name="Mill", diameter="50")
    desk.begun()
    card = desk.day.round.cards["deployment"]
    assert "Choose 9 pieces" not in desk.reads(desk.match_of("p2"))
    desk.does("count-terrain", card=card, defensive="5", dangerous="4")
    assert f"{card} 5 4 9" in desk.reads("/list-matters")
    said = "Choose 9 pieces of the labelled terrain in all, whatever their kind. RW-089"
    assert said in desk.reads(desk.match_of("p2"))
    assert said in text_of(desk.hall.browser("cup", "p2").page("/e/cup/me/table"))
    desk.close()


@pytest.mark.clause("RW-102", "RW-103")
def test_the_cards_of_the_season_are_named():
    desk = ListDesk(players=2)
    text = desk.reads("/list-matters")
    assert "deployment RW-102 Unprepared, Meeting Engagement, Maelstrom" in text
    assert "objective RW-103" in text
    desk.close()


@pytest.mark.clause("XW-023")
def test_borrowed_mats_are_laid_on_the_tables_by_lot():
    desk = ListDesk("xwing-dogfight", players=4)
    page = desk.page("/list-matters")
    assert "Borrowed mats XW-023" in text_of(page)
    assert 'action="/e/cup/do/draw-mats"' in page
    desk.does("draw-mats", mats="Deep field\r\nRed nebula\r\n")
    mats = desk.day.event.list_desk.mats
    assert sorted(mats.values()) == ["Deep field", "Red nebula"]
    text = desk.reads("/list-matters")
    assert f"Table Mat 1 {mats['1']} 2 {mats['2']}" in text
    assert desk.refused("draw-mats", mats=" ")["message"]
    assert desk.day.event.list_desk.mats == mats
    desk.close()


def test_where_the_document_knows_no_mats_nothing_is_said_of_them():
    desk = ListDesk(players=2)
    assert "Borrowed mats" not in desk.reads("/list-matters")
    desk.close()
