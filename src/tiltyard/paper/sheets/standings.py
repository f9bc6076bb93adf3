"""The order of the field on paper: standings with all keys, and who makes the cut."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from tiltyard.engine.errors import Refused
from tiltyard.paper.paper import Sheet
from tiltyard.paper.sheets.pairings import player_number
from tiltyard.text.facts import round_text
from tiltyard.text.names import heading
from tiltyard.text.say import say
from tiltyard.text.standings import decimal_text, key_phrase, key_text, key_title, status_text
from tiltyard.views.standings import order_before_the_cut, standings_after

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiltyard.engine.tournament import PlayerId
    from tiltyard.paper.paper import Wanted
    from tiltyard.paper.view import PaperView
    from tiltyard.views.standings import StandingsRow, StandingsTable

_JUST_MISSED = 4
_LEFT = frozenset({"dropped", "disqualified"})


@dataclass(frozen=True, slots=True)
class PrintedRow:
    """A row of the standings: `decided` is the key that puts it below the row above."""

    rank: str
    name: str
    number: str
    status: str
    keys: tuple[str, ...]
    decided: str
    last_in: bool


@dataclass(frozen=True, slots=True)
class Key:
    """A key of the standings: its short title for the column, and what it means."""

    short: str
    title: str


@dataclass(frozen=True, slots=True)
class Ranking:
    """The standings: the head of its columns, the keys in their order, the field.

    `deciders` is what else put somebody below: no number, and so no column.
    """

    heads: tuple[str, ...]
    keys: tuple[Key, ...]
    deciders: tuple[Key, ...]
    decided: str
    cut: str
    lines: tuple[PrintedRow, ...]


@dataclass(frozen=True, slots=True)
class Seed:
    """A place in the cut and who has it; `note` says if they left or are only asked."""

    place: str
    name: str
    number: str
    note: str


@dataclass(frozen=True, slots=True)
class CutList:
    """Who goes on, and who comes next if somebody does not."""

    said: tuple[str, ...]
    heads: tuple[str, ...]
    seeds: tuple[Seed, ...]
    next_title: str
    next_heads: tuple[str, ...]
    next: tuple[Seed, ...]


def standings(view: PaperView, wanted: Wanted) -> Sheet:
    """Return the order of the field, now or after a round."""
    ranked = _ranked(view, wanted.round)
    keys = ranked.keys
    numbers = columns_of(ranked.rows, keys)
    lines = tuple(
        PrintedRow(
            rank="–" if row.rank is None else str(row.rank),
            name=row.name,
            number="" if row.number is None else str(row.number),
            status=status_text(row) if row.status in _LEFT else "",
            keys=tuple(column[place] for column in numbers),
            decided="" if row.decided_by is None else short_key(row.decided_by),
            last_in=row.last_in,
        )
        for place, row in enumerate(ranked.rows)
    )
    body = Ranking(
        heads=(say("common.rank"), say("common.player"), say("paper.no")),
        keys=tuple(Key(short_key(key), key_title(key)) for key in keys),
        deciders=tuple(
            Key(short_key(key), heading(key_phrase(key))) for key in _others(ranked, keys)
        ),
        decided=say("common.decided-by"),
        cut=say("common.the-cut"),
        lines=lines,
    )
    if ranked.after is None:
        moment = say("paper.before-the-first-round")
    else:
        moment = say("common.after", round=round_text(view.event, ranked.after))
    return Sheet(say("common.standings"), body, moment)


def _others(ranked: StandingsTable, keys: tuple[str, ...]) -> list[str]:
    """Return what decided a place and has no column of numbers."""
    decided = dict.fromkeys(row.decided_by for row in ranked.rows)
    return [name for name in decided if name is not None and name not in keys]


def columns_of(rows: Sequence[StandingsRow], keys: tuple[str, ...]) -> list[list[str]]:
    """Return the numbers of every key; where one has decimals, all of its column have."""
    columns = []
    for key in keys:
        values = [Fraction(row.keys[key]) for row in rows]
        exact = all(value.denominator == 1 for value in values)
        columns.append([key_text(value) if exact else decimal_text(value) for value in values])
    return columns


def _ranked(view: PaperView, asked: str | None) -> StandingsTable:
    if asked is None:
        if view.public_standings is None:
            raise Refused("nothing-rank-yet")
        return view.public_standings
    round_ = view.round(asked)
    after = [other.id for other in view.event.rounds].index(round_.id) + 1
    return standings_after(view, view.public, after)


def short_key(key: str) -> str:
    """Return a key as it fits on top of a column of numbers."""
    titles = {
        "tp": say("common.tp"),
        "mov": say("common.mov"),
        "sos": say("common.sos"),
        "vpd": say("paper.vp-diff"),
        "vp": say("common.vp"),
        "leaders": say("common.leaders"),
        "h2h": say("paper.h2h"),
        "lot": say("common.lot"),
        "elimination": say("paper.bracket"),
        "seed": say("paper.seed"),
        "cut": say("paper.cut"),
        "shared": say("paper.shared"),
        "own_group": say("standing-keys.group"),
    }
    return titles.get(key) or heading(key_phrase(key))


# ------------------------------------------------------------------------------------- the cut


def cut_list(view: PaperView, wanted: Wanted) -> Sheet:
    """Return who goes on and who would replace them."""
    event, names = view.event, view.public
    seeds = view.standings.going_on if view.standings is not None else ()
    if not seeds:
        raise Refused("event-no-cut-no-round")
    waiting = [row for row in order_before_the_cut(view, names) if row.player not in seeds]
    waiting = [row for row in waiting if _could_go_on(view, row) or _answer(view, row.player)]
    made = event.qualification is not None
    body = CutList(
        said=tuple(_said(view, len(seeds))),
        heads=(say("paper.seeded"), say("common.player"), say("paper.no")),
        seeds=tuple(
            Seed(
                str(place),
                names.get(player, player),
                player_number(view, player),
                _note(view, player),
            )
            for place, player in enumerate(seeds, 1)
        ),
        next_title=say("paper.next-in-rank"),
        next_heads=(say("common.rank"), say("common.player"), say("paper.no")),
        next=tuple(
            Seed(
                "" if row.rank is None else str(row.rank),
                row.name,
                player_number(view, row.player),
                _answer(view, row.player),
            )
            for row in waiting[:_JUST_MISSED]
        ),
    )
    return Sheet(say("common.the-cut-2"), body, "" if made else say("paper.as-things-stand"))


def _could_go_on(view: PaperView, row: StandingsRow) -> bool:
    entrant = view.event.entrants.get(row.player)
    return entrant is not None and entrant.state == "active" and row.status != "disqualified"


def _said(view: PaperView, count: int) -> list[str]:
    said = [say("paper.players-go-on", count=count)]
    if view.rules.cut.replace == "next_rank":
        said.append(say("paper.who-leaves-before-the-first-game"))
    else:
        said.append(say("paper.who-leaves-is-not-replaced"))
    return said


def _note(view: PaperView, player: PlayerId) -> str:
    entrant, made = view.event.entrants.get(player), view.event.qualification
    if entrant is None or entrant.state not in _LEFT:
        return ""
    if made is not None and made.instead_of == player and made.offered is not None:
        return say("paper.has-left-the-place-is")
    return say("common.has-left")


def _answer(view: PaperView, player: PlayerId) -> str:
    """Return whether somebody was asked to take a free place, and what they said."""
    made = view.event.qualification
    if made is None:
        return ""
    if made.offered == player:
        if made.instead_of is None:
            return say("paper.is-asked-to-take-a")
        name = view.public.get(made.instead_of, made.instead_of)
        return say("paper.is-asked-to-play-instead", name=name)
    return say("paper.declined") if player in made.declined else ""
