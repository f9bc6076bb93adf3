"""What goes wrong, as a page with a way out: what happened, what is safe, what to do."""

from __future__ import annotations

import logging
import secrets
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from tiltyard.day.people import ANOTHER_PERSON
from tiltyard.engine.errors import Fault, Phrase, Refused, TiltyardError
from tiltyard.store.port import StoreRefused
from tiltyard.text.language import speaking
from tiltyard.text.refusals import fix_text, refusal_text
from tiltyard.text.say import say

if TYPE_CHECKING:
    from tiltyard.web.request import Asked, Reply

log = logging.getLogger("tiltyard.web")

Kind = TypeVar("Kind", bound=TiltyardError)


class Forbidden(Refused):
    """Somebody may not come in here."""

    kind = "forbidden"


class NotFound(Refused):
    """There is nothing here, or nothing for them."""

    kind = "not-found"


class Malformed(Refused):
    """A request that is not what we can read."""

    kind = "malformed"


class Misdirected(Refused):
    """A request for a host that this server is not."""

    kind = "misdirected"


class TooMany(Refused):
    """Somebody asks more often than a person can."""

    kind = "too-many"
    RETRY_AFTER: ClassVar[str] = "2"

    def __init__(self, code: str = "too-many-requests") -> None:
        super().__init__(code)


class MethodNotAllowed(Refused):
    """An address that is asked in another way than it answers."""

    kind = "method-not-allowed"


class TooLarge(Refused):
    """More was sent than an address takes."""

    kind = "too-large"


class Unanswered(TiltyardError):
    """Whatever else the framework refuses."""


def passed_on(kind: type[Kind], error: TiltyardError, field: str | None = None) -> Kind:
    """Return an error as one of another kind: its code, clause and facts stay."""
    other = kind(error.code, clause=error.clause, where=error.where, field=field or error.field)
    other.naming(error.facts)
    return other


def status_of(error: TiltyardError) -> int:
    """Return the status that belongs to an error."""
    if isinstance(error, Forbidden):
        return 403
    if isinstance(error, NotFound):
        return 404
    if isinstance(error, Malformed):
        return 400
    if isinstance(error, Misdirected):
        return 421
    if isinstance(error, TooMany):
        return 429
    if isinstance(error, StoreRefused):
        return 409 if error.kind in {"conflict", "key-reused"} else 503
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
    said = asked.why_not(error) or {}
    reply = _answer(asked, error, status, {**said, "meant": _person_meant(asked, error)})
    if isinstance(error, TooMany):
        reply.headers["retry-after"] = error.RETRY_AFTER
    return reply


def questions_of(error: TiltyardError) -> list[dict[str, str]]:
    """Return what is asked back before an act is done: sentences and their clauses."""
    asked = getattr(error, "questions", ())
    return [{"text": refusal_text(question), "clause": question.clause or ""} for question in asked]


def refusal_words(error: TiltyardError | None) -> dict[str, Any] | None:
    """Return a refusal as pages and scripts read it, in the language that is spoken."""
    if error is None:
        return None
    return {
        "code": error.code,
        "kind": error.kind,
        "facts": plain_facts(error),
        "message": refusal_text(error),
        "clause": error.clause or "",
        "fix": fix_text(error),
        "field": error.field or "",
        "questions": questions_of(error),
        "confirm": list(getattr(error, "codes", ())),
        "anyway": _anyway(error),
    }


def _anyway(error: TiltyardError) -> str:
    """Return what the button says that confirms what was asked back."""
    asked = getattr(error, "codes", ())
    return say("common.another-person" if asked == (ANOTHER_PERSON,) else "common.do-it-anyway")


def _person_meant(asked: Asked, error: TiltyardError) -> dict[str, str] | None:
    """Return the address and title of the player somebody may have meant by a known name."""
    questions = getattr(error, "questions", ())
    meant = next(
        (question for question in questions if question.sentence.startswith("namesake")), None
    )
    event = asked.path.get("event")
    if meant is None or event is None:
        return None
    with speaking(asked.visitor.language):
        title = say("common.open-that-player", **meant.facts)
    return {"address": f"/e/{event}/desk/player/{meant.facts['player']}", "title": title}


def plain_facts(error: TiltyardError | Phrase) -> dict[str, object]:
    """Return the facts of an error as JSON holds them."""
    return {name: _plain(value) for name, value in error.facts.items()}


def _plain(value: object) -> object:
    match value:
        case None | bool() | int():
            return value
        case TiltyardError() | Phrase():
            return {"code": value.code, "facts": plain_facts(value)}
        case tuple() | list():
            return [_plain(part) for part in value]
        case _:
            return str(value)


def _fault(method: str, number: str) -> Fault:
    """Return what we say of a mistake of ours; what was sent may be recorded nevertheless."""
    if method == "POST":
        return Fault("fault-while-sent", number=number)
    return Fault("fault-while-read", number=number)


def _answer(asked: Asked, error: TiltyardError, status: int, said: dict[str, Any] | None) -> Reply:
    if asked.wants_json:
        return asked.json({"refused": said}, status=status)
    sign_in = error.facts.get("sign_in")
    if sign_in and asked.method == "GET":
        return asked.redirect(str(sign_in))
    return asked.page(
        "refused.html",
        status=status,
        is_open=asked.method == "GET",
        refused=said,
        back=asked.back,
        again=_again(asked, error),
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
