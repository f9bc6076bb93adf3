"""The plan of the house: one row per act, one place per rule, file names that tell them apart."""

import ast
import re
from collections import Counter
from dataclasses import fields
from pathlib import Path

import pytest

from tests.architecture.syntax_trees import nodes_of, tree_of
from tiltyard.day import table
from tiltyard.day.facts import Fact
from tiltyard.day.fold import _STEPS as FOLDS

PACKAGE = Path(__file__).parents[2] / "src" / "tiltyard"
LAYERS = sorted(path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file())
LONGEST_FUNCTION = 60  # lines; most have seven, one in a hundred more than thirty
TABLES = {"_programme"}  # rows of data, written as a function because they depend on the day


def sources(*layers):
    folders = [PACKAGE / layer for layer in layers] or [PACKAGE]
    return [path for folder in folders for path in sorted(folder.rglob("*.py"))]


def short(path):
    return path.relative_to(PACKAGE).as_posix()


# ------------------------------------------------------------------------------------------- names


@pytest.mark.parametrize("layer", LAYERS)
def test_a_file_name_appears_once_in_a_layer(layer):
    names = Counter(path.name for path in sources(layer) if path.name != "__init__.py")

    assert [] == [name for name, count in names.items() if count > 1]


def test_no_module_has_a_name_for_leftovers():
    leftovers = re.compile(r"(^|_)(utils?|helpers?|manager|misc|common|stuff)(_|$)")

    assert [] == [short(path) for path in sources() if leftovers.search(path.stem)]


def loop_variables(path):
    for node in nodes_of(path):
        if isinstance(node, ast.For | ast.AsyncFor | ast.comprehension):
            yield node.target
        elif isinstance(node, ast.Lambda):
            yield from node.args.args


def test_a_loop_variable_says_what_it_holds():
    def is_called_one(target):
        return getattr(target, "id", getattr(target, "arg", "")) == "one"

    nameless = {short(path) for path in sources() if any(map(is_called_one, loop_variables(path)))}

    assert set() == nameless


# -------------------------------------------------------------------------------------------- acts


def commands_in(path):
    for node in tree_of(path).body:
        if isinstance(node, ast.ClassDef):
            for line in node.body:
                if (
                    isinstance(line, ast.AnnAssign)
                    and ast.unparse(line.target) == "NAME"
                    and line.value
                ):
                    name = ast.literal_eval(line.value)
                    if "/" not in name:  # with a version it is a fact
                        yield name


def test_every_act_is_one_row_and_every_command_has_one():
    commands = [name for path in sources("day") for name in commands_in(path)]
    rows = [act.name for act in table.ACTS]

    assert sorted(rows) == sorted(set(rows))
    assert sorted(commands) == sorted(rows)


def test_every_act_says_who_may_do_it_and_what_follows():
    for act in table.ACTS:
        assert bool(act.rights) is not act.begins, act.name
        assert act.facts, act.name
        assert set(act.facts) <= set(Fact.__args__), act.name
        if any(right.reason for right in act.rights):
            assert "reason" in {field.name for field in fields(act.command)}, act.name


def test_every_fact_is_folded_in_one_place():
    undone = {"act-undone/1"}  # what it takes back is left out, so it has no step of its own
    folded = [
        ast.unparse(key)
        for path in sources("day")
        for node in tree_of(path).body
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "FOLDS"
        for key in node.value.keys
    ]

    assert len(folded) == len(set(folded))
    assert {fact.NAME for fact in Fact.__args__} - undone == {fact.NAME for fact in FOLDS} - undone


def tables_of_acts(path):
    names = set(table.BY_NAME)
    for node in nodes_of(path):
        if isinstance(node, ast.Dict):
            keys = [key.value for key in node.keys if isinstance(key, ast.Constant)]
            if len(names.intersection(keys)) > 5:
                yield node.lineno


def test_no_other_module_keeps_a_table_of_acts():
    found = [f"{short(path)}:{line}" for path in sources() for line in tables_of_acts(path)]

    assert [] == found


# --------------------------------------------------------------------------------------- functions


def long_functions(path):
    for node in nodes_of(path):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = node.end_lineno - node.lineno + 1
            if lines > LONGEST_FUNCTION and node.name not in TABLES:
                yield f"{short(path)}:{node.name} ({lines} lines)"


def test_a_function_fits_in_one_look():
    assert [] == [line for path in sources() for line in long_functions(path)]


# ------------------------------------------------------------------- rules stay out of interfaces


@pytest.mark.parametrize("path", sources("web", "paper", "cli", "charts"), ids=short)
def test_interfaces_do_not_look_into_the_files_of_a_ruleset(path):
    for node in nodes_of(path):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tiltyard.rulesets"):
            assert node.module == "tiltyard.rulesets.loader", node.lineno
