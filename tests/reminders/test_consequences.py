"""What a correction changes for people, told before it is made."""

import pytest

from tests.reminders.day import Day
from tiltyard.day.results import CorrectResult
from tiltyard.day.rounds import DrawRound, MakeCut, PublishRound
from tiltyard.day.setup import Undo
from tiltyard.engine.slip import Slip


def corrected(day, match):
    game = day.event.game(match)
    turned = Slip("time", (game.slip.score[1], game.slip.score[0]), initiative=0)
    return CorrectResult(match, turned, game.slip.digest, "scores were swapped")


@pytest.mark.clause("AMB-028")
def test_a_correction_tells_which_rows_move_and_which_rounds_stay():
    day = Day("armada").running(6).play_round()
    day.play_round()
    first = day.event.rounds[0]
    match = next(iter(first.games))
    winner, loser = first.games[match].players
    before = day.event

    account = day.desk.what_would_change("day", "p1", corrected(day, match))

    moved = {one.player: one for one in account.moved}
    assert {winner, loser} <= set(moved)
    assert int(moved[winner].keys_before["tp"]) > int(moved[winner].keys_after["tp"])
    assert int(moved[loser].keys_before["tp"]) < int(moved[loser].keys_after["tp"])
    assert ("1.2",) == account.rounds_that_stay
    assert before == day.event


@pytest.mark.clause("AMB-028")
def test_the_correction_does_what_was_told_and_no_published_pairing_changes():
    day = Day("armada").running(6).play_round()
    day.play_round()
    match = next(iter(day.event.rounds[0].games))
    command = corrected(day, match)
    told = day.desk.what_would_change("day", "p1", command)
    pairs = [[game.players for game in one.games.values()] for one in day.event.rounds]

    day.do(command)

    assert pairs == [[game.players for game in one.games.values()] for one in day.event.rounds]
    assert not told.is_empty
    assert day.desk.what_would_change("day", "p1", corrected(day, match)).moved


@pytest.mark.clause("AMB-028", "XW-084")
def test_places_in_the_cut_are_told():
    day = Day("xwing-dogfight", swiss_rounds=1, cut=2).running(4)
    games = day.open_games()
    day.enter(games[0], 90, 10)
    day.enter(games[1], 50, 10)
    first, second = (game.players for game in games)
    command = corrected(day, games[0].id)

    account = day.desk.what_would_change("day", "p1", command)

    assert {first[0], second[0]} == set(account.out_of_the_cut) | {second[0]}
    assert (first[1],) == account.into_the_cut
    assert (first[0],) == account.out_of_the_cut


def in_the_bracket(ruleset, *, drawn=True):
    """Return an event of four after one Swiss round, with the winners in a cut to two."""
    day = Day(ruleset, swiss_rounds=1, cut=2, structure="custom").running(4)
    games = day.open_games()
    day.enter(games[0], 90, 10)
    day.enter(games[1], 50, 10)
    day.do(MakeCut())
    if drawn:
        day.do(DrawRound())
        day.do(PublishRound())
    return day, games


@pytest.mark.clause("AMB-028", "XW-084", "DW-079", "RW-156", "AR-083")
@pytest.mark.parametrize("ruleset", ["runewars", "armada", "xwing-dogfight", "diskwars"])
@pytest.mark.parametrize("drawn", [False, True])
def test_who_would_have_been_in_a_cut_that_stays_is_told(ruleset, drawn):
    day, games = in_the_bracket(ruleset, drawn=drawn)
    winner, loser = games[0].players
    seeds = day.event.qualification.seeds

    account = day.desk.what_would_change("day", "p1", corrected(day, games[0].id))

    assert ((loser,), (winner,)) == (account.would_be_in, account.would_be_out)
    assert ((), ()) == (account.into_the_cut, account.out_of_the_cut)
    assert account.rounds_that_stay == (("2.1",) if drawn else ())
    day.do(corrected(day, games[0].id))
    assert day.event.qualification.seeds == seeds
    back = day.desk.what_would_change("day", "p1", corrected(day, games[0].id))
    assert ((), ()) == (back.would_be_in, back.would_be_out)  # the cut is right again


@pytest.mark.clause("AMB-028", "XW-084")
def test_a_correction_that_leaves_the_cut_as_it_is_names_nobody():
    day, games = in_the_bracket("xwing-dogfight")
    slip = Slip("time", (70, 10), initiative=0)
    more = CorrectResult(games[0].id, slip, day.event.game(games[0].id).slip.digest, "a token")

    account = day.desk.what_would_change("day", "p1", more)

    assert account.moved
    assert ((), ()) == (account.would_be_in, account.would_be_out)


def test_a_correction_of_the_last_round_leaves_no_round_behind():
    day = Day("armada").running(4).play_round()
    match = next(iter(day.event.rounds[0].games))

    assert () == day.desk.what_would_change("day", "p1", corrected(day, match)).rounds_that_stay


def test_undo_is_previewed_by_its_facts_and_by_what_it_changes():
    day = Day("armada").running(4)
    first, second = day.open_games()
    day.enter(first)
    day.enter(second)

    facts = day.desk.what_undo_takes_back("day")
    account = day.desk.what_would_change("day", "p1", Undo())

    assert [("result-entered/1", second.id)] == [(one.fact.NAME, one.fact.match) for one in facts]
    assert {*first.players, *second.players} == {one.player for one in account.moved}
    assert not day.event.game(second.id).is_open
