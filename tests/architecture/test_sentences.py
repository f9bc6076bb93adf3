"""Sentences live in `text/`: no other layer writes one, and no template holds a word of its own.

The terminal is looked at more closely in `test_terminal_codes.py`, codes in `test_codes.py`.
"""

import ast
import re
from pathlib import Path

import pytest

import tiltyard
from tests.architecture.syntax_trees import tree_of

ROOT = Path(tiltyard.__file__).parent
ELSEWHERE = ("cli/", "dev/")  # the one has a test of its own, the other talks to maintainers
FILES = {
    name: path
    for path in sorted(ROOT.rglob("*.py"))
    if not (name := path.relative_to(ROOT).as_posix()).startswith(ELSEWHERE)
}
TEMPLATES = {path.relative_to(ROOT).as_posix(): path for path in sorted(ROOT.rglob("*.html"))}
FOR_MAINTAINERS = {
    *("debug", "info", "warning", "error", "exception", "critical"),  # the log of a server
    *("AssertionError", "RuntimeError", "ValueError", "TypeError", "LookupError"),
}
ALLOWED = {
    "charts/points_distribution.py": "classes of a style",
    "clauses/layout.py": "comments of the files it writes",
    "clauses/loader.py": "a shape in the answer about a file of the maintainers",
    "day/lists.py": "a reason in the log, for the leaders of one game whose document is English",
    "day/people.py": "reasons in exported files",
    "day/results.py": "reasons in exported files",
    "day/rounds.py": "reasons in exported files",
    "day/setup.py": "reasons in exported files",
    "engine/pairing/byes.py": "the name of a reason",
    "engine/pairing/reasons.py": "the name of a reason",
    "formats/catalogues/xwing_data.py": "a pattern",
    "formats/foreign/foreign_tables.py": "headings of tables that people bring",
    "formats/foreign/table.py": "the name of a format",
    "formats/foreign/to_tiltyard1.py": "reasons in files",
    "formats/lists/fleet_text.py": "a pattern",
    "formats/strict_json.py": "what Python's reader says, to be recognised",
    "paper/press.py": "how a template and the press talk",
    "service/backup.py": "said where the system itself gives no word",
    "service/importing.py": "reasons in files",
    "service/list_reading.py": "said where the system itself gives no word",
    "service/verifying.py": "kinds of files in the answer for programs",
    "service/webhooks.py": "errors of the network, beside those of the system",
    "store/postgres_connections.py": "what the library says, to be recognised",
    "web/api/api_page.py": "makes a page of the documentation, which is English",
    "web/api/api_routes.py": "the description of the API, which is English",
    "web/api/description.py": "the description of the API, which is English",
    "web/rendering.py": "the name of a variable",
}
"""Where three words in a row are no sentence for a person, and what they are."""
THREE_WORDS = re.compile(r"(?:^|[\s(])[A-Za-z][a-z']+,? [a-z']+,? [a-z']+")
A_QUERY = re.compile(r"\b(SELECT|INSERT|CREATE|DELETE|UPDATE|WITH) ")
NAMES = {"Tiltyard"}
COMMANDS = re.compile(r"<(code|pre|style|script|textarea)\b.*?</\1>", re.DOTALL)
OF_A_TAG = re.compile(r"{% block \w+_(attributes|class) %}.*?{% endblock %}", re.DOTALL)
EXPRESSION = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
MARKUP = re.compile(r"[\w-]+=\"[^\"]*\"|<!?[a-z/][^>]*>|&\w+;", re.IGNORECASE)
FILE = re.compile(r"[\w/\0]*[./]\w+")


def name_of(call):
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def texts(node):
    """Yield every text of a module but its documentation and what maintainers read."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.Call) and name_of(node) in FOR_MAINTAINERS:
        return
    if isinstance(node, ast.JoinedStr):
        parts = [part.value for part in node.values if isinstance(part, ast.Constant)]
        yield node.lineno, "\0".join(parts)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.lineno, node.value
    for part in ast.iter_child_nodes(node):
        yield from texts(part)


def sentences_in(tree):
    return [
        (line, text)
        for line, text in texts(tree)
        if THREE_WORDS.search(text) and not A_QUERY.search(text)
    ]


def words_in(template):
    rest = template
    for pattern in (OF_A_TAG, COMMANDS, EXPRESSION, MARKUP, FILE):
        rest = pattern.sub("\0", rest)
    return set(re.findall(r"[^\W\d_]{2,}", rest)) - NAMES


def test_no_module_outside_the_texts_writes_a_sentence():
    found = {name: sentences_in(tree_of(path)) for name, path in FILES.items()}

    assert {} == {name: some for name, some in found.items() if some and name not in ALLOWED}
    assert set(ALLOWED) <= {name for name, some in found.items() if some}  # none is left over


@pytest.mark.parametrize(
    "code",
    [
        'answer("The round has begun.")',
        'title = f"Results of {name}, as they stand"',
        'WORDS = {"late": "came after the start"}',
        'raise Refused("there is no such table")',
    ],
)
def test_a_sentence_in_code_is_noticed(code):
    assert sentences_in(ast.parse(code))


@pytest.mark.parametrize(
    "code",
    [
        'say("desk.round-has-begun")',
        '"""What a module is about."""',
        'LOG.warning("event %s cannot be read")',
        'QUERY = "SELECT number, line, hash FROM facts WHERE stream = ?"',
        'css = "tick middle"',
    ],
)
def test_codes_queries_and_documentation_are_none(code):
    assert [] == sentences_in(ast.parse(code))


def test_no_template_holds_words_of_its_own():
    found = {name: words_in(path.read_text("utf-8")) for name, path in TEMPLATES.items()}

    assert {} == {name: words for name, words in found.items() if words}


@pytest.mark.parametrize(
    "template, words",
    [
        ('<p class="notice">Done</p>', {"Done"}),
        ("<h1>{{ title }}</h1> by {{ name }}", {"by"}),
        ('<p title="x">{{ _("desk.done") }} <code>tiltyard serve</code></p>', set()),
        ("{# why #}{% if done %}{{ word }}{% endif %}&nbsp;", set()),
    ],
)
def test_a_word_in_a_template_is_noticed(template, words):
    assert words == words_in(template)
