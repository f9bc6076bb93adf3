"""Errors as problem documents, each with the status that programs understand."""

from __future__ import annotations

import secrets

import msgspec
from litestar import Response

from tiltyard.day.context import NeedsConfirmation
from tiltyard.engine.errors import Fault, Refused, TiltyardError
from tiltyard.text.refusals import fix_text, refusal_text
from tiltyard.web.api.models import AskedBack, Problem
from tiltyard.web.errors import TooMany, log, plain_facts, status_of

PROBLEM = "application/problem+json"


class Unauthorized(Refused):
    """No token, or none that is known."""

    kind = "unauthorized"


class WrongKind(Refused):
    """A body that is no JSON."""

    kind = "wrong-media-type"


class MovedOn(Refused):
    """The event is not what If-Match says it is."""

    kind = "moved-on"


_STATUS: dict[type[TiltyardError], int] = {
    Unauthorized: 401,
    WrongKind: 415,
    MovedOn: 412,
}


def problem(error: Exception, place: str) -> Response[bytes]:
    """Answer with what went wrong; a mistake of ours is logged under a number."""
    if not isinstance(error, TiltyardError) or isinstance(error, Fault):
        number = secrets.token_hex(4)
        log.error("fault %s at %s", number, place, exc_info=error)
        error = _fault(place, number)
    status = _STATUS.get(type(error)) or status_of(error)
    headers = {}
    if status == 401:
        headers["www-authenticate"] = "Bearer"
    if isinstance(error, TooMany):
        headers["retry-after"] = error.RETRY_AFTER
    return problem_response(error, status, headers)


def _fault(place: str, number: str) -> Fault:
    if place.startswith("POST"):
        return Fault("api-fault-while-sent", number=number)
    return Fault("api-fault-while-read", number=number)


def problem_response(
    error: TiltyardError, status: int, headers: dict[str, str] | None = None
) -> Response[bytes]:
    """Return a problem document, in the language that is spoken."""
    body = msgspec.json.encode(_document(error))
    return Response(body, status_code=status, media_type=PROBLEM, headers=headers)


def _document(error: TiltyardError) -> Problem:
    questions = error.questions if isinstance(error, NeedsConfirmation) else ()
    return Problem(
        error.code,
        error.kind,
        refusal_text(error),
        error.clause,
        plain_facts(error),
        fix_text(error) or None,
        error.field,
        [AskedBack(asked.code, refusal_text(asked), asked.clause) for asked in questions],
    )
