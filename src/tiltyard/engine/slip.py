"""A result slip: how a game ended, and what else was written down, field by field.

`FIELDS` is the one table of what a slip can say. Forms, the terminal, typed lines, files and papers
read a field by its kind, so a new field of a known kind is one line here and its words in `text`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Literal, NamedTuple, get_args

End = Literal["destroyed", "mutual", "rounds", "time", "concession", "intentional_draw"]
ENDS: tuple[End, ...] = get_args(End)

SlipField = Literal["score", "survivor", "conceded", "initiative", "leaders", "flurry", "witness"]
"""What the slip of an ending can be asked for; objectives and own numbers follow from the rules."""

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True, init=False)
class Slip:
    """A slip as it was handed in; in every pair the first entry is the first player's.

    Facts hold it: its shape is a promise to old logs. Files hold thousands: its fields are set
    directly, which takes a third of the time of a frozen dataclass.
    """

    end: End
    score: Pair | None = None
    objectives: Pair = (0, 0)
    survivor: int | None = None
    conceded: int | None = None
    initiative: int | None = None
    leaders: tuple[bool, bool] | None = None
    flurry: tuple[Pair, ...] = ()
    witness: str | None = None
    extra: dict[str, Pair] = field(default_factory=dict)

    def __init__(
        self,
        end: End,
        score: Pair | None = None,
        objectives: Pair = (0, 0),
        survivor: int | None = None,
        conceded: int | None = None,
        initiative: int | None = None,
        leaders: tuple[bool, bool] | None = None,
        flurry: tuple[Pair, ...] = (),
        witness: str | None = None,
        extra: dict[str, Pair] | None = None,
    ) -> None:
        _put_end(self, end)
        _put_score(self, score)
        _put_objectives(self, objectives)
        _put_survivor(self, survivor)
        _put_conceded(self, conceded)
        _put_initiative(self, initiative)
        _put_leaders(self, leaders)
        _put_flurry(self, flurry)
        _put_witness(self, witness)
        _put_extra(self, {} if extra is None else extra)

    @property
    def digest(self) -> str:
        """A short fingerprint: whoever confirms a slip names the one they have seen."""
        values = (getattr(self, name) for name in KINDS)
        said = tuple(
            sorted(value.items()) if isinstance(value, dict) else value for value in values
        )
        return sha256(repr((self.end, *said)).encode()).hexdigest()[:16]


_put_end = Slip.__dict__["end"].__set__
_put_score = Slip.__dict__["score"].__set__
_put_objectives = Slip.__dict__["objectives"].__set__
_put_survivor = Slip.__dict__["survivor"].__set__
_put_conceded = Slip.__dict__["conceded"].__set__
_put_initiative = Slip.__dict__["initiative"].__set__
_put_leaders = Slip.__dict__["leaders"].__set__
_put_flurry = Slip.__dict__["flurry"].__set__
_put_witness = Slip.__dict__["witness"].__set__
_put_extra = Slip.__dict__["extra"].__set__


# ------------------------------------------------------------------------------
# The table of fields: by its kind a field is read, written and turned round.

Kind = Literal[
    "pair",  # a number of each player
    "player",  # one of the two: 0 or 1
    "answers",  # yes or no for each player
    "rolls",  # several pairs, in their order
    "person",  # somebody by id or name
    "numbers",  # pairs by the name of what they count
]


class Field(NamedTuple):
    """A field of a slip besides the ending, and the letter that begins it in a typed line."""

    name: str
    kind: Kind
    letter: str = ""


FIELDS = (
    Field("score", "pair"),
    Field("objectives", "pair", "o"),
    Field("survivor", "player"),
    Field("conceded", "player"),
    Field("initiative", "player", "i"),
    Field("leaders", "answers", "l"),
    Field("flurry", "rolls", "f"),
    Field("witness", "person", "w"),
    Field("extra", "numbers"),
)
KINDS: Mapping[str, Kind] = {field_.name: field_.kind for field_ in FIELDS}


def slip_of(end: End, read: Callable[[str, Kind], object]) -> Slip:
    """Return a slip of which each field is read by its name and kind; none: it is not said."""
    values = {name: read(name, kind) for name, kind in KINDS.items()}
    said = {name: value for name, value in values.items() if value is not None}
    return Slip(end, **said)  # type: ignore[arg-type]


def turned(slip: Slip) -> Slip:
    """Return a slip as it is told from the other side of the table."""
    values = {}
    for name, kind in KINDS.items():
        value = getattr(slip, name)
        if value is None or kind == "person":
            continue
        if kind == "player":
            values[name] = 1 - value
        elif kind == "rolls":
            values[name] = tuple(roll[::-1] for roll in value)
        elif kind == "numbers":
            values[name] = {own: pair[::-1] for own, pair in value.items()}
        else:
            values[name] = value[::-1]
    return replace(slip, **values)


def pairs_of(slip: Slip) -> Iterator[tuple[str, Pair]]:
    """Yield every pair of numbers on a slip with the name of its field."""
    for name, kind in KINDS.items():
        value = getattr(slip, name)
        if kind == "pair" and value is not None:
            yield name, value
        elif kind == "rolls":
            yield from ((name, roll) for roll in value)
        elif kind == "numbers":
            yield from ((name, pair) for pair in value.values())


def players_of(slip: Slip) -> Iterator[tuple[str, int | None]]:
    """Yield every field that names one of the two players, and which of them it names."""
    for name, kind in KINDS.items():
        if kind == "player":
            yield name, getattr(slip, name)
