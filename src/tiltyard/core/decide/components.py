"""Deciding about components: lost, damaged, not allowed, shared, replaced by a proxy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from tiltyard.core.decide.leaving import Disqualify, DropPlayer, decide_disqualify, decide_drop
from tiltyard.core.decide.results import EnterResult, decide_entry
from tiltyard.core.decide.scene import (
    Act,
    Acts,
    Scene,
    the_player,
    the_players_at_the_table,
    the_players_of_the_match,
)
from tiltyard.core.errors import Refused
from tiltyard.core.facts import Fact, judging, rounds
from tiltyard.core.facts.judging import ComponentEnd, ComponentTrouble
from tiltyard.core.facts.results import Slip
from tiltyard.core.ids import MatchId, PersonId, PlayerId
from tiltyard.core.plain_text import require_name, tidy
from tiltyard.core.policy import require_right
from tiltyard.core.staff import leaders
from tiltyard.core.state.event import Event
from tiltyard.core.state.judging import Proxy, Trouble


@dataclass(frozen=True, slots=True)
class NoteComponentTrouble:
    """Note a lost, damaged or ineligible component; a leader grants time for the search."""

    NAME: ClassVar[str] = "note-component-trouble"
    player: PlayerId
    component: str
    kind: ComponentTrouble
    minutes: int | None = None


@dataclass(frozen=True, slots=True)
class EndComponentTrouble:
    """Say what became of it; a concession needs its slip."""

    NAME: ClassVar[str] = "end-component-trouble"
    trouble: str
    end: ComponentEnd
    note: str = ""
    slip: Slip | None = None


@dataclass(frozen=True, slots=True)
class MakeProxy:
    """Make a proxy for a damaged card."""

    NAME: ClassVar[str] = "make-proxy"
    player: PlayerId
    card: str
    information: str


@dataclass(frozen=True, slots=True)
class AgreeSharing:
    """Share components with the opponent for this round."""

    NAME: ClassVar[str] = "agree-sharing"
    match: MatchId
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OrderSharing:
    """Order the players of a game to share components for this round."""

    NAME: ClassVar[str] = "order-sharing"
    match: MatchId
    items: tuple[str, ...]


def _note(scene: Scene, command: NoteComponentTrouble) -> Iterator[Fact]:
    event, components = scene.event, scene.rules.components
    scene.entrant(command.player)
    if command.kind == "missing_kit" and components.missing_kit == "none":
        raise Refused(
            f"{scene.rules.game} does not ask for a shared kit",
            clause=components.ineligible_clause,
            fix="lost, damaged or ineligible",
        )
    game = event.game_of(command.player)
    playing = game is not None and game.is_open
    by_leader = scene.person in leaders(event, scene.rules, on_duty=True)
    searching = command.kind in {"lost", "damaged"} and playing and by_leader
    minutes = command.minutes
    if minutes is None:
        minutes = scene.rules.clock.extension_minutes if searching else 0
    if minutes and not by_leader:
        raise Refused(
            "a leader grants the time for a search",
            clause=components.lost_extension_clause,
            fix="leave the minutes out: a leader will come to the table",
        )
    if not 0 <= minutes <= 240:
        raise Refused("a search lasts at most 240 minutes", fix="0 to 240 minutes")
    yield judging.ComponentTroubleNoted(
        trouble=f"t{len(event.troubles) + 1}",
        player=command.player,
        component=require_name(command.component, "the component"),
        kind=command.kind,
        match=game.id if game is not None and playing else None,
        minutes=minutes,
    )
    timed = event.current is not None and event.current.timer.minutes is not None
    if searching and minutes and timed and game is not None and scene.person not in game.players:
        reason = f"search for {tidy(command.component, 60)}"
        yield rounds.ExtensionGranted(game.id, minutes, reason)


def _open(scene: Scene, name: str) -> Trouble:
    trouble = scene.event.troubles.get(name)
    if trouble is None or trouble.end is not None:
        raise Refused(f"there is no open component trouble {name[:20]!r}", fix="its id")
    return trouble


def _end(scene: Scene, command: EndComponentTrouble) -> Iterator[Fact]:
    trouble = _open(scene, command.trouble)
    components = scene.rules.components
    if command.end == "proxy" and (not components.proxies or trouble.kind != "damaged"):
        allowed = "only for a damaged card" if components.proxies else "not at all"
        raise Refused(
            f"{scene.rules.game} allows proxies {allowed}",
            clause=components.proxies_clause,
            fix="a replacement, or a concession",
        )
    if command.end == "conceded":
        yield from _conceded(scene, command, trouble)
    elif command.end == "dropped":
        _require_drop(scene, trouble)
        why = "ineligible_component" if trouble.kind == "ineligible" else "missing_component"
        drop = DropPlayer(trouble.player, why, command.note, command.slip)  # type: ignore[arg-type]
        yield from decide_drop(scene, drop)
    elif command.end == "disqualified":
        _require_disqualification(scene, trouble)
        reason = command.note or f"{trouble.kind.replace('_', ' ')}: {trouble.component}"
        yield from decide_disqualify(scene, Disqualify(trouble.player, reason, command.slip))
    yield judging.ComponentTroubleEnded(command.trouble, command.end, tidy(command.note))


def _conceded(scene: Scene, command: EndComponentTrouble, trouble: Trouble) -> Iterator[Fact]:
    clause = scene.rules.components.lost_concession_clause
    if command.slip is None or trouble.match is None:
        raise Refused(
            "the concession of this game needs its slip",
            clause=clause,
            fix="end: concession, and the scores as they stand",
        )
    _, game = scene.game(trouble.match)
    loser = game.players.index(trouble.player)
    if command.slip.end != "concession" or command.slip.conceded != loser:
        raise Refused(
            "this slip is not a concession by that player",
            clause=clause,
            fix=f"end: concession, conceded: {loser}",
        )
    note = f"missing {trouble.component}"
    yield from decide_entry(scene, EnterResult(trouble.match, command.slip, note))


def _require_drop(scene: Scene, trouble: Trouble) -> None:
    components = scene.rules.components
    if trouble.kind == "ineligible" and components.ineligible == "disqualify":
        raise Refused(
            "a player without an eligible component is disqualified, not only dropped",
            clause=components.ineligible_clause,
            fix="end it with disqualified",
        )
    require_right(scene.event, scene.rules, scene.person, "drop-player", (trouble.player,))


def _require_disqualification(scene: Scene, trouble: Trouble) -> None:
    components = scene.rules.components
    allowed = (
        components.missing_kit == "disqualify"
        if trouble.kind == "missing_kit"
        else trouble.kind == "ineligible" and components.ineligible != "drop"
    )
    if not allowed:
        raise Refused(
            "this is a reason to drop a player, not to disqualify them",
            clause=components.ineligible_clause,
            fix="end it with dropped",
        )
    require_right(
        scene.event, scene.rules, scene.person, "disqualify", (trouble.player,), trouble.component
    )


def _make_proxy(scene: Scene, command: MakeProxy) -> Iterator[Fact]:
    components = scene.rules.components
    scene.entrant(command.player)
    if not components.proxies:
        raise Refused(
            f"{scene.rules.game} allows no proxies",
            clause=components.proxies_clause,
            fix="the original, or a replacement",
        )
    information = tidy(command.information)
    if not information:
        raise Refused(
            "a proxy says what can no longer be read on the card",
            clause=components.proxies_clause,
            fix="write that information down",
        )
    card = require_name(command.card, "the card")
    if any(_same(one, command.player, card, information) for one in scene.event.proxies):
        raise Refused(
            "this proxy was made already",
            clause=components.proxies_clause,
            fix="use the one that was made",
        )
    yield judging.ProxyMade(command.player, card, information)


def _same(made: Proxy, player: PlayerId, card: str, information: str) -> bool:
    said = (card.casefold(), information.casefold())
    return made.player == player and (made.card.casefold(), made.information.casefold()) == said


def _agree(scene: Scene, command: AgreeSharing) -> Iterator[Fact]:
    yield judging.SharingAgreed(command.match, _items(scene, command.match, command.items))


def _order(scene: Scene, command: OrderSharing) -> Iterator[Fact]:
    items = _items(scene, command.match, command.items)
    yield judging.SharingAgreed(command.match, items, ordered=True)


def _items(scene: Scene, match: MatchId, items: tuple[str, ...]) -> tuple[str, ...]:
    scene.game(match)
    components = scene.rules.components
    unknown = [item for item in items if item not in components.sharing]
    if unknown or not items:
        raise Refused(
            f"{(unknown or ['nothing'])[0][:40]!r} is not shared in {scene.rules.game}",
            clause=components.sharing_clause,
            fix="some of " + (", ".join(components.sharing) or "none"),
        )
    return tuple(dict.fromkeys(items))


def _player_in_trouble(event: Event, command: EndComponentTrouble) -> Iterable[PersonId]:
    trouble = event.troubles.get(command.trouble)
    game = event.game(trouble.match) if trouble and trouble.match else None
    players = game.players if game else ()
    return (trouble.player, *players) if trouble else ()


DECIDE_COMPONENTS: Acts = {
    NoteComponentTrouble: Act(_note, the_player),
    EndComponentTrouble: Act(_end, _player_in_trouble),
    MakeProxy: Act(_make_proxy, the_players_at_the_table),
    AgreeSharing: Act(_agree, the_players_of_the_match),
    OrderSharing: Act(_order, the_players_of_the_match),
}
