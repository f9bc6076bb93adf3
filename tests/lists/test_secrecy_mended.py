"""What is said about lists beside the lists themselves: to whom, in which words and files."""

from __future__ import annotations

import pytest

from tests.cli.event_desk import Terminal
from tests.day.army_lists import clean_list
from tests.lists.halls import OLGA, hall, started, wrong_list
from tests.refusing import refuses
from tests.web.desk.list_desks import ListDesk
from tests.web.hall import WebHall, text_of
from tests.web.lists_hall import ListsHall
from tiltyard.day.components import MakeProxy
from tiltyard.day.lists import (
    AmendList,
    ReceiveListsOnPaper,
    RequestConversion,
    ReturnList,
    SubmitList,
)
from tiltyard.day.people import CheckIn, RegisterPlayer
from tiltyard.day.reminders import reminders
from tiltyard.day.setup import StartEvent
from tiltyard.day.start import start_gate
from tiltyard.day.visibility import told_blockers, told_reminders
from tiltyard.engine.errors import Refused
from tiltyard.formats.log_file import read_without_seed
from tiltyard.service.exporting import require_no_secrets
from tiltyard.text.facts import fact_text
from tiltyard.text.refusals import fix_text, refusal_text
from tiltyard.text.reminders import reminder_sentence

SQUAD = "Faction: Rebel\nTotal: 76\nShips\nCommon Wing (30)\n- Long Lens (5)\nOld Wing (41)\n"
ARMY = "Faction: Moor\nTotal: 76\nArmy\nOld Rider (35)\nOld Walker (41)\n"
NEUTRAL = "Some lists aren't ready."


# ----------------------------------------------------------------------------- what is next


def told(day, person):
    """Return what somebody is reminded of, each by its code and in words."""
    found = reminders(day.event, day.rules, day.document, day.desk.clock.now())
    shown = told_reminders(day.event, day.rules, person, found)
    return {one.code: reminder_sentence(one, day.event.people, day.event) for one in shown}


def gate(day, person):
    found = start_gate(day.event, day.rules, day.document)
    told = told_blockers(day.event, day.rules, person, found)
    return {blocker.code: refusal_text(blocker) for blocker in told}


@pytest.fixture
def doors():
    """Player 0's list has errors, that of Player 1 waits; a judge plays, another does not."""
    day, (first, second) = hall(options={"lists.approval": "by_hand"})
    day.judge = day.appoint("judge", "Jude")
    day.plays = day.appoint("judge", "Jo")
    day.do(RegisterPlayer("Jo", person=day.plays))
    day.do(CheckIn(day.plays))
    day.do(ReceiveListsOnPaper((day.plays,)))
    day.do(SubmitList(first, wrong_list()), first)
    day.do(SubmitList(second, clean_list("xwing-dogfight")), second)
    return day


def test_whose_list_has_errors_is_told_to_those_who_read_lists_only(doors):
    for reader in (OLGA, doors.judge):
        assert told(doors, reader)["list-with-errors"] == "1 list has errors: Player 0."
        assert told(doors, reader)["list-unchecked"] == "1 list hasn't been checked: Player 1."
        assert gate(doors, reader) == {
            "list-with-errors": "The list of Player 0 has errors.",
            "list-unchecked": "No one has checked the list of Player 1.",
        }
        assert "lists-not-ready" not in told(doors, reader)
    other = told(doors, doors.plays)
    assert not {"list-with-errors", "list-unchecked"} & set(other)
    assert other["lists-not-ready"].startswith(NEUTRAL)
    assert "Player" not in " ".join(other.values())
    assert gate(doors, doors.plays) == {"lists-not-ready": NEUTRAL}


def test_the_desk_says_so_on_every_page(doors):
    house = WebHall(desk=doors.desk)
    for path in ("/e/cup/desk", "/e/cup/desk/start", "/desk"):
        page = text_of(house.browser("cup", doors.judge).get(path).text)
        assert "Player 0" in page, path
        hidden = text_of(house.browser("cup", doors.plays).get(path).text)
        assert NEUTRAL in hidden, path
        for words in ("has errors", "has checked"):
            assert words not in hidden, path
    house.close()


def test_an_organizer_who_plays_is_refused_the_start_without_names(doors):
    doors.appoint("second_organizer", "Sue")
    doors.do(RegisterPlayer("Olga", person=OLGA))
    doors.do(CheckIn(OLGA))
    doors.do(ReceiveListsOnPaper((OLGA,)))
    no = doors.refused(StartEvent(), says=NEUTRAL)
    assert no.facts["blockers"] == ["lists-not-ready"]


@pytest.mark.clause("ME-009")
def test_conversions_are_told_with_names_to_those_who_read_lists_or_answer():
    day, (player, _) = hall("middle-earth")
    keeper = day.appoint("scorekeeper", "Kim")
    day.do(ReceiveListsOnPaper())
    day.do(RequestConversion(player, "a rider on a wolf"), player)
    assert told(day, OLGA)["conversions-waiting"].endswith("Player 0.")
    assert "conversions-waiting" not in told(day, keeper)
    assert "Player 0" not in " ".join(told(day, keeper).values())
    day.appoint("referee", "Rae")
    day.do(RegisterPlayer("Olga", person=OLGA))
    assert told(day, OLGA)["conversions-waiting"].endswith("Player 0.")


def test_the_terminal_tells_whoever_asks(tmp_path):
    desk = Terminal(tmp_path / "store.db")
    desk.do("new", "cup", "--ruleset", "xwing-dogfight", "--organizer", "Olga", "--rounds", 2)
    desk.do("announce", "cup")
    desk.do("register", "cup", "Ann", "Bob")
    file = tmp_path / "squad.txt"
    file.write_text(wrong_list(), "utf-8")
    desk.do("army", "submit", "cup", "Ann", file, "--as", "Ann")
    assert "1 list has errors: Ann." in desk.do("show", "cup")
    hidden = desk.do("show", "cup", "--as", "Bob")
    assert "has errors" not in hidden
    assert NEUTRAL in hidden


# ----------------------------------------------------------------------------- programs


@pytest.mark.parametrize("scope", ["read", "results"])
def test_a_token_for_less_than_staff_reads_no_secret_list(scope):
    house = ListsHall(options={"lists.reveal": "start"})
    house.do(SubmitList(house.pia, clean_list("xwing-dogfight")), house.pia)
    client = house.web.browser().client

    def got(person, asked, path):
        headers = {"authorization": f"Bearer {house.token(person, asked)}"}
        return client.get(f"/api/v1/events/{house.name}/lists{path}", headers=headers)

    for person in ("p1", house.judge):
        assert got(person, scope, f"/{house.pia}").status_code == 404
        assert got(person, scope, "").json()["lists"] == []
        assert got(person, scope, "").json()["missing"] is None
        assert got(person, "staff", f"/{house.pia}").status_code == 200
        assert got(person, "staff", "").json()["missing"] == [house.paul]
    assert got(house.pia, scope, f"/{house.pia}").status_code == 200
    house.take_lists_on_paper()
    house.do(StartEvent())
    shown = got("p1", scope, f"/{house.pia}").json()
    assert shown["text"] == clean_list("xwing-dogfight")
    assert shown["note"] is None
    house.close()


# ----------------------------------------------------------------------------- log files


def opened_bodies(log):
    _, entries = read_without_seed(log.splitlines(keepends=True), "the file")
    return b"\n".join(entry.body for entry in entries).decode()


def test_a_log_with_lists_is_given_to_an_onlooker_on_request_only(tmp_path):
    desk = Terminal(tmp_path / "store.db")
    desk.do("new", "cup", "--ruleset", "xwing-dogfight", "--organizer", "Olga", "--rounds", 2)
    desk.do("announce", "cup")
    desk.do("register", "cup", "Ann")

    def export(*more):
        from click.testing import CliRunner

        from tiltyard.cli import group

        words = ["log", "export", "cup", "--store", str(desk.file), *more]
        return CliRunner().invoke(group, words)

    assert export("--without-seed").exit_code == 0
    file = tmp_path / "squad.txt"
    file.write_text(clean_list("xwing-dogfight"), "utf-8")
    desk.do("army", "save", "cup", "Ann", file, "--as", "Ann")
    refused = export("--without-seed")
    assert refused.exit_code != 0
    assert "Rebel" not in refused.output
    assert isinstance(refused.exception, Refused | SystemExit)
    asked_for = export("--without-seed", "--with-lists")
    assert asked_for.exit_code == 0
    assert "Rebel" in opened_bodies(asked_for.stdout_bytes)
    assert "Rebel" not in opened_bodies(
        export("--without-seed", "--with-lists", "--without-names").stdout_bytes
    )
    assert export().exit_code == 0


def test_lists_on_paper_keep_no_log_back():
    day, (first, _) = hall()
    day.do(ReceiveListsOnPaper())
    require_no_secrets(day.desk.store, day.name)
    day.do(SubmitList(first, clean_list("xwing-dogfight")), first)
    with refuses(Refused, code="log-holds-lists-what-only"):
        require_no_secrets(day.desk.store, day.name)


# ----------------------------------------------------------------------------- proxies


@pytest.mark.clause("RW-080")
def test_the_history_names_no_card_and_a_proxy_is_made_once():
    day, (first, second) = started("runewars")
    made = day.do(MakeProxy(first, "Rune Golem", "its cost"))
    said = fact_text(made.facts[0].fact, day.event)
    assert said == "A proxy of a damaged card is made for Player 0."
    day.refused(MakeProxy(first, " rune golem ", "Its cost"), clause="RW-080")
    day.do(MakeProxy(first, "Rune Golem", "its speed"))
    day.do(MakeProxy(second, "Rune Golem", "its cost"))
    assert len(day.event.proxies) == 3


# ----------------------------------------------------------------------------- doubts


def doubts(desk, person):
    scores = {"slip__score__0": "37", "slip__score__1": "0"}
    return desk.outcome(person, slip__initiative="0", **scores)["doubts"]


def test_doubts_are_heard_by_those_who_read_lists(monkeypatch):
    desk = ListDesk("xwing-dogfight", players=2)
    desk.hands_in(p2=SQUAD, p3=SQUAD)
    keeper = desk.day.appoint("judge", "Kim")
    desk.begun()
    assert len(doubts(desk, OLGA)) == len(doubts(desk, keeper)) == 1
    monkeypatch.setattr("tiltyard.day.list_access.reads_lists", lambda *_: False)
    assert doubts(desk, keeper) == []
    desk.close()


# ----------------------------------------------------------------------------- words


@pytest.mark.parametrize(
    ("ruleset", "category"),
    [("runewars", "cheating"), ("xwing-dogfight", "list"), ("middle-earth", "list")],
)
def test_a_list_that_hides_an_advantage_is_recorded_as_what_it_is(ruleset, category):
    day, (first, _) = started(ruleset)
    text = clean_list(ruleset) + "\n"
    day.do(AmendList(first, text, "it was another card", significant=True))
    (incident,) = day.event.incidents.values()
    assert incident.category == category


def test_a_reason_says_who_will_read_it():
    day, (first, _) = hall()
    day.do(SubmitList(first, clean_list("xwing-dogfight")), first)
    private = "Say why. The player and the leaders will read it."
    assert fix_text(day.refused(ReturnList(first, " "))) == private
    assert fix_text(day.refused(AmendList(first, "Grey Wing (20)", ""))) == private
