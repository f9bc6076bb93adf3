"""Points beside the games: who gives them, when they count, and who knows of them before."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from tests.day.events import ORGANIZER, Day, running
from tests.day.soft_days import (
    AT_THE_END_OF_SWISS,
    FAVOURITE,
    PAINTING,
    PENALTY,
    SPORTS,
    rules_with,
    soft_day,
    table_with,
)
from tests.refusing import refuses
from tiltyard.day.as_tournament import as_tournament
from tiltyard.day.people import AppointStaff, Disqualify
from tiltyard.day.reminders import reminders
from tiltyard.day.soft_scores import (
    CloseScore,
    DeclareSoftScore,
    GiveScores,
    HandInScore,
    RemoveSoftScore,
    choices_for,
    is_known,
    is_open,
    soft_kinds,
    totals_of,
)
from tiltyard.engine.errors import Refused, RulesetUnreadable
from tiltyard.engine.flow import findings, standings
from tiltyard.engine.soft_scores import ranked_scores
from tiltyard.engine.tournament import PlayerId
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.formats.tiltyard1_write import write_tournament
from tiltyard.rulesets.loader import build
from tiltyard.service.desk import Desk
from tiltyard.service.exporting import export_event, require_no_secrets
from tiltyard.service.importing import Brought, import_tournament
from tiltyard.service.verifying import verify_log
from tiltyard.store.memory import MemoryStore

P2, P3, P4, P5 = (PlayerId(f"p{number}") for number in (2, 3, 4, 5))


def keys(day: Day) -> dict[str, dict[str, Any]]:
    table = standings(as_tournament(day.event), day.document)
    return {row.player: dict(row.keys) for row in table.rows}


def give(day: Day, score: str, /, *, who: str = ORGANIZER, **values: Any) -> None:
    how = {key: values.pop(key) for key in ("round", "reason", "clear") if key in values}
    day.do(GiveScores(score, {PlayerId(key): value for key, value in values.items()}, **how), who)


# ------------------------------------------------------------------------- when they count


def test_painting_counts_from_the_moment_it_is_shown_and_strength_knows_nothing_of_it() -> None:
    day = soft_day(AT_THE_END_OF_SWISS)
    give(day, "painting", p5=20, p3=4)
    day.play_round()  # whoever registered earlier wins: 3 points a win
    before = keys(day)
    assert sorted(numbers["tp"] for numbers in before.values()) == [0, 0, 3, 3]
    day.play_round()
    # by hand: p2 won twice, p5 lost twice; 20 and 4 points of painting are added on top
    assert {player: numbers["tp"] for player, numbers in keys(day).items()} == {
        "p2": 6,
        "p3": 3 + 4,
        "p4": 3,
        "p5": 0 + 20,
    }
    assert day.ranking()[0] == "p5"


def test_what_is_hidden_changes_no_pairing() -> None:
    plain, painted = soft_day(AT_THE_END_OF_SWISS), soft_day(AT_THE_END_OF_SWISS)
    give(painted, "painting", p5=20)
    for day in (plain, painted):
        day.play_round()
        day.next_round()
    assert [game.players for game in plain.games()] == [game.players for game in painted.games()]


def test_a_penalty_counts_with_the_round_it_is_about_and_the_file_passes_the_check() -> None:
    day = soft_day(PENALTY, swiss_rounds=3)
    day.play_round()
    give(day, "penalty", p2=-2, reason="slow play")
    assert keys(day)["p2"]["tp"] == 3 - 2
    day.next_round()
    give(day, "penalty", p2=-1, reason="late list")
    assert keys(day)["p2"]["tp"] == 1  # round 2 is still being played
    day.enter_all()
    assert keys(day)["p2"]["tp"] in {1 - 1, 1 - 1 + 3}
    assert [game.override for game in day.games()] == [None, None]
    codes = [finding.code for finding in findings(as_tournament(day.event), day.document)]
    assert "wrong-pairing" not in codes
    assert "penalty-without-reason" == day.refused(GiveScores("penalty", {P3: -1})).code


def test_a_penalty_for_an_earlier_round_marks_the_rounds_drawn_without_it() -> None:
    day = soft_day(PENALTY)
    day.play_round()
    day.next_round()
    assert day.round.basis_changed is None
    give(day, "penalty", p2=-2, reason="slow play", round="1.1")
    assert day.round.basis_changed == (ORGANIZER, "drawn before penalty was scored")
    assert day.event.rounds[0].basis_changed is None


def test_sportsmanship_is_a_tie_break_by_its_name_where_the_order_says() -> None:
    order = [
        {"key": "tp", "clause": "ME-037"},
        {"key": "extra", "name": "sportsmanship", "clause": "ME-042"},
        {"key": "vpd", "clause": "ME-038"},
        {"key": "extra", "clause": "ME-042"},
        {"key": "lot", "clause": "AMB-093"},
    ]
    rules = rules_with(SPORTS, order=order)
    day = running("middle-earth", 4, library=lambda _: rules, swiss_rounds=1)
    day.next_round()
    first, second = day.games()
    day.enter_all()
    for game in (first, second):
        for place, player in enumerate(game.players):
            day.do(HandInScore(player, "sportsmanship", 5 if game is second else place), player)
    day.do(CloseScore("sportsmanship"))
    table = standings(as_tournament(day.event), day.document)
    winner = min(second.players, key=lambda name: int(name[1:]))
    assert table.rows[0].player == winner  # both won; 5 of sportsmanship is more than 0, 1
    assert (table.rows[0].keys["sportsmanship"], table.rows[1].decided_by) == (5, "sportsmanship")


def test_points_shown_at_the_end_count_when_the_event_is_over() -> None:
    day = soft_day({**AT_THE_END_OF_SWISS, "shown": "at_end"})
    give(day, "painting", p5=20)
    day.play_swiss()
    assert keys(day)["p5"]["tp"] == 0
    day.finish()
    assert keys(day)["p5"]["tp"] == 20


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        ("at_once", [True, True, True, True]),
        ("after_last_round", [False, False, True, True]),
        ("at_end", [False, False, False, True]),
    ],
)
def test_each_score_is_shown_in_its_time(shown: Any, expected: list[bool]) -> None:
    day = soft_day(PAINTING)
    kind = replace(day.rules.soft_scores[0], shown=shown)
    found = [is_known(day.event, kind)]
    day.play_round()
    found.append(is_known(day.event, kind))
    day.play_round()
    found.append(is_known(day.event, kind))
    day.finish()
    assert expected == [*found, is_known(day.event, kind)]


def test_what_players_hand_in_after_the_last_round_is_shown_once_the_desk_closes_it() -> None:
    day = soft_day(SPORTS)
    day.play_swiss()
    one, other = day.games()[0].players
    day.do(HandInScore(one, "sportsmanship", 5), one)
    kind = day.rules.soft_scores[0]
    assert (is_known(day.event, kind), keys(day)[other]["sportsmanship"]) == (False, 0)
    assert "close-score" in codes_of(day)
    day.do(CloseScore("sportsmanship"))
    assert (is_known(day.event, kind), keys(day)[other]["sportsmanship"]) == (True, 5)
    assert "close-score" not in codes_of(day)


def codes_of(day: Day) -> list[str]:
    """Return what the organizer is reminded of."""
    found = reminders(day.event, day.rules, day.document, day.clock.now())
    return [reminder.code for reminder in found]


# ------------------------------------------------------------------------- who gives what


def test_only_what_changes_is_recorded_and_an_entry_can_be_taken_back() -> None:
    day = soft_day(PAINTING)
    give(day, "painting", p2=7, p3=9)
    give(day, "painting", p2=7, p3=10)
    assert totals_of(day.event, day.rules.soft_scores[0]) == {"p2": 7, "p3": 10}
    assert "soft-scores-unchanged" == day.refused(GiveScores("painting", {P2: 7})).code
    day.do(GiveScores("painting", clear=(P2,)))
    assert totals_of(day.event, day.rules.soft_scores[0]) == {"p3": 10}
    assert day.folds()


@pytest.mark.parametrize(("value", "fits"), [(-1, False), (0, True), (20, True), (21, False)])
def test_points_stay_within_their_bounds(value: int, fits: bool) -> None:
    day = soft_day(PAINTING)
    if fits:
        give(day, "painting", p2=value)
    else:
        refused = day.refused(GiveScores("painting", {P2: value}))
        assert (refused.code, refused.field) == ("soft-score-out-of-bounds", "values.p2")


def test_a_judge_who_plays_gives_no_points_to_themselves() -> None:
    day = soft_day(PAINTING)
    judge = day.appoint("referee", "Rita")
    day.refused(GiveScores("painting", {P2: 3}), P3)
    day.do(AppointStaff("scorekeeper", "Player 3", P3), confirm="staff-plays")
    assert "not-your-own-match" == day.refused(GiveScores("painting", {P2: 3, P3: 9}), P3).code
    give(day, "painting", who=judge, p2=3)
    assert totals_of(day.event, day.rules.soft_scores[0]) == {"p2": 3}


def test_an_opponent_is_scored_once_the_game_is_over_and_can_be_scored_anew() -> None:
    day = soft_day(SPORTS)
    day.next_round()
    game = day.games()[0]
    one, other = game.players
    early = day.refused(HandInScore(one, "sportsmanship", 4), one)
    assert "soft-score-of-no-opponent" == early.code
    day.enter_all()
    day.do(HandInScore(one, "sportsmanship", 4), one)
    day.do(HandInScore(one, "sportsmanship", 5), one)
    kind = day.rules.soft_scores[0]
    assert totals_of(day.event, kind) == {other: 5}
    day.refused(HandInScore(one, "sportsmanship", 5), other)  # nobody hands in for somebody else
    stranger = next(player for player in day.active() if player not in game.players)
    assert day.refused(HandInScore(one, "sportsmanship", 1, stranger), one)


# ------------------------------------------------------------------------- votes


def test_one_vote_a_player_changeable_until_closed_only_for_an_opponent_one_has_met() -> None:
    day = soft_day(FAVOURITE)
    kind = day.rules.soft_scores[0]
    day.next_round()
    one, other = day.games()[0].players
    stranger = day.games()[1].players[0]
    assert choices_for(day.event, kind, one) == ()  # the game is not over
    day.enter_all()
    assert choices_for(day.event, kind, one) == (other,)
    assert "vote-for-oneself" == day.refused(HandInScore(one, "favourite", about=one), one).code
    nobody_met = day.refused(HandInScore(one, "favourite", about=stranger), one)
    assert "vote-for-nobody-met" == nobody_met.code
    day.do(HandInScore(one, "favourite", about=other), one)
    day.play_round()
    later = next(player for player in choices_for(day.event, kind, one) if player != other)
    day.do(HandInScore(one, "favourite", about=later), one)
    assert totals_of(day.event, kind) == {later: 1}
    day.do(CloseScore("favourite"))
    assert not is_open(day.event, kind)
    closed = day.refused(HandInScore(one, "favourite", about=other), one)
    assert "soft-score-closed" == closed.code
    day.do(CloseScore("favourite", closed=False))
    day.do(HandInScore(one, "favourite", about=other), one)
    assert totals_of(day.event, kind) == {other: 1}


def test_level_players_share_a_place_and_the_prize() -> None:
    totals = {P2: 3, P3: 5, P4: 5, P5: 1}
    assert [(place.rank, place.player) for place in ranked_scores(totals)] == [
        (1, "p3"),
        (1, "p4"),
        (3, "p2"),
        (4, "p5"),
    ]


def test_a_vote_for_somebody_disqualified_wins_nothing() -> None:
    day = soft_day({**FAVOURITE, "choices": "players"})
    kind = day.rules.soft_scores[0]
    day.do(HandInScore(P2, "favourite", about=P3), P2)
    day.do(HandInScore(P4, "favourite", about=P5), P4)
    day.do(Disqualify(P3, "conduct"))
    assert totals_of(day.event, kind) == {"p5": 1}


# ------------------------------------------------------------------------- scores of an event


def test_any_event_may_have_points_for_awards_and_its_ranking_knows_nothing_of_them() -> None:
    day = running("armada", 4, swiss_rounds=2)
    day.do(DeclareSoftScore("Best painted fleet", prize="Golden brush", by="vote", shown="at_end"))
    day.do(DeclareSoftScore("Quiz", most=10, shown="at_once"))
    day.play_round()
    before = keys(day)
    give(day, "quiz", p5=10)
    assert keys(day) == before
    assert list(soft_kinds(day.event, day.rules)) == ["best_painted_fleet", "quiz"]
    assert "soft-score-in-use" == day.refused(RemoveSoftScore("quiz")).code
    day.do(RemoveSoftScore("best_painted_fleet"))
    assert list(soft_kinds(day.event, day.rules)) == ["quiz"]


def test_what_nobody_could_give_is_not_declared() -> None:
    day = running("armada", 4)
    for command, code in (
        (DeclareSoftScore("Quiz", least=5, most=1), "soft-score-bounds-crossed"),
        (DeclareSoftScore("Fun", by="opponent"), "soft-opponents-per-round"),
        (DeclareSoftScore("Fun", by="vote", per="round"), "soft-vote-per-round"),
        (DeclareSoftScore("魔"), "soft-score-id-no-word"),
    ):
        assert code == day.refused(command).code


# ------------------------------------------------------------------------- the ruleset


@pytest.mark.parametrize(
    ("score", "code"),
    [
        ({**PAINTING, "clause": ""}, "soft-score-clause-missing"),
        ({**PAINTING, "id": "mov"}, "soft-score-refused"),
        ({**PAINTING, "id": "Painting!"}, "soft-score-refused"),
        ({**PAINTING, "least": 30}, "soft-score-refused"),
    ],
)
def test_an_unsound_score_is_refused_with_its_place(score: dict[str, Any], code: str) -> None:
    with refuses(RulesetUnreadable, r"soft_scores\[0\]", code=code):
        build(table_with(score), "soft.toml")


def test_a_tie_break_stands_in_the_order() -> None:
    order = [{"key": "tp", "clause": "ME-037"}, {"key": "lot", "clause": "AMB-093"}]
    with refuses(RulesetUnreadable, r"soft_scores\[0\].counts", code="soft-tie-break-nowhere"):
        build(table_with({**PAINTING, "counts": "tie_break"}, order=order), "soft.toml")
    order.insert(1, {"key": "extra", "name": "paint", "clause": "ME-042"})
    with refuses(RulesetUnreadable, r"order\[1\].name", code="standings-name-of-nothing"):
        build(table_with(PAINTING, order=order), "soft.toml")


# ------------------------------------------------------------------------- secrecy, log, file


def test_hidden_points_and_votes_are_in_no_file_for_everybody_and_the_log_stays_inside() -> None:
    day = soft_day(AT_THE_END_OF_SWISS, {**FAVOURITE, "choices": "players"}, PENALTY)
    day.next_round()
    give(day, "painting", p2=13)
    give(day, "penalty", p3=-7, reason="canary: phone at the table")
    day.do(HandInScore(P2, "favourite", about=P4), P2)
    public = export_event(day.event, day.rules, public=True).text
    assert "painting" not in public
    assert "favourite" not in public
    assert "canary" not in public
    assert '"value": -7' in public
    staff = export_event(day.event, day.rules).text
    assert '"hidden": true' in staff
    assert "favourite" not in staff
    day.enter_all()
    day.play_round()
    public = export_event(day.event, day.rules, public=True).text
    assert '"value": 13' in public
    assert "favourite" not in public
    day.finish()
    public = export_event(day.event, day.rules, public=True).text
    assert '{"score": "favourite", "player": "p4", "value": 1}' in public
    with refuses(Refused):
        require_no_secrets(day.desk.store, day.name)


def test_a_whole_day_with_points_and_votes_verifies_and_comes_back_from_its_file() -> None:
    day = soft_day(AT_THE_END_OF_SWISS, SPORTS, {**FAVOURITE, "choices": "players"}, PENALTY)
    day.do(DeclareSoftScore("Quiz", most=10))
    give(day, "painting", p2=13, p5=4)
    for _ in range(2):
        day.play_round()
        give(day, "penalty", p3=-3, reason="slow play")
        for game in day.games():
            day.do(HandInScore(game.players[0], "sportsmanship", 4), game.players[0])
    day.do(HandInScore(P2, "favourite", about=P4), P2)
    day.do(CloseScore("favourite"))
    give(day, "quiz", p2=3)
    day.do(GiveScores("quiz", clear=(P2,)))
    give(day, "quiz", p4=8)
    assert day.folds()
    log, head = day.desk.log(day.name), day.desk.store.head(day.name)
    assert [] == verify_log(day.name, log, head, lambda _: day.document).troubles
    text = export_event(day.event, day.rules).text
    again = imported(text, day.document)
    assert keys(day) == {row.player: dict(row.keys) for row in standings(again, day.document).rows}
    assert json.loads(text)["soft_scores"] == write_tournament(again)["soft_scores"]


def imported(text: str, document: Any) -> Any:
    """Return a file taken over as an event, as the engine sees that event."""
    desk = Desk(MemoryStore(), lambda _: document)
    brought = Brought(read_tournament(json.loads(text)), document)
    import_tournament(desk, "again", brought)
    return as_tournament(desk.event("again"))
