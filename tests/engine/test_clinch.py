"""Clinch by hand: small situations whose answer anybody can check on paper."""

from dataclasses import replace

import pytest

from tests.engine.clinch_by_force import new_tournament, with_round
from tiltyard.engine.clinch.lines import Line, clinch
from tiltyard.engine.clinch.outcomes import outcomes_of, simple_keys
from tiltyard.engine.cut import groups_now
from tiltyard.engine.options import with_options
from tiltyard.engine.scoring import Setting
from tiltyard.engine.slip import Slip
from tiltyard.engine.tournament import Change, Match
from tiltyard.rulesets.loader import load

FIRST = Line("place", 1)
TOP_2 = Line("place", 2)


def won(first, second, score=(100, 0)):
    """A game of Dogfight that the first player won by destroying everything."""
    return Match((first, second), report=Slip("destroyed", score, survivor=0))


def verdicts(tournament, ruleset, line):
    rules = with_options(load(ruleset), tournament.options)
    return {verdict.player: verdict for verdict in clinch(tournament, rules, [line])}


def dogfight(rounds, *played):
    tournament = new_tournament("xwing-dogfight", 4, rounds)
    for matches in played:
        tournament = with_round(tournament, matches)
    return tournament


ROUND_1 = (won("p0", "p3"), won("p1", "p2", (100, 60)))
"""p0 5 points 200 margin, p1 5/140, p2 0/60, p3 0/0."""


def test_before_the_last_round_the_leaders_decide_it_between_them():
    final = dogfight(2, ROUND_1, (Match(("p0", "p1")), Match(("p2", "p3"))))

    found = verdicts(final, "xwing-dogfight", FIRST)

    assert ["open", "open", "out", "out"] == [found[f"p{place}"].state for place in range(4)]


def test_the_weakest_result_that_makes_safe_is_told_by_its_margin():
    final = dogfight(2, ROUND_1, (Match(("p0", "p1")), Match(("p2", "p3"))))

    leader = verdicts(final, "xwing-dogfight", FIRST)["p0"]

    assert ("draw", 0) == leader.safe_from[:2]
    assert leader.out_up_to.kind == "loss"
    assert leader.out_up_to.strongest


def test_a_player_behind_on_margin_needs_the_win():
    final = dogfight(2, ROUND_1, (Match(("p0", "p1")), Match(("p2", "p3"))))

    second = verdicts(final, "xwing-dogfight", FIRST)["p1"]

    assert "modified_win" == second.safe_from.kind
    assert second.safe_from.weakest
    assert ("draw", True) == (second.out_up_to.kind, second.out_up_to.strongest)


def test_two_players_of_one_table_cannot_both_win():
    """p2 and p3 each could reach p1 with a win by 100, but only one of them can win."""
    played = (won("p0", "p3"), won("p1", "p2"))
    final = dogfight(2, played, (Match(("p0", "p1")), Match(("p2", "p3"))))

    found = verdicts(final, "xwing-dogfight", Line("place", 3))

    assert "safe" == found["p0"].state == found["p1"].state


def test_a_lot_never_makes_anybody_safe():
    """Diskwars without margins: two players who end level in everything wait for a lot."""
    tournament = new_tournament("diskwars", 4, 2)
    first = (
        Match(("p0", "p3"), report=Slip("destroyed", survivor=0)),
        Match(("p1", "p2"), report=Slip("destroyed", survivor=0)),
    )
    second = (
        Match(("p0", "p2"), report=Slip("destroyed", survivor=0)),
        Match(("p1", "p3")),
    )
    tournament = with_round(with_round(tournament, first), second)

    found = verdicts(tournament, "diskwars", FIRST)

    assert "open" == found["p0"].state
    assert found["p1"].safe_from is None


def test_once_every_result_is_in_the_standings_are_the_answer():
    over = dogfight(2, ROUND_1, (won("p0", "p1"), won("p2", "p3")))

    found = verdicts(over, "xwing-dogfight", TOP_2)

    assert {"p0", "p2"} == {player for player, verdict in found.items() if verdict.state == "safe"}
    assert {"p1", "p3"} == {player for player, verdict in found.items() if verdict.state == "out"}


def test_with_a_round_to_come_the_leader_is_open_and_the_rest_can_catch_up():
    found = verdicts(dogfight(3, ROUND_1), "xwing-dogfight", FIRST)

    assert {"open"} == {verdict.state for verdict in found.values()}


def test_between_rounds_the_own_next_result_is_what_is_asked_for():
    found = verdicts(dogfight(2, ROUND_1), "xwing-dogfight", FIRST)

    assert found["p0"].plays
    assert "win" == found["p0"].safe_from.kind


def test_who_has_left_is_out_of_the_cut_but_keeps_a_place():
    tournament = dogfight(2, ROUND_1)
    (stage,) = tournament.stages
    left = replace(stage.rounds[0], after=(Change("p0", "drop"),))
    tournament = replace(tournament, stages=(replace(stage, rounds=(left,)),))

    assert "out" == verdicts(tournament, "xwing-dogfight", Line("cut", 2))["p0"].state
    assert "open" == verdicts(tournament, "xwing-dogfight", FIRST)["p0"].state


def test_somebody_who_left_may_come_back_and_still_counts_against_safety():
    tournament = dogfight(2, ROUND_1)
    (stage,) = tournament.stages
    left = replace(stage.rounds[0], after=(Change("p0", "drop"),))
    current = (Match(("p1", "p2")), Match(("p3",), "bye"))
    tournament = replace(tournament, stages=(replace(stage, rounds=(left,)),))
    tournament = with_round(tournament, current)

    cut = verdicts(tournament, "xwing-dogfight", Line("cut", 1))

    assert "open" == cut["p1"].state


def test_a_cut_by_performance_asks_for_points():
    tournament = new_tournament("runewars", 4, 2)
    played = (
        Match(("p0", "p3"), report=Slip("destroyed", (200, 0), survivor=0)),
        Match(("p1", "p2"), report=Slip("destroyed", (200, 0), survivor=0)),
    )
    drawn = (Match(("p0", "p1")), Match(("p2", "p3")))
    tournament = with_round(with_round(tournament, played), drawn)
    line = Line("cut", points=11)

    found = verdicts(tournament, "runewars", line)

    assert ("open", "open") == (found["p0"].state, found["p2"].state)
    assert ("loss", 1) == (found["p0"].safe_from.kind, found["p0"].safe_from.tp)
    assert 10 == found["p2"].safe_from.tp


@pytest.mark.parametrize("rounds", [None, 0])
def test_without_a_planned_number_of_rounds_nothing_is_said(rounds):
    assert {} == verdicts(dogfight(rounds, ROUND_1), "xwing-dogfight", FIRST)


# ------------------------------------------------------------------------------
# Wins alone, as in debating: whoever can be caught by nobody else is safe.


def by_wins(scores, places, player, to_come):
    """The rule of debate tabbing, written a second time: wins alone, lots for level scores."""
    mine = scores[player]
    others = [score for other, score in scores.items() if other != player]
    if sum(score + to_come >= mine for score in others) < places:
        return "safe"
    if sum(score > mine + to_come for score in others) >= places:
        return "out"
    return "open"


@pytest.mark.parametrize("places", [1, 2, 4, 8, 12])
@pytest.mark.parametrize(("played", "to_come"), [(4, 1), (3, 2), (5, 0)])
def test_where_only_wins_count_it_is_the_counting_of_debate_tabbing(played, to_come, places):
    """Nothing is called open that counting wins decides, and never the opposite."""
    scores = field_of_wins(16, played)
    tournament = wins_only(16, played, to_come)

    found = verdicts(tournament, "diskwars", Line("place", places)) if to_come else {}

    for player, verdict in found.items():
        by_counting = by_wins(scores, places, player, to_come)
        assert by_counting in {"open", verdict.state}


def field_of_wins(players, rounds):
    """Everybody's wins when the better number always wins and winners meet winners."""
    scores = dict.fromkeys((f"p{number}" for number in range(players)), 0)
    for first, second in pairs_of_wins(players, rounds):
        scores[min(first, second, key=number_of)] += 1
    return scores


def number_of(player):
    return int(player[1:])


def pairs_of_wins(players, rounds):
    for number in range(rounds):
        yield from pairs_of_round(players, number)


def pairs_of_round(players, number):
    """A circle of players: in every round other pairs, and nobody twice the same."""
    ring = [f"p{place}" for place in range(1, players)]
    turned = ring[number:] + ring[:number]
    return [
        ("p0", turned[0]),
        *((turned[place], turned[-place]) for place in range(1, players // 2)),
    ]


def wins_only(players, played, to_come):
    tournament = new_tournament("diskwars", players, played + to_come)
    for number in range(played):
        matches = tuple(
            Match(tuple(sorted(pair, key=number_of)), report=Slip("destroyed", survivor=0))
            for pair in pairs_of_round(players, number)
        )
        tournament = with_round(tournament, matches)
    return tournament


def held(ruleset, players, rounds, *played, cut=None, **options):
    """The verdicts on the first place, or on the cut, of an event with these rounds."""
    tournament = new_tournament(ruleset, players, rounds, cut)
    tournament = replace(tournament, options=options)
    for matches in played:
        tournament = with_round(tournament, matches)
    return verdicts(tournament, ruleset, Line("cut", cut) if cut else FIRST)


def ended(first, second, score, objectives=(0, 0)):
    return Match((first, second), report=Slip("time", score, objectives))


def test_secondary_points_lift_the_loser_of_an_open_game_too():
    found = outcomes_of(load("primary-secondary"), Setting("swiss", 1)).games

    assert 99 == max(game.gains[1].values[1] for game in found if game.kinds[1] == "loss")


def test_nothing_is_said_where_slips_may_give_any_points():
    assert {} == held("middle-earth-scales", 4, 1, (Match(("p0", "p1")), Match(("p2", "p3"))))


GROUPS = {"pairing.group_size": 3, "pairing.group_winners": 1}


def test_the_cut_of_groups_is_decided_inside_each_group():
    """The last game of both groups is between players with nothing: both winners are through."""
    tournament = replace(new_tournament("groups-bracket", 6, 3, 2), options=GROUPS)
    rules = with_options(load("groups-bracket"), GROUPS)
    (a, b, c), (d, e, f) = groups_now(tournament, rules)
    rests = (Match((c,), "bye"), Match((f,), "bye"))
    first = (ended(a, b, (1, 0)), ended(d, e, (9, 0)), *rests)
    second = (ended(a, c, (1, 0)), ended(d, f, (9, 0)), Match((b,), "bye"), Match((e,), "bye"))
    third = (Match((b, c)), Match((e, f)), Match((a,), "bye"), Match((d,), "bye"))

    found = held("groups-bracket", 6, 3, first, second, third, cut=2, **GROUPS)

    assert {a: "safe", d: "safe"} == {
        player: verdict.state for player, verdict in found.items() if verdict.state != "out"
    }


def test_a_better_difference_in_another_group_is_no_proof():
    """Of four players with 6 points b and f have by far more, but lost to a and e: e is first."""
    tournament = new_tournament("groups-bracket", 8, 3, 4)
    (a, b, c, d), (e, f, g, h) = groups_now(tournament, load("groups-bracket"))
    first = (ended(a, c, (1, 0)), ended(b, d, (9, 0)), ended(e, g, (2, 0)), ended(f, h, (18, 0)))
    second = (ended(d, a, (1, 0)), ended(b, c, (9, 0)), ended(h, e, (1, 0)), ended(f, g, (18, 0)))
    third = (ended(a, b, (1, 0)), Match((c, d)), ended(e, f, (2, 0)), ended(g, h, (1, 0)))

    found = held("groups-bracket", 8, 3, first, second, third)

    assert ("open", "out") == (found[e].state, found[c].state)


def test_several_players_may_rest_in_one_round_of_a_schedule():
    """Both whose opponents were disqualified rest, a third wins: three of them pass p0."""
    tournament = with_round(
        new_tournament("round-robin", 6, 2),
        (
            ended("p0", "p4", (5, 0)),
            ended("p1", "p2", (0, 0)),
            ended("p3", "p5", (0, 0)),
        ),
    )
    (stage,) = tournament.stages
    gone = (Change("p4", "disqualify"), Change("p5", "disqualify"))
    stage = replace(stage, rounds=(replace(stage.rounds[0], after=gone),))

    found = verdicts(replace(tournament, stages=(stage,)), "round-robin", Line("place", 3))

    assert "open" == found["p0"].state


@pytest.mark.parametrize(("margin", "state"), [(150, "out"), (900, "open")])
def test_a_bye_worth_more_than_any_game_keeps_a_line_open(margin, state):
    """Before the draw, p4 can reach 5/200 with a game, p0 has 5/290: the bye may bring more."""
    absent = Match(("p4",), "unpaired_loss")
    first = (won("p0", "p3"), won("p1", "p2"), absent)
    second = (won("p1", "p0", (100, 90)), won("p2", "p3"), absent)

    found = held("xwing-dogfight", 5, 3, first, second, cut=2, **{"bye.mov": margin})

    assert state == found["p4"].state


def test_what_comes_behind_a_key_without_a_proof_is_not_looked_at():
    """Only points come before Buchholz: a result is worth the same with every lead."""
    keys = [simple_keys(load(name)) for name in ("win-draw-loss", "armada", "middle-earth")]

    assert [("tp",), ("tp", "mov")] == keys[:2]
    assert len(keys[2]) > 1
    assert len(outcomes_of(load("win-draw-loss"), Setting("swiss", 1)).games) < 10
