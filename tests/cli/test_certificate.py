"""`tiltyard certificate`: made on the spot, for this computer, and never over another."""

import ssl

import pytest
from click.testing import CliRunner
from cryptography import x509

from tiltyard.cli import certificate as subject
from tiltyard.cli import group


@pytest.fixture
def run(tmp_path, monkeypatch):
    def answer(*words, code=0):
        result = CliRunner().invoke(group, ["certificate", str(tmp_path), *words])
        assert (result.exit_code == 0) == (code == 0), result.output
        return result

    return answer


def names_in(folder):
    made = x509.load_pem_x509_certificate((folder / subject.CHAIN).read_bytes())
    found = made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {str(entry.value) for entry in found}


def test_it_holds_for_this_computer_and_the_names_that_are_wanted(run, tmp_path):
    run("--name", "hall.example", "--name", "192.168.1.20")

    assert {"hall.example", "192.168.1.20", "localhost", "127.0.0.1"} <= names_in(tmp_path)


def test_a_server_can_encrypt_with_it_and_the_key_is_for_its_owner_alone(run, tmp_path):
    said = run().output
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / subject.CHAIN, tmp_path / subject.KEY)

    assert (tmp_path / subject.KEY).stat().st_mode & 0o077 == 0
    assert "--certificate-key" in said


def test_one_that_is_there_is_never_written_over(run, tmp_path):
    run()
    before = (tmp_path / subject.KEY).read_bytes()

    assert run(code=2).exception.code == "certificate-is-there"
    assert (tmp_path / subject.KEY).read_bytes() == before


def test_a_name_that_no_certificate_can_hold_is_refused(run, tmp_path):
    assert run("--name", "hälle\n", code=2).exception.code == "certificate-name-unusable"
    assert not (tmp_path / subject.KEY).exists()


@pytest.mark.parametrize(
    ("days", "fine"), [("0", False), ("1", True), ("397", True), ("398", False)]
)
def test_it_ends_when_browsers_would_still_take_it(run, days, fine):
    run("--days", days, code=0 if fine else 2)
