"""Components: inspected, lost, shared, replaced by a proxy, ruled on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, ClassVar, Literal, cast, get_args

from tiltyard.day.clock import minutes_of
from tiltyard.day.context import (
    Act,
    ActFacts,
    AnyAct,
    Command,
    Folds,
    Question,
    Scene,
    Tell,
    confirmed,
    the_player,
    the_players_at_the_table,
    the_players_of_the_match,
)
from tiltyard.day.event import (
    Conversion,
    DayRound,
    DeckCheck,
    Event,
    Game,
    Grant,
    Inspection,
    Proxy,
    Trouble,
    with_match,
)
from tiltyard.day.facts import (
    LEAVING,
    ComponentEnd,
    ComponentPieceTold,
    ComponentRulingAsked,
    ComponentRulingGiven,
    ComponentsInspected,
    ComponentTimeGranted,
    ComponentTrouble,
    ComponentTroubleEnded,
    ComponentTroubleNoted,
    DeckChecked,
    EntryContradicted,
    ExtensionGranted,
    Fact,
    ProxyMade,
    Recorded,
    RulerSideAgreed,
    SharingAgreed,
)
from tiltyard.day.lists import put_conversion
from tiltyard.day.people import Disqualify, DropPlayer, decide_disqualify, decide_drop
from tiltyard.day.policy import require_right
from tiltyard.day.results import EnterResult, decide_entry
from tiltyard.day.rights import AT_THE_DOOR, ENTRY, FLOOR, LEADERS, RUNNING, Right
from tiltyard.day.roles import ELIGIBILITY, SHARING, leaders, require_decider
from tiltyard.day.visibility import is_leader
from tiltyard.engine.errors import Phrase, Refused, RulesetText, Term
from tiltyard.engine.plain_text import require_name, tidy
from tiltyard.engine.ruleset import ComponentQuestion, Components, Moment, PieceEnd
from tiltyard.engine.slip import Slip
from tiltyard.engine.tournament import MatchId, PersonId, PlayerId

if TYPE_CHECKING:
    from datetime import datetime

    from tiltyard.engine.ruleset import Piece, Ruleset


# ------------------------------------------------------------------------------
# Components at the table: which sort a piece is, how trouble with it may end, what is shared.

Told = tuple[Moment, Literal["blocks", "overdue", "next", "know"], str, str, dict[str, object]]
"""A reminder: its moment, how urgent it is, its code, its clause, facts for the sentence."""

_WORD = re.compile(r"[^\W\d_]+")
_PIECE_ENDS: frozenset[str] = frozenset(get_args(PieceEnd))
_ONLY_DAMAGED: frozenset[str] = frozenset({"proxy", "still_usable", "set_aside"})


@dataclass(frozen=True, slots=True)
class Share:
    """A player who shares the opponent's component, in this round or until the event is over."""

    player: PlayerId
    item: str
    clause: str
    lasts: bool


def piece_of(components: Components, trouble: Trouble) -> Piece | None:
    """Return which sort of component is meant: as somebody said, or by the words for it."""
    named = {piece.id: piece for piece in components.pieces}
    if trouble.piece:
        return named.get(trouble.piece)
    words = _WORD.findall(trouble.component.casefold())
    for word in reversed(words):  # the last word says what it is: a "ruler card" is a card
        for piece in components.pieces:
            if word in piece.words:
                return piece
    return None


def require_piece(components: Components, piece: str) -> None:
    """Refuse a sort of component that the ruleset does not know."""
    known = [other.id for other in components.pieces]
    if piece and piece not in known:
        raise Refused(
            "no-sort-component-called",
            clause=components.damaged_clause,
            field="piece",
            piece=piece[:40],
            known=tuple(known),
        )


def require_possible_end(event: Event, rules: Ruleset, trouble: Trouble, end: ComponentEnd) -> None:
    """Refuse an end that the document does not allow for this sort of component."""
    components = rules.components
    if end not in _PIECE_ENDS or (end == "shared" and trouble.kind == "missing_kit"):
        return
    if end == "proxy":
        _require_proxy(event, rules, trouble)
    piece = piece_of(components, trouble)
    allowed = piece.ends if piece is not None else components.other_ends
    if end not in allowed:
        raise _not_for_this_piece(event, rules, trouble, cast("PieceEnd", end), piece)
    if end == "shared":
        _require_before_the_round(event, components, piece)
    if end in _ONLY_DAMAGED and trouble.kind != "damaged":
        raise Refused(
            "not-damaged",
            clause=piece.clause if piece is not None else components.damaged_clause,
            component=trouble.component,
            kind=Term(trouble.kind),
        )


def _require_before_the_round(event: Event, components: Components, piece: Piece | None) -> None:
    """Refuse to share in a round that runs, where sharing is arranged before it (AR-043)."""
    if not _may_share_now(event, components):
        clause = piece.clause if piece is not None else components.sharing_clause
        raise Refused("sharing-arranged-before-round", clause=clause)


def _may_share_now(event: Event, components: Components) -> bool:
    round_ = event.current
    runs = round_ is not None and round_.began and not round_.is_closed
    return components.sharing_until == "round_end" or not runs


def _not_for_this_piece(
    event: Event, rules: Ruleset, trouble: Trouble, end: PieceEnd, piece: Piece | None
) -> Refused:
    """Return why this sort of component does not end like this; by the clause that allows it."""
    components, done = rules.components, Phrase(f"phrases.be-{end.replace('_', '-')}")
    able = [known for known in components.pieces if end in known.ends]
    clause = able[0].clause if able else piece.clause if piece else components.damaged_clause
    these = RulesetText(piece.several) if piece is not None else Phrase("phrases.such-components")
    if not able:
        return Refused(
            "doesnt-let-end", clause=clause, game=rules.game, these=these, end=Term(end), done=done
        )
    named = {"names": tuple(known.id for known in able), "able": _any_of(able)}
    if piece is not None:
        return Refused(
            "component-ends-otherwise",
            clause=clause,
            end=Term(end),
            done=done,
            piece=piece.id,
            these=these,
            other_piece=_ends(piece, may_share=_may_share_now(event, components)),
        ).naming(named)
    return Refused(
        "only-can-end-may-none",
        clause=clause,
        field="piece",
        end=Term(end),
        done=done,
        component=trouble.component,
    ).naming(named)


def _any_of(pieces: list[Piece]) -> object:
    *others, last = (RulesetText(piece.several) for piece in pieces)
    return Phrase("phrases.list-or", {"others": tuple(others), "last": last}) if others else last


def _ends(piece: Piece, *, may_share: bool) -> Phrase:
    own = (end for end in piece.ends if may_share or end != "shared")
    *others, last = (Term(end) for end in ("found", "replaced", *own))
    return Phrase("phrases.list-or", {"others": tuple(others), "last": last})


def _require_proxy(event: Event, rules: Ruleset, trouble: Trouble) -> None:
    """Refuse a proxy that the ruleset does not allow, or that nobody has made."""
    components = rules.components
    if not components.proxies or trouble.kind != "damaged":
        code = "proxies-only-for-damaged-cards" if components.proxies else "no-proxies-at-all"
        raise Refused(code, clause=components.proxies_clause, game=rules.game)
    if not _has_proxy(event, trouble):
        raise Refused(
            "no-proxy-made", clause=components.proxies_clause, component=trouble.component
        )


def _has_proxy(event: Event, trouble: Trouble) -> bool:
    """Whether a proxy was made for this card, and not for another one of its player."""
    proxies = [proxy for proxy in event.proxies if proxy.player == trouble.player]
    if any(_names(proxy, trouble) for proxy in proxies):
        return True
    others = [
        other
        for other in event.troubles.values()
        if other.player == trouble.player and other.id != trouble.id
    ]
    free = [proxy for proxy in proxies if not any(_names(proxy, other) for other in others)]
    used = sum(
        1
        for other in others
        if other.end == "proxy" and not any(_names(proxy, other) for proxy in proxies)
    )
    return len(free) > used


def _names(proxy: Proxy, trouble: Trouble) -> bool:
    return proxy.card.casefold() == trouble.component.casefold()


def still_missing(event: Event) -> Iterator[Trouble]:
    """Yield trouble that a player who plays on has not settled: it holds up the next round."""
    for trouble in event.troubles.values():
        if not trouble.is_settled and event.entrants[trouble.player].state == "active":
            yield trouble


def require_nothing_missing(event: Event, rules: Ruleset, person: PersonId) -> None:
    """Refuse the next round while a player still misses a component; leaders hear which."""
    trouble = next(still_missing(event), None)
    if trouble is None:
        return
    name = event.people.get(trouble.player, trouble.player)
    what = trouble.component if is_leader(event, person) else "a component"
    raise Refused(
        "still-misses",
        clause=missing_clause(rules.components, trouble),
        name=name,
        what=what,
        trouble=trouble.id,
    )


def missing_clause(components: Components, trouble: Trouble) -> str:
    """Return the clause by which a component must be there when the next round starts."""
    if trouble.kind == "missing_kit":
        return components.missing_kit_clause
    if trouble.kind == "ineligible":
        return components.ineligible_clause
    return components.lost_next_round_clause


def component_reminders(event: Event, rules: Ruleset, now: datetime) -> Iterator[Told]:
    """Yield what leaders are reminded of: time to grant, time that runs, time that is over."""
    components = rules.components
    between = event.current is not None and event.current.is_closed
    for trouble in event.troubles.values():
        if trouble.is_settled:
            continue
        facts: dict[str, object] = {"player": trouble.player, "component": trouble.component}
        ends, clause = trouble.search_ends, components.lost_extension_clause
        if between:
            clause = missing_clause(components, trouble)
            yield ("between_rounds", "blocks", "component-missing", clause, facts)
        elif trouble.end is not None:
            clause = missing_clause(components, trouble)
            yield ("running", "know", "component-still-missing", clause, facts)
        elif not trouble.searches:
            clause = missing_clause(components, trouble)
            yield ("running", "know", "component-trouble", clause, facts)
        elif ends is None:
            yield ("running", "next", "component-reported", clause, facts)
        elif now >= ends:
            clause = components.lost_concession_clause
            yield ("running", "overdue", "search-is-over", clause, facts)
        else:
            facts["minutes"] = -((now - ends) // timedelta(minutes=1))
            yield ("running", "know", "component-search", clause, facts)


def question_clause(rules: Ruleset, kind: str) -> str:
    """Return the clause by which a question about a component is ruled on."""
    known = {
        component_question.kind: component_question.clause
        for component_question in rules.components.questions
    }
    return known.get(kind) or rules.components.ineligible_clause


def shared_after_trouble(
    event: Event, rules: Ruleset, round_: DayRound, game: Game
) -> Iterator[Share]:
    """Yield who shares the opponent's components in this game because their own are missing."""
    order = {known.id: place for place, known in enumerate(event.rounds)}
    here = order.get(round_.id, len(order))
    components = rules.components
    lasts = components.sharing_until == "round_end"
    for trouble in event.troubles.values():
        if trouble.end != "shared" or trouble.player not in game.players:
            continue
        later = order.get(trouble.round, 0) <= here
        if later if lasts else here == trouble.rounds_before_end:
            piece = piece_of(components, trouble)
            item = piece.id if piece is not None else trouble.component
            clause = piece.clause if piece is not None else components.missing_kit_clause
            yield Share(trouble.player, item, clause or components.sharing_clause, lasts=lasts)


# ------------------------------------------------------------------------------
# Deciding about components: lost, damaged, not allowed, replaced by a proxy.

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
    yield ComponentTroubleNoted(
        trouble=name,
        player=command.player,
        component=require_name(command.component, "the-component"),
        kind=command.kind,
        match=game.id if game is not None and playing else None,
        minutes=minutes,
    )
    if command.piece:
        yield ComponentPieceTold(name, command.piece)
    if searching and minutes and game is not None and scene.person not in game.players:
        yield from _extension(scene, game, command.component, minutes)


def _extension(scene: Scene, game: Game, component: str, minutes: int) -> Iterator[Fact]:
    """Give a game the time its player has for a search; an untimed round needs none."""
    round_, _ = scene.game(game.id)
    if minutes_of(scene.event, scene.rules, round_) is not None:
        yield ExtensionGranted(game.id, minutes, f"search for {tidy(component, 60)}")


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
    yield ComponentTimeGranted(trouble.id, minutes)
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
        yield ComponentPieceTold(command.trouble, command.piece)
    yield ComponentTroubleEnded(command.trouble, command.end, tidy(command.note))


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
    if any(_same(proxy, command.player, card, information) for proxy in scene.event.proxies):
        raise Refused("proxy-made-already", clause=components.proxies_clause)
    yield ProxyMade(command.player, card, information)


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


# ------------------------------------------------------------------------------
# Deciding whether components may be used: asked once, ruled once, kept for the whole event.


@dataclass(frozen=True, slots=True)
class AskAboutComponent:
    """Ask whether a component of a player may be used at this event."""

    NAME: ClassVar[str] = "ask-about-component"
    player: PlayerId
    kind: str
    description: str


@dataclass(frozen=True, slots=True)
class RuleOnComponent:
    """Allow a component for the rest of the event, or not."""

    NAME: ClassVar[str] = "rule-on-component"
    request: str
    allowed: bool
    note: str = ""


def _ask(scene: Scene, command: AskAboutComponent) -> Iterator[Fact]:
    question = _question(scene, command.kind)
    scene.entrant(command.player)
    description = tidy(command.description)
    if not description:
        raise Refused(
            "nobody-can-tell-which-component", clause=question.clause, field="description"
        )
    name = f"k{len(scene.event.list_desk.conversions) + 1}"
    yield ComponentRulingAsked(name, command.player, question.kind, description)


def _question(scene: Scene, kind: str) -> ComponentQuestion:
    components = scene.rules.components
    known = {
        component_question.kind: component_question for component_question in components.questions
    }
    if kind not in known:
        raise Refused(
            "no-ruling",
            clause=components.ineligible_clause,
            field="kind",
            game=scene.rules.game,
            kind=kind[:40],
            known=tuple(known) or (Phrase("things.nothing"),),
        )
    return known[kind]


def _rule(scene: Scene, command: RuleOnComponent) -> Iterator[Fact]:
    asked = scene.event.list_desk.conversions.get(command.request)
    if asked is None:
        raise Refused(
            "nobody-asked-question",
            clause=scene.rules.components.ineligible_clause,
            request=command.request[:20],
        )
    matter = _question(scene, asked.kind).matter
    require_decider(scene.event, scene.rules, scene.person, matter, (asked.player,))
    yield ComponentRulingGiven(command.request, command.allowed, tidy(command.note))


def _whose_it_is(event: Event, command: RuleOnComponent) -> Iterable[PersonId]:
    asked = event.list_desk.conversions.get(command.request)
    return (asked.player,) if asked is not None else ()


# ------------------------------------------------------------------------------
# Deciding what the players of a game share, and what of third parties they agree to use.

_LONGEST_SIDE = 40


@dataclass(frozen=True, slots=True)
class AgreeSharing:
    """Share components with the opponent for this round."""

    NAME: ClassVar[str] = "agree-sharing"
    match: MatchId
    items: tuple[str, ...]
    ruler_side: str = ""


@dataclass(frozen=True, slots=True)
class OrderSharing:
    """Order the players of a game to share components for this round."""

    NAME: ClassVar[str] = "order-sharing"
    match: MatchId
    items: tuple[str, ...]
    ruler_side: str = ""


def _agree(scene: Scene, command: AgreeSharing) -> Iterator[Fact]:
    items = _items(scene, command.match, command.items)
    yield from _shared(scene, command.match, items, command.ruler_side)


def _order(scene: Scene, command: OrderSharing) -> Iterator[Fact]:
    components = scene.rules.components
    if not components.sharing_orders:
        raise Refused(
            "nobody-can-order-players-share",
            clause=components.sharing_orders_clause or components.sharing_clause,
            game=scene.rules.game,
        )
    _, game = scene.game(command.match)
    require_decider(scene.event, scene.rules, scene.person, SHARING, game.players)
    items = _items(scene, command.match, command.items)
    yield from _shared(scene, command.match, items, command.ruler_side, ordered=True)


def _shared(
    scene: Scene, match: MatchId, items: tuple[str, ...], side: str, *, ordered: bool = False
) -> Iterator[Fact]:
    components, side = scene.rules.components, tidy(side, _LONGEST_SIDE)
    if side and not (components.ruler_side_clause and any("ruler" in item for item in items)):
        raise Refused(
            "side-ruler-agreed-only-shared",
            clause=components.ruler_side_clause or components.sharing_clause,
            field="ruler_side",
        )
    yield SharingAgreed(match, items, ordered=ordered)
    if side:
        yield RulerSideAgreed(match, side)


def _items(scene: Scene, match: MatchId, items: tuple[str, ...]) -> tuple[str, ...]:
    round_, game = scene.game(match)
    components = scene.rules.components
    able = (*components.sharing, *(agreement.item for agreement in components.agreements))
    named = tuple(components.sharing_names.get(tidy(item).casefold(), item) for item in items)
    unknown = [item for item in named if item not in able]
    if unknown or not items:
        raise Refused(
            "item-not-shared",
            clause=components.sharing_clause,
            unknown=(unknown or ["nothing"])[0][:40],
            game=scene.rules.game,
            able=tuple(able) or (Phrase("things.none"),),
        )
    fresh = [item for item in named if item not in game.shared]
    for item in fresh or named:  # what they share already may be named again
        until, clause = _until(components, item)
        if until == "round_start" and round_.began:
            raise Refused("round-begun-players-agree-share", clause=clause)
    return tuple(dict.fromkeys(named))


def _until(components: Components, item: str) -> tuple[str, str]:
    """Return until when something is agreed on, and the clause that says so."""
    for agreement in components.agreements:
        if agreement.item == item:
            return agreement.until, agreement.clause
    return components.sharing_until, components.sharing_clause


# ------------------------------------------------------------------------------
# Deciding what was looked at by hand: a deck at the table, components at the door.


@dataclass(frozen=True, slots=True)
class CheckDeck:
    """Note that the deck of a player was counted: complete or not."""

    NAME: ClassVar[str] = "check-deck"
    match: MatchId
    player: PlayerId
    complete: bool
    note: str = ""


@dataclass(frozen=True, slots=True)
class InspectComponents:
    """Note which components of a player were looked at and are fine."""

    NAME: ClassVar[str] = "inspect-components"
    player: PlayerId
    ticked: tuple[str, ...] = ()
    note: str = ""


def _check_deck(scene: Scene, command: CheckDeck) -> Iterator[Fact]:
    rules = scene.rules.checks
    if not rules.deck:
        raise Refused(
            "no-deck-counted-before-game", clause=scene.rules.clause, game=scene.rules.game
        )
    round_, game = scene.game(command.match)
    if game.kind != "game" or command.player not in game.players:
        raise Refused("check-deck-player-not-match", clause=rules.deck_clause, field="player")
    if scene.person in game.players:
        _require_before_shuffling(scene, command, round_, game)
    yield DeckChecked(command.match, command.player, command.complete, tidy(command.note))


def _require_before_shuffling(
    scene: Scene, command: CheckDeck, round_: DayRound, game: Game
) -> None:
    """Refuse a player who counts their own deck, or one that is in play already."""
    rules = scene.rules.checks
    if scene.person == command.player:
        raise Refused(
            "your-opponent-counts-your-leader",
            clause=rules.deck_clause,
            field="player",
            deck=rules.deck,
        )
    if round_.began or not game.is_open:
        raise Refused(
            "players-look-through-before-shuffled", clause=rules.deck_clause, deck=rules.deck
        )


def _inspect(scene: Scene, command: InspectComponents) -> Iterator[Fact]:
    rules = scene.rules.checks
    known = {item.id: item for item in rules.inspection}
    entrant = scene.entrant(command.player)
    if not known:
        raise Refused("no-list-what-inspected", clause=scene.rules.clause, game=scene.rules.game)
    unknown = [item for item in command.ticked if item not in known]
    if unknown:
        raise Refused(
            "inspect-nothing-list-called",
            clause=rules.inspection_clause,
            field="ticked",
            unknown=unknown[0][:40],
            known=tuple(known),
        )
    ticked = tuple(item for item in known if item in command.ticked)
    note = tidy(command.note)
    if not ticked and not note:
        raise Refused(
            "nothing-about-components-ticked-noted",
            clause=rules.inspection_clause,
            field="ticked",
            entrant=entrant.name,
        )
    yield ComponentsInspected(command.player, ticked, note)


# ------------------------------------------------------------------------------
# Facts about decks, components and scenarios, one forward.


def _fold_deck_checked(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, DeckChecked)
    game = event.game(fact.match)
    assert game is not None
    check = DeckCheck(fact.player, fact.complete, recorded.actor, recorded.at, fact.note)
    kept = tuple(deck_check for deck_check in game.deck_checks if deck_check.player != fact.player)
    return with_match(event, replace(game, deck_checks=(*kept, check)))


def _fold_components_inspected(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ComponentsInspected)
    found = Inspection(fact.ticked, recorded.actor, recorded.at, fact.note)
    return replace(event, inspections=event.inspections | {fact.player: found})


# ------------------------------------------------------------------------------
# How components change the state.


def _fold_component_trouble_noted(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ComponentTroubleNoted)
    granted = (Grant(fact.minutes, recorded.at, recorded.actor),) if fact.minutes else ()
    trouble = Trouble(
        fact.trouble,
        fact.player,
        fact.component,
        fact.kind,
        fact.match,
        recorded.at,
        granted,
        round=event.current.id if event.current else "",
    )
    return _put_trouble(event, trouble)


def _fold_component_piece_told(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ComponentPieceTold)
    return _put_trouble(event, replace(event.troubles[fact.trouble], piece=fact.piece))


def _fold_component_time_granted(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ComponentTimeGranted)
    known = event.troubles[fact.trouble]
    grant = Grant(fact.minutes, recorded.at, recorded.actor)
    return _put_trouble(event, replace(known, grants=(*known.grants, grant)))


def _put_trouble(event: Event, trouble: Trouble) -> Event:
    return replace(event, troubles=event.troubles | {trouble.id: trouble})


def _fold_component_trouble_ended(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ComponentTroubleEnded)
    begun = sum(1 for round_ in event.rounds if round_.began or round_.is_closed)
    ended = replace(event.troubles[fact.trouble], end=fact.end, rounds_before_end=begun)
    return _put_trouble(event, ended)


def _fold_proxy_made(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ProxyMade)
    proxy = Proxy(fact.player, fact.card, fact.information, recorded.actor, recorded.at)
    return replace(event, proxies=(*event.proxies, proxy))


def _fold_sharing_agreed(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, SharingAgreed)
    game = event.game(fact.match)
    assert game is not None
    ordered = (*game.ordered, *fact.items) if fact.ordered else game.ordered
    again = any("ruler" in item for item in fact.items)
    shared = replace(
        game,
        shared=tuple(dict.fromkeys((*game.shared, *fact.items))),
        ordered=tuple(dict.fromkeys(ordered)),
        ruler_side="" if again else game.ruler_side,
    )
    return with_match(event, shared)


def _fold_ruler_side_agreed(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, RulerSideAgreed)
    game = event.game(fact.match)
    assert game is not None
    return with_match(event, replace(game, ruler_side=fact.side))


def _fold_component_ruling_asked(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ComponentRulingAsked)
    asked = Conversion(fact.request, fact.player, fact.description, kind=fact.kind)
    return put_conversion(event, asked)


def _fold_component_ruling_given(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, ComponentRulingGiven)
    asked = event.list_desk.conversions[fact.request]
    ruled = replace(asked, approved=fact.allowed, note=fact.note, decided_by=recorded.actor)
    return put_conversion(event, ruled)


# ------------------------------------------------------------------------------
# From the facts of an act back to its command.


def _told_piece(told: ActFacts) -> str:
    said = told.maybe(ComponentPieceTold)
    return said.piece if said is not None else ""


def _tell_note_trouble(told: ActFacts) -> Command:
    said = told.the(ComponentTroubleNoted)
    return NoteComponentTrouble(
        said.player, said.component, said.kind, said.minutes, _told_piece(told)
    )


def _tell_end_trouble(told: ActFacts) -> Command:
    said = told.the(ComponentTroubleEnded)
    return EndComponentTrouble(said.trouble, said.end, said.note, told.slip(), _told_piece(told))


def _tell_sharing(command: type[AgreeSharing | OrderSharing]) -> Tell:
    def tell(told: ActFacts) -> Command:
        said, side = told.the(SharingAgreed), told.maybe(RulerSideAgreed)
        return command(said.match, said.items, side.side if side is not None else "")

    return tell


ACTS: tuple[AnyAct, ...] = (
    Act(
        NoteComponentTrouble,
        _note,
        facts=(
            ComponentTroubleNoted,
            ComponentPieceTold,
            ExtensionGranted,
        ),
        rights=(
            Right(LEADERS, RUNNING),
            Right(("player", "spare"), RUNNING, "own"),
        ),
        concerns=the_player,
        tell=_tell_note_trouble,
    ),
    Act(
        GrantComponentTime,
        _grant,
        facts=(ComponentTimeGranted, ExtensionGranted),
        rights=(Right(LEADERS, RUNNING, "not_own"),),
        concerns=_player_in_trouble,
    ),
    Act(
        EndComponentTrouble,
        _end,
        facts=(
            ComponentTroubleEnded,
            ComponentPieceTold,
            EntryContradicted,
            *LEAVING,
        ),
        rights=(Right(LEADERS, RUNNING, "not_own"),),
        concerns=_player_in_trouble,
        tell=_tell_end_trouble,
    ),
    Act(
        MakeProxy,
        _make_proxy,
        facts=(ProxyMade,),
        rights=(Right(LEADERS, RUNNING, "not_own"),),
        concerns=the_players_at_the_table,
    ),
    Act(
        AskAboutComponent,
        _ask,
        facts=(ComponentRulingAsked,),
        rights=(
            Right(("player",), ENTRY, "own"),
            Right((*LEADERS, "scorekeeper"), ENTRY),
        ),
        concerns=the_player,
    ),
    Act(
        RuleOnComponent,
        _rule,
        facts=(ComponentRulingGiven,),
        rights=(Right(LEADERS, ENTRY, "not_own"),),
        concerns=_whose_it_is,
    ),
    Act(
        AgreeSharing,
        _agree,
        facts=(SharingAgreed, RulerSideAgreed),
        rights=(Right(("player", "spare"), RUNNING, "own"),),
        concerns=the_players_of_the_match,
        tell=_tell_sharing(AgreeSharing),
    ),
    Act(
        OrderSharing,
        _order,
        facts=(SharingAgreed, RulerSideAgreed),
        rights=(Right(LEADERS, RUNNING, "not_own"),),
        concerns=the_players_of_the_match,
        tell=_tell_sharing(OrderSharing),
    ),
    Act(
        CheckDeck,
        _check_deck,
        facts=(DeckChecked,),
        rights=(
            Right(LEADERS, RUNNING, "not_own"),
            Right(("player", "spare"), RUNNING, "own"),
        ),
        concerns=the_players_of_the_match,
    ),
    Act(
        InspectComponents,
        _inspect,
        facts=(ComponentsInspected,),
        rights=(Right((*FLOOR, "judge"), AT_THE_DOOR, "not_own"),),
        concerns=the_player,
    ),
)


FOLDS: Folds = {
    DeckChecked: _fold_deck_checked,
    ComponentsInspected: _fold_components_inspected,
    ComponentTroubleNoted: _fold_component_trouble_noted,
    ComponentPieceTold: _fold_component_piece_told,
    ComponentTimeGranted: _fold_component_time_granted,
    ComponentTroubleEnded: _fold_component_trouble_ended,
    ProxyMade: _fold_proxy_made,
    SharingAgreed: _fold_sharing_agreed,
    RulerSideAgreed: _fold_ruler_side_agreed,
    ComponentRulingAsked: _fold_component_ruling_asked,
    ComponentRulingGiven: _fold_component_ruling_given,
}
