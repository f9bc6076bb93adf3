"""Who may do what, and when: the whole table, written down here a second time.

The lines below come from the documents (rules 2.1 and the clauses on roles, reliability 3.3), not
from the code. Every role of every ruleset, in every phase, for every act, for one's own match, for
somebody else's and for nobody's: all of it is compared.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, cast, get_args

import pytest

from tests.day.events import RULESETS, Day, conceded_by, in_round, running
from tests.refusing import refuses
from tiltyard.day.event import Appointment, Entrant, Event, Phase
from tiltyard.day.people import (
    ChangeDuty,
    Disqualify,
    DropPlayer,
    RecommendDisqualification,
    Rejoin,
    ReleaseStaff,
)
from tiltyard.day.policy import refusal, require_right
from tiltyard.day.rounds import DiscardDraw, DrawRound
from tiltyard.day.setup import AnnounceItem
from tiltyard.day.table import ACTS
from tiltyard.engine.errors import Refused
from tiltyard.engine.ruleset import RoleId
from tiltyard.rulesets.loader import load
from tiltyard.text.refusals import fix_text, refusal_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import PlayerId

PHASES: tuple[Phase, ...] = get_args(Phase)
BEFORE = "draft announced registration check_in"
OPEN = f"{BEFORE} running"
LISTED = "announced registration check_in"
ENTRY = f"{LISTED} running"
LATE = "running finished"

TO = "organizer second_organizer"  # X-Wing and Diskwars know a second Tournament Organizer
FLOOR = f"{TO} marshal referee scorekeeper"  # who runs the hall
PAIRING = f"{TO} scorekeeper"  # ME-016: the Scorekeeper makes the pairings
RULING = f"{TO} marshal judge referee"  # leaders who rule: RW-014, RW-018, ME-010
DECIDING = f"{TO} marshal referee"
SCORING = f"{RULING} scorekeeper"  # ME-015, reliability 3.3
PLAYING = "player spare"


@dataclass(frozen=True)
class Line:
    """These roles, in these phases, for whose match: any, own, other. `why`: a reason is asked."""

    roles: str
    phases: str
    whose: str = "any"
    why: bool = False


TABLE: dict[str, tuple[Line, ...]] = {
    "create-event": (),  # there is no event yet: whoever does it is the organizer
    # RW-011, AR-009, ME-003: the organizer answers for the event
    "describe-event": (Line("organizer", "draft"), Line("organizer", LISTED, why=True)),
    "change-information": (Line(TO, f"{OPEN} finished"),),
    "announce-event": (Line("organizer", "draft"),),
    "announce-item": (Line(f"{TO} marshal", OPEN),),  # reliability 3.3: announce
    "post-notice": (Line(RULING, f"{ENTRY} finished"),),
    "edit-notice": (Line(RULING, f"{ENTRY} finished"),),
    "withdraw-notice": (Line(RULING, f"{ENTRY} finished"),),
    "open-registration": (Line(TO, "announced"),),
    "open-check-in": (Line(TO, "announced registration"),),
    "start-event": (Line(TO, "check_in"),),
    "change-plan": (Line("organizer", "running", why=True),),  # AMB-020: override with reason
    "arrange-tables": (Line(FLOOR, OPEN),),
    "show-clinch": (Line(TO, f"{OPEN} finished"),),
    "choose-language": (Line(TO, f"{OPEN} finished"),),
    "award-prize": (Line(TO, LATE),),
    "finish-event": (Line(TO, "running"),),
    "reopen-event": (Line("organizer", "finished", why=True),),
    "archive-event": (Line("organizer", f"{BEFORE} finished"),),
    "delete-event": (Line("organizer", BEFORE),),
    "undo": (Line(FLOOR, f"{OPEN} finished"),),
    # ME-004: the organizer appoints; reliability 3.3: roles are the organizer's
    "appoint-staff": (Line("organizer", OPEN),),
    "release-staff": (Line("organizer", OPEN),),
    # RW-016, RW-019: whoever goes off duty says so, and a spectator comes back on duty
    "change-duty": (
        Line("organizer", OPEN),
        Line("second_organizer marshal judge referee scorekeeper spectator", OPEN, "own"),
    ),
    "name-head-marshal": (Line("organizer", OPEN),),  # AMB-039
    "hand-over": (Line("organizer", f"{OPEN} finished", why=True),),  # RW-010: exactly one
    "register-player": (
        Line(FLOOR, f"{LISTED} running"),
        Line("spectator", "registration check_in", "own"),
    ),
    "change-player": (Line(FLOOR, OPEN),),
    # how the organizer reaches a player: nobody else's business
    "note-contact": (Line(TO, f"{OPEN} finished"), Line("player", OPEN, "own")),
    "withdraw-registration": (Line(FLOOR, LISTED), Line("player", LISTED, "own")),
    "withdraw-registrations": (Line(FLOOR, LISTED),),
    "set-door-code": (Line(TO, f"draft {LISTED}"),),
    "record-sealing": (
        Line("organizer", "draft announced registration check_in running finished archived"),
    ),
    "set-approval": (Line(TO, f"draft {LISTED}"),),
    "approve-registration": (Line(FLOOR, f"{LISTED} running"),),
    "decline-registrations": (
        Line(FLOOR, f"{LISTED} running"),
        Line("spectator", f"{LISTED} running", "own"),
    ),
    "check-in": (Line(FLOOR, "check_in"), Line("player", "check_in", "own")),
    "take-back-check-in": (Line(FLOOR, "check_in"),),
    "let-in-late": (Line(FLOOR, "running"),),  # AMB-023: as whoever enters late
    # XW-015, ME-025: what players bring is looked at by the staff; never one's own
    "inspect-components": (Line(f"{FLOOR} judge", "registration check_in running", "other"),),
    "join-as-spare": (Line(PAIRING, f"{LISTED} running"),),  # ME-018
    "release-spare": (Line(PAIRING, f"{LISTED} running"),),
    # RW-143: the player tells the organizer; reliability 3.3: players drop themselves
    "drop-player": (Line(FLOOR, "running"), Line("player", "running", "own")),
    "rejoin": (Line(TO, "running"),),  # RW-146: the organizer decides
    "recommend-disqualification": (  # RW-015
        Line("marshal judge referee", LATE, "other", why=True),
    ),
    "decline-disqualification": (
        Line(TO, LATE, "other", why=True),
    ),  # RW-015: the organizer decides
    # RW-036, XW-009, DW-011, AR-027, ME-005: the organizer alone
    "disqualify": (Line(TO, LATE, "other", why=True),),
    "vote-favourite": (Line(PAIRING, LATE, "other"), Line("player", "running", "own")),
    "score-extra": (Line(PAIRING, LATE, "other"),),
    # points beside the games: declared by the organizer, given by the staff, never to oneself
    "declare-soft-score": (Line(TO, OPEN),),
    "remove-soft-score": (Line(TO, OPEN),),
    "give-scores": (Line(SCORING, "registration check_in running finished", "other"),),
    "hand-in-score": (Line(SCORING, "running", "other"), Line("player", "running", "own")),
    "close-score": (Line(SCORING, "running"),),
    # the player's own name: the player decides, also after leaving; the desk on their behalf
    "choose-shown-name": (
        Line(FLOOR, "registration check_in running finished"),
        Line(f"{PLAYING} spectator", "registration check_in running finished", "own"),
    ),
    # whoever asks for it is forgotten, at any time; the organizer answers for it
    "forget-person": (
        Line(TO, "draft announced registration check_in running finished archived", why=True),
    ),
    "forget-people": (
        Line(TO, "draft announced registration check_in running finished archived", why=True),
    ),
    # RW-053, AMB-034: players hand in their lists; leaders look at them and put them right
    "save-list": (Line("player", ENTRY, "own"),),
    "submit-list": (Line("player", ENTRY, "own"), Line(RULING, ENTRY, "other")),
    "receive-lists-on-paper": (Line(FLOOR, ENTRY),),
    # RW-056: lists are handed to the organizer, who may do without one
    "waive-list": (Line(TO, ENTRY, "other", why=True),),
    "return-list": (Line(RULING, ENTRY, "other", why=True),),
    "approve-list": (Line(RULING, ENTRY, "other"),),
    "approve-clean-lists": (Line(RULING, ENTRY),),
    # RW-061: a leader completes a list, also where it shows only afterwards
    "amend-list": (Line(RULING, f"{ENTRY} finished", "other", why=True),),
    "set-list-deadline": (Line(TO, BEFORE),),
    "rule-on-product": (Line(TO, OPEN, why=True),),  # RW-099: the organizer decides
    # ME-028, ME-029: players ask, the organizer answers
    "request-conversion": (Line(FLOOR, ENTRY), Line("player", ENTRY, "own")),
    "decide-conversion": (Line(TO, ENTRY, "other"),),
    "label-terrain": (Line(FLOOR, OPEN),),  # RW-087
    "count-terrain": (Line(FLOOR, OPEN),),  # RW-089
    # RW-112, RW-113: at the table, or a leader for them
    "draw-mats": (Line(FLOOR, OPEN),),  # XW-023
    "toss-coin": (Line(RULING, "running", "other"), Line(PLAYING, "running", "own")),
    "record-first-player": (Line(SCORING, "running", "other"), Line(PLAYING, "running", "own")),
    "draw-round": (Line(PAIRING, "running"),),
    "discard-draw": (Line(PAIRING, "running", why=True),),
    "change-pairings": (Line(TO, "running", why=True),),  # reliability 3.3: S, public
    "set-scenario": (Line(TO, OPEN),),  # DW-094: the organizer chooses the format
    "set-cards": (Line(PAIRING, "running", why=True),),
    "publish-round": (Line(PAIRING, "running"),),
    "withdraw-round": (Line(TO, "running", why=True),),  # reliability 3.3: undo published, S
    "call-seating": (Line(FLOOR, "running"),),
    # RW-134: a leader starts the clock
    "start-clock": (Line(RULING, "running"),),
    "pause-clock": (Line(RULING, "running"),),
    "resume-clock": (Line(RULING, "running"),),
    "call-time": (Line(RULING, "running"),),
    "grant-extension": (Line(RULING, "running", "other", why=True),),  # RW-076, AMB-033
    "extend-round": (Line(RULING, "running", why=True),),
    "open-seats": (Line(SCORING, f"draft {LISTED} running finished"),),
    "change-table": (Line(FLOOR, "running"),),
    "assign-ruling-leader": (Line(DECIDING, "running"),),  # AMB-030
    "make-cut": (Line(PAIRING, "running"),),
    "take-place": (Line(PAIRING, "running"), Line("player", "running", "own")),
    "decline-place": (Line(PAIRING, "running"), Line("player", "running", "own")),
    "report-result": (Line(PLAYING, "running", "own"),),
    "confirm-result": (Line(PLAYING, "running", "own"),),
    "enter-result": (Line(SCORING, "running", "other"),),
    "resolve-dispute": (Line(RULING, "running", "other", why=True),),
    # AMB-028, reliability 3.3; the marshal or referee where the organizer plays (RW-029)
    "correct-result": (Line(DECIDING, LATE, "other", why=True),),
    "forfeit-game": (Line(FLOOR, "running", "other"),),
    "verify-totals": (Line(RULING, "running", "other"), Line(PLAYING, "running", "own")),
    # XW-092: the opponent before the game, the organizer at any time
    "check-deck": (Line(RULING, "running", "other"), Line(PLAYING, "running", "own")),
    "call-judge": (Line(RULING, "running"), Line(PLAYING, "running", "own")),  # RW-021
    "rule-on-call": (Line(RULING, "running", "other"),),  # RW-029
    # RW-065: whoever sees that a call is the marshal's passes it on
    "say-call-kind": (Line(RULING, "running", "other"),),
    "appeal-ruling": (Line(PLAYING, "running", "own"),),  # RW-022: a player of the match
    "withdraw-appeal": (Line(PLAYING, "running", "own"),),
    "withdraw-call": (Line(RULING, "running"), Line(PLAYING, "running", "own")),
    "go-to-table": (Line(RULING, "running", "other"),),  # RW-029
    "record-incident": (Line(RULING, LATE, "other"),),
    # RW-015: nothing follows from it; whose matter it is, the decision asks
    "set-aside-incident": (Line(RULING, LATE, "other", why=True),),
    "report-incident": (Line(f"{PLAYING} spectator", "running"),),  # RW-027
    "request-watch": (Line(RULING, "running"), Line(PLAYING, "running", "own")),  # DW-018
    "end-watch": (Line(RULING, "running", "other"),),
    "note-component-trouble": (Line(RULING, "running"), Line(PLAYING, "running", "own")),
    "grant-component-time": (Line(RULING, "running", "other"),),  # RW-076: the leader gives it
    "end-component-trouble": (Line(RULING, "running", "other"),),
    "make-proxy": (Line(RULING, "running", "other"),),  # RW-080: a leader makes it
    "agree-sharing": (Line(PLAYING, "running", "own"),),  # RW-063
    # RW-064: the marshal; XW-025, DW-039: the organizer; whose it is, the decision asks
    "order-sharing": (Line(RULING, "running", "other"),),
    "ask-about-component": (Line(SCORING, ENTRY), Line("player", ENTRY, "own")),
    # RW-065, RW-091, AR-044, AR-054: the marshal; XW-015, ME-028: the organizer
    "rule-on-component": (Line(RULING, ENTRY, "other"),),
}

ME, SOMEBODY = "me", "somebody"
WHOSE = {"own": (ME, SOMEBODY), "other": (SOMEBODY,), "nobody's": ()}


def hall(rules: Ruleset, mine: RoleId, phase: Phase) -> Event:
    """Return an event with every role of the ruleset held by somebody, one of them by me."""
    staff = [
        Appointment(ME if role.id == mine else f"the {role.id}", role.id)
        for role in rules.staff.roles
        if role.leader
    ]
    entrants = {}
    if mine in {"player", "spare"}:
        player = cast("PlayerId", ME)
        entrants[player] = Entrant(player, "I", 1, "active", spare=mine == "spare")
    return Event(id="cup", phase=phase, staff=tuple(staff), entrants=entrants)


def expected(mine: str, act: str, phase: str, concerned: tuple[str, ...]) -> bool:
    """Return what the table above says; everybody in the hall is a spectator as well."""
    roles = {mine, "spectator"}
    for line in TABLE[act]:
        whose = {"any": True, "own": ME in concerned, "other": ME not in concerned}[line.whose]
        if roles & set(line.roles.split()) and phase in line.phases.split() and whose:
            return True
    return False


def questions() -> Iterator[tuple[str, RoleId]]:
    for name in RULESETS:
        for role in load(name).staff.roles:
            yield name, role.id


@pytest.mark.clause("RW-007", "RW-011", "RW-014", "AR-005", "AR-009", "ME-010", "ME-016")
@pytest.mark.parametrize(("ruleset", "mine"), list(questions()))
def test_every_right_is_as_the_documents_say(ruleset: str, mine: RoleId) -> None:
    rules = load(ruleset)
    wrong = []
    for phase in PHASES:
        event = hall(rules, mine, phase)
        for act in TABLE:
            for whose, concerned in WHOSE.items():
                may = refusal(event, rules, ME, act, concerned) is None
                if may != expected(mine, act, phase, concerned):
                    wrong.append(f"{phase}: {act} ({whose}) should be {not may}")
    assert not wrong


def test_the_matrix_covers_every_act_and_no_other() -> None:
    names = [act.name for act in ACTS]
    assert len(names) == len(set(names))
    assert set(TABLE) == set(names)


def test_every_role_of_every_ruleset_appears_in_the_matrix() -> None:
    written = {role for lines in TABLE.values() for line in lines for role in line.roles.split()}
    assert written == {role.id for name in RULESETS for role in load(name).staff.roles}
    assert written == set(get_args(RoleId))


@pytest.mark.parametrize("act", TABLE)
def test_a_reason_is_asked_for_exactly_where_the_matrix_wants_one(act: str) -> None:
    for line in TABLE[act]:
        for role in line.roles.split():
            ruleset = next(
                name for name in RULESETS if role in {one.id for one in load(name).staff.roles}
            )
            rules = load(ruleset)
            concerned = WHOSE["own"] if line.whose == "own" else WHOSE["other"]
            for phase in line.phases.split():
                event = hall(rules, cast("RoleId", role), cast("Phase", phase))
                for empty in ("", "  ", "\u200b", "\n"):
                    if line.why:
                        with refuses(Refused, match="You need a reason"):
                            require_right(event, rules, ME, act, concerned, empty)
                    else:
                        require_right(event, rules, ME, act, concerned, empty)
                require_right(event, rules, ME, act, concerned, "because")


def test_every_command_that_needs_a_reason_has_a_place_for_it() -> None:
    for act in ACTS:
        if any(line.why for line in TABLE[act.name]):
            assert "reason" in {one.name for one in fields(act.command)}, act.name


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_refusal_of_the_matrix_names_a_clause_and_a_way_out(ruleset: str) -> None:
    rules = load(ruleset)
    for role in rules.staff.roles:
        for phase in PHASES:
            event = hall(rules, role.id, phase)
            for act, lines in TABLE.items():
                for concerned in WHOSE.values():
                    no = refusal(event, rules, ME, act, concerned)
                    if no is not None:
                        assert refusal_text(no)
                        assert no.clause
                        assert fix_text(no)
                        able = no.facts.get("able", ("any",))
                        assert bool(able) is bool(lines), f"nobody could do {act}"


def test_a_right_is_exercised_in_the_first_fitting_role_of_its_line() -> None:
    rules = load("runewars")
    event = hall(rules, "judge", "running")
    assert require_right(event, rules, ME, "enter-result", (SOMEBODY,)) == "judge"
    assert require_right(event, rules, ME, "report-incident") == "spectator"


def test_somebody_unknown_may_only_what_a_spectator_may() -> None:
    rules = load("armada")
    for phase in PHASES:
        event = hall(rules, "marshal", phase)
        for act in TABLE:
            for concerned in (("stranger",), (SOMEBODY,), ()):
                may = refusal(event, rules, "stranger", act, concerned) is None
                swapped = tuple(ME if one == "stranger" else one for one in concerned)
                assert may == expected("spectator", act, phase, swapped)


def test_nobody_does_anything_in_an_archived_event() -> None:
    """A person is forgotten there as well: that changes no result."""
    able = {"forget-person", "forget-people", "record-sealing"}
    for act, lines in TABLE.items():
        if act not in able:
            assert all("archived" not in line.phases for line in lines), act
    acts = [act for act in ACTS if act.name not in able]
    assert all("archived" not in right.phases for act in acts for right in act.rights)


# ------------------------------------------------------------------------ falling back


def _rights_of(event: Event, rules: Ruleset, person: str) -> set[str]:
    return {
        act
        for act in TABLE
        for concerned in WHOSE.values()
        if refusal(event, rules, person, act, concerned) is None
    }


@pytest.mark.clause("RW-012", "AR-010")
@pytest.mark.parametrize("ruleset", ["runewars", "armada"])
def test_without_a_marshal_the_organizer_has_the_marshals_rights(ruleset: str) -> None:
    rules = load(ruleset)
    alone = Event(phase="running", staff=(Appointment(ME, "organizer"),))
    assert require_right(alone, rules, ME, "recommend-disqualification") == "marshal"
    full = hall(rules, "marshal", "running")
    assert _rights_of(full, rules, ME) <= _rights_of(alone, rules, ME)


@pytest.mark.clause("RW-012", "AR-010")
@pytest.mark.parametrize("ruleset", ["runewars", "armada"])
def test_with_a_marshal_the_organizer_is_no_marshal(ruleset: str) -> None:
    rules = load(ruleset)
    event = hall(rules, "organizer", "running")
    no = refusal(event, rules, ME, "recommend-disqualification")
    assert no is not None
    assert fix_text(no) is not None
    assert "Marshal" in fix_text(no)


@pytest.mark.clause("ME-007", "ME-009", "ME-014")
def test_an_organiser_alone_is_referee_and_scorekeeper() -> None:
    rules = load("middle-earth")
    alone = Event(phase="running", staff=(Appointment(ME, "organizer"),))
    for role in ("referee", "scorekeeper"):
        full = hall(rules, cast("RoleId", role), "running")
        assert _rights_of(full, rules, ME) <= _rights_of(alone, rules, ME)


@pytest.mark.parametrize("ruleset", ["xwing-dogfight", "diskwars"])
def test_a_judge_does_not_stand_in_for_anybody(ruleset: str) -> None:
    rules = load(ruleset)
    event = Event(phase="running", staff=(Appointment("to", "organizer"), Appointment(ME, "judge")))
    assert "draw-round" not in _rights_of(event, rules, ME)
    assert "disqualify" not in _rights_of(event, rules, ME)


# ------------------------------------------------------------------------ duty


@pytest.mark.clause("RW-016", "RW-019", "RW-025")
@pytest.mark.parametrize("role", ["marshal", "judge"])
def test_a_leader_off_duty_is_a_spectator(role: RoleId) -> None:
    rules = load("runewars")
    staff = (Appointment("to", "organizer"), Appointment(ME, role, on_duty=False))
    for phase in PHASES:
        event = Event(phase=phase, staff=staff)
        for act in TABLE:
            for concerned in WHOSE.values():
                may = refusal(event, rules, ME, act, concerned) is None
                assert may == expected("spectator", act, phase, concerned), act


@pytest.mark.clause("RW-016", "RW-019")
@pytest.mark.parametrize("role", ["marshal", "judge"])
def test_a_leader_off_duty_comes_back_without_asking_anybody(role: RoleId) -> None:
    day = running()
    leader = day.appoint(role, "Mira")
    day.do(ChangeDuty(leader, role, on_duty=False), leader)
    day.refused(AnnounceItem("rounds"), leader, "RW-007")
    day.refused(ChangeDuty(leader, role, on_duty=False), leader, says="Nothing would change.")
    day.do(ChangeDuty(leader, role, on_duty=True), leader)
    assert all(one.on_duty for one in day.event.staff)


@pytest.mark.clause("RW-016")
def test_nobody_but_the_organizer_changes_the_duty_of_others() -> None:
    day = running()
    marshal, judge = day.appoint("marshal", "Mira"), day.appoint("judge", "Jon")
    day.refused(ChangeDuty(judge, "judge", on_duty=False), marshal, says="only for yourself")
    day.do(ChangeDuty(judge, "judge", on_duty=False))


@pytest.mark.parametrize("ruleset", ["xwing-dogfight", "diskwars", "armada"])
def test_only_runewars_knows_an_off_duty_status(ruleset: str) -> None:
    day = running(ruleset)
    judge = day.appoint("judge", "Jon")
    no = day.refused(ChangeDuty(judge, "judge", on_duty=False), code="no-off-duty-status-here")
    assert no.clause is not None


@pytest.mark.clause("RW-024")
def test_a_player_who_left_keeps_only_a_spectators_rights() -> None:
    day = in_round()
    day.do(DropPlayer(day.active()[0], slip=conceded_by(day, "p2")), "p2")
    for act in TABLE:
        for concerned in (("p2",), ("p3",), ()):
            swapped = tuple(ME if one == "p2" else one for one in concerned)
            may = refusal(day.event, day.rules, "p2", act, concerned) is None
            assert may == expected("spectator", act, "running", swapped), act


# ------------------------------------------------------------------------ removing players

REMOVES = {
    "runewars": "RW-036",
    "xwing-dogfight": "XW-009",
    "xwing-escalation": "XW-009",
    "middle-earth": "ME-005",
    "diskwars": "DW-011",
    "armada": "AR-027",
}
OTHER_STAFF = [
    (ruleset, role.id)
    for ruleset in RULESETS
    for role in load(ruleset).staff.roles
    if role.leader and role.id not in {"organizer", "second_organizer"}
]


@pytest.mark.clause("RW-036", "XW-009", "ME-005", "DW-011", "AR-027")
@pytest.mark.parametrize(("ruleset", "role"), OTHER_STAFF)
def test_only_an_organizer_disqualifies(ruleset: str, role: RoleId) -> None:
    day = running(ruleset)
    leader = day.appoint(role, "Lea")
    victim = day.active()[0]
    day.refused(Disqualify(victim, "cheated"), leader, REMOVES[ruleset])
    day.refused(Disqualify(victim, ""), code="public-reason-needed")
    day.do(Disqualify(victim, "cheated"))
    assert day.event.entrants[victim].state == "disqualified"


@pytest.mark.clause("RW-015")
def test_a_marshal_recommends_and_the_organizer_decides() -> None:
    day = running()
    marshal = day.appoint("marshal", "Mira")
    victim = day.active()[0]
    day.refused(RecommendDisqualification(victim, " "), marshal, code="public-reason-needed")
    day.do(RecommendDisqualification(victim, "stalling"), marshal)
    assert day.event.recommendations == {victim: "stalling"}
    assert day.event.entrants[victim].state == "active"
    day.do(Disqualify(victim, "as recommended"))
    assert day.event.recommendations == {}


@pytest.mark.clause("RW-146")
def test_only_the_organizer_lets_somebody_back_in() -> None:
    day = running()
    marshal = day.appoint("marshal", "Mira")
    gone = day.active()[0]
    day.do(DropPlayer(gone), marshal)
    day.refused(Rejoin(gone), marshal, "RW-007")
    day.refused(Rejoin(gone), gone, "RW-007")
    day.do(Rejoin(gone))


def test_a_button_and_the_act_get_the_same_answer() -> None:
    day = running()
    assert day.desk.refusal(day.name, "p1", DrawRound()) is None
    no = day.refused(DiscardDraw("why not"), says="no drawn round")
    asked = day.desk.refusal(day.name, "p1", DiscardDraw("why not"))
    assert asked is not None
    assert refusal_text(asked) == refusal_text(no)


def test_released_staff_lose_their_rights_at_once() -> None:
    day = Day("runewars")
    marshal = day.appoint("marshal", "Mira")
    day.announce()
    day.do(AnnounceItem("rounds"), marshal)
    day.do(ReleaseStaff(marshal, "marshal"))
    day.refused(AnnounceItem("cut"), marshal, "RW-007")
