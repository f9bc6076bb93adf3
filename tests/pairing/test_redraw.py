"""A round drawn again: `attempt` marks the seed of its lots, and of no others."""

import json

import pytest
from click.testing import CliRunner

from tests.pairing.events import (
    by_lot,
    drawn,
    lot,
    next_number,
    ranks,
    resting,
    state,
    with_round,
)
from tests.rules.events import event, order
from tiltyard.cli import group


def again(before, attempt):
    """The event with its next round there, empty, to be drawn for the attempt-th time."""
    return with_round(before, attempt=attempt)


@pytest.mark.clause("RW-150", "RW-153", "AMB-002")
@pytest.mark.parametrize("attempt", [1, 2, 3, 10])
@pytest.mark.parametrize("seed", ["", "s"])
def test_the_lots_of_the_first_round_use_the_marked_seed(seed, attempt, pairings):
    names = list("ABCDEFG")
    marked = seed if attempt == 1 else f"{seed}#{attempt}"
    rest = by_lot(names, "bye", seed=marked)[0]
    lots = by_lot([one for one in names if one != rest], "order", seed=marked)
    answer = pairings(again(event("armada", "A B C D E F G", seed=seed), attempt))

    assert " ".join(
        [f"{a}-{b}" for a, b in zip(lots[::2], lots[1::2], strict=True)] + [rest]
    ) == drawn(answer)
    assert (1, 1) == (answer["stage"], answer["round"])


@pytest.mark.clause("AMB-002")
def test_an_empty_round_without_an_attempt_is_the_first(pairings):
    before = event("armada", "A B C D E F", seed="s")

    assert pairings(before) == pairings(with_round(before)) == pairings(again(before, 1))


@pytest.mark.clause("RW-151", "AMB-002")
@pytest.mark.parametrize("attempt", [2, 3])
def test_a_later_round_draws_its_groups_again(attempt, pairings):
    before = state("runewars", dict.fromkeys("ABCDEF", 16), seed="s")
    number = next_number(before)
    lots = by_lot("ABCDEF", "order", seed=f"s#{attempt}", number=number)
    answer = pairings(again(before, attempt))

    assert " ".join(f"{a}-{b}" for a, b in zip(lots[::2], lots[1::2], strict=True)) == drawn(answer)
    assert number == answer["round"]


@pytest.mark.clause("DW-057", "AMB-002")
def test_the_bye_of_diskwars_is_drawn_again(pairings):
    found = set()
    for attempt in range(1, 9):
        before = state("diskwars", {"A": 20, "B": 20, "X": 5, "Y": 5, "Z": 5}, seed="s")
        marked = "s" if attempt == 1 else f"s#{attempt}"
        expected = by_lot("XYZ", "bye", seed=marked, number=next_number(before))[0]
        assert expected == resting(pairings(again(before, attempt)))
        found.add(expected)
    assert len(found) > 1


@pytest.mark.clause("AMB-002")
def test_ties_of_the_standings_are_not_drawn_again(pairings, standings):
    """Middle-earth pairs by standings: everybody is level, and the lot of the tie stays."""
    before = state("middle-earth", dict.fromkeys("ABCDEFG", 3), seed="s")
    rows = [one for one in order(standings(before)).split() if one in "ABCDEFG"]
    couples = [f"{a}-{b}" for a, b in zip(rows[:6:2], rows[1:6:2], strict=True)]

    for attempt in (1, 2, 3):
        assert " ".join([*couples, rows[6]]) == drawn(pairings(again(before, attempt)))


@pytest.mark.clause("RW-107", "AMB-002")
def test_the_cards_of_the_round_stay(pairings):
    before = state("runewars", ranks("A B C D"), seed="s", date="2018-11-03")
    cards = {
        (pairings(again(before, n))["deployment"], pairings(again(before, n))["objective"])
        for n in range(1, 6)
    }

    assert 1 == len(cards)


@pytest.mark.clause("RW-163", "RW-164", "AMB-002")
@pytest.mark.parametrize("attempt", [1, 2, 4])
def test_a_start_with_elimination_is_drawn_again(attempt, pairings):
    names = list("ABCDE")
    marked = "s" if attempt == 1 else f"s#{attempt}"
    byes = by_lot(names, "elimination", seed=marked)[:3]
    others = by_lot([one for one in names if one not in byes], "order", seed=marked)
    games = [[one] for one in byes] + [others]
    games.sort(key=lambda ids: lot(marked, "elimination", 1, 1, "game:" + "+".join(ids)))
    stage = {"kind": "elimination", "seeds": names, "rounds": [{"matches": [], "attempt": attempt}]}
    answer = pairings(event("runewars", "A B C D E", stage, seed="s", plan={"swiss_rounds": 0}))

    assert games == [match["players"] for match in answer["matches"]]


@pytest.mark.clause("AMB-002")
@pytest.mark.parametrize("ruleset", ["armada", "middle-earth", "diskwars"])
def test_another_seed_on_the_command_line_replaces_that_of_the_file(ruleset, tmp_path, pairings):
    """Everywhere: ties, lots of the round, and with the mark of an attempt."""
    before = again(state(ruleset, dict.fromkeys("ABCDE", 5), seed="file"), 2)
    file = tmp_path / "event.json"
    file.write_text(json.dumps(before), "utf-8")
    answers = {
        seed: json.loads(
            CliRunner().invoke(group, ["pair", "--json", "--seed", seed, str(file)]).stdout
        )
        for seed in ("", "other", "file")
    }

    for seed, answer in answers.items():
        assert pairings(before | {"seed": seed}) == answer
    assert 1 < len({drawn(answer) for answer in answers.values()})
