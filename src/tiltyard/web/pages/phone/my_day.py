"""A player's day: what every round brought, where they stand, and how far the cut is away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.text.clinch import agreed_draw_text, draw_text, own_text
from tiltyard.text.facts import round_text
from tiltyard.text.names import round_title
from tiltyard.text.say import say, wording
from tiltyard.text.standings import key_phrase, key_text
from tiltyard.views.clinch import drawing_with, own_clinch
from tiltyard.views.player import player_rounds
from tiltyard.views.standings import to_the_cut

if TYPE_CHECKING:
    from tiltyard.day.event import DayRound
    from tiltyard.engine.scoring import ScoreLine
    from tiltyard.engine.tournament import PlayerId
    from tiltyard.views.player import Outcome
    from tiltyard.views.standings import StandingsRow, ToTheCut
    from tiltyard.web.event_view import EventView


@dataclass(frozen=True, slots=True)
class Played:
    """One round of one player: against whom, and what it brought (none: not settled yet).

    Swiss rounds are titled by their number alone. `decided` says what gave level scores a winner.
    """

    round: DayRound
    title: str
    opponent: str
    word: str
    line: ScoreLine | None
    decided: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """A place with its numbers, what put it below the one above, the way to the cut; in short.

    `after` is the round it counts to: what is still played changes no number here.
    """

    row: StandingsRow
    of: int
    after: str
    keys: tuple[tuple[str, str], ...]
    decided_by: str
    cut: str
    short: str


def record_of(view: EventView, me: PlayerId) -> tuple[Played, ...]:
    """Return a player's rounds, the newest first."""
    found = tuple(player_rounds(view, me, view.event.people))
    return tuple(
        Played(
            row.round,
            round_title(view.event, row.round),
            row.opponent_name,
            _word(row.outcome),
            row.line,
            say(f"web.level-{row.decided}") if row.decided is not None else "",
        )
        for row in reversed(found)
    )


def _word(outcome: Outcome) -> str:
    return {
        "open": say("phone.not-settled-yet"),
        "bye": say("common.bye-2"),
        "forfeit": say("phone.forfeit"),
        "unpaired": say("phone.not-paired-a-loss"),
        "win": say("common.won"),
        "modified_win": say("phone.modified-win"),
        "draw": say("phone.draw"),
        "loss": say("common.lost"),
    }[outcome]


# ---------------------------------------------------------------------------- the standing


def standing_of(view: EventView, me: PlayerId) -> Standing | None:
    """Return where a player stands; none before the first round is closed."""
    row, table = view.rows.get(me), view.standings
    if row is None or table is None or table.after is None:
        return None
    after = say("common.after", round=round_text(view.event, table.after))
    keys = tuple((key_phrase(key), key_text(value)) for key, value in row.keys.items())
    decided = key_phrase(row.decided_by) if row.decided_by is not None else ""
    points = key_text(row.keys["tp"])
    short = say("phone.place-and-points", place=row.rank, points=points)
    return Standing(row, len(table.rows), after, keys, decided, _way_to_the_cut(view, me), short)


def clinch_of(view: EventView, me: PlayerId) -> tuple[str, ...]:
    """Return what a player still needs, in words; nothing where the organizer keeps it back."""
    if not view.event.clinch_players:
        return ()
    found = own_clinch(view, me)
    told = tuple(f"{own_text(verdict)} {draw_text(verdict)}".strip() for verdict in found)
    other = drawing_with(view, me)
    if other is None:
        return told
    agreed = zip(found, own_clinch(view, other), strict=False)
    return (
        *told,
        *(agreed_draw_text(mine, theirs, view.name(other)) for mine, theirs in agreed),
    )


def _way_to_the_cut(view: EventView, me: PlayerId) -> str:
    """Return how far the cut is away, or how safe it is; nothing where there is none any more."""
    found = to_the_cut(view, me)
    if found is None:
        return ""
    if found.points:
        return _way_to_the_points(found)
    said = {"cut": found.size, "key": key_phrase(found.key)}
    if found.distance == "level":
        return wording("phone.you-and-the-cut-to").format(**said)
    inside = found.distance == "ahead"
    text = (
        wording("phone.inside-the-cut-to-ahead") if inside else wording("phone.the-cut-to-is-away")
    )
    return text.format(gap=key_text(found.gap), **said)


def _way_to_the_points(found: ToTheCut) -> str:
    """Return how many points a cut by performance still asks of a player."""
    if found.distance == "ahead":
        return say("phone.you-have-the-points-of", points=found.points)
    gap = int(found.gap)
    return wording("phone.points-short-of-the-cut", gap).format(num=gap, points=found.points)
