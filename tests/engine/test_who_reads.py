"""Who reads which fact: every fact for every kind of reader, against a table of its own."""

from __future__ import annotations

from dataclasses import fields
from datetime import UTC, datetime
from typing import get_args

import pytest

from tests.day.events import Day
from tiltyard.day.components import MakeProxy, NoteComponentTrouble
from tiltyard.day.facts import (
    ActUndone,
    ContactNoted,
    DisqualificationExplained,
    ExtensionGranted,
    Fact,
    IncidentRecorded,
    NotesKept,
    PlayerChanged,
    PlayerDisqualified,
    PlayerRegistered,
    ProxyMade,
    Recorded,
    RoundDrawn,
)
from tiltyard.day.judging import RecordIncident
from tiltyard.day.people import (
    ChangePlayer,
    Disqualify,
    NoteContact,
    RecommendDisqualification,
    RegisterPlayer,
)
from tiltyard.day.setup import Undo
from tiltyard.day.visibility import (
    NAMING_COMPONENTS,
    NOBODY,
    OF_LEADERS,
    OF_LISTS,
    OF_NOTES,
    OF_PROXIES,
    TOLD_BEFOREHAND,
    as_told_to,
    holds_secrets,
    may_read_paper,
    may_read_told,
    unread,
)
from tiltyard.text.facts import is_told, told_text

WORD = "zqcanary"


@pytest.fixture
def day():
    made = Day("middle-earth", swiss_rounds=2, options={"lists.reveal": "never"})
    made.open_doors()
    made.players = made.register("Ana", "Ben", "Cleo", "Dan")
    made.keeper = made.appoint("scorekeeper", "Sam")
    made.referee = made.appoint("referee", "Ray")
    ana = made.event.entrants[made.players[0]]
    made.do(ChangePlayer(ana.id, "Ana", ana.number, faction=WORD, total=73))
    return made


def newest(day, kind):
    return [one for one in day.desk.log(day.name) if isinstance(one.fact, kind)][-1]


def said(day, person, one):
    return told_text(one, day.event, day.rules, person)


def test_papers_are_read_by_those_they_are_for(day):
    readers = ("staff", "floor", "list_readers", "leaders")
    people = {"organizer": "p1", "scorekeeper": day.keeper, "referee": day.referee}
    found = {
        name: [one for one in readers if may_read_paper(day.event, day.rules, person, one)]
        for name, person in {**people, "player": day.players[0]}.items()
    }
    assert found == {
        "organizer": list(readers),
        "scorekeeper": ["staff", "floor"],
        "referee": list(readers),
        "player": [],
    }


def test_what_a_player_told_is_read_by_those_who_check_lists(day):
    ana, ben = day.players[:2]
    one = newest(day, PlayerChanged)
    readers = {
        person: may_read_told(day.event, day.rules, person, ana)
        for person in ("p1", day.referee, day.keeper, ana, ben, NOBODY)
    }
    assert readers == {
        "p1": True,
        day.referee: True,
        day.keeper: False,
        ana: True,
        ben: False,
        "": False,
    }
    assert WORD in said(day, day.referee, one)
    hidden = said(day, day.keeper, one)
    assert WORD not in hidden
    assert "73" not in hidden
    assert "Ana" in hidden
    assert unread(day.event, day.rules, day.keeper, one).parts == {"faction", "total"}


def test_what_leaders_note_is_theirs_and_names_nobody_to_others(day):
    day.begin()
    day.next_round()
    ana = day.players[0]
    category = day.rules.conduct.categories[0].id
    day.do(RecordIncident(category, (ana,), WORD), day.referee)
    one = newest(day, IncidentRecorded)
    for person, reads in (("p1", True), (day.referee, True), (day.keeper, False), (NOBODY, False)):
        assert is_told(one, day.event, day.rules, person) is reads
        assert (WORD in said(day, person, one)) is reads
    assert "Ana" not in said(day, day.keeper, one)


def test_a_recommendation_that_was_taken_back_stays_with_the_leaders(day):
    day.begin()
    day.next_round()
    day.do(RecommendDisqualification(day.players[0], "why"), day.referee)
    day.do(Undo(WORD), day.referee)
    one = newest(day, ActUndone)
    assert WORD in said(day, "p1", one)
    assert WORD not in said(day, day.keeper, one)


def test_time_to_look_for_a_card_does_not_name_it(day):
    day.begin()
    day.next_round()
    ana = day.players[0]
    day.do(NoteComponentTrouble(ana, WORD, "lost", 5), day.referee)
    for kind in (ExtensionGranted, *list(NAMING_COMPONENTS)[:1]):
        one = newest(day, kind)
        assert WORD in said(day, day.referee, one), kind
        assert WORD not in said(day, day.keeper, one), kind
        assert WORD not in said(day, NOBODY, one), kind
    own = newest(day, next(iter(NAMING_COMPONENTS)))
    assert WORD in said(day, ana, own)


def test_other_reasons_for_more_time_are_for_everybody(day):
    now = datetime(2018, 11, 3, 12, tzinfo=UTC)
    one = Recorded(
        1, now, "p1", "organizer", "grant-extension", "", ExtensionGranted("1.1.1", 3, WORD)
    )
    assert WORD in said(day, NOBODY, one)


def test_a_drawn_round_is_for_the_desk_until_it_is_published():
    judge_day = Day("runewars")
    judge_day.open_doors()
    judge_day.register("Ana", "Ben")
    judge = judge_day.appoint("judge", "Jo")
    judge_day.begin()
    judge_day.draw()
    one = newest(judge_day, RoundDrawn)
    assert "Ana" in said(judge_day, "p1", one)
    assert "Ana" not in said(judge_day, judge, one)
    judge_day.publish()
    assert "Ana" in said(judge_day, judge, one)


def test_cards_of_a_proxy_are_for_those_who_read_the_list():
    day = Day("runewars")
    day.open_doors()
    ana, _ = day.register("Ana", "Ben")
    plays = day.appoint("judge", "Jo")
    stays = day.appoint("judge", "Jim")
    day.do(RegisterPlayer("Jo", person=plays))
    day.begin()
    day.next_round()
    day.do(MakeProxy(ana, WORD, WORD), stays)
    one = newest(day, ProxyMade)
    read = {
        person: not unread(day.event, day.rules, person, one).parts
        for person in (stays, plays, ana, "p1", NOBODY)
    }
    assert read == {stays: True, plays: False, ana: True, "p1": True, NOBODY: False}


def test_every_part_that_is_hidden_exists():
    """A part that was renamed would be told to everybody."""
    for table in (NAMING_COMPONENTS, TOLD_BEFOREHAND, OF_PROXIES, OF_LISTS):
        for kind, parts in table.items():
            assert set(parts) <= {one.name for one in fields(kind)}, kind
    assert {*OF_LEADERS, *OF_NOTES} <= set(get_args(Fact))


def test_a_log_holds_secrets_when_somebody_told_a_faction():
    assert not holds_secrets(PlayerRegistered("p2", "Ana", 1))
    assert holds_secrets(PlayerRegistered("p2", "Ana", 1, faction="Empire"))
    assert holds_secrets(PlayerRegistered("p2", "Ana", 1, total=0))
    assert holds_secrets(IncidentRecorded("i1", "other", (), "x"))
    assert not holds_secrets(ExtensionGranted("1.1.1", 3, "x"))


def test_no_fact_stands_in_two_tables():
    """The first would win, and the others would be believed."""
    tables = (
        OF_LEADERS,
        OF_NOTES,
        NAMING_COMPONENTS,
        TOLD_BEFOREHAND,
        OF_PROXIES,
        OF_LISTS,
    )
    kinds = [kind for table in tables for kind in table]

    assert len(kinds) == len(set(kinds))


def test_a_contact_is_for_organizers_and_its_player(day):
    ana, ben = day.players[:2]
    day.do(NoteContact(ana, WORD))
    noted = newest(day, ContactNoted)
    read = {
        person: (
            not unread(day.event, day.rules, person, noted).whole,
            as_told_to(day.event, day.rules, person).entrants[ana].contact == WORD,
        )
        for person in ("p1", day.referee, day.keeper, ana, ben, NOBODY)
    }
    assert read == {
        "p1": (True, True),
        day.referee: (False, False),
        day.keeper: (False, False),
        ana: (True, True),
        ben: (False, False),
        NOBODY: (False, False),
    }
    assert holds_secrets(noted.fact)


def test_the_private_reason_of_a_disqualification_is_for_leaders(day):
    day.begin()
    ana, ben = day.players[:2]
    day.do(Disqualify(ana, "decided", private_reason=WORD))
    explained = newest(day, DisqualificationExplained)
    read = {
        person: (
            not unread(day.event, day.rules, person, explained).whole,
            as_told_to(day.event, day.rules, person).removals[ana].private == WORD,
        )
        for person in ("p1", day.referee, day.keeper, ana, ben, NOBODY)
    }
    assert read == {
        "p1": (True, True),
        day.referee: (True, True),
        day.keeper: (False, False),
        ana: (False, False),
        ben: (False, False),
        NOBODY: (False, False),
    }
    assert {removal.public for removal in day.event.removals.values()} == {"decided"}
    assert not unread(day.event, day.rules, NOBODY, newest(day, PlayerDisqualified)).whole


def test_notes_of_a_table_are_for_leaders_who_read_lists(day):
    day.do(RegisterPlayer("Zoe", faction="Rohan", notes={"List": WORD}))
    zoe = next(one for one in day.event.entrants.values() if one.name == "Zoe")
    plays = day.appoint("referee", "Jo")
    day.do(RegisterPlayer("Jo", person=plays))
    one = newest(day, NotesKept)
    read = {
        person: (
            not unread(day.event, day.rules, person, one).whole,
            as_told_to(day.event, day.rules, person).entrants[zoe.id].notes != {},
        )
        for person in ("p1", day.referee, plays, day.keeper, zoe.id, NOBODY)
    }
    assert read == {
        "p1": (True, True),
        day.referee: (True, True),
        plays: (False, False),
        day.keeper: (False, False),
        zoe.id: (False, False),
        NOBODY: (False, False),
    }
    told = as_told_to(day.event, day.rules, zoe.id).entrants[zoe.id]
    assert told.faction == "Rohan"
