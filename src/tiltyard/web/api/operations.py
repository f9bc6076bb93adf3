"""How an operation of the API is declared, and what happens before and after it is done.

Programs come with a token in the Authorization header. Cookies count for nothing here, so no
other site can make a browser do anything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import parse_qsl

import msgspec
from litestar import HttpMethod, Request, Response
from litestar.handlers import HTTPRouteHandler

from tiltyard.engine.errors import Refused, Unreadable
from tiltyard.formats.strict_json import decode
from tiltyard.service.exporting import Outgoing
from tiltyard.text.language import speaking
from tiltyard.web.api.problems import Unauthorized, WrongKind, problem
from tiltyard.web.errors import Forbidden, Malformed, NotFound, TooMany
from tiltyard.web.languages import preferred
from tiltyard.web.routes import site_of, source_of
from tiltyard.web.security.headers import NO_STORE
from tiltyard.web.security.limits import ADDRESS, SESSION
from tiltyard.web.security.secrets import key_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiltyard.store.keyring import Scope, Token
    from tiltyard.web.event_view import EventView
    from tiltyard.web.site import Site

Access = Literal["everybody", "read", "results", "staff"]
LARGEST_BODY = 64 * 1024
LARGEST_LIST_BODY = 1024 * 1024
"""Bytes of an act with a list: every character of the longest one may be written as `\\u` codes."""

_RANK: Mapping[str, int] = {"everybody": 0, "read": 1, "results": 2, "staff": 3}


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation: who may call it, what it takes, what it answers.

    `asks` is what may stand in the query; with `media` it answers a file of one of these kinds.
    """

    method: Literal["GET", "POST"]
    path: str
    access: Access
    answer: Callable[[Called], object]
    gives: type | None
    title: str
    takes: type[msgspec.Struct] | None = None
    asks: type[msgspec.Struct] | None = None
    media: tuple[str, ...] = ()
    group: str = "reading"
    largest: int = LARGEST_BODY

    @property
    def name(self) -> str:
        """The name in the description."""
        parts = self.path.removeprefix("/api/v1/").replace("{", "").replace("}", "")
        return f"{self.method.lower()}-{parts.replace('/', '-')}"


class Called:
    """One call: whose token it carries, for which event, with which body."""

    def __init__(self, site: Site, path: Mapping[str, str], headers: Mapping[str, str]) -> None:
        self.site = site
        self.path = path
        self.headers = headers
        self.token: Token | None = None
        self.body: object = None
        self.query: object = None

    @cached_property
    def view(self) -> EventView:
        """The event; one that was never announced is there for its own staff only."""
        missing = NotFound("no-such-event")
        try:
            view = self.site.view(self.path["event"])
        except Refused:
            raise missing from None
        person = self.person
        if not view.event.is_public and (person is None or not view.is_staff(person)):
            raise missing
        return view

    @property
    def person(self) -> str | None:
        """As whom the token acts at this event, or none."""
        if self.token is None or self.token.event != self.path.get("event"):
            return None
        return self.token.person

    @property
    def me(self) -> str:
        """The same where an operation has made sure that there is somebody."""
        person = self.person
        if person is None:
            raise Forbidden("token-another-event")
        return person

    @property
    def is_staff(self) -> bool:
        """Whether the token belongs to somebody who runs this event."""
        person = self.person
        return person is not None and self.view.is_staff(person)


def handler(operation: Operation) -> HTTPRouteHandler:
    """Return the framework's handler of an operation."""

    async def answer(request: Request[Any, Any, Any]) -> Response[bytes]:
        body = await request.body() if operation.method == "POST" else b""
        site = site_of(request)
        secret = request.headers.get("authorization", "").partition(" ")[2].strip()
        return await site.working.run(secret, _answered, operation, request, body)

    answer.__name__ = operation.name.replace("-", "_").replace(".", "_")
    made: HTTPRouteHandler = HTTPRouteHandler(
        operation.path.replace("}", ":str}"),
        http_method=HttpMethod(operation.method),
        include_in_schema=False,
        request_max_body_size=operation.largest,
    )(answer)
    return made


def _answered(
    operation: Operation, request: Request[Any, Any, Any], body: bytes
) -> Response[bytes]:
    language = preferred(None, request.headers.get("accept-language"))
    with speaking(language):
        try:
            called = _called(operation, request, body)
            answer = operation.answer(called)
            if isinstance(answer, Outgoing):
                return _file(answer)
            said = msgspec.json.encode(answer)
        except Exception as error:  # noqa: BLE001  # every error becomes a problem document
            return problem(error, f"{operation.method} {operation.path}")
    return Response(said, status_code=200, media_type="application/json")


def _file(file: Outgoing) -> Response[bytes]:
    headers = {
        "content-disposition": f'attachment; filename="{file.name}"',
        "cache-control": NO_STORE,
    }
    return Response(file.body, status_code=200, media_type=file.kind, headers=headers)


def _called(operation: Operation, request: Request[Any, Any, Any], body: bytes) -> Called:
    """Find out who calls, then read what they ask for."""
    called = Called(site_of(request), dict(request.path_params), request.headers)
    limits = called.site.limits
    if not limits.allow(ADDRESS, source_of(request).network):
        raise TooMany
    called.token = _token(called)
    if called.token is not None and not limits.allow(SESSION, called.token.key):
        raise TooMany
    _require_access(operation.access, called.token)
    called.query = _asked(operation.asks, request.scope["query_string"])
    if operation.takes is not None:
        called.body = _read(operation.takes, request.headers.get("content-type", ""), body)
    return called


def _token(called: Called) -> Token | None:
    said = called.headers.get("authorization")
    if said is None:
        return None
    scheme, _, secret = said.partition(" ")
    token = called.site.keyring.token(key_of(secret.strip()))
    called.site.working.met(secret.strip(), known=token is not None)
    if scheme.lower() != "bearer" or token is None:
        raise Unauthorized("token-not-known-here")
    return token


def _require_access(access: Access, token: Token | None) -> None:
    if access == "everybody":
        return
    if token is None:
        raise Unauthorized("needs-token")
    scope: Scope = token.scope
    if _RANK[scope] < _RANK[access]:
        raise Forbidden("token-of-another-scope", scope=scope, access=access)


def _asked(kind: type[msgspec.Struct] | None, query: bytes) -> msgspec.Struct | None:
    """Read a query strictly: known names only, each once, and what they may hold."""
    if kind is None:
        if query:
            raise Malformed("nothing-asked-query")
        return None
    try:
        pairs = parse_qsl(query.decode("ascii"), keep_blank_values=True, max_num_fields=20)
        said = dict(pairs)
        if len(said) != len(pairs):
            raise Malformed("something-asked-twice")
        return msgspec.convert(said, kind, strict=False)
    except msgspec.ValidationError as no:
        raise Malformed("query-not-as-described", error=str(no)) from None
    except ValueError:
        raise Malformed("query-cannot-read") from None


def _read(kind: type[msgspec.Struct], type_: str, body: bytes) -> msgspec.Struct:
    """Read a body strictly: real JSON, no doubled keys, no unknown fields, exact types."""
    if type_.partition(";")[0].strip().lower() != "application/json":
        raise WrongKind("body-not-json")
    try:
        document = _whole(decode(body or b"{}"))
        msgspec.json.encode(document)
        return msgspec.convert(document, kind)
    except UnicodeEncodeError:
        raise Malformed("body-holds-half-character") from None
    except Unreadable as no:
        raise Malformed("body-unreadable", why=no) from None
    except msgspec.ValidationError as no:
        said, _, place = str(no).partition(" - at ")
        field = place.strip("`").removeprefix("$").strip(".") or None
        raise Malformed("body-not-as-described", field=field, error=said) from None


def _whole(value: object) -> object:
    """Return a document whose whole numbers are written as such: 20.0 is 20."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [_whole(entry) for entry in value]
    if isinstance(value, dict):
        return {key: _whole(entry) for key, entry in value.items()}
    return value
