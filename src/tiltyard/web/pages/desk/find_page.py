"""One search for the desk: tables of the round by number, players by name, pages by title."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Literal
from unicodedata import combining, normalize

from tiltyard.text.language import speaking
from tiltyard.text.say import say
from tiltyard.views.round import game_number, games_in_order
from tiltyard.web.pages.desk.frame import desk_page
from tiltyard.web.pages.desk.navigation import navigation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.web.request import Asked, Reply

MOST = 12
"""How many places an answer names."""


@dataclass(frozen=True, slots=True)
class Found:
    """A place somebody may have meant: what it is, how it is called, where it is."""

    kind: Literal["table", "player", "page"]
    title: str
    small: str
    address: str


def find_page(asked: Asked) -> Reply:
    """Answer a search: as a page, or as data for the script that asks while somebody types."""
    wanted = asked.query.text("q")[:80]
    with speaking(asked.visitor.language):
        found = places_found(asked, wanted)
        if asked.wants_json:
            return asked.json({"found": [asdict(place) for place in found]})
        return desk_page(asked, "desk/find.html", wanted=wanted, found=found)


def places_found(asked: Asked, wanted: str) -> tuple[Found, ...]:
    """Return the places that hold every word of a search, tables first; none for no word."""
    words = plain(wanted).split()
    if not words:
        return ()
    every = (*_tables(asked, words), *_players(asked), *_pages(asked))
    fitting = (
        place
        for place in every
        if place.kind == "table"
        or all(word in plain(f"{place.title} {place.small}") for word in words)
    )
    return tuple(place for place, _ in zip(fitting, range(MOST), strict=False))


def plain(text: str) -> str:
    """Return a text as it is compared: small letters without accents."""
    return "".join(sign for sign in normalize("NFKD", text) if not combining(sign)).casefold()


def _tables(asked: Asked, words: list[str]) -> Iterator[Found]:
    """Yield the table of the round that a number names."""
    view = asked.view
    round_ = view.event.current
    number = next((int(word) for word in words if word.isdecimal() and len(word) < 5), None)
    if round_ is None or number is None:
        return
    for game in games_in_order(round_):
        if game.kind != "bye" and game_number(game) == number:
            names = " – ".join(map(view.name, game.players))
            address = f"/e/{view.event.id}/desk?table={game.id}#panel"
            yield Found("table", say("desk.table", number=number), names, address)


def _players(asked: Asked) -> Iterator[Found]:
    event = asked.view.event
    for entrant in event.entrants.values():
        address = f"/e/{event.id}/desk/player/{entrant.id}"
        yield Found("player", entrant.name, f"#{entrant.number}", address)


def _pages(asked: Asked) -> Iterator[Found]:
    for link in navigation(asked).pages:
        yield Found("page", link.title, "", link.address)
