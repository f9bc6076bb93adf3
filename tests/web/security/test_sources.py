"""Where requests come from: proxies that are trusted, hosts that are answered, encryption."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.web.hall import WebHall, text_of
from tests.web.security.server_process import ServerProcess
from tiltyard.web.errors import Malformed, Misdirected
from tiltyard.web.pages.account.joining import make_link
from tiltyard.web.security.secrets import form_token
from tiltyard.web.security.sources import Source, Sources, forwarded_elements, host_of, read_address
from tiltyard.web.settings import Settings

PROXY = "127.0.0.1"
INNER = "10.1.0.9"
PROXIED = Settings("https://hall.example", proxies=("127.0.0.1/32", "10.1.0.0/16"))


def source(settings=PROXIED, peer=PROXY, scheme="http", **headers):
    said = {name.replace("_", "-"): value for name, value in headers.items()}
    every = {
        name: value if isinstance(value, list) else [value]
        for name, value in {"host": "hall.example", **said}.items()
    }
    return Sources(settings).of(peer, scheme, lambda name: every.get(name, []))


# ---------------------------------------------------------------------------- whose address


@pytest.mark.parametrize(
    ("header", "client"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("198.51.100.1, 203.0.113.7", "203.0.113.7"),
        (f"203.0.113.7, {INNER}", "203.0.113.7"),
        (f"198.51.100.1, 203.0.113.7, {INNER}, {INNER}", "203.0.113.7"),
        (f"{INNER}, {INNER}", INNER),
        ("203.0.113.7:4711", "203.0.113.7"),
        ("2001:db8::7", "2001:db8::7"),
        ("[2001:db8::7]:4711", "2001:db8::7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        (["198.51.100.1", "203.0.113.7"], "203.0.113.7"),
        ("203.0.113.7, unknown", PROXY),
        (f"203.0.113.7, unknown, {INNER}", INNER),
        ("' OR 1=1 --", PROXY),
        ("", PROXY),
        (",,,", PROXY),
        ("1.2.3.4.5", PROXY),
        ("203.0.113.7:port", PROXY),
        ("[2001:db8::7", PROXY),
    ],
)
def test_hops_are_walked_from_the_right_past_those_that_are_trusted(header, client):
    assert source(x_forwarded_for=header).client == client


@pytest.mark.parametrize(
    ("header", "client", "encrypted"),
    [
        ("for=203.0.113.7;proto=https", "203.0.113.7", True),
        ("For=203.0.113.7;Proto=HTTPS;by=10.1.0.9", "203.0.113.7", True),
        ('for="[2001:db8::7]:4711";proto="https"', "2001:db8::7", True),
        (f"for=203.0.113.7;proto=https, for={INNER};proto=http", "203.0.113.7", True),
        ("for=198.51.100.1;proto=https, for=203.0.113.7;proto=http", "203.0.113.7", False),
        ("for=198.51.100.1;proto=https, for=203.0.113.7", "203.0.113.7", False),
        ("for=_hidden;proto=https", PROXY, True),
        ("for=unknown;proto=https", PROXY, True),
        ("for=203.0.113.7;for=198.51.100.1;proto=https", PROXY, False),
        ('for="203.0.113.7;proto=https', PROXY, False),
        ("for=203.0.113.7;proto=https,", PROXY, False),
        ("garbage, for=203.0.113.7;proto=https", PROXY, False),
        ('for="203.0.113.7\\', PROXY, False),
        ("proto=https", PROXY, True),
        ("for=203.0.113.7;proto=https;x=" + "y" * 9000, PROXY, False),
    ],
)
def test_the_standard_header_is_read_by_its_grammar(header, client, encrypted):
    assert source(forwarded=header) == Source(client, encrypted)


@pytest.mark.parametrize(
    ("protocol", "encrypted"),
    [
        ("https", True),
        ("HTTPS", True),
        ("https, https", True),
        (["https", "https"], True),
        ("http", False),
        ("https, http", False),
        (["https", "http"], False),
        ("", False),
        ("wss", False),
    ],
)
def test_the_scheme_is_what_every_word_of_the_proxy_says(protocol, encrypted):
    said = source(x_forwarded_for="203.0.113.7", x_forwarded_proto=protocol)
    assert said == Source("203.0.113.7", encrypted)


def test_headers_that_contradict_each_other_give_nothing():
    """A proxy writes one kind and passes the other on, as an attacker sent it."""
    real = {"x_forwarded_for": "203.0.113.7", "x_forwarded_proto": "http"}
    assert source(**real, forwarded="for=198.51.100.1;proto=https") == Source(PROXY)
    assert source(**real, forwarded="for=203.0.113.7;proto=https") == Source("203.0.113.7")
    both = {"x_forwarded_for": "203.0.113.7", "x_forwarded_proto": "https"}
    assert source(**both, forwarded="for=203.0.113.7;proto=https") == Source("203.0.113.7", True)


@pytest.mark.parametrize("peer", ["10.2.0.1", "127.0.0.2", "203.0.113.9", "testclient", ""])
def test_nobody_else_is_believed(peer):
    said = {"x_forwarded_for": "127.0.0.1", "x_forwarded_proto": "https"}
    assert source(peer=peer, **said, forwarded="for=127.0.0.1;proto=https") == Source(peer)


@pytest.mark.parametrize("peer", ["[::ffff:127.0.0.1]", "::ffff:127.0.0.1"])
def test_an_address_is_the_same_however_the_system_writes_it(peer):
    assert source(peer=peer, x_forwarded_for="203.0.113.7").client == "203.0.113.7"


@given(
    st.text(alphabet=st.characters(max_codepoint=255), max_size=60),
    st.text(alphabet='for=";,\\[]:proto%s0179 ', max_size=80),
)
def test_whatever_is_sent_crashes_nothing_and_gives_nothing(first, second):
    for name in ("forwarded", "x_forwarded_for"):
        for text in (first, second):
            said = source(**{name: text})
            assert not said.here
            assert read_address(said.client) is not None
    forwarded_elements(first + second)
    host_of(first)


@pytest.mark.parametrize(
    ("client", "network"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("testclient", "testclient"),
    ],
)
def test_one_hall_counts_as_one_visitor(client, network):
    assert Source(client).network == network


# ---------------------------------------------------------------------------- this computer

DIRECT = Settings("http://192.168.1.20:8000", listens_on="0.0.0.0")  # noqa: S104


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "LOCALHOST:8000", "[::1]:8000"])
@pytest.mark.parametrize("peer", ["127.0.0.1", "::1", "[::1]"])
def test_who_asks_from_this_computer_is_here(host, peer):
    assert source(DIRECT, peer, host=host).here


@pytest.mark.parametrize(
    "said",
    [
        {"host": "hall.example"},
        {"host": "192.168.1.20:8000"},
        {"host": "127.0.0.1", "x_forwarded_for": "203.0.113.7"},
        {"host": "127.0.0.1", "x_forwarded_for": ""},
        {"host": "127.0.0.1", "forwarded": "for=203.0.113.7"},
        {"host": "127.0.0.1", "x_forwarded_proto": "http"},
        {"host": "127.0.0.1", "via": "1.1 cache"},
        {"host": "127.0.0.1", "peer": "127.0.0.2"},
        {"host": "127.0.0.1", "peer": "192.168.1.20"},
    ],
)
def test_what_was_passed_on_is_not_from_here(said):
    assert not source(DIRECT, **said).here


@pytest.mark.parametrize(
    ("settings", "here"),
    [
        (Settings("http://127.0.0.1:8000", listens_on="127.0.0.1"), True),
        (Settings("http://hall.example", listens_on="0.0.0.0"), True),  # noqa: S104
        (Settings("https://hall.example", tls=True), True),
        (Settings("https://hall.example"), False),
        (Settings("http://hall.example", listens_on="127.0.0.1"), False),
        (Settings("http://hall.example", proxies=("127.0.0.1/32",)), False),
        (Settings("http://hall.example", proxies=("10.0.0.0/8",)), False),
    ],
)
def test_behind_a_proxy_nobody_is_this_computer(settings, here):
    assert source(settings, host="127.0.0.1:8000").here is here


@pytest.mark.parametrize(
    ("settings", "encrypted", "unnamed"),
    [
        (Settings("http://hall.example"), False, False),
        (Settings("https://hall.example"), False, True),
        (Settings("https://hall.example", tls=True), True, False),
        (Settings("https://hall.example", proxies=("10.0.0.1/32",)), True, False),
        (Settings("http://hall.example", proxies=("10.0.0.1/32",)), False, False),
        (Settings("http://hall.example", listens_on="127.0.0.1"), False, True),
    ],
)
def test_only_tls_here_or_at_a_trusted_proxy_counts_as_encrypted(settings, encrypted, unnamed):
    assert settings.encrypted is encrypted
    assert settings.proxy_unnamed is unnamed


# ---------------------------------------------------------------------------- hosts


@pytest.mark.parametrize(
    "host",
    [
        "hall.example",
        "HALL.example:8443",
        "hall.example.",
        "other.example",
        "localhost:8000",
        "desk.localhost",
        "192.168.1.20:8000",
        "[2001:db8::1]:8000",
    ],
)
def test_names_and_addresses_of_ours_are_answered(host):
    Sources(Settings("https://hall.example", hosts=("other.example",))).require_host([host])


@pytest.mark.parametrize(
    ("hosts", "error"),
    [
        ([], Malformed),
        (["hall.example", "hall.example"], Malformed),
        (["hall.example, evil.example"], Malformed),
        (["hall.example@evil.example"], Malformed),
        (["hall.example/x"], Malformed),
        ([""], Malformed),
        (["[::1"], Malformed),
        (["[nonsense]"], Malformed),
        (["."], Malformed),
        (["evil.example"], Misdirected),
        (["hall.example.evil.example"], Misdirected),
        (["localhost.evil.example"], Misdirected),
        (["1.2.3.4.evil.example"], Misdirected),
    ],
)
def test_other_hosts_are_refused(hosts, error):
    with pytest.raises(error):
        Sources(Settings("https://hall.example")).require_host(hosts)


@pytest.mark.parametrize(
    ("hosts", "authority", "fine"),
    [
        ([], "hall.example", True),
        (["hall.example"], "hall.example", True),
        (["hall.example"], "evil.example", False),
        ([], "evil.example", False),
    ],
)
def test_the_address_of_the_request_names_the_host_too(hosts, authority, fine):
    sources = Sources(Settings("https://hall.example"))
    if fine:
        sources.require_host(hosts, authority)
    else:
        with pytest.raises((Malformed, Misdirected)):
            sources.require_host(hosts, authority)


# ---------------------------------------------------------------------------- pages


@pytest.mark.parametrize(
    ("headers", "encrypted"),
    [
        ({"x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https"}, True),
        ({"x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "http"}, False),
        ({"x-forwarded-for": "127.0.0.1"}, False),
        ({}, False),
    ],
)
def test_the_consent_is_needed_unless_the_proxy_says_https(headers, encrypted):
    hall = WebHall(plain_phones=False, proxies=("127.0.0.1/32",))
    try:
        browser = through(hall, headers)
        page = browser.page("/sign-in")
        assert ("Staff cannot sign in on this network" not in text_of(page)) is encrypted
        assert ("__Host-s" in browser.client.cookies) is encrypted
        hall.keyring.settle("plain_phones", "yes")
        assert "Staff cannot sign in" not in text_of(through(hall, headers).page("/sign-in"))
    finally:
        hall.close()


def through(hall, headers):
    """A browser behind the proxy on this computer."""

    async def passed_on(scope, receive, send):
        await hall.front({**scope, "client": ("127.0.0.1", 40000)}, receive, send)

    browser = hall.browser()
    browser.client.app = passed_on
    browser.client.headers.update(headers)
    return browser


@pytest.mark.parametrize(("origin", "status"), [("https", 303), ("http", 403)])
def test_a_form_of_an_encrypted_page_comes_from_one(origin, status):
    hall = WebHall(proxies=("127.0.0.1/32",))
    try:
        path = "/j/" + make_link(hall.keyring, hall.clock.now(), "owner")
        said = {"x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https"}
        browser = through(hall, {**said, "cookie": "__Host-s=secret"})
        browser.client.headers["origin"] = f"{origin}://testserver.local"
        sent = {"name": "Olga", "form_token": form_token("secret")}
        assert browser.client.post(path, data=sent).status_code == status
    finally:
        hall.close()


# ---------------------------------------------------------------------------- a real server


@pytest.fixture(scope="module")
def proxied(tmp_path_factory):
    """A server that believes a proxy on this computer."""
    folder = tmp_path_factory.mktemp("proxied")
    options = ("--host", "127.0.0.1", "--address", "https://hall.example")
    server = ServerProcess(
        folder, *options, "--trusted-proxy", "127.0.0.1", "--allow-host", "cup.example"
    )
    yield server
    server.stop()


@pytest.mark.parametrize("path", ["/", "/sign-in", "/health", "/e/nothing/live"])
@pytest.mark.parametrize(
    ("lines", "status"),
    [
        ((), 400),
        (("Host: hall.example", "Host: hall.example"), 400),
        (("Host: hall.example", "Host: evil.example"), 400),
        (("Host: evil.example",), 421),
        (("Host: hall example",), 400),
    ],
)
def test_the_server_refuses_requests_of_no_two_or_foreign_hosts(proxied, path, lines, status):
    for _ in range(2):  # the second time it may be ready
        request = "\r\n".join([f"GET {path} HTTP/1.1", *lines, "Connection: close", "", ""])
        answer = proxied.raw(request.encode())
        assert answer.status == status
        assert answer.text.strip().endswith(".")
        assert answer.headers["x-content-type-options"] == ["nosniff"]


@pytest.mark.parametrize("host", ["hall.example", "cup.example:443", "127.0.0.1", "localhost:1"])
def test_the_server_answers_to_its_names(proxied, host):
    assert proxied.ask("/", host=host).status == 200
    assert proxied.ask("/health", host=host).status == 200


def test_a_foreign_host_is_told_what_to_do(proxied):
    answer = proxied.ask("/", host="evil.example")
    assert "https://hall.example" in answer.text
    assert "--allow-host evil.example" in answer.text
    german = proxied.ask("/", "Accept-Language: de", host="evil.example")
    assert "antwortet nicht" in german.text


@pytest.mark.parametrize(
    ("headers", "encrypted"),
    [
        (("X-Forwarded-For: 203.0.113.7", "X-Forwarded-Proto: https"), True),
        (('Forwarded: for="[2001:db8::7]";proto=https',), True),
        (("X-Forwarded-For: 203.0.113.7", "X-Forwarded-Proto: http"), False),
        (("X-Forwarded-For: \xff\xfe, ;;", "Forwarded: =;=,,\xfe"), False),
        ((), False),
    ],
)
def test_through_the_proxy_the_consent_cannot_be_bypassed(proxied, headers, encrypted):
    page = proxied.ask("/sign-in", *headers, host="hall.example")
    assert page.status == 200
    assert bool(page.cookie("__Host-s")) is encrypted
    assert ("Staff cannot sign in on this network" not in text_of(page.text)) is encrypted


def test_whoever_starts_it_is_told_that_a_proxy_must_be_named(tmp_path):
    server = ServerProcess(tmp_path, "--host", "127.0.0.1", "--address", "https://hall.example")
    try:
        assert "--trusted-proxy" in server.shown
        spoof = ("X-Forwarded-For: 127.0.0.1", "X-Forwarded-Proto: https")
        for headers in (spoof, ()):
            page = server.ask("/sign-in", *headers)
            assert "Staff cannot sign in on this network" in text_of(page.text)
            assert not page.cookie("__Host-s")
    finally:
        server.stop()
