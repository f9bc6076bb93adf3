"""The headers of reliability.md 3.4, on whatever answers."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from tests.web.security.actors import DRAFT, RUNNING
from tiltyard.store.keyring_sqlite import SqliteKeyring
from tiltyard.web.security.visitors import begin_session
from tiltyard.web.serving import front_of
from tiltyard.web.settings import Settings
from tiltyard.web.site import Site

ALWAYS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
STRICT = "max-age=31536000; includeSubDomains"
CACHES = {"no-store", "no-cache", "public, max-age=31536000, immutable"}


def carried(headers):
    return {name: headers.get(name) for name in ALWAYS}


@pytest.fixture(scope="module")
def encrypted(hall):
    """The same events behind a certificate."""
    site = Site(hall.desk, SqliteKeyring(), Settings("https://cup.example", tls=True))
    yield SimpleNamespace(site=site, front=front_of(site))
    site.publisher.stop()


@pytest.fixture
def organizer(hall):
    return hall.browser(RUNNING, hall.organizer_of(RUNNING))


def answers(hall, organizer):
    """One answer of every kind there is."""
    browser = hall.browser()
    asset = hall.site.assets.address("base.css")
    page = browser.get(f"/e/{RUNNING}")
    yield "public page", 200, page
    ready = browser.get(f"/e/{RUNNING}")
    yield "ready page", 200, ready
    yield (
        "unchanged page",
        304,
        browser.get(f"/e/{RUNNING}", **{"if-none-match": ready.headers["etag"]}),
    )
    file = browser.get(asset)
    yield "static file", 200, file
    yield "unchanged file", 304, browser.get(asset, **{"if-none-match": file.headers["etag"]})
    yield "missing file", 404, browser.get("/static/nothing.css")
    yield "private page", 200, organizer.get(f"/e/{RUNNING}/desk/access")
    yield "redirect", 303, browser.get("/account")
    yield "missing page", 404, browser.get("/nothing")
    yield "missing event", 404, browser.get("/e/nothing")
    yield "wrong method", 405, browser.client.put("/sign-in")
    yield "forbidden", 403, browser.client.post("/sign-in", data={})
    yield "refused", 422, organizer.do(RUNNING, "announce-item", item="x", text="y")
    yield "state", 200, browser.get(f"/e/{RUNNING}/state.json")
    yield (
        "large form",
        413,
        browser.client.post("/sign-in", content=b"x", headers={"content-length": str(50_000_000)}),
    )
    yield "API", 200, browser.get("/api/v1/events")
    yield "description", 200, browser.get("/api/openapi.json")
    yield "API without a token", 401, browser.get(f"/api/v1/events/{RUNNING}/me")
    yield "API, missing", 404, browser.get("/api/v1/nothing")
    yield "API, wrong method", 405, browser.client.put("/api/v1/events")
    yield "health", 200, browser.get("/health")
    yield "options", 204, browser.client.options("/api/v1/events")


def test_every_answer_carries_them(hall, organizer):
    for name, status, answer in answers(hall, organizer):
        assert answer.status_code == status, (name, answer.text[:200])
        assert carried(answer.headers) == ALWAYS, name
        assert answer.headers["cache-control"] in CACHES, name
        assert "strict-transport-security" not in answer.headers, name


def test_a_fault_carries_them_too(hall, monkeypatch):
    def broken(*_):
        raise RuntimeError("secret detail")

    monkeypatch.setattr(hall.site, "is_public", broken)
    monkeypatch.setattr(hall.keyring, "account_by_login", broken)
    browser = hall.browser()
    token = browser.form_token()
    fault = browser.client.post("/sign-in", data={"form_token": token, "login": "a"})
    assert fault.status_code == 500
    assert carried(fault.headers) == ALWAYS
    assert "secret detail" not in fault.text
    assert "Traceback" not in fault.text


def test_an_address_that_is_a_secret_tells_nobody(hall):
    answer = hall.browser().get("/j/nothing")
    assert answer.status_code == 404
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"


def test_what_is_private_is_kept_by_nobody(hall, organizer):
    for path in (f"/e/{RUNNING}/desk/access", "/account", f"/e/{RUNNING}/me", "/sign-in"):
        assert organizer.get(path).headers["cache-control"] == "no-store", path


def test_only_what_is_encrypted_promises_it(encrypted):
    from litestar.testing import TestClient

    client = TestClient(encrypted.front, base_url="https://cup.example")
    asset = encrypted.site.assets.address("base.css")
    paths = (f"/e/{RUNNING}", f"/e/{RUNNING}", asset, "/nothing", "/health", "/j/nothing")
    for path in paths:
        assert client.get(path).headers["strict-transport-security"] == STRICT, path


def test_the_cookie_is_bound_to_the_host_where_that_is_possible(hall, encrypted):
    from litestar.testing import TestClient

    client = TestClient(encrypted.front, base_url="https://cup.example")
    cookie = client.get("/sign-in").headers["set-cookie"]
    assert cookie.startswith("__Host-s=")
    parts = {part.strip().lower() for part in cookie.split(";")[1:]}
    assert parts == {"path=/", "secure", "httponly", "samesite=lax"}
    plain = hall.browser().get("/sign-in").headers["set-cookie"]
    assert plain.startswith("s=")
    parts = {part.strip().lower() for part in plain.split(";")[1:]}
    assert parts == {"path=/", "httponly", "samesite=lax"}


def test_a_plain_cookie_opens_nothing_where_it_is_encrypted(encrypted):
    from litestar.testing import TestClient

    site = encrypted.site
    boss = next(one.person for one in site.desk.event(RUNNING).staff if one.role == "organizer")
    secret = begin_session(site.keyring, site.desk.clock.now(), seats={RUNNING: boss})
    client = TestClient(encrypted.front, base_url="https://cup.example")
    asked = f"/e/{RUNNING}/desk/access"
    plain = client.get(asked, headers={"cookie": f"s={secret}"}, follow_redirects=False)
    bound = client.get(asked, headers={"cookie": f"__Host-s={secret}"}, follow_redirects=False)
    assert plain.status_code == 303
    assert bound.status_code == 200


# ---------------------------------------------------------------------------- granian's side


class Protocol:
    """What granian would send."""

    def __init__(self, body=b""):
        self.sent = None
        self._body = body

    def response_bytes(self, status, headers, body):
        self.sent = (status, dict(headers), body)

    def response_stream(self, status, headers):
        self.sent = (status, dict(headers), b"")
        return self

    def send_bytes(self, *_):
        sent = asyncio.get_running_loop().create_future()
        sent.set_result(None)
        return sent

    async def client_disconnect(self):
        """The browser looks once and goes away."""

    def __aiter__(self):
        return self

    async def __anext__(self):
        if not self._body:
            raise StopAsyncIteration
        part, self._body = self._body[:1_000_000], self._body[1_000_000:]
        return part


class Headers(dict):
    """Headers as granian gives them."""

    def get_all(self, name):
        return [self[name]] if name in self else []


def asked_of(front, path, *, method="GET", body=b"", **headers):
    scope = SimpleNamespace(
        method=method,
        path=path,
        query_string="",
        scheme="http",
        http_version="1.1",
        client="127.0.0.1:1",
        server="127.0.0.1:8000",
        authority=None,
        headers=Headers({"host": "testserver.local", **headers}),
    )
    protocol = Protocol(body)
    asyncio.run(front.__rsgi__(scope, protocol))
    return protocol.sent


def test_the_stream_carries_them(hall):
    status, headers, _ = asked_of(hall.front, f"/e/{RUNNING}/live")
    assert status == 200
    assert headers["content-type"].startswith("text/event-stream")
    assert carried(headers) == ALWAYS
    assert headers["cache-control"] == "no-store"


@pytest.mark.parametrize("kind", ["live", "state.json"])
def test_a_draft_has_no_stream(hall, kind):
    hidden = asked_of(hall.front, f"/e/{DRAFT}/{kind}")
    missing = asked_of(hall.front, f"/e/nothing/{kind}")
    assert hidden[0] == missing[0] == 404
    assert hidden[2] == missing[2]


@pytest.mark.parametrize(
    ("path", "status"),
    [(f"/e/{RUNNING}", 200), ("/health", 200), ("/nothing", 404), (f"/e/{RUNNING}/desk", 303)],
)
def test_what_goes_through_granian_carries_them(hall, path, status):
    sent = asked_of(hall.front, path)
    assert sent[0] == status
    assert carried(sent[1]) == ALWAYS


def test_a_body_without_an_end_is_cut_off(hall):
    kind = {"content-type": "application/x-www-form-urlencoded"}
    announced = asked_of(
        hall.front, "/sign-in", method="POST", **kind, **{"content-length": "99999999"}
    )
    flowing = asked_of(hall.front, "/sign-in", method="POST", body=b"x" * 6_000_000, **kind)
    for status, headers, _ in (announced, flowing):
        assert status == 413
        assert carried(headers) == ALWAYS
