"""Components on the command line: inspected, lost, damaged, ruled on, shared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast, get_args

import click

from tiltyard.cli.event_names import find_match, find_player
from tiltyard.cli.event_people import concession
from tiltyard.cli.event_results import slip_options
from tiltyard.cli.session import Sitting, act, as_option, reading
from tiltyard.day.facts import ComponentEnd, ComponentTrouble
from tiltyard.text.language import ruleset_text
from tiltyard.text.say import say, word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.day.event import Conversion, Game, Trouble
    from tiltyard.text.game_notes import Note


# ------------------------------------------------------------------------------
# What is looked at by hand, on the command line: decks, components, special scenarios.


@act("deck")
@click.argument("table")
@click.argument("player")
@click.argument("found", type=click.Choice(["complete", "short"]))
@click.option("--note", default="", help="What is missing, or too much.")
def deck(at: Sitting, table: str, player: str, found: str, note: str) -> None:
    """Note that the damage deck of PLAYER at TABLE was counted."""
    from tiltyard.day.components import CheckDeck

    event = at.event
    match, owner = find_match(event, table), find_player(event, player)
    at.do(CheckDeck(match, owner, found == "complete", note))


@act("inspect")
@click.argument("player")
@click.argument("items", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Everything on the list is fine.")
@click.option("--note", default="", help="What is not, or what was agreed about it.")
def inspect(
    at: Sitting, player: str, items: tuple[str, ...], note: str, *, everything: bool
) -> None:
    """Note that ITEMS of PLAYER's components are fine; without any, show the list."""
    from tiltyard.day.components import InspectComponents

    who = find_player(at.event, player)
    known = [item.id for item in at.rules.checks.inspection]
    if items or everything or note:
        ticked = (*items, *known) if everything else items
        at.do(InspectComponents(who, tuple(item.replace("-", "_") for item in ticked), note))
    _show_inspection(at, who)


def _show_inspection(at: Sitting, player: str) -> None:
    """Show the list of what is inspected, with what was ticked for a player."""
    from tiltyard.engine.tournament import PlayerId

    found = at.event.inspections.get(PlayerId(player))
    ticked = found.ticked if found is not None else ()
    at.answer(
        player=player,
        ticked=list(ticked),
        left=[item.id for item in at.rules.checks.inspection if item.id not in ticked],
        note=found.note if found is not None else "",
        by=found.by if found is not None else None,
    )
    for item in at.rules.checks.inspection:
        mark = "x" if item.id in ticked else " "
        at.say(f"  [{mark}] {item.id}: {ruleset_text(item.text)} ({item.clause})")
    if not at.rules.checks.inspection:
        at.say(say("terminal.no-inspection", game=at.rules.game))


class _RoundOrAll(click.ParamType[str]):
    """The number of a round, or `all` for every round."""

    name = "round"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return a number as text, or `all`."""
        if value.casefold() != "all" and not value.isdecimal():
            self.fail(f"{value!r} is no round: 1, 2, ... or all", param, ctx)
        return value.casefold()


@act("scenario")
@click.argument("round_", metavar="ROUND|all", type=_RoundOrAll())
@click.argument("name", required=False, default="")
@click.option("--text", default="", help="The extra rules of the scenario card.")
@click.option("--none", "nothing", is_flag=True, help="No special scenario in this round.")
def scenario(at: Sitting, round_: str, name: str, text: str, *, nothing: bool) -> None:
    """Play ROUND of EVENT, or all, with the special scenario NAME."""
    from tiltyard.day.rounds import SetScenario

    if bool(name) == nothing:
        raise click.UsageError("give the NAME of the scenario, or --none")
    number = None if round_ == "all" else int(round_[:9])
    at.do(SetScenario(number, name, text))


_CHECKS = {"deck": deck, "inspect": inspect, "scenario": scenario}


# ------------------------------------------------------------------------------
# Components on the command line: lost, damaged, ruled on, shared, replaced by a proxy.


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
    from tiltyard.day.components import NoteComponentTrouble

    who = find_player(at.event, player)
    at.do(NoteComponentTrouble(who, component, cast("ComponentTrouble", kind), minutes, piece))


@act("grant", component)
@click.argument("trouble")
@click.option("--minutes", type=int, help="Else as many as the event's option says.")
def component_grant(at: Sitting, trouble: str, minutes: int | None) -> None:
    """Grant time to look for the component of TROUBLE (such as t1); its game gets it too."""
    from tiltyard.day.components import GrantComponentTime

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
    from tiltyard.day.components import EndComponentTrouble

    known = at.event.troubles.get(trouble)
    slip = concession(at, known.player, said) if known is not None else None
    at.do(EndComponentTrouble(trouble, cast("ComponentEnd", outcome), note, slip, piece))


@act("ask", component)
@click.argument("player")
@click.argument("kind", type=_Spoken(["eligibility", "conversion", "third_party", "indicator"]))
@click.argument("description")
def component_ask(at: Sitting, player: str, kind: str, description: str) -> None:
    """Ask whether a component of PLAYER may be used; KIND says what the question is."""
    from tiltyard.day.components import AskAboutComponent
    from tiltyard.day.facts import ComponentRulingAsked

    done = at.do(AskAboutComponent(find_player(at.event, player), kind, description))
    for recorded in done.facts:
        if isinstance(recorded.fact, ComponentRulingAsked):
            at.answer(request=recorded.fact.request)
            at.say(say("terminal.question-is", request=recorded.fact.request))


@act("rule", component)
@click.argument("request")
@click.argument("answer", type=click.Choice(["yes", "no"]))
@click.option("--note", default="", help="What its player should know.")
def component_rule(at: Sitting, request: str, answer: str, note: str) -> None:
    """Rule on the question REQUEST (such as k1) for the rest of the event."""
    from tiltyard.day.components import RuleOnComponent

    at.do(RuleOnComponent(request, answer == "yes", note))


@reading("show", component)
@as_option
def component_show(at: Sitting) -> None:
    """List components in trouble with the time left, and every ruling on a component."""
    from tiltyard.day.list_access import reads_lists
    from tiltyard.day.visibility import is_leader

    troubles = [trouble for trouble in at.event.troubles.values() if _sees(at, trouble)]
    leads = is_leader(at.event, at.me) and reads_lists(at.event, at.rules, at.me)
    rulings = [
        conversion
        for conversion in at.event.list_desk.conversions.values()
        if leads or conversion.player == at.me
    ]
    at.answer(troubles=list(_troubles(at, troubles)), rulings=list(_rulings(at, rulings)))
    if not troubles and not rulings:
        at.say(say("terminal.no-component-trouble"))


def _hears(at: Sitting, player: str) -> bool:
    from tiltyard.day.visibility import is_leader

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
    from tiltyard.text.game_notes import Note

    components = at.rules.components
    for trouble in at.event.troubles.values():
        here = trouble.player in game.players and game.is_open and trouble.searches
        if not here or not _sees(at, trouble):
            continue
        name = at.event.people.get(trouble.player, trouble.player)
        what = _component_text(at, trouble)
        left, clause = _left(at, trouble), components.lost_extension_clause
        if left is None:
            text = say("terminal.searches-not-granted", name=name, what=what)
        elif left:
            text = say("terminal.searches", name=name, what=what, time=minutes_text(left))
        else:
            text = say("terminal.search-over", name=name, what=what)
            clause = components.lost_concession_clause
        yield Note("search", text, clause)


def _component_text(at: Sitting, trouble: Trouble) -> str:
    """Return what is in trouble; to those who may not hear it, that something is."""
    return trouble.component if _hears(at, trouble.player) else say("phrases.a-component")


def _search_text(trouble: Trouble, left: int | None) -> str:
    """Return how trouble ended, or how much time is left to end it."""
    from tiltyard.cli.event_overview import minutes_text

    if trouble.end is not None or not trouble.searches:
        return word(trouble.end or "open")
    if left is None:
        return say("terminal.no-time-granted")
    return say("terminal.time-left", time=minutes_text(left))


def _troubles(at: Sitting, found: list[Trouble]) -> Iterator[dict[str, Any]]:
    for trouble in found:
        name = at.event.people.get(trouble.player, trouble.player)
        what = _component_text(at, trouble)
        left = _left(at, trouble)
        said = _search_text(trouble, left)
        at.say(f"{trouble.id} {name}: {what}, {word(trouble.kind)}: {said}")
        yield {
            "trouble": trouble.id,
            "player": trouble.player,
            "component": what,
            "kind": trouble.kind,
            "end": trouble.end,
            "settled": trouble.is_settled,
            "minutes_granted": trouble.minutes,
            "seconds_left": left,
        }


_ANSWERS = {
    None: "terminal.ruling-waits",
    True: "terminal.ruling-yes",
    False: "terminal.ruling-no",
}


def _rulings(at: Sitting, found: list[Conversion]) -> Iterator[dict[str, Any]]:
    for conversion in found:
        name = at.event.people.get(conversion.player, conversion.player)
        note = f" ({conversion.note})" if conversion.note else ""
        answer = say(_ANSWERS[conversion.approved])
        at.say(f"{conversion.id} {name}: {conversion.description}: {answer}{note}")
        yield {
            "request": conversion.id,
            "player": conversion.player,
            "kind": conversion.kind,
            "description": conversion.description,
            "allowed": conversion.approved,
            "note": conversion.note,
        }


@act("proxy")
@click.argument("player")
@click.argument("card")
@click.option("--information", default="", help="What can no longer be read on the card.")
def proxy(at: Sitting, player: str, card: str, information: str) -> None:
    """Make a proxy of the damaged CARD of PLAYER."""
    from tiltyard.day.components import MakeProxy

    at.do(MakeProxy(find_player(at.event, player), card, information))


@act("share")
@click.argument("table")
@click.argument("items", nargs=-1, required=True)
@click.option("--order", is_flag=True, help="A leader orders it.")
@click.option("--side", default="", help="Which side of the range ruler both use.")
def share(at: Sitting, table: str, items: tuple[str, ...], side: str, *, order: bool) -> None:
    """The players at TABLE share ITEMS, or agree to use them (--as PLAYER, or --order)."""
    from tiltyard.day.components import AgreeSharing, OrderSharing

    match = find_match(at.event, table)
    kind = OrderSharing if order else AgreeSharing
    at.do(kind(match, items, side))


_COMPONENTS = {
    "component": component,
    "proxy": proxy,
    "share": share,
}


COMMANDS = {**_COMPONENTS, **_CHECKS}
