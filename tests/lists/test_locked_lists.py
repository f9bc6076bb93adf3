"""Lists at an event: who reads them, when they lock, and how one is put right later."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from tests.day.army_lists import clean_list
from tests.day.events import NOON, RULESETS, SEED
from tests.lists.halls import (
    LOCK,
    OLGA,
    approve,
    army,
    hall,
    handed_in,
    started,
    wrong_list,
)
from tiltyard.day.facts import ListApproved, ListsLocked, ListSubmitted
from tiltyard.day.list_access import lists_are_public, may_read_list, reads_lists
from tiltyard.day.lists import (
    AmendList,
    ApproveCleanLists,
    LabelTerrain,
    ReceiveListsOnPaper,
    RecordFirstPlayer,
    ReturnList,
    RuleOnProduct,
    SaveList,
    SetListDeadline,
    SubmitList,
    TossCoin,
)
from tiltyard.day.people import RegisterPlayer, WithdrawRegistration
from tiltyard.day.rounds import MakeCut
from tiltyard.day.setup import FinishEvent, StartEvent, Undo
from tiltyard.engine.rosters.list_reading import holds
from tiltyard.rulesets.loader import load
from tiltyard.service.verifying import verify_log
from tiltyard.store.port import Head

# -------------------------------------------------------------------------------------- secrecy


def test_leaders_who_stay_out_read_lists_and_nobody_else_does():
    day, (pia, paul) = hall()
    jude = day.appoint("judge", "Jude")
    day.do(SubmitList(pia, clean_list("xwing-dogfight")), pia)
    may = {
        person: may_read_list(day.event, day.rules, person, pia)
        for person in (OLGA, jude, pia, paul, "stranger", "")
    }
    assert may == {OLGA: True, jude: True, pia: True, paul: False, "stranger": False, "": False}


def test_a_scorekeeper_reads_no_lists():
    day, (pia, _) = handed_in("middle-earth")
    sue = day.appoint("scorekeeper", "Sue")
    assert not reads_lists(day.event, day.rules, sue)
    day.refused(approve(day, pia), sue, code="not-your-role")


@pytest.mark.clause("XW-011")
def test_a_leader_who_plays_reads_no_list_of_another():
    day, (pia, _) = hall()
    jude = day.appoint("judge", "Jude")
    day.do(RegisterPlayer(person=jude))
    day.do(SubmitList(pia, clean_list("xwing-dogfight")), pia)
    day.do(SubmitList(jude, clean_list("xwing-dogfight")), jude)
    assert not may_read_list(day.event, day.rules, jude, pia)
    for command in (
        approve(day, pia),
        ReturnList(pia, "why"),
        AmendList(pia, "Grey Wing", "why"),
        ApproveCleanLists(),
    ):
        day.refused(command, jude, code="players-read-own-list-only")
    day.refused(approve(day, jude), jude)
    day.do(ApproveCleanLists())
    assert army(day, jude).state == "approved"


def test_an_organizer_who_plays_reads_lists_only_where_no_leader_stays_out():
    day, (pia, _) = hall("middle-earth")
    day.do(RegisterPlayer(person=OLGA))
    day.do(SubmitList(pia, clean_list("middle-earth")), pia)
    assert may_read_list(day.event, day.rules, OLGA, pia)
    day.do(approve(day, pia))
    day.appoint("referee", "Ruth")
    assert not may_read_list(day.event, day.rules, OLGA, pia)


@pytest.mark.clause("AMB-034")
@pytest.mark.parametrize("moment", ["start", "cut", "finish", "never"])
def test_lists_are_public_from_the_declared_moment_on(moment):
    day, ids = handed_in(players=4, cut=2, swiss_rounds=1, options={"lists.reveal": moment})
    opened = []

    def look(now):
        public = lists_are_public(day.event, day.rules)
        assert may_read_list(day.event, day.rules, "", ids[0]) is public
        assert may_read_list(day.event, day.rules, ids[1], ids[0]) is public
        if public:
            opened.append(now)

    look("before")
    day.do(StartEvent())
    look("start")
    day.play_swiss()
    look("swiss")
    day.do(MakeCut())
    look("cut")
    day.next_round()
    day.enter_all()
    day.do(FinishEvent())
    look("finish")
    first = {"start": "start", "cut": "cut", "finish": "finish", "never": None}[moment]
    assert (opened[0] if opened else None) == first


# --------------------------------------------------------------------------------------- locking


@pytest.mark.clause("RW-055", "XW-038", "DW-024", "AR-040", "XE-010")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_list_stays_the_same_for_the_whole_event(ruleset):
    day, (pia, _) = started(ruleset)
    assert all(one.is_locked for one in day.event.list_desk.lists.values())
    text = army(day, pia).text
    for person in (pia, OLGA):
        no = day.refused(SubmitList(pia, f"{text}\nmore"), person, says="is locked")
        assert no.clause == LOCK.get(ruleset, no.clause)
        assert no.clause
    day.refused(SaveList(pia, text), pia, says="is locked")
    day.refused(ReturnList(pia, "why"), OLGA, says="is locked")
    assert army(day, pia).text == text


def test_the_seal_is_salted_and_fits_only_this_list():
    day, (pia, paul) = started()
    own, other = army(day, pia), army(day, paul)
    assert own.text == other.text
    assert own.seal != other.seal
    assert holds(own.seal, SEED, day.event.id, pia, own.text)
    assert not holds(own.seal, SEED, day.event.id, pia, f"{own.text} ")
    assert not holds(own.seal, "0" * 64, day.event.id, pia, own.text)


@pytest.mark.clause("XW-038")
def test_a_late_entry_locks_its_list_when_it_is_handed_in():
    day, _ = started()
    late = day.register("Late")[0]
    done = day.do(SubmitList(late, clean_list("xwing-dogfight")), late)
    assert [type(one.fact) for one in done.facts] == [ListSubmitted, ListsLocked]
    assert army(day, late).is_locked
    day.refused(SubmitList(late, clean_list("xwing-dogfight", 97)), late, clause="XW-038")
    done = day.do(approve(day, late))
    assert [type(one.fact) for one in done.facts] == [ListApproved]
    second = day.register("Later")[0]
    day.do(SubmitList(second, clean_list("xwing-dogfight")), second)
    day.do(ApproveCleanLists())
    assert army(day, second).is_locked


def test_the_list_of_somebody_who_withdrew_stands_in_nobodys_way():
    day, (pia, paul, pit) = handed_in(players=3)
    day.do(WithdrawRegistration(pit))
    done = day.do(ApproveCleanLists())
    assert [one.fact.player for one in done.facts] == [pia, paul]
    day.do(StartEvent())
    assert army(day, pia).is_locked
    assert not army(day, pit).is_locked


# ------------------------------------------------------------------------------------ amendments


@pytest.mark.clause("RW-061")
def test_a_leader_completes_a_list_from_the_components_in_use():
    day, (pia, paul) = started("runewars")
    before = army(day, pia)
    text = before.text.replace("Stone Ring", "Stone Ring [capacity: 2]")
    day.refused(AmendList(pia, text, ""), code="private-reason-needed")
    day.refused(AmendList(pia, before.text, "why"), clause="RW-061", says="Nothing would change.")
    day.refused(AmendList(pia, text, "why"), paul)
    day.refused(AmendList(pia, text, "why"), pia)
    day.do(AmendList(pia, text, "the capacity was missing"))
    after = army(day, pia)
    kept = after.amendments[0]
    assert (kept.before, kept.reason, kept.by) == (before.text, "the capacity was missing", OLGA)
    assert not kept.significant
    assert (after.text, after.state) == (text, "approved")
    assert after.seal != before.seal
    assert holds(after.seal, SEED, day.event.id, pia, text)
    assert day.event.incidents == {}


@pytest.mark.clause("RW-062")
def test_a_significant_amendment_is_noted_as_an_incident():
    day, (pia, _) = started("runewars")
    text = f"{army(day, pia).text}\n"
    day.do(AmendList(pia, text, "a unit was not listed", significant=True))
    (incident,) = day.event.incidents.values()
    assert (incident.category, incident.people) == ("cheating", (pia,))
    assert "may have been an advantage" in incident.text
    assert "a unit was not listed" not in incident.text  # the reason is no public matter
    assert army(day, pia).amendments[0].significant


def test_a_list_is_put_right_before_the_start_and_after_the_end():
    day, (pia, _) = handed_in()
    day.do(SubmitList(pia, wrong_list()), pia)
    day.do(AmendList(pia, clean_list("xwing-dogfight", 100), "a slip of the pen"))
    assert not army(day, pia).is_locked
    day.do(StartEvent())
    day.do(FinishEvent("rain"))
    day.do(AmendList(pia, clean_list("xwing-dogfight", 99), "it was miscounted"))
    assert army(day, pia).is_locked
    assert len(army(day, pia).amendments) == 2


# ---------------------------------------------------------------------------- undo and verifying


def test_a_submission_is_taken_back_by_the_desk():
    day, (pia, _) = hall()
    day.do(SaveList(pia, "Grey Wing (20)"), pia)
    day.do(SubmitList(pia), pia)
    day.refused(Undo(), OLGA, code="done-by-somebody-else")
    day.do(Undo("the wrong player"), OLGA)
    assert army(day, pia).state == "draft"
    assert day.folds()


def verified(log, name="cup"):
    return verify_log(name, log, Head(1, b""), load)


def whole_day():
    """Return a finished event in which everything about lists has happened."""
    day, (pia, paul, pit, pat) = hall("runewars", players=4)
    clean = clean_list("runewars")
    day.do(SetListDeadline(NOON + timedelta(days=1)))
    day.do(SaveList(pia, clean), pia)
    day.do(SubmitList(pia), pia)
    day.do(SubmitList(paul, clean_list("runewars", 201)), paul)
    day.do(ReturnList(paul, "too many points"))
    day.do(SubmitList(paul, clean), paul)
    day.do(SubmitList(pit, clean), pit)
    day.do(approve(day, pit))
    day.do(ReceiveListsOnPaper((pat,)))
    day.do(ApproveCleanLists())
    day.do(RuleOnProduct("Core Set", legal=True, reason="it is out", since=date(2018, 11, 1)))
    day.do(LabelTerrain("Ruins", 55, ("cover",), {"cover": 2}))
    day.do(StartEvent())
    day.do(AmendList(pia, clean.replace("190", "189"), "miscounted", significant=True))
    day.next_round()
    game = next(one for one in day.games() if pat in one.players)
    day.do(TossCoin(game.id), game.players[0])
    day.do(RecordFirstPlayer(game.id, pat, "blue"))
    day.enter_all()
    day.do(FinishEvent("enough"))
    return day, pia


@pytest.mark.parametrize("kind", ["text", "seal", "coin", "approval"])
def test_a_log_with_lists_is_clean_and_a_forged_one_is_found(kind):
    day, pia = whole_day()
    log = list(day.desk.log("cup"))
    assert verified(log).troubles == []

    def forged(name, **values):
        place = next(i for i, one in enumerate(log) if one.fact.NAME == name)
        changed = replace(log[place], fact=replace(log[place].fact, **values))
        return verified([*log[:place], changed, *log[place + 1 :]]).troubles

    locked = next(one.fact for one in log if one.fact.NAME == "lists-locked/1")
    wrong = (replace(locked.seals[0], hash="0" * 64), *locked.seals[1:])
    tossed = next(one.fact for one in log if one.fact.NAME == "coin-tossed/1")
    other = next(one for one in day.match(tossed.match).players if one != tossed.winner)
    assert {
        "text": lambda: forged("list-submitted/1", text=clean_list("runewars", 150)),
        "seal": lambda: forged("lists-locked/1", seals=wrong),
        "coin": lambda: forged("coin-tossed/1", winner=other),
        "approval": lambda: forged("list-approved/1", digest="0" * 32),
    }[kind]()
    assert army(day, pia).amendments
