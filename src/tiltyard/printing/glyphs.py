"""Which characters a font file has: its table `cmap`, read as far as the question needs.

Formats 4 and 12 are read, which every font of the last twenty years has for what people write.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_COLLECTION = b"ttcf"


def characters_in(file: Path, index: int = 0) -> frozenset[int]:
    """Return the characters of a font; none if the file is no font this can read."""
    try:
        data = file.read_bytes()
        return frozenset(_characters(data, _cmap(data, index)))
    except (OSError, struct.error, LookupError):
        return frozenset()


def _cmap(data: bytes, index: int) -> int:
    """Return where the table lies; a collection holds several fonts."""
    start = 0
    if data[:4] == _COLLECTION:
        (start,) = struct.unpack_from(">I", data, 12 + 4 * index)
    (tables,) = struct.unpack_from(">H", data, start + 4)
    for place in range(tables):
        tag, _, offset, _ = struct.unpack_from(">4sIII", data, start + 12 + 16 * place)
        if tag == b"cmap":
            return int(offset)
    raise LookupError("cmap")


def _characters(data: bytes, cmap: int) -> Iterator[int]:
    (count,) = struct.unpack_from(">H", data, cmap + 2)
    seen = set()
    for place in range(count):
        _, _, offset = struct.unpack_from(">HHI", data, cmap + 4 + 8 * place)
        (form,) = struct.unpack_from(">H", data, cmap + offset)
        if offset not in seen and form in {4, 12}:
            seen.add(offset)
            yield from (_form_4 if form == 4 else _form_12)(data, cmap + offset)


def _form_4(data: bytes, at: int) -> Iterator[int]:
    """Yield the characters of the first plane; segments end with the one of 0xFFFF."""
    (doubled,) = struct.unpack_from(">H", data, at + 6)
    many = f">{doubled // 2}H"
    ends = struct.unpack_from(many, data, at + 14)
    starts = struct.unpack_from(many, data, at + 16 + doubled)
    deltas = struct.unpack_from(many, data, at + 16 + 2 * doubled)
    offsets_at = at + 16 + 3 * doubled
    offsets = struct.unpack_from(many, data, offsets_at)
    for place, (start, end) in enumerate(zip(starts, ends, strict=True)):
        for code in range(start, min(end, 0xFFFE) + 1):
            if offsets[place]:
                where = offsets_at + 2 * place + offsets[place] + 2 * (code - start)
                (glyph,) = struct.unpack_from(">H", data, where)
            else:
                glyph = (code + deltas[place]) & 0xFFFF
            if glyph:
                yield code


def _form_12(data: bytes, at: int) -> Iterator[int]:
    (groups,) = struct.unpack_from(">I", data, at + 12)
    for place in range(groups):
        start, end, first = struct.unpack_from(">III", data, at + 16 + 12 * place)
        yield from range(start if first else start + 1, end + 1)
