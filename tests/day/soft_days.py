"""Rulesets with points beside the games, for tests: Middle-earth with some of them declared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.day.events import running
from tiltyard.rulesets.loader import build, merged, shelf

if TYPE_CHECKING:
    from tests.day.events import Day
    from tiltyard.engine.ruleset import Ruleset

PAINTING = {"id": "painting", "title": "Painting", "clause": "ME-042", "most": 20}
AT_THE_END_OF_SWISS = {**PAINTING, "counts": "points", "shown": "after_last_round"}
PENALTY = {
    "id": "penalty",
    "title": "Penalty",
    "clause": "ME-042",
    "per": "round",
    "least": -10,
    "most": 0,
    "counts": "points",
}
SPORTS = {
    "id": "sportsmanship",
    "title": "Sportsmanship",
    "clause": "ME-042",
    "per": "round",
    "by": "opponent",
    "most": 5,
    "counts": "tie_break",
    "shown": "after_last_round",
}
FAVOURITE = {
    "id": "favourite",
    "title": "Favourite opponent",
    "clause": "ME-042",
    "by": "vote",
    "choices": "opponents",
    "shown": "at_end",
    "prize": "Most fun to play",
}


def table_with(*scores: dict[str, Any], order: list[dict[str, str]] | None = None) -> Any:
    """Return the table of Middle-earth with these soft scores."""
    table = merged("middle-earth@1", shelf().files())
    table["soft_scores"] = list(scores)
    if order is not None:
        table["standings"]["order"] = order
    return table


def rules_with(*scores: dict[str, Any], order: list[dict[str, str]] | None = None) -> Ruleset:
    """Return the rules of Middle-earth with these soft scores."""
    return build(table_with(*scores, order=order), "soft.toml")


def soft_day(*scores: dict[str, Any], players: int = 4, **changes: Any) -> Day:
    """Return a day of two rounds by such a ruleset, before its first round; players are p2, p3 …"""
    rules = rules_with(*scores)
    return running(
        "middle-earth", players, library=lambda _: rules, **{"swiss_rounds": 2, **changes}
    )
