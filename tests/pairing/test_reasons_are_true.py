"""What a player reads under "why this opponent?" is true: every fact against the standings."""

import re
from fractions import Fraction
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.amount import amount
from tests.oracle.random_events import RULESETS, random_event, written
from tests.pairing.events import state
from tests.pairing.test_brute_force import all_rounds
from tests.pairing.test_properties import met_in, still_in
from tiltyard.engine import flow
from tiltyard.engine.errors import NoLegalPairing, NothingToDraw, Refused
from tiltyard.formats.answers import pairings_document, standings_document
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.rulesets.loader import load

OPTIONS = {
    "pairing.inside": ["random", "standings", "sos"],
    "pairing.avoid_affiliation": [True, False],
    "pairing.plan_safe": [True, False],
    "bye.pick": ["lowest_standing", "random_in_lowest_group"],
    "bye.max_per_player": [1, 2, "unlimited"],
    "forfeit.counts_as_met": [True, False],
    "rematch.scope": ["stage", "swiss", "event"],
    "tables.order": ["rank", "random"],
}
OWN = {
    "middle-earth": {
        "pairing.system": ["standings", "points_groups", "round_robin"],
        "bye.repeat_in_final": [True, False],
    }
}


def an_event(ruleset, seed, hard):
    """A legal event with other options of pairing and byes than the default."""
    random = Random(f"{ruleset} {seed}")
    rounds = None if hard else random.choice((0, 1, 2, 3))
    event = random_event(
        ruleset, random, hard=hard, rounds=rounds, elimination=False, open_tables=0
    )
    if "plan" in event:
        event["plan"]["cut"] = None
    event.setdefault("options", {})
    for name, values in (OPTIONS | OWN.get(ruleset, {})).items():
        if random.random() < 0.4:
            event["options"][name] = random.choice(values)
    if random.random() < 0.3:
        for player in event["players"]:
            player["affiliations"] = [written("car", random)] if random.random() < 0.6 else []
    if random.random() < 0.2 and event["stages"]:
        event["stages"][0]["rounds"].append({"matches": [], "attempt": random.randrange(1, 4)})
    return event


class Round:
    """A drawn round, and what the file and the standings say about everybody in it."""

    def __init__(self, event, document, allow):
        self.event, self.allow = event, allow
        tournament = read_tournament(event)
        self.options = event["options"]
        rules = load(tournament.ruleset)
        self.drawn = document
        rows = standings_document(flow.standings(tournament, rules))["rows"]
        self.rank = {row["player"]: row["rank"] for row in rows}
        self.tp = {row["player"]: int(row["keys"]["tp"]) for row in rows}
        self.sos = {row["player"]: Fraction(row["keys"].get("sos", 0)) for row in rows}
        self.field = still_in(event)
        self.spares = {p["id"] for p in event["players"] if p.get("role") == "spare"}
        self.met = met_in(event)
        self.games = {
            frozenset(match["players"])
            for stage in event["stages"]
            for round_ in stage["rounds"]
            for match in round_["matches"]
            if "kind" not in match
        }
        self.byes = dict.fromkeys(self.field, 0)
        self.swiss_rounds = 0
        for stage in event["stages"]:
            for round_ in stage["rounds"]:
                self.swiss_rounds += bool(round_["matches"])
                for match in round_["matches"]:
                    if match.get("kind") == "bye" or self.spares & set(match["players"]):
                        for player in match["players"]:
                            self.byes[player] = self.byes.get(player, 0) + 1
        self.tags = {
            p["id"]: {tag.strip().casefold() for tag in p.get("affiliations", ())}
            for p in event["players"]
        }
        self.pairs = [
            match["players"]
            for match in document["matches"]
            if "kind" not in match and not self.spares & set(match["players"])
        ]
        self.rests = next(
            (m["players"][0] for m in document["matches"] if m["players"] not in self.pairs), None
        )

    def companions(self, one, other):
        return bool(self.tags[one] & self.tags[other])

    def candidates(self, among):
        least = min(self.byes[one] for one in self.field)
        if among == "-of-all":
            return set(self.field)
        most = self.options["bye.max_per_player"] if among == "-below-limit" else least + 1
        return {one for one in self.field if self.byes[one] < most}

    def leaving(self, points):
        """Who has at least these points and meets somebody with fewer, and the players' number."""
        crossing = [p for p in self.pairs if max(map(self.tp.get, p)) > points >= self.low(p)]
        here = [one for one in self.field if self.tp[one] == points and one != self.rests]
        down = [p for p in self.pairs if max(map(self.tp.get, p)) >= points > self.low(p)]
        return down, len(here) + len(crossing)

    def low(self, pair):
        return min(map(self.tp.get, pair))


def same_points(drawn, pair, facts):
    assert [facts["points"]] * 2 == [drawn.tp[one] for one in pair]


def same_points_and_not_met(drawn, pair, facts):
    same_points(drawn, pair, facts)
    assert frozenset(pair) not in drawn.games


def paired_down(drawn, pair, facts):
    first, second = pair
    named = (facts["player"], facts["from"], facts["to"])
    assert (first, drawn.tp[first], drawn.tp[second]) == named
    assert facts["from"] > facts["to"]


def left_over_by_number(drawn, pair, facts):
    paired_down(drawn, pair, facts)
    for points in {drawn.tp[one] for one in drawn.field}:
        if facts["from"] >= points > facts["to"]:
            down, number = drawn.leaving(points)
            assert [list(pair)] == down
            assert number % 2


def at_places(drawn, pair, facts):
    assert [drawn.rank[one] for one in pair] == facts["places"]


def in_order_of_points(drawn, pair, facts):
    assert [drawn.tp[one] for one in pair] == facts["points"]


def met_already(drawn, pair, facts):
    assert all(frozenset((facts["player"], one)) in drawn.met for one in facts["opponents"])


def kept_for_others(drawn, pair, facts):
    for one in facts["opponents"]:
        assert one not in pair
        assert frozenset((facts["player"], one)) not in drawn.met


def kept_for_strangers(drawn, pair, facts):
    kept_for_others(drawn, pair, facts)
    assert drawn.swiss_rounds == 0
    assert not any(drawn.companions(facts["player"], one) for one in facts["opponents"])


def kept_apart(drawn, pair, facts):
    assert drawn.swiss_rounds == 0
    assert all(drawn.companions(facts["player"], one) for one in facts["opponents"])


def companions_meet(drawn, pair, facts):
    assert drawn.swiss_rounds == 0
    assert drawn.companions(*pair)
    if len(drawn.field) <= 7:
        assert unavoidable_companions(drawn)


def met_in_round(drawn, pair, facts):
    assert drawn.met[frozenset(pair)] == facts["round"]


def scheduled(drawn, pair, facts):
    assert frozenset(pair) not in drawn.met
    assert drawn.drawn["round"] == facts["round"] <= facts["rounds"]


def schedule_over(drawn, pair, facts):
    assert drawn.drawn["round"] > facts["rounds"]


def by_lot(drawn, pair, facts):
    assert drawn.swiss_rounds == 0


CHECKS = {
    "drawn-by-lot": by_lot,
    "same-points": same_points_and_not_met,
    "same-points-again": same_points,
    "floated-down": left_over_by_number,
    "floated-down-met": paired_down,
    "floated-down-repeats": paired_down,
    "floated-down-plan": paired_down,
    "neighbours": at_places,
    "in-order-of-points": in_order_of_points,
    "in-order-of-strength": in_order_of_points,
    "met-already": met_already,
    "kept-for-others": kept_for_others,
    "kept-for-fewest-repeats": kept_for_others,
    "kept-for-plan": kept_for_others,
    "kept-for-strangers": kept_for_strangers,
    "kept-apart": kept_apart,
    "companions-meet": companions_meet,
    "rematch": met_in_round,
    "final-round-repeat": met_in_round,
    "scheduled": scheduled,
    "schedule-over": schedule_over,
    "schedule-changed": lambda *_: None,
}


def unavoidable_companions(drawn):
    field = sorted(drawn.field)
    for rests in field if len(field) % 2 else [None]:
        for round_ in all_rounds([one for one in field if one != rests]):
            if not any(drawn.companions(*pair) for pair in round_):
                return False
    return True


REST = re.compile(r"(?:bye|spare)-(lowest|by-lot-in-lowest-group)(-of-all|-below-limit|)")


def check_rest(drawn, reasons):
    passed = {
        one
        for why in reasons
        if why["code"].startswith("bye-passed-over")
        for one in why["facts"]["opponents"]
    }
    first = reasons[0]
    kind = "spare" if drawn.spares else "bye"
    assert first["code"].startswith(kind)
    assert drawn.tp[drawn.rests] == first["facts"]["points"]
    if first["code"].removeprefix(f"{kind}-") in {"by-lot", "scheduled", "left-over"}:
        return
    how, among = REST.fullmatch(first["code"]).groups()
    candidates = drawn.candidates(among) - passed
    if how == "lowest":
        assert drawn.rests == max(candidates, key=drawn.rank.get)
    else:
        assert drawn.tp[drawn.rests] == min(map(drawn.tp.get, candidates))
        assert drawn.rests in candidates


@pytest.mark.clause("ME-058", "ME-046", "XW-073", "AR-087", "AR-088", "DW-055", "DW-057", "RW-154")
@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("allow", [False, True])
@settings(max_examples=amount(50, 120), deadline=None)
@given(seed=st.integers(0, 10**6), hard=st.booleans())
@example(seed=551, hard=False)  # a round robin that goes on after its schedule
@example(seed=5267, hard=True)
def test_every_reason_is_true(ruleset, allow, seed, hard):
    event = an_event(ruleset, seed, hard)
    tournament = read_tournament(event)
    try:
        drawn = flow.pairings(tournament, load(tournament.ruleset), allow_rematch=allow)
    except (NoLegalPairing, NothingToDraw, Refused):
        return
    document = pairings_document(drawn, tournament)
    round_ = Round(event, document, allow)
    for match in document["matches"]:
        assert match["why"]
        assert all(why["text"] for why in match["why"])
        if match["players"] in round_.pairs:
            for why in match["why"]:
                CHECKS[why["code"]](round_, match["players"], why["facts"])
        else:
            check_rest(round_, match["why"])
    again = [one["facts"]["player"] for one in document["warnings"] if one["code"] == "second-bye"]
    assert ([round_.rests] if round_.rests and round_.byes[round_.rests] else []) == again


@pytest.mark.clause("ME-058", "ME-046")
def test_by_lot_nobody_is_said_to_stand_at_a_place_that_is_not_theirs(pairings, standings):
    """Four winners by 9, 8, 7 and 6, paired by lot: points are named, not places."""
    slips = {
        "a": [{"end": "time", "score": [9, 0], "leaders": [False, False]}],
        "c": [{"end": "time", "score": [8, 0], "leaders": [False, False]}],
        "e": [{"end": "time", "score": [7, 0], "leaders": [False, False]}],
        "g": [{"end": "time", "score": [6, 0], "leaders": [False, False]}],
    }
    before = state("middle-earth", slips, options={"pairing.inside": "random"}, seed="lots")
    for match in pairings(before)["matches"]:
        assert ["in-order-of-points"] == [why["code"] for why in match["why"]]
        assert {"points": [3, 3]} == match["why"][0]["facts"]


def test_the_events_show_nearly_every_reason():
    """Truth means nothing if the reasons never come up."""
    seen = set()
    for ruleset in RULESETS:
        for seed in range(250):
            event = an_event(ruleset, seed, hard=seed % 2)
            tournament = read_tournament(event)
            try:
                drawn = flow.pairings(tournament, load(tournament.ruleset), allow_rematch=True)
            except (NothingToDraw, Refused):
                continue
            seen |= {why.code for match in drawn.matches for why in match.why}

    never = {"in-order-of-strength", "schedule-changed"}  # no ruleset; tests of the round robin
    assert set(CHECKS) - never <= seen
    assert {"bye-lowest", "bye-lowest-of-all", "bye-by-lot-in-lowest-group"} <= seen
    assert {"bye-passed-over", "bye-passed-over-companions", "spare-lowest"} <= seen
