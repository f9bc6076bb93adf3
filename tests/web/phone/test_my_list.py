"""My list on the phone: checked before it is handed in, and what is said of it at every moment."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest

from tests.day.events import RULESETS
from tests.web.hall import text_of
from tests.web.phone.listed import ARMIES, LIST, SQUAD, phones_with_lists
from tests.web.phone.phones import CUP, ME
from tiltyard.day.components import RuleOnComponent
from tiltyard.day.list_access import list_of
from tiltyard.day.lists import (
    AmendList,
    ApproveList,
    DecideConversion,
    ReturnList,
    SaveList,
    SetListDeadline,
    SubmitList,
)
from tiltyard.day.rounds import MakeCut
from tiltyard.engine.rosters.list_reading import digest, seal
from tiltyard.web.pages.phone.my_list import composed, empty_form, form_of

P = "p2"


def checked(phones, **fields):
    """The page after `Check list`."""
    answer = phones.phone(P).post(LIST, fields)
    assert answer.status_code == 200, answer.text
    return answer.text


def army_of(phones, player=P):
    return list_of(phones.day.event, player)


def offered(page, act):
    """The fields of the form that does an act."""
    found = re.search(rf'action="/e/{CUP}/do/{act}".*?</form>', page, flags=re.DOTALL)
    assert found, act
    pairs = re.findall(r'name="(\w+)" value="([^"]*)"', found[0])
    return {name: unescape(value) for name, value in pairs if name not in {"form_token", "next"}}


# ---------------------------------------------------------------------- before the start


@pytest.mark.clause("XW-037")
def test_who_has_handed_in_nothing_is_told_that_it_is_asked_for():
    phones = phones_with_lists()
    said = phones.reads(P, LIST)
    assert "missing" in said
    assert "Every player submits a list before the event starts. XW-037" in said
    assert "List missing" in phones.reads(P)


@pytest.mark.clause("AR-036", "RW-046", "RW-059")
@pytest.mark.parametrize(
    ("ruleset", "clauses"), [("armada", ["AR-036"]), ("runewars", ["RW-046", "RW-059"])]
)
def test_the_document_says_how_to_come_with_a_list(ruleset, clauses):
    said = phones_with_lists(ruleset).reads(P, LIST)
    assert "bring it filled in or come early to write one." in said
    assert all(clause in said for clause in clauses)
    assert ("how to name a unit or card" in said) == (ruleset == "runewars")


@pytest.mark.clause("AMB-034", "AR-041")
@pytest.mark.parametrize(("tier", "asked"), [("relaxed", False), ("formal", True)])
def test_some_tiers_ask_for_lists_and_others_only_take_them(tier, asked):
    phones = phones_with_lists("armada", tier=tier)
    said = phones.reads(P, LIST)
    assert ("before the event starts. AR-041" in said) == asked
    assert ("A list is optional at this event." in said) != asked
    assert "Check list" in said
    assert ("optional, not submitted" in phones.reads(P)) != asked


def test_a_pasted_list_is_read_back_before_anything_is_recorded():
    phones = phones_with_lists()
    before = phones.day.event.version
    page = checked(phones, way="text", text=SQUAD)
    said = text_of(page)
    assert "Is this your list?" in said
    assert "Read as: plain text. Nothing has been submitted yet." in said
    assert "Aster of the Ninth 26 29 Steady Hand 3" in said
    assert "Steady Hand 3" in said
    assert "58 of 100" in said
    assert phones.day.event.version == before
    assert army_of(phones) is None

    phones.does(P, "submit-list", **offered(page, "submit-list"))
    assert army_of(phones).state == "submitted"
    assert army_of(phones).text == SQUAD
    page = phones.phone(P).page(LIST)
    said = text_of(page)
    at = army_of(phones).at
    times = re.findall(r'<time datetime="([^"]+)">', page)  # the script writes them as readers do
    assert times == [f"{at.astimezone().date()}", at.isoformat()]
    assert "It has no errors and counts as approved. AMB-034" in said
    assert "Submit another list" in said
    assert "List approved: no errors" in phones.reads(P)


def test_a_list_without_a_script_goes_the_same_way():
    phones = phones_with_lists()
    fields = offered(checked(phones, way="text", text=SQUAD.replace("\n", "\r\n")), "submit-list")
    answer = phones.phone(P).post(f"/e/{CUP}/do/submit-list", {**fields, "next": LIST})
    assert (answer.status_code, answer.headers["location"]) == (303, LIST)
    assert "The list of Player 2 is handed in." in phones.reads(P, LIST)
    assert army_of(phones).text == SQUAD


def test_a_draft_is_kept_gone_on_with_and_handed_in():
    phones = phones_with_lists()
    page = checked(phones, way="text", text=SQUAD)
    phones.does(P, "save-list", **offered(page, "save-list"))
    assert army_of(phones).state == "draft"
    page = phones.phone(P).page(LIST)
    assert "Only you can read your draft." in text_of(page)
    assert "Aster of the Ninth (26)" in unescape(page.partition("data-list-text>")[2])
    fields = offered(page, "submit-list")
    assert "text" not in fields
    phones.does(P, "submit-list", **fields)
    assert (army_of(phones).state, army_of(phones).text) == ("submitted", SQUAD)
    with pytest.raises(AssertionError, match="save-list"):
        offered(checked(phones, way="text", text=SQUAD + "More (1)\n"), "save-list")


@pytest.mark.clause("XW-035", "XW-036")
def test_errors_are_seen_with_the_way_out_and_a_leader_decides():
    phones = phones_with_lists()
    heavy = SQUAD.replace("(26)", "(96)").replace("Rebel", "Scum").replace("58", "128")
    page = checked(phones, way="text", text=heavy)
    said = text_of(page)
    assert "XW-035" in said
    assert "XW-036" in said
    assert "128 of 100" in said
    assert "You can submit it anyway. A judge" in said
    assert "Submit with errors" in said
    assert said.index("XW-035") < said.index("Submit with errors")
    phones.does(P, "submit-list", **offered(page, "submit-list"))
    assert "with errors" in phones.reads(P, LIST)


def test_what_cannot_be_read_comes_back_as_it_was_typed():
    phones = phones_with_lists()
    before = phones.day.event.version
    for text in ("", "   ", '{"pilots": [', "x" * 70_000):
        answer = phones.phone(P).post(LIST, {"way": "text", "text": text})
        assert answer.status_code == 422, text[:20]
        assert 'role="alert"' in answer.text
        assert unescape(answer.text).count(text.strip()[:60_000]) >= 1
    assert phones.day.event.version == before


def test_a_hostile_list_is_only_text():
    phones = phones_with_lists()
    bad = '</textarea><script>alert(1)</script>" onload="x'
    page = checked(phones, way="text", text=f"Name: {bad}\n{SQUAD}{bad} (1)\n- {bad} (2)\n")
    assert "<script>alert" not in page
    assert 'onload="x' not in page
    assert "&lt;script&gt;alert(1)" in page


# ---------------------------------------------------------------------- typed by section


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_box_of_the_form_is_read_as_its_section(ruleset):
    """One invented card in each box; the text made of them is read into the same places."""
    phones = phones_with_lists(ruleset, cut=None if ruleset == "middle-earth" else 4)
    view = phones.hall.site.view(CUP)
    boxes = [box for part in empty_form(view).parts for box in part.boxes]
    fields = {box.field: f"Thing of {box.field}\r\n" for box in boxes}
    page = checked(phones, way="typed", name="Mine", faction="Rebel", **fields)
    text = offered(page, "submit-list")["text"]
    form, roster = phones.day.desk.read_list(phones.day.rules, text, "")
    assert (form, roster.name, roster.faction) == ("plain", "Mine", "Rebel")
    read = {
        entry.card.name: (place, entry.section, entry.group)
        for place, muster in enumerate(roster.musters, start=1)
        for entry in muster.entries
    }
    assert read == {
        f"Thing of {box.field}": (int(box.field.split(".")[1]), box.section.id, box.group)
        for box in boxes
    }
    assert composed(form_of(view, roster)) == text


@pytest.mark.clause("XE-018", "XE-014")
def test_escalation_is_typed_as_four_squads():
    phones = phones_with_lists("xwing-escalation")
    page = phones.phone(P).page(LIST)
    titles = re.findall(r"<legend>(.*?)</legend>", page)
    assert titles == [
        f"Squad {number}, up to {points} points"
        for number, points in enumerate((60, 90, 120, 150), start=1)
    ]
    fields = {f"cards.{n}.ships": "Aster (20) #a\n" + "Wing (18)\n" * n for n in range(1, 5)}
    totals = {f"total.{n}": str(20 + 18 * n) for n in range(1, 5)}
    said = text_of(checked(phones, way="typed", faction="Rebel", **fields, **totals))
    assert all(f"{20 + 18 * n} of {30 * (n + 1)}" in said for n in range(1, 5))
    three = {name: value for name, value in fields.items() if ".4." not in name}
    said = text_of(checked(phones, way="typed", faction="Rebel", **three, **totals))
    assert "XE-018" in said


@pytest.mark.clause("DW-025", "DW-019")
@pytest.mark.parametrize("cut", [None, 4])
def test_diskwars_has_regiments_and_a_reserve_of_its_own_before_a_cut(cut):
    page = phones_with_lists("diskwars", cut=cut).phone(P).page(LIST)
    labels = re.findall(r'<label for="cards[^"]*">(.*?) <a class="clause"', page)
    assert labels[:2] == ["Regiment 1", "Regiment 2"]
    assert ("Reserve regiment" in labels) == bool(cut)
    assert ("Command cards of the reserve" in labels) == bool(cut)


@pytest.mark.clause("DW-019", "DW-084")
def test_diskwars_asks_for_no_points_and_says_how_a_race_is_written():
    phones = phones_with_lists("diskwars")
    form = phones.reads(P, LIST).partition("Type it section by section")[2]
    assert "nobody asks for points" in form
    assert "with its points in brackets" not in form
    assert "Name of the disk [race: Dwarf]" in form
    assert "DW-084" in form
    assert 'name="total.1"' not in phones.phone(P).page(LIST)
    fields = {"cards.1.disks.1": "Old Bear [race: Dwarf]\n", "cards.1.disks.2": "Fox\n"}
    page = checked(phones, way="typed", faction="Order", **fields)
    text = offered(page, "submit-list")["text"]
    _, roster = phones.day.desk.read_list(phones.day.rules, text, "")
    assert [one.type for one in roster.musters[0].cards] == ["Dwarf", ""]


def test_where_points_count_sections_without_them_say_so():
    phones = phones_with_lists()
    page = phones.phone(P).page(LIST)
    form = text_of(page).partition("Type it section by section")[2]
    assert "with its points in brackets" in form
    assert "[race:" not in form
    assert 'name="total.1"' in page
    assert form.count("Names only: nothing here costs points.") == 1
    assert form.index("Asteroids") < form.index("Names only")


def test_a_form_without_a_card_is_no_list():
    phones = phones_with_lists()
    answer = phones.phone(P).post(LIST, {"way": "typed", "faction": "Rebel", "name": "Mine"})
    assert answer.status_code == 422
    assert "There is no list to check." in text_of(answer.text)
    assert 'value="Mine"' in answer.text
    assert "<option selected>Rebel</option>" in answer.text


# ---------------------------------------------------------------------- what leaders say


def test_a_list_given_back_says_why_and_can_be_handed_in_again():
    phones = phones_with_lists()
    day = phones.day
    day.do(SubmitList(P, SQUAD), P)
    day.do(ReturnList(P, "The lens is missing its points."))
    said = phones.reads(P, LIST)
    assert "Olga returned it." in said
    assert "The lens is missing its points." in said
    assert "Check list" in said
    assert "List given back" in phones.reads(P)
    day.do(SubmitList(P, SQUAD), P)
    assert "The lens is missing" not in phones.reads(P, LIST)


def test_an_approved_list_says_by_whom():
    phones = phones_with_lists()
    phones.day.do(SubmitList(P, SQUAD), P)
    phones.day.do(ApproveList(P, digest(SQUAD)))
    assert "Olga has checked and approved it." in phones.reads(P, LIST)


def test_after_the_deadline_only_a_list_that_was_given_back_comes_in():
    phones = phones_with_lists()
    day = phones.day
    day.do(SetListDeadline(day.clock.now() + timedelta(minutes=30)))
    assert "Submit it by November 3, 2018" in phones.reads(P, LIST)
    day.do(SubmitList("p3", SQUAD), "p3")
    day.clock.move(minutes=30)
    assert "Check list" in phones.reads(P, LIST)
    day.clock.move(seconds=1)
    said = phones.reads(P, LIST)
    assert "Ask a judge, they can still take yours." in said
    assert "Check list" not in said
    day.do(ReturnList("p3", "points"))
    assert "Check list" in phones.reads("p3", LIST)


# ---------------------------------------------------------------------- from the start on


@pytest.mark.clause("XW-038", "RW-055", "AR-040")
@pytest.mark.parametrize(
    ("ruleset", "clause"),
    [("xwing-dogfight", "XW-038"), ("runewars", "RW-055"), ("armada", "AR-040")],
)
def test_from_the_start_on_the_list_is_locked_under_its_seal(ruleset, clause):
    phones = phones_with_lists(ruleset)
    day = phones.day
    text = ARMIES[ruleset]
    day.do(SubmitList(P, text), P)
    day.do(ApproveList(P, digest(text), "fine"))
    assert clause in phones.reads(P, LIST)
    day.begin()
    said = phones.reads(P, LIST)
    assert "locked" in said
    assert f"it stays the same for the whole event. {clause}" in said
    assert "Check list" not in said
    assert seal(day.event.seed, CUP, P, text) in said
    assert army_of(phones).seal in said
    assert day.event.seed not in said
    assert "List locked" in phones.reads(P)
    refused = phones.phone(P).do(CUP, "submit-list", player=P, text=text)
    assert refused.json()["refused"]["clause"] == clause


@pytest.mark.clause("AR-040")
def test_a_list_on_paper_stays_the_same_from_the_start_on():
    phones = phones_with_lists("armada", tier="formal")
    phones.day.take_lists_on_paper()
    said = phones.reads(P, LIST)
    assert "The desk has your list on paper." in said
    assert "Check list" in said
    phones.day.begin()
    said = phones.reads(P, LIST)
    assert "It stays the same for the whole event. AR-040" in said
    assert "Check list" not in said


@pytest.mark.clause("DW-024")
def test_a_list_of_diskwars_says_the_same():
    said = phones_with_lists("diskwars").reads(P, LIST)
    assert "From then on you play the same list for the whole event. DW-024" in said


@pytest.mark.clause("RW-061", "RW-062")
def test_an_amendment_is_shown_with_what_was_before_and_why():
    phones = phones_with_lists("runewars")
    day, text = phones.day, ARMIES["runewars"]
    day.do(SubmitList(P, text), P)
    day.do(ApproveList(P, digest(text), "fine"))
    day.begin()
    after = text.replace("Old Banner", "New Banner")
    broken = army_of(phones).seal
    day.do(AmendList(P, after, "The other banner is on the table.", significant=True))
    said = phones.reads(P, LIST)
    assert "1 amendment" in said
    assert "The other banner is on the table." in said
    assert "RW-061" in said
    assert "may have been an advantage RW-062" in said
    assert "Old Banner" in said
    assert "New Banner 20" in said
    assert seal(day.event.seed, CUP, P, after) in said
    assert f"The seal of the list before it: {broken}" in said
    assert army_of(phones).amendments[0].seal == broken == seal(day.event.seed, CUP, P, text)
    assert broken not in phones.hall.browser(CUP, "p1").get(f"/e/{CUP}/desk/lists/{P}").text


@pytest.mark.clause("RW-061")
def test_an_amendment_before_the_start_broke_no_seal():
    phones = phones_with_lists("runewars")
    phones.day.do(SubmitList(P, ARMIES["runewars"]), P)
    phones.day.do(AmendList(P, ARMIES["runewars"].replace("Old", "New"), "another banner"))
    said = phones.reads(P, LIST)
    assert "1 amendment" in said
    assert "The seal of the list before it" not in said


@pytest.mark.parametrize(("ruleset", "clause"), [("armada", "AMB-034"), ("diskwars", "AMB-034")])
def test_an_amendment_in_another_game_names_no_clause_of_runewars(ruleset, clause):
    phones = phones_with_lists(ruleset)
    text = "Faction: Order\nTotal: 90\nShips\nSlow Tug (90)\n"
    phones.day.do(SubmitList(P, text), P)
    phones.day.do(AmendList(P, text.replace("Slow", "Fast"), "it is another", significant=True))
    said = phones.reads(P, LIST)
    assert f"it is another” {clause}" in said
    assert not {"RW-061", "RW-062"} & set(said.split())


SQUADS = "Faction: Rebel\n" + "".join(
    f"Squad {number}\nTotal: {20 + 18 * number}\nShips\nAster (20) #a\n"
    + "".join(f"Wing (18) #w{one}\n" for one in range(number))
    for number in range(1, 5)
)


@pytest.mark.clause("XE-006", "XE-008", "AMB-085")
def test_escalation_says_which_squad_is_played_now():
    phones = phones_with_lists("xwing-escalation", players=8, cut=4)
    day = phones.day
    for player in day.event.entrants:
        day.do(SubmitList(player, SQUADS), player)
    day.begin()
    for number in range(1, 5):
        day.next_round()
        said = phones.reads(P, LIST)
        assert f"In this round you play squad {number}." in said
        assert f"Its total, {20 + 18 * number}, decides who may choose who begins. AMB-085" in said
        assert "XE-006" in said
        day.enter_all()
    day.do(MakeCut())
    day.next_round()
    said = phones.reads(P, LIST)
    assert "In this round you play squad 4." in said
    assert "XE-008" in said


@pytest.mark.clause("DW-021", "DW-046")
def test_diskwars_leaves_the_reserve_aside_until_the_bracket():
    phones = phones_with_lists("diskwars", players=8, swiss_rounds=2, cut=4)
    day = phones.day
    for player in day.event.entrants:
        day.do(SubmitList(player, disks()), player)
        day.do(ApproveList(player, digest(disks()), "fine"))
    day.begin()
    day.next_round()
    said = phones.reads(P, LIST)
    assert "Sits out this round: Reserve regiment, Command cards of the reserve." in said
    assert "DW-021" in said
    assert "DW-046" not in said
    day.enter_all()
    day.play_round()
    day.do(MakeCut())
    day.next_round()
    said = phones.reads(P, LIST)
    assert "In this round you play the whole list, with everything in reserve." in said
    assert "Left aside" not in said
    assert "DW-046" in said


def disks():
    """An army of Diskwars: two regiments, a reserve, all cards."""
    parts = ["Faction: Order", "Disks", "Regiment 1", "Old Bear (20)", "Regiment 2", "Fox (20)"]
    parts += ["Command cards", "Charge", "Scenario cards", *(f"Scene {n}" for n in range(5))]
    parts += ["Deployment cards", *(f"Place {n}" for n in range(12))]
    parts += ["Terrain cards", *(f"Ground {n}" for n in range(5))]
    parts += ["Reserve regiment", "Hare (20)", "Command cards of the reserve", "Hold"]
    return "\n".join(parts) + "\n"


# ---------------------------------------------------------------------- conversions, and privacy


@pytest.mark.clause("ME-028", "ME-029")
def test_a_conversion_is_asked_for_and_answered():
    phones = phones_with_lists("middle-earth")
    said = "A captain with another shield"
    phones.does(P, "ask-about-component", player=P, kind="conversion", description=said)
    assert "waiting for an answer" in phones.reads(P, LIST)
    assert "another shield" not in phones.reads("p3", LIST)
    phones.day.do(DecideConversion("k1", approved=False, note="The shield is not official."))
    said = phones.reads(P, LIST)
    assert "not allowed The shield is not official. ME-028" in said


@pytest.mark.clause("AR-044", "AR-054")
def test_a_player_asks_about_a_component_and_reads_the_ruling():
    phones = phones_with_lists("armada")
    asked = {"player": P, "kind": "third_party", "description": "An engraved range ruler"}
    phones.does(P, "ask-about-component", **asked)
    assert "waiting for an answer" in phones.reads(P, LIST)
    phones.day.do(RuleOnComponent("k1", allowed=True, note="It is exact."))
    assert "allowed It is exact. AR-054" in phones.reads(P, LIST)
    assert "engraved" not in phones.reads("p3", LIST)


def test_nobody_else_reads_it_here_and_nobody_keeps_it():
    phones = phones_with_lists()
    phones.day.do(SaveList(P, SQUAD), P)
    answer = phones.phone(P).get(LIST)
    assert answer.headers["cache-control"] == "no-store"
    assert "Aster of the Ninth" in answer.text
    assert "Aster of the Ninth" not in phones.phone("p3").page(LIST)
    assert phones.hall.browser(CUP, "p1").get(LIST).status_code == 403
    posted = phones.phone(P).post(LIST, {"way": "text", "text": SQUAD})
    assert posted.headers["cache-control"] == "no-store"


def test_the_page_of_a_player_has_only_a_line_for_it():
    phones = phones_with_lists()
    phones.day.do(SubmitList(P, SQUAD), P)
    page = phones.phone(P).page(ME)
    assert f'<a href="{LIST}">List</a> <span class="quiet">approved: no errors' in page
    assert "Aster" not in page
