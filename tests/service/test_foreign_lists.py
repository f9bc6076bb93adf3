"""The lists in a file of another program come in with it, and leave for whom they may."""

from __future__ import annotations

import copy
import json

import pytest

from tests.formats.foreign.samples import ANA, BO, CEM, DEE, ELI, LIST_JUGGLER, written
from tests.refusing import refuses
from tests.service.halls import new_desk
from tiltyard.day.list_access import findings_of, list_of
from tiltyard.engine.errors import Refused
from tiltyard.engine.rosters.list_reading import seal
from tiltyard.formats.foreign.remarks import remark_text
from tiltyard.rulesets.loader import load
from tiltyard.service.exporting import FORMS, Wish, csv_file
from tiltyard.service.foreign_importing import apply_import, preview_import
from tiltyard.service.verifying import verify_log

SQUAD = {
    "faction": "rebels",
    "version": "0.3.0",
    "points": 21,
    "vendor": {"builder": {"scale": 1.5}},
    "pilots": [{"name": "rookiepilot", "ship": "xwing", "points": 21}],
}
OTHER = {**SQUAD, "name": "Zwei Flügel"}
ARMIES = {ANA: SQUAD, BO: json.dumps(OTHER), CEM: "{damaged", DEE: "17", ELI: "a\x00b"}


def with_lists(armies=ARMIES, **changes):
    value = copy.deepcopy(LIST_JUGGLER) | changes
    for one in value["players"]:
        one.pop("list", None)
        if one["name"] in armies:
            one["list"] = armies[one["name"]]
    return written(value)


def imported(data):
    desk = new_desk()
    preview = preview_import(data)
    return desk, preview, apply_import(desk, preview, "e")


def by_name(event):
    called = {entrant.id: entrant.name for entrant in event.entrants.values()}
    return {called[player]: army for player, army in event.list_desk.lists.items()}


def test_lists_are_handed_in_and_locked_with_their_text():
    _, preview, event = imported(with_lists())
    lists = by_name(event)

    assert {ANA, BO, CEM} == set(lists)
    assert SQUAD == json.loads(lists[ANA].text)
    assert ARMIES[BO] == lists[BO].text
    assert ["xws", "xws", "plain"] == [lists[one].form for one in (ANA, BO, CEM)]
    (entry,) = lists[ANA].roster.musters[0].entries
    assert ("rookiepilot", 21) == (entry.card.name, entry.card.points)
    assert all(army.state == "submitted" and army.is_locked for army in lists.values())
    mine = lists[ANA]
    assert seal(event.seed, "e", mine.player, mine.text) == mine.seal
    assert 3 == len(preview.lists)


def test_a_list_nobody_can_read_is_told_and_stops_nothing():
    _, preview, event = imported(with_lists())

    told = {one.code: remark_text(one) for one in preview.remarks}
    assert {"list-unreadable", "list-left-out"} == set(told)
    assert told["list-unreadable"].startswith(f"The list of {CEM} can't be read")
    assert told["list-left-out"].startswith(f"The list of {ELI} was left out")
    army = by_name(event)[CEM]
    assert ("{damaged", ()) == (army.text, army.roster.musters[0].entries)
    rules = load("xwing-dogfight")
    assert isinstance(findings_of(event, rules, army), tuple)


def test_lists_of_an_event_that_has_not_begun_can_still_be_changed():
    _, _, event = imported(with_lists(rounds=[]))

    assert {"submitted"} == {army.state for army in event.list_desk.lists.values()}
    assert not any(army.is_locked for army in event.list_desk.lists.values())


def test_an_event_with_lists_is_verified_like_any_other():
    desk, _, _ = imported(with_lists())

    verdict = verify_log("e", desk.log("e"), desk.store.head("e"), load)
    assert () == tuple(verdict.troubles)


@pytest.mark.parametrize("form", ["listjuggler", "listfortress"])
def test_lists_leave_in_the_form_they_came_in(form):
    desk, _, event = imported(with_lists())
    organizer = next(one.person for one in event.staff if one.role == "organizer")
    wish = Wish(desk.level("e"), public=False, reader=organizer)

    document = json.loads(FORMS[form](wish).body)
    players = document.get("tournament", document)["players"]
    lists = {one["name"]: one["list"] for one in players if "list" in one}
    assert {ANA: SQUAD, BO: OTHER} == lists
    again = preview_import(FORMS[form](wish).body)
    assert {list_of(event, one.player).text for one in again.lists} <= {
        army.text for army in event.list_desk.lists.values()
    }


@pytest.mark.parametrize("form", ["listjuggler", "listfortress"])
def test_lists_leave_only_for_whom_may_read_them(form):
    desk, _, event = imported(with_lists())
    organizer = next(one.person for one in event.staff if one.role == "organizer")
    ana = next(one.id for one in event.entrants.values() if one.name == ANA)
    level = desk.level("e")
    assert "never" == level.rules.lists.reveal

    def squads(**wish):
        return FORMS[form](Wish(level, **wish)).body.count(b"rookiepilot")

    assert 2 == squads(public=False, reader=organizer)
    assert 1 == squads(public=False, reader=ana)
    assert 0 == squads(public=True, reader=organizer)
    assert 0 == squads(public=False)
    with refuses(Refused, code="no-list-may-read"):
        csv_file(Wish(level, public=False), "lists")
    assert b"rookiepilot" in csv_file(Wish(level, public=False, reader=organizer), "lists").body


def strictly(body):
    """Read JSON as every other program does: without the words only some of them know."""

    def never(word):
        pytest.fail(f"{word} is not JSON")

    return json.loads(body.decode(), parse_constant=never)


HALF = '{"faction": "rebels", "name": "\\ud83d", "pilots": [{"name": "rookiepilot"}]}'
NO_NUMBERS = ("NaN", "Infinity", "-Infinity", "1e999", "-1e999")


@pytest.mark.parametrize("form", ["listjuggler", "listfortress"])
@pytest.mark.parametrize("army", [HALF, json.loads(HALF), '{"name": "\\udc00"}'])
def test_half_a_character_leaves_as_it_came(army, form):
    desk, _, event = imported(with_lists({ANA: army}))
    organizer = next(one.person for one in event.staff if one.role == "organizer")
    first = FORMS[form](Wish(desk.level("e"), public=False, reader=organizer)).body
    document = strictly(first)
    players = document.get("tournament", document)["players"]
    expected = json.loads(army) if isinstance(army, str) else army
    assert [expected] == [one["list"] for one in players if "list" in one]

    again, _, _ = imported(first)
    assert first == FORMS[form](Wish(again.level("e"), public=False, reader=organizer)).body


@pytest.mark.parametrize("number", NO_NUMBERS)
def test_a_list_that_is_no_json_is_plain_and_stays_here(number):
    desk, _, event = imported(with_lists({ANA: f'{{"pilots": [], "points": {number}}}'}))
    assert "plain" == by_name(event)[ANA].form
    organizer = next(one.person for one in event.staff if one.role == "organizer")
    for form in ("listjuggler", "listfortress"):
        file = FORMS[form](Wish(desk.level("e"), public=False, reader=organizer))
        document = strictly(file.body)
        players = document.get("tournament", document)["players"]
        assert not any("list" in one for one in players)
        assert "list-not-xws" in [one.code for one in file.remarks]


@pytest.mark.parametrize("number", NO_NUMBERS)
def test_a_number_without_end_inside_a_list_is_none(number):
    written_list = json.dumps({**SQUAD, "points": 7777}).replace("7777", number)
    data = with_lists({ANA: {"here": 1}}).replace(b'{"here": 1}', written_list.encode())
    assert number.encode() in data
    desk, _, event = imported(data)
    assert None is strictly(by_name(event)[ANA].text.encode())["points"]
    organizer = next(one.person for one in event.staff if one.role == "organizer")
    strictly(FORMS["listjuggler"](Wish(desk.level("e"), public=False, reader=organizer)).body)


@pytest.mark.parametrize("number", ["1e999", "-1e999"])
def test_a_readable_list_with_a_number_without_end_is_not_written_as_one(number):
    text = json.dumps({**OTHER, "vendor": 7777}).replace("7777", number)
    desk, _, event = imported(with_lists({ANA: text}))
    organizer = next(one.person for one in event.staff if one.role == "organizer")
    strictly(FORMS["listjuggler"](Wish(desk.level("e"), public=False, reader=organizer)).body)
    assert text == by_name(event)[ANA].text
