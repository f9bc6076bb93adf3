"""`tiltyard doctor`: each thing it looks at, ready and not ready."""

import json
import socket
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tiltyard.cli import doctor as subject
from tiltyard.cli import group

NOW = datetime.now(UTC)


@pytest.fixture
def look(tmp_path):
    def answer(*words, code=0):
        store = [] if "--store" in words else ["--store", str(tmp_path / "day.db")]
        result = CliRunner().invoke(group, ["doctor", "--json", *store, *map(str, words)])
        assert result.exit_code == code, result.output
        return {entry["about"]: entry for entry in json.loads(result.output)}

    return answer


@pytest.fixture
def certificate(tmp_path):
    def made(ends):
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "hall")])
        built = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        built = built.not_valid_before(NOW - timedelta(days=400)).not_valid_after(ends)
        file = tmp_path / "hall.pem"
        signed = built.sign(key, hashes.SHA256())
        file.write_bytes(signed.public_bytes(serialization.Encoding.PEM))
        return file

    return made


def test_a_new_computer_is_told_where_events_will_lie(look, tmp_path):
    found = look()

    assert "store-not-yet" == found["store"]["code"]
    assert not (tmp_path / "day.db").exists()


def test_a_store_is_opened_and_its_events_are_counted(look, tmp_path):
    new = ["event", "new", "cup", "--ruleset", "armada", "--name", "Cup", "--organizer", "Olga"]
    made = CliRunner().invoke(group, [*new, "--store", str(tmp_path / "day.db")])
    assert made.exit_code == 0, made.output

    assert f"1 event in {tmp_path / 'day.db'}." == look()["store"]["text"]


@pytest.mark.parametrize("name", ["day.db", "day.db.keys"])
def test_a_damaged_file_is_something_to_do(look, tmp_path, name):
    (tmp_path / name).write_bytes(b"this is no database, whatever it is called" * 100)

    found = look(code=1)

    assert [entry for entry in found.values() if entry["state"] == "trouble"]


@pytest.mark.parametrize(
    ("free", "state"),
    [
        pytest.param(subject.NEEDED - 1, "trouble", id="less than a day needs"),
        pytest.param(subject.NEEDED, "note", id="just enough"),
        pytest.param(subject.COMFORTABLE - 1, "note", id="nearly comfortable"),
        pytest.param(subject.COMFORTABLE, "ok", id="comfortable"),
    ],
)
def test_room_on_the_disk(look, monkeypatch, free, state):
    monkeypatch.setattr(subject.shutil, "disk_usage", lambda folder: SimpleNamespace(free=free))

    assert state == look(code=state == "trouble")["disk"]["state"]


@pytest.mark.parametrize(
    ("ahead", "state"),
    [
        pytest.param(timedelta(minutes=-5), "ok", id="the newest entry is in the past"),
        pytest.param(timedelta(hours=1), "trouble", id="the newest entry is still to come"),
    ],
)
def test_a_clock_behind_the_newest_entry_is_to_be_set(ahead, state):
    assert state == subject._clock(NOW + ahead).state


def test_a_port_that_is_taken_is_told_with_the_next(look):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        found = look("--port", port)["port"]

    assert ("port-taken", "note") == (found["code"], found["state"])


def test_without_a_network_no_phone_comes_in(look, monkeypatch):
    monkeypatch.setattr("tiltyard.web.serving.own_address", lambda: "127.0.0.1")

    assert "no-network" == look(code=1)["network"]["code"]


@pytest.mark.parametrize(
    ("days", "code", "state"),
    [
        pytest.param(-1, "certificate-ended", "trouble", id="ended"),
        pytest.param(13, "certificate-ends", "note", id="ends soon"),
        pytest.param(15, "certificate", "ok", id="holds"),
    ],
)
def test_a_certificate_has_an_end(look, certificate, days, code, state):
    file = certificate(NOW + timedelta(days=days, minutes=5))
    found = look("--certificate", file, code=state == "trouble")["certificate"]

    assert (code, state) == (found["code"], found["state"])


def test_what_is_no_certificate_is_said(look, tmp_path):
    assert (
        "certificate-unreadable"
        == look("--certificate", tmp_path / "no.pem", code=1)["certificate"]["code"]
    )


def test_a_person_reads_a_line_for_each_thing_and_a_code_to_scan(tmp_path, monkeypatch):
    monkeypatch.setattr("tiltyard.web.serving.own_address", lambda: "192.0.2.7")
    result = CliRunner().invoke(group, ["doctor", "--store", str(tmp_path / "day.db")])

    assert "   ok  Tiltyard " in result.output
    assert "http://192.0.2.7:" in result.output
    assert "█" in result.output
