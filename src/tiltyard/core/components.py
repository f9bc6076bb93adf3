"""Components at the table: which sort a piece is, how trouble with it may end, what is shared."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Literal, cast, get_args

from tiltyard.core.errors import Phrase, Refused, RulesetText, Term
from tiltyard.core.ruleset_people import Moment, PieceEnd
from tiltyard.core.who_reads import is_leader

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from tiltyard.core.facts.judging import ComponentEnd
    from tiltyard.core.ids import PersonId, PlayerId
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.core.ruleset_people import Components, Piece
    from tiltyard.core.state.event import DayRound, Event, Game
    from tiltyard.core.state.judging import Proxy, Trouble

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
    known = [one.id for one in components.pieces]
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
    proxies = [one for one in event.proxies if one.player == trouble.player]
    if any(_names(one, trouble) for one in proxies):
        return True
    others = [
        one
        for one in event.troubles.values()
        if one.player == trouble.player and one.id != trouble.id
    ]
    free = [one for one in proxies if not any(_names(one, other) for other in others)]
    used = sum(
        1
        for other in others
        if other.end == "proxy" and not any(_names(one, other) for one in proxies)
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
    known = {one.kind: one.clause for one in rules.components.questions}
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
