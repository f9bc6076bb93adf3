"""The bracket: folds of every size, byes, replacements, walkovers, draws, a start by lot."""

import pytest

from tests.pairing.events import (
    by_lot,
    drawn,
    lot,
    pairs,
    ranks,
    scores,
    slip_for,
    state,
    with_round,
)
from tests.rules.events import bracket, event, forfeit, game, order, played, swiss
from tiltyard.engine.errors import NothingToDraw, Refused

SIZES = range(2, 65)
EVERY_RULESET = pytest.mark.parametrize(
    "ruleset", ["runewars", "xwing-dogfight", "xwing-escalation", "diskwars", "armada"]
)


def ranked_field(count, ruleset="xwing-dogfight", **fields):
    """Players s1, s2, ... in this order after the only Swiss round, and nobody else."""
    margins = {f"s{n}": scores((100 - n, 0)) for n in range(1, count + 1)}
    if ruleset != "xwing-dogfight":
        margins = {f"s{n}": 3 * (count + 1 - n) for n in range(1, count + 1)}
    before = state(ruleset, margins)
    rounds = len(before["stages"][0]["rounds"])
    return before | {"plan": {"swiss_rounds": rounds, "cut": count}} | fields


def games(answer):
    return {match["game"]: match["players"] for match in answer["matches"]}


def power_above(count):
    size = 1
    while size < count:
        size *= 2
    return size


def fold(entries):
    """Game i: the i-th against the i-th from the end; nobody is None."""
    both = zip(entries[: len(entries) // 2], entries[::-1], strict=False)
    return {n: [one for one in pair if one] for n, pair in enumerate(both, 1) if any(pair)}


def go_on(before, answer, winner):
    """The event with the drawn round played; `winner` chooses from the players of a game."""
    matches = []
    for match in answer["matches"]:
        entry = {key: match[key] for key in match if key != "why"}
        if "kind" not in entry:
            score = [30, 0] if winner(match["players"]) == match["players"][0] else [0, 30]
            entry["report"] = {"end": "time", "score": score}
        matches.append(entry)
    if "seeds" in answer:
        stage = {"kind": "elimination", "seeds": answer["seeds"], "rounds": []}
        before = before | {"stages": [*before["stages"][: answer["stage"] - 1], stage]}
    return with_round(before, *matches)


def number(seed):
    return int(seed[1:])


# Every size


@pytest.mark.clause("RW-162", "AR-095", "XW-085", "DW-080", "AMB-058", "AMB-074", "AMB-057")
@pytest.mark.parametrize("count", SIZES)
def test_the_first_round_folds_the_seeds_and_missing_ones_are_byes(count, pairings):
    size = power_above(count)
    seeds = [f"s{n}" for n in range(1, count + 1)]
    answer = pairings(ranked_field(count))

    assert (2, 1) == (answer["stage"], answer["round"])
    assert seeds == answer["seeds"]
    assert fold([*seeds, *[None] * (size - count)]) == games(answer)
    assert [*range(1, size // 2 + 1)] == [match["game"] for match in answer["matches"]]
    alone = [match for match in answer["matches"] if len(match["players"]) == 1]
    assert size - count == len(alone)
    assert all("bye" == match["kind"] for match in alone)
    assert not any("table" in match for match in answer["matches"])


@pytest.mark.clause(
    "RW-161", "RW-165", "AR-097", "AR-084", "XW-085", "XW-086", "AMB-067", "AMB-104"
)
@pytest.mark.clause("DW-081", "DW-083", "AR-093")
@pytest.mark.parametrize("count", SIZES)
@pytest.mark.parametrize("wins", ["better", "worse", "by lot"])
def test_winners_fold_until_one_is_left(count, wins, pairings):
    choose = {
        "better": lambda two: min(two, key=number),
        "worse": lambda two: max(two, key=number),
        "by lot": lambda two: min(two, key=lambda one: lot("", "w", 1, 1, one)),
    }[wins]
    before, played_games = ranked_field(count), 0
    answer = pairings(before)
    size = power_above(count)
    while size > 1:
        for match in answer["matches"]:
            assert sorted(match["players"], key=number) == match["players"]  # the better seed first
            if wins == "better" and len(match["players"]) == 2:
                assert size + 1 == sum(map(number, match["players"]))
                assert {"s1", "s2"} != set(match["players"]) or size == 2
        played_games += sum(len(match["players"]) == 2 for match in answer["matches"])
        winners = [
            choose(two) if len(two) == 2 else two[0] for _, two in sorted(games(answer).items())
        ]
        before, size = go_on(before, answer, choose), size // 2
        if size > 1:
            answer = pairings(before)
            expected = {n: sorted(two, key=number) for n, two in fold(winners).items()}
            assert expected == games(answer)
            assert "seeds" not in answer
    assert count - 1 == played_games
    with pytest.raises(NothingToDraw):
        pairings(before)


@pytest.mark.clause("XW-085")
@pytest.mark.case("XW-T13")
def test_the_quarter_finals_of_eight_and_what_follows(pairings):
    before = ranked_field(8)
    first = pairings(before)
    second = pairings(go_on(before, first, lambda two: two[0]))

    assert "s1-s8 s2-s7 s3-s6 s4-s5" == drawn(first)
    assert "s1-s4 s2-s3" == drawn(second)
    assert [[("seeds-meet")]] * 4 == [[why["code"] for why in m["why"]] for m in first["matches"]]
    assert {"winners-meet"} == {why["code"] for m in second["matches"] for why in m["why"]}


@EVERY_RULESET
@pytest.mark.clause("RW-156", "RW-157", "AR-083", "AR-093", "XW-083", "XW-084", "DW-079", "XW-032")
@pytest.mark.parametrize(("cut", "expected"), [(2, "s1-s2"), (4, "s1-s4 s2-s3"), (8, "all six")])
def test_the_cut_takes_the_top_or_everybody(ruleset, cut, expected, pairings):
    before = ranked_field(6, ruleset)
    before["plan"]["cut"] = cut
    answer = pairings(before)

    assert ("s1 s2 s3-s6 s4-s5" if cut == 8 else expected) == drawn(answer)
    assert [f"s{n}" for n in range(1, min(cut, 6) + 1)] == answer["seeds"]


def test_a_stage_without_seeds_is_the_cut_that_was_not_drawn_yet(pairings):
    before = ranked_field(6)
    before["plan"]["cut"] = 4
    empty = before | {"stages": [*before["stages"], {"kind": "elimination", "rounds": []}]}

    assert pairings(before) == pairings(empty)


# Leaving

SIX = ranks("P1 Steven P3 P4 Eve P6")


def cut_with(leaving, *stages, **fields):
    before = state("runewars", SIX, **fields)
    rounds = before["stages"][0]["rounds"]
    rounds[-1]["after"] += [{"player": one, "change": "drop"} for one in leaving]
    plan = {"swiss_rounds": len(rounds), "cut": 4}
    return before | {"plan": plan, "stages": [*before["stages"], *stages]}


@pytest.mark.clause("RW-156", "RW-159", "RW-160", "AMB-025")
@pytest.mark.case("RW-EX3")
@pytest.mark.parametrize(
    "stages", [[], [bracket(["P1", "Steven", "P3", "P4"])]], ids=["new", "drawn"]
)
@pytest.mark.parametrize(
    ("leaving", "expected"),
    [
        pytest.param([], "P1-P4 Steven-P3", id="nobody"),
        pytest.param(["Steven"], "P1-Eve P3-P4", id="RW-EX3"),
        pytest.param(["Steven", "Eve"], "P1-P6 P3-P4", id="Eve is gone too"),
        pytest.param(["P1", "Steven"], "P3-P6 P4-Eve", id="two places"),
        pytest.param(["P1", "Steven", "P3"], "P4 Eve-P6", id="three are left: a bye for the first"),
    ],
)
def test_whoever_leaves_before_the_first_game_is_replaced(leaving, expected, stages, pairings):
    assert expected == drawn(pairings(cut_with(leaving, *stages)))


@pytest.mark.clause("AMB-025")
def test_or_the_opponent_has_a_bye_if_the_organizer_wants_it(pairings):
    options = {"cut.replace": "bye_for_opponent"}
    seeds = bracket(["P1", "Steven", "P3", "P4"])
    answer = pairings(cut_with(["Steven"], seeds, options=options))

    assert {1: ["P1", "P4"], 2: ["P3"]} == games(answer)
    assert "bye" == answer["matches"][1]["kind"]


FOUR = ["A", "B", "C", "D"]
EIGHT = [f"s{n}" for n in range(1, 9)]


def won(winner, loser):
    return game(winner, loser, "time", (40, 0))


def after_round(count, *matches, **changes):
    before = ranked_field(count)
    seeds = [f"s{n}" for n in range(1, count + 1)]
    stage = bracket(seeds, played(*matches, **changes))
    return before | {"stages": [*before["stages"], stage]}


FAVOURITES = [won("s1", "s8"), won("s2", "s7"), won("s3", "s6"), won("s4", "s5")]


@pytest.mark.clause("RW-166", "AMB-026", "AMB-056")
@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({}, {1: ["s1", "s4"], 2: ["s2", "s3"]}, id="nobody leaves"),
        pytest.param({"drop": ["s4"]}, {1: ["s1"], 2: ["s2", "s3"]}, id="a walkover"),
        pytest.param({"disqualify": ["s1"]}, {1: ["s4"], 2: ["s2", "s3"]}, id="disqualified"),
        pytest.param({"drop": ["s1", "s4"]}, {2: ["s2", "s3"]}, id="both left: no game"),
        pytest.param({"drop": ["s1", "s3"]}, {1: ["s4"], 2: ["s2"]}, id="one of each game"),
        pytest.param({"drop": ["s8"]}, {1: ["s1", "s4"], 2: ["s2", "s3"]}, id="eliminated before"),
    ],
)
def test_who_leaves_the_bracket_gives_the_opponent_a_bye(changes, expected, pairings):
    answer = pairings(after_round(8, *FAVOURITES, **changes))

    assert expected == games(answer)
    for match in answer["matches"]:
        alone = len(match["players"]) == 1
        assert alone == (match.get("kind") == "bye")
        assert ("walkover" if alone else "winners-meet") == match["why"][0]["code"]


@pytest.mark.clause("AMB-026", "RW-166")
def test_a_game_left_out_is_a_bye_for_the_next_opponent(pairings):
    before = after_round(8, *FAVOURITES, drop=["s1", "s4"])
    answer = pairings(go_on(before, pairings(before), lambda two: two[1]))

    assert {1: ["s3"]} == games(answer)
    assert "bye" == answer["matches"][0]["kind"]


@pytest.mark.clause("RW-166", "AMB-026")
def test_nothing_is_left_to_draw_when_all_winners_left(pairings):
    with pytest.raises(NothingToDraw):
        pairings(after_round(4, won("s1", "s4"), won("s2", "s3"), drop=["s1", "s2"]))


@pytest.mark.clause("AMB-026", "AMB-015")
def test_who_does_not_come_loses_the_game(pairings):
    assert "s2-s4" == drawn(pairings(after_round(4, forfeit("s4", "s1"), won("s2", "s3"))))


# Draws


@pytest.mark.clause("XW-087", "AMB-065", "AMB-068")
@pytest.mark.parametrize(
    ("report", "expected"),
    [
        ({"end": "time", "score": [50, 50], "initiative": 0}, "s1-s2"),
        ({"end": "time", "score": [50, 50], "initiative": 1}, "s2-s4"),
        ({"end": "mutual", "score": [100, 100], "initiative": 1}, "s2-s4"),
        ({"end": "time", "score": [1, 0]}, "s1-s2"),
    ],
    ids=["the better seed has it", "the worse seed", "both destroyed", "a modified win counts"],
)
def test_a_draw_in_x_wing_goes_to_the_player_with_initiative(report, expected, pairings):
    match = {"players": ["s1", "s4"], "report": report}

    assert expected == drawn(pairings(after_round(4, match, won("s2", "s3"))))


@pytest.mark.clause("XW-087", "AMB-065")
def test_without_initiative_such_a_draw_is_refused(pairings):
    with pytest.raises(Refused):
        pairings(after_round(4, game("s1", "s4", "time", (50, 50)), won("s2", "s3")))


@pytest.mark.clause("DW-082", "AMB-105", "DW-081")
@pytest.mark.case("DW-T06")
@pytest.mark.parametrize("listed", [["s2", "s3"], ["s3", "s2"]])
def test_both_eliminated_at_once_the_higher_seed_goes_on(listed, pairings):
    before = ranked_field(4, "diskwars")
    first = {"players": ["s1", "s4"], "report": slip_for("diskwars", 5)}
    second = {"players": listed, "report": {"end": "mutual"}}
    stage = bracket(["s1", "s2", "s3", "s4"], played(first, second))

    assert "s1-s2" == drawn(pairings(before | {"stages": [*before["stages"], stage]}))


# A start with elimination


def by_hand(names, seed="", stage=1):
    """Byes, pairs and game numbers of contract section 4, one step after the other."""
    lots = {"seed": seed, "stage": stage}
    byes = by_lot(names, "elimination", **lots)[: power_above(len(names)) - len(names)]
    others = by_lot([one for one in names if one not in byes], "order", **lots)
    entries = [[one] for one in byes]
    entries += [list(pair) for pair in zip(others[::2], others[1::2], strict=True)]
    entries.sort(key=lambda ids: lot(seed, "elimination", stage, 1, "game:" + "+".join(ids)))
    return dict(enumerate(entries, 1))


@pytest.mark.clause("RW-163", "RW-164", "AR-096", "AMB-057")
@pytest.mark.case("RW-T18")
@pytest.mark.parametrize(
    ("count", "byes"), [(6, 2), (5, 3), (8, 0), (2, 0), (3, 1), (4, 0), (9, 7), (12, 4), (17, 15)]
)
@pytest.mark.parametrize("stages", [[], [{"kind": "elimination", "rounds": []}]])
def test_without_swiss_rounds_byes_pairs_and_numbers_are_lots(count, byes, stages, pairings):
    names = [f"p{n}" for n in range(count)]
    for seed in ("", "x", "7"):
        before = event("runewars", " ".join(names), *stages, seed=seed, plan={"swiss_rounds": 0})
        answer = pairings(before)
        expected = by_hand(names, seed)
        assert expected == games(answer)
        assert byes == sum("kind" in match for match in answer["matches"])
        assert [one for _, ids in sorted(expected.items()) for one in ids] == answer["seeds"]
        assert (1, 1) == (answer["stage"], answer["round"])


@pytest.mark.clause("RW-164", "RW-165")
@pytest.mark.case("RW-T18")
def test_six_players_go_on_with_1_against_4_and_2_against_3(pairings):
    for seed in map(str, range(8)):
        before = event("runewars", "A B C D E F", seed=seed, plan={"swiss_rounds": 0})
        first = pairings(before)
        second = pairings(go_on(before, first, lambda two: two[-1]))
        winners = {n: ids[-1] for n, ids in games(first).items()}
        expected = {n: {winners[n], winners[5 - n]} for n in (1, 2)}
        assert expected == {n: set(ids) for n, ids in games(second).items()}


@pytest.mark.clause("AMB-024", "AMB-058")
def test_a_bracket_of_five_to_its_final_ranking(pairings, standings):
    """s1, s2 and s3 rest; s5 wins everything."""
    before = ranked_field(6)
    before["plan"]["cut"] = 5
    for _ in range(3):
        before = go_on(before, pairings(before), lambda two: max(two, key=number))
    rows = [one for one in order(standings(before)).split() if one.startswith("s")]

    assert ["s5", "s3", "s1", "s2", "s4", "s6"] == rows


# Swiss rounds after a cut


@pytest.mark.clause("AMB-032", "AR-083", "RW-142", "AR-091")
@pytest.mark.parametrize(
    ("ruleset", "options", "again"),
    [
        pytest.param("runewars", {}, True, id="a Runewars stage forgets"),
        pytest.param("armada", {}, False, id="Armada's Swiss rounds do not"),
        pytest.param("runewars", {"rematch.scope": "swiss"}, False, id="Runewars, told not to"),
        pytest.param("armada", {"rematch.scope": "stage"}, True, id="Armada, told to"),
        pytest.param("diskwars", {}, False, id="Diskwars"),
    ],
)
def test_meetings_before_the_cut_count_by_the_scope(ruleset, options, again, pairings):
    points = {"A": 40, "B": 40, "C": 30, "D": 30, "E": 25, "F": 25}
    before = state(ruleset, points, met="A-B C-D", options=options)
    second = {"kind": "swiss", "seeds": ["A", "B", "C", "D"], "rounds": []}
    answer = pairings(before | {"stages": [*before["stages"], second]})

    assert (2, 1) == (answer["stage"], answer["round"])
    assert set("ABCD") == {one for pair in pairs(answer) for one in pair}
    assert again == (pairs(answer) == {frozenset("AB"), frozenset("CD")})


@pytest.mark.clause("AMB-032")
@pytest.mark.parametrize("ruleset", ["runewars", "xwing-dogfight"])
@pytest.mark.parametrize("seed", [str(n) for n in range(6)])
def test_without_carried_points_a_second_stage_begins_by_lot(ruleset, seed, pairings):
    """As a first round: the bye too, whoever stood where before the cut."""
    points = {"A": 40, "B": 40, "C": 30, "D": 30, "E": 20}
    before = state(ruleset, points, seed=seed, options={"stage.carry_points": False})
    answer = pairings(before | {"stages": [*before["stages"], swiss(seeds=list("ABCDE"))]})
    rest = by_lot("ABCDE", "bye", seed=seed, stage=2)[0]
    a, b, c, d = by_lot(set("ABCDE") - {rest}, "order", seed=seed, stage=2)

    assert f"{a}-{b} {c}-{d} {rest}" == drawn(answer)
    assert ["drawn-by-lot", "drawn-by-lot", "bye-by-lot"] == [
        match["why"][0]["code"] for match in answer["matches"]
    ]
