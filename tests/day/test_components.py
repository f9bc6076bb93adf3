"""Components that are lost, damaged or not allowed, and the time granted for them; proxies."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.day.events import (
    RULESETS,
    Day,
    before_the_bracket,
    conceded_by,
    concession,
    in_round,
    recorded_concession,
)
from tiltyard.day.components import (
    EndComponentTrouble,
    GrantComponentTime,
    MakeProxy,
    NoteComponentTrouble,
)
from tiltyard.day.context import NeedsConfirmation
from tiltyard.day.event import Trouble
from tiltyard.day.people import DropPlayer, RegisterPlayer
from tiltyard.day.rounds import DrawRound
from tiltyard.engine.tournament import PlayerId
from tiltyard.text.refusals import fix_text

NEXT_ROUND = {
    "runewars": "RW-078",
    "xwing-dogfight": "XW-039",
    "xwing-escalation": "XW-039",
    "middle-earth": "ME-022",
    "diskwars": "DW-032",
    "armada": "AR-045",
}


def trouble_of(day: Day, name: str = "t1") -> Trouble:
    return day.event.troubles[name]


def note(day: Day, kind: str, who: str = "p1") -> PlayerId:
    """Note a trouble of the first player of the first game."""
    player = day.games()[0].players[0]
    day.do(NoteComponentTrouble(player, "unit card", kind), who)  # type: ignore[arg-type]
    return player


def concede(day: Day, player: PlayerId) -> None:
    """Let the granted time pass, and the player concede the game."""
    day.clock.move(minutes=5)
    day.do(EndComponentTrouble("t1", "conceded", slip=conceded_by(day, player)))


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
    day.refused(EndComponentTrouble("t1", "found"), code="no-open-component-trouble")


@pytest.mark.clause("RW-075", "RW-076")
def test_a_player_reports_a_loss_and_no_clock_starts() -> None:
    day = in_round()
    player = day.games()[0].players[0]
    asked = NoteComponentTrouble(player, "dice", "lost", minutes=60)
    day.refused(asked, player, "RW-076", code="leader-grants-time-search")
    day.refused(NoteComponentTrouble(player, "dice", "lost"), day.opponent(player), "RW-007")
    note(day, "lost", player)
    day.clock.move(minutes=30)
    assert (trouble_of(day).minutes, trouble_of(day).search_ends) == (0, None)
    assert day.games()[0].extension == 0


@pytest.mark.clause("RW-076", "AMB-033")
def test_a_leader_grants_time_once_and_again_and_the_game_gets_it_too() -> None:
    day = in_round()
    judge = day.appoint("judge", "Jon")
    player = day.games()[0].players[0]
    note(day, "lost", player)
    day.clock.move(minutes=3)
    day.do(GrantComponentTime("t1", 7), judge)
    assert trouble_of(day).search_ends == day.clock.at + timedelta(minutes=7)
    assert (day.games()[0].extension, day.games()[1].extension) == (7, 0)
    day.clock.move(minutes=2)
    day.do(GrantComponentTime("t1", 1), judge)  # 5 are left, so 6 now
    assert trouble_of(day).search_ends == day.clock.at + timedelta(minutes=6)
    day.clock.move(minutes=20)
    day.do(GrantComponentTime("t1"), judge)  # nothing was left
    assert trouble_of(day).search_ends == day.clock.at + timedelta(minutes=5)
    assert (day.games()[0].extension, trouble_of(day).minutes) == (13, 13)


@pytest.mark.clause("RW-076")
def test_only_leaders_grant_time_and_only_while_the_game_goes_on() -> None:
    day = in_round()
    player = day.games()[0].players[0]
    note(day, "lost", player)
    day.refused(GrantComponentTime("t1", 5), player, "RW-007", code="not-your-role")
    day.refused(GrantComponentTime("t1", 0), clause="RW-076", code="minutes-cant-granted")
    day.refused(GrantComponentTime("t1", 241), clause="RW-076", code="minutes-cant-granted")
    day.refused(GrantComponentTime("t2", 5), code="no-open-component-trouble")
    day.do(GrantComponentTime("t1", 1))
    day.do(GrantComponentTime("t1", 240))
    day.enter(day.games()[0])
    day.refused(GrantComponentTime("t1", 5), clause="RW-076", code="plays-no-game-now-could")


@pytest.mark.clause("RW-029", "RW-076")
def test_nobody_grants_time_in_the_own_game() -> None:
    day = Day("runewars")
    judge = day.appoint("judge", "Jon")
    day.open_doors()
    day.do(RegisterPlayer(person=judge))
    day.register("Pia", "Paul", "Pete")
    day.begin()
    day.next_round()
    opponent = day.opponent(judge)
    day.do(NoteComponentTrouble(opponent, "dice", "lost"), opponent)
    day.refused(GrantComponentTime("t1", 5), judge, "RW-029", "own match")
    day.do(GrantComponentTime("t1", 5))


@pytest.mark.clause("AR-094", "AMB-033")
def test_an_untimed_game_needs_no_extension_for_a_search() -> None:
    day = before_the_bracket("armada")
    day.next_round()
    player = day.games()[0].players[0]
    note(day, "lost", player)
    day.do(GrantComponentTime("t1", 6))
    assert trouble_of(day).search_ends == day.clock.at + timedelta(minutes=6)
    assert day.games()[0].extension == 0


@pytest.mark.clause("AMB-033")
@pytest.mark.parametrize("minutes", [-1, 241])
def test_a_search_has_an_end(minutes: int) -> None:
    day = in_round()
    player = day.games()[0].players[0]
    day.refused(NoteComponentTrouble(player, "dice", "lost", minutes), says="at most 240")
    day.refused(NoteComponentTrouble(player, " ", "lost"), code="no-name")


@pytest.mark.clause("RW-077")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_without_the_component_the_game_is_conceded(ruleset: str) -> None:
    day = in_round(ruleset)
    player = note(day, "lost")
    clause = day.rules.components.lost_concession_clause
    day.refused(
        EndComponentTrouble("t1", "conceded"), clause=clause, code="concession-game-needs-slip"
    )
    wrong = EndComponentTrouble("t1", "conceded", slip=concession(1))
    day.refused(wrong, clause=clause, code="slip-not-concession-player")
    concede(day, player)
    assert next(iter(day.round.games.values())).slip == recorded_concession(day, 0)
    assert day.event.entrants[player].state == "active"
    assert trouble_of(day).end == "conceded"


@pytest.mark.clause("RW-076", "RW-077")
def test_a_concession_before_the_granted_time_is_over_is_asked_back() -> None:
    day = in_round()
    player = day.games()[0].players[0]
    note(day, "damaged", player)
    conceded = EndComponentTrouble("t1", "conceded", slip=conceded_by(day, player))
    no = day.refused(conceded, clause="RW-076", says="No leader has granted")
    assert isinstance(no, NeedsConfirmation)
    assert no.codes == ("no-search-time",)
    day.do(GrantComponentTime("t1", 4))
    day.clock.move(minutes=3, seconds=59)
    no = day.refused(conceded, clause="RW-077", code="needs-confirmation")
    assert isinstance(no, NeedsConfirmation)
    assert no.codes == ("search-not-over",)
    day.clock.move(seconds=1)
    day.do(conceded)
    assert trouble_of(day).end == "conceded"
    assert "concerns-confirmed" not in day.facts()


@pytest.mark.clause("RW-077")
def test_a_player_who_gives_up_the_search_may_concede_at_once() -> None:
    day = in_round()
    player = note(day, "lost")
    conceded = EndComponentTrouble("t1", "conceded", slip=conceded_by(day, player))
    day.desk.do(day.name, "p1", conceded, confirmed=frozenset({"search-not-over"}))
    assert trouble_of(day).end == "conceded"
    assert day.facts()[-3:] == ["concerns-confirmed", "result-entered", "component-trouble-ended"]


@pytest.mark.clause("RW-078")
def test_still_missing_at_the_next_round_the_player_is_dropped() -> None:
    day = in_round()
    player = note(day, "lost")
    day.enter_all()
    day.refused(DrawRound(), clause="RW-078")
    day.do(EndComponentTrouble("t1", "dropped"))
    assert day.event.entrants[player].why_left == "missing_component"
    day.do(DrawRound())


@pytest.mark.clause("RW-078", "AR-045")
@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("end", ["found", "replaced"])
def test_after_a_concession_no_round_is_drawn_before_the_component_is_there(
    ruleset: str, end: str
) -> None:
    day = in_round(ruleset)
    player = note(day, "lost")
    concede(day, player)
    day.enter_all()
    name = day.event.people[player]
    no = day.refused(DrawRound(), clause=NEXT_ROUND[ruleset], says=f"{name} still misses unit card")
    assert fix_text(no) == "Say that it was found or replaced, or drop the player."
    again = EndComponentTrouble("t1", "conceded", slip=concession(0))
    day.refused(again, clause=NEXT_ROUND[ruleset], code="conceded-game-already")
    day.do(EndComponentTrouble("t1", end))  # type: ignore[arg-type]
    day.do(DrawRound())
    assert player in {one for game in day.event.draft.games.values() for one in game.players}  # type: ignore[union-attr]


@pytest.mark.clause("RW-078")
def test_after_a_concession_a_player_without_the_component_is_removed() -> None:
    day = in_round()
    player = note(day, "lost")
    concede(day, player)
    day.enter_all()
    day.do(EndComponentTrouble("t1", "dropped"))
    day.do(DrawRound())
    assert day.event.entrants[player].why_left == "missing_component"
    assert player not in {one for game in day.event.draft.games.values() for one in game.players}  # type: ignore[union-attr]


@pytest.mark.clause("RW-078")
def test_a_player_who_left_for_another_reason_holds_up_nobody() -> None:
    day = in_round()
    player = note(day, "lost")
    concede(day, player)
    day.enter_all()
    day.do(DropPlayer(player, "voluntary"))
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
    assert (day.game_of(judge).extension, trouble_of(day).grants) == (0, ())
    day.do(GrantComponentTime("t1"))
    slip = conceded_by(day, opponent)
    day.clock.move(minutes=5)
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
    day.refused(EndComponentTrouble("t1", "dropped"), code="leaving-needs-slip")
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
    day.refused(end, judge, "XW-009", code="not-your-role")
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
    player = note(day, "ineligible", marshal)
    end = EndComponentTrouble("t1", "dropped", slip=conceded_by(day, player))
    day.refused(end, judge, "RW-007", "drop player")
    day.do(end, marshal)


@pytest.mark.clause("RW-076", "RW-077", "RW-078")
def test_a_player_is_not_removed_from_a_game_before_the_granted_time_is_over() -> None:
    day = in_round()
    player = day.games()[0].players[0]
    day.do(NoteComponentTrouble(player, "dice", "lost"), player)
    drop = EndComponentTrouble("t1", "dropped", slip=conceded_by(day, player))
    with pytest.raises(NeedsConfirmation) as asked:
        day.do(drop)
    assert asked.value.codes == ("no-search-time",)
    day.do(GrantComponentTime("t1", 5))
    with pytest.raises(NeedsConfirmation) as asked:
        day.do(drop)
    assert asked.value.codes == ("search-not-over",)
    day.clock.move(minutes=5)
    day.do(drop)
    assert day.event.entrants[player].state == "dropped"


@pytest.mark.clause("RW-029", "RW-075", "RW-076")
def test_a_leader_who_plays_starts_no_clock_at_the_own_table() -> None:
    day = Day("runewars")
    judge = day.appoint("judge", "Jon")
    day.open_doors()
    day.do(RegisterPlayer(person="p1"))
    day.register("Pia", "Paul", "Pete")
    day.begin()
    day.next_round()
    mine, opponent = PlayerId("p1"), day.opponent(PlayerId("p1"))
    for player in (mine, opponent):
        asked = NoteComponentTrouble(player, "dice", "lost", minutes=10)
        day.refused(asked, mine, "RW-076", code="leader-grants-time-search")
        day.do(NoteComponentTrouble(player, "dice", "lost"), mine)
    assert [one.grants for one in day.event.troubles.values()] == [(), ()]
    assert day.game_of(mine).extension == 0
    day.refused(GrantComponentTime("t1"), mine, "RW-029")
    day.do(GrantComponentTime("t1", 4), judge)
    assert day.game_of(mine).extension == 4


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
    day.refused(MakeProxy(player, "", "x"), judge, code="no-name")
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


# ------------------------------------------------------------------------ what becomes of it

DAMAGED = [
    # component, how it may end, the clause of that
    ("Kari's unit card", {"proxy"}, "RW-080"),
    ("the morale deck", {"proxy"}, "RW-080"),
    ("Rune Golem model", {"still_usable", "set_aside"}, "RW-081"),
    ("two spearmen figures", {"still_usable", "set_aside"}, "RW-081"),
    ("attack dice", {"shared"}, "RW-082"),
    ("a red die", {"shared"}, "RW-082"),
    ("my Range Ruler", {"shared"}, "RW-082"),
    ("turn template", {"shared"}, "RW-082"),
    ("objective token", set(), "RW-083"),
    ("Rune Golem", {"proxy", "still_usable", "set_aside"}, "RW-079"),
]
CLAUSES = {"proxy": "RW-080", "shared": "RW-082", "still_usable": "RW-081", "set_aside": "RW-081"}


@pytest.mark.clause("RW-079", "RW-080", "RW-081", "RW-082")
@pytest.mark.parametrize(("component", "allowed", "clause"), DAMAGED)
@pytest.mark.parametrize("end", CLAUSES)
def test_a_damaged_component_ends_as_its_sort_allows(
    component: str, allowed: set[str], clause: str, end: str
) -> None:
    day = in_round()
    player = day.games()[0].players[0]
    day.do(NoteComponentTrouble(player, component, "damaged"))
    day.do(MakeProxy(player, component, "everything"))
    command = EndComponentTrouble("t1", end)  # type: ignore[arg-type]
    if end in allowed:
        day.do(command)
        assert trouble_of(day).end == end
    else:
        day.refused(command, clause=CLAUSES[end], says="Only")


@pytest.mark.clause("RW-082")
def test_nobody_shares_a_model_and_an_unknown_piece_is_named_first() -> None:
    day = in_round()
    player = day.games()[0].players[0]
    day.do(NoteComponentTrouble(player, "Rune Golem model", "damaged"))
    only = "Only dice, range rulers or movement templates can be shared, not models."
    day.refused(EndComponentTrouble("t1", "shared"), clause="RW-082", says=only)
    day.do(NoteComponentTrouble(player, "the blue one", "damaged"))
    no = day.refused(EndComponentTrouble("t2", "shared"), clause="RW-082")
    assert fix_text(no) == "Say which piece it is: dice, range ruler, movement templates."
    day.refused(EndComponentTrouble("t2", "shared", piece="army"), says="No sort of component")
    day.do(EndComponentTrouble("t2", "shared", piece="dice"))
    assert (trouble_of(day, "t2").end, trouble_of(day, "t2").piece) == ("shared", "dice")


@pytest.mark.clause("RW-081")
@pytest.mark.parametrize("end", ["still_usable", "set_aside", "proxy"])
@pytest.mark.parametrize("kind", ["lost", "ineligible"])
def test_only_what_is_damaged_is_set_aside_or_used_on(end: str, kind: str) -> None:
    day = in_round()
    player = day.games()[0].players[0]
    day.do(NoteComponentTrouble(player, "Rune Golem", kind, piece="model"))  # type: ignore[arg-type]
    day.refused(EndComponentTrouble("t1", end))  # type: ignore[arg-type]
    day.do(EndComponentTrouble("t1", "replaced"))


@pytest.mark.clause("RW-081")
def test_a_damaged_model_holds_up_nothing_once_a_leader_looked_at_it() -> None:
    day = in_round()
    first, second = day.games()[0].players
    day.do(NoteComponentTrouble(first, "cavalry figure", "damaged"), first)
    day.do(NoteComponentTrouble(second, "giant model", "damaged"), second)
    day.do(EndComponentTrouble("t1", "still_usable", "the lance is bent"))
    day.do(EndComponentTrouble("t2", "set_aside", "it falls over"))
    day.enter_all()
    day.do(DrawRound())


@pytest.mark.clause("RW-080")
def test_a_proxy_is_used_only_after_it_was_made_and_for_one_card() -> None:
    day = in_round()
    player = day.games()[0].players[0]
    for card in ("Lord Hawthorne card", "Ardus card"):
        day.do(NoteComponentTrouble(player, card, "damaged"))
    day.refused(EndComponentTrouble("t1", "proxy"), clause="RW-080", says="No proxy of")
    day.do(MakeProxy(day.opponent(player), "Ardus card", "the name"))
    day.refused(EndComponentTrouble("t1", "proxy"), clause="RW-080", says="No proxy of")
    day.do(MakeProxy(player, "Lord Hawthorne", "the last line"))
    day.do(EndComponentTrouble("t1", "proxy"))
    day.refused(EndComponentTrouble("t2", "proxy"), clause="RW-080", says="No proxy of")
    day.do(MakeProxy(player, "ardus CARD", "the cost"))
    day.do(EndComponentTrouble("t2", "proxy"))


@pytest.mark.clause("AR-043", "AR-047", "AR-053", "XW-025", "DW-039")
@pytest.mark.parametrize(
    ("ruleset", "component", "end", "clause"),
    [
        ("armada", "a fighter squadron", "shared", "AR-043"),
        ("armada", "damage card", "still_usable", "AR-047"),
        ("armada", "a frigate model", "set_aside", "AR-047"),
        ("xwing-dogfight", "the Falcon model", "shared", "XW-025"),
        ("xwing-dogfight", "red dice", "shared", "XW-025"),
        ("diskwars", "three disks", "shared", "DW-039"),
        ("middle-earth", "a captain model", "shared", "ME-022"),
    ],
)
def test_every_document_speaks_with_its_own_clauses(
    ruleset: str, component: str, end: str, clause: str
) -> None:
    day = in_round(ruleset)
    player = day.games()[0].players[0]
    day.do(NoteComponentTrouble(player, component, "damaged"))
    day.refused(EndComponentTrouble("t1", end), clause=clause)  # type: ignore[arg-type]
    day.do(EndComponentTrouble("t1", "replaced"))
