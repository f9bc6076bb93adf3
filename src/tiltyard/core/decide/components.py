"""Deciding about components: lost, damaged, not allowed, replaced by a proxy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from tiltyard.core.components import require_piece, require_possible_end
from tiltyard.core.decide.confirmation import Question, confirmed
from tiltyard.core.decide.leaving import Disqualify, DropPlayer, decide_disqualify, decide_drop
from tiltyard.core.decide.results import EnterResult, decide_entry
from tiltyard.core.decide.scene import (
    Act,
    Acts,
    Scene,
    the_player,
    the_players_at_the_table,
)
from tiltyard.core.decide.timing import minutes_of
from tiltyard.core.deciders import ELIGIBILITY, require_decider
from tiltyard.core.errors import Refused
from tiltyard.core.facts import Fact, judging, rounds
from tiltyard.core.facts.judging import ComponentEnd, ComponentTrouble
from tiltyard.core.facts.results import Slip
from tiltyard.core.ids import PersonId, PlayerId
from tiltyard.core.plain_text import require_name, tidy
from tiltyard.core.policy import require_right
from tiltyard.core.staff import leaders
from tiltyard.core.state.event import Event, Game
from tiltyard.core.state.judging import Proxy, Trouble

_LONGEST_SEARCH = 240


@dataclass(frozen=True, slots=True)
class NoteComponentTrouble:
    """Note a lost, damaged or ineligible component; a leader grants time for the search."""

    NAME: ClassVar[str] = "note-component-trouble"
    player: PlayerId
    component: str
    kind: ComponentTrouble
    minutes: int | None = None
    piece: str = ""


@dataclass(frozen=True, slots=True)
class GrantComponentTime:
    """Give a player time to find or replace a component; the game gets the same extension."""

    NAME: ClassVar[str] = "grant-component-time"
    trouble: str
    minutes: int | None = None


@dataclass(frozen=True, slots=True)
class EndComponentTrouble:
    """Say what became of it; a concession needs its slip."""

    NAME: ClassVar[str] = "end-component-trouble"
    trouble: str
    end: ComponentEnd
    note: str = ""
    slip: Slip | None = None
    piece: str = ""


@dataclass(frozen=True, slots=True)
class MakeProxy:
    """Make a proxy for a damaged card."""

    NAME: ClassVar[str] = "make-proxy"
    player: PlayerId
    card: str
    information: str


def _note(scene: Scene, command: NoteComponentTrouble) -> Iterator[Fact]:
    event, components = scene.event, scene.rules.components
    scene.entrant(command.player)
    if command.kind == "missing_kit" and components.missing_kit == "none":
        raise Refused(
            "does-not-ask-shared-kit", clause=components.ineligible_clause, game=scene.rules.game
        )
    if command.kind == "ineligible":
        concerned = the_players_at_the_table(event, command)
        require_decider(event, scene.rules, scene.person, ELIGIBILITY, concerned)
    game = event.game_of(command.player)
    playing = game is not None and game.is_open
    leads = scene.person in leaders(event, scene.rules, on_duty=True)
    by_leader = leads and scene.person not in the_players_at_the_table(event, command)
    searching = command.kind in {"lost", "damaged"} and playing and by_leader
    minutes = command.minutes
    if minutes is None:
        minutes = scene.rules.clock.extension_minutes if searching else 0
    if minutes and not by_leader:
        raise Refused("leader-grants-time-search", clause=components.lost_extension_clause)
    if not 0 <= minutes <= _LONGEST_SEARCH:
        raise Refused("search-lasts-most-240-minutes")
    require_piece(components, command.piece)
    name = f"t{len(event.troubles) + 1}"
    yield judging.ComponentTroubleNoted(
        trouble=name,
        player=command.player,
        component=require_name(command.component, "the-component"),
        kind=command.kind,
        match=game.id if game is not None and playing else None,
        minutes=minutes,
    )
    if command.piece:
        yield judging.ComponentPieceTold(name, command.piece)
    if searching and minutes and game is not None and scene.person not in game.players:
        yield from _extension(scene, game, command.component, minutes)


def _extension(scene: Scene, game: Game, component: str, minutes: int) -> Iterator[Fact]:
    """Give a game the time its player has for a search; an untimed round needs none."""
    round_, _ = scene.game(game.id)
    if minutes_of(scene.event, scene.rules, round_) is not None:
        yield rounds.ExtensionGranted(game.id, minutes, f"search for {tidy(component, 60)}")


def _grant(scene: Scene, command: GrantComponentTime) -> Iterator[Fact]:
    trouble = _open(scene, command.trouble)
    event, clause = scene.event, scene.rules.components.lost_extension_clause
    game = event.game(trouble.match) if trouble.match else event.game_of(trouble.player)
    if trouble.end is not None or game is None or not game.is_open:
        raise Refused("plays-no-game-now-could", clause=clause, player=scene.name(trouble.player))
    minutes = command.minutes
    if minutes is None:
        minutes = scene.rules.clock.extension_minutes
    if not 1 <= minutes <= _LONGEST_SEARCH:
        raise Refused("minutes-cant-granted", clause=clause, field="minutes", minutes=minutes)
    yield judging.ComponentTimeGranted(trouble.id, minutes)
    yield from _extension(scene, game, trouble.component, minutes)


def _open(scene: Scene, name: str) -> Trouble:
    trouble = scene.event.troubles.get(name)
    if trouble is None or trouble.is_settled:
        raise Refused("no-open-component-trouble", name=name[:20])
    return trouble


def _end(scene: Scene, command: EndComponentTrouble) -> Iterator[Fact]:
    trouble = _open(scene, command.trouble)
    require_piece(scene.rules.components, command.piece)
    if command.piece:
        trouble = replace(trouble, piece=command.piece)
    require_possible_end(scene.event, scene.rules, trouble, command.end)
    if command.end == "conceded":
        yield from _conceded(scene, command, trouble)
    elif command.end == "dropped":
        _require_drop(scene, trouble)
        yield from _gives_up(scene, trouble)
        why = "ineligible_component" if trouble.kind == "ineligible" else "missing_component"
        drop = DropPlayer(trouble.player, why, command.note, command.slip)  # type: ignore[arg-type]
        yield from decide_drop(scene, drop)
    elif command.end == "disqualified":
        _require_disqualification(scene, trouble)
        reason = command.note or f"{trouble.kind.replace('_', ' ')}: {trouble.component}"
        yield from decide_disqualify(scene, Disqualify(trouble.player, reason, command.slip))
    if command.piece:
        yield judging.ComponentPieceTold(command.trouble, command.piece)
    yield judging.ComponentTroubleEnded(command.trouble, command.end, tidy(command.note))


def _conceded(scene: Scene, command: EndComponentTrouble, trouble: Trouble) -> Iterator[Fact]:
    clause = scene.rules.components.lost_concession_clause
    if trouble.end is not None:
        raise Refused(
            "conceded-game-already",
            clause=scene.rules.components.lost_next_round_clause,
            player=scene.name(trouble.player),
        )
    if command.slip is None or trouble.match is None:
        raise Refused("concession-game-needs-slip", clause=clause)
    _, game = scene.game(trouble.match)
    loser = game.players.index(trouble.player)
    if command.slip.end != "concession" or command.slip.conceded != loser:
        raise Refused("slip-not-concession-player", clause=clause, loser=loser)
    yield from confirmed(scene, _about_the_time(scene, trouble), about=trouble.match)
    note = f"missing {trouble.component}"
    yield from decide_entry(scene, EnterResult(trouble.match, command.slip, note))


def _gives_up(scene: Scene, trouble: Trouble) -> Iterator[Fact]:
    """Ask back before a player leaves a game in which they could still find the component."""
    game = scene.event.game(trouble.match) if trouble.match else None
    if trouble.searches and game is not None and game.is_open:
        yield from confirmed(scene, _about_the_time(scene, trouble), about=game.id)


def _about_the_time(scene: Scene, trouble: Trouble) -> Iterator[Question]:
    """Ask back before a game is conceded in whose search there is time left, or was none."""
    name, components = scene.name(trouble.player), scene.rules.components
    ends = trouble.search_ends
    if ends is None:
        yield Question(
            "no-search-time",
            components.lost_extension_clause,
            {"player": name, "component": trouble.component},
        )
    elif scene.at < ends:
        yield Question(
            "search-not-over",
            components.lost_concession_clause,
            {"player": name, "component": trouble.component},
        )


def _require_drop(scene: Scene, trouble: Trouble) -> None:
    components = scene.rules.components
    if trouble.kind == "ineligible" and components.ineligible == "disqualify":
        raise Refused(
            "player-without-eligible-component-disqualified", clause=components.ineligible_clause
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
        raise Refused("reason-drop-player-not-disqualify", clause=components.ineligible_clause)
    require_right(
        scene.event, scene.rules, scene.person, "disqualify", (trouble.player,), trouble.component
    )


def _make_proxy(scene: Scene, command: MakeProxy) -> Iterator[Fact]:
    components = scene.rules.components
    scene.entrant(command.player)
    if not components.proxies:
        raise Refused("allows-no-proxies", clause=components.proxies_clause, game=scene.rules.game)
    information = tidy(command.information)
    if not information:
        raise Refused("proxy-says-what-can-no", clause=components.proxies_clause)
    card = require_name(command.card, "the-card")
    if any(_same(one, command.player, card, information) for one in scene.event.proxies):
        raise Refused("proxy-made-already", clause=components.proxies_clause)
    yield judging.ProxyMade(command.player, card, information)


def _same(made: Proxy, player: PlayerId, card: str, information: str) -> bool:
    said = (card.casefold(), information.casefold())
    return made.player == player and (made.card.casefold(), made.information.casefold()) == said


def _player_in_trouble(
    event: Event, command: EndComponentTrouble | GrantComponentTime
) -> Iterable[PersonId]:
    trouble = event.troubles.get(command.trouble)
    game = event.game(trouble.match) if trouble and trouble.match else None
    players = game.players if game else ()
    return (trouble.player, *players) if trouble else ()


DECIDE_COMPONENTS: Acts = {
    NoteComponentTrouble: Act(_note, the_player),
    GrantComponentTime: Act(_grant, _player_in_trouble),
    EndComponentTrouble: Act(_end, _player_in_trouble),
    MakeProxy: Act(_make_proxy, the_players_at_the_table),
}
