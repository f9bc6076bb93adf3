"""Organizer options: declared in full, changing exactly one value, refusing what cannot be."""

from dataclasses import fields

import pytest

from tests.refusing import refuses
from tests.rules.events import (
    SIX,
    bracket,
    bye,
    deciders,
    event,
    game,
    keys,
    order,
    played,
    swiss,
    unpaired_loss,
)
from tiltyard.clauses.loader import load_clauses, load_decisions
from tiltyard.engine.errors import OptionRefused
from tiltyard.engine.options import amount, settled, with_options
from tiltyard.rulesets.loader import load
from tiltyard.text.refusals import fix_text

CLAUSES = {entry.id for entry in (*load_clauses(), *load_decisions())}
DECLARED = [
    pytest.param(ruleset, name, id=f"{ruleset} {name}")
    for ruleset in SIX
    for name in load(ruleset).options
]

# For every option a legal value that is not the default, and values that are refused.
LEGAL = {
    "rematch.on_impossible": "block",
    "rematch.scope": {"stage": "swiss", "swiss": "event", "event": "stage"},
    "sos.include_disqualified": False,
    "sos.bye_counts_as_round": False,
    "sos.unpaired_counts_as_round": False,
    "unpaired_loss.tp": 1,
    "forfeit.award": "concession",
    "forfeit.counts_as_met": True,
    "no_show.minutes": 15,
    "late_entry": "refuse",
    "tables.order": "random",
    "stage.carry_points": False,
    "cut.replace": "bye_for_opponent",
    "cut.points": 24,
    "elim.reseed": True,
    "extension.minutes": 10,
    "lists.required": "never",
    "lists.approval": {"clean": "by_hand", "by_hand": "clean"},
    "lists.reveal": "start",
    "lists.factions": ("Elves", "Dwarves"),
    "legality.worlds_2014": True,
    "bye.max_per_player": "unlimited",
    "bye.pick": {
        "lowest_standing": "random_in_lowest_group",
        "random_in_lowest_group": "lowest_standing",
    },
    "pairing.plan_safe": True,
    "pairing.avoid_affiliation": {True: False, False: True},
    "pairing.inside": {"random": "sos", "standings": "random"},
    "pairing.system": "round_robin",
    "standings.order": ("tp", "lot"),
    "final_ties": "shared",
    "h2h.repeat": True,
    "clock.swiss": {
        (90,): (91,),
        (75,): (80,),
        (50, 70, 90, 120): (55, 75, 95, 115),
        (65,): (70,),
        (135,): (9,),
    },
    "clock.elimination": {(90,): (100,), (): (80,), (120,): (125,), "as_swiss": (80,)},
    "concession.snapshot": "after_destroy",
    "draws.avoid_back_to_back": True,
    "draws.deployment.cards": ("Night Raid", "River Crossing"),
    "draws.objective.cards": ("Hold the Shrine",),
    "bye.mov": 33,
    "full_win_margin": (13,),
    "standings.extra": ("painting",),
    "standings.once": ("painting",),
    "concession.keep_loser_leader_kill": True,
    "bye.repeat_in_final": True,
    "mats": "venue",
}
NEVER = {
    "flag": [0, 1, "true", None, [], "yes"],
    "whole number": [-1, "1", 1.0, True, None, [1], 1_000_001],
    "per round": [0, -1, "12", 12.0, True, None, [], [12, 0], [12, "12"]],
    "amount": [-1, "150", "x*available", "1.5", 1.5, None, True, "*available", 1_000_001],
    "choice": ["", "other", None, 1, True, ["random"], "RANDOM"],
    "limit": [0, -1, "none", None, True, 1.0, "Unlimited"],
    "names": ["painting", ["tp"], ["lot"], ["a", "a"], [""], [1], None, {}],
    "cards": ["Night Raid", ["a", "A"], ["a", " a "], [""], [1], None, {}, ["x" * 81]],
    "minutes": [0, "75", 75.5, None, True, [0], ["75"], 24 * 60 + 1],
    "tie-breaks": ["tp", [], ["mov"], ["tp", "tp"], ["tp", "luck"], ["sos", "tp"], None, [1]],
}


def other_value(rules, name):
    value = LEGAL[name]
    return value[settled(rules, name)] if isinstance(value, dict) else value


# Declared


@pytest.mark.parametrize(("ruleset", "name"), DECLARED)
def test_every_option_has_a_default_a_type_a_clause_and_a_sentence(ruleset, name):
    rules = load(ruleset)
    option = rules.options[name]

    assert option.type in NEVER
    assert option.clause in CLAUSES
    assert option.help[0].isupper()
    assert option.help.endswith(".")
    assert settled(rules, name) is not None
    if option.type == "choice":
        assert settled(rules, name) in option.choices


def test_every_option_has_a_line_in_this_file():
    assert set(LEGAL) == {name for ruleset in SIX for name in load(ruleset).options}


# Set


@pytest.mark.parametrize(("ruleset", "name"), DECLARED)
def test_a_legal_value_changes_the_value_it_names_and_nothing_else(ruleset, name):
    rules = load(ruleset)
    value = other_value(rules, name)
    changed = with_options(rules, {name: value})

    assert settled(rules, name) != value == settled(changed, name)
    top = rules.options[name].sets.partition(".")[0]
    assert {top} == {
        entry.name
        for entry in fields(rules)
        if getattr(rules, entry.name) != getattr(changed, entry.name)
    }


@pytest.mark.parametrize(("ruleset", "name"), DECLARED)
def test_the_default_may_be_said_out_loud(ruleset, name):
    rules = load(ruleset)
    default = settled(rules, name)
    given = list(default) if isinstance(default, tuple) else default

    assert rules == with_options(rules, {name: given})


@pytest.mark.parametrize(("ruleset", "name"), DECLARED)
def test_what_cannot_be_is_refused_by_name(ruleset, name):
    rules = load(ruleset)
    for value in NEVER[rules.options[name].type]:
        with pytest.raises(OptionRefused) as caught:
            with_options(rules, {name: value})
        assert name == caught.value.field, value
        assert fix_text(caught.value), value


@pytest.mark.parametrize("ruleset", SIX)
def test_an_unknown_option_is_refused_with_the_choices(ruleset):
    with refuses(OptionRefused, match=r"has no option 'bye\.tp'") as caught:
        with_options(load(ruleset), {"bye.tp": 3})

    assert "bye.tp" == caught.value.field
    assert "sos.include_disqualified" in fix_text(caught.value)


@pytest.mark.parametrize(
    ("ruleset", "name", "owner"),
    [
        pytest.param("armada", "concession.snapshot", "runewars", id="of Runewars"),
        pytest.param("runewars", "full_win_margin", "xwing-dogfight", id="of X-Wing"),
        pytest.param("armada", "standings.extra", "middle-earth", id="of Middle-earth"),
        pytest.param("diskwars", "bye.mov", "armada", id="of Armada"),
    ],
)
def test_an_option_of_another_game_is_unknown(ruleset, name, owner):
    assert name in load(owner).options
    with pytest.raises(OptionRefused):
        with_options(load(ruleset), {name: LEGAL[name]})


# Both sides of a limit


@pytest.mark.parametrize(
    ("ruleset", "name", "refused", "accepted"),
    [
        pytest.param("runewars", "unpaired_loss.tp", -1, 0, id="points"),
        pytest.param("runewars", "no_show.minutes", -1, 0, id="minutes of grace"),
        pytest.param("runewars", "extension.minutes", 0, 1, id="an extension"),
        pytest.param("runewars", "bye.max_per_player", 0, 1, id="byes"),
        pytest.param("runewars", "bye.mov", -1, 0, id="margin of a bye"),
        pytest.param("runewars", "bye.mov", 1_000_001, 1_000_000, id="no absurd margin"),
        pytest.param("xwing-dogfight", "full_win_margin", 0, 1, id="lead of a full win"),
        pytest.param("xwing-escalation", "bye.mov", "1.25*available", "1.2*available", id="halves"),
        pytest.param("armada", "standings.order", ["tp", "vp"], ["tp", "sos"], id="own keys"),
        pytest.param("middle-earth", "standings.extra", ["vp"], [], id="a name already taken"),
    ],
)
def test_the_edge_of_what_is_legal(ruleset, name, refused, accepted):
    rules = load(ruleset)

    with_options(rules, {name: accepted})
    with pytest.raises(OptionRefused) as caught:
        with_options(rules, {name: refused})
    assert name == caught.value.field


@pytest.mark.clause("AMB-077")
@pytest.mark.parametrize(
    ("value", "available", "expected"),
    [(150, 60, 150), ("1.5*available", 60, 90), ("1.5*available", 150, 225), ("0*available", 9, 0)],
)
def test_an_amount_is_a_number_or_a_share_of_the_round(value, available, expected):
    assert expected == amount(value, available)


@pytest.mark.parametrize("value", ["1.5*available", "half"])
def test_an_amount_that_is_no_whole_number_is_refused(value):
    with pytest.raises(OptionRefused):
        amount(value, 75)


@pytest.mark.clause("AMB-113", "AR-120")
@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param(["tp", "mov"], ("tp", "mov", "lot"), id="lots are added"),
        pytest.param(["tp", "lot", "mov"], ("tp", "mov", "lot"), id="lots always come last"),
        pytest.param(["tp"], ("tp", "lot"), id="points alone"),
    ],
)
def test_whatever_the_order_of_tie_breaks_lots_come_last(given, expected):
    assert expected == settled(
        with_options(load("armada"), {"standings.order": given}), "standings.order"
    )


@pytest.mark.clause("AMB-079")
def test_the_lead_of_a_full_win_may_differ_from_round_to_round(standings):
    rounds = [played(game("A", "B", "time", (10, 0))) for _ in range(3)]
    options = {"full_win_margin": [11, 10]}
    answer = standings(event("xwing-escalation", "A B", swiss(*rounds), options=options))

    assert 3 + 5 + 5 == keys(answer, "tp")["A"][0]


# What they do


@pytest.mark.clause("AMB-014")
@pytest.mark.parametrize(("options", "expected"), [({}, 0), ({"unpaired_loss.tp": 2}, 2)])
def test_an_unpaired_loss_may_be_worth_something(standings, options, expected):
    one = event("runewars", "A B", swiss(played(unpaired_loss("A"), bye("B"))), options=options)

    assert expected == keys(standings(one), "tp")["A"][0]


@pytest.mark.clause("AMB-093")
@pytest.mark.parametrize("ruleset", SIX)
def test_a_final_tie_may_be_shared_in_any_game(standings, ruleset):
    level = event(ruleset, "C A B", swiss(played(bye("A"), bye("B"), unpaired_loss("C"))))
    shared = standings(level | {"options": {"final_ties": "shared"}})

    assert [1, 2, 3] == [row["rank"] for row in standings(level)["rows"]]
    assert [1, 1, 3] == [row["rank"] for row in shared["rows"]]
    assert "A B C" == order(shared)
    assert "tp" == deciders(shared)[2]


LEFT_AFTER_THE_CUT = event(
    "xwing-dogfight",
    "A B C D",
    swiss(played(game("A", "D", "time", (90, 0)), game("B", "C", "time", (80, 0)), drop=["A"])),
    bracket("AB"),
)


@pytest.mark.clause("AMB-025", "RW-159")
@pytest.mark.parametrize(
    ("replace", "expected", "decided"),
    [
        pytest.param("next_rank", "B C A D", [None, "seed", "cut", "tp"], id="the next moves up"),
        pytest.param(
            "bye_for_opponent", "A B C D", [None, "seed", "cut", "mov"], id="the seed stays"
        ),
    ],
)
def test_a_seed_who_leaves_before_the_first_game_is_replaced_or_not(
    standings, replace, expected, decided
):
    answer = standings(LEFT_AFTER_THE_CUT | {"options": {"cut.replace": replace}})

    assert (expected, decided) == (order(answer), deciders(answer))


@pytest.mark.clause("AMB-025")
def test_a_seed_whose_opponent_will_have_a_bye_is_no_wrong_cut(findings):
    """How the first round was drawn is not asked here."""
    found = findings(LEFT_AFTER_THE_CUT | {"options": {"cut.replace": "bye_for_opponent"}})

    assert set() == {"wrong-cut", "cut-size"} & {one["code"] for one in found}
