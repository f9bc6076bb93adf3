"""A log as a text file: a header, then one line for each fact with its hash.

{"format":"tiltyard/log/1","stream":"..."}
{"entry":{...the line that is hashed...},"hash":"..."}
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tiltyard.core.errors import Phrase
from tiltyard.store.chain import Verifier
from tiltyard.store.errors import Damaged, WrongStore

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tiltyard.store.port import Entry

FORMAT = "tiltyard/log/1"
LOG_FILE = Phrase("store-places.log-file")


class _Header(msgspec.Struct, forbid_unknown_fields=True):
    format: str
    stream: str


class _Fact(msgspec.Struct, forbid_unknown_fields=True):
    entry: msgspec.Raw
    hash: str


_write = msgspec.json.Encoder().encode
_read_header = msgspec.json.Decoder(_Header).decode
_read_fact = msgspec.json.Decoder(_Fact).decode


def header(stream: str) -> bytes:
    """Return the first line of a log file."""
    return _write(_Header(FORMAT, stream)) + b"\n"


def fact_line(entry: Entry) -> bytes:
    """Return the line of one fact."""
    return _write(_Fact(msgspec.Raw(entry.line), entry.hash.hex())) + b"\n"


def write_log(stream: str, entries: Iterable[Entry]) -> Iterator[bytes]:
    """Yield a log as lines, each with its end."""
    yield header(stream)
    for entry in entries:
        yield fact_line(entry)


def read_log(
    lines: Iterable[bytes], *, torn_tail: bool = False, place: str | Phrase = LOG_FILE
) -> tuple[str, list[Entry]]:
    """Read a log back, its chain checked from the first fact on.

    `torn_tail`: leave out a last line that was not written to its end, as a crash leaves it.
    """
    rest = iter(lines)
    first = next(rest, b"")
    stream = _stream(first, place)
    verifier = Verifier(stream, place=place)
    entries: list[Entry] = []
    for line in rest:
        if not line.endswith(b"\n"):
            if torn_tail:
                break
            raise verifier.damaged(verifier.number + 1, "fact-not-written-to-its-end")
        try:
            fact = _read_fact(line)
            entry, link = bytes(fact.entry), bytes.fromhex(fact.hash)
        except (msgspec.DecodeError, ValueError) as error:
            raise verifier.damaged(
                verifier.number + 1, "line-of-fact-unreadable", error=str(error)
            ) from error
        entries.append(verifier.open(verifier.number + 1, entry, link))
    return stream, entries


def _stream(line: bytes, place: str | Phrase) -> str:
    try:
        read = _read_header(line)
    except (msgspec.DecodeError, ValueError) as error:
        raise WrongStore("not-log-tiltyard-first-line", place=place) from error
    if read.format != FORMAT:
        raise WrongStore(
            "log-of-another-format", place=place, format=read.format, other_format=FORMAT
        )
    if not line.endswith(b"\n"):
        raise Damaged("ends-within-header", stream=read.stream, place=place)
    return read.stream
