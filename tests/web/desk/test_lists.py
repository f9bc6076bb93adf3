"""The lists of an event at the desk: where they stand, one by one, and who may not read them."""

from __future__ import annotations

import re

import pytest

from tests.day.events import Day
from tests.web.desk.list_desks import ARMY, MIXED, OTHERS, TOO_LARGE, ListDesk
from tests.web.hall import text_of
from tiltyard.day.lists import AmendList, ApproveList, ReturnList, SaveList, WaiveList
from tiltyard.day.people import RegisterPlayer
from tiltyard.engine.rosters.list_reading import digest
from tiltyard.engine.rosters.roster import Entry, Listed, Muster, Roster
from tiltyard.web.army_lists import roster_view


@pytest.fixture
def desk():
    made = ListDesk(players=7)
    made.hands_in(p2=ARMY, p3=OTHERS, p4=MIXED, p5=TOO_LARGE)
    made.day.do(SaveList("p6", ARMY.replace("Hill", "Dune")), "p6")
    yield made
    made.close()


WARBAND = "Name: Fen and Ford\nFaction: Good\nTotal: 119\nArmy\nMarsh Captain (119)\n"
SECRET = ("Fen and Ford", "Good", "Marsh Captain")
"""A list, and what nobody may read in it who does not read lists; nor its 119 points."""


def rows(html: str) -> dict[str, str]:
    """The lines of the overview by the player's name."""
    found = re.findall(r'<li class="list-row">(.*?)</li>', html, re.DOTALL)
    texts = [text_of(one) for one in found]
    return {" ".join(text.split()[:2]): text for text in texts}


# ------------------------------------------------------------------------------------ overview


@pytest.mark.clause("RW-056")
def test_the_overview_says_where_every_list_stands(desk):
    found = rows(desk.page("/lists"))
    assert list(found) == [f"Player {number}" for number in range(2, 9)]
    assert "approved: no errors" in found["Player 2"]
    assert "120 points" in found["Player 2"]
    assert "with errors" in found["Player 4"]
    assert "with errors" in found["Player 5"]
    assert "draft" in found["Player 6"]
    assert "missing" in found["Player 7"]


def test_a_filter_shows_only_lists_that_stand_there(desk):
    assert list(rows(desk.page("/lists?state=errors"))) == ["Player 4", "Player 5"]
    assert list(rows(desk.page("/lists?state=missing"))) == ["Player 7", "Player 8"]
    assert list(rows(desk.page("/lists?state=draft"))) == ["Player 6"]
    assert len(rows(desk.page("/lists?state=nonsense"))) == 7


BY_HAND = {"lists.approval": "by_hand"}


@pytest.fixture
def desk_by_hand():
    made = ListDesk(players=7, options=BY_HAND)
    made.hands_in(p2=ARMY, p3=OTHERS, p4=MIXED, p5=TOO_LARGE)
    yield made
    made.close()


@pytest.mark.clause("AMB-034")
def test_a_list_without_errors_counts_as_approved_and_nobody_is_asked_to(desk):
    assert list(rows(desk.page("/lists?state=approved"))) == ["Player 2", "Player 3"]
    assert "lists without errors" not in desk.reads("/lists")
    text = desk.reads("/lists/p2")
    assert "It has no errors and counts as approved. AMB-034" in text
    assert "Approve this list" not in text
    assert "Return list" in text
    assert "counts as approved" not in desk.reads("/lists/p4")
    assert "Approve despite errors" in desk.reads("/lists/p4")


@pytest.mark.clause("AMB-034")
def test_a_list_somebody_must_approve_waits_until_they_do(desk_by_hand):
    desk = desk_by_hand
    assert "handed in" in rows(desk.page("/lists"))["Player 2"]
    text = desk.reads("/lists/p2")
    assert "counts as approved" not in text
    assert "Approve this list" in text


def test_clean_lists_are_approved_at_once_and_nothing_else(desk_by_hand):
    desk = desk_by_hand
    assert "Approve all 2 lists without errors" in desk.reads("/lists")
    desk.does("approve-clean-lists")
    assert list(rows(desk.page("/lists?state=approved"))) == ["Player 2", "Player 3"]
    assert "without errors" not in desk.reads("/lists")


def test_missing_lists_are_taken_on_paper_all_or_one(desk):
    desk.does("receive-lists-on-paper", players="p8")
    assert list(rows(desk.page("/lists?state=on_paper"))) == ["Player 8"]
    assert "Take the 1 missing list on paper" in desk.reads("/lists")
    desk.does("receive-lists-on-paper")
    assert list(rows(desk.page("/lists?state=on_paper"))) == ["Player 7", "Player 8"]
    assert list(rows(desk.page("/lists?state=draft"))) == ["Player 6"]


def test_a_deadline_is_set_changed_and_taken_away(desk):
    assert "until the start" in desk.reads("/lists")
    desk.does("set-list-deadline", until="2018-11-03T12:30")
    page = desk.page("/lists")
    assert "November 3, 2018, 12:30" in text_of(page)
    assert 'value="2018-11-03T12:30"' in page
    assert "Leaders can still take lists" not in text_of(page)
    desk.day.clock.move(minutes=31)
    assert "Leaders can still take lists" in desk.reads("/lists")
    desk.does("set-list-deadline", until="")
    assert desk.day.event.list_desk.deadline is None


def test_a_deadline_that_is_no_time_is_refused_in_its_field(desk):
    assert desk.refused("set-list-deadline", until="tomorrow")["field"] == "until"
    assert desk.refused("set-list-deadline", until="0001-01-01T00:00+14:00")["field"] == "until"
    assert desk.day.event.list_desk.deadline is None


def test_it_says_how_card_data_is_installed_when_lists_were_read_without(desk):
    text = desk.reads("/lists")
    assert "4 lists were read without card data" in text
    assert "tiltyard catalog add runewars PATH" in text


def test_nobody_is_told_of_card_data_before_a_list_is_there():
    empty = ListDesk(players=2)
    assert "card data" not in empty.reads("/lists")
    empty.close()


@pytest.mark.parametrize(
    ("reveal", "words"),
    [
        ("start", "from the start of the event on"),
        ("cut", "once the cut is made"),
        ("finish", "when the event is over"),
        ("never", "stay secret"),
    ],
)
@pytest.mark.clause("AMB-034")
def test_the_moment_of_the_reveal_is_said_in_words(reveal, words):
    desk = ListDesk(players=2, options={"lists.reveal": reveal})
    assert words in desk.reads("/lists")
    desk.close()


def test_locked_lists_are_said_to_be_locked(desk):
    desk.day.do(ReturnList("p4", "one faction"))
    desk.day.do(ReturnList("p5", "too large"))
    desk.does("receive-lists-on-paper", players="p4,p5,p6")
    desk.begun()
    assert list(rows(desk.page("/lists?state=locked"))) == ["Player 2", "Player 3"]
    assert "locked" in desk.reads("/lists/p2")


# ---------------------------------------------------------------------------------- other pages


def test_people_check_in_and_the_start_gate_know_of_the_lists(desk):
    assert "with errors" in desk.reads("/people")
    assert "List: draft" in desk.reads("/check-in")
    desk.day.check_everybody_in()
    gate = desk.page("/start")
    assert f'href="{desk_path("/lists/p7")}">' in gate
    assert f'href="{desk_path("/lists/p5")}">' in gate
    assert f'href="{desk_path("/lists/p2")}">' not in gate


def desk_path(path: str) -> str:
    return f"/e/cup/desk{path}"


# ------------------------------------------------------------------------------------- one list


def test_a_list_is_read_by_section_with_its_points(desk):
    text = desk.reads("/lists/p2")
    assert "120 of 200 points" in text
    assert "Units 120 points Thorn Guard (40) 60 Old Banner 20 2 × Reed Bows 30 each 60" in text
    assert "Terrain cards 4 Well capacity 3" in text


@pytest.mark.parametrize(("found", "marked"), [("", ["Nobody"]), ("a1", ["Nobody", "b2"])])
def test_only_cards_a_catalogue_could_know_are_marked_as_not_known(found, marked):
    day = Day("xwing-dogfight")
    entries = (
        Entry("ships", Listed("Aster", card="aster")),
        Entry("ships", Listed("Nobody")),
        Entry("obstacles", Listed("a1", card=found)),
        Entry("obstacles", Listed("b2")),
    )
    roster = Roster(musters=(Muster(entries),), catalogue="xwing")
    (muster,) = roster_view(day.event, day.rules, roster)
    cards = [entry.card for section in muster.sections for entry in section.entries]
    assert [one.name for one in cards if not one.known] == marked


@pytest.mark.clause("RW-067")
def test_copies_that_need_marks_are_named(desk):
    assert "To be marked, so that copies can be told apart: 2 × Reed Bows RW-067" in desk.reads(
        "/lists/p2"
    )
    assert "To be marked" not in desk.reads("/lists/p3")


@pytest.mark.clause("AR-046")
def test_copies_of_a_ship_need_marks_too():
    fleet = "Faction: Rebel\nTotal: 60\nShips\nSlow Tug (30)\nSlow Tug (30)\n"
    desk = ListDesk("armada", players=2, tier="premier")
    desk.hands_in(p2=fleet)
    assert "2 × Slow Tug AR-046" in desk.reads("/lists/p2")
    desk.close()


@pytest.mark.clause("RW-048")
def test_what_was_found_is_said_with_its_clause_and_what_to_change(desk):
    text = desk.reads("/lists/p5")
    assert "It costs 220 points. At most 200 are allowed. RW-048 Leave out 20 points" in text
    assert "20 points too many" in text
    assert "It can't be approved with these errors" in text
    assert 'action="/e/cup/do/approve-list"' not in desk.page("/lists/p5")


@pytest.mark.clause("RW-049")
def test_an_error_that_may_be_waived_asks_for_a_reason(desk):
    page = desk.page("/lists/p4")
    assert "Approve despite errors" in page
    assert 'id="approve-reason" name="reason" required' in page
    seen = digest(MIXED)
    assert desk.refused("approve-list", player="p4", digest=seen)["clause"] == "RW-049"
    desk.does("approve-list", player="p4", digest=seen, reason="a card permits it")
    text = desk.reads("/lists/p4")
    assert "Approved although there are errors: a card permits it" in text
    assert "Approved by Olga" in text


@pytest.mark.clause("ME-006")
def test_the_organiser_checks_a_list_and_who_did_it_stands_there():
    desk = ListDesk("middle-earth", players=2, points_limit=600)
    text = "Total: 60\nArmy\nMarsh Captain (60)\n"
    desk.hands_in(p2=text)
    assert "Approve this list" in desk.reads("/lists/p2")
    desk.does("approve-list", player="p2", digest=digest(text))
    assert "Approved by Olga at 12:00" in desk.reads("/lists/p2").replace("\u202f", " ")
    assert "ME-006" in desk.reads("/lists/p2")
    desk.close()


def test_the_form_carries_what_was_looked_at_so_that_a_newer_list_is_not_approved(desk_by_hand):
    desk = desk_by_hand
    page = desk.page("/lists/p2")
    assert f'name="digest" value="{digest(ARMY)}"' in page
    desk.hands_in(p2=OTHERS)
    refused = desk.refused("approve-list", player="p2", digest=digest(ARMY))
    assert "changed since you looked" in refused["message"]


def test_a_list_is_given_back_with_what_to_change(desk):
    told = "It costs 220 points. At most 200 are allowed. Leave out 20 points or more."
    assert f">{told}</textarea>" in desk.page("/lists/p5")
    desk.does("return-list", player="p5", reason="Leave out 20 points or more.")
    text = desk.reads("/lists/p5")
    assert "given back" in text
    assert "Thorn Guard" not in text


@pytest.mark.clause("RW-061")
def test_a_leader_completes_a_list_and_before_and_after_are_shown(desk):
    assert "RW-061" in desk.reads("/lists/p2")
    better = ARMY.replace("Old Banner (20)", "Old Banner (20)\n- Long Horn (0)")
    desk.does("amend-list", player="p2", text=better, reason="the horn is on the table")
    page = desk.page("/lists/p2")
    assert re.search(r'<li class="in">.*?- Long Horn \(0\)</span></li>', page)
    assert 'class="out"' not in page
    text = text_of(page)
    assert "Amendments RW-061" in text
    assert "the horn is on the table" in text
    assert "may have been an advantage" not in text.partition("Complete or correct it")[0]


@pytest.mark.clause("RW-061")
def test_a_list_that_is_put_right_is_checked_before_and_after(desk):
    before = desk.day.event.version
    larger = ARMY.replace("Thorn Guard (40)", "Thorn Guard (141)")
    sent = {"text": larger.replace("\n", "\r\n"), "reason": "two were missing"}
    answer = desk.organizer.post("/e/cup/desk/lists/p2", {**sent, "significant": ("0", "1")})
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    checked = answer.text.partition('id="amendment-checked"')[2]
    assert "It costs 221 points. At most 200 are allowed. RW-048" in text_of(checked)
    assert re.search(r'<li class="in">.*?Thorn Guard \(141\)</span></li>', checked)
    assert 'value="two were missing"' in checked
    assert 'value="1" checked' in checked
    assert "Thorn Guard (141)" in checked.partition("<textarea")[2].partition("</textarea>")[0]
    assert desk.day.event.version == before
    no = desk.refused("amend-list", player="p2", text=larger, reason="two were missing")
    assert "illegal: 221 points, 200 allowed." in no["message"]
    assert desk.day.event.version == before


def test_what_cannot_be_read_as_a_list_is_refused_before_it_is_put_right(desk):
    answer = desk.organizer.post("/e/cup/desk/lists/p2", {"text": '{"pilots": [', "reason": "why"})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert 'value="why"' in answer.text
    assert desk.organizer.post("/e/cup/desk/lists/p99", {"text": ARMY}).status_code == 404


@pytest.mark.clause("AMB-034")
@pytest.mark.parametrize("ruleset", ["armada", "xwing-dogfight", "diskwars"])
def test_other_games_show_no_clause_of_runewars_beside_an_amendment(ruleset):
    desk = ListDesk(ruleset, players=2, tier="premier")
    desk.hands_in(p2="Faction: Order\nTotal: 60\nShips\nSlow Tug (60)\n")
    page = desk.page("/lists/p2")
    amend = text_of(page.partition('id="amend"')[2])
    assert "complete the list from the components in use. AMB-034" in amend
    assert "whether it was cheating." in amend
    assert not {"RW-061", "RW-062"} & set(text_of(page).split())
    desk.close()


@pytest.mark.clause("RW-062")
def test_a_significant_amendment_is_flagged_and_becomes_an_incident(desk):
    assert "may have been an advantage" in desk.reads("/lists/p2")
    desk.does("amend-list", player="p2", text=OTHERS, reason="two bows too many", significant="1")
    assert "may have been an advantage" in desk.reads("/lists/p2").partition("Complete it")[0]
    assert [one.people for one in desk.day.event.incidents.values()] == [("p2",)]


def test_the_text_as_it_came_is_there_and_escaped(desk):
    desk.hands_in(p3=OTHERS.replace("Hill and Ford", "<b>Hill</b> & Ford"))
    page = desk.page("/lists/p3")
    assert "<b>Hill</b>" not in page
    assert "Name: &lt;b&gt;Hill&lt;/b&gt; &amp; Ford" in page


def test_a_leader_hands_in_a_list_for_a_player(desk):
    assert 'action="/e/cup/do/submit-list"' in desk.page("/lists/p7")
    desk.does("submit-list", player="p7", text=ARMY)
    assert "approved: no errors" in rows(desk.page("/lists"))["Player 7"]
    assert 'action="/e/cup/do/submit-list"' not in desk.page("/lists/p7")


def test_a_draft_is_its_players_own(desk):
    page = desk.page("/lists/p6")
    assert "Dune and Ford" not in page
    assert "Only the player sees it" in text_of(page)
    assert 'action="/e/cup/do/submit-list"' not in page


def test_a_list_on_paper_says_that_it_is(desk):
    desk.does("receive-lists-on-paper", players="p7")
    text = desk.reads("/lists/p7")
    assert "This list is on paper" in text
    assert "Approve" not in text


@pytest.mark.clause("AMB-038")
def test_the_total_of_a_list_on_paper_is_noted_with_the_people(desk):
    desk.does("receive-lists-on-paper", players="p7")
    page = desk.page("/lists/p7")
    assert 'href="/e/cup/desk/people?edit=p7#total-p7">Save total</a>' in page
    assert 'id="total-p7" name="total"' in desk.page("/people?edit=p7")
    desk.does("change-player", player="p7", name="Player 7", number="6", total="180")
    assert "180 points Change its total" in desk.reads("/lists/p7")


@pytest.mark.clause("RW-080")
def test_proxies_for_damaged_cards_are_shown_with_what_is_printed_on_them(desk):
    from tiltyard.day.components import MakeProxy

    desk.day.do(ReturnList("p4", "one faction"))
    desk.day.do(ReturnList("p5", "too large"))
    desk.does("receive-lists-on-paper", players="p4,p5,p6")
    desk.begun()
    desk.day.do(MakeProxy("p2", "Thorn Guard", "defence 2"))
    text = desk.reads("/lists/p2")
    assert "Thorn Guard defence 2 Proxy made by Olga, November 3, 2018" in text
    assert "RW-080" in text
    assert "Proxy made by" not in desk.reads("/lists/p3")


# ------------------------------------------------------------------------------------- who reads


@pytest.fixture(scope="module")
def desk_with_readers():
    """An organizer who plays, a scorekeeper, a referee who stays out, and some lists."""
    made = ListDesk("middle-earth", players=4, points_limit=200)
    made.keeper = made.day.appoint("scorekeeper", "Sam")
    made.referee = made.day.appoint("referee", "Rhea")
    made.day.do(RegisterPlayer("Olga", person="p1"))
    made.hands_in(p2=WARBAND, p3=WARBAND, p5=WARBAND.replace("119", "219"))
    yield made
    made.close()


@pytest.mark.parametrize("who", ["organizer who plays", "scorekeeper"])
@pytest.mark.parametrize("path", ["/lists", "/lists/p2", "/lists?state=submitted", "/people"])
def test_who_does_not_read_lists_sees_an_explanation_and_nothing_of_them(
    desk_with_readers, who, path
):
    desk = desk_with_readers
    person = "p1" if "plays" in who else desk.keeper
    page = desk.page(path, person)
    assert not [word for word in SECRET if word in page]
    assert "119" not in text_of(page)
    assert "approve-list" not in page
    assert "return-list" not in page
    assert "amend-list" not in page
    if path.startswith("/lists/p2"):
        assert "Only leaders who don't play read them" in text_of(page)


@pytest.mark.parametrize("who", ["organizer who plays", "scorekeeper"])
def test_who_does_not_read_lists_checks_no_amendment_either(desk_with_readers, who):
    desk = desk_with_readers
    person = "p1" if "plays" in who else desk.keeper
    sent = {"text": WARBAND.replace("Marsh", "Hill"), "reason": "why"}
    page = desk.hall.browser("cup", person).post("/e/cup/desk/lists/p2", sent).text
    assert not [word for word in (*SECRET, "Hill Captain") if word in page]
    assert "amendment-checked" not in page


def test_a_missing_list_and_a_hidden_one_are_explained_the_same_way(desk_with_readers):
    desk = desk_with_readers
    for path in ("/lists/p2", "/lists/p4"):
        assert "Only leaders who don't play read them" in desk.reads(path, desk.keeper)
        assert "No list submitted yet" not in desk.reads(path, desk.keeper)


def test_whether_a_list_has_errors_is_not_told_to_them(desk_with_readers):
    desk = desk_with_readers
    assert "handed in" in rows(desk.page("/lists", desk.keeper))["Player 5"]
    assert "with errors" in rows(desk.page("/lists", desk.referee))["Player 5"]


@pytest.mark.clause("AMB-034")
def test_nor_whether_a_list_counts_as_approved_because_it_has_none():
    clean = {"lists.approval": "clean"}
    desk = ListDesk("middle-earth", players=2, points_limit=200, options=clean)
    desk.hands_in(p2=WARBAND, p3=WARBAND.replace("119", "219"))
    keeper = desk.day.appoint("scorekeeper", "Sam")
    told = rows(desk.page("/lists", keeper))
    assert told["Player 2"].replace("Player 2", "") == told["Player 3"].replace("Player 3", "")
    assert "approved: no errors" in rows(desk.page("/lists"))["Player 2"]
    desk.close()


def test_a_referee_who_stays_out_reads_and_decides(desk_with_readers):
    desk = desk_with_readers
    page = desk.page("/lists/p2", desk.referee)
    assert all(word in page for word in SECRET)
    assert "119 of 200 points" in text_of(page)
    assert 'action="/e/cup/do/approve-list"' in page


def test_a_leader_who_plays_is_sent_to_their_own_page_for_their_own_list(desk_with_readers):
    assert "your own list" in desk_with_readers.reads("/lists/p1")


def test_nobody_keeps_a_copy_of_a_list(desk):
    for path in ("/lists", "/lists/p2", "/list-matters"):
        answer = desk.organizer.get(f"/e/cup/desk{path}")
        assert answer.headers["cache-control"] == "no-store"


def test_there_is_no_list_of_somebody_who_does_not_play(desk):
    assert desk.organizer.get("/e/cup/desk/lists/p1").status_code == 404
    assert desk.organizer.get("/e/cup/desk/lists/p99").status_code == 404


# --------------------------------------------------------------------------- used by both above


def test_an_amendment_shows_what_went_and_what_came_in_order():
    from tiltyard.text.facts import compared

    lines = [(one.kind, one.text) for one in compared("a\nb\nc\n", "a\nd\nc\ne\n")]
    assert lines == [("same", "a"), ("out", "b"), ("in", "d"), ("same", "c"), ("in", "e")]


def test_each_of_several_amendments_shows_its_own_change(desk):
    first = ARMY.replace("Total: 120", "Total: 121")
    desk.day.do(AmendList("p2", first, "first"))
    desk.day.do(AmendList("p2", OTHERS, "second"))
    page = desk.page("/lists/p2")
    assert page.index("second") < page.index("first")
    assert page.count("Total: 121</span>") == 2


def test_an_approved_list_offers_no_second_approval(desk):
    desk.day.do(ApproveList("p2", digest(ARMY)))
    assert 'action="/e/cup/do/approve-list"' not in desk.page("/lists/p2")
    assert 'action="/e/cup/do/return-list"' in desk.page("/lists/p2")


@pytest.mark.clause("RW-056")
def test_an_organizer_waives_a_list_with_a_reason():
    made = ListDesk(players=4, tier="formal")
    try:
        page = made.page("/lists/p2")
        assert "Waive the list" in text_of(page)
        made.day.do(WaiveList("p2", "a beginner"))
        assert "Plays without a list: a beginner" in text_of(made.page("/lists/p2"))
        assert "waived" in rows(made.page("/lists"))["Player 2"]
    finally:
        made.close()
