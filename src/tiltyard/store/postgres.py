"""The store of a federation: any number of processes on one PostgreSQL database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from psycopg.errors import DeadlockDetected, SerializationFailure, UniqueViolation

from tiltyard.store.adoption import check_adopted
from tiltyard.store.chain import Verifier, genesis, seal
from tiltyard.store.failpoints import failpoint
from tiltyard.store.idempotency import Row, check_act, check_expected, compare, rows_of
from tiltyard.store.person_keys import FORGOTTEN, keys_of, opened_page, sealed
from tiltyard.store.port import Answer, Conflict, Head, Snapshot
from tiltyard.store.postgres_connections import Connections, prepare
from tiltyard.store.postgres_news import Follower, Notifier
from tiltyard.store.postgres_turns import Turns, wait_for_turn
from tiltyard.store.snapshots import digest
from tiltyard.store.sqlite import migrations

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager

    from tiltyard.store.port import Act, Draft, Entry
    from tiltyard.store.postgres_connections import Connection

PAGE = 500
BATCH = 1_000
_RACED = (UniqueViolation, SerializationFailure, DeadlockDetected)


class PostgresStore:
    """Logs in a database; the unique numbers of a log settle who was first."""

    def __init__(
        self,
        address: str,
        steps: Mapping[int, str] | None = None,
        *,
        patience: float | None = None,
    ) -> None:
        self._connections = Connections(address, patience=patience)
        self._place = self._connections.place
        self._do = self._connections.do
        self._turns = Turns(address)
        self._notifier = Notifier(address)
        self._follower = Follower(address)
        known = migrations("postgres") if steps is None else steps
        try:
            self._do(lambda connection: prepare(connection, address, known))
        except BaseException:
            self.close()
            raise

    def append(self, stream: str, expected: int, act: Act, drafts: Sequence[Draft]) -> Answer:
        check_act(stream, act, drafts)
        failpoint("before-begin")
        tries = 0

        def attempt(connection: Connection) -> Answer:
            nonlocal tries
            tries += 1
            try:
                return self._append(connection, stream, expected, act, drafts, tries > 1)
            except _RACED:
                return self._beaten(connection, stream, expected, act)

        answer = self._do(attempt)
        if not answer.repeated:
            self._notifier.tell(stream, answer.last)
        return answer

    def _append(
        self,
        connection: Connection,
        stream: str,
        expected: int,
        act: Act,
        drafts: Sequence[Draft],
        again: bool,  # noqa: FBT001 - the connection was lost at the first try
    ) -> Answer:
        with connection.transaction():
            failpoint("after-begin")
            head, row = self._state_for_append(connection, stream, act)
            if row is not None:
                answer = row.again(act.fingerprint)
                return Answer(*row[-2:]) if again and row.first == expected + 1 else answer
            self._check_expected(stream, expected, head)
            written, keys = sealed(stream, act, drafts, lambda: self._keys(connection, stream))
            entries = tuple(seal(stream, head, act, written))
            row = Row(act.actor, act.key, act.fingerprint, entries[0].number, entries[-1].number)
            self._insert(connection, stream, entries, (row,), "after-insert")
            self._insert_keys(connection, stream, keys)
            failpoint("before-commit")
        failpoint("after-commit")
        return Answer(row.first, row.last)

    def _state_for_append(
        self, connection: Connection, stream: str, act: Act
    ) -> tuple[Head, Row | None]:
        """Return the state while nobody else appends to this log: no decision is made in vain."""
        if self._turns.has(stream):
            return self._state(connection, stream, act)
        wait_for_turn(connection, stream)
        return self._state(connection, stream, act)

    def _check_expected(self, stream: str, expected: int, head: Head) -> None:
        check_expected(stream, expected, head)

    def _beaten(self, connection: Connection, stream: str, expected: int, act: Act) -> Answer:
        """Somebody else was faster: with the same request, or with another one."""
        head, row = self._state(connection, stream, act)
        if row is not None:
            return row.again(act.fingerprint)
        check_expected(stream, expected, head)
        raise Conflict(
            "being-written-same-moment", expected=expected, actual=head.number, stream=stream
        )

    @staticmethod
    def _insert(
        connection: Connection,
        stream: str,
        entries: Sequence[Entry],
        rows: Sequence[Row],
        place: str,
    ) -> None:
        for start in range(0, len(entries), BATCH):
            batch = entries[start : start + BATCH]
            numbers = [entry.number for entry in batch]
            lines = [entry.line.decode() for entry in batch]
            connection.execute(_FACTS, (stream, numbers, lines, [entry.hash for entry in batch]))
            failpoint(place)
        for start in range(0, len(rows), BATCH):
            columns = [list(column) for column in zip(*rows[start : start + BATCH], strict=True)]
            connection.execute(_ANSWERS, (stream, *columns))
            failpoint(place)

    @staticmethod
    def _insert_keys(connection: Connection, stream: str, keys: Mapping[str, bytes]) -> None:
        if keys:
            connection.execute(_KEEP_KEYS, (stream, list(keys), list(keys.values())))
        if FORGOTTEN in keys.values():
            connection.execute("DELETE FROM snapshots WHERE stream = %s", (stream,))

    def answer(self, stream: str, actor: str, key: str, fingerprint: str) -> Answer | None:
        row = self._do(lambda connection: self._row(connection, stream, actor, key))
        return None if row is None else row.again(fingerprint)

    def read(self, stream: str, after: int = 0) -> Iterator[Entry]:
        start = self._do(lambda connection: self._link(connection, stream, after))
        if start is None:
            return
        verifier = Verifier(stream, start, self._place)
        while True:
            rows = self._do(lambda connection: _page(connection, stream, verifier.number))
            page = [(number, line.encode(), link) for number, line, link in rows]
            yield from opened_page(verifier, page, lambda: self.keys(stream))
            if len(rows) < PAGE:
                return

    def follow(self, timeout: float) -> Iterator[tuple[str, int]]:
        """Yield logs that became longer, by any process, until none did for so many seconds.

        At first the ends of all logs come. What nobody told is found by looking, twice a second.
        """
        return self._follower.follow(timeout)

    def turn(self, stream: str) -> AbstractContextManager[None]:
        """Let this thread decide and append without being beaten by another process.

        It is a courtesy: where it cannot be had, appends are as safe as without.
        """
        return self._turns.turn(stream)

    def head(self, stream: str) -> Head:
        return self._do(lambda connection: self._head(connection, stream))

    def streams(self) -> tuple[str, ...]:
        found = self._do(lambda connection: connection.execute(_STREAMS).fetchall())
        return tuple(stream for (stream,) in found)

    def verify(self, stream: str) -> Head:
        verifier = Verifier(stream, place=self._place)

        def lines(connection: Connection) -> Iterator[bytes]:
            while rows := _page(connection, stream, verifier.number):
                for number, text, link in rows:
                    line = text.encode()
                    verifier.check(number, line, link)
                    yield line

        def check(connection: Connection) -> Head:
            nonlocal verifier
            verifier = Verifier(stream, place=self._place)
            with connection.transaction():
                connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
                rows = rows_of(lines(connection))
                kept = connection.execute(_ALL_ANSWERS, (stream,)).fetchall()
            compare(rows, [Row(*row) for row in kept], verifier)
            return verifier.head

        return self._do(check)

    def adopt(self, stream: str, entries: Sequence[Entry]) -> None:
        rows = check_adopted(stream, entries)

        def take_over(connection: Connection) -> None:
            try:
                with connection.transaction():
                    check_expected(stream, 0, self._head(connection, stream))
                    if entries:
                        self._insert(connection, stream, entries, rows, "in-adopt")
                        self._insert_keys(connection, stream, keys_of(entries))
            except _RACED:
                check_expected(stream, 0, self._head(connection, stream))
                raise

        self._do(take_over)
        if entries:
            self._notifier.tell(stream, entries[-1].number)

    def keys(self, stream: str) -> Mapping[str, bytes]:
        return self._do(lambda connection: self._keys(connection, stream))

    def scrub(self) -> bool:
        def rewrite(connection: Connection) -> bool:
            connection.execute("VACUUM FULL person_key")
            connection.execute("VACUUM FULL snapshots")
            return True

        return self._do(rewrite)

    def snapshot(self, stream: str) -> Snapshot | None:
        row = self._do(lambda connection: connection.execute(_SNAPSHOT, (stream,)).fetchone())
        if row is None:
            return None
        *parts, kept, link = row
        snapshot = Snapshot(*parts)
        return snapshot if link == snapshot.hash and digest(stream, snapshot) == kept else None

    def keep_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        values = (stream, *snapshot, digest(stream, snapshot))

        def keep(connection: Connection) -> None:
            with connection.transaction():
                connection.execute(_KEEP, values)
                failpoint("in-snapshot")
            failpoint("in-snapshot")

        self._do(keep)

    def close(self) -> None:
        failpoint("in-shutdown")
        self._follower.close()
        self._notifier.close()
        self._turns.close()
        self._connections.close()
        failpoint("in-shutdown")

    # Rows

    @staticmethod
    def _state(connection: Connection, stream: str, act: Act) -> tuple[Head, Row | None]:
        """Return the end of a log and the answer to a key, both of the same moment."""
        values = {"stream": stream, "actor": act.actor, "key": act.key}
        found = connection.execute(_STATE, values).fetchone()
        assert found is not None
        number, link, *answer = found
        head = genesis(stream) if number is None else Head(number, link)
        return head, None if answer[0] is None else Row(*answer)

    @staticmethod
    def _head(connection: Connection, stream: str) -> Head:
        row = connection.execute(_LAST, (stream,)).fetchone()
        return genesis(stream) if row is None else Head(*row)

    @staticmethod
    def _link(connection: Connection, stream: str, number: int) -> Head | None:
        if number <= 0:
            return genesis(stream)
        row = connection.execute(_HASH, (stream, number)).fetchone()
        return None if row is None else Head(number, row[0])

    @staticmethod
    def _keys(connection: Connection, stream: str) -> dict[str, bytes]:
        return dict(connection.execute(_KEYS, (stream,)).fetchall())

    @staticmethod
    def _row(connection: Connection, stream: str, actor: str, key: str) -> Row | None:
        row = connection.execute(_ANSWER, (stream, actor, key)).fetchone()
        return None if row is None else Row(*row)


def _page(connection: Connection, stream: str, after: int) -> list[tuple[int, str, bytes]]:
    return connection.execute(_PAGE, (stream, after, PAGE)).fetchall()


_FACTS = """
    INSERT INTO facts (stream, number, line, hash)
    SELECT %s, * FROM unnest(%s::bigint[], %s::text[], %s::bytea[])
"""
_ANSWERS = """
    INSERT INTO answers (stream, actor, key, fingerprint, first, last)
    SELECT %s, * FROM unnest(%s::text[], %s::text[], %s::text[], %s::bigint[], %s::bigint[])
"""
_STATE = """
    SELECT f.number, f.hash, a.actor, a.key, a.fingerprint, a.first, a.last
    FROM (SELECT 1) AS once
    LEFT JOIN LATERAL (
        SELECT number, hash FROM facts WHERE stream = %(stream)s ORDER BY number DESC LIMIT 1
    ) AS f ON true
    LEFT JOIN answers a ON a.stream = %(stream)s AND a.actor = %(actor)s AND a.key = %(key)s
"""
_LAST = "SELECT number, hash FROM facts WHERE stream = %s ORDER BY number DESC LIMIT 1"
_HASH = "SELECT hash FROM facts WHERE stream = %s AND number = %s"
_PAGE = """
    SELECT number, line, hash FROM facts
    WHERE stream = %s AND number > %s ORDER BY number LIMIT %s
"""
_STREAMS = """
    WITH RECURSIVE found (stream) AS (
        (SELECT stream FROM facts ORDER BY stream LIMIT 1)
        UNION ALL
        SELECT (SELECT f.stream FROM facts f WHERE f.stream > found.stream ORDER BY 1 LIMIT 1)
        FROM found WHERE found.stream IS NOT NULL
    )
    SELECT stream FROM found WHERE stream IS NOT NULL
"""
_ANSWER = """
    SELECT actor, key, fingerprint, first, last FROM answers
    WHERE stream = %s AND actor = %s AND key = %s
"""
_ALL_ANSWERS = """
    SELECT actor, key, fingerprint, first, last FROM answers WHERE stream = %s ORDER BY first
"""
_KEYS = "SELECT person, key FROM person_key WHERE stream = %s"
_KEEP_KEYS = """
    INSERT INTO person_key (stream, person, key)
    SELECT %s, * FROM unnest(%s::text[], %s::bytea[])
    ON CONFLICT (stream, person) DO UPDATE SET key = excluded.key
"""
_SNAPSHOT = """
    SELECT s.number, s.hash, s.engine, s.state, s.digest, f.hash FROM snapshots s
    LEFT JOIN facts f ON f.stream = s.stream AND f.number = s.number WHERE s.stream = %s
"""
_KEEP = """
    INSERT INTO snapshots (stream, number, hash, engine, state, digest)
    VALUES (%s, %s, %s, %s, %s, %s)
    ON CONFLICT (stream) DO UPDATE SET number = excluded.number, hash = excluded.hash,
        engine = excluded.engine, state = excluded.state, digest = excluded.digest
"""
