"""The documents about files say what is: their examples are read, their tables are complete."""

import dataclasses
import json
import re
import tomllib
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from tests.formats.test_schemas import problems, schema
from tiltyard.engine.chance import Urn
from tiltyard.engine.ruleset import OptionType, Ruleset
from tiltyard.formats.tiltyard1 import read_tournament

ROOT = Path(__file__).parents[2]
FORMAT = (ROOT / "docs" / "format" / "tiltyard-1.md").read_text("utf-8")
HOWTO = (ROOT / "docs" / "howto" / "add-a-ruleset.md").read_text("utf-8")
CUP = (ROOT / "tests" / "rulesets" / "data" / "skirmish-cup@1.toml").read_text("utf-8")


def blocks(text, language):
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


EXAMPLES = [json.loads(block) for block in blocks(FORMAT, "json")]
KINDS = {
    "tiltyard/1": "tournament",
    "tiltyard/standings/1": "standings",
    "tiltyard/findings/1": "findings",
    "tiltyard/pairings/1": "pairings",
}


@pytest.mark.parametrize("example", EXAMPLES, ids=[one.get("format", "error") for one in EXAMPLES])
def test_every_example_of_the_format_fits_its_schema(example):
    assert [] == problems(KINDS.get(example.get("format"), "standings"), example)


def test_every_document_has_an_example():
    assert set(KINDS) == {one["format"] for one in EXAMPLES if "format" in one}


def test_the_example_of_a_tournament_is_read():
    assert 5 == len(read_tournament(EXAMPLES[0]).players)


def test_the_lots_of_the_page_are_the_lots_of_the_engine():
    (code,) = blocks(FORMAT, "python")
    page: dict[str, object] = {}
    exec(code, page)  # noqa: S102  # our own page

    assert Urn("any text", "tiebreak", 1, 4).lot("p2") == page["lot"](
        "any text", "tiebreak", 1, 4, "p2"
    )


def keys_of_schema(node):
    if isinstance(node, dict):
        yield from node.get("properties", {})
        for child in node.values():
            yield from keys_of_schema(child)
    elif isinstance(node, list):
        for child in node:
            yield from keys_of_schema(child)


def test_the_page_names_every_key_of_a_tournament():
    named = set(keys_of_schema(schema("tournament")))

    assert set() == named - set(re.findall(r"\w+", FORMAT))


# ---------------------------------------------------------------------------------- add a ruleset


def shape(kind, seen):
    """Yield the names of all fields and all words a ruleset file may use."""
    if dataclasses.is_dataclass(kind) and kind not in seen:
        seen.add(kind)
        hints = get_type_hints(kind)
        for entry in dataclasses.fields(kind):
            yield entry.name
            yield from shape(hints[entry.name], seen)
    for inner in get_args(kind):
        if isinstance(inner, str):
            yield inner
        else:
            yield from shape(inner, seen)


def test_the_howto_explains_every_key_and_every_word_of_a_ruleset():
    words = set(re.findall(r"\w+", HOWTO)) | set(get_args(OptionType)) | {""}
    named = {word for word in shape(Ruleset, set()) if not word.endswith("_clause")}

    assert set() == named - words
    assert [] == [kind for kind in get_args(OptionType) if f"`{kind}`" not in HOWTO]


@pytest.mark.parametrize("snippet", blocks(HOWTO, "toml"), ids=lambda text: text.split("\n")[0])
def test_every_piece_of_toml_in_the_howto_stands_in_the_file(snippet):
    tomllib.loads(snippet)
    lines = [line for line in snippet.splitlines() if line and "..." not in line]
    file = {re.sub(r"\s+#.*", "", line) for line in CUP.splitlines()}

    assert [] == [line for line in lines if line not in file]


@pytest.mark.parametrize("document", [FORMAT, HOWTO], ids=["format", "howto"])
def test_every_link_leads_somewhere(document):
    targets = re.findall(r"\]\((\.\./[^)#]+)", document)

    assert [] == [one for one in targets if not (ROOT / "docs" / "howto" / one).exists()]
