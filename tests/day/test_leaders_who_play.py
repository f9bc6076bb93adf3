"""Leaders who play: where a tier allows it, with whom beside them, and who rules on their games."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

import pytest

from tests.day.events import Day, conceded_by, in_round
from tiltyard.day.clock import AssignRulingLeader, GrantExtension, StartClock
from tiltyard.day.judging import CallJudge, RuleOnCall
from tiltyard.day.people import (
    AppointStaff,
    ChangeDuty,
    CheckIn,
    Disqualify,
    DropPlayer,
    RegisterPlayer,
    ReleaseStaff,
    WithdrawRegistration,
)
from tiltyard.day.results import CorrectResult, EnterResult, ForfeitGame, ResolveDispute
from tiltyard.day.roles import notices, playing_leaders, roles_of, ruling_leader
from tiltyard.day.rounds import ByHand, ChangePairings, DrawRound, PublishRound
from tiltyard.day.setup import AnnounceItem, DescribeEvent, StartEvent
from tiltyard.day.start import start_gate
from tiltyard.text.refusals import fix_text

if TYPE_CHECKING:
    from tiltyard.day.event import Game
    from tiltyard.engine.ruleset import RoleId
    from tiltyard.engine.tournament import PersonId

# ruleset, tier, the clause that allows it
WITH_A_SECOND = [
    ("runewars", "relaxed", "RW-028"),
    ("armada", "relaxed", "AR-017"),
    ("xwing-dogfight", "casual", "XW-010"),
    ("xwing-dogfight", "competitive", "XW-010"),
    ("xwing-escalation", "casual", "XW-010"),
    ("diskwars", "casual", "DW-012"),
    ("diskwars", "competitive", "DW-012"),
]
FORBIDDEN = [
    ("runewars", "formal", "RW-031"),
    ("runewars", "premier", "RW-031"),
    ("armada", "formal", "AR-020"),
    ("armada", "premier", "AR-020"),
    ("xwing-dogfight", "premier", "XW-012"),
    ("xwing-escalation", "premier", "XW-012"),
    ("diskwars", "premier", "DW-014"),
]
SECOND: dict[str, RoleId] = {
    "runewars": "judge",
    "armada": "judge",
    "xwing-dogfight": "second_organizer",
    "xwing-escalation": "second_organizer",
    "diskwars": "second_organizer",
}


def with_playing(ruleset: str, *staff: RoleId, players: int = 3, **changes: object) -> Day:
    """Return a started event in which the organizer plays beside new staff (p2, p3 …)."""
    day = Day(ruleset, **changes)
    for role in staff:
        day.appoint(role, f"The {role}")
    day.open_doors()
    day.do(RegisterPlayer(person="p1"))
    day.register(*(f"Guest {number}" for number in range(players)))
    day.begin()
    return day


def pairs_meeting(day: Day, first: PersonId, second: PersonId) -> Game:
    """Draw until two people meet, discarding what is not it; return their game."""
    day.draw()
    draft = day.event.draft
    assert draft is not None
    if not any({first, second} == set(game.players) for game in draft.games.values()):
        hand = ByHand(first, second, pair=True)  # type: ignore[arg-type]
        day.do(ChangePairings((hand,), "to test a meeting"))
    day.publish()
    day.do(StartClock())
    return day.game_of(first)


@pytest.mark.clause("RW-028", "AR-017", "XW-010", "DW-012")
@pytest.mark.parametrize(("ruleset", "tier", "clause"), WITH_A_SECOND)
def test_a_leader_plays_only_with_a_second_leader_present(
    ruleset: str, tier: str, clause: str
) -> None:
    day = Day(ruleset, tier=tier)
    day.announce()
    day.refused(RegisterPlayer(person="p1"), clause=clause, says="another leader")
    day.appoint(SECOND[ruleset], "Second")
    day.do(RegisterPlayer(person="p1"))
    assert "p1" in day.event.entrants


@pytest.mark.clause("XW-010", "DW-012")
@pytest.mark.parametrize(
    ("ruleset", "clause"),
    [("xwing-dogfight", "XW-010"), ("xwing-escalation", "XW-010"), ("diskwars", "DW-012")],
)
def test_a_judge_is_no_second_organizer(ruleset: str, clause: str) -> None:
    day = Day(ruleset)
    day.appoint("judge", "Jon")
    day.announce()
    no = day.refused(RegisterPlayer(person="p1"), clause=clause)
    assert "Second Tournament Organizer" in (fix_text(no) or "")


@pytest.mark.clause("RW-031", "AR-020", "XW-012", "DW-014", "AMB-109")
@pytest.mark.parametrize(("ruleset", "tier", "clause"), FORBIDDEN)
def test_at_the_upper_tiers_no_leader_plays(ruleset: str, tier: str, clause: str) -> None:
    day = Day(ruleset, tier=tier)
    judge = day.appoint("judge", "Jon")
    second = day.appoint(SECOND[ruleset], "Second")
    day.announce()
    for leader in ("p1", judge, second):
        day.refused(RegisterPlayer(person=leader), clause=clause)
    player = day.register("Pia")[0]
    day.refused(AppointStaff("judge", person=player), clause=clause)


@pytest.mark.clause("AMB-071")
@pytest.mark.parametrize("ruleset", ["xwing-dogfight", "diskwars"])
@pytest.mark.parametrize("tier", ["casual", "competitive"])
def test_a_judge_may_play_below_premier_and_an_organizer_rules_there(
    ruleset: str, tier: str
) -> None:
    day = Day(ruleset, tier=tier)
    judge = day.appoint("judge", "Jon")
    other = day.appoint("judge", "Jane")
    day.open_doors()
    day.do(RegisterPlayer(person=judge))
    day.register("Pia", "Paul", "Pete")
    day.begin()
    day.next_round()
    game = day.game_of(judge)
    assert ruling_leader(day.event, day.rules, game) == "p1"
    day.do(CallJudge(game.id, "range"), judge)
    day.refused(RuleOnCall("c1", "in range"), judge, says="own match")
    day.refused(RuleOnCall("c1", "in range"), other, says="because a leader plays")
    day.do(RuleOnCall("c1", "in range"))


@pytest.mark.clause("ME-008", "ME-013", "ME-017", "AMB-036")
@pytest.mark.parametrize(
    ("role", "clause"), [("organizer", "ME-008"), ("referee", "ME-013"), ("scorekeeper", "ME-017")]
)
def test_middle_earth_only_advises_its_staff_not_to_play(role: RoleId, clause: str) -> None:
    day = Day("middle-earth")
    leader = "p1" if role == "organizer" else day.appoint(role, "Lea")
    day.open_doors()
    day.do(RegisterPlayer(person=leader))
    told = [one for one in notices(day.event, day.rules) if one.code == "leader-should-not-play"]
    assert [(one.clause, one.blocks) for one in told] == [(clause, False)]
    day.register("Pia")
    day.begin()


@pytest.mark.clause("RW-029", "XW-011", "DW-013", "AR-018")
@pytest.mark.parametrize(
    ("ruleset", "clause"),
    [
        ("runewars", "RW-029"),
        ("xwing-dogfight", "XW-011"),
        ("diskwars", "DW-013"),
        ("armada", "AR-018"),
    ],
)
def test_the_second_leader_is_announced_before_the_start(ruleset: str, clause: str) -> None:
    day = Day(ruleset)
    day.appoint(SECOND[ruleset], "Second")
    day.open_doors()
    day.do(RegisterPlayer(person="p1"))
    day.register("Pia")
    day.check_everybody_in()
    day.take_lists_on_paper()
    for item in day.rules.announcements:
        if item.id != "second_leader":
            day.do(AnnounceItem(item.id))
    no = day.refused(StartEvent(), clause=clause)
    assert no.facts["blockers"] == ["not-announced"]
    day.do(AnnounceItem("second_leader", "Second rules where Olga plays"))
    day.do(StartEvent())


@pytest.mark.clause("RW-029")
def test_no_second_leader_is_announced_where_no_leader_plays() -> None:
    day = Day("runewars")
    day.appoint("judge", "Jon")
    day.open_doors()
    day.register("Pia", "Paul")
    day.check_everybody_in()
    for item in ("event_details", "rounds", "cut"):
        day.do(AnnounceItem(item))
    day.do(StartEvent())


@pytest.mark.clause("RW-028", "RW-031")
def test_a_tier_raised_afterwards_blocks_the_start() -> None:
    day = Day("runewars")
    day.appoint("judge", "Jon")
    day.open_doors()
    day.do(RegisterPlayer(person="p1"))
    day.register("Pia")
    day.check_everybody_in()
    day.announce_everything()
    day.do(DescribeEvent(replace(day.event.details, tier="formal"), "a regional after all"))
    no = day.refused(StartEvent(), clause="RW-031")
    lists = ["list-missing"] * 2  # RW-056: a formal event asks for them
    assert no.facts["blockers"] == ["leader-may-not-play", "not-announced", *lists]
    day.do(WithdrawRegistration("p1"))  # type: ignore[arg-type]
    day.register("Paul")
    day.check_everybody_in()
    day.take_lists_on_paper()
    day.announce_everything()
    day.do(StartEvent())


@pytest.mark.clause("RW-028")
def test_a_second_leader_who_is_gone_blocks_the_start() -> None:
    day = Day("runewars")
    judge = day.appoint("judge", "Jon")
    day.open_doors()
    day.do(RegisterPlayer(person="p1"))
    day.register("Pia")
    day.check_everybody_in()
    day.announce_everything()
    day.do(ChangeDuty(judge, "judge", on_duty=False))
    assert [one.code for one in start_gate(day.event, day.rules, day.document)] == [
        "second-leader-missing"
    ]
    day.refused(StartEvent(), clause="RW-028")
    day.do(ChangeDuty(judge, "judge", on_duty=True))
    day.do(StartEvent())


@pytest.mark.clause("RW-029", "XW-011", "DW-013", "AR-018")
@pytest.mark.parametrize("ruleset", ["runewars", "xwing-dogfight", "diskwars", "armada"])
def test_the_other_leader_rules_on_a_leaders_game(ruleset: str) -> None:
    day = with_playing(ruleset, SECOND[ruleset])
    day.next_round()
    game = day.game_of("p1")
    assert ruling_leader(day.event, day.rules, game) == "p2"
    other = next(one for one in day.games() if "p1" not in one.players)
    assert ruling_leader(day.event, day.rules, other) == "p1"
    day.refused(AssignRulingLeader(game.id, "p1"), clause=day.rules.staff.rules_on_leader_clause)
    day.do(AssignRulingLeader(game.id, "p2"))


@pytest.mark.clause("XW-011", "DW-013")
@pytest.mark.parametrize(
    ("ruleset", "clause"), [("xwing-dogfight", "XW-011"), ("diskwars", "DW-013")]
)
def test_a_judge_leaves_the_organizers_game_to_the_second_organizer(
    ruleset: str, clause: str
) -> None:
    day = with_playing(ruleset, "second_organizer", "judge")
    day.next_round()
    game = day.game_of("p1")
    day.do(CallJudge(game.id, "range"), "p1")
    day.refused(RuleOnCall("c1", "in range"), "p3", clause)
    day.do(RuleOnCall("c1", "in range"), "p2")
    assert day.event.calls["c1"].state == "final"


@pytest.mark.clause("RW-030", "AR-019")
@pytest.mark.parametrize(("ruleset", "clause"), [("runewars", "RW-030"), ("armada", "AR-019")])
def test_the_marshal_rules_where_two_leaders_meet(ruleset: str, clause: str) -> None:
    day = Day(ruleset)
    first, second = day.appoint("judge", "Jon"), day.appoint("judge", "Jane")
    third, marshal = day.appoint("judge", "Jill"), day.appoint("marshal", "Mira")
    day.open_doors()
    for person in (first, second):
        day.do(RegisterPlayer(person=person))
    day.register("Pia", "Paul")
    day.begin()
    game = pairs_meeting(day, first, second)
    assert ruling_leader(day.event, day.rules, game) == marshal
    day.do(CallJudge(game.id, "line of sight"), first)
    day.refused(RuleOnCall("c1", "visible"), third, clause)
    day.refused(RuleOnCall("c1", "visible"), clause=clause)
    day.do(RuleOnCall("c1", "visible"), marshal)
    assert day.event.calls["c1"].state == "final"


@pytest.mark.clause("AMB-030")
def test_when_the_marshal_is_one_of_the_two_the_next_leader_rules() -> None:
    day = Day("runewars")
    marshal, judge = day.appoint("marshal", "Mira"), day.appoint("judge", "Jon")
    day.open_doors()
    for person in (marshal, judge):
        day.do(RegisterPlayer(person=person))
    day.register("Pia", "Paul")
    day.begin()
    game = pairs_meeting(day, marshal, judge)
    assert ruling_leader(day.event, day.rules, game) == "p1"
    other = day.appoint("marshal", "Max")
    assert ruling_leader(day.event, day.rules, game) == other
    day.do(ChangeDuty(other, "marshal", on_duty=False))
    assert ruling_leader(day.event, day.rules, game) == "p1"


@pytest.mark.clause("AMB-030", "AMB-031")
def test_a_round_in_which_nobody_could_rule_is_not_published() -> None:
    day = with_playing("runewars", "judge", players=2)
    day.do(RegisterPlayer(person="p2"))
    day.draw()
    draft = day.event.draft
    assert draft is not None
    if not any({"p1", "p2"} == set(game.players) for game in draft.games.values()):
        day.do(ChangePairings((ByHand("p1", "p2", pair=True),), "a meeting"))  # type: ignore[arg-type]
    day.refused(PublishRound(), clause="RW-029", code="nobody-duty-could-rule-game")
    day.appoint("judge", "Jane")
    day.publish()


@pytest.mark.clause("AMB-031")
def test_two_leaders_at_other_tables_satisfy_the_letter_with_a_warning() -> None:
    day = with_playing("runewars", "judge", players=4)
    day.do(RegisterPlayer(person="p2"))
    told = [one.code for one in notices(day.event, day.rules)]
    assert told == ["every-leader-plays"]
    day.appoint("judge", "Jane")
    assert not list(notices(day.event, day.rules))


@pytest.mark.clause("AMB-040")
@pytest.mark.parametrize("way", ["off duty", "released"])
def test_a_second_leader_who_leaves_is_replaced_before_the_next_round(way: str) -> None:
    day = with_playing("runewars", "judge")
    _play_beside(day, "p2")
    day.do(DrawRound())
    if way == "off duty":
        day.do(ChangeDuty("p2", "judge", on_duty=False))
    else:
        day.do(ReleaseStaff("p2", "judge"))
    assert "second-leader-missing" in [one.code for one in notices(day.event, day.rules)]
    day.refused(PublishRound(), code="nobody-duty-could-rule-game")
    day.appoint("judge", "Jane")
    day.publish()


@pytest.mark.clause("AMB-040", "XW-010", "DW-012")
@pytest.mark.parametrize(
    ("ruleset", "clause"), [("xwing-dogfight", "XW-010"), ("diskwars", "DW-012")]
)
def test_without_the_second_organizer_no_further_round_is_published(
    ruleset: str, clause: str
) -> None:
    day = with_playing(ruleset, "second_organizer", "judge")
    _play_beside(day, "p2")
    day.do(ReleaseStaff("p2", "second_organizer"))
    day.do(DrawRound())
    day.refused(PublishRound(), clause=clause, says="no second leader")
    day.do(DropPlayer("p1"))  # type: ignore[arg-type]
    day.refused(PublishRound(), says="out of date")


def _play_beside(day: Day, other: PersonId) -> None:
    """Play a round; the other leader enters everything."""
    day.next_round()
    for game in day.games():
        day.enter(game, who=other)


@pytest.mark.clause("RW-029", "AR-018", "XW-011", "DW-013")
@pytest.mark.parametrize("ruleset", ["runewars", "armada", "xwing-dogfight", "diskwars"])
def test_a_leader_decides_nothing_in_their_own_game(ruleset: str) -> None:
    day = with_playing(ruleset, SECOND[ruleset])
    day.next_round()
    game = day.game_of("p1")
    opponent = day.opponent("p1")
    clause = day.rules.staff.rules_on_leader_clause
    day.refused(EnterResult(game.id, day.slip()), clause=clause, says="own match")
    day.refused(ForfeitGame(game.id, opponent), clause=clause, says="own match")
    day.refused(GrantExtension(game.id, "late"), clause=clause, says="own match")
    day.refused(ResolveDispute(game.id, day.slip(), "I won"), clause=clause, says="own match")
    day.enter(game, who="p2")
    slip = day.match(game.id).slip
    assert slip is not None
    day.refused(
        CorrectResult(game.id, day.slip(50, 0), slip.digest, "I won by more"),
        clause=clause,
        says="own match",
    )


@pytest.mark.clause("RW-029", "AMB-017")
@pytest.mark.parametrize("ruleset", ["runewars", "xwing-dogfight"])
def test_a_leader_does_not_win_by_removing_the_opponent(ruleset: str) -> None:
    day = with_playing(ruleset, SECOND[ruleset])
    day.next_round()
    opponent = day.opponent("p1")
    slip = conceded_by(day, opponent)
    clause = day.rules.staff.rules_on_leader_clause
    day.refused(DropPlayer(opponent, slip=slip), clause=clause, says="against you")
    day.refused(Disqualify(opponent, "cheated", slip), clause=clause, says="against you")
    day.do(EnterResult(day.game_of("p1").id, slip), "p2")
    day.do(Disqualify(opponent, "cheated"))


@pytest.mark.clause("RW-029", "AMB-015")
def test_a_leader_does_not_forfeit_the_opponent_before_the_start() -> None:
    day = with_playing("runewars", "judge")
    day.draw()
    day.publish()
    day.refused(DropPlayer(day.opponent("p1")), clause="RW-029", says="against you")


def test_an_opponent_may_leave_a_leaders_game_on_their_own() -> None:
    day = with_playing("runewars", "judge")
    day.next_round()
    opponent = day.opponent("p1")
    day.do(DropPlayer(opponent, slip=conceded_by(day, opponent)), opponent)
    assert day.event.entrants[opponent].state == "dropped"


def test_guests_need_no_leader_beside_them() -> None:
    day = in_round("runewars", date=date(2018, 11, 3))
    assert not list(notices(day.event, day.rules))
    day.refused(CheckIn(day.active()[0]), code="check-in-is-over")


# ------------------------------------------------------------------------ who never came


@pytest.mark.clause("ME-008", "RW-028", "RW-024")
@pytest.mark.parametrize(
    ("ruleset", "second", "code"),
    [
        ("middle-earth", "referee", "leader-should-not-play"),
        ("runewars", "marshal", "second-leader-missing"),
    ],
)
def test_a_leader_who_never_checked_in_is_no_player(
    ruleset: str, second: RoleId, code: str
) -> None:
    day = Day(ruleset)
    other = day.appoint(second, "Second")
    day.open_doors()
    day.do(RegisterPlayer(person="p1"))
    players = day.register("Ann", "Bob", "Cem", "Dee")
    assert playing_leaders(day.event, day.rules) == ("p1",)
    for player in players:
        day.do(CheckIn(player))
    day.announce_everything()
    day.take_lists_on_paper()
    day.do(StartEvent())
    assert playing_leaders(day.event, day.rules) == ()
    assert day.event.player_count == 4
    assert "player" not in roles_of(day.event, day.rules, "p1")
    day.do(ReleaseStaff(other, second))
    assert code not in {one.code for one in notices(day.event, day.rules)}
