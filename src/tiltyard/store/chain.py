"""One canonical line for each fact, and a hash that covers it and every line before it.

hash(n) = SHA-256(hash(n - 1) + line(n)), and hash(0) = SHA-256("tiltyard/log/1|" + stream).
A line is a JSON object with its keys in alphabetical order, in UTF-8, without white space.
"""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from tiltyard.engine.errors import Fault, Phrase
from tiltyard.store.person_keys import is_keys_line, keys_line, opened_entry, read_keys
from tiltyard.store.port import Damaged, Entry, Head, WrongStore

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tiltyard.store.person_keys import Keys
    from tiltyard.store.port import Act, Draft


GENESIS = b"tiltyard/log/1|"


class _Line(msgspec.Struct, frozen=True):
    """The keys of a line; they are written in the order in which they stand here."""

    actor: str
    at: str
    body: msgspec.Raw
    cause: str
    fingerprint: str
    key: str
    name: str
    number: int
    role: str
    stream: str


class Signature(msgspec.Struct, frozen=True):
    """Which act a line belongs to; the rest of the line is passed over."""

    actor: str
    fingerprint: str
    key: str
    number: int
    stream: str


_write = msgspec.json.Encoder().encode
_read = msgspec.json.Decoder(_Line).decode
_sign = msgspec.json.Decoder(Signature).decode


def genesis(stream: str) -> Head:
    """Return where the log of a stream begins."""
    return Head(0, sha256(GENESIS + stream.encode()).digest())


def seal(stream: str, before: Head, act: Act, drafts: Iterable[Draft]) -> Iterator[Entry]:
    """Turn the drafts of an act into entries that follow the given end of the log.

    What could not be read back the same is never written: that is a fault of the caller.
    """
    number, link = before
    at = stamp(act.at)
    for draft in drafts:
        number += 1
        try:
            line = _write(
                _Line(
                    act.actor,
                    at,
                    msgspec.Raw(draft.body),
                    act.cause,
                    act.fingerprint,
                    act.key,
                    draft.name,
                    number,
                    act.role,
                    stream,
                )
            )
            line.decode()
            link = sha256(link + line).digest()
            entry = opened(line, link)
        except (Damaged, UnicodeError) as error:
            raise Fault(
                "fact-cannot-recorded-body-not", name=draft.name, draft=draft.name
            ) from error
        if entry.body != draft.body:
            raise Fault("body-fact-not-canonical", name=draft.name, draft=draft.name)
        yield entry


def opened(line: bytes, link: bytes, stream: str | None = None) -> Entry:
    """Read a line back into an entry; anything but the canonical form is Damaged."""
    try:
        read = _read(line)
        at = datetime.fromisoformat(read.at.removesuffix("Z")).replace(tzinfo=UTC)
        canonical = _utc(at) == read.at and _write(read) == line
    except (msgspec.DecodeError, ValueError) as error:
        raise Damaged("line-log-cannot-read", stream=stream, error=str(error)) from error
    if not canonical:
        raise Damaged("line-log-not-canonical-form", stream=stream)
    if stream is not None and stream != read.stream:
        raise Damaged("line-stands-log", stream=stream, other_stream=read.stream)
    return Entry(
        read.number,
        read.name,
        bytes(read.body),
        read.actor,
        read.role,
        at,
        read.cause,
        read.key,
        line,
        link,
    )


def relined(line: bytes, body: bytes) -> bytes:
    """Return a line with another body; everything else stays."""
    return _write(msgspec.structs.replace(_read(line), body=msgspec.Raw(body)))


def signed(line: bytes) -> Signature:
    """Return which act a line belongs to, its body left alone."""
    try:
        return _sign(line)
    except (msgspec.DecodeError, ValueError) as error:
        raise Damaged("signed-line-log-cannot-read", error=str(error)) from error


def stamp(at: datetime) -> str:
    """Return a time as lines hold it: ISO 8601 in UTC with microseconds and Z."""
    if at.tzinfo is None:
        raise Fault("time-without-zone-cannot-recorded")
    return _utc(at.astimezone(UTC))


def _utc(at: datetime) -> str:
    return at.isoformat(timespec="microseconds")[:26] + "Z"


LOG = Phrase("store-places.log")


class Verifier:
    """Walks along a log and refuses the first fact that does not follow from those before it."""

    __slots__ = ("hash", "number", "place", "stream")

    def __init__(self, stream: str, start: Head | None = None, place: str | Phrase = LOG) -> None:
        self.stream = stream
        self.number, self.hash = start or genesis(stream)
        self.place = place

    @property
    def head(self) -> Head:
        """Where the walk has come to."""
        return Head(self.number, self.hash)

    def check(self, number: int, line: bytes, link: bytes) -> None:
        """Go one fact further: its number must be the next and its hash must fit."""
        if number != self.number + 1:
            raise self.damaged(self.number + 1, "fact-missing", following=number)
        if sha256(self.hash + line).digest() != link:
            raise self.damaged(number, "fact-not-as-recorded")
        self.number, self.hash = number, link

    def open(self, number: int, line: bytes, link: bytes) -> Entry:
        """Go one fact further and read it."""
        self.check(number, line, link)
        try:
            entry = opened(line, link, self.stream)
        except Damaged as error:
            raise self.damaged(number, "fact-unreadable", error=error) from error
        if entry.number != number:
            raise self.damaged(number, "fact-of-another-number", found=entry.number)
        return entry

    def damaged(self, number: int, code: str, **facts: object) -> Damaged:
        """Return the refusal that names the place, the stream and the fact."""
        return Damaged(
            code,
            file=self.place,
            stream=self.stream,
            number=number,
        ).naming(facts)


# ------------------------------------------------------------------------------
# A log as a text file: a header, then one line for each fact with its hash.

FORMAT = "tiltyard/log/1"
LOG_FILE = Phrase("store-places.log-file")


class _Header(msgspec.Struct, forbid_unknown_fields=True):
    format: str
    stream: str


class _Fact(msgspec.Struct, forbid_unknown_fields=True):
    entry: msgspec.Raw
    hash: str


_read_header = msgspec.json.Decoder(_Header).decode
_read_fact = msgspec.json.Decoder(_Fact).decode


def header(stream: str) -> bytes:
    """Return the first line of a log file."""
    return _write(_Header(FORMAT, stream)) + b"\n"


def fact_line(entry: Entry) -> bytes:
    """Return the line of one fact."""
    return _write(_Fact(msgspec.Raw(entry.line), entry.hash.hex())) + b"\n"


def write_log(stream: str, entries: Iterable[Entry], *, with_names: bool = True) -> Iterator[bytes]:
    """Yield a log as lines, each with its end; the last holds the keys to its sealed texts."""
    yield header(stream)
    keys: dict[str, bytes] = {}
    for entry in entries:
        yield fact_line(entry)
        keys.update(entry.keys)
    if keys and with_names:
        yield keys_line(keys)


def read_log(
    lines: Iterable[bytes],
    *,
    torn_tail: bool = False,
    place: str | Phrase = LOG_FILE,
    keys: Keys | None = None,
) -> tuple[str, list[Entry]]:
    """Read a log back, its chain checked from the first fact on, its texts opened.

    `torn_tail`: leave out a last line that was not written to its end, as a crash leaves it.
    `keys` are those that lie beside the log.
    """
    rest = iter(lines)
    first = next(rest, b"")
    stream = _stream(first, place)
    verifier = Verifier(stream, place=place)
    entries: list[Entry] = []
    known = dict(keys or {})
    for line in rest:
        if torn_tail and not line.endswith(b"\n"):
            break
        if is_keys_line(line):
            known |= read_keys(line, place)
            continue
        if not line.endswith(b"\n"):
            raise verifier.damaged(verifier.number + 1, "fact-not-written-to-its-end")
        try:
            fact = _read_fact(line)
            entry, link = bytes(fact.entry), bytes.fromhex(fact.hash)
        except (msgspec.DecodeError, ValueError) as error:
            raise verifier.damaged(
                verifier.number + 1, "line-of-fact-unreadable", error=str(error)
            ) from error
        entries.append(verifier.open(verifier.number + 1, entry, link))
    return stream, [opened_entry(stream, entry, known) for entry in entries]


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
