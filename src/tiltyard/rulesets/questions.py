"""What an organizer is asked who makes a ruleset, and the ruleset file that the answers are.

A file that was made states its head and what differs from the file it inherits. A question is about
one place in it; what no question asks about is kept as it was written by hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from tiltyard.engine.ruleset import TieBreak
from tiltyard.rulesets.loader import Source, merged, shipped

Table = dict[str, Any]
Kind = Literal[
    "text", "number", "numbers", "amount", "limit", "choice", "flag", "names", "order", "rows",
    "scores",
]  # fmt: skip
Group = Literal["result", "points", "byes", "ranking", "pairing", "rounds", "clock", "lists"]
GROUPS: tuple[Group, ...] = (
    "result",
    "points",
    "byes",
    "ranking",
    "pairing",
    "rounds",
    "clock",
    "lists",
)
HEAD = ("inherits", "id", "version", "title", "game", "notes")
MOST_NUMBERS = 12
SHARE = "*available"
TWO_LOSSES = 2
MOST_NAMES = 60


@dataclass(frozen=True, slots=True)
class Question:
    """One thing that is asked: where its answer stands, and which games are asked it.

    `clause` is the place of the clause the answer needs beside it, copied from the section.
    """

    path: str
    group: Group
    kind: Kind
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 1_000_000
    clause: str = ""
    asked: Callable[[Table], bool] = lambda _: True


class Misread(ValueError):
    """An answer that cannot be read: the place of the question, and the code of what is wrong."""

    def __init__(self, path: str, code: str, said: str) -> None:
        super().__init__(code)
        self.path = path
        self.code = code
        self.said = said


def value_at(table: Table, path: str) -> Any:  # any TOML value
    """Return what stands at a place of a table, or none."""
    found: Any = table
    for name in path.split("."):
        if not isinstance(found, dict) or name not in found:
            return None
        found = found[name]
    return found


def _put(table: Table, path: str, value: Any) -> None:
    *outer, last = path.split(".")
    for name in outer:
        table = table.setdefault(name, {})
    table[last] = value


def _take(table: Table, path: str) -> None:
    first, _, rest = path.partition(".")
    if not rest:
        table.pop(first, None)
    elif isinstance(table.get(first), dict):
        _take(table[first], rest)
        if not table[first]:
            del table[first]


# ------------------------------------------------------------------------------
# Which games are asked what: a question is about a mechanism the file that is inherited has.


def _by(kind: str) -> Callable[[Table], bool]:
    return lambda base: value_at(base, "points.by") == kind


def _has(path: str) -> Callable[[Table], bool]:
    return lambda base: bool(value_at(base, path))


def _fixed(base: Table) -> bool:
    return bool(value_at(base, "outcomes.concession.counted.rule") == "fixed")


def _swiss(base: Table) -> bool:
    method = value_at(base, "pairing.method") or "brackets"
    rounds = value_at(base, "structure.rounds")
    return bool(method == "brackets" and rounds != 0)


def _round_robin(base: Table) -> bool:
    return bool(value_at(base, "pairing.method") == "round_robin")


def _bracket(base: Table) -> bool:
    return bool(value_at(base, "elimination.allowed")) and not _round_robin(base)


def _rounds_asked(base: Table) -> bool:
    return value_at(base, "structure.kind") in {"organizer", "fixed"} and _swiss(base)


LIBRARY = tuple(key for key in get_args(TieBreak) if key not in {"tp", "lot"})
"""Everything that may decide between players level on points."""

QUESTIONS: tuple[Question, ...] = (
    Question("score.title", "result", "text", asked=lambda base: "title" in base["score"]),
    Question(
        "score.wipe_out",
        "result",
        "numbers",
        clause="score.wipe_out_clause",
        asked=lambda base: not value_at(base, "score.best_of"),
    ),
    Question("score.best_of", "result", "number", least=1, most=9, asked=_has("score.best_of")),
    Question("score.objectives_title", "result", "text", asked=_has("score.objectives_title")),
    Question("score.objectives_most", "result", "number", asked=_has("score.objectives_most")),
    Question("outcomes.concession.counted.winner", "result", "number", asked=_fixed),
    Question("outcomes.concession.counted.loser", "result", "number", asked=_fixed),
    Question("points.rows", "points", "rows", asked=_by("margin")),
    Question("points.per_cent", "points", "flag", asked=_has("points.per_cent")),
    Question("points.win", "points", "number", most=1000, asked=_by("result")),
    Question("points.draw", "points", "number", most=1000, asked=_by("result")),
    Question("points.loss", "points", "number", most=1000, asked=_by("result")),
    Question("bye.award.tp", "byes", "number", most=1000),
    Question("bye.award.mov", "byes", "amount", asked=lambda base: _margin(base) != "none"),
    Question("bye.award.vp_for", "byes", "number"),
    Question("bye.award.vp_against", "byes", "number"),
    Question("bye.pick", "byes", "choice", ("lowest_standing", "random_in_lowest_group")),
    Question("bye.max_per_player", "byes", "limit", least=1, most=20),
    Question("unpaired_loss.tp", "byes", "number", most=1000),
    Question("forfeit.award", "byes", "choice", ("bye", "concession")),
    Question("standings.order", "ranking", "order", LIBRARY),
    Question("soft_scores", "ranking", "scores"),
    Question("standings.extra", "ranking", "names"),
    Question("standings.once", "ranking", "names"),
    Question("standings.final_ties", "ranking", "choice", ("random", "shared")),
    Question("pairing.group", "pairing", "choice", ("tp", "none"), asked=_swiss),
    Question("pairing.inside", "pairing", "choice", ("random", "standings", "sos"), asked=_swiss),
    Question(
        "pairing.partners",
        "pairing",
        "choice",
        ("neighbours", "fold", "slide"),
        clause="pairing.partners_clause",
        asked=lambda base: _swiss(base) and "partners" in base["pairing"],
    ),
    Question("rematch.scope", "pairing", "choice", ("stage", "swiss", "event"), asked=_swiss),
    Question("pairing.avoid_affiliation", "pairing", "flag"),
    Question("pairing.plan_safe", "pairing", "flag", asked=_swiss),
    Question("pairing.legs", "pairing", "number", least=1, most=2, asked=_has("pairing.legs")),
    Question("structure.rounds", "rounds", "number", most=20, asked=_rounds_asked),
    Question("cut.sizes", "rounds", "numbers", asked=_bracket),
    Question(
        "elimination.draw",
        "rounds",
        "choice",
        ("higher_seed", "impossible"),
        asked=lambda base: value_at(base, "elimination.draw") in {"higher_seed", "impossible"},
    ),
    Question(
        "elimination.final_again",
        "rounds",
        "flag",
        asked=lambda base: value_at(base, "elimination.losses") == TWO_LOSSES,
    ),
    Question(
        "pairing.group_size", "rounds", "number", least=3, most=16, asked=_has("pairing.group_size")
    ),
    Question(
        "pairing.group_winners",
        "rounds",
        "number",
        least=1,
        most=8,
        asked=_has("pairing.group_winners"),
    ),
    Question("elimination.reseed", "rounds", "flag", asked=_bracket),
    Question("clock.swiss.minutes", "clock", "numbers"),
    Question("clock.elimination.minutes", "clock", "numbers", asked=_bracket),
    Question("clock.extension_minutes", "clock", "number", least=1, most=120),
    Question("clock.time_called", "clock", "text"),
    Question("clock.game_rounds", "clock", "number", most=50, clause="clock.game_rounds_clause"),
    Question("no_show.minutes", "clock", "number", most=240),
    Question("lists.required", "lists", "choice", ("always", "by_tier", "never")),
    Question("lists.limits", "lists", "numbers", clause="lists.limits_clause"),
    Question("lists.factions", "lists", "names", clause="lists.factions_clause"),
    Question("lists.approval", "lists", "choice", ("clean", "by_hand")),
    Question("lists.reveal", "lists", "choice", ("start", "cut", "finish", "never")),
)


def _margin(base: Table) -> object:
    return value_at(base, "margin.kind")


def questions_for(base: Table) -> tuple[Question, ...]:
    """Return what is asked of a ruleset that inherits this one, with what can be chosen there."""
    asked = (question for question in QUESTIONS if question.asked(base))
    return tuple(
        replace(question, choices=_tie_breaks(base)) if question.kind == "order" else question
        for question in asked
    )


def _tie_breaks(base: Table) -> tuple[str, ...]:
    """Return the tie-breakers that have a value in a game: not every game has these two."""
    missing = {"mov"} if _margin(base) == "none" else set()
    if value_at(base, "sos.formula") == "none":
        missing.add("sos")
    return tuple(key for key in LIBRARY if key not in missing)


# ------------------------------------------------------------------------------
# Answers as people type them, read into a table and shown again.

_SEPARATED = re.compile(r"[,;\s]+")


def base_of(inherits: str) -> Table:
    """Return the table of a file that comes with the program, with all that it inherits."""
    files: dict[str, Source] = shipped()
    return merged(inherits, files)


def answered(
    base: Table, table: Table, question: Question, said: Callable[[str], tuple[str, ...]]
) -> None:
    """Put an answer into a table, or take it out where it is what the inherited file says.

    `said` returns what was typed in the fields of a name.
    """
    value = _read(question, said)
    usual = _usual(base, question)
    if value is None or value == usual:
        _take(table, question.path)
        return
    _put(table, question.path, _with_clauses(base, question, value))
    if question.clause and not value_at(base, question.clause):
        section = value_at(base, f"{question.path.partition('.')[0]}.clause")
        _put(table, question.clause, section or base["clause"])


def answer_in(base: Table, table: Table, question: Question) -> Any:  # any TOML value
    """Return what a table answers; what it leaves out is answered by the file it inherits."""
    own = value_at(table, question.path)
    return _plain(question, own) if own is not None else _usual(base, question)


def _usual(base: Table, question: Question) -> Any:
    return _plain(question, value_at(base, question.path))


def _plain(question: Question, value: Any) -> Any:
    """Return a value without the clauses beside it."""
    if question.kind == "order":
        keys = [entry["key"] for entry in value or ()]
        return [key for key in keys if key not in {"tp", "lot"}]
    if question.kind == "rows":
        return [{name: x for name, x in row.items() if name != "clause"} for row in value or ()]
    if question.kind == "scores":
        return [
            {name: row.get(name, usual) for name, usual in SCORE.items()} for row in value or ()
        ]
    if question.kind in {"numbers", "names"}:
        return list(value or ())
    if question.kind == "flag":
        return bool(value)
    return value


def _with_clauses(base: Table, question: Question, value: Any) -> Any:
    if question.kind == "rows":
        return [{**row, "clause": value_at(base, "points.clause")} for row in value]
    if question.kind == "scores":
        said = [_different(row) for row in value]
        return [{**row, "clause": value_at(base, "standings.clause")} for row in said]
    if question.kind != "order":
        return value
    usual = {entry["key"]: entry["clause"] for entry in value_at(base, question.path)}
    other = value_at(base, "standings.clause")
    keys = ["tp", *value, "lot"]
    return [{"key": key, "clause": usual.get(key, other)} for key in keys]


def _read(question: Question, said: Callable[[str], tuple[str, ...]]) -> Any:
    """Return what was typed as a value of the file; none where nothing was."""
    if question.kind == "rows":
        return _rows(question, said)
    if question.kind == "scores":
        return _scores(question, said)
    typed = tuple(part.strip() for part in said(question.path))
    if question.kind == "order":
        return [_choose(question, key) for key in typed if key]
    return _READ[question.kind](question, typed[-1] if typed else "")


def _flag(_question: Question, text: str) -> bool:
    return text in {"1", "on", "yes", "true"}


def _line(_question: Question, text: str) -> str | None:
    return " ".join(text.split())[:200] or None


def _one_of(question: Question, text: str) -> str | None:
    return _choose(question, text) if text else None


def _numbers(question: Question, text: str) -> list[int]:
    numbers = [_number(question, part) for part in _SEPARATED.split(text) if part]
    if len(numbers) > MOST_NUMBERS:
        raise Misread(question.path, "too-many-numbers", text)
    return numbers


def _whole(question: Question, text: str) -> int | str | None:
    """Return a number, or one of the words that may stand in its place."""
    if not text:
        return None
    if question.kind == "limit" and text == "unlimited":
        return text
    if question.kind == "amount" and text.endswith("%"):
        share = _number(question, text.removesuffix("%").strip())
        return f"{share // 100}.{share % 100:02}".rstrip("0").rstrip(".") + SHARE
    return _number(question, text)


def shown_amount(value: int | str) -> str:
    """Return an amount as it is typed: a share of what is available in per cent."""
    if not isinstance(value, str):
        return str(value)
    whole, _, part = value.removesuffix(SHARE).partition(".")
    exact = len(part) <= 2
    return f"{int(whole + f'{part:0<2}')} %" if exact else value


def _names(question: Question, text: str) -> list[str]:
    names = [" ".join(part.split()) for part in re.split(r"[,;\n]", text)]
    found = list(dict.fromkeys(name for name in names if name))
    if len(found) > MOST_NAMES:
        raise Misread(question.path, "too-many-names", str(len(found)))
    return found


def _choose(question: Question, text: str) -> str:
    if text not in question.choices:
        raise Misread(question.path, "no-choice", text)
    return text


def _number(question: Question, text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,7}", text):
        raise Misread(question.path, "no-number", text)
    number = int(text)
    if not question.least <= number <= question.most:
        raise Misread(question.path, "number-outside", text)
    return number


_READ: dict[Kind, Callable[[Question, str], Any]] = {
    "flag": _flag,
    "text": _line,
    "choice": _one_of,
    "numbers": _numbers,
    "names": _names,
    "number": _whole,
    "amount": _whole,
    "limit": _whole,
}

ROW_FIELDS = ("least", "most", "win", "loss")


def _rows(question: Question, said: Callable[[str], tuple[str, ...]]) -> list[dict[str, int]]:
    """Read the rows of a table; one that is empty from end to end is none."""
    columns = [said(f"{question.path}.{name}") for name in ROW_FIELDS]
    rows = []
    for place in range(max(map(len, columns), default=0)):
        cells = [column[place].strip() if place < len(column) else "" for column in columns]
        if not any(cells):
            continue
        row = {}
        for name, cell in zip(ROW_FIELDS, cells, strict=True):
            if cell or name != "most":
                row[name] = _number(Question(f"points.rows[{place}]", "points", "number"), cell)
        rows.append(row)
    return rows


SCORE: dict[str, Any] = {
    "id": "",
    "title": "",
    "per": "event",
    "least": 0,
    "most": 100,
    "by": "leader",
    "choices": "players",
    "shown": "at_once",
    "counts": "awards",
    "prize": "",
}
"""The fields of a score beside the games, each as it is where nothing is said."""
SCORE_CHOICES = {
    "per": ("event", "round"),
    "by": ("leader", "opponent", "player", "vote"),
    "choices": ("players", "opponents"),
    "shown": ("at_once", "after_last_round", "at_end"),
    "counts": ("points", "tie_break", "awards"),
}
_NO_WORD = re.compile(r"[^a-z0-9]+")


def _scores(question: Question, said: Callable[[str], tuple[str, ...]]) -> list[Table]:
    """Read scores beside the games; one without a title is none."""
    columns = {name: said(f"{question.path}.{name}") for name in SCORE}
    found: list[Table] = []
    for place, title in enumerate(columns["title"]):
        if not title.strip():
            continue
        row = {name: _cell(column, place) for name, column in columns.items()}
        row["title"] = " ".join(row["title"].split())[:60]
        row["id"] = row["id"] or _NO_WORD.sub("_", row["title"].casefold()).strip("_") or "score"
        found.append({**SCORE, **{name: text for name, text in row.items() if text}})
        for name in ("least", "most"):
            found[-1][name] = _signed(f"soft_scores[{len(found) - 1}]", str(found[-1][name]))
        for name, choices in SCORE_CHOICES.items():
            _choose(Question(question.path, "ranking", "choice", choices), found[-1][name])
    return found


def _cell(column: tuple[str, ...], place: int) -> str:
    return column[place].strip() if place < len(column) else ""


def _signed(path: str, text: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,6}", text):
        raise Misread(path, "no-number", text)
    return int(text)


def _different(row: Table) -> Table:
    """Return a score with what is said of it, without what holds anyway."""
    always = {"id", "title", "most"}
    return {name: x for name, x in row.items() if name in always or x != SCORE[name]}


def even_rows(total: int, draw: int, step: int) -> list[dict[str, int]]:
    """Return a table in which two players share points: one more for each step of the margin.

    Margins up to `draw` share the points evenly; half points there are none.
    """
    half = total // 2
    rows = [{"least": 0, "most": draw, "win": total - half, "loss": half}]
    if total % 2:
        rows[0] = {"least": 0, "most": draw, "win": half, "loss": half}
    for win in range(half + 1, total + 1):
        least = rows[-1]["most"] + 1
        rows.append({"least": least, "most": least + step - 1, "win": win, "loss": total - win})
    del rows[-1]["most"]
    return rows


def completed(base: Table, table: Table) -> Table:
    """Return a table with what follows from its answers, in the order in which it is written."""
    most = value_at(table, "score.wipe_out")
    if most and value_at(base, "margin.most"):
        _put(table, "margin.most", max(most))
    order = value_at(table, "standings.order")
    if order:
        _give_up_readings(base, table, _keys(order))
    ranks = any(row.get("counts") == "tie_break" for row in value_at(table, "soft_scores") or ())
    ranks = ranks or bool(value_at(table, "standings.extra"))
    if order and ranks and "extra" not in _keys(order):
        question = next(known for known in QUESTIONS if known.kind == "order")
        _put(table, question.path, _with_clauses(base, question, [*_keys(order)[1:-1], "extra"]))
    return _in_order(table)


def _give_up_readings(base: Table, table: Table, keys: list[str]) -> None:
    """Leave out other orders the document can be read to say, where keys of them are not used."""
    option = base.get("options", {}).get("standings.order", {})
    if any(not set(reading) <= set(keys) for reading in option.get("readings", ())):
        table.setdefault("options", {}).setdefault("standings.order", {})["readings"] = []


def _keys(order: list[Table]) -> list[str]:
    return [entry["key"] for entry in order]


_PLACES = {path: place for place, path in enumerate((*HEAD, *(q.path for q in QUESTIONS)))}


def _in_order(table: Table, path: str = "") -> Table:
    """Return a table in the order of the questions; what none asks about comes behind."""
    inner = {
        name: _in_order(value, f"{path}{name}.") if isinstance(value, dict) else value
        for name, value in table.items()
    }
    return dict(sorted(inner.items(), key=lambda entry: _place(f"{path}{entry[0]}")))


def _place(path: str) -> tuple[int, str]:
    inside = [place for known, place in _PLACES.items() if f"{known}.".startswith(f"{path}.")]
    return min(inside, default=len(_PLACES)), path
