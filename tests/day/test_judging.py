"""Judge calls with appeal, incidents by category, reports of spectators, watches."""

from __future__ import annotations

import pytest

from tests.day.events import RULESETS, Day, in_round
from tiltyard.day.event import Call
from tiltyard.day.judging import (
    MISSED_OPPORTUNITY,
    AppealRuling,
    CallJudge,
    EndWatch,
    RecordIncident,
    ReportIncident,
    RequestWatch,
    RuleOnCall,
)
from tiltyard.day.people import ChangeDuty, RegisterPlayer

CATEGORIES = {
    # RW-034, RW-035, RW-132, RW-020
    "runewars": {
        "stalling",
        "force",
        "behaviour",
        "discourtesy",
        "cheating",
        "collusion",
        "notes",
        "intervention",
    },
    # XW-007, XW-008
    "xwing-dogfight": {"stalling", "force", "combo", "behaviour", "discourtesy", "collusion"},
    "xwing-escalation": {"stalling", "force", "combo", "behaviour", "discourtesy", "collusion"},
    # ME-005, ME-030: the guide names no list of offences; ME-010: the Referee enforces the rules
    "middle-earth": {"behaviour", "discourtesy", "intervention"},
    # DW-009, DW-010, DW-017, DW-018
    "diskwars": {
        "stalling",
        "combo",
        "behaviour",
        "discourtesy",
        "collusion",
        "slow_play",
        "notes",
    },
    # AR-024, AR-025, AR-026
    "armada": {"stalling", "force", "behaviour", "discourtesy", "cheating", "collusion", "notes"},
}
EVERYWHERE = {"component", "list", "other"}


def with_a_call(ruleset: str = "runewars") -> tuple[Day, str, str, str]:
    """Return an event with a call, its judge, its marshal and the player who called."""
    day = in_round(ruleset)
    judge = day.appoint("judge", "Jon")
    marshal = day.appoint("marshal", "Mira")
    player = day.games()[0].players[0]
    day.do(CallJudge(day.games()[0].id, "is that in range?"), player)
    return day, judge, marshal, player


def call_of(day: Day, name: str = "c1") -> Call:
    return day.event.calls[name]


# ------------------------------------------------------------------------ calls


@pytest.mark.clause("RW-018", "RW-022", "AR-012", "AR-014", "AR-022")
@pytest.mark.parametrize("ruleset", ["runewars", "armada"])
def test_a_call_is_open_then_ruled_then_appealed_then_final(ruleset: str) -> None:
    day, judge, marshal, player = with_a_call(ruleset)
    assert call_of(day).state == "open"
    day.refused(AppealRuling("c1"), player, day.rules.staff.appeal_clause, "This call is open.")
    day.do(RuleOnCall("c1", "yes"), judge)
    assert (call_of(day).state, call_of(day).ruled_by) == ("ruled", judge)
    day.do(AppealRuling("c1"), player)
    assert call_of(day).state == "appealed"
    day.refused(AppealRuling("c1"), player, says="This call is appealed.")
    day.do(RuleOnCall("c1", "no"), marshal)
    final = call_of(day)
    assert (final.state, final.ruling, final.first_ruling) == ("final", "no", "yes")
    for who in ("p1", judge, marshal):
        day.refused(RuleOnCall("c1", "maybe"), who, day.rules.staff.appeal_clause, "final")
    day.refused(AppealRuling("c1"), player, says="This call is final.")


@pytest.mark.clause("RW-022")
def test_only_a_player_of_the_match_appeals() -> None:
    day, judge, marshal, player = with_a_call()
    day.do(RuleOnCall("c1", "yes"), judge)
    stranger = day.games()[1].players[0]
    for who in (stranger, judge, marshal, "p1", "guest"):
        day.refused(AppealRuling("c1"), who, "RW-007")
    day.do(AppealRuling("c1"), day.opponent(player))


@pytest.mark.clause("RW-022")
def test_another_judge_does_not_rule_again() -> None:
    day, judge, marshal, player = with_a_call()
    other = day.appoint("judge", "Jane")
    day.do(RuleOnCall("c1", "yes"), judge)
    day.refused(RuleOnCall("c1", "no"), other, "RW-022", code="call-ruled-already")
    day.refused(RuleOnCall("c1", "no"), judge, "RW-022", code="call-ruled-already")
    day.do(AppealRuling("c1"), player)
    day.refused(RuleOnCall("c1", "no"), other, "RW-022")
    day.do(RuleOnCall("c1", "no"), marshal)


@pytest.mark.clause("RW-022", "RW-019")
def test_a_ruling_stands_when_its_judge_goes_off_duty() -> None:
    day, judge, _, player = with_a_call()
    other = day.appoint("judge", "Jane")
    day.do(RuleOnCall("c1", "yes"), judge)
    day.do(ChangeDuty(judge, "judge", on_duty=False))
    day.refused(RuleOnCall("c1", "no"), other, "RW-022")
    day.do(AppealRuling("c1"), player)
    day.refused(RuleOnCall("c1", "no"), other, "RW-022")


@pytest.mark.clause("RW-012", "RW-022")
def test_without_a_marshal_an_appeal_goes_to_the_organizer() -> None:
    day = in_round()
    judge = day.appoint("judge", "Jon")
    player = day.games()[0].players[0]
    day.do(CallJudge(day.games()[0].id, "range?"), player)
    day.do(RuleOnCall("c1", "yes"), judge)
    day.do(AppealRuling("c1"), player)
    day.do(RuleOnCall("c1", "no"))
    assert (call_of(day).state, call_of(day).ruled_by) == ("final", "p1")


@pytest.mark.clause("RW-014", "AR-012")
@pytest.mark.parametrize("ruleset", ["runewars", "armada"])
def test_a_marshals_own_ruling_is_final_at_once(ruleset: str) -> None:
    day, _, marshal, player = with_a_call(ruleset)
    day.do(RuleOnCall("c1", "yes"), marshal)
    assert call_of(day).state == "final"
    day.refused(AppealRuling("c1"), player)


@pytest.mark.clause("AMB-039")
def test_of_two_marshals_the_first_final_ruling_stands() -> None:
    day, _, marshal, _ = with_a_call()
    other = day.appoint("marshal", "Max")
    day.do(RuleOnCall("c1", "yes"), other)
    day.refused(RuleOnCall("c1", "no"), marshal, "RW-022", "final")


@pytest.mark.clause("XW-006", "DW-008")
@pytest.mark.parametrize("ruleset", ["xwing-dogfight", "xwing-escalation", "diskwars"])
def test_the_organizer_is_the_last_instance_of_x_wing_and_diskwars(ruleset: str) -> None:
    day = in_round(ruleset)
    judge = day.appoint("judge", "Jon")
    player = day.games()[0].players[0]
    day.do(CallJudge(day.games()[0].id, "range?"), player)
    day.do(RuleOnCall("c1", "yes"), judge)
    day.do(AppealRuling("c1"), player)
    day.do(RuleOnCall("c1", "no"))
    assert call_of(day).state == "final"


@pytest.mark.clause("ME-012")
def test_there_is_no_appeal_in_middle_earth() -> None:
    day = in_round("middle-earth")
    referee = day.appoint("referee", "Rea")
    player = day.games()[0].players[0]
    day.do(CallJudge(day.games()[0].id, "range?"), player)
    day.do(RuleOnCall("c1", "yes"), referee)
    assert call_of(day).state == "final"
    day.refused(AppealRuling("c1"), player, "ME-012", "Rulings are final")


@pytest.mark.clause("ME-009", "ME-012")
def test_an_organiser_who_acts_as_referee_rules_finally() -> None:
    day = in_round("middle-earth")
    day.do(CallJudge(day.games()[0].id, "range?"), day.games()[0].players[0])
    day.do(RuleOnCall("c1", "yes"))
    assert call_of(day).state == "final"


@pytest.mark.clause("RW-021", "RW-032")
@pytest.mark.parametrize("direct", [True, False])
def test_a_call_says_whether_the_players_tried_first(direct: bool) -> None:
    day = in_round()
    game = day.games()[0]
    day.do(CallJudge(game.id, "who is first?", direct=direct), game.players[1])
    call = call_of(day)
    assert (call.direct, call.caller, call.match) == (direct, game.players[1], game.id)


def test_a_call_has_a_question_a_match_and_an_answer() -> None:
    day, judge, _, player = with_a_call()
    game, other = day.games()[:2]
    day.refused(CallJudge(game.id, "  "), player, code="text-empty")
    day.refused(CallJudge("7.7.7", "?"), "p1", says="no match")
    day.refused(CallJudge(other.id, "?"), player, "RW-007", "your own games")
    day.refused(RuleOnCall("c1", ""), judge, code="text-empty")
    day.refused(RuleOnCall("c9", "yes"), judge, says="no judge call")
    day.refused(AppealRuling("c9"), player)
    day.refused(RuleOnCall("c1", "I am right"), player, "RW-007")


@pytest.mark.clause("RW-029")
def test_a_judge_who_plays_does_not_rule_at_the_own_table() -> None:
    day = Day("runewars")
    judge = day.appoint("judge", "Jon")
    day.open_doors()
    day.do(RegisterPlayer(person=judge))
    day.register("Pia", "Paul", "Pete")
    day.begin()
    day.next_round()
    own = day.game_of(judge)
    other = next(game for game in day.games() if judge not in game.players)
    day.do(CallJudge(own.id, "range?"), day.opponent(judge))
    day.do(CallJudge(other.id, "range?"), other.players[0])
    day.refused(RuleOnCall("c1", "yes"), judge, "RW-029", "own match")
    day.do(RuleOnCall("c2", "yes"), judge)


# ------------------------------------------------------------------------ overruling documents


@pytest.mark.clause("RW-033", "XW-006", "AR-023")
@pytest.mark.parametrize(
    ("ruleset", "documents", "clause"),
    [
        ("runewars", ("Rules Reference", "FAQ"), "RW-033"),
        ("armada", ("FAQ",), "AR-023"),
        ("xwing-dogfight", ("FAQ",), "XW-006"),
        ("xwing-escalation", ("FAQ",), "XW-006"),
    ],
)
def test_the_last_instance_may_overrule_a_document(
    ruleset: str, documents: tuple[str, ...], clause: str
) -> None:
    day = in_round(ruleset)
    judge = day.appoint("judge", "Jon")
    game = day.games()[0]
    for number, document in enumerate(documents, 1):
        name = f"c{number}"
        day.do(CallJudge(game.id, "the card is wrong"), game.players[0])
        day.refused(
            RuleOnCall(name, "an error", document),
            judge,
            clause,
            code="only-last-instance-may-overrule",
        )
        day.do(RuleOnCall(name, "an error", document))
        assert call_of(day, name).overrules == document
    day.do(CallJudge(game.id, "and this?"), game.players[0])
    last = f"c{len(documents) + 1}"
    day.refused(RuleOnCall(last, "no", "Tournament Regulations"), clause=clause)


@pytest.mark.clause("AR-023")
def test_an_armada_marshal_does_not_overrule_the_rules_reference() -> None:
    day = in_round("armada")
    game = day.games()[0]
    day.do(CallJudge(game.id, "?"), game.players[0])
    day.refused(RuleOnCall("c1", "no", "Rules Reference"), clause="AR-023")


@pytest.mark.parametrize("ruleset", ["middle-earth", "diskwars"])
def test_where_a_document_says_nothing_none_is_overruled(ruleset: str) -> None:
    day = in_round(ruleset)
    game = day.games()[0]
    day.do(CallJudge(game.id, "?"), game.players[0])
    no = day.refused(RuleOnCall("c1", "an error", "FAQ"), says="can't be overruled")
    assert no.clause == day.rules.staff.clause


# ------------------------------------------------------------------------ incidents


@pytest.mark.clause("RW-034", "RW-035", "XW-007", "XW-008", "DW-009", "DW-010", "AR-024", "AR-025")
@pytest.mark.clause("ME-005", "ME-030")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_incidents_have_the_categories_their_document_names(ruleset: str) -> None:
    day = in_round(ruleset)
    known = {one.id for one in day.rules.conduct.categories}
    assert known == CATEGORIES[ruleset] | EVERYWHERE
    player = day.games()[0].players[0]
    for category in sorted(known):
        day.do(RecordIncident(category, (player,), "seen", "a warning", day.games()[0].id))
    assert len(day.event.incidents) == len(known)
    for unknown in sorted(set().union(*CATEGORIES.values()) - known):
        day.refused(RecordIncident(unknown, (player,), "seen"), clause=day.rules.conduct.clause)


@pytest.mark.clause("RW-015")
def test_an_incident_is_kept_with_finding_remedy_and_who_decided() -> None:
    day = in_round()
    marshal = day.appoint("marshal", "Mira")
    game = day.games()[0]
    player = game.players[0]
    day.do(
        RecordIncident("stalling", (player,), "three minutes per dial", "a warning", game.id, True),
        marshal,
    )
    kept = day.event.incidents["i1"]
    assert (kept.category, kept.people, kept.match) == ("stalling", (player,), game.id)
    assert (kept.text, kept.remedy) == ("three minutes per dial", "a warning")
    assert (kept.by, kept.role) == (marshal, "marshal")
    assert kept.recommends_disqualification
    assert day.event.entrants[player].state == "active"


def test_an_incident_needs_a_finding_and_known_people() -> None:
    day = in_round()
    player = day.games()[0].players[0]
    day.refused(RecordIncident("other", (player,), " "), code="text-empty")
    day.refused(RecordIncident("other", ("p99",), "seen"), code="nobody-here-id")
    day.refused(RecordIncident("other", (player,), "seen", match="9.9.9"), says="no match")
    day.refused(RecordIncident("other", ("p1",), "I was rude"), says="own match")
    day.refused(RecordIncident("other", (player,), "seen"), player, "RW-007")


@pytest.mark.clause("RW-027")
def test_a_spectator_tells_a_leader_what_seems_wrong() -> None:
    day = in_round()
    day.do(ReportIncident("cheating", "moved twice", day.games()[0].id), "a guest")
    told = day.event.incidents["i1"]
    assert (told.by, told.role, told.handled) == ("a guest", "spectator", False)
    day.refused(ReportIncident("gossip", "?"), "a guest", "RW-034")
    day.refused(ReportIncident("cheating", ""), "a guest", code="text-empty")


@pytest.mark.clause("RW-027", "RW-024", "RW-016")
def test_a_missed_opportunity_is_not_a_spectators_to_report() -> None:
    day = in_round()
    judge = day.appoint("judge", "Jon")
    game = day.games()[0]
    missed = ReportIncident(MISSED_OPPORTUNITY, "forgot a token", game.id)
    day.refused(missed, "a guest", "RW-027")
    day.do(missed, game.players[0])
    day.enter(game)
    day.refused(missed, game.players[0], "RW-027", code="spectators-do-not-point-out")
    day.do(missed, judge)
    day.do(ChangeDuty(judge, "judge", on_duty=False))
    day.refused(missed, judge, "RW-027")


# ------------------------------------------------------------------------ watches


@pytest.mark.clause("DW-018", "DW-089")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_player_may_ask_a_leader_to_watch(ruleset: str) -> None:
    day = in_round(ruleset)
    game, other = day.games()[:2]
    player = game.players[0]
    day.refused(RequestWatch(game.id, ""), player, code="text-empty")
    day.refused(RequestWatch(other.id, "slow"), player, says="your own games")
    day.do(RequestWatch(game.id, "slow play"), player)
    watch = day.event.watches["w1"]
    assert (watch.match, watch.by, watch.reason, watch.ended) == (
        game.id,
        player,
        "slow play",
        False,
    )
    day.refused(EndWatch("w1"), player)
    day.do(EndWatch("w1", "a fair pace"))
    assert day.event.watches["w1"].ended
    day.refused(EndWatch("w1"), code="no-open-watch")
    day.enter(game)
    day.refused(RequestWatch(game.id, "slow play"), player, says="is over")
