"""The application: every route of every room, the API, and the headers all answers carry."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from litestar import Litestar, Response
from litestar.config.app import AppConfig
from litestar.config.compression import CompressionConfig
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException

from tiltyard.engine.errors import Fault, TiltyardError
from tiltyard.text.language import ENGLISH, speaking
from tiltyard.text.refusals import refusal_text
from tiltyard.web.api.api_routes import api_handlers
from tiltyard.web.api.problems import problem_response
from tiltyard.web.body_guard import CutOff
from tiltyard.web.errors import MethodNotAllowed, NotFound, TooLarge, Unanswered, log, refusal_words
from tiltyard.web.forms.act_routes import ROUTES as ACTS
from tiltyard.web.languages import preferred
from tiltyard.web.pages.account.account_routes import ROUTES as ACCOUNT
from tiltyard.web.pages.desk.desk_routes import ROUTES as DESK
from tiltyard.web.pages.judge.judge_pages import ROUTES as JUDGE
from tiltyard.web.pages.phone.handshake import ROUTES as HANDSHAKE
from tiltyard.web.pages.phone.installing import ROUTES as INSTALLING
from tiltyard.web.pages.phone.my_page import ROUTES as PHONE
from tiltyard.web.pages.phone.push_page import ROUTES as PUSH
from tiltyard.web.pages.public.public_routes import ROUTES as PUBLIC
from tiltyard.web.pages.screen.screen_routes import ROUTES as DISPLAY
from tiltyard.web.print_routes import ROUTES as PRINT
from tiltyard.web.routes import SITE, handler, site_of
from tiltyard.web.security.headers import NO_STORE, is_token_page, security_headers
from tiltyard.web.standby_routes import standby_handlers

if TYPE_CHECKING:
    from litestar import Request
    from litestar.types import ASGIApp, Message, Receive, Scope, Send

    from tiltyard.web.routes import Route
    from tiltyard.web.site import Site

ALL_ROUTES: tuple[Route, ...] = (
    *PUBLIC,
    *ACCOUNT,
    *PHONE,
    *HANDSHAKE,
    *INSTALLING,
    *PUSH,
    *JUDGE,
    *DESK,
    *PRINT,
    *DISPLAY,
    *ACTS,
)


def application(site: Site) -> ASGIApp:
    """Return the application of a site; whatever answers, the headers are on it."""
    return _with_headers(site, _inside(ALL_ROUTES, described=site.settings.api_pages))


@lru_cache(maxsize=4)
def _inside(routes: tuple[Route, ...], *, described: bool) -> Litestar:
    """Return the routes as the framework answers them: made once, each request names its site."""
    pages = [handler(route) for route in routes]
    return Litestar(
        route_handlers=[*pages, *api_handlers(described=described), *standby_handlers()],
        exception_handlers={HTTPException: _http_error, CutOff: _cut_off, Exception: _fault},
        openapi_config=None,
        compression_config=CompressionConfig("gzip", minimum_size=600, gzip_compress_level=5),
        debug=False,
        logging_config=None,
        on_app_init=[_plain],
    )


def _plain(config: AppConfig) -> AppConfig:
    """Keep the framework from reading the environment: never a debug page."""
    config.debug = False
    return config


def _with_headers(site: Site, app: Litestar) -> ASGIApp:
    """Give every answer its headers, whatever made it: pages, refusals, the framework itself."""
    always = [
        (name.encode(), value.encode())
        for name, value in security_headers(encrypted=site.settings.encrypted)
    ]
    on_tokens = [
        (name.encode(), value.encode())
        for name, value in security_headers(encrypted=site.settings.encrypted, token_page=True)
    ]

    async def with_headers(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        scope["state"] = {SITE: site}
        extra = on_tokens if is_token_page(scope["path"]) else always

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [_with_one_charset(*header) for header in message["headers"]]
                known = {name.lower() for name, _ in headers}
                headers += [pair for pair in extra if pair[0] not in known]
                if b"cache-control" not in known:
                    headers.append((b"cache-control", NO_STORE.encode()))
                message["headers"] = headers
            await send(message)

        await app(scope, receive, sending)

    return with_headers


def _with_one_charset(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    """Return a header; a type that names its charset keeps it, whatever the framework adds."""
    if name.lower() != b"content-type" or value.count(b"charset=") < 2:
        return name, value
    parts = value.split(b";")
    first = next(part for part in parts if b"charset=" in part)
    kept = [part for part in parts if b"charset=" not in part or part is first]
    return name, b";".join(kept)


def _http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """Answer what the framework refuses: no such page, not this method, too large a body."""
    reply = _problem(request, error.status_code, _refused(error))
    allowed = (error.headers or {}).get("allow")
    if allowed:
        reply.headers["allow"] = allowed
    return reply


def _cut_off(request: Request[Any, Any, Any], error: CutOff) -> Response[Any]:
    """Answer a body that was cut off; the front door says why, and no log is filled with it."""
    return Response("", status_code=error.status)


def _fault(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    log.error("fault at /%s", request.scope["path"].split("/", 2)[1], exc_info=error)
    return _problem(request, 500, Fault("fault-before-a-page"))


def _refused(error: HTTPException) -> TiltyardError:
    match error.status_code:
        case 404:
            return NotFound("address-not-there")
        case 405:
            return MethodNotAllowed("not-answered-this-way")
        case 413:
            return TooLarge("too-much-sent")
        case _:
            return Unanswered("request-not-answered", detail=str(error.detail))


def _problem(request: Request[Any, Any, Any], status: int, error: TiltyardError) -> Response[Any]:
    path = request.scope["path"]
    language = preferred(request.headers.get("cookie"), request.headers.get("accept-language"))
    with speaking(language or ENGLISH):
        if path.startswith("/api/") or path == "/health":
            return problem_response(error, status)
        if "json" in request.headers.get("accept", ""):
            return Response({"refused": refusal_words(error)}, status_code=status)
        detail = refusal_text(error)
    renderer = site_of(request).renderer
    html = renderer.render("problem.html", language or ENGLISH, status=status, detail=detail)
    return Response(html, status_code=status, media_type="text/html")
