"""The house families: each by hand-worked games, with the clauses in our own words."""

from dataclasses import replace

import pytest

from tiltyard.dev.generate import Wanted, random_tournament
from tiltyard.dev.play import plan_of
from tiltyard.engine import flow
from tiltyard.engine.errors import SlipRefused
from tiltyard.engine.scoring import Setting, score_alone, score_game
from tiltyard.engine.slip import Slip
from tiltyard.engine.structure import plan_for
from tiltyard.engine.tournament import Match, PlayerId
from tiltyard.rulesets.loader import clauses_of, families, load, merged, names, shelf

FAMILIES = tuple(rules.id for rules in families())
SWISS = Setting("swiss", 1)


def points(family, score, end="time", **more):
    """Return the tournament points of both players."""
    return tuple(line.tp for line in lines(family, score, end, **more))


def lines(family, score, end="time", **more):
    rules = load(family) if isinstance(family, str) else family
    return score_game(rules, SWISS, Slip(end, score, **more)).lines


# ------------------------------------------------------------------------------- every family


@pytest.mark.clause("HF-001")
def test_families_say_in_their_title_that_they_are_none_of_a_publisher():
    assert FAMILIES
    assert all("(house family)" in load(name).title for name in FAMILIES)
    assert set(FAMILIES).isdisjoint(names())


@pytest.mark.clause("HF-044", "HF-045", "HF-046", "HF-047", "HF-048", "HF-050", "HF-051")
@pytest.mark.parametrize("name", FAMILIES)
def test_a_family_cites_house_clauses_and_decisions_and_no_document(name):
    cited = set(clauses_of(merged(load(name).name, shelf().files()))) - {""}

    assert {"HF", "AMB"} >= {clause.partition("-")[0] for clause in cited}


@pytest.mark.clause("HF-023", "HF-039", "HF-041", "HF-042")
@pytest.mark.parametrize("players", [5, 8])
@pytest.mark.parametrize("name", FAMILIES)
def test_whole_events_of_a_family_pass_the_check(name, players):
    rules = load(name)
    wanted = Wanted(players, plan_of(rules, players), drop_rate=0)
    tournament = random_tournament(rules, wanted, f"{name}-{players}")

    assert [] == [one for one in flow.findings(tournament, rules) if one.severity == "error"]
    assert sum(len(stage.rounds) for stage in tournament.stages) >= 3


# ------------------------------------------------------------------------ results and points


@pytest.mark.clause("HF-002", "HF-003", "HF-006")
@pytest.mark.parametrize(
    ("score", "expected"), [((7, 6), (3, 0)), ((6, 6), (1, 1)), ((5, 6), (0, 3))]
)
def test_the_higher_score_wins_three_points_and_level_scores_are_a_draw(score, expected):
    assert expected == points("win-draw-loss", score)


@pytest.mark.clause("HF-002")
def test_a_slip_without_scores_is_refused():
    with pytest.raises(SlipRefused) as no:
        points("win-draw-loss", None)

    assert ("ending-needs-score", "HF-002") == (no.value.code, no.value.clause)


@pytest.mark.clause("HF-004")
@pytest.mark.parametrize(
    ("family", "expected"),
    [
        ("win-draw-loss", (3, 0)),
        ("margin-20-0", (20, 0)),
        ("margin-10-0", (10, 0)),
        ("primary-secondary", (3, 0)),
        ("best-of-three", (3, 0)),
    ],
)
def test_whoever_concedes_loses_all(family, expected):
    assert expected == points(family, (0, 0), "concession", conceded=1)
    assert expected[::-1] == points(family, (0, 0), "concession", conceded=0)


@pytest.mark.clause("HF-007", "HF-009", "HF-010")
@pytest.mark.parametrize(
    ("margin", "expected"),
    [
        pytest.param(0, (10, 10), id="level"),
        pytest.param(100, (10, 10), id="exactly 5 per cent of 2000"),
        pytest.param(101, (11, 9), id="a point more than 5 per cent"),
        pytest.param(200, (11, 9), id="exactly 10 per cent"),
        pytest.param(201, (12, 8), id="a point more than 10 per cent"),
        pytest.param(900, (18, 2), id="exactly 45 per cent"),
        pytest.param(1000, (19, 1), id="exactly 50 per cent"),
        pytest.param(1001, (20, 0), id="a point more than half"),
        pytest.param(2000, (20, 0), id="everything"),
    ],
)
def test_twenty_points_are_shared_by_per_cent_of_the_limit(margin, expected):
    assert expected == points("margin-20-0", (margin, 0))
    assert expected[::-1] == points("margin-20-0", (0, margin))


@pytest.mark.clause("HF-009")
def test_per_cent_of_another_limit_move_with_it_and_are_never_rounded():
    rules = load("margin-20-0")
    small = replace(rules, score=replace(rules.score, wipe_out=(150,)))

    assert (10, 10) == points(small, (7, 0))  # 4.67 per cent
    assert (11, 9) == points(small, (8, 0))  # 5.33 per cent
    assert (11, 9) == points(small, (15, 0))  # exactly 10
    assert (12, 8) == points(small, (16, 0))


@pytest.mark.clause("HF-008")
@pytest.mark.parametrize(
    ("margin", "expected"),
    [
        (0, (5, 5)),
        (5, (5, 5)),
        (6, (6, 4)),
        (15, (6, 4)),
        (16, (7, 3)),
        (25, (7, 3)),
        (26, (8, 2)),
        (40, (8, 2)),
        (41, (9, 1)),
        (60, (9, 1)),
        (61, (10, 0)),
        (100, (10, 0)),
    ],
)
def test_ten_points_are_shared_by_the_difference(margin, expected):
    assert expected == points("margin-10-0", (margin, 0))


@pytest.mark.clause("HF-005")
@pytest.mark.parametrize(("family", "most"), [("margin-20-0", 2000), ("margin-10-0", 100)])
def test_no_side_scores_more_than_a_game_is_worth(family, most):
    assert most == lines(family, (most, 0))[0].mov
    with pytest.raises(SlipRefused) as no:
        points(family, (most + 1, 0))

    assert "HF-005" == no.value.clause


@pytest.mark.clause("HF-010")
def test_the_margin_is_the_difference_and_the_loser_has_none():
    assert [80, 0] == [line.mov for line in lines("margin-10-0", (90, 10))]


@pytest.mark.clause("HF-011")
def test_primary_and_secondary_points_make_the_score():
    first, second = lines("primary-secondary", (40, 45), objectives=(30, 20))

    assert (3, 70, 65) == (first.tp, first.vp_for, first.vp_against)
    assert (0, 65, 70) == (second.tp, second.vp_for, second.vp_against)


@pytest.mark.clause("HF-012")
@pytest.mark.parametrize(
    ("score", "objectives", "field"),
    [((51, 0), (0, 0), "score"), ((0, 0), (0, 51), "objectives")],
)
def test_neither_kind_of_points_exceeds_its_own_maximum(score, objectives, field):
    assert (1, 1) == points("primary-secondary", (50, 50), objectives=(50, 50))
    with pytest.raises(SlipRefused) as no:
        points("primary-secondary", score, objectives=objectives)

    assert ("HF-012", field) == (no.value.clause, no.value.field)


# ------------------------------------------------------------------------------ best of three


@pytest.mark.clause("HF-013", "HF-015")
@pytest.mark.parametrize(("score", "expected"), [((2, 0), (3, 0)), ((1, 2), (0, 3))])
def test_two_games_win_a_match(score, expected):
    assert expected == points("best-of-three", score, "rounds")


@pytest.mark.clause("HF-013")
@pytest.mark.parametrize(
    ("end", "score"),
    [
        pytest.param("rounds", (2, 2), id="both have won"),
        pytest.param("rounds", (3, 0), id="a game too many"),
        pytest.param("rounds", (1, 0), id="not over"),
        pytest.param("rounds", (1, 1), id="level and not over"),
        pytest.param("time", (2, 2), id="both have won when time is called"),
        pytest.param("time", (3, 1), id="a game too many when time is called"),
    ],
)
def test_games_that_no_match_has_are_refused(end, score):
    with pytest.raises(SlipRefused) as no:
        points("best-of-three", score, end)

    assert ("games-of-match-impossible", "HF-013") == (no.value.code, no.value.clause)


@pytest.mark.clause("HF-014", "HF-015")
@pytest.mark.parametrize(
    ("score", "expected"),
    [((1, 0), (3, 0)), ((1, 1), (1, 1)), ((0, 0), (1, 1)), ((2, 1), (3, 0))],
)
def test_when_time_is_called_the_games_won_decide(score, expected):
    assert expected == points("best-of-three", score)


# ----------------------------------------------------------------- points that are written down


def scenario():
    """A game whose scenario says what a result is worth, on the scale 15-0, 11-5, 7-7."""
    rules = load("win-draw-loss")
    entered = replace(
        rules.points,
        by="entered",
        pairs=((15, 0), (11, 5), (7, 7)),
        pairs_clause="HF-017",
        clause="HF-016",
    )
    time = replace(rules.outcomes["time"], winner="more_points", level=None)
    return replace(rules, points=entered, outcomes={**rules.outcomes, "time": time})


@pytest.mark.clause("HF-016")
@pytest.mark.parametrize(
    ("pair", "results"),
    [
        ((15, 0), ("win", "loss")),
        ((5, 11), ("loss", "win")),
        ((7, 7), ("draw", "draw")),
    ],
)
def test_points_are_taken_from_the_slip_and_more_of_them_win(pair, results):
    found = lines(scenario(), (3, 9), extra={"points": pair})

    assert pair == tuple(line.tp for line in found)
    assert results == tuple(line.result for line in found)
    assert (3, 9) == (found[0].vp_for, found[0].vp_against)


@pytest.mark.clause("HF-017")
@pytest.mark.parametrize(
    ("extra", "code"),
    [({}, "ending-needs-points"), ({"points": (12, 4)}, "points-not-on-the-scale")],
)
def test_points_that_are_missing_or_not_on_the_scale_are_refused(extra, code):
    with pytest.raises(SlipRefused) as no:
        lines(scenario(), (3, 9), extra=extra)

    assert (code, "extra") == (no.value.code, no.value.field)


# ------------------------------------------------------------------------- byes and standings


@pytest.mark.clause("HF-018")
@pytest.mark.parametrize(
    ("family", "expected"),
    [
        ("win-draw-loss", (3, 10, 10)),
        ("margin-20-0", (13, 400, 0)),
        ("margin-10-0", (7, 20, 20)),
        ("primary-secondary", (3, 20, 60)),
        ("best-of-three", (3, 2, 2)),
    ],
)
def test_a_bye_is_a_win_worth_what_the_family_says(family, expected):
    rules = load(family)
    line = score_alone(rules, SWISS, Match((PlayerId("a"),), "bye"), 0)

    assert ("win", *expected) == (line.result, line.tp, line.mov, line.vp_for)


def _night(rounds, family="win-draw-loss", players="abcde", **more):
    return {
        "format": "tiltyard/1",
        "ruleset": family,
        "seed": "night",
        "players": [{"id": player} for player in players],
        "plan": {"swiss_rounds": 5},
        "stages": [{"kind": "swiss", "rounds": rounds}],
    } | more


def _game(first, second, score):
    return {"players": [first, second], "report": {"end": "time", "score": score}}


@pytest.mark.clause("HF-019", "HF-020")
def test_the_lowest_without_a_bye_rests(pairings):
    first = [_game("a", "b", [9, 1]), _game("c", "d", [5, 4]), {"kind": "bye", "players": ["e"]}]
    drawn = pairings(_night([{"matches": first}]))
    (bye,) = (match for match in drawn["matches"] if match.get("kind") == "bye")

    assert ["b"] == bye["players"]
    assert [("bye-lowest", "HF-019")] == [(why["code"], why["clause"]) for why in bye["why"]]


@pytest.mark.clause("HF-021", "HF-022")
def test_points_then_strength_then_difference_then_lot_rank_the_field(standings):
    first = [_game("a", "b", [9, 1]), _game("c", "d", [5, 4]), {"kind": "bye", "players": ["e"]}]
    rows = standings(_night([{"matches": first}]))["rows"]

    assert [("e", None), ("a", "vpd"), ("c", "vpd"), ("d", "tp"), ("b", "vpd")] == [
        (row["player"], row["decided_by"]) for row in rows
    ]


@pytest.mark.clause("HF-022")
def test_players_level_on_everything_are_ranked_by_lot(standings):
    first = [_game("a", "b", [9, 1]), _game("c", "d", [9, 1])]
    rows = standings(_night([{"matches": first}], players="abcd"))["rows"]

    assert [None, "lot", "tp", "lot"] == [row["decided_by"] for row in rows]


@pytest.mark.clause("HF-049")
def test_the_disqualified_come_last_without_a_place(standings):
    played = {
        "matches": [_game("a", "b", [9, 1]), _game("c", "d", [5, 4])],
        "after": [{"player": "a", "change": "disqualify"}],
    }
    rows = standings(_night([played], players="abcd"))["rows"]

    assert ("a", None) == (rows[-1]["player"], rows[-1]["rank"])


@pytest.mark.clause("HF-023", "HF-024")
@pytest.mark.parametrize(
    ("players", "expected"),
    [(8, (3, 0)), (9, (4, 0)), (16, (4, 0)), (17, (5, 4)), (32, (5, 4)), (33, (6, 8))],
)
def test_rounds_and_cut_are_suggested(players, expected):
    plan = plan_for(load("win-draw-loss"), players)

    assert (*expected, True) == (plan.rounds, plan.cut, plan.suggestion)


@pytest.mark.clause("HF-025", "HF-026")
def test_time_and_the_length_of_rounds_are_said():
    clock = load("win-draw-loss").clock

    assert "HF-025" == clock.time_called_clause
    assert ((120,), (50,)) == (clock.swiss.minutes, load("best-of-three").clock.swiss.minutes)


# ---------------------------------------------------------------- round robin and elimination


def _whole(name, players, **more):
    rules = load(name)
    plan = plan_of(rules, players)
    if more.get("legs") == 2:
        rules = replace(rules, pairing=replace(rules.pairing, legs=2))
        plan = plan_of(rules, players)
    return rules, random_tournament(rules, Wanted(players, plan, drop_rate=0), f"{players}")


def _games(tournament):
    return [
        match.players
        for stage in tournament.stages
        for round_ in stage.rounds
        for match in round_.matches
        if match.kind == "game"
    ]


@pytest.mark.clause("HF-027", "HF-028")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7, 8, 11])
def test_everybody_meets_everybody_with_both_sides_as_often(players):
    _, tournament = _whole("round-robin", players)
    games = _games(tournament)

    assert players * (players - 1) // 2 == len({frozenset(game) for game in games}) == len(games)
    for player in tournament.players:
        first = sum(game[0] == player.id for game in games)
        second = sum(game[1] == player.id for game in games)
        assert abs(first - second) <= 1


@pytest.mark.clause("HF-029")
@pytest.mark.parametrize("players", [4, 5, 6])
def test_a_second_half_has_the_same_pairs_with_sides_changed(players):
    rules, tournament = _whole("round-robin", players, legs=2)
    games = _games(tournament)
    half = len(games) // 2

    assert sorted(games[:half]) == sorted((second, first) for first, second in games[half:])
    assert plan_for(rules, players).rounds == 2 * plan_for(load("round-robin"), players).rounds


@pytest.mark.clause("HF-028")
def test_sides_the_wrong_way_round_are_found():
    rules, tournament = _whole("round-robin", 4)
    (stage,) = tournament.stages
    round_ = stage.rounds[0]
    turned = round_.matches[0]._replace(players=round_.matches[0].players[::-1])
    wrong = replace(round_, matches=(turned, *round_.matches[1:]))
    stages = (replace(stage, rounds=(wrong, *stage.rounds[1:])),)
    found = flow.findings(replace(tournament, stages=stages, ranking=None), rules)

    assert ("wrong-sides", "HF-028") in {(one.code, one.clause) for one in found}


@pytest.mark.clause("HF-030", "HF-031", "HF-032", "HF-034")
@pytest.mark.parametrize("players", [2, 3, 5, 8, 11, 16, 19])
def test_single_elimination_of_any_size_leaves_one_player(players):
    rules, tournament = _whole("single-elimination", players)
    rows = flow.standings(tournament, rules).rows

    assert players - 1 == len(_games(tournament))
    assert ["active"] == [row.status for row in rows if row.status != "eliminated"]


@pytest.mark.clause("HF-033")
def test_a_drawn_game_of_the_bracket_is_won_by_the_better_seed(standings):
    final = {"matches": [_game("b", "a", [4, 4]) | {"game": 1}]}
    stage = {"kind": "elimination", "seeds": ["a", "b"], "rounds": [final]}
    rows = standings(_night([], "single-elimination", "ab", stages=[stage], plan={}))["rows"]

    assert [("a", "active"), ("b", "eliminated")] == [
        (row["player"], row["status"]) for row in rows
    ]
