"""Answers that are ready: public pages as compressed bytes with their ETag, one look-up each.

Whoever asks again with the ETag gets a 304. Nothing here renders: `Publisher` does, once for
each change, and puts the bytes here before anybody is told that there is something new.
"""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from tiltyard.web.security.headers import FOR_EVER, REVALIDATE, security_headers

if TYPE_CHECKING:
    from tiltyard.web.static_files import Assets

Headers = list[tuple[str, str]]
HTML = "text/html; charset=utf-8"
JSON = "application/json"


class Answer(NamedTuple):
    """What goes over the wire."""

    status: int
    headers: Headers
    body: bytes


@dataclass(frozen=True, slots=True)
class Ready:
    """A page in all the forms in which it is asked for."""

    etag: str
    packed: Answer
    plain: Answer
    unchanged: Answer


def ready(body: bytes, *, encrypted: bool, type_: str = HTML, cache: str = REVALIDATE) -> Ready:
    """Make a page ready to be sent."""
    packed = gzip.compress(body, 6, mtime=0)
    etag = f'"{sha256(body).hexdigest()[:16]}"'
    always: Headers = [*security_headers(encrypted=encrypted), ("cache-control", cache)]
    always += [("etag", etag), ("vary", "accept-encoding, accept-language, cookie")]
    with_type: Headers = [("content-type", type_), *always]
    return Ready(
        etag,
        Answer(200, [*with_type, ("content-encoding", "gzip")], packed),
        Answer(200, with_type, body),
        Answer(304, always, b""),
    )


class HotPages:
    """The ready pages by path and language; static files by path alone."""

    def __init__(self, assets: Assets, *, encrypted: bool) -> None:
        self._encrypted = encrypted
        self._pages: dict[tuple[str, str], Ready] = {}
        self._files = {
            path: ready(asset.body, encrypted=encrypted, type_=asset.type, cache=FOR_EVER)
            for path, asset in assets.by_path.items()
        }

    def put(self, path: str, language: str, body: bytes, type_: str = HTML) -> str:
        """Make a page ready and return its ETag."""
        page = ready(body, encrypted=self._encrypted, type_=type_)
        self._pages[path, language] = page
        return page.etag

    def known(self, prefix: str) -> tuple[tuple[str, str], ...]:
        """Return the paths and languages that are kept under a prefix."""
        inside = prefix + "/"
        return tuple(
            key for key in tuple(self._pages) if key[0] == prefix or key[0].startswith(inside)
        )

    def forget(self, path: str, language: str) -> None:
        """Let a page be rendered anew when it is asked for."""
        self._pages.pop((path, language), None)

    def page(self, path: str, language: str) -> Ready | None:
        """Return a ready page, or a static file."""
        return self._pages.get((path, language)) or self._files.get(path)


def chosen(page: Ready, etag: str | None, encodings: str | None) -> Answer:
    """Return the form of a page that was asked for."""
    if etag is not None and (etag == page.etag or page.etag in etag):
        return page.unchanged
    if encodings is not None and "gzip" in encodings:
        return page.packed
    return page.plain
