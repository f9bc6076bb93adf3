"""What every test may ask for: the engine, driven by a decoded tournament file."""

from __future__ import annotations

import gc
import os
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from tests.amount import OPTION, WISH
from tiltyard.engine import flow
from tiltyard.formats.answers import findings_document, pairings_document, standings_document
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.rulesets.loader import load

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Document = dict[str, Any]

# How long an example takes says something about the machine, not about the program.
settings.register_profile("suite", deadline=None)
settings.register_profile("quick", max_examples=10, deadline=None)
settings.load_profile("suite")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run go through every row, also those that are the same in every run."""
    parser.addoption(OPTION, action="store_true", help="all rows of the long tests, not a part")


def pytest_configure(config: pytest.Config) -> None:
    """Tell it to the modules, which are imported later, and to the workers, which start later."""
    if config.getoption(OPTION):
        os.environ[WISH] = "1"


def pytest_sessionstart() -> None:
    """Look for no rubbish while the suite is collected: everything that is made then stays."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Look for rubbish again, but never again through what the whole suite consists of."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def standings() -> Callable[..., Document]:
    """Return the standings of a decoded file as the contract writes them."""

    def answer(event: Document, after: int | None = None, rulesets: Path | None = None) -> Document:
        tournament = read_tournament(event)
        result = flow.standings(tournament, load(tournament.ruleset, rulesets), after)
        return standings_document(result)

    return answer


@pytest.fixture(scope="session")
def findings() -> Callable[..., list[Document]]:
    """Return the findings about a decoded file as the contract writes them."""

    def answer(event: Document) -> list[Document]:
        tournament = read_tournament(event)
        found = flow.findings(tournament, load(tournament.ruleset))
        entries: list[Document] = findings_document(found, tournament)["findings"]
        return entries

    return answer


@pytest.fixture(scope="session")
def pairings() -> Callable[..., Document]:
    """Return the next round of a decoded file as the contract writes it."""

    def answer(event: Document, allow_rematch: bool = False) -> Document:
        tournament = read_tournament(event)
        drawn = flow.pairings(tournament, load(tournament.ruleset), allow_rematch=allow_rematch)
        return pairings_document(drawn, tournament)

    return answer
