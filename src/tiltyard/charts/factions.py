"""Which factions are played, and how they did against the others, with how sure that is."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from tiltyard.charts.svg import Drawing, Picture, Table, fitting, percent, shortened
from tiltyard.day.list_access import lists_are_public
from tiltyard.text.say import say, wording
from tiltyard.views.statistics import public_factions, tally_factions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tiltyard.charts.subject import Subject
    from tiltyard.day.event import Event
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import PlayerId
    from tiltyard.views.statistics import Tally

MOST = 12
_ROW, _NARROW, _WIDE = 46, 20, 48
_ON_PAPER = 330
"""How many pixels a name has on paper; the numbers beside it take the rest."""

_EDGE = Fraction(2, 100)
_AXIS = 26


def faction_pictures(subject: Subject) -> tuple[Picture, ...]:
    """Return who brought what and how it went; nothing while that is nobody's business."""
    factions = public_factions(subject.event, subject.rules)
    if not factions:
        return ()
    tallies = tally_factions(subject.event, subject.rules, subject.tournament, factions)
    if not tallies:
        return ()
    mine = factions.get(subject.chosen) if subject.chosen is not None else None
    shares = _shares(subject, tallies, factions, mine)
    return (
        (shares, _results(tallies, mine)) if any(tally.played for tally in tallies) else (shares,)
    )


def factions_later(event: Event, rules: Ruleset) -> str:
    """Return why no faction is drawn now, or from when on; nothing where everybody may know."""
    if lists_are_public(event, rules):
        return ""
    if not event.is_public:
        return say("pictures.factions-are-not-shown-this")
    return {
        "start": say("pictures.factions-are-shown-here-from"),
        "cut": say("pictures.factions-are-shown-here-once"),
        "finish": say("pictures.factions-are-shown-here-when"),
        "never": say("pictures.factions-are-not-shown-the"),
    }[rules.lists.reveal]


# --------------------------------------------------------------------------------- who brought


def _shares(
    subject: Subject, tallies: Sequence[Tally], factions: Mapping[PlayerId, str], mine: str | None
) -> Picture:
    drawing = Drawing()
    for place, tally in enumerate(tallies[:MOST]):
        y = _ROW * place
        chosen = tally.faction == mine
        _name(drawing, tally, y, chosen=chosen)
        said = {"players": tally.players, "share": percent(tally.share)}
        words = say("pictures.players-share", **said)
        drawing.text("end quiet", Fraction(1), y + 15, words)
        drawing.bar("track", Fraction(0), y + 23, Fraction(1), 9)
        drawing.bar("bar chosen" if chosen else "bar", Fraction(0), y + 23, tally.share, 9)
    known = sum(tally.players for tally in tallies)
    unknown = sum(1 for player in subject.tournament.players if not player.spare) - known
    first = tallies[0]
    said = {"faction": first.faction, "share": percent(first.share), "players": known}
    rows = tuple((tally.faction, str(tally.players), percent(tally.share)) for tally in tallies)
    return Picture(
        name="factions",
        title=say("common.factions"),
        summary=say("pictures.is-played-most-of-players", **said),
        drawing=drawing,
        height=_ROW * min(len(tallies), MOST),
        table=Table(
            (say("common.faction"), say("common.players"), say("pictures.share")),
            rows,
            _row(tallies, mine),
        ),
        note=" ".join(name for name in (_unknown(unknown), _further(tallies)) if name),
        in_full=_in_full(tallies),
    )


def _unknown(count: int) -> str:
    words = wording("pictures.nobody-knows-the-factions-of", count)
    return words.format(num=count) if count > 0 else ""


# --------------------------------------------------------------------------------- how they did


def _results(tallies: Sequence[Tally], mine: str | None) -> Picture:
    drawing = Drawing()
    shown = tallies[:MOST]
    bottom = _AXIS + _ROW * len(shown)
    for percents in (0, 50, 100):
        x = _place(Fraction(percents, 100))
        kind = {0: "tick", 50: "tick middle", 100: "tick end"}[percents]
        drawing.text(kind, x, 12, percent(Fraction(percents, 100)))
        if percents == 50:
            drawing.line("half", (x, _AXIS - 8), (x, bottom))
    for place, tally in enumerate(shown):
        _result(drawing, tally, _AXIS + _ROW * place, chosen=tally.faction == mine)
    return Picture(
        name="faction-results",
        title=say("pictures.how-the-factions-did"),
        summary=_summary(tallies),
        drawing=drawing,
        height=bottom,
        table=_result_table(tallies, mine),
        note=" ".join(name for name in (_reading(), _further(tallies)) if name),
        in_full=_in_full(tallies),
    )


def _result(drawing: Drawing, tally: Tally, y: int, *, chosen: bool) -> None:
    _name(drawing, tally, y, chosen=chosen)
    share, interval = tally.won_share, tally.interval
    if share is None or interval is None:
        drawing.text("end quiet", Fraction(1), y + 15, say("pictures.no-games"))
        return
    said = {"won": tally.won, "played": tally.played, "share": percent(share)}
    drawing.text("end quiet", Fraction(1), y + 15, say("pictures.of", **said))
    low, high, level = _place(interval.low), _place(interval.high), y + 28
    drawing.line("range", (low, level), (high, level))
    for end in (low, high):
        drawing.line("range", (end, level - 5), (end, level + 5))
    drawing.dot("mean", _place(share), level, 5)


def _place(share: Fraction) -> Fraction:
    return _EDGE + (1 - 2 * _EDGE) * share


def _summary(tallies: Sequence[Tally]) -> str:
    half = Fraction(1, 2)
    ends = [(tally.faction, tally.interval) for tally in tallies if tally.interval is not None]
    above = ", ".join(name for name, interval in ends if interval.low > half)
    below = ", ".join(name for name, interval in ends if interval.high < half)
    found = []
    if above:
        found.append(say("pictures.the-whole-line-is-above", factions=above))
    if below:
        found.append(say("pictures.the-whole-line-is-below", factions=below))
    none = say("pictures.every-line-reaches-half-these")
    return " ".join(found) or none


def _reading() -> str:
    return say("pictures.the-dot-is-the-share")


def _result_table(tallies: Sequence[Tally], mine: str | None) -> Table:
    heads = (
        say("common.faction"),
        say("common.games"),
        say("common.won"),
        say("pictures.drawn"),
        say("common.lost"),
        say("pictures.share-won"),
        say("pictures.from"),
        say("pictures.to"),
    )
    return Table(heads, tuple(_numbers(tally) for tally in tallies), _row(tallies, mine))


def _numbers(tally: Tally) -> tuple[str, ...]:
    share, interval = tally.won_share, tally.interval
    counts = (tally.faction, str(tally.played), str(tally.won), str(tally.drawn), str(tally.lost))
    if share is None or interval is None:
        return (*counts, "–", "–", "–")
    return (*counts, percent(share), percent(interval.low), percent(interval.high))


# ------------------------------------------------------------------------------------ for both


def _name(drawing: Drawing, tally: Tally, y: int, *, chosen: bool) -> None:
    mark = "▸ " if chosen else ""
    kind = " chosen strong" if chosen else ""
    for width, columns in (("narrow", _NARROW), ("wide", _WIDE)):
        words = mark + shortened(tally.faction, columns)
        drawing.text(width + kind, Fraction(0), y + 15, words, only="page")
    words = mark + fitting(tally.faction, _ON_PAPER)
    drawing.text(kind.strip(), Fraction(0), y + 15, words, only="paper")


def _in_full(tallies: Sequence[Tally]) -> tuple[str, ...]:
    """Return the names that are cut on paper."""
    shown = [tally.faction for tally in tallies[:MOST]]
    return tuple(name for name in shown if fitting(name, _ON_PAPER) != name)


def _row(tallies: Sequence[Tally], mine: str | None) -> int | None:
    return next((n for n, tally in enumerate(tallies) if tally.faction == mine), None)


def _further(tallies: Sequence[Tally]) -> str:
    more = len(tallies) - MOST
    words = wording("pictures.further-factions-are-in-the", more)
    return words.format(num=more) if more > 0 else ""
