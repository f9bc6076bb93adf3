"""Components that are lost, damaged or not allowed; proxies; sharing."""

from __future__ import annotations

import pytest

from tests.day.events import RULESETS, Day, conceded_by, concession, in_round
from tiltyard.core.decide.components import (
    AgreeSharing,
    EndComponentTrouble,
    MakeProxy,
    NoteComponentTrouble,
    OrderSharing,
)
from tiltyard.core.decide.drawing import DrawRound
from tiltyard.core.decide.players import RegisterPlayer
from tiltyard.core.ids import PlayerId
from tiltyard.core.state.judging import Trouble

SHARED = {
    "runewars": ("RW-063", {"range ruler", "movement templates", "dice"}),
    "xwing-dogfight": ("XW-025", {"range ruler", "manoeuvre templates"}),
    "xwing-escalation": ("XW-025", {"range ruler", "manoeuvre templates"}),
    "diskwars": ("DW-039", {"range ruler"}),
    "armada": ("AR-043", {"range ruler", "manoeuvre tool", "dice"}),
}


def trouble_of(day: Day, name: str = "t1") -> Trouble:
    return day.event.troubles[name]


def note(day: Day, kind: str, who: str = "p1") -> PlayerId:
    """Note a trouble of the first player of the first game."""
    player = day.games()[0].players[0]
    day.do(NoteComponentTrouble(player, "unit card", kind), who)  # type: ignore[arg-type]
    return player


# ------------------------------------------------------------------------ lost and damaged


@pytest.mark.clause("RW-074", "RW-075", "RW-076", "AMB-033")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_leader_grants_the_search_and_its_table_an_extension(ruleset: str) -> None:
    day = in_round(ruleset)
    player = note(day, "lost")
    game = day.games()[0]
    trouble = trouble_of(day)
    assert (trouble.player, trouble.match, trouble.minutes) == (player, game.id, 5)
    assert trouble.since == day.clock.at
    assert game.extension == 5
    assert day.games()[1].extension == 0
    day.do(EndComponentTrouble("t1", "found"))
    assert trouble_of(day).end == "found"
    day.refused(EndComponentTrouble("t1", "found"), says="no open component trouble")


@pytest.mark.clause("RW-075", "RW-076")
def test_a_player_notes_the_loss_and_a_leader_grants_the_time() -> None:
    day = in_round()
    player = day.games()[0].players[0]
    asked = NoteComponentTrouble(player, "dice", "lost", minutes=60)
    day.refused(asked, player, "RW-076", "a leader grants")
    day.refused(NoteComponentTrouble(player, "dice", "lost"), day.opponent(player), "RW-007")
    note(day, "lost", player)
    assert trouble_of(day).minutes == 0
    assert day.games()[0].extension == 0


@pytest.mark.clause("AMB-033")
@pytest.mark.parametrize("minutes", [-1, 241])
def test_a_search_has_an_end(minutes: int) -> None:
    day = in_round()
    player = day.games()[0].players[0]
    day.refused(NoteComponentTrouble(player, "dice", "lost", minutes), says="at most 240")
    day.refused(NoteComponentTrouble(player, " ", "lost"), says="no name")


@pytest.mark.clause("RW-077")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_without_the_component_the_game_is_conceded(ruleset: str) -> None:
    day = in_round(ruleset)
    player = note(day, "lost")
    clause = day.rules.components.lost_concession_clause
    day.refused(EndComponentTrouble("t1", "conceded"), clause=clause, says="needs its slip")
    wrong = EndComponentTrouble("t1", "conceded", slip=concession(1))
    day.refused(wrong, clause=clause, says="not a concession by that player")
    day.do(EndComponentTrouble("t1", "conceded", slip=conceded_by(day, player)))
    assert next(iter(day.round.games.values())).slip == concession(0)
    assert day.event.entrants[player].state == "active"
    assert trouble_of(day).end == "conceded"


@pytest.mark.clause("RW-078")
def test_still_missing_at_the_next_round_the_player_is_dropped() -> None:
    day = in_round()
    player = note(day, "lost")
    day.enter_all()
    day.refused(DrawRound(), clause="RW-078")
    day.do(EndComponentTrouble("t1", "dropped"))
    assert day.event.entrants[player].why_left == "missing_component"
    day.do(DrawRound())


@pytest.mark.clause("RW-029", "RW-077")
def test_a_leader_does_not_end_the_trouble_of_the_own_opponent() -> None:
    day = Day("runewars")
    judge = day.appoint("judge", "Jon")
    day.open_doors()
    day.do(RegisterPlayer(person=judge))
    day.register("Pia", "Paul", "Pete")
    day.begin()
    day.next_round()
    opponent = day.opponent(judge)
    day.do(NoteComponentTrouble(opponent, "dice", "lost"), judge)
    assert day.game_of(judge).extension == 0
    slip = conceded_by(day, opponent)
    day.refused(EndComponentTrouble("t1", "conceded", slip=slip), judge, "RW-029", "own match")
    day.do(EndComponentTrouble("t1", "conceded", slip=slip))


def test_nobody_ends_their_own_trouble() -> None:
    day = in_round()
    player = note(day, "lost")
    day.refused(EndComponentTrouble("t1", "found"), player, "RW-007")


# ------------------------------------------------------------------------ not allowed


@pytest.mark.clause("RW-066", "AR-045")
@pytest.mark.parametrize(("ruleset", "clause"), [("runewars", "RW-066"), ("armada", "AR-045")])
def test_an_ineligible_component_drops_its_player(ruleset: str, clause: str) -> None:
    day = in_round(ruleset)
    player = note(day, "ineligible")
    slip = conceded_by(day, player)
    day.refused(EndComponentTrouble("t1", "disqualified", slip=slip), clause=clause)
    day.refused(EndComponentTrouble("t1", "dropped"), says="leaving it is a concession")
    day.do(EndComponentTrouble("t1", "dropped", slip=slip))
    assert day.event.entrants[player].why_left == "ineligible_component"


@pytest.mark.clause("XW-015")
@pytest.mark.parametrize("ruleset", ["xwing-dogfight", "xwing-escalation"])
def test_an_ineligible_component_disqualifies_in_x_wing(ruleset: str) -> None:
    day = in_round(ruleset)
    judge = day.appoint("judge", "Jon")
    player = note(day, "ineligible")
    slip = conceded_by(day, player)
    day.refused(EndComponentTrouble("t1", "dropped", slip=slip), clause="XW-015")
    end = EndComponentTrouble("t1", "disqualified", slip=slip)
    day.refused(end, judge, "XW-009", "not your role")
    day.do(end)
    assert day.event.entrants[player].state == "disqualified"


@pytest.mark.clause("ME-025", "DW-035")
@pytest.mark.parametrize("ruleset", ["middle-earth", "diskwars"])
@pytest.mark.parametrize("end", ["dropped", "disqualified"])
def test_elsewhere_the_organizer_decides(ruleset: str, end: str) -> None:
    day = in_round(ruleset)
    player = note(day, "ineligible")
    slip = conceded_by(day, player)
    day.do(EndComponentTrouble("t1", end, slip=slip))  # type: ignore[arg-type]
    assert day.event.entrants[player].state == end


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_is_disqualified_for_losing_something(ruleset: str) -> None:
    day = in_round(ruleset)
    player = note(day, "lost")
    slip = conceded_by(day, player)
    day.refused(EndComponentTrouble("t1", "disqualified", slip=slip), says="a reason to drop")


@pytest.mark.clause("DW-034", "AMB-110")
def test_a_missing_kit_may_disqualify_in_diskwars_and_never_by_itself() -> None:
    day = in_round("diskwars")
    player = note(day, "missing_kit")
    assert day.event.entrants[player].state == "active"
    day.do(EndComponentTrouble("t1", "shared", "the opponent lends it"))
    note(day, "missing_kit")
    day.do(EndComponentTrouble("t2", "disqualified", slip=conceded_by(day, player)))
    assert day.event.entrants[player].state == "disqualified"


@pytest.mark.parametrize("ruleset", [name for name in RULESETS if name != "diskwars"])
def test_no_other_game_asks_for_a_kit(ruleset: str) -> None:
    day = in_round(ruleset)
    player = day.games()[0].players[0]
    no = day.refused(NoteComponentTrouble(player, "dice", "missing_kit"), says="shared kit")
    assert no.clause == day.rules.components.ineligible_clause


@pytest.mark.clause("RW-066")
def test_a_judge_does_not_drop_anybody_by_way_of_a_component() -> None:
    day = in_round()
    judge, marshal = day.appoint("judge", "Jon"), day.appoint("marshal", "Mira")
    player = note(day, "ineligible")
    end = EndComponentTrouble("t1", "dropped", slip=conceded_by(day, player))
    day.refused(end, judge, "RW-007", "drop player")
    day.do(end, marshal)


# ------------------------------------------------------------------------ proxies


@pytest.mark.clause("RW-080", "RW-092")
def test_a_leader_makes_a_proxy_for_a_damaged_card() -> None:
    day = in_round()
    judge = day.appoint("judge", "Jon")
    player = note(day, "damaged")
    day.do(MakeProxy(player, "Lord Hawthorne", "the last line of the text"), judge)
    day.do(EndComponentTrouble("t1", "proxy"), judge)
    proxy = day.event.proxies[0]
    assert (proxy.player, proxy.card, proxy.leader) == (player, "Lord Hawthorne", judge)
    assert (proxy.information, proxy.made) == ("the last line of the text", day.clock.at)
    day.refused(MakeProxy(player, "", "x"), judge, says="no name")
    day.refused(MakeProxy(player, "Card", "x"), player, "RW-007")


@pytest.mark.clause("RW-080", "RW-092")
@pytest.mark.parametrize("kind", ["lost", "ineligible"])
def test_there_are_no_other_proxies(kind: str) -> None:
    day = in_round()
    note(day, kind)
    day.refused(EndComponentTrouble("t1", "proxy"), clause="RW-080", says="only for a damaged")


@pytest.mark.clause("XW-021", "AR-053")
@pytest.mark.parametrize(
    ("ruleset", "clause"),
    [
        ("xwing-dogfight", "XW-021"),
        ("xwing-escalation", "XW-021"),
        ("middle-earth", "ME-027"),
        ("diskwars", "DW-036"),
        ("armada", "AR-053"),
    ],
)
def test_no_other_game_allows_proxies(ruleset: str, clause: str) -> None:
    day = in_round(ruleset)
    player = note(day, "damaged")
    day.refused(MakeProxy(player, "Card", "text"), clause=clause)
    day.refused(EndComponentTrouble("t1", "proxy"), clause=clause)


# ------------------------------------------------------------------------ sharing


@pytest.mark.clause("RW-063", "XW-025", "DW-039", "AR-043")
@pytest.mark.parametrize("ruleset", SHARED)
def test_players_share_what_their_document_lists(ruleset: str) -> None:
    clause, items = SHARED[ruleset]
    day = in_round(ruleset)
    game, other = day.games()[:2]
    player = game.players[0]
    assert set(day.rules.components.sharing) == items
    day.do(AgreeSharing(game.id, tuple(sorted(items))), player)
    assert set(day.match(game.id).shared) == items
    assert not day.match(game.id).sharing_ordered
    day.refused(AgreeSharing(game.id, ("army",)), player, clause)
    day.refused(AgreeSharing(game.id, ()), player, clause)
    day.refused(AgreeSharing(other.id, tuple(items)), player, says="your own games")


@pytest.mark.clause("RW-064")
def test_a_marshal_orders_sharing_and_a_judge_does_not() -> None:
    day = in_round()
    judge, marshal = day.appoint("judge", "Jon"), day.appoint("marshal", "Mira")
    game = day.games()[0]
    order = OrderSharing(game.id, ("dice",))
    day.refused(order, judge, "RW-007")
    day.do(order, marshal)
    shared = day.match(game.id)
    assert (shared.shared, shared.sharing_ordered) == (("dice",), True)


@pytest.mark.clause("RW-029", "RW-064")
def test_nobody_orders_sharing_in_the_own_game() -> None:
    day = Day("runewars")
    day.appoint("judge", "Jon")
    day.open_doors()
    day.do(RegisterPlayer(person="p1"))
    day.register("Pia", "Paul", "Pete")
    day.begin()
    day.next_round()
    day.refused(OrderSharing(day.game_of("p1").id, ("dice",)), clause="RW-029")


@pytest.mark.clause("RW-063")
def test_sharing_is_for_one_round() -> None:
    day = in_round()
    game = day.games()[0]
    day.do(AgreeSharing(game.id, ("dice",)), game.players[0])
    day.enter_all()
    day.next_round()
    assert not any(one.shared for one in day.games())
