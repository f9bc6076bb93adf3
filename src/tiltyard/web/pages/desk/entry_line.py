"""A result as one typed line: the table, the scores, and a letter or two.

    7 120 85          table 7, the first player 120, the second 85
    7 120 85 t        time was called
    7 120 85 d1       one side was destroyed, player 1 survived
    7 c2 120 85       player 2 conceded

The line only says what stands on the slip: whether that is enough is the engine's answer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tiltyard.day.plan import endings_of
from tiltyard.engine.errors import SlipRefused
from tiltyard.engine.scoring import counts_objectives, fields_of, own_numbers
from tiltyard.engine.slip import FIELDS, Slip
from tiltyard.text.say import say
from tiltyard.text.standings import key_title
from tiltyard.views.round import game_number, games_in_order
from tiltyard.web.forms.slips import ending_title, outcome_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.day.event import DayRound, Game
    from tiltyard.engine.ruleset import Outcome, Ruleset
    from tiltyard.engine.slip import End, Kind, SlipField
    from tiltyard.web.event_view import EventView

LETTERS: dict[str, End] = {
    "r": "rounds",
    "t": "time",
    "d": "destroyed",
    "m": "mutual",
    "c": "concession",
    "a": "intentional_draw",
}
_SIDED_ENDINGS: dict[End, SlipField] = {"destroyed": "survivor", "concession": "conceded"}
_PLAIN_ENDINGS: tuple[End, ...] = ("rounds", "time")
_PAIR = re.compile(r"([0-9]{1,9})[-:/+]([0-9]{1,9})")
_NUMBER = re.compile(r"[0-9]{1,9}")
_SIDED = re.compile(r"([dc])([12])")
_LONGEST = 300
_TYPED: dict[Kind, tuple[str, ...]] = {
    "pair": ("10-20",),
    "player": ("1", "2"),
    "answers": ("0", "1", "2", "12"),
    "rolls": ("3-2",),
    "person": ("=Name",),
}
"""What follows the letter of a field, by its kind, as the page shows it."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A line of the grammar as the page shows it."""

    typed: str
    means: str


@dataclass(slots=True)
class _Said:
    """What the words of a line say so far."""

    end: End | None = None
    side: int | None = None
    after_letter: int | None = None
    numbers: list[int] = field(default_factory=list)
    more: dict[str, Any] = field(default_factory=dict)


def default_ending(view: EventView, round_: DayRound) -> End | None:
    """Return how a game ended when only scores are typed: played to the end, else at time."""
    offered = endings_of(view.event, view.rules, round_)
    return next((end for end in _PLAIN_ENDINGS if end in offered), None)


def read_line(view: EventView, round_: DayRound, line: str) -> tuple[Game, Slip]:
    """Return the game a line names and the slip it says."""
    words = line[:_LONGEST].split()
    if not words:
        raise SlipRefused("line-empty", field="line")
    game = game_of_line(round_, line)
    said = _Said()
    for word in words[1:]:
        _take(said, word)
    return game, _slip(view, round_, said)


def game_of_line(round_: DayRound, line: str) -> Game:
    """Return the game the first word of a line names."""
    word = next(iter(line[:_LONGEST].split()), "")
    number = int(word) if _NUMBER.fullmatch(word) else -1
    games = [game for game in round_.games.values() if game.kind != "bye"]
    found = [game for game in games if game.table == number]
    found = found or [game for game in games if game.table is None and game.game == number]
    if not found:
        raise SlipRefused("line-no-such-table", field="line", table=word[:12])
    return found[0]


def _take(said: _Said, word: str) -> None:
    """Add a word of the line to what was said."""
    small = word.lower()
    sided = _SIDED.fullmatch(small)
    pair = _PAIR.fullmatch(small)
    if _NUMBER.fullmatch(small):
        said.numbers.append(int(small))
    elif pair:
        said.numbers += (int(pair[1]), int(pair[2]))
    elif small in LETTERS:
        _take_ending(said, LETTERS[small])
        said.after_letter = len(said.numbers)
    elif sided:
        _take_ending(said, LETTERS[sided[1]])
        said.side = int(sided[2]) - 1
    else:
        _take_more(said, word, small)


def _take_ending(said: _Said, end: End) -> None:
    if said.end is not None:
        raise SlipRefused("line-names-two-endings", field="line")
    said.end = end


def _take_more(said: _Said, word: str, small: str) -> None:
    """Read what few slips need: a field that begins with its letter, or numbers by their name."""
    name, equals, value = word.partition("=")
    own = _PAIR.fullmatch(value) if equals else None
    if own:
        said.more.setdefault("extra", {})[name] = (int(own[1]), int(own[2]))
        return
    found = next((candidate for candidate in FIELDS if candidate.letter == small[0]), None)
    known = None if found is None else _of_letter(found.kind, small[1:], value)
    if found is None or known is None:
        raise SlipRefused("line-word-unreadable", field="line", word=word[:20])
    before = said.more.get(found.name, ()) if found.kind == "rolls" else None
    said.more[found.name] = known if before is None else (*before, known)


def _of_letter(kind: Kind, rest: str, named: str) -> Any:
    """Return what follows the letter of a field, by its kind; none: it cannot be read."""
    pair = _PAIR.fullmatch(rest)
    if kind == "player" and rest in {"1", "2"}:
        return int(rest) - 1
    if kind == "answers" and rest in {"0", "1", "2", "12"}:
        return ("1" in rest, "2" in rest)
    if kind in {"pair", "rolls"} and pair:
        return (int(pair[1]), int(pair[2]))
    if kind == "person" and rest.startswith("=") and named:
        return named.replace("_", " ")
    return None


def _slip(view: EventView, round_: DayRound, said: _Said) -> Slip:
    numbers = said.numbers
    place = said.after_letter
    if len(numbers) in {1, 3} and place is not None and place < len(numbers):
        side = numbers.pop(place)  # "c 2 120 85": the number behind the letter names a player
        if side not in {1, 2}:
            raise SlipRefused("line-names-neither-player", field="line")
        said.side = side - 1
    if len(numbers) not in {0, 2}:
        raise SlipRefused("line-not-two-scores", field="line")
    end = said.end or default_ending(view, round_)
    if end is None:
        raise SlipRefused("line-without-ending", field="line")
    if numbers:
        said.more["score"] = (numbers[0], numbers[1])
    if end in _SIDED_ENDINGS:
        said.more[_SIDED_ENDINGS[end]] = said.side
    return Slip(end, **said.more)


def line_lacking(lacking: SlipRefused) -> SlipRefused:
    """Return a refusal that says what to add to a line, by what its slip lacks."""
    code = f"line-lacks-{lacking.field}"
    return SlipRefused(code, clause=lacking.clause, field="line", lacking=lacking)


_EXAMPLES: tuple[tuple[int, int], ...] = ((120, 85), (12, 5), (3, 1), (1, 0))


def example_line(view: EventView, round_: DayRound) -> str:
    """Return a line that would be taken in this game, for the first table that is open."""
    games = [
        game
        for game in games_in_order(round_)
        if game.kind == "game" and game.is_open and not game.is_disputed
    ]
    for game in games[:1]:
        small = view.rules.score.counts == "victory_points"
        for scores in _EXAMPLES[1:] if small else _EXAMPLES:
            found = _completed(view, round_, game, f"{game_number(game)} {scores[0]} {scores[1]}")
            if found:
                return found
    return ""


def _completed(view: EventView, round_: DayRound, game: Game, line: str) -> str:
    """Return a line with what the game needs besides the scores; nothing if it cannot be."""
    letters = {
        name: f"{letter}{_TYPED[kind][1 if kind == 'answers' else 0]}"
        for name, kind, letter in FIELDS
        if letter
    }
    for _ in letters:
        try:
            outcome_text(view, round_, game, read_line(view, round_, line)[1])
        except SlipRefused as no:
            word = letters.get(no.field or "")
            if word is None or word in line.split():
                return ""
            line = f"{line} {word}"
        else:
            return line
    return ""


# ---------------------------------------------------------------------------- in words


def grammar(view: EventView, round_: DayRound) -> tuple[Rule, ...]:
    """Return what a line may hold in this round."""
    rules = view.rules
    default = default_ending(view, round_)
    found: list[Rule] = []
    if default is not None:
        found.append(Rule(example_line(view, round_) or "7 120 85", ending_title(default)))
    offered = endings_of(view.event, rules, round_)
    for letter, end in LETTERS.items():
        outcome = offered.get(end)
        if outcome is None or end == default:
            continue
        sided = "1" if _SIDED_ENDINGS.get(end) in outcome.needs else ""
        scores = " 120 85" if "score" in outcome.needs else ""
        found.append(
            Rule(f"7{scores} {letter}{sided}", _means(end) if sided else ending_title(end))
        )
    return (*found, *_more_words(rules, round_, tuple(offered.values())))


def _more_words(rules: Ruleset, round_: DayRound, offered: tuple[Outcome, ...]) -> Iterator[Rule]:
    """Yield what a line says besides scores and ending."""
    fields: set[str] = {
        name
        for outcome in offered
        for several in fields_of(rules, round_.kind, outcome)
        for name in several
    }
    if any(counts_objectives(rules, outcome) for outcome in offered):
        fields.add("objectives")
    for name, kind, letter in FIELDS:
        if name in fields and letter:
            typed = " ".join(f"{letter}{example}" for example in _TYPED[kind])
            yield Rule(typed, say(f"slip-fields.typed-{name}"))
    for name in dict.fromkeys(name for outcome in offered for name in own_numbers(rules, outcome)):
        yield Rule(f"{name}=3-2", key_title(name))


def _means(end: End) -> str:
    """Return what the number behind a letter says: whose it is."""
    if end == "destroyed":
        return say("desk.one-side-was-destroyed-d1")
    return say("desk.a-player-conceded-c1-player")
