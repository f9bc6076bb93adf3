"""Errors as problem documents, each with the status that programs understand."""

from __future__ import annotations

import secrets

import msgspec
from litestar import Response

from tiltyard.core.errors import Fault, Refused, TiltyardError
from tiltyard.web.api.models import AskedBack, Problem
from tiltyard.web.errors import TooMany, log, status_of
from tiltyard.words.spoken import spoken

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
    said = Problem(
        error.code,
        spoken(error.message),
        error.clause,
        spoken(error.fix) if error.fix else None,
        error.field,
        [
            AskedBack(question.code, spoken(question.text), question.clause)
            for question in getattr(error, "questions", ())
        ],
    )
    headers = {}
    if status == 401:
        headers["www-authenticate"] = "Bearer"
    if isinstance(error, TooMany):
        headers["retry-after"] = error.RETRY_AFTER
    return problem_response(said, status, headers)


def _fault(place: str, number: str) -> Fault:
    if place.startswith("POST"):
        return Fault("something-went-wrong-here-our", number=number)
    return Fault("something-went-wrong-here-our-mistake", number=number)


def problem_response(
    said: Problem, status: int, headers: dict[str, str] | None = None
) -> Response[bytes]:
    """Return a problem document."""
    return Response(
        msgspec.json.encode(said), status_code=status, media_type=PROBLEM, headers=headers
    )
