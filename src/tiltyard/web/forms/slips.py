"""Result slips on pages: fields by ending, doubts, and scores counted from what is left."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, get_args

from tiltyard.day.as_tournament import as_played, seeds_of
from tiltyard.day.context import Scene
from tiltyard.day.counting import count_here, pieces_here
from tiltyard.day.event import setting_of
from tiltyard.day.list_access import may_read_list
from tiltyard.day.plan import endings_of
from tiltyard.day.results import (
    doubted_games,
    minutes_before_time,
    require_slip,
    score_questions,
)
from tiltyard.day.roles import leaders
from tiltyard.engine.errors import Refused, SlipRefused
from tiltyard.engine.ledger import winner_of
from tiltyard.engine.scoring import (
    available_points,
    counts_objectives,
    fields_of,
    numbers_of_slips,
    own_numbers,
    score_game,
)
from tiltyard.engine.slip import Slip, SlipField, turned
from tiltyard.service.event_cache import ENGINE
from tiltyard.text.facts import slip_text
from tiltyard.text.game_notes import count_text
from tiltyard.text.list_findings import mark_texts
from tiltyard.text.refusals import refusal_text
from tiltyard.text.say import say, wording
from tiltyard.text.slip_titles import objectives_title, score_title
from tiltyard.views.player import decided_at_level
from tiltyard.web.errors import refusal_words

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from tiltyard.day.counting import Count, Piece
    from tiltyard.day.event import DayRound, Game
    from tiltyard.engine.ruleset import Outcome, Score
    from tiltyard.engine.scoring import Verdict
    from tiltyard.engine.slip import End
    from tiltyard.engine.tournament import MatchId, PersonId, PlayerId
    from tiltyard.web.event_view import EventView
    from tiltyard.web.request import Form


# ------------------------------------------------------------------------------
# Result slips on pages: what a ruleset asks for each ending, and what a slip means in words.


@dataclass(frozen=True, slots=True)
class Ending:
    """A way a game may end: what its slip needs, and what may be asked for on top."""

    end: End
    title: str
    clause: str
    needs: tuple[str, ...]
    asked: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SlipForm:
    """What the form of a slip shows.

    All pairs are in the order of `names`: with a `side` that player comes first. `most` is what a
    whole enemy force is worth (0: the game has no such limit), `slip` what is filled in already,
    `noted` who has initiative by what was noted before the game, `typed` the fields of a form that
    was refused, readable or not, `score_labels` whose score is whose, told to a player.
    """

    match: MatchId
    side: PlayerId | None
    names: tuple[str, str]
    endings: tuple[Ending, ...]
    score_title: str
    objectives_title: str
    most: int
    extra: tuple[str, ...]
    witnesses: tuple[tuple[PersonId, str], ...]
    slip: Slip | None = None
    noted: int | None = None
    typed: Mapping[str, str] = field(default_factory=dict)
    score_labels: tuple[str, str] | None = None

    def uses(self, field: str) -> bool:
        """Whether any ending has a use for a field."""
        return any(field in (*ending.needs, *ending.asked) for ending in self.endings)

    def endings_with(self, field: str) -> str:
        """Return the endings that always need a field, as a list for the script."""
        return " ".join(ending.end for ending in self.endings if field in ending.needs)

    def endings_asking(self, field: str) -> str:
        """Return the endings that may ask for a field, as a list for the script."""
        return " ".join(ending.end for ending in self.endings if field in ending.asked)


def ending_title(end: str) -> str:
    """Return how an ending is called."""
    titles = {
        "destroyed": say("web.one-side-was-destroyed"),
        "mutual": say("web.both-sides-were-destroyed"),
        "rounds": say("web.all-game-rounds-were-played"),
        "time": say("web.time-was-called"),
        "concession": say("web.a-player-conceded"),
        "intentional_draw": say("web.a-draw-by-agreement"),
    }
    return titles.get(end, end)


def slip_form(
    view: EventView, game: Game, side: PlayerId | None = None, slip: Slip | None = None
) -> SlipForm:
    """Return the form of a game's slip, told from a player's side or as staff enters it."""
    rules = view.rules
    round_ = home_of(view, game)
    order = game.players if side is None or side == game.players[0] else game.players[::-1]
    endings = endings_of(view.event, rules, round_)
    return SlipForm(
        match=game.id,
        side=side,
        names=(view.name(order[0]), view.name(order[1])),
        endings=tuple(_ending(view, round_, end, outcome) for end, outcome in endings.items()),
        score_title=score_title(rules.score),
        objectives_title=objectives_title(rules.score),
        most=available_points(rules, setting_of(view.event, round_)),
        extra=numbers_of_slips(rules),
        witnesses=tuple(
            (leader, view.name(leader))
            for leader in leaders(view.event, rules)
            if leader not in game.players
        ),
        slip=turned(slip) if slip is not None and order != game.players else slip,
        noted=order.index(game.first_player) if game.first_player in order else None,
        score_labels=_score_labels(rules.score, view.name(order[1])) if side else None,
    )


def _score_labels(score: Score, opponent: str) -> tuple[str, str] | None:
    """Return what the two scores of a slip count, told to the first of its players."""
    if score.title or score.counts == "games":
        return None
    kind = "victory-points" if score.counts == "victory_points" else "destroyed"
    return say(f"web.your-{kind}"), say(f"web.their-{kind}", name=opponent)


def home_of(view: EventView, game: Game) -> DayRound:
    """Return the published round a game belongs to."""
    found = view.event.round(game.id.rpartition(".")[0])
    if found is None:
        raise SlipRefused("match-not-published")
    return found


def _ending(view: EventView, round_: DayRound, end: End, outcome: Outcome) -> Ending:
    """Return an ending with all that its slip says."""
    fields = fields_of(view.rules, round_.kind, outcome)
    more = [f"extra.{name}" for name in own_numbers(view.rules, outcome)]
    if counts_objectives(view.rules, outcome):
        more.append("objectives")
    needs = (*fields.needs, *more)
    return Ending(end, ending_title(end), outcome.clause, needs, fields.if_level)


# ---------------------------------------------------------------------------- in words


def lacking_in(slip: Slip, no: SlipRefused) -> SlipRefused | None:
    """Return what a slip still lacks, as one asks a person for it; nothing if it is wrong."""
    field = no.field or ""
    if field not in get_args(SlipField) or getattr(slip, field) not in {None, ()}:
        return None
    level = slip.score is not None and slip.score[0] == slip.score[1]
    asks_for_initiative = field == "initiative" and level
    level_too = "level-" if asks_for_initiative else ""
    return SlipRefused(f"{level_too}asked-for-{field}", clause=no.clause, field=field)


def _taken(view: EventView, round_: DayRound, game: Game, slip: Slip) -> tuple[Slip, Verdict]:
    """Return a slip as it is recorded and what it is worth, or refuse it as the desk would."""
    slip = require_slip(bare_scene(view), round_, game, slip)
    return slip, score_game(view.rules, setting_of(view.event, round_), slip)


def outcome_text(
    view: EventView, round_: DayRound, game: Game, slip: Slip, side: PlayerId | None = None
) -> list[str]:
    """Return what a slip means: who wins with which points, and what is counted."""
    slip, verdict = _taken(view, round_, game, slip)
    lines = [_result(view, game, verdict, side)]
    decided = decided_at_level(slip, verdict.lines[0])
    if decided is not None:
        lines.append(say(f"web.level-{decided}"))
    if verdict.winner is not None and verdict.lines[verdict.winner].result == "modified_win":
        lines.append(say("web.it-is-a-modified-win"))
    first, second = verdict.lines
    if verdict.winner is not None and first.tp == second.tp:
        text = wording("web.it-is-a-narrow-win")
        lines.append(text.format(points=first.tp))
    if (first.vp_for, second.vp_for) != slip.score and (first.vp_for or second.vp_for):
        names = _names(view, game)
        counted = wording("web.counted")
        lines.append(
            counted.format(first=names[0], score=first.vp_for, second=names[1], other=second.vp_for)
        )
    if round_.kind == "elimination" and verdict.winner is None:
        lines.append(_goes_on(view, round_, game, slip, side))
    return lines


def beaten_text(view: EventView, round_: DayRound, game: Game, slip: Slip) -> str:
    """Return a result as one line for lists: who beats whom, and by how much."""
    _, verdict = _taken(view, round_, game, slip)
    names = _names(view, game)
    if verdict.winner is None:
        return say("web.and-draw-each", first=names[0], second=names[1], points=verdict.lines[0].tp)
    winner, loser = names[verdict.winner], names[1 - verdict.winner]
    return (
        f"{say('web.beats', winner=winner, loser=loser)} {_numbers(view, verdict, verdict.winner)}"
    )


def in_numbers(view: EventView, round_: DayRound, game: Game, slip: Slip) -> str:
    """Return a result in numbers alone, in the order of the names: "60–80 · 4–7 TP · MoV 20"."""
    return _numbers(view, _taken(view, round_, game, slip)[1], 0)


def in_one_line(view: EventView, round_: DayRound, game: Game, slip: Slip) -> str:
    """Return a slip that was taken once as one line; what would be refused today keeps its numbers.

    The staff and the options of today may not fit it any more: its witness was released since.
    """
    try:
        return beaten_text(view, round_, game, slip)
    except Refused:
        return said_text(view, game, slip)


def in_words(
    view: EventView, round_: DayRound, game: Game, slip: Slip, side: PlayerId | None = None
) -> list[str]:
    """Return what a slip that was taken once means; what would be refused today, its numbers."""
    try:
        return outcome_text(view, round_, game, slip, side)
    except Refused:
        return [said_text(view, game, slip)]


def said_text(view: EventView, game: Game, slip: Slip) -> str:
    """Return what stands on a slip, with the names of its players."""
    return slip_text(slip, _names(view, game), view.event.people)


def says_the_same(view: EventView, round_: DayRound, game: Game, slip: Slip) -> bool:
    """Whether a slip says what counts already."""
    said = require_slip(bare_scene(view), round_, game, slip)
    return game.slip is not None and said.digest == game.slip.digest


def _result(view: EventView, game: Game, verdict: Verdict, side: PlayerId | None) -> str:
    if side is not None:
        return _own_result(view, verdict, game.players.index(side))
    if verdict.winner is None:
        return say("web.a-draw-to", points=verdict.lines[0].tp)
    winner = view.name(game.players[verdict.winner])
    return f"{say('web.wins', winner=winner)} {_numbers(view, verdict, verdict.winner)}"


def _own_result(view: EventView, verdict: Verdict, mine: int) -> str:
    """Return a result told to one of its players: "You win 80–60 · 5 TP · MoV 120"."""
    line = verdict.lines[mine]
    won = "draw" if verdict.winner is None else "win" if verdict.winner == mine else "lose"
    score = f" {line.vp_for}–{line.vp_against}" if line.vp_for or line.vp_against else ""
    said = [f"{say(f'web.you-{won}')}{score}", say("web.points-of-a-game", points=line.tp)]
    if view.rules.margin.kind == "around_base" or (line.mov and verdict.winner == mine):
        said.append(say("web.margin-of-a-game", margin=line.mov))
    return " · ".join(said)


def _numbers(view: EventView, verdict: Verdict, side: int) -> str:
    """Return a game in numbers, those of one side first: "80–60 · 7–4 TP · MoV 20"."""
    mine, other = verdict.lines[side], verdict.lines[1 - side]
    said = [say("web.points-of-a-game", points=f"{mine.tp}–{other.tp}")]
    if mine.vp_for or mine.vp_against:
        said.insert(0, f"{mine.vp_for}–{mine.vp_against}")
    kind = view.rules.margin.kind
    if kind != "none":
        both = f"{mine.mov}–{other.mov}" if kind == "around_base" else mine.mov or other.mov
        said.append(say("web.margin-of-a-game", margin=both))
    return " · ".join(said)


def _goes_on(
    view: EventView, round_: DayRound, game: Game, slip: Slip, side: PlayerId | None
) -> str:
    seeds = seeds_of(view.event, round_)
    player = winner_of(view.rules, seeds, as_played(game, slip), round_.number)
    if side is not None and player == side:
        return say("web.you-go-on")
    return say("web.goes-on", name=view.name(player))


def _names(view: EventView, game: Game) -> tuple[str, ...]:
    return tuple(view.name(player) for player in game.players)


def bare_scene(view: EventView) -> Scene:
    """Return what a slip is judged from: nobody in particular asks."""
    return Scene(view.event, view.rules, view.document, "", view.clock.now(), ENGINE)


# ------------------------------------------------------------------------------
# Scores that cannot be, on pages: the questions the decision asks back, in words.


def doubt_texts(
    view: EventView, round_: DayRound, game: Game, slip: Slip, person: PersonId | None
) -> list[str]:
    """Return what cannot be about the scores of a slip, to whoever may hear it."""
    if person is None:
        return []
    scene = replace(bare_scene(view), person=person)
    slip = require_slip(scene, round_, game, slip)
    return [refusal_text(question) for question in score_questions(scene, round_, game, slip)]


def time_doubt(view: EventView, round_: DayRound, game: Game, slip: Slip) -> list[str]:
    """Return that time is not up yet, where a player says that it ended the game."""
    left = minutes_before_time(round_, game, slip, view.clock.now())
    return [] if left is None else [wording("web.time-not-up", left).format(num=left)]


def marked_games(
    view: EventView, round_: DayRound, person: PersonId
) -> list[tuple[Game, list[str]]]:
    """Return the results of a round that cannot be, in words, to whoever may hear it."""
    scene = replace(bare_scene(view), person=person)
    found = doubted_games(scene, round_)
    return [(doubted.game, mark_texts(doubted, view.event.people)) for doubted in found]


# ------------------------------------------------------------------------------
# Counting a score on pages: what is left of a list is ticked, the slip is filled in.

_COUNTED = "counted"


@dataclass(frozen=True, slots=True)
class CountedList:
    """The list of one player of a game: its pieces, which are ticked as left, and the score.

    `index` is the place of its player in the match; `count` is none until it was asked for.
    """

    player: PlayerId
    index: int
    field: str
    pieces: tuple[Piece, ...]
    left: frozenset[int]
    count: Count | None = None
    text: str = ""
    refused: dict[str, Any] | None = None


def counted_lists(
    view: EventView, round_: DayRound, game: Game, person: PersonId, query: Form
) -> list[CountedList]:
    """Return the lists of a game that somebody may count from, as they ticked them."""
    return [
        _counted(view, round_, game, player, person, query)
        for player in game.players
        if len(game.players) == 2
        and may_read_list(view.event, view.rules, person, player)
        and pieces_here(view.event, view.rules, round_, player)
    ]


def _counted(
    view: EventView,
    round_: DayRound,
    game: Game,
    player: PlayerId,
    person: PersonId,
    query: Form,
) -> CountedList:
    event, rules, index = view.event, view.rules, game.players.index(player)
    pieces, field = pieces_here(event, rules, round_, player), f"left{index}"
    every = frozenset(piece.number for piece in pieces)
    if _COUNTED not in query:
        return CountedList(player, index, field, pieces, every)
    ticked = frozenset(
        int(name) for name in query.every(field) if name.isdecimal() and len(name) < 4
    )
    found = CountedList(player, index, field, pieces, every & ticked)
    try:
        count = count_here(event, rules, round_, player, found.left)
    except Refused as no:
        return replace(found, refused=refusal_words(no))
    other = game.players[1 - index]
    owner = "" if player == person else view.name(player)
    text = count_text(count, view.name(other), owner, rules)
    return replace(found, count=count, text=text)


def filled_form(
    view: EventView, game: Game, lists: list[CountedList], side: PlayerId | None = None
) -> SlipForm | None:
    """Return the form of the slip with the scores that were counted; none before."""
    counted = [army_list for army_list in lists if army_list.count is not None]
    if not counted or not game.is_open:
        return None
    places = (0, 1) if side is None or side == game.players[0] else (1, 0)
    typed = {"slip.objectives.0": "0", "slip.objectives.1": "0"}
    for other in counted:
        assert other.count is not None
        typed[f"slip.score.{places[1 - other.index]}"] = str(other.count.score)
    return replace(slip_form(view, game, side, _ending_counted(counted)), typed=typed)


def _ending_counted(counted: list[CountedList]) -> Slip | None:
    """Return how the game ended, as far as the lists say: with one of them destroyed, or both."""
    gone = [other.index for other in counted if other.count is not None and other.count.wiped_out]
    if len(gone) == 2:
        return Slip("mutual")
    return Slip("destroyed", survivor=1 - gone[0]) if gone else None
