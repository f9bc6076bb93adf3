"""From the fields of a form to a command, by the types of its dataclass."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields
from datetime import date, datetime
from functools import cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin, get_type_hints

from tiltyard.day.rounds import ByHand
from tiltyard.day.table import FOR_PROGRAMS
from tiltyard.engine.errors import Refused
from tiltyard.engine.slip import KINDS, Slip, turned
from tiltyard.engine.slip import slip_of as read_slip
from tiltyard.engine.tournament import MatchId, PlayerId
from tiltyard.web.errors import NotFound

if TYPE_CHECKING:
    from tiltyard.day.context import Command
    from tiltyard.day.event import Event
    from tiltyard.engine.slip import Kind
    from tiltyard.web.request import Form

CONTROL = frozenset({"form_token", "key", "seen", "next", "done", "confirm"})
"""Fields of every form that are no part of the command."""

_YES = frozenset({"1", "on", "yes", "true"})
_NO = frozenset({"", "0", "no", "false"})
_WHOLE = re.compile(r"\s*-?[0-9]{1,9}\s*")
_LISTED = re.compile(r"[,;\n]")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_TIME_OF_DAY = re.compile(r"\d{2}:\d{2}", re.ASCII)
_MOMENT = re.compile(
    r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})?", re.ASCII
)


def command_of(act: str, form: Form, event: Event) -> Command:
    """Return the command a form asks for; fields it does not know are refused."""
    if act not in FOR_PROGRAMS:
        raise NotFound("command-of-no-act", act=act[:40])
    kind = FOR_PROGRAMS[act].command
    known = _types_of(kind)
    wanted = fields(kind)
    names = {field.name for field in wanted}
    for name in form:
        if name not in CONTROL and name.partition(".")[0] not in names:
            raise Refused("field-not-asked-for", field=name, name=name[:40])
    values: dict[str, Any] = {}
    for field in wanted:
        value = _value(form, field.name, known[field.name], event)
        if value is not MISSING:
            values[field.name] = value
        elif field.default is MISSING and field.default_factory is MISSING:
            raise Refused("command-of-missing", field=field.name, name=field.name.replace("_", " "))
    command: Command = kind(**values)
    return command


@cache
def _types_of(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _value(form: Form, name: str, kind: Any, event: Event) -> Any:
    """Return the value of a field, or that there is none."""
    kinds = get_args(kind) if get_origin(kind) in {Union, UnionType} else (kind,)
    optional = NoneType in kinds
    plain = next(entry for entry in kinds if entry is not NoneType)
    if plain is Slip:
        if "slip.end" in form:
            return slip_of(form, event)
        return None if optional and name in form else MISSING
    if get_origin(plain) is tuple:
        return _many(form, name, get_args(plain)[0])
    if get_origin(plain) in {Mapping, dict}:
        return _named(form, name, get_args(plain)[1])
    if plain is bool:
        return _flag(form, name)
    if name not in form:
        return MISSING
    text = form.text(name)
    if optional and not text.strip():
        return None
    return _one(name, text, plain)


def _named(form: Form, name: str, kind: Any) -> Any:
    """Read a table of values: `name.first`, `name.second`; a number left empty is none."""
    inside = {key[len(name) + 1 :]: form.text(key) for key in form if key.startswith(f"{name}.")}
    if kind is int:
        return {
            key: whole(f"{name}.{key}", text) for key, text in inside.items() if text.strip()
        } or MISSING
    return inside or MISSING


def _flag(form: Form, name: str) -> Any:
    if name not in form:
        return MISSING
    text = form.every(name)[-1]  # an unticked box sends only the hidden field before it
    if text not in _YES | _NO:
        raise Refused("flag-not-yes-or-no", field=name, name=name)
    return text in _YES


def _one(name: str, text: str, kind: Any) -> Any:
    if kind is int:
        return whole(name, text)
    if kind is datetime:
        return moment(name, text)
    if kind is date:
        return day(name, text)
    if get_origin(kind) is Literal and text not in get_args(kind):
        choices = ", ".join(map(str, get_args(kind)))
        raise Refused("choice-unknown", field=name, name=name, text=text[:40], choices=choices)
    return text.replace("\r\n", "\n")  # browsers send every line break as two characters


def whole(name: str, text: str) -> int:
    """Return a whole number, or refuse what is none."""
    if not _WHOLE.fullmatch(text):
        raise Refused("no-whole-number", field=name, name=name)
    return int(text)


def day(name: str, text: str) -> date:
    """Return a day, or refuse what is none."""
    said = text.strip()
    try:
        if _DAY.fullmatch(said):
            return date.fromisoformat(said)
    except ValueError:
        pass
    raise Refused("no-day", field=name, name=name)


def moment(name: str, text: str) -> datetime:
    """Return a moment; one without a time zone is meant as the clock of this server shows it.

    A time of day alone is meant today.
    """
    said = text.strip()
    if _TIME_OF_DAY.fullmatch(said):
        said = f"{date.today().isoformat()}T{said}"  # noqa: DTZ011  # the day where the server stands
    try:
        if _MOMENT.fullmatch(said):
            return datetime.fromisoformat(said).astimezone()
    except (ValueError, OverflowError, OSError):
        pass
    raise Refused("moment-no-time", field=name, name=name)


def _many(form: Form, name: str, kind: Any) -> Any:
    if kind is ByHand:
        return _by_hand(form)
    if name not in form:
        return MISSING
    texts = [part.strip() for other in form.every(name) for part in _LISTED.split(other)]
    return tuple(_one(name, text, kind) for text in texts if text)


def _by_hand(form: Form) -> tuple[ByHand, ...]:
    """Read changes of a draw: `changes.first`, `changes.second`, `changes.kind`, each as often."""
    firsts, seconds = form.every("changes.first"), form.every("changes.second")
    kinds = form.every("changes.kind") or ("swap",) * len(firsts)
    if not len(firsts) == len(seconds) == len(kinds):
        raise Refused("swap-form-needs-two-players", field="changes")
    return tuple(map(_change, firsts, seconds, kinds))


def _change(first: str, second: str, kind: str) -> ByHand:
    if kind == "bye":
        return ByHand(PlayerId(first))
    if not first or not second:
        raise Refused("swap-needs-two-players", field="changes.second")
    return ByHand(PlayerId(first), PlayerId(second), pair=kind == "pair")


# ---------------------------------------------------------------------------- slips


def slip_of(form: Form, event: Event) -> Slip:
    """Read a slip: fields `slip.end`, `slip.score.0`, `slip.conceded` and so on.

    With `slip.side` all numbers are told from that player's side of the match in `match`, and
    `me` or `them` name a player.
    """
    end: Any = form.text("slip.end")
    slip = read_slip(end, lambda name, kind: _READERS[kind](form, f"slip.{name}", name))
    return turned(slip) if _side_of(form, event) else slip


def _side_of(form: Form, event: Event) -> int:
    side = form.text("slip.side")
    if not side:
        return 0
    game = event.game(MatchId(form.text("match")))
    if game is None or side not in game.players:
        raise Refused("side-of-player-not-match", field="side")
    return game.players.index(side)


def _pair(form: Form, key: str, name: str) -> tuple[int, int] | None:
    first, second = (form.text(f"{key}.{place}").strip() for place in (0, 1))
    if not first and not second:
        return None
    if not first or not second:
        raise Refused("one-two-numbers-missing", field=name)
    return whole(name, first), whole(name, second)


def _player(form: Form, key: str, name: str) -> int | None:
    said = form.text(key).strip()
    if not said:
        return None
    return ("me", "them").index(said) if said in {"me", "them"} else whole(name, said)


def _answers(form: Form, key: str, _: str) -> tuple[bool, bool] | None:
    names = [f"{key}.{place}" for place in (0, 1)]
    if not any(name in form for name in names):
        return None
    return _flag(form, names[0]) is True, _flag(form, names[1]) is True


def _rolls(form: Form, key: str, name: str) -> tuple[tuple[int, int], ...]:
    firsts, seconds = form.every(f"{key}.0"), form.every(f"{key}.1")
    if len(firsts) != len(seconds):
        raise Refused("roll-of-one-player-missing", field=name)
    rolls = [
        pair for pair in zip(firsts, seconds, strict=True) if any(other.strip() for other in pair)
    ]
    return tuple((whole(name, first), whole(name, second)) for first, second in rolls)


def _person(form: Form, key: str, _: str) -> str | None:
    return form.text(key).strip() or None


def _numbers(form: Form, key: str, name: str) -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    for given in form:
        own = given[len(key) + 1 : -2]
        if given == f"{key}.{own}.0" and own and "." not in own:
            pair = _pair(form, f"{key}.{own}", f"{name}.{own}")
            if pair is not None:
                found[own] = pair
    return found


_READERS: dict[Kind, Callable[[Form, str, str], Any]] = {
    "pair": _pair,
    "player": _player,
    "answers": _answers,
    "rolls": _rolls,
    "person": _person,
    "numbers": _numbers,
}
"""How a field of a slip is read from a form, by its kind."""


def fields_of_slip(slip: Slip) -> Iterator[tuple[str, object]]:
    """Yield a slip as the fields of a form, told from the first player's side."""
    yield "slip.end", slip.end
    bare = Slip(slip.end)
    for name in KINDS:
        value = getattr(slip, name)
        if value != getattr(bare, name):
            yield from _written(f"slip.{name}", value)


def _written(key: str, value: Any) -> Iterator[tuple[str, object]]:
    if isinstance(value, dict):
        for name, pair in value.items():
            yield from _written(f"{key}.{name}", pair)
    elif isinstance(value, tuple) and isinstance(value[0], tuple):
        for roll in value:
            yield from _written(key, roll)
    elif isinstance(value, tuple):
        yield from ((f"{key}.{place}", int(part)) for place, part in enumerate(value))
    else:
        yield key, value
