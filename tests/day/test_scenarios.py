"""Special scenarios: given to single rounds or to all, told beforehand, shown in their rounds."""

from __future__ import annotations

import pytest

from tests.cli.event_desk import Terminal
from tests.day.events import NOON, Day
from tests.paper.asking import words
from tests.web.api.seeded import Program
from tests.web.hall import WebHall, text_of
from tests.web.phone.phones import Phones
from tiltyard.day.clock import StartClock
from tiltyard.day.event import scenario_at
from tiltyard.day.plan import is_told
from tiltyard.day.rounds import DrawRound, SetScenario
from tiltyard.day.setup import AnnounceItem, StartEvent
from tiltyard.paper.paper import Wanted
from tiltyard.paper.view import PaperView
from tiltyard.rulesets.loader import load
from tiltyard.service.verifying import verify_log
from tiltyard.store.port import Head
from tiltyard.text.announcements import said_of
from tiltyard.text.refusals import fix_text

SIEGE = SetScenario(2, "Siege of Altdorf", "Walls block every disk.")
FORD = SetScenario(3, "Blood at the Ford", "The river is difficult terrain.")


def before_the_start(*commands: SetScenario, **changes: object) -> Day:
    day = Day("diskwars", **changes)
    day.open_doors()
    day.register("Ann", "Bob", "Cem", "Dee")
    for command in commands:
        day.do(command)
    return day


def begun(*commands: SetScenario, **changes: object) -> Day:
    day = before_the_start(*commands, **changes)
    day.begin()
    return day


def names(day: Day, rounds: int = 4) -> list[str]:
    found = [scenario_at(day.event, number) for number in range(1, rounds + 1)]
    return [one.name if one is not None else "" for one in found]


@pytest.mark.clause("DW-095")
def test_every_round_may_have_a_scenario_of_its_own():
    day = begun(SIEGE, FORD)
    assert names(day) == ["", "Siege of Altdorf", "Blood at the Ford", ""]
    day.do(SetScenario(4, "Last Stand"))
    day.do(SetScenario(3))
    assert names(day) == ["", "Siege of Altdorf", "", "Last Stand"]


@pytest.mark.clause("DW-095")
def test_one_scenario_for_all_rounds_leaves_out_those_with_their_own():
    day = before_the_start(SetScenario(None, "Fog of War"), SIEGE, SetScenario(3))
    assert names(day) == ["Fog of War", "Siege of Altdorf", "", "Fog of War"]
    day.do(SetScenario(None, "Night"))
    assert names(day) == ["Night"] * 4


@pytest.mark.clause("DW-094")
@pytest.mark.parametrize("tier", ["competitive", "premier"])
def test_only_a_casual_event_has_special_scenarios(tier):
    day = before_the_start(tier=tier)
    day.refused(SIEGE, clause="DW-094")
    assert day.event.scenarios == {}


@pytest.mark.clause("RW-197", "AR-125")
@pytest.mark.parametrize("ruleset", ["runewars", "armada", "xwing-dogfight", "middle-earth"])
def test_other_games_have_no_special_scenarios(ruleset):
    day = Day(ruleset)
    assert not load(ruleset).tiers[0].special_scenarios
    day.refused(SIEGE, says="Special scenarios aren't played")


@pytest.mark.clause("DW-095")
def test_the_scenario_of_a_round_that_has_begun_stands():
    day = begun(SIEGE)
    day.next_round()
    day.refused(SetScenario(1, "Too Late"), clause="DW-094", code="scenario-of-begun-round")
    day.refused(SetScenario(None, "Too Late"), clause="DW-094", code="scenarios-of-begun-event")
    day.do(SetScenario(2, "Siege of Marienburg"))  # round 2 has not begun
    day.enter_all()
    day.refused(DrawRound(), clause="DW-094", says="Siege of Altdorf")  # players know another one
    day.do(AnnounceItem("special_scenario"))
    day.draw()
    day.publish()
    day.do(SetScenario(2, "Siege of Nuln"))  # it is published, and has not begun
    day.do(StartClock())
    day.refused(
        SetScenario(2, "Siege of Erengrad"), clause="DW-094", code="scenario-of-begun-round"
    )
    assert names(day) == ["", "Siege of Nuln", "", ""]


@pytest.mark.clause("DW-094")
def test_players_are_told_before_the_event_and_what_they_are_told_holds_the_scenarios():
    day = before_the_start(SIEGE, FORD)
    day.check_everybody_in()
    day.take_lists_on_paper()
    for item in day.rules.announcements:
        if item.id != "special_scenario":
            day.do(AnnounceItem(item.id))
    day.refused(StartEvent(), clause="DW-094", says="special scenario")
    day.do(AnnounceItem("special_scenario"))
    item = next(one for one in day.rules.announcements if one.id == "special_scenario")
    told = said_of(day.event, day.rules, day.document, item).text
    assert told == (
        "Round 2: Siege of Altdorf: Walls block every disk. "
        "Round 3: Blood at the Ford: The river is difficult terrain."
    )
    day.do(SetScenario(3, "Blood at the Bridge"))
    assert not is_told(day.event, day.rules, item)
    no = day.refused(StartEvent(), clause="DW-094", says="Blood at the Bridge")
    assert "again" in fix_text(no)
    day.do(AnnounceItem("special_scenario"))
    day.do(StartEvent())


@pytest.mark.clause("DW-094")
def test_an_event_that_began_without_scenarios_is_asked_back():
    day = begun()
    refused = day.refused(SIEGE, clause="DW-094", says="weren't told")
    codes = frozenset(refused.facts["confirm"])
    assert codes == {"scenario-not-announced"}
    day.desk.do(day.name, "p1", SIEGE, confirmed=codes)
    assert names(day)[1] == "Siege of Altdorf"
    assert codes <= day.event.confirmed_about(day.event.id)


@pytest.mark.clause("DW-095")
@pytest.mark.parametrize(
    "command",
    [
        SetScenario(0, "Siege"),
        SetScenario(61, "Siege"),
        SetScenario(2, "", "Rules without a name."),
        SetScenario(2, "x" * 81),
    ],
)
def test_what_is_no_scenario_of_a_round_is_refused(command):
    before_the_start().refused(command, clause="DW-094")


# --------------------------------------------------------------------------- where it is shown


def paper(day: Day, name: str, round_: str | None = None) -> str:
    return words(PaperView(day.event, day.rules, day.document, NOON), name, Wanted(round=round_))


@pytest.mark.clause("DW-095")
def test_setup_sheet_slip_and_pairings_of_exactly_that_round_name_it():
    day = begun(SIEGE)
    day.play_round()
    day.next_round()
    for name in ("setup", "slips", "tables", "names"):
        assert "Siege of Altdorf" in paper(day, name, "1.2"), name
        assert "Siege of Altdorf" not in paper(day, name, "1.1"), name
    for name in ("setup", "slips"):
        assert "Walls block every disk." in paper(day, name, "1.2"), name
    assert "special scenario" not in paper(day, "setup", "1.1")
    assert "Round 2: Siege of Altdorf" in paper(day, "information")


@pytest.mark.clause("DW-095")
def test_the_words_said_of_the_whole_event_still_stand_on_every_sheet():
    day = begun(special_scenario="The Fall of Castle Reikguard")
    day.play_round()
    assert "The Fall of Castle Reikguard" in paper(day, "setup", "1.1")
    assert "The Fall of Castle Reikguard" in paper(day, "information")


@pytest.mark.clause("DW-095")
def test_pages_and_programs_show_it_in_exactly_that_round():
    day = begun(SIEGE)
    phones = Phones(day)
    hall = phones.hall
    organizer = hall.browser("cup", "p1")
    day.next_round()
    pages = {
        "desk": lambda: text_of(organizer.page("/e/cup/desk/round")),
        "phone": lambda: phones.reads("p2"),
        "public": lambda: text_of(hall.browser().page(f"/e/cup/rounds/{day.round.id}")),
    }
    assert not [name for name, page in pages.items() if "Siege of Altdorf" in page()]
    day.enter_all()
    day.next_round()
    assert [name for name, page in pages.items() if "Siege of Altdorf" in page()] == [*pages]
    assert "Walls block every disk." in pages["phone"]()
    table = day.games()[0].id
    assert "Siege of Altdorf" in text_of(organizer.page(f"/e/cup/judge/match/{table}"))
    read = Program(hall).get("/api/v1/events/cup/rounds/1.2").json()
    assert read["scenario"] == {"name": "Siege of Altdorf", "text": "Walls block every disk."}
    assert Program(hall).get("/api/v1/events/cup/rounds/1.1").json()["scenario"] is None
    rules = text_of(hall.browser().page("/e/cup/rules"))
    assert "Round 2: Siege of Altdorf" in rules
    hall.close()


@pytest.mark.clause("DW-095")
def test_the_desk_gives_a_round_its_scenario():
    day = before_the_start()
    hall = WebHall(desk=day.desk)
    organizer = hall.browser("cup", "p1")
    form = {"number": "2", "name": "Siege of Altdorf", "text": "Walls."}
    assert "Special scenarios" in text_of(organizer.page("/e/cup/desk/details"))
    assert organizer.do("cup", "set-scenario", **form).status_code == 200
    assert organizer.do("cup", "set-scenario", number="", name="Fog", text="").status_code == 200
    assert names(day) == ["Fog"] * 4
    assert organizer.do("cup", "set-scenario", **form).status_code == 200
    assert names(day) == ["Fog", "Siege of Altdorf", "Fog", "Fog"]
    hall.close()


@pytest.mark.clause("DW-095")
def test_the_terminal_gives_rounds_their_scenarios(tmp_path):
    desk = Terminal(tmp_path / "store.db")
    desk.do("new", "cup", "--ruleset", "diskwars", "--organizer", "Olga", "--rounds", 3)
    desk.do("scenario", "cup", "2", "Siege of Altdorf", "--text", "Walls block every disk.")
    desk.do("scenario", "cup", "all", "Fog")
    desk.do("scenario", "cup", "2", "Siege of Altdorf", "--text", "Walls block every disk.")
    desk.do("scenario", "cup", "3", "--none")
    told = desk.do("tell", "cup")
    assert "Every other round: Fog. Round 2: Siege of Altdorf: Walls block every disk." in told
    assert "Round 3: no special scenario" in told
    assert desk.run("scenario", "cup", "two", "Fog").exit_code == 2
    assert desk.run("scenario", "cup", "2").exit_code == 2
    desk.do("announce", "cup")
    desk.do("register", "cup", "Ann", "Bob")
    desk.do("open-check-in", "cup")
    desk.do("check-in", "cup", "--all")
    desk.do("tell", "cup", "--all")
    desk.do("army", "paper", "cup")
    desk.do("start", "cup")
    desk.do("draw", "cup")
    assert "special scenario: Fog" in desk.do("round", "cup")
    assert desk.json("round", "cup")["scenario"] == {"name": "Fog", "text": ""}


@pytest.mark.clause("DW-095")
def test_a_log_with_scenarios_is_verified():
    day = begun(SIEGE, SetScenario(None, "Fog"), FORD)
    day.play_round()
    day.desk.do(day.name, "p1", SetScenario(2, "Night"))
    log = list(day.desk.log("cup"))
    assert day.folds()
    assert verify_log("cup", log, Head(len(log), b""), load).troubles == []
