"""What every test may ask for: the engine, driven by a decoded tournament file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tiltyard.core import flow
from tiltyard.formats.answers import findings_document, pairings_document, standings_document
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.rulesets.loader import load

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Document = dict[str, Any]


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
