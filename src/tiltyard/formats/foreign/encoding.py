"""Bytes of unknown origin as text: whatever encoding a program, or a person, saved them in."""

from __future__ import annotations

import codecs
import re

from tiltyard.engine.errors import TournamentUnreadable

MOST_BYTES = 32_000_000
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE = 400
_INSIDE_WORDS = re.compile("[£¥¯¼][A-Za-z]|[A-Za-z][£¥¯¼¾¿³¹]")
"""Signs of Western Europe where an eastern word has a letter."""

_NO_TEXT = (
    (b"\x1f\x8b", "file-packed-with-gzip"),
    (b"PK\x03\x04", "file-is-zip"),
    (b"%PDF", "file-is-pdf"),
    (b"\x89PNG", "file-is-picture"),
    (b"\xff\xd8\xff", "file-is-picture"),
    (b"\xd0\xcf\x11\xe0", "file-is-old-office-document"),
    (b"SQLite format 3", "file-is-database"),
)


def decoded(data: bytes) -> tuple[str, str]:
    """Return the text of a file and the encoding it was in; without a mark it is found out."""
    if len(data) > MOST_BYTES:
        raise TournamentUnreadable(
            "file-bytes-no-tournament-long", count=len(data), most_bytes=MOST_BYTES
        )
    for start, code in _NO_TEXT:
        if data.startswith(start):
            raise TournamentUnreadable(code)
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _as(data[len(mark) :], encoding), encoding
    wide = _without_mark(data[:_SAMPLE])
    if wide is not None:
        return _as(data, wide), wide
    try:
        return data.decode(), "utf-8"
    except UnicodeDecodeError:
        return _western(data)


def _as(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise TournamentUnreadable(
            "file-begins-not-byte-cannot", encoding=encoding.upper(), start=error.start
        ) from None


def _without_mark(sample: bytes) -> str | None:
    """Return UTF-16 where every other byte of plain letters is zero."""
    if len(sample) < 4 or len(sample) % 2:
        sample = sample[: len(sample) // 2 * 2]
    half = len(sample) // 2
    if not half:
        return None
    if sample[1::2].count(0) > half * 3 // 4 and sample[::2].count(0) == 0:
        return "utf-16-le"
    if sample[::2].count(0) > half * 3 // 4 and sample[1::2].count(0) == 0:
        return "utf-16-be"
    return None


def _western(data: bytes) -> tuple[str, str]:
    """Read what is not UTF-8 as Windows or Latin-1 wrote it; the latter knows every byte.

    Of the two encodings of Windows it is the eastern one where signs of the western one, such as
    £ and ³, stand in the middle of words.
    """
    western = data.decode("cp1252", "replace")
    if _INSIDE_WORDS.search(western):
        try:
            return data.decode("cp1250"), "windows-1250"
        except UnicodeDecodeError:
            pass
    try:
        return data.decode("cp1252"), "windows-1252"
    except UnicodeDecodeError:
        return data.decode("latin-1"), "latin-1"
