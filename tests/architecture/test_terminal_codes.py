"""The terminal says nothing in Python: every sentence and label comes from the catalogue.

What documents a command stays beside it: docstrings, help texts, and how it was called wrongly.
"""

import ast
import re
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

import tiltyard
from tests.architecture.syntax_trees import tree_of
from tiltyard.cli.doctor import State
from tiltyard.day.reminders import Urgency
from tiltyard.engine import ruleset
from tiltyard.engine.audit import findings
from tiltyard.engine.rosters import list_findings
from tiltyard.engine.ruleset import Audience, Inside
from tiltyard.service.verifying import NEEDS_SEED, SeedState
from tiltyard.text.say import written

FOLDER = Path(tiltyard.__file__).parent / "cli"
FILES = sorted(FOLDER.glob("*.py"))
DOCUMENTS = {
    *("argument", "command", "group", "option", "Choice", "DayCommand"),
    *("BadParameter", "UsageError", "fail"),
}
"""Calls whose texts are the documentation of a command, or an error in how it was called."""

SAYS = {"add_column", "add_row", "agreed", "echo", "name_text", "plain_table", "say"}
"""Calls whose texts people read, even a single word."""

ALLOWED = {
    "__init__.py": "the table of commands is their help; `--version` reads no catalogue",
    "certificate.py": "a command line that can be typed as it stands",
    "command_page.py": "the head of a page of the documentation",
    "demo.py": "command lines that can be typed as they stand",
    "event.py": "the headings of the help",
    "service_unit.py": "a systemd unit and the commands that install it",
}
"""Files whose texts are no sentences, and what they are."""

NO_SENTENCES = {
    "YES|NO YES|NO": "how an option is written",
    "role and phase": "a value in the answer for programs",
    "bold cyan": "a style",
    "not bold": "a style",
    "dim": "a style",
    "pairing.system=\0: \0": "an option and its value, as it is typed",
}
GAP = "\0"
PROGRAM = re.compile(r"^tiltyard: |[\d\0] (kB|MB)$|\(--\w+ [A-Z]+\)")
"""Names and units that are the same in every language."""

WORD = r"(?<![-\w/.=@:{])[^\W\d_]{2,}(?![-\w/=@:{]*[/=@{])"
TWO_WORDS = re.compile(rf"{WORD}[^\w\0]*\s[^\w\0]*{WORD}")
ONE_WORD = re.compile(rf"(?<![-\w]){WORD}(?![-\w])")
CODE = re.compile(r"[a-z-]+\.[\w-]+")


def name_of(call):
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def is_docstring(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def texts(node, said=False):
    """Yield every string that is no documentation: where, its text, whether it is said at once."""
    if is_docstring(node) or (isinstance(node, ast.Call) and name_of(node) in DOCUMENTS):
        return
    if isinstance(node, ast.JoinedStr):
        yield node.lineno, "".join(map(text_of_part, node.values)), True
        node = ast.List([part for part in node.values if not isinstance(part, ast.Constant)])
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.lineno, node.value, said
    goes_on = said and isinstance(node, ast.BinOp | ast.IfExp | ast.BoolOp)
    is_said = isinstance(node, ast.Call) and name_of(node) in SAYS
    for part in ast.iter_child_nodes(node):
        yield from texts(part, goes_on or is_said)


def text_of_part(part):
    return part.value if isinstance(part, ast.Constant) else GAP


def is_sentence(text, said):
    if text in NO_SENTENCES or CODE.fullmatch(text.replace(GAP, "x")):
        return False
    rest = PROGRAM.sub("", text)
    return bool((ONE_WORD if said else TWO_WORDS).search(rest))


def sentences_in(tree):
    return [(line, text) for line, text, said in texts(tree) if is_sentence(text, said)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_terminal_holds_no_sentence(file):
    found = sentences_in(tree_of(file))

    assert bool(found) if file.name in ALLOWED else found == []


@pytest.mark.parametrize(
    "code",
    [
        'at.say("Nothing to do.")',
        'at.say(f"{count} left")',
        'click.echo(f"  Seal: {seal}")',
        'click.echo("organizer: " + name)',
        'plain_table("players", rest)',
        'answers = {None: "waits for a ruling"}',
        'at.agreed("Sure?" if short else "Are you sure?")',
        'what = f"{number} of {all}"',
    ],
)
def test_a_sentence_is_noticed(code):
    assert sentences_in(ast.parse(code))


@pytest.mark.parametrize(
    "code",
    [
        'at.say(say("terminal.nothing-to-do"))',
        'at.say(say(f"terminal.urgency-{reminder.urgency}"))',
        'click.echo(f"  {name}: {text}")',
        'click.echo(f"tiltyard: {text}", err=True)',
        'click.option("--left", help="What is still in play.")',
        'raise click.UsageError("say who: PLAYERS, or --all")',
        'def show():\n    """Say where EVENT stands."""',
        'time = f"{now:%Y-%m-%d %H:%M}"',
    ],
)
def test_codes_documentation_and_layout_are_none(code):
    assert [] == sentences_in(ast.parse(code))


def values(kind, field):
    return get_args(get_type_hints(kind)[field])


PUT_TOGETHER = {
    "terminal.audience-": get_args(Audience),
    "terminal.doctor-": get_args(State),
    "terminal.severity-": {*get_args(findings.Severity), *get_args(list_findings.Severity)},
    "terminal.urgency-": get_args(Urgency),
    "terminal.verify-seed-": get_args(SeedState),
    "verification.needs-seed-": NEEDS_SEED,
    "ruleset-page.bracket-": values(ruleset.Elimination, "draw"),
    "ruleset-page.inside-": get_args(Inside),
    "ruleset-page.pick-": values(ruleset.Bye, "pick"),
    "ruleset-page.scope-": values(ruleset.Rematch, "scope"),
    "ruleset-page.winner-": {*values(ruleset.Outcome, "winner"), *values(ruleset.Level, "winner")},
}
"""Codes that the terminal makes of a value: how they begin, and every value there is."""


@pytest.mark.parametrize("begins", PUT_TOGETHER)
def test_every_value_has_its_word(begins):
    assert all(written(f"{begins}{value}") for value in PUT_TOGETHER[begins])
