"""A ruleset as it is being made: the answers on the page, their file, what is wrong with it."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from tiltyard.engine.errors import Refused, RulesetUnreadable
from tiltyard.engine.plain_text import slug
from tiltyard.rulesets.loader import load, load_files, names, troubles_of
from tiltyard.rulesets.questions import (
    GROUPS,
    HEAD,
    ROW_FIELDS,
    SCORE,
    SCORE_CHOICES,
    Misread,
    Question,
    Table,
    answer_in,
    answered,
    base_of,
    completed,
    even_rows,
    questions_for,
    shown_amount,
)
from tiltyard.rulesets.writing import write_toml
from tiltyard.service.ruleset_sheet import choice_words, code_of
from tiltyard.text.refusals import fix_text, refusal_text
from tiltyard.text.say import filled, say, sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.service.ruleset_library import RulesetLibrary

LONGEST_ID = 40
MOST_NOTES = 12
UNNAMED = "untitled"
_PLACE = re.compile(r"(?P<path>[a-z_]+(?:\.[a-z_]+)*)(?:\[(?P<row>\d+)\])?")


class Answers(Protocol):
    """What was typed on the page, field by field."""

    def __contains__(self, name: str) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...
    def text(self, name: str, default: str = "") -> str:
        """Return the value of a field that is sent once."""

    def every(self, name: str) -> tuple[str, ...]:
        """Return all values of a field."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that is wrong: at which question, at which of its rows, and what to do."""

    path: str
    row: int | None
    text: str
    fix: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """A ruleset that is not kept yet. `source` is the made ruleset it succeeds, if it does."""

    inherits: str
    source: str
    base: Table
    table: Table
    text: str
    troubles: tuple[Trouble, ...] = ()
    typed: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name with version it would have."""
        return f"{self.table['id']}@{self.table['version']}"

    @property
    def rules(self) -> Ruleset | None:
        """The ruleset, if nothing is wrong with it."""
        if self.troubles:
            return None
        try:
            return load_files(self.name, {self.name: self.text})
        except RulesetUnreadable:
            return None

    @property
    def is_based_on_a_document(self) -> bool:
        """Whether it is made from an official ruleset, so that it is one of house rules."""
        return self.inherits.partition("@")[0] in names()


def new_draft(library: RulesetLibrary, start: str) -> Draft:
    """Return what is shown first: a family, a copy of a document, or the next version of one."""
    kept = library.kept(start)
    if kept is None:
        inherits = load(start).name
        head: Table = {"inherits": inherits, "id": UNNAMED, "version": "1"}
        return _draft(inherits, "", head)
    table = tomllib.loads(kept.text)
    inherits = str(table.get("inherits", ""))
    table["version"] = library.next_name(kept.name).partition("@")[2]
    return _draft(inherits, kept.name, table)


def draft_of(library: RulesetLibrary, form: Answers) -> Draft:
    """Return the ruleset that a form asks for, with everything that is wrong with it."""
    source = form.text("source")
    began = new_draft(library, source or form.text("inherits"))
    table, wrong = began.table, []
    title = " ".join(form.text("title").split())[:120]
    if not source:
        table["id"] = id_of(title)
        table["version"] = "1"
    notes = [" ".join(line.split()) for line in form.text("notes").splitlines()]
    head = {
        "title": title,
        "game": " ".join(form.text("game").split())[:60],
        "notes": [note for note in notes if note][:MOST_NOTES],
    }
    for name, said in head.items():
        if said:
            table[name] = said
        else:
            table.pop(name, None)
    asked = set(form.every("asked"))
    for question in questions_for(began.base):
        if question.path not in asked:
            continue
        try:
            answered(began.base, table, question, form.every)
        except Misread as no:
            wrong.append(_misread(no))
    if "fill" in form:
        rows = _filled(form, wrong)
        if rows:
            column = {name: tuple(str(row.get(name, "")) for row in rows) for name in ROW_FIELDS}
            question = next(known for known in questions_for(began.base) if known.kind == "rows")
            answered(began.base, table, question, lambda name: column[name.rpartition(".")[2]])
            wrong = [trouble for trouble in wrong if trouble.path != question.path]
    typed = {} if "fill" in form else {name: form.every(name) for name in form}
    return _draft(began.inherits, source, table, tuple(wrong), typed)


def id_of(title: str) -> str:
    """Return the id of a ruleset with this title."""
    made = slug(title, LONGEST_ID)
    if len(made) < 2:
        return UNNAMED
    return made if made[0].isalpha() else f"r-{made}"


def _filled(form: Answers, wrong: list[Trouble]) -> list[dict[str, int]]:
    """Return an even table for the three numbers that were asked."""
    numbers = [form.text(f"fill.{name}").strip() for name in ("total", "draw", "step")]
    if not all(re.fullmatch(r"[0-9]{1,5}", number) for number in numbers):
        wrong.append(Trouble("points.rows", None, say("making.fill-needs-three-numbers")))
        return []
    total, draw, step = map(int, numbers)
    if not (1 <= total <= 100 and step >= 1):
        wrong.append(Trouble("points.rows", None, say("making.fill-needs-three-numbers")))
        return []
    return even_rows(total, draw, step)


def _draft(
    inherits: str,
    source: str,
    table: Table,
    wrong: tuple[Trouble, ...] = (),
    typed: dict[str, tuple[str, ...]] | None = None,
) -> Draft:
    base = base_of(inherits)
    table = completed(base, table)
    text = write_toml(table)
    name = f"{table['id']}@{table['version']}"
    found = tuple(_trouble(no) for no in troubles_of(name, {name: text}))
    return Draft(inherits, source, base, table, text, (*wrong, *found), typed or {})


def _misread(no: Misread) -> Trouble:
    place = _PLACE.match(no.path)
    assert place is not None  # questions have such paths
    row = None if place["row"] is None else int(place["row"])
    return Trouble(place["path"], row, say(f"making.{no.code}", said=no.said[:40]))


def _trouble(no: RulesetUnreadable) -> Trouble:
    """Return what the soundness checks say, without the file and the place before it."""
    where = str(no.facts.get("place", ""))
    text = refusal_text(no).removeprefix(f"{no.facts.get('file')}: ").removeprefix(f"{where}: ")
    place = _PLACE.match(where)
    row = None if place is None or place["row"] is None else int(place["row"])
    fix = fix_text(no)
    if f"fix-{no.sentence}" in sentences("making"):
        fix = filled(f"making.fix-{no.sentence}", no.facts)
    return Trouble(place["path"] if place else "", row, text, fix)


# ------------------------------------------------------------------------------
# The questions as they are shown.


@dataclass(frozen=True, slots=True)
class Field:
    """A question on the page: what it is called, what is typed there, what is wrong."""

    question: Question
    title: str
    hint: str
    value: Any
    choices: tuple[tuple[str, str], ...] = ()
    troubles: tuple[Trouble, ...] = ()

    @property
    def id(self) -> str:
        """Its id on the page."""
        return f"q-{self.question.path.replace('.', '-')}"


@dataclass(frozen=True, slots=True)
class Section:
    """The questions of a group, under its heading."""

    id: str
    title: str
    text: str
    fields: tuple[Field, ...]


def sections(draft: Draft) -> tuple[Section, ...]:
    """Return all that is asked, group by group."""
    asked = questions_for(draft.base)
    return tuple(
        Section(group, say(f"making.group-{group}"), say(f"making.about-{group}"), fields)
        for group in GROUPS
        if (fields := tuple(_field(draft, known) for known in asked if known.group == group))
    )


def elsewhere(draft: Draft) -> tuple[Trouble, ...]:
    """Return what is wrong where no question asks."""
    asked = {question.path for question in questions_for(draft.base)}
    return tuple(trouble for trouble in draft.troubles if _at(trouble, asked) is None)


def _at(trouble: Trouble, asked: set[str]) -> str | None:
    """Return the question a trouble stands beside: the one of its place, or of its section."""
    path = trouble.path
    while path:
        if path in asked:
            return path
        inside = next((known for known in sorted(asked) if known.startswith(f"{path}.")), None)
        if inside is not None and "." in path:
            return inside
        path = path.rpartition(".")[0]
    return None


def _field(draft: Draft, question: Question) -> Field:
    code = code_of(question)
    hints = sentences("making")
    asked = {known.path for known in questions_for(draft.base)}
    return Field(
        question,
        say(f"making.{code}"),
        say(f"making.{code}-hint") if f"{code}-hint" in hints else "",
        _shown(draft, question),
        tuple((value, choice_words(code, value)) for value in question.choices),
        tuple(found for found in draft.troubles if _at(found, asked) == question.path),
    )


def _shown(draft: Draft, question: Question) -> Any:
    if question.kind == "rows":
        return _shown_rows(draft, question, ROW_FIELDS)
    if question.kind == "scores":
        return _shown_rows(draft, question, tuple(SCORE))
    typed = draft.typed.get(question.path)
    if typed is not None and question.kind != "flag":
        return [key for key in typed if key] if question.kind == "order" else typed[-1]
    value = answer_in(draft.base, draft.table, question)
    if question.kind in {"numbers", "names"}:
        return ", ".join(map(str, value))
    if question.kind in {"flag", "order"}:
        return value
    if value is not None and question.kind == "amount":
        return shown_amount(value)
    return "" if value is None else str(value)


def _shown_rows(draft: Draft, question: Question, names: tuple[str, ...]) -> list[dict[str, str]]:
    columns = {name: draft.typed.get(f"{question.path}.{name}", ()) for name in names}
    if any(columns.values()):
        length = max(map(len, columns.values()))
        rows = [
            {name: column[n] if n < len(column) else "" for name, column in columns.items()}
            for n in range(length)
        ]
        main = "title" if "title" in names else ""
        return [
            row
            for row in rows
            if (row[main].strip() if main else any(cell.strip() for cell in row.values()))
        ]
    known = answer_in(draft.base, draft.table, question)
    return [{name: str(row.get(name, "")) for name in names} for row in known]


def require_title(draft: Draft) -> None:
    """Refuse to keep a ruleset nobody could ask for by its name."""
    if "title" not in draft.table or draft.table["id"] == UNNAMED:
        raise Refused("ruleset-needs-a-title", field="title")


def family_name(ruleset: str, title: str) -> str:
    """Return what a family is called in the language that is spoken."""
    return say(f"making.name-{ruleset}") if f"name-{ruleset}" in sentences("making") else title


def family_text(ruleset: str) -> str:
    """Return for whom a family is."""
    return say(f"making.family-{ruleset}") if f"family-{ruleset}" in sentences("making") else ""


def start_of(draft: Draft) -> str:
    """Return what a draft begins with: a family, or the document it is based on."""
    ruleset, title = draft.inherits.partition("@")[0], str(draft.base.get("title", ""))
    if draft.is_based_on_a_document:
        return say("making.based-on", document=f"{title} {draft.base['version']}")
    return say("making.from-family", name=family_name(ruleset, title))


def score_choices() -> dict[str, tuple[tuple[str, str], ...]]:
    """Return the choices of a score beside the games, each with what it is called."""
    return {
        name: tuple(
            (value, say(f"making.score-{name}-{value.replace('_', '-')}")) for value in values
        )
        for name, values in SCORE_CHOICES.items()
    }


def own_head(draft: Draft) -> dict[str, str]:
    """Return the head of a draft as it is typed."""
    shown = {name: draft.table.get(name, "") for name in HEAD}
    return {**shown, "notes": "\n".join(draft.table.get("notes", ()))}
