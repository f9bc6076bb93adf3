"""Personal links of the players: made on demand, shown once, as text and QR code."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from io import BytesIO
from typing import TYPE_CHECKING

from tiltyard.day.seats import OpenSeats, refusal_to_open_seat
from tiltyard.engine.errors import Refused
from tiltyard.store.keyring import Code
from tiltyard.text.language import speaking
from tiltyard.web.pages.account.joining import make_link, phones_open
from tiltyard.web.pages.desk.frame import desk_page, may_open
from tiltyard.web.security.secrets import new_code, slow_hash

if TYPE_CHECKING:
    from tiltyard.day.event import Entrant
    from tiltyard.day.facts import SeatWay
    from tiltyard.engine.tournament import PersonId, PlayerId
    from tiltyard.web.request import Asked, Reply


# ------------------------------------------------------------------------------
# QR codes: an address as a picture that phones read.

SVG = "image/svg+xml"
_LONGEST = 300
_MASK = 2
"""One pattern for all codes: finding the best takes four times as long, and halls are large."""


def picture_of(address: str) -> str:
    """Return an address as a picture that stands in the page itself: nothing is asked for it."""
    import segno

    code = segno.make_qr(address, error="m", mask=_MASK, boost_error=False)
    return str(code.svg_data_uri(border=2, light="#fff"))


def picture(asked: Asked) -> Reply:
    """Answer with the QR code of a page of this event; never of another site."""
    import segno

    to = asked.query.text("to")
    own = f"/e/{asked.view.event.id}"
    if (to != own and not to.startswith(f"{own}/")) or len(to) > _LONGEST or not to.isprintable():
        raise Refused("only-pages-event-picture-here", own=own)
    body = BytesIO()
    code = segno.make_qr(asked.site.settings.address + to, error="m")
    code.save(body, kind="svg", border=2, light="#fff", scale=8)
    return asked.reply(body.getvalue(), media_type=SVG)


# ------------------------------------------------------------------------------
# Personal links of the players: made on demand, shown once, printed as cards.

CODE_LASTS = timedelta(hours=1)
CODE_TRIES = 10


@dataclass(frozen=True, slots=True)
class Card:
    """A link that was just made, ready to be cut out."""

    player: Entrant
    address: str
    picture: str


@dataclass(frozen=True, slots=True)
class TypedCode:
    """A code that was just made, in two halves as it is read aloud."""

    player: Entrant
    text: str


def links_page(asked: Asked) -> Reply:
    """Show who has a link."""
    return _page(asked)


def make_links(asked: Asked) -> Reply:
    """Make links, or a code for one player, and show them once."""
    if asked.form.text("make") == "code":
        return _page(asked, code=_code(asked, _one(asked, asked.form.text("who"))))
    players = chosen_players(asked)
    addresses = addresses_of(asked, players)
    cards = [Card(one, addresses[one.id], picture_of(addresses[one.id])) for one in players]
    return _page(asked, cards=cards)


def chosen_players(asked: Asked) -> list[Entrant]:
    """Return whom the form makes links for: everybody, those who have none, or one."""
    who = asked.form.text("who")
    if who == "all" and asked.form.text("sure") != "yes":
        with speaking(asked.visitor.language):
            raise Refused("all-links-were-given-out", field="sure")
    if who == "missing":
        return players_without_link(asked)
    if who == "all":
        return [one for one in _players(asked) if may_open(asked, one.id)]
    return [_one(asked, who)]


def addresses_of(asked: Asked, players: list[Entrant]) -> dict[PlayerId, str]:
    """Make a link for each of these players and return its address: it is known only now.

    The log says that it was made before anybody can use it.
    """
    record_opened(asked, [one.id for one in players], "link")
    return {one.id: _address(asked, one) for one in players}


def record_opened(asked: Asked, people: list[PersonId], by: SeatWay) -> None:
    """Record that somebody is about to be given a way to these people's pages, or refuse."""
    if people:
        asked.site.do(asked.view.event.id, asked.me, OpenSeats(tuple(people), by))


def players_without_link(asked: Asked) -> list[Entrant]:
    """Return who has no link and could be given one by this person."""
    have = _have(asked)
    return [one for one in _players(asked) if one.id not in have and may_open(asked, one.id)]


def _page(asked: Asked, cards: list[Card] | None = None, code: TypedCode | None = None) -> Reply:
    settings, event = asked.site.settings, asked.view.event
    registration = f"{settings.address}/e/{event.id}/register"
    public = f"{settings.address}/e/{event.id}"
    return desk_page(
        asked,
        "desk/links.html",
        players=_players(asked),
        closed=frozenset(one.id for one in _players(asked) if not may_open(asked, one.id)),
        have=_have(asked),
        cards=cards,
        code=code,
        claim_address=f"{settings.address}/e/{event.id}/claim",
        phones_open=phones_open(asked),
        hour=CODE_LASTS.seconds // 60,
        posters=[
            ("public", public, picture_of(public)),
            ("register", registration, picture_of(registration)),
        ],
    )


def _players(asked: Asked) -> list[Entrant]:
    entrants = asked.view.event.entrants.values()
    here = [one for one in entrants if one.state not in {"dropped", "disqualified"}]
    return sorted(here, key=lambda one: one.name.casefold())


def _have(asked: Asked) -> frozenset[str]:
    links = asked.site.keyring.links(asked.view.event.id)
    return frozenset(one.person for one in links if one.purpose == "player")


def _one(asked: Asked, person: str) -> Entrant:
    """Return a player whose seat may be opened."""
    view = asked.view
    found = next((one for one in _players(asked) if one.id == person), None)
    if found is None:
        raise Refused("nobody-who-plays-id", field="who")
    no = refusal_to_open_seat(view.event, view.rules, asked.me, found.id)
    if no is not None:
        raise no
    return found


def _address(asked: Asked, player: Entrant) -> str:
    now = asked.site.desk.clock.now()
    event = asked.view.event.id
    secret = make_link(asked.site.keyring, now, "player", event, player.id, made_by=asked.me)
    return f"{asked.site.settings.address}/j/{secret}"


def _code(asked: Asked, player: Entrant) -> TypedCode:
    record_opened(asked, [player.id], "code")
    code = new_code()
    ends = asked.site.desk.clock.now() + CODE_LASTS
    asked.site.keyring.put_code(
        Code(asked.view.event.id, player.id, slow_hash(code), CODE_TRIES, ends)
    )
    half = len(code) // 2
    return TypedCode(player, f"{code[:half]}-{code[half:]}")
