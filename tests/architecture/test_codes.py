"""Every sentence has a code and lives in the catalogue; every code is used, refusals once."""

import ast
import re
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

import pytest

import tiltyard
from tests.architecture.syntax_trees import nodes_of
from tiltyard.engine.errors import TiltyardError
from tiltyard.text.say import sections, sentences, written

ROOT = Path(tiltyard.__file__).parent
SOURCES = {path: path.read_text("utf-8") for path in sorted(ROOT.rglob("*.py"))}
TEMPLATES = {path: path.read_text("utf-8") for path in sorted(ROOT.rglob("*.html"))}
SAYS = {"say", "wording", "Phrase"}
IN_TEMPLATE = re.compile(r"""\b_\(\s*["']([a-z][\w.-]*)["']""")
CODED = {"Blocker", "Notice", "Question"}
BY_THE_ENGINE = {
    *("consequences", "facts", "findings", "list_findings", "list_fixes", "reasons"),
    *("refusals", "reminders", "slips", "stale", "told", "warnings"),
}
"""Sections whose codes the engine makes; other tests prove that they are complete."""


def errors():
    """Return the names of every class of errors."""
    found, left = set(), [TiltyardError]
    for kind in left:
        found.add(kind.__name__)
        left += kind.__subclasses__()
    declared = re.compile(r"^class (\w+)\((\w+)\):", re.MULTILINE)
    while True:
        more = {
            name
            for text in SOURCES.values()
            for name, base in declared.findall(text)
            if base in found
        }
        if more <= found:
            return found
        found |= more


ERRORS = errors()


def name_of(call):
    return call.func.id if isinstance(call.func, ast.Name) else ""


@cache
def calls_by_name():
    """Return every call of every source; only the worker that runs these tests parses them."""
    found = defaultdict(list)
    for path in SOURCES:
        for node in nodes_of(path):
            if isinstance(node, ast.Call) and name_of(node):
                found[name_of(node)].append((f"{path.relative_to(ROOT)}:{node.lineno}", node))
    return found


def calls(*names):
    for name in names:
        yield from calls_by_name()[name]


def literals(node):
    """Return the codes an expression may be, or the pattern of one that is put together."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield re.escape(node.value)
    elif isinstance(node, ast.IfExp):
        yield from literals(node.body)
        yield from literals(node.orelse)
    elif isinstance(node, ast.JoinedStr):
        yield "".join(
            re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[a-z0-9-]*"
            for part in node.values
        )


def raised():
    """Return every code an error is made with, and where."""
    for place, call in calls(*ERRORS):
        if call.args:
            for code in literals(call.args[0]):
                yield place, code


def test_a_refusal_names_its_code_and_no_sentence():
    with_sentences = [
        place
        for place, call in calls(*ERRORS)
        if any(" " in code.replace("\\ ", " ") for arg in call.args[:1] for code in literals(arg))
        or any(keyword.arg in {"fix", "message"} for keyword in call.keywords)
    ]

    assert [] == with_sentences


def test_every_refusal_has_a_sentence():
    known = sentences("refusals")
    assert [] == [
        (place, code)
        for place, code in raised()
        if code.replace("\\", "") not in known and not any(re.fullmatch(code, key) for key in known)
    ]


def test_no_two_refusals_share_a_code():
    used = Counter(code for _, code in raised() if "[" not in code)

    assert {} == {code: count for code, count in used.items() if count > 1}


def test_every_way_out_belongs_to_a_refusal():
    assert set() == set(sentences("fixes")) - set(sentences("refusals"))


@pytest.mark.parametrize("section", [*sections()])
def test_a_code_is_written_in_small_letters(section):
    assert [] == [key for key in sentences(section) if not re.fullmatch(r"[a-z0-9_][\w-]*", key)]


def said_in_python():
    for place, call in calls(*SAYS):
        for code in literals(call.args[0]) if call.args else ():
            if "[" not in code:
                yield place, code.replace("\\", "")


def said_in_templates():
    for path, text in TEMPLATES.items():
        for code in IN_TEMPLATE.findall(text):
            yield str(path.relative_to(ROOT)), code


@pytest.mark.parametrize("said", [said_in_python, said_in_templates])
def test_whatever_is_said_is_in_the_catalogue(said):
    unknown = []
    for place, code in said():
        try:
            written(code)
        except (KeyError, FileNotFoundError):
            unknown.append((place, code))

    assert [] == unknown


def test_every_text_of_pages_and_papers_is_said_somewhere():
    text = "\n".join([*SOURCES.values(), *TEMPLATES.values()])
    words = set(re.findall(r"\w+\.[\w-]+", text))
    unsaid = [
        f"{section}.{key}"
        for section in sections()
        if section not in {*BY_THE_ENGINE, "fixes"} and f'f"{section}.' not in text
        for key in sentences(section)
        if f"{section}.{key}" not in words and f"{section}.{key}" not in text
    ]

    assert [] == unsaid


def test_templates_say_nothing_but_codes():
    """A literal in `_()` that is no code would be English in every language."""
    loose = re.compile(r"""\b_\(\s*(["'])(?![a-z][\w-]*\.[\w.-]+\1)""")

    assert [] == [str(path) for path, text in TEMPLATES.items() if loose.search(text)]
