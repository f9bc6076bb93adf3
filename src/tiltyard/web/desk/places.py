"""Where a reminder leads: the page on which what it asks for is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiltyard.core.state import Event

_DESK: dict[str, tuple[str, ...]] = {
    "": ("announce", "open-registration", "open-check-in", "start"),
    "/start": ("not-announced", "announced-otherwise"),
    "/details": ("no-plan", "plan-by-table"),
    "/tables": ("tables-needed",),
    "/people": ("find-a-spare", "odd-field", "odd-field-with-spare", "decide-disqualification"),
    "/check-in": ("too-few-players", "not-here-yet"),
    "/staff": (
        "role-missing",
        "role-too-often",
        "leader-may-not-play",
        "second-leader-missing",
        "leader-should-not-play",
        "leader-should-not-be-spare",
        "every-leader-plays",
        "acts-as",
    ),
    "/lists": (
        "list-missing",
        "list-with-errors",
        "list-unchecked",
        "list-deadline-passed",
        "lists-to-approve",
        "lists-not-ready",
    ),
    "/list-matters": ("conversions-waiting",),
    "/round": (
        "draw-round",
        "draw-again",
        "publish",
        "call-seating",
        "start-clock",
        "totals-may-be-verified",
        "look-for-empty-tables",
        "clock-stands",
        "finish-the-games",
        "call-time",
        "table-with-extension",
    ),
    "/results": ("disputed", "confirmation-missing", "concession", "results-missing"),
    "/cut": ("make-cut", "make-cut-at", "place-offered"),
    "/finish": ("finish", "award-prizes", "archive"),
}
_JUDGE = frozenset(
    {
        "judge-called",
        "ruling-appealed",
        "watch-requested",
        "incident-reported",
        "incident-observed",
        "call-to-decide",
        "component-missing",
        "search-is-over",
        "component-trouble",
        "component-reported",
        "component-search",
        "component-still-missing",
    }
)
_PLACES = {code: place for place, codes in _DESK.items() for code in codes}


def place_of(event: Event, code: str) -> str:
    """Return the address of the page for a reminder."""
    if code in _JUDGE:
        return f"/e/{event.id}/judge"
    return f"/e/{event.id}/desk{_PLACES.get(code, '')}"


def known_codes() -> frozenset[str]:
    """Return every code that has a page of its own."""
    return _JUDGE | frozenset(_PLACES)
