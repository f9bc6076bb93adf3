"""Personal links of the players: made on demand, shown once, to copy, send, download or print."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from io import BytesIO
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

from tiltyard.day.seats import OpenSeats, refusal_to_open_seat
from tiltyard.engine.errors import Refused
from tiltyard.formats.outgoing.spreadsheets import Table, write_csv
from tiltyard.store.keyring import Code
from tiltyard.text.language import speaking
from tiltyard.text.say import say
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
    """A link that was just made: to copy, to send, or to be cut out; `mail` writes it to them."""

    player: Entrant
    address: str
    picture: str
    mail: str = ""


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
    with speaking(asked.visitor.language):
        cards = [_card(asked, player, addresses[player.id]) for player in players]
        return _page(asked, cards=cards)


def _require_phones(asked: Asked) -> None:
    """Refuse to make what cannot work yet: a way to sign in that no phone may take."""
    if not phones_open(asked):
        raise Refused("links-cannot-work-yet")


def _card(asked: Asked, player: Entrant, address: str) -> Card:
    told = asked.view.as_told(asked.me, player)
    mail = ""
    if "@" in told.contact:
        name = asked.view.event.details.name
        said = {
            "subject": say("desk.mail-subject", event=name),
            "body": say("desk.mail-body", name=player.name, event=name, address=address),
        }
        mail = f"mailto:{quote(told.contact, safe='@')}?{urlencode(said, quote_via=quote)}"
    return Card(told, address, picture_of(address), mail)


def links_csv(cards: list[Card]) -> str:
    """Return links as a table for a mailing, in the page itself: no other answer holds them."""
    table = Table(
        say("desk.links-and-qr"),
        (say("common.number"), say("common.name"), say("common.contact"), say("desk.link")),
        tuple(
            (card.player.number, card.player.name, card.player.contact, card.address)
            for card in cards
        ),
    )
    return f"data:text/csv;charset=utf-8,{quote(write_csv(table, mark=True))}"


def chosen_players(asked: Asked) -> list[Entrant]:
    """Return whom the form makes links for: everybody, those who have none, those ticked, one."""
    who = asked.form.text("who")
    if who == "selected":
        ticked = asked.form.every("players")
        if not ticked:
            raise Refused("nobody-selected-for-a-link", field="players")
        return [_one(asked, person) for person in dict.fromkeys(ticked)]
    if who == "all" and asked.form.text("sure") != "yes":
        with speaking(asked.visitor.language):
            raise Refused("all-links-were-given-out", field="sure")
    if who == "missing":
        return players_without_link(asked)
    if who == "all":
        return [entrant for entrant in _players(asked) if may_open(asked, entrant.id)]
    return [_one(asked, who)]


def addresses_of(asked: Asked, players: list[Entrant]) -> dict[PlayerId, str]:
    """Make a link for each of these players and return its address: it is known only now.

    The log says that it was made before anybody can use it.
    """
    _require_phones(asked)
    record_opened(asked, [entrant.id for entrant in players], "link")
    return {entrant.id: _address(asked, entrant) for entrant in players}


def record_opened(asked: Asked, people: list[PersonId], by: SeatWay) -> None:
    """Record that somebody is about to be given a way to these people's pages, or refuse."""
    if people:
        asked.site.do(asked.view.event.id, asked.me, OpenSeats(tuple(people), by))


def players_without_link(asked: Asked) -> list[Entrant]:
    """Return who has no link and could be given one by this person."""
    have = _have(asked)
    return [
        entrant
        for entrant in _players(asked)
        if entrant.id not in have and may_open(asked, entrant.id)
    ]


def _page(asked: Asked, cards: list[Card] | None = None, code: TypedCode | None = None) -> Reply:
    settings, event = asked.site.settings, asked.view.event
    registration = f"{settings.address}/e/{event.id}/register"
    public = f"{settings.address}/e/{event.id}"
    return desk_page(
        asked,
        "desk/links.html",
        players=[asked.view.as_told(asked.me, player) for player in _players(asked)],
        closed=frozenset(
            entrant.id for entrant in _players(asked) if not may_open(asked, entrant.id)
        ),
        have=_have(asked),
        cards=cards,
        csv=links_csv(cards) if cards else "",
        copied="\n".join(f"{card.player.name}: {card.address}" for card in cards or ()),
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
    here = [entrant for entrant in entrants if entrant.state not in {"dropped", "disqualified"}]
    return sorted(here, key=lambda entrant: entrant.name.casefold())


def _have(asked: Asked) -> frozenset[str]:
    links = asked.site.keyring.links(asked.view.event.id)
    return frozenset(link.person for link in links if link.purpose == "player")


def _one(asked: Asked, person: str) -> Entrant:
    """Return a player whose seat may be opened."""
    view = asked.view
    found = next((entrant for entrant in _players(asked) if entrant.id == person), None)
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
    _require_phones(asked)
    record_opened(asked, [player.id], "code")
    code = new_code()
    ends = asked.site.desk.clock.now() + CODE_LASTS
    asked.site.keyring.put_code(
        Code(asked.view.event.id, player.id, slow_hash(code), CODE_TRIES, ends)
    )
    half = len(code) // 2
    return TypedCode(player, f"{code[:half]}-{code[half:]}")
