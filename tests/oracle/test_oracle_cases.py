"""The oracle reproduces the cases of rules.md section 4 and agrees with plain enumeration."""

from __future__ import annotations

import hashlib
import itertools
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from tests.oracle.pairing_oracle import (
    NoLegalPairing,
    NothingToDraw,
    Prices,
    brackets,
    draw_brackets,
    matching_size,
    pair,
    perfect_matchings,
    plan_possible,
    plan_round_by_round,
)
from tests.oracle.random_events import RULESETS, random_event
from tests.oracle.standings_oracle import (
    KEYS,
    Json,
    Record,
    Refused,
    bye_line,
    rank_field,
    score_slip,
    standings,
)

# --- building events ----------------------------------------------------------------------------


def event(ruleset: str, ids: str | list[str], rounds: list[Any] = (), **more: Any) -> Json:  # type: ignore[assignment]
    """A one-stage Swiss event."""
    names = ids.split() if isinstance(ids, str) else ids
    return {
        "format": "tiltyard/1",
        "ruleset": ruleset,
        "players": [{"id": id_, "name": id_} for id_ in names],
        "stages": [{"kind": "swiss", "rounds": [swiss_round(*entry) for entry in rounds]}],
        **more,
    }


def swiss_round(*matches: Json, after: list[Json] | None = None) -> Json:
    return {"matches": list(matches), "after": after or []}


def game(both: str, score: list[int] | None = None, end: str = "time", **more: Any) -> Json:
    """A played match, for example game("A B", [150, 40])."""
    slip: Json = {"end": end, **more}
    if score is not None:
        slip["score"] = score
    return {"players": both.split(), "report": slip}


def bye(id_: str) -> Json:
    return {"kind": "bye", "players": [id_]}


def unpaired(id_: str) -> Json:
    return {"kind": "unpaired_loss", "players": [id_]}


def drop(id_: str, change: str = "drop") -> Json:
    return {"player": id_, "change": change}


def scored(ruleset: str, slip: Json, number: int = 1, *, elimination: bool = False, **options: Any):
    """(winner, tp of both, mov of both) of one slip."""
    sheet = event(ruleset, "A B", options={k.replace("__", "."): v for k, v in options.items()})
    outcome = score_slip(sheet, slip, number, elimination=elimination)
    one, two = outcome.lines
    return outcome.winner, (one.tp, two.tp), (one.mov, two.mov)


def time(score: list[int], **more: Any) -> Json:
    return {"end": "time", "score": score, **more}


def table(sheet: Json, *keys: str, after: int | None = None) -> list[tuple[str, ...]]:
    """(player, the named keys) from the top."""
    rows = standings(sheet, after)["rows"]
    return [(row["player"], *(row["keys"][key] for key in keys)) for row in rows]


def order_of(sheet: Json) -> list[str]:
    return [row["player"] for row in standings(sheet)["rows"]]


def pairs_of(sheet: Json, *, rematch: bool = False) -> list[tuple[str, ...]]:
    return [tuple(match["players"]) for match in pair(sheet, rematch)["matches"]]


def met(*both: str) -> set[frozenset[str]]:
    return {frozenset(names.split()) for names in both}


# --- Runewars -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slip", "expected"),
    [
        pytest.param(time([107, 49]), (0, (7, 4), (58, 0)), id="RW-EX4"),
        pytest.param(
            {"end": "destroyed", "survivor": 0, "score": [200, 120], "objectives": [0, 20]},
            (0, (7, 4), (60, 0)),
            id="RW-EX5",
        ),
        pytest.param(
            {"end": "destroyed", "survivor": 0, "score": [194, 31], "objectives": [15, 0]},
            (0, (10, 1), (184, 0)),
            id="RW-T02",
        ),
        pytest.param(
            {"end": "destroyed", "survivor": 0, "score": [190, 12], "objectives": [30, 0]},
            (0, (10, 1), (200, 0)),
            id="RW-T03",
        ),
        pytest.param(
            {"end": "destroyed", "survivor": 0, "score": [200, 185], "objectives": [0, 45]},
            (0, (6, 5), (0, 0)),
            id="RW-T04",
        ),
        pytest.param(
            {"end": "rounds", "score": [77, 54], "objectives": [10, 5]},
            (0, (6, 5), (28, 0)),
            id="RW-T05",
        ),
        pytest.param(time([84, 84], flurry=[[5, 5], [4, 6]]), (1, (5, 6), (0, 0)), id="RW-T06"),
        pytest.param(
            {"end": "mutual", "score": [200, 200], "objectives": [60, 10]},
            (0, (6, 5), (0, 0)),
            id="RW-T07",
        ),
        pytest.param(
            {"end": "concession", "conceded": 1, "score": [40, 25]},
            (0, (8, 0), (70, 0)),
            id="RW-T08",
        ),
        pytest.param(
            {"end": "concession", "conceded": 1, "score": [131, 12]},
            (0, (9, 0), (119, 0)),
            id="RW-T09",
        ),
        pytest.param(
            {"end": "concession", "conceded": 1, "score": [95, 25]},
            (0, (8, 0), (70, 0)),
            id="RW-T10 level with the floor",
        ),
        pytest.param(
            {"end": "concession", "conceded": 1, "score": [20, 90]},
            (0, (8, 0), (70, 0)),
            id="RW-T10 conceder ahead",
        ),
    ],
)
def test_runewars_slips(slip: Json, expected: Any) -> None:
    assert expected == scored("runewars", slip)


def test_rw_t08_after_destroy() -> None:
    slip = {"end": "concession", "conceded": 1, "score": [40, 25]}
    expected = (0, (10, 0), (175, 0))
    assert expected == scored("runewars", slip, concession__snapshot="after_destroy")


@pytest.mark.parametrize(
    ("mov", "points"),
    list(
        zip(
            (0, 29, 30, 69, 70, 109, 110, 149, 150, 200),
            ((6, 5), (6, 5), (7, 4), (7, 4), (8, 3), (8, 3), (9, 2), (9, 2), (10, 1), (10, 1)),
            strict=True,
        )
    ),
)
def test_rw_t01(mov: int, points: tuple[int, int]) -> None:
    slip = time([mov, 0], flurry=[[1, 0]])
    assert (0, points, (mov, 0)) == scored("runewars", slip)


def test_rw_t06_without_flurry_is_refused() -> None:
    with pytest.raises(Refused):
        scored("runewars", time([84, 84]))
    with pytest.raises(Refused):
        scored("runewars", time([84, 84], flurry=[[5, 5]]))


def test_rw_t11_bye() -> None:
    line = bye_line(event("runewars", "A"), 1)
    assert (8, 70) == (line.tp, line.mov)


def test_rw_t12_strength_of_schedule() -> None:
    """24 points in 3 rounds, 13 in 2 rounds and then dropped, own bye: 7.25."""
    sheet = event(
        "runewars",
        "p X Y a b",
        [
            [game("X p", [80, 0]), game("Y a", [40, 0]), bye("b")],
            [game("Y p", [10, 0]), game("X a", [80, 0]), unpaired("b")],
            [bye("p"), game("X b", [80, 0])],
        ],
    )
    sheet["stages"][0]["rounds"][1]["after"] = [drop("Y")]
    rows = {row["player"]: row for row in standings(sheet)["rows"]}
    assert "24" == rows["X"]["keys"]["tp"]
    assert "13" == rows["Y"]["keys"]["tp"]
    assert "29/4" == rows["p"]["keys"]["sos"]
    assert "dropped" == rows["Y"]["status"]


def runewars_mini() -> Json:
    return event(
        "runewars",
        "A B C D E",
        [[bye("E"), game("A B", [150, 40]), game("C D", [90, 65])]],
        plan={"swiss_rounds": 2, "cut": None},
    )


def test_rw_t13_mini_event() -> None:
    sheet = runewars_mini()
    expected = [("A", "9", "110"), ("E", "8", "70"), ("C", "6", "25"), ("D", "5", "0")]
    assert [*expected, ("B", "2", "0")] == table(sheet, "tp", "mov")
    for seed in ("", "a", "b", "c"):
        sheet["seed"] = seed
        assert [("A", "C"), ("E", "D"), ("B",)] == pairs_of(sheet)
    sheet["stages"][0]["rounds"].append(
        swiss_round(game("A C", [60, 100]), game("E D", [200, 130]), bye("B"))
    )
    assert [
        ("E", "16", "140", "4"),
        ("A", "13", "110", "23/4"),
        ("C", "13", "65", "21/4"),
        ("B", "10", "70", "13/2"),
        ("D", "8", "0", "29/4"),
    ] == table(sheet, "tp", "mov", "sos")
    decided = [row["decided_by"] for row in standings(sheet)["rows"]]
    assert [None, "tp", "mov", "tp", "tp"] == decided
    with pytest.raises(NothingToDraw):
        pair(sheet)


@pytest.mark.parametrize("order", list(itertools.permutations(["John", "Stella", "Felix"])))
def test_rw_ex2_and_ar_ex2(order: tuple[str, ...]) -> None:
    drawn = draw_brackets([list(order), ["Kyle"]], met("John Felix"))
    legal = (
        {frozenset(("John", "Stella")), frozenset(("Felix", "Kyle"))},
        {frozenset(("John", "Kyle")), frozenset(("Stella", "Felix"))},
    )
    assert {frozenset(both) for both in drawn} in legal


def test_rw_ex3_replacement_before_the_first_game() -> None:
    scores = {"P1": 200, "Steven": 150, "P3": 120, "P4": 80, "Eve": 40, "Zed": 0}
    others = [f"x{n}" for n in range(6)]
    matches = [
        game(f"{who} {other}", [score, 0], flurry=[[1, 0]])
        for (who, score), other in zip(scores.items(), others, strict=True)
    ]
    sheet = event("runewars", [*scores, *others], [matches], plan={"swiss_rounds": 1, "cut": 4})
    drawn = pair(sheet)
    assert (2, 1) == (drawn["stage"], drawn["round"])
    first = [
        {"game": 1, "players": ["P1", "P4"]},
        {"game": 2, "players": ["Steven", "P3"]},
    ]
    assert first == drawn["matches"]
    seeds = ["P1", "Steven", "P3", "P4"]
    sheet["stages"].append({"kind": "elimination", "seeds": seeds, "rounds": []})
    sheet["stages"][0]["rounds"][0]["after"] = [drop("Steven")]
    expected = [{"game": 1, "players": ["P1", "Eve"]}, {"game": 2, "players": ["P3", "P4"]}]
    assert expected == pair(sheet)["matches"]
    sheet["stages"][0]["rounds"][0]["after"].append(drop("Eve"))
    expected = [{"game": 1, "players": ["P1", "Zed"]}, {"game": 2, "players": ["P3", "P4"]}]
    assert expected == pair(sheet)["matches"]
    rows = standings(sheet)["rows"]
    assert ["P1", "P3", "P4", "Zed", "Steven", "Eve"] == [row["player"] for row in rows[:6]]
    assert [None, "seed", "seed", "seed", "cut", "tp"] == [row["decided_by"] for row in rows[:6]]
    assert ["active", "dropped", "cut"] == [rows[n]["status"] for n in (3, 4, 6)]


@pytest.mark.parametrize(("count", "byes"), [(6, 2), (5, 3), (8, 0), (2, 0), (3, 1)])
def test_rw_t18_start_with_elimination(count: int, byes: int) -> None:
    ids = [f"p{number}" for number in range(count)]
    sheet = event("runewars", ids, seed="s", plan={"swiss_rounds": 0, "cut": count})
    sheet["stages"] = [{"kind": "elimination", "rounds": []}]
    matches = pair(sheet)["matches"]
    assert byes == sum(1 for match in matches if match.get("kind") == "bye")
    assert list(range(1, len(matches) + 1)) == [match["game"] for match in matches]
    assert sorted(ids) == sorted(id_ for match in matches for id_ in match["players"])

    def lot(purpose: str, text: str) -> str:
        return hashlib.sha256(f"tiltyard/1|s|{purpose}|1|1|{text}".encode()).hexdigest()

    resting = sorted(ids, key=lambda id_: lot("elimination", id_))[:byes]
    assert set(resting) == {m["players"][0] for m in matches if "kind" in m}
    playing = sorted(set(ids) - set(resting), key=lambda id_: lot("order", id_))
    expected = [playing[at : at + 2] for at in range(0, len(playing), 2)]
    assert sorted(expected) == sorted(m["players"] for m in matches if "kind" not in m)
    lots = [lot("elimination", "game:" + "+".join(match["players"])) for match in matches]
    assert sorted(lots) == lots


def test_rw_t18_the_next_round_folds() -> None:
    sheet = event("runewars", "a b c d e f", seed="s")
    sheet["stages"] = [{"kind": "elimination", "rounds": []}]
    matches = pair(sheet)["matches"]
    for match in matches:
        if "kind" not in match:
            match["report"] = time([0, 100])
    sheet["stages"][0]["seeds"] = [id_ for match in matches for id_ in match["players"]]
    sheet["stages"][0]["rounds"] = [{"matches": matches}]
    winners = [match["players"][-1] for match in matches]
    assert [
        {"game": 1, "players": [winners[0], winners[3]]},
        {"game": 2, "players": [winners[1], winners[2]]},
    ] == pair(sheet)["matches"]


def test_rw_t20_rejoin() -> None:
    sheet = event(
        "runewars",
        "A B C D",
        [
            [game("A B", [50, 0]), game("C D", [50, 0])],
            [game("A C", [50, 0]), bye("D"), unpaired("B")],
            [game("A D", [50, 0]), bye("C"), unpaired("B")],
        ],
        plan={"swiss_rounds": 5, "cut": None},
    )
    rounds = sheet["stages"][0]["rounds"]
    rounds[0]["after"] = [drop("B")]
    rounds[2]["after"] = [drop("B", "rejoin")]
    rows = {row["player"]: row for row in standings(sheet)["rows"]}
    assert ("4", "0", "active") == (
        rows["B"]["keys"]["tp"],
        rows["B"]["keys"]["mov"],
        rows["B"]["status"],
    )
    assert {"A", "B", "C", "D"} == {id_ for ids in pairs_of(sheet, rematch=True) for id_ in ids}
    rounds[0]["after"] = [drop("B", "disqualify")]
    with pytest.raises(Refused):
        standings(sheet)


def test_rw_t21_the_bye_skips_those_who_had_one() -> None:
    sheet = event(
        "runewars",
        "A B X Y Z",
        [
            [bye("Z"), game("A X", [100, 0]), game("B Y", [100, 0])],
            [bye("Y"), game("A Z", [200, 0]), game("B X", [20, 0])],
            [bye("A"), game("B Z", [200, 0]), game("X Y", [200, 0])],
        ],
    )
    assert ["Z", "Y"] == list(reversed(order_of(sheet)))[:2]
    assert ("X",) == pairs_of(sheet)[-1]


# --- X-Wing -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slip", "expected"),
    [
        pytest.param(time([53, 24]), (0, (5, 0), (129, 71)), id="XW-EX1"),
        pytest.param(time([40, 29]), (0, (3, 0), (111, 89)), id="XW-T01"),
        pytest.param(time([41, 29]), (0, (5, 0), (112, 88)), id="XW-T02"),
        pytest.param(time([36, 36]), (None, (1, 1), (100, 100)), id="XW-T03"),
        pytest.param(
            {"end": "destroyed", "survivor": 0, "score": [97, 45]},
            (0, (5, 0), (155, 45)),
            id="XW-T04",
        ),
        pytest.param(
            {"end": "destroyed", "survivor": 1, "score": [93, 100]},
            (1, (0, 5), (93, 107)),
            id="XW-T05",
        ),
        pytest.param(
            {"end": "concession", "conceded": 0, "score": [22, 30]},
            (1, (0, 5), (22, 178)),
            id="XW-T06",
        ),
        pytest.param(
            {"end": "mutual", "score": [98, 100]}, (None, (1, 1), (100, 100)), id="XW-T07"
        ),
    ],
)
def test_xwing_slips(slip: Json, expected: Any) -> None:
    assert expected == scored("xwing-dogfight", slip)


def test_xw_t07_in_the_bracket_initiative_decides() -> None:
    slip = {"end": "mutual", "score": [100, 100], "initiative": 1}
    assert 1 == scored("xwing-dogfight", slip, elimination=True)[0]
    with pytest.raises(Refused):
        scored("xwing-dogfight", {"end": "mutual", "score": [100, 100]}, elimination=True)


def test_xw_t08_bye() -> None:
    line = bye_line(event("xwing-dogfight", "A"), 3)
    assert (5, 150) == (line.tp, line.mov)


@pytest.mark.parametrize(
    ("groups", "forbidden", "expected"),
    [
        pytest.param(
            [["Anakin", "Luke", "Biggs"], ["Kyle"]],
            met(),
            [("Anakin", "Luke"), ("Biggs", "Kyle")],
            id="XW-EX2",
        ),
        pytest.param(
            [["Anakin", "Luke", "Biggs"], ["Kyle"]],
            met("Anakin Luke"),
            [("Anakin", "Biggs"), ("Luke", "Kyle")],
            id="XW-EX2 variant",
        ),
        pytest.param([list("ABCD")], met("A B"), [("A", "C"), ("B", "D")], id="XW-T10"),
        pytest.param([list("ABCD")], met("A B", "B D"), [("A", "D"), ("B", "C")], id="XW-T11"),
        pytest.param(
            [["Keith", "Gavin", "Rob", "X"]],
            met("Keith Gavin"),
            [("Keith", "Rob"), ("Gavin", "X")],
            id="ME-EX2",
        ),
        pytest.param(
            [list("123456")], met("1 2", "1 3"), [("1", "4"), ("2", "3"), ("5", "6")], id="ME-T09"
        ),
        pytest.param(
            [list("123456")], met("1 2", "2 4"), [("1", "3"), ("2", "5"), ("4", "6")], id="ME-T10"
        ),
        pytest.param([list("1234")], met("3 4"), [("1", "3"), ("2", "4")], id="ME-T11"),
        pytest.param([list("1234")], met("3 4", "2 4"), [("1", "4"), ("2", "3")], id="ME-T11 both"),
    ],
)
def test_pairings_by_the_book(
    groups: list[list[str]], forbidden: set[frozenset[str]], expected: list[tuple[str, str]]
) -> None:
    assert expected == draw_brackets(groups, forbidden)


def test_xw_t12_mini_event() -> None:
    sheet = event(
        "xwing-dogfight",
        "P1 P2 P3 P4 P5",
        [
            [
                bye("P5"),
                game("P1 P2", [100, 33], "destroyed", survivor=0),
                game("P3 P4", [45, 38]),
            ]
        ],
    )
    assert [
        ("P1", "5", "167"),
        ("P5", "5", "150"),
        ("P3", "3", "107"),
        ("P4", "0", "93"),
        ("P2", "0", "33"),
    ] == table(sheet, "tp", "mov")
    assert [("P1", "P3"), ("P5", "P4"), ("P2",)] == pairs_of(sheet)
    sheet["stages"][0]["rounds"].append(
        swiss_round(
            bye("P2"), game("P1 P3", [50, 50]), game("P5 P4", [20, 10], "concession", conceded=0)
        )
    )
    assert [
        ("P1", "6", "267"),
        ("P4", "5", "273"),
        ("P2", "5", "183"),
        ("P5", "5", "170"),
        ("P3", "4", "207"),
    ] == table(sheet, "tp", "mov")
    assert [("P1", "P4"), ("P2", "P5"), ("P3",)] == pairs_of(sheet)
    sheet["stages"][0]["rounds"].append(
        swiss_round(
            bye("P3"), game("P4 P1", [30, 19]), game("P2 P5", [0, 64], "destroyed", survivor=0)
        )
    )
    assert [
        ("P2", "10", "319", "11"),
        ("P3", "9", "357", "14"),
        ("P4", "8", "384", "20"),
        ("P1", "6", "356", "27"),
        ("P5", "5", "234", "18"),
    ] == table(sheet, "tp", "mov", "sos")


def cut_event(ruleset: str, count: int, cut: int) -> Json:
    """One Swiss round after which s1, s2, ... are ranked by their numbers."""
    winners = [f"s{number}" for number in range(1, count + 1)]
    losers = [f"t{number}" for number in range(1, count + 1)]
    matches = [
        game(f"{winner} {loser}", [100 - number, 0])
        for number, (winner, loser) in enumerate(zip(winners, losers, strict=True))
    ]
    return event(ruleset, winners + losers, [matches], plan={"swiss_rounds": 1, "cut": cut})


def play_bracket(sheet: Json, winner: int) -> None:
    """Play the next elimination round; the first or second listed wins every game."""
    drawn = pair(sheet)
    stages = sheet["stages"]
    if len(stages) < drawn["stage"]:
        seeds = [row["player"] for row in standings(sheet)["rows"]][: sheet["plan"]["cut"]]
        stages.append({"kind": "elimination", "seeds": seeds, "rounds": []})
    for match in drawn["matches"]:
        if "kind" not in match:
            match["report"] = time([90, 0] if winner == 0 else [0, 90])
    stages[-1]["rounds"].append({"matches": drawn["matches"]})


def test_xw_t13_bracket_of_eight() -> None:
    sheet = cut_event("xwing-dogfight", 8, 8)
    quarter = [("s1", "s8"), ("s2", "s7"), ("s3", "s6"), ("s4", "s5")]
    assert quarter == pairs_of(sheet)
    assert [1, 2, 3, 4] == [match["game"] for match in pair(sheet)["matches"]]
    play_bracket(sheet, 0)
    assert [("s1", "s4"), ("s2", "s3")] == pairs_of(sheet)
    play_bracket(sheet, 1)
    assert [("s3", "s4")] == pairs_of(sheet)
    play_bracket(sheet, 1)
    with pytest.raises(NothingToDraw):
        pair(sheet)
    rows = standings(sheet)["rows"]
    assert ["s4", "s3", "s1", "s2", "s5", "s6", "s7", "s8"] == [r["player"] for r in rows[:8]]
    assert [None, "elimination", "elimination", "seed", "elimination", "seed", "seed", "seed"] == [
        row["decided_by"] for row in rows[:8]
    ]
    assert ["active", "eliminated"] == [row["status"] for row in rows[:2]]
    assert ("cut", "cut") == (rows[8]["decided_by"], rows[8]["status"])
    first = standings(sheet, 1)
    assert (1, 1) == (first["stage"], first["after_round"])
    assert "active" == first["rows"][-1]["status"]
    last = standings(sheet)
    assert (2, 3) == (last["stage"], last["after_round"])


def test_a_cut_to_six_gives_byes_to_the_top_seeds() -> None:
    sheet = cut_event("xwing-dogfight", 6, 6)
    assert [
        {"kind": "bye", "game": 1, "players": ["s1"]},
        {"kind": "bye", "game": 2, "players": ["s2"]},
        {"game": 3, "players": ["s3", "s6"]},
        {"game": 4, "players": ["s4", "s5"]},
    ] == pair(sheet)["matches"]
    play_bracket(sheet, 1)
    assert [("s1", "s5"), ("s2", "s6")] == pairs_of(sheet)


def test_who_leaves_the_bracket_gives_a_bye_and_an_empty_game_is_left_out() -> None:
    sheet = cut_event("xwing-dogfight", 8, 8)
    play_bracket(sheet, 0)
    last = sheet["stages"][1]["rounds"][-1]
    last["after"] = [drop("s4")]
    assert [
        {"kind": "bye", "game": 1, "players": ["s1"]},
        {"game": 2, "players": ["s2", "s3"]},
    ] == pair(sheet)["matches"]
    last["after"] = [drop("s2"), drop("s3", "disqualify")]
    assert [{"game": 1, "players": ["s1", "s4"]}] == pair(sheet)["matches"]
    play_bracket(sheet, 0)
    assert [{"kind": "bye", "game": 1, "players": ["s1"]}] == pair(sheet)["matches"]


def test_a_cut_larger_than_the_field_takes_all() -> None:
    sheet = cut_event("xwing-dogfight", 2, 8)
    assert 4 == len({id_ for ids in pairs_of(sheet) for id_ in ids})


def test_xw_t16_travel_companions_are_kept_apart() -> None:
    for seed in range(40):
        sheet = event("xwing-dogfight", "A B C D", seed=str(seed))
        for player in sheet["players"][:2]:
            player["affiliations"] = ["car"]
        assert frozenset("AB") not in {frozenset(ids) for ids in pairs_of(sheet)}


# --- Escalation ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "slip", "expected"),
    [
        pytest.param(1, time([35, 20]), (0, (5, 0), (75, 45)), id="XE-EX1"),
        pytest.param(2, time([60, 24]), (0, (5, 0), (126, 54)), id="XE-T01"),
        pytest.param(
            1,
            {"end": "destroyed", "survivor": 0, "score": [58, 20]},
            (0, (5, 0), (100, 20)),
            id="XE-T02",
        ),
        pytest.param(3, time([71, 60]), (0, (3, 0), (131, 109)), id="XE-T03"),
        pytest.param(
            4,
            {"end": "destroyed", "survivor": 1, "score": [0, 150]},
            (1, (0, 5), (0, 300)),
            id="XE-T04",
        ),
        pytest.param(3, time([48, 48]), (None, (1, 1), (120, 120)), id="XE-T05"),
        pytest.param(
            2,
            {"end": "concession", "conceded": 1, "score": [0, 41]},
            (0, (5, 0), (139, 41)),
            id="XE-T06",
        ),
    ],
)
def test_escalation_slips(number: int, slip: Json, expected: Any) -> None:
    assert expected == scored("xwing-escalation", slip, number)


def test_xe_t07_bye() -> None:
    sheet = event("xwing-escalation", "A")
    assert [90, 135, 180, 225] == [bye_line(sheet, number).mov for number in (1, 2, 3, 4)]
    sheet["options"] = {"bye.mov": 150}
    assert [150] * 4 == [bye_line(sheet, number).mov for number in (1, 2, 3, 4)]


def test_xe_t15_total_margin() -> None:
    sheet = event(
        "xwing-escalation",
        "A B C D",
        [
            [game("A B", [40, 20], "destroyed", survivor=0)],
            [game("A C", [24, 60])],
            [game("A D", [48, 48])],
            [bye("A")],
        ],
    )
    assert "499" == {row[0]: row[1] for row in table(sheet, "mov")}["A"]


# --- Middle-earth -------------------------------------------------------------------------------


def me_game(both: str, score: list[int], *killed: str) -> Json:
    return game(both, score, "time", leaders=[id_ in killed for id_ in both.split()])


def test_me_ex1_and_t01_to_t03() -> None:
    sheet = event(
        "middle-earth",
        "A B C D E F G",
        [
            [
                me_game("A B", [3, 0]),
                me_game("C D", [5, 5], "C"),
                game("E F", [7, 2], "concession", conceded=0),
                bye("G"),
            ],
            [me_game("A C", [7, 4])],
        ],
    )
    rows = {row["player"]: row["keys"] for row in standings(sheet)["rows"]}
    assert {"tp": "6", "vpd": "6", "vp": "10", "leaders": "0"} == rows["A"]
    assert {"tp": "1", "vpd": "0", "vp": "5", "leaders": "0"} == rows["D"]
    assert "1" == rows["C"]["leaders"]
    assert {"tp": "3", "vpd": "6", "vp": "6", "leaders": "1"} == rows["G"]
    assert {"tp": "3", "vpd": "12", "vp": "12", "leaders": "1"} == rows["F"]
    assert {"tp": "0", "vpd": "-12", "vp": "0", "leaders": "0"} == rows["E"]


def middle_earth_mini() -> Json:
    sheet = event(
        "middle-earth",
        "A B C D E S",
        [[me_game("A B", [7, 4], "A"), me_game("C D", [3, 3], "C", "D"), me_game("E S", [2, 9])]],
        plan={"swiss_rounds": 4, "cut": None},
    )
    sheet["players"][-1]["role"] = "spare"
    for number in range(100):
        sheet["seed"] = str(number)
        if order_of(sheet).index("C") < order_of(sheet).index("D"):
            break
    return sheet


def test_me_t04_to_t08_mini_event() -> None:
    sheet = middle_earth_mini()
    assert [
        ("A", "3", "3", "7", "1"),
        ("C", "1", "0", "3", "1"),
        ("D", "1", "0", "3", "1"),
        ("B", "0", "-3", "4", "0"),
        ("E", "0", "-7", "2", "0"),
    ] == table(sheet, "tp", "vpd", "vp", "leaders")
    assert "lot" == standings(sheet)["rows"][2]["decided_by"]
    assert [
        {"table": 1, "players": ["A", "C"]},
        {"table": 2, "players": ["D", "E"]},
        {"table": 3, "players": ["B", "S"]},
    ] == pair(sheet)["matches"]
    sheet["stages"][0]["rounds"].append(
        swiss_round(
            game("A C", [0, 0], "concession", conceded=1),
            me_game("D E", [5, 8]),
            me_game("B S", [6, 2], "B"),
        )
    )
    assert [
        ("A", "6", "15", "19", "2"),
        ("B", "3", "1", "10", "1"),
        ("E", "3", "-4", "10", "0"),
        ("D", "1", "-3", "8", "1"),
        ("C", "1", "-12", "3", "1"),
    ] == table(sheet, "tp", "vpd", "vp", "leaders")
    assert [("A", "E"), ("B", "D"), ("C", "S")] == pairs_of(sheet)
    sheet["plan"]["swiss_rounds"] = 3
    assert [("A", "B"), ("E", "D"), ("C", "S")] == pairs_of(sheet)


def test_me_t13_without_leaders_is_refused() -> None:
    with pytest.raises(Refused):
        scored("middle-earth", time([3, 0]))


def test_me_t14_victory_points_before_leaders() -> None:
    values = {
        "A": {"tp": 3, "vpd": 2, "vp": 15, "leaders": 0},
        "B": {"tp": 3, "vpd": 2, "vp": 12, "leaders": 3},
    }
    assert ["A", "B"] == ranked("middle-earth", values)


def ranked(
    ruleset: str,
    values: dict[str, dict[str, int]],
    beaten: list[str] | None = None,
    *,
    repeat: bool = False,
) -> list[str]:
    """Rank players with given keys; beaten holds "winner loser"."""
    record = {id_: Record() for id_ in values}
    for text in beaten or []:
        winner, loser = text.split()
        record[winner].won_against.append(loser)
        record[loser].lost_to.append(winner)
    exact = {id_: {key: Fraction(v) for key, v in keys.items()} for id_, keys in values.items()}
    lots = {id_: id_.encode() for id_ in values}
    return rank_field(list(values), KEYS[ruleset], exact, record, lots, repeat).ids


# --- Diskwars -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slip", "winner", "points"),
    [
        pytest.param(time([8, 0]), 0, (3, 0), id="DW-EX1"),
        pytest.param({"end": "rounds", "score": [12, 12], "initiative": 0}, 0, (5, 0), id="DW-T01"),
        pytest.param({"end": "rounds", "score": [9, 7]}, 0, (5, 0), id="DW-T02"),
        pytest.param(time([6, 6], initiative=1), 1, (0, 3), id="DW-T03"),
        pytest.param({"end": "destroyed", "survivor": 1}, 1, (0, 5), id="DW-T04"),
        pytest.param({"end": "mutual"}, None, (1, 1), id="DW-T05"),
        pytest.param({"end": "concession", "conceded": 1}, 0, (5, 0), id="DW-T07"),
    ],
)
def test_diskwars_slips(slip: Json, winner: int | None, points: tuple[int, int]) -> None:
    assert (winner, points) == scored("diskwars", slip)[:2]


def test_dw_t06_mutual_elimination_in_a_semifinal() -> None:
    sheet = event("diskwars", "s1 s2 s3 s4")
    sheet["stages"].append(
        {
            "kind": "elimination",
            "seeds": ["s1", "s2", "s3", "s4"],
            "rounds": [
                {
                    "matches": [
                        {"game": 1, **game("s1 s4", None, "destroyed", survivor=1)},
                        {"game": 2, **game("s3 s2", None, "mutual")},
                    ]
                }
            ],
        }
    )
    assert [("s2", "s4")] == pairs_of(sheet)


def test_dw_t08_the_bye_goes_by_lot_to_the_lowest_group() -> None:
    seen = set()
    for seed in range(30):
        sheet = event(
            "diskwars",
            "A B C D X Y Z",
            [
                [
                    bye("X"),
                    game("A Y", [5, 0], "rounds"),
                    game("B Z", [5, 0], "rounds"),
                    game("C D", None, "mutual"),
                ],
                [
                    bye("D"),
                    game("A X", [5, 0], "rounds"),
                    game("B Y", [1, 0], "rounds"),
                    game("C Z", [1, 0], "rounds"),
                ],
            ],
            seed=str(seed),
        )
        rests = pairs_of(sheet)[-1]

        def lot(id_: str, number: int = seed) -> str:
            return hashlib.sha256(f"tiltyard/1|{number}|bye|1|3|{id_}".encode()).hexdigest()

        assert (min("YZ", key=lot),) == rests
        seen.add(rests)
    assert 2 == len(seen)


@pytest.mark.parametrize(
    ("sos", "beaten", "expected"),
    [
        pytest.param({"A": 17, "B": 18, "C": 20}, ["A B", "A C"], "A C B", id="DW-T09"),
        pytest.param({"A": 18, "B": 20, "C": 19}, ["A B", "B C", "C A"], "B C A", id="DW-T10"),
        pytest.param({"A": 11, "B": 20}, ["A B"], "A B", id="DW-T11"),
        pytest.param({"A": 11, "B": 20}, ["A B", "B A"], "B A", id="beaten and lost"),
    ],
)
def test_diskwars_ties(sos: dict[str, int], beaten: list[str], expected: str) -> None:
    values = {id_: {"tp": 10, "sos": value} for id_, value in sos.items()}
    assert expected.split() == ranked("diskwars", values, beaten)


def test_head_to_head_repeated() -> None:
    values = {id_: {"tp": 10, "sos": sos} for id_, sos in {"A": 1, "B": 2, "C": 9}.items()}
    beaten = ["A B", "A C", "B C"]
    assert ["A", "C", "B"] == ranked("diskwars", values, beaten)
    assert ["A", "B", "C"] == ranked("diskwars", values, beaten, repeat=True)


# --- Armada -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mov", "points"),
    list(
        zip(
            (0, 29, 30, 69, 70, 129, 130, 219, 220, 349, 350, 475),
            [(5, 5)] * 2
            + [(6, 4)] * 2
            + [(7, 3)] * 2
            + [(8, 2)] * 2
            + [(9, 1)] * 2
            + [(10, 0)] * 2,
            strict=True,
        )
    ),
)
def test_ar_t01(mov: int, points: tuple[int, int]) -> None:
    slip = time([min(mov, 400), 0], objectives=[max(0, mov - 400), 0], initiative=1)
    assert (0, points, (mov, 0)) == scored("armada", slip)


@pytest.mark.parametrize(
    ("slip", "expected"),
    [
        pytest.param(
            {"end": "destroyed", "survivor": 0, "score": [400, 150], "objectives": [0, 75]},
            (0, (8, 2), (175, 0)),
            id="AR-EX1",
        ),
        pytest.param(
            {"end": "rounds", "score": [180, 180], "initiative": 0},
            (1, (5, 5), (0, 0)),
            id="AR-T02",
        ),
        pytest.param(
            {"end": "mutual", "score": [400, 400], "objectives": [75, 0], "initiative": 0},
            (1, (5, 5), (0, 0)),
            id="AR-T03",
        ),
        pytest.param(
            {"end": "concession", "conceded": 1, "score": [50, 90], "objectives": [20, 40]},
            (0, (9, 1), (290, 0)),
            id="AR-T04",
        ),
        pytest.param(
            {"end": "destroyed", "survivor": 0, "score": [400, 0], "objectives": [75, 0]},
            (0, (10, 0), (475, 0)),
            id="AR-T05",
        ),
        pytest.param(
            {"end": "destroyed", "survivor": 0, "score": [370, 310]},
            (0, (7, 3), (90, 0)),
            id="AR-T06",
        ),
        pytest.param(
            {"end": "destroyed", "survivor": 0, "score": [400, 350], "objectives": [0, 90]},
            (0, (5, 5), (0, 0)),
            id="AR-T07",
        ),
        pytest.param(
            {"end": "destroyed", "survivor": 1, "score": [400, 0]},
            (1, (5, 5), (0, 0)),
            id="level totals",
        ),
        pytest.param(
            {"end": "intentional_draw", "witness": "Lena"}, (None, (5, 5), (0, 0)), id="AR-T09"
        ),
    ],
)
def test_armada_slips(slip: Json, expected: Any) -> None:
    assert expected == scored("armada", slip)


def test_ar_t08_bye() -> None:
    line = bye_line(event("armada", "A"), 1)
    assert (8, 129) == (line.tp, line.mov)


@pytest.mark.parametrize(
    ("ruleset", "slip", "elimination"),
    [
        ("armada", {"end": "rounds", "score": [180, 180]}, False),
        ("armada", {"end": "mutual", "score": [400, 400]}, False),
        ("armada", {"end": "intentional_draw"}, False),
        ("armada", {"end": "intentional_draw", "witness": "Lena"}, True),
        ("armada", time([401, 0]), False),
        ("runewars", time([201, 0]), False),
        ("runewars", {"end": "intentional_draw", "witness": "Lena"}, False),
        ("runewars", {"end": "destroyed", "score": [200, 0]}, False),
        ("xwing-dogfight", {"end": "rounds", "score": [1, 0]}, False),
        ("xwing-dogfight", time([101, 0]), False),
        ("xwing-escalation", time([61, 0]), False),
        ("xwing-dogfight", {"end": "time"}, False),
        ("xwing-dogfight", time([-1, 0]), False),
        ("diskwars", {"end": "time"}, False),
        ("diskwars", time([6, 6]), False),
        ("middle-earth", time([1, 0], leaders=[True]), False),
    ],
)
def test_slips_that_cannot_be_scored(ruleset: str, slip: Json, elimination: bool) -> None:
    with pytest.raises(Refused):
        scored(ruleset, slip, elimination=elimination)


def test_ar_t10_and_t11_mini_event() -> None:
    sheet = event(
        "armada",
        "A B C D",
        [
            [game("A B", [250, 100]), game("C D", [300, 120])],
            [game("A C", [200, 180]), game("B D", [400, 20])],
        ],
    )
    assert [
        ("A", "13", "170"),
        ("C", "13", "180"),
        ("B", "12", "380"),
        ("D", "2", "0"),
    ] == table(sheet, "tp", "mov")
    assert [None, "h2h", "tp", "tp"] == [row["decided_by"] for row in standings(sheet)["rows"]]
    assert {frozenset("AD"), frozenset("BC")} == {frozenset(ids) for ids in pairs_of(sheet)}
    sheet["stages"][0]["rounds"].append(
        swiss_round(game("A D", [60, 160]), game("C B", [205, 240]))
    )
    assert [("B", "18"), ("C", "17"), ("A", "16"), ("D", "9")] == table(sheet, "tp")
    assert "44/9" == {row[0]: row[1] for row in table(sheet, "sos")}["A"]
    answer = standings(sheet)
    assert ("armada@1.0.1", 1, 3) == (answer["ruleset"], answer["stage"], answer["after_round"])


def test_ar_t12_nobody_beat_all() -> None:
    mov = {"A": 100, "B": 250, "C": 180}
    values = {id_: {"tp": 10, "mov": value, "sos": 0} for id_, value in mov.items()}
    assert ["B", "C", "A"] == ranked("armada", values, ["A B", "B C"])


def test_ar_t13_strength_of_schedule() -> None:
    """Opponents with 24 points in 3 rounds, 15 in 3 and 8 in 1: 7."""
    sheet = event(
        "armada",
        "p X Y Z a b",
        [
            [game("p Z", [0, 200]), game("X a", [200, 0]), game("Y b", [10, 0])],
            [game("p X", [0, 200]), game("Y a", [10, 0])],
            [game("p Y", [0, 10]), game("X b", [200, 0])],
        ],
    )
    sheet["stages"][0]["rounds"][0]["after"] = [drop("Z")]
    rows = {row["player"]: row["keys"] for row in standings(sheet)["rows"]}
    assert ["24", "15", "8"] == [rows[id_]["tp"] for id_ in "XYZ"]
    assert "7" == rows["p"]["sos"]


# --- drops, forfeits, disqualification ----------------------------------------------------------


def test_the_disqualified_come_last_and_still_count_for_their_opponents() -> None:
    sheet = event("armada", "A B C D", [[game("A B", [250, 100]), game("C D", [300, 120])]])
    sheet["stages"][0]["rounds"][0]["after"] = [drop("C", "disqualify"), drop("A")]
    rows = standings(sheet)["rows"]
    assert [("C", None, "disqualified", None)] == [
        (row["player"], row["rank"], row["status"], row["decided_by"]) for row in rows[3:]
    ]
    assert ("A", 1, "dropped") == (rows[0]["player"], rows[0]["rank"], rows[0]["status"])
    assert "8" == {row["player"]: row["keys"]["sos"] for row in rows}["D"]
    sheet["options"] = {"sos.include_disqualified": False}
    assert "0" == {row[0]: row[1] for row in table(sheet, "sos")}["D"]


def test_a_forfeit_is_a_bye_award_and_no_meeting() -> None:
    forfeit = {"kind": "forfeit", "players": ["A", "B"], "absent": "B"}
    sheet = event("armada", "A B", [[forfeit]])
    assert [("A", "8", "129", "0"), ("B", "0", "0", "0")] == table(sheet, "tp", "mov", "sos")
    assert {frozenset("AB")} == {frozenset(ids) for ids in pairs_of(sheet)}


def test_open_tables_are_ignored_by_standings_and_refused_by_pair() -> None:
    sheet = event("armada", "A B C D", [[game("A B", [250, 100]), {"players": ["C", "D"]}]])
    answer = standings(sheet)
    assert 0 == answer["after_round"]
    assert answer == standings(sheet, 1)
    with pytest.raises(Refused):
        pair(sheet)


def test_the_lots_follow_the_contract() -> None:
    ids = [f"Zoë{number}" for number in range(7)]
    sheet = event("runewars", ids, seed="x")

    def lots(purpose: str, number: int, names: list[str]) -> list[str]:
        def lot(id_: str) -> bytes:
            return hashlib.sha256(f"tiltyard/1|x|{purpose}|1|{number}|{id_}".encode()).digest()

        return sorted(names, key=lot)

    assert lots("tiebreak", 0, ids) == order_of(sheet)
    rests = lots("bye", 1, ids)[0]
    order = lots("order", 1, [id_ for id_ in ids if id_ != rests])
    expected = [(order[0], order[1]), (order[2], order[3]), (order[4], order[5]), (rests,)]
    assert expected == pairs_of(sheet)
    sheet["stages"][0]["rounds"] = [{"attempt": 2, "matches": []}]
    again = dict(sheet, seed="x#2")
    again["stages"] = [{"kind": "swiss", "rounds": []}]
    assert pair(again) == pair(sheet)


# --- against plain enumeration ------------------------------------------------------------------


def all_matchings(players: list[int]) -> list[list[tuple[int, int]]]:
    """Every set of disjoint pairs, the empty one too."""
    if not players:
        return [[]]
    first, rest = players[0], players[1:]
    found = all_matchings(rest)
    for other in rest:
        others = [player for player in rest if player != other]
        found = found + [[(first, other), *more] for more in all_matchings(others)]
    return found


def enumerate_rule_4(groups: list[list[int]], cost: Any) -> list[tuple[int, int]] | None:
    """Rule 4 word by word, for very small fields."""

    def price(pairs: list[tuple[int, int]]) -> int | None:
        costs = [cost(one, two) for one, two in pairs]
        return None if None in costs else sum(costs)

    def cheapest(players: list[int]) -> int | None:
        prices = [
            price(pairs) for pairs in all_matchings(players) if 2 * len(pairs) == len(players)
        ]
        return min((found for found in prices if found is not None), default=None)

    everybody = [player for group in groups for player in group]
    total = cheapest(everybody)
    if total is None:
        return None
    drawn: list[tuple[int, int]] = []
    floaters: list[int] = []
    for position, group in enumerate(groups):
        bracket = floaters + group
        lower = [player for other in groups[position + 1 :] for player in other]
        best = None
        for pairs in all_matchings(bracket):
            partner = {one: two for both in pairs for one, two in (both, both[::-1])}
            rest = [player for player in bracket if player not in partner] + lower
            here, later = price(pairs), cheapest(rest)
            if here is None or later is None or here + later != total:
                continue
            wish = [bracket.index(partner[p]) if p in partner else 99 for p in bracket]
            if best is None or (-len(pairs), wish) < best[0]:
                best = ((-len(pairs), wish), pairs)
        assert best is not None
        drawn += best[1]
        total -= price(best[1]) or 0
        taken = {player for both in best[1] for player in both}
        floaters = [player for player in bracket if player not in taken]
    return sorted(drawn)


@pytest.mark.parametrize("seed", range(250))
def test_the_search_finds_what_enumeration_finds(seed: int) -> None:
    random = Random(seed)
    count = random.choice((2, 4, 6, 6, 8, 8))
    players = list(range(count))
    groups: list[list[int]] = []
    while players:
        size = random.choice((1, 1, 2, 3, count))
        groups.append(players[:size])
        players = players[size:]
    style = random.choice(("forbidden", "same", "different"))
    density = random.choice((0.2, 0.4, 0.6))
    costs: dict[frozenset[int], int | None] = {}
    for both in itertools.combinations(range(count), 2):
        value: int | None = 0
        if random.random() < density:
            value = {"forbidden": None, "same": 1}.get(style, random.choice((101, 110, 200)))
        costs[frozenset(both)] = value

    def cost(one: int, two: int) -> int | None:
        return costs[frozenset((one, two))]

    expected = enumerate_rule_4(groups, cost)
    if expected is None:
        with pytest.raises(NoLegalPairing):
            brackets(groups, Prices(count, cost), None)
    else:
        assert expected == sorted(brackets(groups, Prices(count, cost), None))


@pytest.mark.parametrize("seed", range(150))
def test_the_matching_is_a_largest_one(seed: int) -> None:
    random = Random(seed)
    count = random.randrange(1, 10)
    edges = [0] * count
    density = random.choice((0.15, 0.3, 0.5))
    for one, two in itertools.combinations(range(count), 2):
        if random.random() < density:
            edges[one] |= 1 << two
            edges[two] |= 1 << one
    mask = random.randrange(1 << count)
    members = [player for player in range(count) if mask >> player & 1]
    largest = max(
        len(pairs)
        for pairs in all_matchings(members)
        if all(edges[one] >> two & 1 for one, two in pairs)
    )
    assert largest == matching_size(mask, edges)


@pytest.mark.parametrize("seed", range(60))
def test_further_rounds_are_counted_right(seed: int) -> None:
    """The bye as one more opponent and the round-by-round search say the same."""
    random = Random(seed)
    count = random.choice((3, 4, 5, 6))
    edges = [((1 << count) - 1) & ~(1 << one) for one in range(count)]
    for one, two in itertools.combinations(range(count), 2):
        if random.random() < 0.35:
            edges[one] &= ~(1 << two)
            edges[two] &= ~(1 << one)
    byes = tuple(random.choice((0, 0, 1)) for _ in range(count))
    rounds = random.randrange(1, 5)

    def literal(left: tuple[int, ...], further: int) -> bool:
        if further == 0:
            return True
        return any(
            literal(remove(left, pairs), further - 1)
            for pairs in perfect_matchings((1 << count) - 1, list(left))
        )

    def remove(left: tuple[int, ...], pairs: list[tuple[int, int]]) -> tuple[int, ...]:
        gone = {frozenset(both) for both in pairs}
        return tuple(
            sum(
                1 << two
                for two in range(count)
                if left[one] >> two & 1 and frozenset((one, two)) not in gone
            )
            for one in range(count)
        )

    expected = (
        plan_round_by_round(tuple(edges), byes, rounds)
        if count % 2
        else literal(tuple(edges), rounds)
    )
    assert expected == plan_possible(tuple(edges), byes, rounds)


@pytest.mark.parametrize(("count", "rounds"), [(4, 3), (5, 5), (6, 5), (7, 7), (8, 7)])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_plan_safe_never_runs_dry(ruleset: str, count: int, rounds: int) -> None:
    for seed in range(3):
        random = Random(seed)
        sheet = event(
            ruleset,
            [f"p{number}" for number in range(count)],
            seed=str(seed),
            plan={"swiss_rounds": rounds, "cut": None},
            options={"pairing.plan_safe": True},
        )
        for _ in range(rounds):
            matches = pair(sheet)["matches"]
            for match in matches:
                if "kind" not in match:
                    score = random.sample(range(60), 2)
                    match["report"] = time(score, leaders=[True, False])
            sheet["stages"][0]["rounds"].append({"matches": matches})


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("ruleset", RULESETS)
def test_random_events_are_answered(ruleset: str, seed: int) -> None:
    """Standings and pairing answer every random event, whatever the order of the players."""
    random = Random(f"{ruleset} {seed}")
    sheet = random_event(ruleset, random, hard=seed % 3 == 0)
    shuffled = dict(sheet, players=random.sample(sheet["players"], len(sheet["players"])))
    assert standings(sheet) == standings(shuffled)
    try:
        drawn = pair(sheet)
    except (NoLegalPairing, NothingToDraw, Refused) as error:
        with pytest.raises(type(error)):
            pair(shuffled)
        if isinstance(error, NoLegalPairing):
            assert pair(sheet, True) == pair(shuffled, True)
        return
    assert drawn == pair(shuffled) == pair(sheet, True)
    ids = [id_ for match in drawn["matches"] for id_ in match["players"]]
    assert len(set(ids)) == len(ids)
