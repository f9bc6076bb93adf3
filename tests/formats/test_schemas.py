"""The schemas we print are valid, and reader and answers keep to them."""

import json
from importlib import resources
from random import Random

import pytest
from jsonschema import Draft202012Validator

from tests.formats.sample_events import RULESETS, sample, slip
from tests.oracle.random_events import random_event
from tiltyard.cli.schema import NAMES
from tiltyard.engine.errors import TiltyardError, TournamentUnreadable
from tiltyard.formats.answers import error_document
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.text.refusals import fix_text


def schema(name):
    file = resources.files("tiltyard.formats").joinpath("schemas", f"{name}.json")
    return json.loads(file.read_text("utf-8"))


VALIDATORS = {name: Draft202012Validator(schema(name)) for name in NAMES}
TOURNAMENT = VALIDATORS["tournament"]


def problems(name, document):
    return [error.message for error in VALIDATORS[name].iter_errors(document)]


@pytest.mark.parametrize("name", NAMES)
def test_every_schema_is_a_valid_schema(name):
    Draft202012Validator.check_schema(schema(name))


@pytest.mark.parametrize("name", NAMES)
def test_every_schema_is_called_like_its_format_and_names_no_host(name):
    identity = "tiltyard/1" if name == "tournament" else f"tiltyard/{name}/1"

    assert identity == schema(name)["$id"]
    assert 1 == json.dumps(schema(name)).count("://")  # the dialect


def objects(node):
    if isinstance(node, dict):
        yield node
        for child in node.values():
            yield from objects(child)
    elif isinstance(node, list):
        for child in node:
            yield from objects(child)


@pytest.mark.parametrize("name", NAMES)
def test_every_definition_and_every_document_is_described(name):
    document = schema(name)

    assert document["description"]
    assert [] == [key for key, value in document["$defs"].items() if "description" not in value]


@pytest.mark.parametrize("name", NAMES)
def test_every_reference_leads_somewhere(name):
    document = schema(name)
    named = {node["$ref"] for node in objects(document) if "$ref" in node}

    assert set() == named - {f"#/$defs/{key}" for key in document["$defs"]}


# ------------------------------------------------------------------------------ files both accept


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_sample_of_every_ruleset_is_accepted_by_both(ruleset):
    read_tournament(sample(ruleset))

    assert [] == problems("tournament", sample(ruleset))


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_generated_event_fits_the_schema(ruleset, seed):
    assert [] == problems("tournament", random_event(ruleset, Random(seed)))


REPORTS = [
    {"end": "destroyed", "score": [100, 60], "survivor": 0},
    {"end": "mutual", "score": [1, 1], "objectives": [20, 15], "flurry": [[5, 5], [4, 6]]},
    {"end": "concession", "score": [0, 0], "conceded": 1, "leaders": [True, False]},
    {"end": "intentional_draw", "witness": "the marshal"},
    {"end": "time", "score": None, "objectives": None, "survivor": None, "leaders": None},
    {"end": "rounds", "initiative": 1, "flurry": None, "witness": None, "extra": {"x": [1, 0]}},
]


@pytest.mark.parametrize("report", REPORTS, ids=[report["end"] for report in REPORTS])
def test_every_shape_of_a_slip_is_accepted_by_both(report):
    event = sample("armada")
    event["stages"][0]["rounds"][0]["matches"][0]["report"] = report
    read_tournament(event)

    assert [] == problems("tournament", event)


MATCHES = [
    {"players": ["a", "b"]},
    {"players": ["a", "b"], "kind": "game", "report": None, "table": None, "game": None},
    {"players": ["a", "b"], "override": {"by": "TO", "reason": "late", "when": "10:30"}},
    {"players": ["a", "b"], "report": slip("armada", 3, 1), "stated": {"tp": [5, 5]}},
    {"players": ["a"], "kind": "bye", "stated": {"tp": [8], "mov": [129]}, "report": None},
    {"players": ["a"], "kind": "unpaired_loss", "absent": None},
    {"players": ["a", "b"], "kind": "forfeit", "absent": "a", "game": 2},
    {"players": ["a", "b"], "why": [{"code": "x", "clause": "y", "facts": {}}]},
]


@pytest.mark.parametrize("match", MATCHES, ids=range(len(MATCHES)))
def test_every_shape_of_a_match_is_accepted_by_both(match):
    event = sample("armada")
    event["stages"][0]["rounds"] = [{"matches": [match]}]
    read_tournament(event)

    assert [] == problems("tournament", event)


def test_keys_of_others_are_welcome_where_the_format_is_open():
    event = sample("armada") | {"exported_by": {"program": "another"}}
    event["players"][0]["pronouns"] = "they"
    event["stages"][0]["comment"] = [1, 2]
    event["stages"][0]["rounds"][0]["began"] = "10:30"
    read_tournament(event)

    assert [] == problems("tournament", event)


def test_what_may_be_nothing_may_be_missing_too():
    event = sample("armada") | dict.fromkeys(("date", "plan", "options", "tables"))
    event["players"][0] |= dict.fromkeys(("number", "faction", "total", "table", "favourite"))
    event["stages"][0]["seeds"] = None
    event["stages"][0]["rounds"][0] |= {"deployment": None, "objective": None}
    read_tournament(event)

    assert [] == problems("tournament", event)


# ------------------------------------------------------------------------------ files both refuse

BROKEN = [
    # place, and what is put there; () is the file itself
    ((), []),
    ((), "text"),
    ((), None),
    (("format",), "tiltyard/2"),
    (("format",), None),
    (("ruleset",), ""),
    (("ruleset",), 7),
    (("name",), None),
    (("name",), ["x"]),
    (("date",), "07.03.2015"),
    (("date",), "20150307"),
    (("date",), 20150307),
    (("seed",), None),
    (("seed",), 5),
    (("plan",), []),
    (("plan",), {"rounds": 3}),
    (("plan", "swiss_rounds"), "3"),
    (("plan", "swiss_rounds"), -1),
    (("plan", "swiss_rounds"), 1001),
    (("plan", "swiss_rounds"), True),
    (("plan", "cut"), 1),
    (("plan", "cut"), "top 4"),
    (("options",), []),
    (("options", "x"), None),
    (("options", "x"), 1.5),
    (("options", "x"), {}),
    (("options", "x"), [[1]]),
    (("options", ""), 1),
    (("players",), None),
    (("players",), {}),
    (("players", 0), "a"),
    (("players", 0, "id"), ""),
    (("players", 0, "id"), 1),
    (("players", 0, "id"), None),
    (("players", 0, "name"), ""),
    (("players", 0, "name"), None),
    (("players", 0, "number"), -1),
    (("players", 0, "number"), "1"),
    (("players", 0, "number"), 1_000_000_001),
    (("players", 0, "faction"), ""),
    (("players", 0, "affiliations"), "car-3"),
    (("players", 0, "affiliations"), [""]),
    (("players", 0, "affiliations"), None),
    (("players", 0, "total"), 1.5),
    (("players", 0, "role"), "judge"),
    (("players", 0, "table"), False),
    (("players", 0, "favourite"), ""),
    (("players", 0, "extra"), []),
    (("players", 0, "extra"), {"x": -1}),
    (("players", 0, "extra"), {"": 1}),
    (("stages",), None),
    (("stages", 0), None),
    (("stages", 0, "kind"), "round robin"),
    (("stages", 0, "kind"), None),
    (("stages", 0, "seeds"), "a"),
    (("stages", 0, "seeds"), ["a", "a"]),
    (("stages", 0, "seeds"), [1]),
    (("stages", 0, "rounds"), None),
    (("stages", 0, "rounds", 0), []),
    (("stages", 0, "rounds", 0, "matches"), None),
    (("stages", 0, "rounds", 0, "attempt"), 0),
    (("stages", 0, "rounds", 0, "attempt"), None),
    (("stages", 0, "rounds", 0, "deployment"), ""),
    (("stages", 0, "rounds", 0, "objective"), 3),
    (("stages", 0, "rounds", 0, "after"), None),
    (("stages", 0, "rounds", 0, "after", 0), "b"),
    (("stages", 0, "rounds", 0, "after", 0, "change"), "left"),
    (("stages", 0, "rounds", 0, "after", 0, "player"), None),
    (("stages", 0, "rounds", 0, "after", 0, "when"), "later"),
    (("tables",), []),
    (("tables", "first"), -1),
    (("tables", "last"), 9),
    (("tables", "out_of_use"), 3),
    (("tables", "out_of_use"), ["3"]),
    (("tables", "avoid_repeats"), 1),
    (("ranking",), None),
    (("ranking",), "a"),
    (("ranking",), ["a", "a"]),
]
MATCH = ("stages", 0, "rounds", 0, "matches", 0)
BROKEN += [
    ((*MATCH, *place), value)
    for place, value in [
        ((), []),
        (("players",), None),
        (("players",), ["a"]),
        (("players",), ["a", "b", "c"]),
        (("players",), [1, 2]),
        (("table",), "1"),
        (("game",), -1),
        (("kind",), None),
        (("kind",), "walkover"),
        (("kind",), "bye"),
        (("kind",), "forfeit"),
        (("absent",), "a"),
        (("winner",), "a"),
        (("override",), None),
        (("override",), {"by": "TO"}),
        (("override",), {"by": "", "reason": "late"}),
        (("stated",), None),
        (("stated",), {"tp": [5]}),
        (("stated",), {"tp": [5, 5, 5]}),
        (("stated",), {"tp": 5}),
        (("stated",), {"sos": [1, 1]}),
        (("report",), []),
        (("report", "end"), None),
        (("report", "end"), "surrender"),
        (("report", "end"), ["time"]),
        (("report", "score"), [1]),
        (("report", "score"), [1, 2, 3]),
        (("report", "score"), [-1, 0]),
        (("report", "score"), ["1", "0"]),
        (("report", "score"), [True, False]),
        (("report", "score"), [1.5, 0]),
        (("report", "score"), 12),
        (("report", "objectives"), [0]),
        (("report", "survivor"), 2),
        (("report", "survivor"), "a"),
        (("report", "survivor"), True),
        (("report", "conceded"), -1),
        (("report", "initiative"), [0]),
        (("report", "leaders"), [1, 0]),
        (("report", "leaders"), [True]),
        (("report", "leaders"), True),
        (("report", "flurry"), [5, 4]),
        (("report", "flurry"), {"rolls": []}),
        (("report", "witness"), ""),
        (("report", "witness"), 7),
        (("report", "extra"), None),
        (("report", "extra"), {"x": 1}),
        (("report", "winner"), 0),
    ]
]


def put(event, place, value):
    """Return the event with a value at a place."""
    if not place:
        return value
    inner = event
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = value
    return event


def place_name(place):
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place).strip(
        "."
    )


@pytest.mark.parametrize(
    ("place", "value"),
    [pytest.param(p, v, id=f"{place_name(p) or 'file'}={json.dumps(v)}") for p, v in BROKEN],
)
def test_a_wrong_shape_is_refused_by_both(place, value):
    event = put(sample("armada"), place, value)
    with pytest.raises(TournamentUnreadable) as refusal:
        read_tournament(event)

    assert not TOURNAMENT.is_valid(event)
    assert refusal.value.field is not None
    assert fix_text(refusal.value)


@pytest.mark.parametrize("key", ["format", "ruleset", "players"])
def test_a_missing_key_is_refused_by_both(key):
    event = sample("armada")
    del event[key]
    with pytest.raises(TournamentUnreadable):
        read_tournament(event)

    assert not TOURNAMENT.is_valid(event)


# ---------------------------------------------------------------------------------------- answers


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("ruleset", RULESETS)
def test_standings_fit_their_schema(ruleset, seed, standings):
    event = random_event(ruleset, Random(1000 + seed), elimination=seed % 2 == 0 or None)
    try:
        answer = standings(event)
    except TiltyardError as refusal:
        answer = error_document(refusal)

    assert [] == problems("standings", answer)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_standings_of_the_sample_fit_their_schema(ruleset, standings):
    assert [] == problems("standings", standings(sample(ruleset)))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_findings_fit_their_schema(ruleset, findings):
    event = sample(ruleset)
    event["stages"][0]["rounds"][1]["matches"][2]["kind"] = "bye"
    event["stages"][0]["rounds"][0]["matches"][2]["stated"] = {"tp": [99]}
    event["ranking"] = ["a", "b", "c", "d", "e"]
    found = findings(event)

    assert {"plays-after-drop", "wrong-award", "wrong-ranking"} <= {one["code"] for one in found}
    assert [] == problems("findings", {"format": "tiltyard/findings/1", "findings": found})


def test_the_contracts_own_pairing_fits_its_schema():
    why = {"code": "floated-down", "clause": "AR-088", "facts": {"player": "p2", "from": 15}}
    rest = {"code": "bye-lowest", "clause": "AR-090", "facts": {}, "text": "the lowest"}
    round_ = {
        "format": "tiltyard/pairings/1",
        "stage": 1,
        "round": 4,
        "matches": [
            {"table": 1, "players": ["p1", "p2"], "why": [why]},
            {"kind": "bye", "players": ["p5"], "why": [rest]},
        ],
        "warnings": [{"code": "rematch", "clause": "AR-091", "facts": {}, "text": "again"}],
    }

    assert [] == problems("pairings", round_)


@pytest.mark.parametrize(
    "match",
    [
        pytest.param({"players": ["p1", "p2"], "why": []}, id="no reason"),
        pytest.param({"players": ["p1", "p2"]}, id="no reasons at all"),
        pytest.param(
            {"players": ["p1"], "why": [{"code": "x", "clause": "y", "facts": {}}]},
            id="one player without a bye",
        ),
        pytest.param(
            {"players": ["p1", "p2"], "why": [{"code": "x", "facts": {}}]}, id="without a clause"
        ),
    ],
)
def test_a_pairing_without_its_reasons_does_not_fit(match):
    round_ = {"format": "tiltyard/pairings/1", "stage": 1, "round": 1, "warnings": []}

    assert problems("pairings", round_ | {"matches": [match]})


@pytest.mark.parametrize("name", ["standings", "pairings", "findings"])
def test_a_refusal_fits_in_the_place_of_every_answer(name):
    refusal = TournamentUnreadable("value-no-list", field="players", found="nothing")

    assert [] == problems(name, error_document(refusal))
    assert problems(name, {"error": None})
    assert problems(name, {})
