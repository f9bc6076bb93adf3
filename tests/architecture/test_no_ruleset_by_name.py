"""What differs between games is data of the ruleset: no code compares the id of one."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.syntax_trees import tree_of

SOURCE = Path(__file__).parents[2] / "src/tiltyard"
FILES = sorted(SOURCE.rglob("*.py"))
IDS = frozenset(file.name.partition("@")[0] for file in (SOURCE / "rulesets").glob("*@*.toml"))
TEXT_TESTS = frozenset({"startswith", "endswith", "removeprefix"})
FAMILIES = tuple({f"{name.partition('-')[0]}-" for name in IDS if "-" in name})


def names_a_ruleset(text: str) -> bool:
    return text.partition("@")[0] in IDS or text in FAMILIES


def constants(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names of a module that are given a value once for all."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id, node.value


def strings(node: ast.expr, known: dict[str, ast.expr]) -> Iterator[str]:
    """Yield the texts an expression is made of, those of constants as well."""
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value
        elif isinstance(part, ast.Name) and part.id in known:
            value = known[part.id]
            yield from strings(value, {name: one for name, one in known.items() if one != value})


def compared(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield what is compared, matched, or looked for at the beginning or end of a text."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            yield from (node.left, *node.comparators)
        elif isinstance(node, ast.MatchValue):
            yield node.value
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") in TEXT_TESTS:
            yield from node.args


def rulesets_compared(tree: ast.Module, imported: dict[str, ast.expr]) -> list[str]:
    known = imported | dict(constants(tree))
    found = (text for part in compared(tree) for text in strings(part, known))
    return sorted({text for text in found if names_a_ruleset(text)})


def test_no_code_compares_the_id_of_a_ruleset():
    trees = {str(file.relative_to(SOURCE)): tree_of(file) for file in FILES}
    every = (pair for tree in trees.values() for pair in constants(tree))
    public = {name: value for name, value in every if not name.startswith("_")}
    found = {name: rulesets_compared(tree, public) for name, tree in trees.items()}
    assert {name: ids for name, ids in found.items() if ids} == {}


@pytest.mark.parametrize(
    "code",
    [
        'if rules.id == "armada": pass',
        'if rules.id in ("diskwars", "x"): pass',
        'if rules.id.startswith("xwing-"): pass',
        'GAMES = ("runewars",)\nif rules.id not in GAMES: pass',
        'ONE = "armada@1.0.1"\nTWO = (ONE,)\nif TWO == found: pass',
        'match rules.id:\n    case "middle-earth": pass',
    ],
)
def test_such_code_would_be_found(code):
    assert rulesets_compared(ast.parse(code), {})
