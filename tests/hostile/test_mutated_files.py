"""A valid file with random damage is answered or refused: nothing else ever comes out."""

import json
from copy import deepcopy

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.amount import amount
from tests.formats.sample_events import RULESETS, sample, with_report
from tiltyard.engine import flow
from tiltyard.engine.errors import TiltyardError
from tiltyard.formats.answers import (
    error_document,
    error_line,
    findings_document,
    standings_document,
)
from tiltyard.formats.strict_json import decode
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.rulesets.loader import load

BRACKET = {"end": "destroyed", "score": [50, 10], "survivor": 0}
EVENTS = [sample(ruleset) for ruleset in RULESETS] + [
    with_report(ruleset, BRACKET, "elimination")
    for ruleset in RULESETS
    if ruleset != "middle-earth"
]
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 500),
    st.integers(),
    st.floats(allow_nan=False),
    st.text(max_size=3),
    st.sampled_from(["a", "b", "e", "bye", "forfeit", "elimination", "spare", "drop", "rejoin"]),
    st.sampled_from(["destroyed", "mutual", "concession", "intentional_draw", "\ud800", "\x1b[2J"]),
    st.sampled_from(RULESETS),
)
VALUES = st.one_of(
    SCALARS,
    st.lists(SCALARS, max_size=3),
    st.dictionaries(st.text(max_size=3), SCALARS, max_size=2),
)


def places(node, path=()):
    """Yield the path of every value inside a document."""
    entries = node.items() if isinstance(node, dict) else enumerate(node)
    for key, value in entries:
        yield (*path, key)
        if isinstance(value, dict | list):
            yield from places(value, (*path, key))


def inside(event, path):
    for step in path:
        event = event[step]
    return event


@st.composite
def damaged(draw):
    """Draw a valid event and drop, replace, swap, double or add a few of its values."""
    event = deepcopy(draw(st.sampled_from(EVENTS)))
    for _ in range(draw(st.integers(1, 4))):
        every = list(places(event))
        if not every:
            break
        path = draw(st.sampled_from(every))
        holder, key = inside(event, path[:-1]), path[-1]
        damage = draw(st.sampled_from(["drop", "replace", "swap", "double", "add"]))
        if damage == "drop":
            del holder[key]
        elif damage == "replace":
            holder[key] = draw(VALUES)
        elif damage == "swap":
            other = inside(event, draw(st.sampled_from(every)))
            holder[key] = deepcopy(other)
        elif isinstance(holder, list):
            holder.insert(key, deepcopy(holder[key]) if damage == "double" else draw(VALUES))
        else:
            holder[draw(st.text(max_size=3))] = draw(VALUES)
    return event


def answers(event):
    """Return everything the program can say about a decoded file."""
    tournament = read_tournament(event)
    rules = load(tournament.ruleset)
    return [
        standings_document(flow.standings(tournament, rules)),
        standings_document(flow.standings(tournament, rules, after=0)),
        findings_document(flow.findings(tournament, rules), tournament),
    ]


def written(ask, question):
    """Return the lines the program would write: the answers, or the line and the refusal."""
    try:
        documents = ask(question)
    except TiltyardError as refusal:
        documents = [error_document(refusal)]
        line = error_line(refusal, "event.json")
    else:
        line = "event.json: fine"
    return line, [json.dumps(document, ensure_ascii=False).encode() for document in documents]


@settings(
    max_examples=amount(200, 600), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
@given(damaged())
def test_a_damaged_file_is_answered_or_refused_in_one_line(event):
    line, documents = written(answers, event)

    assert line.startswith("event.json: ")
    assert line.isprintable()
    assert len(documents) in {1, 3}


@settings(max_examples=amount(100, 300), deadline=None)
@given(VALUES)
def test_any_small_document_is_refused(document):
    with pytest.raises(TiltyardError):
        answers(document)


@settings(max_examples=amount(100, 300), deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_are_decoded_or_refused(raw):
    line, _ = written(lambda text: [] * (decode(text) is None), raw)

    assert line.isprintable()
