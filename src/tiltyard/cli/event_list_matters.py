"""What belongs to lists on the command line: products, conversions, terrain, mats, who begins."""

from __future__ import annotations

from datetime import date, datetime

import click

from tiltyard.cli.event_names import find_match, find_player
from tiltyard.cli.event_sitting import Sitting, act, reason_option


@act("product")
@click.argument("product")
@click.argument("answer", type=click.Choice(["legal", "banned"]))
@click.option("--since", type=click.DateTime(["%Y-%m-%d"]), help="Legal from this day on.")
@click.option(
    "--released",
    type=click.DateTime(["%Y-%m-%d"]),
    help="Its official release: legal as the tier says.",
)
@reason_option
def product(
    at: Sitting,
    product: str,
    answer: str,
    since: datetime | None,
    released: datetime | None,
    reason: str,
) -> None:
    """Say whether PRODUCT is legal at EVENT."""
    from tiltyard.core.decide.list_matters import RuleOnProduct

    at.do(RuleOnProduct(product, answer == "legal", reason, _day(since), _day(released)))


def _day(given: datetime | None) -> date | None:
    return given.date() if given is not None else None


@click.group()
def conversion() -> None:
    """Converted miniatures: players ask, the organizer answers (Middle-earth)."""


@act("ask", conversion)
@click.argument("player")
@click.argument("description")
def conversion_ask(at: Sitting, player: str, description: str) -> None:
    """Ask whether a converted miniature of PLAYER may be used."""
    from tiltyard.core.decide.list_matters import RequestConversion
    from tiltyard.core.facts.lists import ConversionRequested

    done = at.do(RequestConversion(find_player(at.event, player), description))
    for one in done.facts:
        if isinstance(one.fact, ConversionRequested):
            at.answer(conversion=one.fact.conversion)
            at.say(f"It is asked for as {one.fact.conversion}.")


@act("decide", conversion)
@click.argument("conversion")
@click.argument("answer", type=click.Choice(["yes", "no"]))
@click.option("--note", default="", help="What its player should know.")
def conversion_decide(at: Sitting, conversion: str, answer: str, note: str) -> None:
    """Answer the request CONVERSION (such as k1)."""
    from tiltyard.core.decide.list_matters import DecideConversion

    at.do(DecideConversion(conversion, answer == "yes", note))


@act("terrain")
@click.argument("name")
@click.argument("diameter", type=int, metavar="TENTHS")
@click.option("--keyword", "keywords", multiple=True, help="May repeat.")
@click.option("--value", "values", multiple=True, metavar="KEYWORD=NUMBER", help="May repeat.")
@click.option("--capacity", type=int, help="Else the chart of the document says it.")
@click.option("--piece", default="", help="Label this piece (such as g1) again.")
def terrain(
    at: Sitting,
    name: str,
    diameter: int,
    keywords: tuple[str, ...],
    values: tuple[str, ...],
    capacity: int | None,
    piece: str,
) -> None:
    """Label a piece of existing terrain NAME, its diameter in TENTHS of an inch."""
    from tiltyard.core.decide.list_matters import LabelTerrain

    numbers = dict(_numbered(text) for text in values)
    at.do(LabelTerrain(name, diameter, keywords, numbers, piece, capacity))


@act("count-terrain")
@click.argument("card")
@click.option("--defensive", type=int, required=True, help="Pieces of this kind on the card.")
@click.option("--dangerous", type=int, required=True, help="Pieces of this kind on the card.")
def count_terrain(at: Sitting, card: str, defensive: int, dangerous: int) -> None:
    """Note how many pieces of terrain the deployment CARD lists."""
    from tiltyard.core.decide.list_matters import CountTerrain

    at.do(CountTerrain(card, defensive, dangerous))


def _numbered(text: str) -> tuple[str, int]:
    name, equals, value = text.partition("=")
    if not equals or not value.strip().isdecimal() or len(value) > len("999999999"):
        raise click.BadParameter(f"{text!r} is not KEYWORD=NUMBER", param_hint="--value")
    return name.strip(), int(value)


@act("mats")
@click.argument("mats", nargs=-1, required=True)
def lay_mats(at: Sitting, mats: tuple[str, ...]) -> None:
    """Lay borrowed MATS (by name or owner) on the tables by lot."""
    from tiltyard.core.decide.list_matters import DrawMats

    at.do(DrawMats(mats))
    if not at.as_json:
        for table, mat in at.event.list_desk.mats.items():
            click.echo(f"  table {table}: {mat}")


@act("coin")
@click.argument("table")
def coin(at: Sitting, table: str) -> None:
    """Toss the coin at TABLE: both lists cost the same."""
    from tiltyard.core.decide.list_matters import TossCoin

    at.do(TossCoin(find_match(at.event, table)))


@act("first")
@click.argument("table")
@click.argument("player")
@click.option(
    "--side",
    default="",
    help="The deployment area the second player chose; else the side of PLAYER.",
)
def first(at: Sitting, table: str, player: str, side: str) -> None:
    """Note that PLAYER begins at TABLE."""
    from tiltyard.core.decide.list_matters import RecordFirstPlayer

    event = at.event
    at.do(RecordFirstPlayer(find_match(event, table), find_player(event, player), side))


COMMANDS = {
    "product": product,
    "conversion": conversion,
    "terrain": terrain,
    "count-terrain": count_terrain,
    "mats": lay_mats,
    "coin": coin,
    "first": first,
}
