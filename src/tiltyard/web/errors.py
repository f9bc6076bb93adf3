"""What goes wrong, as a page with a way out: what happened, what is safe, what to do."""

from __future__ import annotations

import logging
import secrets
from typing import TYPE_CHECKING, Any, ClassVar

from tiltyard.core.errors import Fault, Refused, TiltyardError
from tiltyard.store.errors import StoreRefused
from tiltyard.words.spoken import spoken

if TYPE_CHECKING:
    from tiltyard.web.asked import Asked, Reply

log = logging.getLogger("tiltyard.web")


class Forbidden(Refused):
    """Somebody may not come in here."""

    kind = "forbidden"


class NotFound(Refused):
    """There is nothing here, or nothing for them."""

    kind = "not-found"


class Malformed(Refused):
    """A request that is not what we can read."""

    kind = "malformed"


class TooMany(Refused):
    """Somebody asks more often than a person can."""

    kind = "too-many"
    RETRY_AFTER: ClassVar[str] = "2"

    def __init__(self) -> None:
        super().__init__("too many requests at once", fix="wait a moment, then go on")


def status_of(error: TiltyardError) -> int:
    """Return the status that belongs to an error."""
    if isinstance(error, Forbidden):
        return 403
    if isinstance(error, NotFound):
        return 404
    if isinstance(error, Malformed):
        return 400
    if isinstance(error, TooMany):
        return 429
    if isinstance(error, StoreRefused):
        return 409 if error.code in {"conflict", "key-reused"} else 503
    if isinstance(error, Fault):
        return 500
    return 422 if "version" not in error.facts else 409


def failed(asked: Asked, error: Exception) -> Reply:
    """Answer with what went wrong; what is a mistake of ours is logged under a number."""
    if not isinstance(error, TiltyardError) or isinstance(error, Fault):
        number = secrets.token_hex(4)
        log.error("fault %s at %s %r", number, asked.method, _place(asked), exc_info=error)
        error = _fault(asked.method, number)
    status = status_of(error)
    reply = _answer(asked, error, status, asked.why_not(error))
    if isinstance(error, TooMany):
        reply.headers["retry-after"] = error.RETRY_AFTER
    return reply


def question_texts(error: TiltyardError) -> list[str]:
    """Return what is asked back before an act is done, in the language that is spoken."""
    asked = getattr(error, "questions", ())
    return [
        spoken(question.text) + (f" ({question.clause})" if question.clause else "")
        for question in asked
    ]


def refusal_words(error: TiltyardError | None) -> dict[str, Any] | None:
    """Return a refusal as pages and scripts read it, in the language that is spoken."""
    if error is None:
        return None
    return {
        "code": error.code,
        "message": spoken(error.message),
        "clause": error.clause or "",
        "fix": spoken(error.fix or ""),
        "field": error.field or "",
        "questions": question_texts(error),
        "confirm": list(getattr(error, "codes", ())),
    }


def _fault(method: str, number: str) -> Fault:
    """Return what we say of a mistake of ours; what was sent may be recorded nevertheless."""
    if method == "POST":
        return Fault("fault-something-went-wrong-here-our", number=number)
    return Fault("errors-something-went-wrong-here-our", number=number)


def _answer(asked: Asked, error: TiltyardError, status: int, said: dict[str, Any] | None) -> Reply:
    if asked.wants_json:
        return asked.json({"refused": said}, status=status)
    sign_in = error.facts.get("sign_in")
    if sign_in and asked.method == "GET":
        return asked.redirect(str(sign_in))
    return asked.page(
        "refused.html", status=status, refused=said, back=asked.back, again=_again(asked, error)
    )


def _again(asked: Asked, error: TiltyardError) -> list[tuple[str, str]]:
    """Return the fields of the same form with everything confirmed; none if nothing was asked."""
    codes = getattr(error, "codes", ())
    if not codes or asked.method != "POST":
        return []
    fields = [
        (name, value)
        for name in asked.form
        if name not in {"form_token", "confirm"}
        for value in asked.form.every(name)
    ]
    return [*fields, *(("confirm", code) for code in sorted(asked.confirmed.union(codes)))]


def _place(asked: Asked) -> str:
    """Return the path for the log; of addresses that are secrets only the beginning."""
    return "/j/..." if asked.token_page else asked.address.partition("?")[0]
