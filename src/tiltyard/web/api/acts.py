"""Every act as an operation of its own, made from its command."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from tiltyard.day.consequences import account
from tiltyard.day.context import NeedsConfirmation, Question
from tiltyard.day.results import CorrectResult
from tiltyard.day.setup import Undo
from tiltyard.day.table import FOR_PROGRAMS
from tiltyard.day.visibility import RESTING_ON_LISTS
from tiltyard.engine.errors import Refused
from tiltyard.text.facts import fact_text
from tiltyard.web.api import models
from tiltyard.web.api.bodies import WITH_A_LIST, act_body, confirmed_in, value_of
from tiltyard.web.api.operations import LARGEST_BODY, LARGEST_LIST_BODY, Operation
from tiltyard.web.api.problems import MovedOn
from tiltyard.web.errors import Malformed, passed_on
from tiltyard.web.forms.act_routes import recorded_text

if TYPE_CHECKING:
    from tiltyard.day.context import AnyAct, Command
    from tiltyard.day.event import Event
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.web.api.operations import Access, Called

_VERSION = re.compile(r'"([0-9]{1,9})"')
_KEY = re.compile(r"[!-~]{1,128}")


def act_operations() -> tuple[Operation, ...]:
    """Return an operation for every act that programs do."""
    return tuple(map(_operation, FOR_PROGRAMS.values()))


def _operation(act: AnyAct) -> Operation:
    kind = act.command
    access: Access = "results" if act.about_results else "staff"
    return Operation(
        "POST",
        f"/api/v1/events/{{event}}/acts/{act.name}",
        access,
        _do,
        models.Done,
        (kind.__doc__ or "").strip().partition("\n")[0],
        takes=act_body(kind),
        group="acts",
        largest=LARGEST_LIST_BODY if kind in WITH_A_LIST else LARGEST_BODY,
    )


def _do(called: Called) -> models.Done:
    """Do an act as the token's person; with an Idempotency-Key a retry counts once."""
    person = called.me
    command: Command = value_of(called.body)
    confirmed = confirmed_in(called.body)
    seen = _seen(called)
    try:
        done = called.site.do(
            called.view.event.id,
            person,
            command,
            key=_key(called),
            seen=seen,
            confirmed=confirmed,
        )
    except NeedsConfirmation as asks:
        raise _as_far_as_it_reads(called, asks) from None
    except Refused as no:
        if "version" in no.facts and seen is not None:
            raise passed_on(MovedOn, no) from None
        raise
    facts = [
        models.RecordedFact(
            recorded.number,
            recorded.fact.NAME,
            recorded_text(partial(fact_text, recorded.fact, done.event)),
        )
        for recorded in done.facts
    ]
    changed = None
    if isinstance(command, CorrectResult | Undo) and not done.repeated:
        changed = _consequences(called.view.event, done.event, called.view.document)
    return models.Done(done.event.version, done.repeated, facts, changed)


def _consequences(before: Event, after: Event, document: Ruleset) -> models.Consequences:
    changed = account(before, after, document)
    return models.Consequences(
        [models.MovedRow(row.player, row.rank_before, row.rank_after) for row in changed.moved],
        list(changed.into_the_cut),
        list(changed.out_of_the_cut),
        list(changed.would_be_in),
        list(changed.would_be_out),
        list(changed.rounds_that_stay),
    )


def _as_far_as_it_reads(called: Called, asks: NeedsConfirmation) -> NeedsConfirmation:
    """Return what is asked back; a program for results hears no numbers of a list of others."""
    staff = called.token is not None and called.token.scope == "staff"
    if staff or called.me in called.view.event.entrants:
        return asks
    clause = called.view.rules.score.clause
    questions = (
        Question(question.code, clause, wording="lists-cannot-give-score")
        if question.code in RESTING_ON_LISTS
        else question
        for question in asks.questions
    )
    return NeedsConfirmation(tuple(questions))


def _key(called: Called) -> str | None:
    said = called.headers.get("idempotency-key")
    if said is not None and not _KEY.fullmatch(said):
        raise Malformed("act-key-unusable")
    return said


def _seen(called: Called) -> int | None:
    """Return the version that was looked at, as If-Match says it."""
    said = called.headers.get("if-match")
    if said is None:
        return None
    found = _VERSION.fullmatch(said)
    if found is None:
        raise Malformed("if-match-version-event")
    return int(found[1])
