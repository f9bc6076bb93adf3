"""The habits of the project, each as a test: set-up, locks, versions, sizes, purity, decisions."""

import ast
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

import tiltyard
from tests.architecture.syntax_trees import nodes_of, tree_of

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "tiltyard"
PURE_LAYERS = ("engine", "day", "views")
ADR = ROOT / "docs" / "adr"

# What a pure module may import besides its own: values and algorithms, nothing of the world.
PURE = {
    "__future__",
    "abc",
    "bisect",
    "collections",
    "dataclasses",
    "datetime",  # dates as values; reading the clock is refused below
    "enum",
    "fractions",
    "functools",
    "hashlib",
    "heapq",
    "hmac",
    "itertools",
    "math",
    "operator",
    "re",
    "rustworkx",
    "types",
    "typing",
    "unicodedata",  # tables of characters
}
# Built-in functions and methods through which the world, the clock or a machine's habits leak in.
IMPURE_CALLS = {
    "__import__",
    "breakpoint",
    "eval",
    "exec",
    "float",  # ties are decided by exact numbers
    "hash",  # differs from run to run
    "id",  # differs from run to run
    "input",
    "open",
    "print",
}
CLOCK_METHODS = {"now", "today", "utcnow", "fromtimestamp"}


def short(path):
    return str(path.relative_to(ROOT).as_posix())


def modules(folder):
    return [pytest.param(path, id=short(path)) for path in sorted(folder.rglob("*.py"))]


def pure_modules():
    return [path for layer in PURE_LAYERS for path in modules(PACKAGE / layer)]


def packages(folder):
    homes = {path.parent for path in folder.rglob("*.py")}
    return [pytest.param(home, id=short(home)) for home in sorted(homes)]


# ------------------------------------------------------------------------------------------ set-up


def commands_of_yard():
    (table,) = (
        node.value
        for node in tree_of(ROOT / "yard.py").body
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "COMMANDS"
    )
    return {key.value for key in table.keys}


@pytest.mark.parametrize("command", ["serve --demo", "test"])
def test_the_readme_has_the_two_commands(command):
    readme = (ROOT / "README.md").read_text("utf-8")

    assert f"python3 yard.py {command}" in readme
    assert command.split()[0] in commands_of_yard()


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_every_yard_command_in_the_documents_exists(document):
    named = set(re.findall(r"python3 yard\.py ([a-z]+)", (ROOT / document).read_text("utf-8")))

    assert set() == named - commands_of_yard()


def test_ci_runs_the_readmes_test_command():
    lines = (ROOT / ".ci" / "run").read_text("utf-8").splitlines()

    assert "#!/usr/bin/env bash" == lines[0]
    assert "set -eu" in lines
    assert "python3 yard.py test" in lines[-1]


@pytest.mark.parametrize("name", ["QUICK", "LONG"])
def test_the_quick_tests_are_there(name):
    (listed,) = (
        node.value
        for node in tree_of(ROOT / "yard.py").body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name
    )
    parts = [part.value for part in ast.walk(listed) if isinstance(part, ast.Constant)]

    assert parts
    assert [] == [part for part in parts if not (ROOT / "tests" / part).exists()]


def test_the_set_up_script_parses_on_an_old_python():
    ast.parse((ROOT / "yard.py").read_text("utf-8"), feature_version=(3, 8))


# ------------------------------------------------------------------------------------------- locks

PIN = re.compile(
    r"(?P<name>[a-z0-9]+(?:-[a-z0-9]+)*)==(?P<version>[^\s;]+)"
    r"(?: ; (?P<marker>[^\\]+?))?(?P<hashes>(?: --hash=sha256:[0-9a-f]{64})+)"
)


def pins(lock):
    text = (ROOT / "locks" / f"{lock}.txt").read_text("utf-8")
    rows = re.sub(r" \\\n\s+", " ", text).splitlines()
    return [PIN.fullmatch(row) or row for row in rows if row and not row.startswith("#")]


@pytest.mark.parametrize("lock", ["run", "develop"])
def test_every_locked_package_is_pinned_by_hash(lock):
    assert [] == [row for row in pins(lock) if isinstance(row, str)]
    assert pins(lock)


@pytest.mark.parametrize("lock", ["run", "develop"])
def test_locks_name_no_address_and_no_folder(lock):
    text = (ROOT / "locks" / f"{lock}.txt").read_text("utf-8")

    assert [] == [
        word for word in ("://", "--index", "--extra-index", "--find-links", " @ ") if word in text
    ]


def test_what_runs_is_what_was_tested():
    """Version and hashes are the same; for which Pythons a package is needed may differ."""
    run, develop = (
        {re.sub(r" ; .*?(?= --hash)", "", match[0]) for match in pins(lock)}
        for lock in ("run", "develop")
    )

    assert set() == run - develop


def test_the_locks_hold_every_declared_package():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wanted = {
        "run": [*project["project"]["dependencies"], *project["dependency-groups"]["build"]],
        "develop": project["dependency-groups"]["develop"],
    }

    for lock, requirements in wanted.items():
        locked = {match["name"] for match in pins(lock)}
        assert set() == {re.split(r"[\[<>=! ]", r)[0] for r in requirements} - locked


# ---------------------------------------------------------------------------------- files and sizes


def test_the_changelog_starts_with_this_version():
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    versions = re.findall(r"^## \[?v?(\d+\.\d+\.\d+[^\]\s]*)", text, re.MULTILINE)

    assert tiltyard.__version__ == versions[0]


def files_of_the_project():
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    if listing.returncode:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in listing.stdout.decode("utf-8").split("\0") if name]


def test_no_file_names_the_folder_of_this_checkout():
    path = re.compile(
        rb"(?<![\w./$~-])" + re.escape(str(ROOT).encode("utf-8")) + rb"(?![\w.-])", re.IGNORECASE
    )
    files = [file for file in files_of_the_project() if file.is_file()]

    assert [] == [short(file) for file in files if path.search(file.read_bytes())]


@pytest.mark.parametrize("home", packages(PACKAGE))
def test_every_package_says_what_it_is(home):
    assert ast.get_docstring(tree_of(home / "__init__.py"))


# ------------------------------------------------------------------------------------------ purity


def imported(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


def called(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield "." + node.func.attr


@pytest.mark.parametrize("path", pure_modules())
def test_a_pure_module_imports_only_pure_modules(path):
    outside = {name for name in imported(tree_of(path)) if not is_pure(name)}

    assert set() == {name for name in outside if name.partition(".")[0] not in PURE}


def is_pure(name):
    return name.startswith(tuple(f"tiltyard.{layer}" for layer in PURE_LAYERS))


@pytest.mark.parametrize("path", pure_modules())
def test_a_pure_module_calls_nothing_that_touches_the_world(path):
    refused = IMPURE_CALLS | {f".{method}" for method in CLOCK_METHODS}

    assert set() == set(called(tree_of(path))) & refused


@pytest.mark.parametrize("path", pure_modules())
def test_a_pure_module_holds_no_float(path):
    numbers = (node.value for node in nodes_of(path) if isinstance(node, ast.Constant))

    assert [] == [number for number in numbers if isinstance(number, float)]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import json", {"json"}),
        ("import os.path as p", {"os.path"}),
        ("from random import shuffle", {"random"}),
        ("from . import scoring", {"."}),
        ("def f():\n    from time import time", {"time"}),
        ("from tiltyard.formats import tiltyard1", {"tiltyard.formats"}),
    ],
)
def test_an_impure_import_is_seen_wherever_it_stands(source, found):
    names = set(imported(ast.parse(source)))

    assert found == names
    assert not any(is_pure(name) or name.partition(".")[0] in PURE for name in names)


# --------------------------------------------------------------------------------------- decisions


def decisions():
    return sorted(path for path in ADR.glob("*.md") if path.name != "README.md")


def test_the_list_of_decisions_is_complete():
    listed = re.findall(r"\]\((\d{4}-[a-z0-9-]+\.md)\)", (ADR / "README.md").read_text("utf-8"))

    assert [path.name for path in decisions()] == listed


def test_decisions_are_numbered_without_a_gap():
    numbers = [int(path.name[:4]) for path in decisions()]

    assert list(range(1, len(numbers) + 1)) == numbers


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in decisions()])
def test_a_decision_has_its_four_parts(path):
    text = path.read_text("utf-8")

    assert text.startswith(f"# {int(path.name[:4])}. ")
    assert ["Status", "Context", "Decision", "Consequences"] == re.findall(
        r"^## (.+)$", text, re.MULTILINE
    )
