"""House rules in the browser and the API: refused by their clause, or on every public page."""

from __future__ import annotations

import pytest

from tests.web.api.seeded import Program, give
from tests.web.desk.desks import WebDesk
from tests.web.hall import text_of
from tiltyard.day.setup import AnnounceItem
from tiltyard.web.pages.public.public_pages import PAGES

MARK = "/rules#house-rules"
LINE = "The lead at time that makes a win a full Match Win: 30 instead of 12."
BENT = {"option__full_win_margin": "30", "option__bye__mov": "0"}


@pytest.fixture(scope="module")
def desk():
    made = WebDesk()
    yield made
    made.hall.close()


@pytest.fixture(scope="module")
def bent(desk):
    return desk.opened("Bent", "xwing-dogfight", tier="premier", **BENT)


@pytest.fixture(scope="module")
def plain(desk):
    return desk.opened("Plain", "xwing-dogfight", tier="premier")


@pytest.mark.clause("XW-059", "XW-082")
@pytest.mark.parametrize("tier", ["competitive", "premier"])
def test_the_form_refuses_them_at_official_events_of_the_upper_tiers(desk, tier):
    before = desk.hall.desk.events()
    answer = desk.send_form("Refused", "xwing-dogfight", tier=tier, official="1", **BENT)
    said = text_of(answer.text)
    assert answer.status_code == 422
    assert f"An official {tier.title()} event has no house rules." in said
    assert "full_win_margin (XW-059: 12, not 30)" in said
    assert "make the event unofficial" in said
    assert "XW-082" in said
    assert desk.hall.desk.events() == before


@pytest.mark.clause("XW-059")
def test_an_event_with_house_rules_cannot_be_made_official(desk, bent):
    page = f"/e/{bent}/desk/details"
    form = {"name": "Bent", "date": "2026-11-14", "tier": "premier", "swiss_rounds": "3"}
    options = {"option.full_win_margin": "30", "reason": "the publisher asked"}
    answer = desk.post(page, {**form, **options, "official": "1"})
    assert answer.status_code == 422
    assert "has no house rules" in text_of(answer.text)
    assert not desk.hall.desk.event(bent).details.official


@pytest.mark.clause("XW-059", "XW-100")
@pytest.mark.parametrize("suffix", sorted(PAGES))
def test_every_public_page_carries_the_mark(desk, bent, plain, suffix):
    anybody = desk.hall.browser()
    marked = anybody.page(f"/e/{bent}{suffix}")
    assert "House rules" in text_of(marked)
    if suffix != "/screen":
        assert f'href="/e/{bent}{MARK}"' in marked
    unmarked = anybody.page(f"/e/{plain}{suffix}")
    assert MARK not in unmarked
    assert LINE not in text_of(unmarked)


@pytest.mark.clause("XW-059", "XW-082")
def test_the_list_stands_on_the_rules_page_and_the_big_screen(desk, bent, plain):
    anybody = desk.hall.browser()
    for suffix in ("/rules", "/screen"):
        said = text_of(anybody.page(f"/e/{bent}{suffix}"))
        assert LINE in said
        assert "Margin of victory of a bye: 0 instead of 150." in said
    assert "No house rules." in text_of(anybody.page(f"/e/{plain}/rules"))


@pytest.mark.clause("XW-100")
def test_the_start_gate_asks_for_them(desk, bent):
    gate = desk.owner.page(f"/e/{bent}/desk/start")
    assert "The house rules of this event" in text_of(gate)
    assert LINE in gate  # what the organizer is offered to say
    desk.do(bent, AnnounceItem("house_rules", LINE))
    assert "The house rules of this event" not in _gate(desk, bent)


def _gate(desk, event):
    page = desk.owner.page(f"/e/{event}/desk/start")
    start = page.index('id="start-gate"')
    return text_of(page[start : page.index("</section>", start)].partition("</ul>")[0])


@pytest.mark.clause("XW-059", "XW-082")
def test_programs_read_the_same_list(desk, bent, plain):
    program = Program(desk.hall)
    rules = program.get(f"/api/v1/events/{bent}").json()["house_rules"]
    assert [(one["option"], one["clause"]) for one in rules] == [
        ("bye.mov", "XW-082"),
        ("full_win_margin", "XW-059"),
    ]
    assert rules[1] == {
        "option": "full_win_margin",
        "clause": "XW-059",
        "document": "12",
        "event": "30",
        "text": LINE,
    }
    assert program.get(f"/api/v1/events/{plain}").json()["house_rules"] == []


@pytest.mark.clause("XE-004")
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("60", "Round 3 can't last 60 minutes."),
        ("40, 80", "Round 4 can't last 80 minutes."),
        ("40,80,100", "Round 4 can't last 100 minutes."),
        ("50,70,90,131", "Round 4 can't last 131 minutes."),
        ("fifty", "such as 50,70,90,120"),
    ],
)
def test_the_form_has_a_length_for_each_round_of_escalation(desk, typed, said):
    answer = desk.send_form("Escalating", "xwing-escalation", option__clock__swiss=typed)
    assert answer.status_code == 422
    assert said in text_of(answer.text)
    event = desk.create("Escalating", "xwing-escalation", option__clock__swiss="40,80,100,110")
    assert desk.hall.desk.event(event).details.options == {"clock.swiss": [40, 80, 100, 110]}


@pytest.mark.clause("DW-045", "AMB-108")
def test_the_form_keeps_the_elimination_rounds_of_diskwars(desk):
    form = {"cut": "4", "option__clock__elimination": "60"}
    answer = desk.send_form("Disks", "diskwars", **form)
    assert answer.status_code == 422
    assert "Only a custom structure may change clock.elimination." in text_of(answer.text)
    event = desk.create("Disks", "diskwars", structure="custom", **form)
    assert desk.hall.desk.event(event).details.options == {"clock.elimination": [60]}


@pytest.mark.clause("RW-042", "RW-043", "AR-033", "AR-034")
@pytest.mark.parametrize(("ruleset", "game"), [("runewars", "Runewars"), ("armada", "X-Wing")])
def test_the_rules_page_says_whose_playmats_are_used(desk, ruleset, game):
    anybody = desk.hall.browser()
    usual = desk.opened(f"Mats of {ruleset}", ruleset)
    said = text_of(anybody.page(f"/e/{usual}/rules"))
    assert f"it must be an official FFG {game} playmat." in said
    own = desk.opened(f"Own mats of {ruleset}", ruleset, option__mats="players")
    said = text_of(anybody.page(f"/e/{own}/rules"))
    assert f"Only official FFG {game} playmats are allowed." in said
    assert "Whose playmats are used" in said
    assert MARK not in anybody.page(f"/e/{own}")


@pytest.mark.clause("RW-138", "AMB-052")
@pytest.mark.parametrize(("cut", "bracket"), [("2", False), ("4", True)])
def test_a_cut_to_two_lists_no_round_before_the_final(desk, cut, bracket):
    event = desk.opened(f"Top {cut}", "runewars", structure="custom", swiss_rounds="3", cut=cut)
    said = text_of(desk.hall.browser().page(f"/e/{event}/rules"))
    assert "Final 140 minutes RW-138" in said
    assert bracket == ("Elimination rounds 90 minutes RW-137" in said)


@pytest.mark.clause("XW-059")
def test_the_api_refuses_them_too(desk):
    event = desk.create("By program", "xwing-dogfight", tier="premier")
    details = {
        "name": "By program",
        "ruleset": "xwing-dogfight",
        "date": "2026-11-14",
        "tier": "premier",
        "swiss_rounds": 3,
        "official": True,
        "options": {"full_win_margin": 30},
    }
    give(desk.hall, "houserules", event, "p1", "staff")
    program = Program(desk.hall, "houserules")
    answer = program.act("describe-event", {"details": details}, event)
    assert answer.status_code == 422, answer.text
    assert answer.json()["clause"] == "XW-059"
    fine = program.act("describe-event", {"details": {**details, "options": {}}}, event)
    assert fine.status_code == 200, fine.text
