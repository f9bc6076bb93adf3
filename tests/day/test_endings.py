"""What a slip may say on the day: endings without a clock, what is asked for, what was noted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.day.events import Day, before_the_bracket, concession, in_round, running
from tiltyard.day.as_tournament import as_tournament
from tiltyard.day.context import NeedsConfirmation
from tiltyard.day.event import Game, round_state
from tiltyard.day.lists import RecordFirstPlayer
from tiltyard.day.people import DropPlayer
from tiltyard.day.plan import endings_of
from tiltyard.day.reminders import reminders
from tiltyard.day.results import CorrectResult, EnterResult, ReportResult, ResolveDispute
from tiltyard.day.rounds import DrawRound, MakeCut
from tiltyard.engine.errors import Refused, SlipRefused
from tiltyard.engine.flow import standings
from tiltyard.engine.options import with_options
from tiltyard.engine.scoring import counts_scores, fields_of
from tiltyard.engine.slip import Slip
from tiltyard.engine.tournament import PlayerId
from tiltyard.rulesets.loader import load
from tiltyard.text.refusals import fix_text

RULESETS = ("runewars", "xwing-dogfight", "xwing-escalation", "middle-earth", "diskwars", "armada")


def _final(ruleset: str, **changes: object) -> Day:
    """Return an event in the last game of its bracket."""
    day = before_the_bracket(ruleset, **changes)
    day.play_round()
    day.next_round()
    return day


def _escalation(**changes: object) -> Day:
    return before_the_bracket("xwing-escalation", swiss_rounds=None, **changes)


def _untimed(name: str) -> Day:
    if name == "armada":
        day = before_the_bracket("armada")
        day.next_round()
        return day
    return _final(name, **({"swiss_rounds": None} if name == "xwing-escalation" else {}))


# ------------------------------------------------------------------------------ without a clock

UNTIMED = [
    pytest.param("xwing-dogfight", "XW-088", id="the final of X-Wing"),
    pytest.param("xwing-escalation", "XW-088", id="the final of Escalation"),
    pytest.param("armada", "AR-094", id="a semifinal of Armada"),
]


@pytest.mark.clause("XW-088", "AR-094")
@pytest.mark.parametrize(("name", "clause"), UNTIMED)
def test_time_ends_no_game_of_an_untimed_round_in_whichever_way_it_is_said(
    name: str, clause: str
) -> None:
    day = _untimed(name)
    game = day.games()[0]
    first, second = game.players
    right = day.slip()
    at_time = Slip("time", (30, 10), initiative=0)
    says = "time can't end a game"
    day.refused(EnterResult(game.id, at_time), clause=clause, says=says)
    day.refused(ReportResult(game.id, at_time), first, clause, says)
    day.do(ReportResult(game.id, right), first)
    day.do(ReportResult(game.id, day.slip(20, 30)), second)
    day.refused(ResolveDispute(game.id, at_time, "so it was"), clause=clause, says=says)
    day.do(ResolveDispute(game.id, right, "so it was"))
    fixed = CorrectResult(game.id, at_time, right.digest, "time was up")
    no = day.refused(fixed, clause=clause, says=says)
    assert "time" not in (fix_text(no) or "").replace("untimed", "").split()
    assert day.match(game.id).slip == right


@pytest.mark.clause("XW-088", "AR-094")
@pytest.mark.parametrize(
    ("ruleset", "swiss", "semifinal", "final"),
    [
        ("runewars", True, True, True),
        ("xwing-dogfight", True, True, False),
        ("xwing-escalation", True, True, False),
        ("diskwars", True, True, True),
        ("armada", True, False, False),
    ],
)
def test_time_is_offered_exactly_where_a_clock_runs(
    ruleset: str, *, swiss: bool, semifinal: bool, final: bool
) -> None:
    day = before_the_bracket(
        ruleset, **({"swiss_rounds": None} if ruleset == "xwing-escalation" else {})
    )
    day.next_round()
    found = [day.event.rounds[0], day.round]
    day.enter_all()
    day.next_round()
    found.append(day.round)
    offered = ["time" in endings_of(day.event, day.rules, one) for one in found]
    assert offered == [swiss, semifinal, final]
    assert (day.round.timer.minutes is not None) == final


@pytest.mark.clause("AMB-114", "AR-094")
def test_with_a_clock_of_the_organizers_an_armada_bracket_ends_by_time_too() -> None:
    day = before_the_bracket("armada", options={"clock.elimination": 135})
    day.next_round()
    game = day.games()[0]
    day.do(EnterResult(game.id, Slip("time", (30, 10))))
    assert not day.match(game.id).is_open


# ------------------------------------------------------------------------------- after the cut


def _turned(slip: Slip) -> Slip:
    assert slip.score is not None
    return replace(slip, score=slip.score[::-1])


@pytest.mark.clause("RW-157", "AR-093", "XW-084", "DW-079")
@pytest.mark.parametrize("ruleset", ["runewars", "xwing-dogfight", "diskwars", "armada"])
def test_after_the_cut_no_slip_opens_a_swiss_round_again(ruleset: str) -> None:
    day = running(ruleset, players=8, swiss_rounds=2, cut=4)
    day.play_swiss()
    leaver = day.ranking()[-1]
    day.do(DropPlayer(leaver))
    day.do(MakeCut())
    before = standings(as_tournament(day.event), day.document)
    game = next(one for one in day.games() if leaver not in one.players)
    assert game.slip is not None
    other = _turned(game.slip)
    clause = day.rules.cut.clause
    no = day.refused(EnterResult(game.id, other), clause=clause, says="Round 2 is over")
    assert fix_text(no) == "Correct the result with a reason."
    day.refused(ReportResult(game.id, other), game.players[0], clause, "Round 2 is over")
    assert round_state(day.round) == "closed"
    assert standings(as_tournament(day.event), day.document) == before
    day.do(CorrectResult(game.id, other, game.slip.digest, "written down the wrong way round"))
    assert round_state(day.round) == "closed"
    rows = {
        row.player: row.status for row in standings(as_tournament(day.event), day.document).rows
    }
    assert rows[leaver] == "dropped"
    assert day.match(game.id).slip == other


@pytest.mark.clause("RW-157", "XW-084")
@pytest.mark.parametrize("replaces", ["next_rank", "bye_for_opponent"])
@pytest.mark.parametrize("ruleset", ["runewars", "xwing-dogfight"])
def test_a_correction_that_changes_the_cut_has_it_made_again(ruleset: str, replaces: str) -> None:
    options = {"cut.replace": replaces}
    day = running(ruleset, players=4, swiss_rounds=1, cut=2, options=options)
    day.next_round()
    for game in day.games():
        day.enter(game, 90, 10)
    day.do(MakeCut())
    game = day.games()[0]
    assert game.slip is not None
    day.do(CorrectResult(game.id, _turned(game.slip), game.slip.digest, "the wrong way round"))
    day.refused(DrawRound(), says="The standings have changed since the cut was made.")
    steps = [one.code for one in reminders(day.event, day.rules, day.document, day.clock.now())]
    assert "make-cut" in steps
    assert "draw-round" not in steps
    day.do(MakeCut())
    day.draw()


@pytest.mark.clause("RW-157")
def test_before_the_cut_another_entry_is_still_a_dispute() -> None:
    day = running(players=8, swiss_rounds=2, cut=4)
    day.play_swiss()
    game = day.games()[0]
    assert game.slip is not None
    day.do(EnterResult(game.id, _turned(game.slip)))
    assert day.match(game.id).is_disputed
    day.refused(MakeCut(), code="swiss-rounds-not-played-out")


# -------------------------------------------------------------------- nothing that is thrown away


@pytest.mark.clause("ME-056", "XW-056", "RW-168", "AR-099", "DW-067")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_slip_asks_for_scores_exactly_where_they_count(ruleset: str) -> None:
    rules = load(ruleset)
    asked = {end for end, one in rules.outcomes.items() if "score" in one.needs}
    assert asked == {end for end, one in rules.outcomes.items() if counts_scores(rules, one)}


@pytest.mark.clause("ME-056", "ME-057")
def test_a_middle_earth_concession_needs_nothing_but_who_conceded() -> None:
    day = in_round("middle-earth")
    one, two = day.games()[:2]
    day.do(EnterResult(one.id, Slip("concession", conceded=1)))
    day.do(EnterResult(two.id, Slip("concession", (3, 9), conceded=0)))
    for game in day.games()[2:]:
        day.enter(game)
    rows = {row.player: row.keys for row in standings(as_tournament(day.event), day.document).rows}
    for winner, loser in ((one.players[0], one.players[1]), (two.players[1], two.players[0])):
        assert [str(rows[winner][key]) for key in ("tp", "vpd", "vp", "leaders")] == [
            "3",
            "12",
            "12",
            "1",
        ]
        assert [str(rows[loser][key]) for key in ("tp", "vpd", "vp", "leaders")] == [
            "0",
            "-12",
            "0",
            "0",
        ]


@pytest.mark.clause("ME-056", "AMB-017")
def test_who_leaves_a_middle_earth_game_says_only_that_they_concede() -> None:
    day = in_round("middle-earth")
    player = day.active()[0]
    game = day.game_of(player)
    slip = Slip("concession", conceded=game.players.index(PlayerId(player)))
    day.do(DropPlayer(player, slip=slip), player)
    assert day.match(game.id).slip == slip


@pytest.mark.clause("AMB-091")
def test_where_the_losers_kill_counts_a_concession_says_whose_leader_fell() -> None:
    day = in_round("middle-earth", options={"concession.keep_loser_leader_kill": True})
    game = day.games()[0]
    slip = Slip("concession", conceded=1)
    no = day.refused(EnterResult(game.id, slip), clause="AMB-091", says="killed the enemy leader")
    assert no.field == "leaders"
    day.do(EnterResult(game.id, replace(slip, leaders=(False, True))))


# ------------------------------------------------------------------------- announced tie-breaks

EXTRAS = {"standings.extra": ["favourite_opponent", "secret_objectives", "scouting"]}


@pytest.mark.clause("ME-036", "ME-044", "AMB-100")
def test_an_announced_tie_break_is_required_on_the_slip() -> None:
    day = in_round("middle-earth", options=EXTRAS)
    game = day.games()[0]
    bare = Slip("time", (5, 3), leaders=(True, False))
    half = replace(bare, extra={"scouting": (1, 0)})
    whole = replace(half, extra=half.extra | {"secret_objectives": (2, 0)})
    for command, who in (
        (EnterResult(game.id, bare), "p1"),
        (EnterResult(game.id, half), "p1"),
        (ReportResult(game.id, half), game.players[0]),
    ):
        no = day.refused(command, who, "ME-036", "secret objectives")
        assert no.field == "extra.secret_objectives"
    day.do(EnterResult(game.id, whole))
    short = CorrectResult(game.id, replace(bare, score=(4, 3)), whole.digest, "miscounted")
    day.refused(short, clause="ME-036", says="secret objectives")
    day.do(EnterResult(day.games()[1].id, Slip("concession", conceded=0)))


@pytest.mark.clause("ME-042", "ME-043")
def test_a_vote_and_what_is_scored_once_are_not_asked_for_on_slips() -> None:
    options = {
        "standings.extra": ["favourite_opponent", "painting"],
        "standings.once": ["painting"],
    }
    day = in_round("middle-earth", options=options)
    game = day.games()[0]
    day.do(EnterResult(game.id, Slip("time", (5, 3), leaders=(True, False))))
    assert not day.match(game.id).is_open


# ---------------------------------------------------------------------------------- initiative


def _note(day: Day, game: Game, place: int = 1) -> PlayerId:
    day.do(RecordFirstPlayer(game.id, game.players[place]))
    return game.players[place]


@pytest.mark.clause("DW-065", "DW-070", "AR-107", "XW-087")
@pytest.mark.parametrize(
    ("ruleset", "end"),
    [
        ("diskwars", "time"),
        ("diskwars", "rounds"),
        ("armada", "time"),
        ("armada", "rounds"),
        ("armada", "mutual"),
    ],
)
def test_what_was_noted_before_the_game_is_not_asked_again(ruleset: str, end: str) -> None:
    day = in_round(ruleset)
    noted, other = day.games()[:2]
    slip = Slip(end, None if end == "mutual" else (3, 3))  # type: ignore[arg-type]
    no = day.refused(EnterResult(other.id, slip))
    assert isinstance(no, SlipRefused)
    assert no.field == "initiative"
    _note(day, noted)
    day.do(EnterResult(noted.id, slip))
    assert day.match(noted.id).slip == replace(slip, initiative=1)


@pytest.mark.clause("DW-065")
def test_where_initiative_decides_nothing_the_note_stays_off_the_slip() -> None:
    day = in_round("diskwars")
    game = day.games()[0]
    _note(day, game)
    day.do(EnterResult(game.id, Slip("time", (5, 3))))
    assert day.match(game.id).slip == Slip("time", (5, 3))


@pytest.mark.clause("AMB-065", "XW-087")
@pytest.mark.parametrize("escalation", [False, True])
def test_every_bracket_game_of_xwing_says_who_has_initiative(*, escalation: bool) -> None:
    day = _escalation() if escalation else before_the_bracket("xwing-dogfight")
    day.next_round()
    one, two = day.games()
    won = Slip("time", (50, 20))
    for slip in (won, Slip("destroyed", (60, 20), survivor=0), Slip("mutual")):
        no = day.refused(EnterResult(one.id, slip), clause=_clause_of_initiative(slip))
        assert no.field == "initiative"
    day.refused(ReportResult(one.id, won), one.players[0], "AMB-065", "who has initiative")
    day.do(EnterResult(one.id, replace(won, initiative=0)))
    _note(day, two)
    day.do(EnterResult(two.id, Slip("time", (40, 40))))
    assert day.match(two.id).slip == Slip("time", (40, 40), initiative=1)
    day.next_round()
    assert set(day.games()[0].players) == {one.players[0], two.players[1]}


def _clause_of_initiative(slip: Slip) -> str:
    """Name what asks first: a draw is decided by it (XW-087), else the bracket wants it."""
    return "XW-087" if slip.end == "mutual" else "AMB-065"


@pytest.mark.clause("AMB-065")
def test_neither_a_swiss_game_nor_a_concession_of_xwing_asks_for_initiative() -> None:
    day = in_round("xwing-dogfight")
    day.do(EnterResult(day.games()[0].id, Slip("time", (40, 40))))
    bracket = before_the_bracket("xwing-dogfight")
    bracket.next_round()
    bracket.do(EnterResult(bracket.games()[0].id, concession(0, 30, 20)))


@pytest.mark.clause("XW-087", "DW-065", "AR-107")
@pytest.mark.parametrize(
    ("ruleset", "clause"), [("xwing-dogfight", "AMB-065"), ("diskwars", "DW-070"), ("armada", "")]
)
def test_a_slip_against_the_note_is_asked_back(ruleset: str, clause: str) -> None:
    day = before_the_bracket(ruleset)
    day.next_round()
    game = day.games()[0]
    name = day.event.people[_note(day, game)]
    slip = replace(day.slip(30, 30), initiative=0)
    command = EnterResult(game.id, slip)
    no = day.refused(command, clause=clause or "AR-107", says=f"{name} was noted")
    assert isinstance(no, NeedsConfirmation)
    assert no.codes == ("initiative-differs",)
    day.do(command, confirm="initiative-differs")
    assert day.match(game.id).slip == slip


# -------------------------------------------------------------------------------- single clauses


@pytest.mark.clause("RW-179", "RW-180")
def test_no_roll_comes_after_the_one_that_decides_the_final_flurry() -> None:
    day = in_round()
    game = day.games()[0]
    rolls = ((2, 2), (3, 1), (0, 4))
    day.refused(EnterResult(game.id, Slip("time", (9, 9), flurry=rolls)), clause="RW-180")
    day.refused(
        ReportResult(game.id, Slip("time", (9, 9), flurry=rolls[1:])),
        game.players[0],
        "RW-180",
        "after the one that decided",
    )
    day.do(EnterResult(game.id, Slip("time", (9, 9), flurry=rolls[:2])))


@pytest.mark.clause("AR-113", "AR-114", "AR-115")
def test_a_witness_who_is_no_leader_is_refused_by_the_clause_of_the_draw() -> None:
    day = in_round("armada")
    game = day.games()[0]
    for witness in ("Nobody", game.players[0]):
        slip = Slip("intentional_draw", witness=witness)
        day.refused(EnterResult(game.id, slip), clause="AR-114", code="no-leader-who-could-been")
    day.refused(EnterResult(game.id, Slip("intentional_draw")), clause="AR-114")
    day.do(EnterResult(game.id, Slip("intentional_draw", witness="Olga")))
    bracket = before_the_bracket("armada")
    bracket.next_round()
    late = EnterResult(bracket.games()[0].id, Slip("intentional_draw", witness="Olga"))
    bracket.refused(late, clause="AR-113")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_day_never_asks_for_less_than_a_file(ruleset: str) -> None:
    rules = load(ruleset)
    for outcome in rules.outcomes.values():
        for stage in outcome.stages:
            assert set(outcome.needs) <= set(fields_of(rules, stage, outcome).needs)


def test_an_option_that_keeps_the_losers_kill_is_the_only_reason_to_ask_for_it() -> None:
    rules = load("middle-earth")
    kept = with_options(rules, {"concession.keep_loser_leader_kill": True})
    asked = [fields_of(one, "swiss", one.outcomes["concession"]).needs for one in (rules, kept)]
    assert asked == [("conceded",), ("conceded", "leaders")]


def test_a_slip_that_lacks_everything_is_refused_like_any_other() -> None:
    day = in_round("xwing-dogfight")
    with pytest.raises(Refused):
        day.do(EnterResult(day.games()[0].id, Slip("time")))
