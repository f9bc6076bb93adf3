"""A qualified player leaves before the first game: the next in rank is asked (RW-159)."""

from __future__ import annotations

import pytest

from tests.day.events import Day, before_the_bracket, running
from tiltyard.day.event import Qualification
from tiltyard.day.people import DeclinePlace, Disqualify, DropPlayer, TakePlace
from tiltyard.day.rounds import DiscardDraw, DrawRound, MakeCut, WithdrawRound
from tiltyard.engine.tournament import PlayerId

CUTTING = ["runewars", "xwing-dogfight", "diskwars", "armada"]
REPLACES = {
    "runewars": "RW-159",
    "xwing-dogfight": "AMB-025",
    "diskwars": "AMB-025",
    "armada": "AMB-025",
}


def cut_of(day: Day) -> Qualification:
    cut = day.event.qualification
    assert cut is not None
    return cut


def games_of_the_draft(day: Day) -> list[set[PlayerId]]:
    draft = day.event.draft
    assert draft is not None
    return [set(game.players) for game in draft.games.values()]


@pytest.mark.clause("RW-159", "RW-160", "AMB-025")
@pytest.mark.parametrize("ruleset", CUTTING)
def test_the_next_in_rank_joins_as_the_lowest_seed(ruleset: str) -> None:
    day = before_the_bracket(ruleset)
    ranking = day.ranking()
    first, second, third, fourth = cut_of(day).seeds
    day.do(DropPlayer(second), second)
    cut = cut_of(day)
    fifth = next(player for player in ranking if player not in cut.seeds)
    assert (cut.offered, cut.instead_of) == (fifth, second)
    day.refused(TakePlace(ranking[-1]), ranking[-1], REPLACES[ruleset])
    day.do(TakePlace(fifth), fifth)
    assert cut_of(day) == Qualification((first, third, fourth, fifth))
    day.draw()
    assert games_of_the_draft(day) == [{first, fifth}, {third, fourth}]


@pytest.mark.clause("RW-159", "AMB-025")
@pytest.mark.parametrize("ruleset", CUTTING)
def test_whoever_is_asked_may_decline_and_the_next_is_asked(ruleset: str) -> None:
    day = before_the_bracket(ruleset)
    seeds = cut_of(day).seeds
    following = [player for player in day.ranking() if player not in seeds]
    day.do(DropPlayer(seeds[0]))
    day.do(DeclinePlace(following[0]), following[0])
    cut = cut_of(day)
    assert (cut.offered, cut.declined) == (following[1], (following[0],))
    assert day.event.entrants[following[0]].why_left == "declined_place"
    day.refused(TakePlace(following[0]), clause=REPLACES[ruleset])
    day.refused(DeclinePlace(following[0]), clause=REPLACES[ruleset])
    day.do(TakePlace(following[1]))
    assert cut_of(day).seeds == (*seeds[1:], following[1])
    day.draw()


@pytest.mark.clause("RW-159")
def test_the_staff_answers_for_a_player_and_other_players_do_not() -> None:
    day = before_the_bracket()
    day.do(DropPlayer(cut_of(day).seeds[0]))
    asked = cut_of(day).offered
    assert asked is not None
    other = cut_of(day).seeds[1]
    day.refused(TakePlace(asked), other, "RW-007", "only for yourself")
    day.refused(DeclinePlace(asked), other, "RW-007")
    day.do(TakePlace(asked))


@pytest.mark.clause("RW-159")
def test_two_who_leave_at_once_are_both_replaced() -> None:
    day = before_the_bracket()
    seeds = cut_of(day).seeds
    following = [player for player in day.ranking() if player not in seeds]
    day.do(DropPlayer(seeds[0]))
    day.do(DropPlayer(seeds[2]))
    assert cut_of(day).offered == following[0]
    day.do(TakePlace(following[0]))
    assert cut_of(day).offered == following[1]
    day.refused(DrawRound(), clause="RW-159")
    day.do(TakePlace(following[1]))
    assert cut_of(day) == Qualification((seeds[1], seeds[3], following[0], following[1]))
    day.draw()


@pytest.mark.clause("RW-159")
def test_of_two_places_one_may_be_declined() -> None:
    day = before_the_bracket()
    seeds = cut_of(day).seeds
    following = [player for player in day.ranking() if player not in seeds]
    day.do(DropPlayer(seeds[1]))
    day.do(DropPlayer(seeds[0]))
    day.do(DeclinePlace(following[0]))
    day.do(TakePlace(following[1]))
    day.do(TakePlace(following[2]))
    assert cut_of(day).seeds == (seeds[2], seeds[3], following[1], following[2])
    day.draw()


@pytest.mark.clause("RW-159")
def test_whoever_is_asked_and_leaves_has_declined() -> None:
    day = before_the_bracket()
    seeds = cut_of(day).seeds
    following = [player for player in day.ranking() if player not in seeds]
    day.do(DropPlayer(seeds[0]))
    day.do(DropPlayer(following[0]), following[0])
    assert cut_of(day).offered == following[1]
    day.do(Disqualify(following[1], "shouting"))
    assert cut_of(day).offered == following[2]


@pytest.mark.clause("RW-159")
def test_somebody_not_qualified_who_leaves_frees_no_place() -> None:
    day = before_the_bracket()
    day.do(DropPlayer(day.ranking()[-1]))
    assert cut_of(day).offered is None
    day.draw()


@pytest.mark.clause("RW-159")
@pytest.mark.parametrize("ruleset", CUTTING)
def test_when_nobody_is_left_to_ask_the_cut_is_smaller(ruleset: str) -> None:
    day = before_the_bracket(ruleset, players=4)
    seeds = cut_of(day).seeds
    day.do(DropPlayer(seeds[3]))
    assert cut_of(day).offered is None
    day.refused(DrawRound(), code="standings-changed-since-cut-made")
    day.do(MakeCut())
    assert cut_of(day).seeds == seeds[:3]
    day.draw()
    draft = day.event.draft
    assert draft is not None
    assert draft.games["2.1.1"].kind == "bye"
    assert draft.games["2.1.1"].players == (seeds[0],)


@pytest.mark.clause("RW-159")
def test_when_everybody_declines_the_cut_is_smaller() -> None:
    day = before_the_bracket(players=6)
    seeds = cut_of(day).seeds
    day.do(DropPlayer(seeds[0]))
    for _ in range(2):
        asked = cut_of(day).offered
        assert asked is not None
        day.do(DeclinePlace(asked))
    assert cut_of(day).offered is None
    day.do(MakeCut())
    assert cut_of(day).seeds == seeds[1:]


def test_a_bracket_of_one_is_no_bracket() -> None:
    day = running(players=2, swiss_rounds=1, cut=2)
    day.play_round()
    day.do(DropPlayer(day.active()[0]))
    day.refused(MakeCut(), clause="RW-157", says="Fewer than two")


@pytest.mark.clause("RW-159")
def test_a_seed_who_leaves_behind_the_draw_is_replaced_in_the_next_one() -> None:
    day = before_the_bracket()
    seeds = cut_of(day).seeds
    day.draw()
    day.do(DropPlayer(seeds[1]))
    asked = cut_of(day).offered
    assert asked is not None
    day.refused(DrawRound(), code="round-drawn-already")
    day.do(TakePlace(asked))
    day.do(DiscardDraw("a place changed hands"))
    day.draw()
    assert games_of_the_draft(day) == [{seeds[0], asked}, {seeds[2], seeds[3]}]


@pytest.mark.clause("RW-159")
def test_a_published_bracket_is_taken_back_to_replace_somebody() -> None:
    day = before_the_bracket()
    seeds = cut_of(day).seeds
    day.draw()
    day.publish()
    day.do(WithdrawRound("the first seed has left"))
    day.do(DropPlayer(seeds[0]))
    assert cut_of(day).offered is not None


@pytest.mark.clause("RW-166")
def test_once_the_bracket_is_published_nobody_is_asked_any_more() -> None:
    day = before_the_bracket()
    day.draw()
    day.publish()
    first = day.games()[0]
    day.do(DropPlayer(first.players[1]))
    assert cut_of(day).offered is None
    assert day.match(first.id).kind == "forfeit"


@pytest.mark.clause("AMB-025")
@pytest.mark.parametrize("ruleset", CUTTING)
def test_an_event_may_give_the_opponent_a_bye_instead(ruleset: str) -> None:
    day = before_the_bracket(ruleset, options={"cut.replace": "bye_for_opponent"})
    seeds = cut_of(day).seeds
    day.do(DropPlayer(seeds[1]))
    assert cut_of(day) == Qualification(seeds)
    day.draw()
    draft = day.event.draft
    assert draft is not None
    assert (draft.games["2.1.2"].kind, draft.games["2.1.2"].players) == ("bye", (seeds[2],))


@pytest.mark.clause("RW-160")
def test_the_example_of_the_document() -> None:
    """Steven, second of the top four, leaves; Eve, fifth, accepts and becomes fourth."""
    day = before_the_bracket()
    first, steven, third, fourth = cut_of(day).seeds
    eve = next(player for player in day.ranking() if player not in cut_of(day).seeds)
    day.do(DropPlayer(steven))
    day.do(TakePlace(eve), eve)
    day.next_round()
    assert day.round.seeds == (first, third, fourth, eve)
    assert [set(game.players) for game in day.games()] == [{first, eve}, {third, fourth}]
