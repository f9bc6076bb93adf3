"""Interfaces show rows of the views: none of them ranks, cuts or tells the state of a table."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.syntax_trees import tree_of

SOURCE = Path(__file__).parents[2] / "src/tiltyard"
SHOWS = ("web", "paper", "cli", "formats/outgoing")
FILES = sorted(file for folder in SHOWS for file in (SOURCE / folder).rglob("*.py"))
TEMPLATES = sorted(
    file
    for folder in SHOWS
    for ending in ("*.html", "*.typ")
    for file in (SOURCE / folder).rglob(ending)
)
MADE_BY_VIEWS = {
    "tiltyard.engine.flow": {"standings", "standings_so_far"},
    "tiltyard.engine.standings": {"rank", "swiss_order"},
    "tiltyard.engine.cut": {"qualified_by_plan", "qualified", "inside_the_cut"},
    "tiltyard.day.event": {"match_state", "round_state"},
    "tiltyard.day.as_tournament": {"as_settled", "result_of_game"},
}
ALLOWED: dict[tuple[str, str], str] = {}
"""What had to stay, by module and name, with the reason."""


def made_itself(tree: ast.Module) -> Iterator[str]:
    """Yield what a module takes from the engine or the day that is a view's to make."""
    modules = {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module is not None
        for alias in node.names
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            made = MADE_BY_VIEWS.get(node.module or "", set())
            yield from (alias.name for alias in node.names if alias.name in made)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            module = modules.get(node.value.id, "")
            if node.attr in MADE_BY_VIEWS.get(module, set()):
                yield node.attr
        elif isinstance(node, ast.Compare) and compares_the_cut(node):
            yield 'decided_by == "cut"'


def compares_the_cut(node: ast.Compare) -> bool:
    parts = (node.left, *node.comparators)
    reads = any(getattr(part, "attr", "") == "decided_by" for part in parts)
    texts = {text.value for part in parts for text in ast.walk(part) if _is_text(text)}
    return reads and "cut" in texts


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def test_interfaces_take_their_rows_from_views():
    found = {
        (str(file.relative_to(SOURCE)), name)
        for file in FILES
        for name in made_itself(tree_of(file))
    }
    assert found == set(ALLOWED)


def test_what_is_allowed_has_a_reason():
    assert all(ALLOWED.values())


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: file.name)
def test_no_template_finds_the_cut_line(file):
    text = file.read_text("utf-8")
    assert not re.search(r"decided_by\s*==\s*[\"']cut", text)
    assert "going_on" not in text


@pytest.mark.parametrize(
    "code",
    [
        "from tiltyard.engine.flow import standings",
        "from tiltyard.engine import flow\nflow.standings(one, two)",
        "from tiltyard.engine import flow as engine\nengine.standings_so_far(one, two)",
        "def f():\n    from tiltyard.day.event import match_state",
        "from tiltyard.day import event\nevent.round_state(one)",
        'if row.decided_by == "cut": pass',
        'if "cut" == row.decided_by: pass',
        'if row.decided_by in ("cut", "seed"): pass',
    ],
)
def test_such_code_would_be_found(code):
    assert list(made_itself(ast.parse(code)))


@pytest.mark.parametrize(
    "code",
    [
        "from tiltyard.engine import flow\nflow.findings(one, two)",
        "view.round_state()",
        'if row.decided_by == "h2h": pass',
        'if row.status == "cut": pass',
    ],
)
def test_other_code_is_left_alone(code):
    assert not list(made_itself(ast.parse(code)))
