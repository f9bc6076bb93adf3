"""An event's own deployments and objectives: by Event Outline, or at the relaxed tier."""

from __future__ import annotations

import json

import pytest

from tests.cli.event_desk import Terminal
from tests.day.events import NOON, Day, running
from tests.pairing.events import by_lot
from tests.paper.asking import words
from tests.web.desk.desks import WebDesk
from tests.web.hall import text_of
from tiltyard.day.as_tournament import as_tournament
from tiltyard.day.rounds import SetCards
from tiltyard.engine import flow
from tiltyard.engine.errors import Refused
from tiltyard.engine.options import typed_value, with_options
from tiltyard.paper.view import PaperView
from tiltyard.rulesets.loader import load
from tiltyard.text.refusals import fix_text

RAIDS = ["Night Raid", "River Crossing", "Ambush at Dawn", "Siege Lines", "The Old Road"]
RELICS = ["Hold the Shrine", "Carry the Relic"]
OPTIONS = {"draws.deployment.cards": RAIDS, "draws.objective.cards": RELICS}
DEPLOYMENTS, OBJECTIVES = (load("runewars").options[name] for name in OPTIONS)


def drawn(day: Day, rounds: int) -> dict[str, list[str]]:
    for _ in range(rounds):
        day.play_round()
    return {
        kind: [one.cards[kind] for one in day.event.rounds] for kind in ("deployment", "objective")
    }


@pytest.mark.clause("RW-104", "RW-107", "RW-109", "AMB-050")
@pytest.mark.parametrize(
    "tier",
    [
        pytest.param({"tier": "relaxed"}, id="relaxed"),
        pytest.param({"tier": "formal", "outline": True}, id="formal by outline"),
        pytest.param({"tier": "premier", "outline": True}, id="premier by outline"),
    ],
)
def test_rounds_draw_the_events_own_cards_from_the_same_bags(tier):
    day = running(players=8, swiss_rounds=6, options=OPTIONS, **tier)
    found = drawn(day, 6)

    assert sorted(RAIDS) == sorted(found["deployment"][:5])
    assert sorted(RELICS) == sorted(found["objective"][:2]) == sorted(found["objective"][2:4])


@pytest.mark.clause("RW-104")
@pytest.mark.parametrize("tier", ["formal", "premier"])
@pytest.mark.parametrize("option", list(OPTIONS))
@pytest.mark.parametrize("official", [True, False])
def test_without_an_outline_the_upper_tiers_draw_the_cards_of_the_season(tier, option, official):
    with pytest.raises(Refused) as no:
        Day(tier=tier, official=official, options={option: OPTIONS[option]})

    assert no.value.clause == "RW-104"
    assert no.value.field == option
    assert "Event Outline" in fix_text(no.value)


@pytest.mark.clause("RW-104")
def test_the_cards_of_the_season_themselves_are_no_departure():
    season = ["Maelstrom", "Unprepared", "Meeting Engagement"]
    Day(tier="premier", options={"draws.deployment.cards": season})
    with pytest.raises(Refused) as no:
        Day(tier="premier", options={"draws.deployment.cards": season[:2]})
    assert no.value.clause == "RW-104"


@pytest.mark.clause("RW-104", "RW-109", "AMB-050")
def test_a_card_drawn_at_the_table_is_one_of_the_outline():
    day = running(tier="formal", outline=True, options=OPTIONS)
    day.play_round()
    first = day.event.rounds[0].cards["deployment"]
    day.draw()
    refused = day.refused(SetCards({"deployment": "Maelstrom"}, "drawn by hand"), clause="RW-104")
    assert "Night Raid" in fix_text(refused)
    day.refused(SetCards({"deployment": first}, "drawn by hand"), clause="RW-109")
    other = next(card for card in RAIDS if card not in {first, day.event.draft.cards["deployment"]})
    day.do(SetCards({"deployment": other}, "drawn by hand"))
    assert day.event.draft.cards["deployment"] == other

    relaxed = running(tier="relaxed", options=OPTIONS)
    relaxed.draw()
    relaxed.do(SetCards({"deployment": "Maelstrom"}, "we agreed"))  # nothing binds a relaxed event


@pytest.mark.clause("RW-104")
@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("Night Raid, River Crossing", ["Night Raid", "River Crossing"]),
        ("Night Raid; Halt, Who Goes There", ["Night Raid", "Halt, Who Goes There"]),
        ("7, Siege Lines", ["7", "Siege Lines"]),
        ("none", []),
    ],
)
def test_cards_are_typed_with_commas_or_semicolons(typed, cards):
    assert typed_value(DEPLOYMENTS, typed) == cards
    rules = with_options(load("runewars"), {"draws.deployment.cards": cards})
    assert rules.draws["deployment"].own == tuple(cards)


@pytest.mark.clause("RW-104")
@pytest.mark.parametrize(
    "value",
    [
        "Night Raid",
        ["Night Raid", "night raid"],
        ["Night Raid", ""],
        [3],
        ["x" * 81],
        [f"card {number}" for number in range(101)],
    ],
)
def test_what_is_no_list_of_different_cards_is_refused(value):
    with pytest.raises(Refused) as no:
        with_options(load("runewars"), {"draws.objective.cards": value})
    assert no.value.clause == "RW-104"


# ------------------------------------------------------------------------------------------ check


def played_file(*deployments: str, **more: object) -> dict[str, object]:
    match = {"players": ["A", "B"], "report": {"end": "time", "score": [50, 20]}}
    rounds = [{"matches": [match], "deployment": card} for card in deployments]
    return {
        "format": "tiltyard/1",
        "ruleset": "runewars",
        "date": "2018-11-03",
        "players": [{"id": "A", "name": "A"}, {"id": "B", "name": "B"}],
        "stages": [{"kind": "swiss", "rounds": rounds}],
        "options": {"draws.deployment.cards": RAIDS[:2]},
        **more,
    }


@pytest.mark.clause("RW-104", "RW-109")
@pytest.mark.parametrize("date", ["2018-11-03", None])
@pytest.mark.parametrize(
    ("cards", "found"),
    [
        pytest.param(RAIDS[:2], [], id="its own cards"),
        pytest.param(["Maelstrom"], [("card-not-in-the-pool", "RW-104")], id="of the season"),
        pytest.param([RAIDS[0]] * 2, [("card-again", "RW-109")], id="again too early"),
        pytest.param([*RAIDS[:2], RAIDS[1]], [], id="again from a new bag"),
    ],
)
def test_check_knows_the_events_own_cards(cards, found, date, findings):
    document = played_file(*cards, date=date)
    answer = findings(document if date else {k: v for k, v in document.items() if k != "date"})
    cited = [(one["code"], one["clause"]) for one in answer if one["code"].startswith("card-")]
    assert cited == found


@pytest.mark.clause("RW-104")
def test_an_exported_event_with_own_cards_is_found_clean():
    day = running(tier="premier", outline=True, options=OPTIONS)
    drawn(day, 3)
    tournament = as_tournament(day.event)
    codes = [one.code for one in flow.findings(tournament, day.document)]
    assert not [code for code in codes if "card" in code]


@pytest.mark.clause("RW-104")
def test_a_file_with_own_cards_is_drawn_from_them(pairings):
    document = {**played_file(), "seed": "q", "plan": {"swiss_rounds": 3}}
    answer = pairings(document)
    assert answer["deployment"] == by_lot(RAIDS[:2], "deployment", seed="q", number=1)[0]
    assert answer["objective"] in {"Confluence of Magic", "Volatile Runes", "Seize the Artifacts"}
    assert "outside-seasons" not in json.dumps(answer)


# ------------------------------------------------------------------------------- terminal, papers


@pytest.mark.clause("RW-104")
def test_the_terminal_sets_up_an_event_with_own_cards(tmp_path):
    desk = Terminal(tmp_path / "store.db")
    new = ("--ruleset", "runewars", "--organizer", "Olga", "--structure", "custom", "--rounds", 2)
    own = ("--option", "draws.deployment.cards=Night Raid, Siege Lines")
    refused = desk.run("new", "cup", *new, "--tier", "premier", *own)
    assert refused.exit_code == 2
    assert "RW-104" in refused.stderr
    desk.do("new", "cup", *new, "--tier", "premier", "--outline", *own)
    desk.do("announce", "cup")
    desk.do("register", "cup", "Ann", "Bob", "Cyd", "Dee")
    desk.do("open-check-in", "cup")
    desk.do("check-in", "cup", "--all")
    desk.do("tell", "cup", "--all")
    desk.do("army", "paper", "cup")
    desk.do("start", "cup")
    desk.do("draw", "cup")
    assert desk.json("round", "cup")["cards"]["deployment"] in {"Night Raid", "Siege Lines"}
    assert "RW-104" in desk.no("cards", "cup", "deployment=Maelstrom", "--reason", "x")["clause"]


@pytest.mark.clause("RW-104", "RW-106")
def test_the_information_sheet_names_the_own_cards():
    day = running(tier="premier", outline=True, options=OPTIONS)
    said = words(PaperView(day.event, day.rules, day.document, NOON), "information")
    assert "Cards of this event" in said
    assert "Night Raid, River Crossing" in said
    assert "Maelstrom" not in said


@pytest.mark.clause("RW-104", "AMB-050")
def test_the_form_of_the_desk_shows_the_season_and_takes_own_cards():
    desk = WebDesk()
    form = {"structure": "custom", "swiss_rounds": "3", "option__draws__deployment__cards": "A, B"}
    refused = desk.send_form("Raids", "runewars", tier="formal", **form)
    assert refused.status_code == 422
    assert "RW-104" in text_of(refused.text)
    assert "Unprepared, Meeting Engagement, Maelstrom" in refused.text  # what is usual
    name = desk.opened("Raids", "runewars", tier="formal", outline="1", **form)
    assert desk.hall.desk.rules(name)[0].draws["deployment"].own == ("A", "B")
    desk.hall.close()
