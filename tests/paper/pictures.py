"""Pages of a PDF as pictures and as text, to look at and to ask."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

import pypdfium2

if TYPE_CHECKING:
    from collections.abc import Iterator


def pages_as_png(pdf: bytes, scale: float = 1.2) -> Iterator[bytes]:
    """Yield every page as a grey PNG."""
    for page in pypdfium2.PdfDocument(pdf):
        bitmap = page.render(scale=scale, grayscale=True)
        rows = bytes(bitmap.buffer)
        lines = [
            b"\0" + rows[start : start + bitmap.width]
            for start in range(0, bitmap.stride * bitmap.height, bitmap.stride)
        ]
        yield _png(bitmap.width, bitmap.height, b"".join(lines))


def _png(width: int, height: int, lines: bytes) -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        checked = kind + body
        return struct.pack(">I", len(body)) + checked + struct.pack(">I", zlib.crc32(checked))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(lines, 6))
        + chunk(b"IEND", b"")
    )


def text_of(pdf: bytes) -> list[str]:
    """Return the text of every page, without the marks at which long words may break."""
    document = pypdfium2.PdfDocument(pdf)
    return [
        page.get_textpage().get_text_range().replace("\u200b", "").replace("\r\n", "\n")
        for page in document
    ]


def outside(pdf: bytes, margin: float = 8.0) -> list[str]:
    """Return what lies outside the page, or nearer to its edge than a printer prints (points)."""
    found = []
    for number, page in enumerate(pypdfium2.PdfDocument(pdf), 1):
        width, height = page.get_size()
        for one in page.get_objects():
            left, bottom, right, top = one.get_bounds()
            if left < margin or bottom < margin or right > width - margin or top > height - margin:
                found.append(f"page {number}: {left:.0f} {bottom:.0f} {right:.0f} {top:.0f}")
    return found
