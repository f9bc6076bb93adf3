"""From the fields of a form to a command, by the types of its dataclass."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, fields
from datetime import date, datetime
from functools import cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin, get_type_hints

from tiltyard.day.rounds import ByHand
from tiltyard.day.table import ACTS
from tiltyard.engine.errors import Refused
from tiltyard.engine.slip import Slip
from tiltyard.engine.tournament import MatchId, PlayerId
from tiltyard.web.errors import NotFound

if TYPE_CHECKING:
    from tiltyard.day.context import Command
    from tiltyard.day.event import Event
    from tiltyard.web.request import Form

CONTROL = frozenset({"form_token", "key", "seen", "next", "done", "confirm"})
"""Fields of every form that are no part of the command."""

_YES = frozenset({"1", "on", "yes", "true"})
_NO = frozenset({"", "0", "no", "false"})
_WHOLE = re.compile(r"\s*-?[0-9]{1,9}\s*")
_LISTED = re.compile(r"[,;\n]")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_MOMENT = re.compile(
    r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})?", re.ASCII
)


@cache
def acts() -> Mapping[str, type]:
    """Return every act by its name."""
    return {act.name: act.command for act in ACTS}


def command_of(act: str, form: Form, event: Event) -> Command:
    """Return the command a form asks for; fields it does not know are refused."""
    kind = acts().get(act)
    if kind is None:
        raise NotFound("command-of-no-act", act=act[:40])
    known = get_type_hints(kind)
    wanted = fields(kind)
    names = {one.name for one in wanted}
    for name in form:
        if name not in CONTROL and name.partition(".")[0] not in names:
            raise Refused("field-not-asked-for", field=name, name=name[:40])
    values: dict[str, Any] = {}
    for one in wanted:
        value = _value(form, one.name, known[one.name], event)
        if value is not MISSING:
            values[one.name] = value
        elif one.default is MISSING and one.default_factory is MISSING:
            raise Refused("command-of-missing", field=one.name, name=one.name.replace("_", " "))
    command: Command = kind(**values)
    return command


def _value(form: Form, name: str, kind: Any, event: Event) -> Any:
    """Return the value of a field, or that there is none."""
    kinds = get_args(kind) if get_origin(kind) in {Union, UnionType} else (kind,)
    optional = NoneType in kinds
    plain = next(one for one in kinds if one is not NoneType)
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
    """Return a moment; one without a time zone is meant as the clock of this server shows it."""
    said = text.strip()
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
    texts = [part.strip() for one in form.every(name) for part in _LISTED.split(one)]
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
    side = _side_of(form, event)
    return Slip(
        end=form.text("slip.end"),  # type: ignore[arg-type]
        score=_pair(form, "score", side),
        objectives=_pair(form, "objectives", side) or (0, 0),
        survivor=_player(form, "survivor", side),
        conceded=_player(form, "conceded", side),
        initiative=_player(form, "initiative", side),
        leaders=_leaders(form, side),
        flurry=_flurry(form, side),
        witness=form.text("slip.witness").strip() or None,
        extra=_extra(form, side),
    )


def _side_of(form: Form, event: Event) -> int:
    side = form.text("slip.side")
    if not side:
        return 0
    game = event.game(MatchId(form.text("match")))
    if game is None or side not in game.players:
        raise Refused("side-of-player-not-match", field="side")
    return game.players.index(side)


def _turned(pair: tuple[Any, Any], side: int) -> tuple[Any, Any]:
    return (pair[1], pair[0]) if side else pair


def _pair(form: Form, name: str, side: int) -> tuple[int, int] | None:
    texts = [form.text(f"slip.{name}.{place}").strip() for place in (0, 1)]
    if not any(texts):
        return None
    if not all(texts):
        raise Refused("one-two-numbers-missing", field=name)
    return _turned((whole(name, texts[0]), whole(name, texts[1])), side)


def _player(form: Form, name: str, side: int) -> int | None:
    said = form.text(f"slip.{name}").strip()
    if not said:
        return None
    if said in {"me", "them"}:
        return side if said == "me" else 1 - side
    return 1 - whole(name, said) if side and said in {"0", "1"} else whole(name, said)


def _leaders(form: Form, side: int) -> tuple[bool, bool] | None:
    names = [f"slip.leaders.{place}" for place in (0, 1)]
    if not any(name in form for name in names):
        return None
    flags = [_flag(form, name) is True for name in names]
    return _turned((flags[0], flags[1]), side)


def _flurry(form: Form, side: int) -> tuple[tuple[int, int], ...]:
    firsts, seconds = form.every("slip.flurry.0"), form.every("slip.flurry.1")
    if len(firsts) != len(seconds):
        raise Refused("roll-final-flurry-missing", field="flurry")
    rolls = [pair for pair in zip(firsts, seconds, strict=True) if any(one.strip() for one in pair)]
    return tuple(
        _turned((whole("flurry", first), whole("flurry", second)), side) for first, second in rolls
    )


def _extra(form: Form, side: int) -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    for name in form:
        parts = name.split(".")
        if parts[:2] == ["slip", "extra"] and len(parts) == 4 and parts[3] == "0":
            pair = _pair(form, f"extra.{parts[2]}", side)
            if pair is not None:
                found[parts[2]] = pair
    return found
