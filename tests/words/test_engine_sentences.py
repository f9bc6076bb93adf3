"""What the engine says is found where it is said, whatever way it is put together."""

from __future__ import annotations

import pytest

from tiltyard.tools.engine_sentences import sentences

ERRORS = """
class TiltyardError(Exception): pass
class Refused(TiltyardError): pass
class Sorry(Refused):
    def __init__(self):
        super().__init__("sorry, no", fix="come back later")
"""


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ('raise Refused("no round is drawn", fix="draw one first")',
         {"no round is drawn", "draw one first"}),
        ('raise Refused(f"{name} has not met {other!r}")', {"{0} has not met {1}"}),
        ('raise Refused("one of " + ", ".join(known))', {"one of {0}"}),
        ('raise Refused("one of " + (", ".join(known) or "nobody"))',
         {"one of {0}", "one of nobody"}),
        ('raise Refused(f"over {n} {\'day\' if n == 1 else \'days\'}")',
         {"over {0} day", "over {0} days"}),
        ('message = "the cut is made"\n    raise Refused(message)', {"the cut is made"}),
        ('raise Refused("yes it is" if a else "no it is not")', {"yes it is", "no it is not"}),
        ('raise refused_with("too many of them")', {"too many of them"}),
        ("raise Refused(TEXTS[kind])", {"a lost piece", "a broken piece"}),
        ("raise Refused(left_to_do(event))", {"the cut is not made", "nothing is left"}),
        ('raise Refused(f"not yet: {left_to_do(event)}")',
         {"not yet: {0}", "the cut is not made", "nothing is left"}),
        ('return Blocker("code", "XW-1", "nobody is here", "wait for them")',
         {"nobody is here", "wait for them"}),
        ('raise named_as(name, "a player")', {"{0} has no name", "a player"}),
        ('raise ValueError("not for people")', set()),
        ('raise Refused("null", fix="M4 1H2")', set()),
        ('raise Refused(other.text, field="a field")', set()),
    ],
)  # fmt: skip
def test_a_sentence_is_found(tmp_path, source, said):
    tmp_path.joinpath("core.py").write_text(
        f"""{ERRORS}
TEXTS = {{"lost": "a lost piece", "broken": "a broken piece"}}

def refused_with(message):
    return Refused(message)

def named_as(name, what):
    what = what if name else what
    return Refused(f"{{what}} has no name")

def left_to_do(event) -> str:
    if event.cut:
        return "the cut is not made"
    return "nothing is left"

def decide(event, name, other, known, n, a, kind):
    {source}
""",
        "utf-8",
    )
    always = {"sorry, no", "come back later", "{0} has no name"}

    assert sentences(tmp_path, ["*.py"]).keys() == said | always


def test_braces_in_a_sentence_are_no_gaps(tmp_path):
    tmp_path.joinpath("core.py").write_text(
        ERRORS + "def no(x):\n    raise Refused(f'as {{\"a\": {x}}} says')\n", "utf-8"
    )

    assert 'as {{"a": {0}}} says' in sentences(tmp_path, ["*.py"])
