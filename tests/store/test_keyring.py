"""One contract for the keyring: in memory, in a file, in a database."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from threading import Thread

import apsw
import pytest

from tests.refusing import refuses
from tests.store.server import cut
from tiltyard.store.keyring import (
    Account,
    Code,
    KeptRuleset,
    Link,
    LoginTaken,
    Phone,
    Session,
    Token,
    Webhook,
)
from tiltyard.store.keyring_postgres import PostgresKeyring
from tiltyard.store.keyring_sqlite import SqliteKeyring
from tiltyard.store.port import Unwritable, WrongStore
from tiltyard.store.sqlite import migrations, statements

NOW = datetime(2026, 11, 14, 9, 0, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)
OLGA = Account("a1", "Olga", "olga", "hash", owner=True, may_create=True)
ANN = Account("a2", "Ann")


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def again(request):
    """How to open the keyring; what lasts is opened again, memory stays the same."""
    if request.param == "sqlite":
        path = request.getfixturevalue("tmp_path") / "tiltyard.db.keys"
        return lambda: SqliteKeyring(path)
    if request.param == "postgres":
        address = request.getfixturevalue("database")
        return lambda: PostgresKeyring(address)
    kept = SqliteKeyring()
    return lambda: kept


@pytest.fixture
def keyring(again):
    opened = again()
    yield opened
    opened.close()


def session(key="s1", account="", seats=None, **times):
    return Session(
        key,
        account,
        seats or {},
        "Firefox",
        times.get("began", NOW),
        times.get("seen", NOW),
        times.get("ends", LATER),
    )


def test_accounts_are_kept_and_put_right(keyring):
    keyring.add_account(OLGA)
    keyring.add_account(ANN)
    keyring.add_account(replace(ANN, name="Änn", login="ann"))
    assert keyring.account("a1") == OLGA
    assert keyring.account("nobody") is None
    assert keyring.account_by_login("ann") == replace(ANN, name="Änn", login="ann")
    assert keyring.account_by_login("ANN") is None
    assert {one.id for one in keyring.accounts()} == {"a1", "a2"}


def test_nobody_is_found_by_an_empty_login(keyring):
    keyring.add_account(ANN)
    keyring.add_account(replace(ANN, id="a3"))
    assert keyring.account_by_login("") is None


def test_a_login_belongs_to_one(keyring):
    keyring.add_account(OLGA)
    keyring.add_account(ANN)
    with pytest.raises(LoginTaken):
        keyring.add_account(replace(ANN, login="olga"))
    assert keyring.account("a2") == ANN
    keyring.add_account(replace(OLGA, login="boss"))
    keyring.add_account(replace(ANN, login="olga"))
    assert keyring.account_by_login("olga").id == "a2"


def test_a_seat_at_an_event_is_one_persons(keyring):
    keyring.add_account(OLGA)
    keyring.add_account(ANN)
    keyring.give_seat("a1", "cup", "p1")
    keyring.give_seat("a1", "other", "p9")
    keyring.give_seat("a2", "cup", "p1")
    keyring.give_seat("a2", "cup", "p2")
    assert keyring.seats("a1") == {"cup": "p1", "other": "p9"}
    assert keyring.seats("a2") == {"cup": "p2"}
    assert keyring.holders("cup") == ((ANN, "p2"), (OLGA, "p1"))
    keyring.take_seat("cup", "p1")
    assert keyring.seats("a1") == {"other": "p9"}
    assert keyring.holders("cup") == ((ANN, "p2"),)


def test_a_removed_account_leaves_nothing(keyring):
    keyring.add_account(OLGA)
    keyring.add_account(ANN)
    keyring.give_seat("a2", "cup", "p2")
    keyring.open_session(session("s1", "a2"))
    keyring.open_session(session("s2", "a1"))
    keyring.open_session(session("s3", "", {"cup": "p3"}))
    keyring.remove_account("a2")
    assert keyring.account("a2") is None
    assert keyring.holders("cup") == ()
    assert keyring.session("s1") is None
    assert keyring.session("s2") is not None
    assert keyring.session("s3") is not None


def test_that_sessions_were_seen_is_written_together_and_told_at_once(keyring):
    for key in ("s1", "s2"):
        keyring.open_session(session(key, seats={"cup": key}))
    keyring.saw("s1", NOW + timedelta(minutes=5))
    keyring.saw("gone", NOW + timedelta(minutes=5))
    assert keyring.session("s1").seen == NOW
    (shown,) = keyring.sessions(event="cup", person="s1")  # whoever looks sees the newest
    assert shown == replace(session("s1", seats={"cup": "s1"}), seen=NOW + timedelta(minutes=5))

    keyring.saw("s1", NOW + timedelta(minutes=10))
    keyring.saw("s2", NOW + timedelta(minutes=10, seconds=19))
    assert keyring.session("s1").seen == NOW + timedelta(minutes=5)
    keyring.saw("s2", NOW + timedelta(minutes=10, seconds=20))
    assert keyring.session("s1").seen == NOW + timedelta(minutes=10)
    assert keyring.session("s2").seen == NOW + timedelta(minutes=10, seconds=19)
    assert keyring.session("gone") is None


def test_sessions(keyring):
    one = session("s1", "a1")
    two = session("s2", "", {"cup": "p1", "other": "p4"}, began=LATER)
    three = session("s3", "", {"cup": "p2"})
    for each in (one, two, three):
        keyring.open_session(each)
    assert keyring.session("s2") == two
    assert keyring.sessions(account="a1") == (one,)
    assert keyring.sessions(event="cup", person="p1") == (two,)
    assert keyring.sessions() == ()
    moved = replace(two, seen=LATER, seats={"cup": "p1"})
    keyring.open_session(moved)
    assert keyring.session("s2") == moved
    keyring.end_session("s2")
    assert keyring.session("s2") is None
    assert keyring.sessions(event="cup", person="p1") == ()
    keyring.end_session("s2")


def test_sessions_whose_time_is_over_are_forgotten(keyring):
    keyring.open_session(session("s1", ends=NOW))
    keyring.open_session(session("s2", ends=NOW + timedelta(microseconds=1)))
    keyring.end_ended(NOW)
    assert keyring.session("s1") is None
    assert keyring.session("s2") is not None


def test_links(keyring):
    invitation = Link("l1", "invitation", "cup", "p1", NOW, LATER)
    player = Link("l2", "player", "cup", "p1", LATER, made_by="p7")
    other = Link("l3", "player", "cup", "p2", LATER)
    for each in (player, invitation, other):
        keyring.add_link(each)
    assert keyring.link("l1") == invitation
    assert keyring.link("l9") is None
    assert keyring.links("cup") == (invitation, player, other)
    assert keyring.use_link("l1", LATER) is True
    assert keyring.use_link("l1", NOW) is False
    assert keyring.use_link("l9", NOW) is False
    assert keyring.link("l1") == replace(invitation, used=LATER)
    keyring.revoke_links("cup", "p1", "invitation")
    assert keyring.links("cup") == (player, other)
    keyring.revoke_links("cup", "p1")
    assert keyring.links("cup") == (other,)


def test_one_of_many_uses_a_link(keyring):
    keyring.add_link(Link("l1", "owner", "", "", NOW))
    won = []
    threads = [Thread(target=lambda: won.append(keyring.use_link("l1", LATER))) for _ in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert sorted(won) == [False] * 7 + [True]


def test_a_code_takes_the_place_of_the_older_one(keyring):
    keyring.put_code(Code("cup", "p1", "hash", 10, LATER))
    assert keyring.code("cup", "p2") is None
    keyring.put_code(Code("cup", "p1", "new", 10, LATER))
    assert keyring.code("cup", "p1") == Code("cup", "p1", "new", 10, LATER)
    keyring.drop_code("cup", "p1")
    assert keyring.code("cup", "p1") is None


class FullAtCommit:
    """A connection whose disk is full when what was written is to be kept."""

    def __init__(self, database):
        self.execute = database.execute

    def __enter__(self):
        self.execute("BEGIN")

    def __exit__(self, *_):
        self.execute("ROLLBACK")
        raise apsw.FullError("database or disk is full")


def test_a_file_that_cannot_be_written_is_told_in_our_words(tmp_path):
    path = tmp_path / "tiltyard.db.keys"
    keyring, other = SqliteKeyring(path), apsw.Connection(str(path))
    session = Session("s1", "a1", {"cup": "p1"}, "", NOW, NOW, LATER)
    keyring._database.set_busy_timeout(0)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unwritable):
        keyring.open_session(session)
    other.execute("ROLLBACK")
    database = keyring._database
    keyring._database = FullAtCommit(database)
    with refuses(Unwritable, match="full"):
        keyring.open_session(session)
    keyring._database = database
    assert keyring.session("s1") is None
    keyring.open_session(session)
    assert keyring.session("s1") == session
    keyring.close()


def test_tokens(keyring):
    token = Token("t1", "cup", "p1", "results", "scoreboard", NOW)
    keyring.add_token(token)
    assert keyring.token("t1") == token
    assert keyring.tokens("cup") == (token,)
    keyring.revoke_token("other", "t1")
    assert keyring.token("t1") == token
    keyring.revoke_token("cup", "t1")
    assert keyring.token("t1") is None
    assert keyring.tokens("cup") == ()


def test_webhooks_belong_to_their_event(keyring):
    first = Webhook("w1", "cup", "https://hooks.example/", "secret", NOW, "p1")
    second = replace(first, key="w2", made=LATER)
    for one in (second, first, replace(first, key="w3", event="other")):
        keyring.add_webhook(one)
    assert keyring.webhooks("cup") == (first, second)
    keyring.remove_webhook("other", "w1")
    keyring.remove_webhook("cup", "w2")
    assert keyring.webhooks("cup") == (first,)
    assert keyring.webhooks("nothing") == ()


def test_a_phone_is_called_as_long_as_its_session_lasts(keyring):
    keyring.open_session(Session("s1", "", {"cup": "p2"}, "", NOW, NOW, LATER))
    phone = Phone("https://push.example/1", "s1", "cup", "p2", "key", "auth", "en")
    keyring.add_phone(replace(phone, language="de"))
    keyring.add_phone(phone)
    keyring.add_phone(replace(phone, endpoint="https://push.example/2", event="other"))
    assert keyring.phones("cup") == (phone,)
    keyring.remove_phone("https://push.example/2")
    assert keyring.phones("other") == ()
    keyring.open_session(Session("s1", "", {"cup": "p2"}, "", NOW, LATER, LATER))
    assert keyring.phones("cup") == (phone,)
    keyring.end_session("s1")
    assert keyring.phones("cup") == ()


def test_decisions(keyring):
    assert keyring.settled("plain_phones") == ""
    keyring.settle("plain_phones", "yes")
    keyring.settle("plain_phones", "no")
    assert keyring.settled("plain_phones") == "no"


def test_what_was_kept_is_there_again(again):
    first = again()
    first.add_account(OLGA)
    first.open_session(session("s1", "a1", {"cup": "p1"}))
    second = again()
    try:
        assert second.account("a1") == OLGA
        assert second.session("s1") == session("s1", "a1", {"cup": "p1"})
    finally:
        first.close()
        second.close()
        second.close()


def test_two_processes_share_a_database(database):
    one, other = PostgresKeyring(database), PostgresKeyring(database)
    one.open_session(session("s1"))
    assert other.session("s1") is not None
    other.end_session("s1")
    assert one.session("s1") is None
    one.close()
    other.close()


def test_a_lost_connection_is_opened_again(database):
    keyring = PostgresKeyring(database)
    keyring.add_account(OLGA)
    keyring.open_session(session("s1"))
    for asked, expected in (
        (lambda: keyring.account("a1"), OLGA),
        (lambda: keyring.session("s1"), session("s1")),
    ):
        cut(database)
        assert asked() == expected
    keyring.close()


def test_what_belongs_together_is_kept_together_by_each_thread(database):
    keyring = PostgresKeyring(database)
    keyring.add_account(OLGA)
    with ThreadPoolExecutor(1) as pool, suppress(ZeroDivisionError), keyring._together():
        keyring.add_account(replace(OLGA, name="Changed"))
        assert keyring.account("a1").name == "Changed"
        assert pool.submit(keyring.account, "a1").result() == OLGA
        raise ZeroDivisionError
    assert keyring.account("a1") == OLGA
    keyring.close()


def test_a_keyring_belongs_to_its_store(tmp_path, database):
    from tiltyard.cli.serve import keyring_of

    file = tmp_path / "hall.db"
    kinds = {
        "memory:": SqliteKeyring,
        str(file): SqliteKeyring,
        database: PostgresKeyring,
        database.replace("postgresql://", "postgres://"): PostgresKeyring,
    }
    for address, kind in kinds.items():
        keyring = keyring_of(address)
        keyring.settle("seen", "yes")
        keyring.close()
        assert type(keyring) is kind, address
    kept = tmp_path / "hall.db.keys"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    for address in (f"sqlite:{file}", database):
        again = keyring_of(address)
        assert again.settled("seen") == "yes"
        again.close()


def test_the_file_is_its_owners_alone(tmp_path):
    path = tmp_path / "tiltyard.db.keys"
    SqliteKeyring(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    SqliteKeyring(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_file_of_a_newer_version_is_refused(tmp_path):
    import apsw

    path = tmp_path / "tiltyard.db.keys"
    SqliteKeyring(path).close()
    database = apsw.Connection(str(path))
    database.pragma("user_version", 99)
    database.close()
    with pytest.raises(WrongStore):
        SqliteKeyring(path)


def test_a_file_from_before_links_had_a_maker_is_brought_up_to_date(tmp_path):
    path = tmp_path / "tiltyard.db.keys"
    old = apsw.Connection(str(path))
    for statement in statements(migrations("keyring_sqlite")[1]):
        old.execute(statement)
    old.execute("PRAGMA user_version=1")
    row = ("l1", "player", "cup", "p1", NOW.isoformat(), None, None)
    old.execute("INSERT INTO link VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    old.close()
    keyring = SqliteKeyring(path)
    assert keyring.link("l1") == Link("l1", "player", "cup", "p1", NOW, made_by="")
    keyring.close()


def test_what_was_taken_away_is_overwritten(keyring):
    keyring.add_account(ANN)
    keyring.remove_account(ANN.id)

    assert keyring.scrub()
    assert keyring.account(ANN.id) is None


def test_versions_of_rulesets_are_kept_in_their_order_and_never_changed(keyring):
    first = KeptRuleset("league@1", "text", "Ann", NOW)

    assert [True, False, True] == [
        keyring.add_ruleset(first),
        keyring.add_ruleset(KeptRuleset("league@1", "other text", "Ben", LATER)),
        keyring.add_ruleset(KeptRuleset("league@2", "text", "Ben", LATER)),
    ]
    assert ["league@1", "league@2"] == [kept.name for kept in keyring.rulesets()]
    assert first == keyring.rulesets()[0]
