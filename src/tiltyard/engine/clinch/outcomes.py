"""Every way a game can end, as what both players gain: scored by the rules themselves.

No table of a ruleset is copied here. Slips of every ending and every lead go through `score_game`,
and what they are worth is kept once each.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from functools import cached_property
from itertools import product, takewhile
from typing import TYPE_CHECKING, Literal, NamedTuple

from tiltyard.engine.errors import SlipRefused
from tiltyard.engine.ledger import score_lines
from tiltyard.engine.ruleset import ENTERED_POINTS
from tiltyard.engine.scoring import Setting, available_points, score_alone, score_game
from tiltyard.engine.slip import Slip
from tiltyard.engine.standings import SIMPLE_KEYS
from tiltyard.engine.tournament import Match, PlayerId

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tiltyard.engine.ruleset import Outcome, Ruleset
    from tiltyard.engine.scoring import ScoreLine

Values = tuple[int, ...]
"""The keys that are added up game by game, in the order in which they are compared."""

OwnKind = Literal["win", "modified_win", "draw", "loss", "concession", "absent", "forfeit"]
"""How a game ended for a player: conceded by them; without them; without their opponent."""

PROVED = frozenset({"h2h", "sos"})
"""Keys that depend on others and are compared all the same."""

MOST_BEYOND = 300
"""Points beyond what the document counts: objectives, or victory points of a scenario."""

_SIGN = {"win": 1, "modified_win": 1, "draw": 0, "loss": -1}
_HERE, _THERE = PlayerId("here"), PlayerId("there")


class Gain(NamedTuple):
    """What one player has from one round: its values, and what others count of it.

    `met` is false without an opponent who counts; `counts` whether it is a round played.
    """

    values: Values
    tp: int
    sign: int
    met: bool = True
    counts: bool = True


class Ending(NamedTuple):
    """One way a game can end: what each player gains and calls it, and by how much the first led.

    Alone at a table, a player has the first place.
    """

    gains: tuple[Gain, ...]
    kinds: tuple[OwnKind, ...]
    lead: int

    def turned(self) -> Ending:
        """Return the same ending from the other side of the table."""
        return Ending(self.gains[::-1], self.kinds[::-1], -self.lead)

    def lead_of(self, place: int) -> int:
        """Return by how much a player led."""
        return self.lead if place == 0 else -self.lead


def simple_keys(rules: Ruleset) -> tuple[str, ...]:
    """Return the keys that are added up game by game, in their order.

    What comes behind a key that nothing is proved about is never compared.
    """
    order = (entry.key for entry in rules.standings.order)
    compared = takewhile(lambda key: key in SIMPLE_KEYS or key in PROVED, order)
    return tuple(key for key in compared if key in SIMPLE_KEYS)


def gain_of(keys: Iterable[str], line: ScoreLine, *, met: bool) -> Gain:
    """Return a line of a round as a gain."""
    values = tuple([SIMPLE_KEYS[key](line) for key in keys])
    sign = _SIGN[line.result] if met else 0
    return Gain(values, line.tp, sign, met, line.counts_as_round)


def gains_of_match(rules: Ruleset, setting: Setting, match: Match) -> dict[PlayerId, Gain]:
    """Return what the players of a match with a result have from it."""
    keys = simple_keys(rules)
    return {
        player: gain_of(keys, line, met=opponent is not None)
        for player, opponent, line in score_lines(rules, setting, match)
    }


@dataclass(frozen=True, eq=False)
class Outcomes:
    """All endings of a game in one round, and what a player can have from that round at all.

    Two are never equal: what is found out about one is kept by it.
    """

    games: tuple[Ending, ...]
    alone: tuple[Gain, ...] = ()

    @cached_property
    def best(self) -> Values:
        """The most a player can have from this round."""
        return max(gain.values for gain in self._gains)

    @cached_property
    def worst(self) -> Values:
        """The least a player can have from it."""
        return min(gain.values for gain in self._gains)

    @cached_property
    def most_points(self) -> int:
        """The most tournament points a player can have from it."""
        return max(gain.tp for gain in self._gains)

    @cached_property
    def most_of_both(self) -> Values:
        """What both players of a game can have at most: one of them has no more than this."""
        return max(min(game.gains[0].values, game.gains[1].values) for game in self.games)

    @cached_property
    def least_of_both(self) -> Values:
        """What one of the two has at least."""
        return min(max(game.gains[0].values, game.gains[1].values) for game in self.games)

    @cached_property
    def most(self) -> tuple[Ending, ...]:
        """The endings that no other one beats for both players."""
        return _front(self.games, 1)

    @cached_property
    def least(self) -> tuple[Ending, ...]:
        """The endings that are not above another one for both players."""
        return _front(self.games, -1)

    @property
    def rests(self) -> tuple[Ending, ...]:
        """A round without a game as endings: no result of one's own."""
        return tuple(Ending((gain,), ("forfeit",), 0) for gain in self.alone)

    @cached_property
    def effects(self) -> tuple[tuple[Gain, ...], ...]:
        """The endings that differ in what counts for others: points and rounds."""
        return effects_of(self.games)

    @property
    def _gains(self) -> Iterator[Gain]:
        yield from (gain for game in self.games for gain in game.gains)
        yield from self.alone


def effects_of(endings: Iterable[Ending]) -> tuple[tuple[Gain, ...], ...]:
    """Return the endings that differ in what counts for others: points and rounds."""
    found = {
        tuple([(gain.tp, gain.counts) for gain in ending.gains]): ending.gains for ending in endings
    }
    return tuple(found.values())


def _front(games: tuple[Ending, ...], sign: int) -> tuple[Ending, ...]:
    """Return the outermost endings: the first player's values fall while the second's rise."""

    def outward(game: Ending) -> tuple[Values, ...]:
        return tuple(tuple(sign * value for value in gain.values) for gain in game.gains)

    found: list[Ending] = []
    furthest: Values | None = None
    for game in sorted(games, key=outward, reverse=True):
        second = outward(game)[-1]
        if furthest is None or second > furthest:
            found.append(game)
            furthest = second
    return tuple(found)


# ------------------------------------------------------------------------------
# Making them: slips of all endings and leads, and what is awarded without a game.

_KEPT: OrderedDict[str, Outcomes] = OrderedDict()
_MOST_KEPT = 64


def outcomes_of(rules: Ruleset, setting: Setting) -> Outcomes:
    """Return every ending of a game of a round; the last rulesets asked for are kept."""
    said = (
        rules.score,
        rules.margin,
        rules.points,
        rules.outcomes,
        rules.bye.award,
        rules.forfeit,
        rules.unpaired_loss,
        rules.sos,
        rules.standings.order,
        setting,
    )
    key = repr(said)
    if key not in _KEPT:
        _KEPT[key] = _made(rules, setting)
        if len(_KEPT) > _MOST_KEPT:
            _KEPT.popitem(last=False)
    return _KEPT[key]


def _made(rules: Ruleset, setting: Setting) -> Outcomes:
    keys = simple_keys(rules)
    found: dict[tuple[tuple[Gain, ...], tuple[OwnKind, ...]], Ending] = {}
    for slip in _slips(rules, setting):
        ending = _ending(rules, keys, setting, slip)
        if ending is not None:
            for side in (ending, ending.turned()):
                found.setdefault((side.gains, side.kinds), side)
    absent = Match((_HERE, _THERE), "forfeit", absent=_HERE)
    gains = gains_of_match(rules, setting, absent)
    missed = Ending((gains[_HERE], gains[_THERE]), ("absent", "forfeit"), 0)
    alone = tuple(
        gain_of(keys, score_alone(rules, setting, match, 0), met=False)
        for match in (Match((_HERE,), "bye"), Match((_HERE,), "unpaired_loss"))
    )
    return Outcomes((*found.values(), missed, missed.turned()), alone)


def _ending(rules: Ruleset, keys: tuple[str, ...], setting: Setting, slip: Slip) -> Ending | None:
    try:
        first, second = score_game(rules, setting, slip).lines
    except SlipRefused:
        return None
    gains = (gain_of(keys, first, met=True), gain_of(keys, second, met=True))
    kinds: list[OwnKind] = [first.result, second.result]
    if slip.conceded is not None:
        kinds[slip.conceded] = "concession"
    return Ending(gains, tuple(kinds), _lead(rules, first, second))


def _lead(rules: Ruleset, first: ScoreLine, second: ScoreLine) -> int:
    if rules.margin.kind == "none":
        return first.vp_for - first.vp_against
    lead = first.mov - second.mov
    return lead // 2 if rules.margin.kind == "around_base" else lead


def _slips(rules: Ruleset, setting: Setting) -> Iterator[Slip]:
    for end, outcome in rules.outcomes.items():
        if setting.stage not in outcome.stages:
            continue
        choices = tuple(_choices(rules, outcome))
        for score, objectives in _scores(rules, setting):
            for choice in choices:
                for extra in _entered_points(rules, outcome):
                    yield Slip(end, score, objectives, *choice, witness="-", extra=extra)


def _entered_points(rules: Ruleset, outcome: Outcome) -> Iterator[dict[str, _Pair]]:
    """Yield the points that can stand on a slip, where they are written down there."""
    if outcome.winner != "more_points":
        yield {}
        return
    for first, second in rules.points.pairs:
        yield {ENTERED_POINTS: (first, second)}
        yield {ENTERED_POINTS: (second, first)}


_Pair = tuple[int, int]
_Rolls = tuple[_Pair, ...]
_Choice = tuple[int | None, int | None, int | None, tuple[bool, bool], _Rolls]
"""Who survived, who conceded, who has initiative, which leaders fell, the rolls."""

_FALLEN = ((False, False), (False, True), (True, False), (True, True))


def _choices(rules: Ruleset, outcome: Outcome) -> Iterator[_Choice]:
    """Yield every way to fill in the other fields: who survived, conceded, has initiative."""
    level = outcome.level.winner if outcome.level is not None else "nobody"
    counted = "leaders" in outcome.needs or outcome.keep_loser_leader_kill
    flurries: tuple[_Rolls, ...] = (((1, 0),), ((0, 1),)) if level == "flurry" else ((),)
    fallen = _FALLEN if counted and "leaders" in simple_keys(rules) else _FALLEN[:1]
    for survivor in _either("survivor" in outcome.needs):
        for conceded in _either("conceded" in outcome.needs):
            for initiative in _either("initiative" in outcome.needs or "initiative" in level):
                for leaders, flurry in product(fallen, flurries):
                    yield survivor, conceded, initiative, leaders, flurry


def _either(asked: bool) -> tuple[int | None, ...]:  # noqa: FBT001
    return (0, 1) if asked else (None,)


def _scores(rules: Ruleset, setting: Setting) -> Iterator[tuple[_Pair, _Pair]]:
    """Yield scores and objectives of every lead of the first player, low and high.

    Without a margin and without victory points among the keys, who leads is all that counts.
    """
    worth = available_points(rules, setting)
    if rules.score.best_of:
        games = range(rules.score.best_of // 2 + 2)
        yield from (((first, second), (0, 0)) for first, second in product(games, games))
        return
    cap = worth or MOST_BEYOND
    own = simple_keys(rules)
    shown = rules.margin.kind != "none" or not {"vp", "vpd"}.isdisjoint(own)
    for lead in range(cap + 1) if shown else (0, 1):
        yield (lead, 0), (0, 0)
        yield (cap, cap - lead), (0, 0)
    if worth and rules.score.objectives and shown:
        most = rules.score.objectives_most
        yield from _with_objectives(cap, MOST_BEYOND if most is None else most, high="vp" in own)


def _with_objectives(cap: int, most: int, *, high: bool) -> Iterator[tuple[_Pair, _Pair]]:
    """Yield leads that objectives make; `high`: also with all that both can have."""
    for more in range(1, most + 1):
        yield (cap, 0), (more, 0)
    yield (cap, cap), (0, most)
    for behind in range(cap + most + 1) if high else ():
        second = max(0, most - behind)
        yield (cap, cap + most - behind - second), (most, second)
