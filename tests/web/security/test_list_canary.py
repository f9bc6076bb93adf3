"""Secret lists leak nowhere: every address, every reader, every state, before and after."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import timedelta

import pytest

from tests.web.security.list_canary import (
    CUP,
    IN_THE_LIST,
    OF_LEADERS,
    TOLD,
    ListHall,
    canary,
    readable,
    word,
)
from tiltyard.day.lists import SubmitList
from tiltyard.day.visibility import as_told_to
from tiltyard.paper import press
from tiltyard.service.exporting import export_event

PHASES = ("check_in", "running", "cut", "finished")
PUBLIC = {*IN_THE_LIST, "second", "digest"}
"""What is in a list; what leaders said of it and what it was before are not public with it."""

OPEN_FROM = {"start": "running", "cut": "cut", "finish": "finished", "never": ""}


@pytest.fixture(autouse=True)
def written_papers(monkeypatch):
    """Papers are read as they go to the press: it adds nothing, and what it does takes long."""
    monkeypatch.setattr(press, "_set", lambda text, *_, **__: text.encode())


def is_open(reveal, phase):
    """Whether everybody reads the lists: the table of the event's choice, written out."""
    first = OPEN_FROM[reveal]
    return bool(first) and PHASES.index(phase) >= PHASES.index(first)


def allowed(house, reader, player, kind):
    """What a reader may find: their own; as one who checks lists; once it is public."""
    army = house.event.list_desk.lists[player]
    if reader.person == player:
        return kind not in {"incident", "recommended"} or player in house.leaders
    if kind in OF_LEADERS:
        return reader.person in house.leaders and is_staff_reader(reader)
    if kind in TOLD:
        return is_open(house.reveal, phase_of(house.event)) or checks(house, reader)
    if kind == "seal" or army.state not in {"submitted", "approved"}:
        return False
    if kind in PUBLIC and army.seal and is_open(house.reveal, phase_of(house.event)):
        return True
    return checks(house, reader)


def checks(house, reader):
    """Whether somebody checks lists: leaders who do not play, in the browser or as staff."""
    able = {"p1", *(house.staff.get(role) for role in ("judge", "marshal", "referee"))}
    return is_staff_reader(reader) and reader.person in able - {None}


def is_staff_reader(reader):
    return not reader.token or reader.token.endswith("-staff")


def phase_of(event):
    if event.phase == "running" and event.qualification is not None:
        return "cut"
    return event.phase


def leaks(house, wanted=lambda _: True):
    """Whoever found what is not theirs, and what every reader found."""
    wrong, seen = [], {one.name: set() for one in house.readers}
    for reader, path, text in house.crawl(wanted):
        for player, kind in house.found(text):
            seen[reader.name].add((player, kind))
            if not allowed(house, reader, player, kind):
                wrong.append((phase_of(house.event), reader.name, path, player, kind))
    return sorted(set(wrong)), seen


def test_a_day_with_secret_lists_from_the_first_to_the_last():
    """Every reader at every address, before the start, in a round, after the cut, at the end."""
    house = ListHall("runewars", "cut")
    for phase, step in zip(PHASES, (None, house.start, house.cut, house.finish), strict=True):
        if step is not None:
            step()
        assert phase_of(house.event) == phase
        wrong, seen = leaks(house)
        assert wrong == [], "\n".join(map(str, wrong))
        _everybody_finds_their_own(house, seen)
        _those_who_check_find_all(house, seen)
        public = {player for player, kind in seen["anonymous"] if kind not in TOLD}
        locked = {one.player for one in house.event.list_desk.lists.values() if one.is_locked}
        assert public == (locked if is_open("cut", phase) else set())
    house.close()


def test_a_day_on_which_they_stay_secret_for_good():
    """With a scorekeeper, a referee who plays, and totals that are words of their own."""
    house = ListHall("middle-earth", "never")
    wanted = {"player", "scorekeeper", "referee", "referee who plays", "token scorekeeper-staff"}
    for step, names in (
        (None, {*wanted, "submitted", "organizer"}),
        (house.start, {*wanted, "anonymous", "another player", "token referee-who-plays-staff"}),
        (house.finish, {"anonymous", "another player", "scorekeeper"}),
    ):
        if step is not None:
            step()
        wrong, seen = leaks(house, lambda one, names=names: one.name in names)
        assert wrong == [], "\n".join(map(str, wrong))
        assert seen["anonymous"] == set()
        assert seen["scorekeeper"] == set()
    assert house.event.phase == "finished"
    house.close()


def _everybody_finds_their_own(house, seen):
    for name in ("player", "another player", "draft", "submitted", "returned"):
        person = next(one.person for one in house.readers if one.name == name)
        kinds = {kind for player, kind in seen[name] if player == person}
        assert kinds >= {"name", "faction", "upgrade"}, name


def _those_who_check_find_all(house, seen):
    """Were nothing to be found anywhere, nothing would be proved."""
    wanted = {house.playing[0], house.submitted}
    for name in ("organizer", "token organizer-staff"):
        assert {player for player, kind in seen[name] if kind == "upgrade"} >= wanted, name


@pytest.mark.parametrize("reveal", ["start", "finish"])
def test_what_outsiders_find_follows_the_choice_of_the_event(reveal):
    """On both sides of the moment."""
    house = ListHall("runewars", reveal)
    outside = {"anonymous", "another player", "judge who plays"}
    for phase, step in zip(PHASES, (None, house.start, house.cut, house.finish), strict=True):
        if step is not None:
            step()
        if (phase in {"check_in", "running"}) == (reveal == "start"):
            wrong, seen = leaks(house, lambda one: one.name in outside)
            assert wrong == [], "\n".join(map(str, wrong))
            assert bool(seen["anonymous"]) == is_open(reveal, phase)
    house.close()


def test_refusals_and_previews_tell_nothing():
    """Whoever tries to change another's list, or asks what would follow, learns no word."""
    house = ListHall("middle-earth", "finish")
    house.start()
    target = house.playing[1]
    attempts = {
        "approve-list": {"player": target, "digest": "0" * 32},
        "return-list": {"player": target, "reason": "why not"},
        "amend-list": {"player": target, "text": "Nothing (1)", "reason": "why not"},
        "submit-list": {"player": target, "text": "Nothing (1)"},
        "save-list": {"player": target, "text": "Nothing (1)"},
        "receive-lists-on-paper": {"players": target},
    }
    asked, wrong, version = 0, [], house.event.version
    for reader in house.readers:
        for act, fields in attempts.items() if reader.secret and reader.person else ():
            for path in (f"/e/{CUP}/preview/{act}", f"/e/{CUP}/do/{act}"):
                if "/do/" in path and reader.name in {"organizer", "referee"}:
                    continue
                found = house.found(house.post(reader, path, fields).text)
                wrong += [(reader.name, path, hit) for hit in found]
                asked += 1
    assert wrong == []
    assert asked > 80
    assert house.event.version == version
    house.close()


# ---------------------------------------------------------------------- sizes, copies, files


def public_bytes(house):
    """Every address as nobody reads it; the number and hash of the log's last fact left out."""
    nobody = next(one for one in house.readers if one.name == "anonymous")
    found = {}
    for path in house.addresses():
        answer = house.get(nobody, path)
        text = re.sub(r"<dcterms:\w+ .*?<", "", readable(answer))
        text = re.sub(r'name="(?:form_token|key)" value="[0-9a-f]*"', "", text)
        text = re.sub(r"[0-9a-f]{10,64}", "#", text)
        text = re.sub(r'("version":\s*|data-version="|<dt>Facts</dt><dd>|SEQUENCE:)\d+', "#", text)
        found[path] = re.sub(r'"?v\d+"?', "#", text)
    return found


def test_public_pages_are_the_same_bytes_whatever_is_in_a_hidden_list():
    house = ListHall("runewars", "cut")
    public_bytes(house)
    house.day.do(SubmitList(house.submitted, canary("runewars", house.submitted)), house.submitted)
    house.hall.site.publisher.publish(CUP)
    before = public_bytes(house)
    longer = canary("runewars", house.submitted) + "Another unit (7)\n" * 3
    house.day.do(SubmitList(house.submitted, longer), house.submitted)
    house.day.do(SubmitList(house.draft, longer), house.draft)
    house.hall.site.publisher.publish(CUP)
    after = public_bytes(house)
    assert [path for path in before if before[path] != after[path]] == []
    assert len(before) > 60
    house.close()


def test_a_page_of_lists_is_kept_by_nobody_and_follows_the_choice_at_once():
    """No ready bytes, no ETag: what is taken back is gone with the next request."""
    house = ListHall("runewars", "start")
    house.start()
    nobody = next(one for one in house.readers if one.name == "anonymous")
    player = house.playing[1]
    pages = [
        f"/e/{CUP}/lists",
        *(f"/e/{CUP}/lists/{player}{end}" for end in ("", "/text", "/file")),
    ]
    for path in pages:
        answer = house.get(nobody, path)
        assert word(player, "faction") in answer.text, path
        assert answer.headers["cache-control"] == "no-store", path
        assert "etag" not in answer.headers, path
        assert house.get(nobody, path, **{"if-none-match": "*"}).status_code == 200, path
        assert house.hall.site.hot.find(path) is None, path
    level = house.day.desk.level(CUP)
    hidden = replace(level.rules, lists=replace(level.rules.lists, reveal="never"))
    house.hall.site._views.clear()
    view = house.hall.site.view(CUP)
    view.rules = hidden
    for path in pages:
        assert house.found(house.get(nobody, path).text) == set(), path
    assert [house.get(nobody, path).status_code for path in pages] == [200, 404, 404, 404]
    house.close()


def test_hidden_and_missing_are_the_same_answer():
    house = ListHall("runewars", "finish")
    house.start()
    nobody = next(one for one in house.readers if one.name == "anonymous")
    for end in ("", "/text", "/file"):
        answers = {
            (answer.status_code, answer.text)
            for player in (house.playing[1], house.draft, house.returned, "p1", "p99")
            for answer in [
                house.get(nobody, f"/e/{CUP}/lists/{player}{end}", accept="application/json")
            ]
        }
        assert len(answers) == 1
        assert answers.pop()[0] == 404
    house.close()


def test_ready_pages_and_their_not_modified_hold_no_word():
    house = ListHall("runewars", "finish")
    house.start()
    nobody = next(one for one in house.readers if one.name == "anonymous")
    told = 0
    for path in (f"/e/{CUP}{end}" for end in ("", "/pairings", "/tables", "/standings", "/record")):
        first = house.get(nobody, path)
        again = house.get(nobody, path, **{"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.text) == (304, "")
        assert house.found(first.text) == set()
        told += 1
    assert told == 5
    house.close()


def test_the_file_of_the_event_holds_no_list_before_its_moment():
    house = ListHall("runewars", "never")
    for step in (house.start, house.cut, house.finish):
        step()
        told = as_told_to(house.event, house.day.rules, house.staff["judge who plays"])
        assert house.found(repr(export_event(told))) == set()
    house.close()


def test_what_is_told_live_names_nobody_whose_list_changed():
    house = ListHall("runewars", "never")
    nobody = next(one for one in house.readers if one.name == "anonymous")
    house.get(nobody, f"/e/{CUP}/state.json")
    house.hall.site.publisher.publish(CUP)
    house.hall.clock.at += timedelta(seconds=5)
    house.day.do(SubmitList(house.draft, canary("runewars", house.draft)), house.draft)
    house.hall.site.publisher.publish(CUP)
    told = house.get(nobody, f"/e/{CUP}/state.json?since=0").json()
    assert told["version"] == house.event.version
    assert house.draft not in told["games"]
    assert house.found(json.dumps(told)) == set()
    house.close()
