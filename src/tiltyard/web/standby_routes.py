"""The addresses for other servers of the same hall: a standby that copies, and who leads.

Whoever calls proves by the seal of the message that they know the standby code.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from litestar import HttpMethod, Request, Response
from litestar.handlers import HTTPRouteHandler

from tiltyard.engine.errors import TiltyardError
from tiltyard.service.peers import (
    CLAIM,
    DIFFERENCES,
    FOLLOW,
    SEAL,
    Branch,
    Claim,
    Question,
    fits,
    sealed_answer,
)
from tiltyard.text.language import ENGLISH, speaking
from tiltyard.web.api.problems import problem_response
from tiltyard.web.errors import Forbidden, Malformed, TooMany, status_of
from tiltyard.web.pages.account.arriving import expect
from tiltyard.web.pages.account.joining import plain_wanted
from tiltyard.web.request import Form
from tiltyard.web.routes import site_of, source_of
from tiltyard.web.security.limits import ADDRESS

if TYPE_CHECKING:
    from collections.abc import Callable

    from tiltyard.service.leading import Leader

ANYBODY = {"access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin"}
"""A page of the other server may read the answer: it holds nothing but what its pass opens."""

Message = TypeVar("Message", Question, Claim, Branch)


def standby_handlers() -> list[HTTPRouteHandler]:
    """Return the framework's handlers of these addresses."""
    return [
        _handler(FOLLOW, Question, lambda leader, question: leader.news(question)),
        _handler(CLAIM, Claim, _exchange),
        _handler(DIFFERENCES, Branch, lambda leader, branch: leader.take_branch(branch)),
        _arrivals(),
    ]


def _arrivals() -> HTTPRouteHandler:
    """Return where pages of the other server ask for a ticket: from another origin, no cookie."""

    async def post_arrive(request: Request[Any, Any, Any]) -> Response[Any]:
        body = await request.body()
        try:
            site, source = site_of(request), source_of(request)
            work = asyncio.get_running_loop().run_in_executor
            room = site.require_leader().room
            ticket = await work(room, lambda: expect(site, source, Form.of(body)))
        except TiltyardError as error:
            with speaking(ENGLISH):
                return problem_response(error, status_of(error))
        return Response({"ticket": ticket}, status_code=200, headers=ANYBODY)

    made: HTTPRouteHandler = HTTPRouteHandler(
        "/arrive", http_method=HttpMethod.POST, include_in_schema=False
    )(post_arrive)
    return made


def _exchange(leader: Leader, claim: Claim) -> Claim:
    leader.heard(claim)
    return leader.claim()


def _handler(
    path: str, kind: type[Message], answer: Callable[[Leader, Message], msgspec.Struct]
) -> HTTPRouteHandler:
    async def handle(request: Request[Any, Any, Any]) -> Response[Any]:
        body = await request.body()
        try:
            leader = site_of(request).require_leader()
            _require_known(request, leader, path, body)
            work = asyncio.get_running_loop().run_in_executor
            return await work(leader.room, _answered, leader, path, kind, answer, body)
        except TiltyardError as error:
            with speaking(ENGLISH):
                return problem_response(error, status_of(error))

    handle.__name__ = f"post_{path.strip('/').replace('/', '_')}"
    made: HTTPRouteHandler = HTTPRouteHandler(
        path, http_method=HttpMethod.POST, include_in_schema=False
    )(handle)
    return made


def _require_known(request: Request[Any, Any, Any], leader: Leader, path: str, body: bytes) -> None:
    """Refuse whoever does not know the code, and a network where others could read along."""
    site, source = site_of(request), source_of(request)
    if not fits(leader.kept_code, request.headers.get(SEAL, ""), path, body):
        if not site.limits.allow(ADDRESS, source.network):
            raise TooMany
        raise Forbidden("standby-code-does-not-fit")
    if not (source.encrypted or source.here or plain_wanted(site)):
        raise Forbidden("standby-needs-encryption")


def _answered(
    leader: Leader,
    path: str,
    kind: type[Message],
    answer: Callable[[Leader, Message], msgspec.Struct],
    body: bytes,
) -> Response[bytes]:
    try:
        message = msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, ValueError):
        raise Malformed("standby-message-unreadable") from None
    found, seal = sealed_answer(leader.kept_code, path, message.nonce, answer(leader, message))
    return Response(found, status_code=200, media_type="application/json", headers={SEAL: seal})
