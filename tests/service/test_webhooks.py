"""Webhooks: only where the owner allows, signed, later again, and never in the way."""

from __future__ import annotations

import hmac
import json
import re
import socket
import ssl
import struct
import threading
import time
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from tests.day.events import in_round
from tests.refusing import refuses
from tiltyard.day.judging import RecordIncident
from tiltyard.day.results import ReportResult
from tiltyard.day.setup import Undo
from tiltyard.engine.errors import Refused
from tiltyard.service.webhooks import (
    LONGEST_CALL,
    MOST_FOR_ONE,
    MOST_WAITING,
    PAUSES,
    Allowed,
    Courier,
    Delivery,
    News,
    Unheard,
    checked_places,
    deliver,
    is_public,
    look_up,
    message,
    news_of,
    signature,
    target_of,
)
from tiltyard.store.keyring import Webhook
from tiltyard.store.keyring_sqlite import SqliteKeyring

ALLOWED = Allowed(frozenset({"hooks.example", "odd.example:8443"}))
AT_HOME = Allowed(frozenset({"127.0.0.1:1"}), private=True)
NOW = datetime(2026, 11, 14, tzinfo=UTC)
WORLD = "93.184.216.34"

HOSTILE = (
    "http://127.0.0.1/",
    "https://localhost/",
    "https://[::1]/",
    "https://169.254.169.254/latest/meta-data/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://127.1/",
    "https://[::ffff:127.0.0.1]/",
    "https://hooks.example@127.0.0.1/",
    "https://user:word@hooks.example/",
    "https://127.0.0.1#hooks.example",
    "https://127.0.0.1?hooks.example",
    "https://hooks.example.evil.example/",
    "https://evil.example/hooks.example",
    "https://hooks.example:22/",
    "http://hooks.example/",
    "file:///etc/passwd",
    "gopher://hooks.example/_x",
    "ftp://hooks.example/",
    "https://hooks.example\\@127.0.0.1/",
    "https://hooks.example\r\nHost: evil.example/",
    "https://hooks。example/",
    "https://hooks.example%00.evil.example/",
    "//hooks.example/",
    "https:///x",
    "https://hooks.example:99999/",
    "https://" + "a" * 500 + ".example/",
    "",
)
INSIDE = (
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.9",
    "192.168.1.20",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",  # noqa: S104
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1",
    "fe80::1%eth0",
    "fc00::1",
    "::ffff:10.0.0.1",
    "::10.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "ff02::1",
    "no address",
    "fec0::1",
    "192.88.99.1",
    "192.0.0.9",
    "198.18.0.1",
    "198.19.255.255",
    "3fff::1",
    "3fff:fff:ffff::1",
    "2001:4860::5efe:10.0.0.1",
    "2001:4860::200:5efe:8.8.8.8",
    "64:ff9b::8.8.8.8",
    "64:ff9b:1::8.8.8.8",
    "2002:808:808::1",
    "2001:0:808:808::1",
    "2001:20::1",
    "2001:db8::1",
    "::ffff:93.184.216.34",
    "::ffff:0:8.8.8.8",
    "::8.8.8.8",
    "5f00::1",
    "100.127.255.255",
    "0.1.2.3",
    "2606:2800:220:1::1%eth0",
    "239.255.255.250",
    "233.252.0.1",
    "192.0.0.10",
    "2001:1::1",
    "2001:4:112::1",
    "3ffe::1",
)
OUTSIDE = (
    WORLD,
    "2606:2800:220:1::1",
    "100.128.0.1",
    "198.20.0.1",
    "192.88.98.255",
    "192.88.100.0",
    "2001:200::1",
    "2003::1",
    "2001:4860::5eff:a00:1",
)


def webhook(address="https://hooks.example/in", key="k1"):
    return Webhook(key, "cup", address, "a secret", NOW, "p1")


def delivery(address="https://hooks.example/in"):
    return Delivery(webhook(address), b"{}", "d1")


@pytest.fixture
def connections(monkeypatch):
    """Every connection somebody tries to make; none is made."""
    tried = []

    def refuse(place, *_):
        tried.append(place)
        raise ConnectionRefusedError("nobody there")

    monkeypatch.setattr("socket.create_connection", refuse)
    return tried


# ------------------------------------------------------------------------------- where they may go


@pytest.mark.parametrize("address", HOSTILE)
def test_a_hostile_address_connects_nowhere(address, connections):
    with pytest.raises(Refused):
        target_of(address, ALLOWED)
    with pytest.raises(Refused):
        deliver(delivery(address), ALLOWED, lookup=lambda *_: [WORLD])
    assert connections == []


@pytest.mark.parametrize("inside", INSIDE)
def test_a_name_that_leads_inside_connects_nowhere(inside, connections):
    assert not is_public(inside)
    for found in ([inside], [WORLD, inside]):
        with refuses(Refused, code="webhook-into-own-network"):
            deliver(delivery(), ALLOWED, lookup=lambda *_, found=found: found)
    assert connections == []


@pytest.mark.parametrize("outside", OUTSIDE)
def test_the_world_can_be_reached(outside, connections):
    with refuses(Unheard, code="webhook-nobody-answers"):
        deliver(delivery(), ALLOWED, lookup=lambda *_: [outside])
    assert connections == [(outside, 443)]


def test_the_name_is_looked_up_once(connections):
    asked = []

    def rebinding(host, port):
        asked.append((host, port))
        return [WORLD] if len(asked) == 1 else ["127.0.0.1"]

    with pytest.raises(Unheard):
        deliver(delivery(), ALLOWED, lookup=rebinding)
    assert asked == [("hooks.example", 443)]
    assert connections == [(WORLD, 443)]


def test_the_owner_may_allow_their_own_network():
    target = target_of("http://127.0.0.1:1/x?y=1", AT_HOME)
    assert (target.port, target.path) == (1, "/x?y=1")
    assert checked_places(target, AT_HOME, lambda *_: ["127.0.0.1"]) == ("127.0.0.1",)


def test_a_port_must_be_allowed_by_its_number():
    assert target_of("https://odd.example:8443/", ALLOWED).port == 8443
    assert target_of("https://HOOKS.example:443", ALLOWED).path == "/"
    for address in ("https://odd.example/", "https://hooks.example:8443/"):
        with refuses(Refused, code="webhook-host-not-allowed"):
            target_of(address, ALLOWED)


@pytest.mark.parametrize("host", ["a" * 64 + ".example", "a..example", "hooks..example"])
def test_a_host_that_cannot_be_a_name_is_refused(host, connections):
    """Such a name made the system's own look-up fail with an error of its own."""
    allowed = Allowed(frozenset({host}))
    with refuses(Refused, code="webhook-without-host"):
        target_of(f"https://{host}/", allowed)
    with refuses(Refused, code="webhook-host-unreadable"):
        look_up(host, 443)
    assert connections == []


def test_a_name_of_63_letters_is_one():
    host = "a" * 63 + ".example"
    assert target_of(f"https://{host}/", Allowed(frozenset({host}))).host == host


def test_the_certificate_must_be_that_of_the_name_not_of_the_machine(monkeypatch):
    usual = ssl.create_default_context()
    assert usual.check_hostname
    assert usual.verify_mode is ssl.CERT_REQUIRED
    asked = []

    def refuse(line, **how):
        line.close()
        asked.append(how)
        raise ssl.SSLCertVerificationError("certificate verify failed")

    monkeypatch.setattr("socket.create_connection", lambda *_: socket.socket())
    monkeypatch.setattr(ssl.SSLContext, "wrap_socket", lambda _, line, **how: refuse(line, **how))
    with refuses(Unheard, match="certificate verify failed"):
        deliver(delivery(), ALLOWED, lookup=lambda *_: [WORLD])
    assert asked == [{"server_hostname": "hooks.example"}]


def test_every_machine_of_a_host_is_tried(connections):
    with pytest.raises(Unheard):
        deliver(delivery(), ALLOWED, lookup=lambda *_: ["2606:2800:220:1::1", WORLD, WORLD])
    assert connections == [("2606:2800:220:1::1", 443), (WORLD, 443)]


def test_a_host_that_is_not_known_is_asked_again():
    def unknown(*_):
        raise OSError("no such host")

    with pytest.raises(Unheard) as no:
        deliver(delivery(), ALLOWED, lookup=unknown)
    assert no.value.again


# ---------------------------------------------------------------------------------- what is said


def test_news_are_rounds_and_results_that_count():
    day = in_round(players=4)
    published = news_of("cup", day.desk.log("cup"))
    assert [(one.kind, one.round) for one in published] == [("round-published", "1.1")]
    game = day.games()[0]
    reported = day.do(ReportResult(game.id, day.slip()), game.players[0])
    assert news_of("cup", reported.facts) == ()
    day.enter(game)
    (result,) = news_of("cup", list(day.desk.log("cup"))[-1:])
    assert (result.kind, result.match) == ("result", game.id)


def test_a_message_names_what_is_new_and_where_to_read_it():
    said = json.loads(message(News("cup", "result", 7, "1.2", "1.2.3"), "https://desk.example"))
    assert said["format"] == "tiltyard/webhook/1"
    assert said["read"] == "https://desk.example/api/v1/events/cup/rounds/1.2"
    assert (said["version"], said["match"]) == (7, "1.2.3")


def test_a_signature_covers_time_and_body():
    expected = hmac.new(b"s", b"12.body", sha256).hexdigest()
    assert signature("s", 12, b"body") == f"v1={expected}"
    assert (
        len({signature("s", 12, b"body"), signature("s", 13, b"body"), signature("t", 12, b"body")})
        == 3
    )


class Receiver(BaseHTTPRequestHandler):
    """A server that keeps what it is told and answers as it is told to."""

    answer = 204
    got: list = []  # noqa: RUF012

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        self.got.append((self.path, dict(self.headers), body))
        self.send_response(self.answer)
        self.send_header("location", "http://127.0.0.1:9/elsewhere")
        self.end_headers()

    def log_message(self, *_):
        """Keep quiet."""


@pytest.fixture
def receiver():
    kind = type("Kept", (Receiver,), {"got": []})
    server = HTTPServer(("127.0.0.1", 0), kind)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server, kind
    server.shutdown()
    thread.join()
    server.server_close()


def sent_to(receiver):
    server, _ = receiver
    port = server.server_address[1]
    allowed = Allowed(frozenset({f"127.0.0.1:{port}"}), private=True)
    one = delivery(f"http://127.0.0.1:{port}/in?a=1")
    deliver(one, allowed, lookup=lambda *_: ["127.0.0.1"], wall=lambda: 1_700_000_000.9)


def test_a_message_arrives_signed(receiver):
    sent_to(receiver)
    ((path, headers, body),) = receiver[1].got
    assert path == "/in?a=1"
    assert headers["Host"] == f"127.0.0.1:{receiver[0].server_address[1]}"
    assert body == b"{}"
    assert headers["tiltyard-timestamp"] == "1700000000"
    assert headers["tiltyard-signature"] == signature("a secret", 1_700_000_000, body)


def test_the_machine_that_was_checked_is_told_under_the_name_it_has(receiver):
    """The name itself leads nowhere: the connection goes to the address, the Host is the name."""
    port = receiver[0].server_address[1]
    allowed = Allowed(frozenset({f"hooks.invalid:{port}"}), private=True)
    deliver(delivery(f"http://hooks.invalid:{port}/in"), allowed, lookup=lambda *_: ["127.0.0.1"])
    ((_, headers, _),) = receiver[1].got
    assert headers["Host"] == f"hooks.invalid:{port}"


@pytest.mark.parametrize(
    ("status", "again"),
    [(500, True), (503, True), (429, True), (302, False), (307, False), (404, False)],
)
def test_an_answer_that_sends_us_elsewhere_is_none(receiver, status, again):
    receiver[1].answer = status
    with pytest.raises(Unheard) as no:
        sent_to(receiver)
    assert no.value.again is again
    assert len(receiver[1].got) == 1


# ------------------------------------------------------------------------------------- in time

SHORT = 0.3  # seconds


LENGTH = re.compile(rb"content-length:", re.IGNORECASE)


@contextmanager
def slow_server(behave):
    """A server that does with every line what it is told, until the test is over."""
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve():
            with suppress(OSError):
                while not over.is_set():
                    line, _ = listening.accept()
                    with line, suppress(OSError):
                        behave(line, over)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield listening.getsockname()[1]
        over.set()
        with suppress(OSError):
            listening.shutdown(socket.SHUT_RDWR)
    thread.join(5)


def read_request(line):
    """Read a whole request: a line that is closed before its end is reset, not closed."""
    with line.makefile("rb") as lines:
        lengths = [int(row[15:]) for row in iter(lines.readline, b"\r\n") if LENGTH.match(row)]
        lines.read(*lengths)


def test_a_line_that_is_reset_was_hung_up():
    def reset(line, over):
        line.recv(1)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    with slow_server(reset) as port:
        allowed = Allowed(frozenset({f"127.0.0.1:{port}"}), private=True)
        with refuses(Unheard, match="hung up"):
            deliver(
                delivery(f"http://127.0.0.1:{port}/in"),
                allowed,
                lookup=lambda *_: ["127.0.0.1"],
                longest=5,
            )


def drip(line, over):
    """Say one letter at a time, always before anybody's patience with one letter ends."""
    line.recv(9999)
    line.sendall(b"HTTP/1.1 ")
    while not over.wait(0.02):
        line.sendall(b"2")


def half_a_handshake(line, over):
    """Begin to agree on a cipher, letter by letter, and never come to an end."""
    line.recv(9999)
    line.sendall(b"\x16\x03\x03\x40\x00")
    while not over.wait(0.02):
        line.sendall(b"\x02")


def silence(line, over):
    over.wait(5)


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize("behave", [drip, half_a_handshake, silence])
def test_a_call_ends_in_time_whatever_the_other_side_does(behave, scheme):
    with slow_server(behave) as port:
        allowed = Allowed(frozenset({f"127.0.0.1:{port}"}), private=True)
        one = delivery(f"{scheme}://127.0.0.1:{port}/in")
        began = time.monotonic()
        with refuses(Unheard, code="webhook-nobody-answers") as no:
            deliver(one, allowed, lookup=lambda *_: ["127.0.0.1"], longest=SHORT)
        assert time.monotonic() - began < SHORT + 2
        assert no.value.again


def test_a_search_for_a_host_that_never_ends_is_left_alone():
    over = threading.Event()
    began = time.monotonic()
    with refuses(Unheard, code="webhook-host-not-found"):
        deliver(delivery(), ALLOWED, lookup=lambda *_: over.wait(5) and [], longest=SHORT)
    over.set()
    assert time.monotonic() - began < SHORT + 2


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        (b"HTTP/1.1 204 No Content\r\n\r\n", None),
        (b"HTTP/1.0 200\r\n\r\n", None),
        (b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 202 Accepted\r\n\r\n", None),
        (b"HTTP/1.1 103 Early\r\nlink: x\r\n\r\nHTTP/1.1 500 No\r\n\r\n", "500"),
        (b"SSH-2.0-something\r\n", "not one"),
        (b"", "hung up"),
        (b"HTTP/1.1 100 Continue\r\n" + b"x: y\r\n" * 9000, "not one"),
    ],
)
def test_what_counts_as_an_answer(answer, status):
    def say(line, over):
        read_request(line)
        line.sendall(answer)

    with slow_server(say) as port:
        allowed = Allowed(frozenset({f"127.0.0.1:{port}"}), private=True)
        one = delivery(f"http://127.0.0.1:{port}/in")
        send = partial(deliver, one, allowed, lookup=lambda *_: ["127.0.0.1"], longest=5)
        if status is None:
            send()
        else:
            with refuses(Unheard, match=status):
                send()


def test_a_slow_receiver_keeps_only_itself_waiting():
    """Two addresses: one hangs; the other hears everything meanwhile."""
    day = in_round(players=4)
    facts = list(day.desk.log("cup"))
    hold, hung = threading.Event(), threading.Event()
    heard = threading.Semaphore(0)

    def call(one, _):
        if one.webhook.key == "slow":
            hung.set()
            hold.wait(5)
        else:
            heard.release()

    keyring = SqliteKeyring()
    keyring.add_webhook(webhook(key="slow"))
    keyring.add_webhook(webhook(key="quick"))
    courier = Courier(keyring, ALLOWED, "http://desk", call)
    courier.tell("cup", facts)
    assert hung.wait(5)
    for _ in range(3):
        courier.tell("cup", facts)
        assert heard.acquire(timeout=5)
    assert not hold.is_set()
    hold.set()
    courier.stop()


def test_a_receiver_that_is_down_crowds_out_no_other():
    road = Road(*[Unheard("webhook-answered", status=503)] * (MOST_FOR_ONE + 50))
    for number in range(MOST_FOR_ONE + 50):
        road.courier.work((News("cup", "result", number, "1.1"),))
    assert len(road.courier.waiting) == MOST_FOR_ONE
    assert b'"version":249' in road.courier.waiting[-1].body  # the newest are kept


# ---------------------------------------------------------------------------------- the courier


class Road:
    """A courier whose calls are counted, with a clock that a test moves."""

    def __init__(self, *outcomes, hooks=1):
        self.at = 0.0
        self.calls = []
        self.outcomes = list(outcomes)
        keyring = SqliteKeyring()
        for number in range(hooks):
            keyring.add_webhook(webhook(key=f"k{number}"))
        self.courier = Courier(
            keyring, ALLOWED, "http://desk", self.call, lambda: self.at, lambda job: job()
        )

    def call(self, delivery_, _):
        self.calls.append((self.at, delivery_.webhook.key, delivery_.id))
        outcome = self.outcomes.pop(0) if self.outcomes else None
        if outcome is not None:
            raise outcome


NEWS = News("cup", "result", 3, "1.1", "1.1.1")


def test_everybody_who_wants_is_told_once():
    road = Road(hooks=3)
    road.courier.work((NEWS,))
    road.courier.work()
    assert [key for _, key, _ in road.calls] == ["k0", "k1", "k2"]
    assert road.courier.last == {"k0": None, "k1": None, "k2": None}


def test_what_does_not_arrive_is_sent_again_later_and_later():
    road = Road(*[Unheard("webhook-answered", status=503)] * 20)
    road.courier.work((NEWS,))
    for pause in PAUSES:
        road.at += pause - 0.5
        before = len(road.calls)
        road.courier.work()
        assert len(road.calls) == before  # not yet
        road.at += 0.5
        road.courier.work()
        assert len(road.calls) == before + 1
    assert road.courier.waiting == ()
    assert len({name for _, _, name in road.calls}) == 1  # the same message: receivers may count
    assert len(road.calls) == 1 + len(PAUSES)


def test_what_makes_no_sense_is_not_tried_again():
    for outcome in (
        Unheard("webhook-answered", status=410, again=False),
        Refused("webhook-host-not-known"),
        RuntimeError("ours"),
    ):
        road = Road(outcome)
        road.courier.work((NEWS,))
        assert road.courier.waiting == ()
        assert road.courier.last["k0"] is not None


def test_one_that_fails_holds_up_no_other():
    road = Road(RuntimeError("ours"), hooks=2)
    road.courier.work((NEWS,))
    assert road.courier.last["k1"] is None


def test_the_queue_is_bounded():
    road = Road(*[Unheard("webhook-answered", status=503)] * 50 * 25, hooks=25)
    for number in range(50):
        road.courier.work((News("cup", "result", number, "1.1"),))
    assert len(road.courier.waiting) == MOST_WAITING


def test_telling_never_waits_and_never_fails(monkeypatch):
    day = in_round(players=4)
    facts = list(day.desk.log("cup"))
    started = threading.Event()
    hold = threading.Event()

    def stuck(*_):
        started.set()
        hold.wait(5)

    keyring = SqliteKeyring()
    keyring.add_webhook(webhook())
    courier = Courier(keyring, ALLOWED, "http://desk", stuck)
    courier.tell("cup", facts)
    assert started.wait(5)
    for _ in range(MOST_WAITING + 10):
        courier.tell("cup", facts)  # while the first call hangs
    assert len(courier._news) <= MOST_WAITING
    hold.set()
    courier.stop()
    courier.tell("cup", facts)


def test_without_an_allowed_host_nothing_is_even_noted():
    courier = Courier(SqliteKeyring(), Allowed(), "http://desk", pytest.fail)
    courier.tell("cup", in_round(players=4).desk.log("cup"))
    assert courier._thread is None
    courier.stop()


def test_a_keyring_that_cannot_be_read_is_no_fault(monkeypatch):
    road = Road()
    monkeypatch.setattr(road.courier._keyring, "webhooks", lambda _: 1 / 0)
    road.courier.work((NEWS,))
    assert road.calls == []


def test_there_are_more_than_twenty_hostile_addresses():
    assert len(HOSTILE) >= 20
    assert LONGEST_CALL <= 10


def test_a_webhook_that_was_ended_is_not_called_again():
    road = Road(
        Unheard("webhook-answered", status=503), Unheard("webhook-answered", status=503), hooks=2
    )
    road.courier.work((NEWS,))
    assert len(road.courier.waiting) == 2
    road.courier._keyring.remove_webhook("cup", "k0")
    road.at += PAUSES[0]
    road.courier.work()

    assert [key for _, key, _ in road.calls] == ["k0", "k1", "k1"]
    assert road.courier.waiting == ()
    assert road.courier.last == {"k1": None}
    assert not road.courier._called


def test_a_keyring_that_cannot_be_read_ends_no_webhook(monkeypatch):
    road = Road(Unheard("webhook-answered", status=503))
    road.courier.work((NEWS,))
    monkeypatch.setattr(road.courier, "_keyring", None)
    road.at += PAUSES[0]
    road.courier.work()
    assert road.courier.last == {"k0": None}


def test_a_result_that_was_taken_back_is_told():
    day = in_round(players=4)
    game = day.games()[0]
    day.enter(game)
    undone = day.do(Undo("another table"))
    log = partial(day.desk.log, "cup")
    (news,) = news_of("cup", undone.facts, log)
    assert (news.kind, news.round, news.match) == ("result", "1.1", game.id)
    assert news.version == undone.facts[-1].number
    nothing = day.do(RecordIncident("other", (), "a cup fell"))
    assert news_of("cup", nothing.facts, log) == ()
    assert news_of("cup", day.do(Undo()).facts, log) == ()


def test_a_log_that_cannot_be_read_stops_nobody():
    day = in_round(players=4)
    day.enter(day.games()[0])
    undone = day.do(Undo("another table"))

    def broken(_):
        raise OSError("no disk")

    courier = Courier(SqliteKeyring(), ALLOWED, "http://desk", pytest.fail)
    courier.tell("cup", undone.facts, broken)
    assert not courier._news
    courier.stop()
