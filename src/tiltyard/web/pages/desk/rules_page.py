"""Rulesets made in the browser: the library, the page of questions, and what it shows beside."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from litestar import MediaType

from tiltyard.dev.sample_event import sample_event
from tiltyard.engine.errors import Refused, RulesetUnreadable, TiltyardError
from tiltyard.engine.scoring import Setting, score_game
from tiltyard.engine.slip import Slip
from tiltyard.paper.press import print_rules
from tiltyard.rulesets.loader import families, load_all
from tiltyard.service.ruleset_drafts import (
    draft_of,
    elsewhere,
    family_name,
    family_text,
    new_draft,
    own_head,
    require_title,
    score_choices,
    sections,
    start_of,
)
from tiltyard.service.ruleset_library import fingerprint, read_kept
from tiltyard.service.ruleset_sheet import ruleset_sheet
from tiltyard.text.language import speaking
from tiltyard.text.refusals import refusal_text
from tiltyard.text.say import say
from tiltyard.text.standings import key_title, short_title
from tiltyard.views.results_table import results_table
from tiltyard.web.errors import NotFound
from tiltyard.web.forms.slips import ending_title

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.slip import End
    from tiltyard.paper.press import Size
    from tiltyard.service.ruleset_drafts import Draft
    from tiltyard.store.keyring import KeptRuleset
    from tiltyard.web.request import Asked, Form, Reply

LARGEST_FILE = 64 * 1024
MOST_IN_QR = 1_400
"""Bytes of a code that a phone still reads from a screen."""
_ENDS: tuple[End, ...] = ("rounds", "time", "destroyed", "concession", "mutual")


# ------------------------------------------------------------------------------
# The library: families to begin with, what was made here, the documents to copy.


@dataclass(frozen=True, slots=True)
class MadeRuleset:
    """A ruleset of the library: its newest version, or why that cannot be read here."""

    kept: KeptRuleset
    rules: Ruleset | None
    trouble: str = ""


def library_page(asked: Asked, refused: TiltyardError | None = None) -> Reply:
    """Show what rulesets can be begun with, and those that were made here."""
    with speaking(asked.visitor.language):
        started, made = list(_families()), list(_made(asked))
    return asked.page(
        "desk/rules_library.html",
        status=200 if refused is None else 422,
        families=started,
        made=made,
        documents=load_all(),
        refused=asked.why_not(refused),
    )


def _families() -> Iterator[tuple[str, str, str]]:
    """Yield the id of each family, what it is called, and what it is for."""
    for rules in families():
        yield rules.id, family_name(rules.id, rules.title), family_text(rules.id)


def _made(asked: Asked) -> Iterator[MadeRuleset]:
    for kept in asked.site.library.made():
        try:
            yield MadeRuleset(kept, read_kept(kept))
        except RulesetUnreadable as no:
            yield MadeRuleset(kept, None, refusal_text(no))


def ruleset_page(asked: Asked) -> Reply:
    """Show a ruleset of the library as players read it, with its versions and its file."""
    kept = _kept(asked)
    rules = read_kept(kept)
    with speaking(asked.visitor.language):
        sheet = ruleset_sheet(rules)
    return asked.page(
        "desk/ruleset.html",
        kept=kept,
        rules=rules,
        sheet=sheet,
        versions=asked.site.library.versions(kept.name),
        qr_text=kept.text if len(kept.text.encode()) <= MOST_IN_QR else "",
        fingerprint=fingerprint(rules.files),
        document=rules,
    )


def ruleset_file(asked: Asked) -> Reply:
    """Answer with the file of a ruleset, word for word as it is kept."""
    kept = _kept(asked)
    return asked.reply(
        kept.text,
        media_type="application/toml; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{kept.name}.toml"'},
    )


def ruleset_pdf(asked: Asked) -> Reply:
    """Answer with the rules sheet of a ruleset, in the language of the reader."""
    kept = _kept(asked)
    size: Size = "letter" if asked.query.text("size") == "letter" else "a4"
    printed = print_rules(
        read_kept(kept),
        asked.site.desk.clock.now().astimezone(),
        size=size,
        language=asked.visitor.language,
    )
    return asked.reply(
        printed.pdf,
        media_type="application/pdf",
        headers={"content-disposition": f'inline; filename="{kept.name}.pdf"'},
    )


def _kept(asked: Asked) -> KeptRuleset:
    kept = asked.site.library.kept(asked.path["ruleset"])
    if kept is None:
        raise NotFound("no-such-made-ruleset")
    return kept


def bring_ruleset(asked: Asked) -> Reply:
    """Keep a ruleset that came as a file or as pasted text."""
    try:
        rules = asked.site.library.keep(
            _text_brought(asked.form), _who(asked), asked.site.desk.clock.now()
        )
    except TiltyardError as no:
        return library_page(asked, no)
    return asked.redirect(f"/desk/rules/{rules.name}")


def _text_brought(form: Form) -> str:
    sent = form.file(LARGEST_FILE)
    if sent is None or not sent[1]:
        return form.text("text")
    try:
        return sent[1].decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("ruleset-file-no-text", field="file") from None


def _who(asked: Asked) -> str:
    return asked.visitor.account.name if asked.visitor.account else ""


# ------------------------------------------------------------------------------
# The page of questions: shown, tried, kept.


def new_rules(asked: Asked) -> Reply:
    """Show the questions for a ruleset that begins with another one."""
    if "from" not in asked.query:
        return library_page(asked)
    try:
        draft = new_draft(asked.site.library, asked.query.text("from"))
    except RulesetUnreadable:
        raise NotFound("no-ruleset-to-begin-with") from None
    return _form(asked, draft, asked.query)


def try_rules(asked: Asked) -> Reply:
    """Answer with what stands beside the questions, for a script of ours."""
    draft = draft_of(asked.site.library, asked.form)
    with speaking(asked.visitor.language):
        values = _beside(draft, asked.form)
        beside = asked.site.renderer.render(
            "desk/rules_beside.html", asked.visitor.language, **values
        )
        wrong = [
            {"field": field.id, "row": trouble.row, "text": trouble.text, "fix": trouble.fix}
            for section in sections(draft)
            for field in section.fields
            for trouble in field.troubles
        ]
    return asked.reply({"beside": beside, "wrong": wrong}, media_type=MediaType.JSON)


def keep_rules(asked: Asked) -> Reply:
    """Keep what was answered as a version, or show the questions again with what is wrong."""
    form = asked.form
    draft = draft_of(asked.site.library, form)
    if "try" in form or "fill" in form:
        return _form(asked, draft, form)
    try:
        require_title(draft)
        if draft.troubles:
            raise Refused("ruleset-has-troubles", count=len(draft.troubles))
        _require_free_id(asked, draft)
        rules = asked.site.library.keep(draft.text, _who(asked), asked.site.desk.clock.now())
    except TiltyardError as no:
        return _form(asked, draft, form, no)
    with speaking(asked.visitor.language):
        asked.flash(say("making.kept", name=rules.title, version=rules.version))
    return asked.redirect(f"/desk/rules/{rules.name}")


def _require_free_id(asked: Asked, draft: Draft) -> None:
    """Refuse a new ruleset with the name of another; the same answers again are the same."""
    there = asked.site.library.kept(str(draft.table["id"]))
    if not draft.source and there is not None and there.text != draft.text:
        raise Refused("ruleset-title-taken", field="title", title=draft.table["title"])


def _form(asked: Asked, draft: Draft, form: Form, refused: TiltyardError | None = None) -> Reply:
    with speaking(asked.visitor.language):
        values = _beside(draft, form)
        groups, start, scores = sections(draft), start_of(draft), score_choices()
    return asked.page(
        "desk/rules_form.html",
        start=start,
        scores=scores,
        status=200 if refused is None else 422,
        draft=draft,
        head=own_head(draft),
        groups=groups,
        refused=asked.why_not(refused),
        fill={name: form.text(f"fill.{name}") for name in ("total", "draw", "step")},
        **values,
    )


# ------------------------------------------------------------------------------
# Beside the questions: a slip to play with, what results are worth, a small event, what is wrong.


@dataclass(frozen=True, slots=True)
class TriedSlip:
    """A slip that was tried: what it is worth, and why; or why it can be no result."""

    scores: tuple[str, str]
    end: str
    ends: tuple[tuple[str, str], ...]
    has_objectives: bool = False
    objectives: tuple[str, str] = ("", "")
    points: tuple[int, int] | None = None
    because: tuple[str, ...] = ()
    refused: str = ""


@dataclass(frozen=True, slots=True)
class SampleRow:
    """A place of the small event: its numbers as they are shown, and what decided it."""

    rank: str
    name: str
    values: tuple[str, ...]
    decided: str


def _beside(draft: Draft, form: Form) -> dict[str, Any]:
    """Return what stands beside the questions."""
    rules = draft.rules
    shown: dict[str, Any] = {
        "draft_name": draft.name,
        "troubles": draft.troubles,
        "elsewhere": elsewhere(draft),
        "toml": draft.text,
        "worth": None,
        "slip": None,
        "columns": (),
        "sample": (),
        "sample_trouble": "",
        "rounds": 0,
    }
    if rules is None:
        return shown
    shown["worth"] = results_table(rules)
    shown["slip"] = _tried(rules, form)
    try:
        event = sample_event(rules)
    except TiltyardError as no:
        return {**shown, "sample_trouble": refusal_text(no)}
    swiss = any(stage.kind == "swiss" for stage in event.tournament.stages)
    keys = tuple(event.standings.rows[0].keys) if swiss else ()
    return {
        **shown,
        "columns": tuple((short_title(key), key_title(key)) for key in keys),
        "sample": tuple(_sample_row(row, keys) for row in event.standings.rows),
        "rounds": sum(len(stage.rounds) for stage in event.tournament.stages),
    }


def _sample_row(row: Any, keys: tuple[str, ...]) -> SampleRow:
    rank = "" if row.rank is None else str(row.rank)
    decided = _decided(row.decided_by) if row.decided_by else ""
    return SampleRow(rank, row.name, tuple(_number(row.keys[key]) for key in keys), decided)


def _decided(key: str) -> str:
    return (
        short_title(key)
        if key in {"elimination", "seed", "cut", "shared", "own_group"}
        else key_title(key)
    )


def _number(value: object) -> str:
    if isinstance(value, Fraction) and value.denominator != 1:
        return f"{value.numerator / value.denominator:.2f}"
    return str(value)


def _tried(rules: Ruleset, form: Form) -> TriedSlip:
    """Return what the slip that was typed is worth; before anything was typed, an example."""
    ends = tuple((end, ending_title(end)) for end in _ENDS if end in rules.outcomes)
    end = form.text("slip.end") or ends[0][0]
    usual = _usual_scores(rules)
    typed = tuple(form.text(f"slip.{side}").strip() or usual[n] for n, side in enumerate("ab"))
    objectives = tuple(form.text(f"slip.o{side}").strip() or "0" for side in "ab")
    slip = TriedSlip(
        (typed[0], typed[1]), end, ends, rules.score.objectives, (objectives[0], objectives[1])
    )
    numbers = (*typed, *objectives)
    if not all(re.fullmatch(r"[0-9]{1,6}", number) for number in numbers):
        return _with(slip, refused=say("making.slip-needs-numbers"))
    first, second, *both = map(int, numbers)
    report = _slip(rules, end, (first, second), (both[0], both[1]))
    try:
        verdict = score_game(rules, Setting("swiss", 1), report)
    except TiltyardError as no:
        return _with(slip, refused=refusal_text(no))
    ours, theirs = verdict.lines
    because = tuple(dict.fromkeys(say(f"scored.{why.code}") for why in ours.because))
    margin = abs(ours.mov) if rules.margin.kind == "winner_difference" else 0
    if verdict.winner == 1 and rules.margin.kind == "winner_difference":
        margin = abs(theirs.mov)
    if rules.points.by == "margin":
        because = (*because[:1], _margin_words(rules, margin))
    return _with(slip, points=(ours.tp, theirs.tp), because=because)


def _margin_words(rules: Ruleset, margin: int) -> str:
    if not rules.points.per_cent:
        return say("making.because-margin", margin=margin)
    most = rules.score.wipe_out[0]
    share = _number(Fraction(100 * margin, most))
    return say("making.because-margin-per-cent", margin=margin, per_cent=share, most=most)


def _with(slip: TriedSlip, **changes: Any) -> TriedSlip:
    from dataclasses import replace

    return replace(slip, **changes)


def _usual_scores(rules: Ruleset) -> tuple[str, str]:
    if rules.score.best_of:
        return str(rules.score.best_of // 2 + 1), "1"
    most = rules.score.wipe_out[0] if rules.score.wipe_out else 20
    return str(most * 9 // 10), str(most * 3 // 10)


def _slip(rules: Ruleset, end: str, score: tuple[int, int], objectives: tuple[int, int]) -> Slip:
    """Return a slip of two numbers: the higher one is who survived, the lower one who conceded."""
    ahead = 0 if score[0] >= score[1] else 1
    outcome = rules.outcomes.get(end)  # type: ignore[call-overload]
    needs = outcome.needs if outcome is not None else ()
    return Slip(
        end,  # type: ignore[arg-type]
        score=score,
        survivor=ahead if "survivor" in needs else None,
        conceded=1 - ahead if "conceded" in needs else None,
        initiative=0 if "initiative" in needs else None,
        leaders=(False, False) if "leaders" in needs else None,
        objectives=objectives if rules.score.objectives else (0, 0),
    )
