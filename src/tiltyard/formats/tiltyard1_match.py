"""Matches and slips of a tournament file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tiltyard.core.tournament import Match, MatchKind, Override, Report, Stated
from tiltyard.formats.values import (
    MOST,
    Problem,
    flag,
    items,
    known_keys,
    name_of,
    one_of,
    shown,
    table,
    text,
    whole_number,
)

if TYPE_CHECKING:
    from tiltyard.core.ids import PlayerId

_KINDS: tuple[MatchKind, ...] = ("game", "bye", "forfeit", "unpaired_loss")
_SEATS = {"game": 2, "bye": 1, "forfeit": 2, "unpaired_loss": 1}
_MATCH = frozenset(
    (
        "table",
        "players",
        "kind",
        "report",
        "game",
        "absent",
        "override",
        "confirmed",
        "stated",
        "why",
    )
)
_ENDS = ("destroyed", "mutual", "rounds", "time", "concession", "intentional_draw")
_REPORT = frozenset(
    (
        "end",
        "score",
        "objectives",
        "survivor",
        "conceded",
        "initiative",
        "leaders",
        "flurry",
        "witness",
        "extra",
    )
)


def read_match(raw: object, known: set[PlayerId]) -> Match:
    """Return one match of a round."""
    entry = table(raw, "")
    known_keys(entry, "", _MATCH)
    kind: MatchKind = "game"
    if "kind" in entry:
        kind = one_of(entry["kind"], "kind", _KINDS)  # type: ignore[assignment]
    players = _players(entry.get("players"), kind, known)
    report = entry.get("report")
    if report is not None:
        if kind != "game":
            raise Problem("match-of-kind-without-slip", "report", match=kind)
        report = _report(report)
    return Match(
        players,
        kind,
        report,
        None if entry.get("table") is None else whole_number(entry["table"], "table"),
        None if entry.get("game") is None else whole_number(entry["game"], "game"),
        _absent(entry, kind, players),
        read_override(entry),
        _stated(entry["stated"], len(players)) if "stated" in entry else None,
        read_override(entry, "confirmed"),
    )


def _players(raw: object, kind: str, known: set[PlayerId]) -> tuple[PlayerId, ...]:
    names = items(raw, "players")
    if len(names) != _SEATS[kind]:
        seats = _SEATS[kind]
        code = "seats-of-game" if kind == "game" else "seats-of-match"
        raise Problem(code, "players", match=kind, seats=seats, found=len(names))
    for index, name in enumerate(names):
        if type(name) is not str or name not in known:
            name_of(name, f"players[{index}]", known)
    return tuple(names)


def _absent(entry: dict[str, Any], kind: str, players: tuple[PlayerId, ...]) -> PlayerId | None:
    if kind == "forfeit":
        return name_of(entry.get("absent"), "absent", players)
    if entry.get("absent") is not None:
        raise Problem("absent-without-forfeit", "absent")
    return None


def read_override(
    holder: dict[str, Any], key: str = "override", where: str = ""
) -> Override | None:
    """Return who deviated and why, if the match, round, stage or plan says so."""
    if key not in holder:
        return None
    path = f"{where}{key}"
    entry = table(holder[key], path)
    return Override(
        text(entry.get("by"), f"{path}.by"), text(entry.get("reason"), f"{path}.reason")
    )


def _stated(raw: object, seats: int) -> Stated:
    entry = table(raw, "stated")
    known_keys(entry, "stated", frozenset(("tp", "mov")))
    values: dict[str, tuple[int, ...]] = {}
    for key, numbers in entry.items():
        path = f"stated.{key}"
        if len(items(numbers, path)) != seats:
            raise Problem("stated-numbers-of-seats", path, count=len(numbers), seats=seats)
        values[key] = tuple(whole_number(one, f"{path}[{n}]") for n, one in enumerate(numbers))
    return Stated(**values)


def _report(raw: object) -> Report:
    entry = table(raw, "report")
    known_keys(entry, "report", _REPORT)
    get = entry.get
    end = get("end")
    if end not in _ENDS or not isinstance(end, str):
        raise Problem("slip-end-not-known", "report.end", found=shown(end), known=_ENDS)
    score, objectives = get("score"), get("objectives")
    leaders, flurry, witness = get("leaders"), get("flurry"), get("witness")
    return Report(
        end,  # type: ignore[arg-type]
        None if score is None else _pair(score, "report.score"),
        (0, 0) if objectives is None else _pair(objectives, "report.objectives"),
        _side(entry, "survivor"),
        _side(entry, "conceded"),
        _side(entry, "initiative"),
        None if leaders is None else _leaders(leaders),
        () if flurry is None else _flurry(flurry),
        None if witness is None else text(witness, "report.witness"),
        _extra(entry["extra"]) if "extra" in entry else {},
    )


def _pair(raw: object, path: str) -> tuple[int, int]:
    if not isinstance(raw, list) or len(raw) != 2:
        raise Problem("slip-two-numbers", path, found=shown(raw))
    first, second = raw
    if type(first) is int and type(second) is int and 0 <= first <= MOST and 0 <= second <= MOST:
        return first, second
    return whole_number(first, f"{path}[0]"), whole_number(second, f"{path}[1]")


def _side(entry: dict[str, Any], key: str) -> int | None:
    value = entry.get(key)
    if value is None:
        return None
    if type(value) is not int or value not in (0, 1):
        raise Problem("slip-no-side", f"report.{key}", found=shown(value))
    return value


def _leaders(raw: object) -> tuple[bool, bool]:
    path = "report.leaders"
    if not isinstance(raw, list) or len(raw) != 2:
        raise Problem("slip-two-answers", path, found=shown(raw))
    return flag(raw[0], f"{path}[0]"), flag(raw[1], f"{path}[1]")


def _flurry(raw: object) -> tuple[tuple[int, int], ...]:
    rolls = items(raw, "report.flurry")
    return tuple(_pair(one, f"report.flurry[{n}]") for n, one in enumerate(rolls))


def _extra(raw: object) -> dict[str, tuple[int, int]]:
    return {
        key: _pair(value, f"report.extra.{key}")
        for key, value in table(raw, "report.extra").items()
    }
