"""A player's day: what every round brought, where they stand, and how far the cut is away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.day.event import setting_of
from tiltyard.engine.ledger import score_lines
from tiltyard.engine.scoring import score_alone
from tiltyard.engine.tournament import Match
from tiltyard.text.facts import round_text
from tiltyard.text.names import round_title
from tiltyard.text.say import say, wording
from tiltyard.text.standings import key_phrase, key_text

if TYPE_CHECKING:
    from tiltyard.day.event import DayRound, Game
    from tiltyard.engine.scoring import ScoreLine
    from tiltyard.engine.standings import Row
    from tiltyard.engine.tournament import PlayerId
    from tiltyard.web.event_view import EventView


@dataclass(frozen=True, slots=True)
class Played:
    """One round of one player: against whom, and what it brought (none: not settled yet).

    Swiss rounds are titled by their number alone.
    """

    round: DayRound
    title: str
    opponent: str
    word: str
    line: ScoreLine | None


@dataclass(frozen=True, slots=True)
class Standing:
    """A place with its numbers, what put it below the one above, and the way to the cut.

    `after` is the round it counts to: what is still played changes no number here.
    """

    row: Row
    of: int
    after: str
    keys: tuple[tuple[str, str], ...]
    decided_by: str
    cut: str


def record_of(view: EventView, me: PlayerId) -> tuple[Played, ...]:
    """Return a player's rounds, the newest first."""
    found = [_played(view, round_, me) for round_ in reversed(view.event.rounds)]
    return tuple(one for one in found if one is not None)


def _played(view: EventView, round_: DayRound, me: PlayerId) -> Played | None:
    game = next((one for one in round_.games.values() if me in one.players), None)
    event = view.event
    swiss = round_.kind == "swiss"
    title = str(round_.number) if swiss else round_title(event, round_)
    if game is None:
        if me not in round_.unpaired:
            return None
        setting = setting_of(event, round_)
        loss = score_alone(view.rules, setting, Match((me,), "unpaired_loss"), 0)
        return Played(round_, title, "", say("phone.not-paired-a-loss"), loss)
    others = [view.name(player) for player in game.players if player != me]
    line = _line(view, round_, game, me)
    return Played(round_, title, others[0] if others else "", _word(game, line), line)


def _line(view: EventView, round_: DayRound, game: Game, me: PlayerId) -> ScoreLine | None:
    if game.is_open or (round_.kind == "elimination" and game.kind != "game"):
        return None
    report = game.slip.report if game.slip is not None else None
    match = Match(game.players, game.kind, report=report, absent=game.absent)
    lines = score_lines(view.rules, setting_of(view.event, round_), match)
    return next(line for player, _, line in lines if player == me)


def _word(game: Game, line: ScoreLine | None) -> str:
    if game.kind == "bye":
        return say("common.bye-2")
    if line is None:
        return say("phone.not-settled-yet") if game.is_open else say("phone.forfeit")
    words = {
        "win": say("common.won"),
        "modified_win": say("phone.modified-win"),
        "draw": say("phone.draw"),
        "loss": say("common.lost"),
    }
    return words[line.result]


# ---------------------------------------------------------------------------- the standing


def standing_of(view: EventView, me: PlayerId) -> Standing | None:
    """Return where a player stands; none before the first round is closed."""
    row = view.rows.get(me)
    closed = [one for one in view.event.rounds if one.is_closed]
    if row is None or view.standings is None or not closed:
        return None
    after = say("common.after", round=round_text(view.event, closed[-1].id))
    keys = tuple((key_phrase(key), key_text(value)) for key, value in row.keys.items())
    decided = key_phrase(row.decided_by) if row.decided_by is not None else ""
    of = len(view.standings.rows)
    return Standing(row, of, after, keys, decided, _way_to_the_cut(view, me))


def _way_to_the_cut(view: EventView, me: PlayerId) -> str:
    """Return how far the cut is away, or how safe it is; nothing where there is none any more."""
    event, size = view.event, view.event.cut
    if event.cut_points:
        return _way_to_the_points(view, me)
    if not size or event.qualification is not None or event.past_the_cut or not view.standings:
        return ""
    here = {one.id for one in event.entrants.values() if one.state == "active"}
    active = [row for row in view.standings.rows if row.status == "active" and row.player in here]
    place = next((n for n, row in enumerate(active) if row.player == me), None)
    if place is None or len(active) <= size:
        return ""
    inside = place < size
    other = active[size] if inside else active[size - 1]
    key, gap = _gap(view, active[place], other)
    if gap is None:
        level = wording("phone.you-and-the-cut-to")
        return level.format(cut=size, key=key_phrase(key))
    text = (
        wording("phone.inside-the-cut-to-ahead") if inside else wording("phone.the-cut-to-is-away")
    )
    return text.format(cut=size, gap=key_text(gap), key=key_phrase(key))


def _way_to_the_points(view: EventView, me: PlayerId) -> str:
    """Return how many points a cut by performance still asks of a player."""
    event, row = view.event, view.rows.get(me)
    over = event.qualification is not None or event.past_the_cut
    if over or row is None or row.status != "active":
        return ""
    gap, said = event.cut_points - int(row.keys["tp"]), {"points": event.cut_points}
    if gap <= 0:
        return say("phone.you-have-the-points-of", **said)
    text = wording("phone.points-short-of-the-cut", gap)
    return text.format(num=gap, **said)


def _gap(view: EventView, mine: Row, other: Row) -> tuple[str, object | None]:
    """Return the first key in which two rows differ and by how much; none where no number does."""
    ahead = (mine.rank or 0) < (other.rank or 0)
    better, worse = (mine, other) if ahead else (other, mine)
    if worse.decided_by == "h2h" and (worse.rank or 0) - (better.rank or 0) == 1:
        return "h2h", None
    for key, value in better.keys.items():
        if value != worse.keys[key]:
            return key, value - worse.keys[key]
    return "lot", None
