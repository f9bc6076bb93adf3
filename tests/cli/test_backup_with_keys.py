"""A backup that brings the keyring along, encrypted: links go on working on another laptop."""

import shutil
from datetime import UTC, datetime

import pytest
from click.testing import CliRunner

from tests.refusing import refuses
from tiltyard.cli import group
from tiltyard.engine.errors import Refused
from tiltyard.store.keyring import Account
from tiltyard.store.keyring_sqlite import SqliteKeyring
from tiltyard.store.port import Damaged
from tiltyard.store.sealed_keys import open_sealed
from tiltyard.web.pages.account.joining import make_link
from tiltyard.web.security.secrets import key_of

SECRET = "eight letters"  # noqa: S105  # nobody's


@pytest.fixture
def file(running_file, tmp_path):
    file = tmp_path / "store.db"
    shutil.copy(running_file, file)
    return file


@pytest.fixture
def link(file):
    keyring = SqliteKeyring(file.with_name("store.db.keys"))
    keyring.add_account(Account("canary-account", "Canary Ann"))
    made = make_link(keyring, datetime.now(UTC), "player", "cup", "p1")
    keyring.close()
    return made


def run(*words, passphrase="", **more):
    environment = {"TILTYARD_PASSPHRASE": passphrase}
    return CliRunner().invoke(group, [str(word) for word in words], env=environment, **more)


@pytest.mark.parametrize(
    ("target", "sealed"),
    [("copy.db", "copy.db.sealed-keys"), ("folder/", "folder/tiltyard.sealed-keys")],
)
def test_links_go_on_working_after_a_restore_with_the_passphrase(
    file, link, tmp_path, target, sealed
):
    kept = run("backup", f"{tmp_path}/{target}", "--with-keys", "--store", file, passphrase=SECRET)
    assert kept.exit_code == 0, (kept.output, kept.exception)
    assert b"Canary" not in (tmp_path / sealed).read_bytes()

    into = tmp_path / "other" / "new.db"
    into.parent.mkdir()
    source = tmp_path / target.rstrip("/")
    back = run("restore", source, "--into", into, "--with-keys", passphrase=SECRET)
    assert back.exit_code == 0, (back.output, back.exception)
    assert "go on working" in back.stdout

    keyring = SqliteKeyring(into.with_name("new.db.keys"))
    assert "p1" == keyring.link(key_of(link)).person
    keyring.close()
    assert 0o600 == into.with_name("new.db.keys").stat().st_mode & 0o777


@pytest.mark.parametrize("passphrase", ["eight lettersx", "Eight letters", "x"])
def test_a_wrong_passphrase_is_said_and_changes_nothing(file, link, tmp_path, passphrase):
    assert link
    run("backup", tmp_path / "copy.db", "--with-keys", "--store", file, passphrase=SECRET)
    into = tmp_path / "other" / "new.db"
    into.parent.mkdir()
    back = run(
        "restore", tmp_path / "copy.db", "--into", into, "--with-keys", passphrase=passphrase
    )

    assert "passphrase-does-not-fit" == back.exception.sentence
    assert [] == list(into.parent.iterdir())


def test_without_the_keys_it_is_said_what_is_void(file, link, tmp_path):
    assert link
    run("backup", tmp_path / "copy.db", "--store", file)
    assert not (tmp_path / "copy.db.sealed-keys").exists()
    back = run("restore", tmp_path / "copy.db", "--into", tmp_path / "new.db")

    assert back.exit_code == 0
    assert "don't work with this store" in back.stdout
    assert not (tmp_path / "new.db.keys").exists()


def test_what_is_not_there_or_in_the_way_is_refused(file, link, tmp_path):
    assert link
    run("backup", tmp_path / "copy.db", "--store", file)
    words = ("restore", tmp_path / "copy.db", "--with-keys", "--into")
    missing = run(*words, tmp_path / "new.db", passphrase=SECRET)
    assert "sealed-keys-not-there" == missing.exception.sentence
    (tmp_path / "new.db.keys").write_bytes(b"somebody's")
    taken = run(*words, tmp_path / "new.db", passphrase=SECRET)
    assert "keyring-there-already" == taken.exception.sentence
    assert not (tmp_path / "new.db").exists()
    assert b"somebody's" == (tmp_path / "new.db.keys").read_bytes()


@pytest.mark.parametrize(("length", "is_enough"), [(7, False), (8, True)])
def test_a_passphrase_has_eight_letters(file, link, tmp_path, length, is_enough):
    assert link
    kept = run("backup", tmp_path / "c.db", "--with-keys", "--store", file, passphrase="x" * length)
    assert is_enough == (kept.exit_code == 0)
    assert is_enough == (tmp_path / "c.db.sealed-keys").exists()
    assert is_enough == (tmp_path / "c.db").exists()


def test_it_is_asked_for_without_being_shown(file, link, tmp_path):
    assert link
    typed = f"{SECRET}\n{SECRET}\n"
    kept = run("backup", tmp_path / "copy.db", "--with-keys", "--store", file, input=typed)
    assert kept.exit_code == 0, kept.output
    assert SECRET not in kept.output


def test_a_changed_byte_is_refused(file, link, tmp_path):
    assert link
    run("backup", tmp_path / "copy.db", "--with-keys", "--store", file, passphrase=SECRET)
    sealed = tmp_path / "copy.db.sealed-keys"
    whole = sealed.read_bytes()
    for place in (30, 45, 60, len(whole) - 1):
        changed = bytearray(whole)
        changed[place] ^= 1
        sealed.write_bytes(changed)
        with refuses(Refused, code="passphrase-does-not-fit"):
            open_sealed(sealed, SECRET)
    sealed.write_bytes(whole[:30])
    with refuses(Damaged, code="sealed-keys-damaged"):
        open_sealed(sealed, SECRET)
