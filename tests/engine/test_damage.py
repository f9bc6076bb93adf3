"""Deliberate damage to clean tournaments: every kind of it is found, by its name."""

from copy import deepcopy
from functools import cache

import pytest

from tiltyard.dev.generate import Wanted, random_tournament
from tiltyard.engine.tournament import Plan
from tiltyard.formats.tiltyard1_write import write_tournament
from tiltyard.rulesets.loader import load

FIELD, ROUNDS, CUT = 11, 3, 4
WITH_CUT = ("runewars", "xwing-dogfight", "xwing-escalation", "diskwars", "armada")
EVERY = (*WITH_CUT, "middle-earth")


@cache
def clean(ruleset):
    """The first generated event in which nobody leaves or is absent and no option is set."""
    rules = load(ruleset)
    plan = Plan(ROUNDS, CUT if rules.elimination.allowed else None)
    for number in range(500):
        event = write_tournament(
            random_tournament(rules, Wanted(FIELD, plan, 0, True), f"damage {number}")
        )
        rounds = [one for stage in event["stages"] for one in stage["rounds"]]
        kinds = {match.get("kind") for one in rounds for match in one["matches"]}
        plain = not {"options", "tables"} & set(event) and not any("attempt" in r for r in rounds)
        if plain and kinds <= {None, "bye"}:
            return event
    raise AssertionError("no plain event among the first 500")


def swiss(event, number):
    return event["stages"][0]["rounds"][number - 1]


def bracket(event, number):
    return event["stages"][1]["rounds"][number - 1]


def games(round_):
    return [match for match in round_["matches"] if "kind" not in match]


def exchange(first, second, which=0):
    """Two matches exchange a player."""
    one, other = first["players"], second["players"]
    one[which], other[which] = other[which], one[which]


def swap_players(event):
    exchange(*games(swiss(event, 2))[:2])


def swap_players_in_round_1(event):
    exchange(*games(swiss(event, 1))[-2:])


def swap_far_apart(event):
    pairs = games(swiss(event, 3))
    exchange(pairs[0], pairs[-1])


def rest_of_another(event):
    round_ = swiss(event, 2)
    rest = next(m for m in round_["matches"] if m.get("kind") == "bye" or "Spare" in str(m))
    exchange(rest, games(round_)[0])


def wrong_seed(event):
    event["seed"] = event.get("seed", "") + "!"


def wrong_attempt(event):
    swiss(event, 1)["attempt"] = 2


def repeat_a_game(event):
    """The first pair of round 1 that both play in round 2 meets again there."""
    round_ = swiss(event, 2)
    table = {player: match for match in games(round_) for player in match["players"]}
    first, second = next(
        match["players"]
        for match in games(swiss(event, 1))
        if all(player in table for player in match["players"])
    )
    mine, where = table[first]["players"], table[second]["players"]
    opponent = next(player for player in mine if player != first)
    mine[mine.index(opponent)] = second
    where[where.index(second)] = opponent


def leave_out_a_game(event):
    swiss(event, 2)["matches"].remove(games(swiss(event, 2))[0])


def leave_out_the_rest(event):
    round_ = swiss(event, 2)
    round_["matches"] = [m for m in round_["matches"] if m.get("kind") != "bye"]


def exchange_tables(event):
    one, other = games(swiss(event, 1))[:2]
    one["table"], other["table"] = other["table"], one["table"]


def another_table(event):
    games(swiss(event, 3))[0]["table"] = 40


def reverse_seeds(event):
    seeds = event["stages"][1]["seeds"]
    seeds[0], seeds[1] = seeds[1], seeds[0]


def unqualified_seed(event):
    seeds = event["stages"][1]["seeds"]
    seeds[-1] = next(p["id"] for p in event["players"] if p["id"] not in seeds)


def too_many_seeds(event):
    seeds = event["stages"][1]["seeds"]
    seeds.append(next(p["id"] for p in event["players"] if p["id"] not in seeds))


def wrong_semifinals(event):
    exchange(*bracket(event, 1)["matches"][:2], 1)


def exchange_game_numbers(event):
    one, other = bracket(event, 1)["matches"][:2]
    one["game"], other["game"] = other["game"], one["game"]


def missing_semifinal(event):
    bracket(event, 1)["matches"].pop()


def loser_in_the_final(event):
    final = bracket(event, 2)["matches"][0]
    lost = next(
        p for m in bracket(event, 1)["matches"] for p in m["players"] if p not in final["players"]
    )
    final["players"][0] = lost


def stranger_in_the_bracket(event):
    seeds = event["stages"][1]["seeds"]
    stranger = next(p["id"] for p in event["players"] if p["id"] not in seeds)
    bracket(event, 1)["matches"][0]["players"][0] = stranger


def change(event, number, player, what):
    swiss(event, number).setdefault("after", []).append({"player": player, "change": what})


def somebody(event):
    return games(swiss(event, 2))[0]["players"][0]


def plays_on_after_a_drop(event):
    change(event, 1, somebody(event), "drop")


def plays_on_after_disqualification(event):
    change(event, 1, somebody(event), "disqualify")


def rejoins_without_leaving(event):
    change(event, 1, somebody(event), "rejoin")


def rejoins_after_disqualification(event):
    change(event, 1, somebody(event), "disqualify")
    change(event, 1, somebody(event), "rejoin")


def leaves_twice(event):
    change(event, ROUNDS, event["players"][0]["id"], "drop")
    change(event, ROUNDS, event["players"][0]["id"], "drop")


def rejoins_without_unpaired_loss(event):
    player = somebody(event)
    change(event, 1, player, "drop")
    round_ = swiss(event, 2)
    round_["matches"] = [m for m in round_["matches"] if player not in m["players"]]
    change(event, 2, player, "rejoin")


def wrong_points_stated(event):
    games(swiss(event, 1))[0]["stated"] = {"tp": [99, 0]}


def wrong_margin_stated(event):
    games(swiss(event, 1))[0]["stated"] = {"mov": [999, 999]}


def wrong_award_stated(event):
    rest = next(m for m in swiss(event, 1)["matches"] if m.get("kind") == "bye")
    rest["stated"] = {"tp": [77]}


def wrong_ranking(event):
    event["ranking"] = sorted(p["id"] for p in event["players"])


def wrong_deployment(event):
    swiss(event, 1)["deployment"] = "Open Field"


def wrong_objective(event):
    swiss(event, 2)["objective"] = "Hold the Hill"


def one_round_too_many(event):
    event["plan"]["swiss_rounds"] = ROUNDS - 1


def cut_too_early(event):
    event["plan"]["swiss_rounds"] = ROUNDS + 1


def open_game_in_the_middle(event):
    games(swiss(event, 1))[0].pop("report")


def score_beyond_the_list(event):
    match = games(swiss(event, 1))[0]
    match["report"] = {"end": "time", "score": [90, 10]}
    other = match["players"][1]
    next(p for p in event["players"] if p["id"] == other)["total"] = 80


DAMAGE = [
    (swap_players, EVERY, {"wrong-pairing"}),
    (swap_players_in_round_1, EVERY, {"wrong-pairing"}),
    (swap_far_apart, EVERY, {"wrong-pairing"}),
    (rest_of_another, WITH_CUT, {"wrong-bye"}),
    (wrong_seed, EVERY, {"wrong-pairing"}),
    (wrong_attempt, EVERY, {"wrong-pairing"}),
    (repeat_a_game, EVERY, {"rematch"}),
    (leave_out_a_game, EVERY, {"missing-player"}),
    (leave_out_the_rest, WITH_CUT, {"missing-player"}),
    (exchange_tables, EVERY, {"wrong-table"}),
    (another_table, EVERY, {"wrong-table"}),
    (reverse_seeds, WITH_CUT, {"wrong-cut"}),
    (unqualified_seed, WITH_CUT, {"wrong-cut"}),
    (too_many_seeds, WITH_CUT, {"cut-size"}),
    (wrong_semifinals, WITH_CUT, {"wrong-bracket"}),
    (exchange_game_numbers, WITH_CUT, {"wrong-game-number"}),
    (missing_semifinal, WITH_CUT, {"missing-game"}),
    (loser_in_the_final, WITH_CUT, {"plays-after-defeat", "wrong-bracket"}),
    (stranger_in_the_bracket, WITH_CUT, {"not-in-the-stage"}),
    (plays_on_after_a_drop, EVERY, {"plays-after-drop"}),
    (plays_on_after_disqualification, EVERY, {"plays-after-disqualification"}),
    (rejoins_without_leaving, EVERY, {"rejoin-without-leaving"}),
    (rejoins_after_disqualification, EVERY, {"rejoin-after-disqualification"}),
    (leaves_twice, EVERY, {"left-twice"}),
    (rejoins_without_unpaired_loss, EVERY, {"no-unpaired-loss"}),
    (wrong_points_stated, EVERY, {"wrong-number"}),
    (wrong_margin_stated, ("runewars", "xwing-dogfight", "armada"), {"wrong-number"}),
    (wrong_award_stated, WITH_CUT, {"wrong-award"}),
    (wrong_ranking, EVERY, {"wrong-ranking"}),
    (wrong_deployment, ("runewars",), {"card-out-of-season"}),
    (wrong_objective, ("runewars",), {"card-out-of-season"}),
    (one_round_too_many, EVERY, {"round-beyond-plan"}),
    (cut_too_early, WITH_CUT, {"wrong-number-of-rounds"}),
    (open_game_in_the_middle, EVERY, {"open-round"}),
    (score_beyond_the_list, ("xwing-dogfight", "runewars", "armada"), {"score-above-total"}),
]


def test_there_are_at_least_thirty_kinds_of_damage():
    assert len({damage.__name__ for damage, _, _ in DAMAGE}) >= 30


@pytest.mark.parametrize("ruleset", EVERY)
def test_the_event_is_clean_before_it_is_damaged(ruleset, findings):
    assert [] == findings(clean(ruleset))


@pytest.mark.parametrize(
    ("damage", "ruleset", "codes"),
    [
        pytest.param(damage, ruleset, codes, id=f"{damage.__name__} {ruleset}")
        for damage, rulesets, codes in DAMAGE
        for ruleset in rulesets
    ],
)
def test_damage_is_found_by_its_name(damage, ruleset, codes, findings):
    event = deepcopy(clean(ruleset))
    damage(event)
    found = findings(event)

    assert codes <= {finding["code"] for finding in found if finding["severity"] == "error"}
    assert all(finding["text"] and finding["clause"] for finding in found)


@pytest.mark.parametrize("ruleset", EVERY)
def test_a_change_that_says_who_and_why_is_a_notice(ruleset, findings):
    """Later rounds follow from the changed one, so it is made in the last."""
    event = deepcopy(clean(ruleset))
    event["stages"] = event["stages"][:1]
    event["plan"]["cut"] = None
    event.pop("ranking", None)
    for player in event["players"]:
        player.pop("total", None)
    pairs = games(swiss(event, ROUNDS))[:2]
    exchange(*pairs)
    for match in pairs:
        match["override"] = {"by": "Ana", "reason": "they share a car"}
    found = findings(event)

    assert {"notice"} == {finding["severity"] for finding in found}
    assert all("they share a car" in finding["text"] for finding in found)


@pytest.mark.parametrize("ruleset", ["xwing-dogfight", "diskwars"])
def test_objectives_in_a_game_without_them_are_a_notice(ruleset, findings):
    event = deepcopy(clean(ruleset))
    games(swiss(event, 1))[0]["report"]["objectives"] = [5, 0]

    assert ["notice"] == [finding["severity"] for finding in findings(event)]
