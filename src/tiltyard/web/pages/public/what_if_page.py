"""What if: other results tried on a page. Everything is in the address; nothing is recorded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from tiltyard.engine.errors import Refused
from tiltyard.engine.what_if import Supposed, games_to_change, supposed_of
from tiltyard.text.language import speaking
from tiltyard.text.refusals import refusal_text
from tiltyard.text.say import say
from tiltyard.text.standings import key_phrase, key_text, short_title
from tiltyard.text.what_if import changes_in_words
from tiltyard.views.what_if import what_if
from tiltyard.web.pages.desk.frame import desk_page
from tiltyard.web.routes import Route

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiltyard.engine.tournament import Match, PersonId
    from tiltyard.views.what_if import WhatIf
    from tiltyard.web.event_view import EventView
    from tiltyard.web.request import Asked, Reply

MOST_RESULTS = 200


@dataclass(frozen=True, slots=True)
class TriedResult:
    """A supposed result in words, and the address without it."""

    title: str
    score: str
    without: str


def what_if_page(asked: Asked) -> Reply:
    """Show the sandbox to everybody, with public names."""
    with speaking(asked.visitor.language):
        values = _values(asked, asked.view.public_names, f"/e/{asked.view.event.id}/what-if")
    return asked.event_page("public/what_if.html", suffix="/what-if", tag="", **values)


def desk_what_if_page(asked: Asked) -> Reply:
    """Show the sandbox at the desk, with full names."""
    home = f"/e/{asked.view.event.id}/desk/what-if"
    with speaking(asked.visitor.language):
        values = _values(asked, asked.view.event.people, home)
        return desk_page(asked, "desk/what_if.html", **values)


def _values(asked: Asked, names: Mapping[PersonId, str], home: str) -> dict[str, Any]:
    view = asked.view
    mistake, found = "", None
    results: list[Supposed] = []
    try:
        results = _asked_for(asked)
        found = what_if(view.tournament, view.document, results) if results else None
    except Refused as no:
        mistake, results = refusal_text(no), []
    games = {(number, place): match for number, place, match in games_to_change(view.tournament)}
    return {
        "home": home,
        "mistake": mistake,
        "games": [
            (f"{number}.{place}", _title(names, number, match), match.is_open)
            for (number, place), match in reversed(games.items())
        ],
        "said": [result.text for result in results],
        "tried": [_tried(home, names, games, results, result) for result in results],
        **_shown(view, found, names),
    }


def _asked_for(asked: Asked) -> list[Supposed]:
    """Return the results of the address, each game once, and the one typed into the form."""
    texts = [*asked.query.every("r")][:MOST_RESULTS]
    game, first, second = (asked.query.text(name).strip() for name in ("game", "first", "second"))
    if game and first and second:
        texts.append(f"{game}={first}-{second}")
    found = {(result.round, result.match): result for result in map(supposed_of, texts)}
    return list(found.values())


def _tried(
    home: str,
    names: Mapping[PersonId, str],
    games: Mapping[tuple[int, int], Match],
    results: list[Supposed],
    result: Supposed,
) -> TriedResult:
    left = urlencode([("r", other.text) for other in results if other != result])
    title = _title(names, result.round, games[result.round, result.match])
    return TriedResult(title, "–".join(map(str, result.score)), f"{home}?{left}" if left else home)


def _title(names: Mapping[PersonId, str], number: int, match: Match) -> str:
    first, second = (names.get(player, player) for player in match.players)
    return say("what-if.round-and-table", round=number, first=first, second=second)


def _shown(view: EventView, found: WhatIf | None, names: Mapping[PersonId, str]) -> dict[str, Any]:
    if found is None:
        return {"rows": (), "titles": (), "changes": ()}
    rows = [
        {
            "row": row,
            "name": names.get(row.player, row.player),
            "numbers": [key_text(value) for value in row.keys.values()],
            "decided": key_phrase(row.decided_by) if row.decided_by is not None else "",
        }
        for row in found.rows
    ]
    titles = [short_title(key) for key in found.rows[0].keys] if found.rows else []
    return {"rows": rows, "titles": titles, "changes": tuple(changes_in_words(found, names))}


ROUTES: tuple[Route, ...] = (
    Route("GET", "/e/{event}/what-if", "everybody", what_if_page, queue="made"),
    Route("GET", "/e/{event}/desk/what-if", "staff", desk_what_if_page, queue="made"),
)
