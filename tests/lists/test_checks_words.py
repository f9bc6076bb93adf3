"""Every finding can be said, with what to change; every check and ruleset is sound."""

import ast
import string
from pathlib import Path
from typing import get_args

import pytest

import tiltyard.engine.rosters as package
from tests.rules.events import SIX
from tiltyard.engine.rosters.checks import CHECKS, REMARKS
from tiltyard.engine.rosters.list_findings import Finding
from tiltyard.engine.ruleset import CheckName
from tiltyard.rulesets.loader import load
from tiltyard.text.language import speaking
from tiltyard.text.list_findings import finding_words
from tiltyard.text.say import Counted, sentences

HERE = Path(package.__file__).parent
SOURCES = [HERE / name for name in ("checks.py", "factions.py", "legality.py")]
RAISERS = {"found": 1, "cannot_check": 1, "Finding": 0, "Verdict": 1}


def calls():
    """Every place in the checks that names a code, with the facts given there."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            name = getattr(getattr(node, "func", None), "id", "")
            if name in RAISERS and len(node.args) > RAISERS[name]:
                given = {keyword.arg for keyword in node.keywords}
                for one in ast.walk(node.args[RAISERS[name]]):
                    if isinstance(one, ast.Constant) and isinstance(one.value, str):
                        yield name, one.value, given


CALLS = tuple(calls())
CODES = sorted({code for _, code, _ in CALLS} | set(REMARKS))


def forms(section, code):
    """Return a sentence in every way it is said."""
    text = sentences(section)[code]
    return (text.one, text.other) if isinstance(text, Counted) else (text,)


def test_the_codes_are_found():
    assert {"over-limit", "upgrade-moved", "product-too-new", "card-banned"} <= set(CODES)
    assert len(CODES) > 40


def test_every_code_has_a_sentence_and_a_fix_and_none_is_left_over():
    assert {*CODES, "other"} == set(sentences("list_findings")) == set(sentences("list_fixes"))


@pytest.mark.parametrize("code", CODES)
def test_a_sentence_says_only_what_the_check_knows(code):
    told = [given for name, one, given in CALLS if one == code and name != "Verdict"]
    wanted = {
        field
        for section in ("list_findings", "list_fixes")
        for text in forms(section, code)
        for _, field, _, _ in string.Formatter().parse(text)
        if field
    }

    for given in told:
        if "facts" not in given:
            assert wanted <= given


@pytest.mark.parametrize("code", CODES)
def test_a_finding_in_words(code):
    facts = {"section": "Terrain cards", "count": 5, "most": 4, "total": 7, "name": "{odd} %s"}
    said, fix = finding_words(Finding(code, "error", "RW-052", facts=facts))

    assert said
    assert fix
    assert "{count}" not in said + fix


@pytest.mark.parametrize(
    ("most", "said"),
    [(1, "Cards: 3 listed, but at most 1 is allowed."),
     (2, "Cards: 3 listed, but at most 2 are allowed.")],
)  # fmt: skip
def test_one_and_many(most, said):
    finding = Finding("too-many", "error", "", facts={"section": "Cards", "count": 3, "most": most})

    assert said == finding_words(finding)[0]


def test_of_several_lists_it_is_said_which():
    facts = {"total": 61, "limit": 60, "over": 1}
    finding = Finding("over-limit", "error", "XE-014", muster=2, facts=facts)

    assert (
        "list 2: It costs 61 points. At most 60 are allowed.",
        "Leave out 1 point or more.",
    ) == finding_words(finding)


def test_a_code_of_an_older_program_is_said_as_it_is():
    said, fix = finding_words(Finding("something-old", "warning", ""))

    assert "The list reader remarks: something-old." == said
    assert "Look at the list again." == fix


def test_words_are_there_in_every_language():
    with speaking("de"):
        assert all(finding_words(Finding(code, "error", "")) for code in CODES)


# --------------------------------------------------------------------------------- the data


def test_every_check_of_the_data_has_its_function():
    assert set(get_args(CheckName)) == set(CHECKS)


def test_every_check_is_used_by_one_of_the_six():
    used = {check.check for name in SIX for check in load(name).lists.checks}

    assert set(CHECKS) == used


@pytest.mark.parametrize("name", SIX)
def test_every_document_says_what_is_in_its_lists(name):
    lists = load(name).lists

    assert lists.sections
    assert lists.catalogue == name.partition("-")[0] or name == "middle-earth"
