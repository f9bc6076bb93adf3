"""The clause table is complete, strict, and says exactly what the test suite proves."""

import json
import re
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.refusing import refuses
from tiltyard.clauses.layout import decisions_text, document_text
from tiltyard.clauses.loader import (
    clauses_named_in,
    decisions_naming,
    documents_of,
    load_clauses,
    load_decisions,
    load_document,
    load_documents,
)
from tiltyard.clauses.vocabulary import CLAUSE_ID, DECISION_ID, DOCUMENTS, PREFIXES
from tiltyard.cli.clauses import clauses as clauses_command
from tiltyard.dev.clause_state import (
    brought_up_to_date,
    change,
    citations_of,
    files_up_to_date,
    unknown_citations,
)
from tiltyard.dev.rule_pages import pages, stale_pages
from tiltyard.engine.errors import Refused, TiltyardError, Unreadable
from tiltyard.text.refusals import refusal_text

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "src/tiltyard/clauses"
RULESETS = ROOT / "src/tiltyard/rulesets"
COUNTS = {"RW": 201, "XW": 103, "XE": 21, "ME": 68, "DW": 95, "AR": 128, "HF": 54}


@pytest.fixture(scope="session")
def entries():
    return (*load_clauses(), *load_decisions())


@pytest.fixture(scope="session")
def citations(request):
    """Who cites what, when the whole suite is collected; anything less proves nothing."""
    if parts := _what_is_left_out(request.session):
        pytest.skip(f"NOT CHECKED, only a part of the suite was selected: {parts}")
    return citations_of(request.session.items)


def _what_is_left_out(session):
    """Say what keeps this run from being the whole suite; empty when nothing does."""
    option = session.config.option
    for name in ("keyword", "markexpr", "deselect", "lf"):
        if getattr(option, name, None):
            return f"option {name}"
    if any("::" in argument for argument in session.config.args):
        return "single tests"
    on_disk = {file.relative_to(ROOT).as_posix() for file in (ROOT / "tests").rglob("test_*.py")}
    missing = sorted(on_disk - {item.nodeid.partition("::")[0] for item in session.items})
    if not missing:
        return ""
    return f"{len(missing)} of {len(on_disk)} files without a test, first {missing[0]}"


# The table


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_clause_of_a_document_is_there_once_and_in_order(name):
    document = load_document(name)
    expected = [f"{document.prefix}-{n:03}" for n in range(1, COUNTS[document.prefix] + 1)]

    assert expected == [clause.id for clause in document.clauses]


def test_six_documents_and_the_house_rules_make_670_clauses():
    assert list(PREFIXES) == list(COUNTS)
    assert 670 == sum(COUNTS.values()) == len(load_clauses())


def test_every_decision_is_there_once_and_in_order():
    expected = [f"AMB-{n:03}" for n in range(1, 131)]

    assert expected == [decision.id for decision in load_decisions()]


def test_decisions_and_readings_name_only_what_exists(entries):
    known = {entry.id for entry in entries}
    texts = [(TABLE / f"{name}.toml").read_text("utf-8") for name in (*DOCUMENTS, "decisions")]
    named = {name for text in texts for name in re.findall(f"{CLAUSE_ID}|{DECISION_ID}", text)}

    assert set() == named - known


def test_a_decision_is_found_from_the_clauses_it_names():
    (found,) = decisions_naming("AR-107", load_decisions())

    assert "AMB-117" == found.id
    assert ("AR-107",) == clauses_named_in(found)


def test_every_option_a_decision_names_is_declared_by_a_ruleset():
    files = [tomllib.loads(file.read_text("utf-8")) for file in RULESETS.glob("*.toml")]
    declared = {name for file in files for name in file.get("options", {})}
    named = {name for decision in load_decisions() for name in decision.options}

    assert set() == named - declared


def test_escalation_rests_on_the_general_rules_too():
    assert ("xwing",) == documents_of("xwing-dogfight")
    assert ("xwing", "xwing-escalation") == documents_of("xwing-escalation")


# The table and the suite


def test_every_cited_clause_exists(entries, citations):
    assert () == unknown_citations(citations, (entry.id for entry in entries))


def test_exactly_the_clauses_that_tests_cite_are_done(entries, citations):
    """Refresh it with `python -m tiltyard.dev.clause_state`."""
    changes = (change(entry, citations) for entry in entries)

    assert [] == [line for line in changes if line]


def _cited_by_rulesets():
    return {
        (file.name, name)
        for file in RULESETS.glob("*.toml")
        for name in re.findall(f"{CLAUSE_ID}|{DECISION_ID}", file.read_text("utf-8"))
    }


def test_every_clause_a_ruleset_cites_exists(entries):
    known = {entry.id for entry in entries}

    assert [] == sorted(cited for cited in _cited_by_rulesets() if cited[1] not in known)


def test_every_clause_a_ruleset_cites_has_a_test(citations):
    assert [] == sorted(cited for cited in _cited_by_rulesets() if cited[1] not in citations)


def test_the_files_are_in_their_canonical_layout():
    for document in load_documents(DOCUMENTS):
        assert document_text(document) == (TABLE / f"{document.id}.toml").read_text("utf-8")
    assert decisions_text(load_decisions()) == (TABLE / "decisions.toml").read_text("utf-8")


# What the strict loader refuses

CLAUSE = {
    "id": "AR-001",
    "section": "Title block",
    "reading": "A reading.",
    "kind": ["record"],
    "state": "planned",
}
DECISION = {
    "id": "AMB-001",
    "where": ["AR-001"],
    "question": "Which?",
    "decision": "This.",
    "options": [],
    "state": "planned",
}
HEADER = {"title": "T", "version": "1", "effective": "2016-04-02", "prefix": "AR"}


def _write(directory, name, header, word, *rows):
    """Write a file of the table by hand, so that also what the layout refuses can be written."""
    blocks = [_pairs(header), *(f"[[{word}]]\n{_pairs(row)}" for row in rows)]
    (directory / f"{name}.toml").write_text("\n".join(blocks), "utf-8")


def _pairs(row):
    return "".join(f"{key} = {json.dumps(value)}\n" for key, value in row.items())


def _without(row, key):
    return {name: value for name, value in row.items() if name != key}


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        pytest.param([CLAUSE | {"colour": "red"}], "AR-001: Unknown key 'colour'", id="key"),
        pytest.param([CLAUSE | {"kind": ["guess"]}], "AR-001: Unknown kind 'guess'", id="kind"),
        pytest.param([CLAUSE | {"kind": []}], "AR-001: The entry kind must be", id="no kind"),
        pytest.param(
            [CLAUSE | {"kind": ["print"] * 2}], "AR-001: The entry kind must be", id="kind twice"
        ),
        pytest.param([CLAUSE | {"state": "maybe"}], "AR-001: Unknown state 'maybe'", id="state"),
        pytest.param([CLAUSE, CLAUSE], "The id AR-001 appears twice", id="id twice"),
        pytest.param([CLAUSE | {"id": "RW-001"}], "RW-001 isn't an id", id="id of another file"),
        pytest.param(
            [CLAUSE | {"state": "done", "missing": "the cut"}],
            "AR-001: This is done, but something",
            id="not all",
        ),
        pytest.param([CLAUSE | {"tests": ["t"]}], "AR-001: Unknown key 'tests'", id="tests"),
        pytest.param(
            [CLAUSE | {"kind": "t"}], "AR-001: The entry kind must be a list", id="no list"
        ),
        pytest.param(
            [CLAUSE | {"reading": " x"}], "AR-001: The entry reading must be one", id="space"
        ),
        pytest.param([CLAUSE | {"reading": ""}], "AR-001: The entry reading is empty.", id="empty"),
        pytest.param(
            [CLAUSE | {"section": 7}], "AR-001: The entry section must be one", id="number"
        ),
        pytest.param(
            [_without(CLAUSE, "section")], "AR-001: The entry section is missing.", id="missing"
        ),
        pytest.param(
            [_without(CLAUSE, "id")], "clause number 1: The entry id is missing.", id="no id"
        ),
    ],
)
def test_a_clause_that_is_not_understood_is_refused_by_file_and_entry(tmp_path, rows, expected):
    _write(tmp_path, "armada", HEADER, "clause", *rows)

    with pytest.raises(Unreadable) as caught:
        load_document("armada", tmp_path)

    assert refusal_text(caught.value).startswith(f"armada.toml: {expected}")


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        pytest.param(HEADER | {"author": "?"}, "Unknown key 'author'", id="key"),
        pytest.param(HEADER | {"prefix": "ZZ"}, "Unknown prefix 'ZZ'", id="prefix"),
        pytest.param(
            HEADER | {"effective": "04.2.2016"}, "The entry effective must be a date", id="date"
        ),
        pytest.param(HEADER | {"clause": 1}, "Entries are written as", id="no entries"),
        pytest.param(_without(HEADER, "title"), "The entry title is missing", id="missing"),
    ],
)
def test_a_header_that_is_not_understood_is_refused_by_file(tmp_path, header, expected):
    _write(tmp_path, "armada", header, "clause")

    with refuses(Unreadable, match=f"^armada.toml: {expected}"):
        load_document("armada", tmp_path)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        pytest.param([DECISION | {"option": ""}], "AMB-001: Unknown key 'option'", id="key"),
        pytest.param(
            [DECISION | {"where": ["A"]}], "AMB-001: The entry where names neither", id="where"
        ),
        pytest.param([DECISION | {"state": "open"}], "AMB-001: Unknown state 'open'", id="state"),
        pytest.param([DECISION, DECISION], "The id AMB-001 appears twice", id="id twice"),
    ],
)
def test_a_decision_that_is_not_understood_is_refused(tmp_path, rows, expected):
    _write(tmp_path, "decisions", {}, "decision", *rows)

    with pytest.raises(Unreadable) as caught:
        load_decisions(tmp_path)

    assert refusal_text(caught.value).startswith(f"decisions.toml: {expected}")


def test_a_file_that_is_missing_or_not_toml_is_refused(tmp_path):
    with refuses(Unreadable, code="text-of-cannot-read"):
        load_document("armada", tmp_path)
    (tmp_path / "armada.toml").write_text("title = ", "utf-8")
    with refuses(Unreadable, match=r"^armada.toml: This isn't TOML"):
        load_document("armada", tmp_path)


@pytest.mark.parametrize("load", [load_document, documents_of])
def test_an_unknown_document_or_ruleset_is_refused_with_the_choices(load):
    with refuses(Unreadable, match="'chess'. Use one of runewars, "):
        load("chess")


# What keeps it up to date


def _copy_of_the_table(directory):
    for file in TABLE.glob("*.toml"):
        (directory / file.name).write_text(file.read_text("utf-8"), "utf-8")
    return directory


def test_a_cited_clause_becomes_done_and_words_stay_words(tmp_path):
    cited = {"AR-107": ("tests/a.py::test_a",), "AMB-126": ("tests/a.py::test_b",)}

    files, changes = files_up_to_date(cited, _copy_of_the_table(tmp_path))
    armada = tomllib.loads(files[tmp_path / "armada.toml"])["clause"]
    decisions = tomllib.loads(files[tmp_path / "decisions.toml"])["decision"]

    assert "done" == armada[106]["state"]
    assert "words" == decisions[125]["state"]
    assert not any(line.startswith("AMB-126:") for line in changes)
    assert ["done"] == [row["state"] for row in armada if row["state"] == "done"]


def test_a_clause_that_lost_its_test_is_planned_again_and_said_so():
    before = replace(load_clauses()[0], state="done")

    assert "planned" == brought_up_to_date(before, {}).state
    assert "RW-001: done -> planned, cited by no test" == change(before, {})


def test_a_clause_that_a_test_cites_is_done_unless_something_is_missing():
    before = replace(load_clauses()[0], state="planned", missing="")
    cited = {before.id: ("tests/a.py::test_a",)}

    assert "RW-001: planned -> done, cited by tests/a.py::test_a" == change(before, cited)
    assert change(replace(before, missing="the cut"), cited) is None
    assert change(replace(before, state="done"), cited) is None


def test_a_citation_of_nothing_is_refused_by_test_and_id(tmp_path):
    with refuses(Refused, match=r"^tests/a.py::test_a cites AR-999, which is not in"):
        files_up_to_date({"AR-999": ("tests/a.py::test_a",)}, _copy_of_the_table(tmp_path))


class _Item:
    """As much of a collected test as the markers need."""

    def __init__(self, nodeid, *markers):
        self.nodeid = nodeid
        self.markers = markers

    def iter_markers(self, name):
        return (marker.mark for marker in self.markers if marker.name == name)


def test_citations_leave_out_parameters_and_name_a_test_once():
    clause = pytest.mark.clause
    items = [
        _Item("tests/b.py::test_b[x[0]::y]", clause("AR-001")),
        _Item("tests/b.py::test_b[z]", clause("AR-001", "AMB-001")),
        _Item("tests/a.py::test_a", clause("AR-001")),
    ]

    expected = {
        "AMB-001": ("tests/b.py::test_b",),
        "AR-001": ("tests/a.py::test_a", "tests/b.py::test_b"),
    }
    assert expected == citations_of(items)


def test_a_marker_with_anything_but_ids_is_refused():
    with refuses(TiltyardError, match=r"^tests/a.py::test_a: The marker takes clause ids"):
        citations_of([_Item("tests/a.py::test_a", pytest.mark.clause(107))])


def test_the_rule_pages_are_up_to_date():
    """Refresh them with `python -m tiltyard.dev.rule_pages`."""
    assert () == stale_pages()


def test_every_link_of_the_rule_pages_leads_somewhere():
    made = pages()
    anchors = {
        (name, heading.lower())
        for name, text in made.items()
        for heading in re.findall(r"^##+ (\S+)$", text, re.MULTILINE)
    }
    links = {
        (page, anchor)
        for text in made.values()
        for page, anchor in re.findall(r"\]\(([^)#]+)#?([^)]*)\)", text)
    }

    assert set() == {link for link in links if link[1] and link not in anchors}
    assert set() == {page for page, _ in links} - set(made)


# The command


@pytest.fixture
def run():
    return lambda *arguments: CliRunner().invoke(clauses_command, arguments)


def test_the_list_fits_a_terminal_and_ends_with_the_counts(run):
    answer = run()

    assert 0 == answer.exit_code
    assert 80 >= max(map(len, answer.output.splitlines()))
    last = r"\d+ of 670: \d+ done, \d+ words, \d+ planned"
    assert re.fullmatch(last, answer.output.splitlines()[-1])


def test_the_list_can_be_limited_to_a_ruleset_a_state_and_a_kind(run):
    answer = json.loads(
        run("xwing-escalation", "--state", "words", "--kind", "judge note", "--json").output
    )

    assert ["xwing", "xwing-escalation"] == [row["id"] for row in answer["documents"]]
    assert [103, 21] == [row["counts"]["all"] for row in answer["documents"]]
    assert "XW-013" in {row["id"] for row in answer["clauses"]}
    assert {"words"} == {row["state"] for row in answer["clauses"]}
    assert all("judge note" in row["kind"] for row in answer["clauses"])


def test_one_clause_is_shown_with_its_decisions(run):
    answer = run("ar-107")

    assert answer.output.startswith("AR-107  ")
    assert "\nAMB-117  " in answer.output
    assert "AMB-117" == json.loads(run("AR-107", "--json").output)["decisions"][0]["id"]


def test_a_decision_is_shown_too(run):
    assert "Options: forfeit.award, forfeit.counts_as_met" in run("AMB-015").output


@pytest.mark.parametrize("name", ["chess", "xwing", "AR-999"])
def test_an_unknown_ruleset_or_clause_is_refused_with_the_names(run, name):
    answer = run(name)

    assert 2 == answer.exit_code
    assert f"{name!r}. Rulesets: runewars, xwing-dogfight, xwing-escalation" in answer.output


def test_a_single_clause_takes_no_filter(run):
    assert 2 == run("AR-107", "--state", "done").exit_code
