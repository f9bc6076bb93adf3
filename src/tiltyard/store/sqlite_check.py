"""Checking a whole SQLite file before anything is served from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.store.answers import Row, compare, rows_of
from tiltyard.store.chain import Verifier
from tiltyard.store.errors import Damaged
from tiltyard.store.port import Head

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import apsw

FORMAT = "tiltyard/log/1"


def check_file(connection: apsw.Connection, path: Path) -> None:
    """Check the pages, every chain and every answer; Damaged names the file and the fact."""
    told = connection.execute("PRAGMA quick_check(1)").get
    if told != "ok":
        raise Damaged("store-damaged", file=str(path), told=str(told))
    if connection.execute("SELECT value FROM meta WHERE name = 'format'").get != FORMAT:
        raise Damaged("store-without-format", file=str(path))
    streams = set()
    for (stream,) in connection.execute(STREAMS):
        check_stream(connection, stream, str(path))
        streams.add(stream)
    for (stream,) in connection.execute("SELECT DISTINCT stream FROM answers"):
        if stream not in streams:
            raise Verifier(stream, place=str(path)).damaged(1, "answers-without-log")


def check_stream(connection: apsw.Connection, stream: str, place: str) -> Head:
    """Check one log from its first fact to its last, bodies left alone."""
    verifier = Verifier(stream, place=place)
    rows = rows_of(_checked(connection, verifier))
    kept = [Row(*row) for row in connection.execute(ANSWERS, (stream,))]
    compare(rows, kept, verifier)
    return verifier.head


def _checked(connection: apsw.Connection, verifier: Verifier) -> Iterator[bytes]:
    check = verifier.check
    for number, line, link in connection.execute(LINES, (verifier.stream,)):
        check(number, line, link)
        yield line


LINES = "SELECT number, CAST(line AS BLOB), hash FROM facts WHERE stream = ? ORDER BY number"
ANSWERS = """
    SELECT actor, "key", fingerprint, "first", "last" FROM answers
    WHERE stream = ? ORDER BY "first"
"""
STREAMS = """
    WITH RECURSIVE found (stream) AS (
        SELECT min(stream) FROM facts
        UNION ALL
        SELECT (SELECT min(facts.stream) FROM facts WHERE facts.stream > found.stream)
        FROM found WHERE found.stream IS NOT NULL
    )
    SELECT stream FROM found WHERE stream IS NOT NULL
"""
