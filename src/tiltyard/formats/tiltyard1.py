"""Tournament files of the format tiltyard/1, read strictly: every refusal names its place."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, get_args

from tiltyard.engine.errors import TournamentUnreadable
from tiltyard.engine.ruleset import ScoreGiver, ScoreShown, SoftScore
from tiltyard.engine.slip import ENDS, KINDS, Slip
from tiltyard.engine.soft_scores import score_flaws
from tiltyard.engine.tournament import (
    Change,
    Match,
    MatchKind,
    Override,
    Place,
    Plan,
    Player,
    PlayerId,
    Round,
    SoftEntry,
    Stage,
    StageKind,
    Stated,
    TableRules,
    Tournament,
)
from tiltyard.formats.values import (
    MOST,
    Problem,
    flag,
    items,
    known_keys,
    name_of,
    one_of,
    shown,
    signed_number,
    table,
    text,
    whole_number,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from tiltyard.engine.slip import Kind


# ------------------------------------------------------------------------------
# Matches and slips of a tournament file.

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
_REPORT = frozenset(("end", *KINDS))


def read_match(raw: object, known: set[PlayerId]) -> Match:
    """Return one match of a round."""
    entry = table(raw, "")
    known_keys(entry, "", _MATCH)
    kind: MatchKind = "game"
    if "kind" in entry:
        kind = one_of(entry["kind"], "kind", _KINDS)  # type: ignore[assignment]
    players = _players_of_match(entry.get("players"), kind, known)
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
        read_override(entry) if "override" in entry else None,
        _stated(entry["stated"], len(players)) if "stated" in entry else None,
        read_override(entry, "confirmed") if "confirmed" in entry else None,
    )


def _players_of_match(raw: object, kind: str, known: set[PlayerId]) -> tuple[PlayerId, ...]:
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
        values[key] = tuple(whole_number(other, f"{path}[{n}]") for n, other in enumerate(numbers))
    return Stated(**values)


def _report(raw: object) -> Slip:
    entry = table(raw, "report")
    known_keys(entry, "report", _REPORT)
    end = entry.get("end")
    if end not in ENDS or not isinstance(end, str):
        raise Problem("slip-end-not-known", "report.end", found=shown(end), known=ENDS)
    said: dict[str, Any] = {}
    for name, value in entry.items():
        if name in _FIELDS and (value is not None or KINDS[name] == "numbers"):
            read, path = _FIELDS[name]
            said[name] = read(value, path)
    return Slip(end, **said)  # type: ignore[arg-type]


def _pair(raw: object, path: str) -> tuple[int, int]:
    if not isinstance(raw, list) or len(raw) != 2:
        raise Problem("slip-two-numbers", path, found=shown(raw))
    first, second = raw
    if type(first) is int and type(second) is int and 0 <= first <= MOST and 0 <= second <= MOST:
        return first, second
    return whole_number(first, f"{path}[0]"), whole_number(second, f"{path}[1]")


def _side(raw: object, path: str) -> int:
    if type(raw) is not int or raw not in (0, 1):
        raise Problem("slip-no-side", path, found=shown(raw))
    return raw


def _answers(raw: object, path: str) -> tuple[bool, bool]:
    if not isinstance(raw, list) or len(raw) != 2:
        raise Problem("slip-two-answers", path, found=shown(raw))
    return flag(raw[0], f"{path}[0]"), flag(raw[1], f"{path}[1]")


def _rolls(raw: object, path: str) -> tuple[tuple[int, int], ...]:
    return tuple(_pair(roll, f"{path}[{n}]") for n, roll in enumerate(items(raw, path)))


def _numbers(raw: object, path: str) -> dict[str, tuple[int, int]]:
    return {key: _pair(value, f"{path}.{key}") for key, value in table(raw, path).items()}


_READERS: dict[Kind, Callable[[object, str], Any]] = {
    "pair": _pair,
    "player": _side,
    "answers": _answers,
    "rolls": _rolls,
    "person": text,
    "numbers": _numbers,
}
"""How a field of a slip is read, by its kind."""
_FIELDS = {name: (_READERS[kind], f"report.{name}") for name, kind in KINDS.items()}


# ------------------------------------------------------------------------------
# Tournament files of the format tiltyard/1, read strictly: every refusal names its place.

FORMAT = "tiltyard/1"
_MOST_ROUNDS = 1000
_CHANGE = frozenset(("player", "change", "reason"))
_PLAIN = frozenset(("id", "name"))
_T = TypeVar("_T")


def read_tournament(data: object) -> Tournament:
    """Return the tournament a decoded file holds, or refuse it with the place and the way out."""
    try:
        return _tournament(data)
    except Problem as problem:
        _refuse(problem)


def place_in_file(where: Place, field: str | None = None) -> str:
    """Return a place as the file writes it: `stages[0].rounds[2].matches[4].report.score`."""
    path = f"stages[{where.stage}]"
    if where.round is not None:
        path += f".rounds[{where.round}]"
    if where.match is not None:
        path += f".matches[{where.match}]"
    return f"{path}.{field}" if field else path


def _refuse(problem: Problem) -> NoReturn:
    raise TournamentUnreadable(problem.code, field=problem.path).naming(problem.facts) from None


def _tournament(data: object) -> Tournament:
    top = table(data, "the file")
    if top.get("format") != FORMAT:
        found = shown(top.get("format"))
        raise Problem("format-not-read", "format", found=found, format=FORMAT)
    players = _players(top.get("players"))
    known = {player.id for player in players}
    _check_favourites(players, known)
    return Tournament(
        ruleset=text(top.get("ruleset"), "ruleset"),
        players=players,
        stages=_stages(top.get("stages", []), known),
        seed=text(top.get("seed", ""), "seed", empty=True),
        plan=_plan(top.get("plan")),
        name=text(top.get("name", ""), "name", empty=True),
        date=_date(top.get("date")),
        options=_options(top.get("options")),
        tables=_table_rules(top.get("tables")),
        ranking=_ids(top["ranking"], "ranking", known) if "ranking" in top else None,
        ruleset_files=_ruleset_files(top.get("ruleset_files")),
        declared=_declared(top.get("soft_score_kinds", [])),
        soft_scores=_soft_scores(top.get("soft_scores", []), known),
    )


def _ruleset_files(raw: object) -> dict[str, str]:
    """Return the texts of a ruleset that came with the file; what they say, the loader reads."""
    entry = table({} if raw is None else raw, "ruleset_files")
    return {
        text(name, "ruleset_files"): text(said, f"ruleset_files.{name[:60]}")
        for name, said in entry.items()
    }


def _players(raw: object) -> tuple[Player, ...]:
    seen: set[str] = set()
    players: list[Player] = []
    for index, entry in enumerate(items(raw, "players")):
        try:
            player = _player(entry)
            if player.id in seen:
                raise Problem("player-id-twice", "id", found=shown(player.id))
        except Problem as problem:
            raise problem.within(f"players[{index}]") from None
        seen.add(player.id)
        players.append(player)
    return tuple(players)


def _player(raw: object) -> Player:
    entry = table(raw, "")
    identity = PlayerId(text(entry.get("id"), "id"))
    name = text(entry.get("name", identity), "name")
    if _PLAIN.issuperset(entry):
        return Player(identity, name)
    role = one_of(entry.get("role", "player"), "role", ("player", "spare"))
    tags = items(entry.get("affiliations", []), "affiliations")
    vote = _optional(text, entry, "favourite")
    return Player(
        id=identity,
        name=name,
        number=_optional(whole_number, entry, "number"),
        faction=_optional(text, entry, "faction"),
        affiliations=tuple(text(other, f"affiliations[{n}]") for n, other in enumerate(tags)),
        total=_optional(whole_number, entry, "total"),
        spare=role == "spare",
        table=_optional(whole_number, entry, "table"),
        favourite=None if vote is None else PlayerId(vote),
        extra={
            text(key, "extra"): whole_number(value, f"extra.{key}")
            for key, value in table(entry.get("extra", {}), "extra").items()
        },
    )


def _check_favourites(players: tuple[Player, ...], known: set[PlayerId]) -> None:
    spares = {player.id for player in players if player.spare}
    for index, player in enumerate(players):
        vote = player.favourite
        if vote is None:
            continue
        if vote not in known or vote == player.id or vote in spares:
            path = f"players[{index}].favourite"
            raise Problem("vote-for-nobody", path, found=shown(vote))


def _optional(read: Callable[[object, str], _T], entry: dict[str, Any], key: str) -> _T | None:
    value = entry.get(key)
    return None if value is None else read(value, key)


def _plan(raw: object) -> Plan:
    if raw is None:
        return Plan()
    entry = table(raw, "plan")
    known_keys(entry, "plan", frozenset(("swiss_rounds", "cut", "announced", "override")))
    announced = entry.get("announced")
    if announced is not None:
        known_keys(
            table(announced, "plan.announced"), "plan.announced", frozenset(("swiss_rounds", "cut"))
        )
    return Plan(
        *_rounds_and_cut(entry, "plan"),
        None if announced is None else _rounds_and_cut(announced, "plan.announced"),
        read_override(entry, where="plan."),
    )


def _rounds_and_cut(entry: dict[str, Any], where: str) -> tuple[int | None, int | None]:
    rounds, cut = entry.get("swiss_rounds"), entry.get("cut")
    if rounds is not None and whole_number(rounds, f"{where}.swiss_rounds") > _MOST_ROUNDS:
        path = f"{where}.swiss_rounds"
        raise Problem("too-many-rounds-planned", path, rounds=rounds, most=_MOST_ROUNDS)
    if cut is not None and whole_number(cut, f"{where}.cut") < 2:
        raise Problem("planned-cut-too-small", f"{where}.cut", cut=cut)
    return rounds, cut


def _date(raw: object) -> date | None:
    if raw is None:
        return None
    written = text(raw, "date")
    try:
        day = date.fromisoformat(written)
    except ValueError:
        day = None
    if day is None or day.isoformat() != written:
        raise Problem("value-no-date", "date", found=shown(raw))
    return day


def _options(raw: object) -> dict[str, object]:
    entry = table({} if raw is None else raw, "options")
    return {text(key, "options"): _option(value, f"options.{key}") for key, value in entry.items()}


def _option(raw: object, path: str) -> object:
    """Return a value an option can have; whether this option can have it, the ruleset knows."""
    if isinstance(raw, list):
        return [_option_entry(entry, f"{path}[{n}]") for n, entry in enumerate(raw)]
    return _option_entry(raw, path)


def _option_entry(raw: object, path: str) -> object:
    if isinstance(raw, str):
        return text(raw, path, empty=True)
    if not isinstance(raw, int):
        raise Problem("value-of-no-option", path, found=shown(raw))
    return raw


def _table_rules(raw: object) -> TableRules:
    if raw is None:
        return TableRules()
    entry = table(raw, "tables")
    known_keys(entry, "tables", frozenset(("first", "out_of_use", "avoid_repeats")))
    out = items(entry.get("out_of_use", []), "tables.out_of_use")
    return TableRules(
        first=whole_number(entry.get("first", 1), "tables.first"),
        out_of_use=frozenset(
            whole_number(other, f"tables.out_of_use[{n}]") for n, other in enumerate(out)
        ),
        avoid_repeats=flag(entry.get("avoid_repeats", False), "tables.avoid_repeats"),
    )


_SCORE_WORDS: dict[str, tuple[str, ...]] = {
    "per": ("event", "round"),
    "by": get_args(ScoreGiver),
    "choices": ("players", "opponents"),
    "shown": get_args(ScoreShown),
}
_DECLARED = frozenset(("id", "title", "least", "most", "prize", *_SCORE_WORDS))
_ENTRY = frozenset(("score", "player", "value", "round", "reason", "hidden"))
_ROUND_ID = re.compile(r"[1-9][0-9]{0,3}\.[1-9][0-9]{0,3}")


def _declared(raw: object) -> tuple[SoftScore, ...]:
    return tuple(
        _declared_score(entry, f"soft_score_kinds[{n}]")
        for n, entry in enumerate(items(raw, "soft_score_kinds"))
    )


def _declared_score(raw: object, path: str) -> SoftScore:
    entry = table(raw, path)
    known_keys(entry, path, _DECLARED)
    said: dict[str, Any] = {"id": text(entry.get("id"), f"{path}.id")}
    said["title"] = text(entry.get("title"), f"{path}.title")
    for key, choices in _SCORE_WORDS.items():
        if key in entry:
            said[key] = one_of(entry[key], f"{path}.{key}", choices)
    for key in ("least", "most"):
        if key in entry:
            said[key] = signed_number(entry[key], f"{path}.{key}")
    if "prize" in entry:
        said["prize"] = text(entry["prize"], f"{path}.prize", empty=True)
    score = SoftScore(**said)
    for code, facts in score_flaws(score):
        raise Problem(code, path, **facts)
    return score


def _soft_scores(raw: object, known: set[PlayerId]) -> tuple[SoftEntry, ...]:
    entries: dict[tuple[str, PlayerId, str], SoftEntry] = {}
    for number, given in enumerate(items(raw, "soft_scores")):
        path = f"soft_scores[{number}]"
        entry = _soft_entry(given, path, known)
        what = (entry.score, entry.player, entry.round)
        if what in entries:
            raise Problem("soft-score-twice", path, score=entry.score)
        entries[what] = entry
    return tuple(entries.values())


def _soft_entry(raw: object, path: str, known: set[PlayerId]) -> SoftEntry:
    entry = table(raw, path)
    known_keys(entry, path, _ENTRY)
    round_ = text(entry.get("round", ""), f"{path}.round", empty=True)
    if round_ and not _ROUND_ID.fullmatch(round_):
        raise Problem("value-no-round", f"{path}.round", found=shown(round_))
    return SoftEntry(
        score=text(entry.get("score"), f"{path}.score"),
        player=name_of(entry.get("player"), f"{path}.player", known),
        value=signed_number(entry.get("value"), f"{path}.value"),
        round=round_,
        reason=text(entry.get("reason", ""), f"{path}.reason", empty=True),
        hidden=flag(entry.get("hidden", False), f"{path}.hidden"),
    )


def _stages(raw: object, known: set[PlayerId]) -> tuple[Stage, ...]:
    stages = []
    for index, entry in enumerate(items(raw, "stages")):
        try:
            stages.append(_stage(entry, known))
        except Problem as problem:
            raise problem.within(f"stages[{index}]") from None
    return tuple(stages)


def _stage(raw: object, known: set[PlayerId]) -> Stage:
    entry = table(raw, "")
    kind = one_of(entry.get("kind"), "kind", ("swiss", "elimination"))
    seeds = _ids(entry["seeds"], "seeds", known) if entry.get("seeds") is not None else None
    rounds: list[Round] = []
    for index, round_ in enumerate(items(entry.get("rounds", []), "rounds")):
        try:
            rounds.append(_round(round_, known))
        except Problem as problem:
            raise problem.within(f"rounds[{index}]") from None
    if seeds is not None and not seeds:
        raise Problem("seeds-empty", "seeds")
    if kind == "elimination":
        _require_bracket_matches(rounds)
    if kind == "elimination" and seeds is None and any(round_.matches for round_ in rounds):
        raise Problem("seeds-missing", "seeds")
    stage: StageKind = "swiss" if kind == "swiss" else "elimination"
    return Stage(stage, tuple(rounds), seeds, read_override(entry))


def _require_bracket_matches(rounds: list[Round]) -> None:
    for number, round_ in enumerate(rounds):
        for index, match in enumerate(round_.matches):
            if match.kind == "unpaired_loss":
                path = f"rounds[{number}].matches[{index}].kind"
                raise Problem("unpaired-loss-in-bracket", path)


def _ids(raw: object, path: str, known: set[PlayerId]) -> tuple[PlayerId, ...]:
    ids = tuple(name_of(entry, f"{path}[{n}]", known) for n, entry in enumerate(items(raw, path)))
    seen: set[PlayerId] = set()
    for n, player in enumerate(ids):
        if player in seen:
            raise Problem("player-listed-twice", f"{path}[{n}]", found=shown(player))
        seen.add(player)
    return ids


def _round(raw: object, known: set[PlayerId]) -> Round:
    entry = table(raw, "")
    seen: set[PlayerId] = set()
    matches = []
    for index, given in enumerate(items(entry.get("matches"), "matches")):
        try:
            match = read_match(given, known)
            for player in match.players:
                if player in seen:
                    raise Problem("player-twice-in-round", "players", found=shown(player))
                seen.add(player)
        except Problem as problem:
            raise problem.within(f"matches[{index}]") from None
        matches.append(match)
    attempt = whole_number(entry.get("attempt", 1), "attempt")
    if attempt < 1:
        raise Problem("attempt-counts-from-one", "attempt")
    draws = {
        kind: text(entry[kind], kind)
        for kind in ("deployment", "objective")
        if entry.get(kind) is not None
    }
    salt = None if entry.get("salt") is None else text(entry["salt"], "salt", empty=True)
    after = _changes(entry.get("after", []), known)
    return Round(tuple(matches), after, attempt, draws, read_override(entry), salt)


def _changes(raw: object, known: set[PlayerId]) -> tuple[Change, ...]:
    changes = []
    for index, given in enumerate(items(raw, "after")):
        try:
            entry = table(given, "")
            known_keys(entry, "", _CHANGE)
            player = name_of(entry.get("player"), "player", known)
            change = one_of(entry.get("change"), "change", ("drop", "disqualify", "rejoin"))
        except Problem as problem:
            raise problem.within(f"after[{index}]") from None
        changes.append(Change(player, change))  # type: ignore[arg-type]
    return tuple(changes)
