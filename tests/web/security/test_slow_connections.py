"""Connections that say nothing or too little, bodies without an end, and which TLS is spoken."""

from __future__ import annotations

import gc
import logging
import shutil
import socket
import ssl
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.web.hall import WebHall
from tests.web.security.server_process import read_answer
from tests.web.served import Served
from tiltyard.web import body_guard, serving

HEAD = b"POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\n"
FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"
SHORT = 1.0  # second that stands for the time a connection has


@pytest.fixture(scope="module")
def hall():
    made = WebHall(demo=True)
    yield made
    made.close()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """A certificate for this computer, made now."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("makes its certificate with openssl")
    folder = tmp_path_factory.mktemp("certificate")
    made, key = folder / "certificate.pem", folder / "key.pem"
    how = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    how += ["-subj", "/CN=localhost", "-days", "2", "-keyout", str(key), "-out", str(made)]
    subprocess.run([openssl, *how], check=True, capture_output=True)
    return {"certificate": made, "key": key}


@pytest.fixture(scope="module", params=["plain", "tls"])
def impatient(request, hall):
    """A server with the same limits, only shorter, and a way to connect to it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(serving, "SILENCE", int(SHORT * 1000))
        patch.setattr(body_guard, "GRACE", SHORT)
        how = request.getfixturevalue("certificate") if request.param == "tls" else {}
        served = Served(hall, **how)
        gc.collect()
        gc.disable()  # a connection ends by itself, not when somebody tidies up
        yield lambda: connected(served.port, context() if how else None)
        gc.enable()
        served.stop()


def context(newest=None):
    made = ssl.create_default_context()
    made.check_hostname = False
    made.verify_mode = ssl.CERT_NONE
    if newest is not None:
        made.maximum_version = newest
    return made


def connected(port, tls=None):
    line = socket.create_connection(("127.0.0.1", port), timeout=20)
    return tls.wrap_socket(line) if tls is not None else line


def open_for(line):
    """How long the other side keeps a connection, and what it said at last."""
    began, said = time.monotonic(), b""
    with line:
        while part := line.recv(4096):
            said += part
    return time.monotonic() - began, said


def test_the_limits_are_below_thirty_seconds():
    assert 10 <= serving.SILENCE / 1000 < 30
    assert 10 <= body_guard.GRACE < 30


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        (b"", b""),
        (b"GET / HTTP/1.1\r\nHost: 127.0", b""),
        (b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b"HTTP/1.1 200"),
        (HEAD + FORM + b"Content-Length: 100\r\n\r\nlogin=", b"HTTP/1.1 408"),
        (HEAD + FORM + b"Transfer-Encoding: chunked\r\n\r\n6\r\nlogin=\r\n", b"HTTP/1.1 408"),
    ],
    ids=["nothing", "half a head", "kept alive", "half a body", "half of a chunked body"],
)
def test_connections_that_stop_are_ended(impatient, sent, answer):
    line = impatient()
    line.sendall(sent)
    took, said = open_for(line)
    assert 0.8 * SHORT < took < SHORT + 5
    assert said.startswith(answer)
    assert bool(said) is bool(answer)


def test_a_body_that_drips_is_ended_and_one_that_flows_is_not(impatient, monkeypatch):
    def sent(parts, pause):
        line = impatient()
        with line:
            line.sendall(HEAD + FORM + b"Content-Length: %d\r\n\r\n" % sum(map(len, parts)))
            for part in parts:
                time.sleep(pause)
                try:
                    line.sendall(part)
                except OSError:
                    break
            return read_answer(line).status

    with ThreadPoolExecutor() as both:
        dripping = both.submit(sent, [b"x"] * 12, 0.25)
        flowing = both.submit(sent, [b"x=" + b"y" * 2000] * 8, 0.25)
        assert dripping.result() == 408
        assert flowing.result() == 403  # read to its end: no token in it


def test_none_of_it_fills_the_log(impatient, caplog):
    caplog.set_level(logging.WARNING)
    with impatient() as line:
        line.sendall(HEAD + FORM + b"Transfer-Encoding: chunked\r\n\r\n")
        part = b"x" * 262_144
        try:
            for _ in range(body_guard.LARGEST_BODY // len(part) + 1):
                line.sendall(b"%x\r\n%s\r\n" % (len(part), part))
        except OSError:
            pass  # answered before the end
        assert read_answer(line).status == 413
    with impatient() as line:
        line.sendall(HEAD + FORM + b"Content-Length: 100\r\n\r\nlogin=")
        assert read_answer(line).status == 408
    with impatient() as line:
        line.sendall(HEAD + FORM + b"Content-Length: 100\r\n\r\nlogin=")
    assert caplog.records == []


@pytest.mark.parametrize(
    ("newest", "only_newest", "spoken"),
    [
        (ssl.TLSVersion.TLSv1_2, False, "TLSv1.2"),
        (ssl.TLSVersion.TLSv1_3, False, "TLSv1.3"),
        (ssl.TLSVersion.TLSv1_3, True, "TLSv1.3"),
        (ssl.TLSVersion.TLSv1_2, True, None),
    ],
)
def test_tls_1_2_is_spoken_unless_it_is_refused(hall, certificate, newest, only_newest, spoken):
    served = Served(hall, **certificate, only_newest_tls=only_newest)
    try:
        if spoken is None:
            with pytest.raises(ssl.SSLError):
                connected(served.port, context(newest))
            return
        with connected(served.port, context(newest)) as line:
            assert line.version() == spoken
            line.sendall(b"GET /sign-in HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert read_answer(line).cookie("__Host-s")
    finally:
        served.stop()


EVENT = "night-flight"


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        (f"/e/{EVENT}/files/standings.csv", "text/csv; charset=utf-8; header=present"),
        (f"/api/v1/events/{EVENT}/files/standings.csv", "text/csv; charset=utf-8; header=present"),
        (f"/api/v1/events/{EVENT}/files/report.trf", "text/plain; charset=us-ascii"),
        (f"/e/{EVENT}", "text/html; charset=utf-8"),
        ("/sign-in", "text/html; charset=utf-8"),
        ("/nothing", "text/html; charset=utf-8"),
    ],
)
def test_a_type_names_its_charset_once(hall, path, kind):
    assert hall.browser().get(path).headers["content-type"] == kind
