"""Components on the command line: lost, damaged, ruled on, shared, replaced by a proxy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast, get_args

import click

from tiltyard.cli.event_leaving import concession
from tiltyard.cli.event_names import find_match, find_player
from tiltyard.cli.event_sitting import Sitting, act, as_option, reading
from tiltyard.cli.event_slip import slip_options
from tiltyard.core.facts.judging import ComponentEnd, ComponentTrouble

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.core.state.event import Game
    from tiltyard.core.state.judging import Trouble
    from tiltyard.core.state.lists import Conversion
    from tiltyard.words.game_notes import Note


class _Spoken(click.Choice[str]):
    """A choice that may be typed with spaces, hyphens or underscores."""

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the choice that was meant."""
        return super().convert(str(value).replace("-", "_").replace(" ", "_"), param, ctx)


_piece_option = click.option(
    "--piece", default="", help="Which sort of component it is, such as card, model or dice."
)


@click.group()
def component() -> None:
    """A component is lost, damaged or not allowed, or somebody asks whether it is."""


@act("note", component)
@click.argument("player")
@click.argument("component")
@click.argument("kind", type=_Spoken(get_args(ComponentTrouble)))
@click.option("--minutes", type=int, help="A leader: time to put it right.")
@_piece_option
def component_note(
    at: Sitting, player: str, component: str, kind: str, minutes: int | None, piece: str
) -> None:
    """Note that a COMPONENT of PLAYER is lost, damaged or not allowed."""
    from tiltyard.core.decide.components import NoteComponentTrouble

    who = find_player(at.event, player)
    at.do(NoteComponentTrouble(who, component, cast("ComponentTrouble", kind), minutes, piece))


@act("grant", component)
@click.argument("trouble")
@click.option("--minutes", type=int, help="Else as many as the event's option says.")
def component_grant(at: Sitting, trouble: str, minutes: int | None) -> None:
    """Grant time to look for the component of TROUBLE (such as t1); its game gets it too."""
    from tiltyard.core.decide.components import GrantComponentTime

    at.do(GrantComponentTime(trouble, minutes))


@act("end", component)
@click.argument("trouble")
@click.argument("outcome", type=_Spoken(get_args(ComponentEnd)))
@click.option("--note", default="")
@_piece_option
@slip_options
def component_end(
    at: Sitting, trouble: str, outcome: str, note: str, piece: str, **said: Any
) -> None:
    """Say what became of TROUBLE (such as t1); a concession needs its slip."""
    from tiltyard.core.decide.components import EndComponentTrouble

    known = at.event.troubles.get(trouble)
    slip = concession(at, known.player, said) if known is not None else None
    at.do(EndComponentTrouble(trouble, cast("ComponentEnd", outcome), note, slip, piece))


@act("ask", component)
@click.argument("player")
@click.argument("kind", type=_Spoken(["eligibility", "conversion", "third_party", "indicator"]))
@click.argument("description")
def component_ask(at: Sitting, player: str, kind: str, description: str) -> None:
    """Ask whether a component of PLAYER may be used; KIND says what the question is."""
    from tiltyard.core.decide.component_rulings import AskAboutComponent
    from tiltyard.core.facts.judging import ComponentRulingAsked

    done = at.do(AskAboutComponent(find_player(at.event, player), kind, description))
    for one in done.facts:
        if isinstance(one.fact, ComponentRulingAsked):
            at.answer(request=one.fact.request)
            at.say(f"The question is {one.fact.request}.")


@act("rule", component)
@click.argument("request")
@click.argument("answer", type=click.Choice(["yes", "no"]))
@click.option("--note", default="", help="What its player should know.")
def component_rule(at: Sitting, request: str, answer: str, note: str) -> None:
    """Rule on the question REQUEST (such as k1) for the rest of the event."""
    from tiltyard.core.decide.component_rulings import RuleOnComponent

    at.do(RuleOnComponent(request, answer == "yes", note))


@reading("show", component)
@as_option
def component_show(at: Sitting) -> None:
    """List components in trouble with the time left, and every ruling on a component."""
    from tiltyard.core.rosters.at_the_event import reads_lists
    from tiltyard.core.who_reads import is_leader

    troubles = [one for one in at.event.troubles.values() if _sees(at, one)]
    leads = is_leader(at.event, at.me) and reads_lists(at.event, at.rules, at.me)
    rulings = [
        one for one in at.event.list_desk.conversions.values() if leads or one.player == at.me
    ]
    at.answer(troubles=list(_troubles(at, troubles)), rulings=list(_rulings(at, rulings)))
    if not troubles and not rulings:
        at.say("No component is in trouble, and nobody has asked about one.")


def _hears(at: Sitting, player: str) -> bool:
    from tiltyard.core.who_reads import is_leader

    return at.me == player or is_leader(at.event, at.me)


def _sees(at: Sitting, trouble: Trouble) -> bool:
    """Whether somebody sees that there is trouble: the opponent too, while it holds up the game."""
    game = at.event.game_of(trouble.player)
    here = game is not None and at.me in game.players and not trouble.is_settled
    return here or _hears(at, trouble.player)


def _left(at: Sitting, trouble: Trouble) -> int | None:
    """Return the seconds that are left of the granted time; none where none was granted."""
    ends = trouble.search_ends
    return None if ends is None else max(0, int((ends - at.desk.clock.now()).total_seconds()))


def search_notes(at: Sitting, game: Game) -> Iterator[Note]:
    """Yield what the players of a table look for, and how long they still have."""
    from tiltyard.cli.event_overview import minutes_text
    from tiltyard.words.game_notes import Note

    components = at.rules.components
    for one in at.event.troubles.values():
        here = one.player in game.players and game.is_open and one.searches
        if not here or not _sees(at, one):
            continue
        name = at.event.people.get(one.player, one.player)
        what = one.component if _hears(at, one.player) else "a component"
        left, clause = _left(at, one), components.lost_extension_clause
        if left is None:
            text = f"{name} misses {what}. No time is granted yet."
        elif left:
            text = f"{name} misses {what} and has {minutes_text(left)} left to find it."
        else:
            text = f"{name} misses {what}. The granted time is over."
            clause = components.lost_concession_clause
        yield Note("search", text, clause)


def _troubles(at: Sitting, found: list[Trouble]) -> Iterator[dict[str, Any]]:
    from tiltyard.cli.event_overview import minutes_text

    for one in found:
        name = at.event.people.get(one.player, one.player)
        what = one.component if _hears(at, one.player) else "a component"
        left = _left(at, one)
        said = "no time granted yet" if left is None else f"{minutes_text(left)} left"
        if one.end is not None or not one.searches:
            said = (one.end or "open").replace("_", " ")
        at.say(f"{one.id} {name}: {what}, {one.kind.replace('_', ' ')}: {said}")
        yield {
            "trouble": one.id,
            "player": one.player,
            "component": what,
            "kind": one.kind,
            "end": one.end,
            "settled": one.is_settled,
            "minutes_granted": one.minutes,
            "seconds_left": left,
        }


def _rulings(at: Sitting, found: list[Conversion]) -> Iterator[dict[str, Any]]:
    for one in found:
        name = at.event.people.get(one.player, one.player)
        answers = {None: "waits for a ruling", True: "may be used", False: "may not be used"}
        note = f" ({one.note})" if one.note else ""
        at.say(f"{one.id} {name}: {one.description}: {answers[one.approved]}{note}")
        yield {
            "request": one.id,
            "player": one.player,
            "kind": one.kind,
            "description": one.description,
            "allowed": one.approved,
            "note": one.note,
        }


@act("proxy")
@click.argument("player")
@click.argument("card")
@click.option("--information", default="", help="What can no longer be read on the card.")
def proxy(at: Sitting, player: str, card: str, information: str) -> None:
    """Make a proxy of the damaged CARD of PLAYER."""
    from tiltyard.core.decide.components import MakeProxy

    at.do(MakeProxy(find_player(at.event, player), card, information))


@act("share")
@click.argument("table")
@click.argument("items", nargs=-1, required=True)
@click.option("--order", is_flag=True, help="A leader orders it.")
@click.option("--side", default="", help="Which side of the range ruler both use.")
def share(at: Sitting, table: str, items: tuple[str, ...], side: str, *, order: bool) -> None:
    """The players at TABLE share ITEMS, or agree to use them (--as PLAYER, or --order)."""
    from tiltyard.core.decide.sharing import AgreeSharing, OrderSharing

    match = find_match(at.event, table)
    kind = OrderSharing if order else AgreeSharing
    at.do(kind(match, items, side))


COMMANDS = {
    "component": component,
    "proxy": proxy,
    "share": share,
}
