"""The check of people, slips, cut and ranking: each code from a damaged event, none without."""

import re
from copy import deepcopy
from importlib import resources

import pytest

from tests.rules.events import (
    bracket,
    bye,
    event,
    forfeit,
    game,
    played,
    still_playing,
    swiss,
    unpaired_loss,
)
from tiltyard.engine.errors import SlipRefused, TiltyardError
from tiltyard.text.say import sentences

AUDIT = resources.files("tiltyard.engine.audit")
CODES = set(sentences("findings"))


def four(first_score=(90, 0)):
    """Two rounds of four players, a semifinal and a final, all as it should be."""
    return event(
        "xwing-dogfight",
        [{"id": one, "name": f"Player {one}", "total": 100} for one in "ABCD"],
        swiss(
            played(game("A", "D", "time", first_score), game("B", "C", "time", (80, 0))),
            played(game("A", "B", "time", (90, 0)), game("C", "D", "time", (50, 0))),
        ),
        bracket(
            "ABCD",
            played(
                {"game": 1, **game("A", "D", "time", (30, 0))},
                {"game": 2, **game("B", "C", "time", (30, 0))},
            ),
            played({"game": 1, **game("A", "B", "time", (30, 0))}),
        ),
        plan={"swiss_rounds": 2, "cut": 4},
        ranking=["A", "B", "C", "D"],
    )


def four_with(change):
    damaged = deepcopy(four())
    change(damaged)
    return damaged


def match(document, stage, number, index):
    return document["stages"][stage]["rounds"][number]["matches"][index]


def after(document, stage, number, *changes):
    document["stages"][stage]["rounds"][number]["after"] = [
        {"player": player, "change": change} for player, change in changes
    ]


def _open_round(document):
    del match(document, 0, 0, 1)["report"]
    del document["stages"][1], document["ranking"]


def _plays_after(change):
    def damage(document):
        after(document, 0, 0, ("D", change))
        del document["stages"][1], document["ranking"]

    return damage


def _sits_out_though_here(document):
    matches = document["stages"][0]["rounds"][1]["matches"]
    other = next(one for one in matches[1]["players"] if one != "D")
    matches[1] = {"kind": "unpaired_loss", "players": ["D"]}
    matches.append({"kind": "bye", "players": [other]})
    del document["stages"][1], document["ranking"]


def _stranger_in_the_bracket(document):
    document["stages"][1]["seeds"] = ["A", "B"]
    document["plan"]["cut"] = 2
    document["stages"][1]["rounds"] = [played(game("A", "C", "time", (30, 0)))]
    del document["ranking"]


def _nobody_for_d(document):
    document["stages"][0]["rounds"][0]["matches"][0] = bye("A")


def _loser_plays_on(document):
    match(document, 1, 1, 0)["players"] = ["A", "D"]


def _rejoins_after_disqualification(document):
    after(document, 1, 0, ("D", "disqualify"))
    after(document, 1, 1, ("D", "rejoin"))
    document["ranking"] = ["A", "B", "C"]


def _leaves_twice(document):
    after(document, 1, 0, ("D", "drop"))
    after(document, 1, 1, ("D", "drop"))


def _leaves_after_disqualification(document):
    after(document, 1, 0, ("D", "disqualify"))
    after(document, 1, 1, ("D", "drop"))
    document["ranking"] = ["A", "B", "C"]


def _rejoins_without_leaving(document):
    after(document, 0, 0, ("D", "rejoin"))


def _rejoins_without_a_loss(document):
    document["stages"] = [
        swiss(
            played(game("A", "D", "time", (90, 0)), game("B", "C", "time", (50, 0)), drop=["D"]),
            played(game("A", "B", "time", (90, 0)), bye("C"), rejoin=["D"]),
        )
    ]
    del document["ranking"]


def _states(index, **numbers):
    return lambda document: match(document, 0, 0, index).update(stated=numbers)


def _states_an_award(document):
    document["stages"] = [
        swiss(played({**bye("A"), "stated": {"tp": [5], "mov": [149]}}, bye("B")))
    ]
    document["stages"][0]["rounds"][0]["matches"] += [bye("C"), bye("D")]
    del document["ranking"]


def _objectives(document):
    match(document, 0, 0, 0)["report"]["objectives"] = [5, 0]


def _rolls_on(document):
    document["ruleset"] = "runewars"
    document["stages"] = [
        swiss(
            played(
                game("A", "D", "time", (9, 9), flurry=[[5, 4], [4, 6]]),
                game("B", "C", "time", (9, 9), flurry=[[4, 4], [4, 6]]),
            )
        )
    ]
    del document["ranking"]


def _announced_otherwise(document):
    document["plan"]["announced"] = {"swiss_rounds": 7, "cut": 4}


def _cut_by_points(document):
    document["ruleset"] = "runewars"
    document["options"] = {"cut.points": 1}
    document["plan"]["cut"] = None
    document["stages"][1]["seeds"] = ["A", "B"]
    document["stages"][1]["rounds"] = []


def _dear_list(document):
    document["players"][0]["total"] = 401


def _cheap_list(document):
    document["players"][3]["total"] = 89


def _nothing_left(document):
    document["players"][3]["total"] = 90


def _destroyed_for_less(document):
    document["players"][3]["total"] = 95
    match(document, 0, 0, 0)["report"] = {"end": "destroyed", "survivor": 0, "score": [90, 0]}


def _plan(**numbers):
    return lambda document: document["plan"].update(numbers)


def _wrong_seeds(document):
    document["stages"][1]["seeds"] = ["A", "C", "B", "D"]
    document["stages"][1]["rounds"] = []
    del document["ranking"]


def _wrong_ranking(document):
    document["ranking"] = ["A", "B", "D", "C"]


DAMAGED = {
    "open-round": (_open_round, "stages[0].rounds[0]", [], "error"),
    "plays-after-disqualification": (
        _plays_after("disqualify"),
        "stages[0].rounds[1].matches[1]",
        ["D"],
        "error",
    ),
    "plays-after-drop": (_plays_after("drop"), "stages[0].rounds[1].matches[1]", ["D"], "error"),
    "needless-unpaired-loss": (
        _sits_out_though_here,
        "stages[0].rounds[1].matches[1]",
        ["D"],
        "error",
    ),
    "not-in-the-stage": (
        _stranger_in_the_bracket,
        "stages[1].rounds[0].matches[0]",
        ["C"],
        "error",
    ),
    "missing-player": (_nobody_for_d, "stages[0].rounds[0]", ["D"], "error"),
    "plays-after-defeat": (_loser_plays_on, "stages[1].rounds[1].matches[0]", ["D"], "error"),
    "rejoin-after-disqualification": (
        _rejoins_after_disqualification,
        "stages[1].rounds[1]",
        ["D"],
        "error",
    ),
    "left-twice": (_leaves_twice, "stages[1].rounds[1]", ["D"], "error"),
    "rejoin-without-leaving": (_rejoins_without_leaving, "stages[0].rounds[0]", ["D"], "error"),
    "no-unpaired-loss": (_rejoins_without_a_loss, "stages[0].rounds[1]", ["D"], "error"),
    "wrong-number": (_states(0, tp=[5, 1]), "stages[0].rounds[0].matches[0]", ["D"], "error"),
    "wrong-award": (_states_an_award, "stages[0].rounds[0].matches[0]", ["A"], "error"),
    "objectives-not-counted": (
        _objectives,
        "stages[0].rounds[0].matches[0]",
        ["A", "D"],
        "notice",
    ),
    "rolled-on": (_rolls_on, "stages[0].rounds[0].matches[0]", ["A", "D"], "warning"),
    "score-above-total": (_cheap_list, "stages[0].rounds[0].matches[0]", ["A"], "error"),
    "whole-list-destroyed": (_nothing_left, "stages[0].rounds[0].matches[0]", ["A"], "error"),
    "list-not-destroyed": (
        _destroyed_for_less,
        "stages[0].rounds[0].matches[0]",
        ["A"],
        "warning",
    ),
    "list-over-limit": (_dear_list, "", ["A"], "error"),
    "plan-changed": (_announced_otherwise, "", [], "error"),
    "cut-points": (_cut_by_points, "stages[1]", ["C", "D"], "error"),
    "cut-size": (_plan(cut=2), "stages[1]", [], "error"),
    "wrong-cut": (_wrong_seeds, "stages[1]", ["C", "B"], "error"),
    "wrong-number-of-rounds": (_plan(swiss_rounds=3), "stages[1]", [], "error"),
    "wrong-ranking": (_wrong_ranking, "", ["D", "C"], "error"),
}


@pytest.fixture
def found(findings):
    """The findings about people, slips, cut and ranking, whatever is said of the drawing."""
    return lambda document: [one for one in findings(document) if one["code"] in DAMAGED]


def test_a_clean_event_has_no_findings(found):
    assert [] == found(four())


def test_every_code_of_these_checks_has_its_sentence_and_its_damaged_event():
    written = {
        code
        for name in ("presence", "slips")
        for code in re.findall(r'"([a-z]+(?:-[a-z]+)+)"', (AUDIT / f"{name}.py").read_text("utf-8"))
    }

    elsewhere = {"time-in-untimed-game"}  # test_audit_untimed.py
    assert set(DAMAGED) == {code for code in written if code in CODES} - elsewhere
    assert set(DAMAGED) <= CODES


@pytest.mark.clause("RW-143", "RW-146", "RW-147", "AMB-018")
@pytest.mark.parametrize("code", sorted(DAMAGED))
def test_a_damaged_event_is_found_out(found, code):
    damage, where, players, severity = DAMAGED[code]
    matching = [one for one in found(four_with(damage)) if one["code"] == code]

    assert [(where, players, severity)] == [
        (one["where"], one["players"], one["severity"]) for one in matching
    ]
    assert matching[0]["clause"]
    assert "{" not in matching[0]["text"]


def test_who_is_missing_from_an_explained_round_is_a_notice(found):
    document = four_with(_nobody_for_d)
    document["stages"][0]["rounds"][0]["override"] = {"by": "Another program", "reason": "drawn"}
    (notice,) = [one for one in found(document) if one["code"] == "missing-player"]

    assert ("notice", ["D"]) == (notice["severity"], notice["players"])


@pytest.mark.parametrize("code", sorted(DAMAGED))
def test_one_damage_gives_one_finding(found, code):
    assert [code] == [one["code"] for one in found(four_with(DAMAGED[code][0]))]


# Details


@pytest.mark.clause("RW-146", "AMB-012")
def test_a_rejoin_with_its_unpaired_losses_is_clean(found):
    rounds = (
        played(game("A", "B", "time", (90, 0)), game("C", "D", "time", (9, 0)), drop=["D"]),
        played(game("A", "C", "time", (90, 0)), bye("B"), unpaired_loss("D")),
        played(game("B", "C", "time", (90, 0)), bye("A"), unpaired_loss("D"), rejoin=["D"]),
        played(game("A", "D", "time", (90, 0)), unpaired_loss("B"), unpaired_loss("C")),
    )
    clean = event("runewars", "A B C D", swiss(*rounds))
    half = deepcopy(clean)
    half["stages"][0]["rounds"][1]["matches"].pop()

    assert [] == [one for one in found(clean) if one["players"] == ["D"]]
    (one,) = [one for one in found(half) if one["players"] == ["D"]]
    assert ("no-unpaired-loss", "RW-146") == (one["code"], one["clause"])
    assert one["text"].endswith("for round 2.")


@pytest.mark.clause("AMB-018")
def test_leaving_after_a_disqualification_is_leaving_twice(found):
    answer = found(four_with(_leaves_after_disqualification))

    assert [("left-twice", ["D"])] == [(one["code"], one["players"]) for one in answer]


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        pytest.param({"tp": [5, 0], "mov": [190, 10]}, [], id="right"),
        pytest.param({"tp": [4, 0]}, [("A", "XW-062")], id="points of the winner"),
        pytest.param({"mov": [190, 11]}, [("D", "XW-064")], id="margin of the loser"),
        pytest.param({"mov": [189, 11]}, [("A", "XW-064"), ("D", "XW-064")], id="both margins"),
    ],
)
def test_stated_numbers_are_compared_with_the_slip(found, numbers, expected):
    answer = found(four_with(_states(0, **numbers)))

    assert expected == [(one["players"][0], one["clause"]) for one in answer]
    assert {"wrong-number"} >= {one["code"] for one in answer}


@pytest.mark.clause("XW-057", "XW-066")
@pytest.mark.parametrize(
    ("total", "expected"),
    [(91, []), (90, ["whole-list-destroyed"]), (89, ["score-above-total"])],
)
def test_a_score_at_time_stays_below_the_total_of_the_list(found, total, expected):
    """All of a list is no score at time: the squad is wiped out and counts 100."""
    document = four()
    document["players"][3]["total"] = total

    assert expected == [one["code"] for one in found(document)]


@pytest.mark.clause("XW-066", "XW-067")
@pytest.mark.parametrize(
    "report",
    [
        pytest.param({"end": "destroyed", "survivor": 0, "score": [100, 0]}, id="wiped out"),
        pytest.param({"end": "concession", "conceded": 1, "score": [100, 0]}, id="conceded"),
    ],
)
def test_a_cheap_list_that_was_destroyed_may_count_in_full(found, report):
    document = four()
    document["players"][3]["total"] = 88
    match(document, 0, 0, 0)["report"] = report

    assert [] == found(document)


@pytest.mark.clause("XW-055", "XW-056", "XW-066")
@pytest.mark.parametrize(
    ("report", "expected"),
    [
        pytest.param(
            {"end": "destroyed", "survivor": 0, "score": [97, 97]},
            [("whole-list-destroyed", "D", "error")],
            id="the survivor has nothing left",
        ),
        pytest.param({"end": "destroyed", "survivor": 0, "score": [97, 96]}, [], id="survives"),
        pytest.param(
            {"end": "destroyed", "survivor": 0, "score": [50, 0]},
            [("list-not-destroyed", "A", "warning")],
            id="destroyed for less than it costs",
        ),
        pytest.param(
            {"end": "mutual", "score": [50, 60]},
            [("list-not-destroyed", "A", "error"), ("list-not-destroyed", "D", "error")],
            id="both destroyed, and neither is",
        ),
        pytest.param({"end": "mutual", "score": [97, 100]}, [], id="both destroyed"),
        pytest.param(
            {"end": "concession", "conceded": 1, "score": [3, 98]},
            [("score-above-total", "D", "error")],
            id="more than the winner had",
        ),
    ],
)
def test_an_ending_fits_what_is_left_of_the_lists(found, report, expected):
    document = four()
    for player in document["players"]:
        player["total"] = 97
    match(document, 0, 0, 0)["report"] = report
    said = [(one["code"], one["players"][0], one["severity"]) for one in found(document)]

    assert expected == [one for one in said if "list-" in one[0] or "score-" in one[0]]


@pytest.mark.clause("RW-176", "AMB-042")
@pytest.mark.parametrize(
    ("score", "expected"),
    [
        (59, []),
        (60, [("whole-list-destroyed", "warning")]),
        (61, [("score-above-total", "error")]),
        (200, [("score-above-total", "warning")]),
    ],
)
def test_a_concession_gives_no_more_than_the_list_of_who_conceded(found, score, expected):
    conceded = {"end": "concession", "conceded": 1, "score": [score, 0]}
    document = event("runewars", "A B", swiss(played(game("A", "B", "time", (1, 0)))))
    document["players"][1]["total"] = 60
    match(document, 0, 0, 0)["report"] = conceded
    said = [(one["code"], one["severity"]) for one in found(document)]

    assert expected == [one for one in said if "list-" in one[0] or "score-" in one[0]]


def test_an_open_last_round_is_no_finding(found):
    document = event(
        "armada",
        "A B C D",
        swiss(
            played(game("A", "B", "time", (90, 0)), game("C", "D", "time", (80, 0))),
            played(still_playing("A", "C"), game("B", "D", "time", (10, 0))),
        ),
    )

    assert "open-round" not in {one["code"] for one in found(document)}


def test_an_absent_player_is_not_missing(found):
    document = event("xwing-dogfight", "A B", swiss(played(forfeit("A", "B"))))

    assert [] == found(document)


def test_a_slip_that_cannot_be_is_refused_with_its_place(found):
    document = four(first_score=(101, 0))

    with pytest.raises(SlipRefused) as caught:
        found(document)
    assert (0, 0, 0) == caught.value.where


@pytest.mark.clause("XW-087")
def test_a_level_bracket_game_without_initiative_is_refused_with_its_place(found):
    document = four()
    match(document, 1, 0, 1)["report"]["score"] = [30, 30]

    with pytest.raises(TiltyardError) as caught:
        found(document)
    assert ((1, 0, 1), "initiative") == (caught.value.where, caught.value.field)
