"""What the documentation names is there: files, modules, functions."""

import re
import subprocess
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [  # decisions and the changelog speak of their day
    page
    for page in sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("bench/*.md")])
    if page.name != "CHANGELOG.md" and page.parent.name != "adr"
]
FILE = re.compile(r"`([\w./-]+\.(?:py|sql|js|html|toml))`")
FUNCTION = re.compile(r"`((?:engine|day|views|text|service|store|formats|web|paper)(?:\.\w+)+)`")


@pytest.fixture(scope="module")
def files():
    tracked = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return ["/" + path for path in tracked.stdout.splitlines()]


def is_there(name):
    """Whether a dotted name is a module, or something in one."""
    try:
        import_module(f"tiltyard.{name}")
    except ModuleNotFoundError:
        module, _, what = name.rpartition(".")
        try:
            return hasattr(import_module(f"tiltyard.{module}"), what)
        except ModuleNotFoundError:
            return False
    return True


def test_every_file_that_a_page_names_is_there(files):
    missing = {
        (page.name, name)
        for page in PAGES
        for name in FILE.findall(page.read_text("utf-8"))
        if not any(path.endswith("/" + name) for path in files)
    }

    assert missing == set()


def test_every_function_that_a_page_names_is_there():
    missing = {
        (page.name, name)
        for page in PAGES
        for name in FUNCTION.findall(page.read_text("utf-8"))
        if not name.endswith((".py", ".toml")) and not is_there(name)
    }

    assert missing == set()


@pytest.mark.parametrize(
    ("name", "expected"),
    [("engine.flow.standings", True), ("engine.flow", True), ("engine.flow.no_such", False)],
)
def test_a_name_that_is_not_there_is_noticed(name, expected):
    assert is_there(name) is expected
