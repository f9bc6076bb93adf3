"""Who takes part: registration, check-in, late entries, numbers, the Spare Player, votes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.day.events import RULESETS, Day, before_the_bracket, in_round, running
from tiltyard.day.as_tournament import as_tournament
from tiltyard.day.people import (
    ChangePlayer,
    CheckIn,
    DropPlayer,
    JoinAsSpare,
    RegisterPlayer,
    ReleaseSpare,
    ScoreExtra,
    TakeBackCheckIn,
    VoteFavourite,
    WithdrawRegistration,
)
from tiltyard.day.results import ConfirmResult, ForfeitGame, ReportResult
from tiltyard.day.rounds import DrawRound, PublishRound
from tiltyard.day.setup import AwardPrize, OpenCheckIn, OpenRegistration, StartEvent
from tiltyard.engine.flow import standings
from tiltyard.engine.tournament import PlayerId


def announced(ruleset: str = "runewars", **changes: Any) -> Day:
    day = Day(ruleset, **changes)
    day.announce()
    return day


# ------------------------------------------------------------------------ before the start


def test_nobody_registers_before_the_event_is_announced() -> None:
    day = Day("runewars")
    day.refused(RegisterPlayer("Pia"), code="not-in-this-phase")
    day.announce()
    day.do(RegisterPlayer("Pia"))


def test_guests_register_themselves_only_while_registration_is_open() -> None:
    day = announced()
    day.refused(RegisterPlayer("Gus", person="gus"), "gus", code="not-in-this-phase")
    day.do(OpenRegistration())
    day.refused(RegisterPlayer("Gus", person="eve"), "gus", says="only for yourself")
    day.refused(RegisterPlayer("Gus"), "gus", says="only for yourself")
    day.do(RegisterPlayer("Gus", person="gus"), "gus")
    day.refused(RegisterPlayer("Gus", person="gus"), "gus", code="registered-already")
    day.refused(WithdrawRegistration(PlayerId("gus")), "eve", "RW-007")
    day.do(WithdrawRegistration(PlayerId("gus")), "gus")
    assert day.event.entrants == {}


@pytest.mark.clause("DW-051", "ME-047")
def test_players_get_numbers_one_after_another() -> None:
    day = announced("diskwars")
    day.do(RegisterPlayer("Pia"))
    day.do(RegisterPlayer("Paul", number=7))
    day.do(RegisterPlayer("Pete"))
    assert [one.number for one in day.event.entrants.values()] == [1, 7, 8]
    day.refused(RegisterPlayer("Peg", number=7), says="has the number 7")
    day.refused(RegisterPlayer("Peg", number=-1), says="whole numbers")


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u202e", "\n"])
def test_a_player_has_a_name_people_can_read(name: str) -> None:
    announced().refused(RegisterPlayer(name), code="no-name")


def test_a_name_is_one_tidy_line() -> None:
    day = announced()
    day.do(RegisterPlayer("  Pia\u202e \n Moss "))
    day.refused(RegisterPlayer("x" * 81), says="too long")
    assert [one.name for one in day.event.entrants.values()] == ["Pia Moss"]


@pytest.mark.clause("RW-048", "AR-038", "XW-035", "XE-014", "AMB-038")
@pytest.mark.parametrize(
    ("ruleset", "most", "clause"),
    [
        ("runewars", 200, "RW-048"),
        ("armada", 400, "AR-038"),
        ("xwing-dogfight", 100, "XW-035"),
        ("xwing-escalation", 150, "XE-014"),
    ],
)
def test_an_army_total_stays_within_the_limit(ruleset: str, most: int, clause: str) -> None:
    day = announced(ruleset)
    day.do(RegisterPlayer("Pia", total=most))
    day.do(RegisterPlayer("Paul", total=0))
    day.do(RegisterPlayer("Pete"))
    day.refused(RegisterPlayer("Peg", total=most + 1), clause=clause, says="over the limit")
    day.refused(RegisterPlayer("Peg", total=-1), clause=clause, code="list-cant-cost-less-than")


@pytest.mark.clause("ME-062")
def test_a_total_stays_within_the_limit_the_organiser_set() -> None:
    day = announced("middle-earth", points_limit=500)
    day.do(RegisterPlayer("Pia", total=500))
    day.refused(RegisterPlayer("Peg", total=501), clause="ME-062", says="limit of 500")


def test_affiliations_are_few_and_tidy() -> None:
    day = announced()
    day.do(RegisterPlayer("Pia", affiliations=("Club", " Club ", "", "Bus 4")))
    assert day.event.entrants[PlayerId("p2")].affiliations == ("Club", "Bus 4")
    many = tuple(f"Club {number}" for number in range(9))
    day.refused(RegisterPlayer("Paul", affiliations=many), says="too many")


@pytest.mark.clause("AMB-027")
def test_a_fixed_table_is_a_whole_number() -> None:
    day = announced()
    day.do(RegisterPlayer("Pia", table=3))
    for wrong in (0, -1, 100_001):
        day.refused(RegisterPlayer("Paul", table=wrong), says="Table numbers")


def test_what_is_known_of_a_player_can_be_put_right() -> None:
    day = announced()
    day.register("Pia", "Paul")
    day.do(ChangePlayer(PlayerId("p2"), "Pia Moss", 1, "Daqan"))
    assert day.event.people["p2"] == "Pia Moss"
    day.refused(ChangePlayer(PlayerId("p2"), "Pia", 2), says="has the number 2")
    day.refused(ChangePlayer(PlayerId("p9"), "Nobody", 5), code="entrant-nobody-here-id")
    day.refused(ChangePlayer(PlayerId("p2"), "Pia", 1), "p2", "RW-007")


def test_affiliations_stay_once_round_1_is_published() -> None:
    day = in_round()
    player = day.event.entrants[day.active()[0]]
    new = ChangePlayer(player.id, player.name, player.number or 0, affiliations=("Club",))
    no = day.refused(new, says="Round 1 was drawn")
    assert no.clause == day.rules.pairing.affiliation_clause


def test_checking_in_and_back() -> None:
    day = announced()
    player = day.register("Pia")[0]
    day.refused(CheckIn(player), code="not-in-this-phase")
    day.do(OpenCheckIn())
    day.do(CheckIn(player), player)
    day.refused(CheckIn(player), says="already")
    day.refused(TakeBackCheckIn(player), player, "RW-007")
    day.do(TakeBackCheckIn(player))
    day.refused(TakeBackCheckIn(player), says="isn't checked in")
    day.refused(CheckIn(PlayerId("p9")), code="entrant-nobody-here-id")


@pytest.mark.clause("AMB-020")
def test_those_who_never_came_do_not_play() -> None:
    day = Day("runewars")
    day.open_doors()
    day.register("Pia", "Paul")
    day.check_everybody_in()
    absent = day.register("Absent")[0]
    day.announce_everything()
    day.do(StartEvent())
    assert absent not in day.active()
    assert absent not in {one.id for one in as_tournament(day.event).players}
    day.refused(DropPlayer(absent), says="is registered")


# ------------------------------------------------------------------------ late entries


@pytest.mark.clause("AMB-023")
@pytest.mark.parametrize("policy", ["ask", "allow", "refuse"])
def test_until_round_1_is_published_everybody_may_enter(policy: str) -> None:
    day = running(options={"late_entry": policy})
    late = day.register("Late")[0]
    day.draw()
    later = day.register("Later")[0]
    assert day.event.stale
    assert {late, later} <= set(day.active())


@pytest.mark.clause("AMB-023", "AMB-014")
@pytest.mark.parametrize("policy", ["ask", "allow"])
def test_a_late_player_has_unpaired_losses_for_the_missed_rounds(policy: str) -> None:
    day = running(options={"late_entry": policy})
    day.play_round()
    day.next_round()
    late = day.register("Late")[0]
    assert [late in one.unpaired for one in day.event.rounds] == [True, True]
    day.enter_all()
    assert day.points()[late] == 0
    day.draw()
    draft = day.event.draft
    assert draft is not None
    assert any(late in game.players for game in draft.games.values())


@pytest.mark.clause("AMB-023")
def test_with_ask_the_organizer_decides_and_with_allow_the_staff_may() -> None:
    asked = in_round(options={"late_entry": "ask"})
    marshal = asked.appoint("marshal", "Mira")
    asked.refused(RegisterPlayer("Late"), marshal, "AMB-023")
    asked.do(RegisterPlayer("Late"))
    allowed = in_round(options={"late_entry": "allow"})
    marshal = allowed.appoint("marshal", "Mira")
    allowed.do(RegisterPlayer("Late"), marshal)


@pytest.mark.clause("AMB-023")
def test_with_refuse_nobody_enters_once_round_1_is_published() -> None:
    day = in_round(options={"late_entry": "refuse"})
    day.refused(RegisterPlayer("Late"), clause="AMB-023")


@pytest.mark.clause("AMB-023")
def test_nobody_enters_after_the_cut() -> None:
    day = before_the_bracket()
    day.refused(RegisterPlayer("Late"), clause="AMB-023", says="The Swiss rounds are over.")
    day.next_round()
    day.refused(RegisterPlayer("Late"), clause="AMB-023")


def test_players_do_not_enter_themselves_once_the_event_runs() -> None:
    day = in_round()
    day.refused(RegisterPlayer("Gus", person="gus"), "gus", code="not-in-this-phase")


# ------------------------------------------------------------------------ the Spare Player


@pytest.mark.clause("ME-018", "ME-048")
def test_a_spare_player_takes_the_place_of_the_bye() -> None:
    day = running("middle-earth", players=5)
    day.do(JoinAsSpare("Sam"))
    spare = PlayerId("p7")
    day.next_round()
    assert not [one for one in day.round.games.values() if one.kind == "bye"]
    game = day.game_of(spare)
    player = day.opponent(spare)
    day.do(ReportResult(game.id, day.slip()), spare)
    day.do(ConfirmResult(game.id, day.slip().digest), player)
    assert not day.match(game.id).is_open


@pytest.mark.clause("ME-050", "ME-020")
def test_the_spare_is_neither_ranked_nor_given_a_prize() -> None:
    day = running("middle-earth", players=5)
    day.do(JoinAsSpare("Sam"))
    day.play_swiss()
    rows = standings(as_tournament(day.event), day.document).rows
    assert "p7" not in {row.player for row in rows}
    day.refused(AwardPrize("Best army", "p7"), clause="ME-020")
    day.refused(DropPlayer(PlayerId("p7")), says="Spare Player")


@pytest.mark.clause("AMB-099")
def test_the_spare_is_idle_in_an_even_field() -> None:
    day = running("middle-earth", players=4)
    day.do(JoinAsSpare("Sam"))
    day.next_round()
    assert day.event.game_of(PlayerId("p6")) is None


@pytest.mark.clause("AMB-019", "ME-053")
def test_the_bye_returns_when_the_spare_leaves() -> None:
    day = running("middle-earth", players=5)
    day.do(JoinAsSpare("Sam"))
    day.play_round()
    day.do(ReleaseSpare(PlayerId("p7")))
    day.refused(ReleaseSpare(PlayerId("p7")), says="isn't the Spare Player")
    day.next_round()
    assert [one for one in day.round.games.values() if one.kind == "bye"]
    day.enter_all()
    day.do(JoinAsSpare(person="p7"))
    day.next_round()
    assert not [one for one in day.round.games.values() if one.kind == "bye"]


@pytest.mark.clause("ME-050")
def test_the_spare_does_not_walk_out_of_a_game() -> None:
    day = running("middle-earth", players=5)
    day.do(JoinAsSpare("Sam"))
    day.next_round()
    day.refused(ReleaseSpare(PlayerId("p7")), clause="ME-050", says="in a game")
    day.do(ForfeitGame(day.game_of("p7").id, PlayerId("p7")))
    assert day.event.entrants[PlayerId("p7")].state == "dropped"


@pytest.mark.clause("ME-018")
def test_there_is_one_spare_and_it_does_not_play_itself() -> None:
    day = running("middle-earth", players=5)
    day.refused(JoinAsSpare(person="p2"), clause="ME-050", says="plays in the event")
    day.do(JoinAsSpare("Sam"))
    day.refused(JoinAsSpare("Sue"), clause="ME-050", says="is the Spare Player")
    day.refused(JoinAsSpare(person="p7"), clause="ME-050")
    spare = day.event.entrants[PlayerId("p7")]
    day.refused(ChangePlayer(spare.id, "Sam", 1), says="no number and no list")


@pytest.mark.parametrize("ruleset", [name for name in RULESETS if name != "middle-earth"])
def test_only_middle_earth_has_a_spare_player(ruleset: str) -> None:
    day = running(ruleset, players=5)
    no = day.refused(JoinAsSpare("Sam"), says="no Spare Player")
    assert no.clause == day.rules.bye.clause


def test_a_spare_who_joins_makes_the_draw_stale() -> None:
    day = running("middle-earth", players=5)
    day.do(DrawRound())
    day.do(JoinAsSpare("Sam"))
    day.refused(PublishRound(), says="out of date")


# ------------------------------------------------------------------------ votes and extra points


@pytest.mark.clause("ME-042", "ME-043")
def test_players_vote_once_and_only_for_somebody_they_met() -> None:
    day = running("middle-earth", options={"standings.extra": ["favourite_opponent", "objectives"]})
    day.next_round()
    voter = day.active()[0]
    met = day.opponent(voter)
    day.refused(VoteFavourite(voter, met), voter, "ME-042", code="voted-for-somebody-not-met")
    day.enter_all()
    stranger = next(one for one in day.active() if one not in {voter, met})
    day.refused(VoteFavourite(voter, stranger), voter, "ME-042", code="voted-for-somebody-not-met")
    day.refused(VoteFavourite(voter, met), met, code="only-for-yourself")
    day.do(VoteFavourite(voter, met), voter)
    day.refused(VoteFavourite(voter, met), voter, "ME-042", code="voted-already")
    assert day.event.entrants[voter].favourite == met


@pytest.mark.clause("ME-042")
def test_votes_need_the_tie_break_to_be_announced() -> None:
    day = in_round("middle-earth")
    voter = day.active()[0]
    day.refused(
        VoteFavourite(voter, day.opponent(voter)),
        voter,
        "ME-042",
        code="favourite-opponents-not-tie-break",
    )


@pytest.mark.clause("ME-042", "ME-044")
def test_numbers_are_entered_only_for_announced_tie_breaks() -> None:
    day = in_round("middle-earth", options={"standings.extra": ["secret_objectives"]})
    player = day.active()[0]
    day.do(ScoreExtra(player, "secret_objectives", 3))
    assert day.event.entrants[player].extra == {"secret_objectives": 3}
    day.refused(ScoreExtra(player, "painting", 3), clause="ME-042")
    day.refused(ScoreExtra(player, "secret_objectives", 1_000_001), says="too large")
    day.refused(ScoreExtra(player, "secret_objectives", 3), player, "ME-002")
