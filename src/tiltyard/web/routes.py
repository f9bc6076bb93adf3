"""How a page is declared: method, path, who may come, and the function that answers.

A route without an audience cannot be written. The table of all routes and their audiences is
compared with a second one in the tests.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import quote, urlsplit

from litestar import HttpMethod, Request
from litestar.datastructures import UploadFile
from litestar.handlers import HTTPRouteHandler

from tiltyard.engine.errors import Refused, TiltyardError
from tiltyard.text.language import ENGLISH, spoken_by
from tiltyard.web.errors import Forbidden, NotFound, TooMany, failed
from tiltyard.web.languages import UNSAID, preferred
from tiltyard.web.owners_seat import record_owners_seat
from tiltyard.web.request import Asked, Form, Reply
from tiltyard.web.security.fair_queue import Lane, Queued
from tiltyard.web.security.limits import ADDRESS, SESSION
from tiltyard.web.security.secrets import same, unmasked
from tiltyard.web.security.sources import SOURCE, device_cookie
from tiltyard.web.security.visitors import Visitor, visitor_of

if TYPE_CHECKING:
    from tiltyard.web.security.sources import Source
    from tiltyard.web.site import Site

Audience = Literal[
    "everybody",  # also those we do not know; events that are drafts stay hidden
    "signed_in",  # any session
    "creator",  # accounts that may set up events
    "owner",  # the account this server belongs to
    "seated",  # whoever has a seat at the event: players and staff
    "player",  # a player or the Spare Player of the event
    "staff",  # anybody who runs the event
    "leader",  # its leaders: organizers, marshals, judges, referees
    "floor",  # organizers, marshals, referees, scorekeepers
    "organizer",  # organizers
]

FORM = "application/x-www-form-urlencoded"
WITH_FILE = "multipart/form-data"
SITE = "site"


@dataclass(frozen=True, slots=True)
class Route:
    """A page, or a form that is sent to one.

    `token` marks addresses that are secrets, `upload` forms that may come with a file, `queue`
    those whose answer takes long, for which visitors take turns.
    """

    method: Literal["GET", "POST"]
    path: str
    audience: Audience
    answer: Callable[[Asked], Reply]
    token: bool = False
    upload: bool = False
    queue: Queued | None = None

    @property
    def template(self) -> str:
        """The path as the framework writes it."""
        return self.path.replace("}", ":str}")


def site_of(request: Request[Any, Any, Any]) -> Site:
    """Return the site a request came to; the application says it with every request."""
    site: Site = request.scope["state"][SITE]
    return site


def source_of(request: Request[Any, Any, Any]) -> Source:
    """Return where a request comes from; the front door says it with every request."""
    source: Source = request.scope[SOURCE]  # type: ignore[literal-required]
    return source


def handler(route: Route) -> HTTPRouteHandler:
    """Return the framework's handler of a route."""

    async def answer(request: Request[Any, Any, Any]) -> Reply:
        body = await _sent(route, request)
        site = site_of(request)
        secret = request.cookies.get(source_of(request).cookie, "")
        if route.queue is None:
            return await site.working.run(secret, answered, route, request, body)
        try:
            async with site.queues[route.queue].turn(_lane(request)):
                return await site.working.run(secret, answered, route, request, body)
        except TooMany as full:
            return failed(_asked(route, request, _wanted(request) or ENGLISH), full)

    answer.__name__ = f"{route.method.lower()}_{route.answer.__name__}"
    made: HTTPRouteHandler = HTTPRouteHandler(
        route.template, http_method=HttpMethod(route.method), include_in_schema=False
    )(answer)
    return made


def _lane(request: Request[Any, Any, Any]) -> Lane:
    """Return with whom a request takes turns: its known account, this computer, or its address."""
    source = source_of(request)
    cookie = request.cookies.get(device_cookie(source), "")
    account = site_of(request).devices.account_of(cookie) if cookie else ""
    if account or source.here:
        return Lane(account, known=True)
    return Lane(source.network)


async def _sent(route: Route, request: Request[Any, Any, Any]) -> bytes | Form:
    """Return what was sent: a form as bytes; one with a file is read where the page takes one."""
    if route.method != "POST":
        return b""
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    if kind == FORM:
        return await request.body()
    if kind != WITH_FILE or not route.upload:
        return b""
    try:
        sent = (await request.form()).multi_items()
    except (ValueError, LookupError):  # text in letters that are not what they say they are
        return b""
    pairs: list[tuple[str, str]] = []
    files: list[tuple[str, bytes]] = []
    for name, value in sent:
        if isinstance(value, UploadFile):
            files.append((value.filename, await value.read()))
        else:
            pairs.append((name, str(value)))
    return Form(pairs, files)


def answered(route: Route, request: Request[Any, Any, Any], body: bytes | Form) -> Reply:
    """Find out who asks, let in whoever may come, and answer; a refusal is an answer too."""
    language = _wanted(request)
    asked = _asked(route, request, language or ENGLISH)
    try:
        _look_closer(asked, request, language)
        _require_within_limits(asked)
        if route.method == "POST":
            asked.form = body if isinstance(body, Form) else Form.of(body)
            _require_own_form(asked)
        _require_audience(route.audience, asked)
        record_owners_seat(asked)
        return route.answer(asked)
    except Exception as error:  # noqa: BLE001  # every error becomes a page with a way out
        return failed(asked, error)


def _wanted(request: Request[Any, Any, Any]) -> str:
    """Return the language a browser asks for, if it asks for one we speak."""
    return preferred(request.headers.get("cookie"), request.headers.get("accept-language"))


def _asked(route: Route, request: Request[Any, Any, Any], language: str) -> Asked:
    """Return what is asked as far as it is known without looking: enough to say what is wrong."""
    site = site_of(request)
    source = source_of(request)
    secret = request.cookies.get(source.cookie, "")
    query = request.scope["query_string"].decode("latin-1")
    return Asked(
        site=site,
        visitor=Visitor(secret=secret, language=language),
        method=route.method,
        address=request.scope["path"] + (f"?{query}" if query else ""),
        path=dict(request.path_params),
        query=Form([]),
        form=Form([]),
        headers=request.headers,
        source=source,
        device=request.cookies.get(device_cookie(source), ""),
        token_page=route.token,
    )


def _look_closer(asked: Asked, request: Request[Any, Any, Any], language: str) -> None:
    """Find out who asks, and for what."""
    secret, site = asked.visitor.secret, asked.site
    now = site.desk.clock.now()
    spoken = language if language != UNSAID else _language(asked)
    asked.visitor = visitor_of(site.keyring, secret, spoken, now)
    site.working.met(secret, known=asked.visitor.session is not None)
    asked.query = Form.of(request.scope["query_string"])


def _language(asked: Asked) -> str:
    """Return the language of the event for browsers that ask for none we speak."""
    if "event" in asked.path:
        with suppress(TiltyardError):
            if asked.view.event.is_public:
                return spoken_by(asked.view.event)
    return asked.visitor.language


def _require_within_limits(asked: Asked) -> None:
    limits, session = asked.site.limits, asked.visitor.session
    if not limits.allow(ADDRESS, asked.source.network):
        raise TooMany
    if session is not None and not limits.allow(SESSION, session.key):
        raise TooMany


def _require_own_form(asked: Asked) -> None:
    """Refuse forms that were not made by a page of ours for this browser."""
    site = asked.headers.get("sec-fetch-site")
    if site is not None and site not in {"same-origin", "none"}:
        raise Forbidden("form-sent-from-another-site")
    if not _own_origin(asked):
        raise Forbidden("own-form-from-another-site")
    sent, own = unmasked(asked.form.text("form_token")), asked.visitor.form_token
    if not own or not same(sent, own):
        raise Forbidden("own-form-too-old")


def _own_origin(asked: Asked) -> bool:
    """Whether a form comes from this site, as far as the browser says.

    From pages without a referrer (those whose address is a secret) browsers send "null".
    """
    origin = asked.headers.get("origin")
    if origin is None or (origin == "null" and asked.token_page):
        return True
    own = {asked.headers.get("host"), urlsplit(asked.site.settings.address).netloc}
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.netloc in own and (parts.scheme == "https" or not asked.source.encrypted)


def _require_audience(audience: Audience, asked: Asked) -> None:
    if "event" in asked.path:
        _require_event(asked)
    if audience == "everybody":
        return
    visitor = asked.visitor
    if visitor.session is None:
        raise _sign_in(asked)
    if audience == "signed_in":
        return
    if audience in {"creator", "owner"}:
        if not (visitor.is_owner if audience == "owner" else visitor.may_create):
            raise Forbidden("not-permitted")
        return
    person = asked.person
    if person is None or not _may(audience, asked, person):
        raise Forbidden("page-not-your-role")


def _may(audience: Audience, asked: Asked, person: str) -> bool:
    view = asked.view
    if audience == "seated":
        return person in view.event.entrants or view.is_staff(person)
    if audience == "player":
        return person in view.event.entrants
    if audience == "leader":
        return view.is_leader(person)
    if audience == "floor":
        return view.is_floor(person)
    if audience == "organizer":
        return view.is_organizer(person)
    return view.is_staff(person)


def _require_event(asked: Asked) -> None:
    """Refuse events that do not exist, and those never announced, in the same words."""
    missing = NotFound("event-not-there")
    try:
        view = asked.view
    except Refused:
        raise missing from None
    if not view.event.is_public:
        person = asked.person
        if person is None or not view.is_staff(person):
            raise missing


def _sign_in(asked: Asked) -> Forbidden:
    back = quote(asked.address, safe="/")
    return Forbidden("you-not-signed-here", sign_in=f"/sign-in?next={back}")
