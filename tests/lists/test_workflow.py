"""Lists at an event: handed in, given back, approved, put right, locked, and who reads them."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from tests.day.army_lists import clean_list
from tests.day.events import NOON, RULESETS, SEED, Day
from tiltyard.app.verifying import verify_log
from tiltyard.core.decide.components import MakeProxy
from tiltyard.core.decide.drawing import DrawRound, MakeCut, PublishRound
from tiltyard.core.decide.gate import start_gate
from tiltyard.core.decide.list_matters import (
    DecideConversion,
    LabelTerrain,
    RecordFirstPlayer,
    RequestConversion,
    RuleOnProduct,
    TossCoin,
)
from tiltyard.core.decide.lists import (
    AmendList,
    ApproveCleanLists,
    ApproveList,
    ReceiveListsOnPaper,
    ReturnList,
    SaveList,
    SetListDeadline,
    SubmitList,
)
from tiltyard.core.decide.players import CheckIn, JoinAsSpare, RegisterPlayer, WithdrawRegistration
from tiltyard.core.decide.setup import DescribeEvent, FinishEvent, StartEvent, Undo
from tiltyard.core.facts.lists import ListApproved, ListsLocked, ListSubmitted
from tiltyard.core.rosters.at_the_event import (
    errors_of,
    faction_of,
    findings_of,
    list_of,
    list_total,
    lists_are_public,
    lists_required,
    may_read_list,
    missing_lists,
    reads_lists,
)
from tiltyard.core.rosters.seal import digest, holds
from tiltyard.rulesets.loader import load
from tiltyard.store.port import Head

OLGA = "p1"
LOCK = {
    "runewars": "RW-055",
    "xwing-dogfight": "XW-038",
    "diskwars": "DW-024",
    "armada": "AR-040",
}
GATE = {
    "runewars": "RW-056",
    "xwing-dogfight": "XW-037",
    "xwing-escalation": "XE-018",
    "middle-earth": "ME-006",
    "diskwars": "DW-023",
    "armada": "AR-041",
}
ASKED_FOR = {"runewars": {"tier": "formal"}, "armada": {"tier": "formal"}}


def hall(ruleset="xwing-dogfight", players=2, **changes):
    """Return an event whose doors are open, with players who are here and lists asked for."""
    day = Day(ruleset, **{**ASKED_FOR.get(ruleset, {}), **changes})
    if ruleset in ASKED_FOR:
        day.appoint("marshal", "Mara")
        day.appoint("judge", "Jude")
    day.open_doors()
    ids = day.register(*(f"Player {number}" for number in range(players)))
    day.check_everybody_in()
    day.announce_everything()
    return day, ids


def handed_in(ruleset="xwing-dogfight", players=2, **changes):
    """Return such an event where everybody has handed in a clean list."""
    day, ids = hall(ruleset, players, **changes)
    for player in ids:
        day.do(SubmitList(player, clean_list(ruleset)), player)
    return day, ids


def started(ruleset="xwing-dogfight", players=2, **changes):
    day, ids = handed_in(ruleset, players, **changes)
    if day.rules.lists.approval == "by_hand":
        day.do(ApproveCleanLists())
    day.do(StartEvent())
    return day, ids


def army(day, player):
    found = list_of(day.event, player)
    assert found is not None
    return found


def approve(day, player, reason=""):
    return ApproveList(player, digest(army(day, player).text), reason)


def wrong_list(ruleset="xwing-dogfight"):
    return clean_list(ruleset, 101)


# ------------------------------------------------------------------------------------ handing in


def test_a_draft_is_kept_changed_and_handed_in_without_typing_it_again():
    day, (pia, _) = hall()
    day.do(SaveList(pia, "Grey Wing (20)"), pia)
    assert army(day, pia).state == "draft"
    day.do(SaveList(pia, clean_list("xwing-dogfight")), pia)
    done = day.do(SubmitList(pia), pia)
    assert isinstance(done.facts[0].fact, ListSubmitted)
    assert (army(day, pia).state, army(day, pia).text) == (
        "submitted",
        clean_list("xwing-dogfight"),
    )
    assert army(day, pia).roster.musters[0].declared == 98


def test_the_text_stays_as_it_came():
    day, (pia, _) = hall()
    text = "\n  Faction: Rebel\r\nGrey Wing (20)   \n\n"
    day.do(SubmitList(pia, text), pia)
    assert army(day, pia).text == text


@pytest.mark.clause("RW-047", "XW-034", "AR-037", "XE-010")
@pytest.mark.parametrize(
    "ruleset", ["runewars", "xwing-dogfight", "xwing-escalation", "armada", "diskwars"]
)
def test_a_player_has_one_list_the_newer_takes_the_place_of_the_older(ruleset):
    day, (pia, _) = handed_in(ruleset)
    other = clean_list(ruleset, 45)
    day.do(SubmitList(pia, other), pia)
    assert army(day, pia).text == other
    assert len(day.event.list_desk.lists) == 2


def test_there_must_be_something_to_hand_in():
    day, (pia, _) = hall()
    no = day.refused(SubmitList(pia), pia, clause="XW-037", says="no list to hand in")
    assert no.field == "text"
    day.do(SubmitList(pia, clean_list("xwing-dogfight")), pia)
    day.refused(SubmitList(pia, " \n"), pia, says="no list to hand in")
    day.refused(SaveList(pia, "Grey Wing"), pia, clause="XW-037", says="handed in already")
    day.refused(SubmitList(pia, "x", "papyrus"), pia, says="not read as 'papyrus'")
    day.refused(SubmitList("p99", "x"), OLGA, says="nobody here")


def test_a_draft_is_its_players_own():
    day, (pia, paul) = hall()
    day.do(SaveList(pia, clean_list("xwing-dogfight")), pia)
    day.refused(SaveList(pia, "x"), OLGA)
    day.refused(SaveList(pia, "x"), paul)
    day.refused(SubmitList(pia), OLGA, clause="XW-037", says="its player's own")
    day.refused(SubmitList(pia, clean_list("xwing-dogfight")), OLGA, says="its player's own")
    for person in (OLGA, paul, "stranger"):
        assert not may_read_list(day.event, day.rules, person, pia)
    assert may_read_list(day.event, day.rules, pia, pia)
    for act in (ReturnList(pia, "why"), approve(day, pia), AmendList(pia, "Grey Wing", "why")):
        day.refused(act, OLGA, clause="XW-037", says="has handed in no list")


def test_a_leader_hands_in_a_list_for_a_player():
    day, (pia, paul) = hall()
    day.do(SubmitList(pia, clean_list("xwing-dogfight")), OLGA)
    assert army(day, pia).by == OLGA
    day.refused(SubmitList(pia, "Grey Wing (1)"), paul, says="own")


def test_the_spare_player_hands_in_no_list():
    day, _ = hall("middle-earth", players=3)
    sam = day.do(JoinAsSpare("Sam")).facts[-1].fact.player
    day.refused(SubmitList(sam, clean_list("middle-earth")), OLGA, clause="ME-050")
    day.refused(ReceiveListsOnPaper((sam,)), OLGA, says="is not missing")
    assert sam not in set(missing_lists(day.event, day.rules))


# -------------------------------------------------------------------------------------- deadline


@pytest.mark.clause("XW-037", "ME-029")
def test_after_the_deadline_only_a_leader_takes_a_list():
    day, (pia, paul) = hall()
    until = NOON + timedelta(minutes=10)
    day.do(SetListDeadline(until))
    day.clock.move(minutes=10)
    day.do(SubmitList(pia, clean_list("xwing-dogfight")), pia)  # exactly then is in time
    day.clock.move(seconds=1)
    for command in (
        SubmitList(pia, clean_list("xwing-dogfight", 97)),
        SaveList(paul, "Grey Wing"),
    ):
        day.refused(command, command.player, clause="XW-037", says="is over")
    day.do(SubmitList(paul, clean_list("xwing-dogfight")), OLGA)
    day.do(SetListDeadline())
    day.do(SubmitList(pia, clean_list("xwing-dogfight", 97)), pia)


def test_a_list_given_back_after_the_deadline_may_still_be_put_right():
    day, (pia, _) = hall()
    day.do(SubmitList(pia, wrong_list()), pia)
    day.do(SetListDeadline(NOON))
    day.clock.move(minutes=1)
    day.do(ReturnList(pia, "one point too many"))
    assert army(day, pia).note == "one point too many"
    assert not may_read_list(day.event, day.rules, OLGA, pia)
    day.do(SaveList(pia, clean_list("xwing-dogfight")), pia)
    day.do(SubmitList(pia), pia)
    assert army(day, pia).state == "submitted"
    day.refused(SubmitList(pia, clean_list("xwing-dogfight", 97)), pia, says="is over")


def test_a_leader_takes_the_list_of_a_draft_when_the_time_is_over():
    day, (pia, _) = hall()
    day.do(SaveList(pia, clean_list("xwing-dogfight")), pia)
    day.refused(SubmitList(pia, clean_list("xwing-dogfight", 97)), says="player's own")
    day.do(SetListDeadline(NOON))
    day.clock.move(minutes=1)
    day.refused(SubmitList(pia), pia, says="is over")
    day.do(SubmitList(pia, clean_list("xwing-dogfight", 97)))
    assert army(day, pia).state == "submitted"


@pytest.mark.clause("RW-061")
def test_a_leader_puts_right_what_was_handed_in_and_never_replaces_it():
    day, (pia, _) = handed_in("runewars")
    no = day.refused(SubmitList(pia, clean_list("runewars", 150)), clause="RW-061")
    assert "amendment" in (no.fix or "")


@pytest.mark.clause("RW-061")
def test_an_amendment_that_leaves_an_error_is_no_approval():
    day, (pia, _) = handed_in("runewars")
    day.do(AmendList(pia, clean_list("runewars", 201), "as it lies on the table"))
    assert army(day, pia).state == "submitted"
    assert [one.clause for one in errors_of(day.event, day.rules, army(day, pia))] == ["RW-048"]
    day.do(AmendList(pia, clean_list("runewars", 199), "counted again"))
    assert army(day, pia).state == "approved"


@pytest.mark.clause("AMB-112", "DW-020")
def test_an_approval_covers_only_the_errors_that_were_there():
    day, (pia, *_) = handed_in("diskwars", players=4, cut=None)
    before = army(day, pia).text
    without = "\n".join(before.split("Reserve")[:1])
    day.do(SubmitList(pia, without), pia)
    day.do(approve(day, pia))
    assert errors_of(day.event, day.rules, army(day, pia)) == ()
    planned = replace(day.event.details, cut=4)
    day.do(DescribeEvent(planned, "there will be a cut"))
    assert army(day, pia).state == "approved"
    assert errors_of(day.event, day.rules, army(day, pia))
    assert "list-with-errors" in [
        one.code for one in start_gate(day.event, day.rules, day.document)
    ]


def test_saving_the_same_draft_again_records_nothing():
    day, (pia, _) = hall()
    day.do(SaveList(pia, clean_list("xwing-dogfight")), pia)
    day.refused(SaveList(pia, clean_list("xwing-dogfight")), pia, says="kept already")


def test_a_deadline_has_a_time_zone_and_is_kept_in_one():
    day, _ = hall()
    naive = datetime(2018, 11, 3, 10)  # noqa: DTZ001
    no = day.refused(SetListDeadline(naive), clause="XW-037", says="time zone")
    assert no.field == "until"
    plus_one = datetime.fromisoformat("2018-11-03T10:00:00+01:00")
    day.do(SetListDeadline(plus_one))
    assert day.event.list_desk.deadline == datetime(2018, 11, 3, 9, tzinfo=UTC)
    assert day.event.list_desk.deadline.tzinfo is UTC
    no = day.refused(SetListDeadline(datetime.fromisoformat("0001-01-01T00:00:00+05:00")))
    assert no.field == "until"


# -------------------------------------------------------------------------------------- the gate


@pytest.mark.clause("RW-056", "AR-041", "XW-037", "DW-023", "XE-018", "ME-006", "AMB-034")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_missing_list_blocks_the_start(ruleset):
    day, (pia, paul) = hall(ruleset)
    assert lists_required(day.event, day.rules)
    no = day.refused(StartEvent(), clause=GATE[ruleset], says="has handed in no")
    assert no.facts["blockers"] == ["list-missing"] * 2
    day.do(SubmitList(pia, clean_list(ruleset)), pia)
    day.do(SaveList(paul, clean_list(ruleset)), paul)
    assert day.refused(StartEvent()).facts["blockers"].count("list-missing") == 1
    day.do(SubmitList(paul), paul)
    if ruleset == "middle-earth":
        day.do(ApproveCleanLists())
    day.do(StartEvent())


@pytest.mark.clause("RW-056", "AR-041", "AMB-034")
@pytest.mark.parametrize("ruleset", ["runewars", "armada"])
@pytest.mark.parametrize(
    ("changes", "required"),
    [
        ({"tier": "relaxed"}, False),
        ({"tier": "formal"}, True),
        ({"tier": "premier"}, True),
        ({"tier": "relaxed", "options": {"lists.required": "always"}}, True),
        ({"tier": "premier", "options": {"lists.required": "never"}}, False),
    ],
)
def test_some_events_ask_for_lists_by_tier_or_as_the_organizer_says(ruleset, changes, required):
    day, ids = hall(ruleset, **changes)
    assert lists_required(day.event, day.rules) is required
    assert set(missing_lists(day.event, day.rules)) == (set(ids) if required else set())
    if required:
        day.refused(StartEvent(), clause=GATE[ruleset])
    else:
        day.do(StartEvent())


@pytest.mark.clause("RW-056")
def test_a_list_nobody_asked_for_is_checked_nevertheless():
    day, (pia, _) = hall("runewars", tier="relaxed")
    day.do(SubmitList(pia, clean_list("runewars", 201)), pia)
    day.refused(StartEvent(), clause="RW-056", says="has errors")
    day.do(SubmitList(pia, clean_list("runewars", 200)), pia)
    day.do(StartEvent())


@pytest.mark.clause("XW-037")
def test_a_list_that_is_not_here_blocks_nobody():
    day, (pia, paul) = handed_in()
    day.register("Absent")
    assert [one.code for one in start_gate(day.event, day.rules, day.document)] == []
    day.do(StartEvent())
    assert {one.player for one in day.event.list_desk.lists.values()} == {pia, paul}


@pytest.mark.clause("XW-037")
def test_a_list_on_paper_counts_as_handed_in():
    day, (pia, paul) = hall()
    day.do(ReceiveListsOnPaper((pia,)))
    day.refused(ReceiveListsOnPaper((pia,)), says="is not missing")
    day.do(ReceiveListsOnPaper())
    assert army(day, paul).state == "on_paper"
    day.refused(ReceiveListsOnPaper(), clause="XW-037", says="no list is missing")
    day.refused(approve(day, pia), says="on paper")
    day.refused(ReturnList(pia, "why"), says="on paper")
    assert findings_of(day.event, day.rules, army(day, pia)) == ()
    day.do(StartEvent())
    assert "lists-locked" not in day.facts()


@pytest.mark.clause("XW-038", "AMB-038")
def test_a_list_on_paper_is_not_replaced_once_the_event_runs():
    day, (pia, _) = hall()
    day.do(ReceiveListsOnPaper())
    day.do(StartEvent())
    for person in (pia, OLGA):
        day.refused(SubmitList(pia, clean_list("xwing-dogfight")), person, clause="XW-038")
    day.do(AmendList(pia, clean_list("xwing-dogfight"), "typed from the sheet"))
    assert army(day, pia).is_locked


def test_a_paper_list_never_wipes_out_a_draft_unasked():
    day, (pia, paul) = hall()
    day.do(SaveList(pia, clean_list("xwing-dogfight")), pia)
    day.do(ReceiveListsOnPaper())
    assert (army(day, pia).state, army(day, paul).state) == ("draft", "on_paper")


# -------------------------------------------------------------------------------------- checking


@pytest.mark.clause("XW-035")
def test_a_list_with_an_error_is_given_back_or_put_right():
    day, (pia, paul) = handed_in()
    day.do(SubmitList(pia, wrong_list()), pia)
    no = day.refused(StartEvent(), clause="XW-037", says="has errors")
    assert no.facts["blockers"] == ["list-with-errors"]
    no = day.refused(
        approve(day, pia, "it is only one"), clause="XW-035", says="cannot be approved"
    )
    assert "over limit" not in no.message
    day.refused(ReturnList(pia, ""), says="needs a reason")
    day.do(ReturnList(pia, "101 points"))
    day.refused(StartEvent(), says="has handed in no")
    day.do(SubmitList(pia, clean_list("xwing-dogfight", 100)), pia)
    assert army(day, pia).note == ""
    day.do(StartEvent())
    assert army(day, paul).is_locked


def test_whoever_approves_has_looked_at_this_list():
    day, (pia, _) = handed_in()
    seen = approve(day, pia)
    day.do(SubmitList(pia, clean_list("xwing-dogfight", 97)), pia)
    day.refused(seen, says="has changed since you looked")
    day.do(approve(day, pia))
    assert (army(day, pia).state, army(day, pia).checked_by) == ("approved", OLGA)
    day.refused(approve(day, pia), says="approved already")
    day.do(SubmitList(pia, clean_list("xwing-dogfight", 96)), pia)
    assert army(day, pia).state == "submitted"


@pytest.mark.clause("RW-049")
def test_a_second_faction_is_allowed_only_with_a_reason():
    day, (pia, paul) = handed_in("runewars")
    mixed = (
        clean_list("runewars")
        .replace("Harrow Guard", "Harrow Guard [faction: Daqan Lords]")
        .replace("(190)\nTerrain", "(100)\nDead Guard [faction: Waiqar the Undying] (90)\nTerrain")
    )
    day.do(SubmitList(pia, mixed), pia)
    wrong = errors_of(day.event, day.rules, army(day, pia))
    assert [(one.clause, one.waivable) for one in wrong] == [("RW-049", True)]
    no = day.refused(approve(day, pia), clause="RW-049", says="has an error")
    assert no.field == "reason"
    day.refused(StartEvent(), clause="RW-056")
    day.do(approve(day, pia, "their hero permits it"))
    assert army(day, pia).note == "their hero permits it"
    assert errors_of(day.event, day.rules, army(day, pia)) == ()
    day.do(StartEvent())
    assert army(day, paul).is_locked


@pytest.mark.clause("DW-020", "DW-025", "AMB-112")
def test_dw_t14_a_list_without_a_reserve_is_not_approvable_where_a_cut_is_planned():
    without, (pia, *_) = handed_in("diskwars", players=4)
    without.do(approve(without, pia))
    day, (pia, *_) = handed_in("diskwars", players=4, cut=2)
    clauses = {one.clause for one in errors_of(day.event, day.rules, army(day, pia))}
    assert clauses & {"DW-020", "DW-025"}
    no = day.refused(approve(day, pia, "they forgot it"), says="cannot be approved")
    assert no.clause in {"DW-020", "DW-025"}
    day.refused(StartEvent(), says="has errors")
    whole = clean_list("diskwars").replace("Total: 50", "Reserve regiment\nPike Bearer (25)")
    day.do(SubmitList(pia, f"{whole}Reserve command cards: Wait\n"), pia)
    day.do(approve(day, pia))


@pytest.mark.clause("ME-006")
def test_the_organiser_looks_at_every_list():
    day, (pia, paul) = handed_in("middle-earth")
    no = day.refused(StartEvent(), clause="ME-006", says="nobody has checked")
    assert no.facts["blockers"] == ["list-unchecked"] * 2
    day.do(approve(day, pia))
    assert day.refused(StartEvent()).facts["blockers"] == ["list-unchecked"]
    day.do(ApproveCleanLists())
    assert army(day, paul).checked_at == day.clock.now()
    day.do(StartEvent())


def test_every_list_without_an_error_is_approved_at_once():
    day, (pia, paul, pit) = handed_in(players=3)
    day.do(SubmitList(paul, wrong_list()), paul)
    done = day.do(ApproveCleanLists())
    assert [one.fact.player for one in done.facts if isinstance(one.fact, ListApproved)] == [
        pia,
        pit,
    ]
    assert army(day, paul).state == "submitted"
    day.refused(ApproveCleanLists(), clause="XW-037", says="no list is waiting")


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
    day.refused(approve(day, pia), sue, says="not your role")


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
        day.refused(command, jude, says="whoever plays reads no list")
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
    day.do(DrawRound())
    day.do(PublishRound())
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
    day.refused(AmendList(pia, text, ""), says="needs a reason")
    day.refused(AmendList(pia, before.text, "why"), clause="RW-061", says="nothing would change")
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
    day.refused(Undo(), OLGA, says="this was done by")
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
    day.do(RecordFirstPlayer(game.id, pat, "north"))
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


# ------------------------------------------------------------------------------------ who begins


@pytest.mark.clause("RW-112", "XW-051", "AR-064", "AMB-038")
@pytest.mark.parametrize(
    ("ruleset", "coin", "chooser"),
    [
        ("runewars", "RW-112", "RW-111"),
        ("xwing-dogfight", "XW-051", "XW-050"),
        ("armada", "AR-064", "AR-063"),
        ("xwing-escalation", "XW-051", "AMB-085"),
    ],
)
def test_the_coin_decides_only_between_equal_totals(ruleset, coin, chooser):
    day, (pia, paul) = started(ruleset)
    day.next_round()
    (game,) = day.games()
    day.refused(TossCoin(game.id), "stranger")
    day.do(TossCoin(game.id), pia)
    assert day.match(game.id).coin in {pia, paul}
    day.refused(TossCoin(game.id), paul, clause=coin, says="the coin fell for")
    unequal, (pia, paul) = hall(ruleset)
    unequal.do(SubmitList(pia, clean_list(ruleset)), pia)
    unequal.do(SubmitList(paul, clean_list(ruleset, 41)), paul)
    unequal.do(StartEvent())
    unequal.next_round()
    (game,) = unequal.games()
    unequal.refused(TossCoin(game.id), pia, clause=chooser, says="only when both lists cost")
    assert list_total(unequal.event, unequal.rules, paul, unequal.round) == 41


@pytest.mark.clause("AMB-038")
def test_where_a_total_is_not_known_the_two_may_toss():
    day, (pia, _) = hall("runewars", tier="relaxed")
    day.do(StartEvent())
    day.next_round()
    (game,) = day.games()
    assert list_total(day.event, day.rules, pia, day.round) is None
    day.do(TossCoin(game.id), pia)


@pytest.mark.parametrize("ruleset", ["middle-earth", "diskwars"])
def test_a_game_without_such_a_rule_tosses_no_coin(ruleset):
    day, (pia, _) = started(ruleset)
    day.next_round()
    (game,) = day.games()
    day.refused(TossCoin(game.id), pia, clause=GATE[ruleset], says="tosses no coin")


@pytest.mark.clause("RW-113")
def test_who_begins_is_noted_with_the_side():
    day, (pia, paul) = started("runewars")
    day.next_round()
    (game,) = day.games()
    day.do(RecordFirstPlayer(game.id, pia, " north  edge "), paul)
    assert (day.match(game.id).first_player, day.match(game.id).side) == (pia, "north edge")
    day.do(RecordFirstPlayer(game.id, paul))
    assert day.match(game.id).first_player == paul
    day.refused(RecordFirstPlayer(game.id, "p1"), OLGA, says="not in this match")
    day.enter_all()
    day.refused(RecordFirstPlayer(game.id, pia), paul, clause="RW-111", says="over")
    day.refused(TossCoin(game.id), paul, clause="RW-111", says="over")


def test_the_faction_is_that_of_the_list_or_as_it_was_told():
    day, (pia, paul) = handed_in()
    assert faction_of(day.event, pia) == "Rebel"
    day.do(ReturnList(pia, "why"))
    assert faction_of(day.event, pia) == ""
    assert faction_of(day.event, "p99") == ""
    assert faction_of(day.event, paul) == "Rebel"


# --------------------------------------------------------------------------- what belongs to them


@pytest.mark.clause("RW-099", "XW-097", "AR-058")
@pytest.mark.parametrize("ruleset", ["runewars", "xwing-dogfight", "armada"])
def test_the_organizer_says_what_is_legal(ruleset):
    day, _ = hall(ruleset, region="elsewhere")
    clause = day.rules.legality.clause
    day.refused(RuleOnProduct("Core Set", legal=True, reason=""), says="needs a reason")
    no = day.refused(
        RuleOnProduct("Core Set", legal=False, reason="why", since=date(2018, 1, 1)), clause=clause
    )
    assert no.field == "since"
    day.refused(RuleOnProduct(" ", legal=True, reason="why"), says="no name")
    day.do(RuleOnProduct("Core Set", legal=False, reason="not sold here"))
    day.do(RuleOnProduct("Core Set", legal=True, reason="sold now", since=date(2018, 11, 1)))
    ruling = day.event.list_desk.rulings["Core Set"]
    assert (ruling.legal, ruling.since, ruling.reason) == (True, date(2018, 11, 1), "sold now")


@pytest.mark.clause("RW-099")
def test_a_ruling_on_a_product_counts_for_lists_that_name_it():
    day, (pia, _) = handed_in("runewars")
    text = clean_list("runewars").replace("Harrow Guard", "Harrow Guard (Grey Box)")
    day.do(SubmitList(pia, text), pia)
    assert errors_of(day.event, day.rules, army(day, pia)) == ()
    day.do(RuleOnProduct("Grey Box", legal=False, reason="not sold here"))
    assert errors_of(day.event, day.rules, army(day, pia))
    day.refused(StartEvent(), says="has errors")
    day.do(RuleOnProduct("Grey Box", legal=True, reason="sold now"))
    day.do(StartEvent())


@pytest.mark.clause("ME-028", "ME-029")
def test_conversions_are_asked_for_and_answered():
    day, (pia, paul) = hall("middle-earth")
    no = day.refused(RequestConversion(pia, " "), pia, clause="ME-028")
    assert no.field == "description"
    day.refused(RequestConversion(pia, "a rider on foot"), paul)
    day.do(RequestConversion(pia, "a rider on foot"), pia)
    (asked,) = day.event.list_desk.conversions.values()
    assert (asked.id, asked.approved) == ("k1", None)
    day.refused(DecideConversion("k1", approved=True), pia)
    day.refused(DecideConversion("k9", approved=True), clause="ME-028", says="nobody asked")
    day.do(DecideConversion("k1", approved=False, note="not recognisable"))
    day.do(DecideConversion("k1", approved=True, note="with another shield"))
    decided = day.event.list_desk.conversions["k1"]
    assert (decided.approved, decided.note, decided.decided_by) == (
        True,
        "with another shield",
        OLGA,
    )


def test_other_games_do_not_ask_about_conversions_beforehand():
    day, (pia, _) = hall()
    no = day.refused(RequestConversion(pia, "a painted ship"), pia, says="beforehand")
    assert no.clause


@pytest.mark.clause("RW-087", "RW-088")
def test_existing_terrain_gets_a_label():
    day, _ = hall("runewars")
    day.do(LabelTerrain("Ruins", 55, ("cover", "deadly", "cover"), {"deadly": 2}))
    piece = day.event.list_desk.terrain["g1"]
    assert (piece.capacity, piece.keywords, piece.values) == (4, ("cover", "deadly"), {"deadly": 2})
    day.do(LabelTerrain("Ruins", 45, piece="g1"))
    assert day.event.list_desk.terrain["g1"].capacity == 2
    day.refused(LabelTerrain("Ruins", 55, ("a", "b", "c")), clause="RW-088")
    day.refused(LabelTerrain("Ruins", 0), clause="RW-087")
    day.refused(LabelTerrain("Ruins", 55, piece="g7"), says="no piece of terrain")
    day.refused(LabelTerrain(" ", 55), says="no name")
    other, _ = hall()
    other.refused(LabelTerrain("Ruins", 55), clause="XW-037", says="no labels")


@pytest.mark.clause("RW-080", "RW-092")
def test_a_proxy_in_a_list_needs_the_proxy_a_leader_made():
    day, (pia, _) = started("runewars")
    text = army(day, pia).text.replace("Harrow Guard", "Harrow Guard [proxy]")
    day.do(AmendList(pia, text, "the card is damaged"))

    def found():
        said = findings_of(day.event, day.rules, army(day, pia))
        return [one.clause for one in said if one.code == "proxy-listed"]

    assert found() == ["RW-092"]
    day.next_round()
    day.do(MakeProxy(pia, "harrow guard", "the cost"))
    assert found() == []


@pytest.mark.clause("RW-092", "XW-021", "AR-053")
@pytest.mark.parametrize(
    ("ruleset", "clause"),
    [("runewars", "RW-092"), ("xwing-dogfight", "XW-021"), ("armada", "AR-053")],
)
def test_no_list_with_a_proxy_is_approved(ruleset, clause):
    day, (pia, _) = handed_in(ruleset)
    text = army(day, pia).text
    for name in ("Harrow Guard", "Grey Wing", "Heron Cruiser"):
        text = text.replace(name, f"{name} [proxy]")
    day.do(SubmitList(pia, text), pia)
    day.refused(approve(day, pia, "please"), clause=clause)


def test_a_points_limit_changed_afterwards_is_checked_again():
    day, (pia, _) = handed_in("middle-earth", points_limit=500)
    assert errors_of(day.event, day.rules, army(day, pia)) == ()
    day.do(DescribeEvent(replace(day.event.details, points_limit=400), "less time"))
    assert [one.clause for one in errors_of(day.event, day.rules, army(day, pia))] == ["ME-062"]
    assert day.do(CheckIn(day.register("Late")[0]))
