"""Tournaments under random made rulesets pass the check; unsound ones are refused by place."""

import tomllib

import pytest

from tests.amount import amount
from tests.dev.made_rulesets import made_file, made_ruleset
from tests.dev.many_tournaments import fault_of
from tiltyard.engine.errors import RulesetUnreadable
from tiltyard.rulesets.loader import load_files
from tiltyard.rulesets.writing import write_toml


@pytest.mark.parametrize("part", range(4))
def test_tournaments_under_made_rulesets_pass_the_check(part):
    for number in range(part * amount(12, 100), (part + 1) * amount(12, 100)):
        assert fault_of(made_ruleset(number), number) is None, number


def test_a_made_ruleset_is_the_same_file_again():
    for number in range(20):
        _, table = made_file(number)
        assert table == tomllib.loads(write_toml(table))


@pytest.mark.parametrize(
    ("section", "value", "code", "place"),
    [
        ("score", {"best_of": 2, "counts": "games"}, "best-of-even", "score.best_of"),
        ("elimination", {"losses": 3}, "elimination-losses-impossible", "elimination.losses"),
        ("rates", {"least": [1, 0], "clause": "HF-021"}, "rates-no-fraction", "rates.least"),
        ("rates", {"own_games": False}, "rates-clause-missing", "rates.clause"),
        ("points", {"per_cent": True}, "per-cent-of-nothing", "points.per_cent"),
        ("points", {"by": "entered"}, "entered-points-asked-nowhere", "points.by"),
        (
            "score",
            {"objectives_most": 5, "objectives_clause": "HF-012"},
            "most-of-no-objectives",
            "score.objectives_most",
        ),
        (
            "elimination",
            {"losses": 2, "second_clause": ""},
            "clause-of-second-bracket-missing",
            "elimination.second_clause",
        ),
    ],
)
def test_an_unsound_ruleset_is_refused_by_name_with_its_place(section, value, code, place):
    table = {"inherits": "win-draw-loss@1", "id": "mine", "version": "1", section: value}
    with pytest.raises(RulesetUnreadable) as no:
        load_files("mine@1", {"mine@1": write_toml(table)})

    assert (code, place) == (no.value.code, no.value.facts["place"])
