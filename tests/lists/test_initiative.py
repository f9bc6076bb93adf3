"""Who decides who begins: the lower total, a coin between equal ones, nobody without totals."""

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiltyard.engine.chance import Urn
from tiltyard.engine.rosters.checks import total_in_round
from tiltyard.engine.rosters.roster import Entry, Listed, Muster, Roster
from tiltyard.engine.rosters.setup import Chooser, chooser, coin
from tiltyard.rulesets.loader import load

GAMES = {
    "runewars": ("RW-111", "RW-112"),
    "xwing-dogfight": ("XW-050", "XW-051"),
    "armada": ("AR-063", "AR-064"),
}


def games(which):
    """Every game with its two clauses; `which` of them the test proves."""
    return [
        pytest.param(load(name), clauses[which], id=name,
                     marks=pytest.mark.clause(clauses[which]))
        for name, clauses in GAMES.items()
    ]  # fmt: skip


@pytest.mark.parametrize(("rules", "clause"), games(0))
def test_the_lower_total_decides_even_by_one_point(rules, clause):
    assert Chooser(0, clause) == chooser(rules, (99, 100))
    assert Chooser(1, clause) == chooser(rules, (100, 99))


@pytest.mark.parametrize(("rules", "clause"), games(1))
def test_equal_totals_are_for_a_coin(rules, clause):
    assert Chooser(None, clause) == chooser(rules, (100, 100))
    assert Chooser(None, clause) == chooser(rules, (0, 0))


@pytest.mark.clause("AMB-038")
@pytest.mark.parametrize("totals", [(None, 100), (100, None), (None, None), (0, None)])
def test_without_both_totals_nobody_decides(totals):
    assert chooser(load("runewars"), totals) is None


@pytest.mark.parametrize("name", ["diskwars", "middle-earth"])
def test_a_game_without_the_rule_has_no_chooser(name):
    assert chooser(load(name), (99, 100)) is None


# ------------------------------------------------------------------- Escalation: four totals


def squads(*totals):
    entries = [(Entry("ships", Listed("Rookie Pilot", points=total)),) for total in totals]
    return Roster(musters=tuple(map(Muster, entries)))


FOUR = (squads(58, 90, 117, 150), squads(60, 88, 117, 149))


@pytest.mark.clause("AMB-085", "XW-050", "XW-051")
@pytest.mark.parametrize(
    ("stage", "number", "expected"),
    [
        pytest.param("swiss", 1, 0, id="round 1: 58 against 60"),
        pytest.param("swiss", 2, 1, id="round 2: 90 against 88"),
        pytest.param("swiss", 3, None, id="round 3: both 117"),
        pytest.param("swiss", 4, 1, id="round 4: 150 against 149"),
        pytest.param("swiss", 5, 1, id="a fifth round is played with the fourth squad"),
        pytest.param("elimination", 1, 1, id="the bracket is played with the fourth squad"),
    ],
)
def test_in_escalation_the_squad_of_the_round_counts(stage, number, expected):
    rules = load("xwing-escalation")
    first, second = (total_in_round(roster, rules, stage, number) for roster in FOUR)
    answer = chooser(rules, (first, second))

    assert answer is not None
    assert expected == answer.index


# ------------------------------------------------------------------------------------ the coin


@pytest.mark.clause("RW-112", "XW-051", "AR-064")
@pytest.mark.parametrize(
    ("match", "round_"), [("1.1.4", "1|1"), ("1.3.12", "1|3"), ("2.1.1", "2|1")]
)
@pytest.mark.parametrize("seed", ["", "any text", *"abcdefgh"])
def test_the_coin_is_a_lot_anybody_can_draw_again(match, round_, seed):
    def lot(player):
        return sha256(f"tiltyard/1|{seed}|coin|{round_}|{player}".encode()).digest()

    winner = min(("p1", "p2"), key=lot)

    assert winner == ("p1", "p2")[coin(seed, match, ("p1", "p2"))]


@given(st.text(max_size=8), st.integers(1, 3), st.integers(1, 20), st.integers(1, 99))
def test_the_coin_does_not_ask_who_sits_where(seed, stage, number, place):
    match = f"{stage}.{number}.{place}"

    assert coin(seed, match, ("a", "b")) == 1 - coin(seed, match, ("b", "a"))


@pytest.mark.clause("RW-112")
def test_the_coin_is_fair():
    tossed = Counter(
        coin(f"seed {seed}", f"{stage}.{number}.1", ("a", "b"))
        for seed in range(100)
        for stage in (1, 2)
        for number in range(1, 11)
    )

    assert 900 < tossed[0] < 1100
    assert 2000 == tossed.total()


def test_the_coin_is_no_other_lot():
    same = [
        Urn(str(seed), "order", 1, 1).order("ab")[0] == "ab"[coin(str(seed), "1.1.1", ("a", "b"))]
        for seed in range(100)
    ]

    assert 20 < sum(same) < 80
