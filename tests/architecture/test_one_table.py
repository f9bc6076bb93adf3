"""A paper or a format of files is registered in one row, and no other module lists them."""

import ast
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import tiltyard
from tests.architecture.syntax_trees import nodes_of, tree_of
from tiltyard.formats.foreign.table import FORMATS
from tiltyard.formats.lists.list_forms import FORMS as LIST_FORMS
from tiltyard.formats.outgoing.spreadsheets import TABLES
from tiltyard.paper.table import PAPERS
from tiltyard.service.exporting import FORMS

ROOT = Path(tiltyard.__file__).parent
MODULES = {path.relative_to(ROOT).as_posix(): path for path in sorted(ROOT.rglob("*.py"))}


def listed(node):
    """Return the words a literal collection, a `Literal` or a chain of cases is made of."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return node.elts
    if isinstance(node, ast.Dict):
        return [key for key in node.keys if key is not None]
    return []


def lists_of(ids):
    """Yield every place outside the tables where most of a collection are these ids."""
    for module, path in MODULES.items():
        for node in nodes_of(path):
            words = [one.value for one in listed(node) if isinstance(one, ast.Constant)]
            found = ids & set(words)
            if set(words) == set(TABLES):  # tables of a spreadsheet have names of papers
                continue
            if len(found) >= 3 and 2 * len(found) > len(words):
                yield module, node.lineno


# ------------------------------------------------------------------------------------- papers


def test_a_paper_has_one_row():
    text = (ROOT / "paper/table.py").read_text("utf-8")
    rows = Counter(re.findall(r'\bPaper\(\s*"([\w-]+)"', text))

    assert rows == Counter(list(PAPERS))


def test_no_other_module_makes_a_paper_or_lists_papers():
    made = [
        module
        for module, path in MODULES.items()
        for node in nodes_of(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if node.func.id == "Paper"
    ]

    assert set(made) == {"paper/table.py"}
    assert [] == list(lists_of(set(PAPERS)))


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_the_row_of_a_paper_names_what_is_there(paper):
    module = tree_of(MODULES[f"paper/sheets/{paper.data.module}.py"])
    functions = {node.name for node in module.body if isinstance(node, ast.FunctionDef)}

    assert paper.data.function in functions
    assert (ROOT / "paper/templates" / paper.template).is_file()
    assert paper.title()


def test_a_paper_is_found_without_loading_any_sheet():
    asked = """
import sys
from tiltyard.paper.table import paper_named
paper_named("slips").title()
print(*(one for one in sys.modules if one.startswith("tiltyard.paper.sheets")))
"""
    run = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)

    assert run.stdout.split() == []


# ------------------------------------------------------------------------------------ formats

TABLES_OF_FORMATS = [
    pytest.param(FORMATS, "formats/foreign/table.py", id="import"),
    pytest.param(FORMS, "service/exporting.py", id="export"),
    pytest.param(LIST_FORMS, "formats/lists/list_forms.py", id="lists"),
]


@pytest.mark.parametrize(("table", "home"), TABLES_OF_FORMATS)
def test_the_formats_are_listed_in_their_table_alone(table, home):
    assert {home} >= {module for module, _ in lists_of(set(table))}


@pytest.mark.parametrize("kind", [kind for kind, row in FORMATS.items() if row.read is not None])
def test_a_format_that_is_read_says_which_program_drew_its_rounds(kind):
    assert FORMATS[kind].program
    assert FORMATS[kind].name()


def test_a_form_that_leaves_has_a_file_of_its_own():
    assert len({form.file for form in FORMS.values()}) == len(FORMS)
